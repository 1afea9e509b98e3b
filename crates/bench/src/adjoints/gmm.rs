//! The logarithm of the posterior of a Gaussian mixture (GradBench's gmm).
//!
//! Component c has the weight `alpha[c]`, the mean `mu[c * d..][..d]`, and the inverse of its covariance's root as a
//! lower triangle: the logarithms of the diagonal in `q[c * d..][..d]`, what is below it, column by column, in
//! `l[c * d (d-1)/2..]`. `x` holds points of `d` coordinates; `m` and `gamma` are the parameters of the prior.

use std::f64::consts::{LN_2, PI};

use wengert::differentiable;
use wengert::functions::ln_gamma;

/// The logarithm of the posterior.
#[differentiable]
pub fn gmm(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    d: usize,
    m: usize,
    #[constant] gamma: f64,
) -> f64 {
    let k = alpha.len();
    let n = x.len() / d;
    let entries = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    for i in 0..k * d {
        diagonals[i] = q[i].exp();
    }
    let mut sums = vec![0.0; k];
    for c in 0..k {
        for j in 0..d {
            sums[c] += q[c * d + j];
        }
    }
    let mut centered = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut total = 0.0;
    for i in 0..n {
        for c in 0..k {
            for j in 0..d {
                centered[j] = x[i * d + j] - mu[c * d + j];
            }
            let diagonal = &diagonals[c * d..(c + 1) * d];
            let lower = &l[c * entries..(c + 1) * entries];
            q_times_x(diagonal, lower, &centered, &mut scaled);
            terms[c] = alpha[c] + sums[c] - 0.5 * square_norm(&scaled);
        }
        total += log_sum_exp(&terms);
    }
    let mut prior = 0.0;
    for c in 0..k {
        let diagonal = square_norm(&diagonals[c * d..(c + 1) * d]);
        let lower = square_norm(&l[c * entries..(c + 1) * entries]);
        prior += 0.5 * gamma * gamma * (diagonal + lower) - m as f64 * sums[c];
    }
    total - n as f64 * log_sum_exp(alpha) - prior + constant_part(n, d, k, m, gamma)
}

/// `out = Q x` for a lower triangle with the given diagonal, the rest column by column in `lower`.
#[differentiable]
pub fn q_times_x(diagonal: &[f64], lower: &[f64], x: &[f64], out: &mut [f64]) {
    let d = x.len();
    for i in 0..d {
        out[i] = diagonal[i] * x[i];
    }
    let mut p = 0;
    for i in 0..d {
        for j in i + 1..d {
            out[j] += lower[p] * x[i];
            p += 1;
        }
    }
}

/// The sum of the squares of `x`.
#[differentiable]
pub fn square_norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

/// `ln(sum(exp(x)))`, shifted by the largest entry.
#[differentiable]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for i in 1..x.len() {
        if x[i] > largest {
            largest = x[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - largest).exp();
    }
    sum.ln() + largest
}

/// What does not depend on the parameters of the mixture.
pub(crate) fn constant_part(n: usize, d: usize, k: usize, m: usize, gamma: f64) -> f64 {
    let (dims, freedom) = (d as f64, (d + m + 1) as f64);
    let mut ln_gamma_d = 0.25 * dims * (dims - 1.0) * PI.ln();
    for j in 0..d {
        ln_gamma_d += ln_gamma(0.5 * (freedom - j as f64));
    }
    let component = freedom * dims * (gamma.ln() - 0.5 * LN_2) - ln_gamma_d;
    -0.5 * n as f64 * dims * (2.0 * PI).ln() + k as f64 * component
}

