//! What each command prints at a point, in every format.

mod common;

use common::{Ran, Scratch, printed, report, run, wengert};
use expect_test::{Expect, expect};

const F: &str = "ln(x1) + x1*x2 - sin(x2)";
const TWO: &str = "[x*y, sin(x) + y^2]";

#[track_caller]
fn reads(args: &[&str], expected: Expect) {
    expected.assert_eq(&report(args));
}

/// The JSON that a command prints, without the time, which stands at its end.
#[track_caller]
fn json(args: &[&str]) -> String {
    let text = printed(args);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(value["seconds"].as_f64().expect("a number of seconds") >= 0.0);
    text.split_once(",\"seconds\":").expect("the time").0.to_owned()
}

#[test]
fn grad_in_both_modes() {
    reads(
        &["grad", F, "x1=2", "x2=5"],
        expect![[r#"
        value  11.652071455223084
        d/dx1   5.5
        d/dx2   1.7163378145367738
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
    reads(
        &["grad", F, "x2=5", "x1=2", "--mode", "reverse"],
        expect![[r#"
        value  11.652071455223084
        d/dx2   1.7163378145367738
        d/dx1   5.5
        reverse mode, 3 statements recorded in 72 bytes, 1 sweep, in TIME
    "#]],
    );
    reads(
        &["grad", "a*x^2 + b", "x=3", "a=-pi/4", "b=1e-3", "--wrt", "b,a"],
        expect![[r#"
        value  -7.067583470577034
        d/db    1
        d/da    9
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
    reads(
        &["grad", "3 + 4"],
        expect![[r#"
        value  7
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
}

#[test]
fn jacobian_in_both_modes() {
    reads(
        &["jacobian", TWO, "x=2", "y=3"],
        expect![[r#"
            value              d/dx                 d/dy
        y1  6                   3                   2
        y2  9.909297426825681  -0.4161468365471424  6
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
    reads(
        &["jacobian", TWO, "x=2", "y=3", "--mode", "reverse", "--wrt", "y"],
        expect![[r#"
            value              d/dy
        y1  6                  2
        y2  9.909297426825681  6
        reverse mode, 0 statements recorded in 8 bytes, 1 sweep, in TIME
    "#]],
    );
    reads(
        &["jacobian", "[]"],
        expect![[r#"
          value
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
}

#[test]
fn hessian_in_both_modes() {
    reads(
        &["hessian", "x*y + sin(x)", "x=2", "y=3"],
        expect![[r#"
               value               d/dx                 d/dy
        value  6.909297426825682    2.5838531634528574  2
        d/dx   2.5838531634528574  -0.9092974268256817  1
        d/dy   2                    1                   0
        forward over reverse mode, 1 x 2 statements recorded, in TIME
    "#]],
    );
    reads(
        &["hessian", "x*y + sin(x)", "x=2", "y=3", "--mode", "forward"],
        expect![[r#"
               value               d/dx                 d/dy
        value  6.909297426825682    2.5838531634528574  2
        d/dx   2.5838531634528574  -0.9092974268256817  1
        d/dy   2                    1                   0
        forward over forward mode, 2 runs, in TIME
    "#]],
    );
}

#[test]
fn products_with_the_hessian() {
    reads(
        &["hvp", "x*y + sin(x)", "x=2", "y=3", "--direction", "x=1,y=2"],
        expect![[r#"
                   value               along the direction
            value  6.909297426825682   6.583853163452858
            d/dx   2.5838531634528574  1.0907025731743183
            d/dy   2                   1
            forward over reverse mode, 2 statements recorded, in TIME
        "#]],
    );
    reads(
        &["hvp", "x*y + sin(x)", "x=2", "y=3", "--direction", "y=2", "--wrt", "x"],
        expect![[r#"
                   value               along the direction
            value  6.909297426825682   4
            d/dx   2.5838531634528574  2
            forward over reverse mode, 0 statements recorded, in TIME
        "#]],
    );
}

#[test]
fn products_with_vectors() {
    reads(
        &["jvp", TWO, "x=2", "y=3", "--direction", "x=1,y=2"],
        expect![[r#"
            value              derivative
        y1  6                   7
        y2  9.909297426825681  11.583853163452858
        forward mode, 1 run with 1 lane, in TIME
    "#]],
    );
    reads(
        &["jvp", TWO, "x=2", "y=3", "--direction", "y=-1e300/2"],
        expect![[r#"
            value              derivative
        y1  6                  -1e+300
        y2  9.909297426825681  -3e+300
        forward mode, 1 run with 1 lane, in TIME
    "#]],
    );
    reads(
        &["vjp", TWO, "x=2", "y=3", "--weights", "-1,0.5"],
        expect![[r#"
        y1     6
        y2     9.909297426825681
        d/dx  -3.208073418273571
        d/dy   1
        reverse mode, 2 statements recorded in 64 bytes, 1 sweep, in TIME
    "#]],
    );
    reads(
        &["vjp", "x*y", "x=2", "y=3", "--wrt", "y"],
        expect![[r#"
        value  6
        d/dy   2
        reverse mode, 0 statements recorded in 8 bytes, 1 sweep, in TIME
    "#]],
    );
}

#[test]
fn taylor_series() {
    reads(
        &["taylor", "exp(sin(x))", "x=0", "--order", "4"],
        expect![[r#"
               order  coefficient  derivative
        value  0       1            1
               1       1            1
               2       0.5          1
               3       0            0
               4      -0.125       -3
        Taylor series in x at 0, in TIME
    "#]],
    );
    reads(
        &["taylor", "[a*t, t^3]", "a=2", "t=1", "--wrt", "t", "--order", "3"],
        expect![[r#"
            order  coefficient  derivative
        y1  0      2            2
            1      2            2
            2      0            0
            3      0            0
        y2  0      1            1
            1      3            3
            2      3            6
            3      1            6
        Taylor series in t at 1, in TIME
    "#]],
    );
    let highest = report(&["taylor", "1/(1 - x)", "x=0", "--order", "20"]);
    let last = highest.lines().nth(21).expect("a line for each order");
    assert_eq!(last.split_whitespace().collect::<Vec<_>>(), ["20", "1", "2.43290200817664e+18"]);
}

#[test]
fn json_of_every_command() {
    let all = [
        json(&["grad", F, "x1=2", "x2=5", "--format", "json"]),
        json(&["grad", F, "x1=2", "x2=5", "--format", "json", "--mode", "reverse"]),
        json(&["jacobian", TWO, "x=2", "y=3", "--format", "json"]),
        json(&["hessian", "x*y + sin(x)", "x=2", "y=3", "--format", "json"]),
        json(&["jvp", TWO, "x=2", "y=3", "--direction", "x=1,y=2", "--format", "json"]),
        json(&["vjp", TWO, "x=2", "y=3", "--weights", "1,2", "--format", "json"]),
        json(&["taylor", "x^3", "x=2", "--order", "3", "--format", "json"]),
    ];
    expect![[r#"
        {"value":11.652071455223084,"gradient":{"x1":5.5,"x2":1.7163378145367738},"met":[],"engine":{"mode":"forward","lanes":2,"runs":1}
        {"value":11.652071455223084,"gradient":{"x1":5.5,"x2":1.7163378145367738},"met":[],"engine":{"mode":"reverse","statements":3,"bytes":72,"sweeps":1}
        {"variables":["x","y"],"values":[6.0,9.909297426825681],"jacobian":[[3.0,2.0],[-0.4161468365471424,6.0]],"met":[],"engine":{"mode":"forward","lanes":2,"runs":1}
        {"variables":["x","y"],"value":6.909297426825682,"gradient":[2.5838531634528574,2.0],"hessian":[[-0.9092974268256817,1.0],[1.0,0.0]],"met":[],"engine":{"mode":"forward over reverse"}
        {"values":[6.0,9.909297426825681],"derivatives":[7.0,11.583853163452858],"met":[],"engine":{"mode":"forward","lanes":1,"runs":1}
        {"values":[6.0,9.909297426825681],"derivatives":{"x":2.1677063269057153,"y":14.0},"met":[],"engine":{"mode":"reverse","statements":2,"bytes":64,"sweeps":1}
        {"variable":"x","coefficients":[[8.0,12.0,6.0,1.0]],"derivatives":[[8.0,12.0,12.0,6.0]],"met":[],"engine":{"mode":"taylor","order":3}"#]].assert_eq(&all.join("\n"));
}

#[test]
fn csv_of_every_command() {
    let all = [
        printed(&["grad", F, "x1=2", "x2=5", "--format", "csv"]),
        printed(&["jacobian", TWO, "x=2", "y=3", "--format", "csv"]),
        printed(&["hessian", "x*y + sin(x)", "x=2", "y=3", "--format", "csv"]),
        printed(&["jvp", TWO, "x=2", "y=3", "--direction", "x=1,y=2", "--format", "csv"]),
        printed(&["vjp", TWO, "x=2", "y=3", "--weights", "1,2", "--format", "csv"]),
        printed(&["taylor", "x^3", "x=2", "--order", "3", "--format", "csv"]),
    ];
    expect![[r#"
        value,d_x1,d_x2
        11.652071455223084,5.5,1.7163378145367738

        result,value,d_x,d_y
        y1,6,3,2
        y2,9.909297426825681,-0.4161468365471424,6

        result,value,d_x,d_y
        value,6.909297426825682,2.5838531634528574,2
        d_x,2.5838531634528574,-0.9092974268256817,1
        d_y,2,1,0

        result,value,derivative
        y1,6,7
        y2,9.909297426825681,11.583853163452858

        variable,derivative
        x,2.1677063269057153
        y,14

        result,order,coefficient,derivative
        value,0,8,8
        value,1,12,12
        value,2,6,12
        value,3,1,6
    "#]]
    .assert_eq(&all.join("\n"));
}

/// Results have names that no variable has.
#[test]
fn results_are_not_called_as_variables_are() {
    let csv = |command: &str, more: &[&str]| {
        let args = [&[command, "[y1*x, x]", "y1=2", "x=3", "--format", "csv"], more].concat();
        printed(&args).lines().map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(csv("jacobian", &[]), ["result", "z1", "z2"]);
    assert_eq!(csv("jvp", &["--direction", "x=1"]), ["result", "z1", "z2"]);
    assert_eq!(csv("taylor", &["--wrt", "x", "--order", "1"]), ["result", "z1", "z1", "z2", "z2"]);
    assert_eq!(csv("jacobian", &["--sparse"]), ["result", "z1", "z1", "z2"]);
}

#[test]
fn results_that_are_not_finite_are_printed_and_noted() {
    let text = run(&["grad", "sqrt(x) + y/0", "x=0", "y=1"]);
    assert_eq!(text.code, 0);
    expect![[r#"
        note: 1:1: `sqrt(x)` has no finite slope at 0: its slope is inf
        note: 1:11: `y/0` has no finite slope at (1, 0): its slope by argument 1 is inf
        note: the value is not finite: inf (and 2 more)
    "#]]
    .assert_eq(&text.err);
    assert!(text.out.starts_with("value  inf\nd/dx   inf\nd/dy   inf\n"), "{}", text.out);
    let json = run(&["grad", "sqrt(x)*y", "x=-1", "y=-inf", "--format", "json"]);
    assert!(json.out.starts_with(r#"{"value":"NaN","gradient":{"x":"NaN","y":"NaN"},"#), "{}", json.out);
    for args in [["jacobian", "[x, sqrt(x)]", "x=0"], ["hessian", "sqrt(x)", "x=0"], ["taylor", "sqrt(x)", "x=0"]] {
        let ran = run(&args);
        assert_eq!(ran.code, 0);
        assert!(ran.err.starts_with("note: "), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_variable_that_is_not_used_is_noted() {
    let ran = run(&["grad", "x^2", "x=3", "z=1"]);
    assert_eq!(ran.err, "note: the program does not use `z`; its derivatives are 0\n");
    assert!(ran.out.starts_with("value  9\nd/dx   6\nd/dz   0\n"), "{}", ran.out);
    // A name that hides a constant is used.
    assert!(printed(&["grad", "e*x", "x=3", "e=2"]).starts_with("value  6\nd/dx   2\nd/de   3\n"));
}

#[test]
fn numbers_to_as_many_digits_as_asked_for() {
    fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["grad", F, "x1=2", "x2=5"], more].concat()
    }
    reads(
        &with(&["--digits", "3"]),
        expect![[r#"
        value  11.7
        d/dx1   5.5
        d/dx2   1.72
        forward mode, 1 run with 2 lanes, in TIME
    "#]],
    );
    assert_eq!(printed(&with(&["--digits", "2", "--format", "csv"])), "value,d_x1,d_x2\n12,5.5,1.7\n");
    let json = json(&with(&["--digits", "4", "--format", "json"]));
    assert!(json.starts_with(r#"{"value":11.65,"gradient":{"x1":5.5,"x2":1.716}"#), "{json}");
    // Seventeen digits are all bits; without the option, as many as are needed.
    assert_eq!(printed(&with(&["--digits", "17", "--format", "csv"])), printed(&with(&["--format", "csv"])));
    assert_eq!(
        printed(&["grad", "1e300*x + 1e-9", "x=1234567", "--digits", "2", "--format", "csv"]),
        "value,d_x\n1.2e+306,1e+300\n"
    );
    let not_finite = run(&["grad", "ln(x)", "x=0", "--digits", "2", "--format", "csv"]);
    assert_eq!(not_finite.out, "value,d_x\n-inf,inf\n");

    let data = Scratch::new("digits.csv", "x\n1.23456789\n");
    let rows = ["grad", "x^2", "--data", data.path(), "--digits", "3"];
    assert_eq!(printed(&rows), "x,value,d_x\n1.23456789,1.52,2.47\n");
    let rows = printed(&[&rows[..], &["--format", "json"]].concat());
    assert_eq!(rows, "{\"line\":2,\"at\":{\"x\":1.23456789},\"value\":1.52,\"gradient\":{\"x\":2.47}}\n");

    let of_environment = |digits: &str, more: &[&str]| -> Ran {
        wengert().args(with(more)).args(["--format", "csv"]).env("WENGERT_DIGITS", digits).output().unwrap().into()
    };
    assert_eq!(of_environment("2", &[]).out, "value,d_x1,d_x2\n12,5.5,1.7\n");
    assert_eq!(of_environment("2", &["--digits", "3"]).out, "value,d_x1,d_x2\n11.7,5.5,1.72\n");
    for wrong in ["0", "18", "many", "-3"] {
        let Ran { code, err, .. } = of_environment(wrong, &[]);
        assert!(code == 2 && err.contains("--digits"), "{wrong}: {err}");
    }
}

#[test]
fn what_the_language_can_call() {
    let table = printed(&["functions"]);
    for row in ["sin(x)  ", "atan2(a, b)  ", "powi(x, n)  ", "clamp(a, b, c)  "] {
        assert!(table.lines().any(|line| line.starts_with(row)), "{row}");
    }
    let json: serde_json::Value = serde_json::from_str(&printed(&["functions", "--format", "json"])).expect("JSON");
    assert_eq!(json["functions"].as_array().expect("a list").len(), table.lines().count());
    assert_eq!(printed(&["functions", "--format", "csv"]).lines().count(), table.lines().count() + 1);
    assert!(printed(&["functions", "HYPERBOLIC"]).lines().any(|line| line.starts_with("tanh(x)")));
    assert_eq!(run(&["functions", "no such thing"]).code, 2);
}

#[test]
fn a_picture_along_a_variable() {
    let file = Scratch::new("wave.svg", "");
    let args = ["grad", "exp(-t)*sin(w*t)", "t=1", "w=5", "--plot", file.path()];
    let plain = printed(&args);
    assert!(plain.contains("d/dw"), "{plain}");
    let svg = file.content();
    for words in [">exp(-t)*sin(w*t)<", ">along t, at w = 5<", ">value<", ">derivative by t<", "-0.35276"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    printed(&[&args[..], &["--along", "w", "--range", "-pi..pi"]].concat());
    assert!(file.content().contains(">along w, at t = 1<"));
    // Poles and places without a value leave gaps.
    printed(&["grad", "1/x + sqrt(x)", "x=1", "--plot", file.path()]);
    assert!(!file.content().contains("NaN"));

    for (wrong, what) in [
        (&["grad", "3", "--plot", file.path()][..], "the program has none"),
        (&["grad", "x", "x=1", "--plot", file.path(), "--along", "y"], "y"),
        (&["grad", "x", "x=1", "--plot", file.path(), "--range", "2..1"], "write two numbers"),
        (&["grad", "x", "x=1", "--range", "1..2"], "--plot"),
    ] {
        let ran = run(wrong);
        assert!(ran.code == 2 && ran.err.contains(what), "{wrong:?}: {}", ran.err);
    }
}
