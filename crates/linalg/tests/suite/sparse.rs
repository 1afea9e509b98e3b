//! Sparse matrices: what the laws of operations do not ask.

use forward::Dual;
use linalg::{Error, Matrix, SparseMatrix, SparsePattern, matmul};
use reverse::{Tape, Var};
use std::sync::Arc;

/// A grid's Laplacian with something added to its diagonal, the entries above the diagonal too.
fn grid(side: usize, more: f64) -> SparseMatrix {
    let mut triplets = Vec::new();
    for i in 0..side * side {
        triplets.push((i, i, 4.0 + more));
        for j in [i.wrapping_sub(1), i + 1, i.wrapping_sub(side), i + side] {
            let beside = j < side * side && (i / side == j / side || i % side == j % side);
            if beside {
                triplets.push((i, j, -1.0));
            }
        }
    }
    SparseMatrix::from_triplets(side * side, side * side, &triplets)
}

#[test]
fn against_dense_ones() {
    for side in [1, 2, 7] {
        let a = grid(side, 0.5);
        let n = side * side;
        let b = Matrix::from_fn(n, 2, |i, j| (1.0 + i as f64 * 0.3 + j as f64).sin());
        let (dense, tape) = (a.to_dense(), Tape::new());
        assert!((a.matmul(&b) - matmul(&dense, &b)).norm() < 1e-13);
        let x = a.solve(&b).unwrap();
        assert!((&x - dense.solve(&b).unwrap()).norm() < 1e-12);
        let factored = a.cholesky().unwrap();
        assert!((factored.solve(&b).unwrap() - &x).norm() < 1e-12);
        let expected = dense.cholesky().unwrap();
        assert!((factored.logdet().unwrap() - expected.logdet()).abs() < 1e-12 * n as f64);
        // The gradient of the determinant is the inverse, on the pattern.
        let vars = a.map(|v| tape.var(v));
        let g = vars.cholesky().unwrap().logdet().unwrap().grad();
        let by_entries = a.with_values(vars.values().map(|v| g.wrt(v))).to_dense();
        let inverse = expected.inverse().unwrap();
        for ((i, j), &entry) in a.to_dense().indexed() {
            let wanted = match () {
                () if entry == 0.0 || i < j => 0.0,
                () if i == j => inverse[(i, i)],
                () => 2.0 * inverse[(i, j)],
            };
            assert!((by_entries[(i, j)] - wanted).abs() < 1e-12, "{side}: {i} {j}");
        }
    }
}

/// A matrix with more rows than columns, with a band and a few entries elsewhere.
fn tall(n: usize) -> SparseMatrix {
    let mut triplets = Vec::new();
    for j in 0..n {
        for (k, i) in [2 * j, 2 * j + 1, 2 * j + 2, (7 * j + 3) % (2 * n + 1)].into_iter().enumerate() {
            triplets.push((i, j, 1.0 + (1.0 + (3 * j + 5 * k) as f64).sin()));
        }
    }
    SparseMatrix::from_triplets(2 * n + 1, n, &triplets)
}

#[test]
fn least_squares_against_dense_ones() {
    for n in [1, 2, 9, 40] {
        let a = tall(n);
        let b = Matrix::from_fn(2 * n + 1, 2, |i, j| (1.0 + i as f64 * 0.3 + j as f64).sin());
        let wanted = linalg::least_squares(&a.to_dense(), &b).unwrap();
        let found = a.qr().unwrap().solve(&b).unwrap();
        assert!((&found - &wanted).norm() < 1e-12 * (1.0 + wanted.norm()), "{n}");
        // Gradients: of the dense matrix, on the pattern.
        let (tape, weights) = (Tape::new(), Matrix::from_fn(n, 2, |i, j| (2 * i + j) as f64 * 0.1 - 0.5));
        let (vars, dense, of_b) = (a.map(|v| tape.var(v)), a.to_dense().map(|v| tape.var(v)), b.map(|v| tape.var(v)));
        let weights = Matrix::constant(&weights);
        let g = vars.least_squares(&of_b).unwrap().dot(&weights).grad();
        let h = linalg::least_squares(&dense, &of_b).unwrap().dot(&weights).grad();
        assert!((of_b.map(|v| g.wrt(v)) - of_b.map(|v| h.wrt(v))).norm() < 1e-11);
        let found = a.with_values(vars.values().map(|v| g.wrt(v))).to_dense();
        for ((i, j), &entry) in a.to_dense().indexed() {
            let wanted = if entry == 0.0 { 0.0 } else { h.wrt(dense[(i, j)]) };
            assert!((found[(i, j)] - wanted).abs() < 1e-10 * (1.0 + wanted.abs()), "{n}: {i} {j}");
        }
    }
}

