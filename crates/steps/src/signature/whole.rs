//! Types that are kept whole: structures, tuples, options, maps, and lists of these.

use super::{By, Record, Shape, list_element, mentions, option};
use crate::around::is_record;
use proc_macro2::Ident;
use quote::quote;
use syn::{GenericArgument, PathArguments, Type};

/// The shape of a type that may be a structure of numbers: a type by a name of its own.
pub fn record(ty: &Type, number: Option<&Ident>, scalar: &Ident) -> Option<Shape> {
    let own = |by: By, of: Type| {
        let number = number.filter(|n| mentions(&of, n)).cloned();
        Some(Shape::Record(Box::new(Record { ty: of, by, number, scalar: scalar.clone() })))
    };
    // By its form the number is a float as others.
    let is_whole = |of: &Type| {
        let floats =
            number.filter(|n| mentions(of, n)).map(|n| crate::ir::replace_by(quote!(#of), n, &quote!(#scalar)));
        let floats: Option<Type> = floats.and_then(|tokens| syn::parse2(tokens).ok());
        let of = floats.as_ref().unwrap_or(of);
        is_value(of) || is_list_of_values(of)
    };
    match ty {
        Type::Reference(r) if r.mutability.is_some() => None,
        Type::Reference(r) => match &*r.elem {
            Type::Slice(list) if is_whole(&list.elem) => {
                let element = &list.elem;
                own(By::Slice, syn::parse_quote!(::std::vec::Vec<#element>))
            }
            of if is_whole(of) => own(By::Shared, of.clone()),
            _ => None,
        },
        of if is_whole(of) => own(By::Value, of.clone()),
        _ => None,
    }
}

/// Whether a type is a structure, or a tuple or an `Option` that is kept whole.
pub fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Tuple(t) => {
            t.elems.iter().any(holds_numbers)
                && t.elems.iter().all(|ty| {
                    holds_numbers(ty)
                        || crate::syntax::types::is_count(ty)
                        || crate::syntax::types::is_counts(ty)
                        || lent_but_text(ty).is_none() && crate::around::plain_constant(ty)
                })
        }
        Type::Paren(p) => is_value(&p.elem),
        Type::Group(g) => is_value(&g.elem),
        ty => {
            option(ty).is_some_and(holds_numbers)
                || range(ty).is_some_and(holds_numbers)
                || crate::syntax::types::map_of(ty).is_some_and(|(_, value)| holds_numbers(value))
                || is_record(ty)
                || crate::signature::boxes::boxed(ty).is_some_and(is_value)
                || crate::signature::boxes::shared(ty).is_some_and(holds_numbers)
        }
    }
}

/// What a range goes from and to.
fn range(ty: &Type) -> Option<&Type> {
    if let Type::Path(_) = ty { crate::syntax::types::argument_of(ty, &["Range"]) } else { None }
}

/// The first reference in a type.
pub fn reference_in(ty: &Type) -> Option<&syn::TypeReference> {
    match ty {
        Type::Reference(r) => Some(r),
        Type::Tuple(t) => t.elems.iter().find_map(reference_in),
        Type::Array(a) => reference_in(&a.elem),
        ty => crate::syntax::types::argument_of(ty, &crate::syntax::types::CONTAINERS).and_then(reference_in),
    }
}

/// The first reference in a type that is none to text, which is copied.
pub(super) fn lent_but_text(ty: &Type) -> Option<&syn::TypeReference> {
    match ty {
        Type::Reference(r) if is_text(r) => None,
        Type::Tuple(t) => t.elems.iter().find_map(lent_but_text),
        Type::Array(a) => lent_but_text(&a.elem),
        ty => match crate::syntax::types::argument_of(ty, &crate::syntax::types::CONTAINERS) {
            Some(inside) => lent_but_text(inside),
            None => reference_in(ty),
        },
    }
}

/// Whether a reference is one to text.
pub fn is_text(r: &syn::TypeReference) -> bool {
    r.mutability.is_none() && matches!(&*r.elem, Type::Path(p) if p.path.is_ident("str"))
}

/// Whether a type is made of numbers by its form.
fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32") => true,
        Type::Array(a) => holds_numbers(&a.elem),
        ty => is_value(ty) || list_element(ty).is_some_and(holds_numbers),
    }
}

/// Whether a type is a list of such values.
pub fn is_list_of_values(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => is_value(&a.elem) || is_list_of_values(&a.elem),
        ty => list_element(ty).is_some_and(|of| is_value(of) || is_list_of_values(of)),
    }
}

pub fn is_list_of_records(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => is_record(&a.elem) || is_list_of_records(&a.elem),
        Type::Path(p) => p.path.segments.last().filter(|s| s.ident == "Vec").is_some_and(|s| match &s.arguments {
            PathArguments::AngleBracketed(args) => {
                matches!(args.args.first(), Some(GenericArgument::Type(t)) if is_record(t) || is_list_of_records(t))
            }
            _ => false,
        }),
        _ => false,
    }
}
