//! Matrices of all sizes, also those that go to faer where that is there.

use forward::Dual;
use linalg::{
    Mask, Matrix, Triangle, dot, least_squares, matmul_into, qr, solve_triangular, svd, symmetric_eigen,
    transposed_matmul,
};
use reverse::{Tape, Var};
use rules::Real;

fn noise(rows: usize, columns: usize, seed: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| (seed as f64 + (7 * i + 3 * j + 5 * i * j) as f64 * 0.7).sin())
}

#[track_caller]
fn near(what: &str, n: usize, a: &Matrix, b: &Matrix) {
    let error = (a - b).norm() / (1.0 + b.norm());
    assert!(error < 1e-10, "{what} of {n}: {error}");
}

#[test]
fn factors_make_the_matrix() {
    for n in [1, 2, 3, 5, 8, 17, 31, 32, 33, 64, 70] {
        let m = noise(n, n, 1) + (n as f64).sqrt() * Matrix::<f64>::identity(n);
        let identity = Matrix::identity(n);
        let a = m.matmul(&m.transposed()) + &identity;
        let slow = Matrix::from_fn(n, n, |i, j| (0..n).map(|k| m[(i, k)] * m[(j, k)]).sum::<f64>()) + &identity;
        near("product", n, &a, &slow);
        near("transposed product", n, &transposed_matmul(&m.transposed(), &m.transposed()), &(&slow - &identity));
        let factored = a.cholesky().unwrap();
        let l = factored.lower().unwrap();
        near("Cholesky", n, &l.matmul(&l.transposed()), &a);
        assert!(l.indexed().all(|((i, j), &x)| i >= j || x == 0.0));
        near("inverse of Cholesky", n, &factored.inverse().unwrap().matmul(&a), &identity);
        let b = noise(n, 3, 2);
        near("solution by Cholesky", n, &a.matmul(&factored.solve(&b).unwrap()), &b);
        near("solution by LU", n, &m.matmul(&m.solve(&b).unwrap()), &b);
        let lu = m.lu().unwrap();
        near("transposed solution", n, &transposed_matmul(&m, &lu.solve_transposed(&b).unwrap()), &b);
        near("inverse", n, &lu.inverse().unwrap().matmul(&m), &identity);
        assert!((a.lu().unwrap().logdet().unwrap() - factored.logdet()).abs() < 1e-9 * n as f64);
        assert!((m.det().abs().ln() - lu.logdet().unwrap()).abs() < 1e-9 * n as f64);
        for triangle in [Triangle::LOWER, Triangle::LOWER.transposed()] {
            let x = solve_triangular(triangle, &l, &b).unwrap();
            let back = if triangle.transposed { transposed_matmul(&l, &x) } else { l.matmul(&x) };
            near("triangular solution", n, &back, &b);
        }
        let (q, r) = qr(&m).unwrap();
        near("QR", n, &q.matmul(&r), &m);
        near("Q", n, &transposed_matmul(&q, &q), &identity);
        let (values, v) = symmetric_eigen(&a).unwrap();
        near("eigenvectors", n, &transposed_matmul(&v, &v), &identity);
        near("eigenvalues", n, &(&v * Matrix::from_diagonal(values.as_slice()) * v.transposed()), &a);
        assert!(values.as_slice().is_sorted());
        let tall = noise(n + 3, n, 3) + Matrix::from_fn(n + 3, n, |i, j| if i == j { 3.0 } else { 0.0 });
        let (u, s, v) = svd(&tall).unwrap();
        near("singular values", n, &(&u * Matrix::from_diagonal(s.as_slice()) * v.transposed()), &tall);
        near("left vectors", n, &transposed_matmul(&u, &u), &identity);
        assert!(s.as_slice().iter().rev().is_sorted());
        let x = least_squares(&tall, &noise(n + 3, 2, 4)).unwrap();
        let rest = noise(n + 3, 2, 4) - &tall * x;
        near("least squares", n, &transposed_matmul(&tall, &rest), &Matrix::zeros(n, 2));
    }
}

