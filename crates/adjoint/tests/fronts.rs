//! How many functions go which way: typed, or recorded on a tape. The numbers may only move towards the typed ones.
//!
//! `UPDATE_EXPECT=1 cargo test -p wengert-adjoint --features show --test fronts` writes them again.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
}

/// Why each function of a file is recorded, or none where it is typed.
fn ways(file: &Path) -> Vec<Option<String>> {
    let text = std::fs::read_to_string(file).expect("a source file");
    adjoint::ways();
    // What is wrong with a file is said where it is compiled.
    let _ = adjoint::show_functions(&text, adjoint::View::default());
    adjoint::ways().into_iter().map(|(_, why)| why).collect()
}

/// `ways` of each file, on all processors.
fn ways_of_all(files: &[PathBuf]) -> Vec<Vec<Option<String>>> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Vec<Option<String>>)> = std::thread::scope(|scope| {
        let work = || {
            let mut found = vec![];
            while let k = next.fetch_add(1, Ordering::Relaxed)
                && let Some(file) = files.get(k)
            {
                found.push((k, ways(file)));
            }
            found
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    found.sort_by_key(|(k, _)| *k);
    found.into_iter().map(|(_, ways)| ways).collect()
}

#[test]
fn functions_go_through_the_typed_front() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut out = String::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    const FOLDERS: [&str; 6] = [
        "wengert/tests/generated_matrices",
        "bench/src/adjoints",
        "bench/src/structures",
        "bench/benches/untuned",
        "wengert/tests/structures",
        "trials/tests/first_versions",
    ];
    for folder in FOLDERS {
        let mut files = vec![];
        sources(&crates.join(folder), &mut files);
        assert!(!files.is_empty(), "{folder} has no sources");
        let ways: Vec<Option<String>> = ways_of_all(&files).into_iter().flatten().collect();
        let typed = ways.iter().filter(|why| why.is_none()).count();
        writeln!(out, "{folder}: {typed} of {}", ways.len()).expect("a text");
        for why in ways.into_iter().flatten() {
            *reasons.entry(kind(&why)).or_default() += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    out.push_str("\nwhy not, most often:\n");
    for (why, n) in reasons.iter().take(24) {
        writeln!(out, "{n:5} {why}").expect("a text");
    }
    out.push_str(&recorded(&crates));
    expect_test::expect_file!["fronts.txt"].assert_eq(&out);
}

/// How many of the functions that are to be recorded are, and why others are not.
fn recorded(crates: &Path) -> String {
    let mut files = vec![];
    for folder in ["wengert/tests/recorded", "wengert/tests/generated_matrices", "trials/tests/first_versions"] {
        sources(&crates.join(folder), &mut files);
    }
    let (mut all, mut reasons) = (0, BTreeMap::<String, usize>::new());
    for file in files {
        let text = std::fs::read_to_string(file).expect("a source file");
        adjoint::ways_of_recorded();
        let _ = adjoint::show_functions(&text, adjoint::View::default());
        for (_, why) in adjoint::ways_of_recorded() {
            all += 1;
            if let Some(why) = why {
                *reasons.entry(kind(&why)).or_default() += 1;
            }
        }
    }
    let mut out = String::new();
    let recorded = all - reasons.values().sum::<usize>();
    writeln!(out, "\nrecorded: {recorded} of {all}; why not:").expect("a text");
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (why, n) in reasons {
        writeln!(out, "{n:5} {why}").expect("a text");
    }
    out
}

/// A reason without the names in it.
fn kind(why: &str) -> String {
    let mut out = String::new();
    for (k, part) in why.split('`').enumerate() {
        out.push_str(if k % 2 == 1 { "`..`" } else { part });
    }
    let out = out.split(':').next().unwrap_or_default();
    out.split(" (line").next().unwrap_or_default().to_owned()
}
