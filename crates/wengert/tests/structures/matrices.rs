//! A matrix type of one's own, made of constants and changed element by element; a choice that is constant.

use super::{close, flat};
use std::ops::{Add, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    fn identity(n: usize) -> Matrix {
        let mut m = Matrix::zeros(n, n);
        for i in 0..n {
            m.data[i * n + i] = 1.0;
        }
        m
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
    fn transpose(&self) -> Matrix {
        let mut t = Matrix::zeros(self.cols, self.rows);
        for i in 0..self.rows {
            for j in 0..self.cols {
                t.data[j * self.rows + i] = self.at(i, j);
            }
        }
        t
    }
    fn inverse(&self) -> Matrix {
        let det = self.at(0, 0) * self.at(1, 1) - self.at(0, 1) * self.at(1, 0);
        let data = vec![self.at(1, 1) / det, -self.at(0, 1) / det, -self.at(1, 0) / det, self.at(0, 0) / det];
        Matrix { rows: 2, cols: 2, data }
    }
    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self.at(i, i)).sum()
    }
}

#[differentiable]
impl Add for &Matrix {
    type Output = Matrix;
    fn add(self, o: &Matrix) -> Matrix {
        let mut r = self.clone();
        for i in 0..r.data.len() {
            r.data[i] += o.data[i];
        }
        r
    }
}

#[differentiable]
impl Sub for &Matrix {
    type Output = Matrix;
    fn sub(self, o: &Matrix) -> Matrix {
        let data = self.data.iter().zip(&o.data).map(|(a, b)| a - b).collect();
        Matrix { rows: self.rows, cols: self.cols, data }
    }
}

#[differentiable]
impl Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, o: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(self.rows, o.cols);
        for i in 0..self.rows {
            for j in 0..o.cols {
                let mut sum = 0.0;
                for k in 0..self.cols {
                    sum += self.at(i, k) * o.at(k, j);
                }
                out.data[i * o.cols + j] = sum;
            }
        }
        out
    }
}

/// How well a Kalman filter explains measurements of both coordinates.
#[differentiable]
fn likelihood(f: &Matrix, q: &Matrix, r: &Matrix, #[constant] seen: &[[f64; 2]]) -> f64 {
    let mut x = Matrix::zeros(2, 1);
    let mut p = Matrix::identity(2);
    let mut sum = 0.0;
    for z in seen {
        x = f * &x;
        p = &(&(f * &p) * &f.transpose()) + q;
        let s = &p + r;
        let gain = &p * &s.inverse();
        let y = Matrix { rows: 2, cols: 1, data: vec![z[0] - x.at(0, 0), z[1] - x.at(1, 0)] };
        x = &x + &(&gain * &y);
        p = &(&Matrix::identity(2) - &gain) * &p;
        let m = &y.transpose() * &(&s.inverse() * &y);
        sum -= 0.5 * (m.at(0, 0) + (s.at(0, 0) * s.at(1, 1) - s.at(0, 1) * s.at(1, 0)).ln());
    }
    sum + p.trace()
}

#[test]
fn a_filter_on_matrices() {
    let square = |data: [f64; 4]| Matrix { rows: 2, cols: 2, data: data.to_vec() };
    let f = square([1.0, 0.1, -0.1, 0.95]);
    let (q, r) = (square([0.1, 0.0, 0.0, 0.1]), square([0.5, 0.1, 0.1, 0.4]));
    let seen = [[0.3, 0.1], [0.5, -0.2], [0.2, 0.9]];
    let (v, (gf, gq, gr)) = likelihood::value_and_gradient(&f, &q, &r, &seen);
    assert_eq!(v.to_bits(), likelihood(&f, &q, &r, &seen).to_bits());
    let g = [flat(&gf), flat(&gq), flat(&gr)].concat();
    let at = [flat(&f), flat(&q), flat(&r)].concat();
    close(&g, &likelihood::function(&f, &q, &r, &seen).gradient(&at));
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Tanh,
    Relu,
}

#[derive(Clone, Debug, Differentiable)]
struct Unit {
    weight: f64,
    #[constant]
    activation: Activation,
}

#[differentiable]
impl Unit {
    fn output(&self, x: f64) -> f64 {
        let z = self.weight * x;
        match self.activation {
            Activation::Tanh => z.tanh(),
            Activation::Relu => z.max(0.0),
        }
    }
    /// The same unit, with what is constant handed on.
    fn doubled(&self) -> Unit {
        Unit { weight: 2.0 * self.weight, activation: self.activation }
    }
    fn push(&mut self, by: f64) {
        self.weight += by * self.weight;
    }
}

#[differentiable]
fn stacked(units: &[Unit], x: f64, by: f64) -> f64 {
    let mut y = x;
    for u in units {
        let mut last = u.doubled();
        last.push(by);
        y = last.output(y);
    }
    y
}

#[test]
fn choices_without_derivatives() {
    let units =
        [Unit { weight: 0.7, activation: Activation::Tanh }, Unit { weight: 1.5, activation: Activation::Relu }];
    let (v, (by_units, by_x, by)) = stacked::value_and_gradient(&units, 0.4, 0.1);
    let t = (0.7 * 2.0 * 1.1 * 0.4_f64).tanh();
    assert!((v - 3.3 * t).abs() < 1e-14);
    let slope = 3.3 * (1.0 - t * t);
    close(&[by_units[0].weight, by_units[1].weight], &[slope * 2.2 * 0.4, 2.2 * t]);
    close(&[by_x, by], &[slope * 1.54, 3.0 * t + slope * 1.4 * 0.4]);
    assert_eq!(by_units[1].activation, Activation::Relu);
}
