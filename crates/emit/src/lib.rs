//! From steps to Rust: the adjoint of `#[differentiable]`, and recorded functions.
//!
//! This crate is no interface: it is a part of the inside of `wengert-adjoint`, and may change with every release, whatever
//! the version says.

#![forbid(unsafe_code)]
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

pub mod emit;
pub mod plan;
pub mod recorded;

use steps::{around, ir, signature, syntax};
