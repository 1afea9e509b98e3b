//! Sparse derivatives: where their entries are, and which of them one product can give.

#![forbid(unsafe_code)]

pub mod color;
mod coloring;
pub mod detect;
mod error;
mod pattern;

pub use coloring::{Coloring, Groups, NEUTRAL};
pub use error::Error;
pub use pattern::Pattern;
