//! Kalman filter with small own matrices, const generics.
use super::super::held;
use std::ops::{Add, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Mat<const R: usize, const C: usize>(pub [[f64; C]; R]);

impl<const R: usize, const C: usize> Mat<R, C> {
    pub fn zeros() -> Self {
        Mat([[0.0; C]; R])
    }
    pub fn transpose(&self) -> Mat<C, R> {
        let mut out = Mat::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                out.0[j][i] = self.0[i][j];
            }
        }
        out
    }
}

impl<const N: usize> Mat<N, N> {
    pub fn identity() -> Self {
        let mut m = Self::zeros();
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
}

impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    fn mul(self, rhs: Mat<K, C>) -> Mat<R, C> {
        let mut out = Mat::zeros();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                }
            }
        }
        out
    }
}

impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    fn add(mut self, rhs: Self) -> Self {
        for (row, other) in self.0.iter_mut().zip(rhs.0.iter()) {
            for (a, b) in row.iter_mut().zip(other.iter()) {
                *a += b;
            }
        }
        self
    }
}

impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        Mat(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] - rhs.0[i][j])))
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Kalman {
    pub x: Mat<2, 1>,
    pub p: Mat<2, 2>,
    pub q: f64,
    pub r: f64,
}

#[differentiable]
impl Kalman {
    fn predict(&mut self, dt: f64) {
        let f = Mat([[1.0, dt], [0.0, 1.0]]);
        let q = Mat([[dt.powi(3) / 3.0 * self.q, dt * dt / 2.0 * self.q], [dt * dt / 2.0 * self.q, dt * self.q]]);
        self.x = f * self.x;
        self.p = f * self.p * f.transpose() + q;
    }
    fn update(&mut self, z: f64) -> f64 {
        let h = Mat([[1.0, 0.0]]);
        let y = z - (h * self.x).0[0][0];
        let s = (h * self.p * h.transpose()).0[0][0] + self.r;
        let k = self.p * h.transpose() * Mat([[1.0 / s]]);
        self.x = self.x + k * Mat([[y]]);
        self.p = (Mat::<2, 2>::identity() - k * h) * self.p;
        -0.5 * (y * y / s + s.ln() + (2.0 * std::f64::consts::PI).ln())
    }
}

#[differentiable]
pub fn log_likelihood(q: f64, r: f64, z: &[f64], dt: f64) -> f64 {
    let mut kf = Kalman { x: Mat([[z[0]], [0.0]]), p: Mat::<2, 2>::identity(), q, r };
    z.iter()
        .skip(1)
        .map(|&z| {
            kf.predict(dt);
            kf.update(z)
        })
        .sum()
}

#[test]
fn likelihoods() {
    let z: Vec<f64> = (0..9).map(|k| 0.3 * k as f64 + (1.3 * k as f64).sin()).collect();
    let x = [0.4, 0.7, 0.5];
    let (value, (q, r, _, dt)) = log_likelihood::value_and_gradient(x[0], x[1], &z, x[2]);
    held(&x, |x| log_likelihood(x[0], x[1], &z, x[2]), value, &[q, r, dt]);
}
