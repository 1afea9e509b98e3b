//! Every row with its first and second derivatives, printed in all forms: in functions that people know, which read back.

use lang::{Limits, Program};
use rules::{Kind, Number, Op, ROWS, Row};
use symbolic::{Expr, Form, Graph};

const NAMES: [&str; 3] = ["x", "y", "z"];

/// A formula, what it is, and where it is compared.
struct Sample<'g> {
    name: String,
    of: Expr<'g>,
    row: &'static Row,
    order: usize,
}

/// The rows that programs can call, their derivatives by each argument, and the second ones.
fn samples(graph: &Graph) -> Vec<Sample<'_>> {
    let mut samples = Vec::new();
    for row in ROWS.iter().filter(|row| row.kind != Kind::Helper) {
        let variables: Vec<Expr<'_>> = NAMES[..row.arity].iter().map(|name| graph.variable(name)).collect();
        for &n in row.parameters {
            let value = row.op.apply(&variables, n);
            let mut add = |what: String, of, order| {
                samples.push(Sample { name: format!("{}[{n}]{what}", row.name), of, row, order })
            };
            add(String::new(), value, 0);
            for &x in &variables {
                let first = value.derivative(x).unwrap();
                add(format!(" by {x}"), first, 1);
                for &y in &variables {
                    add(format!(" by {x} and {y}"), first.derivative(y).unwrap(), 2);
                }
            }
        }
    }
    samples
}

/// How much a formula may be off at a point, in units of the rounding.
fn terms(of: Expr<'_>, point: &[f64]) -> f64 {
    of.run(&point.iter().map(|&x| Noisy::constant(x)).collect::<Vec<_>>()).unwrap().size
}

/// A number with the size of its error, in units of the rounding.
#[derive(Clone, Copy)]
struct Noisy {
    value: f64,
    size: f64,
}

macro_rules! operators {
    ($($Op:ident $op:ident)*) => {$(
        impl std::ops::$Op for Noisy {
            type Output = Self;
            fn $op(self, other: Self) -> Self {
                Self::apply::<rules::rule::$Op, 2>([self, other], 0)
            }
        }
    )*};
}
operators!(Add add Sub sub Mul mul Div div);

impl std::ops::Neg for Noisy {
    type Output = Self;
    fn neg(self) -> Self {
        Noisy { value: -self.value, size: self.size }
    }
}

impl Number for Noisy {
    type Scalar = f64;
    fn constant(c: f64) -> Self {
        Noisy { value: c, size: 0.0 }
    }
    fn apply<R: rules::Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = R::value(args.map(|a| a.value), n);
        let at = args.map(|a| a.value);
        let slopes = R::partials(at, value, [true; N], n);
        // What rounding did to the operands, and what it does now.
        let carried: f64 = slopes
            .iter()
            .zip(&args)
            .map(|(d, a)| if a.size == 0.0 || *d == 0.0 { 0.0 } else { d.abs() * a.size })
            .sum();
        Noisy { value, size: carried + value.abs() }
    }
    fn known(self) -> Option<f64> {
        Some(self.value)
    }
    fn has_nan(self) -> bool {
        self.value.is_nan()
    }
    fn is_constant(self) -> bool {
        true
    }
}

