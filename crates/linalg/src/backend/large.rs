//! Matrices that are large enough for faer, on one thread.

use super::{Eigen, Singular};
use crate::kernels::lu::Factors;
use crate::kernels::triangular::Triangle;
use crate::linear::mirror;
use crate::{Error, Mask, Matrix, View};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt;
use faer::linalg::lu::partial_pivoting::factor as pivoting;
use faer::linalg::matmul;
use faer::linalg::matmul::triangular::{BlockStructure, matmul as triangular_product};
use faer::linalg::triangular_inverse::invert_lower_triangular;
use faer::linalg::triangular_solve as solve;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::{Accum, MatMut, MatRef, Par, Side};

/// From this size on faer's factorisations win: below it, what their calls cost.
const SIZE: usize = 32;

pub(super) fn of(a: View<'_, f64>) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(a.as_slice(), a.rows(), a.columns())
}

pub(super) fn of_mut(a: &mut Matrix<f64>) -> MatMut<'_, f64> {
    let (rows, columns) = (a.rows(), a.columns());
    MatMut::from_column_major_slice_mut(a.as_mut_slice(), rows, columns)
}

fn taken(a: MatRef<'_, f64>) -> Matrix<f64> {
    Matrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)])
}

/// False where nothing is gained, and nothing is done. From nine rows or terms on faer takes a third to a half of the time of
/// loops that a compiler has made for every processor, and an eighth for a transpose times a column.
pub(super) fn product_into(
    a: View<'_, f64>,
    a_transposed: bool,
    b: View<'_, f64>,
    b_transposed: bool,
    out: &mut [f64],
    add: bool,
) -> bool {
    let a = if a_transposed { of(a).transpose() } else { of(a) };
    let b = if b_transposed { of(b).transpose() } else { of(b) };
    // A sum of products alone is left to a loop, which takes half as long.
    let pays = a.nrows() * b.ncols() > 1 && a.ncols() > 0;
    if pays {
        let out = MatMut::from_column_major_slice_mut(out, a.nrows(), b.ncols());
        matmul::matmul(out, if add { Accum::Add } else { Accum::Replace }, a, b, 1.0, Par::Seq);
    }
    pays
}

