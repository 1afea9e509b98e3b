//! Results agree with references, in every engine and on several threads.

use gradbench::{Engine, Settings, run_once};
use serde_json::Value;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Largest difference, as GradBench measures it.
const TOLERANCE: f64 = 1e-9;

/// Evals that are one search after the other, minutes without optimisation: there is nothing to do for a second thread.
const IN_ONE_THREAD: [&str; 2] = ["particle", "saddle"];

/// The largest of `|a - b| / max(1, |a| + |b|)`; infinite where the values differ in shape.
fn difference(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| difference(a, b)).fold(0.0, f64::max)
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().map(|(name, a)| b.get(name).map_or(f64::INFINITY, |b| difference(a, b))).fold(0.0, f64::max)
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            (a - b).abs() / (a.abs() + b.abs()).max(1.0)
        }
        _ => f64::INFINITY,
    }
}

/// The files `EVAL/NAME.json` in the folder that have an `EVAL/NAME.expected.json` beside them.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.collect::<Vec<_>>()
    };
    let evals = entries(folder).into_iter().filter(|eval| eval.is_dir());
    let files = evals.flat_map(|eval| entries(&eval));
    let mut cases: Vec<_> = files.filter(|file| file.with_extension("expected.json").exists()).collect();
    cases.sort();
    cases
}

/// Runs all functions on a case.
fn check(case: &Path, engine: Engine, threads: usize) {
    let settings = Settings::new(engine, threads).expect("threads");
    let eval = case.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("an eval");
    if threads > 1 && IN_ONE_THREAD.contains(&eval) {
        return;
    }
    let input = read_to_string(case).expect("an input");
    let expected = read_to_string(case.with_extension("expected.json")).expect("results");
    let expected: serde_json::Map<String, Value> = serde_json::from_str(&expected).expect("JSON");
    assert!(expected.len() >= 2, "{}", case.display());
    for (function, expected) in &expected {
        let place = format!("{}, {function}, {}, {threads} threads", case.display(), engine.name());
        let measured = run_once(eval, function, &input, &settings).unwrap_or_else(|error| panic!("{place}: {error}"));
        let difference = difference(&measured.output, expected);
        assert!(difference <= TOLERANCE, "{place}: {difference}");
    }
}

/// All engines on all cases, on all cores.
fn check_all(folder: &Path, least: usize) {
    let cases = cases(folder);
    assert!(cases.len() >= least, "{} cases in {}", cases.len(), folder.display());
    let runs = Engine::ALL.iter().flat_map(|engine| [1, 2].map(|threads| (*engine, threads)));
    let runs: Vec<_> = runs.flat_map(|run| cases.iter().map(move |case| (case, run))).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((case, (engine, threads))) = runs.get(next.fetch_add(1, Relaxed)) {
                    check(case, *engine, *threads);
                }
            });
        }
    });
}

#[test]
fn small_inputs() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"), 20);
}

/// The files of GradBench itself, where `GRADBENCH_DATA` names a folder that has them; some take long without
/// `--release`.
#[test]
fn full_inputs() {
    if let Some(folder) = std::env::var_os("GRADBENCH_DATA") {
        check_all(Path::new(&folder), 1);
    }
}

#[test]
fn differences_are_found() {
    let difference = |a: &str, b: &str| {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        difference(&value(a), &value(b))
    };
    assert_eq!(difference("[1, {\"a\": 2.0}]", "[1.0, {\"a\": 2}]"), 0.0);
    assert_eq!(difference("[1, 3]", "[1, 1]"), 0.5);
    for (a, b) in [("[1]", "[1, 1]"), ("{\"a\": 1}", "{\"b\": 1}"), ("null", "1"), ("1", "[1]")] {
        assert_eq!(difference(a, b), f64::INFINITY);
    }
}
