//! How many functions go which way: typed, or recorded on a tape. The numbers may only move towards the typed ones.
//!
//! `UPDATE_EXPECT=1 cargo test -p wengert-adjoint --features show --test fronts` writes them again, with `WENGERT_FRONTS=all`
//! in front of it those of `wengert-trials` too.

use adjoint::Ways;
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

/// The ways of each file's functions, on all processors.
fn ways_of_all(files: &[PathBuf]) -> Vec<Ways> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Ways)> = std::thread::scope(|scope| {
        let work = || {
            let mut found = vec![];
            while let k = next.fetch_add(1, Ordering::Relaxed)
                && let Some(file) = files.get(k)
            {
                let text = std::fs::read_to_string(file).expect("a source file");
                // What is wrong with a file is said where it is compiled.
                found.extend(adjoint::ways(&text).ok().map(|ways| (k, ways)));
            }
            found
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    found.sort_by_key(|(k, _)| *k);
    found.into_iter().map(|(_, ways)| ways).collect()
}

/// The folders, and whether their functions that are to be recorded are counted too.
const FOLDERS: [(&str, bool); 5] = [
    ("wengert/tests/generated_matrices", true),
    ("bench/src/adjoints", false),
    ("bench/src/structures", false),
    ("bench/benches/untuned", false),
    ("wengert/tests/structures", false),
];

/// Those that take longer.
const AT_LENGTH: [(&str, bool); 2] =
    [("trials/tests/first_versions", true), ("trials/tests/structures_at_length", false)];

/// The ways of the functions in a folder's files.
fn in_folder(folder: &str) -> Vec<Ways> {
    let mut files = vec![];
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder), &mut files);
    assert!(!files.is_empty(), "{folder} has no sources");
    ways_of_all(&files)
}

/// How many functions go which way, folder by folder, and of those that are to be recorded.
fn counted(folders: &[(&str, bool)], to_be_recorded: &[&str]) -> String {
    let mut out = String::new();
    let (mut reasons, mut recorded) = (Reasons::default(), Reasons::default());
    for (folder, counts_recorded) in folders {
        let (mut here, ways) = (Reasons::default(), in_folder(folder));
        for ways in ways {
            here.add(ways.lowered);
            if *counts_recorded {
                recorded.add(ways.recorded);
            }
        }
        writeln!(out, "{folder}: {} of {}", here.taken, here.all).expect("a text");
        for (why, n) in here.why {
            *reasons.why.entry(why).or_default() += n;
        }
    }
    to_be_recorded.iter().flat_map(|folder| in_folder(folder)).for_each(|ways| recorded.add(ways.recorded));
    out.push_str("\nwhy not, most often:\n");
    reasons.write(&mut out);
    writeln!(out, "\nrecorded: {} of {}; why not:", recorded.taken, recorded.all).expect("a text");
    recorded.write(&mut out);
    out
}

#[test]
fn functions_go_through_the_typed_front() {
    expect_test::expect_file!["fronts.txt"].assert_eq(&counted(&FOLDERS, &["wengert/tests/recorded"]));
}

#[test]
fn more_functions_go_through_the_typed_front() {
    if std::env::var_os("WENGERT_FRONTS").is_some() {
        expect_test::expect_file!["fronts_at_length.txt"].assert_eq(&counted(&AT_LENGTH, &[]));
    }
}

/// How many functions went a way, and why others did not.
#[derive(Default)]
struct Reasons {
    all: usize,
    taken: usize,
    why: BTreeMap<String, usize>,
}

impl Reasons {
    fn add(&mut self, ways: Vec<(String, Option<String>)>) {
        for (_, why) in ways {
            self.all += 1;
            match why {
                None => self.taken += 1,
                Some(why) => *self.why.entry(kind(&why)).or_default() += 1,
            }
        }
    }

    fn write(&self, out: &mut String) {
        let mut reasons: Vec<_> = self.why.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
        for (why, n) in reasons.iter().take(24) {
            writeln!(out, "{n:5} {why}").expect("a text");
        }
    }
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
