//! From typed functions to steps: the lowering of `#[differentiable]`.
//!
//! This crate is no interface: it is a part of the inside of `wengert-adjoint`, and may change with every release, whatever
//! the version says.

#![forbid(unsafe_code)]
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

pub mod core;
pub mod derive;

use steps::{around, ir, passes, signature, syntax};
