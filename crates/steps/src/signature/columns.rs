//! Lists of structures of numbers that arrive, or are given, as lists of numbers: `#[columns(2)]`, which lowering writes.

use super::{Param, Shape};
use proc_macro2::Ident;
use quote::quote;
use syn::{Attribute, Pat, Type, parse_quote};

/// Whether the mark is among these.
pub(super) fn are_given(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.path().is_ident("columns"))
}

/// Takes off the mark, which says how many lists of numbers there are.
pub(super) fn taken(attrs: &mut Vec<Attribute>) -> Option<usize> {
    let at = attrs.iter().position(|a| a.path().is_ident("columns"))?;
    attrs.remove(at).parse_args::<syn::LitInt>().ok()?.base10_parse().ok()
}

/// A parameter of the type that arrives so.
pub(super) fn param((pat, ty): (Pat, &Type), name: Ident, count: usize, float: &Ident) -> Param {
    let (list, shape) = match ty {
        Type::Reference(r) if r.mutability.is_some() => (quote!(&mut [#float]), Shape::SliceMut),
        _ => (quote!(&[#float]), Shape::Slice),
    };
    let lists = vec![list; count];
    let shape = Some(Shape::Tuple(vec![shape; count]));
    Param { pat, name, ty: parse_quote!((#(#lists,)*)), active: true, shape, part: None }
}
