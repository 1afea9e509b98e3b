//! Constants in functions that are recorded: exponents, ranges and matrices that have a name, are computed or are literals.

use super::{any, near, slope, spd};
use std::panic::{UnwindSafe, catch_unwind};
use wengert::linalg::{
    Error, Matrix, power_spd, shifted, singular_values, solve_spd, spectral_projector, symmetric_function,
    transposed_matmul,
};
use wengert::prelude::*;

const THIRD: f64 = 1.0 / 3.0;

#[differentiable]
pub(crate) fn powers(a: &Matrix<f64>, #[constant] q: f64) -> f64 {
    let p = -0.5;
    let mut sum = power_spd(a, p).expect("positive").sum() - power_spd(a, THIRD).expect("positive").trace();
    for p in [0.5, q, (a.rows() as f64).recip()] {
        sum += power_spd(a, p).expect("positive")[(0, 1)];
    }
    sum
}

#[differentiable]
pub(crate) fn bands(a: &Matrix<f64>, #[constant] end: f64) -> f64 {
    let (start, range) = (0.0, 1.5..1e3);
    let inside = spectral_projector(a, start..end).expect("finite");
    let above = spectral_projector(a, range).expect("finite");
    (inside * a).trace() + (above * a * a).trace() + spectral_projector(a, 0.0..1e3).expect("finite")[(0, 0)]
}

#[differentiable]
pub(crate) fn curves(a: &Matrix<f64>, x: f64) -> f64 {
    symmetric_function(a, |n, y: f64| 0.5f64.powi(n as i32) * (0.5 * y).exp()).expect("finite").sum() * x
}

#[differentiable(tape)]
pub(crate) fn distances(a: &Matrix<f64>, #[constant] w: &Matrix<f64>, k: f64) -> f64 {
    let target = Matrix::constant(&Matrix::from_rows([[1.0, 2.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 2.0]]));
    let eye = Matrix::identity(3);
    let d = a - &target + Matrix::constant(&eye) * k + Matrix::constant(w);
    let kept = solve_spd(&(a * a.transposed() + w * w.transposed()), w).expect("positive");
    d.dot(&d) + Matrix::filled(3, 3, 0.5).dot(a) - (a * 0.5 * w).sum() + (w.transposed() * a + w).dot(&kept)
}

/// Without derivatives of its own.
#[derive(Clone, Debug)]
pub(crate) struct Plant {
    pub(crate) q: Matrix<f64>,
    pub(crate) stiffness: Matrix<f64>,
    pub(crate) parts: Vec<Part>,
    pub(crate) pair: (Matrix<f64>, f64),
    pub(crate) drift: Option<Matrix<f64>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) loads: [Matrix<f64>; 2],
    pub(crate) scale: f64,
}

fn rotation(rows: usize) -> Matrix {
    Matrix::from_fn(rows, rows, |i, j| (i as f64 - 0.7 * j as f64).cos())
}

/// Constants in structures: fields, lists, tuples, options, in loops and closures, destructured, by a name of their own.
#[differentiable(tape)]
pub(crate) fn of_models(a: &Matrix<f64>, #[constant] m: &Plant, #[constant] others: &[Plant]) -> f64 {
    let of_closure = |x: &Matrix<f64>| (x * &m.q).trace();
    let first = &m.parts[0].loads[1];
    let mut sum = of_closure(a) + (a - first).norm() + (&m.q * a + &m.pair.0 * m.pair.1).sum();
    if let Some(drift) = &m.drift {
        sum += a.dot(drift);
    }
    for part in &m.parts {
        sum += (a * &part.loads[0]).sum() * part.scale + (part.loads[1].transposed() * a).trace();
    }
    for other in others {
        let Plant { pair, .. } = other;
        sum += (a + &other.stiffness).norm() * pair.1
            + solve_spd(&(&other.stiffness + a * a.transposed()), &m.q).expect("positive").sum();
    }
    sum + (a * rotation(a.rows())).trace() + (m.q.clone() * a).sum() * m.q[(0, 1)]
}

impl Plant {
    fn transition(&self, step: f64) -> Matrix {
        Matrix::identity(self.q.rows()) + step * &self.q
    }
    fn weight(&self, by: f64, power: i32) -> f64 {
        self.pair.1 * by.powi(power)
    }
    fn limits(&self, least: f64) -> [f64; 2] {
        [least, least + self.pair.1]
    }
    fn chosen(&self, least: f64) -> Option<Matrix> {
        (self.pair.1 > least).then(|| self.q.clone())
    }
    fn is_stiff(&self, least: f64) -> bool {
        self.stiffness.norm() > least
    }
    fn both(&self, other: &Plant, share: f64) -> Matrix {
        share * &self.q + (1.0 - share) * &other.q
    }
}

/// Methods of plain structures that take floats as they are written.
#[differentiable(tape)]
pub(crate) fn by_methods(a: &Matrix<f64>, #[constant] m: &Plant, #[constant] other: &Plant) -> f64 {
    let mut sum = (m.transition(0.3) * a).trace() + m.weight(-2.0, 3) * a.norm();
    let [low, high] = m.limits(0.25);
    sum += a.dot(a) * (high - low) + a[(0, 0)] * low;
    if let Some(q) = m.chosen(-1.0) {
        sum += (&q * a * m.transition(-0.1)).sum();
    }
    let (share, step) = (a[(0, 0)], 0.25);
    let half = 0.5;
    let whole = half + 2.0 * m.pair.1 - half;
    let power: i32 = 2;
    for _ in 0..power {
        if m.is_stiff(half) {
            sum += (a + m.both(other, half * 1.5)).norm() * m.weight(half, power) + m.weight(whole, 2) * whole;
        }
    }
    sum + share * step
}

