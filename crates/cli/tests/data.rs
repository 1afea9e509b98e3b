//! `wengert grad --data`: rows in, gradients out.

mod common;

use common::{Scratch, printed, run, run_with, wengert};
use expect_test::expect;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

const F: &str = "ln(x1) + x1*x2 - sin(x2)";

#[test]
fn results_stand_behind_the_columns() {
    let data = Scratch::new("behind.csv", "x2, name ,x1\n5,first,2\n-1,\"a,\"\"b\" ,0.5\n\n1e0,\"a,\"\"b\",1\n");
    let args = ["grad", F, "--data", data.path()];
    let plain = printed(&args);
    expect![[r#"
        x2, name ,x1,value,d_x2,d_x1
        5,first,2,11.652071455223084,1.7163378145367738,5.5
        -1,"a,""b ",0.5,-0.3516761957520489,-0.040302305868139765,1
        1e0,"a,""b",1,0.1585290151921035,0.45969769413186023,2
    "#]]
    .assert_eq(&plain);
    for mode in ["forward", "reverse"] {
        assert_eq!(printed(&[&args[..], &["--mode", mode]].concat()), plain);
    }
    expect![[r#"
        value,d_x1
        11.652071455223084,5.5
        -0.3516761957520489,1
        0.1585290151921035,2
    "#]]
    .assert_eq(&printed(&[&args[..], &["--only-results", "--wrt", "x1"]].concat()));
    expect![[r#"
        {"line":2,"at":{"x2":5.0,"x1":2.0},"value":11.652071455223084,"gradient":{"x2":1.7163378145367738,"x1":5.5}}
        {"line":3,"at":{"x2":-1.0,"x1":0.5},"value":-0.3516761957520489,"gradient":{"x2":-0.040302305868139765,"x1":1.0}}
        {"line":5,"at":{"x2":1.0,"x1":1.0},"value":0.1585290151921035,"gradient":{"x2":0.45969769413186023,"x1":2.0}}
    "#]].assert_eq(&printed(&[&args[..], &["--format", "json"]].concat()));
}

#[test]
fn names_on_the_command_line_are_constants() {
    let data = Scratch::new("constants.csv", "x,e\n3,2\n");
    let only = |more: &[&str]| {
        printed(&[&["grad", "a*x^2*e", "--data", data.path(), "a=10", "--only-results"], more].concat())
    };
    // A column named like a constant of the language is meant by that name.
    assert_eq!(only(&[]), "value,d_x,d_e\n180,120,90\n");
    assert_eq!(only(&["--wrt", "a,x"]), "value,d_a,d_x\n180,18,120\n");
}

#[test]
fn line_ends_and_marks_of_other_systems() {
    let plain = b"x1,x2\n2,5\n".as_slice();
    for text in [plain, b"x1,x2\r\n2,5\r\n", b"\xef\xbb\xbfx1,x2\n2,5", b"x1,x2\r2,5\r", b"\n\n x1 , x2 \n\n2,5\n\n"] {
        let ran = run_with(&["grad", F, "--data", "-", "--only-results"], text);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{text:?}");
        assert_eq!(ran.out, "value,d_x1,d_x2\n11.652071455223084,5.5,1.7163378145367738\n", "{text:?}");
    }
}

#[test]
fn bad_rows_are_reported_by_line() {
    let text = b"x1,x2,id\r\n2,5,a\r\n\r\n,5,b\r\n1,2\r\n\"2\r\n\",5,c\r\nabc,1,d\r\n1,\xff,e\r\n1,2,3,4\r\n2,5,f";
    let data = Scratch::new("bad.csv", text);
    let short = |err: &str| err.replace(data.path(), "bad.csv");

    let stopped = run(&["grad", F, "--data", data.path()]);
    assert_eq!(stopped.code, 3);
    expect![[r#"
        error: bad.csv:4: `x1` is empty (--keep-going skips bad rows)
    "#]]
    .assert_eq(&short(&stopped.err));
    assert_eq!(stopped.out, "x1,x2,id,value,d_x1,d_x2\n2,5,a,11.652071455223084,5.5,1.7163378145367738\n");

    let went_on = run(&["grad", F, "--data", data.path(), "--keep-going"]);
    assert_eq!(went_on.code, 3);
    expect![[r#"
        bad.csv:4: `x1` is empty
        bad.csv:5: 2 fields, and the header has 3
        bad.csv:8: `x1` is `abc`, which is no number
        bad.csv:9: `x2` is `�`, which is no number
        bad.csv:10: 4 fields, and the header has 3
        error: 5 of 8 rows skipped
    "#]]
    .assert_eq(&short(&went_on.err));
    let kept: Vec<&str> =
        went_on.out.lines().filter(|line| line.ends_with("11.652071455223084,5.5,1.7163378145367738")).collect();
    assert_eq!(kept.len(), 3, "{}", went_on.out);
}

#[test]
fn rows_that_the_program_fails_at_are_bad() {
    let data = Scratch::new("fails.csv", "lo,hi\n0,1\n2,1\n0,3\n");
    let ran = run(&["grad", "clamp(2, lo, hi)", "--data", data.path(), "--keep-going", "--only-results"]);
    assert_eq!(ran.code, 3);
    assert_eq!(ran.out, "value,d_lo,d_hi\n1,0,1\n2,0,0\n");
    expect![[r#"
        fails.csv:3: the program fails at 1:1: `clamp(2, 2, 1)` breaks its precondition lo <= hi; check the order and the values of the arguments
        error: 1 of 3 rows skipped
    "#]].assert_eq(&ran.err.replace(data.path(), "fails.csv"));
}

#[test]
fn results_that_are_not_finite_are_written_and_noted() {
    let data = Scratch::new("infinite.csv", "x\n1\n0\n-1\nnan\ninf\n");
    let ran = run(&["grad", "sqrt(x)", "--data", data.path()]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.out, "x,value,d_x\n1,1,0.5\n0,0,inf\n-1,NaN,NaN\nnan,NaN,NaN\ninf,inf,0\n");
    expect![[r#"
        note: 4 results with entries that are not finite, the first at line 3: 1:1: `sqrt(x)` has no finite slope at 0: its slope is inf
    "#]]
    .assert_eq(&ran.err);
}

#[test]
fn headers_that_do_not_fit() {
    let ran = |name: &str, text: &[u8], args: &[&str]| {
        let data = Scratch::new(name, text);
        let ran = run(&[&["grad", "a*b", "--data", data.path()], args].concat());
        assert_eq!(ran.out, "", "{name}");
        format!("{}: {}", ran.code, ran.err.replace(data.path(), name))
    };
    let all = [
        ran("empty.csv", b"", &[]),
        ran("blank.csv", b"\n\n", &[]),
        ran("missing.csv", b"a,c\n1,2\n", &[]),
        ran("numbers.csv", b"1,2\n3,4\n", &[]),
        ran("twice.csv", b"a,b,a\n1,2,3\n", &[]),
        ran("given.csv", b"a,b\n1,2\n", &["b=3"]),
        ran("unused.csv", b"c,d\n1,2\n", &["a=1", "b=2"]),
        ran("bytes.csv", b"a,\xff,b\n1,2,3\n", &[]),
        ran("taken.csv", b"a,b,value\n1,2,3\n", &[]),
        ran("text.csv", b"a,b\n1,2\n", &["--format", "text"]),
        ran("outputs.csv", b"a,b\n1,2\n", &["--wrt", "c"]),
    ];
    expect![[r#"
        3: error: empty.csv is empty: its first line is to name the columns

        3: error: blank.csv is empty: its first line is to name the columns

        1: error: unknown name `b`
           ╭─[ expression:1:3 ]
           │
         1 │ a*b
           │   ┬
           │   ╰── nothing defines this
           │
           │ Help: give it a value; known here: a
        ───╯
        note: variables get their values as b=VALUE, or from a column of missing.csv, which has the columns a, c

        1: error: unknown name `a`
           ╭─[ expression:1:1 ]
           │
         1 │ a*b
           │ ┬
           │ ╰── nothing defines this
           │
           │ Help: the program has no inputs: give `a` a value
        ───╯
        note: variables get their values as a=VALUE, or from a column of numbers.csv, which has the columns 1, 2

        3: error: twice.csv: two columns are called `a`

        2: error: `b` is given, and it is a column of given.csv too

        3: error: unused.csv: the program uses no column; there are the columns c, d

        3: error: bytes.csv:1: the name of column 2 is not UTF-8

        2: error: taken.csv has a column `value` already: --only-results leaves its columns out

        2: error: rows of data are written as csv or json, not as text

        2: error: --wrt names `c`; the variables are a, b
    "#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn a_header_alone_gives_a_header() {
    let data = Scratch::new("alone.csv", "x1,x2");
    assert_eq!(printed(&["grad", F, "--data", data.path()]), "x1,x2,value,d_x1,d_x2\n");
    assert_eq!(printed(&["grad", F, "--data", data.path(), "--format", "json"]), "");
}

#[test]
fn the_data_is_not_overwritten() {
    let data = Scratch::new("self.csv", "x\n1\n");
    let ran = run(&["grad", "x", "--data", data.path(), "--output", data.path()]);
    assert_eq!(ran.code, 2);
    assert_eq!(data.content(), "x\n1\n");
    let results = Scratch::new("results.csv", "old content that is longer than the new");
    assert_eq!(printed(&["grad", "x^2", "--data", data.path(), "--output", results.path()]), "");
    assert_eq!(results.content(), "x,value,d_x\n1,1,2\n");
}

#[test]
fn many_rows_agree_with_the_point() {
    const ROWS: usize = 100_000;
    let mut text = String::from("x1,x2\n");
    for i in 0..ROWS {
        writeln!(text, "{},{}", (i + 1) as f64 * 1e-3, i as f64 / 7.0).expect("a string");
    }
    for (mode, format) in [("forward", "csv"), ("reverse", "json")] {
        let args = ["grad", F, "--data", "-", "--mode", mode, "--format", format, "--only-results"];
        let ran = run_with(&args, text.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let results: Vec<&str> = ran.out.lines().skip(usize::from(format == "csv")).collect();
        assert_eq!(results.len(), ROWS);
        for i in [0, 1, 777, ROWS - 1] {
            let (x1, x2) = ((i + 1) as f64 * 1e-3, i as f64 / 7.0);
            let y = x1.ln() + x1 * x2 - x2.sin();
            let slopes = [x1.recip() + x2, x1 - x2.cos()];
            let found: Vec<f64> = match format {
                "csv" => results[i].split(',').map(|x| x.parse().expect("a number")).collect(),
                _ => {
                    let row: serde_json::Value = serde_json::from_str(results[i]).expect("JSON");
                    assert_eq!(row["line"], i + 2);
                    let slopes = ["x1", "x2"].map(|x| row["gradient"][x].as_f64().expect("a number"));
                    // The parser of JSON rounds differently in the last digit, unlike that of numbers.
                    let (_, value) = results[i].split_once("\"value\":").expect("a value");
                    let value = value.split(',').next().expect("a number").parse().expect("a number");
                    [value, slopes[0], slopes[1]].to_vec()
                }
            };
            assert_eq!(found[0].to_bits(), y.to_bits());
            for (f, e) in found[1..].iter().zip(slopes) {
                assert!((f - e).abs() <= 4e-16 * e.abs().max(1.0), "row {i}: {found:?}, expected {y} {slopes:?}");
            }
        }
    }
}

#[test]
fn rows_that_are_too_long_are_bad() {
    let mut quote = b"x\n1\n\"".to_vec();
    quote.resize(40 << 20, b'7');
    let commas = [b"x\n1\n".to_vec(), vec![b','; 3 << 20], b"\n2\n".to_vec()].concat();
    let header = vec![b','; 3 << 20];
    let ran = |text: &[u8], more: &[&str]| {
        let ran = run_with(&[&["grad", "x", "--data", "-"], more].concat(), text);
        assert_eq!(ran.code, 3, "{}", ran.err);
        format!("{}{}", ran.out, ran.err)
    };
    expect![[r#"
        x,value,d_x
        1,1,1
        error: standard input:3: the row is longer than 16 MiB: is a quote never closed? (--keep-going skips bad rows)

        x,value,d_x
        1,1,1
        standard input:3: the row is longer than 16 MiB: is a quote never closed?
        error: 1 of 2 rows skipped

        x,value,d_x
        1,1,1
        error: standard input:3: the row has more than 1048576 fields: is a line end missing? (--keep-going skips bad rows)

        x,value,d_x
        1,1,1
        2,2,1
        standard input:3: the row has more than 1048576 fields: is a line end missing?
        error: 1 of 3 rows skipped

        error: standard input:1: the row has more than 1048576 fields: is a line end missing?
    "#]]
    .assert_eq(
        &[
            ran(&quote, &[]),
            ran(&quote, &["--keep-going"]),
            ran(&commas, &[]),
            ran(&commas, &["--keep-going"]),
            ran(&header, &["--keep-going"]),
        ]
        .join("\n"),
    );
}

/// A row without an end, of commas or of a quote, is stopped at, and takes no more memory than its bounds.
#[cfg(target_os = "linux")]
#[test]
fn a_row_without_end_takes_little_memory() {
    for (start, more) in [(&b"x\n1\n"[..], b','), (b"x\n1\n\"", b'7'), (b"", b',')] {
        let mut child = wengert()
            .args(["grad", "x", "--data", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(start).expect("a reader");
        let endless = vec![more; 1 << 20];
        // The reader goes away.
        assert!((0..1000).any(|_| stdin.write_all(&endless).is_err()));
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains("the row "));
    }
}

/// The memory of a run does not depend on the length of the data: 100 MB of it pass through.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_as_it_is() {
    let results = Scratch::new("memory.csv", "");
    let mut child = wengert()
        .args(["grad", F, "--data", "-", "--only-results", "--mode", "reverse", "--output", results.path()])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"label,x1,x2\n").expect("a reader");
    let mut block = String::new();
    for i in 1..=1_000 {
        writeln!(block, "{},{i},{}", "z".repeat(500), i * 3).expect("a string");
    }
    // All but what fits a pipe is read when it is written.
    let mut after = |blocks: usize| {
        (0..blocks).for_each(|_| stdin.write_all(block.as_bytes()).expect("a reader"));
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a running process");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak of its memory");
        peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    };
    let (at_first, at_last) = (after(20), after(180));
    assert!(at_last < at_first + (4 << 10), "{at_first} kB, and later {at_last} kB");
    drop(stdin);
    assert!(child.wait().expect("an exit").success());
    assert_eq!(results.content().lines().count(), 200_001);
}
