//! Functions that take functions.

use super::{close, flat};
use wengert::prelude::*;
use wengert::{Callee1, Differentiable, Outputs};

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut s = 0.0;
    for i in 0..n {
        s += f(a + (i as f64 + 0.5) * h);
    }
    s * h
}

/// Steps of the midpoint rule.
#[differentiable]
fn solve(f: &impl Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64], h: f64, n: usize) -> Vec<f64> {
    let mut y = y0.to_vec();
    let mut t = 0.0;
    for _ in 0..n {
        let slope = f(t, &y);
        let mut z = y.clone();
        for i in 0..y.len() {
            z[i] += 0.5 * h * slope[i];
        }
        let slope = f(t + 0.5 * h, &z);
        for i in 0..y.len() {
            y[i] += h * slope[i];
        }
        t += h;
    }
    y
}

#[differentiable]
fn halved<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    if depth == 0 { (b - a) * f(m) } else { halved(f, a, m, depth - 1) + halved(f, m, b, depth - 1) }
}

#[differentiable]
fn through<F>(f: F, k: f64) -> f64
where
    F: Fn(f64) -> f64,
{
    halved(&f, 0.0, k, 2) + integrate(|x| f(x) * k, 0.0, 1.0, 3) + [k, 2.0].iter().copied().map(&f).sum::<f64>()
}

/// Two results, and a constant among the arguments.
#[differentiable]
fn pairs(f: &dyn Fn(usize, f64) -> (f64, f64), x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        let (p, q) = f(i, s);
        s += p * q;
    }
    s
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Square {
    k: f64,
}

#[differentiable]
impl Callee1<f64, f64> for Square {
    fn call(&self, x: f64) -> f64 {
        self.k * x * x
    }
}

#[differentiable]
impl Square {
    fn area(&self, b: f64) -> f64 {
        integrate(|x| self.k * x * x * b, 0.0, b, 2)
    }
}

#[differentiable]
fn program(square: &Square, k: f64, w: &[f64], n: usize, #[constant] table: &[f64]) -> f64 {
    let c = k * k;
    let (p, q) = (w[0], 2.0 * c);
    let bump = |x: f64| x * c + p * q;
    let mut s = integrate(|x| k * x.sin() + w[n] * bump(x) * table[0], 0.0, w[0], 3);
    for i in 0..n {
        let w = w[i];
        s += integrate(bump, 0.0, w, i + 1) * integrate(f64::sin, 0.0, k, 2);
        s += integrate(|x| x * x, s, k, 2);
    }
    let row = [k, w[1]];
    let y = solve(&|t, y| vec![-k * y[0] + t * row[1], y[0] - y[1]], &w[..2], 0.1, n);
    s += y[0] * y[1] + integrate(|x| integrate(|z| k * x * z, 0.0, x, 2), 0.0, 1.0, 2);
    s += through(|x| square.k * x * k, k) + square.area(k);
    s + pairs(&|i: usize, x| (x * k, x + w[i % 2]), k, n)
}

