//! The text of a function over any number: its form on every engine where the transformation does not support it, and what
//! a tape records.

pub mod generic;
mod head;
mod natural;
mod over;

pub use generic::source;
pub use head::{Param, Source, opening};
pub use natural::as_written;

use crate::signature::Signature;
use proc_macro2::Ident;
use syn::{GenericArgument, PathArguments, Type};

/// A type over the number of a signature.
pub fn over(sig: &Signature, ty: &mut Type) {
    over::Types::new(sig).over(ty);
}

/// Whether a constant of this type is made of floats and structures, which become numbers and twins, and of integers and
/// flags, which stay.
pub(crate) fn lifts(ty: &Type, scalar: &Ident) -> bool {
    match ty {
        Type::Reference(r) => r.mutability.is_none() && lifts(&r.elem, scalar),
        Type::Slice(s) => made_of(&s.elem, scalar) == Some(true),
        ty => made_of(ty, scalar) == Some(true),
    }
}

/// Whether floats are in a type that is made of floats, integers and flags; none where anything else is.
fn made_of(ty: &Type, scalar: &Ident) -> Option<bool> {
    let any = |parts: Vec<Option<bool>>| parts.into_iter().try_fold(false, |any, part| Some(any | part?));
    match ty {
        ty if crate::syntax::types::is_count(ty) => Some(false),
        Type::Array(a) => made_of(&a.elem, scalar),
        Type::Paren(p) => made_of(&p.elem, scalar),
        Type::Tuple(t) if !t.elems.is_empty() => any(t.elems.iter().map(|ty| made_of(ty, scalar)).collect()),
        Type::Path(p) if p.qself.is_none() && crate::around::is_matrix(&p.path) => Some(true),
        Type::Path(p) if p.qself.is_none() => {
            let last = p.path.segments.last()?;
            match &last.arguments {
                PathArguments::None if crate::around::is_marked_throughout(ty) => Some(true),
                PathArguments::None => p.path.is_ident(scalar).then_some(true),
                PathArguments::AngleBracketed(a) if last.ident == "Vec" || last.ident == "Option" => {
                    let inner = |a: &GenericArgument| match a {
                        GenericArgument::Type(ty) => made_of(ty, scalar),
                        _ => None,
                    };
                    any(a.args.iter().map(inner).collect())
                }
                _ => None,
            }
        }
        _ => None,
    }
}
