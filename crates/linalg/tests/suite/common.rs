//! Operations as functions from a list of numbers to a list, to be held against each other in every engine.

#![allow(dead_code)]

use linalg::*;
use rules::{Number, Scalar};

/// A function of the entries of matrices, and a point.
pub(crate) trait Case {
    fn name(&self) -> &'static str;
    fn at(&self) -> Vec<f64>;
    fn eval<T: Number>(&self, x: &[T]) -> Result<Vec<T>, Error>;
}

/// What is done with each case.
pub(crate) trait Check {
    fn check<C: Case>(&mut self, case: &C);
}

/// Numbers between -1 and 1 in no order.
pub(crate) fn noise(len: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..len).map(next).collect()
}

/// A positive definite matrix, and one that is not symmetric with a good condition, column by column.
pub(crate) fn positive(n: usize, seed: u64) -> Vec<f64> {
    let m = Matrix::from_vec(n, n, noise(n * n, seed));
    (&m * &m.transposed() + Matrix::identity(n)).into_vec()
}

pub(crate) fn regular(n: usize, seed: u64) -> Vec<f64> {
    (Matrix::from_vec(n, n, noise(n * n, seed)) + 1.5 * Matrix::<f64>::identity(n)).into_vec()
}

pub(crate) fn part<T: Number>(x: &mut &[T], rows: usize, columns: usize) -> Matrix<T> {
    let (own, rest) = x.split_at(rows * columns);
    *x = rest;
    Matrix::from_vec(rows, columns, own.to_vec())
}

pub(crate) fn scaled(size: f64, len: usize, seed: u64) -> Vec<f64> {
    noise(len, seed).into_iter().map(|x| size * x).collect()
}

/// Covariances of three points with two others, of two coordinates.
pub(crate) fn kernel<T: Number>(kind: Covariance, x: &mut &[T], lengths: usize) -> Vec<T> {
    let (points, others, lengths) = (part(x, 3, 2), part(x, 2, 2), part(x, lengths, 1));
    let variance = part(x, 1, 1);
    kind.matrix(&points, &others, &lengths, variance[(0, 0)], &Matrix::identity(1)).into_vec()
}

/// A sparse matrix with these entries.
pub(crate) fn sparse<T: Number>(
    x: &mut &[T],
    rows: usize,
    columns: usize,
    places: &[(usize, usize)],
) -> SparseMatrix<T> {
    let values = part(x, places.len(), 1);
    let triplets: Vec<_> = places.iter().zip(&values).map(|(&(i, j), &value)| (i, j, value)).collect();
    SparseMatrix::from_triplets(rows, columns, &triplets)
}

macro_rules! cases {
    ($($name:ident: [$($start:expr),*], |$x:ident| $body:expr;)*) => {
        #[allow(non_camel_case_types)]
        mod each {$(
            pub(crate) struct $name;
        )*}
        $(
            impl Case for each::$name {
                fn name(&self) -> &'static str {
                    stringify!($name)
                }
                fn at(&self) -> Vec<f64> {
                    [$($start),*].concat()
                }
                fn eval<T: Number>(&self, mut $x: &[T]) -> Result<Vec<T>, Error> {
                    let $x = &mut $x;
                    $body
                }
            }
        )*
        pub(crate) fn all(check: &mut impl Check) {
            $(check.check(&each::$name);)*
        }
    };
}

