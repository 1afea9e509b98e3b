//! Hessians of what is made of the vectors of equal eigenvalues and singular values.

use wengert::linalg::{self, Matrix, qr, spectral_projector, svd, symmetric_eigen};
use wengert::prelude::*;

fn noise(rows: usize, columns: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| (1.0 + (7 * i + 3 * j + 5 * i * j) as f64 * 0.7).sin())
}

/// A symmetric matrix with these eigenvalues.
fn with_values(values: &[f64]) -> Matrix {
    let (q, _) = qr(&noise(values.len(), values.len())).unwrap();
    &q * Matrix::from_diagonal(values) * q.transposed()
}

/// The projector on the vectors of the first `many` eigenvalues, weighted; and the values, weighted by their places' groups.
fn by_vectors<T: Real>(a: &Matrix<T>, many: usize) -> T {
    let n = a.rows();
    let (l, v) = symmetric_eigen(a).expect("finite");
    let v = v.block(0..n, 0..many);
    let p = &v * v.transposed();
    let first: T = l.iter().take(many).map(|&l| l * l * l.sin()).sum();
    let rest: T = l.iter().skip(many).map(|&l| l.exp()).sum();
    p.dot(&Matrix::constant(&noise(n, n))) * first.cos() + rest * first
}

/// The same without vectors.
fn by_projectors<T: Real>(a: &Matrix<T>, between: f64) -> T {
    let n = a.rows();
    let p = spectral_projector(a, -10.0..between).expect("finite");
    // The derivatives of x^2 sin x by Leibniz's rule.
    let f = linalg::symmetric_function(a, |k, x: f64| {
        let sine = |k: f64| (x + k * std::f64::consts::FRAC_PI_2).sin();
        let k = k as f64;
        x * x * sine(k) + 2.0 * k * x * sine(k - 1.0) + k * (k - 1.0) * sine(k - 2.0)
    });
    let f = f.expect("finite");
    let e = linalg::symmetric_function(a, |_, x: f64| x.exp()).expect("finite");
    let first = p.dot(&f);
    let rest = e.trace() - p.dot(&e);
    p.dot(&Matrix::constant(&noise(n, n))) * first.cos() + rest * first
}

#[track_caller]
fn close(a: &Matrix, b: &Matrix, tolerance: f64) {
    let error = (a - b).norm();
    assert!(error <= tolerance * (1.0 + b.norm()), "{error} in {}\n{a:.6}\n{b:.6}", b.norm());
}

#[test]
fn of_eigenvectors() {
    for (values, many, between) in [
        (vec![1.0, 1.0, 3.0], 2, 2.0),
        (vec![1.0, 3.0, 3.0], 1, 2.0),
        (vec![1.0, 1.0, 1.0, 3.0], 3, 2.0),
        (vec![0.5, 0.5, 3.0, 3.0], 2, 2.0),
        (vec![0.5, 0.7, 3.0, 3.5], 2, 2.0),
        (vec![1.0, 1.0], 2, 2.0),
    ] {
        let a = with_values(&values);
        let found = wengert::hessian(|a| by_vectors(a, many), &a);
        let wanted = wengert::hessian(|a| by_projectors(a, between), &a);
        close(&found, &wanted, 1e-9);
        let v = noise(values.len(), values.len());
        let product = wengert::hvp(|a| by_vectors(a, many), &a, &v);
        close(&product, &wengert::hvp(|a| by_projectors(a, between), &a, &v), 1e-9);
        let flat: Vec<f64> = a.iter().copied().collect();
        let n = values.len();
        let f = wengert::function!(n: usize, many: usize; |x| by_vectors(&Matrix::from_vec(n, n, x.to_vec()), many));
        close(&Matrix::from(&f.hessian(&flat)), &wanted, 1e-9);
    }
}

#[test]
fn of_singular_vectors() {
    /// Left and right projectors on the vectors of the first two values, and a function of these.
    fn by_vectors<T: Real>(a: &Matrix<T>) -> T {
        let (m, n) = (a.rows(), a.columns());
        let (u, s, v) = svd(a).expect("finite");
        let (u, v) = (u.block(0..m, 0..2), v.block(0..n, 0..2));
        let (p, q) = (&u * u.transposed(), &v * v.transposed());
        let across = &u * v.transposed();
        let first: T = s.iter().take(2).map(|&s| s.ln()).sum();
        p.dot(&Matrix::constant(&noise(m, m))) * q.dot(&Matrix::constant(&noise(n, n)))
            + first * across.dot(&Matrix::constant(&noise(m, n)))
    }
    fn by_projectors<T: Real>(a: &Matrix<T>) -> T {
        let (m, n) = (a.rows(), a.columns());
        let (left, right) = (linalg::matmul_transposed(a, a), linalg::transposed_matmul(a, a));
        let range = 2.0..100.0;
        let (p, q) = (spectral_projector(&left, range.clone()).unwrap(), spectral_projector(&right, range).unwrap());
        // U V^T of these is A (A^T A)^-1/2 on their space.
        let root = linalg::power_spd(&right, -0.5).unwrap();
        let logarithm = linalg::ln_spd(&right).unwrap();
        let across = &(a * &root) * &q;
        let first = 0.5 * q.dot(&logarithm);
        p.dot(&Matrix::constant(&noise(m, m))) * q.dot(&Matrix::constant(&noise(n, n)))
            + first * across.dot(&Matrix::constant(&noise(m, n)))
    }
    for (rows, values) in [(3, [2.0, 2.0, 1.0]), (4, [2.0, 2.0, 1.0]), (3, [2.5, 2.0, 1.0])] {
        let ((u, _), (w, _)) = (qr(&noise(rows, 3)).unwrap(), qr(&noise(3, 3).transposed()).unwrap());
        let a = u * Matrix::from_diagonal(&values) * w.transposed();
        close(&wengert::hessian(|a| by_vectors(a), &a), &wengert::hessian(|a| by_projectors(a), &a), 1e-9);
    }
}

