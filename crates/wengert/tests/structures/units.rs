//! Units as types, which stand in a `PhantomData` and ask for nothing.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Add, BitXor, Mul};
use wengert::{Differentiable, differentiable};
#[derive(Debug, Clone, Copy, Differentiable)]
struct Quantity<U> {
    value: f64,
    unit: PhantomData<U>,
}
#[differentiable]
impl<U> Quantity<U> {
    fn new(value: f64) -> Self {
        Quantity { value, unit: PhantomData }
    }
    fn twice(&self) -> f64 {
        self.value * 2.0
    }
    fn scaled(self, k: f64) -> Self {
        Self { value: self.value * k, ..self }
    }
}
#[differentiable]
impl<U> Add for Quantity<U> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Quantity { value: self.value + o.value, unit: PhantomData }
    }
}
#[differentiable]
impl<U> Mul<f64> for Quantity<U> {
    type Output = Quantity<U>;
    fn mul(self, o: f64) -> Self {
        Quantity { value: self.value * o, unit: PhantomData }
    }
}
#[derive(Debug, Clone, Copy)]
struct Metre;
#[differentiable]
fn total(x: f64) -> f64 {
    let a = Quantity::<Metre>::new(x);
    let b = (a + a.scaled(2.0)) * x;
    b.twice() + b.value
}
#[differentiable]
fn of(a: &Quantity<Metre>, l: Quantity<Metre>) -> f64 {
    a.twice() * l.value
}
#[test]
fn units_that_are_types() {
    let q: Quantity<Metre> = Quantity { value: 2.0, unit: PhantomData };
    assert_eq!(q.twice_gradient().value, 2.0);
    assert_eq!(total::value_and_gradient(1.5), (total(1.5), 27.0));
    let (value, (by_a, by_l)) = of::value_and_gradient(&q, q);
    assert_eq!((value, by_a.value, by_l.value), (8.0, 4.0, 4.0));
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    name: Cow<'static, str>,
    k: f64,
}

#[differentiable]
impl Curve {
    fn at(&self, x: f64) -> f64 {
        if self.name == "flat" { self.k } else { self.k * x }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Side(f64, f64);

impl BitXor for Side {
    type Output = f64;
    fn bitxor(self, o: Side) -> f64 {
        self.0 * o.1 - self.1 * o.0
    }
}

#[differentiable]
fn wedge(a: Side, b: Side) -> f64 {
    (a ^ b).powi(2)
}

/// A text that may be lent is constant; operators of bits are written out.
#[test]
fn names_and_other_operators() {
    let curve = |name: &'static str| Curve { name: name.into(), k: 2.0 };
    let (value, (by, by_x)) = curve("steep").at_value_and_gradient(3.0);
    assert_eq!((value, by.k, by_x), (6.0, 3.0, 2.0));
    assert_eq!(curve("flat").at_gradient(3.0).1, 0.0);
    let (value, (a, b)) = wedge::value_and_gradient(Side(1.0, 2.0), Side(3.0, 4.0));
    assert_eq!((value, a.0, a.1, b.0, b.1), (4.0, -16.0, 12.0, 8.0, -4.0));
}

macro_rules! units {
    ($($(#[$meta:meta])* $name:ident = $size:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Differentiable)]
        struct $name(f64);
        #[differentiable]
        impl $name {
            fn of_si(self) -> f64 {
                self.0 * $size
            }
        }
    )*};
}

units! {
    /// A thousand metres.
    Kilometre = 1e3;
    #[allow(dead_code)]
    Hour = 3600.0;
}

macro_rules! made {
    ($item:item) => {
        $item
    };
}

made! {
    #[differentiable]
    fn squared(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn speed(way: Kilometre, time: Hour) -> f64 {
    way.of_si() / time.of_si() + squared(way.0)
}

#[test]
fn types_made_by_macros_that_take_attributes() {
    let (value, (by_way, by_time)) = speed::value_and_gradient(Kilometre(3.6), Hour(2.0));
    assert!((value - 0.5 - 3.6 * 3.6).abs() < 1e-14);
    assert!((by_way.0 - 0.5 / 3.6 - 7.2).abs() < 1e-14 && (by_time.0 + 0.25).abs() < 1e-14);
}
