//! A ray tracer: what is hit, if anything, as an `Option` of a structure.

use std::ops::{Add, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V(f64, f64, f64);

#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V(self.0 + o.0, self.1 + o.1, self.2 + o.2)
    }
}
#[differentiable]
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        V(self.0 - o.0, self.1 - o.1, self.2 - o.2)
    }
}
#[differentiable]
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V(self.0 * k, self.1 * k, self.2 * k)
    }
}
#[differentiable]
impl V {
    fn dot(&self, o: &V) -> f64 {
        self.0 * o.0 + self.1 * o.1 + self.2 * o.2
    }
    fn unit(self) -> V {
        let n = self.dot(&self).sqrt();
        self * (1.0 / n)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ray {
    o: V,
    d: V,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Hit {
    t: f64,
    p: V,
    n: V,
    albedo: f64,
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Sphere { center: V, radius: f64, albedo: f64 },
    Plane { normal: V, offset: f64, albedo: f64 },
}

#[differentiable]
impl Shape {
    fn intersect(&self, ray: &Ray) -> Option<Hit> {
        match self {
            Shape::Sphere { center, radius, albedo } => {
                let oc = ray.o - *center;
                let b = oc.dot(&ray.d);
                let c = oc.dot(&oc) - radius * radius;
                let disc = b * b - c;
                if disc < 0.0 {
                    return None;
                }
                let t = -b - disc.sqrt();
                if t < 1e-6 {
                    return None;
                }
                let p = ray.o + ray.d * t;
                Some(Hit { t, p, n: (p - *center).unit(), albedo: *albedo })
            }
            Shape::Plane { normal, offset, albedo } => {
                let slope = normal.dot(&ray.d);
                if slope.abs() < 1e-9 {
                    return None;
                }
                let t = (offset - normal.dot(&ray.o)) / slope;
                if t < 1e-6 { None } else { Some(Hit { t, p: ray.o + ray.d * t, n: *normal, albedo: *albedo }) }
            }
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Scene {
    shapes: Vec<Shape>,
    light: V,
    ambient: f64,
    #[constant]
    weights: Vec<f64>,
    fog: Option<f64>,
}

#[differentiable]
impl Scene {
    fn closest(&self, ray: &Ray) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for s in &self.shapes {
            if let Some(h) = s.intersect(ray) {
                match best {
                    Some(b) if b.t <= h.t => {}
                    _ => best = Some(h),
                }
            }
        }
        best
    }
    fn depth(&self, ray: &Ray) -> Option<f64> {
        let hit = self.closest(ray)?;
        Some(hit.t * hit.albedo)
    }
    fn shade(&self, ray: Ray, depth: usize) -> f64 {
        match self.closest(&ray) {
            None => 0.1,
            Some(hit) => {
                let l = (self.light - hit.p).unit();
                let mut c = hit.albedo * (self.ambient + hit.n.dot(&l).max(0.0));
                if depth > 0 {
                    let d = (ray.d - hit.n * (2.0 * ray.d.dot(&hit.n))).unit();
                    c += 0.3 * self.shade(Ray { o: hit.p, d }, depth - 1);
                }
                if let Some(fog) = self.fog {
                    c *= (-fog * hit.t).exp();
                }
                c
            }
        }
    }
    fn render(&self, size: usize) -> f64 {
        let mut sum = 0.0;
        for j in 0..size {
            for i in 0..size {
                let (u, v) = ((i as f64 + 0.5) / size as f64 - 0.5, (j as f64 + 0.5) / size as f64 - 0.5);
                let ray = Ray { o: V(0.0, 0.0, 0.0), d: V(u, v, 1.0).unit() };
                sum += self.shade(ray, 1) * self.weights[j % self.weights.len()];
                sum += self.depth(&ray).map(|t| t * self.ambient).unwrap_or(0.0);
            }
        }
        sum
    }
}

fn scene(p: &[f64], fog: bool) -> Scene {
    let sphere = Shape::Sphere { center: V(p[0], 0.0, 3.0), radius: p[1], albedo: 0.8 };
    let plane = Shape::Plane { normal: V(0.0, 1.0, 0.0), offset: p[2], albedo: 0.5 };
    let fog = fog.then_some(p[5]);
    Scene { shapes: vec![sphere, plane], light: V(2.0, p[3], -1.0), ambient: p[4], weights: vec![0.5, 1.5], fog }
}

#[test]
fn a_scene_has_the_gradient_of_what_is_seen() {
    let at = [0.1, 1.0, -1.0, 3.0, 0.1, 0.2];
    for fog in [true, false] {
        let (value, g) = scene(&at, fog).render_value_and_gradient(3);
        assert_eq!(value, scene(&at, fog).render(3));
        let (Shape::Sphere { center, radius, .. }, Shape::Plane { offset, .. }) = (&g.shapes[0], &g.shapes[1]) else {
            panic!("the shapes are what they were")
        };
        let got = [center.0, *radius, *offset, g.light.1, g.ambient, g.fog.unwrap_or(0.0)];
        for k in 0..at.len() {
            let moved = |h: f64| {
                let mut p = at;
                p[k] += h;
                scene(&p, fog).render(3)
            };
            let want = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((got[k] - want).abs() < 1e-6 * (1.0 + want.abs()), "{k}: {} {want}", got[k]);
        }
    }
}
