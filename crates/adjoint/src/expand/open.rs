//! Functions that have derivatives where they are called alone, as they are generic over types that may have none.

use crate::signature;
use crate::syntax::marks;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, Generics, ItemFn, Signature};

/// Whether a function has no derivatives because a list of its own would hold what its callers alone know.
pub(crate) fn is_of_open_type(error: &syn::Error) -> bool {
    error.to_string() == crate::core::OF_OPEN_TYPE
}

/// Whether a function of which the derivatives are not known has them where it is called alone, by its signature.
pub(crate) fn is_open(name: &Ident, sig: &Signature, outer: Option<&Generics>) -> bool {
    crate::around::is_open_function(name, sig, outer) || crate::around::is_over_formless(name, sig, outer)
}

/// The function as it was written. Who asks for derivatives of its own is told where to ask.
pub(crate) fn without_derivatives(mut f: ItemFn) -> TokenStream {
    let constant =
        |input: &&FnArg| matches!(input, FnArg::Typed(t) if t.attrs.iter().any(|a| a.path().is_ident("constant")));
    let params = f.sig.inputs.len();
    let directions = params - f.sig.inputs.iter().filter(constant).count();
    signature::take_marks(&mut f);
    marks::take(&mut f.block);
    let name = &f.sig.ident;
    let function = |(called, takes): (&str, usize)| {
        let called = format_ident!("{called}");
        let types: Vec<_> = (0..takes).map(|k| format_ident!("P{k}")).collect();
        quote! {
            pub fn #called<#(#types,)* Given>(#(_: #types),*) -> Given
            where #name: ::wengert::generated::Closed<(#(#types,)*)> {
                ::core::unreachable!()
            }
        }
    };
    let takes = [
        ("gradient", params),
        ("value_and_gradient", params),
        ("hessian", params),
        ("jacobian", params),
        ("jvp", params + directions),
        ("hvp", params + directions),
        ("value_and_hvp", params + directions),
        ("vjp", params + 1),
    ];
    let functions: Vec<TokenStream> = takes.into_iter().map(function).collect();
    let beside = super::beside(name, &f.vis, &functions, &[]);
    quote!(#[allow(dead_code)] #f #beside)
}
