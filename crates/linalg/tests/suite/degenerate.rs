//! Eigenvalues and singular values that are equal: results that do not depend on the choice of vectors, and those that do.

use forward::Dual;
use linalg::{
    Error, Matrix, dot, eigenvalues, in_frame, qr, singular_values, spectral_projector, svd, symmetric_eigen,
    symmetric_eigenvalues,
};
use program::Program;
use reverse::{Tape, Var};
use rules::{Functions, Real};

fn noise(rows: usize, columns: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| (1.0 + (7 * i + 3 * j + 5 * i * j) as f64 * 0.7).sin())
}

/// A symmetric matrix with these eigenvalues.
fn with_values(values: &[f64]) -> Matrix {
    let (q, _) = qr(&noise(values.len(), values.len())).unwrap();
    &q * Matrix::from_diagonal(values) * q.transposed()
}

fn gradient(a: &Matrix, f: impl for<'t> Fn(&Matrix<Var<'t>>) -> Var<'t>) -> Matrix {
    let tape = Tape::new();
    let x = a.map(|a| tape.var(a));
    let g = f(&x).grad();
    x.map(|x| g.wrt(x))
}

/// The projector on the vectors of the two smallest eigenvalues, weighted.
fn projected<'t>(a: &Matrix<Var<'t>>) -> Var<'t> {
    let (_, v) = symmetric_eigen(a).unwrap();
    let v = v.block(0..3, 0..2);
    dot(&Matrix::constant(&noise(3, 3)), &(&v * v.transposed()))
}

#[test]
fn a_projector_has_its_gradient() {
    let a = with_values(&[1.0, 1.0, 3.0]);
    let g = gradient(&a, projected);
    let direction = noise(3, 3) + noise(3, 3).transposed();
    let at = |h: f64| {
        let tape = Tape::new();
        projected(&(&a + h * &direction).map(|a| tape.var(a))).inner()
    };
    let h = 1e-4;
    let difference = (at(h) - at(-h)) / (2.0 * h);
    assert!(
        difference.abs() > 0.1 && (g.dot(&direction) - difference).abs() < 1e-6,
        "{} {difference}",
        g.dot(&direction)
    );
}

#[test]
fn projectors_and_sums_of_values_have_their_second_derivatives() {
    for values in [[1.0, 1.0, 3.0], [1.0, 3.0, 3.0], [1.0, 1.5, 3.0]] {
        let (a, v) = (with_values(&values), noise(3, 3) + noise(3, 3).transposed());
        // The gradient of a weighted projector and of the sum of the values below 2, along v.
        fn losses<T: rules::Number<Scalar = f64>>(a: &Matrix<T>) -> T {
            let p = spectral_projector(a, -10.0..2.0).unwrap();
            dot(&Matrix::constant(&noise(3, 3)), &p) + dot(&p, a)
        }
        let tape = Tape::<Dual>::default();
        let x = Matrix::from_fn(3, 3, |i, j| tape.var(Dual::seeded(a[(i, j)], v[(i, j)])));
        let g = losses(&x).grad();
        let found = x.map(|x| g.wrt(x).tangent);
        let at = |h: f64| gradient(&(&a + h * &v), |x| losses(x));
        let h = 1e-5;
        let wanted = (at(h) - at(-h)) / (2.0 * h);
        assert!((&found - &wanted).norm() < 1e-7 * (1.0 + wanted.norm()), "{values:?}: {found} for {wanted}");
        assert!(wanted.norm() > 0.1);
    }
}

fn cubes<'t>(a: &Matrix<Var<'t>>) -> Var<'t> {
    symmetric_eigen(a).unwrap().0.iter().map(|&l| l * l * l).sum()
}

#[test]
fn sums_of_values_have_their_gradients() {
    for a in [Matrix::identity(3), with_values(&[2.0, 2.0, 2.0]), with_values(&[-1.0, 2.0, 2.0]), Matrix::zeros(3, 3)] {
        let wanted = 3.0 * (&a * &a);
        assert!((gradient(&a, cubes) - &wanted).norm() < 1e-12, "{a}");
    }
}

