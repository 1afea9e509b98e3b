//! Wengert for C: functions that are known at run time, behind opaque handles.
//!
//! The header `include/wengert.h` is made of this crate by cbindgen; the page `docs/c.md` shows how it is used. Each function
//! returns a [`WengertStatus`]; what went wrong, in words and with advice, is told by [`wengert_last_error`]. What a status promises
//! is what Rust does behind it: pointers that are null, sizes that do not fit and memory that overlaps are errors, and no panic
//! crosses into the caller. What no library can see, that a pointer leads to as many numbers as are said, the caller promises.

// In the order in which the header has them.
mod status;

mod functions;

mod points;

mod batches;

mod memory;

pub use batches::*;
pub use functions::*;
pub use points::*;
pub use status::{WengertStatus, wengert_last_error};
