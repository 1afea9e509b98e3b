//! Shapes without entries, matrices without an answer, entries that are not numbers.

use linalg::{Error, Matrix, SparseMatrix, Triangle, View};
use reverse::{Tape, Var};

fn column(entries: &[f64]) -> Matrix {
    Matrix::column(entries)
}

#[test]
fn sizes_zero_and_one() {
    let none = Matrix::<f64>::zeros(0, 0);
    assert_eq!((none.det(), none.trace(), none.norm(), none.cholesky().unwrap().logdet()), (1.0, 0.0, 0.0, 0.0));
    let sparse = SparseMatrix::from_triplets(0, 0, &[]);
    let zeros = [
        none.trace(),
        none.norm(),
        none.sum(),
        none.dot(&none),
        none.cholesky().unwrap().logdet(),
        linalg::logdet(&none).unwrap(),
        sparse.lu().unwrap().logdet().unwrap(),
        sparse.cholesky().unwrap().logdet().unwrap(),
        linalg::nuclear_norm(&none).unwrap(),
    ];
    assert!(zeros.iter().all(|zero| zero.to_bits() == 0), "{zeros:?}");
    assert_eq!(none.solve(&Matrix::zeros(0, 3)).unwrap().shape(), Matrix::<f64>::zeros(0, 3).shape());
    assert_eq!(none.inverse().unwrap(), none);
    assert_eq!(Matrix::<f64>::zeros(2, 0).matmul(&Matrix::zeros(0, 3)), Matrix::zeros(2, 3));
    let (q, r) = Matrix::<f64>::zeros(3, 0).qr().unwrap();
    assert_eq!((q.rows(), q.columns(), r.rows()), (3, 0, 0));
    let one = column(&[4.0]);
    assert_eq!((one.det(), one.trace(), one.norm()), (4.0, 4.0, 4.0));
    assert_eq!(one.cholesky().unwrap().lower().unwrap(), column(&[2.0]));
    let tape = Tape::new();
    let none = Matrix::<Var<'_>>::zeros(0, 0);
    assert_eq!(none.det().inner(), 1.0);
    let x = Matrix::column(&[tape.var(4.0)]);
    assert_eq!(x.inverse().unwrap()[(0, 0)].grad().wrt(x[(0, 0)]), -1.0 / 16.0);
    let empty = Matrix::from_vec(0, 1, vec![]).above(&x).block(1..1, 0..1);
    assert_eq!(empty.matmul(&Matrix::from_vec(1, 0, vec![])).shape(), Matrix::<f64>::zeros(0, 0).shape());
}

#[test]
fn singular_and_indefinite_matrices_are_errors_with_the_numbers() {
    let singular = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]);
    assert_eq!(singular.solve(&column(&[1.0, 1.0])), Err(Error::Singular { pivot: 1, value: 0.0 }));
    assert_eq!(singular.inverse(), Err(Error::Singular { pivot: 1, value: 0.0 }));
    assert_eq!(linalg::logdet(&singular), Err(Error::Singular { pivot: 1, value: 0.0 }));
    assert_eq!(singular.det(), 0.0);
    let indefinite = Matrix::from_rows([[1.0, 2.0], [2.0, 1.0]]);
    assert_eq!(indefinite.cholesky().err(), Some(Error::NotPositiveDefinite { pivot: 1, value: -3.0 }));
    assert_eq!(
        linalg::solve_triangular(Triangle::LOWER, &Matrix::from_rows([[1.0, 0.0], [1.0, 0.0]]), &column(&[1.0, 1.0])),
        Err(Error::Singular { pivot: 1, value: 0.0 })
    );
    assert!(matches!(singular.qr(), Err(Error::RankDeficient { column: 1, .. })));
    assert!(matches!(Matrix::<f64>::zeros(2, 2).qr(), Err(Error::RankDeficient { column: 0, .. })));
    let tape = Tape::new();
    let x = Matrix::filled(7, 7, 1.0).map(|a| tape.var(a));
    assert!(x.solve(&Matrix::column(x.column_slice(0))).is_err());
    assert_eq!(tape.statistics().statements, 0);
}

