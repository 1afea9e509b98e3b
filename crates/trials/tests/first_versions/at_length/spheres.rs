//! Rays that hit spheres.

use std::f64::consts::PI;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
pub(super) struct Ray {
    origin: [f64; 3],
    dir: [f64; 3],
}
#[derive(Clone, Debug, Differentiable)]
pub(super) struct Sphere {
    pub(super) center: [f64; 3],
    pub(super) radius: f64,
    pub(super) albedo: f64,
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn scale(a: [f64; 3], s: f64) -> [f64; 3] {
    a.map(|x| x * s)
}
fn normalize(a: [f64; 3]) -> [f64; 3] {
    let n = dot(&a, &a).sqrt();
    scale(a, 1.0 / n)
}

impl Sphere {
    fn hit(&self, ray: &Ray) -> Option<f64> {
        let oc = sub(ray.origin, self.center);
        let b = dot(&oc, &ray.dir);
        let c = dot(&oc, &oc) - self.radius * self.radius;
        let disc = b * b - c;
        if disc < 0.0 {
            return None;
        }
        let t = -b - disc.sqrt();
        (t > 1e-6).then_some(t)
    }
}

fn closest<'s>(spheres: &'s [Sphere], ray: &Ray) -> Option<(&'s Sphere, f64)> {
    let mut best: Option<(&Sphere, f64)> = None;
    for s in spheres {
        if let Some(t) = s.hit(ray) {
            match best {
                Some((_, bt)) if bt <= t => {}
                _ => best = Some((s, t)),
            }
        }
    }
    best
}

#[differentiable]
pub(super) fn render_loss(
    spheres: &[Sphere],
    light: [f64; 3],
    #[constant] width: usize,
    #[constant] target: &[f64],
) -> f64 {
    let mut loss = 0.0;
    for (pixel, want) in target.iter().enumerate() {
        let (px, py) = (pixel % width, pixel / width);
        let u = (px as f64 + 0.5) / width as f64 * 2.0 - 1.0;
        let v = (py as f64 + 0.5) / width as f64 * 2.0 - 1.0;
        let fov = (PI / 6.0).tan();
        let ray = Ray { origin: [0.0, 0.0, -5.0], dir: normalize([u * fov, v * fov, 1.0]) };
        let shade = match closest(spheres, &ray) {
            Some((s, t)) => {
                let p =
                    [ray.origin[0] + t * ray.dir[0], ray.origin[1] + t * ray.dir[1], ray.origin[2] + t * ray.dir[2]];
                let n = normalize(sub(p, s.center));
                let l = normalize(sub(light, p));
                s.albedo * dot(&n, &l).max(0.0)
            }
            None => 0.1,
        };
        loss += (shade - want).powi(2);
    }
    loss / target.len() as f64
}
