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

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Gear {
    Idle,
    Driven { v: f64, n: usize },
    Braked(f64, f64),
}

/// A state that begins without numbers, and takes some.
#[differentiable]
fn shifted(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    let mut gear = Gear::Idle;
    for v in x {
        gear = match gear {
            Gear::Idle => Gear::Driven { v: v * a, n: 1 },
            Gear::Driven { v: w, n } if w > 0.3 => Gear::Braked(w * v, n as f64 * a),
            Gear::Driven { v: w, n } => Gear::Driven { v: w + v, n: n + 1 },
            Gear::Braked(p, q) => {
                s += p * q;
                Gear::Idle
            }
        };
    }
    match gear {
        Gear::Idle => s,
        Gear::Driven { v, n } => s + v * n as f64,
        Gear::Braked(p, q) => s + p * q,
    }
}

#[test]
fn choices_that_begin_without_numbers() {
    let (v, (by_x, by_a)) = shifted::value_and_gradient(&[0.2, 0.5, 2.0, 1.0, 3.0], 0.5);
    close(&[v], &[2.7]);
    close(&by_x, &[1.0, 2.0, 0.6, 0.0, 0.5]);
    close(&[by_a], &[5.8]);
}
