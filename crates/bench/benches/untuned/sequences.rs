//! Series of measurements, symbols and samples.

use wengert::differentiable;

/// The log-likelihood of positions under a Kalman filter for position and velocity.
#[differentiable]
pub(crate) fn kalman(
    #[constant] measured: &[f64],
    start: [f64; 2],
    drift: f64,
    noise: f64,
    #[constant] dt: f64,
) -> f64 {
    let mut x = start;
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut likelihood = 0.0;
    for z in measured {
        // Predict.
        x = [x[0] + dt * x[1], x[1]];
        let a = p[0][0] + dt * (p[1][0] + p[0][1]) + dt * dt * p[1][1] + drift * dt * dt * dt / 3.0;
        let b = p[0][1] + dt * p[1][1] + drift * dt * dt / 2.0;
        let c = p[1][0] + dt * p[1][1] + drift * dt * dt / 2.0;
        let d = p[1][1] + drift * dt;
        // Update.
        let s = a + noise;
        let y = z - x[0];
        let (k0, k1) = (a / s, c / s);
        x[0] += k0 * y;
        x[1] += k1 * y;
        p = [[(1.0 - k0) * a, (1.0 - k0) * b], [c - k1 * a, d - k1 * b]];
        likelihood -= 0.5 * (y * y / s + s.ln());
    }
    likelihood
}

/// The log-likelihood of symbols under a hidden Markov model, by the forward algorithm with scaling.
#[differentiable]
pub(crate) fn hidden_markov(start: &[f64], transition: &[Vec<f64>], emission: &[Vec<f64>], symbols: &[usize]) -> f64 {
    let n = start.len();
    let mut alpha: Vec<f64> = (0..n).map(|s| start[s] * emission[s][symbols[0]]).collect();
    let mut likelihood = 0.0;
    for &symbol in &symbols[1..] {
        let total: f64 = alpha.iter().sum();
        likelihood += total.ln();
        let mut next = vec![0.0; n];
        for to in 0..n {
            let mut sum = 0.0;
            for from in 0..n {
                sum += alpha[from] * transition[from][to];
            }
            next[to] = sum / total * emission[to][symbol];
        }
        std::mem::swap(&mut alpha, &mut next);
    }
    likelihood + alpha.iter().sum::<f64>().ln()
}

/// Value and gradient of [`hidden_markov()`].
pub(crate) fn hidden_markov_by_hand(
    start: &[f64],
    transition: &[Vec<f64>],
    emission: &[Vec<f64>],
    symbols: &[usize],
    (gs, gt, ge): (&mut [f64], &mut [Vec<f64>], &mut [Vec<f64>]),
) -> f64 {
    let n = start.len();
    let mut alphas: Vec<f64> = (0..n).map(|s| start[s] * emission[s][symbols[0]]).collect();
    let (mut sums, mut totals) = (vec![], vec![]);
    let mut likelihood = 0.0;
    for (t, &symbol) in symbols[1..].iter().enumerate() {
        let total: f64 = alphas[t * n..].iter().sum();
        likelihood += total.ln();
        for to in 0..n {
            let alpha = &alphas[t * n..(t + 1) * n];
            let sum: f64 = alpha.iter().zip(transition).map(|(a, row)| a * row[to]).sum();
            sums.push(sum / total);
            alphas.push(sum / total * emission[to][symbol]);
        }
        totals.push(total);
    }
    let total: f64 = alphas[totals.len() * n..].iter().sum();
    gt.iter_mut().chain(ge.iter_mut()).for_each(|row| row.fill(0.0));
    let (mut g, mut by_sum) = (vec![1.0 / total; n], vec![0.0; n]);
    for (t, &symbol) in symbols[1..].iter().enumerate().rev() {
        let mut by_total = 1.0;
        for to in 0..n {
            ge[to][symbol] += g[to] * sums[t * n + to];
            by_sum[to] = g[to] * emission[to][symbol] / totals[t];
            by_total -= g[to] * alphas[(t + 1) * n + to];
        }
        by_total /= totals[t];
        for (from, (row, gt)) in transition.iter().zip(&mut *gt).enumerate() {
            let alpha = alphas[t * n + from];
            gt.iter_mut().zip(&by_sum).for_each(|(gt, by)| *gt += alpha * by);
            g[from] = by_total + row.iter().zip(&by_sum).map(|(p, by)| p * by).sum::<f64>();
        }
    }
    for s in 0..n {
        gs[s] = g[s] * emission[s][symbols[0]];
        ge[s][symbols[0]] += g[s] * start[s];
    }
    likelihood + total.ln()
}

