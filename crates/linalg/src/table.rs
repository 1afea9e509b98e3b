//! All operations by their names: where a program that is read finds them.

use crate::operations::instructions::*;
use crate::ruled::{Ruled, numbers};
use crate::sparse::instructions::*;
use crate::{Error, Operation, Shape};
use rules::ArrayRule;

/// What is done with an operation that was found: see [`find`].
///
/// ```
/// use linalg::{Error, Visitor, find};
/// use rules::ArrayRule;
///
/// /// How many numbers an operation takes and gives.
/// struct Count;
/// impl Visitor for Count {
///     type Found = (usize, usize);
///     fn visit<R: ArrayRule<Error = Error>>(self, _: R, inputs: &[usize], output: usize) -> (usize, usize) {
///         (inputs.iter().sum(), output)
///     }
/// }
/// // The determinant of a matrix with three rows.
/// assert_eq!(find("det", &[3.0], Count), Some((9, 1)));
/// assert_eq!(find("no such", &[], Count), None);
/// ```
pub trait Visitor {
    /// What it makes of it.
    type Found;
    /// Takes an operation, with the lengths of its inputs and of its output.
    fn visit<R: ArrayRule<Error = Error>>(self, rule: R, inputs: &[usize], output: usize) -> Self::Found;
}

fn visit<V, O, const N: usize, const M: usize>(visitor: V, operation: Option<O>) -> Option<V::Found>
where
    V: Visitor,
    O: Operation<N, M>,
{
    let operation = operation?;
    let (inputs, output) = (operation.inputs().map(Shape::len), numbers(operation.outputs()));
    Some(visitor.visit(Ruled(operation), &inputs, output))
}

macro_rules! table {
    ($($name:literal $Operation:ty,)*) => {
        /// The operation of this name with these parameters, shown to a visitor; none if there is none. This is how a program
        /// that is read comes to its operations on matrices.
        pub fn find<V: Visitor>(name: &str, parameters: &[f64], visitor: V) -> Option<V::Found> {
            match name {
                $($name => visit(visitor, <$Operation>::from_parameters(parameters)),)*
                _ => None,
            }
        }
    };
}

table! {
    "adjoints_of_zeros" OfZeros,
    "cholesky" Lower,
    "cholesky_adjoint" Back,
    "cofactors" Cofactors,
    "congruence" Congruence,
    "covariance" Kernel,
    "cumulative" Cumulative,
    "det" Det,
    "distinct" Distinct,
    "dot" Dot,
    "eigen" Eigen,
    "eigenvalues" Eigenvalues,
    "expm" Expm,
    "expm_multiply" ExpmMultiply,
    "interpolated" Interpolated,
    "inverse" Inverse,
    "inverse_congruence" InverseCongruence,
    "inverse_spd" SpdInverse,
    "largest_singular_vectors" Largest,
    "ldlt" Factors,
    "ln_spd" Derivative<Ln>,
    "logdet" LogDet,
    "logdet_spd" SpdLogDet,
    "logm" Logm,
    "lower_product" LowerProduct,
    "matmul" MatMul,
    "norm" Norm,
    "nuclear_norm" NuclearNorm,
    "over_gaps" OverGaps,
    "peaks" Peaks,
    "pinv" Pinv,
    "polar" Polar,
    "power_spd" Derivative<Power>,
    "qr" Qr,
    "ratio" Ratio,
    "shifted" Shifted,
    "singular_values" Values,
    "softmax" Softmax,
    "solve" Solve,
    "solve_spd" SpdSolve,
    "solve_triangular" TriangularSolve,
    "sparse_det" SparseDet,
    "sparse_entries" SparseEntries,
    "sparse_inverse_entries" SparseInverseEntries,
    "sparse_least_squares" SparseLeastSquares,
    "sparse_logdet" SparseLogDet,
    "sparse_normal" SparseNormal,
    "sparse_product" SparseProduct,
    "sparse_solve" SparseSolve,
    "spectral_norm" SpectralNorm,
    "spectral_projector" Derivative<Band>,
    "sqrtm" Sqrtm,
    "sum" Sum,
    "svd" Svd,
    "sylvester" Sylvester,
    "symmetric_eigen" SymmetricEigen,
    "symmetric_eigenvalues" SymmetricValues,
}
