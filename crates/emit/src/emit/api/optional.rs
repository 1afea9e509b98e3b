//! The gradient of a function that gives an `Option` or a `Result`: there if the value is.

use crate::emit::Emitter;
use crate::signature::Shape;
use crate::signature::nests::{Given, Outside};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

impl Emitter<'_> {
    /// Whether it gives one number, or may give one: what has a gradient and second derivatives.
    pub(crate) fn gives_a_number(&self) -> bool {
        let of_number = |of: &Given| matches!(of, Given::Plain(Shape::Scalar));
        match &self.sig.outside {
            Some((_, Given::Maybe(of))) => of_number(of),
            _ => matches!(self.sig.ret, Shape::Scalar),
        }
    }

    /// What a run on numbers of this kind starts from on its way back: from one.
    pub(crate) fn unit_seed(&self, kind: &TokenStream) -> TokenStream {
        let one = quote!(::wengert::generated::Seed(#kind::fixed(1.0)));
        if self.sig.maybe { quote!((#one, ())) } else { one }
    }

    /// The number of a flat result.
    pub(crate) fn number_of(&self, result: &TokenStream) -> TokenStream {
        if self.sig.maybe { quote!(#result.0) } else { result.clone() }
    }

    /// A flat result on plain numbers, from one on duals.
    pub(crate) fn without_tangent(&self, result: &TokenStream) -> TokenStream {
        if self.sig.maybe { quote!((#result.0.value(), #result.1)) } else { quote!(#result.value()) }
    }

    pub(crate) fn maybe_gradient(&self, params: &[Outside]) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let (ty, _) = self.adjoints(params, &quote!(adjoints__));
        let args: Vec<TokenStream> = params.iter().map(|p| p.name.to_token_stream()).collect();
        // What is written has no part in the gradient.
        let written = params.iter().filter(|p| p.active && self.is_mutable(p)).map(|p| &p.name);
        let weights = written.map(|name| quote!(&::wengert::Bundle::<#scalar>::zero(&#name.to_vec())[..]));
        let (names, weights): (Vec<_>, Vec<_>) =
            weights.enumerate().map(|(k, w)| (format_ident!("weight_{k}"), w)).unzip();
        let [about_gradient, about_value_and_gradient] =
            ["gradient", "value_and_gradient"].map(|name| self.entry_outside(name));
        quote! {
            #about_gradient
            pub fn gradient #generics(#(#types),*) -> ::core::option::Option<#ty> {
                Self::value_and_gradient::<#(#arguments),*>(#(#args),*).map(|both__| both__.1)
            }
            #about_value_and_gradient
            pub fn value_and_gradient #generics(#(#types),*) -> ::core::option::Option<(#scalar, #ty)> {
                #(let #names = #weights;)*
                let (value__, adjoints__) = Self::vjp::<#(#arguments),*>(#(#args,)* 1.0, #(#names),*);
                value__.map(|value__| (value__, adjoints__))
            }
        }
    }
}
