//! The attribute of Wengert; what it does is the crate `adjoint`, which programs other than the compiler can use too.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Gives a plain numerical function its derivatives, generated at compile time; see `wengert::differentiable`.
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    adjoint::differentiable(options.into(), item.into()).into()
}
