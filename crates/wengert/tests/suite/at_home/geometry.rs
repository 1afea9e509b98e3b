//! A type and functions with constants and helpers of their own, which their callers' modules have under the same names.

// Some functions are recorded.
#![allow(deprecated)]

use std::iter::Sum;
use wengert::Differentiable;
use wengert::prelude::*;

const SCALE: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub(super) struct V {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[differentiable]
fn weigh(x: f64) -> f64 {
    x * SCALE
}

#[differentiable]
impl Sum for V {
    fn sum<I: Iterator<Item = V>>(iter: I) -> V {
        iter.fold(V { x: 0.0, y: 0.0 }, |a, b| V { x: a.x + SCALE * b.x, y: a.y + weigh(b.y) })
    }
}

/// A sum whose text means the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub(super) struct W {
    pub(super) x: f64,
}

impl Sum for W {
    fn sum<I: Iterator<Item = W>>(iter: I) -> W {
        iter.fold(W { x: 0.0 }, |a, b| Self { x: a.x + b.x })
    }
}

#[differentiable]
pub(super) fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    weigh(f(x)) + SCALE
}

#[differentiable]
pub(super) fn plainly(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    let y = f(x);
    y * 3.0 + f(y)
}

/// In the same module nothing else is meant.
#[differentiable]
pub(super) fn together(points: &[V], k: f64) -> f64 {
    let s: V = points.iter().map(|p| V { x: p.x * k, y: p.y }).sum();
    s.x * s.y
}

#[differentiable(tape)]
pub(super) fn recorded(points: &[V], k: f64) -> f64 {
    let s: V = points.iter().map(|p| V { x: p.x * k, y: p.y }).sum();
    applied(|t| t * t * k, s.x) * s.y
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is imported with all of the module around it is the same.
    #[differentiable(tape)]
    fn below(points: &[V], k: f64) -> f64 {
        let s: V = points.iter().copied().sum();
        applied(|t| t * t * k, s.x) * s.y
    }

    #[differentiable]
    fn below_too(points: &[V]) -> f64 {
        points.iter().copied().sum::<V>().x
    }

    #[test]
    fn modules_inside_may_import_all() {
        let points = [V { x: 3.0, y: 5.0 }, V { x: 7.0, y: 11.0 }];
        let (value, (_, k)) = below::value_and_gradient(&points, 2.0);
        // s = (20, 32); applied = 2 * 400 k + 2.
        assert_eq!((value, k), ((800.0 * 2.0 + 2.0) * 32.0, 800.0 * 32.0));
        assert_eq!(below_too::gradient(&points), [V { x: 2.0, y: 0.0 }; 2]);
    }
}
