//! What `#[differentiable]` knows of a function: its text with every name resolved and every expression typed.
//!
//! This crate is no interface: it is the inside of the compiler, is read by the stages after it alone, and may change with every
//! release, whatever the version says.
//!
//! ```text
//! text -> index -> program -> hir -> infer
//! ```
//!
//! Each stage imports only what stands before it. Nothing here knows of derivatives: what comes out is a
//! [`typed::Typed`] body, which the crate `lower` turns into steps.

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
pub mod visit;
pub mod visit_mut;
