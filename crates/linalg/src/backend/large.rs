//! Matrices that are large enough for faer, on one thread.

use super::{Eigen, Singular};
use crate::kernels::lu::Factors;
use crate::kernels::triangular::Triangle;
use crate::{Error, Matrix, View};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt;
use faer::linalg::lu::partial_pivoting::factor as pivoting;
use faer::linalg::triangular_solve as solve;
use faer::{Accum, MatMut, MatRef, Par, Side};

/// From this size on faer wins: below it, what its calls cost.
const SIZE: usize = 32;

fn of(a: View<'_, f64>) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(a.as_slice(), a.rows(), a.columns())
}

fn of_mut(a: &mut Matrix<f64>) -> MatMut<'_, f64> {
    let (rows, columns) = (a.rows(), a.columns());
    MatMut::from_column_major_slice_mut(a.as_mut_slice(), rows, columns)
}

fn taken(a: MatRef<'_, f64>) -> Matrix<f64> {
    Matrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)])
}

pub(super) fn product(
    a: View<'_, f64>,
    a_transposed: bool,
    b: View<'_, f64>,
    b_transposed: bool,
) -> Option<Matrix<f64>> {
    let a = if a_transposed { of(a).transpose() } else { of(a) };
    let b = if b_transposed { of(b).transpose() } else { of(b) };
    let work = a.nrows() * a.ncols() * b.ncols();
    (work >= SIZE.pow(3) && a.nrows().min(b.ncols()).min(a.ncols()) > 4).then(|| {
        let mut out = Matrix::zeros(a.nrows(), b.ncols());
        faer::linalg::matmul::matmul(of_mut(&mut out), Accum::Replace, a, b, 1.0, Par::Seq);
        out
    })
}

/// None for a small one, and for one that is not positive definite: the other algorithm then says where.
pub(super) fn cholesky(a: &Matrix<f64>) -> Option<Matrix<f64>> {
    let n = a.rows();
    if n < SIZE || a.iter().any(|x| x.is_nan()) {
        return None;
    }
    let mut l = a.clone();
    let mut memory = MemBuffer::new(llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let factored =
        llt::factor::cholesky_in_place(of_mut(&mut l), Default::default(), Par::Seq, stack, Default::default());
    factored.ok()?;
    for j in 1..n {
        l.as_mut_slice()[j * n..j * n + j].fill(0.0);
    }
    Some(l)
}

/// None for a small one, and for one with entries that are not finite.
pub(super) fn lu(a: &Matrix<f64>) -> Option<Factors<f64>> {
    let n = a.rows();
    if n < SIZE || !a.iter().all(|x| x.is_finite()) {
        return None;
    }
    let mut packed = a.clone();
    let (mut rows, mut back) = (vec![0usize; n], vec![0usize; n]);
    let need = pivoting::lu_in_place_scratch::<usize, f64>(n, n, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(need);
    let stack = MemStack::new(&mut memory);
    let (info, _) =
        pivoting::lu_in_place(of_mut(&mut packed), &mut rows, &mut back, Par::Seq, stack, Default::default());
    if packed.diagonal().any(|d| d == 0.0 || !d.is_finite()) {
        return None;
    }
    Some(Factors { packed, rows, odd: info.transposition_count % 2 == 1, singular: None })
}

pub(super) fn triangular(l: View<'_, f64>, triangle: Triangle, b: &mut Matrix<f64>) -> bool {
    if l.rows() < SIZE || b.columns() < 2 {
        return false;
    }
    let (l, b) = (of(l), of_mut(b));
    let l = if triangle.transposed { l.transpose() } else { l };
    match (triangle.lower != triangle.transposed, triangle.unit) {
        (true, false) => solve::solve_lower_triangular_in_place(l, b, Par::Seq),
        (true, true) => solve::solve_unit_lower_triangular_in_place(l, b, Par::Seq),
        (false, false) => solve::solve_upper_triangular_in_place(l, b, Par::Seq),
        (false, true) => solve::solve_unit_upper_triangular_in_place(l, b, Par::Seq),
    }
    true
}

pub(super) fn inverse_of_factored(l: &Matrix<f64>) -> Option<Matrix<f64>> {
    let n = l.rows();
    if n < SIZE {
        return None;
    }
    let mut out = Matrix::zeros(n, n);
    let mut memory = MemBuffer::new(llt::inverse::inverse_scratch::<f64>(n, Par::Seq));
    llt::inverse::inverse(of_mut(&mut out), of(l.view()), Par::Seq, MemStack::new(&mut memory));
    for j in 0..n {
        for i in 0..j {
            out[(i, j)] = out[(j, i)];
        }
    }
    Some(out)
}

pub(super) fn symmetric_eigen(operation: &'static str, a: &Matrix<f64>) -> Option<Result<Eigen, Error>> {
    (a.rows() >= SIZE).then(|| {
        let found = of(a.view()).self_adjoint_eigen(Side::Lower);
        let found = found.map_err(|_| Error::NotConverged { operation })?;
        Ok((found.S().column_vector().iter().copied().collect(), taken(found.U())))
    })
}

pub(super) fn svd(a: View<'_, f64>) -> Option<Result<Singular, Error>> {
    (a.columns() >= SIZE).then(|| {
        let found = of(a).thin_svd();
        let found = found.map_err(|_| Error::NotConverged { operation: "singular value decomposition" })?;
        Ok((taken(found.U()), found.S().column_vector().iter().copied().collect(), taken(found.V())))
    })
}