#[test]
fn determinants_against_dense_ones() {
    for side in [1, 2, 7] {
        // Rows are exchanged, so that signs and orders show.
        let n = side * side;
        let plain = grid(side, 0.5);
        let entries: Vec<_> =
            plain.to_dense().indexed().map(|((i, j), &v)| ((i * 2 + 1) % (n | 1) % n, j, v)).collect();
        let regular = if side % 2 == 1 {
            entries
        } else {
            plain.to_dense().indexed().map(|((i, j), &v)| ((i + 1) % n, j, v)).collect()
        };
        let regular: Vec<_> = regular.into_iter().filter(|&(_, _, v)| v != 0.0).collect();
        let a = SparseMatrix::from_triplets(n, n, &regular);
        let dense = a.to_dense();
        let lu = a.lu().unwrap();
        assert!((lu.det().unwrap() / dense.det() - 1.0).abs() < 1e-12, "{side}");
        assert!((lu.logdet().unwrap() - dense.det().abs().ln()).abs() < 1e-11);
        let tape = Tape::new();
        let vars = a.map(|v| tape.var(v));
        let g = vars.lu().unwrap().logdet().unwrap().grad();
        let inverse = dense.inverse().unwrap();
        let by_entries = a.with_values(vars.values().map(|v| g.wrt(v))).to_dense();
        for ((i, j), &entry) in dense.indexed() {
            let wanted = if entry == 0.0 { 0.0 } else { inverse[(j, i)] };
            assert!((by_entries[(i, j)] - wanted).abs() < 1e-12, "{side}: {i} {j}");
        }
    }
}

#[test]
fn columns_that_depend_on_others() {
    let a = SparseMatrix::from_triplets(3, 2, &[(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 4.0)]);
    assert!(matches!(a.qr(), Err(Error::RankDeficient { .. })));
    let empty = SparseMatrix::from_triplets(3, 2, &[(0, 0, 1.0), (1, 0, 2.0)]);
    assert!(matches!(empty.least_squares(&Matrix::column(&[1.0; 3])), Err(Error::RankDeficient { column: 1, .. })));
    assert!(matches!(a.map(|v| v * f64::NAN).qr(), Err(Error::NotFinite { .. })));
    let none = SparseMatrix::<f64>::from_triplets(3, 0, &[]);
    assert_eq!(none.least_squares(&Matrix::column(&[1.0; 3])).unwrap().rows(), 0);
    let singular = SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 4.0)]);
    assert!(singular.lu().and_then(|lu| lu.det()).is_err());
}

#[test]
fn least_squares_with_rows_of_other_scales_have_their_derivatives() {
    // ((c, d), (a, 0), (0, b)) or, square, ((c, d), (a, 0)), as dense and as sparse matrices; one entry moves.
    for rows in [2, 3] {
        let (c, d, a, b) = (1.234567e8, 1.345678e8, 0.7, 1.3);
        let entries = [(0, 0, c), (0, 1, d), (1, 0, a), (2, 1, b)];
        for moving in 0..=rows {
            let seed = |k: usize, x: f64| Dual::<f64>::seeded(x, if k == moving { x } else { 0.0 });
            let all: Vec<_> = entries.iter().enumerate().map(|(k, &(i, j, x))| (i, j, seed(k, x))).collect();
            let triplets: Vec<_> = all.into_iter().filter(|&(i, ..)| i < rows).collect();
            let sparse = SparseMatrix::from_triplets(rows, 2, &triplets);
            let right = Matrix::from_fn(rows, 1, |i, _| Dual::<f64>::fixed([1.5, -0.4, 0.9][i]));
            let (found, dense) = (sparse.least_squares(&right), linalg::least_squares(&sparse.to_dense(), &right));
            for (found, dense) in found.unwrap().iter().zip(dense.unwrap().iter()) {
                assert!((found.tangent - dense.tangent).abs() < 1e-6, "{rows} {moving}: {found:?} {dense:?}");
            }
        }
    }
}

