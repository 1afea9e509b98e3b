//! Comparisons of the twin: what the type itself says of the values, however it does so.

use super::Shape;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse_quote;

impl Shape<'_> {
    /// `==` and `<` of the type over the number, where the type has them. That they are there is asked of a trait with the
    /// number in it, as bounds that hold or not wherever they stand are errors.
    pub(super) fn compared(&self, number: &Ident) -> TokenStream {
        if self.number.is_some() {
            return TokenStream::new();
        }
        let tokens = number.to_token_stream();
        let (params, _) = self.generics(&tokens);
        let (lifetimes, rest): (Vec<_>, Vec<_>) = params.into_iter().partition(|p| p.to_string().starts_with('\''));
        let (scalar, over, name) = (&self.scalar, self.over(&tokens), &self.item.ident);
        let plain = {
            let (_, arguments) = self.generics(&scalar.to_token_stream());
            quote!(#name<#(#arguments),*>)
        };
        let mut generics = self.item.generics.clone();
        let clause = generics.make_where_clause();
        let of = quote!(<#number, <__R as ::wengert::Bundle<#number>>::Plain>);
        clause.predicates.push(parse_quote!(#plain: ::wengert::generated::Equal #of));
        let equal = clause.clone();
        clause.predicates.push(parse_quote!(#plain: ::wengert::generated::Ordered #of));
        let params = quote! {
            #(#lifetimes,)* #number: ::wengert::Real<#scalar>, #(#rest,)* __R: ::wengert::Bundle<#number>
        };
        quote! {
            impl<#params> ::core::cmp::PartialEq<__R> for #over #equal {
                fn eq(&self, other: &__R) -> bool {
                    ::wengert::generated::equal::<#number, #scalar, _, _>(self, other)
                }
            }
            impl<#params> ::core::cmp::PartialOrd<__R> for #over #clause {
                fn partial_cmp(&self, other: &__R) -> ::core::option::Option<::core::cmp::Ordering> {
                    ::wengert::generated::order::<#number, #scalar, _, _>(self, other)
                }
            }
        }
    }
}
