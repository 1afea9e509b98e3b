//! Derivatives along directions where arrays of arrays are among the parameters or in the result.

use crate::emit::Emitter;
use crate::emit::api::layout::{as_shape, lay, same_rows};
use crate::emit::api::nested_arrays::parts;
use crate::emit::shapes::direction;
use crate::signature::Shape;
use crate::signature::nests::{Given, Outer, Outside};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

impl Emitter<'_> {
    /// A direction of a parameter, as a parameter and as an argument.
    fn direction(&self, p: &Outside, before: &mut TokenStream) -> (TokenStream, TokenStream) {
        let (scalar, name, d) = (&self.sig.scalar, &p.name, format_ident!("{}_direction", p.name));
        let Some(nested) = &p.nested else {
            let ty = p.shape.as_ref().map_or(quote!(()), |s| direction(s, scalar));
            return (quote!(#d: #ty), quote!(#d));
        };
        let row = nested.row(&scalar.to_token_stream());
        let ty = match &nested.outer {
            Outer::Fixed(n) => quote!([#row; #n]),
            Outer::Ref(n) | Outer::RefMut(n) => quote!(&[#row; #n]),
            _ => quote!(&[#row]),
        };
        before.extend(same_rows(nested, &name.to_string(), &quote!(#d), &quote!(#name)));
        let laid = lay(nested, &d, false);
        before.extend(laid.before.clone());
        let shape = match self.flat_shape(nested) {
            Shape::Fixed(total) => Shape::Fixed(total),
            _ => Shape::Slice,
        };
        let place = as_shape(&laid, nested, &shape);
        (quote!(#d: #ty), place)
    }

    pub(crate) fn outside_hvp(&self, params: &[Outside], given: &Given) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let (mut before, pass, after) = parts(&self.doors(params));
        let active = params.iter().filter(|p| p.active);
        let (directions, places): (Vec<_>, Vec<_>) = active.map(|p| self.direction(p, &mut before)).unzip();
        let (ty, first) = self.adjoints(params, &quote!(product__));
        let (_, second) = self.adjoints(params, &quote!(gradient__));
        let [about_hvp, about_value_and_hvp] = ["hvp", "value_and_hvp"].map(|name| self.entry_outside(name));
        let (mut just, mut all) = (ty.clone(), quote!((#scalar, #ty, #ty)));
        let (mut product, mut result) = (first.clone(), quote!((value__, #second, #first)));
        let (mut name, mut parts) = (quote!(__flat_hvp), quote!(product__));
        let with_value = quote!(__flat_value_and_hvp);
        if self.sig.maybe {
            // Whether there is a product, the value says.
            let value = self.given_up(given, &quote!(value__));
            (just, all) = (quote!(::core::option::Option<#just>), quote!(::core::option::Option<#all>));
            product = quote!(#value.map(|_| #product));
            result = quote!(#value.map(|value__| #result));
            (name, parts) = (with_value.clone(), quote!((value__, _, product__)));
        }
        quote! {
            #about_hvp
            pub fn hvp #generics(#(#types,)* #(#directions),*) -> #just {
                #before
                let #parts = Self::#name::<#(#arguments),*>(#pass #(#places),*);
                #after
                #product
            }
            #about_value_and_hvp
            pub fn value_and_hvp #generics(#(#types,)* #(#directions),*) -> #all {
                #before
                let (value__, gradient__, product__) = Self::#with_value::<#(#arguments),*>(#pass #(#places),*);
                #after
                #result
            }
        }
    }

    pub(crate) fn outside_jvp(&self, params: &[Outside], given: &Given) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let (mut before, pass, after) = parts(&self.doors(params));
        let active = params.iter().filter(|p| p.active);
        let (directions, places): (Vec<_>, Vec<_>) = active.map(|p| self.direction(p, &mut before)).unzip();
        let ret = self.given_type(given, scalar);
        let value = self.given_up(given, &quote!(value__));
        let written: Vec<&Outside> = params.iter().filter(|p| p.active && self.is_mutable(p)).collect();
        let unit = matches!(self.sig.ret, Shape::Unit);
        let out_types: Vec<_> = written.iter().map(|p| self.adjoint_type(p)).collect();
        let (d_type, d) = match (unit, written.as_slice()) {
            (_, []) => (ret.clone(), self.given_up(given, &quote!(tangent__))),
            (true, [p]) => (out_types[0].clone(), self.adjoint_up(p, &quote!(tangent__))),
            (unit, list) => {
                let first = (!unit).then(|| {
                    let d = self.given_up(given, &quote!(tangent__.0));
                    (quote!(#ret,), quote!(#d,))
                });
                let (ty, d) = first.unzip();
                let rest: Vec<_> = list
                    .iter()
                    .enumerate()
                    .map(|(k, p)| {
                        let k = syn::Index::from(k + usize::from(!unit));
                        self.adjoint_up(p, &quote!(tangent__.#k))
                    })
                    .collect();
                (quote!((#ty #(#out_types),*)), quote!((#d #(#rest),*)))
            }
        };
        let about_jvp = self.entry_outside("jvp");
        quote! {
            #about_jvp
            pub fn jvp #generics(#(#types,)* #(#directions),*) -> (#ret, #d_type) {
                #before
                let (value__, tangent__) = Self::__flat_jvp::<#(#arguments),*>(#pass #(#places),*);
                #after
                (#value, #d)
            }
        }
    }
}
