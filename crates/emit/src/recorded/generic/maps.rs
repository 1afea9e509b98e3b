//! Maps over the number: a `HashMap` that is handed in is gone through in its own order, which another one has not.

use super::Repeat;
use front::items::{AdtId, FnId};
use front::program::{Scope, TypeName};
use front::ty::Ty;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;

impl Repeat<'_> {
    /// Whether a type is a map with floats in it.
    pub(super) fn is_map(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(adt, args) if self.is_map_of_std(*adt) && args.iter().any(|ty| self.has_float(ty)))
    }

    pub(super) fn is_map_of_std(&self, adt: AdtId) -> bool {
        let def = self.program.adt(adt);
        !self.is_own(def.origin) && &*def.name == "BTreeMap"
    }

    /// Whether what a function is handed has a `HashMap` in it.
    pub(super) fn is_handed_hashed(&self, f: FnId, sig: &syn::Signature) -> bool {
        let (def, inputs) = (self.program.func(f), sig.inputs.to_token_stream());
        self.is_named("HashMap", inputs, &self.program.scope_of(f))
            || def.params.iter().any(|p| self.hashed_in(&p.ty, &mut HashSet::new()))
    }

    fn hashed_in(&self, ty: &Ty, met: &mut HashSet<AdtId>) -> bool {
        let Ty::Adt(adt, args) = ty else { return ty.parts().any(|part| self.hashed_in(part, met)) };
        if args.iter().any(|ty| self.hashed_in(ty, met)) {
            return true;
        }
        let def = self.program.adt(*adt);
        if !self.is_own(def.origin) || !met.insert(*adt) {
            return false;
        }
        let scope = self.program.scope_within_adt(*adt);
        let names = |item: &syn::Item| self.is_named("HashMap", item.to_token_stream(), &scope);
        self.program.syntax_of_adt(*adt).is_some_and(|item| names(&item))
            || def.variants.iter().flat_map(|v| &v.fields).any(|field| self.hashed_in(&field.ty, met))
    }

    pub(super) fn names_number(&self, text: TokenStream) -> bool {
        let mut all = vec![];
        idents(text, &mut all);
        all.contains(&self.number)
    }

    /// Whether a text names a type of std, by itself or by another name of a type.
    pub(super) fn is_named(&self, wanted: &str, text: TokenStream, scope: &Scope) -> bool {
        let (mut words, mut met) = (vec![(text, scope.clone())], HashSet::new());
        while let Some((text, scope)) = words.pop() {
            let mut own = vec![];
            idents(text, &mut own);
            for name in own {
                if name == wanted {
                    return true;
                }
                if met.insert(name.to_string())
                    && let TypeName::Alias(scope, alias) = self.program.type_name(&scope, &name.into())
                {
                    words.push((alias.ty.to_token_stream(), scope));
                }
            }
        }
        false
    }
}

/// A `HashMap` over the number that is gone through in the order of the one it was made of.
pub(super) fn hashed() -> syn::Path {
    syn::parse_quote!(::wengert::generated::maps::HashMap)
}

fn idents(text: TokenStream, into: &mut Vec<Ident>) {
    for token in text {
        match token {
            TokenTree::Ident(name) => into.push(name),
            TokenTree::Group(group) => idents(group.stream(), into),
            _ => {}
        }
    }
}
