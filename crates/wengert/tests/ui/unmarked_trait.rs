use wengert::prelude::*;

trait Kernel {
    fn at(&self, r: f64) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gauss {
    length: f64,
}

#[differentiable]
impl Kernel for Gauss {
    fn at(&self, r: f64) -> f64 {
        (-(r / self.length).powi(2)).exp()
    }
}

#[differentiable]
trait Loss {
    fn of(&self, r: f64) -> f64;
}

struct Squares;

#[differentiable]
impl Loss for Squares {
    fn of(&self, r: f64) -> f64 {
        r * r
    }
}

#[differentiable]
trait Link {
    fn inverse(eta: f64) -> f64;
}

struct Log;

#[differentiable]
impl Link for Log {
    fn inverse(eta: f64) -> f64 {
        eta.exp()
    }
}

#[differentiable]
fn sum(kernel: Gauss, r: f64) -> f64 {
    kernel.at(r) + kernel.at(2.0 * r)
}

trait Shape {
    fn area(&self) -> f64;
}

impl Shape for Gauss {
    fn area(&self) -> f64 {
        self.length
    }
}

#[differentiable]
fn weighted<S: Shape>(shape: &S, k: f64) -> f64 {
    k * shape.area()
}

#[differentiable]
trait Model {
    type Params;
    fn eval(&self, params: &Self::Params) -> f64;
}

#[differentiable]
impl Model for Gauss {
    type Params = f64;
    fn eval(&self, params: &f64) -> f64 {
        self.length * params
    }
}

fn main() {
    sum::gradient(Gauss { length: 1.0 }, 2.0);
    weighted::gradient(&Gauss { length: 1.0 }, 2.0);
    let (value, slope) = weighted::jvp(&Gauss { length: 1.0 }, 2.0, &Gauss { length: 0.5 }, 1.0);
    println!("{value} {slope}");
}
