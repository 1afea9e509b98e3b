//! Orbits: kepler elements to state vectors, J2 perturbation, RK4 propagation.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

const MU: f64 = 398_600.441_8;
const RE: f64 = 6378.137;
const J2: f64 = 1.082_626_68e-3;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Elements {
    pub a: f64,
    pub e: f64,
    pub i: f64,
    pub raan: f64,
    pub argp: f64,
    pub m: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct State {
    pub r: [f64; 3],
    pub v: [f64; 3],
}

fn kepler(m: f64, e: f64) -> f64 {
    let mut ea = if e < 0.8 { m } else { std::f64::consts::PI };
    for _ in 0..50 {
        let f = ea - e * ea.sin() - m;
        let d = f / (1.0 - e * ea.cos());
        ea -= d;
        if d.abs() < 1e-13 {
            break;
        }
    }
    ea
}

fn rot_z(v: [f64; 3], a: f64) -> [f64; 3] {
    let (s, c) = a.sin_cos();
    [c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]]
}

fn rot_x(v: [f64; 3], a: f64) -> [f64; 3] {
    let (s, c) = a.sin_cos();
    [v[0], c * v[1] - s * v[2], s * v[1] + c * v[2]]
}

#[differentiable]
impl Elements {
    pub fn to_state(&self) -> State {
        let ea = kepler(self.m, self.e);
        let (se, ce) = ea.sin_cos();
        let b = (1.0 - self.e.powi(2)).sqrt();
        let n = (MU / self.a.powi(3)).sqrt();
        let r = self.a * (1.0 - self.e * ce);
        let p = [self.a * (ce - self.e), self.a * b * se, 0.0];
        let pd = [-self.a * self.a * n * se / r, self.a * self.a * n * b * ce / r, 0.0];
        let turn = |v: [f64; 3]| rot_z(rot_x(rot_z(v, self.argp), self.i), self.raan);
        State { r: turn(p), v: turn(pd) }
    }
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn accel(r: &[f64; 3]) -> [f64; 3] {
    let d = norm(r);
    let k = 1.5 * J2 * MU * RE.powi(2) / d.powi(5);
    let z2 = 5.0 * r[2] * r[2] / (d * d);
    let mut a = [0.0; 3];
    for (j, (a, x)) in a.iter_mut().zip(r).enumerate() {
        let w = if j == 2 { 3.0 } else { 1.0 };
        *a = -MU * x / d.powi(3) + k * x * (z2 - w);
    }
    a
}

fn axpy(x: &[f64; 3], s: f64, y: &[f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| x[i] + s * y[i])
}

#[differentiable]
pub fn miss(el: &Elements, target: [f64; 3], steps: usize, dt: f64) -> f64 {
    let mut s = el.to_state();
    for _ in 0..steps {
        let k1v = accel(&s.r);
        let k1r = s.v;
        let k2v = accel(&axpy(&s.r, dt / 2.0, &k1r));
        let k2r = axpy(&s.v, dt / 2.0, &k1v);
        let k3v = accel(&axpy(&s.r, dt / 2.0, &k2r));
        let k3r = axpy(&s.v, dt / 2.0, &k2v);
        let k4v = accel(&axpy(&s.r, dt, &k3r));
        let k4r = axpy(&s.v, dt, &k3v);
        for i in 0..3 {
            s.r[i] += dt / 6.0 * (k1r[i] + 2.0 * (k2r[i] + k3r[i]) + k4r[i]);
            s.v[i] += dt / 6.0 * (k1v[i] + 2.0 * (k2v[i] + k3v[i]) + k4v[i]);
        }
    }
    let d: Vec<f64> = s.r.iter().zip(target.iter()).map(|(a, b)| a - b).collect();
    norm(&d)
}

#[test]
fn orbits() {
    let target = [-3000.0, 5000.0, 2500.0];
    let at = |x: &[f64]| Elements { a: 1e3 * x[0], e: x[1], i: x[2], raan: x[3], argp: x[4], m: x[5] };
    let x = [7.2, 0.02, 0.9, 1.1, 0.3, 0.5];
    let (value, (g, ..)) = miss::value_and_gradient(&at(&x), target, 10, 30.0);
    // In thousands of kilometres.
    let plain = |x: &[f64]| miss(&at(x), target, 10, 30.0);
    assert_eq!(value, plain(&x));
    let g: Vec<f64> = [1e3 * g.a, g.e, g.i, g.raan, g.argp, g.m].map(|g| 1e-3 * g).to_vec();
    held(&x, |x| 1e-3 * plain(x), 1e-3 * value, &g);
}
