//! Statistics: MCMC target, HMM, Kaplan-Meier, logistic regression (IRLS step), LOESS, KDE, GP with Cholesky struct.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub enum LinAlgError {
    NotPositiveDefinite { row: usize },
    Shape(usize, usize),
}

#[derive(Debug, Clone, Differentiable)]
pub struct Cholesky {
    l: Vec<Vec<f64>>,
}

#[differentiable]
impl Cholesky {
    pub fn new(a: &[Vec<f64>]) -> Result<Self, LinAlgError> {
        let n = a.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            if a[i].len() != n {
                return Err(LinAlgError::Shape(n, a[i].len()));
            }
            for j in 0..=i {
                let s: f64 = a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
                if i == j {
                    if s <= 0.0 {
                        return Err(LinAlgError::NotPositiveDefinite { row: i });
                    }
                    l[i][j] = s.sqrt();
                } else {
                    l[i][j] = s / l[j][j];
                }
            }
        }
        Ok(Cholesky { l })
    }
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let mut y = vec![0.0; n];
        for i in 0..n {
            y[i] = (b[i] - self.l[i][..i].iter().zip(&y[..i]).map(|(l, y)| l * y).sum::<f64>()) / self.l[i][i];
        }
        for i in (0..n).rev() {
            let s: f64 = (i + 1..n).map(|k| self.l[k][i] * y[k]).sum();
            y[i] = (y[i] - s) / self.l[i][i];
        }
        y
    }
    pub fn log_det(&self) -> f64 {
        2.0 * self.l.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>()
    }
}

#[derive(Debug, Clone, Copy)]
pub enum Kernel {
    Rbf,
    Matern32,
    Periodic { period: f64 },
}
impl Kernel {
    pub fn eval(&self, d: f64, scale: f64) -> f64 {
        match self {
            Kernel::Rbf => (-0.5 * (d / scale).powi(2)).exp(),
            Kernel::Matern32 => {
                let r = 3f64.sqrt() * d.abs() / scale;
                (1.0 + r) * (-r).exp()
            }
            Kernel::Periodic { period } => (-2.0 * ((std::f64::consts::PI * d / period).sin() / scale).powi(2)).exp(),
        }
    }
}
#[differentiable]
pub fn gp_nll(x: &[f64], y: &[f64], scale: f64, sigma: f64, noise: f64, #[constant] kernel: Kernel) -> Option<f64> {
    let n = x.len();
    let k: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| sigma.powi(2) * kernel.eval(x[i] - x[j], scale) + if i == j { noise * noise } else { 0.0 })
                .collect()
        })
        .collect();
    let chol = Cholesky::new(&k).ok()?;
    let alpha = chol.solve(y);
    let fit: f64 = y.iter().zip(&alpha).map(|(a, b)| a * b).sum();
    Some(0.5 * (fit + chol.log_det() + n as f64 * (2.0 * std::f64::consts::PI).ln()))
}
fn log_sum_exp(v: &[f64]) -> f64 {
    let m = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if m.is_infinite() {
        return m;
    }
    m + v.iter().map(|x| (x - m).exp()).sum::<f64>().ln()
}
#[differentiable]
pub fn hmm(init: &[f64], trans: &[Vec<f64>], means: &[f64], sd: f64, obs: &[f64]) -> f64 {
    let k = init.len();
    let emit = |s: usize, x: f64| -0.5 * ((x - means[s]) / sd).powi(2) - sd.ln();
    let mut alpha: Vec<f64> = (0..k).map(|s| init[s].ln() + emit(s, obs[0])).collect();
    for &x in obs.iter().skip(1) {
        let prev = alpha.clone();
        for s in 0..k {
            let terms: Vec<f64> = prev.iter().enumerate().map(|(r, a)| a + trans[r][s].ln()).collect();
            alpha[s] = log_sum_exp(&terms) + emit(s, x);
        }
    }
    log_sum_exp(&alpha)
}
#[differentiable]
pub fn loess(x: &[f64], y: &[f64], at: f64, bandwidth: f64) -> f64 {
    let tricube = |u: f64| if u.abs() < 1.0 { (1.0 - u.abs().powi(3)).powi(3) } else { 0.0 };
    let (mut s0, mut s1, mut s2, mut t0, mut t1) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (xi, yi) in x.iter().zip(y.iter()) {
        let d = xi - at;
        let w = tricube(d / bandwidth);
        s0 += w;
        s1 += w * d;
        s2 += w * d * d;
        t0 += w * yi;
        t1 += w * d * yi;
    }
    (s2 * t0 - s1 * t1) / (s0 * s2 - s1 * s1)
}
#[derive(Debug, Clone)]
pub struct Subject {
    pub time: f64,
    pub event: bool,
    pub covariates: Vec<f64>,
}
#[differentiable]
pub fn cox(beta: &[f64], #[constant] subjects: &[Subject]) -> f64 {
    let mut order: Vec<&Subject> = subjects.iter().collect();
    order.sort_by(|a, b| b.time.partial_cmp(&a.time).unwrap());
    let mut risk = 0.0;
    let mut ll = 0.0;
    for s in order {
        let eta: f64 = s.covariates.iter().zip(beta).map(|(x, b)| x * b).sum();
        risk += eta.exp();
        if s.event {
            ll += eta - risk.ln();
        }
    }
    ll
}
#[differentiable]
pub fn logistic(beta: &[f64], #[constant] xs: &[[f64; 3]], #[constant] ys: &[bool], ridge: f64) -> f64 {
    xs.iter()
        .zip(ys)
        .map(|(x, &y)| {
            let eta = x.iter().zip(beta).fold(0.0, |a, (x, b)| x.mul_add(*b, a));
            if y { -(-eta).exp().ln_1p() } else { -eta.exp().ln_1p() }
        })
        .sum::<f64>()
        - ridge * beta[1..].iter().map(|b| b.powi(2)).sum::<f64>()
}
#[differentiable]
pub fn weighted_quantile(values: &[f64], weights: &[f64], q: f64) -> f64 {
    let mut pairs: Vec<(f64, f64)> = values.iter().cloned().zip(weights.iter().cloned()).collect();
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = pairs.iter().map(|p| p.1).sum();
    let mut acc = 0.0;
    for (i, &(v, w)) in pairs.iter().enumerate() {
        let next = acc + w / total;
        if next >= q && i > 0 {
            let (u, _) = pairs[i - 1];
            return u + (v - u) * (q - acc) / (next - acc);
        }
        acc = next;
    }
    pairs.last().map(|p| p.0).unwrap_or(f64::NAN)
}
#[differentiable]
pub fn kde(sample: &[f64], at: &[f64], h: f64) -> f64 {
    at.iter()
        .map(|x| {
            (sample.iter().map(|s| (-0.5 * ((x - s) / h).powi(2)).exp()).sum::<f64>() / (sample.len() as f64 * h)).ln()
        })
        .sum()
}

