//! What changes, is given back, and is called as something else inside of the function is.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[derive(Clone)]
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[differentiable]
fn noise(s: f64, draws: &mut Draws) -> f64 {
    let a = draws.next();
    let mut total = s * a;
    for draws in [1.0, 2.0] {
        total += draws * s;
    }
    let f = |draws: f64| draws * s * s;
    total + f(3.0)
}

#[differentiable(tape)]
fn noise_on_a_tape(s: f64, draws: &mut Draws) -> f64 {
    let a = draws.next();
    let mut total = s * a;
    for draws in [1.0, 2.0] {
        total += if draws == 1.0 { s } else { draws * s * s };
    }
    total
}

#[differentiable]
fn path(s: f64, n: usize, draws: &mut Draws) -> f64 {
    let mut x = 1.0;
    for _ in 0..n {
        x *= 1.0 + 0.1 * noise(s, draws);
    }
    let draws = draws;
    x + s * draws.next()
}

#[differentiable]
fn dealt(s: f64, k: &mut usize) -> f64 {
    *k += 1;
    let c = *k;
    {
        let k = s * 2.0;
        s * k * c as f64
    }
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    let (mut k, mut draws) = (2, Draws(7));
    let first = dealt(x[0], &mut k) + dealt(x[1], &mut k) * k as f64;
    first * path(x[0], 3, &mut draws)
}

#[test]
fn what_changes_is_shadowed() {
    for x in [[0.7, 1.2], [-0.3, 0.4]] {
        held(both, both::value_and_gradient, &x);
    }
    let (mut k, mut draws) = (5, Draws(3));
    assert_eq!(dealt::value_and_gradient(1.5, &mut k), (27.0, 36.0));
    let a = Draws(3).next();
    let of_noise = noise_on_a_tape::value_and_gradient(0.5, &mut Draws(3));
    assert_eq!(of_noise, (noise_on_a_tape(0.5, &mut Draws(3)), a + 1.0 + 4.0 * 0.5));
    let (value, _) = path::value_and_gradient(0.5, 2, &mut draws);
    assert_eq!((k, value), (6, path(0.5, 2, &mut Draws(3))));
}
