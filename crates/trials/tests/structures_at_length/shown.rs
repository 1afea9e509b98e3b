//! What shows by the type of a field, and what is taken of what a call gives.

use std::ops::{Add, Mul};
use wengert::Differentiable;
use wengert::prelude::*;

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{a} {b}");
}

fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vector<const D: usize>([f64; D]);

#[differentiable]
impl<const D: usize> Add for Vector<D> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + o.0[i]))
    }
}

#[differentiable]
impl<const D: usize> Mul<f64> for Vector<D> {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Vector(self.0.map(|x| x * k))
    }
}

#[differentiable]
impl<const D: usize> Vector<D> {
    fn squared(&self) -> f64 {
        self.0.iter().map(|x| x * x).sum()
    }
}

#[differentiable]
trait Potential {
    fn energy(&self, r: f64) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    fn energy(&self, r: f64) -> f64 {
        0.5 * self.stiffness * r
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct System<P: Potential> {
    at: Vec<Vector<2>>,
    potential: P,
}

#[differentiable]
impl<P: Potential> System<P> {
    fn energy(&self) -> f64 {
        self.at.iter().map(|p| self.potential.energy(p.squared())).sum()
    }
}

/// The parameter of the type shows by what its field is filled with.
#[differentiable]
fn energy(stiffness: f64, x: f64) -> f64 {
    let system =
        System { at: vec![Vector([x, 1.0]), Vector([2.0, x]) + Vector([x, x]) * 0.5], potential: Spring { stiffness } };
    system.energy()
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Matrix {
    rows: Vec<Vec<f64>>,
    scale: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Axis(f64, f64, f64);

#[differentiable]
impl Matrix {
    fn column(&self, j: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[j] * self.scale).collect()
    }
    fn corners(&self) -> [f64; 2] {
        [self.rows[0][0], self.rows[1][1] * self.scale]
    }
    fn ends(&self) -> (f64, f64) {
        (self.scale * 2.0, self.rows[0][1])
    }
    fn doubled(&self) -> Vec<Vec<f64>> {
        self.rows.iter().map(|row| row.iter().map(|v| 2.0 * v).collect()).collect()
    }
    fn all(&self) -> f64 {
        self.rows.iter().flatten().map(|v| v * v).sum()
    }
    fn axis(&self, x: f64) -> Axis {
        Axis(x, self.scale * x, self.rows[0][0])
    }
    fn first_above(&self, limit: f64) -> Option<Axis> {
        (self.scale > limit).then(|| self.axis(limit))
    }
    fn pair_above(&self, limit: f64) -> Option<(f64, Axis)> {
        (self.scale > limit).then(|| (limit, self.axis(limit)))
    }
}

#[differentiable]
fn taken(m: &Matrix, x: f64) -> f64 {
    let mut s = m.column(1)[0] * m.corners()[1] + m.ends().0 * x + m.doubled()[1][0] + m.all();
    s +=
        m.column(0).iter().sum::<f64>() + m.corners().iter().map(|v| v * v).sum::<f64>() + m.column(0).len() as f64 * x;
    // A structure whose parts have numbers for names.
    let a = m.axis(x);
    s += a.2 * a.1;
    s += if m.first_above(0.5).is_some() { x } else { 0.0 };
    if m.first_above(9.0).is_none() {
        s *= 1.5;
    }
    if let Some((t, a)) = m.pair_above(x) {
        s += t * a.1;
    }
    s
}

#[test]
fn arrays_in_fields() {
    let (k, x) = (1.5, 0.7);
    let (value, (by_k, by_x)) = energy::value_and_gradient(k, x);
    assert_eq!(value.to_bits(), energy(k, x).to_bits());
    near(by_k, slope(|k| energy(k, x), k));
    near(by_x, slope(|x| energy(k, x), x));
}

#[test]
fn parts_of_what_calls_give() {
    let made = |a: f64, k: f64| Matrix { rows: vec![vec![a, 0.3], vec![1.1, a * 2.0]], scale: k };
    let (a, k, x) = (0.4, 1.2, 0.6);
    let (value, (by_m, by_x)) = taken::value_and_gradient(&made(a, k), x);
    assert_eq!(value.to_bits(), taken(&made(a, k), x).to_bits());
    near(by_x, slope(|x| taken(&made(a, k), x), x));
    near(by_m.scale, slope(|k| taken(&made(a, k), x), k));
    near(by_m.rows[0][0] + 2.0 * by_m.rows[1][1], slope(|a| taken(&made(a, k), x), a));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mass {
    x: f64,
    m: f64,
}

#[differentiable]
impl Mass {
    fn pull(&self, at: f64) -> f64 {
        self.m / (1.0 + (at - self.x) * (at - self.x))
    }
}

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    (0..n).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct World {
    masses: Vec<Mass>,
    g: f64,
}

#[differentiable]
fn of_parameter(masses: &[Mass], b: f64) -> f64 {
    integrate(|t| masses.iter().map(|m| m.pull(t)).sum::<f64>(), 0.0, b, 8)
}

#[differentiable]
fn of_variables(x: f64, b: f64) -> f64 {
    let masses: Vec<Mass> = (1..3).map(|k| Mass { x: x * k as f64, m: 2.0 * x }).collect();
    let two = [Mass { x, m: 1.0 }, Mass { x: 2.0, m: x }];
    let all = integrate(
        |t| {
            let mut s = 0.0;
            for m in &masses {
                s += m.pull(t);
            }
            s
        },
        0.0,
        b,
        8,
    );
    all + integrate(|t| two[0].pull(t) + two[1].m * t, 0.0, b, 8)
}

#[differentiable]
impl World {
    fn total(&self, b: f64) -> f64 {
        let masses = &self.masses;
        integrate(|t| self.g * masses.iter().map(|m| m.pull(t)).sum::<f64>() + self.masses[0].m * t, 0.0, b, 8)
    }
}

#[test]
fn lists_of_structures_in_closures() {
    let world = |x: f64| World { masses: vec![Mass { x, m: 1.0 }, Mass { x: 0.8, m: x }], g: 2.0 };
    let (x, b) = (0.3, 1.2);
    let (by, by_b) = world(x).total_gradient(b);
    near(by_b, slope(|b| world(x).total(b), b));
    near(by.masses[0].x + by.masses[1].m, slope(|x| world(x).total(b), x));
    let (by, by_b) = of_parameter::gradient(&world(x).masses, b);
    near(by_b, slope(|b| of_parameter(&world(x).masses, b), b));
    near(by[0].x + by[1].m, slope(|x| of_parameter(&world(x).masses, b), x));
    let (by_x, by_b) = of_variables::gradient(x, b);
    near(by_x, slope(|x| of_variables(x, b), x));
    near(by_b, slope(|b| of_variables(x, b), b));
}

#[differentiable]
impl std::iter::Sum for Vector<2> {
    fn sum<I: Iterator<Item = Vector<2>>>(all: I) -> Self {
        all.fold(Vector([0.0, 0.0]), |a, b| a + b)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Swarm {
    at: Vec<Vector<2>>,
    weights: Vec<f64>,
}

#[differentiable]
impl Swarm {
    fn pairs(&self) -> Vec<f64> {
        let mut out = Vec::new();
        for (p, w) in self.at.iter().zip(&self.weights) {
            match p.0[0] > 0.0 {
                true => out.push(w * p.squared()),
                false => out.extend([0.5, p.0[1]]),
            }
        }
        out
    }
    fn spread(&self) -> f64 {
        if self.at.is_empty() || self.pairs().is_empty() {
            return 0.0;
        }
        let center = self.at.iter().copied().sum::<Vector<2>>();
        // A list of structures that is made behind a `return`.
        let far: Vec<Vector<2>> = self.at.iter().filter(|p| p.squared() > 0.5).copied().collect();
        let parts = self.pairs().chunks(2).map(|c| c[0] * c[c.len() - 1]).sum::<f64>();
        center.squared() + parts + far.iter().map(|p| p.0[0] * p.0[1]).sum::<f64>() + self.pairs().len() as f64
    }
}

#[test]
fn lists_that_calls_give_and_lists_in_fields() {
    let swarm = |x: f64, w: f64| Swarm {
        at: vec![Vector([x, 1.0]), Vector([-0.3, x]), Vector([x * x, 0.2])],
        weights: vec![w, 2.0, w * w],
    };
    let (x, w) = (0.7, 1.3);
    let (value, by) = swarm(x, w).spread_value_and_gradient();
    assert_eq!(value.to_bits(), swarm(x, w).spread().to_bits());
    let by_x = by.at[0].0[0] + by.at[1].0[1] + 2.0 * x * by.at[2].0[0];
    near(by_x, slope(|x| swarm(x, w).spread(), x));
    near(by.weights[0] + 2.0 * w * by.weights[2], slope(|w| swarm(x, w).spread(), w));
    assert_eq!(Swarm { at: vec![], weights: vec![] }.spread_gradient(), Swarm { at: vec![], weights: vec![] });
}
