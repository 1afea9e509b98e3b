//! A network in layers.

use wengert::Differentiable;
use wengert::prelude::*;

/// A layer.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Layer {
    /// Row by row.
    pub weights: Vec<Vec<f64>>,
    /// One for each row.
    pub biases: Vec<f64>,
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

/// A network.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Network {
    /// First to last.
    pub layers: Vec<Layer>,
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

/// What it is to learn.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it is given.
    pub input: Vec<f64>,
    /// What it is to give.
    pub target: f64,
}

/// How far the network is from its samples.
#[differentiable]
pub fn loss(net: &Network, #[constant] samples: &[Sample]) -> f64 {
    let mut sum = 0.0;
    for s in samples {
        let y = net.predict(&s.input);
        let e = y[0] - s.target;
        sum += e * e;
    }
    sum
}

/// [`loss()`] of a network that forgets, and what it is fined for the size of its weights.
#[differentiable]
pub fn regularised(net: &Network, #[constant] samples: &[Sample], rate: f64) -> f64 {
    let mut net = net.clone();
    net.decay(rate);
    loss(&net, samples) / samples.len() as f64 + 1e-2 * net.penalty()
}
