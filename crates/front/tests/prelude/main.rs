//! Each function of the prelude beside std's, on random data, bit for bit.

#![allow(clippy::all)]

mod common;
mod iterators;
mod keyed;
mod matrices;
mod numbers;
mod optional;
mod ranges;
mod slices;
mod vectors;
mod walks;

use front::prelude::TEXTS;

/// The functions of the prelude that no line here names.
#[test]
fn each_has_a_test() {
    let tests = [
        include_str!("iterators.rs"),
        include_str!("keyed.rs"),
        include_str!("numbers.rs"),
        include_str!("optional.rs"),
        include_str!("ranges.rs"),
        include_str!("slices.rs"),
        include_str!("vectors.rs"),
    ];
    let words: Vec<&str> =
        tests.iter().flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))).collect();
    let mut missing = Vec::new();
    // What is declared, the operators, the matrices, the functions of C and complex numbers are read alone.
    let alone = |module: &str| matches!(module, "declared" | "operators" | "libm" | "linalg" | "num_complex");
    for (module, text) in TEXTS.iter().filter(|(module, _)| !alone(module)) {
        for item in syn::parse_file(text).unwrap().items {
            if let syn::Item::Fn(f) = item
                && matches!(f.vis, syn::Visibility::Public(_))
            {
                let name = format!("{module}::{}", f.sig.ident);
                if !words.iter().any(|word| word.trim_end_matches(':') == name) {
                    missing.push(name);
                }
            }
        }
    }
    assert!(missing.is_empty(), "no test: {missing:?}");
}
