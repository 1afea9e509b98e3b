//! A robot arm by Denavit-Hartenberg matrices.

use std::ops::{Add, Index, Mul, Sub};
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
pub(super) struct Mat4([[f64; 4]; 4]);

impl Mat4 {
    pub(super) fn identity() -> Self {
        let mut m = [[0.0; 4]; 4];
        for (i, row) in m.iter_mut().enumerate() {
            row[i] = 1.0;
        }
        Mat4(m)
    }
    pub(super) fn dh(theta: f64, d: f64, a: f64, alpha: f64) -> Self {
        let (st, ct) = theta.sin_cos();
        let (sa, ca) = alpha.sin_cos();
        Mat4([[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]])
    }
    pub(super) fn translation(&self) -> Vec3 {
        Vec3 { x: self.0[0][3], y: self.0[1][3], z: self.0[2][3] }
    }
}

impl Mul for Mat4 {
    type Output = Mat4;
    fn mul(self, o: Mat4) -> Mat4 {
        let mut m = [[0.0; 4]; 4];
        for i in 0..4 {
            for j in 0..4 {
                for k in 0..4 {
                    m[i][j] += self.0[i][k] * o.0[k][j];
                }
            }
        }
        Mat4(m)
    }
}

impl Index<(usize, usize)> for Mat4 {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.0[i][j]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
pub(super) struct Vec3 {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, s: f64) -> Vec3 {
        Vec3 { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}
impl Vec3 {
    pub(super) fn dot(&self, o: &Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub(super) fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

pub(super) struct Joint {
    pub(super) d: f64,
    pub(super) a: f64,
    pub(super) alpha: f64,
    pub(super) limits: (f64, f64),
}

#[differentiable]
pub(super) fn reach_cost(angles: &[f64], #[constant] arm: &[Joint], target: Vec3, orientation_weight: f64) -> f64 {
    let pose =
        angles.iter().zip(arm).map(|(&q, j)| Mat4::dh(q, j.d, j.a, j.alpha)).fold(Mat4::identity(), |acc, t| acc * t);
    let miss = pose.translation() - target;
    let tilt = 1.0 - pose[(2, 2)];
    let limits: f64 = angles
        .iter()
        .zip(arm)
        .map(|(&q, j)| {
            let (lo, hi) = j.limits;
            if q < lo {
                (lo - q).powi(2)
            } else if q > hi {
                (q - hi).powi(2)
            } else {
                0.0
            }
        })
        .sum();
    miss.dot(&miss) + orientation_weight * tilt * tilt + 10.0 * limits
}
