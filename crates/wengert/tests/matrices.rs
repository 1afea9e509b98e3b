//! Matrices in everything that takes a function.

use wengert::linalg::{self, Matrix, dot};
use wengert::prelude::*;
use wengert::program::Program;
use wengert::sparse::SparseJacobian;
use wengert::{Mode, function};

const X: [f64; 10] = [2.0, 0.5, -0.3, 0.1, 1.5, 0.4, 0.2, -0.6, 1.0, 0.7];

/// b^T A^-1 b + ln |det A| of a matrix of three rows and the last number.
fn loss<T: Real>(x: &[T]) -> T {
    let a = Matrix::from_vec(3, 3, x[..9].to_vec()) + Matrix::identity(3);
    let b = Matrix::column(&[x[9], x[9].exp(), 1.0.into()]);
    let a = a.lu().expect("finite");
    dot(&b, &a.solve(&b).expect("regular")) + a.logdet().expect("regular")
}

fn difference(f: impl Fn(&[f64]) -> f64, x: &[f64], k: usize) -> f64 {
    let at = |h: f64| {
        let mut x = x.to_vec();
        x[k] += h;
        f(&x)
    };
    (8.0 * (at(1e-3) - at(-1e-3)) - (at(2e-3) - at(-2e-3))) / 12e-3
}

#[track_caller]
fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a} and {b}");
    }
}

#[test]
fn closures_of_every_operator() {
    let g = gradient(|x| loss(x), &X);
    for (k, &g) in g.iter().enumerate() {
        assert!((g - difference(loss, &X, k)).abs() < 1e-8, "{k}");
    }
    let h = hessian(|x| loss(x), &X);
    let v: Vec<f64> = (0..10).map(|i| (f64::from(i) * 0.9).cos()).collect();
    let hv: Vec<f64> = (0..10).map(|i| (0..10).map(|j| h[(i, j)] * v[j]).sum()).collect();
    close(&hvp(|x| loss(x), &X, &v), &hv);
    let slope = |x: &[f64]| gradient(|x| loss(x), x)[9];
    assert!((h[(9, 9)] - difference(slope, &X, 9)).abs() < 1e-7);
    let (_, along) = jvp(|x| vec![loss(x)], &X, &v);
    close(&along, &[g.iter().zip(&v).map(|(g, v)| g * v).sum()]);
    let (_, pullback) =
        vjp(|x| Matrix::from_vec(5, 2, x.to_vec()).matmul(&Matrix::from_vec(2, 5, x.to_vec())).into_vec(), &X);
    let mut unit = [0.0; 25];
    unit[0] = 1.0;
    let first = pullback(&unit);
    close(&[first[0], first[1], first[5]], &[2.0 * X[0], X[5], X[1]]);
    let second = derivative(|t| derivative(|s| loss(&X.map(|x| s * x)), t), 1.0);
    let quadratic: f64 = (0..10).flat_map(|i| (0..10).map(move |j| (i, j))).map(|(i, j)| h[(i, j)] * X[i] * X[j]).sum();
    close(&[second], &[quadratic]);
    let series: wengert::Taylor<f64, 2> = taylor(|t| loss(&X.map(|x| t * x)), 1.0);
    let slope: f64 = g.iter().zip(&X).map(|(g, x)| g * x).sum();
    close(&[0, 1, 2].map(|k| series.derivative(k)), &[loss(&X), slope, quadratic]);
}

#[test]
fn functions() {
    let f = function!(|x| loss(x));
    let g = gradient(|x| loss(x), &X);
    close(&f.gradient(&X), &g);
    close(f.value_and_jacobian(Mode::Forward, &X).1.as_slice(), &g);
    close(f.value_and_jacobian(Mode::Reverse, &X).1.as_slice(), &g);
    close(f.hessian(&X).as_slice(), hessian(|x| loss(x), &X).as_slice());
    // By lanes, as there are few inputs.
    let small = function!(|x| Matrix::from_rows([[x[0], x[1]], [x[1], x[2]]]).cholesky().expect("positive").logdet());
    close(&small.gradient(&[2.0, 0.5, 1.0]), &[1.0 / 1.75, -1.0 / 1.75, 2.0 / 1.75]);
}

#[test]
fn programs_and_patterns() {
    let program = Program::record_at(&X, |x| vec![loss(x)]).expect("it records");
    let moved = X.map(|x| x * 1.01);
    close(&program.eval(&moved).expect("the same pivots"), &[loss(&moved)]);
    close(&program.gradient().expect("one output").eval(&X).expect("the same pivots"), &gradient(|x| loss(x), &X));
    let diagonal = function!(|x| -> Vec<T> { Matrix::from_diagonal(x).matmul(&Matrix::column(x)).into_vec() });
    let jacobian = SparseJacobian::prepare(&diagonal, &[1.0, 2.0, 3.0]).expect("three outputs");
    // What is zero because an entry of a constant matrix is, is there all the same: entries are numbers.
    assert!(jacobian.entries() >= 3);
}

#[differentiable(tape)]
fn attributed(x: &[f64]) -> f64 {
    let a = Matrix::from_vec(3, 3, x[..9].to_vec());
    a.det() * x[9]
}

#[test]
fn attributed_functions_on_a_tape() {
    let g = attributed::gradient(&X);
    for (k, &g) in g.iter().enumerate() {
        assert!((g - difference(attributed, &X, k)).abs() < 1e-9, "{k}");
    }
}

