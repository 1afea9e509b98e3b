//! `wengert solve` and `wengert minimize`.

mod common;

use common::{Scratch, printed, report, run};
use expect_test::expect;
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--format", "json"]].concat())).expect("JSON")
}

#[track_caller]
fn list(json: &Value) -> Vec<f64> {
    json.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[track_caller]
fn near(x: f64, y: f64, error: f64) {
    assert!((x - y).abs() <= error * y.abs().max(1.0), "{x} is not {y}");
}

#[track_caller]
fn fails(args: &[&str], code: i32, what: &str) {
    let ran = run(args);
    assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
    assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
}

/// x^2 + y^2 = a, x y = 1 has x^2 = (a + sqrt(a^2 - 4))/2, and dx/da = x/(2 (x^2 - y^2)).
#[test]
fn roots_and_how_they_move() {
    let root = json(&["solve", "x^2 + y^2 = a; x*y = b", "a=4", "b=1", "--start", "x=2,y=0.5"]);
    let x = (2.0 + 3f64.sqrt()).sqrt();
    let y = 1.0 / x;
    let values = list(&root["values"]);
    near(values[0], x, 1e-15);
    near(values[1], y, 1e-15);
    let by_x = list(&root["sensitivities"][0]);
    near(by_x[0], x / (2.0 * (x * x - y * y)), 1e-13);
    near(by_x[1], -y / (x * x - y * y), 1e-13);
    // The equation of Kepler, and Lambert's function.
    let kepler = json(&["solve", "E - e*sin(E) = M", "e=0.9", "M=0.1"]);
    let anomaly = list(&kepler["values"])[0];
    near(anomaly - 0.9 * anomaly.sin(), 0.1, 1e-15);
    near(list(&kepler["sensitivities"][0])[1], 1.0 / (1.0 - 0.9 * anomaly.cos()), 1e-13);
    // The derivative of a root by differences of roots.
    let at = |c: &str| list(&json(&["solve", "x*exp(x) + x^3 = c", c])["values"])[0];
    let slope = (at("c=2.0001") - at("c=1.9999")) / 2e-4;
    near(list(&json(&["solve", "x*exp(x) + x^3 = c", "c=2"])["sensitivities"][0])[0], slope, 1e-7);
}

#[test]
fn systems_of_all_kinds() {
    // An expression is to be zero; without a start, several are tried; bounds choose the root.
    near(list(&json(&["solve", "cos(x) - x"])["values"])[0], 0.739_085_133_215_160_7, 1e-15);
    near(list(&json(&["solve", "x^2 = 2", "--bounds", "x=..0"])["values"])[0], -2f64.sqrt(), 1e-15);
    near(list(&json(&["solve", "tan(x) = x", "--bounds", "x=4..4.7"])["values"])[0], 4.493409457909064, 1e-14);
    // Equations of very different sizes.
    let scaled = list(&json(&["solve", "1e12*x + y = 3e12; x - 1e-9*y = 2"])["values"]);
    near(1e12 * scaled[0] + scaled[1], 3e12, 1e-12);
    // A text with functions, comments and lets.
    let file = Scratch::new("system.wen", "fn f(x) = x^3; # cube\nf(x) = 8; # and\nlet u = x*y in u + y = 9 # end");
    let root = list(&json(&["solve", file.path()])["values"]);
    near(root[0], 2.0, 1e-14);
    near(root[1], 3.0, 1e-14);
    // Twenty equations of Broyden.
    let name = |i: usize| format!("x{i}");
    let equations: Vec<String> = (1..=20)
        .map(|i| {
            let before = if i > 1 { name(i - 1) } else { "0".to_owned() };
            let after = if i < 20 { name(i + 1) } else { "0".to_owned() };
            format!("(3 - 2*{x})*{x} - {before} - 2*{after} + 1 = 0", x = name(i))
        })
        .collect();
    let start: Vec<String> = (1..=20).map(|i| format!("x{i}=-1")).collect();
    let root = json(&["solve", &equations.join("; "), "--start", &start.join(",")]);
    assert!(list(&root["residuals"]).iter().all(|r| r.abs() < 1e-13));
    expect![[r#"
        unknown  value               d/da
        x        1.9318516525781364   0.27883876791260265
        y        0.5176380902050416  -0.0747146226806712
        4 steps, sides equal to 5.2e-17 of their size, in TIME
    "#]]
    .assert_eq(&report(&["solve", "x^2 + y^2 = a; x*y = 1", "a=4", "--start", "x=2,y=0.5"]));
}

#[test]
fn what_has_no_root_is_said() {
    // Sides that come together at infinity alone, where numbers underflow.
    for equation in ["exp(x) = 0", "1/x = 0", "exp(-x^2) = 0"] {
        let ran = run(&["solve", equation, "--start", "x=1"]);
        assert_eq!(ran.code, 1, "{equation}: {}{}", ran.out, ran.err);
    }
    fails(&["solve", "exp(-x^2) = 0; y = 1", "--start", "x=1,y=0"], 1, "meet nowhere");
    // The sides themselves, wherever the search began.
    fails(&["solve", "x^2 + 1 = 0"], 1, "no root was found in 100 searches: they came closest at x=");
    for start in ["x=3", "x=1e9", "x=-1e-9"] {
        let what = "where the sides of equation 1 are 1 and 0, and differ by 1: there may be no root";
        fails(&["solve", "x^2 + 1 = 0", "--start", start], 1, what);
    }
    fails(&["solve", "sin(x) = 2"], 1, "are 1 and 2, and differ by 1");
    fails(&["solve", "exp(x) = 0"], 1, "the sides come ever closer on the way to x=-");
    fails(&["solve", "x + y = 1"], 2, "1 equation for 2 unknowns (x, y)");
    fails(&["solve", "x = 1; x = 2"], 2, "2 equations for 1 unknown (x)");
    fails(&["solve", " # nothing"], 2, "an equation is wanted");
    fails(&["solve", "x + y = 1; 2*x + 2*y = 2"], 1, "nothing changes when moving");
    fails(&["solve", "(x - a)^2 = 0", "a=1", "--start", "x=3"], 1, "no derivatives by parameters");
    // Rounding keeps the slope from being zero there.
    for several in ["x^2 = a", "x^3 = a", "(x - 1)^3 = a", "exp(x) - 1 - x = a", "x^2 - 2*x + 1 = a; y = 3*x"] {
        fails(&["solve", several, "a=0", "--start", "x=1.5"], 1, "several are one there; it has no derivatives");
    }
    fails(&["solve", "ln(x) = 1", "--start", "x=-1"], 1, "not finite at the start");
    fails(&["solve", "x = sni(1)"], 1, "did you mean `sin`?");
    fails(&["solve", "x = 1", "--start", "z=1"], 2, "--start names `z`");
    fails(&["solve", "fn f(x) = f(x); f(x) = 1", "--max-steps", "1000"], 1, "--max-steps");
    fails(&["solve", "ln(x) = a", "a=nan"], 2, "`a` is NaN");
    fails(&["solve", "ln(x) = 0/0"], 1, "not finite");
    fails(&["solve", "x = 1", "--tolerance", "nan"], 2, "zero or more is wanted");
    fails(&["minimize", "x^2", "--tolerance", "nan"], 2, "zero or more is wanted");
    fails(&["minimize", "(x - a)^2", "a=0/0"], 2, "`a` is NaN");
    fails(&["minimize", "(x - 1)^2", "--start", "x=nan"], 2, "`x` is NaN");
}

#[test]
fn scales_of_all_sizes() {
    for (equation, start, root) in [
        ("exp(x) = 1e300", "x=1", 690.7755278982137),
        ("x^2 = 1e40", "x=1", 1e20),
        ("x^2 = 1e16", "x=1", 1e8),
        ("x^2 = 1e-40", "x=1", 1e-20),
        ("x*1e-30 = 1e10", "x=1", 1e40),
        ("1e-30*x = 2e-30", "x=1", 2.0),
        ("x^3 = 1e-90", "x=-1e-20", 1e-30),
    ] {
        let found = json(&["solve", equation, "--start", start]);
        let x = list(&found["values"])[0];
        assert!((x.abs() / root - 1.0).abs() < 1e-9, "{equation}: {x}");
    }
    for (value, least) in [
        ("1e-12*(x - 3)^2", 3.0),
        ("1e-40*(x - 3)^2", 3.0),
        ("1e20 + (x - 3)^2", 3.0),
        ("1e12*(x - 3e9)^2", 3e9),
        ("(x/1e-9 - 3)^2", 3e-9),
    ] {
        for method in ["newton", "bfgs"] {
            if method == "bfgs" && value.contains('+') {
                continue;
            }
            let x = list(&json(&["minimize", value, "--method", method])["at"])[0];
            assert!((x / least - 1.0).abs() < 1e-5, "{value} {method}: {x}");
        }
    }
    // Where a curve flattens it is not at its end.
    fails(&["minimize", "x^3"], 1, "falls without end");
}

#[test]
fn minima() {
    for method in ["newton", "bfgs"] {
        let found = json(&["minimize", "(1 - x)^2 + 100*(y - x^2)^2", "--start", "x=-1.2,y=1", "--method", method]);
        let at = list(&found["at"]);
        near(at[0], 1.0, 1e-8);
        near(at[1], 1.0, 1e-8);
        assert!(found["value"].as_f64().unwrap() < 1e-15, "{method}");
        assert_eq!(found["converged"], true);
        let steps = found["iterations"].as_array().unwrap().len();
        assert!((10..60).contains(&steps), "{method}: {steps}");
    }
    // The value's derivative by a constant: d/da min(a x^2 - ln x) = x^2 = 1/(2a).
    let found = json(&["minimize", "a*x^2 - ln(x)", "a=3", "--bounds", "x=0.."]);
    near(found["by_constants"]["a"].as_f64().unwrap(), 1.0 / 6.0, 1e-12);
    near(list(&found["at"])[0], (1f64 / 6.0).sqrt(), 1e-12);
    // A saddle is no minimum, though its gradient is zero.
    let found = json(&["minimize", "x^4 - x^2 + y^2", "--start", "x=0,y=0"]);
    near(list(&found["at"])[0].abs(), 0.5f64.sqrt(), 1e-10);
    // At a bound.
    let ran = run(&["minimize", "(x - 2)^2 + (y - 3)^2 + x*y", "--bounds", "x=0..1,y=..2.5", "--format", "json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "note: y is at its bound\n"));
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let at = list(&found["at"]);
    near(at[0], 0.75, 1e-10);
    near(at[1], 2.5, 1e-15);
    // Sixty variables, by BFGS on its own.
    let terms: Vec<String> = (1..=60).map(|i| format!("{i}*(x{i} - {i})^2")).collect();
    let found = json(&["minimize", &format!("{} + x1*x2/10", terms.join(" + "))]);
    near(list(&found["at"])[59], 60.0, 1e-7);
    expect![[r#"
        step  value            gradient   length
        0     1.5              3          0
        1     0.968997630625   3.03       0.141
        2     0.391774434588   1.26       0.283
        3     0.139155299971   0.55       0.309
        4     -0.136421038985  0.445      0.565
        5     -0.189838229617  0.239      0.149
        6     -0.202664361004  0.0867     0.137
        7     -0.20378229323   0.00404    0.0258
        8     -0.203784895724  0.0000103  0.00132
        9     -0.203784895741  6.82e-11   3.4e-6

        value      -0.20378489574089137
        x          -0.5208217782724778
        y           1.1302054445681196
        dvalue/da  -0.5886356094532044
        Newton, exact Hessian, 9 steps, in TIME
    "#]]
    .assert_eq(&report(&["minimize", "x^4 + (y - 1)^2 + a*x*y", "a=0.5", "--start", "x=1,y=1"]));
}

#[test]
fn what_has_no_minimum_is_said() {
    let ran = run(&["minimize", "exp(-x)"]);
    assert!(
        ran.code == 0 && ran.err.contains("note: the gradient is small, but a step would still lead 1 on"),
        "{}",
        ran.err
    );
    fails(&["minimize", "x^3 + x"], 1, "falls without end");
    fails(&["minimize", "-exp(x)", "--method", "bfgs"], 1, "falls without end");
    fails(&["minimize", "exp(-x)", "--max-iterations", "5"], 1, "go on with --start x=");
    fails(&["minimize", "ln(x)", "--start", "x=-1"], 1, "not finite");
    fails(&["minimize", "3"], 2, "no variable");
    fails(&["minimize", "[x, y]"], 2, "one result");
    fails(&["minimize", "x^2", "--method", "bfgs", "--bounds", "x=0.."], 2, "knows no bounds");
    fails(&["minimize", "abs(x - 0.3) + 0.1*x", "--start", "x=2"], 1, "the search is stuck");
    let flat = run(&["minimize", "(x + y)^2", "--start", "x=1,y=3"]);
    assert_eq!(flat.code, 0, "{}", flat.err);
    assert!(flat.err.contains("the Hessian is singular there"), "{}", flat.err);
}
