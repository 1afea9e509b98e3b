//! The transformation behind `#[differentiable]`: plain Rust in, its adjoint in Rust out.
//!
//! This crate is no interface: it is the inside of the compiler, is called by the attribute and by the program that prints
//! adjoints, and may change with every release, whatever the version says.
//!
//! ```text
//! signature -> core -> passes -> plan -> emit
//! ```
//!
//! Each is a module of the crate `steps`, `lower` or `emit`; `expand` runs them in a row.
//!
//! The attribute of the crate `macros` is a thin shell around [`differentiable`]; [`show`] gives the generated code to
//! programs and to people.

#![forbid(unsafe_code)]

mod expand;
#[cfg(feature = "show")]
mod show;

use ::emit::{emit, plan, recorded};
pub use around::{Around, Known, Seen};
pub use derive::derive;
pub use expand::checked::is_only_checked;
pub use expand::differentiable;
pub use front::index::{CfgOptions, Files, Index};
use lower::{core, derive};
#[cfg(feature = "show")]
pub use show::steps::{Steps, show_steps};
#[cfg(feature = "show")]
pub use show::typed::show_typed;
#[cfg(feature = "show")]
pub use show::ways::{Ways, ways};
#[cfg(feature = "show")]
pub use show::{Shown, View, show, show_functions};
pub use signature::options::Options;
use steps::{around, ir, passes, signature, syntax};
pub use syntax::depth::has_stack;
