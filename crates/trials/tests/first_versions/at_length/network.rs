//! A network of layers of structures.

use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub(super) struct Layer {
    pub(super) weights: Vec<Vec<f64>>,
    pub(super) bias: Vec<f64>,
    #[constant]
    pub(super) activation: Activation,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Activation {
    Relu,
    Tanh,
    Sigmoid,
    Identity,
    Leaky(f64),
}

impl Activation {
    pub(super) fn apply(self, x: f64) -> f64 {
        match self {
            Activation::Relu => {
                if x > 0.0 {
                    x
                } else {
                    0.0
                }
            }
            Activation::Tanh => x.tanh(),
            Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
            Activation::Identity => x,
            Activation::Leaky(a) if x < 0.0 => a * x,
            Activation::Leaky(_) => x,
        }
    }
}

impl Layer {
    pub(super) fn forward(&self, input: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(&self.bias)
            .map(|(row, b)| {
                let z: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
                self.activation.apply(z)
            })
            .collect()
    }
}

#[derive(Clone, Debug, Differentiable)]
pub(super) struct Network {
    pub(super) layers: Vec<Layer>,
}

impl Network {
    pub(super) fn predict(&self, x: &[f64]) -> Vec<f64> {
        self.layers.iter().fold(x.to_vec(), |acc, layer| layer.forward(&acc))
    }
}

#[differentiable]
pub(super) fn cross_entropy(
    net: &Network,
    #[constant] images: &[Vec<f64>],
    #[constant] labels: &[usize],
    l2: f64,
) -> f64 {
    let mut loss = 0.0;
    for (x, &label) in images.iter().zip(labels) {
        let logits = net.predict(x);
        let max = logits.iter().copied().reduce(f64::max).unwrap();
        let log_z = logits.iter().map(|l| (l - max).exp()).sum::<f64>().ln() + max;
        loss += log_z - logits[label];
    }
    loss /= images.len() as f64;
    let penalty: f64 = net.layers.iter().flat_map(|l| l.weights.iter().flatten()).map(|w| w * w).sum();
    loss + l2 * penalty
}
