//! Simulation: where did the pollutant enter the river? The start of a long simulation, from what is measured later.

use crate::Failure;
use crate::noise::Noise;
use picture::{Axis, Beside, COLOURS, Chart, FRAME, INK, Panel, Scene};
use wengert::prelude::*;

const CELLS: usize = 80;
const STEPS: usize = 240;
const SENSORS: [usize; 3] = [30, 50, 70];

// [model]
/// How far what three sensors should see of a start is from what they saw, each 6th step, with a price on roughness.
#[differentiable]
fn misfit(start: &[f64], #[constant] seen: &[f64], #[constant] sensors: &[usize]) -> f64 {
    let mut c = start.to_vec();
    let mut next = vec![0.0; c.len()];
    let mut sum = 0.0;
    #[checkpoint(slots = 30)]
    for step in 0..STEPS {
        for i in 0..c.len() {
            let above = if i > 0 { c[i - 1] } else { 0.0 };
            let below = if i + 1 < c.len() { c[i + 1] } else { c[i] };
            next[i] = c[i] + 0.25 * (above - c[i]) + 0.1 * (above - 2.0 * c[i] + below);
        }
        c.copy_from_slice(&next);
        if step % 6 == 5 {
            for k in 0..sensors.len() {
                let r = c[sensors[k]] - seen[step / 6 * sensors.len() + k];
                sum += r * r;
            }
        }
    }
    for i in 1..start.len() {
        sum += 2e-4 * (start[i] - start[i - 1]).powi(2);
    }
    sum
}
// [/model]

/// What the sensors see of a start, without noise: the derivative of the misfit by what is seen is minus twice its residual.
fn observed(start: &[f64]) -> Vec<f64> {
    let mut c = start.to_vec();
    let mut seen = Vec::new();
    for step in 0..STEPS {
        let at = |i: isize| if i < 0 { 0.0 } else { c[(i as usize).min(CELLS - 1)] };
        let next = (0..CELLS as isize)
            .map(|i| at(i) + 0.25 * (at(i - 1) - at(i)) + 0.1 * (at(i - 1) - 2.0 * at(i) + at(i + 1)))
            .collect();
        c = next;
        if step % 6 == 5 {
            seen.extend(SENSORS.iter().map(|&cell| c[cell]));
        }
    }
    seen
}

// [solve]
/// The start that fits best: the misfit is a parabola, so conjugate gradients find it by products with its Hessian.
fn solve(seen: &[f64], steps: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut x = vec![0.0; CELLS];
    let mut r: Vec<f64> = misfit::gradient(&x, seen, &SENSORS).iter().map(|g| -g).collect();
    let mut p = r.clone();
    for _ in 0..steps {
        let hp = misfit::hvp(&x, seen, &SENSORS, &p);
        let (before, alpha) = (dot(&r, &r), dot(&r, &r) / dot(&p, &hp));
        x.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
        r.iter_mut().zip(&hp).for_each(|(r, hp)| *r -= alpha * hp);
        let beta = dot(&r, &r) / before;
        p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + beta * *p);
    }
    x
}
// [/solve]

/// The picture: what was there at the start, and what is found; below, what the sensors saw.
///
/// # Errors
/// If the place is not found.
pub fn draw() -> Result<Scene, Failure> {
    let bump = |i: usize, at: f64, width: f64| (-((i as f64 - at) / width).powi(2)).exp();
    let truth: Vec<f64> = (0..CELLS).map(|i| bump(i, 12.0, 3.0) + 0.6 * bump(i, 24.0, 2.5)).collect();
    let mut noise = Noise::new(11);
    let seen: Vec<f64> = observed(&truth).iter().map(|c| c + 0.005 * noise.normal()).collect();
    let found = solve(&seen, 20);
    let fitted = observed(&found);
    let highest = (0..CELLS).max_by(|&i, &j| found[i].total_cmp(&found[j])).unwrap_or(0);
    if highest.abs_diff(12) > 2 {
        return Err(format!("found at cell {highest}").into());
    }

    let upper = Panel {
        x: Axis::between(0.0, 80.0, 8.0),
        y: Axis::between(-0.3, 1.15, 5.0),
        sides: [64.0, 104.0, 700.0, 300.0],
    };
    let lower = Panel {
        x: Axis::between(0.0, 240.0, 8.0),
        y: Axis::between(-0.05, 0.75, 4.0),
        sides: [64.0, 390.0, 700.0, 560.0],
    };
    let mut chart = Chart::new(
        [860.0, 620.0],
        "Where did it enter the river?",
        "80 unknowns, 240 steps back in time, 30 states kept",
    );
    chart.panel(&upper, "km along the river, at the start", "concentration");
    chart.curve(&upper, truth.iter().enumerate().map(|(i, &c)| [i as f64, c]), FRAME, 6.0, false);
    chart.curve(&upper, found.iter().enumerate().map(|(i, &c)| [i as f64, c]), COLOURS[0], 2.0, false);
    chart.label(&upper, [14.5, 0.92], "as it was, and as it is found", COLOURS[0], Beside::Right);
    for (k, cell) in SENSORS.iter().enumerate() {
        chart.dots(&upper, [[*cell as f64, 0.0]], COLOURS[1], 5.0);
        chart.label(&upper, [*cell as f64, -0.17], &format!("sensor {}", k + 1), COLOURS[1], Beside::Around);
    }
    chart.panel(&lower, "steps", "concentration at the sensors");
    for k in 0..SENSORS.len() {
        let points = |values: &[f64]| -> Vec<[f64; 2]> {
            values.chunks(3).enumerate().map(|(t, seen)| [6.0 * t as f64 + 6.0, seen[k]]).collect()
        };
        chart.dots(&lower, points(&seen), COLOURS[1], 2.2);
        chart.curve(&lower, points(&fitted), COLOURS[0], 1.5, false);
        let peak = points(&fitted).into_iter().fold([0.0; 2], |a, b| if b[1] > a[1] { b } else { a });
        chart.label(&lower, [peak[0], peak[1] + 0.06], &format!("sensor {}", k + 1), INK, Beside::Around);
    }
    Ok(chart.scene())
}
