//! Inference: likelihoods, filters, networks, kernels.

// As people write it.
#![allow(clippy::manual_is_multiple_of)]

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

/// A dense matrix by rows, as small crates write it.
#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    #[constant]
    rows: usize,
    #[constant]
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    fn identity(n: usize) -> Self {
        let mut m = Matrix::zeros(n, n);
        for i in 0..n {
            m.data[i * n + i] = 1.0;
        }
        m
    }
    fn get(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
    fn matmul(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.cols, other.rows, "shapes");
        let mut out = Matrix::zeros(self.rows, other.cols);
        for i in 0..self.rows {
            for j in 0..other.cols {
                for k in 0..self.cols {
                    out.data[i * other.cols + j] += self.get(i, k) * other.get(k, j);
                }
            }
        }
        out
    }
    fn scaled(mut self, k: f64) -> Matrix {
        for v in &mut self.data {
            *v *= k;
        }
        self
    }
    fn plus(&self, other: &Matrix) -> Matrix {
        let data = self.data.iter().zip(&other.data).map(|(a, b)| a + b).collect();
        Matrix { data, ..*self }
    }
    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self.get(i, i)).sum()
    }
}

/// The trace of a matrix exponential by its series.
#[differentiable]
fn trace_of_exponential(m: &Matrix) -> f64 {
    let mut term = Matrix::identity(m.rows);
    let mut sum = Matrix::identity(m.rows);
    for k in 1..=10 {
        term = term.matmul(m).scaled(1.0 / k as f64);
        sum = sum.plus(&term);
    }
    sum.trace()
}

/// A power of a matrix by squaring, which calls itself.
#[differentiable]
fn power(m: &Matrix, n: u32) -> Matrix {
    if n == 0 {
        return Matrix::identity(m.rows);
    }
    let half = power(m, n / 2);
    let square = half.matmul(&half);
    if n % 2 == 0 { square } else { square.matmul(m) }
}

#[differentiable]
fn after(m: &Matrix, n: u32) -> f64 {
    power(m, n).get(0, m.cols - 1)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Tanh,
    Relu,
    Linear,
}

#[differentiable]
impl Activation {
    fn apply(&self, x: f64) -> f64 {
        match self {
            Activation::Tanh => x.tanh(),
            Activation::Relu => x.max(0.0),
            Activation::Linear => x,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    #[constant]
    activation: Activation,
}

#[differentiable]
impl Dense {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(&self.bias)
            .map(|(row, b)| {
                let z = row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b;
                self.activation.apply(z)
            })
            .collect()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    layers: Vec<Dense>,
}

/// Mean squared error of a network on samples.
#[differentiable]
fn training_loss(net: &Network, #[constant] samples: &[(Vec<f64>, f64)]) -> f64 {
    let mut loss = 0.0;
    for (x, y) in samples {
        let mut hidden = x.clone();
        for layer in &net.layers {
            hidden = layer.forward(&hidden);
        }
        loss += (hidden[0] - y).powi(2);
    }
    loss / samples.len() as f64
}

/// The evidence of a Gaussian process, by Cholesky.
#[differentiable]
fn evidence(length: f64, amplitude: f64, noise: f64, #[constant] x: &[f64], #[constant] y: &[f64]) -> Option<f64> {
    let n = x.len();
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let r = (x[i] - x[j]) / length;
            k[i][j] = amplitude * (-0.5 * r * r).exp();
            if i == j {
                k[i][i] += noise;
            }
        }
    }
    for j in 0..n {
        for c in 0..j {
            let l = k[j][c];
            k[j][j] -= l * l;
        }
        if k[j][j] <= 0.0 {
            return None;
        }
        k[j][j] = k[j][j].sqrt();
        for i in j + 1..n {
            for c in 0..j {
                let p = k[i][c] * k[j][c];
                k[i][j] -= p;
            }
            k[i][j] /= k[j][j];
        }
    }
    let mut z = y.to_vec();
    for i in 0..n {
        for j in 0..i {
            z[i] -= k[i][j] * z[j];
        }
        z[i] /= k[i][i];
    }
    let fit: f64 = z.iter().map(|z| z * z).sum();
    let det: f64 = (0..n).map(|i| k[i][i].ln()).sum();
    Some(-0.5 * fit - det)
}

#[derive(Clone, Debug, Differentiable)]
struct Component {
    weight: f64,
    mean: f64,
    sd: f64,
}

