//! What functions of the source text take: the types of their parameters, and the functions among them.

use super::{AROUND, note, number};
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit_mut::VisitMut;
use syn::{FnArg, Generics, Path, PathArguments, ReturnType, Signature, Type, TypeParamBound, parse_quote};

/// Each parameter, without the receiver.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Takes {
    parameters: Vec<Written>,
    /// Which of the generic parameters stand for functions, and how many functions have none that is written.
    stands: (Vec<usize>, usize),
    /// The names of its lengths.
    lengths: Vec<String>,
}

/// A parameter: its type as text, and the function that it is.
#[derive(Clone, Debug, PartialEq)]
struct Written {
    ty: String,
    constant: bool,
    function: Option<(Vec<String>, String)>,
}

/// Notes what a function takes, of a type and on the parameters of what is around it.
pub(super) fn read(
    map: &mut HashMap<String, Option<Takes>>,
    name: String,
    sig: &Signature,
    (of, around): (Option<&Type>, &Generics),
) {
    let plain = |ty: &Type, lengths: bool| {
        let mut ty = ty.clone();
        if let Some(of) = of {
            super::Replace { name: "Self".to_owned(), by: of.clone() }.visit_type_mut(&mut ty);
        }
        for number in [&sig.generics, around].into_iter().filter_map(number) {
            super::Replace { name: number, by: parse_quote!(f64) }.visit_type_mut(&mut ty);
        }
        // A name that is the callee's own says nothing where it is called.
        let text = ty.to_token_stream().to_string();
        let own = |p: &syn::GenericParam| match p {
            syn::GenericParam::Type(t) => crate::derive::mentions(&ty, &t.ident.to_string()),
            syn::GenericParam::Const(c) => !lengths && crate::derive::mentions(&ty, &c.ident.to_string()),
            syn::GenericParam::Lifetime(_) => false,
        };
        if sig.generics.params.iter().chain(&around.params).any(own) { "_".to_owned() } else { text }
    };
    let inputs = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(t) => Some(t),
        FnArg::Receiver(_) => None,
    });
    let takes = inputs.map(|input| {
        let of = function(&input.ty, sig).map(|of| {
            let output = match &of.output {
                ReturnType::Default => "()".to_owned(),
                ReturnType::Type(_, ty) => plain(ty, true),
            };
            (of.inputs.iter().map(|ty| plain(ty, true)).collect(), output)
        });
        let constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        let ty = match crate::iterators::items(&input.ty, sig) {
            Some(_) => "impl IntoIterator<Item = f64>".to_owned(),
            None => plain(&input.ty, false),
        };
        Written { ty, constant, function: of }
    });
    let parameters = takes.collect();
    let lengths = sig.generics.const_params().chain(around.const_params()).map(|p| p.ident.to_string()).collect();
    note(map, name, Takes { parameters, stands: stands(sig), lengths });
}

/// Which generic parameters stand for functions that carry derivatives, and how many such functions have none.
fn stands(sig: &Signature) -> (Vec<usize>, usize) {
    let mut at = vec![];
    let mut unnamed = 0;
    for input in &sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        let of = function(&input.ty, sig).filter(|of| crate::callees::mentions_number(&of.to_token_stream()));
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
pub(crate) fn functions_of(path: &Path) -> (Vec<usize>, usize) {
    let name = super::name_of(path);
    name.and_then(|name| takes(&name)).map(|takes| takes.stands).unwrap_or_default()
}

/// Whether all type parameters of a function stand for functions.
pub(super) fn takes_functions_alone(sig: &Signature) -> bool {
    stands(sig).0.len() == sig.generics.type_params().count()
}

/// Whether a function takes functions that carry derivatives.
pub(crate) fn takes_functions(sig: &Signature) -> bool {
    let (named, unnamed) = stands(sig);
    !named.is_empty() || unnamed > 0
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
        Type::BareFn(f) => Some(crate::callees::of_pointer(f)),
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

/// Whether an argument of a function of the text is to be a function.
pub(crate) fn takes_function(path: &Path, argument: usize) -> bool {
    let takes = super::name_of(path).and_then(|name| takes(&name));
    takes.and_then(|takes| takes.parameters.into_iter().nth(argument)).is_some_and(|of| of.function.is_some())
}

fn takes(name: &str) -> Option<Takes> {
    if super::is_ordinary(name) {
        return None;
    }
    AROUND.with_borrow(|around| around.look(|found| found.takes.get(name), name))
}
