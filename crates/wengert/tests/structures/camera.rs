//! A bundle of observations by cameras with Rodrigues rotations.

use super::{close, flat};
use std::ops::{Add, Index, Mul, Neg, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Vec3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    fn dot(&self, o: &Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(&self, o: &Vec3) -> Vec3 {
        Vec3::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiable]
impl Add for Vec3 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiable]
impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiable]
impl Neg for Vec3 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}
#[differentiable]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self * v.x, self * v.y, self * v.z)
    }
}
#[differentiable]
impl Index<usize> for Vec3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Rotation {
    axis_angle: Vec3,
}

#[differentiable]
impl Rotation {
    fn apply(&self, p: Vec3) -> Vec3 {
        let w = self.axis_angle;
        let theta2 = w.dot(&w);
        if theta2 > 1e-12 {
            let theta = theta2.sqrt();
            let (sin, cos) = theta.sin_cos();
            let axis = (1.0 / theta) * w;
            let along = axis.dot(&p) * (1.0 - cos);
            cos * p + sin * axis.cross(&p) + along * axis
        } else {
            p + w.cross(&p)
        }
    }
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Camera {
    rotation: Rotation,
    translation: Vec3,
    focal: f64,
    distortion: [f64; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Pixel {
    u: f64,
    v: f64,
}

#[differentiable]
impl Camera {
    fn project(&self, p: &Vec3) -> Pixel {
        let q = self.rotation.apply(*p) + self.translation;
        let (u, v) = (-q.x / q[2], -q.y / q[2]);
        let r2 = u * u + v * v;
        let k = 1.0 + r2 * (self.distortion[0] + r2 * self.distortion[1]);
        Pixel { u: self.focal * k * u, v: self.focal * k * v }
    }
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Observation {
    camera: usize,
    point: usize,
    #[constant]
    seen: Pixel,
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Scene {
    cameras: Vec<Camera>,
    points: Vec<Vec3>,
}

#[differentiable]
impl Scene {
    fn residual(&self, camera: usize, point: usize, u: f64, v: f64) -> (f64, f64) {
        let at = self.cameras[camera].project(&self.points[point]);
        (at.u - u, at.v - v)
    }
}

#[differentiable]
fn cost(scene: &Scene, #[constant] observations: &[Observation]) -> f64 {
    let mut sum = 0.0;
    for o in observations {
        let (du, dv) = scene.residual(o.camera, o.point, o.seen.u, o.seen.v);
        sum += 0.5 * (du * du + dv * dv);
    }
    sum + scene.points.iter().map(|p| 1e-3 * p.norm()).sum::<f64>()
}

#[test]
fn a_bundle_of_observations() {
    let camera = |k: f64| Camera {
        rotation: Rotation { axis_angle: Vec3::new(0.1 * k, -0.2 * k, 0.3 * k) },
        translation: Vec3::new(0.1, 0.2 * k, -5.0),
        focal: 500.0 + k,
        distortion: [1e-2, -1e-3 * k],
    };
    let scene = Scene {
        cameras: vec![camera(0.0), camera(1.0)],
        points: vec![Vec3::new(0.3, 0.4, 0.5), Vec3::new(-0.5, 0.1, 0.2), Vec3::new(0.0, -0.7, 0.1)],
    };
    let observations: Vec<Observation> = (0..5)
        .map(|k| Observation { camera: k % 2, point: k % 3, seen: Pixel { u: 3.0 * k as f64, v: -2.0 } })
        .collect();
    let (v, g) = cost::value_and_gradient(&scene, &observations);
    assert_eq!(v.to_bits(), cost(&scene, &observations).to_bits());
    close(&flat(&g), &cost::function(&scene, &observations).gradient(&flat(&scene)));
}