/// The square of what an entry is more than this.
fn square<T: Real>(a: &Matrix<T>, than: f64) -> T {
    let (l, v) = symmetric_eigen(a).expect("finite");
    let again = &v * Matrix::from_diagonal(l.as_slice()) * v.transposed();
    let more = again[(0, 1)] - than;
    more * more
}

#[test]
fn what_depends_on_the_choice_has_none() {
    let lost = |h: Matrix| assert!(h.iter().all(|h| h.is_nan()), "{h}");
    for values in [vec![1.0, 1.0, 3.0], vec![1.0, 1.0, 1.0, 3.0]] {
        let a = with_values(&values);
        let n = values.len();
        // One value, one vector, an entry of the matrix: its square, which has no gradient here, and a Hessian that vectors do not
        // tell.
        lost(wengert::hessian(|a| symmetric_eigen(a).expect("finite").0[(0, 0)], &a));
        lost(wengert::hessian(|a| symmetric_eigen(a).expect("finite").1[(0, 0)], &a));
        let at = a[(0, 1)];
        lost(wengert::hessian(|a| square(a, at), &a));
        lost(wengert::hvp(|a| square(a, at), &a, &noise(n, n)));
    }
}

#[test]
fn gradients_that_vanish_at_equal_values() {
    // At their minima: distances of the values to a target, and of the projector to itself.
    let identity = Matrix::<f64>::identity(3);
    let zero = wengert::gradient(
        |a| symmetric_eigen(a).expect("finite").0.iter().map(|&l| (l - 1.0) * (l - 1.0)).sum(),
        &identity,
    );
    assert!(zero.norm() < 1e-14);
    let a = with_values(&[2.0, 2.0, 5.0]);
    let twice = wengert::gradient(
        |a| symmetric_eigen(a).expect("finite").0.iter().take(2).map(|&l| (l - 2.0) * (l - 2.0)).sum(),
        &a,
    );
    assert!(twice.norm() < 1e-13, "{twice}");
    let low = with_values(&[0.0, 0.0, 5.0]);
    let rank = wengert::gradient(|a| symmetric_eigen(a).expect("finite").0.iter().take(2).map(|&l| l * l).sum(), &low);
    assert!(rank.norm() < 1e-13, "{rank}");
    let p = spectral_projector(&a, 0.0..3.0).unwrap();
    let distance = wengert::gradient(
        |a| {
            let v = symmetric_eigen(a).expect("finite").1.block(0..3, 0..2);
            let rest = &v * v.transposed() - Matrix::constant(&p);
            rest.dot(&rest)
        },
        &a,
    );
    assert!(distance.norm() < 1e-13, "{distance}");
}

/// Where the first axis is in the space of the two larger values, no vector of the two smaller ones has a part along it: an entry
/// that is 0 in every frame, and has another gradient in each.
#[test]
fn an_entry_that_is_zero_in_every_frame() {
    let a = Matrix::from_diagonal(&[2.0, 2.0, 1.0, 1.0]);
    let entry = |frame| linalg::in_frame(frame, || value_and_gradient(|a| symmetric_eigen(a).unwrap().1[(0, 0)], &a)).0;
    let ((y, g), (again, other)) = (entry(0), entry(1));
    assert!(y.abs() < 1e-15 && again.abs() < 1e-15 && (&g - &other).norm() > 0.1);
    // With that vector held fixed, an entry of the projector has the same value and the same adjoints: one sweep cannot
    // tell them apart, and this one has this gradient.
    let first = symmetric_eigen(&a).unwrap().1.block(0..4, 0..1);
    let of_space = |frame| {
        let run = || {
            gradient(
                |a| {
                    let v = symmetric_eigen(a).unwrap().1.block(0..4, 0..2);
                    linalg::matmul_transposed(&v, &v).matmul(&Matrix::constant(&first))[(0, 0)]
                },
                &a,
            )
        };
        linalg::in_frame(frame, run).0
    };
    close(&of_space(0), &g, 1e-14);
    close(&of_space(1), &g, 1e-14);
    let p = gradient(|a| spectral_projector(a, 0.0..1.5).unwrap().matmul(&Matrix::constant(&first))[(0, 0)], &a);
    close(&p, &g, 1e-14);
    // Second derivatives run in two frames, and see it.
    assert!(hessian(|a| symmetric_eigen(a).unwrap().1[(0, 0)], &a).iter().all(|h| h.is_nan()));
    let product: Result<_, linalg::Error> =
        linalg::try_value_and_hvp(|a| Ok(symmetric_eigen(a)?.1[(0, 0)]), &a, &noise(4, 4));
    assert!(matches!(product, Err(linalg::Error::Degenerate { pair: (0, 1), .. })), "{product:?}");
    let f = wengert::function!(|x| symmetric_eigen(&Matrix::from_vec(4, 4, x.to_vec())).unwrap().1[(0, 0)]);
    assert!(f.hessian(a.as_slice()).as_slice().iter().all(|h| h.is_nan()));
    assert!(first_entry::hessian(&a).as_slice().iter().all(|h| h.is_nan()));
    assert!(first_entry::hvp(&a, &noise(4, 4)).iter().all(|h| h.is_nan()));
}

#[differentiable]
fn first_entry(a: &Matrix<f64>) -> f64 {
    let (_, v) = linalg::symmetric_eigen(a).expect("finite");
    v[(0, 0)]
}
