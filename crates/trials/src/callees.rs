//! What the random programs call: each function as a user writes it, and its twin on any number.

use wengert::prelude::*;

#[differentiable]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(y.iter()) {
        sum += a * b;
    }
    0.25 * sum
}

pub fn dot_any<T: Real>(x: &[T], y: &[T]) -> T {
    let mut sum = T::constant(0.0);
    for (a, b) in x.iter().zip(y.iter()) {
        sum += *a * *b;
    }
    0.25 * sum
}

#[differentiable]
pub fn weighted(x: &[f64], #[constant] w: &[f64], #[constant] c: f64) -> f64 {
    let mut sum = c;
    for i in 0..x.len() {
        if i < w.len() {
            sum += (w[i] * x[i]).tanh() * c;
        }
    }
    sum * 0.2
}

pub fn weighted_any<T: Real>(x: &[T], w: &[f64], c: f64) -> T {
    let mut sum = T::constant(c);
    for i in 0..x.len() {
        if i < w.len() {
            sum += (w[i] * x[i]).tanh() * c;
        }
    }
    sum * 0.2
}

#[differentiable]
pub fn squash(a: f64, b: f64) -> f64 {
    let d = a - b;
    let e = (-d * d).exp();
    e / (1.0 + e) + 0.1 * a
}

pub fn squash_any<T: Real>(a: T, b: T) -> T {
    let d = a - b;
    let e = (-d * d).exp();
    e / (1.0 + e) + 0.1 * a
}

#[differentiable]
pub fn first_above(x: &[f64], level: f64) -> f64 {
    let mut seen = 0.5;
    for &v in x {
        if v > level {
            return v.sin() * seen;
        }
        seen = 0.5 * seen + 0.25 * v * level;
    }
    seen.tanh() - level.sin()
}

pub fn first_above_any<T: Real>(x: &[T], level: T) -> T {
    let mut seen = T::constant(0.5);
    for &v in x {
        if v > level {
            return v.sin() * seen;
        }
        seen = 0.5 * seen + 0.25 * v * level;
    }
    seen.tanh() - level.sin()
}

#[differentiable]
pub fn clipped(x: f64, #[constant] limit: f64) -> f64 {
    if x > limit {
        return limit;
    }
    if x < -limit {
        return 0.1 * x - 0.9 * limit;
    }
    x * x.cos()
}

pub fn clipped_any<T: Real>(x: T, limit: f64) -> T {
    if x > limit {
        return T::constant(limit);
    }
    if x < -limit {
        return 0.1 * x - 0.9 * limit;
    }
    x * x.cos()
}

#[differentiable]
pub fn mixed(p: (f64, f64), q: [f64; 3]) -> f64 {
    let (a, b) = p;
    let mut s = a * b;
    for k in 0..3 {
        s += q[k].sin() * p.0;
    }
    s.tanh()
}

pub fn mixed_any<T: Real>(p: (T, T), q: [T; 3]) -> T {
    let (a, b) = p;
    let mut s = a * b;
    for k in 0..3 {
        s += q[k].sin() * p.0;
    }
    s.tanh()
}

#[differentiable]
pub fn either(flag: bool, a: f64, b: f64) -> f64 {
    if flag { a.sin() + 0.5 * b } else { b.cos() }
}

pub fn either_any<T: Real>(flag: bool, a: T, b: T) -> T {
    if flag { a.sin() + 0.5 * b } else { b.cos() }
}

#[differentiable]
pub fn polar(r: f64, angle: f64) -> (f64, f64) {
    let (s, c) = (angle.sin(), angle.cos());
    (r.tanh() * c, r.tanh() * s)
}

pub fn polar_any<T: Real>(r: T, angle: T) -> (T, T) {
    let (s, c) = (angle.sin(), angle.cos());
    (r.tanh() * c, r.tanh() * s)
}

#[differentiable]
pub fn spread(s: f64, t: f64) -> [f64; 3] {
    let mut out = [0.0; 3];
    out[0] = s.sin();
    out[1] = (s * t).tanh();
    out[2] = out[0] * out[1] + 0.25;
    out
}

pub fn spread_any<T: Real>(s: T, t: T) -> [T; 3] {
    let mut out = [T::constant(0.0); 3];
    out[0] = s.sin();
    out[1] = (s * t).tanh();
    out[2] = out[0] * out[1] + 0.25;
    out
}

#[differentiable]
pub fn scaled(x: &[f64], s: f64) -> Vec<f64> {
    let mut out = vec![0.0; x.len()];
    for i in 0..x.len() {
        out[i] = (x[i] * s).sin();
    }
    out
}

pub fn scaled_any<T: Real>(x: &[T], s: T) -> Vec<T> {
    let mut out = vec![T::constant(0.0); x.len()];
    for i in 0..x.len() {
        out[i] = (x[i] * s).sin();
    }
    out
}

#[differentiable]
pub fn gather(out: &mut [f64], x: &[f64], s: f64) {
    for i in 0..out.len() {
        out[i] += 0.2 * (s * x[i % x.len()]).tanh();
    }
}

pub fn gather_any<T: Real>(out: &mut [T], x: &[T], s: T) {
    for i in 0..out.len() {
        out[i] += 0.2 * (s * x[i % x.len()]).tanh();
    }
}

#[differentiable]
pub fn overwrite(out: &mut [f64], x: &[f64], s: f64) {
    for (i, o) in out.iter_mut().enumerate() {
        *o = (x[i % x.len()] * s).sin();
    }
}

