//! The likelihood of returns with changing variance.

use wengert::prelude::*;

#[derive(Clone, Debug, Default, Differentiable)]
pub(super) struct Garch {
    pub(super) mu: f64,
    pub(super) omega: f64,
    pub(super) alpha: Vec<f64>,
    pub(super) beta: Vec<f64>,
    pub(super) nu: f64,
}

fn ln_t_density(x: f64, nu: f64) -> f64 {
    ln_gamma((nu + 1.0) / 2.0)
        - ln_gamma(nu / 2.0)
        - 0.5 * ((nu - 2.0) * std::f64::consts::PI).ln()
        - (nu + 1.0) / 2.0 * (x * x / (nu - 2.0)).ln_1p()
}

impl Garch {
    fn is_stationary(&self) -> bool {
        self.alpha.iter().chain(&self.beta).sum::<f64>() < 1.0
    }
}

#[differentiable]
pub(super) fn neg_log_likelihood(g: &Garch, #[constant] returns: &[f64]) -> f64 {
    if !g.is_stationary() {
        return 1e10 * g.alpha.iter().chain(g.beta.iter()).sum::<f64>();
    }
    let persistence: f64 = g.alpha.iter().sum::<f64>() + g.beta.iter().sum::<f64>();
    let unconditional = g.omega / (1.0 - persistence);
    let mut variances: Vec<f64> = Vec::new();
    let mut shocks: Vec<f64> = Vec::new();
    let mut nll = 0.0;
    for (t, r) in returns.iter().enumerate() {
        let mut h = g.omega;
        for (lag, a) in g.alpha.iter().enumerate() {
            h += a * if t > lag { shocks[t - lag - 1].powi(2) } else { unconditional };
        }
        for (lag, b) in g.beta.iter().enumerate() {
            h += b * t.checked_sub(lag + 1).map_or(unconditional, |k| variances[k]);
        }
        let shock = r - g.mu;
        nll -= ln_t_density(shock / h.sqrt(), g.nu) - 0.5 * h.ln();
        variances.push(h);
        shocks.push(shock);
    }
    nll
}