/// The same by hand, on any number.
fn by_hand<T: Real>(x: &[T], n: usize, table: &[f64]) -> T {
    fn integrate<T: Real>(f: &dyn Fn(T) -> T, a: T, b: T, n: usize) -> T {
        let h = (b - a) / n as f64;
        let mut s = T::constant(0.0);
        for i in 0..n {
            s += f(a + (i as f64 + 0.5) * h);
        }
        s * h
    }
    fn halved<T: Real>(f: &dyn Fn(T) -> T, a: T, b: T, depth: usize) -> T {
        let m = 0.5 * (a + b);
        if depth == 0 { (b - a) * f(m) } else { halved(f, a, m, depth - 1) + halved(f, m, b, depth - 1) }
    }
    let (zero, one) = (T::constant(0.0), T::constant(1.0));
    let (square, k, w) = (x[0], x[1], &x[2..]);
    let c = k * k;
    let (p, q) = (w[0], 2.0 * c);
    let bump = |x: T| x * c + p * q;
    let mut s = integrate(&|x: T| k * x.sin() + w[n] * bump(x) * table[0], zero, w[0], 3);
    for (i, &w) in w.iter().enumerate().take(n) {
        s += integrate(&bump, zero, w, i + 1) * integrate(&|x: T| x.sin(), zero, k, 2);
        s += integrate(&|x| x * x, s, k, 2);
    }
    let slope = |t: T, y: [T; 2]| [-k * y[0] + t * w[1], y[0] - y[1]];
    let (mut y, mut t, h) = ([w[0], w[1]], zero, 0.1);
    for _ in 0..n {
        let d = slope(t, y);
        let d = slope(t + 0.5 * h, [y[0] + 0.5 * h * d[0], y[1] + 0.5 * h * d[1]]);
        (y, t) = ([y[0] + h * d[0], y[1] + h * d[1]], t + h);
    }
    s += y[0] * y[1] + integrate(&|x| integrate(&|z| k * x * z, zero, x, 2), zero, one, 2);
    let f = |x: T| square * x * k;
    s += halved(&f, zero, k, 2) + integrate(&|x| f(x) * k, zero, one, 3) + f(k) + f(T::constant(2.0));
    s += integrate(&|x| square * x * x * k, zero, k, 2);
    let mut r = k;
    for i in 0..n {
        r += r * k * (r + w[i % 2]);
    }
    s + r
}

#[test]
fn derivatives_flow_through_functions_that_are_passed() {
    let (square, k, w, table) = (Square { k: 0.7 }, 0.8, [0.5, 0.4, 0.7], [1.5]);
    let x = [square.k, k, w[0], w[1], w[2]];
    for n in 0..3 {
        let value = program(&square, k, &w, n, &table);
        let (also, (gs, gk, gw)) = program::value_and_gradient(&square, k, &w, n, &table);
        assert_eq!(value.to_bits(), also.to_bits());
        close(&[value], &[by_hand(&x, n, &table)]);
        let gradient = [flat(&gs), vec![gk], gw].concat();
        close(&gradient, &wengert::gradient(|x| by_hand(x, n, &table), &x));
        let function = program::function(&square, k, &w, n, &table);
        close(&gradient, &function.gradient(&x));
        assert_eq!(function.eval::<f64>(&x).as_slice(), [value]);
        let d = [0.5, -1.0, 2.0, 0.25, 1.0];
        let (_, slope) = program::jvp(&square, k, &w, n, &table, &Square { k: d[0] }, d[1], &d[2..]);
        close(&[slope], &[gradient.iter().zip(&d).map(|(g, d)| g * d).sum()]);
        let (hs, hk, hw) = program::hvp(&square, k, &w, n, &table, &Square { k: d[0] }, d[1], &d[2..]);
        close(&[flat(&hs), vec![hk], hw].concat(), &wengert::hvp(|x| by_hand(x, n, &table), &x, &d));
    }
}

#[test]
fn a_structure_that_can_be_called_is_a_parameter() {
    let square = Square { k: 3.0 };
    let (by, a, b) = integrate::gradient(square.clone(), 0.0, 2.0, 1);
    // 2 * 3 * 1 * 1 at a = 0, b = 2: (b - a) * k * ((a + b) / 2)^2
    assert_eq!((by, a, b), (Square { k: 2.0 }, 3.0, 9.0));
    assert_eq!(integrate(|x| 3.0 * x * x, 0.0, 2.0, 1), 6.0);
    assert_eq!(integrate::hessian(square, 0.0, 2.0, 1).as_slice(), [0.0, 1.0, 3.0, 1.0, -3.0, 3.0, 3.0, 3.0, 9.0]);
}

#[differentiable]
fn on_any<T: Real>(f: impl Fn(T) -> T, a: T, n: usize) -> T {
    let mut s = T::constant(1.0);
    for _ in 0..n {
        s = f(a) * a * s;
    }
    s
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn after(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.x + f(self.x * self.y)
    }
    fn moved(&self, by: &impl Fn(&Point) -> Point) -> Point {
        by(self)
    }
}

