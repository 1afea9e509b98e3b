//! Structures with derivatives: derived, passed, made, taken apart, with methods and operators.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

#[path = "structures/anynumber.rs"]
mod anynumber;
#[path = "structures/camera.rs"]
mod camera;
#[path = "structures/choices.rs"]
mod choices;
#[path = "structures/controller.rs"]
mod controller;
#[path = "structures/counts.rs"]
mod counts;
#[path = "structures/functions.rs"]
mod functions;
#[path = "structures/given.rs"]
mod given;
#[path = "structures/inherent.rs"]
mod inherent;
#[path = "structures/lists.rs"]
mod lists;
#[path = "structures/lying.rs"]
mod lying;
#[path = "structures/open.rs"]
mod open;
#[path = "structures/operators.rs"]
mod operators;
#[path = "structures/parsed.rs"]
mod parsed;
#[path = "structures/places.rs"]
mod places;
#[path = "structures/records.rs"]
mod records;
#[path = "structures/stowed.rs"]
mod stowed;
#[path = "structures/traits.rs"]
mod traits;
#[path = "structures/units.rs"]
mod units;
#[path = "structures/whole.rs"]
mod whole;

use std::ops::{Add, Div, Mul, Neg, Sub};
use wengert::prelude::*;
use wengert::{Bundle, Differentiable, Outputs};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
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
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(&self, o: &Vec3) -> Vec3 {
        let Vec3 { x, y, z } = *o;
        Vec3::new(self.y * z - self.z * y, self.z * x - self.x * z, self.x * y - self.y * x)
    }
    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }
    // Nothing to differentiate in it.
    fn axes(&self) -> usize {
        3
    }
}

#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Self::Output {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[differentiable]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Self) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

#[differentiable]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, s: f64) -> Vec3 {
        Vec3 { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

#[differentiable]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

#[differentiable]
impl Div<f64> for Vec3 {
    type Output = Vec3;
    fn div(self, s: f64) -> Vec3 {
        self * (1.0 / s)
    }
}

#[differentiable]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3 { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    place: Vec3,
    speed: Vec3,
    /// How far it has come, after each step.
    far: Vec<f64>,
    mass: f64,
    #[constant]
    pull: f64,
    steps: usize,
}

#[differentiable]
impl Body {
    fn step(&mut self, dt: f64) {
        let r = self.place.norm();
        self.speed = self.speed - self.place * (self.pull / (r * r * r)) * dt;
        self.place = self.place + dt * self.speed;
        self.far[self.steps] += self.place.x;
        self.steps += 1;
    }
    fn energy(&self) -> f64 {
        let mut far = 0.0;
        for f in &self.far {
            far += f * f;
        }
        0.5 * self.mass * self.speed.dot(self.speed) - self.pull * self.mass / self.place.norm() + far
    }
}

#[differentiable]
fn fly(body: &Body, dt: f64, n: usize) -> f64 {
    let mut b = body.clone();
    for _ in 0..n {
        b.step(dt);
    }
    b.speed.y *= 2.0;
    b.energy()
}

fn body() -> Body {
    let (place, speed) = (Vec3::new(1.0, 0.0, 0.1), Vec3::new(0.0, 0.9, 0.2));
    Body { place, speed, far: vec![0.1, 0.2, 0.3], mass: 2.0, pull: 1.5, steps: 0 }
}

/// The numbers of a value.
fn flat<D: Differentiable<Over<f64>: Bundle<f64>>>(x: &D) -> Vec<f64> {
    let mut out = vec![];
    x.over::<f64, _>(&mut |x| x).each(&mut |x| out.push(x));
    out
}

fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} {b}");
    }
}

#[test]
fn a_method_has_derivatives_under_its_name() {
    let v = Vec3::new(2.0, 3.0, 6.0);
    assert_eq!(v.norm_gradient(), Vec3 { x: 2.0 / 7.0, y: 3.0 / 7.0, z: 6.0 / 7.0 });
    assert_eq!(v.norm_value_and_gradient().0, 7.0);
    let w = Vec3::new(0.5, -1.0, 4.0);
    assert_eq!(v.dot_gradient(w), (w, v));
    assert_eq!(v.axes(), 3);
    // The derivative of v x w weighted by u is (w x u, u x v).
    let u = Vec3::new(-1.0, 2.0, 0.25);
    let (value, (dv, dw)) = v.cross_vjp(&w, &u);
    assert_eq!(value, v.cross(&w));
    close(&flat(&dv), &flat(&w.cross(&u)));
    close(&flat(&dw), &flat(&u.cross(&v)));
}

