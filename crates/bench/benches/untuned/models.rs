//! Statistics and learning.

use wengert::differentiable;

/// The negative log-likelihood of a logistic regression.
#[differentiable]
pub(crate) fn logistic(weights: &[f64], bias: f64, #[constant] rows: &[f64], #[constant] labels: &[f64]) -> f64 {
    rows.chunks_exact(weights.len())
        .zip(labels)
        .map(|(row, label)| {
            let z = row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + bias;
            (1.0 + z.exp()).ln() - label * z
        })
        .sum()
}

/// Value and gradient of [`logistic()`].
pub(crate) fn logistic_by_hand(
    weights: &[f64],
    bias: f64,
    rows: &[f64],
    labels: &[f64],
    gw: &mut [f64],
    gb: &mut f64,
) -> f64 {
    gw.fill(0.0);
    *gb = 0.0;
    let mut sum = 0.0;
    for (row, label) in rows.chunks_exact(weights.len()).zip(labels) {
        let z = row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + bias;
        let e = z.exp();
        sum += (1.0 + e).ln() - label * z;
        let g = e / (1.0 + e) - label;
        gw.iter_mut().zip(row).for_each(|(gw, x)| *gw += g * x);
        *gb += g;
    }
    sum
}

/// The negative log-likelihood of a Gaussian process with a squared exponential kernel.
#[differentiable]
pub(crate) fn gaussian_process(
    length: f64,
    variance: f64,
    noise: f64,
    #[constant] x: &[f64],
    #[constant] y: &[f64],
) -> f64 {
    let n = x.len();
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let d = (x[i] - x[j]) / length;
            k[i][j] = variance * (-0.5 * d * d).exp();
        }
        k[i][i] += noise;
    }
    // Cholesky's decomposition in place, and the solution of the triangular system.
    let mut loss = 0.0;
    let mut z = vec![0.0; n];
    for i in 0..n {
        for j in 0..i {
            let mut s = k[i][j];
            for m in 0..j {
                s -= k[i][m] * k[j][m];
            }
            k[i][j] = s / k[j][j];
        }
        let mut s = k[i][i];
        let mut t = y[i];
        for m in 0..i {
            s -= k[i][m] * k[i][m];
            t -= k[i][m] * z[m];
        }
        k[i][i] = s.sqrt();
        z[i] = t / k[i][i];
        loss += k[i][i].ln() + 0.5 * z[i] * z[i];
    }
    loss
}

/// The cost of fitting `a exp(-b t) + c` after a step of Gauss and Newton from given parameters.
#[differentiable]
pub(crate) fn fit(start: [f64; 3], #[constant] t: &[f64], y: &[f64]) -> f64 {
    let [a, b, c] = start;
    let mut jtj = [[0.0; 3]; 3];
    let mut jtr = [0.0; 3];
    for i in 0..t.len() {
        let e = (-b * t[i]).exp();
        let residual = a * e + c - y[i];
        let j = [e, -a * t[i] * e, 1.0];
        for p in 0..3 {
            for q in 0..3 {
                jtj[p][q] += j[p] * j[q];
            }
            jtr[p] += j[p] * residual;
        }
    }
    for k in 0..3 {
        for i in k + 1..3 {
            let m = jtj[i][k] / jtj[k][k];
            for j in k..3 {
                jtj[i][j] -= m * jtj[k][j];
            }
            jtr[i] -= m * jtr[k];
        }
    }
    let mut step = [0.0; 3];
    for i in (0..3).rev() {
        let mut s = jtr[i];
        for j in i + 1..3 {
            s -= jtj[i][j] * step[j];
        }
        step[i] = s / jtj[i][i];
    }
    let (a, b, c) = (a - step[0], b - step[1], c - step[2]);
    t.iter().zip(y).map(|(t, y)| a * (-b * t).exp() + c - y).map(|r| 0.5 * r * r).sum()
}

/// Each row less its mean, over its deviation, scaled and shifted.
#[differentiable]
fn normalised(x: &[f64], d: usize, scale: &[f64], shift: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; x.len()];
    for (row, to) in x.chunks_exact(d).zip(out.chunks_exact_mut(d)) {
        let mean = row.iter().sum::<f64>() / d as f64;
        let variance = row.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / d as f64;
        let factor = 1.0 / (variance + 1e-5).sqrt();
        for j in 0..d {
            to[j] = (row[j] - mean) * factor * scale[j] + shift[j];
        }
    }
    out
}

/// Rows of `d` numbers times a matrix of `d` by `e`.
#[differentiable]
fn through(x: &[f64], weights: &[f64], d: usize, e: usize) -> Vec<f64> {
    let mut out = vec![0.0; x.len() / d * e];
    for i in 0..x.len() / d {
        for k in 0..d {
            for j in 0..e {
                out[i * e + j] += x[i * d + k] * weights[k * e + j];
            }
        }
    }
    out
}

/// The Gaussian error linear unit, by its approximation with tanh.
#[differentiable]
fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh())
}

/// A block of a transformer: causal attention, a network behind it, both around by sums; the squares of its output.
/// `norms` holds two scales and two shifts.
#[differentiable]
pub(crate) fn transformer(
    x: &[f64],
    d: usize,
    heads: usize,
    norms: &[Vec<f64>],
    qkv: &[f64],
    projection: &[f64],
    up: &[f64],
    down: &[f64],
) -> f64 {
    let n = x.len() / d;
    let size = d / heads;
    let a = normalised(x, d, &norms[0], &norms[1]);
    let all = through(&a, qkv, d, 3 * d);
    let mut mixed = vec![0.0; n * d];
    for h in 0..heads {
        for i in 0..n {
            let mut scores = vec![0.0; i + 1];
            let mut largest = f64::NEG_INFINITY;
            for j in 0..=i {
                let mut s = 0.0;
                for k in 0..size {
                    s += all[i * 3 * d + h * size + k] * all[j * 3 * d + d + h * size + k];
                }
                scores[j] = s / (size as f64).sqrt();
                largest = largest.max(scores[j]);
            }
            let mut total = 0.0;
            for j in 0..=i {
                scores[j] = (scores[j] - largest).exp();
                total += scores[j];
            }
            for j in 0..=i {
                let weight = scores[j] / total;
                for k in 0..size {
                    mixed[i * d + h * size + k] += weight * all[j * 3 * d + 2 * d + h * size + k];
                }
            }
        }
    }
    let mut y = through(&mixed, projection, d, d);
    for i in 0..y.len() {
        y[i] += x[i];
    }
    let b = normalised(&y, d, &norms[2], &norms[3]);
    let mut inner = through(&b, up, d, 4 * d);
    for v in inner.iter_mut() {
        *v = gelu(*v);
    }
    let z = through(&inner, down, 4 * d, d);
    let mut sum = 0.0;
    for i in 0..z.len() {
        let v = y[i] + z[i];
        sum += v * v;
    }
    sum
}
