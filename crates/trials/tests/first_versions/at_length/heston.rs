//! A call under stochastic volatility, by Monte Carlo with a generator of its own.

use wengert::prelude::*;

struct Lcg(u64);
impl Lcg {
    fn new(seed: u64) -> Self {
        Lcg(seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407))
    }
    fn next_f64(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
    fn normal(&mut self) -> f64 {
        let (u1, u2) = (self.next_f64(), self.next_f64());
        (-2.0 * u1.ln()).sqrt() * (2.0 * std::f64::consts::PI * u2).cos()
    }
}

#[derive(Clone, Copy, Differentiable)]
pub(super) struct Heston {
    pub(super) kappa: f64,
    pub(super) theta: f64,
    pub(super) xi: f64,
    pub(super) rho: f64,
    pub(super) v0: f64,
}

#[differentiable]
pub(super) fn heston_call(
    model: Heston,
    spot: f64,
    strike: f64,
    rate: f64,
    maturity: f64,
    #[constant] seed: u64,
    paths: usize,
    steps: usize,
) -> f64 {
    let Heston { kappa, theta, xi, rho, v0 } = model;
    let mut rng = Lcg::new(seed);
    let dt = maturity / steps as f64;
    let sqrt_dt = dt.sqrt();
    let mut payoff_sum = 0.0;
    for _ in 0..paths {
        let mut log_s = spot.ln();
        let mut v = v0;
        for _ in 0..steps {
            let z1 = rng.normal();
            let z2 = rho * z1 + (1.0 - rho * rho).sqrt() * rng.normal();
            let v_plus = v.max(0.0);
            log_s += (rate - 0.5 * v_plus) * dt + v_plus.sqrt() * sqrt_dt * z1;
            v += kappa * (theta - v_plus) * dt + xi * v_plus.sqrt() * sqrt_dt * z2;
        }
        payoff_sum += (log_s.exp() - strike).max(0.0);
    }
    (-rate * maturity).exp() * payoff_sum / paths as f64
}
