//! Which functions of the source text can change a structure where it lies: those that take one by `&mut` of which all is
//! known, and which may be large.

use super::note;
use crate::derive::is_word;
use crate::types::argument_of;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{FnArg, Generics, ReturnType, Signature, Type};

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
