//! Quantities with units in their types.

use wengert::prelude::*;

use std::marker::PhantomData;
use std::ops::{Add, Mul};

#[derive(Debug, Clone, Copy)]
pub struct Metres;
#[derive(Debug, Clone, Copy)]
pub struct Seconds;

#[derive(Debug, Clone, Copy)]
pub struct Quantity<U> {
    value: f64,
    unit: PhantomData<U>,
}

impl<U> Quantity<U> {
    pub fn new(value: f64) -> Self {
        Quantity { value, unit: PhantomData }
    }
}

impl<U> Add for Quantity<U> {
    type Output = Quantity<U>;
    fn add(self, o: Self) -> Self {
        Quantity::new(self.value + o.value)
    }
}

impl<U> Mul<f64> for Quantity<U> {
    type Output = Quantity<U>;
    fn mul(self, k: f64) -> Self {
        Quantity::new(self.value * k)
    }
}

fn fall(g: f64, t: Quantity<Seconds>) -> Quantity<Metres> {
    Quantity::new(0.5 * g * t.value * t.value)
}

#[differentiable]
pub fn drop_height(g: f64, t: f64, offset: f64) -> f64 {
    let time = Quantity::<Seconds>::new(t);
    let total = fall(g, time) + Quantity::new(offset) * 2.0;
    total.value
}

#[test]
fn holds() {
    super::check(
        &[9.81, 1.3, 0.5],
        |x| drop_height(x[0], x[1], x[2]),
        |x| drop_height::value_and_gradient(x[0], x[1], x[2]),
    );
}
