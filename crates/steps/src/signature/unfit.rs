//! Types in a signature that are no values with derivatives, where such are asked for.

use super::{Error, list_element};
use crate::around;
use crate::syntax::types::{HOLDERS, argument_of, map_of, mentions};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{PathArguments, Type};

/// Holders of std's that are told otherwise as fields.
const RANGES: [&str; 1] = ["RangeInclusive"];

/// The first type that is one, in what a type is made of.
fn find<'t>(ty: &'t Type, is: &dyn Fn(&Type) -> bool) -> Option<&'t Type> {
    match ty {
        Type::Reference(r) => find(&r.elem, is),
        Type::Slice(s) => find(&s.elem, is),
        Type::Array(a) => find(&a.elem, is),
        Type::Paren(p) => find(&p.elem, is),
        Type::Tuple(t) => t.elems.iter().find_map(|ty| find(ty, is)),
        Type::Path(_) => match argument_of(ty, &["Vec", "Option", "Box", "Rc", "Arc", "Result"]) {
            Some(inside) => find(inside, is),
            None if is(ty) => Some(ty),
            None => map_of(ty).and_then(|(_, value)| find(value, is)),
        },
        _ => None,
    }
}

/// A type of std's that is a holder of others, among what carries derivatives.
pub(super) fn holder(ty: &Type) -> Option<&Type> {
    let is = |ty: &Type| match ty {
        Type::Path(p) => p.path.segments.last().is_some_and(|s| {
            HOLDERS.iter().chain(&RANGES).any(|name| s.ident == name) && !matches!(s.arguments, PathArguments::None)
        }),
        _ => false,
    };
    find(ty, &is)
}

/// Whether something is shared in a type, of which a function makes none.
pub(super) fn shares(ty: &Type) -> bool {
    ["Rc", "Arc"].iter().any(|by| mentions(ty, by) && !around::is_type(by))
}

/// What is wrong with a type of another crate that carries no derivatives, and where it stands.
pub(super) fn of_another_crate<'t>(ty: &'t Type, float: &Ident) -> Option<(&'t Type, String)> {
    let of = find(ty, &|ty| around::crate_without(ty).is_some())?;
    let (home, name) = (around::crate_without(of)?, of.to_token_stream().to_string().replace(' ', ""));
    Some((
        of,
        format!(
            "`{name}` of the crate `{home}` carries no derivative: write `[{float}; N]`, `&[{float}]` or a `Matrix` of \
             `wengert::linalg`, and make it of their numbers where it is constant; a parameter may be `#[constant]`"
        ),
    ))
}

/// What is wrong with keys that are lent.
pub(super) const LENT_KEY: &str =
    "the keys of a map are its own where its values carry derivatives: write `String`, or `&'static str`";

/// The type of such keys; text may be lent to a function in a `BTreeMap`.
pub(super) fn lent_key(ty: &Type, text: bool) -> Option<&Type> {
    let map = find(ty, &|ty| map_of(ty).is_some())?;
    let (key, value) = map_of(map)?;
    let lent = if text { super::whole::lent_but_text(key) } else { super::reference_in(key) };
    let lends = lent.is_some_and(|r| r.lifetime.as_ref().is_none_or(|l| l.ident != "static"));
    if lends && !around::counts_alone(value) { Some(key) } else { lent_key(value, text) }
}

/// The type of the crate's in a type that carries no derivative, beside numbers or alone.
pub fn beside(ty: &Type) -> Option<&Type> {
    find(ty, &|ty| around::carries(ty) == Some(false))
}

/// What is wrong with a parameter that has numbers beside a type of the crate's without derivatives, as a choice: the
/// adjoint is of the parameter's type, which would have none.
pub(super) fn beside_numbers(ty: &Type) -> Option<String> {
    let of = beside(ty)?.to_token_stream();
    Some(format!(
        "`{of}` stands beside numbers here and carries no derivative: put #[derive(Differentiable)] on it, or #[constant] \
         before this parameter"
    ))
}