cases! {
    matmul: [noise(6, 1), noise(6, 2)], |x| Ok(part(x, 2, 3).matmul(&part(x, 3, 2)).into_vec());
    matmul_of_five: [noise(15, 1), noise(10, 2)], |x| Ok(part(x, 3, 5).matmul(&part(x, 5, 2)).into_vec());
    transposed_matmul: [noise(6, 1), noise(9, 2)], |x| Ok(transposed_matmul(&part(x, 3, 2), &part(x, 3, 3)).into_vec());
    matmul_transposed: [noise(6, 1), noise(9, 2)], |x| Ok(matmul_transposed(&part(x, 2, 3), &part(x, 3, 3)).into_vec());
    outer: [noise(3, 1), noise(2, 2)], |x| Ok(outer(&part(x, 3, 1), &part(x, 2, 1)).into_vec());
    dot: [noise(4, 1), noise(4, 2)], |x| Ok(vec![dot(&part(x, 2, 2), &part(x, 2, 2))]);
    quadratic_form: [noise(9, 1), noise(3, 2)], |x| Ok(vec![quadratic_form(&part(x, 3, 3), &part(x, 3, 1))]);
    trace: [noise(9, 1)], |x| Ok(vec![trace(&part(x, 3, 3))]);
    norm: [noise(6, 1)], |x| Ok(vec![norm(&part(x, 2, 3))]);
    kron: [noise(4, 1), noise(2, 2)], |x| Ok(kron(&part(x, 2, 2), &part(x, 1, 2)).into_vec());
    lower: [regular(3, 1), noise(6, 2)], |x| Ok(solve_triangular(Triangle::LOWER, &part(x, 3, 3), &part(x, 3, 2))?.into_vec());
    upper: [regular(3, 1), noise(6, 2)], |x| Ok(solve_triangular(Triangle::UPPER, &part(x, 3, 3), &part(x, 3, 2))?.into_vec());
    lower_transposed: [regular(3, 1), noise(6, 2)], |x| {
        Ok(solve_triangular(Triangle::LOWER.transposed(), &part(x, 3, 3), &part(x, 3, 2))?.into_vec())
    };
    upper_transposed_unit: [regular(3, 1), noise(6, 2)], |x| {
        Ok(solve_triangular(Triangle::UPPER.transposed().unit(), &part(x, 3, 3), &part(x, 3, 2))?.into_vec())
    };
    cholesky_lower: [positive(4, 3)], |x| Ok(part(x, 4, 4).cholesky()?.lower()?.into_vec());
    solve_spd: [positive(3, 3), noise(6, 4)], |x| Ok(part(x, 3, 3).cholesky()?.solve(&part(x, 3, 2))?.into_vec());
    inverse_spd: [positive(3, 3)], |x| Ok(part(x, 3, 3).cholesky()?.inverse()?.into_vec());
    logdet_spd: [positive(3, 3)], |x| Ok(vec![part(x, 3, 3).cholesky()?.logdet()]);
    solve: [regular(3, 5), noise(6, 4)], |x| Ok(solve(&part(x, 3, 3), &part(x, 3, 2))?.into_vec());
    solve_pivoted: [vec![0.0, 2.0, 1.0, 1.0], noise(2, 4)], |x| Ok(solve(&part(x, 2, 2), &part(x, 2, 1))?.into_vec());
    solve_transposed: [regular(3, 5), noise(6, 4)], |x| Ok(part(x, 3, 3).lu()?.solve_transposed(&part(x, 3, 2))?.into_vec());
    inverse: [regular(3, 5)], |x| Ok(inverse(&part(x, 3, 3))?.into_vec());
    inverse_of_lu: [regular(4, 5)], |x| Ok(part(x, 4, 4).lu()?.inverse()?.into_vec());
    det: [regular(4, 5)], |x| Ok(vec![det(&part(x, 4, 4))]);
    det_of_singular: [vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]], |x| Ok(vec![det(&part(x, 3, 3))]);
    det_of_zeros: [vec![0.0; 4]], |x| Ok(vec![det(&part(x, 2, 2))]);
    logdet: [regular(4, 6)], |x| Ok(vec![logdet(&part(x, 4, 4))?]);
    qr: [noise(12, 7)], |x| part(x, 4, 3).qr().map(|(q, r)| [q.into_vec(), r.into_vec()].concat());
    least_squares: [noise(12, 7), noise(8, 8)], |x| Ok(least_squares(&part(x, 4, 3), &part(x, 4, 2))?.into_vec());
    expm: [noise(9, 11)], |x| Ok(expm(&part(x, 3, 3))?.into_vec());
    expm_of_small: [scaled(0.01, 9, 11)], |x| Ok(expm(&part(x, 3, 3))?.into_vec());
    expm_of_large: [scaled(4.0, 16, 11)], |x| {
        Ok(expm(&part(x, 4, 4))?.map(|x| x * T::constant(T::Scalar::from_f64(0.01))).into_vec())
    };
    expm_multiply: [scaled(2.0, 9, 12), noise(6, 13)], |x| {
        Ok(expm_multiply(&part(x, 3, 3), &part(x, 3, 2))?.into_vec())
    };
    sylvester: [regular(3, 21), regular(2, 22), noise(6, 23)], |x| {
        let (a, b) = (part(x, 3, 3), part(x, 2, 2));
        Ok(sylvester(&a, &b, &part(x, 3, 2))?.into_vec())
    };
    lyapunov: [regular(3, 21), noise(9, 23)], |x| Ok(lyapunov(&part(x, 3, 3), &part(x, 3, 3))?.into_vec());
    sqrtm: [regular(3, 24)], |x| Ok(sqrtm(&part(x, 3, 3))?.into_vec());
    logm: [regular(3, 24)], |x| Ok(logm(&part(x, 3, 3))?.into_vec());
    pinv_of_tall: [noise(12, 31)], |x| Ok(pinv(&part(x, 4, 3))?.into_vec());
    pinv_of_wide: [noise(12, 31)], |x| Ok(pinv(&part(x, 3, 4))?.into_vec());
    pinv_of_square: [regular(3, 32)], |x| Ok(pinv(&part(x, 3, 3))?.into_vec());
    polar: [noise(12, 33)], |x| {
        let (u, h) = polar(&part(x, 4, 3))?;
        Ok([u.into_vec(), h.into_vec()].concat())
    };
    nuclear_norm: [noise(12, 34)], |x| Ok(vec![nuclear_norm(&part(x, 3, 4))?]);
    nuclear_norm_of_equal: [vec![0.0, 2.0, -2.0, 0.0]], |x| Ok(vec![nuclear_norm(&part(x, 2, 2))?]);
    spectral_norm: [noise(12, 38)], |x| Ok(vec![spectral_norm(&part(x, 3, 4))?]);
    // Of rank one, and with a smaller value that is there twice.
    spectral_norm_of_low_rank: [vec![1.0, 2.0, -1.0, 0.5, 1.0, -0.5, -2.0, -4.0, 2.0]], |x| {
        Ok(vec![spectral_norm(&part(x, 3, 3))?])
    };
    spectral_norm_of_equal: [vec![0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]], |x| {
        Ok(vec![spectral_norm(&part(x, 4, 3))?])
    };
    spectral_norm_of_a_column: [noise(3, 38)], |x| Ok(vec![spectral_norm(&part(x, 3, 1))?]);
    softmax: [noise(8, 35)], |x| Ok(softmax(&part(x, 4, 2)).into_vec());
    log_softmax: [scaled(100.0, 8, 35)], |x| Ok(log_softmax(&part(x, 4, 2)).into_vec());
    log_sum_exp: [noise(8, 36)], |x| Ok(log_sum_exp(&part(x, 4, 2)).into_vec());
    cumulative_sum: [noise(6, 37)], |x| Ok(cumulative_sum(&part(x, 3, 2)).into_vec());
    cumulative_product: [vec![2.0, 0.0, 3.0, 0.0, 0.0, 1.0]], |x| Ok(cumulative_product(&part(x, 3, 2)).into_vec());
    eigenvalues: [regular(4, 41)], |x| {
        let values = eigenvalues(&part(x, 4, 4))?;
        Ok(values.iter().flat_map(|z| [z.re, z.im]).collect())
    };
    eigen: [noise(9, 42)], |x| {
        let (values, vectors) = eigen(&part(x, 3, 3))?;
        Ok(values.iter().chain(&vectors).flat_map(|z| [z.re, z.im]).collect())
    };
    power_spd: [positive(3, 14)], |x| Ok(power_spd(&part(x, 3, 3), 0.5)?.into_vec());
    power_of_equal: [vec![2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]], |x| Ok(power_spd(&part(x, 3, 3), -0.5)?.into_vec());
    ln_of_nearly_equal: [vec![2.0, 1e-7, 1e-7, 2.0]], |x| Ok(ln_spd(&part(x, 2, 2))?.into_vec());
    spectral_projector: [vec![1.0, 0.2, 0.1, 0.2, 2.0, 0.3, 0.1, 0.3, 4.0]], |x| {
        Ok(spectral_projector(&part(x, 3, 3), f64::NEG_INFINITY..1.5)?.into_vec())
    };
    ln_spd: [positive(3, 14)], |x| Ok(ln_spd(&part(x, 3, 3))?.into_vec());
    symmetric_function: [noise(9, 15)], |x| Ok(symmetric_function(&part(x, 3, 3), |_, x| x.exp())?.into_vec());
    squared_exponential: [noise(6, 16), noise(4, 17), vec![0.7, 1.2, 1.5]], |x| {
        Ok(kernel(Covariance::SquaredExponential, x, 2))
    };
    matern12: [noise(6, 16), noise(4, 17), vec![0.7, 1.5]], |x| Ok(kernel(Covariance::Matern12, x, 1));
    matern32: [noise(6, 16), noise(4, 17), vec![0.7, 1.2, 1.5]], |x| Ok(kernel(Covariance::Matern32, x, 2));
    matern52: [noise(6, 16), noise(4, 17), vec![0.7, 1.2, 1.5]], |x| Ok(kernel(Covariance::Matern52, x, 2));
    periodic: [noise(6, 16), noise(4, 17), vec![0.7, 1.5, 2.5]], |x| {
        let (points, others, lengths) = (part(x, 3, 2), part(x, 2, 2), part(x, 1, 1));
        let (variance, period) = (part(x, 1, 1), part(x, 1, 1));
        Ok(Covariance::Periodic.matrix(&points, &others, &lengths, variance[(0, 0)], &period).into_vec())
    };
    covariances_of_points_with_themselves: [noise(6, 16), vec![0.7, 1.2, 1.5]], |x| {
        let (points, lengths) = (part(x, 3, 2), part(x, 2, 1));
        let variance = part(x, 1, 1);
        let kind = Covariance::SquaredExponential;
        let k = kind.matrix(&points, &points, &lengths, variance[(0, 0)], &Matrix::identity(1));
        Ok(shifted(&k, variance[(0, 0)]).into_vec())
    };
    shifted: [noise(9, 15), noise(1, 3)], |x| Ok(shifted(&part(x, 3, 3), x[0]).into_vec());
    shifted_of_nine: [noise(81, 15), noise(1, 3)], |x| Ok(shifted(&part(x, 9, 9), x[0]).into_vec());
    symmetric_eigenvalues: [positive(4, 3)], |x| Ok(symmetric_eigenvalues(&part(x, 4, 4))?.into_vec());
    symmetric_eigen: [positive(4, 3)], |x| symmetric_eigen(&part(x, 4, 4)).map(|(l, v)| [l.into_vec(), v.into_vec()].concat());
    svd: [noise(12, 7)], |x| svd(&part(x, 4, 3)).map(|(u, s, v)| [u.into_vec(), s.into_vec(), v.into_vec()].concat());
    svd_of_square: [noise(9, 7)], |x| svd(&part(x, 3, 3)).map(|(u, s, v)| [u.into_vec(), s.into_vec(), v.into_vec()].concat());
    svd_of_wide: [noise(6, 9)], |x| svd(&part(x, 2, 3)).map(|(u, s, v)| [u.into_vec(), s.into_vec(), v.into_vec()].concat());
    singular_values: [noise(12, 7)], |x| Ok(singular_values(&part(x, 3, 4))?.into_vec());
    ldlt: [regular(3, 5)], |x| {
        let factored = ldlt(&part(x, 3, 3))?;
        Ok([factored.lower().as_slice(), factored.diagonal().as_slice(), &[factored.logdet(), factored.det()]].concat())
    };
    solve_ldlt: [regular(3, 5), noise(6, 4)], |x| Ok(ldlt(&part(x, 3, 3))?.solve(&part(x, 3, 2))?.into_vec());
    sparse_matmul: [noise(7, 51), noise(8, 52)], |x| {
        let a = sparse(x, 3, 4, &[(0, 0), (2, 0), (1, 1), (2, 1), (0, 3), (1, 3), (2, 3)]);
        Ok(a.matmul(&part(x, 4, 2)).into_vec())
    };
    sparse_transposed_matmul: [noise(7, 51), noise(6, 52)], |x| {
        let a = sparse(x, 3, 4, &[(0, 0), (2, 0), (1, 1), (2, 1), (0, 3), (1, 3), (2, 3)]);
        Ok(a.transposed_matmul(&part(x, 3, 2)).into_vec())
    };
    sparse_solve: [vec![0.0, 2.0, 1.5, -0.5, 0.7, 1.0, 0.3], noise(6, 53)], |x| {
        Ok(sparse(x, 3, 3, &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)]).solve(&part(x, 3, 2))?.into_vec())
    };
    sparse_solve_transposed: [vec![0.0, 2.0, 1.5, -0.5, 0.7, 1.0, 0.3], noise(6, 53)], |x| {
        let a = sparse(x, 3, 3, &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)]);
        Ok(a.lu()?.solve_transposed(&part(x, 3, 2))?.into_vec())
    };
    sparse_cholesky: [vec![3.0, 1.0, 2.0, -0.5, 0.5, 2.5, 9.0], noise(3, 54)], |x| {
        // One entry above the diagonal, which is not looked at.
        let a = sparse(x, 3, 3, &[(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (0, 2)]).cholesky()?;
        let y = part(x, 3, 1);
        Ok([a.solve(&y)?.as_slice(), &[a.logdet()?]].concat())
    };
    sparse_determinant: [vec![0.0, 2.0, 1.5, -0.5, 0.7, 1.0, 0.3]], |x| {
        let a = sparse(x, 3, 3, &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)]).lu()?;
        Ok(vec![a.det()?, a.logdet()?])
    };
    sparse_least_squares: [vec![1.0, 2.0, 1.5, -0.5, 0.7, 1.0, 0.3], noise(8, 55)], |x| {
        let a = sparse(x, 4, 3, &[(0, 0), (2, 0), (1, 1), (2, 1), (3, 1), (3, 2), (0, 2)]);
        Ok(a.least_squares(&part(x, 4, 2))?.into_vec())
    };
    likelihood: [positive(3, 3), noise(3, 4)], |x| {
        let (a, y) = (part(x, 3, 3).cholesky()?, part(x, 3, 1));
        Ok(vec![dot(&y, &a.solve(&y)?) + a.logdet()])
    };
}
