//! `--watch`: a command runs again when a file changes that it reads.

mod common;

use common::{Scratch, run, wengert};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn a_changed_file_is_run_again() {
    let file = Scratch::new("watched.wen", "x^2");
    let mut child = wengert()
        .args(["grad", file.path(), "x=3", "--format", "csv", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut next = || lines.next().expect("a line").expect("UTF-8");
    assert_eq!((next(), next()), ("value,d_x".to_owned(), "9,6".to_owned()));
    // What is wrong is said, and ends nothing.
    std::fs::write(file.path(), "x^2 +").expect("a file");
    let mut said = || said.next().expect("a line").expect("UTF-8");
    assert_eq!(said(), format!("-- {} has changed", file.path()));
    assert!(said().starts_with("error: "));
    std::fs::write(file.path(), "x^3 + 10").expect("a file");
    assert_eq!((next(), next()), ("value,d_x".to_owned(), "37,27".to_owned()));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_command_without_a_file_has_nothing_to_wait_for() {
    let output = Scratch::new("watched.csv", "old");
    for args in [
        &["grad", "x^2", "x=3", "--watch"][..],
        &["--watch", "functions"],
        &["grad", "x^2", "x=3", "--output", output.path(), "--watch"],
        &["grad", "x^2", "x=3", &format!("--output={}", output.path()), "--watch"],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert_eq!(ran.err, "error: --watch waits for a file to change, and this command reads none\n");
    }
}
