//! What published code is made of: traits of its own on numbers, items in generic functions, num-traits.

// None is recorded. A trait has names that std may have some day.
#![deny(deprecated)]
#![allow(unstable_name_collisions)]

use crate::held as check;
use num_traits::{One, Zero};
use std::borrow::Borrow;
use wengert::prelude::*;

/// Methods of a crate's own under names of the table of functions, which mean something else.
trait Special: Sized {
    fn sigmoid(self) -> f64;
    fn erf(self) -> f64;
    fn ln_gamma(self) -> (f64, i32);
    fn digamma(&self) -> Self;
}

/// Another one, of which a method has the same name.
trait Shifted {
    fn digamma(self, by: f64) -> f64;
}

impl Shifted for f64 {
    fn digamma(self, by: f64) -> f64 {
        if self > 2.0 { self * by } else { (self + by).digamma(by) * 0.5 }
    }
}

impl Special for f64 {
    fn sigmoid(self) -> f64 {
        self / (1.0 + self * self).sqrt()
    }
    fn erf(self) -> f64 {
        (self * 1.2).tanh()
    }
    fn ln_gamma(self) -> (f64, i32) {
        (self * self - self, if self < 0.0 { -1 } else { 1 })
    }
    fn digamma(&self) -> f64 {
        let x = *self;
        if x < 6.0 {
            return Special::digamma(&(x + 1.0)) - x.recip();
        }
        x.ln() - 0.5 / x - 1.0 / (12.0 * x * x)
    }
}

#[differentiable]
fn calling_themselves(x: &[f64]) -> f64 {
    Special::digamma(&x[0]) * Shifted::digamma(x[1], 0.75) + Special::digamma(&(x[1] * x[1]))
}

#[differentiable]
fn own_methods(x: &[f64]) -> f64 {
    let (value, sign) = x[0].ln_gamma();
    x[1].sigmoid() * x[0].erf() + f64::from(sign) * value + Special::sigmoid(x[0]) + wengert::functions::erf(x[1])
}

/// Written out where it is called, with what its body declares.
fn series<T: Into<f64>>(x: T, terms: usize, odd: bool) -> f64 {
    use std::f64::consts::PI;
    const PERIOD: f64 = 2.0 * PI;
    const SCALE: f64 = 0.5;
    fn factorial(n: u64) -> u64 {
        (1..=n).product()
    }
    fn folded(x: f64) -> f64 {
        if x > PI { x - PERIOD } else { x }
    }
    let x = folded(x.into());
    let first = u64::from(odd);
    (0..terms as u64)
        .map(|k| {
            let n = 2 * k + first;
            (-1f64).powi(k as i32) * x.powi(n as i32) / factorial(n) as f64
        })
        .sum::<f64>()
        * SCALE
}

mod apart {
    pub(super) fn damped(x: f64, rate: f64) -> f64 {
        use std::f64::consts::E;
        const SCALE: f64 = E / 3.0;
        fn factorial(n: usize) -> usize {
            (1..=n).product()
        }
        fn shaped(x: f64, k: usize) -> f64 {
            x.powi(k as i32) * SCALE / factorial(k) as f64
        }
        (0..4).map(|k| shaped(-x * rate, k)).sum()
    }
}

#[differentiable]
fn of_series(x: &[f64]) -> f64 {
    const SCALE: f64 = 3.0;
    fn factorial(x: f64) -> f64 {
        x * (x + 1.0)
    }
    SCALE * series(x[0], 6, true) + series(x[1], 7, false) * factorial(x[0]) + apart::damped(x[1], x[0])
}

/// The norm of lists of numbers, lent or not.
fn norm<I>(items: I) -> f64
where
    I: IntoIterator,
    I::Item: Borrow<f64>,
{
    items.into_iter().fold(0.0, |s, x| x.borrow().mul_add(*x.borrow(), s)).sqrt()
}

#[differentiable]
fn with_num_traits(x: &[f64]) -> f64 {
    let (mut older, mut newer) = (vec![0.0; 2], x.to_vec());
    let mut s = f64::zero();
    for k in 0..3usize {
        older.clone_from(&newer);
        for v in &mut newer {
            *v = v.sin() + s;
        }
        if !older[0].is_zero() && !newer[1].is_one() && k > 0 {
            s += older[0] * newer[1] * f64::one();
        }
    }
    s + norm(&older) * norm(newer.iter().map(|v| v * 2.0))
}