/// The soft distance between two series under dynamic time warping (Cuturi and Blondel, "Soft-DTW", ICML 2017).
#[differentiable]
pub(crate) fn soft_warping(x: &[f64], y: &[f64], gamma: f64) -> f64 {
    let (n, m) = (x.len(), y.len());
    let mut r = vec![vec![1e10_f64; m + 1]; n + 1];
    r[0][0] = 0.0;
    for i in 1..=n {
        for j in 1..=m {
            let d = x[i - 1] - y[j - 1];
            let (a, b, c) = (r[i - 1][j - 1], r[i - 1][j], r[i][j - 1]);
            let least = a.min(b).min(c);
            let sum = ((least - a) / gamma).exp() + ((least - b) / gamma).exp() + ((least - c) / gamma).exp();
            r[i][j] = d * d + least - gamma * sum.ln();
        }
    }
    r[n][m]
}

/// Value and gradient of [`soft_warping()`].
pub(crate) fn soft_warping_by_hand(
    x: &[f64],
    y: &[f64],
    gamma: f64,
    (gx, gy, gg): (&mut [f64], &mut [f64], &mut f64),
) -> f64 {
    let (n, m) = (x.len(), y.len());
    let mut r = vec![vec![1e10_f64; m + 1]; n + 1];
    r[0][0] = 0.0;
    // The shares of the three neighbours, and the derivative by `gamma`.
    let mut shares = Vec::with_capacity(n * m);
    for i in 1..=n {
        for j in 1..=m {
            let d = x[i - 1] - y[j - 1];
            let from = [r[i - 1][j - 1], r[i - 1][j], r[i][j - 1]];
            let least = from[0].min(from[1]).min(from[2]);
            let terms = from.map(|f| ((least - f) / gamma).exp());
            let sum = terms[0] + terms[1] + terms[2];
            let log = sum.ln();
            r[i][j] = d * d + least - gamma * log;
            let [a, b, c] = terms.map(|t| t / sum);
            let by = a * (least - from[0]) + b * (least - from[1]) + c * (least - from[2]);
            shares.push([a, b, c, by / gamma - log]);
        }
    }
    gx.fill(0.0);
    gy.fill(0.0);
    *gg = 0.0;
    let (mut below, mut g) = (vec![0.0; m + 1], vec![0.0; m + 1]);
    below[m] = 1.0;
    for i in (1..=n).rev() {
        for j in (1..=m).rev() {
            let [a, b, c, by] = shares[(i - 1) * m + j - 1];
            let e = below[j];
            let d = 2.0 * (x[i - 1] - y[j - 1]) * e;
            gx[i - 1] += d;
            gy[j - 1] -= d;
            *gg += by * e;
            g[j - 1] += a * e;
            g[j] += b * e;
            below[j - 1] += c * e;
        }
        std::mem::swap(&mut below, &mut g);
        g.fill(0.0);
    }
    r[n][m]
}

