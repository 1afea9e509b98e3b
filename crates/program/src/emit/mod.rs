//! Programs as source code.

mod c;
mod definitions;
mod in_place;
mod kernel;
mod list;
mod names;
mod rust;

pub use kernel::{Kernels, Precision};
pub use names::Names;
pub(crate) use names::Resolved;