#[test]
fn the_nuclear_norm_at_a_rotation() {
    let (q, _) = qr(&noise(3, 3)).unwrap();
    let g = gradient(&q, |a| singular_values(a).unwrap().sum());
    assert!((g - q).norm() < 1e-12);
}

#[test]
fn what_depends_on_the_choice_is_not_a_number() {
    let a = with_values(&[1.0, 1.0, 3.0]);
    let bad = |g: Matrix| assert!(g.iter().all(|g| g.is_nan()), "{g}");
    bad(gradient(&a, |a| symmetric_eigen(a).unwrap().1[(0, 0)]));
    bad(gradient(&a, |a| symmetric_eigen(a).unwrap().0[(0, 0)]));
    // A function of the matrix, to be had as a rule of its own: vectors and values do not determine its derivative.
    for w in [noise(3, 3), Matrix::from_fn(3, 3, |i, j| if i + j == 1 { 1.0 } else { 0.0 })] {
        bad(gradient(&a, |a| {
            let (l, v) = symmetric_eigen(a).unwrap();
            dot(&Matrix::constant(&w), &(&v * Matrix::from_diagonal(l.as_slice()) * v.transposed()))
        }));
    }
    // The vectors of the other value are well determined.
    assert!(gradient(&a, |a| symmetric_eigen(a).unwrap().1[(0, 2)]).iter().all(|g| g.is_finite()));
}

#[test]
fn along_a_direction_the_error_names_the_pair() {
    let a = with_values(&[1.0, 3.0, 3.0]);
    let along = |v: Matrix| {
        symmetric_eigen(&Matrix::from_fn(3, 3, |i, j| Dual::seeded(a[(i, j)], v[(i, j)])))
            .map(|(l, _)| l.map(|l| l.tangent))
    };
    let Err(Error::Degenerate { pair, values }) = along(noise(3, 3)) else { panic!("no error") };
    assert_eq!(pair, (1, 2));
    assert!((values.0 - 3.0).abs() < 1e-12 && (values.1 - 3.0).abs() < 1e-12);
    let l = along(a.clone()).unwrap();
    assert!((l - Matrix::column(&[1.0, 3.0, 3.0])).norm() < 1e-12, "it scales, and splits nothing");
    let message = Error::Degenerate { pair, values: (3.0, 3.0) }.to_string();
    assert!(message.contains("values 1 and 2 are equal (3 and 3)"), "{message}");
}

#[test]
fn left_vectors_of_zeros_are_not_determined() {
    let a = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]);
    assert!(gradient(&a, |a| svd(a).unwrap().1[(0, 0)]).iter().all(|g| g.is_finite()));
    // The largest value of a matrix of rank one is its norm.
    let along = singular_values(&Matrix::from_fn(3, 2, |i, j| Dual::seeded(a[(i, j)], noise(3, 2)[(i, j)]))).unwrap();
    assert!((along[(0, 0)].tangent - a.dot(&noise(3, 2)) / a.norm()).abs() < 1e-13);
    assert!(gradient(&a, |a| svd(a).unwrap().0[(0, 1)]).iter().all(|g| g.is_nan()));
}

fn of_three_rows<T: Real>(x: &[T]) -> Matrix<T> {
    Matrix::from_vec(3, x.len() / 3, x.to_vec())
}

