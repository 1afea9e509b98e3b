//! What functions that call themselves lend each other to be changed: numbers and counts that come back behind the result,
//! and lists that are changed where they lie, `#[lent(usize, usize, &mut Vec<f64>)]`, which lowering writes. What stands in
//! parentheses does not come back.

use super::nests::Part;
use super::{Param, Shape};
use proc_macro2::Ident;
use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::{Attribute, Token, Type};

/// Whether the mark is among these.
pub(super) fn is_given(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.path().is_ident("lent"))
}

/// The types of what a parameter is made of.
fn parts(attr: &Attribute) -> Vec<Type> {
    attr.parse_args_with(Punctuated::<Type, Token![,]>::parse_terminated).into_iter().flatten().collect()
}

/// The types of what comes back.
pub(super) fn back(attrs: &[Attribute]) -> Option<Vec<Type>> {
    let attr = attrs.iter().find(|a| a.path().is_ident("lent"))?;
    Some(parts(attr).into_iter().filter(|ty| !matches!(ty, Type::Reference(_) | Type::Paren(_))).collect())
}

/// Takes off the mark, which says what a parameter is made of: parameters of their own.
pub(super) fn taken(attrs: &mut Vec<Attribute>, name: &Ident, float: &Ident) -> Option<Vec<Param>> {
    let at = attrs.iter().position(|a| a.path().is_ident("lent"))?;
    let parts = parts(&attrs.remove(at));
    let param = |(k, ty): (usize, Type)| {
        let ty = match ty {
            Type::Paren(of) => *of.elem,
            ty => ty,
        };
        let name = format_ident!("{name}_{k}", span = name.span());
        let shape = match memory(&ty) {
            Some(of) => super::is(of, float).then_some(Shape::SliceMut),
            None => super::shape(&ty, float),
        };
        let part = Some(if k == 0 { Part::First } else { Part::Count });
        Param { pat: syn::parse_quote!(#name), name, active: shape.is_some(), ty, shape, part }
    };
    Some(parts.into_iter().enumerate().map(param).collect())
}

/// What is in a list that may grow.
fn memory(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => super::list_element(&r.elem),
        _ => None,
    }
}

/// Whether a parameter is a list that is changed where it lies.
pub fn is_list(param: &Param) -> bool {
    matches!(param.part, Some(Part::First | Part::Count))
        && matches!(&param.ty, Type::Reference(r) if r.mutability.is_some())
}

/// Whether it may grow there.
pub fn grows(param: &Param) -> bool {
    is_list(param) && memory(&param.ty).is_some()
}
