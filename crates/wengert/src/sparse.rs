//! Sparse derivatives: Jacobians and Hessians of which only the entries that can differ from zero are computed.
//!
//! | I have | take |
//! |---|---|
//! | a loop over residuals, constraints or factors that each touch a few inputs | [`SparseJacobian::of_blocks`] |
//! | a sum of terms that each depend on a few inputs | [`SparseHessian::of_blocks`] |
//! | a loop over data with `#[differentiable]`, each round of which reads a few inputs | [`SparseJacobian::of_loop`], [`SparseHessian::of_loop`] |
//! | functions of all inputs that read a few each | [`SparseJacobian::of_terms`], [`SparseHessian::of_terms`] |
//! | any other function whose Jacobian is sparse | [`SparseJacobian::prepare`] |
//! | any other function whose Hessian is sparse | [`SparseHessian::prepare`] |
//! | a closure that is no [`Function`](crate::Function) | [`SparseJacobian::record`], [`SparseHessian::record`], [`LagrangianHessian::record`] |
//! | a recorded [`Program`](crate::program::Program) | [`SparseJacobian::of_program`], and so on |
//! | an objective with constraints, for a solver such as Ipopt | [`LagrangianHessian::prepare`], and a Jacobian |
//! | to multiply with a Hessian, J^T J or J^T W J, not to have it | [`HessianOperator`], [`GaussNewton`] |
//! | J^T J as a matrix | [`Gram`] |
//! | to solve systems with one of these | [`to_matrix`] |
//!
//! The first four need no pattern and no colours. The others run the function once on numbers that record where entries
//! are, colour the columns or rows so that those of a colour share a product, and read the entries from these products.
//!
//! Each is prepared once, can be looked at (`println!("{jacobian:#}")` draws the pattern), and is evaluated into a plain
//! slice of values, as often as wanted, from any thread, without allocation. The values stand in the order of the
//! [`Pattern`], column by column (CSC), whose pointers and indices are slices too; `triplets` lists rows, columns and
//! values.

mod block;
mod block_functions;
mod block_hessian;
mod blocks;
mod colored;
mod compressed;
mod compressed_hessian;
mod curvature;
mod dense;
mod error;
#[cfg(feature = "faer")]
mod faer;
mod families;
#[cfg(feature = "rayon")]
mod gather;
mod gram;
mod hessian;
mod jacobian;
mod lagrangian;
mod lanes;
mod matrix;
mod multiply;
mod operators;
mod options;
mod places;
mod plan;
mod probe;
mod products;
mod recorded;
mod recorded_lagrangian;
mod recording;
mod rounds;
#[cfg(feature = "sprs")]
mod sprs;
mod substitution;
mod terms;

#[doc(inline)]
pub use ::sparse::color::Order;
#[doc(inline)]
pub use ::sparse::detect::{Detected, LocalPattern};
#[doc(inline)]
pub use ::sparse::{Coloring, Pattern};
pub use block::BlockNumber;
pub use block_hessian::BlockNumber2;
pub use blocks::{Blocks, HessianBlocks, JacobianBlocks};
pub use compressed::Compressed;
pub use compressed_hessian::CompressedHessian;
pub use error::Error;
#[cfg(feature = "faer")]
pub use faer::{from_faer, to_faer};
pub use gram::Gram;
pub use hessian::{HessianSource, SparseHessian};
pub use jacobian::{JacobianSource, SparseJacobian};
pub use lagrangian::{LagrangianHessian, NoConstraints};
pub use matrix::to_matrix;
pub use operators::{GaussNewton, HessianOperator, LinearOperator};
pub use options::{Mode, Options, Recovery};
pub use recorded::{hessian_pattern, jacobian_pattern};
pub use recorded_lagrangian::RecordedLagrangian;
pub use recording::Recording;

#[cfg(feature = "sprs")]
pub use sprs::{from_sprs, to_sprs};

use core::fmt;

/// Characters in a line of a picture of a pattern.
const WIDTH: usize = 60;

/// Below a line about a derivative, where `{:#}` asks for it: a picture of its pattern.
fn picture(pattern: &Pattern, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match f.alternate() {
        true => write!(f, "\n{}", pattern.braille(WIDTH).trim_end_matches('\n')),
        false => Ok(()),
    }
}