/// A small one comes back as it was; of one that is not positive definite nothing is left.
pub(super) fn cholesky(mut a: Matrix<f64>) -> Result<Matrix<f64>, Option<Matrix<f64>>> {
    let n = a.rows();
    if n < SIZE || !a.iter().all(|x| x.is_finite()) {
        return Err(Some(a));
    }
    let mut memory = MemBuffer::new(llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let factored =
        llt::factor::cholesky_in_place(of_mut(&mut a), Default::default(), Par::Seq, stack, Default::default());
    factored.map_err(|_| None)?;
    for j in 1..n {
        a.as_mut_slice()[j * n..j * n + j].fill(0.0);
    }
    Ok(a)
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

pub(super) fn inverse_lower(l: &Matrix<f64>) -> Option<Matrix<f64>> {
    let n = l.rows();
    (n >= SIZE).then(|| {
        let mut out = Matrix::zeros(n, n);
        invert_lower_triangular(of_mut(&mut out), of(l.view()), Par::Seq);
        out
    })
}

/// R^T R.
pub(super) fn square_of_lower(r: &Matrix<f64>) -> Matrix<f64> {
    let n = r.rows();
    let (mut out, r) = (Matrix::zeros(n, n), of(r.view()));
    let (lower, upper) = (BlockStructure::TriangularLower, BlockStructure::TriangularUpper);
    triangular_product(of_mut(&mut out), lower, Accum::Replace, r.transpose(), upper, r, lower, 1.0, Par::Seq);
    mirror(&mut out);
    out
}

/// The product A B, or A B^T, where it is known to be symmetric: on and below the diagonal.
pub(super) fn lower_half(a: View<'_, f64>, b: View<'_, f64>, transposed: bool) -> Option<Matrix<f64>> {
    let b = if transposed { of(b).transpose() } else { of(b) };
    (a.rows().min(a.columns()) >= SIZE).then(|| {
        let mut out = Matrix::zeros(a.rows(), a.rows());
        let (all, lower) = (BlockStructure::Rectangular, BlockStructure::TriangularLower);
        triangular_product(of_mut(&mut out), lower, Accum::Replace, of(a), all, b, all, 1.0, Par::Seq);
        out
    })
}

/// Block column by block column from the right (Murray 2016, section 4.2): two thirds of n^3, where a formula of products and
/// solutions takes seven.
pub(super) fn cholesky_adjoint(l: View<'_, f64>, w: View<'_, f64>) -> Option<Matrix<f64>> {
    const BLOCK: usize = 32;
    let n = l.rows();
    if n < SIZE {
        return None;
    }
    let l = of(l);
    let mut adjoint = Mask::Lower.of_view(w);
    let all = BlockStructure::Rectangular;
    let mut end = n;
    while end > 0 {
        let start = (end - 1) / BLOCK * BLOCK;
        let (size, below) = (end - start, n - end);
        let (left, diagonal) = (l.submatrix(start, 0, size, start), l.submatrix(start, start, size, size));
        let (under_left, under) = (l.submatrix(end, 0, below, start), l.submatrix(end, start, below, size));
        let (upper, lower) = of_mut(&mut adjoint).split_at_row_mut(end);
        let (_, block) = upper.split_at_row_mut(start);
        let (mut by_left, rest) = block.split_at_col_mut(start);
        let mut by_diagonal = rest.subcols_mut(0, size);
        let (mut by_under_left, rest) = lower.split_at_col_mut(start);
        let mut by_under = rest.subcols_mut(0, size);
        // C' = C' D^-1, as D^T X = C'^T.
        solve::solve_upper_triangular_in_place(diagonal.transpose(), by_under.rb_mut().transpose_mut(), Par::Seq);
        matmul::matmul(by_under_left.rb_mut(), Accum::Add, by_under.rb(), left, -1.0, Par::Seq);
        let lower_half = BlockStructure::TriangularLower;
        let turned = by_under.rb().transpose();
        triangular_product(by_diagonal.rb_mut(), lower_half, Accum::Add, turned, all, under, all, -1.0, Par::Seq);
        matmul::matmul(by_left.rb_mut(), Accum::Add, turned, under_left, -1.0, Par::Seq);
        let twice = of_block(diagonal, by_diagonal.rb_mut());
        matmul::matmul(by_left.rb_mut(), Accum::Add, of(twice.view()), left, -1.0, Par::Seq);
        end = start;
    }
    for j in 0..n {
        for x in &mut adjoint.as_mut_slice()[j * n + j + 1..(j + 1) * n] {
            *x *= 0.5;
        }
    }
    mirror(&mut adjoint);
    Some(adjoint)
}

/// The adjoint of a block on the diagonal, in place of that of its factor: the lower triangle, in which an entry off the
/// diagonal stands for two. Returns it with its transpose added, which counts the diagonal twice.
fn of_block(l: MatRef<'_, f64>, mut adjoint: MatMut<'_, f64>) -> Matrix<f64> {
    let n = l.nrows();
    let (lower, upper) = (BlockStructure::TriangularLower, BlockStructure::TriangularUpper);
    let mut s = Matrix::zeros(n, n);
    triangular_product(of_mut(&mut s), lower, Accum::Replace, l.transpose(), upper, adjoint.rb(), lower, 1.0, Par::Seq);
    let mut s = Mask::LowerHalf.of(&s);
    for _ in 0..2 {
        solve::solve_upper_triangular_in_place(l.transpose(), of_mut(&mut s), Par::Seq);
        s = s.transposed();
    }
    let twice = &s + &s.transposed();
    for j in 0..n {
        for i in j..n {
            adjoint[(i, j)] = if i == j { 0.5 * twice[(i, j)] } else { twice[(i, j)] };
        }
    }
    twice
}

pub(super) fn lower_product(l: View<'_, f64>, transposed: bool, x: View<'_, f64>) -> Option<Matrix<f64>> {
    let n = l.rows();
    (n >= SIZE).then(|| {
        let mut out = Matrix::zeros(n, n);
        let (lower, upper) = (BlockStructure::TriangularLower, BlockStructure::TriangularUpper);
        let (l, shape) = if transposed { (of(l).transpose(), upper) } else { (of(l), lower) };
        triangular_product(of_mut(&mut out), lower, Accum::Replace, l, shape, of(x), lower, 1.0, Par::Seq);
        out
    })
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
