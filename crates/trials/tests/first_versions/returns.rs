//! Arrays that are returned from several places, constants of blocks, functions of other modules that are given closures.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn several(x: &[f64], k: usize) -> [f64; 2] {
    match k {
        0 => [x[0], x[1]],
        1 => {
            let [a, b] = pair(x);
            [b, a]
        }
        _ => {
            let mut s = [1.0; 2];
            for v in x {
                if *v < 0.0 {
                    return s;
                }
                s[0] *= v;
                s[1] += v * v;
            }
            s
        }
    }
}

#[differentiable]
fn pair(x: &[f64]) -> [f64; 2] {
    if x.len() < 2 {
        return [x[0]; 2];
    }
    [x[0] * x[1], x[1]]
}

#[differentiable]
fn roots(x: &[f64]) -> Result<[f64; 2], String> {
    let d = x[0] * x[0] - 4.0 * x[1];
    if d < 0.0 {
        return Err(format!("{d} has no root"));
    }
    let r = d.sqrt();
    if x[0] > 0.0 {
        let q = -0.5 * (x[0] + r);
        return Ok([q, x[1] / q]);
    }
    let mut both = [0.5 * (r - x[0]); 2];
    both[1] = x[1] / both[0];
    Ok(both)
}

#[differentiable]
fn of_blocks<const N: usize>(x: &[f64; N]) -> f64 {
    let n = const { 1 + 1 };
    let w = const { [0.5, 0.25] };
    let h = const { 1.0 / N as f64 };
    x.iter().take(n).sum::<f64>() * w[0] + w[1] * x[N - 1] * x[0] * h
}

mod elsewhere {
    use std::f64::consts::PI as TURN;
    use wengert::functions::*;
    use wengert::prelude::*;

    pub(super) fn newton(f: impl Fn(f64) -> f64, x0: f64) -> f64 {
        let mut x = x0;
        for _ in 0..6 {
            let h = 1e-4;
            x -= f(x) * 2.0 * h / (f(x + h) - f(x - h));
        }
        x
    }

    #[differentiable]
    pub(super) fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
        let h = (b - a) / n as f64;
        let mut s = f(a) + f(b);
        for i in 1..n {
            s += if i % 2 == 0 { 2.0 } else { 4.0 } * f(a + i as f64 * h);
        }
        s * h / 3.0
    }

    pub(super) struct Options {
        pub steps: usize,
    }

    impl Options {
        pub(super) fn run<F: Fn(f64, f64) -> f64>(&self, f: F, y: f64) -> f64 {
            let mut y = y;
            for k in 0..self.steps {
                y += 0.1 * f(k as f64, erf(y) * TURN);
            }
            y
        }
    }
}

#[differentiable]
fn load(t: f64, k: f64) -> f64 {
    (t * k).sin() * k
}

const SCALE: f64 = 2.0;
const KNOTS: [f64; 3] = [0.0, 0.5, 1.0];

#[differentiable]
fn handed(k: f64, a: f64) -> f64 {
    let r = elsewhere::newton(|x| x * x - 1.0 - load(x, k) * SCALE * 0.1, a);
    let o = elsewhere::Options { steps: 3 };
    r + elsewhere::simpson(|t| load(t, k) * KNOTS[1], 0.0, a, 8) + o.run(|t, y| load(t, k) - y * SCALE, a)
}

#[test]
fn from_several_places() {
    for x in [[0.7, 1.3, 0.4], [0.7, -1.3, 0.4]] {
        for k in 0..3 {
            let (value, g) = several::vjp(&x, k, &[1.0, 2.0]);
            let sum = |v: [f64; 2]| v[0] + 2.0 * v[1];
            held(&x, |x| sum(several(x, k)), sum(value), &g);
        }
    }
    for x in [[2.5, 0.7], [-2.5, 0.7]] {
        let (value, g) = roots::vjp(&x, &[1.0, 0.5]);
        let value = value.unwrap();
        let sum = |v: [f64; 2]| v[0] + 0.5 * v[1];
        held(&x, |x| sum(roots(x).unwrap()), sum(value), &g);
    }
    assert!(roots::vjp(&[0.1, 1.0], &[1.0, 0.5]).0.is_none());
}

#[test]
fn blocks_and_modules() {
    let x = [0.3, 1.2, -0.6, 0.9];
    let (value, g) = of_blocks::value_and_gradient(&x);
    held(&x, |x| of_blocks::<4>(x.try_into().unwrap()), value, &g);
    let (value, (k, a)) = handed::value_and_gradient(0.7, 1.1);
    held(&[0.7, 1.1], |x| handed(x[0], x[1]), value, &[k, a]);
}

/// A list that is left early with, and grows where it is not.
fn merged(v: Vec<f64>) -> (Vec<f64>, usize) {
    if v.len() <= 1 {
        return (v, 0);
    }
    let mut left = v;
    let right = left.split_off(left.len() / 2);
    let ((l, a), (r, b)) = (merged(left), merged(right));
    let (mut i, mut j, mut turned) = (0, 0, a + b);
    let mut all = Vec::with_capacity(l.len() + r.len());
    while i < l.len() && j < r.len() {
        if l[i] <= r[j] {
            all.push(l[i]);
            i += 1;
        } else {
            turned += l.len() - i;
            all.push(r[j]);
            j += 1;
        }
    }
    all.extend_from_slice(&l[i..]);
    all.extend(&r[j..]);
    (all, turned)
}

fn drawn_out(v: Vec<f64>) -> Vec<f64> {
    if v.is_empty() {
        return v;
    }
    let mut out = v.clone();
    for k in 0..5 {
        out.push(2.0 * v[0] * k as f64);
    }
    out
}

#[differentiable]
fn sorted_by_hand(x: &[f64]) -> f64 {
    let (s, turned) = merged(x.iter().chain(&[0.1, -2.0]).map(|v| v * 2.0).collect());
    let long = drawn_out(x.to_vec());
    let squares: f64 = long.iter().enumerate().map(|(k, v)| v * v * k as f64).sum();
    s.iter().enumerate().map(|(i, v)| v * (i * i) as f64).sum::<f64>() + turned as f64 + squares
}

#[test]
fn lists_that_grow_behind_a_return() {
    let x = [0.7, -0.4, 1.3];
    let (value, by_x) = sorted_by_hand::value_and_gradient(&x);
    held(&x, sorted_by_hand, value, &by_x);
}
