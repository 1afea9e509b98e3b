//! Which functions of the source text can change a structure where it lies: those that take one by `&mut` of which all is
//! known, and which may be large.

use super::{AROUND, fields, holds_lists, note, plain_type};
use crate::derive::{is_word, plain_constant};
use crate::lower::argument_of;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{FnArg, Generics, Path, ReturnType, Signature, Type};

/// The argument that a function changes, the receiver among them, and its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Changes {
    argument: usize,
    ty: String,
}

/// Notes the structure that a function changes, if it is one.
pub(super) fn read(
    map: &mut HashMap<String, Option<Changes>>,
    key: String,
    sig: &Signature,
    of: Option<&Type>,
    around: &Generics,
) {
    let others = |g: &Generics| g.type_params().count() > usize::from(super::number(g).is_some());
    let strange = |ty: &dyn ToTokens| {
        let text = ty.to_token_stream().to_string();
        ["Option", "Result", "impl", "dyn", "Fn"].iter().any(|word| crate::forms::has_word(&text, word))
    };
    let given = match &sig.output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => is_of_numbers(ty, &[super::number(&sig.generics), super::number(around)]),
    };
    if others(&sig.generics) || others(around) || !given {
        return;
    }
    let mut found = vec![];
    for (argument, input) in sig.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(r) if r.reference.is_some() && r.mutability.is_some() => {
                found.extend(of.map(|of| (argument, of.clone())));
            }
            FnArg::Receiver(_) => {}
            FnArg::Typed(t) if t.attrs.iter().any(|a| a.path().is_ident("constant")) => {}
            FnArg::Typed(t) if strange(&t.ty) => return,
            FnArg::Typed(t) => found.extend(crate::changed::owned(&t.ty).map(|ty| (argument, ty))),
        }
    }
    if let [(argument, ty)] = found.as_slice() {
        note(map, key, Changes { argument: *argument, ty: ty.to_token_stream().to_string() });
    }
}

/// Whether a result is made of numbers: nothing, one, an array, a list, several of them.
fn is_of_numbers(ty: &Type, numbers: &[Option<String>]) -> bool {
    let number =
        |ty: &Type| is_word(ty) || numbers.iter().flatten().any(|n| matches!(ty, Type::Path(p) if p.path.is_ident(n)));
    match ty {
        Type::Tuple(t) => t.elems.iter().all(number),
        Type::Array(a) => number(&a.elem),
        ty => argument_of(ty, &["Vec"]).map_or_else(|| number(ty), number),
    }
}

fn changed_by(key: &str) -> Option<usize> {
    let Changes { argument, ty } = AROUND.with_borrow(|around| around.look(|found| found.in_place.get(key), key))?;
    let ty = super::names::read_type(&ty)?;
    changes_in_place(&plain_type(&ty)).then_some(argument)
}

/// The argument that a method of a type changes where it lies, the receiver being the first.
pub(crate) fn changed_by_method(of: &Type, name: &Ident) -> Option<usize> {
    changed_by(&format!("{}.{name}", fields::name(of)?))
}

/// The argument that a function changes where it lies.
pub(crate) fn changed_by_function(path: &Path) -> Option<usize> {
    let name = super::name_of(path)?;
    if super::is_ordinary(&name) { None } else { changed_by(&name) }
}

/// Whether a method of this name, of any type, changes its receiver where it lies.
pub(crate) fn may_change_in_place(name: &Ident) -> bool {
    let end = format!(".{name}");
    AROUND.with_borrow(|around| around.any(|found| found.in_place.keys().any(|key| key.ends_with(&end))))
}

/// So many types in each other are looked into.
const DEEPEST: u32 = 8;

/// Whether structures of a type, or lists of such, are changed where they lie: all that they hold is known, and can be
/// kept and put back.
pub(crate) fn changes_in_place(ty: &Type) -> bool {
    holds_lists(ty)
        && match argument_of(ty, &["Vec"]) {
            Some(inside) => super::carries(inside) == Some(true) && carried(inside, DEEPEST),
            None => {
                super::carries(ty) == Some(true)
                    && fields_are(ty, &|ty, constant| match constant {
                        true => constant_to(ty, DEEPEST),
                        false => carried(ty, DEEPEST) || constant_to(ty, DEEPEST),
                    })
            }
        }
}

fn fields_are(of: &Type, good: &dyn Fn(&Type, bool) -> bool) -> bool {
    fields::all_in(of).is_some_and(|all| all.iter().all(|(ty, constant)| good(&plain_type(ty), *constant)))
}

/// Whether a type is made of numbers, lists and words alone.
fn carried(ty: &Type, deepest: u32) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    if is_word(ty) {
        return true;
    }
    match ty {
        Type::Tuple(t) => t.elems.iter().all(|ty| carried(ty, deepest)),
        Type::Array(a) => carried(&a.elem, deepest),
        Type::Path(_) => match argument_of(ty, &["Vec", "Option"]) {
            Some(inside) => carried(inside, deepest),
            None if super::carries(ty) != Some(true) => false,
            None => fields_are(ty, &|ty, constant| if constant { is_word(ty) } else { carried(ty, deepest) }),
        },
        _ => false,
    }
}

/// Whether a constant type owns what it holds, and may go anywhere.
fn constant_to(ty: &Type, deepest: u32) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    if is_word(ty) || plain_constant(ty) {
        return true;
    }
    match ty {
        Type::Tuple(t) => t.elems.iter().all(|ty| constant_to(ty, deepest)),
        Type::Array(a) => constant_to(&a.elem, deepest),
        Type::Path(_) => match argument_of(ty, &["Vec", "Option", "Box"]) {
            Some(inside) => constant_to(inside, deepest),
            None => super::carries(ty).is_some() && fields_are(ty, &|ty, _| constant_to(ty, deepest)),
        },
        _ => false,
    }
}
