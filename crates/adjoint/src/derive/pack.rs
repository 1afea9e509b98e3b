//! How a value is taken apart into numbers and words, and built again: what a record is made of.

use super::Shape;
use super::fields::Field;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// Constants that are one word each.
const WORDS: [&str; 13] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bool", "f64", "f32"];

fn is_word(f: &Field) -> bool {
    matches!(&f.ty, Type::Path(p) if p.qself.is_none() && WORDS.iter().any(|w| p.path.is_ident(w)))
}

impl Shape<'_> {
    /// What the type over a number says of it; nothing where it holds a constant that is no word.
    pub(super) fn packed(&self, number: &TokenStream) -> TokenStream {
        let fields = || self.variants.iter().flat_map(|v| &v.fields);
        if self.idle || self.variants.is_empty() || fields().any(|f| !f.active && !is_word(f)) {
            return TokenStream::new();
        }
        let many = self.variants.len() > 1;
        let bundle = |f: &Field| {
            let ty = self.field_over(f, number);
            quote!(<#ty as ::wengert::Bundle<#number>>)
        };
        let packs = fields().filter(|f| f.active).map(|f| {
            let ty = bundle(f);
            quote!(&& #ty::PACKS)
        });
        let (mut numbers, mut count) = (quote!(0), quote!(0));
        for f in fields() {
            if f.active {
                let ty = bundle(f);
                numbers.extend(quote!(+ #ty::SIZE.0));
                count.extend(quote!(+ #ty::SIZE.1));
            } else {
                count.extend(quote!(+ 1));
            }
        }
        let (mut words, mut build) = (vec![], vec![]);
        for (k, v) in self.variants.iter().enumerate() {
            let (path, pattern, k) = (v.path(&quote!(Self)), v.pattern("a"), k as u64);
            let tag = many.then(|| quote!(f(#k);));
            let visits = v.fields.iter().enumerate().map(|(k, f)| {
                let x: Ident = format_ident!("a{k}");
                match f.active {
                    true => {
                        let ty = bundle(f);
                        quote!(#ty::words(#x, f);)
                    }
                    false => quote!(f(::wengert::generated::Word::word(*#x));),
                }
            });
            words.push(quote!(#path #pattern => { #tag #(#visits)* }));
            let made = v.fields.iter().map(|f| {
                let member = &f.name;
                match f.active {
                    true => {
                        let ty = bundle(f);
                        quote!(#member: #ty::build(numbers, words))
                    }
                    false => quote!(#member: ::wengert::generated::Word::from_word(words())),
                }
            });
            build.push((k, quote!(#path { #(#made),* })));
        }
        let build = match (build.split_last(), many) {
            (Some(((_, last), rest)), true) => {
                let rest = rest.iter().map(|(k, made)| quote!(#k => #made,));
                quote!(match words() { #(#rest)* _ => #last })
            }
            (Some(((_, only), _)), false) => only.clone(),
            (None, _) => return TokenStream::new(),
        };
        quote! {
            const PACKS: bool = true #(#packs)*;
            const SIZE: (usize, usize) = (#numbers, #count);
            #[inline]
            fn words<__F: ::core::ops::FnMut(u64)>(&self, f: &mut __F) {
                match self { #(#words)* }
            }
            #[inline]
            fn build<__M: ::core::ops::FnMut() -> #number, __W: ::core::ops::FnMut() -> u64>(
                numbers: &mut __M, words: &mut __W
            ) -> Self {
                #build
            }
        }
    }
}
