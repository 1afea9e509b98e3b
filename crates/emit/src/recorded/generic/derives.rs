//! What derives of std make for a repeated type.

use super::{Repeat, parsed};
use front::items::AdtId;
use front::ty::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Item, Meta, Path, Result, parse_quote};

/// What may be derived of numbers.
const DERIVED: [&str; 5] = ["Clone", "Copy", "Default", "PartialEq", "PartialOrd"];

/// What is written out.
const WRITTEN: [&str; 3] = ["Debug", "Eq", "Ord"];

impl Repeat<'_> {
    /// What a derive makes that would ask the number for what it has not, or tell another name.
    pub(super) fn derive(&self, adt: AdtId, of: &str) -> Result<Item> {
        let (name, def, number) = (self.adt_name(adt), self.program.adt(adt), &self.number);
        if !def.generics.names.is_empty() {
            let what = format!("a derive of `{of}` for a type with parameters");
            return Err(self.error(Span::call_site(), &what));
        }
        let (generics, lives) = (self.added_parameters(None), self.adt_lives(adt));
        let life = lives.then_some(&self.life).into_iter();
        let lent = match self.program.syntax_of_adt(adt).as_deref() {
            Some(Item::Struct(s)) => s.generics.lifetimes().count(),
            Some(Item::Enum(e)) => e.generics.lifetimes().count(),
            _ => 0,
        };
        let lent = vec![quote!('_); lent];
        let itself = quote!(#name<#(#lent,)* #(#life,)* #number>);
        if of == "Debug" {
            return self.shown(adt, &itself);
        }
        if of == "Eq" {
            return parsed(quote!(impl<#(#generics),*> ::core::cmp::Eq for #itself {}));
        }
        let mut arms = vec![];
        for variant in &def.variants {
            let own = super::patterns::member(&variant.name);
            let path = if def.is_enum { quote!(#name::#own) } else { quote!(#name) };
            let fields: Vec<_> = variant.fields.iter().map(|field| super::patterns::member(&field.name)).collect();
            let [a, b] =
                ["a", "b"].map(|side| -> Vec<_> { (0..fields.len()).map(|k| format_ident!("{side}{k}__")).collect() });
            arms.push(quote! {
                (#path { #(#fields: #a,)* .. }, #path { #(#fields: #b,)* .. }) => {
                    ::core::cmp::Ordering::Equal #(.then_with(|| ::core::cmp::Ord::cmp(#a, #b)))*
                }
            });
        }
        let places = def.variants.iter().enumerate().map(|(at, variant)| {
            let own = super::patterns::member(&variant.name);
            let path = if def.is_enum { quote!(#name::#own) } else { quote!(#name) };
            quote!(#path { .. } => #at)
        });
        let others = (def.variants.len() > 1).then(|| {
            quote! {
                (a__, b__) => {
                    let place__ = |x__: &Self| -> usize { match x__ { #(#places,)* } };
                    ::core::cmp::Ord::cmp(&place__(a__), &place__(b__))
                }
            }
        });
        parsed(quote! {
            impl<#(#generics),*> ::core::cmp::Ord for #itself {
                fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                    match (self, other) { #(#arms)* #others }
                }
            }
        })
    }

    /// What a derive of `Debug` makes, with the name that the type has.
    fn shown(&self, adt: AdtId, itself: &TokenStream) -> Result<Item> {
        let (name, def) = (self.adt_name(adt), self.program.adt(adt));
        let generics = self.added_parameters(None);
        let arms = def.variants.iter().map(|variant| {
            let own = super::patterns::member(&variant.name);
            let path = if def.is_enum { quote!(#name::#own) } else { quote!(#name) };
            let fields: Vec<_> = variant.fields.iter().map(|field| super::patterns::member(&field.name)).collect();
            let parts: Vec<_> = (0..fields.len()).map(|k| format_ident!("part{k}__")).collect();
            let (title, names) = (&*variant.name, variant.fields.iter().map(|field| &*field.name));
            let values = variant.fields.iter().zip(&parts).map(|(field, part)| match field.ty {
                Ty::Float(_) => quote!(&::wengert::Real::value(#part)),
                _ => quote!(#part),
            });
            let shown = match (variant.named, fields.is_empty()) {
                (_, true) => quote!(f__.write_str(#title)),
                (true, _) => quote!(f__.debug_struct(#title) #(.field(#names, #values))* .finish()),
                (false, _) => quote!(f__.debug_tuple(#title) #(.field(#values))* .finish()),
            };
            quote!(#path { #(#fields: #parts,)* .. } => #shown,)
        });
        parsed(quote! {
            impl<#(#generics),*> ::core::fmt::Debug for #itself {
                fn fmt(&self, f__: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    match self { #(#arms)* }
                }
            }
        })
    }
}

/// Leaves of the attributes what may be derived, and gives what is to be written out.
pub(super) fn derives(attrs: &mut Vec<Attribute>) -> Vec<String> {
    let mut all: Vec<Path> = vec![];
    for attr in attrs.iter().filter(|a| a.path().is_ident("derive")) {
        if let Meta::List(_) = &attr.meta {
            let _ = attr.parse_nested_meta(|meta| {
                all.push(meta.path.clone());
                Ok(())
            });
        }
    }
    let is_of =
        |path: &Path, names: &[&str]| path.segments.last().is_some_and(|s| names.iter().any(|name| s.ident == name));
    let written = all.iter().filter(|path| is_of(path, &WRITTEN));
    let written = written.filter_map(|path| path.segments.last()).map(|s| s.ident.to_string()).collect();
    all.retain(|path| is_of(path, &DERIVED));
    attrs.clear();
    if !all.is_empty() {
        attrs.push(parse_quote!(#[derive(#(#all),*)]));
    }
    written
}