#[test]
fn next_to_singular_matrices_are_errors_where_the_result_is_beyond_the_largest_number() {
    let beyond = |found: Result<Matrix, Error>| matches!(found, Err(Error::Overflow { .. }));
    for n in [1, 2, 9, 40] {
        let a = 1e-310 * Matrix::<f64>::identity(n);
        let b = Matrix::filled(n, 1, 1.0);
        let upper = Triangle::UPPER;
        assert!(beyond(a.solve(&b)) && beyond(a.lu().unwrap().solve_transposed(&b)) && beyond(a.inverse()), "{n}");
        assert!(beyond(linalg::solve_spd(&a, &b)) && beyond(a.cholesky().unwrap().inverse()), "{n}");
        assert!(beyond(linalg::solve_triangular(upper, &a, &b)), "{n}");
        assert!(beyond(linalg::pinv(&a)) && beyond(linalg::least_squares(&a, &b)), "{n}");
        let mut out = b.clone();
        assert!(beyond(linalg::solve_into(&a, &b, &mut out).map(|()| out)), "{n}");
        let tape = Tape::new();
        let x = a.map(|a| tape.var(a));
        let c = Matrix::constant(&b);
        assert!(x.solve(&c).is_err() && x.inverse().is_err() && linalg::solve_spd(&x, &c).is_err(), "{n}");
        let large = 1e308 * Matrix::<f64>::identity(n);
        for x in [linalg::least_squares(&large, &(1e308 * &b)), linalg::pinv(&large).map(|p| p.matmul(&(1e308 * &b)))] {
            assert!(x.unwrap().iter().all(|x| (x - 1.0).abs() < 1e-13), "{n}");
        }
        // What is not beyond it has its value, and NaN and infinity go on.
        let small = 1e-310 * &b;
        for x in [a.solve(&small), linalg::solve_spd(&a, &small), linalg::solve_triangular(upper, &a, &small)] {
            assert!(x.unwrap().iter().all(|x| (x - 1.0).abs() < 1e-10), "{n}");
        }
        assert!(a.solve(&(f64::NAN * &b)).unwrap().iter().all(|x| x.is_nan()), "{n}");
    }
    // A derivative beyond it is infinite, as a number's.
    for n in [1, 9] {
        let tape = Tape::new();
        let x = (1e-200 * Matrix::<f64>::identity(n)).map(|a| tape.var(a));
        let b = Matrix::constant(&Matrix::filled(n, 1, 1.0));
        for y in
            [x.solve(&b), x.cholesky().and_then(|x| x.solve(&b)), linalg::solve_triangular(Triangle::LOWER, &x, &b)]
        {
            assert_eq!(y.unwrap()[(0, 0)].grad().wrt(x[(0, 0)]), f64::NEG_INFINITY, "{n}");
        }
    }
}

#[test]
fn not_a_number_gives_not_a_number_or_an_error() {
    for bad in [f64::NAN, f64::INFINITY] {
        for place in 0..4 {
            let mut a = Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]);
            a.as_mut_slice()[place] = bad;
            let b = column(&[1.0, 2.0]);
            assert!(!a.matmul(&a).iter().all(|x| x.is_finite()));
            for result in [a.solve(&b), a.inverse(), a.cholesky().and_then(|a| a.solve(&b))] {
                assert!(result.is_err() || !result.unwrap().iter().all(|x| x.is_finite()) || bad == f64::INFINITY);
            }
            assert!(a.qr().is_err());
            assert!(!a.norm().is_finite());
            assert!(!a.det().is_finite());
            let tape = Tape::new();
            let x = a.map(|a| tape.var(a));
            let y = x.matmul(&x).sum() + x.norm() + x.det();
            let g = y.grad();
            assert!(x.iter().any(|&x| !g.wrt(x).is_finite()));
        }
    }
}