/// A function of eigenvalues that has a name.
#[differentiable(tape)]
pub(crate) fn named(a: &Matrix<f64>, x: f64) -> f64 {
    let decay = |n: usize, y: f64| (-0.5f64).powi(n as i32) * (-0.5 * y).exp();
    symmetric_function(a, decay).expect("finite").sum() * x
        + symmetric_function(&(a * 0.5), decay).expect("finite").trace()
}

#[differentiable]
pub(crate) fn canonical(x: &Matrix<f64>, y: &Matrix<f64>) -> Result<f64, Error> {
    let [sxx, syy] = [x, y].map(|x| shifted(&transposed_matmul(x, x), 0.1));
    let m = power_spd(&sxx, -0.5)? * transposed_matmul(x, y) * power_spd(&syy, -0.5)?;
    Ok(singular_values(&m)?.iter().map(|s| -(1.0 - s * s).ln()).sum())
}

#[differentiable]
pub(crate) fn by_power(a: &Matrix<f64>, p: f64) -> f64 {
    power_spd(a, p).expect("positive").sum()
}

fn model(k: usize) -> Plant {
    let part = |k: usize| Part { loads: [any(k, 3, 3), any(k + 1, 3, 3)], scale: 0.3 };
    Plant {
        q: spd(k, 3),
        stiffness: spd(k + 20, 3),
        parts: vec![part(k + 1), part(k + 4)],
        pair: (any(k + 7, 3, 3), 0.6),
        drift: k.is_multiple_of(2).then(|| any(k + 8, 3, 3)),
    }
}

#[test]
fn methods_of_constant_structures_take_floats() {
    let (m, other) = (model(3), model(6));
    let (a, d) = (any(42, 3, 3), any(43, 3, 3));
    let gradient = |h: f64| by_methods::gradient(&(&a + h * &d), &m, &other);
    assert_eq!(by_methods::value_and_gradient(&a, &m, &other).0, by_methods(&a, &m, &other));
    near("gradient", gradient(0.0).dot(&d), slope(|h| by_methods(&(&a + h * &d), &m, &other)), 1e-8);
    near("twice", by_methods::hvp(&a, &m, &other, &d).dot(&d), slope(|h| gradient(h).dot(&d)), 1e-7);
    near("forward", by_methods::jvp(&a, &m, &other, &d).1, gradient(0.0).dot(&d), 1e-11);
}

#[test]
fn constant_structures_hold_matrices() {
    let (m, others) = (model(2), [model(12), model(15)]);
    let (a, d) = (any(40, 3, 3), any(41, 3, 3));
    let gradient = |h: f64| of_models::gradient(&(&a + h * &d), &m, &others);
    near("gradient", gradient(0.0).dot(&d), slope(|h| of_models(&(&a + h * &d), &m, &others)), 1e-8);
    let twice = of_models::hvp(&a, &m, &others, &d);
    near("twice", twice.dot(&d), slope(|h| gradient(h).dot(&d)), 1e-7);
    near("forward", of_models::jvp(&a, &m, &others, &d).1, gradient(0.0).dot(&d), 1e-11);

    let (a, x) = (spd(5, 3), 0.8);
    let (value, (by_a, by_x)) = named::value_and_gradient(&a, x);
    assert_eq!(value, named(&a, x));
    near("named", by_a.dot(&d) + by_x, slope(|h| named(&(&a + h * (&d + d.transposed()) * 0.5), x + h)), 1e-8);
}

#[test]
fn constants_of_recorded_functions() {
    use super::{Argument, There, numbers};
    use crate::constants;
    check!(constants::powers(spd(1, 3); 0.3));
    check!(constants::bands(spd(2, 3); 1.5));
    check!(constants::curves(spd(3, 3), 0.7));
    let w = spd(4, 3);
    let (a, d) = (any(5, 3, 3), any(6, 3, 3));
    let at = |h: f64| distances(&(&a + h * &d), &w, 0.2 + h);
    let (by_a, by_k) = distances::gradient(&a, &w, 0.2);
    near("distances", by_a.dot(&d) + by_k, slope(at), 1e-7);
    check!(constants::canonical(any(7, 7, 2), any(8, 7, 3))?);
}

/// A power that carries derivatives is refused, in each mode.
#[test]
fn powers_that_move() {
    fn refused(what: &str, f: impl FnOnce() + UnwindSafe) {
        let said = catch_unwind(f).expect_err(what);
        let said = said.downcast_ref::<String>().expect("a text");
        assert!(said.starts_with("the power of a matrix carries derivatives"), "{what}: {said}");
    }
    let (a, d) = (spd(1, 3), spd(2, 3));
    refused("gradient", || drop(by_power::gradient(&spd(1, 3), 0.5)));
    refused("jvp", || _ = by_power::jvp(&spd(1, 3), 0.5, &spd(2, 3), 1.0));
    refused("hvp", || drop(by_power::hvp(&spd(1, 3), 0.5, &spd(2, 3), 1.0)));
    refused("hvp by the matrix", || drop(by_power::hvp(&spd(1, 3), 0.5, &spd(2, 3), 0.0)));
    refused("hessian", || drop(by_power::hessian(&spd(1, 3), 0.5)));
    let along = by_power::jvp(&a, 0.5, &d, 0.0).1;
    near("a power that stands still", along, slope(|h| by_power(&(&a + h * &d), 0.5)), 1e-7);
}
