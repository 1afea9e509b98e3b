//! Newton's method in a trust region, with exact Hessians and bounds.
//!
//! The step minimises the quadratic model within the radius, by the eigenvalues of the Hessian (Moré and Sorensen,
//! *Computing a trust region step*, 1983): a saddle is left along the direction of negative curvature. A variable at a bound
//! that the gradient pushes against is held; a step is cut off where it meets the first bound.

use super::{ABYSS, Ending, FAR, Found, Goal, Iteration};
use crate::hessian::{Second, forward_over_reverse};
use crate::least_squares::{Bound, norm};
use crate::{number, spinner};
use lang::Error;

/// Searches from a start; `None` where the function is not finite there.
pub(super) fn search(goal: &Goal<'_>, start: &[f64]) -> Result<Option<Found>, Error> {
    let n = start.len();
    let at = |x: &[f64]| forward_over_reverse(goal.problem, &goal.point(x), 0);
    let finite = |s: &Second| s.value.is_finite() && s.gradient.iter().chain(&s.hessian).all(|x| x.is_finite());
    let size = |x: &[f64], s: &Second| goal.size(x, s.value, &s.gradient);
    let mut x = start.to_vec();
    let mut here = at(&x)?;
    if !finite(&here) {
        return Ok(None);
    }
    goal.begin(&x, &here.gradient);
    let mut iterations = vec![Iteration { value: here.value, gradient: size(&x, &here), step: 0.0 }];
    let mut radius = 0.1 * norm(&x).max(1.0);
    // Where the gradient was small for the first time, though a step would still lead far.
    let mut early: Option<Early> = None;
    let mut tried = 0;
    let mut rest = None;
    let (mut ending, mut curvatures) = loop {
        let free: Vec<usize> = (0..n).filter(|&j| !goal.bounds[j].holds(x[j], here.gradient[j])).collect();
        let pairs = free.iter().flat_map(|&i| free.iter().map(move |&j| (i, j)));
        let (values, vectors) = eigen(pairs.map(|(i, j)| here.hessian[i * n + j]).collect(), free.len());
        let largest = values.iter().fold(0.0, |a: f64, c| a.max(c.abs()));
        let bent = values.iter().any(|&c| c < -1e-8 * largest);
        // In the directions of the eigenvectors everything is separate.
        let slope = |v: &Vec<f64>| v.iter().zip(&free).map(|(v, &j)| v * here.gradient[j]).sum();
        let along: Vec<f64> = vectors.iter().map(slope).collect();
        let steepness = |g: &[f64]| norm(&free.iter().map(|&j| g[j]).collect::<Vec<f64>>());
        if size(&x, &here) <= goal.tolerance && !bent {
            let parts = along.iter().zip(&values).map(|(g, c)| if *c > 0.0 { -g / c } else { 0.0 });
            let parts: Vec<f64> = parts.collect();
            let long = norm(&parts);
            rest = Some(long);
            let near = if early.is_some() { NEAR } else { FAR };
            if long <= near * (1.0 + norm(&x)) {
                // Where it flattens, as x^3 does, the value may go on falling behind it.
                let full = full(&parts, &vectors, free.len());
                let lower = [4.0, -4.0].into_iter().filter(|_| tried < BEHIND).find_map(|far| {
                    let step: Vec<f64> = full.iter().map(|s| far * s).collect();
                    let (trial, part) = moved(&x, &free, &step, goal.bounds);
                    let there = at(&trial).ok().filter(finite)?;
                    let falls = here.value - there.value > 1e-14 * here.value.abs();
                    falls.then(|| (trial, there, part * norm(&step)))
                });
                let Some((trial, there, length)) = lower else { break (Ending::Converged, values) };
                tried += 1;
                (x, here) = (trial, there);
                iterations.push(Iteration { value: here.value, gradient: size(&x, &here), step: length });
                continue;
            }
            early.get_or_insert_with(|| (x.clone(), here.clone(), iterations.len(), values.clone(), long));
        }
        if early.as_ref().is_some_and(|early| iterations.len() > early.2 + BEYOND) {
            break (Ending::Limit, values);
        }
        if iterations.len() > goal.most {
            break (Ending::Limit, values);
        }
        spinner::say(|| format!("step {}, value {}", iterations.len(), number::text(here.value)));
        let next = loop {
            let parts = step(&values, &along, radius);
            let full = full(&parts, &vectors, free.len());
            let (trial, part) = moved(&x, &free, &full, goal.bounds);
            let length = part * norm(&full);
            let reductions =
                parts.iter().zip(&along).zip(&values).map(|((p, g), c)| -part * p * (g + 0.5 * part * p * c));
            let promised: f64 = reductions.sum();
            let there = at(&trial).ok().filter(|s| finite(s) || s.value <= ABYSS);
            let gained = there.as_ref().map_or(f64::NEG_INFINITY, |s| here.value - s.value);
            // Where values say no more, the gradient still does.
            let rounding = 1e-14 * here.value.abs();
            let lost = promised <= rounding && gained.abs() <= rounding;
            let flatter = there.as_ref().is_some_and(|s| steepness(&s.gradient) < steepness(&here.gradient));
            let good = if lost { flatter } else { gained >= 1e-4 * promised && gained > 0.0 };
            if gained < 0.25 * promised && !(lost && good) {
                radius = 0.25 * length.min(radius);
            } else if gained > 0.75 * promised && length > 0.8 * radius {
                radius *= 2.0;
            }
            if let Some(there) = there.filter(|_| good) {
                break Some((trial, there, length));
            }
            if radius <= f64::EPSILON * norm(&x) || radius < f64::MIN_POSITIVE || promised <= 0.0 {
                break None;
            }
        };
        let Some((trial, there, length)) = next else {
            // What rounding leaves of a gradient is no slope.
            let small = goal.slope(&x, here.value, &here.gradient) <= 1e-6f64.max(goal.tolerance) && !bent;
            break (if small { Ending::Converged } else { Ending::Stalled }, values);
        };
        (x, here) = (trial, there);
        iterations.push(Iteration { value: here.value, gradient: size(&x, &here), step: length });
        if here.value <= ABYSS {
            break (Ending::Unbounded, values);
        }
    };
    if let (Ending::Limit | Ending::Stalled, Some(early)) = (ending, early) {
        let (place, there, count, bends, long) = early;
        (x, here, curvatures, rest, ending) = (place, there, bends, Some(long), Ending::Converged);
        iterations.truncate(count);
    }
    Ok(Some(Found { x, gradient: here.gradient, iterations, ending, curvatures: Some(curvatures), rest }))
}