/// [`gmm()`] without helpers.
#[differentiable]
pub fn inlined(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    d: usize,
    m: usize,
    #[constant] gamma: f64,
) -> f64 {
    let k = alpha.len();
    let n = x.len() / d;
    let entries = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    for i in 0..k * d {
        diagonals[i] = q[i].exp();
    }
    let mut sums = vec![0.0; k];
    for c in 0..k {
        for j in 0..d {
            sums[c] += q[c * d + j];
        }
    }
    let mut centered = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut total = 0.0;
    for i in 0..n {
        for c in 0..k {
            for j in 0..d {
                centered[j] = x[i * d + j] - mu[c * d + j];
                scaled[j] = diagonals[c * d + j] * centered[j];
            }
            let mut p = c * entries;
            for a in 0..d {
                for b in a + 1..d {
                    scaled[b] += l[p] * centered[a];
                    p += 1;
                }
            }
            let mut square = 0.0;
            for j in 0..d {
                square += scaled[j] * scaled[j];
            }
            terms[c] = alpha[c] + sums[c] - 0.5 * square;
        }
        let mut largest = terms[0];
        for c in 1..k {
            if terms[c] > largest {
                largest = terms[c];
            }
        }
        let mut sum = 0.0;
        for c in 0..k {
            sum += (terms[c] - largest).exp();
        }
        total += sum.ln() + largest;
    }
    let mut largest = alpha[0];
    for c in 1..k {
        if alpha[c] > largest {
            largest = alpha[c];
        }
    }
    let mut sum = 0.0;
    for c in 0..k {
        sum += (alpha[c] - largest).exp();
    }
    let mut prior = 0.0;
    for c in 0..k {
        let mut square = 0.0;
        for j in 0..d {
            square += diagonals[c * d + j] * diagonals[c * d + j];
        }
        for p in c * entries..(c + 1) * entries {
            square += l[p] * l[p];
        }
        prior += 0.5 * gamma * gamma * square - m as f64 * sums[c];
    }
    total - n as f64 * (sum.ln() + largest) - prior + constant_part(n, d, k, m, gamma)
}

/// [`gmm()`] with its buffers made where they are used.
#[differentiable]
pub fn local(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    d: usize,
    m: usize,
    #[constant] gamma: f64,
) -> f64 {
    let k = alpha.len();
    let n = x.len() / d;
    let entries = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    for i in 0..k * d {
        diagonals[i] = q[i].exp();
    }
    let mut sums = vec![0.0; k];
    for c in 0..k {
        for j in 0..d {
            sums[c] += q[c * d + j];
        }
    }
    let mut total = 0.0;
    for i in 0..n {
        let mut terms = vec![0.0; k];
        for c in 0..k {
            let mut centered = vec![0.0; d];
            for j in 0..d {
                centered[j] = x[i * d + j] - mu[c * d + j];
            }
            let mut scaled = vec![0.0; d];
            let diagonal = &diagonals[c * d..(c + 1) * d];
            let lower = &l[c * entries..(c + 1) * entries];
            q_times_x(diagonal, lower, &centered, &mut scaled);
            terms[c] = alpha[c] + sums[c] - 0.5 * square_norm(&scaled);
        }
        total += log_sum_exp(&terms);
    }
    let mut prior = 0.0;
    for c in 0..k {
        let diagonal = square_norm(&diagonals[c * d..(c + 1) * d]);
        let lower = square_norm(&l[c * entries..(c + 1) * entries]);
        prior += 0.5 * gamma * gamma * (diagonal + lower) - m as f64 * sums[c];
    }
    total - n as f64 * log_sum_exp(alpha) - prior + constant_part(n, d, k, m, gamma)
}

/// [`gmm()`] with iterators in place of most indices.
#[differentiable]
pub fn iterated(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    d: usize,
    m: usize,
    #[constant] gamma: f64,
) -> f64 {
    let k = alpha.len();
    let n = x.len() / d;
    let entries = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    for (diagonal, q) in diagonals.iter_mut().zip(q) {
        *diagonal = q.exp();
    }
    let mut sums = vec![0.0; k];
    for (sum, q) in sums.iter_mut().zip(q.chunks_exact(d)) {
        for &q in q {
            *sum += q;
        }
    }
    let mut centered = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut total = 0.0;
    for point in x.chunks_exact(d) {
        for c in 0..k {
            let mean = &mu[c * d..(c + 1) * d];
            for ((centered, x), mu) in centered.iter_mut().zip(point).zip(mean) {
                *centered = x - mu;
            }
            let diagonal = &diagonals[c * d..(c + 1) * d];
            let lower = &l[c * entries..(c + 1) * entries];
            iterated_q_times_x(diagonal, lower, &centered, &mut scaled);
            terms[c] = alpha[c] + sums[c] - 0.5 * iterated_square_norm(&scaled);
        }
        total += iterated_log_sum_exp(&terms);
    }
    let mut prior = 0.0;
    for c in 0..k {
        let diagonal = iterated_square_norm(&diagonals[c * d..(c + 1) * d]);
        let lower = iterated_square_norm(&l[c * entries..(c + 1) * entries]);
        prior += 0.5 * gamma * gamma * (diagonal + lower) - m as f64 * sums[c];
    }
    total - n as f64 * iterated_log_sum_exp(alpha) - prior + constant_part(n, d, k, m, gamma)
}

