//! Bodies and rotations in space.

use std::ops::{Add, AddAssign, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

/// A vector.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    /// The first coordinate.
    pub x: f64,
    /// The second.
    pub y: f64,
    /// The third.
    pub z: f64,
}

#[differentiable]
impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    /// From its coordinates.
    pub fn new(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3 { x, y, z }
    }
    /// The scalar product.
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    /// The vector product.
    pub fn cross(self, o: Vec3) -> Vec3 {
        Vec3::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
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

/// A body.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Body {
    /// Where it is.
    pub position: Vec3,
    /// How fast it is.
    pub velocity: Vec3,
    /// What it weighs.
    pub mass: f64,
}

#[differentiable]
impl Body {
    fn kinetic_energy(&self) -> f64 {
        0.5 * self.mass * self.velocity.dot(self.velocity)
    }
}

/// The energy of bodies that attract each other.
#[differentiable]
pub fn potential(bodies: &[Body], g: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..bodies.len() {
        for j in 0..i {
            let d = bodies[i].position - bodies[j].position;
            e -= g * bodies[i].mass * bodies[j].mass / (d.dot(d) + 1e-3).sqrt();
        }
    }
    e
}

/// The same with its gradient.
pub fn potential_by_hand(bodies: &[Body], g: f64, gradient: &mut [Body], by_g: &mut f64) -> f64 {
    gradient.fill(Body { position: Vec3::ZERO, velocity: Vec3::ZERO, mass: 0.0 });
    let mut e = 0.0;
    for i in 0..bodies.len() {
        let (a, mut to_a) = (&bodies[i], gradient[i].clone());
        for (b, to_b) in bodies[..i].iter().zip(&mut gradient[..i]) {
            let d = a.position - b.position;
            let near = 1.0 / (d.dot(d) + 1e-3).sqrt();
            let term = g * a.mass * b.mass * near;
            e -= term;
            to_a.mass -= g * b.mass * near;
            to_b.mass -= g * a.mass * near;
            let pull = d * (term * near * near);
            to_a.position += pull;
            to_b.position = to_b.position - pull;
        }
        gradient[i] = to_a;
    }
    *by_g = e / g;
    e
}

#[differentiable]
fn accelerations(bodies: &[Body], g: f64) -> Vec<Vec3> {
    let mut all = vec![Vec3::ZERO; bodies.len()];
    for i in 0..bodies.len() {
        for j in 0..bodies.len() {
            if i == j {
                continue;
            }
            let d = bodies[j].position - bodies[i].position;
            let r2 = d.dot(d) + 1e-3;
            all[i] += d * (g * bodies[j].mass / (r2 * r2.sqrt()));
        }
    }
    all
}

#[differentiable]
fn leapfrog(bodies: &mut [Body], g: f64, dt: f64) {
    let all = accelerations(bodies, g);
    for (body, a) in bodies.iter_mut().zip(&all) {
        body.velocity += *a * (0.5 * dt);
        body.position += body.velocity * dt;
    }
    let all = accelerations(bodies, g);
    for (body, a) in bodies.iter_mut().zip(&all) {
        body.velocity += *a * (0.5 * dt);
    }
}

/// Where bodies that attract each other are after some steps.
#[differentiable]
pub fn simulation(start: &[Body], g: f64, dt: f64, steps: usize) -> f64 {
    let mut bodies = start.to_vec();
    for _ in 0..steps {
        leapfrog(&mut bodies, g, dt);
    }
    bodies[0].position.dot(bodies[1].position)
}

#[differentiable]
fn total_energy(bodies: &[Body], g: f64) -> f64 {
    let kinetic: f64 = bodies.iter().map(|b| b.kinetic_energy()).sum();
    let mut potential = 0.0;
    for (i, a) in bodies.iter().enumerate() {
        for b in &bodies[..i] {
            let d = a.position - b.position;
            potential -= g * a.mass * b.mass / (d.dot(d) + 1e-3).sqrt();
        }
    }
    kinetic + potential
}

/// How far the first body is from a target after some steps, and how much the energy has changed.
#[differentiable]
pub fn miss(start: &[Body], target: Vec3, g: f64, dt: f64, steps: usize) -> f64 {
    let before = total_energy(start, g);
    let mut bodies = start.to_vec();
    for _ in 0..steps {
        leapfrog(&mut bodies, g, dt);
    }
    let off = bodies[0].position - target;
    let drift = total_energy(&bodies, g) - before;
    off.dot(off) + drift * drift
}

/// A rotation.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quaternion {
    /// The cosine of half the angle.
    pub w: f64,
    /// The axis, as long as the sine.
    pub v: Vec3,
}

#[differentiable]
impl Mul for Quaternion {
    type Output = Quaternion;
    fn mul(self, o: Quaternion) -> Quaternion {
        Quaternion { w: self.w * o.w - self.v.dot(o.v), v: o.v * self.w + self.v * o.w + self.v.cross(o.v) }
    }
}

#[differentiable]
impl Quaternion {
    fn normalized(self) -> Quaternion {
        let s = 1.0 / (self.w * self.w + self.v.dot(self.v)).sqrt();
        Quaternion { w: self.w * s, v: self.v * s }
    }
}

/// The attitude after turning at these rates.
#[differentiable]
pub fn attitude(rates: &[Vec3], start: Quaternion, dt: f64) -> f64 {
    let mut q = start;
    for rate in rates {
        let half = *rate * (0.5 * dt);
        let turn = Quaternion { w: 1.0, v: half };
        q = (q * turn).normalized();
    }
    q.w * q.v.x + q.v.y * q.v.z
}
