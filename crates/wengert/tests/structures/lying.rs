//! Parts of structures that are handed on where they lie; loops over rows of a list, in each other and short ones.

use super::{Vec3, close, flat};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
    at: Vec3,
}

#[differentiable]
impl Layer {
    fn out(&self, x: f64) -> f64 {
        let mut s = self.bias;
        for w in &self.weights {
            s += w * x;
        }
        s.tanh() + self.at.norm()
    }
    fn mixed(&self, other: &Layer, x: f64) -> f64 {
        self.bias * other.weights[0] * x + other.bias * self.at.x
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Net {
    layers: Vec<Layer>,
    #[constant]
    fixed: Layer,
    last: Layer,
}

#[differentiable]
fn chain(net: &Net, x: f64) -> f64 {
    let (mut y, mut s) = (x, 0.0);
    let n = net.layers.len();
    for k in 0..n {
        y = net.layers[k].out(y);
        s += net.layers[k].mixed(&net.layers[(k + 1) % n], y);
        s += net.layers[k].mixed(&net.layers[k], y);
        s += net.fixed.mixed(&net.layers[k], y) + net.last.mixed(&net.fixed, y);
        s += net.layers[k].at.dot(net.layers[n - 1].at) + net.last.at.norm();
    }
    s * net.fixed.out(y) + net.last.out(s)
}

#[test]
fn parts_are_used_where_they_lie() {
    let layer = |k: usize| {
        let t = k as f64;
        Layer { weights: vec![0.3 - t, 0.2, 0.1 * t], bias: 0.5 - 0.3 * t, at: Vec3::new(1.0, t, -0.5) }
    };
    for n in 0..4 {
        let net = Net { layers: (0..n).map(layer).collect(), fixed: layer(5), last: layer(7) };
        let (v, (g, gx)) = chain::value_and_gradient(&net, 0.4);
        assert_eq!(v.to_bits(), chain(&net, 0.4).to_bits());
        let x = [flat(&net), vec![0.4]].concat();
        close(&[flat(&g), vec![gx]].concat(), &chain::function(&net, 0.4).gradient(&x));
    }
}

#[differentiable]
fn pairs(points: &[Vec3], k: f64, weight: &[f64]) -> f64 {
    let (mut e, mut w) = (0.0, 1.0);
    for i in 0..points.len() {
        for j in 0..i {
            let d = points[i] - points[j];
            e -= k * weight[i] / d.norm();
            if weight[j] > 0.5 {
                w += weight[j] * d.x;
            }
            for v in weight {
                e += v * v * d.y;
            }
        }
        let mut row = points[i].z;
        for p in points {
            row += p.x * k;
        }
        w += row * row;
    }
    e - 0.5 * w
}

#[test]
fn sums_in_loops_in_loops() {
    for n in 0..5 {
        let points: Vec<Vec3> = (0..n).map(f64::from).map(|t| Vec3::new(t.sin(), (2.0 * t).cos(), 0.3 * t)).collect();
        let weight: Vec<f64> = (0..n).map(|i| 0.3 + 0.2 * f64::from(i)).collect();
        let (v, (gp, gk, gw)) = pairs::value_and_gradient(&points, 0.7, &weight);
        assert_eq!(v.to_bits(), pairs(&points, 0.7, &weight).to_bits());
        let x = [points.iter().flat_map(flat).collect(), vec![0.7], weight.clone()].concat();
        let g = [gp.iter().flat_map(flat).collect(), vec![gk], gw].concat();
        close(&g, &pairs::function(&points, 0.7, &weight).gradient(&x));
    }
}

#[differentiable]
fn products(m: &[f64], n: usize, filter: [f64; 3]) -> f64 {
    let rows = 3;
    let mut e = 0.0;
    for i in 0..rows {
        for j in 0..=i {
            let mut s = 0.5;
            for k in 0..n {
                s -= m[i * n + k] * m[j * n + k];
            }
            e += s * s * s;
        }
    }
    let mut v = m.to_vec();
    for i in 0..n {
        let mut s = 0.1;
        for k in 0..3 {
            s += m[i + k] * filter[k];
        }
        e += s.sin();
        for k in 0..2 {
            v[2 * k + i] *= filter[k];
        }
    }
    e * v.iter().map(|x| x * x).sum::<f64>()
}

#[test]
fn rows_of_one_list_that_may_be_the_same() {
    let filter = [0.4, -0.3, 1.1];
    for n in 0..11 {
        let m: Vec<f64> = (0..3 * n).map(|i| (1.7 * i as f64).sin()).collect();
        let (v, (gm, gf)) = products::value_and_gradient(&m, n, filter);
        assert_eq!(v.to_bits(), products(&m, n, filter).to_bits());
        let x = [m.clone(), filter.to_vec()].concat();
        close(&[gm, gf.to_vec()].concat(), &products::function(&m, n, filter).gradient(&x));
    }
}
