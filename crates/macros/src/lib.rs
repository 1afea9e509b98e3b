//! The attribute of Wengert; what it does is the crate `adjoint`, which programs other than the compiler can use too.
//!
//! This crate is no interface: `wengert` exports the attribute and the derive, and has their pages, with examples.

#![forbid(unsafe_code)]

mod linked;
mod texts;

use proc_macro::{Span, TokenStream};

/// Gives a plain numerical function its derivatives, generated at compile time.
///
/// What it accepts and generates is described, with examples, where `wengert` exports it: `wengert::differentiable`.
///
/// # Errors
/// What is not supported is an error at its own place, which says what to write instead.
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    texts::around(Span::call_site(), &item).within(|| adjoint::differentiable(options.into(), item.into())).into()
}

/// Makes a struct or an enum a value with derivatives, for functions with `#[differentiable]` to take and to give.
///
/// It is described, with examples, where `wengert` exports it: `wengert::Differentiable`.
///
/// # Errors
/// What is not supported is an error at its own place.
#[proc_macro_derive(Differentiable, attributes(constant))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    texts::around(Span::call_site(), &item).within(|| adjoint::derive(item.into())).into()
}
