//! Functions that are known only at run time, with all their derivatives: what other languages call.
//!
//! A [`Function`] is made of a text ([`Function::parse`]) or of a program that was recorded before
//! ([`Function::of_program`]). [`Function::eval_into`] writes what a [`Quantity`] names (values, a gradient, a Jacobian, a
//! Hessian, products with vectors) into memory of the caller's, [`Function::eval_batch_into`] does so at many points. A function
//! can be shared between threads.
//!
//! ```
//! use wengert_runtime::{Function, Quantity};
//! let f = Function::parse("if x < y then x*y else sin(x)")?;
//! let mut gradients = [0.0; 6];
//! // Two points, in different branches; of each the value and then the gradient.
//! f.eval_batch_into(Quantity::Gradient, &[1.0, 2.0, 3.0, 0.0], &[], &mut gradients)?;
//! assert_eq!(gradients, [2.0, 2.0, 1.0, 3f64.sin(), 3f64.cos(), 0.0]);
//! # Ok::<(), wengert_runtime::Error>(())
//! ```
//!
//! # How it runs
//!
//! A text is recorded where it is first evaluated, and the recorded program runs from then on, 1 to 2 ns an operation. Where a
//! branch is taken that no recording has, the text is recorded there too; up to [`MOST_RECORDINGS`] are kept. Programs for
//! derivatives are made when they are first asked for. A recorded function without its text has the branches of its recording
//! alone, and says so elsewhere.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod batch;
mod bytes;
mod error;
mod function;
mod quantity;
mod recording;
mod single;
mod tree;

pub use error::{Error, Kind};
pub use function::{Function, MOST_RECORDINGS};
pub use quantity::Quantity;