#[test]
fn chains_of_steps() {
    let step = |_, x: [f64; 4]| {
        let a = Matrix::from_vec(2, 2, x.to_vec());
        (0.5 * (&a + a.inverse().expect("regular"))).into_vec()
    };
    let far = (0..20).fold([2.0, 0.3, 0.1, 3.0], |x, k| step(k, x).try_into().expect("four"));
    close(&far, &[1.0, 0.0, 0.0, 1.0]);
    let g = chain([2.0, 0.3, 0.1, 3.0], 4, |_, x| {
        let a = Matrix::from_vec(2, 2, x.to_vec());
        let half = (&a + a.inverse().expect("regular")) * 0.5;
        [half[(0, 0)], half[(1, 0)], half[(0, 1)], half[(1, 1)]]
    })
    .gradient(|_, x| x[0] + x[3])
    .expect("memory is enough");
    let f = |x: &[f64]| {
        let far = (0..4).fold([x[0], x[1], x[2], x[3]], |x, k| step(k, x).try_into().expect("four"));
        far[0] + far[3]
    };
    for k in 0..4 {
        assert!((g.state[k] - difference(f, &[2.0, 0.3, 0.1, 3.0], k)).abs() < 1e-8, "{k}");
    }
}

#[test]
fn tapes_with_a_limit() {
    let tape = Tape::with_limit(1 << 16);
    let x: Vec<_> = X.iter().map(|&x| tape.var(x)).collect();
    close(&loss(&x).try_grad(&x).expect("memory is enough"), &gradient(|x| loss(x), &X));
}

#[test]
fn by_matrices() {
    let a = Matrix::from_rows([[2.0, 1.0], [0.0, 3.0]]);
    let (y, [by_a, by_b]) = linalg::value_and_gradients(|[a, b]| dot(a, b), [&a, &(2.0 * &a)]);
    assert_eq!((y, by_a, by_b), (28.0, 2.0 * &a, a.clone()));
    let jacobian = jacobian(|x| vec![x[0] * x[1], x[0]], &[2.0, 3.0]);
    assert_eq!(Matrix::from(&jacobian), Matrix::from_rows([[3.0, 2.0], [1.0, 0.0]]));
}

/// Both imported whole: no name of theirs is ambiguous, which the compiler would warn of.
mod imported_whole {
    #![deny(warnings)]
    use wengert::linalg::*;
    use wengert::prelude::*;

    #[test]
    fn one_operator_takes_lists_and_matrices() {
        let a = Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]);
        let (value, by_a) = value_and_gradient(|a| a.det(), &a);
        assert_eq!((value, &by_a), (5.0, &Matrix::from_rows([[3.0, -1.0], [-1.0, 2.0]])));
        // det(A + t V) is 5 + t <cofactors, V> + t^2 det V for two rows.
        let v = Matrix::from_rows([[0.5, -1.0], [2.0, 1.0]]);
        let along = value_and_directional_derivative(|a| a.det(), &a, &v);
        assert!(along.0 == 5.0 && (along.1 - by_a.dot(&v)).abs() < 1e-15);
        let (_, _, hv) = value_and_hvp(|a| a.det(), &a, &v);
        assert!((hv.dot(&v) - 2.0 * v.det()).abs() < 1e-14);
        let h = hessian(|a| a.det(), &a);
        assert!((h[(0, 3)] - 1.0).abs() < 1e-14 && (h[(1, 2)] + 1.0).abs() < 1e-14);
        // Lists of every form, and directions of another one.
        let list = vec![2.0, 3.0];
        assert_eq!(gradient(|x| x[0] * x[1], &list), [3.0, 2.0]);
        assert_eq!(gradient(|x| x[0] * x[1], &list[..]), [3.0, 2.0]);
        assert_eq!(gradient(|x| x[0] * x[1], &&list), [3.0, 2.0]);
        assert_eq!(gradient(|x| x[0] * x[1], &std::rc::Rc::new([2.0, 3.0])), [3.0, 2.0]);
        assert_eq!(hvp(|x| x[0] * x[1], &list, &[1.0, 0.0]), [0.0, 1.0]);
        assert_eq!(jvp(|x| vec![x[0] * x[1]], &[2.0, 3.0], &list), (vec![6.0], vec![12.0]));
    }

    #[test]
    fn levels_nest_between_lists_and_matrices() {
        let a = Matrix::from_rows([[2.0, 0.5], [0.5, 1.0]]);
        // |d tr(A^3)/dA|^2 is 9 |A^2|^2 for a symmetric matrix, and its gradient 36 A^3.
        let g = gradient(
            |a| {
                let inner = gradient(|b| (b * b * b).trace(), a);
                inner.dot(&inner)
            },
            &a,
        );
        assert!((g - 36.0 * (&a * &a * &a)).norm() < 1e-12);
        let by_x =
            gradient(|x| gradient(|b| b.det(), &Matrix::from_rows([[x[0], x[1]], [x[1], x[0]]])).norm(), &[3.0, 4.0]);
        assert!((by_x[0] - 6.0 / 50f64.sqrt()).abs() < 1e-14 && (by_x[1] - 8.0 / 50f64.sqrt()).abs() < 1e-14);
    }

    #[test]
    #[should_panic(expected = "a direction of 1 x 2 at a matrix of 2 x 1: other shapes")]
    fn directions_have_the_shape_of_their_matrix() {
        hvp(|a| a.sum(), &Matrix::column(&[1.0, 2.0]), &Matrix::row(&[1.0, 2.0]));
    }
}
