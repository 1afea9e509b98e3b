//! Short rates, by models behind `dyn`.

use wengert::prelude::*;

pub trait ShortRate {
    fn drift(&self, r: f64) -> f64;
    fn diffusion(&self, r: f64) -> f64;
    fn log_transition(&self, r0: f64, r1: f64, dt: f64) -> f64 {
        let mean = r0 + self.drift(r0) * dt;
        let sd = self.diffusion(r0) * dt.sqrt();
        -0.5 * ((r1 - mean) / sd).powi(2) - sd.ln()
    }
}

pub struct Vasicek {
    a: f64,
    b: f64,
    sigma: f64,
}

pub struct Cir {
    a: f64,
    b: f64,
    sigma: f64,
}

impl ShortRate for Vasicek {
    fn drift(&self, r: f64) -> f64 {
        self.a * (self.b - r)
    }
    fn diffusion(&self, _: f64) -> f64 {
        self.sigma
    }
}

impl ShortRate for Cir {
    fn drift(&self, r: f64) -> f64 {
        self.a * (self.b - r)
    }
    fn diffusion(&self, r: f64) -> f64 {
        self.sigma * r.max(1e-8).sqrt()
    }
}

fn quasi_likelihood(model: &dyn ShortRate, rates: &[f64], dt: f64) -> f64 {
    rates.windows(2).map(|w| model.log_transition(w[0], w[1], dt)).sum()
}

#[differentiable]
pub fn fit(params: [f64; 3], #[constant] rates: &[f64], use_cir: bool) -> f64 {
    let [a, b, sigma] = params;
    if use_cir {
        quasi_likelihood(&Cir { a, b, sigma }, rates, 1.0 / 12.0)
    } else {
        quasi_likelihood(&Vasicek { a, b, sigma }, rates, 1.0 / 12.0)
    }
}

#[test]
fn holds() {
    let r = [0.03, 0.032, 0.031, 0.035, 0.034];
    for c in [true, false] {
        super::check(
            &[0.5, 0.04, 0.1],
            |x| fit([x[0], x[1], x[2]], &r, c),
            |x| fit::value_and_gradient([x[0], x[1], x[2]], &r, c),
        );
    }
}
