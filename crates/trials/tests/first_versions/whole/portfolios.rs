//! Portfolio: struct-of-everything with builder, enums with data, rebalancing, drawdown, bootstrapped curve with trait.
use super::super::held;
use std::cmp::Ordering;
use std::fmt;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Frequency {
    Annual = 1,
    Semi = 2,
    Quarterly = 4,
}

#[derive(Debug, Clone, Differentiable)]
pub enum Instrument {
    Deposit {
        maturity: f64,
        rate: f64,
    },
    Swap {
        maturity: f64,
        rate: f64,
        #[constant]
        frequency: Frequency,
    },
    Future(f64, f64),
}
#[differentiable]
impl Instrument {
    fn maturity(&self) -> f64 {
        match self {
            Self::Deposit { maturity, .. } | Self::Swap { maturity, .. } => *maturity,
            Self::Future(m, _) => *m,
        }
    }
}
#[derive(Debug, Clone, Default, Differentiable)]
pub struct Curve {
    times: Vec<f64>,
    dfs: Vec<f64>,
}
#[differentiable]
impl Curve {
    pub fn df(&self, t: f64) -> f64 {
        if self.times.is_empty() || t <= 0.0 {
            return 1.0;
        }
        match self.times.iter().position(|&x| x >= t) {
            Some(0) => {
                let r = -self.dfs[0].ln() / self.times[0];
                (-r * t).exp()
            }
            Some(i) => {
                let w = (t - self.times[i - 1]) / (self.times[i] - self.times[i - 1]);
                ((1.0 - w) * self.dfs[i - 1].ln() + w * self.dfs[i].ln()).exp()
            }
            None => {
                let n = self.times.len();
                let r = -self.dfs[n - 1].ln() / self.times[n - 1];
                (-r * t).exp()
            }
        }
    }
    pub fn forward(&self, a: f64, b: f64) -> f64 {
        (self.df(a) / self.df(b) - 1.0) / (b - a)
    }
    fn push(&mut self, t: f64, df: f64) {
        self.times.push(t);
        self.dfs.push(df);
    }
}
#[differentiable]
pub fn bootstrap(instruments: &[Instrument]) -> Curve {
    let mut sorted = instruments.to_vec();
    sorted.sort_by(|a, b| a.maturity().partial_cmp(&b.maturity()).unwrap_or(Ordering::Equal));
    let mut curve = Curve::default();
    for ins in &sorted {
        let (t, df) = match *ins {
            Instrument::Deposit { maturity, rate } => (maturity, 1.0 / (1.0 + rate * maturity)),
            Instrument::Future(maturity, price) => {
                let r = (100.0 - price) / 100.0;
                (maturity, curve.df(maturity - 0.25) / (1.0 + 0.25 * r))
            }
            Instrument::Swap { maturity, rate, frequency } => {
                let f = frequency as usize as f64;
                let n = (maturity * f).round() as usize;
                let annuity: f64 = (1..n).map(|k| curve.df(k as f64 / f) / f).sum();
                (maturity, (1.0 - rate * annuity) / (1.0 + rate / f))
            }
        };
        curve.push(t, df);
    }
    curve
}
#[differentiable]
pub fn swap_value(instruments: &[Instrument], fixed: f64, years: usize) -> f64 {
    let curve = bootstrap(instruments);
    let mut pv = 0.0;
    for y in 1..=years {
        let (a, b) = ((y - 1) as f64, y as f64);
        pv += (curve.forward(a, b) - fixed) * curve.df(b);
    }
    pv
}
#[differentiable]
pub fn max_drawdown(prices: &[f64]) -> f64 {
    let mut peak = f64::MIN;
    let mut worst: f64 = 0.0;
    for &p in prices {
        if p > peak {
            peak = p;
        }
        worst = worst.max((peak - p) / peak);
    }
    worst
}
#[differentiable]
pub fn sharpe(prices: &[f64], rf: f64) -> Option<f64> {
    if prices.len() < 3 {
        return None;
    }
    let returns = prices.windows(2).map(|w| (w[1] / w[0]).ln()).collect::<Vec<f64>>();
    let n = returns.len() as f64;
    let mean = returns.iter().sum::<f64>() / n - rf;
    let sd = (returns.iter().map(|r| (r - rf - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    (sd > 0.0).then(|| mean / sd * 252f64.sqrt())
}
#[differentiable]
pub fn ewma_var(returns: &[f64], lambda: f64) -> Vec<f64> {
    returns
        .iter()
        .scan(returns[0] * returns[0], |v, r| {
            *v = lambda * *v + (1.0 - lambda) * r * r;
            Some(*v)
        })
        .collect()
}
impl fmt::Display for Frequency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x", *self as u8)
    }
}
#[differentiable]
pub fn rebalance(weights: &[f64], returns: &[Vec<f64>], cost: f64) -> f64 {
    let mut wealth = 1.0;
    let mut holdings: Vec<f64> = weights.iter().map(|w| w * wealth).collect();
    for day in returns {
        for (h, r) in holdings.iter_mut().zip(day) {
            *h *= 1.0 + r;
        }
        wealth = holdings.iter().sum();
        let turnover: f64 = holdings.iter().zip(weights).map(|(h, w)| (h - w * wealth).abs()).sum();
        wealth -= cost * turnover;
        holdings = weights.iter().map(|w| w * wealth).collect();
    }
    wealth.ln()
}

#[test]
fn curves_and_portfolios() {
    let make = |x: &[f64]| {
        vec![
            Instrument::Swap { maturity: 2.0, rate: x[2], frequency: Frequency::Semi },
            Instrument::Deposit { maturity: 0.5, rate: x[0] },
            Instrument::Future(0.75, 100.0 - 100.0 * x[1]),
            Instrument::Swap { maturity: 3.0, rate: x[3], frequency: Frequency::Annual },
        ]
    };
    let x = [0.02, 0.024, 0.03, 0.033, 0.031];
    let (value, (g, fixed)) = swap_value::value_and_gradient(&make(&x), x[4], 3);
    let rate = |i: &Instrument| match i {
        Instrument::Deposit { rate, .. } | Instrument::Swap { rate, .. } => *rate,
        Instrument::Future(_, price) => -100.0 * price,
    };
    held(&x, |x| swap_value(&make(x), x[4], 3), value, &[rate(&g[1]), rate(&g[2]), rate(&g[0]), rate(&g[3]), fixed]);
    let prices = [100.0, 104.0, 97.0, 99.0, 93.0, 101.0];
    let (value, g) = max_drawdown::value_and_gradient(&prices);
    held(&prices, max_drawdown, value, &g);
    let (value, (g, rf)) = sharpe::value_and_gradient(&prices, 1e-4).unwrap();
    held(&prices, |p| sharpe(p, 1e-4).unwrap(), value, &g);
    held(&[1e-4], |rf| sharpe(&prices, rf[0]).unwrap(), value, &[rf]);
    let (value, (g, l)) = ewma_var::vjp(&x, 0.9, &[0.0, 0.0, 0.0, 1.0, 2.0]);
    let plain = |v: &[f64]| v[3] + 2.0 * v[4];
    held(&x, |x| plain(&ewma_var(x, 0.9)), plain(&value), &g);
    held(&[0.9], |l| plain(&ewma_var(&x, l[0])), plain(&value), &[l]);
    let returns = [vec![0.01, -0.02], vec![0.03, 0.01], vec![-0.02, 0.04]];
    let (value, (g, _, c)) = rebalance::value_and_gradient(&[0.6, 0.4], &returns, 0.01);
    held(&[0.6, 0.4, 0.01], |w| rebalance(&w[..2], &returns, w[2]), value, &[g, vec![c]].concat());
}
