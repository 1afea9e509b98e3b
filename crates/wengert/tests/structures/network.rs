//! A small network, trained by gradient descent on structures.

use super::{close, flat};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    biases: Vec<f64>,
}

#[differentiable]
impl Layer {
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.biases.len());
        for (row, b) in self.weights.iter().zip(&self.biases) {
            let z: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
            out.push(z.tanh());
        }
        out
    }
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Network {
    layers: Vec<Layer>,
}

#[differentiable]
impl Network {
    fn predict(&self, input: &[f64]) -> Vec<f64> {
        let mut x = input.to_vec();
        for layer in &self.layers {
            x = layer.forward(&x);
        }
        x
    }
    fn penalty(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.layers.len() {
            for j in 0..self.layers[i].biases.len() {
                sum += self.layers[i].biases[j] * self.layers[i].weights[j][0];
            }
        }
        sum
    }
    fn decay(&mut self, rate: f64) {
        for layer in &mut self.layers {
            for row in &mut layer.weights {
                for w in row.iter_mut() {
                    *w *= 1.0 - rate;
                }
            }
        }
        self.layers[0].biases[0] += rate;
    }
}

#[derive(Debug, Clone)]
struct Sample {
    input: Vec<f64>,
    target: f64,
}

#[differentiable]
fn loss(net: &Network, #[constant] samples: &[Sample], rate: f64) -> f64 {
    let mut net = net.clone();
    net.decay(rate);
    let mut sum = 0.0;
    for s in samples {
        let y = net.predict(&s.input);
        let e = y[0] - s.target;
        sum += e * e;
    }
    sum / samples.len() as f64 + 1e-2 * net.penalty()
}

#[test]
fn a_network_in_layers() {
    let layer = |rows: usize, cols: usize, s: f64| Layer {
        weights: (0..rows).map(|i| (0..cols).map(|j| ((i * cols + j) as f64 + s).sin()).collect()).collect(),
        biases: (0..rows).map(|i| 0.1 * i as f64 - s).collect(),
    };
    let net = Network { layers: vec![layer(3, 2, 0.3), layer(1, 3, 0.7)] };
    let samples: Vec<Sample> =
        (0..4).map(|k| Sample { input: vec![k as f64, 1.0 - k as f64], target: 0.5 * k as f64 }).collect();
    let (v, (g, gr)) = loss::value_and_gradient(&net, &samples, 0.1);
    assert_eq!(v.to_bits(), loss(&net, &samples, 0.1).to_bits());
    let x = [flat(&net), vec![0.1]].concat();
    close(&[flat(&g), vec![gr]].concat(), &loss::function(&net, &samples, 0.1).gradient(&x));
}
