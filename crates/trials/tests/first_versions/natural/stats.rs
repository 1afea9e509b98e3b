//! Statistics: likelihoods, chains, running sums.

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

fn ln_gamma(x: f64) -> f64 {
    const COEF: [f64; 6] = [
        76.18009172947146,
        -86.50532032941677,
        24.01409824083091,
        -1.231739572450155,
        0.1208650973866179e-2,
        -0.5395239384953e-5,
    ];
    let mut y = x;
    let tmp = x + 5.5 - (x + 0.5) * (x + 5.5).ln();
    let mut ser = 1.000000000190015;
    for c in COEF.iter() {
        y += 1.0;
        ser += c / y;
    }
    -tmp + (2.5066282746310005 * ser / x).ln()
}

/// Gamma distributed data.
#[differentiable]
fn gamma_nll(shape: f64, scale: f64, #[constant] data: &[f64]) -> f64 {
    let n = data.len() as f64;
    let s: f64 = data.iter().map(|x| (shape - 1.0) * x.ln() - x / scale).sum();
    -(s - n * (ln_gamma(shape) + shape * scale.ln()))
}

/// Hidden Markov model, forward algorithm in log space.
#[differentiable]
fn hmm(trans: &[Vec<f64>], emit: &[Vec<f64>], init: &[f64], #[constant] obs: &[usize]) -> f64 {
    let n = init.len();
    let log_sum = |v: &[f64]| {
        let m = v.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        m + v.iter().map(|x| (x - m).exp()).sum::<f64>().ln()
    };
    let mut alpha: Vec<f64> = (0..n).map(|s| init[s].ln() + emit[s][obs[0]].ln()).collect();
    for &o in &obs[1..] {
        alpha = (0..n)
            .map(|s| {
                let terms: Vec<f64> = (0..n).map(|r| alpha[r] + trans[r][s].ln()).collect();
                log_sum(&terms) + emit[s][o].ln()
            })
            .collect();
    }
    log_sum(&alpha)
}

/// Ridge regression by gradient descent unrolled.
#[differentiable]
fn unrolled(lambda: f64, lr: f64, #[constant] x: &[[f64; 2]], #[constant] y: &[f64]) -> f64 {
    let mut w = [0.0, 0.0];
    for _ in 0..10 {
        let mut grad = [lambda * w[0], lambda * w[1]];
        for (row, target) in x.iter().zip(y) {
            let err = row[0] * w[0] + row[1] * w[1] - target;
            for (g, r) in grad.iter_mut().zip(row) {
                *g += err * r;
            }
        }
        w.iter_mut().zip(grad).for_each(|(w, g)| *w -= lr * g);
    }
    x.iter().zip(y).map(|(r, t)| (r[0] * w[0] + r[1] * w[1] - t).powi(2)).sum()
}

/// Empirical quantile loss with a default configuration.
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Fit {
    slope: f64,
    intercept: f64,
}

#[differentiable]
fn quantile_loss(fit: Fit, q: f64, #[constant] data: &[(f64, f64)]) -> f64 {
    let zero = Fit::default();
    data.iter()
        .map(|&(x, y)| {
            let r = y - (fit.slope * x + fit.intercept - zero.intercept);
            if r >= 0.0 { q * r } else { (q - 1.0) * r }
        })
        .sum()
}

/// Welford's running variance as an iterator with state.
#[differentiable]
fn running(x: &[f64]) -> f64 {
    x.iter()
        .scan((0.0, 0.0, 0.0), |(n, mean, m2), v| {
            *n += 1.0;
            let d = v - *mean;
            *mean += d / *n;
            *m2 += d * (v - *mean);
            Some(*m2 / *n)
        })
        .last()
        .unwrap_or_default()
}

