//! Symbolic differentiation that keeps sharing.
//!
//! [`Expr`] is a number whose value is a formula. The functions of the table run on it, and so do their partials: a
//! derivative is the table's rule, run on formulas. Equal subexpressions are stored once, so a derivative costs a small
//! multiple of what it is taken of, however often it shares; printed with `let` it stays that small, printed as a tree
//! it swells.
//!
//! ```
//! use rules::Functions;
//! use symbolic::{Form, Graph};
//! let graph = Graph::new();
//! let x = graph.variable("x");
//! let f = x * x.cos().sin();
//! let d = f.derivative(x)?;
//! assert_eq!(d.to_string(), "sin(cos(x)) - x*(cos(cos(x))*sin(x))");
//! assert_eq!(d.eval(&[0.5])?, 0.5f64.cos().sin() - 0.5 * (0.5f64.cos().cos() * 0.5f64.sin()));
//! assert_eq!(d.derivative(x)?.print(Form::Let)?.lines().count(), 5);
//! # Ok::<(), symbolic::Error>(())
//! ```
//!
//! Nothing recurses: an expression may be as deep as memory allows.

#![forbid(unsafe_code)]

mod compare;
mod derivative;
mod error;
mod eval;
mod expand;
mod expr;
mod function;
mod graph;
mod identities;
mod print;
mod reach;
mod simplify;
mod written;

pub use error::Error;
pub use expr::Expr;
pub use graph::Graph;
pub use print::Form;
