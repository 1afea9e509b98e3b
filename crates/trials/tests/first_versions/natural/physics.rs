//! Physics: orbits, waves, particles, heat.

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

const G: f64 = 6.674e-11;

/// Van der Pol oscillator, semi-implicit Euler, mean energy.
#[differentiable]
fn van_der_pol(mu: f64, x0: f64, steps: usize) -> f64 {
    let dt = 0.01;
    let (mut x, mut v) = (x0, 0.0);
    let mut energies = Vec::with_capacity(steps);
    for _ in 0..steps {
        let a = mu * (1.0 - x * x) * v - x;
        v += a * dt;
        x += v * dt;
        energies.push(0.5 * (x * x + v * v));
    }
    energies.iter().sum::<f64>() / energies.len() as f64
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    mass: f64,
    pos: [f64; 2],
    vel: [f64; 2],
}

#[differentiable]
impl Body {
    fn kinetic(&self) -> f64 {
        0.5 * self.mass * (self.vel[0].powi(2) + self.vel[1].powi(2))
    }
    fn pull(&self, other: &Body) -> [f64; 2] {
        let dx = other.pos[0] - self.pos[0];
        let dy = other.pos[1] - self.pos[1];
        let r2 = dx * dx + dy * dy + 1e-3;
        let k = other.mass / (r2 * r2.sqrt());
        [k * dx, k * dy]
    }
}

/// Two-dimensional n-body, symplectic, total energy at the end.
#[differentiable]
fn n_body(bodies: &[Body], dt: f64, steps: usize) -> f64 {
    let mut state = bodies.to_vec();
    for _ in 0..steps {
        let acc: Vec<[f64; 2]> = state
            .iter()
            .enumerate()
            .map(|(i, b)| {
                let mut a = [0.0; 2];
                for (j, other) in state.iter().enumerate() {
                    if i != j {
                        let p = b.pull(other);
                        a[0] += p[0];
                        a[1] += p[1];
                    }
                }
                a
            })
            .collect();
        for (b, a) in state.iter_mut().zip(&acc) {
            for k in 0..2 {
                b.vel[k] += a[k] * dt;
                b.pos[k] += b.vel[k] * dt;
            }
        }
    }
    state.iter().map(|b| b.kinetic()).sum()
}

