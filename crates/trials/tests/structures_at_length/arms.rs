//! Lists and rows that the arms of a choice give, of lengths that show in the arms alone.

use super::{near, slope};
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn solved(a: &[f64], b: f64) -> Result<Vec<f64>, String> {
    if a[0].abs() < 1e-12 { Err("singular".to_string()) } else { Ok(vec![b / a[0], b * a[1]]) }
}

#[differentiable]
fn roots(b: f64, c: f64) -> Option<Vec<f64>> {
    match b * b - 4.0 * c {
        d if d < 0.0 => None,
        0.0 => Some(vec![-b / 2.0]),
        d => {
            let s = d.sqrt();
            Some(vec![(-b - s) / 2.0, (-b + s) / 2.0])
        }
    }
}

#[differentiable]
fn pair(b: f64, n: usize) -> Option<[f64; 2]> {
    match n {
        0 => None,
        1 => Some([b, b * b]),
        _ => Some([b.sin(), 1.0]),
    }
}

#[differentiable]
fn rows(b: f64, n: usize) -> Result<Vec<Vec<f64>>, &'static str> {
    match n {
        0 => Err("none"),
        1 => Ok(vec![vec![b, b * b]]),
        _ => Ok((0..n).map(|i| vec![b; i + 1]).collect()),
    }
}

#[differentiable]
fn positive(x: &[f64], b: f64) -> Vec<f64> {
    // What is kept depends on the values.
    if b > 0.0 {
        let mut kept = Vec::new();
        for v in x {
            if *v > 0.0 {
                kept.push(v * b);
            }
        }
        kept
    } else {
        x.iter().filter(|v| **v < 0.0).map(|v| v * b * b).collect()
    }
}

#[differentiable]
fn total(a: f64, b: f64) -> f64 {
    let x = match solved(&[a, 0.5], b) {
        Ok(x) => x,
        Err(_) => return -1.0,
    };
    let mut s = x[0] * x[1];
    s += roots(b, 0.5).unwrap_or_default().iter().map(|t| t * t * t).sum::<f64>();
    let none = roots(b, 50.0).unwrap_or_default();
    s += none.len() as f64 * a;
    for n in 0..3 {
        let Some(p) = pair(b, n) else { continue };
        s += p[1] * p[0];
        if let Ok(m) = rows(b, n) {
            s += m.iter().map(|row| row.iter().sum::<f64>()).sum::<f64>() * a;
        }
    }
    for part in positive(&[a, -b, a * b], b - 1.0) {
        s *= 1.0 + part;
    }
    let m = if a > 0.5 { vec![vec![a], vec![b, a * b]] } else { vec![vec![b; 3]] };
    s += m[m.len() - 1][0] * m[0][0];
    let local = if b > 1.0 { Some(vec![b, b * a]) } else { None };
    s + local.map_or(0.0, |v| v[0] * v[1])
}

#[test]
fn lists_in_arms() {
    for (a, b) in [(0.7, 2.0), (0.3, 1.7), (0.4, 0.5)] {
        let (value, (by_a, by_b)) = total::value_and_gradient(a, b);
        assert_eq!(value.to_bits(), total(a, b).to_bits());
        near(by_a, slope(|a| total(a, b), a));
        near(by_b, slope(|b| total(a, b), b));
        let tape = total::function(a, b).gradient(&[a, b]);
        near(by_a, tape[0]);
        near(by_b, tape[1]);
    }
    assert_eq!(roots::vjp(3.0, 1.0, &[1.0, 0.0]).0, roots(3.0, 1.0));
    assert_eq!(roots::vjp(0.0, 1.0, &[]).0, None);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Layer {
    Dense { weights: Vec<Vec<f64>>, bias: Vec<f64> },
    Scale(f64),
    Drop { rate: f64 },
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        match self {
            Layer::Dense { weights, bias } => weights
                .iter()
                .zip(bias)
                .map(|(row, b)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b)
                .collect(),
            Layer::Scale(k) => x.iter().map(|v| (v * k).tanh()).collect(),
            Layer::Drop { rate } => x.iter().map(|v| v * (1.0 - rate)).collect(),
        }
    }
    fn size(&self) -> f64 {
        match self {
            Layer::Dense { weights, .. } => weights.iter().flatten().map(|w| w * w).sum(),
            _ => 0.0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Net {
    layers: Vec<Layer>,
}

#[differentiable]
fn softmax(z: &[f64]) -> Vec<f64> {
    let e: Vec<f64> = z.iter().map(|v| v.exp()).collect();
    let total: f64 = e.iter().sum();
    e.into_iter().map(|v| v / total).collect()
}

#[differentiable]
impl Net {
    fn predict(&self, x: &[f64]) -> Vec<f64> {
        softmax(&self.layers.iter().fold(x.to_vec(), |h, layer| layer.forward(&h)))
    }
    fn penalty(&self) -> f64 {
        self.layers
            .iter()
            .map(|l| match l {
                Layer::Scale(k) => k * k,
                other => other.size(),
            })
            .sum()
    }
    fn loss(&self, #[constant] x: &[f64], label: usize) -> f64 {
        -self.predict(x)[label].ln() + 0.1 * self.penalty()
    }
}

#[test]
fn layers_of_different_kinds() {
    let net = |w: f64, k: f64, r: f64| Net {
        layers: vec![
            Layer::Dense { weights: vec![vec![0.3, w], vec![-0.2, 0.5], vec![w, w]], bias: vec![0.1, 0.2, w] },
            Layer::Scale(k),
            Layer::Drop { rate: r },
        ],
    };
    let (w, k, r, x) = (0.7, 1.3, 0.2, [0.4, -0.6]);
    let (value, by) = net(w, k, r).loss_value_and_gradient(&x, 1);
    assert_eq!(value.to_bits(), net(w, k, r).loss(&x, 1).to_bits());
    let [Layer::Dense { weights, bias }, Layer::Scale(by_k), Layer::Drop { rate }] = &by.layers[..] else {
        panic!("other layers");
    };
    near(weights[0][1] + weights[2][0] + weights[2][1] + bias[2], slope(|w| net(w, k, r).loss(&x, 1), w));
    near(*by_k, slope(|k| net(w, k, r).loss(&x, 1), k));
    near(*rate, slope(|r| net(w, k, r).loss(&x, 1), r));
}