/// U diag(s) V^T is the matrix, and its gradient nothing that the adjoints of the three tell where a value is zero.
#[test]
fn what_goes_by_vectors_of_zeros_is_not_a_number() {
    fn weighed<T: Real>(a: &Matrix<T>, w: &Matrix) -> T {
        let (u, s, v) = svd(a).unwrap();
        dot(&Matrix::constant(w), &(u * Matrix::from_diagonal(s.as_slice()) * v.transposed()))
    }
    let tall = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0], [-1.0, -2.0]]);
    let axes = Matrix::from_rows([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    let flat = Matrix::from_rows([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
    for a in [&tall, &axes, &flat] {
        // Weights that are zero where the axes would be chosen.
        let holed = Matrix::from_fn(3, a.columns(), |i, j| if i == j { 0.0 } else { (1 + i + 3 * j) as f64 });
        for w in [noise(3, a.columns()), holed] {
            assert!(gradient(a, |a| weighed(a, &w)).iter().all(|g| g.is_nan()), "{a}");
            let x = a.as_slice();
            let program = Program::record_at(x, |x| vec![weighed(&of_three_rows(x), &w)]).unwrap();
            assert!(program.gradient().unwrap().eval(x).is_err());
        }
    }
    let regular = noise(3, 2);
    let w = Matrix::from_fn(3, 2, |i, j| (1 + i + 3 * j) as f64);
    assert!((gradient(&regular, |a| weighed(a, &w)) - &w).norm() < 1e-13);
    // Values without vectors: what their sum has at the kink is the same in a program.
    for a in [tall, axes, Matrix::zeros(3, 2)] {
        let x = a.as_slice();
        let program = Program::record_at(x, |x| vec![singular_values(&of_three_rows(x)).unwrap().sum()]).unwrap();
        let (found, wanted) =
            (program.gradient().unwrap().eval(x).unwrap(), gradient(&a, |a| singular_values(a).unwrap().sum()));
        assert!((Matrix::from_vec(3, 2, found) - wanted).norm() < 1e-14);
    }
}

#[test]
fn singular_values_that_are_zero_move_as_those_of_what_the_direction_adds() {
    let ranks = [
        Matrix::from_fn(3, 3, |i, j| ((i + 1) * (j + 1)) as f64),
        Matrix::from_fn(3, 2, |i, j| ((i + 1) * (j + 1)) as f64),
    ];
    let zeros = [(1, 3), (3, 1), (2, 2), (3, 2), (3, 3)].map(|(rows, columns)| Matrix::zeros(rows, columns));
    for a in ranks.into_iter().chain(zeros) {
        let d = noise(a.rows(), a.columns());
        let along = Matrix::from_fn(a.rows(), a.columns(), |i, j| Dual::seeded(a[(i, j)], d[(i, j)]));
        let moved = singular_values(&along).unwrap().map(|s| s.tangent);
        let h = 1e-7;
        let quotient = (singular_values(&(&a + h * &d)).unwrap() - singular_values(&a).unwrap()) / h;
        assert!((&moved - &quotient).norm() < 1e-5, "{a}{moved}{quotient}");
        // On the way back they have the smallest of the derivatives, as a norm at 0.
        let g = gradient(&a, |a| singular_values(a).unwrap().sum());
        assert!((g - &a / a.norm().max(f64::MIN_POSITIVE)).norm() < 1e-14, "{a}");
    }
    // The squares add up to that of the norm, so that the Hessian is twice the identity.
    for a in [Matrix::zeros(2, 2), Matrix::zeros(3, 2), Matrix::from_fn(3, 3, |i, j| ((i + 1) * (j + 1)) as f64)] {
        let tape = Tape::<Dual>::default();
        let d = noise(a.rows(), a.columns());
        let x = Matrix::from_fn(a.rows(), a.columns(), |i, j| tape.var(Dual::seeded(a[(i, j)], d[(i, j)])));
        let s = singular_values(&x).unwrap();
        let g = s.dot(&s).grad();
        assert!((x.map(|x| g.wrt(x).tangent) - 2.0 * d).norm() < 1e-13, "{a}");
    }
}

#[test]
fn small_and_bad_matrices() {
    assert_eq!(symmetric_eigen(&Matrix::<f64>::zeros(0, 0)).unwrap().0.rows(), 0);
    assert_eq!(svd(&Matrix::<f64>::zeros(0, 3)).unwrap().2.shape().rows, 3);
    let (l, v) = symmetric_eigen(&Matrix::column(&[-2.0])).unwrap();
    assert_eq!((l.as_slice(), v.as_slice()), (&[-2.0][..], &[1.0][..]));
    let (u, s, v) = svd(&Matrix::<f64>::zeros(3, 2)).unwrap();
    assert_eq!(s.as_slice(), [0.0, 0.0]);
    assert!((u.transposed() * &u - Matrix::identity(2)).norm() < 1e-14 && (v.transposed() * &v).det() > 0.9);
    for bad in [f64::NAN, f64::INFINITY] {
        let a = Matrix::from_rows([[1.0, bad], [bad, 1.0]]);
        assert!(matches!(symmetric_eigen(&a), Err(Error::NotFinite { .. })));
        assert!(matches!(svd(&a), Err(Error::NotFinite { .. })));
    }
}

/// A function that treats all eigenvalues alike.
fn entropy<T: rules::Number<Scalar = f64>>(a: &Matrix<T>) -> T {
    let l = symmetric_eigenvalues(a).unwrap();
    let squares = dot(&l, &l);
    dot(&l, &l.map(|p| p.ln())) / l.sum() + squares * squares
}

#[test]
fn functions_of_all_eigenvalues_have_hessians() {
    for values in [vec![1.0, 1.0, 3.0], vec![2.0, 2.0, 2.0], vec![1.0, 1.5, 3.0], vec![0.5, 2.0, 2.0, 2.0, 2.0, 5.0]] {
        let n = values.len();
        let (a, v) = (with_values(&values), noise(n, n) + noise(n, n).transposed());
        let tape = Tape::<Dual>::default();
        let x = Matrix::from_fn(n, n, |i, j| tape.var(Dual::seeded(a[(i, j)], v[(i, j)])));
        let g = entropy(&x).grad();
        let (value, found) = (x.map(|x| g.wrt(x).value), x.map(|x| g.wrt(x).tangent));
        let at = |h: f64| gradient(&(&a + h * &v), |x| entropy(x));
        let h = 1e-4;
        let wanted = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
        assert!((&value - at(0.0)).norm() < 1e-11, "{values:?}");
        assert!((&found - &wanted).norm() < 1e-8 * (1.0 + wanted.norm()), "{values:?}: {found} for {wanted}");
        assert!(wanted.norm() > 0.1);
    }
}

#[test]
fn functions_of_all_singular_values_have_hessians() {
    fn energy<T: rules::Number<Scalar = f64>>(a: &Matrix<T>) -> T {
        singular_values(a).unwrap().map(|s| s.ln() * s).sum()
    }
    for (rows, values) in [(3, [1.0, 1.0, 3.0]), (4, [1.0, 2.0, 2.0]), (5, [1.5, 1.5, 1.5]), (4, [1.0, 2.0, 3.0])] {
        let ((u, _), (w, _)) = (qr(&noise(rows, 3)).unwrap(), qr(&noise(3, 3).transposed()).unwrap());
        let (a, v) = (u * Matrix::from_diagonal(&values) * w.transposed(), noise(rows, 3));
        let tape = Tape::<Dual>::default();
        let x = Matrix::from_fn(rows, 3, |i, j| tape.var(Dual::seeded(a[(i, j)], v[(i, j)])));
        let g = energy(&x).grad();
        let found = x.map(|x| g.wrt(x).tangent);
        let at = |h: f64| gradient(&(&a + h * &v), |x| energy(x));
        let h = 1e-4;
        let wanted = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
        assert!((&found - &wanted).norm() < 1e-8 * (1.0 + wanted.norm()), "{values:?}: {found} for {wanted}");
        assert!(wanted.norm() > 0.1);
    }
}

#[test]
fn equal_eigenvalues_move_apart() {
    let (a, v) = (with_values(&[1.0, 1.0, 3.0]), noise(3, 3) + noise(3, 3).transposed());
    let l = symmetric_eigenvalues(&Matrix::from_fn(3, 3, |i, j| Dual::seeded(a[(i, j)], v[(i, j)]))).unwrap();
    let h = 1e-6;
    let moved = symmetric_eigenvalues(&(&a + h * &v)).unwrap();
    for (l, moved) in l.iter().zip(&moved) {
        assert!((l.tangent - (moved - l.value) / h).abs() < 1e-4, "{} {}", l.tangent, (moved - l.value) / h);
    }
    assert_eq!(symmetric_eigenvalues(&a).unwrap(), symmetric_eigen(&a).unwrap().0);
    // The least of them has no gradient, and no Hessian.
    assert!(gradient(&a, |a| symmetric_eigenvalues(a).unwrap()[(0, 0)]).iter().all(|g| g.is_nan()));
    let tape = Tape::<Dual>::default();
    let x = Matrix::from_fn(3, 3, |i, j| tape.var(Dual::seeded(a[(i, j)], v[(i, j)])));
    let g = symmetric_eigenvalues(&x).unwrap()[(0, 0)].grad();
    assert!(x.iter().all(|&x| g.wrt(x).tangent.is_nan()));
}

#[test]
fn eigenvalues_without_symmetry_that_are_equal() {
    fn squares<'t>(a: &Matrix<Var<'t>>) -> Result<Var<'t>, Error> {
        Ok(eigenvalues(a)?.iter().map(|z| z.re * z.re - z.im * z.im).sum())
    }
    let of = |a: &Matrix| {
        let tape = Tape::new();
        let x = a.map(|a| tape.var(a));
        let g = squares(&x).unwrap().grad();
        x.map(|x| g.wrt(x))
    };
    let basis = noise(4, 4);
    let turned = |d: &Matrix| &basis * d * basis.inverse().unwrap();
    let pairs =
        Matrix::from_rows([[1.0, 2.0, 0.0, 0.0], [-2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 2.0], [0.0, 0.0, -2.0, 1.0]]);
    for a in [Matrix::identity(3), turned(&Matrix::from_diagonal(&[2.0, 2.0, 2.0, -1.0])), turned(&pairs)] {
        let wanted = 2.0 * a.transposed();
        assert!((of(&a) - &wanted).norm() < 1e-10 * wanted.norm(), "{a}");
    }
    // With one vector for two values; and the first of two.
    assert!(of(&Matrix::from_rows([[1.0, 1.0], [0.0, 1.0]])).iter().all(|g| g.is_nan()));
    let tape = Tape::new();
    let x = Matrix::<f64>::identity(2).map(|a| tape.var(a));
    assert!(eigenvalues(&x).unwrap()[(0, 0)].re.grad().wrt(x[(0, 0)]).is_nan());
    assert_eq!(tape.refusal(), Some(Error::Degenerate { pair: (0, 1), values: (1.0, 1.0) }));
}

#[test]
fn matrices_of_any_size() {
    for size in [1e-300, 1e-160, 1e160, 1e300] {
        let a = size * noise(3, 3);
        let (s, t) = (singular_values(&a).unwrap(), singular_values(&noise(3, 3)).unwrap());
        assert!((s / size - &t).norm() < 1e-14 * t.norm(), "{size}");
        let symmetric = |a: &Matrix| symmetric_eigenvalues(a).unwrap();
        assert!((symmetric(&a) / size - symmetric(&noise(3, 3))).norm() < 1e-14 * t.norm(), "{size}");
        let general = |a: &Matrix| eigenvalues(a).unwrap().map(|z| z.re);
        assert!((general(&a) / size - general(&noise(3, 3))).norm() < 1e-13 * t.norm(), "{size}");
    }
}

/// <W, P> cos(s) of the references: P for the least eigenvalues, s the sum of l^2 sin(l) over them.
fn by_space<T: Real>(a: &Matrix<T>, many: usize) -> T {
    let n = a.rows();
    let (l, v) = symmetric_eigen(a).unwrap();
    let v = v.block(0..n, 0..many);
    let w = Matrix::from_fn(n, n, |i, j| T::constant((((3 * i + 3 * j + 2 * i * j) % 7) as f64 - 3.0) / 4.0));
    let s: T = l.iter().take(many).map(|&l| l * l * l.sin()).sum();
    dot(&w, &(&v * v.transposed())) * s.cos()
}

#[test]
fn second_derivatives_by_vectors_are_those_of_high_precision() {
    for line in include_str!("../references/equal_values.tsv").lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let numbers = |text: &str| text.split(' ').map(|x| x.parse().unwrap()).collect::<Vec<f64>>();
        let many: usize = columns[1].parse().unwrap();
        let all = numbers(columns[0]);
        let n = all.len().isqrt();
        // By rows.
        let matrix = |list: &[f64]| Matrix::from_fn(n, n, |i, j| list[i * n + j]);
        let a = matrix(&all);
        let v = Matrix::from_fn(n, n, |i, j| (((5 * i + 2 * j + i * j) % 8) as f64 - 4.0) / 8.0);
        for frame in 0..3 {
            let run = || {
                let tape = Tape::<Dual>::default();
                let x = Matrix::from_fn(n, n, |i, j| tape.var(Dual::seeded(a[(i, j)], v[(i, j)])));
                let g = by_space(&x, many).grad();
                (x.map(|x| g.wrt(x).value), x.map(|x| g.wrt(x).tangent))
            };
            let ((gradient, product), met) = in_frame(frame, run);
            assert!(met);
            for (found, right) in [(gradient, matrix(&numbers(columns[2]))), (product, matrix(&numbers(columns[3])))] {
                let error = (&found - &right).norm() / right.norm();
                assert!(error < 2e-14, "{error} in frame {frame}\n{found}\n{right}");
            }
        }
        // Without another frame to compare with, values do not part.
        let dual = Matrix::from_fn(n, n, |i, j| Dual::seeded(a[(i, j)], v[(i, j)]));
        assert!(matches!(symmetric_eigen(&dual), Err(Error::Degenerate { .. })));
    }
}