#[test]
fn determinants_are_beyond_the_numbers_only_where_they_are() {
    for n in [1, 2, 10] {
        // Pivots of other sizes, one after the other: their product on the way is 1e-400 or 1e400.
        for (first, then) in [(1e200, 1e-200), (1e-200, 1e200)] {
            let entries: Vec<f64> = [first, then].into_iter().flat_map(|x| vec![x; 2 * n]).collect();
            let a = Matrix::from_diagonal(&entries);
            assert!((a.det() - 1.0).abs() < 1e-13, "{n}: {}", a.det());
            let tape = Tape::new();
            let x = a.map(|a| tape.var(a));
            let g = x.det().grad();
            assert!(
                (g.wrt(x[(0, 0)]) * first - 1.0).abs() < 1e-13 && (g.wrt(x[(2 * n, 2 * n)]) * then - 1.0).abs() < 1e-13
            );
        }
        assert_eq!((1e200 * Matrix::<f64>::identity(2 * n)).det(), f64::INFINITY);
        assert_eq!(Matrix::from_diagonal(&[1e200, 1e200, 0.0]).det(), 0.0);
        assert_eq!((-1e-200 * Matrix::<f64>::identity(2 * n)).det(), 0.0);
    }
}

#[test]
fn a_determinant_out_of_range_has_its_derivatives() {
    for size in [1e200, 1e-200, -1e-200] {
        let tape = Tape::new();
        let x = (size * Matrix::<f64>::identity(2)).map(|a| tape.var(a));
        let g = x.det().grad();
        assert_eq!(Matrix::from_fn(2, 2, |i, j| g.wrt(x[(i, j)])), size * Matrix::identity(2), "{size}");
    }
}

#[test]
fn determinants_of_singular_matrices_have_derivatives() {
    // Rank 3 of 5: the first derivative vanishes, and so does the value; of rank 4 it does not.
    let rank = |r: usize| {
        let u = Matrix::from_fn(5, r, |i, j| ((3 * i + 5 * j + i * j) % 7) as f64 - 3.0);
        u.matmul(&u.transposed())
    };
    let tape = Tape::new();
    let x = rank(4).map(|a| tape.var(a));
    let g = x.det().grad();
    let adjugate = |i: usize, j: usize| {
        let minor = Matrix::from_fn(4, 4, |k, l| rank(4)[(k + usize::from(k >= i), l + usize::from(l >= j))]);
        if (i + j).is_multiple_of(2) { minor.det() } else { -minor.det() }
    };
    for ((i, j), &x) in x.indexed() {
        assert!((g.wrt(x) - adjugate(i, j)).abs() < 1e-9 * (1.0 + adjugate(i, j).abs()), "{i} {j}");
    }
    let x = rank(3).map(|a| tape.var(a));
    let g = x.det().grad();
    assert!(x.iter().all(|&x| g.wrt(x).abs() < 1e-8));
}

#[test]
fn the_symmetric_part_is_meant() {
    let a = Matrix::from_rows([[4.0, 3.0], [1.0, 5.0]]);
    let symmetric = Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]);
    assert_eq!(a.cholesky().unwrap().lower().unwrap(), symmetric.cholesky().unwrap().lower().unwrap());
    let tape = Tape::new();
    let x = a.map(|a| tape.var(a));
    let g = x.cholesky().unwrap().logdet().grad();
    assert_eq!(g.wrt(x[(0, 1)]), g.wrt(x[(1, 0)]));
}

#[test]
fn norms_at_zero_and_of_huge_numbers() {
    let tape = Tape::new();
    let x = column(&[0.0, 0.0]).map(|a| tape.var(a));
    let g = x.norm().grad();
    assert_eq!((g.wrt(x[(0, 0)]), g.wrt(x[(1, 0)])), (0.0, 0.0));
    let tape = Tape::<forward::Dual>::default();
    let x = column(&[0.0, 0.0]).map(|a| tape.var(forward::Dual::variable(a)));
    let g = x.norm().grad().wrt(x[(0, 0)]);
    assert!(g.value == 0.0 && g.tangent.is_nan(), "{g:?}");
    assert!((column(&[3e200, 4e200]).norm() / 5e200 - 1.0).abs() < 1e-15);
    assert!((column(&[3e-200, 4e-200]).norm() / 5e-200 - 1.0).abs() < 1e-15);
}

