//! A network in layers.

use wengert::Differentiable;
use wengert::prelude::*;

/// A layer.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub(crate) struct Layer {
    pub(crate) weights: Vec<Vec<f64>>,
    pub(crate) biases: Vec<f64>,
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
pub(crate) struct Network {
    pub(crate) layers: Vec<Layer>,
}

#[differentiable]
impl Network {
    fn predict(&self, input: &[f64]) -> f64 {
        let mut x = input.to_vec();
        for layer in &self.layers {
            x = layer.forward(&x);
        }
        x[0]
    }
}

/// How far the network is from what is wanted.
#[differentiable]
pub(crate) fn loss(net: &Network, #[constant] inputs: &[Vec<f64>], #[constant] wanted: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (input, y) in inputs.iter().zip(wanted) {
        let e = net.predict(input) - y;
        sum += e * e;
    }
    sum
}
