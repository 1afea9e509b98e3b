//! Robotics: DH parameters, homogeneous transforms as type alias, quaternion operators, joints as enum, IK cost.
use super::super::held;
use std::ops::{Index, Mul, MulAssign};
use wengert::Differentiable;
use wengert::prelude::*;

type Mat4 = [[f64; 4]; 4];
const EYE: Mat4 = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

fn mul(a: &Mat4, b: &Mat4) -> Mat4 {
    let mut c = [[0.0; 4]; 4];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, v) in row.iter_mut().enumerate() {
            *v = (0..4).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}

#[derive(Clone, Copy, Debug)]
pub struct Dh {
    pub a: f64,
    pub alpha: f64,
    pub d: f64,
    pub offset: f64,
}

impl Dh {
    fn transform(&self, q: f64) -> Mat4 {
        let (st, ct) = (q + self.offset).sin_cos();
        let (sa, ca) = self.alpha.sin_cos();
        [
            [ct, -st * ca, st * sa, self.a * ct],
            [st, ct * ca, -ct * sa, self.a * st],
            [0.0, sa, ca, self.d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    }
}

const ARM: [Dh; 3] = [
    Dh { a: 0.0, alpha: std::f64::consts::FRAC_PI_2, d: 0.4, offset: 0.0 },
    Dh { a: 0.6, alpha: 0.0, d: 0.0, offset: 0.0 },
    Dh { a: 0.5, alpha: 0.0, d: 0.0, offset: -0.2 },
];

#[differentiable]
pub fn forward_kinematics(q: &[f64; 3]) -> [f64; 3] {
    let t = ARM.iter().zip(q).fold(EYE, |acc, (link, &q)| mul(&acc, &link.transform(q)));
    [t[0][3], t[1][3], t[2][3]]
}

#[differentiable]
pub fn ik_cost(q: &[f64; 3], target: [f64; 3], limits: &[(f64, f64)]) -> f64 {
    let p = forward_kinematics(q);
    let reach: f64 = p.iter().zip(&target).map(|(a, b)| (a - b).powi(2)).sum();
    let penalty: f64 = q
        .iter()
        .zip(limits)
        .map(|(q, &(lo, hi))| match q {
            q if *q < lo => (lo - q).powi(2),
            q if *q > hi => (q - hi).powi(2),
            _ => 0.0,
        })
        .sum();
    reach + 10.0 * penalty
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quat {
    pub w: f64,
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[differentiable]
impl Quat {
    pub const IDENTITY: Self = Quat { w: 1.0, x: 0.0, y: 0.0, z: 0.0 };
    pub fn from_axis_angle([x, y, z]: [f64; 3], angle: f64) -> Self {
        let (s, c) = (0.5 * angle).sin_cos();
        let n = (x * x + y * y + z * z).sqrt();
        Quat { w: c, x: s * x / n, y: s * y / n, z: s * z / n }
    }
    pub fn conj(self) -> Self {
        Quat { x: -self.x, y: -self.y, z: -self.z, ..self }
    }
    pub fn rotate(self, v: [f64; 3]) -> [f64; 3] {
        let p = Quat { w: 0.0, x: v[0], y: v[1], z: v[2] };
        let r = self * p * self.conj();
        [r.x, r.y, r.z]
    }
    pub fn normalized(mut self) -> Self {
        let n = (self.w.powi(2) + self.x.powi(2) + self.y.powi(2) + self.z.powi(2)).sqrt();
        self.w /= n;
        self.x /= n;
        self.y /= n;
        self.z /= n;
        self
    }
    pub fn slerp(self, other: Quat, t: f64) -> Quat {
        let mut d = self.w * other.w + self.x * other.x + self.y * other.y + self.z * other.z;
        let mut o = other;
        if d < 0.0 {
            d = -d;
            o = Quat { w: -o.w, x: -o.x, y: -o.y, z: -o.z };
        }
        let (a, b) = if d > 0.9995 {
            (1.0 - t, t)
        } else {
            let th = d.acos();
            (((1.0 - t) * th).sin() / th.sin(), (t * th).sin() / th.sin())
        };
        Quat { w: a * self.w + b * o.w, x: a * self.x + b * o.x, y: a * self.y + b * o.y, z: a * self.z + b * o.z }
            .normalized()
    }
}

#[differentiable]
impl Mul for Quat {
    type Output = Quat;
    fn mul(self, r: Quat) -> Quat {
        Quat {
            w: self.w * r.w - self.x * r.x - self.y * r.y - self.z * r.z,
            x: self.w * r.x + self.x * r.w + self.y * r.z - self.z * r.y,
            y: self.w * r.y - self.x * r.z + self.y * r.w + self.z * r.x,
            z: self.w * r.z + self.x * r.y - self.y * r.x + self.z * r.w,
        }
    }
}

#[differentiable]
impl MulAssign for Quat {
    fn mul_assign(&mut self, rhs: Quat) {
        *self = *self * rhs;
    }
}

impl Index<usize> for Quat {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        [&self.w, &self.x, &self.y, &self.z][i]
    }
}

#[differentiable]
pub fn attitude_error(gyro: &[[f64; 3]], dt: f64, gravity: [f64; 3], measured: [f64; 3]) -> f64 {
    let mut q = Quat::IDENTITY;
    for w in gyro {
        let rate = w.iter().map(|v| v * v).sum::<f64>().sqrt();
        if rate > 1e-9 {
            q *= Quat::from_axis_angle(*w, rate * dt);
        }
    }
    let g = q.normalized().conj().rotate(gravity);
    g.iter().zip(measured).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() + q[0] * 1e-3
}

#[differentiable]
pub fn blend(a: Quat, b: Quat, ts: &[f64]) -> f64 {
    ts.iter().map(|&t| a.slerp(b, t).rotate([1.0, 0.0, 0.0])[1]).sum()
}

#[test]
fn arms_and_attitudes() {
    let q = [0.3, -0.7, 1.4];
    let (target, limits) = ([0.4, 0.2, 0.6], [(-1.0, 1.0), (-0.5, 1.5), (-1.0, 1.0)]);
    let (value, (g, t, _)) = ik_cost::value_and_gradient(&q, target, &limits);
    held(&q, |q| ik_cost(q.try_into().unwrap(), target, &limits), value, &g);
    held(&target, |t| ik_cost(&q, [t[0], t[1], t[2]], &limits), value, &t);
    let gyro = [[0.1, 0.4, -0.2], [0.0, 0.0, 0.0], [0.3, -0.1, 0.5]];
    let x = [0.2, 0.3, -9.7];
    let (value, (by_gyro, by_dt, by_g, _)) = attitude_error::value_and_gradient(&gyro, 0.5, x, [0.0, 0.1, -9.8]);
    held(&x, |x| attitude_error(&gyro, 0.5, [x[0], x[1], x[2]], [0.0, 0.1, -9.8]), value, &by_g);
    held(&[0.5], |dt| attitude_error(&gyro, dt[0], x, [0.0, 0.1, -9.8]), value, &[by_dt]);
    let turned = |w: &[f64]| attitude_error(&[[w[0], w[1], w[2]], gyro[1], gyro[2]], 0.5, x, [0.0, 0.1, -9.8]);
    held(&gyro[0], turned, value, &by_gyro[0]);
    let quat = |x: &[f64]| Quat { w: x[0], x: x[1], y: x[2], z: x[3] };
    let x = [0.9, 0.1, -0.3, 0.2, -0.5, 0.4, 0.6, -0.1];
    let (value, (a, b, _)) = blend::value_and_gradient(quat(&x[..4]), quat(&x[4..]), &[0.2, 0.7]);
    let g = [a.w, a.x, a.y, a.z, b.w, b.x, b.y, b.z];
    held(&x, |x| blend(quat(&x[..4]), quat(&x[4..]), &[0.2, 0.7]), value, &g);
}
