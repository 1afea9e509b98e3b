//! Constant trait objects: their methods are called on constants as they stand.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[differentiable]
trait Law {
    fn at(&self, x: &[f64]) -> f64;
    fn scaled(&self, by: &f64, times: usize) -> f64;
    fn weight(&self) -> f64 {
        1.5
    }
    fn name(&self) -> String {
        "a law".into()
    }
    fn order(&self) -> usize {
        3
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Ridge(f64);

#[differentiable]
impl Law for Ridge {
    fn at(&self, x: &[f64]) -> f64 {
        self.0 * x.iter().map(|v| v.powi(2)).sum::<f64>()
    }
    fn scaled(&self, by: &f64, times: usize) -> f64 {
        self.0 * by * times as f64
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Flat;

#[differentiable]
impl Law for Flat {
    fn at(&self, x: &[f64]) -> f64 {
        x.len() as f64
    }
    fn scaled(&self, by: &f64, _times: usize) -> f64 {
        *by
    }
    fn weight(&self) -> f64 {
        0.5
    }
    fn name(&self) -> String {
        "flat".into()
    }
}

#[differentiable]
fn of_one(x: &[f64], #[constant] law: &dyn Law, #[constant] data: &[f64]) -> f64 {
    let w = law.weight() * law.at(data) + law.scaled(&0.5, 2);
    x[0].powi(law.order() as i32) * w + if law.name() == "flat" { 2.0 * x[1] } else { x[1] }
}

#[differentiable]
fn of_many(x: &[f64], #[constant] laws: &[Box<dyn Law>], #[constant] first: &(dyn Law + Send)) -> f64 {
    let sum: f64 = laws.iter().map(|law| law.weight()).sum();
    x[0].sin() * sum * first.weight() + x[1] * laws[0].scaled(&first.weight(), laws.len())
}

#[differentiable]
fn of_lent(x: &[f64], #[constant] laws: &[&dyn Law], #[constant] last: &dyn Law) -> f64 {
    laws.iter().zip(x).map(|(law, v)| v * v * law.scaled(&2.0, law.order())).sum::<f64>() * last.weight()
}

#[test]
fn constants_of_constant_objects() {
    let (ridge, flat, data) = (Ridge(2.0), Flat, [1.0, 0.5]);
    for law in [&ridge as &dyn Law, &flat] {
        held(|x| of_one(x, law, &data), |x| of_one::value_and_gradient(x, law, &data), &[0.7, 1.2]);
    }
    let laws: [Box<dyn Law>; 2] = [Box::new(ridge.clone()), Box::new(Flat)];
    held(|x| of_many(x, &laws, &ridge), |x| of_many::value_and_gradient(x, &laws, &ridge), &[0.7, 1.2]);
    let lent: [&dyn Law; 2] = [&flat, &ridge];
    held(|x| of_lent(x, &lent, &flat), |x| of_lent::value_and_gradient(x, &lent, &flat), &[0.7, 1.2]);
}
