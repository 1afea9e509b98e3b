//! Units as types, which stand in a `PhantomData` and ask for nothing.

use std::marker::PhantomData;
use std::ops::{Add, Mul};
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
