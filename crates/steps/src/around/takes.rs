//! Which functions of the source text take functions.

use super::is_record;
use super::{AROUND, note};
use quote::ToTokens;
use std::collections::HashMap;
use syn::{FnArg, Path, PathArguments, Signature, Type, TypeParamBound};

/// The functions among a function's parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Takes {
    /// Whether each parameter is one, without the receiver.
    functions: Vec<bool>,
    /// Which of the generic parameters stand for functions, and how many functions have none that is written.
    stands: (Vec<usize>, usize),
}

/// Notes what a function takes.
pub(super) fn read(map: &mut HashMap<String, Option<Takes>>, name: String, sig: &Signature) {
    let typed = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(t) => Some(&*t.ty),
        FnArg::Receiver(_) => None,
    });
    let functions = typed.map(|ty| function(ty, sig).is_some()).collect();
    note(map, name, Takes { functions, stands: stands(sig) });
}

/// Which generic parameters stand for functions that carry derivatives, and how many such functions have none.
fn stands(sig: &Signature) -> (Vec<usize>, usize) {
    let mut at = vec![];
    let mut unnamed = 0;
    for input in &sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        let of = function(&input.ty, sig).filter(|of| mentions_number(&of.to_token_stream()));
        if constant || of.is_none() {
            continue;
        }
        match named(&input.ty, sig) {
            Some(k) => at.extend(Some(k).filter(|k| !at.contains(k))),
            None => unnamed += 1,
        }
    }
    (at, unnamed)
}

/// Which generic parameter a type is; lifetimes do not count.
fn named(ty: &Type, sig: &Signature) -> Option<usize> {
    let bare = match ty {
        Type::Reference(r) => &*r.elem,
        ty => ty,
    };
    let Type::Path(p) = bare else { return None };
    let others = sig.generics.params.iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
    let mut others = others.map(|param| match param {
        syn::GenericParam::Type(t) => p.path.is_ident(&t.ident),
        _ => false,
    });
    others.position(|own| own)
}

/// Which generic parameters of a function stand for functions that it takes, and how many of these have none.
pub fn functions_of(path: &Path) -> (Vec<usize>, usize) {
    let name = super::name_of(path);
    name.and_then(|name| takes(&name)).map(|takes| takes.stands).unwrap_or_default()
}

/// What is called by a parameter of this type.
fn function(ty: &Type, sig: &Signature) -> Option<syn::ParenthesizedGenericArguments> {
    let called = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        bounds.iter().find_map(|b| match b {
            TypeParamBound::Trait(t) => match &t.path.segments.last()?.arguments {
                PathArguments::Parenthesized(of) => Some(of.clone()),
                _ => None,
            },
            _ => None,
        })
    };
    match ty {
        Type::Reference(r) => function(&r.elem, sig),
        Type::Paren(p) => function(&p.elem, sig),
        Type::ImplTrait(t) => called(&t.bounds),
        Type::TraitObject(t) => called(&t.bounds),
        Type::BareFn(f) => Some(of_pointer(f)),
        Type::Path(p) => {
            let param = sig.generics.type_params().find(|t| p.path.is_ident(&t.ident))?;
            let clauses = sig.generics.where_clause.iter().flat_map(|w| &w.predicates);
            let bounded = |clause: &syn::WherePredicate| match clause {
                syn::WherePredicate::Type(t) if t.bounded_ty == *ty => called(&t.bounds),
                _ => None,
            };
            called(&param.bounds).or_else(|| clauses.into_iter().find_map(bounded))
        }
        _ => None,
    }
}

fn takes(name: &str) -> Option<Takes> {
    if super::is_ordinary(name) {
        return None;
    }
    AROUND.with_borrow(|around| around.look(|found| found.takes.get(name), name))
}

/// Whether what carries derivatives is named.
pub fn mentions_number(tokens: &proc_macro2::TokenStream) -> bool {
    let text = tokens.to_string();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == "f64" || w == "f32")
        || text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| {
            let own = w.starts_with(char::is_uppercase) && !["Vec", "Fn", "FnMut", "FnOnce"].contains(&w);
            own && is_record(&syn::parse_str(w).unwrap_or_else(|_| syn::parse_quote!(())))
        })
}

/// What a function pointer takes and gives, as a bound says it.
pub fn of_pointer(f: &syn::TypeBareFn) -> syn::ParenthesizedGenericArguments {
    let inputs = f.inputs.iter().map(|input| input.ty.clone()).collect();
    syn::ParenthesizedGenericArguments { paren_token: f.paren_token, inputs, output: f.output.clone() }
}