/// The log-likelihood of a mixture, with the largest term taken out of the sum.
#[differentiable]
fn mixture(components: &[Component], #[constant] data: &[f64]) -> f64 {
    let total: f64 = components.iter().map(|c| c.weight.exp()).sum();
    data.iter()
        .map(|&x| {
            let terms: Vec<f64> = components
                .iter()
                .map(|c| c.weight - total.ln() - c.sd.ln() - 0.5 * ((x - c.mean) / c.sd).powi(2))
                .collect();
            let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            top + terms.iter().map(|t| (t - top).exp()).sum::<f64>().ln()
        })
        .sum()
}

/// A local level model by Kalman's filter; gaps are predicted over.
#[differentiable]
fn local_level(q: f64, r: f64, #[constant] seen: &[Option<f64>]) -> f64 {
    let (mut level, mut spread, mut loglik) = (0.0, 10.0, 0.0);
    let mut missed = 0;
    for y in seen {
        spread += q;
        match y {
            Some(y) => {
                let s = spread + r;
                let gain = spread / s;
                let innovation = y - level;
                level += gain * innovation;
                spread *= 1.0 - gain;
                loglik -= 0.5 * (s.ln() + innovation * innovation / s);
            }
            None => missed += 1,
        }
    }
    loglik - 0.01 * missed as f64 * spread
}

#[test]
fn matrices() {
    let of = |x: &[f64]| Matrix { rows: 2, cols: 2, data: x.to_vec() };
    let x = [0.3, 0.8, -0.4, 0.6];
    let (value, g) = trace_of_exponential::value_and_gradient(&of(&x));
    held(&x, |x| trace_of_exponential(&of(x)), value, &g.data);
    let (value, g) = after::value_and_gradient(&of(&x), 5);
    held(&x, |x| after(&of(x), 5), value, &g.data);
}

#[test]
fn networks() {
    let net = |x: &[f64]| Network {
        layers: vec![
            Dense {
                weights: vec![x[..2].to_vec(), x[2..4].to_vec(), x[4..6].to_vec()],
                bias: x[6..9].to_vec(),
                activation: Activation::Tanh,
            },
            Dense { weights: vec![x[9..12].to_vec()], bias: vec![x[12]], activation: Activation::Relu },
            Dense { weights: vec![vec![x[13]]], bias: vec![0.1], activation: Activation::Linear },
        ],
    };
    let samples = [(vec![0.5, -0.2], 0.3), (vec![0.1, 0.9], 0.7)];
    let x: Vec<f64> = (0..14).map(|k| 0.4 + (k as f64 * 1.3).sin() * 0.3).collect();
    let (value, g) = training_loss::value_and_gradient(&net(&x), &samples);
    let l = &g.layers;
    let all =
        [l[0].weights.concat(), l[0].bias.clone(), l[1].weights.concat(), l[1].bias.clone(), l[2].weights.concat()];
    held(&x, |x| training_loss(&net(x), &samples), value, &all.concat());
}

#[test]
fn likelihoods() {
    let (xs, ys) = ([0.0, 0.4, 1.1, 1.9], [0.2, 0.5, -0.1, 0.3]);
    let x = [0.7, 1.2, 0.1];
    let (value, g) = evidence::value_and_gradient(x[0], x[1], x[2], &xs, &ys).unwrap();
    held(&x, |x| evidence(x[0], x[1], x[2], &xs, &ys).unwrap(), value, &[g.0, g.1, g.2]);
    assert_eq!(evidence::gradient(0.7, 1.2, -9.0, &xs, &ys), None);
    let of = |x: &[f64]| x.chunks(3).map(|c| Component { weight: c[0], mean: c[1], sd: c[2] }).collect::<Vec<_>>();
    let x = [0.1, -1.0, 0.7, 0.5, 1.2, 0.4];
    let (value, g) = mixture::value_and_gradient(&of(&x), &ys);
    let g: Vec<f64> = g.iter().flat_map(|c| [c.weight, c.mean, c.sd]).collect();
    held(&x, |x| mixture(&of(x), &ys), value, &g);
    let seen = [Some(1.0), None, Some(1.3), Some(0.8), None];
    let (value, g) = local_level::value_and_gradient(0.1, 0.5, &seen);
    held(&[0.1, 0.5], |x| local_level(x[0], x[1], &seen), value, &[g.0, g.1]);
}
