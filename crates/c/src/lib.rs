//! Wengert for C: functions that are known at run time, behind opaque handles.
//!
//! The header `include/wengert.h` is made of this crate by cbindgen; the page `docs/c.md` shows how it is used. Each function
//! returns a [`WengertStatus`]; what went wrong, in words and with advice, is told by [`wengert_last_error`]. What a status promises
//! is what Rust does behind it: pointers that are null, sizes that do not fit and memory that overlaps are errors, and no panic
//! crosses into the caller. What no library can see, that a pointer leads to as many numbers as are said, the caller promises.
//!
//! The examples call the functions from Rust, as C does it. A function is made, asked what it takes, printed, kept as bytes, and
//! freed:
//!
//! ```
//! use std::ffi::CStr;
//! use std::ptr::null_mut;
//! use wengert_c::*;
//!
//! let (mut f, mut same) = (null_mut(), null_mut());
//! let (mut size, mut text, mut bytes) = (0, [0; 200], [0; 500]);
//! // SAFETY: what is given is alive, and has the sizes that are said.
//! unsafe {
//!     assert_eq!(wengert_parse(c"x*y + sin(x)".as_ptr(), &mut f), WengertStatus::Ok);
//!     assert_eq!((wengert_inputs(f), wengert_outputs(f)), (2, 1));
//!     assert_eq!(CStr::from_ptr(wengert_input_name(f, 1)), c"y");
//!     let (x, room) = ([1.0, 2.0], text.len());
//!     let quantity = (WENGERT_VALUE, WENGERT_AS_TREE);
//!     wengert_print(f, quantity.0, quantity.1, x.as_ptr(), 2, text.as_mut_ptr(), room, &mut size);
//!     assert!(CStr::from_ptr(text.as_ptr()).to_string_lossy().contains("sin"));
//!     assert_eq!(wengert_save(f, bytes.as_mut_ptr(), bytes.len(), &mut size), WengertStatus::Ok);
//!     assert_eq!(wengert_load(bytes.as_ptr(), size, &mut same), WengertStatus::Ok);
//!     wengert_free(f);
//!     wengert_free(same);
//!
//!     // With inputs in an order of one's own; and a text that is none.
//!     let names = [c"y".as_ptr(), c"x".as_ptr()];
//!     assert_eq!(wengert_parse_with_inputs(c"x/y".as_ptr(), names.as_ptr(), 2, &mut f), WengertStatus::Ok);
//!     wengert_free(f);
//!     assert_eq!(wengert_parse(c"x*sni(x)".as_ptr(), &mut f), WengertStatus::Parse);
//!     let message: &CStr = CStr::from_ptr(wengert_last_error());
//!     assert_eq!(message, c"1:3: unknown function `sni`; did you mean `sin`?");
//!     assert!(f.is_null() && !wengert_version().is_null());
//! }
//! ```
//!
//! Derivatives of x^2 y at the point (2, 3), all that there are:
//!
//! ```
//! use std::ptr::null_mut;
//! use wengert_c::*;
//!
//! let mut f: *mut WengertFunction = null_mut();
//! let (x, direction, weights) = ([2.0, 3.0], [1.0, 10.0], [5.0]);
//! let (mut y, mut dy, mut two, mut product, mut four) = ([0.0], [0.0], [0.0; 2], [0.0; 2], [0.0; 4]);
//! let (x, direction, weights) = (x.as_ptr(), direction.as_ptr(), weights.as_ptr());
//! // SAFETY: what is given is alive, and has the sizes that are said.
//! unsafe {
//!     wengert_parse(c"x^2*y".as_ptr(), &mut f);
//!     wengert_value(f, x, 2, y.as_mut_ptr(), 1);
//!     assert_eq!(y, [12.0]);
//!     wengert_gradient(f, x, 2, y.as_mut_ptr(), two.as_mut_ptr(), 2);
//!     assert_eq!((y, two), ([12.0], [12.0, 4.0]));
//!     wengert_jacobian(f, x, 2, two.as_mut_ptr(), 2);
//!     assert_eq!(two, [12.0, 4.0]);
//!     wengert_hessian(f, x, 2, four.as_mut_ptr(), 4);
//!     assert_eq!(four, [6.0, 4.0, 4.0, 0.0]);
//!     wengert_jvp(f, x, 2, direction, 2, y.as_mut_ptr(), dy.as_mut_ptr(), 1);
//!     assert_eq!(dy, [52.0]);
//!     wengert_vjp(f, x, 2, weights, 1, y.as_mut_ptr(), two.as_mut_ptr(), 2);
//!     assert_eq!(two, [60.0, 20.0]);
//!     wengert_hvp(f, x, 2, direction, 2, two.as_mut_ptr(), product.as_mut_ptr(), 2);
//!     assert_eq!(product, [46.0, 4.0]);
//!     wengert_free(f);
//! }
//! ```
//!
//! And at two points, (2, 3) and (1, 0), whose numbers lie in a row:
//!
//! ```
//! use std::ptr::null_mut;
//! use wengert_c::*;
//!
//! let mut f = null_mut();
//! let (points, directions, weights) = ([2.0, 3.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [1.0, 10.0]);
//! let (mut y, mut dy, mut four, mut product, mut eight) = ([0.0; 2], [0.0; 2], [0.0; 4], [0.0; 4], [0.0; 8]);
//! let (points, directions, weights) = (points.as_ptr(), directions.as_ptr(), weights.as_ptr());
//! // SAFETY: what is given is alive, and has the sizes that are said.
//! unsafe {
//!     wengert_parse(c"x^2*y".as_ptr(), &mut f);
//!     wengert_value_batch(f, points, 4, y.as_mut_ptr(), 2);
//!     wengert_gradient_batch(f, points, 4, null_mut(), 0, four.as_mut_ptr(), 4);
//!     assert_eq!((y, four), ([12.0, 0.0], [12.0, 4.0, 0.0, 1.0]));
//!     wengert_jacobian_batch(f, points, 4, four.as_mut_ptr(), 4);
//!     assert_eq!(four, [12.0, 4.0, 0.0, 1.0]);
//!     wengert_hessian_batch(f, points, 4, eight.as_mut_ptr(), 8);
//!     assert_eq!(eight, [6.0, 4.0, 4.0, 0.0, 0.0, 2.0, 2.0, 0.0]);
//!     wengert_jvp_batch(f, points, 4, directions, 4, y.as_mut_ptr(), 2, dy.as_mut_ptr(), 2);
//!     assert_eq!(dy, [12.0, 1.0]);
//!     wengert_vjp_batch(f, points, 4, weights, 2, y.as_mut_ptr(), 2, four.as_mut_ptr(), 4);
//!     assert_eq!(four, [12.0, 4.0, 0.0, 10.0]);
//!     wengert_hvp_batch(f, points, 4, directions, 4, four.as_mut_ptr(), 4, product.as_mut_ptr(), 4);
//!     assert_eq!(product, [6.0, 4.0, 2.0, 0.0]);
//!     wengert_free(f);
//! }
//! ```

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
