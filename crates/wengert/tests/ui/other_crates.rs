use nalgebra::{DMatrix, Vector3};
use ndarray::ArrayView1;
use wengert::prelude::*;

#[derive(Clone, Differentiable)]
struct Body {
    at: Vector3<f64>,
    mass: f64,
    turns: Vec<(f64, nalgebra::Matrix3<f64>)>,
    #[constant]
    fixed: Vector3<f64>,
}

#[differentiable]
fn length(v: &Vector3<f64>, x: f64) -> f64 {
    v.norm() * x
}

#[differentiable]
fn several(_v: Vec<Vector3<f64>>, _o: Option<DMatrix<f64>>, _t: (f64, ArrayView1<f64>), x: f64) -> f64 {
    x * x
}

#[differentiable]
fn result(x: f64) -> Vector3<f64> {
    Vector3::new(x, x, x)
}

#[differentiable]
fn constant(#[constant] _v: &Vector3<f64>, x: f64) -> f64 {
    x * x
}

#[differentiable]
fn mass(body: &Body) -> f64 {
    body.mass * 2.0
}

fn main() {
    let v = Vector3::new(1.0, 2.0, 3.0);
    println!("{:?} {:?}", length::gradient(&v, 1.0), constant::gradient(&v, 1.0));
}
