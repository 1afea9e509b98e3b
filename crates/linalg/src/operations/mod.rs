//! The operations, one rule in each file.

mod beyond;
mod cholesky;
mod cofactors;
mod congruence;
mod covariance;
mod cumulative;
mod degenerate;
mod det;
mod dot;
mod eigen;
mod eigenvalues;
mod factor;
mod frames;
mod functions;
mod gaps;
mod into;
mod inverse;
mod inverse_congruence;
mod kron;
mod ldlt;
mod least_squares;
mod logdet;
mod lower_product;
mod matmul;
mod norm;
mod pinv;
mod polar;
mod qr;
mod shifted;
mod softmax;
mod solve;
mod spd;
mod spectral_norm;
mod sum;
mod svd;
mod triangular;
mod zeros;

pub use crate::kernels::triangular::Triangle;
pub(crate) use beyond::{Beyond, is_finite, overflows, said_of};
pub(crate) use cholesky::factor as factor_spd;
pub use cholesky::{Cholesky, cholesky};
pub use covariance::Covariance;
pub use cumulative::{cumulative_product, cumulative_sum};
pub(crate) use det::by_factor as det_by_factor;
pub use det::det;
pub(crate) use dot::inner;
pub use dot::{dot, quadratic_form, trace};
pub use eigen::symmetric_eigen;
pub use eigenvalues::symmetric_eigenvalues;
pub(crate) use factor::{Factor, Root};
pub use frames::{InFrame, in_frame};
pub(crate) use functions::ln_of;
pub use functions::{
    Spectral, eigen, eigenvalues, expm, expm_multiply, ln_spd, logm, lyapunov, power_spd, spectral_projector, sqrtm,
    sylvester, symmetric_function,
};
pub use into::{matmul_into, solve_into};
pub use inverse::inverse;
pub use kron::kron;
pub use ldlt::{Ldlt, ldlt};
pub use least_squares::least_squares;
pub use logdet::logdet;
pub(crate) use matmul::product_into;
pub use matmul::{matmul, matmul_transposed, outer, product, transposed_matmul};
pub use norm::norm;
pub use pinv::pinv;
pub use polar::{nuclear_norm, polar};
pub use qr::qr;
pub use shifted::shifted;
pub use softmax::{log_softmax, log_sum_exp, softmax};
pub use solve::{Lu, lu, solve};
pub use spd::solve_spd;
pub use spectral_norm::spectral_norm;
pub(crate) use sum::sum_of;
pub use svd::{SingularTriple, singular_values, svd};
pub use triangular::solve_triangular;

/// Operations that are instructions of programs, for the table of all.
pub(crate) mod instructions {
    pub(crate) use super::cholesky::{Back, Lower};
    pub(crate) use super::cofactors::Cofactors;
    pub(crate) use super::congruence::Congruence;
    pub(crate) use super::covariance::Kernel;
    pub(crate) use super::cumulative::Cumulative;
    pub(crate) use super::det::Det;
    pub(crate) use super::dot::Dot;
    pub(crate) use super::eigen::SymmetricEigen;
    pub(crate) use super::eigenvalues::{Interpolated, SymmetricValues};
    pub(crate) use super::functions::instructions::*;
    pub(crate) use super::gaps::OverGaps;
    pub(crate) use super::inverse::Inverse;
    pub(crate) use super::inverse_congruence::InverseCongruence;
    pub(crate) use super::ldlt::Factors;
    pub(crate) use super::logdet::LogDet;
    pub(crate) use super::lower_product::LowerProduct;
    pub(crate) use super::matmul::MatMul;
    pub(crate) use super::norm::Norm;
    pub(crate) use super::pinv::Pinv;
    pub(crate) use super::polar::{NuclearNorm, Polar};
    pub(crate) use super::qr::Qr;
    pub(crate) use super::shifted::Shifted;
    pub(crate) use super::softmax::Softmax;
    pub(crate) use super::solve::Solve;
    pub(crate) use super::spd::{Inverse as SpdInverse, LogDet as SpdLogDet, Solve as SpdSolve};
    pub(crate) use super::spectral_norm::{Largest, SpectralNorm};
    pub(crate) use super::sum::Sum;
    pub(crate) use super::svd::{Svd, Values};
    pub(crate) use super::triangular::Solve as TriangularSolve;
    pub(crate) use super::zeros::OfZeros;
}

use crate::{Matrix, Shape};

/// Panics if a matrix is not square.
#[track_caller]
pub(crate) fn square<T>(operation: &str, a: &Matrix<T>) -> usize {
    assert!(a.is_square(), "the {operation} of a matrix of {}: it is not square", a.shape());
    a.rows()
}

/// Panics if a right-hand side does not fit.
#[track_caller]
pub(crate) fn fits(a: Shape, b: Shape) {
    assert!(a.rows == b.rows, "a system with a matrix of {a} and a right-hand side of {b}: other rows");
}

/// The only entry of what an operation has made.
pub(crate) fn entry<T: Copy>([y]: [Matrix<T>; 1]) -> T {
    y.first()
}
