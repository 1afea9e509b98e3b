//! Arrays of arrays in structures: `map` of their rows, and `from_fn` where a branch gives what is returned.

use super::slope;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Matrix<const R: usize, const C: usize> {
    data: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn scaled(&self, k: f64) -> Self {
        Matrix { data: self.data.map(|row| row.map(|x| k * x)) }
    }
    fn total(&self) -> f64 {
        self.data.iter().flatten().sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Frame {
    axes: [[f64; 3]; 2],
    at: [f64; 3],
}

#[differentiable]
impl Frame {
    fn scaled(&self, k: f64) -> Self {
        Frame { axes: self.axes.map(|axis| axis.map(|x| x * k)), at: self.at.map(|x| x + k) }
    }
    fn lengths(&self) -> [f64; 2] {
        self.axes.map(|axis| axis.iter().map(|x| x * x).sum::<f64>().sqrt())
    }
    fn moved(&self, n: usize, k: f64) -> [f64; 3] {
        if n > 2 {
            return std::array::from_fn(|i| self.at[i] - k);
        }
        match n {
            0 => std::array::from_fn(|i| self.at[i] * k),
            1 => self.at,
            _ => {
                let square = k * k;
                std::array::from_fn(|i| self.at[i] + square * i as f64)
            }
        }
    }
}

#[differentiable]
fn all(p: &[f64], k: f64) -> f64 {
    let frame = Frame { axes: [[p[0], p[1], 1.0], [2.0, p[2], p[3]]], at: [p[0], 0.5, p[3]] };
    let scaled = frame.scaled(k);
    let mut s = Matrix { data: scaled.axes }.scaled(k * k).total() * frame.lengths()[0] + scaled.lengths()[1];
    for n in 0..4 {
        s += scaled.moved(n, k)[n % 3] * (n + 1) as f64;
    }
    s
}

#[test]
fn rows_are_mapped_where_they_lie() {
    let (p, k) = ([0.4, 0.7, -0.3, 1.2], 0.8);
    let (value, (by_p, by_k)) = all::value_and_gradient(&p, k);
    assert_eq!(value.to_bits(), all(&p, k).to_bits());
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-8 * (1.0 + b.abs()), "{a} {b}");
    near(by_k, slope(|k| all(&p, k), k));
    for j in 0..4 {
        let moved = |x: f64| {
            let mut p = p;
            p[j] = x;
            all(&p, k)
        };
        near(by_p[j], slope(moved, p[j]));
    }
}
