//! A Kalman filter on a matrix type of its own.

use std::ops::{Add, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

/// A matrix, row by row.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Matrix {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// The entries.
    pub data: Vec<f64>,
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
pub fn likelihood(f: &Matrix, q: &Matrix, r: &Matrix, #[constant] seen: &[[f64; 2]]) -> f64 {
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