/// A place, what is known there, how many steps led there, its curvatures, and how long another step would be.
type Early = (Vec<f64>, Second, usize, Vec<f64>, f64);

/// How many steps are taken beyond a place where the gradient is small and a step would still lead far.
const BEYOND: usize = 100;
/// How far a step may lead from a minimum that was found beyond such a place.
const NEAR: f64 = 1e-6;
/// How often it is looked behind a place where the search might end.
const BEHIND: usize = 20;

/// A step in the free variables, of its parts along the eigenvectors.
fn full(parts: &[f64], vectors: &[Vec<f64>], n: usize) -> Vec<f64> {
    (0..n).map(|i| parts.iter().zip(vectors).map(|(p, v)| p * v[i]).sum()).collect()
}

/// The place that a step of the free variables leads to, up to the first bound, and the part of the step taken.
fn moved(x: &[f64], free: &[usize], step: &[f64], bounds: &[Bound]) -> (Vec<f64>, f64) {
    let wall = |j: usize, s: f64| if s < 0.0 { bounds[j].low } else { bounds[j].high };
    let room = free.iter().zip(step).map(|(&j, &s)| if s == 0.0 { 1.0 } else { (wall(j, s) - x[j]) / s });
    let part = room.fold(1.0, f64::min).max(0.0);
    let mut trial = x.to_vec();
    for (&j, &s) in free.iter().zip(step) {
        let there = (x[j] + part * s).clamp(bounds[j].low, bounds[j].high);
        let met = part < 1.0 && (wall(j, s) - there).abs() <= 4.0 * f64::EPSILON * there.abs();
        trial[j] = if met { wall(j, s) } else { there };
    }
    (trial, part)
}

/// The step within a radius that the quadratic model falls most along; all in the directions of the eigenvectors.
fn step(values: &[f64], along: &[f64], radius: f64) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let with = |shift: f64| -> Vec<f64> {
        values.iter().zip(along).map(|(c, g)| if *g == 0.0 { 0.0 } else { -g / (c + shift) }).collect()
    };
    if least > 0.0 {
        let newton = with(0.0);
        if norm(&newton) <= radius {
            return newton;
        }
    }
    // The length falls with the shift: by bisection between where it is too long and too short.
    let mut low = (-least).max(0.0);
    let mut high = low + norm(along) / radius + f64::MIN_POSITIVE;
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        let long = norm(&with(middle));
        if long > radius || long.is_nan() {
            low = middle
        } else {
            high = middle
        }
        if (long - radius).abs() <= 1e-3 * radius {
            break;
        }
    }
    let mut step = with(high);
    let short = radius.powi(2) - norm(&step).powi(2);
    // The gradient does not see the direction of least curvature: the rest of the radius goes along it.
    if least < 0.0 && short > 0.1 * radius.powi(2) {
        let lowest = values.iter().position(|&c| c == least).unwrap_or(0);
        let sign = if along[lowest] > 0.0 { -1.0 } else { 1.0 };
        step[lowest] += sign * short.sqrt();
    }
    step
}

/// The eigenvalues and eigenvectors of a symmetric matrix, by rotations (Jacobi).
fn eigen(mut a: Vec<f64>, n: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut vectors: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..60 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i * n + j].powi(2)).sum();
        let diagonal: f64 = (0..n).map(|i| a[i * n + i].powi(2)).sum();
        if off <= 1e-32 * diagonal {
            break;
        }
        for (p, q) in (0..n).flat_map(|q| (0..q).map(move |p| (p, q))) {
            let entry = a[p * n + q];
            if entry == 0.0 {
                continue;
            }
            let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * entry);
            let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
            let c = 1.0 / t.hypot(1.0);
            let s = t * c;
            let turned = |x: f64, y: f64| (c * x - s * y, s * x + c * y);
            for k in 0..n {
                (a[k * n + p], a[k * n + q]) = turned(a[k * n + p], a[k * n + q]);
            }
            for k in 0..n {
                (a[p * n + k], a[q * n + k]) = turned(a[p * n + k], a[q * n + k]);
                (vectors[p][k], vectors[q][k]) = turned(vectors[p][k], vectors[q][k]);
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), vectors)
}