#[test]
fn recorded_programs_choose_pivots_when_they_run() {
    let program = program::Program::record_at(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], |x| {
        let a = Matrix::from_vec(2, 2, x[..4].to_vec());
        a.solve(&Matrix::column(&x[4..])).expect("regular where it is recorded").into_vec()
    })
    .unwrap();
    let solved = program.eval(&[1.0, 2.0, 3.0, 5.0, 4.0, 7.0]).unwrap();
    let at = Matrix::from_rows([[1.0, 3.0], [2.0, 5.0]]).solve(&column(&[4.0, 7.0])).unwrap();
    assert_eq!(solved, at.as_slice());
    let solved = program.eval(&[2.0, 1.0, 3.0, 5.0, 4.0, 7.0]).unwrap();
    let at = Matrix::from_rows([[2.0, 3.0], [1.0, 5.0]]).solve(&column(&[4.0, 7.0])).unwrap();
    assert_eq!(solved, at.as_slice(), "with the other pivot");
    let free =
        program::Program::record(4, |x| vec![Matrix::from_vec(2, 2, x.to_vec()).matmul(&Matrix::identity(2)).sum()]);
    assert_eq!(free.unwrap().eval(&[1.0, 2.0, 3.0, 4.0]).unwrap(), [10.0]);
}

macro_rules! panics {
    ($($name:ident: $expected:literal, $body:expr;)*) => {$(
        #[test]
        #[should_panic(expected = $expected)]
        fn $name() {
            let a = Matrix::<f64>::zeros(2, 3);
            let b = Matrix::<f64>::zeros(2, 2);
            let _ = $body(a, b);
        }
    )*};
}
panics! {
    products: "a matrix of 2 x 3 times one of 2 x 2: the inner numbers differ", |a: Matrix, b: Matrix| a.matmul(&b);
    transposed_products: "a matrix of 2 x 3, transposed, times one of 3 x 2: the inner", |a: Matrix, _| linalg::transposed_matmul(&a, &a.transposed());
    products_with_transposes: "a matrix of 2 x 3 times one of 3 x 2, transposed: the inner", |a: Matrix, _| linalg::matmul_transposed(&a, &a.transposed());
    sums: "a matrix of 2 x 3 plus one of 2 x 2", |a: Matrix, b: Matrix| a + b;
    differences: "a matrix of 2 x 3 minus one of 2 x 2", |a: Matrix, b: Matrix| a - b;
    determinants: "the determinant of a matrix of 2 x 3: it is not square", |a: Matrix, _| a.det();
    factors: "the Cholesky factorisation of a matrix of 2 x 3", |a: Matrix, _| a.cholesky();
    systems: "a system with a matrix of 2 x 2 and a right-hand side of 3 x 2", |a: Matrix, b: Matrix| b.solve(&a.transposed());
    wide: "it has more columns than rows", |a: Matrix, _| a.qr();
    open: "least squares with a matrix of 2 x 3: many solutions are as good; take `pinv`", |a: Matrix, b: Matrix| linalg::least_squares(&a, &b);
    entries: "entry (2, 0) of a matrix of 2 x 3", |a: Matrix, _| a[(2, 0)];
    blocks: "block 0..3 by 0..1 of a matrix of 2 x 3", |a: Matrix, _| a.block(0..3, 0..1);
    lists: "3 entries do not make a matrix of 2 x 2", |_, _| Matrix::from_vec(2, 2, vec![0.0; 3]);
    inner: "the inner product of matrices of 2 x 3 and 2 x 2", |a: Matrix, b: Matrix| a.dot(&b);
}

