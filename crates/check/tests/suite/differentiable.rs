//! The checker on functions with `#[differentiable]`: what was generated is run, and a wrong form is found.

use check::Broken;
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn energy(x: &[f64], k: f64, #[constant] rest: f64) -> f64 {
    let mut e = 0.0;
    for i in 1..x.len() {
        let d = x[i] - x[i - 1] - rest;
        e += 0.5 * k * d * d;
    }
    e
}

#[differentiable]
fn logistic(x: f64, r: f64, n: usize) -> f64 {
    let mut x = x;
    for _ in 0..n {
        x = r * x * (1.0 - x);
    }
    x
}

#[differentiable]
fn polar(r: f64, phi: f64) -> [f64; 2] {
    [r * phi.cos(), r * phi.sin()]
}

#[differentiable]
fn multiples(x: Vec<f64>, c: [f64; 2]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..y.len() {
        y[i] = c[0] * x[i] * x[i] + c[1];
    }
    y
}

#[differentiable]
fn parts(x: &[f64], k: f64) -> (f64, Vec<f64>) {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = (k * x[i]).sin();
    }
    (k * x[0], y)
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn length(p: &Point, scale: f64) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt() * scale
}

mod inner {
    use super::*;
    #[differentiable]
    pub(super) fn root(x: f64) -> f64 {
        (x * x).sqrt()
    }
}

/// What somebody writes beside a function by hand, wrongly: as the attribute would.
#[allow(non_camel_case_types)]
struct wrong {}

fn wrong(x: f64, y: f64) -> f64 {
    energy(&[x, y], 2.0, 0.5)
}

impl wrong {
    fn function(_: f64, _: f64) -> impl Function {
        check::function!(|x| energy::eval(x, 2.0.into(), 0.5))
    }
    fn jvp(x: f64, y: f64, v: f64, w: f64) -> (f64, f64) {
        energy::jvp(&[x, y], 2.0, 0.5, &[v, w], 0.0)
    }
    fn vjp(x: f64, y: f64, w: f64) -> (f64, (f64, f64)) {
        let (value, (g, _)) = energy::vjp(&[x, y], 2.0, 0.5, w);
        (value, (g[0], g[1] * 1.0000001))
    }
    fn jacobian(_: f64, _: f64) -> wengert::Matrix {
        unreachable!()
    }
    fn value_and_gradient(x: f64, y: f64) -> (f64, (f64, f64)) {
        Self::vjp(x, y, 1.0)
    }
    fn hvp(_: f64, _: f64, _: f64, _: f64) -> (f64, f64) {
        unreachable!()
    }
    fn hessian(_: f64, _: f64) -> wengert::Matrix {
        unreachable!()
    }
}

#[test]
fn what_is_generated_agrees_with_the_engines() {
    let (x, owned) = ([0.0, 2.0, 3.0], vec![0.5, -1.5]);
    let report = check::differentiable!(
        energy,
        &x,
        10.0,
        #[constant]
        1.0
    )
    .run()
    .unwrap_or_else(|f| panic!("{f}"));
    assert_eq!(report.jacobian().row(0), [-10.0, 10.0, 0.0, 0.5]);
    let slice = x.as_slice();
    check::differentiable!(
        energy,
        slice,
        10.0,
        #[constant]
        1.0
    )
    .run()
    .unwrap_or_else(|f| panic!("{f}"));
    check::differentiable!(
        energy,
        &owned,
        10.0,
        #[constant]
        1.0,
    )
    .run()
    .unwrap_or_else(|f| panic!("{f}"));
    check::differentiable!(
        logistic,
        0.3,
        3.2,
        #[constant]
        7
    )
    .run()
    .unwrap_or_else(|f| panic!("{f}"));
    check::differentiable!(polar -> [f64; 2], 2.0, 0.5).run().unwrap_or_else(|f| panic!("{f}"));
    check::differentiable!(multiples -> Vec<f64>, owned.clone(), [2.0, 3.0]).run().unwrap_or_else(|f| panic!("{f}"));
    check::differentiable!(parts -> (f64, Vec<f64>), &x, 0.7).run().unwrap_or_else(|f| panic!("{f}"));
    let p = Point { x: 3.0, y: 4.0 };
    let report = check::differentiable!(length, &p, 2.0).run().unwrap_or_else(|f| panic!("{f}"));
    assert_eq!((report.value(), report.jacobian()[(0, 2)]), (&[10.0][..], 5.0));
    // Engines alone make fewer comparisons.
    let alone = check::check_second_order(&length::function(&p, 2.0), &[3.0, 4.0, 2.0]).unwrap();
    assert!(report.comparisons() > alone.comparisons() + 20, "{report}\n{alone}");
    check::differentiable!(inner::root, 2.0).run_as(|check| check.order(1)).unwrap_or_else(|f| panic!("{f}"));
    let failure = check::differentiable!(inner::root, 0.0).run().unwrap_err();
    assert_eq!(failure.broken(), Broken::NotANumber);
}

#[test]
fn a_wrong_form_is_found() {
    let failure = check::differentiable!(wrong, 0.5, 2.0).run().unwrap_err();
    assert_eq!(failure.broken(), Broken::Generated);
    let text = failure.to_string();
    assert!(text.starts_with("the derivative by x[1] with weights 0 disagrees:\n  tape           "), "{text}");
    assert!(text.contains("\n  generated vjp  "), "{text}");
    assert!(text.contains("help: every operation agrees with its own differences"), "{text}");
}
