//! Fields that are filled with constants, constructors of constant fields, and changes that closures end with.

use super::{all_near, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Section {
    b: [f64; 3],
    z: [f64; 2],
    mix: [[f64; 2]; 2],
    delay: Vec<f64>,
    #[constant]
    window: Vec<f64>,
}

#[differentiable]
impl Section {
    fn new(b: &[f64]) -> Self {
        let (z, mix) = ([b[1], b[2]], [[b[0], b[1]], [b[1], b[2]]]);
        Section { b: [b[0], b[1], b[2]], z, mix, delay: b.to_vec(), window: vec![1.0; 2] }
    }
    fn clear(&mut self) {
        self.z = [0.0; 2];
        self.mix = [[1.0, 0.0], [0.5, 1.0]];
    }
    fn refill(&mut self, k: usize) {
        self.delay = vec![0.25; 3];
        self.window = vec![0.5, 2.0];
        self.delay[k] += 0.5;
    }
    fn tune(&mut self, #[constant] data: &[f64]) {
        self.z = [data[0], 2.0];
        self.delay = data.to_vec();
        self.window = data.to_vec();
    }
    fn take(&mut self, x: f64) {
        self.z[0] += self.b[0] * x;
        self.z[1] += self.b[1] * self.z[0] + self.mix[1][0] * x;
    }
    fn sum(&self) -> f64 {
        let inner: f64 = self.delay.iter().map(|d| d * self.b[2]).sum();
        self.z[0] * self.z[1] * self.window[1] + self.mix[0][1] * self.mix[1][1] + inner
    }
}

#[differentiable]
fn filled(x: &[f64], #[constant] data: &[f64]) -> f64 {
    let mut s = Section::new(x);
    let mut y = s.sum();
    s.clear();
    s.take(x[0]);
    y *= s.sum();
    s.refill(1);
    y += s.sum() * x[1];
    s.tune(data);
    s.take(x[2]);
    y * s.sum()
}

#[test]
fn lists_of_constants_fill_fields() {
    let (x, data) = ([1.3, 0.4, 0.7], [0.4, 0.5]);
    let (value, g) = filled::value_and_gradient(&x, &data);
    assert_eq!(value.to_bits(), filled(&x, &data).to_bits());
    all_near(&g, &slopes(|x| filled(x, &data), &x));
    all_near(&g, &filled::function(&x, &data).gradient(&x));
}

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}

#[differentiable]
fn bank(x: &[f64]) -> f64 {
    let mut sections: Vec<Section> = x.windows(3).map(Section::new).collect();
    sections.iter_mut().skip(1).for_each(|s| s.clear());
    sections.iter_mut().for_each(|s| s.take(x[0]));
    sections.iter_mut().zip(x).for_each(|(s, v)| s.take(*v));
    // What comes from the list is a number, however the sections are lent.
    for (s, v) in sections.iter_mut().zip(squares(x)) {
        s.take(v);
    }
    let roots: Vec<f64> = x.iter().map(|v| v.sqrt()).collect();
    for (k, (v, s)) in roots.into_iter().zip(sections.iter_mut()).enumerate() {
        s.take(v);
        s.refill(k);
    }
    sections.iter().map(|s| s.sum()).sum()
}

#[test]
fn closures_and_loops_end_with_changes() {
    let x = [1.3, 0.4, 0.7, 0.9];
    let (value, g) = bank::value_and_gradient(&x);
    assert_eq!(value.to_bits(), bank(&x).to_bits());
    all_near(&g, &slopes(bank, &x));
    all_near(&g, &bank::function(&x).gradient(&x));
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    #[constant]
    times: Vec<f64>,
    discounts: Vec<f64>,
    #[constant]
    horizon: f64,
}

#[differentiable]
impl Curve {
    fn from_rates(times: &[f64], rates: &[f64], horizon: f64) -> Self {
        assert_eq!(times.len(), rates.len());
        let discounts = times.iter().zip(rates).map(|(t, r)| (-r * t.min(horizon)).exp()).collect();
        Curve { times: times.to_vec(), discounts, horizon }
    }
    fn annuity(&self) -> f64 {
        self.times.iter().zip(&self.discounts).filter(|(t, _)| **t < self.horizon).map(|(t, d)| t * d).sum()
    }
}

#[differentiable]
fn annuity(rates: &[f64], #[constant] times: &[f64]) -> f64 {
    Curve::from_rates(times, rates, 2.5).annuity()
}

#[test]
fn what_fills_a_constant_field_is_constant_in_the_rest_too() {
    let (rates, times) = ([0.02, 0.03, 0.04], [1.0, 2.0, 3.0]);
    let (value, g) = annuity::value_and_gradient(&rates, &times);
    assert_eq!(value.to_bits(), annuity(&rates, &times).to_bits());
    all_near(&g, &slopes(|rates| annuity(rates, &times), &rates));
}
