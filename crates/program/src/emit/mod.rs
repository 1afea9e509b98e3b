//! Programs as source code.

mod c;
mod in_place;
mod list;
mod names;
mod rust;

pub use names::Names;
pub(crate) use names::Resolved;
