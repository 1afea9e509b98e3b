//! Whether adjoints in a crate are transposed tangents for certain: nothing in it gives an adjoint of its own, as rules
//! do, nor calls what may, as other crates that know this project.

use super::AROUND;
use crate::index::{Index, ItemKind, Text};
use std::collections::HashSet;

/// What may stand before `::`, and leads to no such thing: words of Rust, and crates that do not know this project.
const KNOWN: [&str; 49] = [
    "alloc",
    "allocation_counter",
    "anyhow",
    "approx",
    "arrayvec",
    "bool",
    "char",
    "chrono",
    "clippy",
    "core",
    "crate",
    "criterion",
    "expect_test",
    "f32",
    "f64",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "itertools",
    "libm",
    "log",
    "nalgebra",
    "ndarray",
    "num_complex",
    "num_traits",
    "rand",
    "rayon",
    "regex",
    "rustc",
    "rustdoc",
    "rustfmt",
    "self",
    "serde",
    "serde_json",
    "smallvec",
    "std",
    "str",
    "super",
    "thiserror",
    "tracing",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
];

/// Whether forward derivatives, weighted, are what the way back gives, whatever a function of the crate calls.
pub fn adjoints_are_transposed_tangents() -> bool {
    AROUND.with_borrow(|around| around.index.is_whole() && around.all.transposed)
}

pub(super) fn of(index: &Index) -> bool {
    let mut names: HashSet<&str> = HashSet::from(KNOWN);
    names.insert("wengert");
    for (_, scope) in index.scopes() {
        names.insert(&scope.name);
        // What is brought in may be another crate by its name.
        let own = scope.items.iter().filter(|item| !matches!(item.kind, ItemKind::Use { .. } | ItemKind::Crate { .. }));
        names.extend(own.map(|item| item.name.as_str()));
    }
    index.texts().iter().for_each(|text| names.extend(given_to_macros(text)));
    index.texts().iter().all(|text| is_plain(text, &names))
}

/// The first arguments of macros that are names, as of functions that they make: `name!(made, ..)`.
fn given_to_macros(text: &Text) -> impl Iterator<Item = &str> {
    (3..text.tokens.len()).filter_map(|at| {
        let begins = text.tokens.is_sign(at - 2, b'!') && text.tokens.opens(at - 1, b'(');
        let alone = !text.tokens.is_sign(at + 1, b':');
        text.tokens.word(&text.text, at).filter(|_| begins && alone)
    })
}

fn is_plain(text: &Text, names: &HashSet<&str>) -> bool {
    let is = |at: usize, sign| text.tokens.is_sign(at, sign);
    (0..text.tokens.len()).all(|at| match text.tokens.word(&text.text, at) {
        Some("Cases" | "Operation") => false,
        Some("rule" | "rule_of_value") => !is(at + 1, b'='),
        // Arguments are no path.
        Some(name) if is(at + 1, b':') && is(at + 2, b':') && !is(at + 3, b'<') => {
            let goes_on =
                at > 2 && is(at - 1, b':') && (is(at - 3, b'>') || text.tokens.word(&text.text, at - 3).is_some());
            goes_on || name.starts_with(char::is_uppercase) || names.contains(name)
        }
        _ => true,
    })
}
