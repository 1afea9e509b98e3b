//! What fields of a type with derivatives may not be, said at the field.

use super::fields::{Field, Variant};
use crate::around;
use crate::syntax::types::{CONTAINERS, HOLDERS, argument_of, map_of, mentions};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Error, Result, Type};

/// What a type holds, as a list or a map.
fn inside(ty: &Type) -> Option<&Type> {
    argument_of(ty, &CONTAINERS).or(map_of(ty).map(|(_, value)| value))
}

/// Whether a field is a reference.
fn lends(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) => true,
        ty => argument_of(ty, &["Option", "Vec"]).or(map_of(ty).map(|(_, value)| value)).is_some_and(lends),
    }
}

/// The part of a type that is a trait object, or of a type of std's without derivatives.
fn without(ty: &Type) -> Option<&Type> {
    match ty {
        Type::TraitObject(_) => Some(ty),
        Type::Paren(p) => without(&p.elem),
        Type::Array(a) => without(&a.elem),
        Type::Tuple(t) => t.elems.iter().find_map(without),
        Type::Path(p) => {
            let last = p.path.segments.last()?;
            match super::fields::is_slice(ty)
                || HOLDERS.iter().any(|name| last.ident == name)
                    && !around::is_type(&last.ident.to_string())
                    && !around::plain_constant(ty)
            {
                true => Some(ty),
                false => inside(ty).and_then(without),
            }
        }
        _ => None,
    }
}

/// Whether the derive is an error at a field of a type, of a holder of numbers or of what stands beside them: nothing else is said of
/// the type then.
pub fn is_unfit(ty: &Type) -> bool {
    let has_floats = |of: &Type| mentions(of, "f64") || mentions(of, "f32");
    let holds = |of: &Type| !super::fields::is_slice(of) && has_floats(of);
    let is_beside = |field: &Type| has_floats(field) && crate::signature::beside(field).is_some();
    let is_wrong = |field: &Type| without(field).is_some_and(holds) || is_beside(field);
    let is_open = matches!(ty, Type::Path(p) if around::is_open(&p.path));
    !is_open && around::carries(ty) == Some(true) && around::active_fields(ty).iter().any(is_wrong)
}

/// A type in it of a crate whose types carry no derivatives, and that crate.
fn of_another_crate(ty: &Type) -> Option<(&Type, String)> {
    match ty {
        Type::Paren(p) => of_another_crate(&p.elem),
        Type::Array(a) => of_another_crate(&a.elem),
        Type::Tuple(t) => t.elems.iter().find_map(of_another_crate),
        ty => match inside(ty) {
            Some(inside) => of_another_crate(inside),
            None => around::crate_without(ty).map(|home| (ty, home)),
        },
    }
}

fn uncloned(ty: &Type) -> Option<&Type> {
    match inside(ty) {
        Some(inside) => uncloned(inside),
        None => around::is_uncloned(ty).then_some(ty),
    }
}

/// Whether what is known of a type allows copies of it.
fn is_cloned(ty: &Type) -> bool {
    let object = without(ty)
        .is_some_and(|of| matches!(of, Type::TraitObject(_)) || mentions(of, "Mutex") || mentions(of, "RwLock"));
    uncloned(ty).is_none() && !object
}

/// What fields cannot be there: they are constants from here on, so that nothing else is said of the type. None of the rest
/// can be had where the type cannot be cloned. In a type on a number of this name plain floats are constants.
///
/// # Errors
/// At the fields.
pub(super) fn check(variants: &mut [Variant], number: Option<&Ident>) -> Result<Option<Error>> {
    let beside = |ty: &Type| {
        let counts = number.is_none_or(|number| mentions(ty, &number.to_string()));
        crate::signature::beside(ty).filter(|_| counts).map(ToTokens::to_token_stream)
    };
    let (mut said, mut whole) = (None::<Error>, true);
    for Field { ty, active, .. } in variants.iter_mut().flat_map(|v| &mut v.fields) {
        let message = match active {
            true if lends(ty) => around::HOLDS_REFERENCES.to_owned(),
            true if let Some(of) = around::unmarked(ty).map(ToTokens::to_token_stream) => format!(
                "`{of}` holds numbers and carries no derivative: put #[derive(Differentiable)] on it, or #[constant] before \
                 this field"
            ),
            true if let Some(of) = beside(ty) => format!(
                "`{of}` stands beside numbers here and carries no derivative: put #[derive(Differentiable)] on it, or #[constant] \
                 before this field"
            ),
            true if let Some((of, home)) = of_another_crate(ty) => format!(
                "`{}` of the crate `{home}` carries no derivative: hold arrays, lists or a `Matrix` of `wengert::linalg`, or put \
                 #[constant] before this field",
                of.to_token_stream().to_string().replace(' ', "")
            ),
            true if let Some(of) = without(ty) => match of {
                Type::TraitObject(_) => {
                    "a trait object carries no derivative: hold a type, as a parameter of the structure or an \
                                         enum, or put #[constant] before this field"
                        .to_owned()
                }
                of => format!(
                    "`{}` in a structure carries no derivatives: hold numbers, a `Vec` or a `Box`, or put #[constant] before \
                     this field",
                    of.to_token_stream().to_string().replace(' ', "")
                ),
            },
            false if let Some(of) = uncloned(ty).map(ToTokens::to_token_stream) => {
                format!("`{of}` is in a structure with derivatives, which are copies of it: put #[derive(Clone)] on it")
            }
            _ => continue,
        };
        let error = Error::new_spanned(&*ty, message);
        match &mut said {
            Some(said) => said.combine(error),
            None => said = Some(error),
        }
        whole &= is_cloned(ty) && !lends(ty);
        *active = false;
    }
    match said {
        Some(error) if !whole => Err(error),
        said => Ok(said),
    }
}

/// # Errors
/// At the first field of another precision.
pub(super) fn one_precision(variants: &[Variant]) -> Result<()> {
    let fields = || variants.iter().flat_map(|v| &v.fields).filter(|f| f.active);
    let of = |name: &str| fields().find(|f| mentions(&f.ty, name));
    match (of("f64"), of("f32")) {
        (Some(_), Some(f)) => {
            let message = "the numbers of a structure are `f64` throughout, or `f32`: write one of them everywhere";
            Err(Error::new_spanned(&f.ty, message))
        }
        _ => Ok(()),
    }
}