/// Products of integers, which lack rank, and matrices whose smallest values are rounding.
#[test]
fn vectors_are_orthonormal_whatever_the_rank() {
    let whole = |i: usize, j: usize, seed: usize| ((7 * i + 11 * j + 13 * seed + i * j * (seed + 3)) % 19) as f64 - 9.0;
    let mut all = vec![
        Matrix::from_rows([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]),
        Matrix::from_rows([[9.0, 3.0], [-9.0, -3.0]]),
    ];
    for (m, n) in [(2, 2), (3, 3), (4, 4), (8, 8), (16, 16), (12, 5), (40, 33)] {
        for rank in 0..=n.min(4) {
            for seed in 0..10 {
                let [left, right] = [m, n].map(|rows| Matrix::from_fn(rows, rank, |i, k| whole(i, k, seed + rows)));
                all.push(left.matmul_transposed(&right));
            }
        }
    }
    for n in [10, 16, 31, 33] {
        all.push(Matrix::from_fn(n, n, |i, j| 1.0 / (1 + i + j) as f64));
    }
    for a in all {
        let (u, s, v) = svd(&a).unwrap();
        let off = |x: &Matrix| (x.transposed_matmul(x) - Matrix::identity(x.columns())).norm();
        assert!(off(&u) < 1e-12 && off(&v) < 1e-12, "{} {} of {a}", off(&u), off(&v));
        let again = &u * Matrix::from_diagonal(s.as_slice()) * v.transposed();
        assert!((again - &a).norm() <= 1e-13 * (1.0 + a.norm()), "{a}");
    }
}