#[test]
fn estimates() {
    let (x, y) = ([0.0, 0.7, 1.1, 2.0], [0.3, 1.0, 0.6, -0.4]);
    for kernel in [Kernel::Rbf, Kernel::Matern32, Kernel::Periodic { period: 2.5 }] {
        let (value, (by_x, by_y, a, b, c)) = gp_nll::value_and_gradient(&x, &y, 0.8, 1.2, 0.3, kernel).unwrap();
        held(&x, |x| gp_nll(x, &y, 0.8, 1.2, 0.3, kernel).unwrap(), value, &by_x);
        held(&y, |y| gp_nll(&x, y, 0.8, 1.2, 0.3, kernel).unwrap(), value, &by_y);
        held(&[0.8, 1.2, 0.3], |p| gp_nll(&x, &y, p[0], p[1], p[2], kernel).unwrap(), value, &[a, b, c]);
    }
    assert_eq!(Cholesky::new(&[vec![0.0]]).err(), Some(LinAlgError::NotPositiveDefinite { row: 0 }));
    let (trans, means) = ([vec![0.9, 0.1], vec![0.3, 0.7]], [0.0, 1.5]);
    let (value, (init, by_trans, by_means, sd, obs)) = hmm::value_and_gradient(&[0.6, 0.4], &trans, &means, 0.7, &y);
    held(&[0.6, 0.4], |p| hmm(p, &trans, &means, 0.7, &y), value, &init);
    held(
        &trans.concat(),
        |t| hmm(&[0.6, 0.4], &[t[..2].to_vec(), t[2..].to_vec()], &means, 0.7, &y),
        value,
        &by_trans.concat(),
    );
    held(&means, |m| hmm(&[0.6, 0.4], &trans, m, 0.7, &y), value, &by_means);
    held(&[0.7], |s| hmm(&[0.6, 0.4], &trans, &means, s[0], &y), value, &[sd]);
    held(&y, |y| hmm(&[0.6, 0.4], &trans, &means, 0.7, y), value, &obs);
    let (value, (by_x, by_y, at, h)) = loess::value_and_gradient(&x, &y, 0.9, 1.4);
    held(&x, |x| loess(x, &y, 0.9, 1.4), value, &by_x);
    held(&y, |y| loess(&x, y, 0.9, 1.4), value, &by_y);
    held(&[0.9, 1.4], |p| loess(&x, &y, p[0], p[1]), value, &[at, h]);
    let subject = |time, event, a, b| Subject { time, event, covariates: vec![a, b] };
    let subjects = [subject(3.0, true, 0.5, 1.0), subject(1.0, true, -0.2, 0.4), subject(2.0, false, 1.1, -0.6)];
    let (value, g) = cox::value_and_gradient(&[0.4, -0.7], &subjects);
    held(&[0.4, -0.7], |b| cox(b, &subjects), value, &g);
    let (xs, ys) = ([[1.0, 0.3, -0.5], [1.0, -1.2, 0.8], [1.0, 0.6, 0.1]], [true, false, true]);
    let beta = [0.2, -0.4, 0.7];
    let (value, (g, ridge)) = logistic::value_and_gradient(&beta, &xs, &ys, 0.1);
    held(&beta, |b| logistic(b, &xs, &ys, 0.1), value, &g);
    held(&[0.1], |r| logistic(&beta, &xs, &ys, r[0]), value, &[ridge]);
    let w = [1.0, 2.0, 0.5, 1.5];
    let (value, (by_v, by_w, q)) = weighted_quantile::value_and_gradient(&y, &w, 0.7);
    held(&y, |y| weighted_quantile(y, &w, 0.7), value, &by_v);
    held(&w, |w| weighted_quantile(&y, w, 0.7), value, &by_w);
    held(&[0.7], |q| weighted_quantile(&y, &w, q[0]), value, &[q]);
    let (value, (by_s, by_at, h)) = kde::value_and_gradient(&x, &y, 0.5);
    held(&x, |x| kde(x, &y, 0.5), value, &by_s);
    held(&y, |y| kde(&x, y, 0.5), value, &by_at);
    held(&[0.5], |h| kde(&x, &y, h[0]), value, &[h]);
}
