//! Runs the program as a user does.

#![allow(dead_code, unreachable_pub, reason = "each test file takes what it needs")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program, to be given arguments.
pub fn wengert() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wengert"));
    command.env_remove("WENGERT_DIGITS");
    command
}

/// What a run printed, and its exit code.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: i32,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let code = output.status.code().expect("an exit code, not a signal");
        Ran { out: text(output.stdout), err: text(output.stderr), code }
    }
}

/// Runs the program with these arguments.
pub fn run(args: &[&str]) -> Ran {
    wengert().args(args).output().expect("the program starts").into()
}

/// As [`run`], with this on standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = wengert()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        // A program that stops early does not read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder ends");
    output.into()
}

/// What a successful run printed.
#[track_caller]
pub fn printed(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    assert_eq!(ran.err, "", "{args:?}");
    ran.out
}

/// The report for readers with the time masked.
#[track_caller]
pub fn report(args: &[&str]) -> String {
    let masked = |line: &str| match line.rsplit_once(", in ") {
        Some((how, _)) => format!("{how}, in TIME\n"),
        None => format!("{line}\n"),
    };
    let out = printed(args);
    assert_eq!(out.matches(", in ").count(), 1, "{out}");
    out.lines().map(masked).collect()
}

/// The numbers of a text, in order.
pub fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',', '\n']).filter_map(|word| word.parse().ok()).collect()
}

/// A file for one test, removed at its end.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A file with this content; `name` is unique among the tests.
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        std::fs::write(&path, content).expect("a file in the directory for tests");
        Scratch(path)
    }

    /// The file's name.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    /// What the file holds.
    pub fn content(&self) -> String {
        std::fs::read_to_string(&self.0).expect("a readable file")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
