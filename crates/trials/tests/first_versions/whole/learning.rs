//! Neural networks by hand: layers as structs, activation enum, softmax cross entropy, Adam step, attention.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation {
    Relu,
    LeakyRelu(f64),
    Tanh,
    Gelu,
    Identity,
}

impl Activation {
    fn apply(&self, x: f64) -> f64 {
        use Activation::*;
        match *self {
            Relu => x.max(0.0),
            LeakyRelu(a) => {
                if x > 0.0 {
                    x
                } else {
                    a * x
                }
            }
            Tanh => x.tanh(),
            Gelu => 0.5 * x * (1.0 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh()),
            Identity => x,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Dense {
    pub weights: Vec<Vec<f64>>,
    pub bias: Vec<f64>,
    #[constant]
    pub activation: Activation,
}

#[differentiable]
impl Dense {
    pub fn forward(&self, input: &[f64]) -> Vec<f64> {
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
pub struct Network {
    pub layers: Vec<Dense>,
    pub l2: f64,
}

pub fn softmax(z: &[f64]) -> Vec<f64> {
    let max = z.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = z.iter().map(|v| (v - max).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.into_iter().map(|e| e / sum).collect()
}

#[differentiable]
impl Network {
    pub fn predict(&self, x: &[f64]) -> Vec<f64> {
        let mut a = x.to_vec();
        for layer in &self.layers {
            a = layer.forward(&a);
        }
        softmax(&a)
    }
    pub fn loss(&self, xs: &[Vec<f64>], labels: &[usize]) -> f64 {
        let ce: f64 = xs.iter().zip(labels).map(|(x, &y)| -self.predict(x)[y].max(1e-12).ln()).sum();
        let reg: f64 = self.layers.iter().flat_map(|l| l.weights.iter()).flatten().map(|w| w * w).sum();
        ce / xs.len() as f64 + 0.5 * self.l2 * reg
    }
}

#[differentiable]
pub fn attention(q: &[Vec<f64>], k: &[Vec<f64>], v: &[Vec<f64>], causal: bool) -> f64 {
    let d = q[0].len();
    let scale = 1.0 / (d as f64).sqrt();
    let mut out = vec![vec![0.0; v[0].len()]; q.len()];
    for (i, qi) in q.iter().enumerate() {
        let scores: Vec<f64> = k
            .iter()
            .enumerate()
            .map(|(j, kj)| {
                if causal && j > i {
                    f64::NEG_INFINITY
                } else {
                    qi.iter().zip(kj).map(|(a, b)| a * b).sum::<f64>() * scale
                }
            })
            .collect();
        let w = softmax(&scores);
        for (w, vj) in w.iter().zip(v) {
            for (o, x) in out[i].iter_mut().zip(vj) {
                *o += w * x;
            }
        }
    }
    out.iter().map(|row| row.iter().map(|x| x * x).sum::<f64>()).sum()
}

#[differentiable]
pub fn layer_norm(x: &[f64], gamma: &[f64], beta: &[f64]) -> Vec<f64> {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    let inv = (var + 1e-5).sqrt().recip();
    x.iter().zip(gamma.iter().zip(beta.iter())).map(|(v, (g, b))| (v - mean) * inv * g + b).collect()
}

#[differentiable]
pub fn gru(wz: &[f64], wr: &[f64], wh: &[f64], xs: &[f64]) -> f64 {
    let sigmoid = |v: f64| 1.0 / (1.0 + (-v).exp());
    let mut h = 0.0;
    let mut outputs = Vec::with_capacity(xs.len());
    for &x in xs {
        let z = sigmoid(wz[0] * x + wz[1] * h + wz[2]);
        let r = sigmoid(wr[0] * x + wr[1] * h + wr[2]);
        let c = (wh[0] * x + wh[1] * (r * h) + wh[2]).tanh();
        h = (1.0 - z) * h + z * c;
        outputs.push(h);
    }
    let (last, rest) = outputs.split_last().unwrap();
    rest.iter().map(|o| o.powi(2)).sum::<f64>() + last
}

#[test]
fn networks() {
    let make = |x: &[f64]| Network {
        layers: vec![
            Dense {
                weights: vec![x[..2].to_vec(), x[2..4].to_vec()],
                bias: x[4..6].to_vec(),
                activation: Activation::Gelu,
            },
            Dense {
                weights: vec![x[6..8].to_vec(), x[8..10].to_vec()],
                bias: x[10..12].to_vec(),
                activation: Activation::LeakyRelu(0.1),
            },
            Dense { weights: vec![x[12..14].to_vec(); 2], bias: vec![0.1, -0.2], activation: Activation::Identity },
        ],
        l2: x[14],
    };
    let x: Vec<f64> = (0..15).map(|k| 0.3 * (1.7 * k as f64 + 0.4).sin() + 0.05).collect();
    let (xs, labels) = ([vec![0.5, -1.0], vec![1.5, 0.3], vec![-0.2, 0.9]], [0, 1, 0]);
    let (value, (g, _)) = make(&x).loss_value_and_gradient(&xs, &labels);
    let flat = |l: &Dense| [l.weights.concat(), l.bias.clone()].concat();
    let last = &g.layers[2].weights;
    let mut all = [flat(&g.layers[0]), flat(&g.layers[1])].concat();
    all.extend([last[0][0] + last[1][0], last[0][1] + last[1][1], g.l2]);
    held(&x, |x| make(x).loss(&xs, &labels), value, &all);

    let rows = |x: &[f64]| x.chunks(2).map(<[f64]>::to_vec).collect::<Vec<_>>();
    let (q, k, v) = ([0.3, -0.2, 0.8, 0.5], [0.1, 0.9, -0.4, 0.2], [1.0, 0.5, -0.3, 0.7]);
    let (value, (by_q, by_k, by_v)) = attention::value_and_gradient(&rows(&q), &rows(&k), &rows(&v), true);
    held(&q, |q| attention(&rows(q), &rows(&k), &rows(&v), true), value, &by_q.concat());
    held(&k, |k| attention(&rows(&q), &rows(k), &rows(&v), true), value, &by_k.concat());
    held(&v, |v| attention(&rows(&q), &rows(&k), &rows(v), true), value, &by_v.concat());

    let (a, b) = ([0.9, 1.1, 0.8, 1.3], [0.1, 0.0, -0.2, 0.3]);
    let w = [1.0, -0.5, 2.0, 0.3];
    let (value, (by_x, by_a, by_b)) = layer_norm::vjp(&q, &a, &b, &w);
    let plain = |q: &[f64]| layer_norm(q, &a, &b).iter().zip(w).map(|(v, w)| v * w).sum::<f64>();
    held(&q, plain, value.iter().zip(w).map(|(v, w)| v * w).sum(), &by_x);
    assert_eq!(by_b, w);
    assert!(by_a.iter().all(|g| g.is_finite()));

    let (z, r, h) = ([0.3, -0.5, 0.1], [0.7, 0.2, -0.1], [1.1, -0.8, 0.2]);
    let (value, (by_z, by_r, by_h, by_x)) = gru::value_and_gradient(&z, &r, &h, &q);
    held(&z, |z| gru(z, &r, &h, &q), value, &by_z);
    held(&r, |r| gru(&z, r, &h, &q), value, &by_r);
    held(&h, |h| gru(&z, &r, h, &q), value, &by_h);
    held(&q, |q| gru(&z, &r, &h, q), value, &by_x);
}
