//! faer's sparse QR factorisation, entry by entry, with the order and the elimination tree kept by the pattern. Its factors lie in
//! lists of ours: faer's own handle of them keeps R to itself, which derivatives need.

use super::with_faer::{OPERATION, known, symbolic};
use super::{SparsePattern, finite};
use crate::{Error, Matrix, Shape, View};
use core::fmt;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::perm::PermRef;
use faer::sparse::SparseColMatRef;
use faer::sparse::linalg::colamd;
use faer::sparse::linalg::qr::simplicial::{SymbolicSimplicialQr, factorize_simplicial_numeric_qr_scratch};
use faer::sparse::linalg::qr::simplicial::{
    factorize_simplicial_numeric_qr_unsorted, factorize_simplicial_symbolic_qr,
};
use faer::sparse::linalg::qr::{col_etree, column_counts_ata, postorder};

/// What the pattern says about its factors.
pub(super) struct Analysis {
    /// Which column comes in which place, and the other way round.
    order: (Vec<usize>, Vec<usize>),
    symbolic: SymbolicSimplicialQr<usize>,
}

/// A sparse matrix in compressed columns.
struct Columns {
    pointers: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
}

impl Columns {
    fn new(columns: usize, entries: usize) -> Self {
        Columns { pointers: vec![0; columns + 1], rows: vec![0; entries], values: vec![0.0; entries] }
    }

    fn column(&self, j: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.pointers[j]..self.pointers[j + 1];
        self.rows[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }
}

/// A P = Q R, Q as reflections.
pub(crate) struct Orthogonal {
    shape: Shape,
    order: Vec<usize>,
    r: Columns,
    diagonal: Vec<f64>,
    reflections: Columns,
    taus: Vec<f64>,
}

impl fmt::Debug for Orthogonal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Qr {}", self.shape)
    }
}

fn too_large<E>(_: E) -> Error {
    Error::TooLarge { operation: OPERATION }
}

fn analyse(pattern: &SparsePattern) -> Result<Analysis, Error> {
    let (Shape { rows, columns }, entries) = (pattern.shape(), pattern.entries());
    let need = StackReq::or(
        colamd::order_scratch::<usize>(rows, columns, entries),
        StackReq::new::<usize>(rows).and(StackReq::new::<usize>(columns)).array(8),
    );
    let mut memory = MemBuffer::try_new(need).map_err(too_large)?;
    let stack = MemStack::new(&mut memory);
    let mut order = (vec![0; columns], vec![0; columns]);
    colamd::order(&mut order.0, &mut order.1, symbolic(pattern), Default::default(), stack).map_err(too_large)?;
    let permutation = PermRef::new_checked(&order.0, &order.1, columns);
    let transposed = pattern.transposed();
    let (mut tree, mut post) = (vec![0; columns], vec![0; columns]);
    let (mut counts, mut least) = (vec![0; columns], vec![0; rows]);
    let tree = col_etree(symbolic(pattern), Some(permutation), &mut tree, stack);
    postorder(&mut post, tree, stack);
    column_counts_ata(&mut counts, &mut least, symbolic(&transposed), Some(permutation), tree, &post, stack);
    let symbolic = factorize_simplicial_symbolic_qr(&least, tree, &counts, stack).map_err(too_large)?;
    Ok(Analysis { order, symbolic })
}

impl Orthogonal {
    pub(crate) fn new(pattern: &SparsePattern, values: &[f64]) -> Result<Self, Error> {
        finite(values, OPERATION)?;
        let Analysis { order, symbolic: known } = known(&pattern.analyses.qr, || analyse(pattern))?;
        let shape = pattern.shape();
        let mut r = Columns::new(shape.columns, known.len_r());
        let mut reflections = Columns::new(shape.columns, known.len_householder());
        let mut taus = vec![0.0; shape.columns];
        let need = factorize_simplicial_numeric_qr_scratch::<usize, f64>(known);
        let mut memory = MemBuffer::try_new(need).map_err(too_large)?;
        factorize_simplicial_numeric_qr_unsorted(
            &mut r.pointers,
            &mut r.rows,
            &mut r.values,
            &mut reflections.pointers,
            &mut reflections.rows,
            &mut reflections.values,
            &mut taus,
            SparseColMatRef::new(symbolic(pattern), values),
            Some(PermRef::new_checked(&order.0, &order.1, shape.columns)),
            known,
            MemStack::new(&mut memory),
        );
        let pivot = |j| r.column(j).find(|&(i, _)| i == j).map_or(0.0, |(_, value)| value);
        let diagonal: Vec<f64> = (0..shape.columns).map(pivot).collect();
        // Each column by itself: their units differ.
        let whole = |j| r.column(j).fold(0.0, |whole: f64, (_, x)| whole.hypot(x));
        let depends =
            |&j: &usize| diagonal[j].abs() <= f64::EPSILON * shape.rows as f64 * whole(j) || diagonal[j].is_nan();
        if let Some(place) = (0..shape.columns).find(depends) {
            let whole = whole(place);
            let value = if whole > 0.0 { diagonal[place].abs() / whole } else { 0.0 };
            return Err(Error::RankDeficient { column: order.0[place], value });
        }
        Ok(Orthogonal { shape, order: order.0.clone(), r, diagonal, reflections, taus })
    }

    /// The solutions that make the residuals least.
    pub(crate) fn least_squares(&self, b: View<'_, f64>) -> Matrix<f64> {
        let mut out = Matrix::zeros(self.shape.columns, b.columns());
        let mut head = vec![0.0; self.shape.columns];
        for c in 0..b.columns() {
            let mut x = b.column(c).to_vec();
            for (j, head) in head.iter_mut().enumerate() {
                let part: f64 = self.reflections.column(j).map(|(i, v)| v * x[i]).sum::<f64>() / self.taus[j];
                self.reflections.column(j).for_each(|(i, v)| x[i] -= part * v);
                *head = self.reflections.column(j).next().map_or(0.0, |(i, _)| x[i]);
            }
            self.back(&mut head);
            self.place(&head, &mut out, c);
        }
        out
    }

    /// (A^T A)^-1 C.
    pub(crate) fn normal(&self, c: View<'_, f64>) -> Matrix<f64> {
        let mut out = Matrix::zeros(self.shape.columns, c.columns());
        for k in 0..c.columns() {
            let c = c.column(k);
            let mut x: Vec<f64> = self.order.iter().map(|&j| c[j]).collect();
            for j in 0..x.len() {
                let before: f64 = self.r.column(j).filter(|&(i, _)| i != j).map(|(i, r)| r * x[i]).sum();
                x[j] = (x[j] - before) / self.diagonal[j];
            }
            self.back(&mut x);
            self.place(&x, &mut out, k);
        }
        out
    }

    /// Solves R X = Y in place.
    fn back(&self, x: &mut [f64]) {
        for j in (0..x.len()).rev() {
            x[j] /= self.diagonal[j];
            let value = x[j];
            self.r.column(j).filter(|&(i, _)| i != j).for_each(|(i, r)| x[i] -= r * value);
        }
    }

    fn place(&self, x: &[f64], out: &mut Matrix<f64>, column: usize) {
        self.order.iter().zip(x).for_each(|(&j, &x)| out[(j, column)] = x);
    }
}