/// [`q_times_x()`] with iterators.
#[differentiable]
pub fn iterated_q_times_x(diagonal: &[f64], lower: &[f64], x: &[f64], out: &mut [f64]) {
    for ((out, diagonal), x) in out.iter_mut().zip(diagonal).zip(x) {
        *out = diagonal * x;
    }
    let mut start = 0;
    for (i, &xi) in x.iter().enumerate() {
        let column = &lower[start..start + x.len() - 1 - i];
        for (out, entry) in out[i + 1..].iter_mut().zip(column) {
            *out += entry * xi;
        }
        start += x.len() - 1 - i;
    }
}

/// [`square_norm()`] with an iterator.
#[differentiable]
pub fn iterated_square_norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &xi in x {
        sum += xi * xi;
    }
    sum
}

/// [`log_sum_exp()`] with iterators.
#[differentiable]
pub fn iterated_log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for &xi in x {
        if xi > largest {
            largest = xi;
        }
    }
    let mut sum = 0.0;
    for &xi in x {
        sum += (xi - largest).exp();
    }
    sum.ln() + largest
}

/// The derivatives of [`gmm()`] by its active parameters.
#[derive(Clone, Default)]
pub struct Gradient {
    /// By the weights.
    pub alpha: Vec<f64>,
    /// By the means.
    pub mu: Vec<f64>,
    /// By the logarithms of the diagonals.
    pub q: Vec<f64>,
    /// By what is below the diagonals.
    pub l: Vec<f64>,
}

/// What [`by_hand`] keeps from call to call.
#[derive(Default)]
pub struct Buffers {
    diagonals: Vec<f64>,
    sums: Vec<f64>,
    terms: Vec<f64>,
    /// For one point, by component: the point less the mean, and that times Q.
    centered: Vec<f64>,
    scaled: Vec<f64>,
}

