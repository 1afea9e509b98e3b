//! The golden numbers of the sources, in every engine.

use super::common::{Compute, Found, engines};
use check::{Check, Function, Real};
use lang::{Limits, Program};
use toml::{Table, Value};

pub(crate) struct Text(Program);

impl Compute for Text {
    fn on<T: Real>(&self, x: &[T]) -> T {
        self.0.eval(x, &Limits::default()).unwrap_or_else(|e| panic!("{e}"))[0]
    }
}

impl Function for Text {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        self.on(x)
    }
}

pub(crate) struct Case {
    pub(crate) name: String,
    f: Text,
    pub(crate) x: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    hessian: Option<Vec<f64>>,
    along: Option<(Vec<f64>, f64)>,
    tolerance: f64,
    skip: Table,
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_float().unwrap()).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let table: Table = include_str!("../../../corpus/golden.toml").parse().unwrap();
    let case = |case: &Value| {
        let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap();
        let program = Program::parse(text("program")).unwrap_or_else(|e| panic!("{e}"));
        let program = match case.get("inputs").and_then(Value::as_array) {
            Some(names) => program.bind(&names.iter().map(|n| n.as_str().unwrap()).collect::<Vec<_>>()).unwrap(),
            None => program,
        };
        Case {
            name: text("name").to_owned(),
            f: Text(program),
            x: numbers(&case["x"]),
            value: case["value"].as_float().unwrap(),
            gradient: numbers(&case["gradient"]),
            hessian: case.get("hessian").map(numbers),
            along: case.get("along").map(|a| (numbers(&a["v"]), a["derivative"].as_float().unwrap())),
            tolerance: case["tolerance"].as_float().unwrap(),
            skip: case.get("skip").and_then(Value::as_table).cloned().unwrap_or_default(),
        }
    };
    table["case"].as_array().unwrap().iter().map(case).collect()
}

fn far(want: f64, got: f64, tolerance: f64) -> bool {
    !(want == got || (want - got).abs() <= tolerance * want.abs().max(1.0))
}

pub(crate) fn wrong(case: &Case, engine: &str, found: &Found) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |what: String, want: f64, got: f64| {
        if far(want, got, case.tolerance) {
            wrong.push(format!("{}, {engine}: {what} is {got}, expected {want}", case.name));
        }
    };
    compare("the value".to_owned(), case.value, found.value);
    for (i, (&want, &got)) in case.gradient.iter().zip(&found.gradient).enumerate() {
        compare(format!("derivative {i}"), want, got);
    }
    if let Some((v, want)) = &case.along {
        let got = v.iter().zip(&found.gradient).map(|(v, g)| v * g).sum();
        compare("the derivative along v".to_owned(), *want, got);
    }
    if let (Some(want), Some(got)) = (&case.hessian, &found.hessian) {
        for (k, (&want, &got)) in want.iter().zip(got).enumerate() {
            compare(format!("second derivative {k}"), want, got);
        }
    }
    wrong
}

#[test]
fn every_engine_gives_the_golden_numbers() {
    let mut errors = Vec::new();
    for case in cases() {
        assert_eq!(case.gradient.len(), case.x.len(), "{}", case.name);
        for (name, engine) in engines::<Text>() {
            if !case.skip.contains_key(name) {
                errors.extend(wrong(&case, name, &engine(&case.f, &case.x)));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn the_checker_agrees_on_the_golden_functions() {
    for case in cases() {
        let report = Check::new(&case.f).at(&case.x).order(2).run();
        let report = report.unwrap_or_else(|failure| panic!("{}: {failure}", case.name));
        assert_eq!(report.witnessed().1, 0, "{}: without differences", case.name);
    }
}

#[test]
fn every_skip_has_a_reason() {
    for case in cases() {
        let names = engines::<Text>().map(|(name, _)| name);
        for (engine, reason) in &case.skip {
            assert!(names.contains(&engine.as_str()), "{}: no engine is called {engine}", case.name);
            assert!(reason.as_str().is_some_and(|r| r.len() > 10), "{}: why not {engine}?", case.name);
        }
    }
}
