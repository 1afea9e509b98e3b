//! Other names for numbers and for structures.

use super::{held, near, slope};
use std::ops::{Add, Mul};
use wengert::Differentiable;
use wengert::prelude::*;

type Real = f64;
type Place = Vector;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vector {
    x: Real,
    y: Real,
}

#[differentiable]
impl Mul<Real> for Vector {
    type Output = Vector;
    fn mul(self, s: Real) -> Vector {
        Vector { x: self.x * s, y: self.y * s }
    }
}

#[differentiable]
impl Mul<Vector> for Real {
    type Output = Vector;
    fn mul(self, v: Vector) -> Vector {
        v * self
    }
}

#[differentiable]
impl Add for Vector {
    type Output = Self;
    fn add(self, v: Vector) -> Vector {
        Vector { x: self.x + v.x, y: self.y + v.y }
    }
}

#[differentiable]
impl Vector {
    fn new(x: Real, y: Real) -> Vector {
        Vector { x, y }
    }
    fn norm(&self) -> Real {
        self.x.hypot(self.y)
    }
}

#[differentiable]
fn moved(p: Place, v: &Vector, t: Real) -> Place {
    p + *v * t + t * *v
}

#[differentiable]
fn far(p: &Place, t: Real) -> Real {
    moved(*p, &Place::new(p.y, t), t).norm() * t
}

#[differentiable]
fn gathered(p: &[Place], t: Real) -> Real {
    let mut s = Place { x: 0.0, y: t };
    for q in p {
        s = s + t * *q;
    }
    s.norm()
}

/// The name is a parameter's here.
#[differentiable]
fn twice<Real: Fn(f64) -> f64>(f: Real, a: f64) -> f64 {
    f(a) + f(2.0 * a)
}

#[differentiable]
fn squares(a: f64, b: f64) -> f64 {
    twice(|x| x * x * b, a)
}

#[test]
fn other_names_stand_for_what_they_name() {
    let place = |x| Vector { x, y: 0.4 };
    let (value, (by_p, by_t)) = far::value_and_gradient(&place(0.7), 1.3);
    assert_eq!(value.to_bits(), far(&place(0.7), 1.3).to_bits());
    near(by_p.x, slope(|x| far(&place(x), 1.3), 0.7));
    near(by_t, slope(|t| far(&place(0.7), t), 1.3));
    let (value, (by_p, by_t)) = gathered::value_and_gradient(&[place(0.7)], 1.3);
    assert_eq!(value.to_bits(), gathered(&[place(0.7)], 1.3).to_bits());
    near(by_p[0].x, slope(|x| gathered(&[place(x)], 1.3), 0.7));
    near(by_t, slope(|t| gathered(&[place(0.7)], t), 1.3));
    assert_eq!(squares::gradient(1.5, 2.0), (30.0, 11.25));
}

/// The arrays are given by value, and have other names that change them.
#[differentiable]
fn arrays_given_by_value(u: [f64; 3], v: [f64; 3], k: f64) -> f64 {
    #[derive(Clone, Copy)]
    struct Pair {
        low: [f64; 3],
        high: [f64; 3],
    }
    let (mut a, mut b) = (u, v);
    let c = a;
    a[1] += c[0] * k;
    b[0] = c[1];
    let r = if k > 0.0 { &mut a } else { &mut b };
    let before = *r;
    r[2] *= before[1] + before[2];
    let mut pair = Pair { low: u, high: before };
    pair.low[0] *= k;
    let mut both = if k > 0.0 { pair } else { Pair { low: v, ..pair } };
    both.low[1] = pair.low[0] + u[0];
    let [mut p, q] = [u, both.low];
    p[2] -= q[1];
    a[1] * b[0] + c[1] * r_of(u, k) + before[2] * u[2] + pair.low[1] * both.low[1] * v[0] + p[2] * u[2] + a[2]
}

fn r_of(mut u: [f64; 3], k: f64) -> f64 {
    let w = u;
    u[1] *= k;
    u[1] * w[1] + w[0]
}

#[test]
fn arrays_given_by_value_are_copied() {
    for k in [1.3, -0.7] {
        held(
            |x| arrays_given_by_value([x[0], x[1], x[2]], [x[3], x[4], x[5]], k),
            |x| {
                let (value, (u, v, _)) =
                    arrays_given_by_value::value_and_gradient([x[0], x[1], x[2]], [x[3], x[4], x[5]], k);
                (value, [u, v].concat())
            },
            &[0.4, 0.5, 0.6, 1.1, -0.3, 0.2],
        );
    }
}