pub fn overwrite_any<T: Real>(out: &mut [T], x: &[T], s: T) {
    for (i, o) in out.iter_mut().enumerate() {
        *o = (x[i % x.len()] * s).sin();
    }
}

#[differentiable]
pub fn overwrite_some(out: &mut [f64], s: f64, n: usize) {
    for i in 0..n {
        if i < out.len() {
            out[i] = s.sin();
        }
    }
}

pub fn overwrite_some_any<T: Real>(out: &mut [T], s: T, n: usize) {
    for i in 0..n {
        if i < out.len() {
            out[i] = s.sin();
        }
    }
}

#[differentiable]
pub fn overwrite_times(out: &mut [f64], s: f64, n: usize) {
    for i in 0..n {
        out.fill(s * (i as f64).cos());
    }
}

pub fn overwrite_times_any<T: Real>(out: &mut [T], s: T, n: usize) {
    for i in 0..n {
        out.fill(s * T::constant((i as f64).cos()));
    }
}

#[differentiable]
pub fn relax(out: &mut [f64], s: f64) -> f64 {
    let mut before = s;
    for v in out.iter_mut() {
        let now = (0.5 * (before + *v)).sin();
        before = *v;
        *v = now;
    }
    0.5 * before
}

pub fn relax_any<T: Real>(out: &mut [T], s: T) -> T {
    let mut before = s;
    for v in out.iter_mut() {
        let now = (0.5 * (before + *v)).sin();
        before = *v;
        *v = now;
    }
    0.5 * before
}

#[differentiable]
pub fn trade(left: &mut [f64], right: &mut [f64], s: f64) {
    for (l, r) in left.iter_mut().zip(right.iter_mut()) {
        let sum = (*l + *r).sin();
        *l = s.cos() * *r;
        *r = sum;
    }
}

pub fn trade_any<T: Real>(left: &mut [T], right: &mut [T], s: T) {
    for (l, r) in left.iter_mut().zip(right.iter_mut()) {
        let sum = (*l + *r).sin();
        *l = s.cos() * *r;
        *r = sum;
    }
}

#[differentiable]
pub fn recurse_power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x.sin() * recurse_power(x, n - 1) }
}

pub fn recurse_power_any<T: Real>(x: T, n: usize) -> T {
    if n == 0 { T::constant(1.0) } else { x.sin() * recurse_power_any(x, n - 1) }
}

#[differentiable]
pub fn recurse_sum(x: &[f64]) -> f64 {
    if x.len() == 0 {
        return 0.0;
    }
    if x.len() == 1 {
        return x[0].sin();
    }
    let half = x.len() / 2;
    let left = recurse_sum(&x[..half]);
    left - 0.5 * recurse_sum(&x[half..]) * left
}

pub fn recurse_sum_any<T: Real>(x: &[T]) -> T {
    if x.len() == 0 {
        return T::constant(0.0);
    }
    if x.len() == 1 {
        return x[0].sin();
    }
    let half = x.len() / 2;
    let left = recurse_sum_any(&x[..half]);
    left - 0.5 * recurse_sum_any(&x[half..]) * left
}

#[differentiable(rule_of_value = bell_sine_rule)]
pub fn bell_sine(a: f64, b: f64) -> f64 {
    (-(a * a)).exp() * b.sin()
}

pub fn bell_sine_any<T: Real>(a: T, b: T) -> T {
    (-(a * a)).exp() * b.sin()
}

pub fn bell_sine_rule<T: Real>(a: T, b: T, value: T, weight: T) -> (T, T) {
    (-2.0 * a * value * weight, weight * (-(a * a)).exp() * b.cos())
}

#[differentiable]
pub fn root(a: f64, x: &[f64]) -> Option<f64> {
    let first = x.first()?;
    if a < -0.25 {
        return None;
    }
    Some((a + 0.5).sqrt() * first)
}

pub fn root_any<T: Real>(a: T, x: &[T]) -> Option<T> {
    let first = x.first()?;
    if a < -0.25 {
        return None;
    }
    Some((a + 0.5).sqrt() * *first)
}

#[differentiable]
pub fn summed<const N: usize>(x: &[f64; N], s: f64) -> f64 {
    let mut sum = s;
    for i in 0..N {
        sum = 0.5 * sum + (x[i] * s).sin();
    }
    sum
}

pub fn summed_any<T: Real, const N: usize>(x: &[T; N], s: T) -> T {
    let mut sum = s;
    for i in 0..N {
        sum = 0.5 * sum + (x[i] * s).sin();
    }
    sum
}

#[differentiable]
pub fn rotated<const N: usize>(x: [f64; N], s: f64) -> [f64; N] {
    let mut out = [0.0; N];
    for i in 0..N {
        out[i] = (x[(i + 1) % N] * s).tanh();
    }
    out
}

pub fn rotated_any<T: Real, const N: usize>(x: [T; N], s: T) -> [T; N] {
    let mut out = [T::constant(0.0); N];
    for i in 0..N {
        out[i] = (x[(i + 1) % N] * s).tanh();
    }
    out
}

#[differentiable]
pub fn ratio(a: f64, b: f64) -> Result<f64, usize> {
    if b > -0.5 && b < 0.5 {
        return Err(2);
    }
    Ok((a / b).tanh())
}

pub fn ratio_any<T: Real>(a: T, b: T) -> Result<T, usize> {
    if b > -0.5 && b < 0.5 {
        return Err(2);
    }
    Ok((a / b).tanh())
}
