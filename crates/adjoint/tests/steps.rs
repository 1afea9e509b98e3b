//! The steps of the functions of the benches, and how much is generated of them: goldens beside this file.
//!
//! `UPDATE_EXPECT=1 cargo test -p wengert-adjoint --features show --test steps` writes them again.

use adjoint::{Steps, show_steps};
use expect_test::{expect, expect_file};
use std::fmt::Write;
use std::path::PathBuf;

/// The folders of the benches, and the files in them with differentiable functions.
const SOURCES: [(&str, &[&str]); 3] = [
    ("src/adjoints", &["asian", "black_scholes", "gmm", "llsq", "log_sum_exp", "lorenz", "lstm", "ode", "rosenbrock"]),
    ("src/structures", &["filter", "network", "scene", "space"]),
    ("benches/untuned", &["fields", "linear", "models", "motion", "sequences", "shapes"]),
];

fn sources() -> impl Iterator<Item = (String, Vec<Steps>)> {
    let files = SOURCES.iter().flat_map(|(folder, names)| names.iter().map(move |name| (folder, name)));
    files.map(|(folder, name)| {
        let bench = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../bench");
        let source = std::fs::read_to_string(bench.join(folder).join(format!("{name}.rs"))).expect("a bench");
        let group = folder.rsplit('/').next().expect("a folder");
        let steps = show_steps(&source).expect("a source text");
        assert!(!steps.is_empty(), "{folder}/{name}");
        (format!("{group}_{name}"), steps)
    })
}

#[test]
fn of_the_benches() {
    let mut counts = "function | steps | saved | functions | characters\n".to_string();
    for (name, all) in sources() {
        let mut texts = vec![];
        for Steps { shown, steps, saved, functions, characters } in all {
            let path = shown.path;
            let _ = writeln!(counts, "{name}::{path} | {steps} | {saved} | {functions} | {characters}");
            texts.push(shown.adjoint.unwrap_or_else(|error| format!("{path}: {error}\n")));
        }
        expect_file![format!("steps/{name}.txt")].assert_eq(&texts.join("\n"));
    }
    expect_file!["steps/counts.txt"].assert_eq(&counts);
}

/// `rate` is no part of `rates`: the adjoint of the list lies in that of the structure, as a slice.
#[test]
fn fields_with_names_that_begin_alike() {
    let source = "#[derive(Clone, Differentiable)]
        struct Curve { rate: Vec<f64>, rates: f64 }
        #[differentiable]
        fn total(curve: &Curve, x: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..curve.rate.len() {
                sum += curve.rate[i] * x;
            }
            sum * curve.rates
        }";
    let steps = show_steps(source).expect("a source text");
    let text = steps[0].shown.adjoint.as_ref().expect("steps");
    expect![[r#"
        fn total(curve: structure active spread lent, x: float active spread) {
            rate_1: &[float] active adjoint in slice = curve.rate
            t: usize = rate_1.len()
            loop 1: i: usize in 0..t, sum: float active = 0.0 {
                t_1: float active = rate_1[i]
                t_2: float active = t_1 * x
                sum_1: float active = sum + t_2
                next sum = sum_1
            } sum_2: float active
            t_4: float active = curve.rates
            t_5: float active = sum_2 * t_4
            return t_5
        }
        the function saves t, sum_2
        computed again: t_1, t_4
    "#]]
    .assert_eq(text);
}

/// A short list that stays in the function is an array; one that is given is none.
#[test]
fn short_lists() {
    let source = "#[differentiable]
        fn turned(at: &[f64; 2], angle: f64) -> Vec<f64> {
            let inside: Vec<f64> = at.iter().map(|a| a / angle).collect();
            vec![inside[0] * angle.cos(), inside[1] * angle.sin()]
        }";
    let steps = show_steps(source).expect("a source text");
    let text = steps[0].shown.adjoint.as_ref().expect("steps");
    expect![[r#"
        fn turned(at_1: &[float] of 2 active, angle: float active spread) {
            list: [float; 2] active = [0.0; 2]
            loop 1: k: usize in 0..2 {
                t: float active = at_1[k]
                t_1: float active = t / angle
                list[k] = t_1
            }
            t_2: float active = list[0]
            t_3: float active = cos(angle)
            t_4: float active = t_2 * t_3
            t_5: float active = list[1]
            t_6: float active = sin(angle)
            t_7: float active = t_5 * t_6
            list_1: list [float] of 2 active result = [t_4, t_7]
            return list_1
        }
        the function saves t_2, t_3, t_5, t_6
        loop 1 saves t_1
    "#]]
    .assert_eq(text);
}

/// Questions on tags are asked in front of branches; what they answer is saved or asked again, whichever is cheaper.
#[test]
fn questions_on_tags() {
    let source = "#[derive(Clone, Copy)]
        enum Place { Here, There, Gone }
        #[differentiable]
        fn passed(x: f64, y: f64, #[constant] way: &[Place]) -> f64 {
            let mut sum = 1.0;
            for k in 1..way.len() {
                sum *= match (way[k - 1], way[k]) {
                    (Place::Here, Place::There) => x,
                    (Place::There, Place::Gone) => y,
                    _ => 1.0,
                };
            }
            sum
        }";
    let steps = show_steps(source).expect("a source text");
    let text = steps[0].shown.adjoint.as_ref().expect("steps");
    expect![[r#"
        fn passed(x: float active spread, y: float active spread, way: unknown) {
            t: usize = `way.len()`
            loop 1: k: usize in 1..t, sum: float active = 1.0 {
                t_1: usize = k - 1
                t_2: bool = `::core::matches!(way[t_1], Place::There { .. })`
                t_3: bool = `::core::matches!(way[t_1], Place::Gone { .. })`
                t_4: usize = `if t_2 { 1 } else if t_3 { 2 } else { 0usize }`
                t_5: bool = `::core::matches!(way[k], Place::There { .. })`
                t_6: bool = `::core::matches!(way[k], Place::Gone { .. })`
                t_7: usize = `if t_5 { 1 } else if t_6 { 2 } else { 0usize }`
                t_8: bool = t_4 == 0
                t_9: bool = t_7 == 1
                if t_8 {
                } t_10: bool = t_9 | false
                t_11: bool = t_4 == 1
                t_12: bool = t_7 == 2
                if t_11 {
                } t_13: bool = t_12 | false
                if t_13 {
                } t_14: float active spread = y | 1.0
                if t_10 {
                } t_15: float active = x | t_14
                sum_1: float active = sum * t_15
                next sum = sum_1
            } sum_2: float active
            return sum_2
        }
        loop 1 saves sum, t_10, t_13
        computed again: t, t_14, t_15
    "#]]
    .assert_eq(text);
}
