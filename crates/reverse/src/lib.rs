//! Reverse mode: record a computation once, then sweep back over it.
//!
//! [`Tape`] holds the recording, [`Var`] is the number that records, [`Adjoints`] are the derivatives that a sweep
//! leaves.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod adjoints;
mod array;
mod buffers;
mod descent;
mod linear;
#[cfg(feature = "ndarray")]
mod ndarray;
mod records;
mod spill;
mod streams;
mod sweep;
mod tape;
mod var;

pub use adjoints::Adjoints;
pub use buffers::{Buffers, Memory, keep_what_is_freed};
pub use linear::Linear;
pub use spill::{SpillError, Stored};
pub use sweep::Adjoint;
pub use tape::{Statistics, Tape};
pub use var::Var;
