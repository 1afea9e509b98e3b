//! The golden corpus and random programs, with first and second derivatives: every form of each computes the same.

use crate::c::{self, APART};
use crate::common::bits;
use crate::rust;
use lang::Limits;
use program::{Instruction, Names, Program};
use rules::Functions;
use rules::functions::{gt, select};
use toml::{Table, Value};

type Case = (String, Program, Vec<Vec<f64>>);

/// A program with its derivatives, at one point.
fn with_derivatives(cases: &mut Vec<Case>, name: &str, p: Program, x: &[f64]) {
    let (gradient, hessian) = (p.gradient().unwrap(), p.hessian().unwrap());
    for (what, program) in [("value", p), ("gradient", gradient), ("hessian", hessian)] {
        cases.push((format!("{name}_{what}"), program, vec![x.to_vec()]));
    }
}

/// The programs of the golden corpus, recorded where its numbers are.
fn golden() -> Vec<Case> {
    let table: Table = include_str!("../../../check/corpus/golden.toml").parse().unwrap();
    let mut cases = Vec::new();
    for (i, case) in table["case"].as_array().unwrap().iter().enumerate() {
        let text = lang::Program::parse(case["program"].as_str().unwrap()).unwrap();
        let text = match case.get("inputs").and_then(Value::as_array) {
            Some(names) => text.bind(&names.iter().map(|n| n.as_str().unwrap()).collect::<Vec<_>>()).unwrap(),
            None => text,
        };
        let x: Vec<f64> = case["x"].as_array().unwrap().iter().map(|x| x.as_float().unwrap()).collect();
        let p = Program::record_at(&x, |x| text.eval(x, &Limits::default()).unwrap()).unwrap();
        let p = if p.outputs().len() == 1 { p } else { continue };
        with_derivatives(&mut cases, &format!("golden_{i}"), p, &x);
    }
    cases
}

/// The next of a row of numbers that looks random (Knuth's linear congruence).
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn random(seed: u64) -> (Program, Vec<f64>) {
    let mut state = seed;
    let x: Vec<f64> = (0..3).map(|_| next(&mut state) as f64 / 2f64.powi(30) - 0.7).collect();
    let p = Program::record_at(&x, |x| {
        let mut v = x.to_vec();
        for _ in 0..20 {
            let (a, b) = (v[next(&mut state) % v.len()], v[v.len() - 1]);
            v.push(match next(&mut state) % 12 {
                0 => a + b,
                1 => a - 2.5 * b,
                2 => a * b,
                3 => a / (b * b + 1.0),
                4 => a.sin() - b.cos(),
                5 => (-(a * a)).exp() * b,
                6 => (a * a + 0.1).ln() + b,
                7 => (a.abs() + 0.5).sqrt(),
                8 => (b * 0.1).powi(3),
                9 => a.max(b),
                10 => select(gt(a, b), a * b, b.exp().recip()),
                _ if a < b => a + 0.5,
                _ => b.tanh(),
            });
        }
        vec![v.iter().copied().sum()]
    });
    (p.unwrap(), x)
}

#[test]
fn every_form_computes_the_same() {
    let mut cases = golden();
    assert!(cases.len() > 50);
    for seed in 0..12 {
        let (p, x) = random(seed);
        with_derivatives(&mut cases, &format!("random_{seed}"), p, &x);
    }
    let expected = |(_, p, points): &Case| p.eval(&points[0]).unwrap();
    let shown = |y: &[f64]| y.iter().map(|&y| bits(y)).collect::<Vec<_>>();

    for case in &cases {
        let (name, p, points) = case;
        let (text, bytes) = (Program::parse(&p.to_string()).unwrap(), Program::from_bytes(&p.to_bytes()).unwrap());
        assert_eq!((&text, &bytes), (p, p), "{name}");
        let optimised = p.optimised().unwrap().eval(&points[0]).unwrap();
        assert_eq!(shown(&optimised), shown(&expected(case)), "{name}");
        let many = p.batch().exact().eval(&points[0].repeat(9)).unwrap();
        assert_eq!(shown(&many), shown(&expected(case).repeat(9)), "{name}");
        let fast = p.eval_batch(&points[0].repeat(9)).unwrap();
        let near = |(a, b): (&f64, &f64)| bits(*a) == bits(*b) || (a - b).abs() <= 1e-12 * a.abs().max(1.0);
        assert!(fast.iter().zip(&many).all(near), "{name}: {fast:?} {many:?}");
    }

    // The compiler has no crate with the table here; a file with all of it is compiled with another test.
    let alone = |(name, p, _): &&Case| !p.to_rust(&Names::of(name)).unwrap().contains("functions::");
    let in_rust: Vec<Case> = cases.iter().filter(alone).cloned().collect();
    assert!(in_rust.len() > 50, "{}", in_rust.len());
    for (case, found) in in_rust.iter().zip(rust::run("forms", &in_rust)) {
        assert_eq!(shown(&found.unwrap()), shown(&expected(case)), "{}", case.0);
    }

    let in_c: Vec<Case> = cases.iter().filter(|(name, p, _)| p.to_c(&Names::of(name)).is_ok()).cloned().collect();
    assert!(in_c.len() > 90, "{}", in_c.len());
    let Some(found) = c::run("forms", &in_c) else { return };
    for (case, (code, found)) in in_c.iter().zip(found) {
        let apart = case.1.instructions().any(|i| match i {
            Instruction::Apply { function, .. } => APART.iter().any(|(name, _)| *name == function.name()),
            _ => false,
        });
        let expected = expected(case);
        let near = |(a, b): (&f64, &f64)| apart && (a - b).abs() <= 1e-13 * a.abs().max(1.0);
        assert_eq!(code, 0, "{}", case.0);
        assert!(
            shown(&found) == shown(&expected) || found.iter().zip(&expected).all(near),
            "{}: {found:?} {expected:?}",
            case.0
        );
    }
}