/// A variant has the name of the structure that it holds.
mod shapes {
    use wengert::prelude::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub(super) struct Ellipse {
        pub a: f64,
        pub b: f64,
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub(super) enum Shape {
        Ellipse(Ellipse),
        Square(f64),
    }
    use Shape::*;

    #[differentiable]
    impl Shape {
        pub(super) fn area(&self) -> f64 {
            match self {
                Ellipse(e) => 3.0 * e.a * e.b,
                Square(s) => s * s,
            }
        }
        pub(super) fn grown(self, by: f64) -> Shape {
            match self {
                Ellipse(Ellipse { a, b }) => Ellipse(Ellipse { a: a + by, b }),
                Square(s) if s > 5.0 => Square(s),
                Square(s) => Square(s * by),
            }
        }
    }
}

#[differentiable]
fn areas(x: &[f64]) -> f64 {
    let shape = shapes::Shape::Ellipse(shapes::Ellipse { a: x[0], b: x[1] });
    shape.grown(x[0]).area() + shapes::Shape::Square(x[1]).grown(x[0]).area()
}

/// A ring of the last numbers, in a slice of its own.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ring {
    last: Box<[f64]>,
    order: Box<[usize]>,
    next: usize,
    full: bool,
}

impl Ring {
    fn new(n: usize) -> Result<Self, String> {
        match n {
            0 => Err("nothing to hold".to_string()),
            _ => Ok(Ring {
                last: vec![0.5; n].into_boxed_slice(),
                order: (0..n).rev().collect::<Vec<_>>().into_boxed_slice(),
                next: 0,
                full: false,
            }),
        }
    }
    fn put(&mut self, x: f64) -> f64 {
        let old = self.last[self.next];
        self.last[self.next] = x * old;
        self.next = if self.next + 1 < self.last.len() { self.next + 1 } else { 0 };
        self.full |= self.next == 0;
        let known = if self.full { self.last.len() } else { self.next };
        self.last[..known].iter().zip(self.order.iter()).map(|(v, k)| v * v * (*k + 1) as f64).sum::<f64>()
            / known as f64
    }
}

/// A trait whose results are what the types choose.
trait Step<T> {
    type Output;
    fn step(&mut self, input: T) -> Self::Output;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Band {
    low: f64,
    high: f64,
}

impl Step<f64> for Ring {
    type Output = Band;
    fn step(&mut self, input: f64) -> Self::Output {
        let mean = self.put(input);
        Self::Output { low: mean - input, high: mean * input }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair {
    rings: Vec<Ring>,
    #[constant]
    weights: Box<[f64]>,
}

#[differentiable]
fn ringed(x: &[f64]) -> f64 {
    let mut pair = Pair { rings: vec![Ring::new(2).unwrap(), Ring::new(3).unwrap()], weights: Box::new([2.0, 0.5]) };
    let mut s = 0.0;
    for v in x {
        for k in 0..2 {
            s = 0.7 * s + pair.rings[k].put(*v + k as f64) * pair.weights[k];
        }
    }
    let Band { low, high } = pair.rings[1].step(s);
    s + low * high + pair.rings[1].last.iter().sum::<f64>() * pair.rings[0].last.to_vec()[1]
}

#[differentiable]
impl Ring {
    fn plain(n: usize) -> Self {
        Ring { last: vec![0.5; n].into_boxed_slice(), order: Box::new([0; 3]), next: n - 1, full: true }
    }
    fn energy(&self, x: f64) -> f64 {
        self.last.iter().map(|v| (v - x).powi(2)).sum::<f64>() * self.order[0] as f64
    }
}

#[differentiable]
fn from_plain(x: &[f64]) -> f64 {
    let mut ring = Ring::plain(3);
    ring.last[1] = x[0];
    ring.put(x[1]) + ring.last[2]
}

#[test]
fn slices_of_their_own() {
    check(ringed, ringed::value_and_gradient, &[0.7, -0.4, 1.2, 0.3, 0.9, -0.2]);
    let mut ring = Ring::new(3).unwrap();
    ring.put(2.0);
    let (by_ring, by_x) = ring.energy_gradient(0.25);
    assert_eq!((by_ring.last, by_x), (Box::from([3.0, 1.0, 1.0]), -5.0));
    check(from_plain, from_plain::value_and_gradient, &[0.7, -0.4]);
}

#[test]
fn published_code() {
    check(own_methods, own_methods::value_and_gradient, &[0.7, -0.4]);
    check(own_methods, own_methods::value_and_gradient, &[-0.7, 1.4]);
    check(of_series, of_series::value_and_gradient, &[0.7, 0.4]);
    check(of_series, of_series::value_and_gradient, &[4.1, 1.3]);
    check(calling_themselves, calling_themselves::value_and_gradient, &[0.7, 0.4]);
    check(areas, areas::value_and_gradient, &[0.7, 1.9]);
    check(with_num_traits, with_num_traits::value_and_gradient, &[0.7, 1.9]);
}
