//! faer's sparse elimination and Cholesky factorisation, on one thread, with the symbolic analysis kept by the pattern.

use super::{Error, SparsePattern, finite};
use crate::matrix::sum;
use crate::{Matrix, View};
use core::fmt;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltError;
use faer::sparse::linalg::cholesky::{LltRef, SymbolicCholesky, SymbolicCholeskyRaw, factorize_symbolic_cholesky};
use faer::sparse::linalg::cholesky::{simplicial, supernodal};
use faer::sparse::linalg::lu::simplicial::{SimplicialLu, factorize_simplicial_numeric_lu};
use faer::sparse::linalg::lu::{LuRef, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::linalg::{LuError, lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side};
use std::sync::OnceLock;

/// What the pattern says about its factors, each found out once.
#[derive(Default)]
pub(crate) struct Analyses {
    lu: OnceLock<SymbolicLu<usize>>,
    cholesky: OnceLock<SymbolicCholesky<usize>>,
    pub(super) qr: OnceLock<super::qr_with_faer::Analysis>,
}

impl fmt::Debug for Analyses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lu, cholesky, qr] = [self.lu.get().is_some(), self.cholesky.get().is_some(), self.qr.get().is_some()];
        write!(f, "Analyses {{ lu: {lu}, cholesky: {cholesky}, qr: {qr} }}")
    }
}

pub(crate) enum Factored {
    Lu(Box<NumericLu<usize, f64>>),
    /// The values of the factor.
    Cholesky {
        values: Vec<f64>,
        logdet: f64,
    },
}

impl fmt::Debug for Factored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Factored::Lu(_) => "Lu",
            Factored::Cholesky { .. } => "Cholesky",
        })
    }
}

pub(super) const OPERATION: &str = "factorisation of a sparse matrix";

pub(super) fn symbolic(pattern: &SparsePattern) -> SymbolicSparseColMatRef<'_, usize> {
    let shape = pattern.shape();
    SymbolicSparseColMatRef::new_checked(
        shape.rows,
        shape.columns,
        pattern.column_pointers(),
        None,
        pattern.row_indices(),
    )
}

pub(super) fn known<S>(cell: &OnceLock<S>, make: impl FnOnce() -> Result<S, Error>) -> Result<&S, Error> {
    match cell.get() {
        Some(known) => Ok(known),
        None => {
            let made = make()?;
            Ok(cell.get_or_init(|| made))
        }
    }
}

impl SparsePattern {
    fn for_lu(&self) -> Result<&SymbolicLu<usize>, Error> {
        let analysis = || factorize_symbolic_lu(symbolic(self), Default::default());
        known(&self.analyses.lu, || analysis().map_err(|_| Error::TooLarge { operation: OPERATION }))
    }

    fn for_cholesky(&self) -> Result<&SymbolicCholesky<usize>, Error> {
        let analysis =
            || factorize_symbolic_cholesky(symbolic(self), Side::Lower, Default::default(), Default::default());
        known(&self.analyses.cholesky, || analysis().map_err(|_| Error::TooLarge { operation: OPERATION }))
    }
}

impl Factored {
    pub(crate) fn new(pattern: &SparsePattern, symmetric: bool, values: &[f64]) -> Result<Self, Error> {
        finite(values, OPERATION)?;
        let matrix = SparseColMatRef::new(symbolic(pattern), values);
        if symmetric { Factored::cholesky(pattern, matrix) } else { Factored::lu(pattern, matrix) }
    }

