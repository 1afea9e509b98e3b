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

/// What functions with the attribute alone have.
const FORMS: [&str; 2] = ["gradient", "value_and_gradient"];

/// Whether forward derivatives, weighted, are what the way back gives, whatever a function of the crate calls.
pub fn adjoints_are_transposed_tangents() -> bool {
    AROUND.with_borrow(|around| around.index.is_whole() && around.all.transposed)
}

pub(super) fn of(index: &Index) -> bool {
    let (mut roots, mut brought) = (HashSet::from(KNOWN), HashSet::new());
    roots.insert("wengert");
    for (_, scope) in index.scopes() {
        roots.insert(&scope.name);
        let own = |kind: &ItemKind| !matches!(kind, ItemKind::Use { .. } | ItemKind::Crate { .. });
        scope
            .items
            .iter()
            .for_each(|item| _ = if own(&item.kind) { &mut roots } else { &mut brought }.insert(&*item.name));
    }
    index.texts().iter().for_each(|text| brought.extend(made_by_macros(text)));
    index.texts().iter().all(|text| is_plain(text, &roots, &brought))
}

/// The names of functions that macros make: behind `fn`, or given to them first, as in `name!(made, ..)`.
fn made_by_macros(text: &Text) -> impl Iterator<Item = &str> {
    let word = |at| text.tokens.word(&text.text, at);
    (3..text.tokens.len()).filter_map(move |at| {
        let begins = text.tokens.is_sign(at - 2, b'!') && text.tokens.opens(at - 1, b'(');
        let given = begins && !text.tokens.is_sign(at + 1, b':');
        word(at).filter(|_| given || word(at - 1) == Some("fn"))
    })
}

/// Whether a text names no other crate: what it brings in lies in one of the roots, and so its names lead to none.
fn is_plain(text: &Text, roots: &HashSet<&str>, brought: &HashSet<&str>) -> bool {
    let is = |at: usize, sign| text.tokens.is_sign(at, sign);
    let word = |at: usize| text.tokens.word(&text.text, at);
    let is_root = |at: usize| word(at).is_some_and(|name| roots.contains(name));
    let mut behind_use = 0;
    (0..text.tokens.len()).all(|at| match word(at) {
        Some("Cases" | "Operation") => false,
        Some("rule" | "rule_of_value") => !is(at + 1, b'='),
        Some("use") if !is(at + 1, b'<') => {
            behind_use = (at..text.tokens.len()).find(|&at| is(at, b';')).unwrap_or(at);
            is_root(at + if is(at + 1, b':') { 3 } else { 1 })
        }
        Some("extern") if word(at + 1) == Some("crate") => is_root(at + 2),
        // What a macro is given has derivatives: it is a function.
        Some(_)
            if at > 0
                && is(at - 1, b'$')
                && is(at + 2, b':')
                && word(at + 3).is_some_and(|form| FORMS.contains(&form)) =>
        {
            true
        }
        // Arguments are no path.
        Some(name) if at >= behind_use && is(at + 1, b':') && is(at + 2, b':') && !is(at + 3, b'<') => {
            let goes_on = at > 2 && is(at - 1, b':') && (is(at - 3, b'>') || word(at - 3).is_some_and(is_part));
            goes_on || name.starts_with(char::is_uppercase) || roots.contains(name) || brought.contains(name)
        }
        _ => true,
    })
}

/// Whether a word before `::` is a part of a path.
fn is_part(word: &str) -> bool {
    !matches!(word, "as" | "break" | "dyn" | "else" | "if" | "impl" | "in" | "match" | "mut" | "return" | "while")
}
