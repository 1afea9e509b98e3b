//! What docs/differentiable.md says is supported compiles, and has the right derivative.
//!
//! The functions in `documented/rows.rs` are made from the examples of the document; `UPDATE=1` makes them again.

use std::path::PathBuf;

mod rows {
    #![allow(unused, unreachable_pub, clippy::all)]

    use wengert::prelude::*;

    #[differentiable]
    fn bend(x: f64) -> f64 {
        x.exp() * x.sin()
    }

    #[differentiable]
    fn power(x: f64, n: usize) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }

    fn weight(n: usize, data: &[f64]) -> f64 {
        data[n % data.len()]
    }

    include!("documented/rows.rs");
}

const X: [f64; 3] = [0.4, 1.3, -0.8];
const A: f64 = 0.7;
const DATA: [f64; 4] = [1.5, -0.5, 2.0, 0.25];

/// The value and the gradient by `x` and `a`.
type Gradient = fn(&[f64], f64, usize, &[f64]) -> (f64, (Vec<f64>, f64));
/// The function itself.
type Plain = fn(&[f64], f64, usize, &[f64]) -> f64;

fn check(name: &str, f: Plain, value_and_gradient: Gradient) {
    let (value, (gx, ga)) = value_and_gradient(&X, A, X.len(), &DATA);
    let plain = f(&X, A, X.len(), &DATA);
    assert_eq!(value.to_bits(), plain.to_bits(), "{name}: the value");
    if name == "`stop_gradient`" {
        // What is stopped moves the value all the same, so differences say nothing: a * stop_gradient(a) + x[0] + a.
        assert_eq!((gx, ga), (vec![1.0, 0.0, 0.0], A + 1.0));
        return;
    }
    let h = 1e-6;
    let difference = |k: usize| {
        let at = |h: f64| {
            let (mut x, mut a) = (X, A);
            if k < x.len() {
                x[k] += h
            } else {
                a += h
            }
            f(&x, a, X.len(), &DATA)
        };
        (at(h) - at(-h)) / (2.0 * h)
    };
    for (k, g) in gx.iter().chain([&ga]).enumerate() {
        let expected = difference(k);
        assert!((g - expected).abs() <= 1e-6 * (1.0 + expected.abs()), "{name}: derivative {k} is {g}, not {expected}");
    }
}

/// The examples of the document with what is said of them.
fn examples() -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/differentiable.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (_, rest) = text.split_once("<!-- supported -->").expect("the mark before the table");
    let (table, _) = rest.split_once("<!-- /supported -->").expect("the mark after the table");
    let row = |line: &str| {
        let (what, code) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
        Some((what.to_owned(), code.trim_matches('`').replace("\\|", "|")))
    };
    table.lines().filter_map(row).skip(2).collect()
}

/// `rows.rs` as the document wants it.
fn generated() -> String {
    let mut out = String::from("// Made from docs/differentiable.md by tests/documented.rs.\n");
    for (k, (what, code)) in examples().iter().enumerate() {
        out += &format!(
            "\n// {what}\n#[differentiable]\npub fn row_{k}(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> \
             f64 {{\n    let mut s = 0.0;\n    {code}\n    s + a\n}}\n"
        );
    }
    out += "\npub const ROWS: &[(&str, super::Plain, super::Gradient)] = &[\n";
    for (k, (what, _)) in examples().iter().enumerate() {
        out += &format!("    ({what:?}, row_{k}, row_{k}::value_and_gradient),\n");
    }
    out + "];\n"
}

#[test]
fn the_examples_are_those_of_the_document() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/documented/rows.rs");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, generated()).expect("the file is written");
    } else {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(text == generated(), "docs/differentiable.md has other examples: run this test with UPDATE=1, twice");
    }
}

#[test]
fn what_is_supported_has_the_right_derivative() {
    assert!(rows::ROWS.len() > 30, "{}", rows::ROWS.len());
    for (name, f, value_and_gradient) in rows::ROWS {
        check(name, *f, *value_and_gradient);
    }
}