#[test]
fn text_reads_back_and_computes_the_same() {
    let graph = Graph::new();
    NAMES.iter().for_each(|name| _ = graph.variable(name));
    let mut wrong = Vec::new();
    for Sample { name, of, row, order } in samples(&graph) {
        for form in [Form::Tree, Form::Let] {
            let text = of.print(form).unwrap();
            let program = match Program::parse(&text).and_then(|p| p.bind(&NAMES)) {
                Ok(program) => program,
                Err(error) => {
                    wrong.push(format!("{name} does not read back: {error}\n{text}"));
                    continue;
                }
            };
            for point in row.points {
                let x: Vec<f64> = point.iter().copied().chain([0.5; 3]).take(3).collect();
                let (got, want) = (program.eval(&x, &Limits::default()).unwrap()[0], of.eval(&x).unwrap());
                let allowed = 64.0 * f64::EPSILON * terms(of.written_out(), &x);
                let near = (got - want).abs() <= allowed || got == want || got.is_nan() && want.is_nan();
                // x^y ln(x) has a limit there, which the helper knows.
                let limit = got.is_nan() && row.name == "powf" && x[0] == 0.0;
                if !near && !limit {
                    wrong.push(format!("{name} at {point:?}: {got}, not {want} ({order}, {allowed:e})\n    {text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_form_names_a_helper() {
    let graph = Graph::new();
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    for Sample { name, of, .. } in samples(&graph) {
        for form in [Form::Tree, Form::Let, Form::Latex, Form::LatexLet, Form::Rust] {
            let text = of.print(form).unwrap();
            let helper = ROWS.iter().find(|row| row.kind == Kind::Helper && words(&text).iter().any(|w| w == row.name));
            assert!(helper.is_none() && !words(&text).iter().any(|w| w == "bell"), "{name}: {text}");
        }
    }
}

/// Brackets, groups and environments of LaTeX are closed in the order in which they are opened.
fn balanced(text: &str) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    let close = |open: &mut Vec<String>, wanted: String| match open.pop() {
        Some(last) if last == wanted => Ok(()),
        other => Err(format!("{wanted} closes {other:?}")),
    };
    while let Some(c) = rest.chars().next() {
        let word = |rest: &str| -> String { rest.chars().take_while(char::is_ascii_alphabetic).collect() };
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => open.push("group".to_owned()),
            '}' => close(&mut open, "group".to_owned())?,
            '\\' => {
                let command = word(rest);
                rest = &rest[command.len()..];
                match command.as_str() {
                    "" => rest = &rest[1..],
                    "left" => open.push("left".to_owned()),
                    "right" => close(&mut open, "left".to_owned())?,
                    "begin" | "end" => {
                        let name = word(&rest[1..]);
                        rest = &rest[name.len() + 2..];
                        if command == "begin" { open.push(name) } else { close(&mut open, name)? }
                    }
                    _ => {}
                }
                if ["left", "right"].contains(&command.as_str()) && rest.starts_with(['(', ')', '[', ']', '|']) {
                    rest = &rest[1..];
                }
            }
            '&' => {
                let environment = open.last().is_some_and(|o| o == "cases" || o == "aligned");
                if !environment {
                    return Err("a & stands outside an environment".to_owned());
                }
            }
            '_' | '^' if rest.starts_with(['_', '^', '}', ' ']) || rest.is_empty() => return Err("no index".to_owned()),
            _ => {}
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} stay open")) }
}

#[test]
fn latex_is_well_formed_and_in_the_notation_of_books() {
    let graph = Graph::new();
    for Sample { name, of, .. } in samples(&graph) {
        for form in [Form::Latex, Form::LatexLet] {
            let text = of.print(form).unwrap();
            balanced(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert!(!text.contains('#') && !text.contains("}^{2}^") && !text.contains("select"), "{name}: {text}");
        }
    }
    assert!(balanced(r"\frac{a}{b").is_err() && balanced(r"\left(a\right)}").is_err() && balanced("a & b").is_err());
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let latex = |f: Expr<'_>| f.print(Form::Latex).unwrap();
    let row = |name: &str, args: &[Expr<'_>]| latex(Row::find(name).unwrap().op.apply(args, 2));
    assert_eq!(row("sin", &[x]), r"\sin\left(x\right)");
    assert_eq!(row("atan", &[x]), r"\arctan\left(x\right)");
    assert_eq!(row("ge", &[x, y]), r"\left[x \ge y\right]");
    assert_eq!(row("bessel_j", &[x]), r"J_{2}\left(x\right)");
    let c = Op::Lt.apply(&[x, y], 0);
    assert_eq!(
        latex(Op::Select.apply(&[c, x * y, -y], 0)),
        r"\begin{cases} x \, y & \text{if } x < y \\ -y & \text{otherwise} \end{cases}"
    );
    assert_eq!(
        latex(Op::Select.apply(&[x, x, y], 0)),
        r"\begin{cases} x & \text{if } x \ne 0 \\ y & \text{otherwise} \end{cases}"
    );
}

#[test]
fn golden_derivatives_as_people_write_them() {
    let graph = Graph::new();
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let derivative = |name: &str, args: &[Expr<'_>], form| {
        Row::find(name).unwrap().op.apply(args, 1).derivative(x).unwrap().print(form).unwrap()
    };
    for (name, text, rust) in [
        ("atan", "1/(1 + x^2)", "1.0 / (1.0 + x.powi(2))"),
        ("asin", "1/sqrt(1 - x^2)", "1.0 / (1.0 - x.powi(2)).sqrt()"),
        ("sqrt", "0.5/sqrt(x)", "0.5 / x.sqrt()"),
        ("ln", "1/x", "x.recip()"),
        ("erf", "1.1283791670955126*exp(-x^2)", "1.1283791670955126 * (-x.powi(2)).exp()"),
        ("sigmoid", "sigmoid(x)*sigmoid(-x)", "wengert::functions::sigmoid(x) * wengert::functions::sigmoid(-x)"),
        ("gamma", "gamma(x)*digamma(x)", "wengert::functions::gamma(x) * wengert::functions::digamma(x)"),
    ] {
        assert_eq!(derivative(name, &[x], Form::Tree), text);
        let source = derivative(name, &[x], Form::Rust);
        assert!(source.contains(rust), "{source}");
    }
    assert_eq!(derivative("hypot", &[x, y], Form::Tree), "x/hypot(x, y)");
    assert_eq!(derivative("powf", &[x, Expr::constant(0.5)], Form::Tree), "0.5*x^(-0.5)");
    assert_eq!(derivative("relu", &[x], Form::Rust), "fn f(x: f64) -> f64 {\n    f64::from(u8::from(x > 0.0))\n}");
}