#[test]
fn least_squares_with_rows_of_other_scales_have_their_way_back() {
    // The solution does not depend on the large row's right-hand side as on the others.
    let entries = [(0, 0, 1.234567e8), (0, 1, 1.345678e8), (1, 0, 0.7), (2, 1, 1.3)];
    for rows in [2, 3] {
        let triplets: Vec<_> = entries.into_iter().filter(|&(i, ..)| i < rows).collect();
        let b = Matrix::from_fn(rows, 1, |i, _| [1.5, -0.4, 0.9][i]);
        let by_b = |dense: bool| -> Vec<f64> {
            let tape = Tape::new();
            let sparse = SparseMatrix::from_triplets(rows, 2, &triplets).map(|x| tape.var(x));
            let right = b.map(|b| tape.var(b));
            let x = match dense {
                true => linalg::least_squares(&sparse.to_dense(), &right),
                false => sparse.least_squares(&right),
            };
            let y = x.unwrap()[(1, 0)];
            let adjoints = y.grad();
            right.iter().map(|&b| adjoints.wrt(b)).collect()
        };
        for (found, dense) in by_b(false).into_iter().zip(by_b(true)) {
            assert!((found - dense).abs() <= 1e-6 * dense.abs(), "{rows}: {found:e} {dense:e}");
        }
    }
}

#[test]
fn least_squares_with_rows_of_three_scales_are_as_accurate_as_dense_ones() {
    let mut state = 12345u64 ^ 38;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
    };
    (0..9).for_each(|_| _ = noise());
    let places = (0..3).flat_map(|j| (0..5).map(move |i| (i, j))).filter(|&(i, j)| i != j);
    let entries: Vec<_> = places.map(|(i, j)| (i, j, noise() * [1e10, 1.0, 1e-10][i % 3])).collect();
    let b = Matrix::from_fn(5, 1, |_, _| noise());
    let weights: Vec<f64> = entries.iter().map(|_| noise()).collect();
    let along: Vec<_> =
        entries.iter().zip(&weights).map(|(&(i, j, x), w)| (i, j, Dual::<f64>::seeded(x, w * x.abs()))).collect();
    let sparse = SparseMatrix::from_triplets(5, 3, &along);
    let right = b.map(Dual::fixed);
    let found = sparse.least_squares(&right).unwrap().map(|x| x.tangent);
    let dense = linalg::least_squares(&sparse.to_dense(), &right).unwrap().map(|x| x.tangent);
    assert!((&found - &dense).norm() < 1e-5 * dense.norm(), "{found}{dense}");
    let tape = Tape::new();
    let vars: Vec<_> = entries.iter().map(|&(i, j, x)| (i, j, tape.var(x))).collect();
    let y = SparseMatrix::from_triplets(5, 3, &vars).least_squares(&b.map(Var::fixed)).unwrap().sum();
    let g = y.grad();
    let back: f64 = vars.iter().zip(&along).map(|((_, _, x), (_, _, d))| g.wrt(*x) * d.tangent).sum();
    assert!((back - dense.sum()).abs() < 1e-5 * dense.norm(), "{back} {dense}");
    let second = |is_dense: bool| {
        let tape = Tape::default();
        let vars: Vec<_> = along.iter().map(|&(i, j, x)| (i, j, tape.var(x))).collect();
        let (a, b) = (SparseMatrix::from_triplets(5, 3, &vars), b.map(|b| Var::fixed(Dual::fixed(b))));
        let y = if is_dense { linalg::least_squares(&a.to_dense(), &b) } else { a.least_squares(&b) };
        let g = y.unwrap().sum().grad();
        Matrix::column(&vars.iter().map(|(_, _, x)| g.wrt(*x).tangent).collect::<Vec<f64>>())
    };
    let (found, dense) = (second(false), second(true));
    assert!((&found - &dense).norm() < 1e-5 * dense.norm(), "{found}{dense}");
}

