//! Enums without the derive: variants that a body imports, that hold parameters, and that hand on to one another.

use super::held;
use wengert::prelude::*;

#[derive(Clone, Copy)]
struct Pose {
    x: f64,
    turn: f64,
}

impl From<[f64; 2]> for Pose {
    fn from([x, turn]: [f64; 2]) -> Self {
        Pose { x, turn }
    }
}

enum Edge {
    Step { to: usize, by: Pose },
    Loop { pair: (usize, usize), by: Pose, weight: f64 },
}

impl Edge {
    fn error(&self, at: &[f64]) -> f64 {
        match self {
            Edge::Step { to, by } => at[*to] - at[to - 1] - by.x * by.turn.cos(),
            Edge::Loop { pair: (a, b), by, weight } => weight * (at[*b] - at[*a] - by.x),
        }
    }
}

#[differentiable]
fn misfit(at: &[f64], by: [f64; 2], weight: f64) -> f64 {
    use Edge::{Loop as Closed, Step};
    let all = [Step { to: 1, by: by.into() }, Closed { pair: (0, 2), by: Pose::from(by), weight }];
    all.iter().map(|edge| edge.error(at).powi(2)).sum()
}

#[derive(Clone, Copy)]
enum Law {
    Gompertz { b: f64, c: f64 },
    Makeham { a: f64, b: f64, c: f64 },
}

impl Law {
    fn force(&self, age: f64) -> f64 {
        match *self {
            Self::Gompertz { b, c } => b * c.powf(age),
            Self::Makeham { a, b, c } => a + Law::Gompertz { b, c }.force(age),
        }
    }
}

#[differentiable]
fn hazard(a: f64, b: f64, c: f64, ages: usize) -> f64 {
    let law = if ages > 2 { Law::Makeham { a, b, c } } else { Law::Gompertz { b, c } };
    (0..ages).map(|age| law.force(age as f64)).sum()
}

#[test]
fn a_parameter_in_a_variant_keeps_its_derivative() {
    let f = |x: &[f64]| misfit(&x[..3], [x[3], x[4]], x[5]);
    let x = [0.1, 1.3, 1.9, 0.9, 0.4, 0.7];
    let (value, (by_at, by_step, by_weight)) = misfit::value_and_gradient(&x[..3], [x[3], x[4]], x[5]);
    held(&x, f, value, &[&by_at[..], &by_step, &[by_weight]].concat());
}

#[test]
fn a_variant_hands_on_to_another() {
    for ages in [2, 4] {
        let x = [0.01, 0.02, 1.1];
        let (value, by) = hazard::value_and_gradient(x[0], x[1], x[2], ages);
        held(&x, |x| hazard(x[0], x[1], x[2], ages), value, &[by.0, by.1, by.2]);
    }
}
