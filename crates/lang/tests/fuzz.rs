//! Whatever text comes in: no panic, no hang; what is accepted runs within its limits, or says at which place it fails.
//!
//! `WENGERT_FUZZ_SECONDS` says for how long the test runs on; without it a few thousand cases do.

use lang::{Limits, Program};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Programs that together use all of the grammar.
const SEEDS: [&str; 10] = [
    "let s = sin(x)^2 in [s + 10*x, x + 20*s]",
    "fn power(x, n) = if n == 0 then 1 else x * power(x, n - 1);\nlet twice = \\f x. f(f(x)), y = x1 + 1 in\n[twice(sin, y), power(y, 3)]",
    "fn half(x) = x/2; # a comment\nhalf(a) + b^-2 - -3.5e-2",
    "if x < 1 and not (y >= 2 or x == y) then ln(x) else powi(x, 3) % 2",
    "let f = \\x. \\y. x*y in f(2)(x) + f(x)(e) + pi",
    "clamp(x, 0, 1) + max(a, min(b, inf)) + nan",
    "fn f(n, a) = if n <= 0 then a else f(n - 1, a + a); f(60, x)",
    "fn foo(x, y) = let z = x*sin(y)/ln(x^2) in if x < 0 then foo(-x, z) else z*((x - cos(y))^2 + y); foo(a, b)",
    "let g = if x > 0 then sin else cos in g(x) + (if true then 1 else 2)",
    "[x, y, x^y^2, (x), ((y))]",
];

const WORDS: [&str; 40] = [
    "x",
    "f",
    "1",
    "2.5",
    "1e400",
    "0x1",
    "sin",
    "powi",
    "(",
    ")",
    "[",
    "]",
    "+",
    "-",
    "*",
    "/",
    "^",
    "%",
    ",",
    ";",
    "=",
    "==",
    "<",
    "!=",
    "fn f(x) =",
    "let",
    "in",
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "true",
    "\\",
    ".",
    "\n",
    "#",
    "é",
    " ",
];

/// Changes of a text: where, how many bytes go, and what comes.
type Change = (prop::sample::Index, usize, Vec<u8>);

fn changed(text: &str, changes: Vec<Change>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (at, out, new) in changes {
        let at = at.index(bytes.len() + 1);
        let end = bytes.len().min(at + out);
        bytes.splice(at..end, new);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS.to_vec()).prop_map(|w| format!(" {w} ").into_bytes());
    let new = prop_oneof![4 => word, 1 => prop::collection::vec(any::<u8>(), 0..4)];
    let change = (any::<prop::sample::Index>(), 0..6usize, new);
    let words = prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60);
    prop_oneof![
        8 => (prop::sample::select(SEEDS.to_vec()), prop::collection::vec(change, 0..6)).prop_map(|(s, c)| changed(s, c)),
        2 => words.prop_map(|words| words.join(" ")),
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|b| String::from_utf8_lossy(&b).into_owned()),
    ]
}

/// Whether the text is a program.
fn survives(source: &str) -> bool {
    let limits = Limits { steps: 10_000, depth: 1_000, values: 100_000 };
    let parsed = Program::parse(source);
    let accepted = parsed.is_ok();
    let outcome = parsed.and_then(|program| {
        let names: Vec<&str> = program.inputs().iter().map(String::as_str).collect();
        assert_eq!(program.bind(&names)?.inputs(), program.inputs());
        program.eval(&vec![0.5; names.len()], &limits)?;
        program.eval(&vec![f64::NAN; names.len()], &limits)
    });
    if let Err(error) = outcome {
        assert!(error.span().end <= source.len());
        assert!(!error.report(source, "text").is_empty());
    }
    accepted
}

#[test]
fn any_text() {
    let seconds = std::env::var("WENGERT_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let (begun, count, accepted) = (Instant::now(), Cell::new(0), Cell::new(0));
    loop {
        let config = ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() };
        let run = TestRunner::new(config).run(&text(), |source| {
            count.set(count.get() + 1);
            accepted.set(accepted.get() + usize::from(survives(&source)));
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{failure}"));
        if count.get() >= 5000 && begun.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
    }
    assert!(accepted.get() > 10, "{} of {}", accepted.get(), count.get());
    println!("{} texts, {} of them programs", count.get(), accepted.get());
}
