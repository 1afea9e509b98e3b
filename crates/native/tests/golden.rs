//! The bytes of code for processors that the tests do not run on, word by word, as they were checked with a disassembler.

use native::{Processor, code_for};
use program::{Node, Program};
use rules::Functions;
use rules::functions::{ge, gt, le, lt, ne, select};
use std::fmt::Write;

/// The words of AArch64, without the constants and the way out before them.
fn words(program: &Program, gradient: bool) -> String {
    let (bytes, entry) = code_for(program, Processor::Aarch64, 1, gradient).unwrap();
    let mut text = String::new();
    for word in bytes[entry..].as_chunks::<4>().0 {
        let _ = writeln!(text, "{:08x}", u32::from_le_bytes(*word));
    }
    text
}

type Recorded = for<'p> fn(&[Node<'p>]) -> Vec<Node<'p>>;

/// Each program, by its name in the file.
fn programs() -> Vec<(&'static str, Program, bool)> {
    let record = |n: usize, f: Recorded| Program::record(n, f).unwrap();
    let at = |x: &[f64], f: Recorded| Program::record_at(x, f).unwrap();
    vec![
        ("arithmetic", record(2, |x| vec![(x[0] + x[1]) * (x[0] - 3.0) / -x[1]]), false),
        ("roots", record(2, |x| vec![x[0].sqrt().mul_add(x[1], x[0].recip()) + x[1].abs()]), false),
        ("rounding", record(1, |x| vec![x[0].floor(), x[0].ceil(), x[0].trunc(), x[0].powi(-3)]), false),
        (
            "comparisons",
            record(2, |x| vec![lt(x[0], x[1]), le(x[0], x[1]), gt(x[0], x[1]), ge(x[0], x[1]), ne(x[0], x[1])]),
            false,
        ),
        ("choices", record(2, |x| vec![select(x[0], x[1], 2.0.into()), x[0].max(x[1]), x[0].min(x[1])]), false),
        ("guards", at(&[1.0, 2.0], |x| vec![if x[0] < x[1] { x[0] } else { x[1] }]), false),
        ("calls", record(2, |x| vec![x[0].atan2(x[1]) + x[1].sin()]), false),
        ("gradient", record(2, |x| vec![x[0] * x[1] - x[0].sin()]), true),
        ("far", record(5000, |x| vec![x[0] * x[4999]]), false),
    ]
}

#[test]
fn aarch64() {
    let kept = include_str!("golden/aarch64.txt");
    let mut found = String::new();
    for (name, program, gradient) in programs() {
        let _ = writeln!(found, "# {name}\n{}", words(&program, gradient));
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/aarch64.txt"), &found).unwrap();
        return;
    }
    let without_remarks: String =
        kept.lines().map(|line| line.split(';').next().unwrap_or("").trim_end().to_owned() + "\n").collect();
    assert_eq!(found, without_remarks);
}