#[test]
fn every_engine_agrees_on_a_program_of_structures() {
    let (b, dt, n) = (body(), 0.01, 3);
    let value = fly(&b, dt, n);
    let (also, (gb, gdt)) = fly::value_and_gradient(&b, dt, n);
    assert_eq!(value.to_bits(), also.to_bits());
    assert_eq!((gb.steps, gb.pull), (0, 1.5));
    let mut gradient = flat(&gb);
    gradient.push(gdt);
    let function = fly::function(&b, dt, n);
    let mut x = flat(&b);
    x.push(dt);
    assert_eq!(function.eval::<f64>(&x).as_slice(), [value]);
    close(&gradient, &function.gradient(&x));
    close(&gradient, fly::jacobian(&b, dt, n).as_slice());

    let direction = Body { mass: 0.5, ..b.clone() };
    let mut d = flat(&direction);
    d.push(2.0);
    let (_, slope) = fly::jvp(&b, dt, n, &direction, 2.0);
    let dot: f64 = gradient.iter().zip(&d).map(|(g, d)| g * d).sum();
    close(&[slope], &[dot]);
    let (hb, hdt) = fly::hvp(&b, dt, n, &direction, 2.0);
    let mut product = flat(&hb);
    product.push(hdt);
    close(&product, &function.hvp(&x, &d));
    let hessian = fly::hessian(&b, dt, n);
    let rows = hessian.as_slice().chunks_exact(x.len());
    close(&product, &rows.map(|row| row.iter().zip(&d).map(|(h, d)| h * d).sum()).collect::<Vec<f64>>());
}

#[differentiable]
fn through_operators(a: Vec3, b: Vec3, s: f64) -> f64 {
    let c = -(a + b * s) / (1.0 + s * s);
    let d = if c.x > 0.0 { c } else { 2.0 * c - a };
    let mut sum = Vec3::new(0.0, 0.0, 0.0);
    for i in 0..4 {
        let k = i as f64;
        sum = sum + k * d;
        if i == 2 {
            sum.x += a.y;
        }
    }
    sum.dot(b) + d.norm()
}

#[test]
fn operators_are_those_of_the_user() {
    for s in [-0.7, 0.0, 1.3] {
        let (a, b) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.3, 0.4, -1.0));
        let (value, (ga, gb, gs)) = through_operators::value_and_gradient(a, b, s);
        assert_eq!(value.to_bits(), through_operators(a, b, s).to_bits());
        let gradient = [flat(&ga), flat(&gb), vec![gs]].concat();
        let x = [flat(&a), flat(&b), vec![s]].concat();
        close(&gradient, &through_operators::function(a, b, s).gradient(&x));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Line<T> {
    slope: T,
    offset: T,
}

#[differentiable]
impl<T: Real> Line<T> {
    fn at(&self, x: T) -> T {
        self.slope * x + self.offset
    }
}

#[differentiable]
fn loss<T: Real>(line: &Line<T>, #[constant] xs: &[f64], #[constant] ys: &[f64]) -> T {
    let mut sum = T::constant(0.0);
    for i in 0..xs.len() {
        let e = line.at(T::constant(xs[i])) - ys[i];
        sum += e * e;
    }
    sum
}

