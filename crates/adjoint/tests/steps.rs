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