#[test]
fn small_values_are_what_they_are() {
    let graded: Matrix = Matrix::from_diagonal(&[1e6, 1e-9, 1e-12, 1e-12]);
    assert_eq!(symmetric_eigenvalues(&graded).unwrap().as_slice(), [1e-12, 1e-12, 1e-9, 1e6]);
    assert_eq!(singular_values(&graded).unwrap().as_slice(), [1e6, 1e-9, 1e-12, 1e-12]);
    // The two smallest of a Hilbert matrix are 66 roundings of the largest apart.
    let hilbert: Matrix = Matrix::from_fn(12, 12, |i, j| 1.0 / (1 + i + j) as f64);
    let values = symmetric_eigenvalues(&hilbert).unwrap();
    assert!(values[(0, 0)].abs() < 2e-15 && (values[(1, 0)] - 2.649e-14).abs() < 2e-15, "{values}");
    let values = singular_values(&hilbert).unwrap();
    assert!((values[(10, 0)] - 2.649e-14).abs() < 2e-15, "{values}");
    // Zeros up to rounding are one value to a loss that bends as sharply as this.
    let low = Matrix::from_fn(6, 6, |i, j| ((1 + i) * (1 + j)) as f64 / 7.0 + ((i * i) * (j * j)) as f64 / 11.0);
    let g = gradient(&low, |a| symmetric_eigenvalues(a).unwrap().iter().map(|&l| (l + 1e-10).ln()).sum());
    assert!(g.iter().all(|g| g.is_finite()) && (g.trace() / 4e10 - 1.0).abs() < 1e-3, "{g}");
}