#[differentiable]
fn with_points(p: &Point, k: f64, m: i32) -> f64 {
    let mut c = k;
    let f = move |x: f64| x * c;
    c *= 3.0;
    let q: Point = p.moved(&|q: &Point| -> Point { Point { x: q.y * k, y: q.x } });
    on_any(|v| v * q.x + q.y, c, 1) + on_any(f, c, 1) + p.after(|v| v.powi(m))
}

#[test]
fn methods_take_functions_and_closures_capture_structures() {
    let (x, y, k) = (0.3, 0.8, 0.7);
    let p = Point { x, y };
    let value = 9.0 * k * k * k * (y + 1.0) + 3.0 * k * x + x + (x * y) * (x * y);
    close(&[with_points(&p, k, 2)], &[value]);
    let (also, (gp, gk)) = with_points::value_and_gradient(&p, k, 2);
    assert_eq!(also.to_bits(), with_points(&p, k, 2).to_bits());
    let by_k = 27.0 * k * k * (y + 1.0) + 3.0 * x;
    close(&[gp.x, gp.y, gk], &[3.0 * k + 1.0 + 2.0 * x * y * y, 9.0 * k * k * k + 2.0 * x * x * y, by_k]);
    let hessian = with_points::hessian(&p, k, 2);
    close(&hessian.as_slice()[6..], &[3.0, 27.0 * k * k, 54.0 * k * (y + 1.0)]);
}

#[differentiable]
fn in_literals(f: &impl Fn(f64) -> f64, a: f64) -> f64 {
    let v = vec![f(a); 2];
    let w = vec![a, f(v[0] * a)];
    v[1] * w[1]
}

#[differentiable]
fn positive(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a.sqrt()) } else { None }
}

#[differentiable]
fn asked_in_literals(a: f64, b: f64) -> Option<f64> {
    let v = vec![b, positive(a)?, positive(a * b)?];
    let w = vec![positive(v[1])?; 3];
    Some(v[1] * v[2] * w[2])
}

#[test]
fn calls_in_the_elements_of_a_list() {
    #[differentiable]
    fn squared(a: f64) -> f64 {
        in_literals(&|t| t * t, a)
    }
    // a^2 (a^3)^2
    assert_eq!(squared::value_and_gradient(2.0), (256.0, 1024.0));
    // a^(1/2) (a b)^(1/2) a^(1/4)
    let (v, (by_a, by_b)) = asked_in_literals::value_and_gradient(4.0, 9.0).unwrap();
    close(&[v, by_a, by_b], &[12.0 * 2.0f64.sqrt(), 3.75 * 2.0f64.sqrt(), 2.0f64.sqrt() * 2.0 / 3.0]);
    assert!(asked_in_literals::gradient(4.0, -9.0).is_none());
}

/// Not all of them hold a function.
enum Layer<'a> {
    Dense { w: &'a [f64], b: f64 },
    Each(fn(f64) -> f64),
    Norm,
}

fn swish(x: f64) -> f64 {
    x / (1.0 + (-x).exp())
}

impl Layer<'_> {
    fn forward(&self, x: f64) -> f64 {
        match self {
            Layer::Dense { w, b } => w.iter().fold(*b, |sum, w| sum + w * x),
            Layer::Each(f) => f(x),
            Layer::Norm => x / (1.0 + x * x),
        }
    }
}

#[differentiable]
fn layered(w: &[f64], x: f64) -> f64 {
    let net = [Layer::Dense { w, b: 0.5 }, Layer::Each(swish), Layer::Norm, Layer::Each(|x| x * x)];
    net.iter().fold(x, |x, layer| layer.forward(x))
}

/// The same on a tape.
#[differentiable(tape)]
fn taped(w: &[f64], x: f64) -> f64 {
    let net = [Layer::Dense { w, b: 0.5 }, Layer::Each(swish), Layer::Norm, Layer::Each(|x| x * x)];
    net.iter().fold(x, |x, layer| layer.forward(x))
}