/// Heat equation in one dimension, Crank-Nicolson with the Thomas algorithm.
#[differentiable]
fn crank_nicolson(u0: &[f64], alpha: f64, steps: usize) -> f64 {
    let n = u0.len();
    let mut u = u0.to_vec();
    for _ in 0..steps {
        let mut d = vec![0.0; n];
        for i in 0..n {
            let left = if i > 0 { u[i - 1] } else { 0.0 };
            let right = if i + 1 < n { u[i + 1] } else { 0.0 };
            d[i] = alpha * left + (2.0 - 2.0 * alpha) * u[i] + alpha * right;
        }
        let (a, b, c) = (-alpha, 2.0 + 2.0 * alpha, -alpha);
        let mut cp = vec![0.0; n];
        let mut dp = vec![0.0; n];
        cp[0] = c / b;
        dp[0] = d[0] / b;
        for i in 1..n {
            let m = b - a * cp[i - 1];
            cp[i] = c / m;
            dp[i] = (d[i] - a * dp[i - 1]) / m;
        }
        u[n - 1] = dp[n - 1];
        for i in (0..n - 1).rev() {
            u[i] = dp[i] - cp[i] * u[i + 1];
        }
    }
    u.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Planck's law integrated by Simpson's rule.
#[differentiable]
fn radiance(temperature: f64, lo: f64, hi: f64) -> f64 {
    let n = 20;
    let h = (hi - lo) / n as f64;
    let planck = |x: f64| x.powi(3) / ((x / temperature).exp() - 1.0);
    (0..=n)
        .map(|i| {
            let w = match i {
                0 => 1.0,
                i if i == n => 1.0,
                i if i % 2 == 1 => 4.0,
                _ => 2.0,
            };
            w * planck(lo + i as f64 * h)
        })
        .sum::<f64>()
        * h
        / 3.0
}

/// Chemical kinetics: reactions as a list of (reactants, products, rate).
#[differentiable]
fn kinetics(c0: &[f64], rates: &[f64], steps: usize) -> f64 {
    let reactions: Vec<(Vec<usize>, Vec<usize>)> =
        vec![(vec![0, 1], vec![2]), (vec![2], vec![0, 1]), (vec![2, 2], vec![3])];
    let mut c = c0.to_vec();
    for _ in 0..steps {
        let mut dc = vec![0.0; c.len()];
        for ((reactants, products), &k) in reactions.iter().zip(rates) {
            let speed = reactants.iter().fold(k, |s, &r| s * c[r]);
            for &r in reactants {
                dc[r] -= speed;
            }
            for &p in products {
                dc[p] += speed;
            }
        }
        for (c, d) in c.iter_mut().zip(dc) {
            *c += 0.01 * d;
        }
    }
    c[3] + 0.5 * c[2]
}

/// Ideal double pendulum with RK4 on arrays.
#[differentiable]
fn double_pendulum(theta1: f64, theta2: f64, l1: f64, l2: f64) -> f64 {
    let g = 9.81;
    let deriv = |s: [f64; 4]| -> [f64; 4] {
        let [t1, t2, w1, w2] = s;
        let d = t1 - t2;
        let den = 3.0 - (2.0 * d).cos();
        let a1 =
            (-3.0 * g * t1.sin() - g * (t1 - 2.0 * t2).sin() - 2.0 * d.sin() * (w2 * w2 * l2 + w1 * w1 * l1 * d.cos()))
                / (l1 * den);
        let a2 = (2.0 * d.sin() * (w1 * w1 * l1 * 2.0 + g * 2.0 * t1.cos() + w2 * w2 * l2 * d.cos())) / (l2 * den);
        [w1, w2, a1, a2]
    };
    let add = |a: [f64; 4], b: [f64; 4], h: f64| -> [f64; 4] {
        let mut out = a;
        out.iter_mut().zip(b).for_each(|(o, b)| *o += h * b);
        out
    };
    let mut s = [theta1, theta2, 0.0, 0.0];
    let h = 0.02;
    for _ in 0..25 {
        let k1 = deriv(s);
        let k2 = deriv(add(s, k1, h / 2.0));
        let k3 = deriv(add(s, k2, h / 2.0));
        let k4 = deriv(add(s, k3, h));
        for i in 0..4 {
            s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    s[0] * s[0] + s[3]
}

#[derive(Clone, Debug, PartialEq)]
enum Material {
    Steel,
    Copper,
    Custom { conductivity: f64, density: f64 },
}

impl Material {
    fn conductivity(&self) -> f64 {
        match self {
            Material::Steel => 45.0,
            Material::Copper => 400.0,
            Material::Custom { conductivity, .. } => *conductivity,
        }
    }
    fn density(&self) -> f64 {
        match *self {
            Material::Steel => 7850.0,
            Material::Copper => 8960.0,
            Material::Custom { density, .. } => density,
        }
    }
}

/// Layers of constant materials, temperatures at the interfaces.
#[differentiable]
fn wall(thickness: &[f64], hot: f64, cold: f64) -> f64 {
    let materials = [Material::Steel, Material::Copper, Material::Custom { conductivity: 0.5, density: 120.0 }];
    let resistance: f64 = thickness.iter().zip(&materials).map(|(d, m)| d / m.conductivity()).sum();
    let flux = (hot - cold) / resistance;
    let mass: f64 = thickness.iter().zip(materials.iter()).map(|(d, m)| d * m.density()).sum();
    flux + 1e-3 * mass
}

/// Kepler's equation by Newton's method, position on the orbit.
#[differentiable]
fn kepler(mean_anomaly: f64, e: f64, a: f64) -> (f64, f64) {
    let mut ecc = if e < 0.8 { mean_anomaly } else { std::f64::consts::PI };
    for _ in 0..50 {
        let delta = (ecc - e * ecc.sin() - mean_anomaly) / (1.0 - e * ecc.cos());
        ecc -= delta;
        if delta.abs() < 1e-14 {
            break;
        }
    }
    let (s, c) = ecc.sin_cos();
    (a * (c - e), a * (1.0 - e.powi(2)).sqrt() * s)
}

/// Gravitational potential of point masses on a grid of observers; minimum of all.
#[differentiable]
fn potential(masses: &[f64], xs: &[f64], ys: &[f64]) -> f64 {
    let mut worst = f64::INFINITY;
    for gx in -2..=2 {
        for gy in -2..=2 {
            let (px, py) = (gx as f64 * 0.7, gy as f64 * 0.9);
            let phi: f64 = masses
                .iter()
                .zip(xs.iter().zip(ys.iter()))
                .map(|(m, (x, y))| -G * 1e11 * m / ((x - px).hypot(y - py) + 0.1))
                .sum();
            worst = worst.min(phi);
        }
    }
    worst
}

#[differentiable]
fn place(mean_anomaly: f64, e: f64, a: f64) -> f64 {
    let (x, y) = kepler(mean_anomaly, e, a);
    x * x * y
}

#[test]
fn motion() {
    let (value, (a, b)) = van_der_pol::value_and_gradient(1.3, 0.7, 60);
    held(&[1.3, 0.7], |x| van_der_pol(x[0], x[1], 60), value, &[a, b]);
    let x = [0.4, -0.6, 1.1, 0.8];
    let (value, (a, b, c, d)) = double_pendulum::value_and_gradient(x[0], x[1], x[2], x[3]);
    held(&x, |x| double_pendulum(x[0], x[1], x[2], x[3]), value, &[a, b, c, d]);
    let x = [0.9, 0.3, 1.4];
    let (value, (a, b, c)) = place::value_and_gradient(x[0], x[1], x[2]);
    held(&x, |x| place(x[0], x[1], x[2]), value, &[a, b, c]);
}

#[test]
fn bodies_pull_one_another() {
    let bodies = |x: &[f64]| -> Vec<Body> {
        x.chunks(5).map(|b| Body { mass: b[0], pos: [b[1], b[2]], vel: [b[3], b[4]] }).collect()
    };
    let x = [1.0, 0.1, 0.2, 0.3, -0.1, 2.0, 1.1, -0.4, 0.0, 0.2, 0.5, -0.7, 0.9, -0.2, 0.1];
    let (value, (g, _)) = n_body::value_and_gradient(&bodies(&x), 0.05, 4);
    let g: Vec<f64> = g.iter().flat_map(|b| [b.mass, b.pos[0], b.pos[1], b.vel[0], b.vel[1]]).collect();
    held(&x, |x| n_body(&bodies(x), 0.05, 4), value, &g);
}

#[test]
fn fields() {
    let x = [0.3, 1.2, -0.4, 0.8, 0.35];
    let (value, (mut g, a)) = crank_nicolson::value_and_gradient(&x[..4], x[4], 3);
    g.push(a);
    held(&x, |x| crank_nicolson(&x[..4], x[4], 3), value, &g);
    let x = [1.3, 0.4, 2.0];
    let (value, (a, b, c)) = radiance::value_and_gradient(x[0], x[1], x[2]);
    held(&x, |x| radiance(x[0], x[1], x[2]), value, &[a, b, c]);
    let x = [1.0, 2.0, 0.4, -0.8, 0.3, 0.9];
    let (value, (a, b, c)) = potential::value_and_gradient(&x[..2], &x[2..4], &x[4..]);
    held(&x, |x| potential(&x[..2], &x[2..4], &x[4..]), value, &[a, b, c].concat());
}

#[test]
fn matter() {
    let x = [1.0, 0.8, 0.1, 0.2, 1.5, 0.7, 0.3];
    let (value, (a, b)) = kinetics::value_and_gradient(&x[..4], &x[4..], 5);
    held(&x, |x| kinetics(&x[..4], &x[4..], 5), value, &[a, b].concat());
    let x = [0.1, 0.2, 0.3, 350.0, 280.0];
    let (value, (mut g, a, b)) = wall::value_and_gradient(&x[..3], x[3], x[4]);
    g.extend([a, b]);
    held(&x, |x| wall(&x[..3], x[3], x[4]), value, &g);
}