/// What is wrong with a result that holds a type of the crate's without derivatives. A choice may stand beside numbers.
fn underived(ty: &Type) -> Option<Error> {
    if let Type::Tuple(t) = ty {
        return t.elems.iter().filter(|ty| !around::is_choice(ty)).find_map(underived);
    }
    let of = find(ty, &|ty| around::carries(ty) == Some(false))?;
    let name = of.to_token_stream();
    let message = format!(
        "`{name}` carries no derivative, and is in what the function gives: put #[derive(Differentiable)] on it"
    );
    Some(Error::new_spanned(of, message))
}

/// Fails where what the author writes as the result holds a type without derivatives; what changes behind `&mut`, and is
/// given back beside it, may be one.
pub fn gives_what_it_may(f: &syn::ItemFn) -> syn::Result<()> {
    // Lists of numbers are given in the place of what is written.
    if super::columns::are_given(&f.attrs) {
        return Ok(());
    }
    let sig = &f.sig;
    match &sig.output {
        // Alone it is read with the others.
        syn::ReturnType::Type(_, ty) if around::carries(ty) != Some(false) => underived(ty).map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

/// What is wrong with a constant parameter that is passed by value, and cannot be passed again.
pub(super) fn uncloned(ty: &Type) -> Option<String> {
    let of = find(&without_lent(ty), &around::is_uncloned)?.to_token_stream();
    Some(format!(
        "`{of}` is passed by value, and once more where the function runs again: put #[derive(Clone)] on it, or take a reference"
    ))
}

/// A type without what its references lend: these are passed again as they are.
fn without_lent(ty: &Type) -> Type {
    struct Lent;
    impl syn::visit_mut::VisitMut for Lent {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::Reference(_) => *ty = syn::parse_quote!(()),
                _ => syn::visit_mut::visit_type_mut(self, ty),
            }
        }
    }
    let mut ty = ty.clone();
    syn::visit_mut::VisitMut::visit_type_mut(&mut Lent, &mut ty);
    ty
}

/// What is wrong with a parameter of another type.
pub(super) fn not_active(ty: &Type, float: &Ident) -> String {
    let of = crate::syntax::types::plain(ty);
    if let Type::Path(p) = of
        && p.path.segments.last().is_some_and(|s| around::is_type(&s.ident.to_string()))
        && around::carries(of) != Some(true)
    {
        let of = of.to_token_stream().to_string().replace(' ', "");
        return format!(
            "`{of}` carries no derivative: put #[derive(Differentiable)] on it, or #[constant] before this parameter"
        );
    }
    format!(
        "a parameter of this type cannot be active: take `{float}`, `&[{float}]`, `&mut [{float}]`, `[{float}; N]`, \
         `Vec<{float}>` or a tuple of these, or mark it `#[constant]`"
    )
}

/// What is wrong with a result of another type.
pub(super) fn not_returned(ty: &Type, float: &Ident) -> Error {
    let other = if float == "f64" { "f32" } else { "f64" };
    if mentions(ty, other) {
        let message = "a differentiable function is on `f64` throughout, or on `f32`: write one of them everywhere";
        return Error::new_spanned(ty, message);
    }
    let message = format!(
        "a differentiable function returns `{float}`, `[{float}; N]`, `Vec<{float}>`, a structure, or tuples, an `Option` or a \
         `Result` of these; one without the attribute is written out where it is called, and may return other types"
    );
    Error::new_spanned(ty, message)
}

/// Whether a type, or that of a list's elements, is one of the source text that has no derivatives.
pub(super) fn without_derivatives(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => without_derivatives(&r.elem),
        Type::Slice(s) => without_derivatives(&s.elem),
        Type::Array(a) => without_derivatives(&a.elem),
        Type::Paren(p) => without_derivatives(&p.elem),
        ty => match list_element(ty).or(super::boxes::shared(ty)).or(map_of(ty).map(|(_, value)| value)) {
            Some(inside) => without_derivatives(inside),
            None => crate::around::carries(ty) == Some(false),
        },
    }
}
