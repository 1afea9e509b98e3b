//! A choice that is constant.

use super::close;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Tanh,
    Relu,
}

#[derive(Clone, Debug, Differentiable)]
struct Unit {
    weight: f64,
    #[constant]
    activation: Activation,
}

#[differentiable]
impl Unit {
    fn output(&self, x: f64) -> f64 {
        let z = self.weight * x;
        match self.activation {
            Activation::Tanh => z.tanh(),
            Activation::Relu => z.max(0.0),
        }
    }
    /// The same unit, with what is constant handed on.
    fn doubled(&self) -> Unit {
        Unit { weight: 2.0 * self.weight, activation: self.activation }
    }
    fn push(&mut self, by: f64) {
        self.weight += by * self.weight;
    }
}

#[differentiable]
fn stacked(units: &[Unit], x: f64, by: f64) -> f64 {
    let mut y = x;
    for u in units {
        let mut last = u.doubled();
        last.push(by);
        y = last.output(y);
    }
    y
}

#[test]
fn choices_without_derivatives() {
    let units =
        [Unit { weight: 0.7, activation: Activation::Tanh }, Unit { weight: 1.5, activation: Activation::Relu }];
    let (v, (by_units, by_x, by)) = stacked::value_and_gradient(&units, 0.4, 0.1);
    let t = (0.7 * 2.0 * 1.1 * 0.4_f64).tanh();
    assert!((v - 3.3 * t).abs() < 1e-14);
    let slope = 3.3 * (1.0 - t * t);
    close(&[by_units[0].weight, by_units[1].weight], &[slope * 2.2 * 0.4, 2.2 * t]);
    close(&[by_x, by], &[slope * 1.54, 3.0 * t + slope * 1.4 * 0.4]);
    assert_eq!(by_units[1].activation, Activation::Relu);
}
