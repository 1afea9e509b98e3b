//! Other names for types: what they stand for.

use super::arguments::{Arguments, Parameter, parameters};
use super::{AROUND, note};
use front::visit_mut::{self, VisitMut};
use quote::ToTokens;
use std::collections::HashMap;
use syn::PathArguments::Parenthesized;
use syn::{GenericParam, ItemFn, ItemType, Type, TypeParamBound};

/// A type with another name: its parameters, and the type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    params: Vec<Parameter>,
    ty: String,
}

/// Notes what another name stands for.
pub(super) fn read(map: &mut HashMap<String, Option<Named>>, key: String, t: &ItemType) {
    let named = Named { params: parameters(&t.generics), ty: t.ty.to_token_stream().to_string() };
    note(map, key, named);
}

/// The key under which a type is declared that has another name.
pub(super) fn declared_name(name: String) -> String {
    let mut declared = name;
    for _ in 0..DEEPEST {
        let named = AROUND.with_borrow(|around| around.look(|found| found.types.get(&declared), &declared));
        let Some(Named { params, ty }) = named else { break };
        match syn::parse_str(&ty) {
            Ok(Type::Path(p)) if params.is_empty() && p.qself.is_none() => declared = super::names::type_key(&p.path),
            _ => break,
        }
    }
    declared
}

/// Puts in place of other names for types of numbers what they stand for.
pub fn plain_types(f: &mut ItemFn) {
    // Parameters of the function are no such names.
    let own = f.sig.generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(t) => Some(t.ident.to_string()),
        GenericParam::Const(c) => Some(c.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    let own: Vec<String> = own.collect();
    Plain(&own).visit_item_fn_mut(f);
}

/// The same of a type.
pub fn plain_type(ty: &Type) -> Type {
    let mut ty = ty.clone();
    Plain(&[]).visit_type_mut(&mut ty);
    ty
}

struct Plain<'n>(&'n [String]);

/// So many names that stand for names are followed: one that stands for itself is no Rust.
const DEEPEST: u32 = 8;

impl VisitMut for Plain<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(plain) = stands_for(ty, self.0, DEEPEST) {
            *ty = plain;
        }
        // A slice of its own is a list.
        if let Some(Type::Slice(s)) = crate::syntax::types::argument_of(ty, &crate::syntax::types::POINTERS) {
            let of = &s.elem;
            *ty = syn::parse_quote!(::std::vec::Vec<#of>);
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// What may not be there.
const MAYBE: [&str; 2] = ["Option", "Result"];

/// What a name for an array, a list, a tuple, a number, a function or what may not be there stands for, where these parameters have names of
/// their own.
fn stands_for(ty: &Type, own: &[String], deepest: u32) -> Option<Type> {
    let (Type::Path(p), Some(deepest)) = (ty, deepest.checked_sub(1)) else { return None };
    let last = p.path.segments.last().filter(|_| p.qself.is_none())?;
    // A crate's own `Result<T>` is read by its name.
    let is_maybe = MAYBE.iter().any(|name| last.ident == name);
    if is_maybe || p.path.segments.len() == 1 && own.contains(&last.ident.to_string()) {
        return None;
    }
    let name = super::names::type_key(&p.path);
    let (here, named) = AROUND.with_borrow(|around| {
        (around.own.types.contains_key(&name), around.look(|found| found.types.get(&name), &name))
    });
    let Named { params, ty } = named?;
    let mut plain = super::names::read_type(&ty)?;
    // What the text means by a name is not the parameter that has this name here.
    let hidden = |name: &String| crate::syntax::types::mentions(&plain, name) && !params.iter().any(|p| p.is(name));
    if own.iter().any(hidden) || !of_numbers(&plain, here, deepest) {
        return None;
    }
    Arguments::of(&params, &last.arguments)?.put(&mut plain);
    Some(stands_for(&plain, own, deepest).unwrap_or(plain))
}

/// Whether a type is a function, or made of arrays, lists and tuples; lengths with names are known where the text is the
/// same, and has one of the name.
fn of_numbers(ty: &Type, own: bool, deepest: u32) -> bool {
    match ty {
        Type::Array(a) => {
            let names = crate::syntax::identifiers_of(a.len.to_token_stream());
            let clear =
                || AROUND.with_borrow(|around| names.iter().all(|name| around.index.all_named(name).len() <= 1));
            matches!(a.len, syn::Expr::Lit(_)) || own && clear()
        }
        Type::Slice(_) => true,
        Type::Reference(r) => of_numbers(&r.elem, own, deepest),
        Type::Tuple(t) => !t.elems.is_empty(),
        Type::BareFn(_) => true,
        Type::TraitObject(t) => t.bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(t) => t.path.segments.iter().any(|s| matches!(s.arguments, Parenthesized(_))),
            _ => false,
        }),
        Type::Path(p) => p.path.segments.last().is_some_and(|s| {
            ["f64", "f32", "Vec", "usize"].iter().chain(&MAYBE).any(|name| s.ident == name)
                || stands_for(ty, &[], deepest).is_some()
        }),
        _ => false,
    }
}
