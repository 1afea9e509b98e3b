//! Random programs: every engine and nesting gives the bits of plain numbers, and the same derivatives.

use super::common::{Compute, engines, near, same_bits};
use check::{Check, Function};
use proptest::prelude::*;
use rules::{Op, Real, Row};

/// One line of a program: it reads earlier lines and makes a new one, or changes an accumulator.
#[derive(Clone, Debug)]
enum Line {
    Arithmetic(Op, usize, usize),
    /// A row of one argument, brought into a domain that all of them share by a smooth map.
    Apply(usize, usize),
    /// A row of two or three arguments.
    Combine(usize, usize, usize, usize),
    Accumulate(usize, f64),
    Branch(usize, usize, usize),
    Loop(usize, u8),
}

#[derive(Clone, Debug)]
struct Random {
    lines: Vec<Line>,
}

/// Rows that are smooth on (0.3, 0.9) in every argument and whose derivatives stay near 1 in size there.
fn smooth(arity: usize) -> Vec<(&'static Row, i32)> {
    let rows = rules::ROWS.iter().filter(|row| row.arity == arity && !row.steps && row.kind != rules::Kind::Helper);
    rows.flat_map(|row| row.parameters.iter().map(move |&n| (row, n))).collect()
}

/// A number between 0.3 and 0.9 that follows `x` smoothly.
fn tame<T: Real>(x: T) -> T {
    0.6 + 0.3 * x.sin()
}

impl Compute for Random {
    fn on<T: Real>(&self, x: &[T]) -> T {
        let (unary, binary, ternary) = (smooth(1), smooth(2), smooth(3));
        let mut values = x.to_vec();
        let mut sum = T::from(0.5);
        for line in &self.lines {
            let read = |i: usize| values[values.len() - 1 - i % values.len()];
            let next = match *line {
                Line::Arithmetic(Op::Div, a, b) => read(a) / (read(b) * read(b) + 0.5),
                Line::Arithmetic(op, a, b) => op.apply(&[read(a), read(b)], 0).tanh(),
                Line::Apply(row, a) => {
                    let (row, n) = unary[row % unary.len()];
                    let least = if row.name == "acosh" { 1.0 } else { 0.0 };
                    row.op.apply(&[tame(read(a)) + least], n).atan()
                }
                Line::Combine(row, a, b, c) => {
                    let rows = if c % 4 == 0 { &ternary } else { &binary };
                    let (row, n) = rows[row % rows.len()];
                    let args = [tame(read(a)), tame(read(b)) + 1.0, tame(read(c)) + 2.0];
                    row.op.apply(&args[..row.arity], n).sin()
                }
                Line::Accumulate(a, c) => {
                    sum += read(a) * c;
                    sum *= 0.75;
                    sum
                }
                Line::Branch(a, b, c) if read(a) < read(b) => read(c) * 2.0 - read(a),
                Line::Branch(a, b, _) => read(b) * read(a) + 1.0,
                Line::Loop(a, times) => (0..times).fold(read(a), |s, _| (s + s).cos()),
            };
            values.push(next);
        }
        sum + values.iter().rev().take(3).copied().sum::<T>()
    }
}

impl Function for Random {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        self.on(x)
    }
}

fn line() -> impl Strategy<Value = Line> {
    let at = || 0..12usize;
    let op = prop::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Div]);
    prop_oneof![
        3 => (op, at(), at()).prop_map(|(op, a, b)| Line::Arithmetic(op, a, b)),
        3 => (0..1000usize, at()).prop_map(|(row, a)| Line::Apply(row, a)),
        2 => (0..1000usize, at(), at(), at()).prop_map(|(row, a, b, c)| Line::Combine(row, a, b, c)),
        1 => (at(), -2.0..2.0).prop_map(|(a, c)| Line::Accumulate(a, c)),
        1 => (at(), at(), at()).prop_map(|(a, b, c)| Line::Branch(a, b, c)),
        1 => (at(), 0..5u8).prop_map(|(a, times)| Line::Loop(a, times)),
    ]
}

fn program() -> impl Strategy<Value = (Random, Vec<f64>)> {
    let lines = prop::collection::vec(line(), 1..24).prop_map(|lines| Random { lines });
    (lines, prop::collection::vec(-3.0..3.0f64, 1..4))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_engines_agree((f, x) in program()) {
        let plain = f.on(&x);
        let engines = engines::<Random>();
        let want = engines[0].1(&f, &x);
        // The sizes of the terms are not known here: the checker below holds each sweep to its own.
        let steep = |d: &[f64]| d.iter().fold(1.0, |m: f64, d| m.max(d.abs()));
        let (first, second) = (steep(&want.gradient), steep(want.hessian.as_deref().unwrap_or(&[])));
        for (name, engine) in engines {
            let found = engine(&f, &x);
            prop_assert!(same_bits(found.value, plain), "{name}: {} is not {plain}", found.value);
            for (a, b) in want.gradient.iter().zip(&found.gradient) {
                prop_assert!(near(*a, *b, 1e-9 * first), "{name}: gradient {:?}, {:?}", found.gradient, want.gradient);
            }
            for (a, b) in want.hessian.iter().flatten().zip(found.hessian.iter().flatten()) {
                prop_assert!(near(*a, *b, 1e-7 * (first * first + second)), "{name}: {:?}, {:?}", found.hessian, want.hessian);
            }
        }
    }

    #[test]
    fn the_checker_passes_every_program((f, x) in program()) {
        if let Err(failure) = Check::new(&f).at(&x).order(2).directions(1).run() {
            return Err(TestCaseError::fail(failure.to_string()));
        }
    }
}
