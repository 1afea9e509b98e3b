//! What goes wrong, how it is said, and the exit codes.

mod common;

use common::{Ran, Scratch, printed, run, run_with, wengert};
use expect_test::expect;
use std::io::Read;
use std::process::Stdio;

/// The exit codes and messages of runs that fail, one below the other.
fn failures(all: &[&[&str]]) -> String {
    let one = |args: &&[&str]| {
        let Ran { out, err, code } = run(args);
        assert_eq!(out, "", "{args:?}");
        format!("{code}: {err}")
    };
    all.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn programs_that_are_wrong() {
    expect![[r#"
        1: error: unknown function `sni`
           ╭─[ expression:1:3 ]
           │
         1 │ 2*sni(x)
           │   ─┬─
           │    ╰─── no function has this name
           │
           │ Help: did you mean `sin`?
        ───╯

        1: note: the program does not use `x2`; its derivatives are 0
        error: unknown name `x10`
           ╭─[ expression:1:4 ]
           │
         1 │ x1*x10
           │    ─┬─
           │     ╰─── nothing defines this
           │
           │ Help: did you mean `x1`?
        ───╯
        note: variables get their values as x10=VALUE

        1: error: expected an expression, and the program ends
           ╭─[ expression:1:4 ]
           │
         1 │ x +
           │    │
           │    ╰─ expected an expression
           │
           │ Help: write an expression after it
        ───╯

        1: error: expected an operator, found `.`
           ╭─[ expression:1:6 ]
           │
         1 │ model.wen
           │      ┬
           │      ╰── not expected here
        ───╯
        note: if this is the name of a file: there is no such file here

        1: error: `clamp(1, 2, 1)` breaks its precondition lo <= hi
           ╭─[ expression:1:1 ]
           │
         1 │ clamp(x, 2, 1)
           │ ───────┬──────
           │        ╰──────── called with (1, 2, 1)
           │
           │ Help: check the order and the values of the arguments
        ───╯
    "#]]
    .assert_eq(&failures(&[
        &["grad", "2*sni(x)", "x=1"],
        &["grad", "x1*x10", "x1=1", "x2=3"],
        &["grad", "x +", "x=1"],
        &["jacobian", "model.wen", "x=1"],
        &["grad", "clamp(x, 2, 1)", "x=1"],
    ]));
}

#[test]
fn programs_that_would_not_end() {
    for command in [&["grad", "--mode=forward"][..], &["grad", "--mode=reverse"], &["hessian"], &["taylor"]] {
        let ran = run(&[command, &["fn f(x) = f(x + 1); f(x)", "x=1", "--max-steps", "10_000"]].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        let ran = run(&[command, &["fn f(x) = f(x + 1); f(x)", "x=1", "--max-steps", "10000"]].concat());
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("more than 10000 steps") && ran.err.contains("raise --max-steps"), "{}", ran.err);
    }
    let ran = run(&["grad", "fn f(x) = x + f(x); f(x)", "x=1", "--max-depth=100"]);
    assert!(ran.code == 1 && ran.err.contains("raise --max-depth"), "{}", ran.err);
}

#[test]
fn deep_programs() {
    let deep = |n: usize| format!("{}x{}", "(".repeat(n), ")".repeat(n)).into_bytes();
    for command in ["grad", "hessian", "taylor", "vjp"] {
        let ran = run_with(&[command, "-", "x=3"], &deep(100_000));
        assert_eq!(ran.code, 1, "{command}: {}", ran.err);
        assert!(ran.err.starts_with("error: brackets nest deeper than"), "{command}: {}", ran.err);
        assert_eq!(run_with(&[command, "-", "x=3"], &deep(5_000)).code, 0, "{command}");
    }
    let long = format!("x{}", " + x*sin(x)".repeat(100_000));
    assert_eq!(run_with(&["grad", "-", "x=3"], long.as_bytes()).code, 0);
}

#[test]
fn command_lines_that_are_wrong() {
    expect![[r#"
        2: error: `x` is not of the form NAME=VALUE

        2: error: `2` in `2=x` is no name of a variable

        2: error: `let` in `let=3` is no name of a variable

        2: error: `x` is given twice

        2: error: the value in `x=2y`: 1:2: expected an operator, found `y`; a product is written with `*`

        2: error: the value in `x=[1, 2]`: one number is wanted, not 2

        2: error: --wrt names `y`; the variables are x

        2: error: --wrt names `x` twice

        2: error: grad wants a program with one result, and this one has 2: use `jacobian`

        2: error: hessian wants a program with one result, and this one has 2: use `jacobian`

        2: error: --direction names `y`; the variables are x

        2: error: --direction names `x` twice

        2: error: the program has 2 results and there is a weight for 3: see --weights

        2: error: the program has 2 results and there is a weight for 1: see --weights

        2: error: name the variable of the series with --wrt: x, y

        2: error: a series needs a variable, and none has a value

        2: error: there is no command `gard`; the commands are grad, jacobian, hessian, jvp, vjp, hvp, taylor, trace, graph, derive, check, fit, solve, minimize, adjoint, play, functions, completions, man, help
    "#]].assert_eq(&failures(&[
        &["grad", "x", "x"],
        &["grad", "x", "2=x"],
        &["grad", "x", "let=3"],
        &["grad", "x", "x=1", "x=2"],
        &["grad", "x", "x=2y"],
        &["grad", "x", "x=[1, 2]"],
        &["grad", "x", "x=1", "--wrt", "y"],
        &["grad", "x", "x=1", "--wrt", "x,x"],
        &["grad", "[x, x]", "x=1"],
        &["hessian", "[x, x]", "x=1"],
        &["jvp", "x", "x=1", "--direction", "y=1"],
        &["jvp", "x", "x=1", "--direction", "x=1,x=2"],
        &["vjp", "[x, x]", "x=1", "--weights", "1,2,3"],
        &["vjp", "[x, x]", "x=1"],
        &["taylor", "x*y", "x=1", "y=1"],
        &["taylor", "1"],
        &["man", "gard"],
    ]));
    for args in
        [&["grdd", "x"][..], &["grad"], &[], &["taylor", "x", "x=1", "--order", "21"], &["grad", "x", "--keep-going"]]
    {
        let ran = run(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains("Usage: wengert") || ran.err.contains("try '--help'"), "{args:?}: {}", ran.err);
    }
    assert!(run(&["grdd", "x"]).err.contains("a similar subcommand exists: 'grad'"));
}

#[test]
fn files_of_programs() {
    let file = Scratch::new("model.wen", "# a model\nx^2 + 1\n");
    let from_file = printed(&["grad", file.path(), "x=3"]);
    assert!(from_file.starts_with("value  10\nd/dx    6\n"), "{from_file}");
    assert!(from_file.ends_with(&format!(" (program from {})\n", file.path())), "{from_file}");
    assert!(printed(&["grad", "--file", file.path(), "x=3"]).starts_with("value  10\n"));
    let from_stdin = run_with(&["grad", "-", "x=3"], b"x^2 + 1");
    assert!(from_stdin.out.starts_with("value  10\n") && from_stdin.code == 0, "{}", from_stdin.err);

    let bad = Scratch::new("bytes.wen", b"x + \xff");
    let ran = run(&["grad", bad.path(), "x=1"]);
    assert_eq!((ran.code, ran.err), (1, format!("error: {} is not text in UTF-8: see byte 5\n", bad.path())));
    let wrong = Scratch::new("wrong.wen", "x^2\n + * 3\n");
    let ran = run(&["grad", wrong.path(), "x=1"]);
    assert!(ran.err.contains("wrong.wen:2:4"), "{}", ran.err);
    let both = run_with(&["grad", "-", "--data", "-"], b"x");
    assert_eq!(both.code, 2);
    // An expression that begins with a minus is no option.
    assert!(printed(&["grad", "-x^2", "x=3", "--mode=forward"]).starts_with("value  -9\n"));
}

#[test]
fn files_that_cannot_be_used() {
    let data = Scratch::new("fine.csv", "x\n1\n");
    let missing = "no/such/file";
    for args in [
        &["grad", "--file", missing, "x=1"][..],
        &["grad", "x", "--data", missing],
        &["grad", "x", "--data", "/"],
        &["grad", "x", "x=1", "--output", missing],
        &["grad", "x", "--data", data.path(), "--output", missing],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (4, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: cannot "), "{args:?}: {}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let data = Scratch::new("full.csv", "x\n1\n");
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    for args in [
        &["grad", "x", "x=1"][..],
        &["grad", "x", "--data", data.path()],
        &["grad", "x", "--data", data.path(), "--format", "json"],
        &["functions"],
        &["man"],
        &["completions", "zsh"],
        &["--help"],
        &["--version"],
    ] {
        let ran: Ran = wengert().args(args).stdout(full()).output().expect("the program starts").into();
        assert_eq!(ran.code, 4, "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: cannot write standard output: No space left"), "{args:?}: {}", ran.err);
    }
    let ran = run(&["grad", "x", "--data", data.path(), "--output", "/dev/full"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (4, "error: cannot write /dev/full: No space left on device (os error 28)\n")
    );
    // Messages that cannot be written are lost, and nothing else happens.
    let status = wengert().args(["grad", "y", "x=1"]).stderr(full()).status().expect("the program starts");
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let rows: String = (0..200_000).map(|i| format!("{i}\n")).collect();
    let data = Scratch::new("long.csv", format!("x\n{rows}"));
    let mut child = wengert()
        .args(["grad", "x^2", "--data", data.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 12];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    assert_eq!(&first, b"x,value,d_x\n");
    let ran: Ran = child.wait_with_output().expect("the program ends").into();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}
