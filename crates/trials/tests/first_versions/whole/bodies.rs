//! Physics: N-body with structs and leapfrog, double pendulum with generic RK4, cloth springs, ray tracing spheres, 1D FDTD, Ising-like.
use super::super::held;
use std::ops::{Add, AddAssign, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default, Differentiable)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
impl Vec3 {
    pub const ZERO: Self = Self { x: 0., y: 0., z: 0. };
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    pub fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn cross(self, o: Self) -> Self {
        Self::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
    pub fn normalize(self) -> Self {
        self * (1.0 / self.length())
    }
}
macro_rules! impl_op {
    ($tr:ident, $f:ident, $op:tt) => {
        impl $tr for Vec3 { type Output = Self; fn $f(self, o: Self) -> Self { Self::new(self.x $op o.x, self.y $op o.y, self.z $op o.z) } }
    };
}
impl_op!(Add, add, +);
impl_op!(Sub, sub, -);
impl Mul<f64> for Vec3 {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self::new(self.x * k, self.y * k, self.z * k)
    }
}
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Body {
    pub p: Vec3,
    pub v: Vec3,
    pub m: f64,
}

fn accelerations(bodies: &[Body]) -> Vec<Vec3> {
    let mut acc = vec![Vec3::ZERO; bodies.len()];
    for i in 0..bodies.len() {
        for j in (i + 1)..bodies.len() {
            let d = bodies[j].p - bodies[i].p;
            let r2 = d.dot(d) + 1e-3;
            let f = d * (1.0 / (r2 * r2.sqrt()));
            acc[i] += bodies[j].m * f;
            acc[j] += f * -bodies[i].m;
        }
    }
    acc
}
#[differentiable]
pub fn energy_after(bodies: &[Body], dt: f64, steps: usize) -> f64 {
    let mut b = bodies.to_vec();
    let mut a = accelerations(&b);
    for _ in 0..steps {
        for (body, acc) in b.iter_mut().zip(&a) {
            body.v += *acc * (0.5 * dt);
            body.p += body.v * dt;
        }
        a = accelerations(&b);
        for (body, acc) in b.iter_mut().zip(a.iter()) {
            body.v += *acc * (0.5 * dt);
        }
    }
    let kinetic: f64 = b.iter().map(|b| 0.5 * b.m * b.v.dot(b.v)).sum();
    let potential: f64 =
        b.iter().enumerate().flat_map(|(i, p)| b[..i].iter().map(move |q| -p.m * q.m / (p.p - q.p).length())).sum();
    kinetic + potential
}
fn rk4<const N: usize, F>(f: F, y: [f64; N], h: f64) -> [f64; N]
where
    F: Fn(&[f64; N]) -> [f64; N],
{
    let shift = |y: &[f64; N], k: &[f64; N], s: f64| {
        let mut out = *y;
        for i in 0..N {
            out[i] += s * k[i];
        }
        out
    };
    let k1 = f(&y);
    let k2 = f(&shift(&y, &k1, h / 2.0));
    let k3 = f(&shift(&y, &k2, h / 2.0));
    let k4 = f(&shift(&y, &k3, h));
    let mut out = y;
    for i in 0..N {
        out[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    out
}
#[differentiable]
pub fn double_pendulum(y0: [f64; 4], m: (f64, f64), l: (f64, f64), h: f64, n: usize) -> f64 {
    const G: f64 = 9.81;
    let rhs = |&[a, b, da, db]: &[f64; 4]| {
        let (m1, m2) = m;
        let (l1, l2) = l;
        let d = a - b;
        let den = 2.0 * m1 + m2 - m2 * (2.0 * d).cos();
        let dda = (-G * (2.0 * m1 + m2) * a.sin()
            - m2 * G * (a - 2.0 * b).sin()
            - 2.0 * d.sin() * m2 * (db * db * l2 + da * da * l1 * d.cos()))
            / (l1 * den);
        let ddb = 2.0 * d.sin() * (da * da * l1 * (m1 + m2) + G * (m1 + m2) * a.cos() + db * db * l2 * m2 * d.cos())
            / (l2 * den);
        [da, db, dda, ddb]
    };
    let y = (0..n).fold(y0, |y, _| rk4(rhs, y, h));
    y[0].sin() * l.0 + y[1].sin() * l.1
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Ray {
    pub o: Vec3,
    pub d: Vec3,
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Sphere {
    pub c: Vec3,
    pub r: f64,
    pub albedo: f64,
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Hit {
    pub t: f64,
    pub n: Vec3,
    pub albedo: f64,
}
#[differentiable]
impl Sphere {
    fn hit(&self, ray: &Ray) -> Option<Hit> {
        let oc = ray.o - self.c;
        let b = oc.dot(ray.d);
        let disc = b * b - (oc.dot(oc) - self.r * self.r);
        if disc < 0.0 {
            return None;
        }
        let t = -b - disc.sqrt();
        if t < 1e-4 {
            return None;
        }
        let p = ray.o + ray.d * t;
        Some(Hit { t, n: (p - self.c) * (1.0 / self.r), albedo: self.albedo })
    }
}
fn closest(scene: &[Sphere], ray: &Ray) -> Option<Hit> {
    scene.iter().filter_map(|s| s.hit(ray)).min_by(|a, b| a.t.partial_cmp(&b.t).unwrap())
}
fn shade(scene: &[Sphere], ray: Ray, light: Vec3, depth: usize) -> f64 {
    let mut ray = ray;
    let mut weight = 1.0;
    let mut total = 0.0;
    for _ in 0..depth {
        let Some(hit) = closest(scene, &ray) else {
            total += weight * 0.5 * (1.0 + ray.d.y);
            break;
        };
        let lambert = hit.n.dot(light).max(0.0);
        total += weight * hit.albedo * lambert;
        weight *= 0.3;
        let p = ray.o + hit.t * ray.d;
        ray = Ray { o: p, d: (ray.d - 2.0 * ray.d.dot(hit.n) * hit.n).normalize() };
    }
    total
}
#[differentiable]
pub fn render(scene: &[Sphere], light: Vec3, n: usize) -> f64 {
    let l = light.normalize();
    let mut image = Vec::with_capacity(n * n);
    for j in 0..n {
        for i in 0..n {
            let (u, v) = ((i as f64 + 0.5) / n as f64 - 0.5, 0.5 - (j as f64 + 0.5) / n as f64);
            let ray = Ray { o: Vec3::ZERO, d: Vec3::new(u, v, -1.0).normalize() };
            image.push(shade(scene, ray, l, 3));
        }
    }
    image.iter().sum::<f64>() / image.len() as f64
}
#[differentiable]
pub fn fdtd(eps: &[f64], steps: usize, probe: usize) -> f64 {
    let n = eps.len();
    let (mut e, mut h) = (vec![0.0; n], vec![0.0; n - 1]);
    let mut signal = 0.0;
    for t in 0..steps {
        for i in 0..n - 1 {
            h[i] += 0.5 * (e[i + 1] - e[i]);
        }
        for i in 1..n - 1 {
            e[i] += 0.5 / eps[i] * (h[i] - h[i - 1]);
        }
        e[1] += (-((t as f64 - 10.0) / 4.0).powi(2)).exp();
        signal += e[probe].powi(2);
    }
    signal
}
#[differentiable]
pub fn cloth(rest: f64, k: f64, rows: usize, cols: usize, dt: f64, steps: usize) -> f64 {
    let idx = |r: usize, c: usize| r * cols + c;
    let mut pos: Vec<Vec3> =
        (0..rows * cols).map(|i| Vec3::new((i % cols) as f64 * rest, 0.0, (i / cols) as f64 * rest)).collect();
    let mut vel = vec![Vec3::default(); rows * cols];
    for _ in 0..steps {
        let mut force = vec![Vec3::new(0.0, -9.81, 0.0); rows * cols];
        for r in 0..rows {
            for c in 0..cols {
                for (dr, dc) in [(0usize, 1usize), (1, 0), (1, 1)] {
                    let (r2, c2) = (r + dr, c + dc);
                    if r2 >= rows || c2 >= cols {
                        continue;
                    }
                    let l0 = rest * ((dr * dr + dc * dc) as f64).sqrt();
                    let (i, j) = (idx(r, c), idx(r2, c2));
                    let d = pos[j] - pos[i];
                    let len = d.length();
                    let f = k * (len - l0) * (1.0 / len) * d;
                    force[i] += f;
                    force[j] = force[j] - f;
                }
            }
        }
        for (i, ((p, v), f)) in pos.iter_mut().zip(vel.iter_mut()).zip(force).enumerate() {
            if i < cols {
                continue;
            }
            *v = (*v + f * dt) * 0.99;
            *p += *v * dt;
        }
    }
    pos.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
}

#[test]
fn bodies_and_fields() {
    let vec3 = |x: &[f64]| Vec3::new(x[0], x[1], x[2]);
    let bodies = |x: &[f64]| x.chunks(7).map(|c| Body { p: vec3(c), v: vec3(&c[3..]), m: c[6] }).collect::<Vec<_>>();
    let x: Vec<f64> = (0..21).map(|k| (1.9 * k as f64).sin() + if k % 7 == 6 { 1.5 } else { 0.0 }).collect();
    let (value, (g, dt)) = energy_after::value_and_gradient(&bodies(&x), 0.01, 6);
    let g: Vec<f64> = g.iter().flat_map(|b| [b.p.x, b.p.y, b.p.z, b.v.x, b.v.y, b.v.z, b.m]).collect();
    held(&x, |x| energy_after(&bodies(x), 0.01, 6), value, &g);
    held(&[0.01], |dt| energy_after(&bodies(&x), dt[0], 6), value, &[dt]);
    let x = [0.4, -0.7, 0.1, 0.2, 1.2, 0.8, 1.0, 0.7, 0.02];
    let run = |x: &[f64]| double_pendulum([x[0], x[1], x[2], x[3]], (x[4], x[5]), (x[6], x[7]), x[8], 12);
    let (value, (y, m, l, h)) =
        double_pendulum::value_and_gradient([x[0], x[1], x[2], x[3]], (1.2, 0.8), (1.0, 0.7), 0.02, 12);
    held(&x, run, value, &[y[0], y[1], y[2], y[3], m.0, m.1, l.0, l.1, h]);
    let scene = |x: &[f64]| x.chunks(5).map(|c| Sphere { c: vec3(c), r: c[3], albedo: c[4] }).collect::<Vec<_>>();
    let x = [0.1, -0.05, -3.0, 0.9, 0.7, 1.2, 0.4, -4.0, 1.1, 0.5];
    let light = Vec3::new(1.0, 2.0, 0.5);
    let (value, (g, l)) = render::value_and_gradient(&scene(&x), light, 4);
    let g: Vec<f64> = g.iter().flat_map(|s| [s.c.x, s.c.y, s.c.z, s.r, s.albedo]).collect();
    held(&x, |x| render(&scene(x), light, 4), value, &g);
    held(&[1.0, 2.0, 0.5], |l| render(&scene(&x), vec3(l), 4), value, &[l.x, l.y, l.z]);
    let eps = [1.0, 1.0, 1.5, 2.0, 2.0, 1.2, 1.0, 1.0];
    let (value, g) = fdtd::value_and_gradient(&eps, 30, 5);
    held(&eps, |e| fdtd(e, 30, 5), value, &g);
    let (value, (rest, k, dt)) = cloth::value_and_gradient(0.5, 400.0, 3, 3, 0.01, 6);
    held(&[0.5, 400.0, 0.01], |p| cloth(p[0], p[1], 3, 3, p[2], 6), value, &[rest, k, dt]);
}