/// Metropolis: accepted proposals.
#[differentiable]
fn chain(mu: f64, sigma: f64, seed: u32) -> f64 {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f64 / u32::MAX as f64
    };
    let density = |x: f64| (-0.5 * ((x - mu) / sigma).powi(2)).exp();
    let mut x = mu;
    let mut samples = vec![];
    for _ in 0..20 {
        let proposal = x + sigma * (next() - 0.5);
        if next() < density(proposal) / density(x) {
            x = proposal;
        }
        samples.push(x);
    }
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    samples.iter().map(|s| (s - mean).powi(2)).sum::<f64>() + mean
}

/// Determinant by recursion on minors.
#[differentiable]
fn det(m: &[Vec<f64>]) -> f64 {
    if m.len() == 1 {
        return m[0][0];
    }
    let mut sum = 0.0;
    for (j, v) in m[0].iter().enumerate() {
        let minor: Vec<Vec<f64>> = m[1..]
            .iter()
            .map(|row| row.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, v)| *v).collect())
            .collect();
        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
        sum += sign * v * det(&minor);
    }
    sum
}

/// Adaptive Simpson by recursion.
#[differentiable]
fn simpson(a: f64, b: f64, k: f64, depth: usize) -> f64 {
    let f = |x: f64| (k * x).sin() / (1.0 + x * x);
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
    let left = (m - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + m)) + f(m));
    let right = (b - m) / 6.0 * (f(m) + 4.0 * f(0.5 * (m + b)) + f(b));
    if depth == 0 || (left + right - whole).abs() < 1e-9 {
        return left + right;
    }
    simpson(a, m, k, depth - 1) + simpson(m, b, k, depth - 1)
}

#[test]
fn likelihoods() {
    let data = [0.7, 1.9, 1.1, 3.0];
    let (value, (a, b)) = gamma_nll::value_and_gradient(2.1, 0.8, &data);
    held(&[2.1, 0.8], |x| gamma_nll(x[0], x[1], &data), value, &[a, b]);
    let (trans, emit) = ([vec![0.7, 0.3], vec![0.4, 0.6]], [vec![0.5, 0.5], vec![0.1, 0.9]]);
    let (value, (_, _, g)) = hmm::value_and_gradient(&trans, &emit, &[0.6, 0.4], &[0, 1, 1, 0]);
    held(&[0.6, 0.4], |x| hmm(&trans, &emit, x, &[0, 1, 1, 0]), value, &g);
    let data = [(0.1, 0.4), (0.9, 1.2), (1.7, 0.3)];
    let fit = |x: &[f64]| Fit { slope: x[0], intercept: x[1] };
    let (value, (g, q)) = quantile_loss::value_and_gradient(fit(&[0.5, 0.2]), 0.3, &data);
    held(&[0.5, 0.2, 0.3], |x| quantile_loss(fit(x), x[2], &data), value, &[g.slope, g.intercept, q]);
}

#[test]
fn sums_and_steps() {
    let (x, y) = ([[0.3, 1.0], [-0.4, 1.0], [0.8, 1.0]], [0.5, -0.1, 0.9]);
    let (value, (a, b)) = unrolled::value_and_gradient(0.1, 0.05, &x, &y);
    held(&[0.1, 0.05], |p| unrolled(p[0], p[1], &x, &y), value, &[a, b]);
    let x = [0.3, 1.1, -0.4, 0.8];
    let (value, g) = running::value_and_gradient(&x);
    held(&x, running, value, &g);
    let (value, (a, b)) = chain::value_and_gradient(0.4, 0.9, 17);
    held(&[0.4, 0.9], |x| chain(x[0], x[1], 17), value, &[a, b]);
    let (value, (a, b, c)) = simpson::value_and_gradient(0.1, 1.3, 2.0, 4);
    held(&[0.1, 1.3, 2.0], |x| simpson(x[0], x[1], x[2], 4), value, &[a, b, c]);
    let rows = |x: &[f64]| -> Vec<Vec<f64>> { x.chunks(3).map(<[f64]>::to_vec).collect() };
    let x = [2.0, 0.3, -0.4, 0.8, 1.5, 0.2, -0.1, 0.7, 1.9];
    let (value, g) = det::value_and_gradient(&rows(&x));
    held(&x, |x| det(&rows(x)), value, &g.concat());
}
