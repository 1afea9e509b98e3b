//! Functions and types that tests of this package differentiate through: another crate is known by its signatures.

use wengert::prelude::*;

/// What a structure of another crate is.
#[derive(Clone, Debug, Differentiable)]
pub struct Spring {
    /// Its stiffness.
    pub stiffness: f64,
    /// Its length at rest.
    pub rest: f64,
}

#[differentiable]
impl Spring {
    /// One of this stiffness.
    pub fn new(stiffness: f64, rest: f64) -> Spring {
        Spring { stiffness, rest }
    }
    /// Its energy at a length.
    pub fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.rest).powi(2)
    }
    /// One that is as stiff as two.
    pub fn doubled(&self) -> Spring {
        Spring { stiffness: 2.0 * self.stiffness, rest: self.rest }
    }
    /// Its forces at lengths.
    pub fn forces(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| -self.stiffness * (v - self.rest)).collect()
    }
}

/// Both energies.
#[differentiable]
pub fn both(a: &Spring, b: &Spring, x: f64) -> f64 {
    a.energy(x) + b.energy(x)
}

/// A law of forces.
#[differentiable]
pub trait Law {
    /// The force at a length.
    fn force(&self, x: f64) -> f64;
    /// That of two.
    fn twice(&self, x: f64) -> f64 {
        2.0 * self.force(x)
    }
}

/// A law with a part of its own.
#[derive(Clone, Debug, Differentiable)]
pub struct Hooke {
    /// Its stiffness.
    pub k: f64,
    hidden: f64,
}

#[differentiable]
impl Hooke {
    /// One of this stiffness.
    pub fn new(k: f64) -> Hooke {
        Hooke { k, hidden: 2.0 * k }
    }
    /// What its parts make.
    pub fn both(&self) -> f64 {
        self.k * self.hidden
    }
}

#[differentiable]
impl Law for Hooke {
    fn force(&self, x: f64) -> f64 {
        -self.k * x
    }
}

/// A choice.
#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Shape {
    /// By its radius.
    Circle(f64),
    /// By its sides.
    Rectangle {
        /// One.
        w: f64,
        /// The other.
        h: f64,
    },
    /// Of no area.
    Point,
}

#[differentiable]
impl Shape {
    /// The area, roughly.
    pub fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => 3.0 * r * r,
            Shape::Rectangle { w, h } => w * h,
            Shape::Point => 0.0,
        }
    }
}

/// A type with operators.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct V2 {
    /// One part.
    pub x: f64,
    /// The other.
    pub y: f64,
}

#[differentiable]
impl std::ops::Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable]
impl std::ops::Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, s: f64) -> V2 {
        V2 { x: self.x * s, y: self.y * s }
    }
}

/// A number that others name.
pub const GRAVITY: f64 = 9.81;
const FACTOR: f64 = 2.0;

fn inside(x: f64) -> f64 {
    x * FACTOR
}

/// It calls what others do not see.
#[differentiable]
pub fn fall(t: f64) -> f64 {
    0.5 * GRAVITY * t * t + inside(t)
}

/// It may give nothing.
#[differentiable]
pub fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

/// It takes a function.
#[differentiable]
pub fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

/// It writes.
#[differentiable]
pub fn filled(out: &mut [f64], x: f64) {
    for (i, o) in out.iter_mut().enumerate() {
        *o = x * i as f64;
    }
}

/// Several numbers.
#[differentiable]
pub fn three(a: f64) -> [f64; 3] {
    [a, a * a, a.sin()]
}

/// Two numbers.
#[differentiable]
pub fn pair(a: f64, b: f64) -> (f64, f64) {
    (a * b, a + b)
}

/// A list.
#[differentiable]
pub fn times(x: &[f64], s: f64) -> Vec<f64> {
    x.iter().map(|v| v * s).collect()
}

/// A product of arrays of any length.
#[differentiable]
pub fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// What is no number.
#[derive(Clone, Debug)]
pub struct Settings {
    /// So many steps.
    pub steps: usize,
    /// So far each.
    pub h: f64,
}

/// It takes a constant.
#[differentiable]
pub fn marched(#[constant] settings: &Settings, x: f64) -> f64 {
    let mut s = x;
    for _ in 0..settings.steps {
        s += settings.h * s.sin();
    }
    s
}

/// Without derivatives of its own.
pub fn plain(x: f64) -> f64 {
    x * 3.0
}

/// It is another number where tests are compiled.
pub fn configured() -> f64 {
    if cfg!(test) { 100.0 } else { 2.0 }
}

fn put(list: &mut Vec<f64>, x: f64) {
    list.push(x.sin());
}

/// What grows in a function that other crates do not see.
#[differentiable]
pub fn stocked(list: &mut Vec<f64>, x: f64) {
    put(list, 2.0 * x);
}