    fn lu(pattern: &SparsePattern, matrix: SparseColMatRef<'_, usize, f64>) -> Result<Self, Error> {
        let symbolic = pattern.for_lu()?;
        let mut numeric = NumericLu::new();
        let need = symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default());
        let mut memory = MemBuffer::new(need);
        let stack = MemStack::new(&mut memory);
        let found = symbolic.factorize_numeric_lu(&mut numeric, matrix, Par::Seq, stack, Default::default());
        match found {
            Ok(_) => Ok(Factored::Lu(Box::new(numeric))),
            Err(LuError::SymbolicSingular { index }) => Err(Error::Singular { pivot: index, value: 0.0 }),
            Err(LuError::Generic(_)) => Err(Error::TooLarge { operation: OPERATION }),
        }
    }

    fn cholesky(pattern: &SparsePattern, matrix: SparseColMatRef<'_, usize, f64>) -> Result<Self, Error> {
        let symbolic = pattern.for_cholesky()?;
        let mut values = vec![0.0; symbolic.len_val()];
        let need = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Default::default());
        let mut memory = MemBuffer::new(need);
        let stack = MemStack::new(&mut memory);
        let (side, regular) = (Side::Lower, Default::default());
        let found =
            symbolic.factorize_numeric_llt(&mut values, matrix, side, regular, Par::Seq, stack, Default::default());
        match found {
            Ok(_) => {}
            Err(LltError::NonPositivePivot { index }) => {
                // Counted from 1 where columns are eliminated one by one.
                let place =
                    index.saturating_sub(usize::from(matches!(symbolic.raw(), SymbolicCholeskyRaw::Simplicial(_))));
                let pivot = symbolic.perm().map_or(place, |perm| perm.arrays().0.get(place).copied().unwrap_or(place));
                return Err(Error::NotPositiveDefinite { pivot, value: f64::NAN });
            }
        }
        let logdet = 2.0 * sum(diagonal(symbolic, &values).into_iter().map(f64::ln));
        Ok(Factored::Cholesky { values, logdet })
    }

    pub(crate) fn solve(
        &self,
        pattern: &SparsePattern,
        transposed: bool,
        b: View<'_, f64>,
    ) -> Result<Matrix<f64>, Error> {
        let mut x = b.to_matrix();
        let (rows, columns) = (b.rows(), b.columns());
        let rhs = MatMut::from_column_major_slice_mut(x.as_mut_slice(), rows, columns);
        match self {
            Factored::Lu(numeric) => {
                let symbolic = pattern.for_lu()?;
                let lu = LuRef::<'_, usize, f64>::new_unchecked(symbolic, numeric);
                let (plain, turned) = (
                    symbolic.solve_in_place_scratch::<f64>(columns, Par::Seq),
                    symbolic.solve_transpose_in_place_scratch::<f64>(columns, Par::Seq),
                );
                let mut memory = MemBuffer::new(if transposed { turned } else { plain });
                let stack = MemStack::new(&mut memory);
                match transposed {
                    false => lu.solve_in_place_with_conj(Conj::No, rhs, Par::Seq, stack),
                    true => lu.solve_transpose_in_place_with_conj(Conj::No, rhs, Par::Seq, stack),
                }
            }
            Factored::Cholesky { values, .. } => {
                let symbolic = pattern.for_cholesky()?;
                let mut memory = MemBuffer::new(symbolic.solve_in_place_scratch::<f64>(columns, Par::Seq));
                let stack = MemStack::new(&mut memory);
                LltRef::new(symbolic, values).solve_in_place_with_conj(Conj::No, rhs, Par::Seq, stack);
            }
        }
        // A zero pivot shows in what is divided by it.
        if b.as_slice().iter().all(|b| b.is_finite()) && !x.iter().all(|x| x.is_finite()) {
            return Err(Error::NoSolution { rows });
        }
        Ok(x)
    }

    pub(crate) fn logdet(&self) -> f64 {
        match self {
            Factored::Cholesky { logdet, .. } => *logdet,
            Factored::Lu(_) => f64::NAN,
        }
    }
}

/// The pivots of elimination, and whether their product is the determinant's with the other sign: in the order of columns that was
/// found for [`Factored`], entry by entry, as faer keeps the pivots of its factors in blocks to itself.
pub(crate) fn pivots(pattern: &SparsePattern, values: &[f64]) -> Result<(Vec<f64>, bool), Error> {
    finite(values, OPERATION)?;
    let (n, order) = (pattern.shape().rows, pattern.for_lu()?.col_perm());
    let (mut rows, mut inverse, mut lu) = (vec![0; n], vec![0; n], SimplicialLu::new());
    let mut memory = MemBuffer::new(lu::simplicial::factorize_simplicial_numeric_lu_scratch::<usize, f64>(n, n));
    let matrix = SparseColMatRef::new(symbolic(pattern), values);
    let stack = MemStack::new(&mut memory);
    match factorize_simplicial_numeric_lu(&mut rows, &mut inverse, &mut lu, matrix, order, stack) {
        Ok(()) => {}
        Err(LuError::SymbolicSingular { index }) => return Err(Error::Singular { pivot: index, value: 0.0 }),
        Err(LuError::Generic(_)) => return Err(Error::TooLarge { operation: OPERATION }),
    }
    let upper = lu.u_factor_unsorted();
    let pivot = |j| {
        let mut entries = upper.row_idx_of_col(j).zip(upper.val_of_col(j));
        entries.find(|&(i, _)| i == j).map_or(0.0, |(_, &value)| value)
    };
    let pivots: Vec<f64> = (0..n).map(pivot).collect();
    match pivots.iter().position(|&pivot| pivot == 0.0 || !pivot.is_finite()) {
        Some(pivot) if pivots[pivot] == 0.0 => Err(Error::Singular { pivot, value: 0.0 }),
        Some(_) => Err(Error::Overflow { operation: OPERATION }),
        None => Ok((pivots, is_odd(&rows) != is_odd(order.arrays().0))),
    }
}

/// Whether a permutation takes an odd number of exchanges.
fn is_odd(permutation: &[usize]) -> bool {
    let (mut seen, mut odd) = (vec![false; permutation.len()], false);
    for start in 0..permutation.len() {
        let mut at = permutation[start];
        while !seen[start] && at != start {
            seen[at] = true;
            odd = !odd;
            at = permutation[at];
        }
    }
    odd
}

fn diagonal(symbolic: &SymbolicCholesky<usize>, values: &[f64]) -> Vec<f64> {
    match symbolic.raw() {
        SymbolicCholeskyRaw::Simplicial(own) => {
            let values = simplicial::SimplicialLltRef::new(own, values).values();
            own.col_ptr()[..own.ncols()].iter().map(|&start| values[start]).collect()
        }
        SymbolicCholeskyRaw::Supernodal(own) => {
            let factor = supernodal::SupernodalLltRef::new(own, values);
            let blocks = (0..own.n_supernodes()).map(|s| factor.supernode(s).val());
            blocks.flat_map(|block| (0..block.ncols()).map(move |k| block[(k, k)])).collect()
        }
    }
}
