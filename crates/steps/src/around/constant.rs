//! Types without numbers.

use crate::syntax::types::held_in;
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
    match ty {
        Type::Path(p) => {
            let Some(last) = p.path.segments.last() else { return false };
            if CONSTANT.iter().any(|c| last.ident == c) || last.ident.to_string().starts_with("NonZero") {
                return crate::around::carries(ty) != Some(true);
            }
            if last.ident == "Cow" {
                return is_text(&last.arguments);
            }
            held_in(ty).is_some_and(|all| all.iter().all(|ty| plain_constant(ty)))
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

/// Whether the arguments of a `Cow` say that it is of a text.
fn is_text(arguments: &PathArguments) -> bool {
    let PathArguments::AngleBracketed(a) = arguments else { return false };
    a.args.iter().any(|a| matches!(a, GenericArgument::Type(Type::Path(p)) if p.path.is_ident("str")))
}
