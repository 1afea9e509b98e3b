//! Elementary functions and number types of your own.
//!
//! One rule, given once, is valid in every engine and at every order, because its partials are written on any number:
//!
//! ```
//! use wengert::prelude::*;
//!
//! wengert::extend::rule! {
//!     /// The soft sign x / (1 + |x|).
//!     pub Softsign: softsign(x) = x / (1.0 + x.abs()), d [(1.0 / (1.0 + x.abs())).powi(2)];
//! }
//!
//! assert_eq!(derivative(|x| softsign(x), 1.0), 0.25);
//! assert_eq!(gradient(|x| softsign(x[0]) * x[1], &[1.0, 8.0]), [2.0, 0.5]);
//! assert_eq!(derivative(|x| derivative(|x| softsign(x), x), 1.0), -0.25);
//! ```
//!
//! An operation on matrices takes its value and its tangent: see [`Operation`].
//!
//! An engine of your own implements [`Number`] and calls [`number_operators!`](rules::number_operators) for the rest.

pub use forward::Tangent;
pub use linalg::{Linear, LinearMap, Operation};
pub use reverse::Adjoint;
pub use rules::{ArrayRule, Kind, Number, Op, ROWS, Row, Rule, RuleId, Scalar, Term, number_operators, rule};
