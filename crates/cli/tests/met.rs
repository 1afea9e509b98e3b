//! What a run meets is said: kinks, jumps, edges, comparisons of equal values, slopes that are not finite.

mod common;

use common::{Scratch, printed, run, run_with};
use expect_test::{Expect, expect};

/// What stands on standard error.
fn notes(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.err
}

#[track_caller]
fn says(program: &str, at: &[&str], expected: Expect) {
    let said = notes(&[&["grad", program], at].concat());
    expected.assert_eq(&said);
    for command in ["jacobian", "hessian", "vjp", "check", "trace", "graph"] {
        // Second derivatives may not be finite where the first are, and there are further notes.
        let other = notes(&[&[command, program], at].concat());
        for line in said.lines().filter(|line| line.contains('`')) {
            assert!(other.contains(line), "{command}: {other}");
        }
    }
    for command in [&["jvp", program, "--direction", "x=1"][..], &["taylor", program, "--wrt", "x"]] {
        let other = notes(&[command, at].concat());
        assert_eq!(other.contains(": `"), said.contains(": `"), "{command:?}: {other}");
    }
}

#[test]
fn kinks() {
    says(
        "2 + abs(x)",
        &["x=0"],
        expect![[r#"
            note: 1:5: `abs(x)` has a kink at 0: its slope is -1 below and 1 above, taken as 0
        "#]],
    );
    says(
        "max(x, y)",
        &["x=2", "y=2"],
        expect![[r#"
            note: 1:1: `max(x, y)` has a kink at (2, 2): its slope by argument 1 is 0 below and 1 above, taken as 0.5; its slope by argument 2 is 0 below and 1 above, taken as 0.5
        "#]],
    );
    says(
        "clamp(x, 0, 1)",
        &["x=1"],
        expect![[r#"
            note: 1:1: `clamp(x, 0, 1)` has a kink at (1, 0, 1): its slope by argument 1 is 1 below and 0 above, taken as 1
        "#]],
    );
    says(
        "hypot(x, y)",
        &["x=0", "y=0"],
        expect![[r#"
            note: 1:1: `hypot(x, y)` has a kink at (0, 0): its slope by argument 1 is -1 below and 1 above, taken as 0; its slope by argument 2 is -1 below and 1 above, taken as 0
            "#]],
    );
}

#[test]
fn jumps_and_edges() {
    says(
        "floor(x) + x",
        &["x=3"],
        expect![[r#"
            note: 1:1: `floor(x)` jumps at 3: it is 2 below and 3 above, its slope taken as 0
        "#]],
    );
    says(
        "rem(x, 2)",
        &["x=4"],
        expect![[r#"
            note: 1:1: `rem(x, 2)` jumps at (4, 2): it is 2 below and 0 above by argument 1, its slope taken as 1
        "#]],
    );
    says(
        "x^1.5",
        &["x=0"],
        expect![[r#"
            note: 1:1: `x^1.5` is at the edge of its domain at (0, 1.5): its slope by argument 1 is one-sided, taken as 0
        "#]],
    );
}

#[test]
fn comparisons() {
    says(
        "if x == 0 then x else x^2",
        &["x=0"],
        expect![[r#"
            note: 1:4: `x == 0` compared equal values, 0: only what is done at exactly this value is differentiated
        "#]],
    );
    says(
        "# a model\nif x < 2 then -x else x",
        &["x=2"],
        expect![[r#"
            note: 2:4: `x < 2` compared equal values, 2: here the branch changes, and the one taken is differentiated
        "#]],
    );
    let power = "fn power(x, n) = if n == 0 then 1 else x*power(x, n - 1); power(x, n)";
    let said = notes(&["grad", power, "x=2", "n=3"]);
    assert!(said.contains("note: 1:21: `n == 0` compared equal values, 0"), "{said}");
    // A constant may be compared as it likes.
    assert_eq!(notes(&["grad", power, "x=2", "n=3", "--wrt", "x"]), "");
}

#[test]
fn what_is_not_finite() {
    says(
        "sqrt(x*x)",
        &["x=0"],
        expect![[r#"
            note: 1:1: `sqrt(x*x)` has no finite slope at 0: its slope is inf
            note: d/dx is not finite: NaN
        "#]],
    );
    let said = notes(&["grad", "x + ln(x)", "x=-1"]);
    assert!(said.starts_with("note: 1:5: `ln(x)` is NaN at -1, outside its domain\nnote: the value is not"), "{said}");
    let verdict = run(&["check", "ln(x)", "x=-1"]);
    assert!(verdict.out.contains("the value is NaN: nothing is differentiated here, in "), "{}", verdict.out);
    assert!(verdict.err.contains("`ln(x)` is NaN at -1, outside its domain"), "{}", verdict.err);
}

#[test]
fn what_does_not_reach_the_results_is_not_said() {
    for quiet in [
        &["grad", "abs(x)", "x=1e-300"][..],
        &["grad", "let y = abs(x) in x", "x=0"],
        &["grad", "abs(y) + x", "x=1", "y=0", "--wrt", "x"],
        &["grad", "max(1, abs(x))", "x=0"],
        &["grad", "select(lt(x, -1), sqrt(x), x)", "x=0"],
        &["grad", "if x > 1 then sqrt(x - 1) else x", "x=0.5"],
        &["vjp", "[abs(x), x]", "x=0", "--weights", "0,1"],
        &["jvp", "abs(x)*y", "x=0", "y=1", "--direction", "y=1"],
        &["taylor", "abs(x)*y", "x=0", "y=1", "--wrt", "y"],
        &["trace", "abs(x) + y", "x=0", "y=1", "--wrt", "y"],
    ] {
        assert_eq!(notes(quiet), "", "{quiet:?}");
    }
}

#[test]
fn checks_do_not_certify_a_convention() {
    for (program, at) in [("abs(x)", "x=0"), ("max(x, 2*x)", "x=0"), ("floor(x)", "x=1"), ("relu(x)", "x=0")] {
        let ran = run(&["check", program, at]);
        let verdict = ran.out.lines().last().expect("a verdict");
        assert!(verdict.starts_with("NOT SMOOTH HERE, see the notes: the exact methods"), "{program}: {verdict}");
        assert!(verdict.contains("by convention") && ran.err.contains(&format!("`{program}`")), "{}", ran.err);
    }
}

#[test]
fn programs_are_told_too() {
    for command in ["grad", "jacobian", "hessian", "check", "trace", "taylor", "vjp"] {
        let ran = run(&[command, "1 + abs(x)", "x=0", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        let met = serde_json::json!([{
            "met": "kink", "line": 1, "column": 5, "text": "abs(x)", "arguments": [0.0], "times": 1, "operation": "abs",
            "by": [{ "argument": 1, "below": -1.0, "above": 1.0, "taken": 0.0 }],
        }]);
        assert_eq!(json["met"], met, "{command}");
        let smooth = printed(&[command, "x^2", "x=1", "--format", "json"]);
        assert!(smooth.contains("\"met\":[]"), "{command}: {smooth}");
    }
}

#[test]
fn rows_of_data_are_counted() {
    let data = Scratch::new("met.csv", "x\n1\n0\n2\n0\n");
    expect![[r#"
        note: 2 rows where the derivative is taken by convention, the first at line 3: 1:5: `abs(x)` has a kink at 0: its slope is -1 below and 1 above, taken as 0
    "#]]
    .assert_eq(&notes(&["grad", "x + abs(x)", "--data", data.path()]));
    expect![[r#"
        note: 2 results with entries that are not finite, the first at line 3: 1:1: `1/x` has no finite slope at (1, 0): its slope by argument 2 is -inf
    "#]]
    .assert_eq(&notes(&["grad", "1/x", "--data", data.path()]));
    let zeros = "0\n".repeat(10_000);
    let ran = run_with(&["grad", "abs(x)", "--data", "-", "--format", "json"], format!("x\n{zeros}").as_bytes());
    assert_eq!((ran.code, ran.err.lines().count()), (0, 1), "{}", ran.err);
}

#[test]
fn many_places_are_counted() {
    let sum = vec!["abs(x)"; 300].join(" + ");
    let said = notes(&["grad", &sum, "x=0"]);
    assert_eq!(said.lines().count(), 6, "{said}");
    assert!(said.ends_with("note: and the like at 295 more places\n"), "{said}");
    let again = notes(&["grad", "fn f(x, n) = if n < 0 then x else f(abs(x), n - 1); f(x, 100)", "x=0"]);
    assert!(again.contains("taken as 0 (101 times)") || again.contains("taken as 0\n"), "{again}");
}
