//! What `#[differentiable]` knows of a function: its text with every name resolved and every expression typed.
//!
//! ```text
//! text -> index -> program -> hir -> infer
//! ```
//!
//! Each stage imports only what stands before it. Nothing here knows of derivatives: what comes out is a
//! [`typed::Typed`] body, which the crate `adjoint` lowers to steps.

#![forbid(unsafe_code)]

pub mod configured;
pub mod diagnostic;
mod hash;
pub mod hir;
pub mod index;
pub mod infer;
pub mod items;
pub mod prelude;
pub mod print;
pub mod program;
pub mod ty;
pub mod typed;
