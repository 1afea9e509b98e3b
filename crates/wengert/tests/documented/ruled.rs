//! Rules of one's own in place of generated adjoints, to every order and in callers.

use wengert::prelude::*;

/// The root of x^3 + x = a: by Newton's method, and back by the implicit function.
#[differentiable(rule_of_value = root_rule)]
fn root(a: f64) -> f64 {
    let mut x = a;
    while (x * x * x + x - a).abs() > 1e-14 * a.abs() {
        x -= (x * x * x + x - a) / (3.0 * x * x + 1.0);
    }
    x
}

fn root_rule<T: Real>(_a: T, x: T, weight: T) -> T {
    weight / (3.0 * x * x + 1.0)
}

#[test]
fn an_implicit_function_has_every_derivative() {
    // x = 2, x' = 1/13, x'' = -12/13^3, x''' = (108 - 6 * 13) / 13^5 * .. by differences of x''.
    let close = |got: f64, want: f64| assert!((got - want).abs() < 1e-14, "{got} for {want}");
    let (value, slope) = root::value_and_gradient(10.0);
    close(value, 2.0);
    close(slope, 1.0 / 13.0);
    close(root::jvp(10.0, 3.0).1, 3.0 / 13.0);
    close(root::hvp(10.0, 1.0), -12.0 / 13f64.powi(3));
    let second = |a: f64| derivative(|x| derivative(|x| root::eval(x), x), a);
    close(second(10.0), -12.0 / 13f64.powi(3));
    // With s = 3 x^2 + 1: x''' = 108 x^2 / s^5 - 6 / s^4.
    let third = derivative(|x| derivative(|x| derivative(|x| root::eval(x), x), x), 10.0);
    close(third, 432.0 / 13f64.powi(5) - 6.0 / 13f64.powi(4));
}

#[differentiable(rule = log_sum_rule)]
fn log_sum(x: &[f64], #[constant] base: &str) -> f64 {
    assert_eq!(base, "e");
    let most = x.iter().copied().reduce(f64::max).expect("a number");
    most + x.iter().map(|x| (x - most).exp()).sum::<f64>().ln()
}

fn log_sum_rule<T: Real>(x: &[T], _base: &str, weight: T) -> Vec<T> {
    let most = x.iter().map(|x| x.value()).fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<T> = x.iter().map(|&x| (x - most).exp()).collect();
    let sum = parts.iter().fold(T::from(0.0), |s, &part| s + part);
    parts.into_iter().map(|part| weight * part / sum).collect()
}

#[differentiable(rule_of_value = solve_rule)]
fn solve(a: [f64; 4], b: &[f64]) -> (Vec<f64>, f64) {
    let det = a[0] * a[3] - a[1] * a[2];
    (vec![(a[3] * b[0] - a[1] * b[1]) / det, (a[0] * b[1] - a[2] * b[0]) / det], det)
}

/// Back through x = A^-1 b and det A: with y from A^T y = w, the adjoint of b is y and that of A is -y x^T.
fn solve_rule<T: Real>(a: [T; 4], _b: &[T], x: &[T], det: T, w: &[T], v: T) -> ([T; 4], Vec<T>) {
    let y = vec![(a[3] * w[0] - a[2] * w[1]) / det, (a[0] * w[1] - a[1] * w[0]) / det];
    let by_a = [v * a[3] - y[0] * x[0], -v * a[2] - y[0] * x[1], -v * a[1] - y[1] * x[0], v * a[0] - y[1] * x[1]];
    (by_a, y)
}

/// The gradient of a step is what the user says.
#[differentiable(rule = through)]
fn rounded(x: f64) -> f64 {
    x.round()
}

fn through<T: Real>(_x: T, weight: T) -> T {
    weight
}

#[differentiable]
fn all(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        let list = [*v, a, s];
        let (u, det) = solve([a, 0.1, s, 1.0 + a], &list[..2]);
        s += root(v * a) * log_sum(&list, "e") + u[1] * det;
    }
    s
}

#[differentiable]
fn all_by_hand(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        let (c, m) = (v * a, [a, 0.1, s, 1.0 + a]);
        let mut r = c;
        for _ in 0..60 {
            r -= (r * r * r + r - c) / (3.0 * r * r + 1.0);
        }
        s += r * (v.exp() + a.exp() + s.exp()).ln() + m[0] * a - m[2] * v;
    }
    s
}

#[test]
fn rules_serve_callers_to_second_order() {
    let (x, a) = ([0.3, 0.6, -0.4], 0.4);
    let close = |got: &[f64], want: &[f64]| {
        let near = |(g, w): (&f64, &f64)| (g - w).abs() <= 1e-12 * (1.0 + w.abs());
        assert!(got.len() == want.len() && got.iter().zip(want).all(near), "{got:?} for {want:?}");
    };
    let (value, (gx, ga)) = all::value_and_gradient(&x, a);
    let (hand, (hx, ha)) = all_by_hand::value_and_gradient(&x, a);
    close(&[value, ga], &[hand, ha]);
    close(&gx, &hx);
    close(all::hessian(&x, a).as_slice(), all_by_hand::hessian(&x, a).as_slice());
    close(&[all::jvp(&x, a, &[1.0, 2.0, 0.5], 3.0).1], &[all_by_hand::jvp(&x, a, &[1.0, 2.0, 0.5], 3.0).1]);
    let by_engine = hessian(|v| all::eval(&v[..3], v[3]), &[0.3, 0.6, -0.4, 0.4]);
    close(by_engine.as_slice(), all_by_hand::hessian(&x, a).as_slice());
    let by_solve = solve::jacobian([1.0, 2.0, 3.0, 5.0], &[0.3, 0.7]);
    close(&by_solve.as_slice()[12..], &[5.0, -3.0, -2.0, 1.0, 0.0, 0.0]);
    assert_eq!(rounded::gradient(1.4), 1.0);
    assert_eq!(rounded::jvp(1.4, 2.0), (1.0, 2.0));
    assert_eq!(log_sum::gradient(&[1.0, 800.0], "e"), [0.0, 1.0]);
}

wengert::extend::rule! {
    /// The soft sign x / (1 + |x|).
    Softsign: softsign(x) = x / (1.0 + x.abs()), d [(1.0 / (1.0 + x.abs())).powi(2)];
}

#[differentiable]
fn signs(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += softsign(v * a);
    }
    s
}

#[test]
fn elementary_functions_of_ones_own_serve_too() {
    // With p = 1 + |v a|: 1/p^2 once by v, times a; -2 / p^3 and what comes of the product.
    assert_eq!(signs::gradient(&[1.0, -2.0], 0.5), (vec![0.5 / 2.25, 0.125], 1.0 / 2.25 - 0.5));
    let hessian = signs::hessian(&[1.0, -2.0], 0.5);
    let want = [-0.5 / 3.375, 0.0, 1.0 / 2.25 - 1.0 / 3.375];
    assert!(hessian.as_slice().iter().zip(&want).all(|(h, w)| (h - w).abs() < 1e-15), "{hessian:?}");
}
