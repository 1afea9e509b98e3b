//! The attribute in front of what stands in a block: one error at each, and none where it is called.

use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
}

impl Spring {
    #[differentiable]
    fn unit() -> f64 {
        1.0
    }

    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        if x > 1.0 { self.energy(x - 1.0) } else { 0.5 * self.stiffness * x * x }
    }
}

trait Law {
    #[differentiable]
    fn force(&self, x: f64) -> f64 {
        x
    }
}

impl Law for Spring {}

#[differentiable]
fn work(spring: &Spring, x: f64) -> f64 {
    spring.energy(x) + Spring::unit() * spring.force(x)
}

fn main() {
    work::value_and_gradient(&Spring { stiffness: 2.0 }, 0.5);
}
