//! The attribute of Wengert; what it does is the crate `adjoint`, which programs other than the compiler can use too.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Gives a plain numerical function its derivatives, generated at compile time.
///
/// What it accepts and generates is described, with examples, where `wengert` exports it: `wengert::differentiable`.
///
/// # Errors
/// What is not supported is an error at its own place, which says what to write instead.
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    adjoint::differentiable(options.into(), item.into()).into()
}