/// The power of a signal at each frequency against a wanted one, by a fast Fourier transform in place.
#[differentiable]
pub(crate) fn spectrum(signal: &[f64], #[constant] wanted: &[f64]) -> f64 {
    let n = signal.len();
    let bits = n.trailing_zeros();
    let mut re = vec![0.0; n];
    let mut im = vec![0.0; n];
    for i in 0..n {
        re[i.reverse_bits() >> (usize::BITS - bits)] = signal[i];
    }
    let mut half = 1;
    while half < n {
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let angle = -std::f64::consts::PI * k as f64 / half as f64;
                let (c, s) = (angle.cos(), angle.sin());
                let (p, q) = (start + k, start + k + half);
                let (u, v) = (re[q] * c - im[q] * s, re[q] * s + im[q] * c);
                (re[q], im[q]) = (re[p] - u, im[p] - v);
                (re[p], im[p]) = (re[p] + u, im[p] + v);
            }
        }
        half *= 2;
    }
    let mut loss = 0.0;
    for i in 0..n {
        let d = re[i] * re[i] + im[i] * im[i] - wanted[i];
        loss += d * d;
    }
    loss
}

/// Value and gradient of [`spectrum()`].
pub(crate) fn spectrum_by_hand(signal: &[f64], wanted: &[f64], gradient: &mut [f64]) -> f64 {
    let n = signal.len();
    let bits = n.trailing_zeros();
    let (mut re, mut im) = (vec![0.0; n], vec![0.0; n]);
    for i in 0..n {
        re[i.reverse_bits() >> (usize::BITS - bits)] = signal[i];
    }
    let mut turns = vec![];
    let mut half = 1;
    while half < n {
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let angle = -std::f64::consts::PI * k as f64 / half as f64;
                let (c, s) = (angle.cos(), angle.sin());
                turns.push((c, s));
                let (p, q) = (start + k, start + k + half);
                let (u, v) = (re[q] * c - im[q] * s, re[q] * s + im[q] * c);
                (re[q], im[q]) = (re[p] - u, im[p] - v);
                (re[p], im[p]) = (re[p] + u, im[p] + v);
            }
        }
        half *= 2;
    }
    let mut loss = 0.0;
    for i in 0..n {
        let d = re[i] * re[i] + im[i] * im[i] - wanted[i];
        loss += d * d;
        (re[i], im[i]) = (4.0 * d * re[i], 4.0 * d * im[i]);
    }
    let mut turns = turns.iter().rev();
    while half > 1 {
        half /= 2;
        for start in (0..n).step_by(2 * half).rev() {
            for (k, (c, s)) in (0..half).rev().zip(&mut turns) {
                let (p, q) = (start + k, start + k + half);
                let (u, v) = (re[p] - re[q], im[p] - im[q]);
                (re[p], im[p]) = (re[p] + re[q], im[p] + im[q]);
                (re[q], im[q]) = (u * c + v * s, v * c - u * s);
            }
        }
    }
    for i in 0..n {
        gradient[i] = re[i.reverse_bits() >> (usize::BITS - bits)];
    }
    loss
}

/// The logistic function.
#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A recurrent layer with gates over a sequence of vectors; the squares of what it remembers.
#[differentiable]
pub(crate) fn recurrent(weights: &[Vec<f64>], bias: &[f64], #[constant] inputs: &[f64], width: usize) -> f64 {
    let n = bias.len() / 4;
    let mut hidden = vec![0.0; n];
    let mut cell = vec![0.0; n];
    for input in inputs.chunks_exact(width) {
        let mut gates = bias.to_vec();
        for (gate, row) in gates.iter_mut().zip(weights) {
            for (w, x) in row.iter().zip(input) {
                *gate += w * x;
            }
            for (w, h) in row[width..].iter().zip(&hidden) {
                *gate += w * h;
            }
        }
        for j in 0..n {
            let forget = sigmoid(gates[j]);
            let write = sigmoid(gates[n + j]) * gates[2 * n + j].tanh();
            cell[j] = forget * cell[j] + write;
            hidden[j] = sigmoid(gates[3 * n + j]) * cell[j].tanh();
        }
    }
    hidden.iter().map(|h| h * h).sum()
}
