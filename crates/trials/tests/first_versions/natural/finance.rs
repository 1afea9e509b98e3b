//! Finance: options, curves, risk.

use super::super::held;
use std::f64::consts::PI;
use wengert::Differentiable;
use wengert::prelude::*;

fn norm_cdf(x: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    let approx = 1.0 - (-0.5 * x * x).exp() / (2.0 * PI).sqrt() * poly;
    if x < 0.0 { 1.0 - approx } else { approx }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum OptionKind {
    Call,
    Put,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Market {
    spot: f64,
    rate: f64,
    vol: f64,
}

#[differentiable]
fn black_scholes(m: &Market, strike: f64, t: f64, kind: OptionKind) -> f64 {
    let sd = m.vol * t.sqrt();
    let d1 = ((m.spot / strike).ln() + (m.rate + 0.5 * m.vol.powi(2)) * t) / sd;
    let d2 = d1 - sd;
    let df = (-m.rate * t).exp();
    match kind {
        OptionKind::Call => m.spot * norm_cdf(d1) - strike * df * norm_cdf(d2),
        OptionKind::Put => strike * df * norm_cdf(-d2) - m.spot * norm_cdf(-d1),
    }
}

#[differentiable]
fn book(m: &Market, strikes: &[f64]) -> f64 {
    let kinds = [OptionKind::Call, OptionKind::Put];
    strikes.iter().zip(kinds.iter().cycle()).map(|(&k, &kind)| black_scholes(m, k, 0.5, kind)).sum()
}

/// A binomial tree for an American put.
#[differentiable]
fn american_put(s0: f64, k: f64, r: f64, sigma: f64, t: f64, n: usize) -> f64 {
    let dt = t / n as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((r * dt).exp() - d) / (u - d);
    let disc = (-r * dt).exp();
    let mut values: Vec<f64> = (0..=n).map(|j| (k - s0 * u.powi(j as i32) * d.powi((n - j) as i32)).max(0.0)).collect();
    for step in (0..n).rev() {
        for j in 0..=step {
            let hold = disc * (p * values[j + 1] + (1.0 - p) * values[j]);
            let exercise = k - s0 * u.powi(j as i32) * d.powi((step - j) as i32);
            values[j] = hold.max(exercise);
        }
        values.truncate(step + 1);
    }
    values[0]
}

struct Lcg(u64);

impl Lcg {
    fn next_f64(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn gauss(&mut self) -> f64 {
        let u1 = self.next_f64().max(1e-12);
        let u2 = self.next_f64();
        (-2.0 * u1.ln()).sqrt() * (2.0 * PI * u2).cos()
    }
}

/// Heston by full truncation Euler.
#[differentiable]
fn heston(s0: f64, v0: f64, kappa: f64, theta: f64, xi: f64, rho: f64, paths: usize) -> f64 {
    let mut rng = Lcg(42);
    let (steps, dt) = (12, 1.0 / 12.0);
    let mut sum = 0.0;
    for _ in 0..paths {
        let (mut s, mut v) = (s0, v0);
        for _ in 0..steps {
            let z1 = rng.gauss();
            let z2 = rho * z1 + (1.0 - rho * rho).sqrt() * rng.gauss();
            let vp = v.max(0.0);
            s *= ((0.02 - 0.5 * vp) * dt + (vp * dt).sqrt() * z1).exp();
            v += kappa * (theta - vp) * dt + xi * (vp * dt).sqrt() * z2;
        }
        sum += (s - 100.0).max(0.0);
    }
    sum / paths as f64 * (-0.02f64).exp()
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    times: Vec<f64>,
    rates: Vec<f64>,
}

#[differentiable]
impl Curve {
    fn zero(&self, t: f64) -> f64 {
        let n = self.times.len();
        if t <= self.times[0] {
            return self.rates[0];
        }
        if t >= self.times[n - 1] {
            return self.rates[n - 1];
        }
        let i = self.times.iter().position(|&x| x >= t).unwrap();
        let w = (t - self.times[i - 1]) / (self.times[i] - self.times[i - 1]);
        self.rates[i - 1] * (1.0 - w) + self.rates[i] * w
    }
    fn discount(&self, t: f64) -> f64 {
        (-self.zero(t) * t).exp()
    }
}

/// A swap's par rate.
#[differentiable]
fn par_rate(curve: &Curve, maturity: usize) -> f64 {
    let annuity: f64 = (1..=maturity).map(|k| curve.discount(k as f64)).sum();
    (1.0 - curve.discount(maturity as f64)) / annuity
}

/// Yield to maturity by bisection then a Newton step.
#[differentiable]
fn bond_yield(price: f64, coupon: f64, n: usize) -> f64 {
    let value =
        |y: f64| (1..=n).map(|t| coupon / (1.0 + y).powi(t as i32)).sum::<f64>() + 100.0 / (1.0 + y).powi(n as i32);
    let (mut lo, mut hi) = (0.0, 1.0);
    while hi - lo > 1e-6 {
        let mid = 0.5 * (lo + hi);
        if value(mid) > price { lo = mid } else { hi = mid }
    }
    let y = 0.5 * (lo + hi);
    let h = 1e-4;
    let slope = (value(y + h) - value(y - h)) / (2.0 * h);
    y - (value(y) - price) / slope
}

/// GARCH(1,1) log-likelihood.
#[differentiable]
fn garch(params: [f64; 3], #[constant] returns: &[f64]) -> f64 {
    let [omega, alpha, beta] = params;
    let var0 = returns.iter().map(|r| r * r).sum::<f64>() / returns.len() as f64;
    let (ll, _) = returns.iter().fold((0.0, var0), |(ll, h), &r| {
        let ll = ll - 0.5 * ((2.0 * PI * h).ln() + r * r / h);
        (ll, omega + alpha * r * r + beta * h)
    });
    ll
}

/// Markowitz: variance of a portfolio with a penalty for weights that do not add up.
#[differentiable]
fn portfolio(weights: &[f64], cov: &[Vec<f64>], mu: &[f64], aversion: f64) -> f64 {
    let ret: f64 = weights.iter().zip(mu).map(|(w, m)| w * m).sum();
    let var: f64 =
        weights.iter().zip(cov).map(|(wi, row)| wi * row.iter().zip(weights).map(|(c, wj)| c * wj).sum::<f64>()).sum();
    ret - 0.5 * aversion * var - 10.0 * (weights.iter().sum::<f64>() - 1.0).powi(2)
}

#[derive(Clone, Debug)]
struct CashFlow {
    time: f64,
    amount: f64,
    currency: String,
}

/// Present value by currency.
#[differentiable]
fn present_value(rate: f64, fx: f64, #[constant] flows: &[CashFlow]) -> f64 {
    flows
        .iter()
        .filter(|f| f.time > 0.0)
        .map(|f| {
            let amount = if f.currency == "EUR" { f.amount * fx } else { f.amount };
            amount * (-rate * f.time).exp()
        })
        .sum()
}

/// Value at risk from sorted simulated returns.
#[differentiable]
fn expected_shortfall(weights: &[f64], #[constant] scenarios: &[Vec<f64>], level: f64) -> f64 {
    let mut pnl: Vec<f64> = scenarios.iter().map(|s| s.iter().zip(weights).map(|(r, w)| r * w).sum::<f64>()).collect();
    pnl.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let k = ((1.0 - level) * pnl.len() as f64).ceil() as usize;
    -pnl[..k].iter().sum::<f64>() / k as f64
}

#[test]
fn books_of_options() {
    let market = |x: &[f64]| Market { spot: x[0], rate: x[1], vol: x[2] };
    let x = [100.0, 0.02, 0.25, 95.0, 110.0, 105.0];
    let (value, (m, k)) = book::value_and_gradient(&market(&x), &x[3..]);
    held(&x, |x| book(&market(x), &x[3..]), value, &[vec![m.spot, m.rate, m.vol], k].concat());
    let (value, (m, k, t)) = black_scholes::value_and_gradient(&market(&x), 90.0, 0.5, OptionKind::Put);
    let x = [100.0, 0.02, 0.25, 90.0, 0.5];
    let plain = |x: &[f64]| black_scholes(&market(x), x[3], x[4], OptionKind::Put);
    held(&x, plain, value, &[m.spot, m.rate, m.vol, k, t]);
}

#[test]
fn options() {
    let x = [38.0, 40.0, 0.06, 0.2, 1.0];
    let (value, (a, b, c, d, e)) = american_put::value_and_gradient(x[0], x[1], x[2], x[3], x[4], 8);
    held(&x, |x| american_put(x[0], x[1], x[2], x[3], x[4], 8), value, &[a, b, c, d, e]);
    let x = [100.0, 0.05, 1.5, 0.06, 0.4, -0.6];
    let (value, g) = heston::value_and_gradient(x[0], x[1], x[2], x[3], x[4], x[5], 5);
    held(&x, |x| heston(x[0], x[1], x[2], x[3], x[4], x[5], 5), value, &[g.0, g.1, g.2, g.3, g.4, g.5]);
}

#[test]
fn rates() {
    let curve = |x: &[f64]| Curve { times: vec![0.5, 2.2, 4.7], rates: x.to_vec() };
    let x = [0.02, 0.025, 0.03];
    let (value, g) = par_rate::value_and_gradient(&curve(&x), 4);
    held(&x, |x| par_rate(&curve(x), 4), value, &g.rates);
    let (value, (_, coupon)) = bond_yield::value_and_gradient(97.0, 4.0, 6);
    held(&[4.0], |x| bond_yield(97.0, x[0], 6), value, &[coupon]);
    let flows = [("EUR", 1.0, 5.0), ("USD", 2.0, 6.0), ("EUR", -1.0, 9.0), ("EUR", 3.0, 7.0)];
    let flows: Vec<CashFlow> =
        flows.map(|(c, time, amount)| CashFlow { time, amount, currency: c.to_string() }).to_vec();
    let (value, (a, b)) = present_value::value_and_gradient(0.03, 1.1, &flows);
    held(&[0.03, 1.1], |x| present_value(x[0], x[1], &flows), value, &[a, b]);
}

#[test]
fn risk() {
    let returns = [0.01, -0.02, 0.015, 0.003, -0.011];
    let x = [0.01, 0.1, 0.8];
    let (value, g) = garch::value_and_gradient(x, &returns);
    held(&x, |x| garch([x[0], x[1], x[2]], &returns), value, &g);
    let cov = [vec![0.04, 0.01], vec![0.01, 0.09]];
    let x = [0.4, 0.5, 0.05, 0.07, 2.0];
    let (value, (a, _, b, c)) = portfolio::value_and_gradient(&x[..2], &cov, &x[2..4], x[4]);
    held(&x, |x| portfolio(&x[..2], &cov, &x[2..4], x[4]), value, &[a, b, vec![c]].concat());
    let scenarios: Vec<Vec<f64>> = (0..9).map(|k| vec![(k as f64 * 1.7).sin(), (k as f64 * 2.3).cos()]).collect();
    let (value, (g, _)) = expected_shortfall::value_and_gradient(&x[..2], &scenarios, 0.7);
    held(&x[..2], |x| expected_shortfall(x, &scenarios, 0.7), value, &g);
}