#[test]
fn a_type_on_any_number_is_its_own_twin() {
    let line = Line { slope: 2.0, offset: -1.0 };
    let (value, g) = loss::value_and_gradient(&line, &[0.0, 1.0, 2.0], &[0.0, 0.0, 0.0]);
    assert_eq!((value, g.slope, g.offset), (11.0, 14.0, 6.0));
    assert_eq!(line.at_gradient(3.0).1, 2.0);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair(f64, Vec3);

#[differentiable]
fn of_pair(p: Pair, s: f64) -> Pair {
    let Pair(a, v) = p;
    Pair(a * s + v.y, Vec3 { x: a, ..v })
}

#[test]
fn tuples_with_a_name() {
    let p = Pair(3.0, Vec3::new(1.0, 2.0, 4.0));
    let weight = Pair(1.0, Vec3::new(10.0, 100.0, 1000.0));
    let (value, (gp, gs)) = of_pair::vjp(p.clone(), 0.5, &weight);
    assert_eq!(value, of_pair(p, 0.5));
    assert_eq!((gp, gs), (Pair(10.5, Vec3::new(0.0, 101.0, 1000.0)), 3.0));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cloud {
    bodies: Vec<Vec3>,
    charges: Vec<f64>,
}

#[differentiable]
fn potential(points: &[Vec3], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..points.len() {
        for j in 0..i {
            let d = points[i] - points[j];
            sum += k / d.norm() + points[i].x * points[j].y;
        }
    }
    for (i, p) in points.iter().enumerate() {
        sum += p.z * p.norm() * i as f64;
    }
    sum
}

#[differentiable]
fn charge(cloud: &Cloud, at: Vec3) -> f64 {
    let mut sum = 0.0;
    for (i, b) in cloud.bodies.iter().enumerate() {
        sum += cloud.charges[i] / b.cross(&at).norm();
    }
    sum * cloud.bodies[0].x
}

#[test]
fn lists_of_structures_are_read() {
    let points = [Vec3::new(1.0, 2.0, 0.5), Vec3::new(-1.0, 0.25, 3.0), Vec3::new(0.1, 0.2, 0.3)];
    for n in 0..=3 {
        let (value, (gp, gk)) = potential::value_and_gradient(&points[..n], 0.7);
        assert_eq!(value.to_bits(), potential(&points[..n], 0.7).to_bits());
        let gradient: Vec<f64> = gp.iter().flat_map(flat).chain([gk]).collect();
        let x: Vec<f64> = points[..n].iter().flat_map(flat).chain([0.7]).collect();
        close(&gradient, &potential::function(&points[..n], 0.7).gradient(&x));
        let (_, slope) = potential::jvp(&points[..n], 0.7, &points[..n], 0.7);
        close(&[slope], &[gradient.iter().zip(&x).map(|(g, x)| g * x).sum()]);
    }
    let cloud = Cloud { bodies: points.to_vec(), charges: vec![1.0, -2.0, 0.5] };
    let at = Vec3::new(0.4, 0.4, -0.4);
    let (value, (gc, ga)) = charge::value_and_gradient(&cloud, at);
    assert_eq!(value, charge(&cloud, at));
    let gradient = [flat(&gc), flat(&ga)].concat();
    close(&gradient, &charge::function(&cloud, at).gradient(&[flat(&cloud), flat(&at)].concat()));
}

#[differentiable]
fn late_arm(x: &[f64], a: f64, n: usize) -> f64 {
    let mut w = 0.0;
    for v in x {
        w += v * v;
    }
    let s = if n > 1 { (w + a).sqrt() } else { a };
    s + a
}

#[test]
fn a_sum_that_an_arm_takes_further() {
    let (g, ga) = late_arm::gradient(&[3.0, 4.0], 0.0, 2);
    close(&g, &[0.6, 0.8]);
    close(&[ga], &[1.1]);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle { r: f64 },
    Box(f64, f64),
    Path(Vec3, usize),
    Nothing,
}

#[differentiable]
impl Shape {
    fn area(&self, scale: f64) -> f64 {
        let a = match self {
            Shape::Circle { r } => std::f64::consts::PI * r * r,
            Shape::Box(w, h) if *w > *h => w * h,
            Shape::Box(w, _) => w * w,
            Shape::Path(v, n) => v.norm() * *n as f64,
            Shape::Nothing => 0.0,
        };
        a * scale
    }
}

#[differentiable]
fn grown(shape: Shape, by: f64) -> Shape {
    if let Shape::Circle { r } = shape { Shape::Circle { r: r + by } } else { Shape::Box(by, by * by) }
}

#[differentiable]
fn area_of_all(shapes: &[Shape], by: f64) -> f64 {
    let mut sum = 0.0;
    for s in shapes {
        let bigger: Shape = grown(s.clone(), by);
        sum += s.area(2.0) + bigger.area(by);
    }
    sum
}

#[test]
fn enums_are_matched() {
    let pi = std::f64::consts::PI;
    assert_eq!(Shape::Circle { r: 2.0 }.area_gradient(1.0), (Shape::Circle { r: 4.0 * pi }, 4.0 * pi));
    assert_eq!(Shape::Box(3.0, 2.0).area_gradient(1.0).0, Shape::Box(2.0, 3.0));
    assert_eq!(Shape::Box(1.0, 2.0).area_gradient(1.0).0, Shape::Box(2.0, 0.0));
    let path = Shape::Path(Vec3 { x: 0.0, y: 3.0, z: 4.0 }, 2);
    close(&flat(&path.area_gradient(1.0).0), &[0.0, 1.2, 1.6]);
    assert_eq!(Shape::Nothing.area_gradient(1.0), (Shape::Nothing, 0.0));

    let shapes = [Shape::Circle { r: 2.0 }, path, Shape::Nothing, Shape::Box(3.0, 2.0)];
    let (value, (gs, gb)) = area_of_all::value_and_gradient(&shapes, 0.5);
    assert_eq!(value, area_of_all(&shapes, 0.5));
    let gradient: Vec<f64> = gs.iter().flat_map(flat).chain([gb]).collect();
    let x: Vec<f64> = shapes.iter().flat_map(flat).chain([0.5]).collect();
    close(&gradient, &area_of_all::function(&shapes, 0.5).gradient(&x));
}

#[differentiable]
impl Cloud {
    /// A method with the name of one of lists.
    fn len(&self) -> f64 {
        self.bodies[0].norm()
    }
    fn age(&mut self, by: f64) {
        for i in 0..self.charges.len() {
            self.charges[i] -= by * self.charges[i];
        }
        self.charges[1] += by;
    }
}

#[differentiable]
fn aged(cloud: &Cloud, by: f64, n: usize) -> f64 {
    let mut c = cloud.clone();
    let mut i = 0;
    while i < n {
        c.age(by);
        i += 1;
    }
    c.charges[0] * c.charges[1] + c.len()
}

#[test]
fn lists_in_structures_are_changed() {
    let bodies = vec![Vec3::new(3.0, 0.0, 4.0)];
    let cloud = Cloud { bodies, charges: vec![1.0, -2.0, 0.5] };
    for n in 0..3 {
        let (value, (gc, gb)) = aged::value_and_gradient(&cloud, 0.25, n);
        assert_eq!(value.to_bits(), aged(&cloud, 0.25, n).to_bits());
        let x = [flat(&cloud), vec![0.25]].concat();
        close(&[flat(&gc), vec![gb]].concat(), &aged::function(&cloud, 0.25, n).gradient(&x));
    }
}
