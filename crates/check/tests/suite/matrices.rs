//! Functions of matrices, whose operations the engines take as one.

use check::{Broken, check_gradient, check_second_order, function};
use wengert::differentiable;
use wengert::extend::{Linear, Number, Operation, Scalar};
use wengert::linalg::{self, Error, Matrix, Shape, View, apply};

/// A A, with a tangent that counts one of both terms with this weight.
#[derive(Clone)]
struct Squared(f64);

impl Operation<1, 1> for Squared {
    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(3, 3)]
    }
    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }
    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([a.to_matrix() * a.to_matrix()])
    }
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([a * da + (da * a).scaled(T::constant(T::Scalar::from_f64(self.0)))])
    }
}

fn square<T: Number>(x: &[T], weight: f64) -> Matrix<T> {
    let [y] = apply(&Squared(weight), [Matrix::from_vec(3, 3, x.to_vec()).view()]).expect("always there");
    y
}

const X: [f64; 9] = [2.0, 0.3, -0.5, 0.7, 3.0, 0.2, -0.1, 0.4, 1.5];

#[test]
fn operations_agree_to_the_second_order() {
    let agrees = |name: &str, found: Result<check::Report, check::Failure>| {
        let report = found.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(report.witnessed().0 > 0, "{name}");
    };
    let f = function!(|x| Matrix::from_vec(2, 2, x[..4].to_vec()).solve(&Matrix::column(&x[..2])).unwrap().sum());
    agrees("a system of two", check_second_order(&f, &X));
    let f = function!(|x| Matrix::from_vec(
        9,
        9,
        (0..81).map(|k| x[k % 9] * (k as f64).cos() + if k % 10 == 0 { 9.0 } else { 0.0 }).collect()
    )
    .inverse()
    .unwrap()
    .sum());
    agrees("an inverse of nine", check_second_order(&f, &X));
    let f = function!(|x| {
        let a = Matrix::from_vec(3, 3, x.to_vec());
        let s = &a * a.transposed();
        s.cholesky().unwrap().logdet() + linalg::symmetric_eigenvalues(&s).unwrap()[(0, 0)]
    });
    agrees("values of a positive definite one", check_second_order(&f, &X));
    let f = function!(|x| {
        let (u, s, v) = linalg::svd(&Matrix::from_vec(3, 3, x.to_vec())).unwrap();
        (u * v).sum() + s.sum()
    });
    agrees("singular vectors", check_second_order(&f, &X));
    let f = function!(|x| linalg::expm(&Matrix::from_vec(3, 3, x.to_vec())).unwrap().trace());
    agrees("an exponential", check_second_order(&f, &X));
    for (what, x) in [
        ("the determinant of rank 2", [1.0, 2.0, 0.0, 2.0, 4.0, 1.0, 0.5, 1.0, 3.0]),
        ("of rank 1", [1.0, 2.0, -1.0, 2.0, 4.0, -2.0, 0.5, 1.0, -0.5]),
    ] {
        agrees(what, check_second_order(&function!(|x| Matrix::from_vec(3, 3, x.to_vec()).det()), &x));
    }
    agrees("an operation of one's own", check_second_order(&function!(|x| square(x, 1.0).sum()), &X));
}

#[differentiable]
fn ridge(x: &Matrix<f64>, y: &Matrix<f64>, weight: f64) -> f64 {
    let gram = linalg::shifted(&linalg::transposed_matmul(x, x), weight);
    let residual = y - x * linalg::solve_spd(&gram, &linalg::transposed_matmul(x, y)).expect("positive");
    residual.dot(&residual) + linalg::logdet(&gram).expect("regular")
}

#[differentiable]
fn spread(a: &Matrix<f64>) -> f64 {
    let (values, vectors) = linalg::symmetric_eigen(a).expect("finite");
    values.iter().map(|l| l.exp()).sum::<f64>() + vectors[(0, 0)].powi(2) + a.det()
}

/// Recorded, with an operation that generated code has not.
#[differentiable]
fn whitened(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    let p = -0.5;
    (linalg::power_spd(a, p).expect("positive") * b).norm()
}

#[test]
fn functions_of_matrices_are_checked() {
    let (x, y) = (Matrix::from_vec(3, 2, X[..6].to_vec()), Matrix::column(&X[6..]));
    let a = Matrix::from_vec(3, 3, X.to_vec());
    let checked = |what: &str, found: Result<check::Report, check::Failure>| {
        found.unwrap_or_else(|failure| panic!("{what}: {failure}"));
    };
    checked("ridge", check::differentiable!(ridge, &x, &y, 0.3).run());
    checked("spread", check::differentiable!(spread, &a).run());
    checked("whitened", check::differentiable!(whitened, &a, &x).run());
}

#[test]
fn an_operation_with_a_wrong_tangent_is_named() {
    let f = function!(|x| (square(x, 0.9).det() * x[0].sin()).atan() + x[3]);
    let failure = check_gradient(&f, &X).unwrap_err();
    assert_eq!(failure.broken(), Broken::Differences);
    let suspect = &failure.suspects()[0];
    assert!(suspect.operation.ends_with("Squared") && suspect.arguments == X, "{failure}");
    // Of the first entry's square twice the entry; it has 1.9 times.
    assert!((suspect.partial - 3.8).abs() < 1e-12 && (suspect.differences - 4.0).abs() < 1e-8, "{failure}");
}

#[test]
fn where_values_are_equal() {
    let values = |x: &[f64]| linalg::symmetric_eigenvalues(&Matrix::from_vec(2, 2, x.to_vec())).unwrap();
    let one = [1.0, 0.0, 0.0, 1.0];
    assert_eq!(values(&one).as_slice(), [1.0, 1.0]);
    // Their sum has its derivatives, one of them has none.
    let f = function!(|x| linalg::symmetric_eigenvalues(&Matrix::from_vec(2, 2, x.to_vec())).unwrap().sum());
    check_gradient(&f, &one).unwrap_or_else(|failure| panic!("{failure}"));
    let f = function!(|x| linalg::symmetric_eigenvalues(&Matrix::from_vec(2, 2, x.to_vec())).unwrap()[(0, 0)]);
    let failure = check_gradient(&f, &one).unwrap_err();
    assert!(failure.suspects().is_empty() && !failure.remarks().is_empty(), "{failure}");
}