#[test]
fn one_record_for_any_size() {
    let tape = Tape::new();
    let n = 50;
    let m = noise(n, n, 1) + 8.0 * Matrix::<f64>::identity(n);
    let x = m.map(|a| tape.var(a));
    let before = tape.statistics();
    let product = x.matmul(&x);
    let after = tape.statistics();
    assert_eq!(after.partials, before.partials, "no partials, and a place for each number of the result");
    assert_eq!(after.statements - before.statements, n * n);
    let y: Var = product.trace() + x.lu().unwrap().logdet().unwrap();
    let g = y.grad();
    let wanted = 2.0 * m.transposed() + m.inverse().unwrap().transposed();
    near("gradient", n, &x.map(|x| g.wrt(x)), &wanted);
}

#[test]
fn singular_matrices_of_any_size_are_errors() {
    for n in [3, 40] {
        let mut a = noise(n, n, 1) + 8.0 * Matrix::<f64>::identity(n);
        for i in 0..n {
            a[(i, 1)] = 0.0;
        }
        assert!(a.solve(&noise(n, 1, 2)).is_err());
        assert_eq!(a.det(), 0.0);
        let mut b = Matrix::<f64>::identity(n);
        b[(n - 1, n - 1)] = -1.0;
        assert_eq!(b.cholesky().err(), Some(linalg::Error::NotPositiveDefinite { pivot: n - 1, value: -1.0 }));
        b[(n - 1, n - 1)] = f64::NAN;
        assert!(b.cholesky().is_err() && b.lu().is_err());
    }
}

/// A loss of a positive definite matrix.
fn loss<T: Real>(a: &Matrix<T>) -> T {
    let n = a.rows();
    let factored = a.cholesky().unwrap();
    let (w, b) = (Matrix::constant(&noise(n, n, 5)), Matrix::constant(&noise(n, 2, 6)));
    let inverse = factored.inverse().unwrap();
    dot(&w, &factored.lower().unwrap())
        + factored.logdet()
        + dot(&b, &factored.solve(&b).unwrap())
        + 0.1 * dot(&w, &inverse)
}

#[test]
fn modes_agree_at_any_size_to_the_second_order() {
    for n in [3, 20, 33, 70, 101] {
        let m = noise(n, n, 1) + (n as f64).sqrt() * Matrix::<f64>::identity(n);
        let (a, v) = (m.matmul(&m.transposed()), noise(n, n, 9));
        let forward = loss(&Matrix::from_fn(n, n, |i, j| {
            let inner = Dual::seeded(a[(i, j)], v[(i, j)]);
            Dual::new(inner, Dual::fixed(v[(i, j)]))
        }));
        let tape = Tape::default();
        let seeded: Vec<Dual> = a.iter().zip(&v).map(|(&a, &v)| Dual::seeded(a, v)).collect();
        let x = Matrix::from_list(n, n, tape.list(&seeded));
        let mut found = vec![Dual::fixed(0.0); n * n];
        loss(&x).grad().wrt_list(x.as_list(), &mut found);
        let along = |part: fn(&Dual) -> f64| found.iter().zip(&v).map(|(g, v)| part(g) * v).sum::<f64>();
        let (first, second) = (along(|g| g.value), along(|g| g.tangent));
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{n}: {a} and {b}");
        near(first, forward.value.tangent);
        near(second, forward.tangent.tangent);
        // The derivatives by an entry and by its mirror image are the same.
        let g = Matrix::from_vec(n, n, found.iter().map(|g| g.value).collect());
        assert!((&g - g.transposed()).norm() < 1e-12 * (1.0 + g.norm()));
    }
}

#[test]
fn a_product_in_memory_of_ones_own() {
    for n in [0, 1, 6, 12, 40] {
        let (a, b) = (noise(n, n + 1, 1), noise(n + 1, 3, 2));
        let mut out = Matrix::filled(n, 3, f64::NAN);
        matmul_into(&a, &b, &mut out);
        assert_eq!(out, a.matmul(&b));
    }
}

#[test]
fn a_matrix_in_one_piece_is_like_any_other() {
    let tape = Tape::new();
    let (a, b) = (noise(9, 9, 1), noise(9, 9, 2));
    let x = Matrix::from_list(9, 9, tape.list(a.as_slice()));
    let one_by_one = a.map(|a| tape.var(a));
    let b = Matrix::constant(&b);
    let both = [&x, &one_by_one].map(|x| {
        let mut y = x.matmul(x) - x + &b;
        y += x;
        y -= &x.transposed();
        let mut z = y.clone();
        z[(1, 1)] = z[(0, 2)] * x[(4, 4)];
        let loss = z.dot(&y) + y.block(1..3, 2..4).sum() + x.clone().into_vec()[7];
        let g = loss.grad();
        (loss.inner(), x.map(|x| g.wrt(x)))
    });
    let [(y, g), (one, by_one)] = &both;
    assert_eq!(y, one);
    near("gradient", 9, g, by_one);
}

