//! Bodies that move: steps of an integrator, one after the other.

use std::ops::{Add, Mul};
use wengert::{Differentiable, differentiable};

/// The energy of bodies under gravity after so many leapfrog steps.
#[differentiable]
pub(crate) fn bodies(
    start: &[[f64; 3]],
    velocity: &[[f64; 3]],
    mass: &[f64],
    #[constant] dt: f64,
    steps: usize,
) -> f64 {
    let n = mass.len();
    let mut x = start.to_vec();
    let mut v = velocity.to_vec();
    for _ in 0..steps {
        for i in 0..n {
            for k in 0..3 {
                x[i][k] += 0.5 * dt * v[i][k];
            }
        }
        for i in 0..n {
            for j in 0..i {
                let d = [x[j][0] - x[i][0], x[j][1] - x[i][1], x[j][2] - x[i][2]];
                let r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
                let f = dt / (r2 * r2.sqrt());
                for k in 0..3 {
                    v[i][k] += f * mass[j] * d[k];
                    v[j][k] -= f * mass[i] * d[k];
                }
            }
        }
        for i in 0..n {
            for k in 0..3 {
                x[i][k] += 0.5 * dt * v[i][k];
            }
        }
    }
    let mut energy = 0.0;
    for i in 0..n {
        energy += 0.5 * mass[i] * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
        for j in 0..i {
            let d = [x[j][0] - x[i][0], x[j][1] - x[i][1], x[j][2] - x[i][2]];
            energy -= mass[i] * mass[j] / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3).sqrt();
        }
    }
    energy
}

/// A rotation.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub(crate) struct Quaternion {
    pub(crate) w: f64,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl bench::contest::Numbers for Quaternion {
    fn append(&self, out: &mut Vec<f64>) {
        out.extend([self.w, self.x, self.y, self.z]);
    }
}

#[differentiable]
impl Mul for Quaternion {
    type Output = Quaternion;
    fn mul(self, q: Quaternion) -> Quaternion {
        Quaternion {
            w: self.w * q.w - self.x * q.x - self.y * q.y - self.z * q.z,
            x: self.w * q.x + self.x * q.w + self.y * q.z - self.z * q.y,
            y: self.w * q.y - self.x * q.z + self.y * q.w + self.z * q.x,
            z: self.w * q.z + self.x * q.y - self.y * q.x + self.z * q.w,
        }
    }
}

#[differentiable]
impl Add for Quaternion {
    type Output = Quaternion;
    fn add(self, q: Quaternion) -> Quaternion {
        Quaternion { w: self.w + q.w, x: self.x + q.x, y: self.y + q.y, z: self.z + q.z }
    }
}

#[differentiable]
impl Quaternion {
    fn scaled(self, s: f64) -> Quaternion {
        Quaternion { w: s * self.w, x: s * self.x, y: s * self.y, z: s * self.z }
    }
    fn norm(self) -> f64 {
        (self.w * self.w + self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
    }
}

/// The attitude that a gyroscope with a bias measures, against what a compass says in the end.
#[differentiable]
pub(crate) fn attitude(start: Quaternion, bias: [f64; 3], #[constant] rates: &[f64], #[constant] dt: f64) -> f64 {
    let mut q = start;
    for rate in rates.chunks_exact(3) {
        let omega = Quaternion { w: 0.0, x: rate[0] - bias[0], y: rate[1] - bias[1], z: rate[2] - bias[2] };
        let change = q * omega;
        q = q + change.scaled(0.5 * dt);
        q = q.scaled(1.0 / q.norm());
    }
    let north = 1.0 - 2.0 * (q.y * q.y + q.z * q.z) - 0.8;
    let east = 2.0 * (q.x * q.y + q.w * q.z) - 0.6;
    north * north + east * east
}

/// The angular accelerations of pendula that springs join.
#[differentiable]
fn slope(angle: &[f64], spring: f64, length: &[f64], out: &mut [f64]) {
    let n = angle.len();
    for i in 0..n {
        out[i] = -9.81 / length[i] * angle[i].sin();
    }
    for i in 1..n {
        let pull = spring * (angle[i] - angle[i - 1]);
        out[i] -= pull;
        out[i - 1] += pull;
    }
}

/// The squares of the angles of a chain of pendula, after so many Runge-Kutta steps.
#[differentiable]
pub(crate) fn pendula(start: &[f64], spring: f64, length: &[f64], #[constant] h: f64, steps: usize) -> f64 {
    let n = start.len();
    let mut q = start.to_vec();
    let mut v = vec![0.0; n];
    for _ in 0..steps {
        let mut a1 = vec![0.0; n];
        slope(&q, spring, length, &mut a1);
        let q2: Vec<f64> = (0..n).map(|i| q[i] + 0.5 * h * v[i]).collect();
        let v2: Vec<f64> = (0..n).map(|i| v[i] + 0.5 * h * a1[i]).collect();
        let mut a2 = vec![0.0; n];
        slope(&q2, spring, length, &mut a2);
        let q3: Vec<f64> = (0..n).map(|i| q[i] + 0.5 * h * v2[i]).collect();
        let v3: Vec<f64> = (0..n).map(|i| v[i] + 0.5 * h * a2[i]).collect();
        let mut a3 = vec![0.0; n];
        slope(&q3, spring, length, &mut a3);
        let q4: Vec<f64> = (0..n).map(|i| q[i] + h * v3[i]).collect();
        let v4: Vec<f64> = (0..n).map(|i| v[i] + h * a3[i]).collect();
        let mut a4 = vec![0.0; n];
        slope(&q4, spring, length, &mut a4);
        for i in 0..n {
            q[i] += h / 6.0 * (v[i] + 2.0 * v2[i] + 2.0 * v3[i] + v4[i]);
            v[i] += h / 6.0 * (a1[i] + 2.0 * a2[i] + 2.0 * a3[i] + a4[i]);
        }
    }
    q.iter().map(|v| v * v).sum()
}
