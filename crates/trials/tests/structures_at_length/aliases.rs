//! Other names for numbers and for structures.

use super::{near, slope};
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
