use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Differentiable)]
struct Window<'a> {
    data: &'a [f64],
    stride: usize,
}

#[differentiable]
impl<'a> Window<'a> {
    fn at(&self, i: usize) -> f64 {
        self.data[i * self.stride]
    }
}

struct Pair<'a> {
    x: &'a [f64],
    y: &'a [f64],
}

#[differentiable]
fn f(x: &[f64], y: &[f64]) -> f64 {
    let pair = Pair { x, y };
    pair.x[0] * pair.y[0]
}

fn main() {}
