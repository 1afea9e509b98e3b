//! Forward mode: a value carries its tangent along.
//!
//! [`Dual`] is a number with one tangent, `N` lanes of tangents, or a tangent of your own making; [`Taylor`] is a
//! number with all derivatives by one variable up to an order; [`Tagged`] binds a number to one differentiation, so
//! that levels cannot be confused.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "nalgebra"), forbid(unsafe_code))]

mod array;
mod convolution;
pub mod delta;
mod dual;
mod encode;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
mod pile;
mod plain;
mod planes;
mod recurrence;
mod tagged;
mod tangent;
mod taylor;

pub use dual::Dual;
pub use plain::Plain;
pub use tagged::Tagged;
pub use tangent::{Activity, Tangent};
pub use taylor::Taylor;
