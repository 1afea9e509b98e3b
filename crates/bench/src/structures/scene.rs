//! Cameras that see points: what a bundle adjustment minimises.

use super::space::Vec3;
use wengert::Differentiable;
use wengert::prelude::*;

/// A camera; its rotation is an axis times an angle.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Camera {
    /// The axis, as long as the angle.
    pub rotation: Vec3,
    /// Where the world's origin is, seen from it.
    pub translation: Vec3,
    /// The focal length.
    pub focal: f64,
    /// By the second and by the fourth power of the distance from the centre.
    pub distortion: [f64; 2],
}

/// A place in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Pixel {
    /// To the right.
    pub u: f64,
    /// Upwards.
    pub v: f64,
}

#[differentiable]
fn rotated(w: Vec3, p: Vec3) -> Vec3 {
    let theta2 = w.dot(w);
    if theta2 > 1e-12 {
        let theta = theta2.sqrt();
        let (sin, cos) = theta.sin_cos();
        let axis = w * (1.0 / theta);
        let along = axis.dot(p) * (1.0 - cos);
        p * cos + axis.cross(p) * sin + axis * along
    } else {
        p + w.cross(p)
    }
}

#[differentiable]
impl Camera {
    fn project(&self, p: &Vec3) -> Pixel {
        let q = rotated(self.rotation, *p) + self.translation;
        let (u, v) = (-q.x / q.z, -q.y / q.z);
        let r2 = u * u + v * v;
        let k = 1.0 + r2 * (self.distortion[0] + r2 * self.distortion[1]);
        Pixel { u: self.focal * k * u, v: self.focal * k * v }
    }
}

/// A point as a camera saw it.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Which camera.
    pub camera: usize,
    /// Which point.
    pub point: usize,
    /// Where.
    pub seen: Pixel,
}

/// What is known of the world.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Scene {
    /// The cameras.
    pub cameras: Vec<Camera>,
    /// The points.
    pub points: Vec<Vec3>,
}

/// How far everything is from where it was seen.
#[differentiable]
pub fn cost(scene: &Scene, #[constant] seen: &[Observation]) -> f64 {
    let mut sum = 0.0;
    for o in seen {
        let at = scene.cameras[o.camera].project(&scene.points[o.point]);
        let (du, dv) = (at.u - o.seen.u, at.v - o.seen.v);
        sum += 0.5 * (du * du + dv * dv);
    }
    sum
}
