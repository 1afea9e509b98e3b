//! The steps of the functions of the benches, and how much is generated of them: goldens beside this file.
//!
//! `UPDATE_EXPECT=1 cargo test -p wengert-adjoint --features show --test steps` writes them again.

use adjoint::{Steps, show_steps};
use expect_test::expect_file;
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
