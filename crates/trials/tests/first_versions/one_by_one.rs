//! Lists of functions, of closures, and of what is known by a trait alone.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn pointers(x: &[f64]) -> f64 {
    fn square(v: f64) -> f64 {
        v * v
    }
    fn half(v: f64) -> f64 {
        0.5 * v
    }
    let all: [fn(f64) -> f64; 3] = [square, half, f64::sin];
    all.iter().zip(x).map(|(f, v)| f(*v)).sum::<f64>() + all[1](x[0]) * all[x.len() - 1](x[1])
}

#[differentiable]
fn basis(c: &[f64], t: f64) -> f64 {
    let table: Vec<(f64, fn(f64) -> f64)> = vec![(1.0, f64::exp), (2.0, f64::tanh), (0.5, |t| t * t * t)];
    table.iter().zip(c).map(|((w, f), c)| w * c * f(t)).sum()
}

#[differentiable]
fn stages(x: &[f64], k: f64) -> f64 {
    let mut all: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(|v| v * k), Box::new(move |v| v + k)];
    all.push(Box::new(f64::cos));
    let once = all.iter().fold(x[0], |v, f| f(v));
    let mut twice = x[1];
    for f in all.iter().rev() {
        twice = f(twice);
    }
    once * twice + all.len() as f64 * x[0]
}

#[differentiable]
fn forces(x: &[f64], k: f64, damping: f64) -> f64 {
    let spring = |x: f64, _: f64| -k * x;
    let friction = |_: f64, v: f64| -damping * v;
    let all: [&dyn Fn(f64, f64) -> f64; 2] = [&spring, &friction];
    let (mut q, mut v) = (x[0], x[1]);
    for _ in 0..5 {
        let a: f64 = all.iter().map(|f| f(q, v)).sum();
        v += 0.1 * a;
        q += 0.1 * v;
    }
    q
}

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn scaled(&self, k: f64) -> f64 {
        k * self.area()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Circle {
    r: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Polygon {
    points: Vec<(f64, f64)>,
}

#[differentiable]
impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.r * self.r
    }
    fn scaled(&self, k: f64) -> f64 {
        Circle { r: self.r * k }.area()
    }
}

#[differentiable]
impl Shape for Polygon {
    fn area(&self) -> f64 {
        let n = self.points.len();
        let mut twice = 0.0;
        for (i, (x, y)) in self.points.iter().enumerate() {
            let (u, v) = self.points[(i + 1) % n];
            twice += x * v - u * y;
        }
        0.5 * twice
    }
}

fn larger<'a>(a: &'a dyn Shape, b: &'a dyn Shape) -> &'a dyn Shape {
    if a.area() > b.area() { a } else { b }
}

fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    shapes.iter().map(|s| s.area() + s.scaled(2.0)).sum()
}

fn make(kind: &str, r: f64) -> Box<dyn Shape> {
    match kind {
        "circle" => Box::new(Circle { r }),
        _ => Box::new(Polygon { points: vec![(0.0, 0.0), (r, 0.0), (0.0, r * r)] }),
    }
}

#[differentiable]
fn plan(r: f64, w: f64, n: usize) -> f64 {
    let square = Polygon { points: vec![(0.0, 0.0), (w, 0.0), (w, w), (0.0, w)] };
    let circle = Circle { r };
    let big = larger(&square, &circle);
    let one: Box<dyn Shape> = if n > 2 { Box::new(circle.clone()) } else { Box::new(Circle { r: w }) };
    let mut shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle { r: r * w }), Box::new(square.clone())];
    shapes.push(make(if n > 5 { "circle" } else { "triangle" }, w));
    shapes[n % 3].area() + total(&shapes) + big.scaled(0.5) * one.area()
}

#[test]
fn functions() {
    let x = [0.7, -0.4, 1.3];
    let (value, g) = pointers::value_and_gradient(&x);
    held(&x, pointers, value, &g);
    let (value, (by_c, by_t)) = basis::value_and_gradient(&x, 0.6);
    held(&x, |x| basis(x, 0.6), value, &by_c);
    held(&[0.6], |t| basis(&x, t[0]), value, &[by_t]);
    let (value, (by_x, by_k)) = stages::value_and_gradient(&x[..2], 1.4);
    held(&x[..2], |x| stages(x, 1.4), value, &by_x);
    held(&[1.4], |k| stages(&x, k[0]), value, &[by_k]);
    let (value, (by_x, by_k, by_d)) = forces::value_and_gradient(&x[..2], 1.4, 0.3);
    held(&x[..2], |x| forces(x, 1.4, 0.3), value, &by_x);
    held(&[1.4, 0.3], |k| forces(&x, k[0], k[1]), value, &[by_k, by_d]);
}

#[test]
fn what_has_a_trait() {
    for n in 0..8 {
        for x in [[0.8, 1.3], [1.9, 0.6]] {
            let (value, (r, w)) = plan::value_and_gradient(x[0], x[1], n);
            held(&x, |x| plan(x[0], x[1], n), value, &[r, w]);
        }
    }
}
