//! What docs/differentiable.md says is supported compiles, and has the right derivative.
//!
//! The functions in `documented/rows.rs` are made from the examples of the document; `UPDATE=1` makes them again.

use std::path::PathBuf;

#[rustfmt::skip]
#[path = "documented/rows.rs"]
mod rows;

/// What the examples call.
mod called {
    use wengert::prelude::*;

    #[differentiable]
    pub(crate) fn bend(x: f64) -> f64 {
        x.exp() * x.sin()
    }

    #[differentiable]
    pub(crate) fn power(x: f64, n: usize) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }

    #[differentiable]
    pub(crate) fn root(p: f64, q: f64) -> Option<f64> {
        let d = p * p - q;
        if d < 0.0 { None } else { Some(d.sqrt() - p) }
    }

    #[differentiable]
    pub(crate) fn turned(p: f64, q: f64) -> (Vec<f64>, f64) {
        (vec![p, q], p * q)
    }

    pub(crate) fn weight(n: usize, data: &[f64]) -> f64 {
        data[n % data.len()]
    }
}

/// Programs of one signature, with their derivatives.
macro_rules! programs {
    ($($f:ident)*) => {
        pub(crate) const PROGRAMS: &[crate::Program] = &[$(crate::Program {
            name: stringify!($f),
            plain: $f,
            value_and_gradient: $f::value_and_gradient,
            jvp: $f::jvp,
            hvp: $f::hvp,
        }),*];
    };
}
use programs;

mod documented {
    // What users write.
    #![allow(clippy::all)]

    pub(crate) mod asked;
    pub(crate) mod chained;
    pub(crate) mod chains;
    mod checkpoints;
    pub(crate) mod choices;
    pub(crate) mod chosen;
    pub(crate) mod control;
    pub(crate) mod grown;
    pub(crate) mod growth;
    mod kept;
    pub(crate) mod kernels;
    mod long;
    pub(crate) mod missing;
    pub(crate) mod nested;
    pub(crate) mod options;
    mod ruled;
    pub(crate) mod said;
    pub(crate) mod signatures;
    pub(crate) mod slices;
    pub(crate) mod tuples;
}
use documented::{
    asked, chained, chains, choices, chosen, control, grown, growth, kernels, missing, nested, options, said,
    signatures, slices, tuples,
};

/// A program and what the attribute puts beside it.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    name: &'static str,
    plain: Plain,
    value_and_gradient: Gradient,
    jvp: Jvp,
    hvp: Hvp,
}

type Jvp = fn(&[f64], f64, usize, &[f64], &[f64], f64) -> (f64, f64);
type Hvp = fn(&[f64], f64, usize, &[f64], &[f64], f64) -> (Vec<f64>, f64);

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
    let mut out = String::from(
        "//! Made from docs/differentiable.md by tests/documented.rs.\n\n#![allow(unused, unreachable_pub, \
         clippy::all)]\n\nuse super::called::*;\nuse wengert::prelude::*;\n",
    );
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

/// The points at which programs are tried: lengths from nothing on.
fn points() -> impl Iterator<Item = (Vec<f64>, f64)> {
    let x = |n: usize, turn: f64| (0..n).map(|i| (1.7 * i as f64 + turn).sin() * 1.4).collect();
    (0..6).flat_map(move |n| [0.3, 2.1, 4.4].map(|turn| (x(n, turn), turn.cos() * 1.3 + 0.05 * n as f64)))
}

/// A central difference of a list along a direction.
fn along(x: &[f64], a: f64, d: (&[f64], f64), f: impl Fn(&[f64], f64) -> Vec<f64>) -> Vec<f64> {
    let h = 1e-6;
    let at = |h: f64| f(&x.iter().zip(d.0).map(|(x, d)| x + h * d).collect::<Vec<_>>(), a + h * d.1);
    at(h).iter().zip(at(-h)).map(|(p, m)| (p - m) / (2.0 * h)).collect()
}

fn close(got: &[f64], want: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= tolerance * (1.0 + w.abs()), "{what}: {got:?} for {want:?}");
    }
}

#[test]
fn programs_have_the_right_derivatives() {
    let all = [
        asked::PROGRAMS,
        chained::PROGRAMS,
        chains::PROGRAMS,
        choices::PROGRAMS,
        chosen::PROGRAMS,
        control::PROGRAMS,
        grown::PROGRAMS,
        growth::PROGRAMS,
        kernels::PROGRAMS,
        missing::PROGRAMS,
        nested::PROGRAMS,
        options::PROGRAMS,
        said::PROGRAMS,
        signatures::PROGRAMS,
        slices::PROGRAMS,
        tuples::PROGRAMS,
    ];
    for p in all.concat() {
        for (x, a) in points() {
            let n = x.len();
            let what = |which: &str| format!("{}: {which} at {x:?}, {a}", p.name);
            let plain = (p.plain)(&x, a, n, &DATA);
            let (value, (gx, ga)) = (p.value_and_gradient)(&x, a, n, &DATA);
            assert_eq!(value.to_bits(), plain.to_bits(), "{}", what("the value"));
            let d: Vec<f64> = (0..n).map(|i| (i as f64 + 0.5).cos()).collect();
            let (value, tangent) = (p.jvp)(&x, a, n, &DATA, &d, 0.7);
            assert_eq!(value.to_bits(), plain.to_bits(), "{}", what("the value along"));
            let dot = gx.iter().zip(&d).map(|(g, d)| g * d).sum::<f64>() + ga * 0.7;
            close(&[tangent], &[dot], 1e-12, &what("tangent and gradient"));
            let gradient: Vec<f64> = gx.into_iter().chain([ga]).collect();
            for k in 0..=n {
                let unit: Vec<f64> = (0..=n).map(|i| f64::from(i == k)).collect();
                let slope = along(&x, a, (&unit[..n], unit[n]), |x, a| vec![(p.plain)(x, a, n, &DATA)]);
                close(&gradient[k..=k], &slope, 2e-7, &what("gradient"));
            }
            let (hx, ha) = (p.hvp)(&x, a, n, &DATA, &d, 0.7);
            let slopes = along(&x, a, (&d, 0.7), |x, a| {
                let (_, (gx, ga)) = (p.value_and_gradient)(x, a, n, &DATA);
                gx.into_iter().chain([ga]).collect()
            });
            close(&hx.into_iter().chain([ha]).collect::<Vec<_>>(), &slopes, 2e-6, &what("Hessian's product"));
        }
    }
}