#[test]
fn entries_across_the_diagonal_at_any_size() {
    for (m, n) in [(0, 0), (0, 9), (9, 0), (1, 9), (9, 1), (7, 12), (8, 8), (9, 8), (20, 35), (64, 31), (300, 7)] {
        let a = noise(m, n, 3);
        assert_eq!(a.transposed(), Matrix::from_fn(n, m, |i, j| a[(j, i)]), "{m} x {n}");
        let duals = a.map(|x| Dual::<f64>::seeded(x, 2.0 * x)).transposed();
        assert!(duals.indexed().all(|((i, j), x)| x.tangent == 2.0 * a[(j, i)]), "{m} x {n}");
    }
    // From 256 rows on in tiles of 32, of which the last may be less.
    for n in [1, 2, 5, 17, 40, 255, 256, 257, 287, 300] {
        let mut a = noise(n, n, 3);
        // Twice that is infinite.
        a[(n - 1, n - 1)] = f64::MAX;
        let half = |sign: f64| Matrix::from_fn(n, n, |i, j| (a[(i, j)] + sign * a[(j, i)]) * 0.5);
        let mut symmetric = half(1.0);
        (0..n).for_each(|i| symmetric[(i, i)] = a[(i, i)]);
        assert_eq!(Mask::Symmetric.of(&a), symmetric, "{n}");
        assert_eq!(Mask::Antisymmetric.of(&a), half(-1.0), "{n}");
    }
}

#[test]
fn inverses_move_as_products_of_them_say() {
    for n in [31, 64, 255, 300] {
        let m = noise(n, n, 1);
        let a = m.matmul(&m.transposed()) + (n as f64) * Matrix::<f64>::identity(n);
        let y = a.cholesky().unwrap().inverse().unwrap();
        // Of a diagonal matrix no product is formed.
        let noise_alone = Matrix::from_diagonal(noise(n, 1, 3).as_slice());
        for (what, x) in [("any", noise(n, n, 2)), ("diagonal", noise_alone)] {
            let moved = Matrix::from_fn(n, n, |i, j| Dual::seeded(a[(i, j)], x[(i, j)]));
            let found = moved.cholesky().unwrap().inverse().unwrap().map(|y| y.tangent);
            let expected = -(&y * Mask::Symmetric.of(&x) * &y);
            near("inverse of Cholesky, its tangent", n, &found, &expected);
            let error = (&found - &expected).norm() / expected.norm();
            assert!(error < 1e-12 && found == found.transposed(), "{what} {n}: {error}");
        }
    }
}

#[test]
fn products_of_all_shapes() {
    const SIZES: [usize; 8] = [0, 1, 2, 3, 8, 9, 17, 33];
    for (m, k, n) in SIZES.iter().flat_map(|&m| SIZES.iter().flat_map(move |&k| SIZES.iter().map(move |&n| (m, k, n))))
    {
        let (a, b) = (noise(m, k, 1), noise(k, n, 2));
        let slow = Matrix::from_fn(m, n, |i, j| (0..k).map(|l| a[(i, l)] * b[(l, j)]).sum::<f64>());
        near("A B", n, &a.matmul(&b), &slow);
        near("A^T B", n, &a.transposed().transposed_matmul(&b), &slow);
        near("A B^T", n, &a.matmul_transposed(&b.transposed()), &slow);
        let tape = Tape::new();
        let (x, y) = (a.map(|a| tape.var(a)), b.map(|b| tape.var(b)));
        let adjoints = dot(&Matrix::constant(&slow), &x.matmul(&y));
        if m * k * n == 0 {
            assert_eq!(adjoints.inner(), 0.0);
            continue;
        }
        let adjoints = adjoints.grad();
        near("by A", n, &x.map(|x| adjoints.wrt(x)), &slow.matmul_transposed(&b));
        near("by B", n, &y.map(|y| adjoints.wrt(y)), &a.transposed_matmul(&slow));
    }
}