#[test]
fn matrices_print() {
    let a = Matrix::from_rows([[1.0, -2.5], [10.0, 4.0]]);
    assert_eq!(a.to_string(), "   1 -2.5\n  10    4");
    assert_eq!(format!("{a:.1}"), " 1.0 -2.5\n10.0  4.0");
    assert_eq!(format!("{a:?}"), "Matrix 2 x 2 [[1.0, -2.5], [10.0, 4.0]]");
}

#[test]
fn views_rows_and_blocks() {
    let a = Matrix::from_fn(20, 35, |i, j| (100 * i + j) as f64);
    assert!(a.transposed().indexed().all(|((i, j), &x)| x == (100 * j + i) as f64));
    assert_eq!(a.row_entries(1).nth(2), Some(102.0));
    assert_eq!(a.column_slice(3)[1], 103.0);
    assert_eq!((a.get(19, 34), a.get(20, 0), a.get(0, 35)), (Some(&1934.0), None, None));
    let mut b = Matrix::zeros(3, 3);
    b.set_block(1, 1, &Matrix::filled(2, 2, 5.0));
    assert_eq!((b.sum(), b.beside(&b).columns(), b.above(&b).rows()), (20.0, 6, 6));
    assert_eq!(View::from(&b).column(1), [0.0, 5.0, 5.0]);
    assert_eq!(b.reshaped(1, 9).columns(), 9);
}

/// Large terms that cancel leave what is small, also over `f32` and on the way back.
#[test]
fn products_of_single_precision_are_summed_in_double() {
    let tape = Tape::<f32>::default();
    let weights = Matrix::from_fn(4, 4, |_, k| [1.0, 1e9, -1e9, 0.0][k]);
    let a = Matrix::from_list(4, 4, tape.list(weights.as_slice()));
    let b = Matrix::from_list(4, 4, tape.list(&[1.0; 16]));
    let y = linalg::matmul(&a, &b);
    assert_eq!(y[(0, 0)].inner(), 1.0);
    let loss = linalg::dot(&Matrix::constant(&weights), &y);
    let adjoints = tape.adjoints(&[(loss, 1.0)]);
    let mut by_a = [0.0; 16];
    adjoints.wrt_list(a.as_list(), &mut by_a);
    assert_eq!(by_a, [1.0; 16]);
}

/// Squares of entries that overflow or vanish, of any order of rotations.
#[test]
fn values_of_matrices_far_from_one() {
    for n in [2, 3, 4, 5] {
        let a = Matrix::from_fn(n, n, |i, j| ((1 + i * n + j) as f64).sin());
        let symmetric = &a + &a.transposed();
        let singular = linalg::singular_values(&a).unwrap();
        let eigen = linalg::symmetric_eigenvalues(&symmetric).unwrap();
        for size in [1e-98, 1e-40, 1e40, 1e98] {
            let found = linalg::singular_values(&(size * &a)).unwrap();
            assert!((&found - size * &singular).norm() < 1e-14 * found.norm(), "{n} {size}: {found} {singular}");
            let found = linalg::symmetric_eigenvalues(&(size * &symmetric)).unwrap();
            assert!((&found - size * &eigen).norm() < 1e-14 * found.norm(), "{n} {size}: {found} {eigen}");
        }
    }
}

/// Of numbers far from one the power of ten, and of what was asked for the name.
#[test]
fn errors_can_be_read() {
    let said = |found: Result<Matrix, linalg::Error>| found.unwrap_err().to_string();
    let a = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]);
    let dependent = said(a.qr().map(|(_, r)| r));
    assert!(dependent.contains("of column 1 a part of ") && dependent.contains("e-17 is left"), "{dependent}");
    assert!(said(a.inverse()).contains("is 0;"));
    let negative = said((-1e-200 * &a).cholesky().and_then(|a| a.lower()));
    assert!(negative.contains("pivot 0 is -1e-200;"), "{negative}");
    let branch = said(linalg::logm(&Matrix::from_diagonal(&[-1e20, 1.0])));
    assert!(branch.contains("the logarithm of a matrix met the eigenvalue -1e20,"), "{branch}");
}
