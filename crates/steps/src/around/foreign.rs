//! Functions and types of other crates.

use super::AROUND;
use crate::index::{Def, Named};
use syn::{Path, Type};

/// Whether a function is none of the text's, nor one of Rust's as far as its path says: one of another crate's.
pub fn is_foreign(path: &Path) -> bool {
    let Some(name) = path.segments.last().map(|s| s.ident.to_string()) else { return false };
    let rusts = path.segments.len() > 1 && path.segments.iter().any(|s| OF_RUST.iter().any(|word| s.ident == word))
        || OF_RUST.contains(&name.as_str());
    let small = name.starts_with(char::is_lowercase)
        && !path.segments.iter().any(|s| s.ident.to_string().starts_with(char::is_uppercase) || s.ident == "Self");
    let (meant, _) = super::names::function_at(path);
    AROUND.with_borrow(|around| {
        let all = around.index.texts();
        let ours = || match &meant {
            Named::One(Def::Outside(_)) => false,
            Named::One(_) => true,
            _ => all.iter().any(|text| crate::around::declares(&text.text, &name)),
        };
        small && !rusts && !all.is_empty() && !ours()
    })
}

/// Crates of numbers, vectors and matrices that do not know this project, so that their types carry no derivatives.
const WITHOUT: [&str; 9] =
    ["cgmath", "euclid", "faer", "glam", "nalgebra", "nalgebra_glm", "ndarray", "sprs", "ultraviolet"];

/// The name of such a crate, if a type is one of its.
pub fn crate_without(ty: &Type) -> Option<String> {
    let Type::Path(p) = ty else { return None };
    let of = match super::names::type_at(&p.path) {
        Named::One(Def::Outside(path)) => path.into_iter().next()?,
        Named::One(_) => return None,
        _ => p.path.segments.first().filter(|_| p.path.segments.len() > 1)?.ident.to_string(),
    };
    WITHOUT.contains(&of.as_str()).then_some(of)
}

/// Modules and functions of Rust's that are called by short paths.
const OF_RUST: [&str; 40] = [
    "alloc",
    "array",
    "black_box",
    "char",
    "cmp",
    "core",
    "drop",
    "empty",
    "env",
    "fmt",
    "from_fn",
    "from_mut",
    "from_ref",
    "fs",
    "hint",
    "identity",
    "io",
    "iter",
    "max",
    "mem",
    "min",
    "once",
    "panic",
    "process",
    "ptr",
    "repeat",
    "repeat_n",
    "repeat_with",
    "replace",
    "size_of",
    "slice",
    "std",
    "str",
    "string",
    "successors",
    "swap",
    "take",
    "thread",
    "time",
    "zip",
];
