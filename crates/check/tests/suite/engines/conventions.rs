//! The table of conventions, in every engine and nesting.

use super::common::{Compute, Found, OfRow, engines, same_bits, thirds};
use lang::{Limits, Program};
use rules::{Real, Row};
use toml::{Table, Value};

enum Subject {
    Row { row: &'static Row, n: i32, at: Vec<f64>, moves: Vec<usize> },
    Text(Program),
}

impl Compute for Subject {
    fn on<T: Real>(&self, x: &[T]) -> T {
        match self {
            Subject::Row { row, n, at, moves } => {
                let mut args: Vec<T> = at.iter().map(|&c| T::from(c)).collect();
                for (&i, &x) in moves.iter().zip(x) {
                    args[i] = x;
                }
                row.op.apply(&args, *n)
            }
            Subject::Text(program) => program.eval(x, &Limits::default()).unwrap_or_else(|e| panic!("{e}"))[0],
        }
    }
}

pub(crate) struct Line {
    subject: Subject,
    pub(crate) x: Vec<f64>,
    value: f64,
    d: Vec<f64>,
    d2: Option<Vec<f64>>,
    pub(crate) text: String,
    program: String,
}

/// How an entry says what it is about.
pub(crate) enum Written<'a> {
    Row { name: &'static str, n: i32, at: &'a [f64], moves: &'a [usize] },
    Text(&'a str),
}

impl Line {
    pub(crate) fn written(&self) -> Written<'_> {
        match &self.subject {
            Subject::Row { row, n, at, moves } => Written::Row { name: row.name, n: *n, at, moves },
            Subject::Text(_) => Written::Text(&self.program),
        }
    }

    /// The value on `f64`.
    pub(crate) fn plain(&self) -> f64 {
        self.subject.on(&self.x)
    }
}

fn number(value: &Value) -> f64 {
    value.as_float().unwrap_or_else(|| panic!("{value} is no float"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

pub(crate) fn lines() -> Vec<Line> {
    let table: Table = include_str!("../../../corpus/conventions.toml").parse().unwrap();
    let both = ["row", "expression"].iter().flat_map(|&kind| table[kind].as_array().unwrap());
    let line = |line: &Value| {
        let at = numbers(&line["at"]);
        let (subject, x) = match line.get("program").and_then(Value::as_str) {
            Some(program) => (Subject::Text(Program::parse(program).unwrap()), at),
            None => {
                let name = line["name"].as_str().unwrap();
                let row = Row::find(name).unwrap_or_else(|| panic!("no row {name}"));
                let integer = |x: &Value| x.as_integer().unwrap();
                let moves = match line.get("moves") {
                    Some(moves) => moves.as_array().unwrap().iter().map(|i| integer(i) as usize).collect(),
                    None => (0..row.arity).collect::<Vec<_>>(),
                };
                let x = moves.iter().map(|&i| at[i]).collect();
                (Subject::Row { row, n: line.get("n").map_or(0, |n| integer(n) as i32), at, moves }, x)
            }
        };
        let (value, d, d2) = (number(&line["value"]), numbers(&line["d"]), line.get("d2").map(numbers));
        let program = line.get("program").and_then(Value::as_str).unwrap_or_default().to_owned();
        Line { subject, x, value, d, d2, text: line.to_string(), program }
    };
    both.map(line).collect()
}

/// Table entries are exact; numbers that are rounded, not stated, may be off by what a row's contract allows.
fn holds(want: f64, got: f64) -> bool {
    let stated = want == 0.0 || !want.is_finite() || (want * 2.0).fract() == 0.0 && want.abs() < 1e6;
    want == got || want.is_nan() && got.is_nan() || !stated && (want - got).abs() <= 8.0 * f64::EPSILON * want.abs()
}

/// Where the derivatives that an engine found are not those of the table.
pub(crate) fn differences(line: &Line, name: &str, found: &Found) -> Vec<String> {
    let mut wrong = Vec::new();
    for (i, (&want, &got)) in line.d.iter().zip(&found.gradient).enumerate() {
        if !holds(want, got) {
            wrong.push(format!("{name}: derivative {i} is {got} in {}", line.text));
        }
    }
    if let (Some(want), Some(got)) = (&line.d2, &found.hessian) {
        for (k, (&want, &got)) in want.iter().zip(got).enumerate() {
            if !holds(want, got) {
                wrong.push(format!("{name}: second derivative {k} is {got} in {}", line.text));
            }
        }
    }
    wrong
}

#[test]
fn every_engine_keeps_the_conventions() {
    let mut wrong = Vec::new();
    for line in lines() {
        let plain = line.plain();
        if !holds(line.value, plain) {
            wrong.push(format!("f64: value {plain} in {}", line.text));
        }
        for (name, engine) in engines::<Subject>() {
            let found = engine(&line.subject, &line.x);
            if !same_bits(found.value, plain) {
                wrong.push(format!("{name}: value {} is not that of f64, {plain}: {}", found.value, line.text));
            }
            wrong.extend(differences(&line, name, &found));
        }
    }
    assert!(wrong.is_empty(), "{} entries:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_reciprocal_of_the_reciprocal_of_zero_is_never_a_wrong_number() {
    let f = Subject::Text(Program::parse("1/(1/x)").unwrap());
    for (name, engine) in engines::<Subject>() {
        let d = engine(&f, &[0.0]).gradient[0];
        assert!(d == 1.0 || d.is_nan(), "{name}: {d}");
    }
}

/// The third derivative where all orders are infinite, or all vanish.
#[test]
fn third_derivatives_at_edges() {
    const INF: f64 = f64::INFINITY;
    let edges = [
        ("acosh", 1.0, INF),
        ("logit", 0.0, INF),
        ("logit", 1.0, INF),
        ("atanh", 1.0, INF),
        ("atanh", -1.0, INF),
        ("asin", 1.0, INF),
        ("asin", -1.0, INF),
        ("ln", 0.0, INF),
        ("sqrt", 0.0, INF),
        ("acosh", INF, 0.0),
        ("ln", INF, 0.0),
        ("cbrt", -INF, 0.0),
    ];
    let vanishing =
        ["erf", "erfc", "bell", "norm_cdf", "norm_pdf", "atan", "tanh", "sigmoid", "softplus", "sech", "sinc"];
    let ends = vanishing.into_iter().flat_map(|name| [(name, -INF, 0.0), (name, INF, 0.0)]);
    let mut wrong = Vec::new();
    for (name, x, want) in edges.into_iter().chain(ends) {
        for (engine, got) in thirds(&OfRow(Row::find(name).unwrap(), 0), x) {
            if got != want {
                wrong.push(format!("{engine}: {name} at {x}: {got}, not {want}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
