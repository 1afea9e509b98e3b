//! Bodies under gravity, by leapfrog.

use super::{close, flat};
use std::ops::{Add, AddAssign, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn new(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3 { x, y, z }
    }
    fn dot(self, other: Vec3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    fn norm_squared(self) -> f64 {
        self.dot(self)
    }
}

#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

#[differentiable]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

#[differentiable]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, s: f64) -> Vec3 {
        Vec3::new(self.x * s, self.y * s, self.z * s)
    }
}

#[differentiable]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        *self = *self + o;
    }
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Body {
    position: Vec3,
    velocity: Vec3,
    mass: f64,
}

#[differentiable]
impl Body {
    fn kinetic_energy(&self) -> f64 {
        0.5 * self.mass * self.velocity.norm_squared()
    }
}

const SOFTENING: f64 = 1e-3;

#[differentiable]
fn accelerations(bodies: &[Body], g: f64) -> Vec<Vec3> {
    let mut acc = vec![Vec3::ZERO; bodies.len()];
    for i in 0..bodies.len() {
        for j in 0..bodies.len() {
            if i == j {
                continue;
            }
            let d = bodies[j].position - bodies[i].position;
            let r2 = d.norm_squared() + SOFTENING;
            acc[i] += d * (g * bodies[j].mass / (r2 * r2.sqrt()));
        }
    }
    acc
}

#[differentiable]
fn leapfrog(bodies: &mut [Body], g: f64, dt: f64) {
    let acc = accelerations(bodies, g);
    for (body, a) in bodies.iter_mut().zip(&acc) {
        body.velocity += *a * (0.5 * dt);
        body.position += body.velocity * dt;
    }
    let acc = accelerations(bodies, g);
    for (body, a) in bodies.iter_mut().zip(&acc) {
        body.velocity += *a * (0.5 * dt);
    }
}

#[differentiable]
fn total_energy(bodies: &[Body], g: f64) -> f64 {
    let kinetic: f64 = bodies.iter().map(|b| b.kinetic_energy()).sum();
    let mut potential = 0.0;
    for (i, a) in bodies.iter().enumerate() {
        for b in &bodies[..i] {
            let d = (a.position - b.position).norm_squared() + SOFTENING;
            potential -= g * a.mass * b.mass / d.sqrt();
        }
    }
    kinetic + potential
}

/// How far the first body is from a target after some steps, and the drift of the energy.
#[differentiable]
fn miss(start: &[Body], target: Vec3, g: f64, dt: f64, steps: usize) -> f64 {
    let before = total_energy(start, g);
    let mut bodies = start.to_vec();
    for _ in 0..steps {
        leapfrog(&mut bodies, g, dt);
    }
    let off = bodies[0].position - target;
    let drift = total_energy(&bodies, g) - before;
    off.norm_squared() + drift * drift
}

fn start(n: usize) -> Vec<Body> {
    (0..n)
        .map(|k| {
            let t = k as f64;
            Body {
                position: Vec3::new((1.3 * t).cos() * (1.0 + t), (1.3 * t).sin() * (1.0 + t), 0.1 * t),
                velocity: Vec3::new(-(1.3 * t).sin() * 0.5, (1.3 * t).cos() * 0.5, 0.05),
                mass: 1.0 / (1.0 + t),
            }
        })
        .collect()
}

#[test]
fn bodies_under_gravity() {
    let s = start(3);
    let target = Vec3::new(0.5, 0.2, 0.0);
    let (v, (gs, gt, gg, gdt)) = miss::value_and_gradient(&s, target, 1.0, 0.05, 4);
    assert_eq!(v.to_bits(), miss(&s, target, 1.0, 0.05, 4).to_bits());
    let g = [flat(&gs), flat(&gt), vec![gg, gdt]].concat();
    let x = [flat(&s), flat(&target), vec![1.0, 0.05]].concat();
    close(&g, &miss::function(&s, target, 1.0, 0.05, 4).gradient(&x));
}
