//! `Clone`, which values with derivatives have, for types that do not derive it.

use crate::around;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, Member, Type, parse_quote};

/// A copy field by field; none where the type has one, or may have.
pub(super) fn cloned(item: &DeriveInput) -> Option<TokenStream> {
    let name = &item.ident;
    let of: Type = parse_quote!(#name);
    if around::says_clone(&item.attrs) || !around::is_uncloned(&of) {
        return None;
    }
    let arm = |path: TokenStream, fields: &Fields| {
        let members: Vec<Member> = fields.members().collect();
        let names: Vec<_> = (0..members.len()).map(|k| quote::format_ident!("field{k}")).collect();
        quote!(#path { #(#members: #names),* } => #path { #(#members: ::core::clone::Clone::clone(#names)),* })
    };
    let arms: Vec<TokenStream> = match &item.data {
        Data::Struct(s) => vec![arm(quote!(Self), &s.fields)],
        Data::Enum(e) => {
            e.variants.iter().map(|v| (&v.ident, v)).map(|(v, of)| arm(quote!(Self::#v), &of.fields)).collect()
        }
        Data::Union(_) => return None,
    };
    if arms.is_empty() {
        return None;
    }
    let mut generics = item.generics.clone();
    generics.type_params_mut().for_each(|t| t.bounds.push(parse_quote!(::core::clone::Clone)));
    let (params, arguments, clauses) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #params ::core::clone::Clone for #name #arguments #clauses {
            fn clone(&self) -> Self {
                match self { #(#arms,)* }
            }
        }
    })
}
