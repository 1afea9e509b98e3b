//! Types without numbers.

use syn::{GenericArgument, PathArguments, Type};

/// Whether a type is made of integers, flags, text and the like: no number can be in it.
pub fn plain_constant(ty: &Type) -> bool {
    const CONSTANT: [&str; 21] = [
        "usize",
        "isize",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "bool",
        "char",
        "str",
        "String",
        "Ordering",
        "PhantomData",
        "Duration",
        "Instant",
        "PathBuf",
    ];
    const COLLECTIONS: [&str; 9] =
        ["VecDeque", "BinaryHeap", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "Range", "RangeInclusive", "Reverse"];
    match ty {
        Type::Path(p) => {
            let Some(last) = p.path.segments.last() else { return false };
            match &last.arguments {
                _ if CONSTANT.iter().any(|c| last.ident == c) => crate::around::carries(ty) != Some(true),
                PathArguments::AngleBracketed(args)
                    if crate::syntax::types::CONTAINERS.iter().chain(&COLLECTIONS).any(|c| last.ident == c) =>
                {
                    args.args.iter().all(|a| matches!(a, GenericArgument::Type(t) if plain_constant(t)))
                }
                _ => false,
            }
        }
        Type::Array(a) => plain_constant(&a.elem),
        Type::Slice(s) => plain_constant(&s.elem),
        Type::Tuple(t) => t.elems.iter().all(plain_constant),
        Type::Reference(r) => plain_constant(&r.elem),
        Type::Paren(p) => plain_constant(&p.elem),
        Type::Group(g) => plain_constant(&g.elem),
        Type::BareFn(_) => true,
        _ => false,
    }
}
