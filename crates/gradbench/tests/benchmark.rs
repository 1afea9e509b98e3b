//! The subcommand `bench`: what it times, and where it writes.

use std::fs::{read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn bench(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wengert-gradbench")).arg("bench").args(args).output().expect("the program")
}

/// A file of the test's own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn tables() {
    let (document, peers) = (file("document.md"), file("peers.toml"));
    write(&document, "before\n<!-- gradbench -->\nold\n<!-- /gradbench -->\nafter\n").expect("a document");
    write(&peers, "source = \"A guess.\"\n[eval.\"llsq 1024\"]\nprimal = 2\nms = { Other = 14 }\n").expect("peers");
    let [document_name, peers_name] = [&document, &peers].map(|path| path.to_str().expect("text"));
    let places = ["--out", document_name, "--compare", peers_name];
    let output =
        bench(&[&["llsq", "--quick", "--threads", "2", "--engines", "adjoint,program,tape"], &places[..]].concat());
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");

    let text = read_to_string(&document).expect("the document");
    assert!(
        text.starts_with("before\n<!-- gradbench -->\n") && text.ends_with("\n<!-- /gradbench -->\nafter\n"),
        "{text}"
    );
    assert!(!text.contains("old") && text.contains("A guess."), "{text}");
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| line.starts_with("| llsq 1024")).map(|line| line.split('|').collect()).collect();
    let [engines, threads] = &rows[..] else { panic!("{text}") };
    let cell = |i: usize| engines[i].trim();
    assert_eq!([cell(3), cell(6), cell(9), cell(10), cell(11)], ["2.00 ms", "", "", "7.00 (Other)", ""], "{text}");
    for i in [4, 5, 7, 8] {
        assert!(cell(i).parse::<f64>().is_ok_and(|ratio| ratio > 0.0), "{text}");
    }
    assert_eq!(threads.len(), 6, "{text}");
}

#[test]
fn inputs_of_a_folder() {
    let input = file("llsq");
    std::fs::create_dir_all(&input).expect("a folder");
    let run = |text: &str| {
        write(input.join("m__n1024_m128.json"), text).expect("an input");
        bench(&["llsq", "--quick", "--engines", "adjoint", "--data", env!("CARGO_TARGET_TMPDIR")])
    };
    assert!(run(r#"{"x": [0.5, 0.25], "n": 9}"#).status.success());
    let output = run(r#"{"x": [0.5, 0.25]}"#);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("missing field `n`"), "{message}");
}

#[test]
fn mistakes() {
    let unmarked = file("unmarked.md");
    write(&unmarked, "nothing").expect("a document");
    let unmarked = unmarked.to_str().expect("text");
    for (args, reason) in [
        (&["nothing"][..], "no eval"),
        (&["llsq", "--compare", "absent.toml"], "absent.toml"),
        (&["llsq", "--compare", unmarked], "unmarked.md"),
        (&["llsq", "--quick", "--engines", "adjoint", "--out", unmarked], "has no lines"),
    ] {
        let output = bench(args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(reason), "{args:?}: {message}");
    }
}
