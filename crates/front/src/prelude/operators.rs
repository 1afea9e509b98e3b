//! The operators on closures, on plain numbers: `wengert::gradient` and its kin.

use crate::prelude::intrinsic::operator;
use crate::prelude::matrix::Matrix;

pub fn derivative<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    operator::gradient(f, x)
}

pub fn value_and_derivative<F: Fn(f64) -> f64>(f: F, x: f64) -> (f64, f64) {
    operator::value_and_gradient(f, x)
}

pub fn gradient<F: Fn(&[f64]) -> f64>(f: F, x: &[f64]) -> Vec<f64> {
    operator::gradient(f, x)
}

pub fn value_and_gradient<F: Fn(&[f64]) -> f64>(f: F, x: &[f64]) -> (f64, Vec<f64>) {
    operator::value_and_gradient(f, x)
}

pub fn hvp<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], v: &[f64]) -> Vec<f64> {
    operator::hvp(f, x, v)
}

pub fn value_and_hvp<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], v: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    operator::value_and_hvp(f, x, v)
}

pub fn jvp<F: Fn(&[f64]) -> Vec<f64>>(f: F, x: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    operator::jvp(f, x, v)
}

pub fn directional_derivative<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], v: &[f64]) -> f64 {
    let (value, derivative) = operator::jvp(f, x, v);
    derivative
}

pub fn value_and_directional_derivative<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], v: &[f64]) -> (f64, f64) {
    operator::jvp(f, x, v)
}

pub fn hessian<F: Fn(&[f64]) -> f64>(f: F, x: &[f64]) -> Matrix {
    let (rows, entries) = operator::__hessian(f, x);
    Matrix::from_rows(rows, entries)
}

pub fn value_and_hessian<F: Fn(&[f64]) -> f64>(f: F, x: &[f64]) -> (f64, Vec<f64>, Matrix) {
    let (value, gradient) = operator::value_and_gradient(&f, x);
    let (rows, entries) = operator::__hessian(&f, x);
    (value, gradient, Matrix::from_rows(rows, entries))
}

pub fn jacobian<F: Fn(&[f64]) -> Vec<f64>>(f: F, x: &[f64]) -> Matrix {
    let (rows, entries) = operator::__jacobian(f, x);
    Matrix::from_rows(rows, entries)
}

pub fn lift<T>(x: T) -> T {
    x
}
