//! Which of several functions is called, chosen in front.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn payoff(s: f64, k: f64, call: bool) -> f64 {
    let f = |v: f64| v * v * k;
    let g = |v: f64| (v - k).exp();
    let h: &dyn Fn(f64) -> f64 = if call { &f } else { &g };
    h(s) + h(s * 2.0)
}

#[differentiable]
fn boxed(s: f64, k: f64, kind: usize) -> f64 {
    let h: Box<dyn Fn(f64) -> f64> = match kind {
        0 => Box::new(|v| v * k),
        1 => Box::new(move |v| v.sin() * k),
        _ => Box::new(|v: f64| v + k),
    };
    let mut t = s;
    for _ in 0..3 {
        t = h(t) + 0.1;
    }
    t
}

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, n: usize) -> f64 {
    (0..n).map(|i| f(i as f64 / n as f64)).sum()
}

#[differentiable]
fn plainly(s: f64, k: f64) -> f64 {
    let h: fn(f64) -> f64 = if s > k {
        f64::sin
    } else if s * k > 9.0 {
        f64::cos
    } else {
        f64::exp
    };
    let kernel: &dyn Fn(f64, f64) -> f64 = if k > 0.5 { &|u, w| u * w + k } else { &|u, w| u - w * k };
    h(s * k) + integral(|u| kernel(u, s) * h(u * k), 4)
}

#[test]
fn functions_are_chosen() {
    for (s, k) in [(2.7, 0.8), (0.3, 0.4), (0.2, 0.9)] {
        let x = [s, k];
        for call in [true, false] {
            let (value, (by_s, by_k)) = payoff::value_and_gradient(s, k, call);
            held(&x, |x| payoff(x[0], x[1], call), value, &[by_s, by_k]);
        }
        for kind in 0..3 {
            let (value, (by_s, by_k)) = boxed::value_and_gradient(s, k, kind);
            held(&x, |x| boxed(x[0], x[1], kind), value, &[by_s, by_k]);
        }
        let (value, (by_s, by_k)) = plainly::value_and_gradient(s, k);
        held(&x, |x| plainly(x[0], x[1]), value, &[by_s, by_k]);
    }
}
