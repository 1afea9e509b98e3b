//! Linear algebra on any number: matrices, and operations that have one rule each.
//!
//! An [`Operation`] states its value and its tangent, the latter as a [`Linear`] expression in products, solutions, masks
//! and sums. Run forwards, the expression is forward mode; transposed, it is reverse mode; and as its constants are
//! matrices of any number, either has every order. A tape takes an operation as one record.
//!
//! ```
//! use linalg::Matrix;
//! use reverse::Tape;
//!
//! let a = Matrix::from_rows([[4.0, 1.0], [1.0, 3.0]]);
//! let tape = Tape::new();
//! let x = a.map(|a| tape.var(a));
//! let y = x.cholesky().unwrap().logdet();
//! let g = y.grad();
//! let inverse = a.inverse().unwrap();
//! assert!(x.indexed().all(|((i, j), &x)| (g.wrt(x) - inverse[(j, i)]).abs() < 1e-15));
//! ```

#![forbid(unsafe_code)]

mod as_written;
mod backend;
mod error;
pub mod in_place;
mod kernels;
mod linear;
mod matrix;
#[doc(hidden)]
pub mod on_lists;
mod operation;
mod operations;
mod parameters;
mod ruled;
mod sparse;
mod table;

#[doc(hidden)]
pub use as_written::*;
pub use error::Error;
pub use linear::{Arena, Kept, Linear, LinearMap, Mask};
pub use matrix::{Matrix, Shape, View};
pub use operation::{LIGHT, Operation, apply};
pub use operations::*;
pub use sparse::{SparseCholesky, SparseLu, SparseMatrix, SparsePattern, SparseQr};
pub use table::{Visitor, find};