/// Value and gradient of [`gmm()`], point by point: forward over all components, then back over them.
///
/// The adjoint of a mean is `Q^T` times a sum over the points; Q is the same for all, so that the sum is taken first
/// and the product once at the end. What is left for each point and component is the product forward and one update
/// of the triangle's adjoint.
pub fn by_hand(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    d: usize,
    m: usize,
    gamma: f64,
    gradient: &mut Gradient,
    buffers: &mut Buffers,
) -> f64 {
    let k = alpha.len();
    let n = x.len() / d;
    let entries = d * (d - 1) / 2;
    let Buffers { diagonals, sums, terms, centered, scaled } = buffers;
    diagonals.clear();
    diagonals.extend(q.iter().map(|q| q.exp()));
    sums.clear();
    sums.extend(q.chunks_exact(d).map(|q| q.iter().sum::<f64>()));
    terms.resize(k, 0.0);
    centered.resize(k * d, 0.0);
    scaled.resize(k * d, 0.0);
    for (adjoint, n) in
        [(&mut gradient.alpha, k), (&mut gradient.mu, k * d), (&mut gradient.q, k * d), (&mut gradient.l, l.len())]
    {
        adjoint.clear();
        adjoint.resize(n, 0.0);
    }

    let mut total = 0.0;
    for point in x.chunks_exact(d) {
        for c in 0..k {
            let centered = &mut centered[c * d..(c + 1) * d];
            for ((centered, x), mu) in centered.iter_mut().zip(point).zip(&mu[c * d..(c + 1) * d]) {
                *centered = x - mu;
            }
            let scaled = &mut scaled[c * d..(c + 1) * d];
            let lower = &l[c * entries..(c + 1) * entries];
            multiply(&diagonals[c * d..(c + 1) * d], lower, centered, scaled);
            terms[c] = alpha[c] + sums[c] - 0.5 * iterated_square_norm(scaled);
        }
        total += soft_max(terms);
        for c in 0..k {
            let weight = terms[c];
            gradient.alpha[c] += weight;
            let scaled = &mut scaled[c * d..(c + 1) * d];
            let centered = &centered[c * d..(c + 1) * d];
            let pulled = &mut gradient.mu[c * d..(c + 1) * d];
            let diagonal = &mut gradient.q[c * d..(c + 1) * d];
            for (((scaled, centered), pulled), diagonal) in scaled.iter_mut().zip(centered).zip(pulled).zip(diagonal) {
                *scaled *= -weight;
                *diagonal += *scaled * centered;
                *pulled -= *scaled;
            }
            let mut lower = &mut gradient.l[c * entries..(c + 1) * entries];
            for (a, &xa) in centered.iter().enumerate() {
                let (column, rest) = lower.split_at_mut(d - 1 - a);
                add_multiple(column, &scaled[a + 1..], xa);
                lower = rest;
            }
        }
    }

    terms.copy_from_slice(alpha);
    let ln_alpha = soft_max(terms);
    let mut prior = 0.0;
    for c in 0..k {
        let diagonal = &diagonals[c * d..(c + 1) * d];
        let mut lower = &l[c * entries..(c + 1) * entries];
        let squares = iterated_square_norm(diagonal) + iterated_square_norm(lower);
        prior += 0.5 * gamma * gamma * squares - m as f64 * sums[c];
        for (adjoint, l) in gradient.l[c * entries..(c + 1) * entries].iter_mut().zip(lower) {
            *adjoint -= gamma * gamma * l;
        }
        let weight = gradient.alpha[c] + m as f64;
        gradient.alpha[c] -= n as f64 * terms[c];
        for (adjoint, diagonal) in gradient.q[c * d..(c + 1) * d].iter_mut().zip(diagonal) {
            *adjoint = (*adjoint - gamma * gamma * diagonal) * diagonal + weight;
        }
        let pulled = &mut gradient.mu[c * d..(c + 1) * d];
        for a in 0..d {
            let (column, rest) = lower.split_at(d - 1 - a);
            pulled[a] *= diagonal[a];
            for j in 0..column.len() {
                pulled[a] += column[j] * pulled[a + 1 + j];
            }
            lower = rest;
        }
    }
    total - n as f64 * ln_alpha - prior + constant_part(n, d, k, m, gamma)
}

/// `out = Q x` as in [`q_times_x()`].
fn multiply(diagonal: &[f64], mut lower: &[f64], x: &[f64], out: &mut [f64]) {
    for ((out, diagonal), x) in out.iter_mut().zip(diagonal).zip(x) {
        *out = diagonal * x;
    }
    for (i, &xi) in x.iter().enumerate() {
        let (column, rest) = lower.split_at(x.len() - 1 - i);
        add_multiple(&mut out[i + 1..], column, xi);
        lower = rest;
    }
}

/// `out += column * x`.
#[inline(always)]
fn add_multiple(out: &mut [f64], column: &[f64], x: f64) {
    let column = &column[..out.len()];
    for j in 0..out.len() {
        out[j] += column[j] * x;
    }
}

/// The value of log-sum-exp; leaves its gradient in `x`.
fn soft_max(x: &mut [f64]) -> f64 {
    let largest = x.iter().fold(x[0], |m, &x| if x > m { x } else { m });
    let mut sum = 0.0;
    for x in &mut *x {
        *x = (*x - largest).exp();
        sum += *x;
    }
    for x in x {
        *x /= sum;
    }
    sum.ln() + largest
}
