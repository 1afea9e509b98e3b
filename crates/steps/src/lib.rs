//! What `#[differentiable]` reads of a function and its surroundings, and the steps that it makes of it.
//!
//! This crate is no interface: it is a part of the inside of `wengert-adjoint`, and may change with every release, whatever
//! the version says.

#![forbid(unsafe_code)]
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

pub mod around;
pub mod ir;
pub mod passes;
pub mod signature;
pub mod syntax;

use front::index;
