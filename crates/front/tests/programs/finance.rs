// Options, bonds, portfolios, cash flows.

use std::collections::HashMap;
use std::fmt;

fn norm_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
        .iter()
        .rev()
        .fold(0.0, |acc, c| t * (c + acc));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Call,
    Put,
}

impl Side {
    fn sign(self) -> f64 {
        match self {
            Side::Call => 1.0,
            Side::Put => -1.0,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Contract {
    strike: f64,
    expiry: f64,
    side: Side,
    barrier: Option<f64>,
    name: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Market {
    spot: f64,
    rate: f64,
    vol: f64,
    dividend: f64,
}

fn black_scholes(s: f64, k: f64, t: f64, r: f64, sigma: f64) -> f64 {
    let d1 = ((s / k).ln() + (r + 0.5 * sigma.powi(2)) * t) / (sigma * t.sqrt());
    let d2 = d1 - sigma * t.sqrt();
    s * norm_cdf(d1) - k * (-r * t).exp() * norm_cdf(d2)
}

impl Contract {
    fn price(&self, m: &Market) -> f64 {
        let Market { spot, rate, vol, dividend } = *m;
        let phi = self.side.sign();
        let sd = vol * self.expiry.sqrt();
        let forward = spot * ((rate - dividend) * self.expiry).exp();
        let d1 = (forward / self.strike).ln() / sd + 0.5 * sd;
        let df = (-rate * self.expiry).exp();
        let vanilla = df * phi * (forward * norm_cdf(phi * d1) - self.strike * norm_cdf(phi * (d1 - sd)));
        match self.barrier {
            Some(b) if spot >= b => 0.0,
            Some(b) => vanilla * (1.0 - (spot / b).powf(2.0 * rate / vol.powi(2))),
            None => vanilla,
        }
    }

    fn payoff(&self, path: &[f64]) -> f64 {
        let last = *path.last().expect("a path");
        if self.barrier.is_some_and(|b| path.iter().any(|&p| p > b)) {
            return 0.0;
        }
        (self.side.sign() * (last - self.strike)).max(0.0)
    }

    fn weight(&self) -> f64 {
        if self.name.is_empty() { 0.0 } else { self.name.len() as f64 }
    }
}

fn monte_carlo(c: &Contract, m: &Market, normals: &[Vec<f64>]) -> f64 {
    let n = normals.len() as f64;
    let total = normals
        .iter()
        .map(|z| {
            let dt = c.expiry / z.len() as f64;
            let drift = (m.rate - m.dividend - 0.5 * m.vol * m.vol) * dt;
            let path: Vec<f64> = z
                .iter()
                .scan(m.spot, |s, e| {
                    *s *= (drift + m.vol * dt.sqrt() * e).exp();
                    Some(*s)
                })
                .collect();
            c.payoff(&path)
        })
        .sum::<f64>();
    (-m.rate * c.expiry).exp() * total / n
}

fn binomial(m: Market, strike: f64, t: f64, n: usize, american: bool) -> f64 {
    let dt = t / n as f64;
    let u = (m.vol * dt.sqrt()).exp();
    let d = u.recip();
    let p = ((m.rate * dt).exp() - d) / (u - d);
    let disc = (-m.rate * dt).exp();
    let mut values: Vec<f64> = (0..=n).map(|i| (strike - m.spot * u.powi(2 * i as i32 - n as i32)).max(0.0)).collect();
    for step in (0..n).rev() {
        for i in 0..=step {
            let hold = disc * (p * values[i + 1] + (1.0 - p) * values[i]);
            values[i] = if american {
                let s = m.spot * u.powi(2 * i as i32 - step as i32);
                hold.max(strike - s)
            } else {
                hold
            };
        }
        values.pop();
    }
    values[0]
}

fn npv(rate: f64, flows: &[f64]) -> f64 {
    flows.iter().enumerate().map(|(t, c)| c / (1.0 + rate).powi(t as i32)).sum()
}

fn irr(flows: &[f64], guess: f64) -> Result<f64, String> {
    let mut r = guess;
    for _ in 0..100 {
        let (mut f, mut df) = (0.0, 0.0);
        for (t, c) in flows.iter().enumerate() {
            let t = t as f64;
            f += c / (1.0 + r).powf(t);
            df -= t * c / (1.0 + r).powf(t + 1.0);
        }
        if df == 0.0 {
            return Err("flat".to_string());
        }
        let next = r - f / df;
        if (next - r).abs() < 1e-12 {
            return Ok(next);
        }
        r = next;
    }
    Err(format!("no root near {guess}"))
}

#[derive(Clone, Debug, PartialEq)]
pub enum CurveError {
    Empty,
    Unsorted(usize),
    Beyond { t: f64, last: f64 },
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(Clone, Debug, Default)]
pub struct Curve {
    times: Vec<f64>,
    rates: Vec<f64>,
}

impl Curve {
    fn new(points: &[(f64, f64)]) -> Result<Self, CurveError> {
        if points.is_empty() {
            return Err(CurveError::Empty);
        }
        if let Some(k) = points.windows(2).position(|w| w[0].0 >= w[1].0) {
            return Err(CurveError::Unsorted(k));
        }
        let (times, rates) = points.iter().cloned().unzip();
        Ok(Curve { times, rates })
    }

    fn rate(&self, t: f64) -> Result<f64, CurveError> {
        let k = self.times.partition_point(|&x| x < t);
        match k {
            0 => self.rates.first().copied().ok_or(CurveError::Empty),
            k if k == self.times.len() => Err(CurveError::Beyond { t, last: self.times[k - 1] }),
            k => {
                let (t0, t1) = (self.times[k - 1], self.times[k]);
                let w = (t - t0) / (t1 - t0);
                Ok(self.rates[k - 1] * (1.0 - w) + self.rates[k] * w)
            }
        }
    }

    fn discount(&self, t: f64) -> Result<f64, CurveError> {
        let r = self.rate(t)?;
        Ok((-r * t).exp())
    }

    fn swap(&self, fixed: f64, schedule: &[f64]) -> Result<f64, CurveError> {
        let mut annuity = 0.0;
        let mut before = 0.0;
        for &t in schedule {
            annuity += (t - before) * self.discount(t)?;
            before = t;
        }
        let end = schedule.last().map(|&t| self.discount(t)).transpose()?.unwrap_or(1.0);
        Ok(1.0 - end - fixed * annuity)
    }
}

fn bond(face: f64, coupon: f64, y: f64, periods: u32, freq: u32) -> (f64, f64, f64) {
    let f = f64::from(freq);
    let c = face * coupon / f;
    let v = (1.0 + y / f).recip();
    let mut price = 0.0;
    let mut weighted = 0.0;
    let mut power = 1.0;
    for k in 1..=periods {
        power *= v;
        let pay = if k == periods { c + face } else { c };
        price += pay * power;
        weighted += f64::from(k) / f * pay * power;
    }
    let macaulay = weighted / price;
    (price, macaulay, macaulay / (1.0 + y / f))
}

fn portfolio(w: &[f64], mu: &[f64], cov: &[Vec<f64>], aversion: f64) -> f64 {
    let mean = w.iter().zip(mu).map(|(a, b)| a * b).sum::<f64>();
    let mut var = 0.0;
    for (wi, row) in w.iter().zip(cov) {
        for (wj, c) in w.iter().zip(row) {
            var += wi * wj * c;
        }
    }
    mean - 0.5 * aversion * var
}

fn drawdown(prices: &[f64]) -> f64 {
    let mut peak = f64::MIN;
    let mut worst = 0.0;
    for &p in prices {
        peak = peak.max(p);
        let d = (peak - p) / peak;
        if d > worst {
            worst = d;
        }
    }
    worst
}

fn sharpe(returns: &[f64], free: f64) -> Option<f64> {
    let n = returns.len();
    if n < 2 {
        return None;
    }
    let excess = returns.iter().map(|r| r - free).collect::<Vec<_>>();
    let mean = excess.iter().sum::<f64>() / n as f64;
    let var = excess.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
    if var > 0.0 { Some(mean / var.sqrt() * 252f64.sqrt()) } else { None }
}

fn var_historical(returns: &[f64], level: f64) -> f64 {
    let mut sorted = returns.to_owned();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let at = (level * sorted.len() as f64).floor() as usize;
    -sorted[at.min(sorted.len() - 1)]
}

fn implied_vol(price: f64, s: f64, k: f64, t: f64, r: f64) -> Option<f64> {
    let (mut lo, mut hi) = (1e-4, 5.0);
    let mut vol = None;
    for _ in 0..80 {
        let mid = 0.5 * (lo + hi);
        if black_scholes(s, k, t, r, mid) > price {
            hi = mid;
        } else {
            lo = mid;
        }
        vol = Some(mid);
    }
    vol.filter(|v| *v > 1e-3)
}

fn ema(prices: &[f64], span: usize) -> Vec<f64> {
    let alpha = 2.0 / (span as f64 + 1.0);
    let mut out = Vec::with_capacity(prices.len());
    let mut state = None;
    for p in prices {
        let next = match state {
            None => *p,
            Some(s) => alpha * p + (1.0 - alpha) * s,
        };
        out.push(next);
        state = Some(next);
    }
    out
}

fn by_sector(holdings: &[(String, f64)], shocks: &HashMap<String, f64>) -> f64 {
    holdings.iter().map(|(name, v)| v * shocks.get(name).copied().unwrap_or(0.0)).sum()
}

fn cds(hazard: &[f64], r: f64, recovery: f64) -> f64 {
    let mut survival = 1.0;
    let (premium, protection) = hazard.iter().enumerate().fold((0.0, 0.0), |(a, b), (k, h)| {
        let df = (-r * (k + 1) as f64).exp();
        let next = survival * (-h).exp();
        let out = (a + df * next, b + df * (survival - next) * (1.0 - recovery));
        survival = next;
        out
    });
    protection / premium
}

fn best_of<'a>(contracts: &'a [Contract], m: &Market) -> Option<&'a Contract> {
    contracts.iter().filter(|c| c.expiry > 0.0).max_by(|a, b| a.price(m).total_cmp(&b.price(m)))
}

fn greeks(c: &Contract, m: &Market) -> [f64; 2] {
    let bump = 1e-4;
    let up = Market { spot: m.spot + bump, ..*m };
    let down = Market { spot: m.spot - bump, ..*m };
    let [u, d] = [up, down].map(|m| c.price(&m));
    [(u - d) / (2.0 * bump), (u - 2.0 * c.price(m) + d) / bump.powi(2)]
}

fn book(trades: &[(i64, f64)], last: f64) -> f64 {
    let mut position = 0;
    let mut cash = 0.0;
    for &(quantity, price) in trades {
        position += quantity;
        cash -= quantity as f64 * price;
    }
    cash + position as f64 * last
}

fn amortize(principal: f64, rate: f64, months: u32) -> Vec<(u32, f64, f64)> {
    let r = rate / 12.0;
    let payment = principal * r / (1.0 - (1.0 + r).powi(-(months as i32)));
    let mut rows = vec![];
    let mut balance = principal;
    for m in 1..=months {
        let interest = balance * r;
        balance -= payment - interest;
        rows.push((m, interest, balance));
    }
    rows
}
