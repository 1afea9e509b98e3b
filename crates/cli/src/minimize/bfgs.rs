//! The method of Broyden, Fletcher, Goldfarb and Shanno, with exact gradients.
//!
//! Steps along a line are found by bisection for the weak conditions of Wolfe (Lewis and Overton, *Nonsmooth optimization
//! via quasi-Newton methods*, 2013).

use super::{ABYSS, Ending, Found, Goal, Iteration};
use crate::engine::engine;
use crate::least_squares::norm;
use crate::{number, spinner};
use lang::Error;
use wengert::{Mode, Tape};

/// The conditions of Wolfe: how much of the slope's promise a step keeps, and how much of the slope it leaves.
const KEPT: f64 = 1e-4;
const LEFT: f64 = 0.9;

/// Searches from a start; `None` where the function is not finite there.
pub(super) fn search(goal: &Goal<'_>, start: &[f64]) -> Result<Option<Found>, Error> {
    let n = start.len();
    let tape = Tape::new();
    let mut engine = engine(goal.problem, Mode::Auto, &tape);
    let mut run = |x: &[f64], gradient: &mut [f64]| -> Result<f64, Error> {
        let mut value = [0.0];
        engine.run(&goal.point(x), &mut value, gradient)?;
        let known = gradient.iter().all(|g| g.is_finite()) || value[0] <= ABYSS;
        Ok(if known { value[0] } else { f64::NAN })
    };
    let (mut x, mut gradient) = (start.to_vec(), vec![0.0; n]);
    let mut value = run(&x, &mut gradient)?;
    if !value.is_finite() {
        return Ok(None);
    }
    goal.begin(&x, &gradient);
    let mut iterations = vec![Iteration { value, gradient: goal.size(&x, value, &gradient), step: 0.0 }];
    // The inverse of the Hessian, as far as it is known; whether nothing is.
    let (mut inverse, mut fresh) = (unit(n, 1.0), true);
    let (mut trial, mut slopes) = (vec![0.0; n], vec![0.0; n]);
    let ending = loop {
        let size = goal.size(&x, value, &gradient);
        if size <= goal.tolerance {
            break Ending::Converged;
        }
        if iterations.len() > goal.most {
            break Ending::Limit;
        }
        spinner::say(|| format!("step {}, value {}", iterations.len(), number::text(value)));
        let direction: Vec<f64> = inverse.chunks(n).map(|row| -dot(row, &gradient)).collect();
        let slope = dot(&direction, &gradient);
        // The first step is no longer than the place it starts at, and no less than a part of it.
        let longest = norm(&x).max(1.0) / norm(&direction).max(f64::MIN_POSITIVE);
        let first = if fresh { longest.min(1.0).max(1e-3 * longest) } else { 1.0 };
        let (mut low, mut high, mut t) = (0.0, f64::INFINITY, first);
        let mut there = None;
        for _ in 0..100 {
            trial.iter_mut().zip(&x).zip(&direction).for_each(|((y, x), d)| *y = x + t * d);
            let found = run(&trial, &mut slopes).unwrap_or(f64::NAN);
            // In the rounding of values the gradient decides.
            let lost = (found - value).abs() <= 1e-14 * value.abs();
            let enough = found <= value + KEPT * t * slope || lost && norm(&slopes) < norm(&gradient);
            if enough && (dot(&slopes, &direction) >= LEFT * slope || found <= ABYSS) {
                there = Some(found);
                break;
            }
            if enough {
                low = t
            } else {
                high = t
            }
            t = if high.is_finite() { f64::midpoint(low, high) } else { 2.0 * low };
        }
        let Some(there) = there else {
            if fresh {
                let small = goal.slope(&x, value, &gradient) <= 1e-6f64.max(goal.tolerance);
                break if small { Ending::Converged } else { Ending::Stalled };
            }
            (inverse, fresh) = (unit(n, 1.0), true);
            continue;
        };
        let s: Vec<f64> = direction.iter().map(|d| t * d).collect();
        let y: Vec<f64> = slopes.iter().zip(&gradient).map(|(b, a)| b - a).collect();
        update(&mut inverse, &mut fresh, &s, &y);
        std::mem::swap(&mut x, &mut trial);
        std::mem::swap(&mut gradient, &mut slopes);
        value = there;
        iterations.push(Iteration { value, gradient: goal.size(&x, value, &gradient), step: norm(&s) });
        if value <= ABYSS {
            break Ending::Unbounded;
        }
    };
    Ok(Some(Found { x, gradient, iterations, ending, curvatures: None, rest: None }))
}

/// Takes note that the gradient changes by `y` along a step `s`.
fn update(inverse: &mut Vec<f64>, fresh: &mut bool, s: &[f64], y: &[f64]) {
    let (n, curvature) = (s.len(), dot(s, y));
    if curvature.is_nan() || curvature <= 0.0 {
        return;
    }
    if std::mem::take(fresh) {
        *inverse = unit(n, curvature / dot(y, y));
    }
    let hy: Vec<f64> = inverse.chunks(n).map(|row| dot(row, y)).collect();
    let factor = (1.0 + dot(y, &hy) / curvature) / curvature;
    for i in 0..n {
        for j in 0..n {
            inverse[i * n + j] += factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / curvature;
        }
    }
}

/// A multiple of the unit matrix, row by row.
fn unit(n: usize, scale: f64) -> Vec<f64> {
    (0..n * n).map(|i| if i % (n + 1) == 0 { scale } else { 0.0 }).collect()
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
