//! The gradient of a function that gives an `Option` or a `Result`: there if the value is.

use super::Emitter;
use crate::nests::Outside;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Emitter<'_> {
    pub(super) fn maybe_gradient(&self, params: &[Outside]) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let (ty, _) = self.adjoints(params, &quote!(adjoints__));
        let args: Vec<TokenStream> = params.iter().map(|p| p.name.to_token_stream()).collect();
        quote! {
            /// The gradient by the active parameters, in their order, if there is a value. Cost: a small multiple of the
            /// function's.
            #[track_caller]
            pub fn gradient #generics(#(#types),*) -> ::core::option::Option<#ty> {
                Self::value_and_gradient::<#(#arguments),*>(#(#args),*).map(|both__| both__.1)
            }
            /// The value, if there is one, and the gradient by the active parameters, in their order.
            #[track_caller]
            pub fn value_and_gradient #generics(#(#types),*) -> ::core::option::Option<(#scalar, #ty)> {
                let (value__, adjoints__) = Self::vjp::<#(#arguments),*>(#(#args,)* 1.0);
                value__.map(|value__| (value__, adjoints__))
            }
        }
    }
}