#[test]
#[should_panic(expected = "least squares by a sparse matrix of 2 x 3: it has more columns than rows")]
fn more_columns_than_rows() {
    let _ = SparseMatrix::from_triplets(2, 3, &[(0, 0, 1.0)]).qr();
}

#[test]
fn a_pattern_is_shared() {
    let pattern = Arc::new(SparsePattern::new(2, 2, [(0, 0), (1, 1), (1, 0)]));
    let a = SparseMatrix::new(Arc::clone(&pattern), vec![1.0, 2.0, 4.0]);
    assert_eq!(a.to_dense(), Matrix::from_rows([[1.0, 0.0], [2.0, 4.0]]));
    let b = a.map(|v| 2.0 * v);
    assert!(Arc::ptr_eq(a.pattern(), b.pattern()));
    assert_eq!(b.lu().unwrap().solve_transposed(&Matrix::column(&[2.0, 8.0])).unwrap().as_slice(), [-1.0, 1.0]);
}

#[test]
fn entries_of_one_place_are_added() {
    let a = SparseMatrix::from_triplets(2, 3, &[(1, 2, 1.0), (0, 0, 2.0), (1, 2, 0.5)]);
    assert_eq!(a.pattern().entries(), 2);
    assert_eq!(a.to_dense(), Matrix::from_rows([[2.0, 0.0, 0.0], [0.0, 0.0, 1.5]]));
}

#[test]
fn nothing_and_empty_columns() {
    let none = SparseMatrix::<f64>::from_triplets(0, 0, &[]);
    assert_eq!(none.matmul(&Matrix::zeros(0, 2)).shape(), Matrix::<f64>::zeros(0, 2).shape());
    let a = SparseMatrix::from_triplets(2, 3, &[(0, 1, 5.0)]);
    assert_eq!(a.matmul(&Matrix::column(&[1.0, 2.0, 3.0])).as_slice(), [10.0, 0.0]);
    assert_eq!(a.transposed_matmul(&Matrix::column(&[2.0, 3.0])).as_slice(), [0.0, 10.0, 0.0]);
}

#[test]
fn what_is_wrong_with_one() {
    let b = Matrix::column(&[1.0, 2.0]);
    let singular = SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 4.0)]);
    assert!(matches!(singular.solve(&b), Err(Error::Singular { .. } | Error::NoSolution { .. })));
    let empty_column = SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (1, 0, 1.0)]);
    assert!(matches!(empty_column.solve(&b), Err(Error::Singular { .. } | Error::NoSolution { .. })));
    let indefinite = SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (1, 0, 2.0), (1, 1, 1.0)]);
    assert!(matches!(indefinite.cholesky(), Err(Error::NotPositiveDefinite { pivot: 0 | 1, .. })));
    let nan = SparseMatrix::from_triplets(1, 1, &[(0, 0, f64::NAN)]);
    assert!(matches!(nan.lu(), Err(Error::NotFinite { .. })) && matches!(nan.cholesky(), Err(Error::NotFinite { .. })));
    assert!(nan.matmul(&Matrix::column(&[1.0]))[(0, 0)].is_nan());
}

#[test]
#[should_panic(expected = "an entry at (2, 0) of a sparse matrix of 2 x 2")]
fn an_entry_outside() {
    SparseMatrix::from_triplets(2, 2, &[(2, 0, 1.0)]);
}

#[test]
#[should_panic(expected = "the inner numbers differ")]
fn a_product_that_does_not_fit() {
    SparseMatrix::from_triplets(2, 3, &[(0, 0, 1.0)]).matmul(&Matrix::column(&[1.0, 2.0]));
}
