//! How generated code asks an enum for its variant, and reaches the fields of one: by an index of a type of its own, so
//! that it is a place.

use super::Shape;
use crate::syntax::names::{asked, field_of, member_name};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Data;

impl Shape<'_> {
    pub(super) fn variants_reached(&self, number: &Ident) -> TokenStream {
        if !matches!(self.item.data, Data::Enum(_)) {
            return TokenStream::new();
        }
        let tokens = number.to_token_stream();
        let (params, _) = self.generics(&tokens);
        let (lifetimes, rest): (Vec<_>, Vec<_>) = params.into_iter().partition(|p| p.to_string().starts_with('\''));
        let (scalar, clause, over) = (&self.scalar, &self.item.generics.where_clause, self.over(&tokens));
        let generics = quote!(<#(#lifetimes,)* #number: ::wengert::Real<#scalar>, #(#rest),*>);
        let (vis, name) = (&self.item.vis, &self.item.ident);
        let (mut types, mut members) = (TokenStream::new(), TokenStream::new());
        for v in &self.variants {
            let (variant, asks) = (&v.name, asked(&v.name));
            members.extend(quote! {
                #[doc(hidden)]
                #[cfg_attr(not(debug_assertions), inline(always))]
                pub fn #asks(&self) -> bool {
                    ::core::matches!(self, Self::#variant { .. })
                }
            });
            for f in &v.fields {
                let (member, at) = (&f.name, field_of(variant, &f.name));
                let index = format_ident!("__{}_{}_{}", name, variant, member_name(member));
                let ty = self.field_over(f, &tokens);
                types.extend(quote! {
                    #[doc(hidden)]
                    #[derive(Clone, Copy)]
                    #[allow(non_camel_case_types, dead_code)]
                    #vis struct #index;
                    #[allow(warnings, clippy::all)]
                    impl #generics ::core::ops::Index<#index> for #over #clause {
                        type Output = #ty;
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn index(&self, _: #index) -> &#ty {
                            match self {
                                Self::#variant { #member: x, .. } => x,
                                _ => ::core::unreachable!(),
                            }
                        }
                    }
                    #[allow(warnings, clippy::all)]
                    impl #generics ::core::ops::IndexMut<#index> for #over #clause {
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn index_mut(&mut self, _: #index) -> &mut #ty {
                            match self {
                                Self::#variant { #member: x, .. } => x,
                                _ => ::core::unreachable!(),
                            }
                        }
                    }
                });
                members.extend(quote! {
                    #[doc(hidden)]
                    pub const #at: #index = #index;
                });
            }
        }
        quote! {
            #types
            #[allow(warnings, clippy::all)]
            impl #generics #over #clause {
                #members
            }
        }
    }
}
