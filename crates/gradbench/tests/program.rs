//! The program: one function on one input, and messages on standard input.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn program(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wengert-gradbench"))
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn one_function() {
    for engine in ["adjoint", "vector", "tape", "dual"] {
        let printed = printed(&program(&["hello", "hello/half.json", "double", "--engine", engine], ""));
        let [output, timing] = printed.lines().collect::<Vec<_>>()[..] else { panic!("{printed}") };
        assert_eq!(output, "1.0");
        assert!(timing.starts_with(r#"{"name":"evaluate","nanoseconds":"#));
    }
}

#[test]
fn messages() {
    let message = r#"{"id": 3, "kind": "define", "module": "ba"}"#;
    assert_eq!(printed(&program(&["--threads", "2"], message)), "{\"id\":3,\"success\":true}\n");
    assert_eq!(printed(&program(&[], "")), "");
}

#[test]
fn mistakes() {
    for (args, reason) in [
        (&["hello", "absent.json", "double"][..], "absent.json"),
        (&["fft", "hello/half.json", "double"], "unknown eval `fft`"),
        (&["hello", "hello/half.json", "triple"], "unknown function `triple`"),
        (&["lse", "hello/half.json", "primal"], "invalid type"),
        (&["hello", "hello/half.json"], "required"),
        (&["--engine", "symbolic"], "possible values: adjoint, vector, program, tape, dual"),
        (&["--threads", "many"], "--threads"),
    ] {
        let output = program(args, "");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(reason), "{args:?}: {message}");
    }
}
