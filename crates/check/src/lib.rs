//! Are these derivatives right?
//!
//! [`check_gradient`] and its relatives run a function on every engine and hold the results against each other, and
//! against differences of the values as an outside witness. When something disagrees, the [`Failure`] names the
//! operation whose rule is at fault; when nothing does, the [`Report`] says which kinks and edges were met. A NaN fails,
//! unless it is [allowed](Check::allow_nan).
//!
//! ```
//! use wengert::prelude::*;
//! let f = check::function!(|x| x[0].ln() + x[0] * x[1] - x[1].sin());
//! let report = check::check_gradient(&f, &[2.0, 5.0])?;
//! assert_eq!(report.jacobian().row(0)[0], 5.5);
//! assert!(report.remarks().is_empty());
//! # Ok::<(), check::Failure>(())
//! ```
//!
//! | I have | take |
//! |---|---|
//! | a function with one output | [`check_gradient`] |
//! | several outputs | [`check_jacobian`] |
//! | second derivatives to check too | [`check_second_order`] |
//! | a function with `#[differentiable]` | [`differentiable!`] |
//! | a closure over data | [`function!`], which names them |
//! | other wishes | [`Check`] |

#![forbid(unsafe_code)]

mod arrays;
mod differences;
mod engines;
mod failure;
mod function;
mod generated;
mod remark;
mod report;
mod run;
mod suspect;
mod trace;
mod traced;

pub use failure::{Broken, Failure};
pub use generated::Generated;
#[doc(hidden)]
pub use generated::{Given, OfNumbers, OfStructures, Second, Several, WeighNumbers, WeighStructures, flat, like};
#[doc(hidden)]
pub use remark::meets;
pub use remark::{Met, Remark};
pub use report::Report;
pub use run::{Check, check_gradient, check_jacobian, check_second_order};
pub use suspect::Suspect;
#[doc(inline)]
pub use wengert::function;
#[doc(hidden)]
pub use wengert::{Function, Real};