#[test]
fn functions_in_some_variants_of_a_list() {
    let (w, x) = ([0.75, -0.25], 1.5);
    let (value, (by_w, by_x)) = layered::value_and_gradient(&w, x);
    let slope = |f: &dyn Fn(f64) -> f64, x: f64| (f(x + 1e-6) - f(x - 1e-6)) / 2e-6;
    let by = [slope(&|x| layered(&w, x), x), slope(&|a| layered(&[a, w[1]], x), w[0])];
    assert_eq!(value, layered(&w, x));
    assert!((by_x - by[0]).abs() < 1e-8 && (by_w[0] - by[1]).abs() < 1e-8 && by_w[0] == by_w[1]);
    let (_, (taped_w, taped_x)) = taped::value_and_gradient(&w, x);
    close(&[by_w, vec![by_x]].concat(), &[taped_w, vec![taped_x]].concat());
}

fn adaptive<F: Fn(f64) -> f64 + Copy>(f: F, a: f64, b: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    match depth {
        0 => (b - a) * f(m),
        _ => adaptive(f, a, m, depth - 1) + adaptive(f, m, b, depth - 1),
    }
}

/// A closure by reference where a function that calls itself takes one by value.
#[differentiable]
fn by_reference(a: f64, depth: u32) -> f64 {
    let f = |x: f64| a * x * x;
    adaptive(&f, 0.0, a, depth) + f(a)
}

#[test]
fn closures_by_reference_as_values() {
    let (value, by_a) = by_reference::value_and_gradient(1.5, 3);
    let sum: f64 = (0..8).map(|k| ((f64::from(k) + 0.5) / 8.0).powi(2) / 8.0).sum();
    close(&[value, by_a], &[sum * 1.5f64.powi(4) + 1.5f64.powi(3), 4.0 * sum * 1.5f64.powi(3) + 3.0 * 1.5f64.powi(2)]);
}

#[derive(Clone, Debug, Differentiable)]
struct Lattice {
    spins: Vec<f64>,
}

#[differentiable]
impl Lattice {
    fn for_each_bond(&self, mut visit: impl FnMut(f64, f64)) {
        for (i, s) in self.spins.iter().enumerate() {
            if let Some(next) = self.spins.get(i + 1) {
                visit(*s, *next);
            }
        }
    }
    fn edit<F>(&mut self, f: F)
    where
        F: Fn(&mut f64),
    {
        for s in self.spins.iter_mut() {
            f(s);
        }
    }
    fn energy(&self) -> f64 {
        let mut e = 0.0;
        self.for_each_bond(|a, b| e -= (a - b).cos());
        e
    }
    fn edited(&self) -> f64 {
        let mut doubled = self.clone();
        doubled.edit(|s| *s *= 2.0);
        doubled.energy()
    }
}

#[differentiable]
fn neighbours(x: &[f64], mut visit: impl FnMut(f64, f64)) {
    for w in x.windows(2) {
        visit(w[0], w[1]);
    }
}

#[differentiable]
fn of_pairs(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    neighbours(x, |a, b| sum += a * b);
    sum
}

/// Functions that are passed for what they do are written out where they are called.
#[test]
fn functions_that_give_nothing_are_passed() {
    let lattice = Lattice { spins: vec![0.1, 0.5, -0.3] };
    let (value, by) = lattice.edited_value_and_gradient();
    assert_eq!(value, lattice.edited());
    let slope = |a: f64, b: f64| 2.0 * (2.0 * (a - b)).sin();
    let wanted = [slope(0.1, 0.5), -slope(0.1, 0.5) + slope(0.5, -0.3), -slope(0.5, -0.3)];
    by.spins.iter().zip(wanted).for_each(|(g, w)| assert!((g - w).abs() < 1e-14, "{g} {w}"));
    assert_eq!(of_pairs::value_and_gradient(&[1.0, 2.0, 3.0]), (8.0, vec![2.0, 4.0, 2.0]));
}
