//! Elementary functions as polynomials that processors compute for several numbers at once, and their derivatives.
//!
//! [`exp`] and the others are rules: every engine and order runs them. Their values are those of [`kernels`], within 4 units
//! in the last place of the exact ones, and the same on every processor that multiplies and adds in one instruction; on
//! others they are the table's. What a list of numbers takes in one go, [`all`], has the bits that one number has.
//!
//! ```
//! use forward::Dual;
//! let y = vector::exp(2.0 * Dual::<f64>::seeded(0.5, 1.0));
//! assert!((y.tangent - 2.0 * 1f64.exp()).abs() < 1e-15);
//! ```

mod dispatch;
pub mod kernels;
mod number;
pub mod rule;

pub use rule::{Kernel, Vector, by_kernel, has_kernel};
pub use rule::{all, bell, cos, erf, erfc, exp, ln, norm_cdf, norm_pdf, powf, sech, sigmoid, sin, strip, tanh};
