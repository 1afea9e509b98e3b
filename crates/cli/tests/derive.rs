//! What `wengert derive` prints.

mod common;

use common::run;
use expect_test::{Expect, expect};

/// The formula and, after a line, the report of sizes.
#[track_caller]
fn derives(args: &[&str], expected: Expect) {
    let ran = run(&[&["derive"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    expected.assert_eq(&format!("{}-\n{}", ran.out, ran.err));
}

#[test]
fn every_form() {
    let f = "let s = sin(x)^2 in s*exp(s)";
    derives(
        &[f],
        expect![[r#"
        let t1 = sin(x),
            t2 = t1^2,
            t3 = exp(t2)*(2*t1*cos(x)) in
        t3 + t2*t3
        -
        operations: 4 of the program, 9 of the derivative, 20 of it as a tree
    "#]],
    );
    derives(
        &[f, "--form", "tree"],
        expect![[r#"
        exp(sin(x)^2)*(2*sin(x)*cos(x)) + sin(x)^2*(exp(sin(x)^2)*(2*sin(x)*cos(x)))
        -
        operations: 4 of the program, 9 of the derivative, 20 of it as a tree
    "#]],
    );
    derives(
        &[f, "--form", "latex"],
        expect![[r#"
            e^{\sin\left(x\right)^{2}} \, \left(2 \, \sin\left(x\right) \, \cos\left(x\right)\right) + \sin\left(x\right)^{2} \, \left(e^{\sin\left(x\right)^{2}} \, \left(2 \, \sin\left(x\right) \, \cos\left(x\right)\right)\right)
            -
            operations: 4 of the program, 9 of the derivative, 20 of it as a tree
        "#]],
    );
    derives(
        &[f, "--form", "latex-let"],
        expect![[r#"
            \begin{aligned}
            t_{1} &= \sin\left(x\right) \\
            t_{2} &= t_{1}^{2} \\
            t_{3} &= e^{t_{2}} \, \left(2 \, t_{1} \, \cos\left(x\right)\right) \\
            f &= t_{3} + t_{2} \, t_{3}
            \end{aligned}
            -
            operations: 4 of the program, 9 of the derivative, 20 of it as a tree
        "#]],
    );
    derives(
        &[f, "--form", "rust"],
        expect![[r#"
        fn f(x: f64) -> f64 {
            let t1 = x.sin();
            let t2 = t1.powi(2);
            let t3 = t2.exp() * (2.0 * t1 * x.cos());
            t3 + t2 * t3
        }
        -
        operations: 4 of the program, 9 of the derivative, 20 of it as a tree
    "#]],
    );
    derives(
        &["sin(x)", "--order", "3"],
        expect![[r#"
        -cos(x)
        -
        operations: 1 of the program, 2 of the derivative, 2 of it as a tree
    "#]],
    );
    derives(
        &["x*(2*x + 1)*(x - 1)^2*(3 - x)", "--expand"],
        expect![[r#"
        -10*x^4 + 36*x^3 - 27*x^2 - 2*x + 3
        -
        operations: 8 of the program, 11 of the derivative, 11 of it as a tree
    "#]],
    );
    derives(
        &["x/x + a*x", "--wrt", "x", "--simplify"],
        expect![[r#"
        a
        -
        operations: 3 of the program, 0 of the derivative, 0 of it as a tree
    "#]],
    );
    derives(
        &["if x < 0 then -y*x else y*x^2", "x=1", "--wrt", "x"],
        expect![[r#"
        y*(2*x)
        -
        operations: 2 of the program, 2 of the derivative, 2 of it as a tree
    "#]],
    );
}

#[test]
fn what_is_printed_is_known_and_reads_back() {
    for (f, wanted) in [
        ("atan(x)", "1/(1 + x^2)"),
        ("asin(x)", "1/sqrt(1 - x^2)"),
        ("sqrt(x)", "0.5/sqrt(x)"),
        ("x^0.5", "0.5*x^(-0.5)"),
        ("erf(x)", "1.1283791670955126*exp(-x^2)"),
        ("sinc(x)", "select(eq(x, 0), 0, (cos(x) - sinc(x))/x)"),
    ] {
        let first = run(&["derive", f]);
        assert_eq!(first.out, format!("{wanted}\n"), "{f}: {}", first.err);
        let second = run(&["derive", &first.out]);
        assert_eq!(second.code, 0, "{f}: {}", second.err);
        let again = run(&["derive", f, "--order", "2"]);
        let third = run(&["derive", &again.out]);
        assert_eq!((again.code, third.code), (0, 0), "{f}: {}", third.err);
    }
}

#[test]
fn mistakes() {
    let fails = |args: &[&str], code, what: &str| {
        let ran = run(&[&["derive"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    };
    fails(&["if x < 0 then -x else x"], 1, "branches on its variables");
    fails(&["x*y"], 2, "name the variable with --wrt: x, y");
    fails(&["x*y", "--wrt", "z"], 2, "the variables are x, y");
    fails(&["3"], 2, "no variable");
    fails(&["[x, x^2]"], 2, "one result");
    let doublings = (0..60).fold("x".to_owned(), |y, _| format!("let y = {y} in sin(y + y)"));
    fails(&[&doublings, "--form", "tree"], 1, "keep the sharing");
}

#[test]
fn derivatives_that_grow_without_end_are_stopped() {
    let f = "exp(sin(x)*cos(x^2))/ln(2 + x^2)";
    let ran = run(&["derive", f, "--order", "250"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let words = [
        "error: the derivative of order ",
        " has more than 100000 operations: lower --order, or raise --max-operations",
    ];
    assert!(words.iter().all(|words| ran.err.contains(words)), "{}", ran.err);
    let sooner = run(&["derive", f, "--order", "250", "--max-operations", "1000"]);
    assert!(sooner.err.contains("more than 1000 operations"), "{}", sooner.err);
    assert_eq!(run(&["derive", f, "--order", "3"]).code, 0);
    let endless = "fn f(x, n) = if n < 0 then x else f(sin(x), n - 1); f(x, 1e8)";
    let ran = run(&["derive", endless]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("too many for 100000 operations: raise --max-operations"), "{}", ran.err);
    // A program that would not end is still one.
    let ran = run(&["derive", endless, "--max-steps", "1000"]);
    assert!(ran.err.contains("more than 1000 steps") && ran.err.contains("raise --max-steps"), "{}", ran.err);
}
