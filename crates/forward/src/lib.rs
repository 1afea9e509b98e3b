//! Forward mode: a value carries its tangent along.
//!
//! [`Dual`] is a number with one tangent, `N` lanes of tangents, or a tangent of your own making; [`Tagged`] binds a
//! number to one differentiation, so that levels cannot be confused.

#![forbid(unsafe_code)]

mod dual;
mod tagged;
mod tangent;

pub use dual::Dual;
pub use tagged::Tagged;
pub use tangent::Tangent;
