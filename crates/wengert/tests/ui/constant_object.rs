//! Methods of constants that are known by a trait alone, given what carries derivatives.

use wengert::prelude::*;

#[differentiable]
trait Law {
    fn at(&self, x: &[f64]) -> f64;
    fn scaled(&self, by: f64) -> f64;
}

#[differentiable]
fn of_an_object(x: &[f64], #[constant] law: &dyn Law) -> f64 {
    law.at(x)
}

#[differentiable]
fn of_many(x: &[f64], #[constant] laws: &[Box<dyn Law>]) -> f64 {
    laws.iter().map(|law| law.scaled(x[0])).sum()
}

#[differentiable]
fn of_a_constant(x: f64, #[constant] law: &impl Law) -> f64 {
    law.scaled(x)
}

fn main() {}
