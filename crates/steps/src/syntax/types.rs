//! What types are, as signatures write them.

use super::scalar::{IntTy, Ty};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// Types of std's that hold values, and are no values with derivatives themselves.
pub const HOLDERS: [&str; 11] = [
    "BTreeSet",
    "BinaryHeap",
    "Cell",
    "Cow",
    "HashSet",
    "LinkedList",
    "Mutex",
    "OnceCell",
    "RefCell",
    "RwLock",
    "VecDeque",
];

/// Types of std's that own one value elsewhere.
pub const POINTERS: [&str; 3] = ["Box", "Rc", "Arc"];

/// Types of std's that hold others of one type.
pub const CONTAINERS: [&str; 5] = ["Vec", "Option", "Box", "Rc", "Arc"];

/// What a type of std's holds, where it is one that holds others: maps hold two.
pub fn held_in(ty: &Type) -> Option<Vec<&Type>> {
    const COLLECTIONS: [&str; 9] =
        ["VecDeque", "BinaryHeap", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "Range", "RangeInclusive", "Reverse"];
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last()?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    let holds = CONTAINERS.iter().chain(&COLLECTIONS).any(|name| last.ident == name);
    if !holds {
        return None;
    }
    let types = args.args.iter().map(|a| match a {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// A type without references.
pub fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => plain(&r.elem),
        Type::Paren(p) => plain(&p.elem),
        Type::Group(g) => plain(&g.elem),
        ty => ty,
    }
}

/// The first argument of `Vec<..>`, `Option<..>`, by the type's name.
pub fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(p) = plain(ty) else { return None };
    let last = p.path.segments.last().filter(|s| names.iter().any(|n| s.ident == n))?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The types of the keys and of the values of a map of std's.
pub fn map_of(ty: &Type) -> Option<(&Type, &Type)> {
    let Type::Path(p) = plain(ty) else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "BTreeMap" || s.ident == "HashMap")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(key), GenericArgument::Type(value), ..] => Some((key, value)),
        _ => None,
    }
}

/// The type of a constant that a primitive type stands for.
pub fn primitive(ty: &Type) -> Option<Ty> {
    let Type::Path(p) = ty else { return None };
    let name = p.path.get_ident()?.to_string();
    match name.as_str() {
        "f64" | "f32" => Some(Ty::Float),
        "bool" => Some(Ty::Bool),
        "u128" | "i128" => None,
        name => IntTy::named(name).map(Ty::Int),
    }
}

/// Whether a type is one of integers or flags.
pub fn is_count(ty: &Type) -> bool {
    matches!(primitive(ty), Some(Ty::Bool | Ty::Int(_)))
}

/// Whether a type is made of integers and flags alone, and is no single one: lists of them, tuples, options.
pub fn is_counts(ty: &Type) -> bool {
    let inner = |ty: &Type| is_count(ty) || is_counts(ty);
    match ty {
        Type::Array(a) => inner(&a.elem),
        Type::Paren(p) => is_counts(&p.elem),
        Type::Tuple(t) => !t.elems.is_empty() && t.elems.iter().all(inner),
        ty => argument_of(ty, &["Vec", "Option"]).is_some_and(inner),
    }
}

/// Whether it is a reference by which something is changed.
pub fn is_changed(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// Whether a type contains a word.
pub fn mentions(ty: &Type, word: &str) -> bool {
    let text = ty.to_token_stream().to_string();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)
}

/// Whether a type has arguments that are lifetimes.
pub fn has_lifetimes(ty: &Type) -> bool {
    let Type::Path(p) = ty else { return false };
    p.path.segments.last().is_some_and(|s| match &s.arguments {
        PathArguments::AngleBracketed(a) => a.args.iter().any(|a| matches!(a, GenericArgument::Lifetime(_))),
        _ => false,
    })
}
