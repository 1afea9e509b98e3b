//! Tables as people look into them: methods that read few of a list's elements, alone and with calls between.

use super::slopes;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    #[constant]
    times: Vec<f64>,
    rates: Vec<f64>,
    bumps: [f64; 3],
    spread: f64,
}

#[differentiable]
impl Curve {
    fn segment(&self, t: f64) -> usize {
        self.times.partition_point(|&s| s <= t).clamp(1, self.times.len() - 1)
    }

    fn rate(&self, t: f64) -> f64 {
        let k = self.segment(t);
        let w = (t - self.times[k - 1]) / (self.times[k] - self.times[k - 1]);
        self.rates[k - 1] + w * (self.rates[k] - self.rates[k - 1])
    }

    fn shifted(&self, t: f64, k: usize) -> f64 {
        self.bumps[k % 3] * (t * self.spread).sin() + self.rates[0]
    }

    // Lists are read before, between and after calls that use the whole.
    fn mixed(&self, t: f64) -> f64 {
        let mut sum = self.rates[1] * self.rate(t);
        for k in 0..self.rates.len() {
            sum += self.rates[k] * self.shifted(t, k) + self.bumps[k % 3];
            if k % 2 == 0 {
                sum -= self.rate(t + 0.1 * k as f64) * self.rates[k].sin();
            }
        }
        sum * self.spread + self.rates[2] * self.times[1]
    }

    fn differences(&self) -> f64 {
        let mut sum = 0.0;
        for k in 1..self.rates.len() {
            sum += (self.rates[k] - self.rates[k - 1]).powi(2) * self.shifted(0.3, k);
        }
        sum + self.rates.iter().map(|r| r * r).sum::<f64>() + total(&self.rates) * total(&self.times)
    }
}

#[differentiable]
fn total(list: &[f64]) -> f64 {
    list.iter().sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Desk {
    curve: Curve,
    notional: f64,
}

#[differentiable]
impl Desk {
    fn worth(&self, t: f64) -> f64 {
        self.notional * self.curve.rates[1] * self.curve.rate(t) + self.curve.bumps[2] * self.curve.times[1]
    }
}

#[differentiable]
fn desk(x: &[f64]) -> f64 {
    let curve =
        Curve { times: vec![0.0, 1.0, 2.5, 4.0], rates: x[..4].to_vec(), bumps: [x[4], x[5], x[6]], spread: x[7] };
    let fit = (0..5).map(|i| curve.mixed(0.4 + 0.7 * i as f64)).sum::<f64>() + curve.differences();
    let desk = Desk { curve, notional: x[8] };
    fit + desk.worth(1.7) + desk.worth(x[0] + 0.5)
}

const POINT: [f64; 9] = [0.3, -0.4, 0.8, 0.5, 1.1, -0.7, 0.2, 1.3, 2.0];

#[test]
fn lists_are_read_between_calls() {
    let (value, gradient) = desk::value_and_gradient(&POINT);
    assert_eq!(value.to_bits(), desk(&POINT).to_bits());
    for (g, d) in gradient.iter().zip(slopes(desk, &POINT)) {
        assert!((g - d).abs() < 1e-8 * (1.0 + d.abs()), "{gradient:?}: {g} for {d}");
    }
}

#[test]
fn and_to_second_order() {
    let v: Vec<f64> = (0..9).map(|i| (i as f64 - 3.0) / 4.0).collect();
    let product = desk::hvp(&POINT, &v);
    for (i, &p) in product.iter().enumerate() {
        let along = |s: f64| {
            let x: Vec<f64> = POINT.iter().zip(&v).map(|(x, v)| x + s * v).collect();
            desk::gradient(&x)[i]
        };
        let d = super::slope(along, 0.0);
        assert!((p - d).abs() < 1e-7 * (1.0 + d.abs()), "{i}: {p} for {d}");
    }
}

#[test]
fn alone_too() {
    let curve = |x: &[f64]| Curve {
        times: vec![0.0, 1.0, 2.5, 4.0],
        rates: x[..4].to_vec(),
        bumps: [x[4], x[5], x[6]],
        spread: x[7],
    };
    let (_, (g, t)) = curve(&POINT).mixed_value_and_gradient(POINT[8]);
    let all: Vec<f64> = g.rates.iter().chain(&g.bumps).copied().chain([g.spread, t]).collect();
    for (g, d) in all.iter().zip(slopes(|x| curve(x).mixed(x[8]), &POINT)) {
        assert!((g - d).abs() < 1e-8 * (1.0 + d.abs()), "{all:?}: {g} for {d}");
    }
    assert_eq!(g.times, [0.0, 1.0, 2.5, 4.0]);
}
