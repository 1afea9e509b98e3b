//! Types of the user's with parameters: `Self` in their blocks, operators whose results are used at once.

use super::held;
use std::ops::{Add, Div, Index, IndexMut, Mul};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex<T> {
    re: T,
    im: T,
}

#[differentiable]
impl<T: Real> Complex<T> {
    fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
    fn exp(self) -> Self {
        let r = self.re.exp();
        Self::new(r * self.im.cos(), r * self.im.sin())
    }
    fn abs2(&self) -> T {
        self.re * self.re + self.im * self.im
    }
}

#[differentiable]
impl<T: Real> Add for Complex<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.re + o.re, self.im + o.im)
    }
}
#[differentiable]
impl<T: Real> Mul for Complex<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
#[differentiable]
impl<T: Real> Div for Complex<T> {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let n = o.abs2();
        let p = self * Self::new(o.re, -o.im);
        Self::new(p.re / n, p.im / n)
    }
}

#[differentiable]
fn turn(a: &[[Complex<f64>; 2]; 2], b: &[[Complex<f64>; 2]; 2]) -> [[Complex<f64>; 2]; 2] {
    let mut out = [[Complex::new(0.0, 0.0); 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                out[i][j] = out[i][j] + a[i][k] * b[k][j];
            }
        }
    }
    out
}

#[differentiable]
fn layers(depths: &[f64], n: f64) -> f64 {
    let (one, i) = (Complex::new(1.0, 0.0), Complex::new(0.0, 1.0));
    let zero = Complex::new(0.0, 0.0);
    let mut m = [[one, zero], [zero, one]];
    for d in depths {
        let phase = Complex::new(n * d, -0.1 * d);
        let e = (i * phase).exp();
        let f = one / e;
        m = turn(&m, &[[e + f, i * e / Complex::new(n, 0.5)], [i * f * e, e]]);
    }
    (m[0][0] + m[0][1] * one).abs2() / (m[1][0] + m[1][1]).abs2()
}

#[test]
fn complex_numbers_in_matrices() {
    let x = [0.3, 0.5, 1.4];
    let (value, (mut g, n)) = layers::value_and_gradient(&x[..2], x[2]);
    g.push(n);
    held(&x, |x| layers(&x[..2], x[2]), value, &g);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Matrix<const R: usize, const C: usize> {
    data: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn zeros() -> Self {
        Self { data: [[0.0; C]; R] }
    }
    fn from_rows(data: [[f64; C]; R]) -> Self {
        Self { data }
    }
    fn transpose(&self) -> Matrix<C, R> {
        let mut out = Matrix::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                out[(j, i)] = self[(i, j)];
            }
        }
        out
    }
    fn scale(&self, k: f64) -> Self {
        let mut out = *self;
        for row in out.data.iter_mut() {
            for v in row.iter_mut() {
                *v *= k;
            }
        }
        out
    }
}

#[differentiable]
impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i][j]
    }
}
#[differentiable]
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i][j]
    }
}

#[differentiable]
impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
    type Output = Matrix<R, C>;
    fn mul(self, o: Matrix<K, C>) -> Matrix<R, C> {
        let mut out = Matrix::zeros();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.data[i][j] += self.data[i][k] * o.data[k][j];
                }
            }
        }
        out
    }
}

#[differentiable]
fn form(m: &Matrix<2, 2>, x: f64, y: f64) -> f64 {
    let v = Matrix::from_rows([[x], [y]]);
    let q = (v.transpose() * *m * v)[(0, 0)];
    let turned = (*m * m.transpose()).scale(x);
    q + turned[(0, 1)] * y + (*m * v)[(1, 0)]
}

#[test]
fn matrices_over_lengths() {
    let m = |x: &[f64]| Matrix { data: [[x[0], x[1]], [x[2], x[3]]] };
    let x = [1.2, -0.4, 0.7, 2.0, 0.8, -1.1];
    let (value, (by_m, by_x, by_y)) = form::value_and_gradient(&m(&x), x[4], x[5]);
    let g = [by_m.data[0][0], by_m.data[0][1], by_m.data[1][0], by_m.data[1][1], by_x, by_y];
    held(&x, |x| form(&m(x), x[4], x[5]), value, &g);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Plane {
    x: f64,
    y: f64,
}

impl From<f64> for Plane {
    fn from(x: f64) -> Plane {
        Plane { x, y: 0.5 * x }
    }
}

impl Mul for Plane {
    type Output = Plane;
    fn mul(self, o: Plane) -> Plane {
        Plane { x: self.x * o.x - self.y * o.y, y: self.x * o.y + self.y * o.x }
    }
}

/// What stands on the right follows from the operator.
#[differentiable]
fn turned_by(w: f64, x: &[f64]) -> f64 {
    let unit = Plane { x: 0.0, y: 1.0 };
    let s = unit * w.into();
    let all = x.iter().map(|v| s * Plane::from(*v)).fold(unit, |a, b| a * b);
    all.x * all.y
}

#[test]
fn operators_say_what_stands_on_the_right() {
    let z = [0.7, 1.2, -0.4];
    let (value, (by_w, by_x)) = turned_by::value_and_gradient(z[0], &z[1..]);
    held(&z, |z| turned_by(z[0], &z[1..]), value, &[by_w, by_x[0], by_x[1]]);
}
