//! Calibration of a yield curve to instruments.

use wengert::prelude::*;

#[derive(Clone, Debug)]
pub(super) enum Instrument {
    Deposit { t: f64 },
    Swap { maturity: usize, frequency: u32 },
    Fra { start: f64, end: f64 },
}

pub(super) struct Quote {
    pub(super) instrument: Instrument,
    pub(super) rate: f64,
    pub(super) weight: f64,
}

#[derive(Clone, Debug, Differentiable)]
pub(super) struct Curve {
    #[constant]
    pub(super) times: Vec<f64>,
    pub(super) zeros: Vec<f64>,
}

impl Curve {
    pub(super) fn zero(&self, t: f64) -> f64 {
        let n = self.times.len();
        if t <= self.times[0] {
            return self.zeros[0];
        }
        if t >= self.times[n - 1] {
            return *self.zeros.last().unwrap();
        }
        let i = match self.times.binary_search_by(|probe| probe.partial_cmp(&t).unwrap()) {
            Ok(i) => return self.zeros[i],
            Err(i) => i,
        };
        let (t0, t1) = (self.times[i - 1], self.times[i]);
        let w = (t - t0) / (t1 - t0);
        (1.0 - w) * self.zeros[i - 1] + w * self.zeros[i]
    }
    pub(super) fn df(&self, t: f64) -> f64 {
        (-self.zero(t) * t).exp()
    }
}

impl Instrument {
    pub(super) fn implied(&self, curve: &Curve) -> f64 {
        match self {
            Instrument::Deposit { t } => (1.0 / curve.df(*t) - 1.0) / t,
            Instrument::Fra { start, end } => (curve.df(*start) / curve.df(*end) - 1.0) / (end - start),
            Instrument::Swap { maturity, frequency } => {
                let dt = 1.0 / f64::from(*frequency);
                let n = *maturity * *frequency as usize;
                let annuity: f64 = (1..=n).map(|k| dt * curve.df(k as f64 * dt)).sum();
                (1.0 - curve.df(*maturity as f64)) / annuity
            }
        }
    }
}

#[differentiable]
pub(super) fn calibration_error(curve: &Curve, #[constant] quotes: &[Quote], smoothness: f64) -> f64 {
    let fit: f64 = quotes.iter().map(|q| q.weight * (q.instrument.implied(curve) - q.rate).powi(2)).sum();
    let rough: f64 = curve.zeros.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum();
    fit + smoothness * rough
}
