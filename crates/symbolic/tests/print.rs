//! What is printed, and that it means what was printed.

use expect_test::expect;
use lang::{Limits, Program};
use proptest::prelude::*;
use rules::{Functions, Kind, Number, Op, ROWS, Row};
use symbolic::{Expr, Form, Graph};

#[test]
fn forms() {
    let graph = Graph::new();
    let (x, rate) = (graph.variable("x1"), graph.variable("rate"));
    let s = x.exp().sqrt() / (rate - 1e-7);
    let f = s * s.powf(2.5) + 2.0 * x.powi(3) - (-x).abs().tanh().recip() * rate.powi(-2);
    expect![[r#"
        let t1 = sqrt(exp(x1))/(rate - 1e-7) in
        t1*t1^2.5 + 2*x1^3 - 1/tanh(abs(x1))*powi(rate, -2)"#]]
    .assert_eq(&f.print(Form::Let).unwrap());
    expect![[r#"\frac{\sqrt{e^{x_{1}}}}{\mathrm{rate} - 1 \cdot 10^{-7}} \, \left(\frac{\sqrt{e^{x_{1}}}}{\mathrm{rate} - 1 \cdot 10^{-7}}\right)^{2.5} + 2 \, x_{1}^{3} - \frac{1}{\tanh\left(\left|x_{1}\right|\right)} \, \mathrm{rate}^{-2}"#]].assert_eq(&f.print(Form::Latex).unwrap());
    expect![[r#"
        \begin{aligned}
        t_{1} &= \frac{\sqrt{e^{x_{1}}}}{\mathrm{rate} - 1 \cdot 10^{-7}} \\
        f &= t_{1} \, t_{1}^{2.5} + 2 \, x_{1}^{3} - \frac{1}{\tanh\left(\left|x_{1}\right|\right)} \, \mathrm{rate}^{-2}
        \end{aligned}"#]].assert_eq(&f.print(Form::LatexLet).unwrap());
    expect![[r#"
        fn f(x1: f64, rate: f64) -> f64 {
            let t1 = x1.exp().sqrt() / (rate - 1e-7);
            t1 * t1.powf(2.5) + 2.0 * x1.powi(3) - x1.abs().tanh().recip() * rate.powi(-2)
        }"#]]
    .assert_eq(&f.print(Form::Rust).unwrap());
}

#[test]
fn names_and_numbers() {
    let graph = Graph::new();
    let (t, keyword) = (graph.variable("t1"), graph.variable("fn"));
    let s = t + keyword;
    assert_eq!((s * s).print(Form::Let).unwrap(), "let t_t1 = t1 + fn in\nt_t1*t_t1");
    assert!((s * s).rust_function("g").starts_with("fn g(t1: f64, xfn: f64) -> f64 {"));
    let c = |c: f64| Expr::constant(c).to_string();
    assert_eq!([c(-0.0), c(1e300), c(f64::INFINITY), c(-2.5), c(f64::NAN)], ["-0", "1e300", "inf", "-2.5", "nan"]);
    assert_eq!(
        Expr::constant(f64::NEG_INFINITY).print(Form::Rust).unwrap(),
        "fn f() -> f64 {\n    f64::NEG_INFINITY\n}"
    );
    assert_eq!((t.powf(2.0) + -t).to_string(), "powf(t1, 2) - t1");
    assert_eq!((t - (keyword - t)).to_string(), "t1 - (fn - t1)");
    assert_eq!(((t + keyword) * t / (t / keyword)).to_string(), "(t1 + fn)*t1/(t1/fn)");
    assert_eq!(
        Expr::constant(2.0).powf(t).print(Form::Rust).unwrap().lines().nth(1),
        Some("    f64::from_bits(4611686018427387904).powf(t1)")
    );
}

#[test]
fn simpler_and_expanded() {
    let graph = Graph::new();
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let zero = Expr::constant(0.0);
    for (f, want) in [
        (x + zero * y, "x"),
        (x * x * x.powi(3), "x^5"),
        (x / x + (y - y), "1"),
        (2.0 * x + x * 3.0, "5*x"),
        (x * y.recip(), "x/y"),
        ((x * 2.0) * (y * 3.0), "6*(x*y)"),
        (x.exp().ln(), "x"),
        (x + 1.0 + 2.0, "x + 3"),
        (-(x - y), "y - x"),
        ((x * 2.0) / (y * 4.0), "0.5*(x/y)"),
        ((-x).powi(3), "-x^3"),
        ((x.powi(2)).powi(3), "x^6"),
    ] {
        assert_eq!(f.simplify().to_string(), want, "{f}");
    }
    assert_eq!(((x + y) * (x - y)).expand().to_string(), "x^2 - y^2");
    assert_eq!(((x + 1.0).sin() * x + (1.0 + x).sin() / 2.0).expand().to_string(), "sin(x + 1)*x + 0.5*sin(x + 1)");
}

/// A random expression of three variables: every row that the language can call, and constants that are awkward.
#[derive(Clone, Debug)]
enum Line {
    Row(usize, usize, [usize; 3]),
    Constant(f64),
}

fn build<T: rules::Real>(lines: &[Line], x: &[T]) -> T {
    *steps(lines, x).last().unwrap()
}

fn steps<T: rules::Real>(lines: &[Line], x: &[T]) -> Vec<T> {
    // The sign of a NaN is not kept, and copysign looks at it; the bell curve is written out, and rounds otherwise.
    let apart = [Op::Copysign, Op::Bell];
    let callable = |row: &&Row| row.kind != Kind::Helper && row.requires.is_empty() && !apart.contains(&row.op);
    let rows: Vec<_> = ROWS.iter().filter(callable).collect();
    let mut values = x.to_vec();
    for line in lines {
        let next = match *line {
            // Arithmetic half of the time.
            Line::Row(row, n, args) => {
                let row = if row % 2 == 0 {
                    rows[row / 2 % rows.len()]
                } else {
                    [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Neg][row / 2 % 5].row()
                };
                let args = args.map(|a| values[values.len() - 1 - a % values.len()]);
                row.op.apply(&args[..row.arity], row.parameters[n % row.parameters.len()])
            }
            Line::Constant(c) => T::from(c),
        };
        values.push(next);
    }
    values
}

fn awkward() -> impl Strategy<Value = f64> {
    let list = vec![0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, 1e-310];
    prop_oneof![prop::sample::select(list), -3.0..3.0f64]
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let row = (0..1000usize, 0..4usize, [0..6usize, 0..6, 0..6]).prop_map(|(row, n, args)| Line::Row(row, n, args));
    prop::collection::vec(prop_oneof![6 => row, 1 => awkward().prop_map(Line::Constant)], 1..20)
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_bit_is_kept_and_the_text_means_the_same(lines in lines(), x in [awkward(), awkward(), awkward()]) {
        let graph = Graph::new();
        let names = ["a", "b", "c"];
        let f = build(&lines, &names.map(|name| graph.variable(name)));
        let plain = build(&lines, &x);
        // A zero of max and min may have either sign.
        let extremum = f.print(Form::Let).unwrap();
        let signless = extremum.contains("max") || extremum.contains("min");
        let near = |a: f64, b: f64| same(a, b) || signless && (a == b || a.abs() == b.abs());
        let got = f.eval(&x).unwrap();
        prop_assert!(near(got, plain), "{f}: {got}, not {plain}");
        for form in [Form::Let, Form::Tree] {
            if form == Form::Tree && f.tree_size() > 1000 {
                continue;
            }
            let text = f.print(form).unwrap();
            let program = Program::parse(&text).and_then(|p| p.bind(&names)).map_err(|e| TestCaseError::fail(format!("{e}: {text}")))?;
            let got = program.eval(&x, &Limits::default()).unwrap()[0];
            prop_assert!(near(got, plain), "{text}: {got}, not {plain}");
        }
        for form in [Form::LatexLet, Form::Rust] {
            prop_assert!(f.print(form).is_ok());
        }
    }

    #[test]
    fn simplifying_changes_no_value_by_much(lines in lines(), x in [0.3..0.9f64, 1.1..1.9f64, 2.1..2.9f64]) {
        // Where every step is of ordinary size and nothing jumps.
        let ordinary = |x: &[f64]| steps(&lines, x).iter().all(|y| (1e-3..1e3).contains(&y.abs()));
        let moved = x.map(|x| x * (1.0 + 1e-12));
        let graph = Graph::new();
        let f = build(&lines, &["a", "b", "c"].map(|name| graph.variable(name)));
        let want = f.eval(&x).unwrap();
        let text = f.print(Form::Let).unwrap();
        let jumps = ROWS.iter().any(|row| row.steps && text.contains(row.name));
        if jumps || !ordinary(&x) || (want - f.eval(&moved).unwrap()).abs() > 1e-8 {
            return Ok(());
        }
        for shorter in [f.simplify(), f.expand()] {
            let got = shorter.eval(&x).unwrap();
            prop_assert!((got - want).abs() <= 1e-6 * want.abs().max(1.0), "{f} = {want}: {shorter} = {got}");
        }
    }
}
