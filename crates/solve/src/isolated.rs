//! Whether a solution is a single one as far as rounding lets it be told.
//!
//! Where two solutions meet, the Jacobian is singular, but at the point that a solver comes to it is not: rounding of the
//! residual leaves open where the solution is, and what the Jacobian is there. So it is asked whether moving the point by
//! what is open changes the Jacobian by about as much as there is of it. No unit has a part in this: a Jacobian may be small
//! because the numbers are.

use crate::Error;

/// Lists of plain numbers.
#[derive(Debug, Default)]
pub(crate) struct Room {
    point: Vec<f64>,
    moved: Vec<f64>,
    noise: Vec<f64>,
    open: Vec<f64>,
    bent: Vec<f64>,
}

/// A part of the point that shows most curves, beside which the numbers are straight.
const FAR: f64 = 1e-5;
/// How often noise is looked at.
const SAMPLES: usize = 3;
/// How many times the noise that was seen there may be.
const NOISE: f64 = 100.0;
/// How many times the step that is left.
const LEFT: f64 = 4.0;

/// Looks at the point `x`, where equations have the values `left`: `equations` writes their values at another one, and `solve`
/// replaces a right-hand side by the solution with the Jacobian at `x`.
///
/// Cost: the equations once, and another five to a dozen times where they bend much within a part of 1e-5.
pub(crate) fn isolated(
    x: &[f64],
    left: &[f64],
    mut equations: impl FnMut(&[f64], &mut Vec<f64>),
    mut solve: impl FnMut(&mut [f64]) -> Result<(), Error>,
    room: &mut Room,
) -> Result<(), Error> {
    let Room { point, moved, noise, open, bent } = room;
    // How the values change, solved for the point: what it moved by, where they are straight.
    point.clear();
    point.extend(x.iter().enumerate().map(|(j, x)| x + sign(j, 0) * FAR * (1.0 + x.abs())));
    equations(point, moved);
    moved.iter_mut().zip(left).for_each(|(y, left)| *y -= left);
    solve(moved)?;
    let straight = |((p, x), d): ((&f64, &f64), &f64)| (d - (p - x)).abs() <= 0.1 * (p - x).abs();
    if point.iter().zip(x).zip(&*moved).all(straight) {
        return Ok(());
    }
    noise.clear();
    noise.resize(left.len(), 0.0);
    let mut part = 3.0 * f64::EPSILON;
    for sample in 0.. {
        point.clear();
        point.extend(x.iter().enumerate().map(|(j, x)| x * (1.0 + sign(j, sample) * part)));
        equations(point, moved);
        for ((noise, y), left) in noise.iter_mut().zip(&*moved).zip(left) {
            if sample < SAMPLES || *noise == 0.0 {
                *noise = noise.max((y - left).abs());
            }
        }
        // Where rounding hides that the point moves, it is moved further.
        part *= if sample < SAMPLES { 1.5 } else { 16.0 };
        if part > FAR || sample + 1 >= SAMPLES && noise.iter().all(|noise| *noise != 0.0) {
            break;
        }
    }
    // What the noise leaves open of each unknown, and by how much of that a step with the Jacobian at `x` would be wrong.
    open.clear();
    open.resize(x.len(), 0.0);
    bent.clear();
    bent.resize(x.len(), f64::INFINITY);
    for sample in 0..2 {
        let aim = |i: usize| sign(i, sample) * (NOISE * noise[i] + LEFT * left[i].abs());
        moved.clear();
        moved.extend((0..left.len()).map(aim));
        solve(moved)?;
        open.iter_mut().zip(&*moved).for_each(|(open, d)| *open += 0.5 * d.abs());
        point.clear();
        point.extend(x.iter().zip(&*moved).map(|(x, d)| x + d));
        equations(point, moved);
        moved.iter_mut().zip(left).enumerate().for_each(|(i, (y, left))| *y -= left + aim(i));
        solve(moved)?;
        // What is not a number there tells nothing.
        bent.iter_mut().zip(&*moved).for_each(|(bent, d)| *bent = if d.is_nan() { 0.0 } else { bent.min(d.abs()) });
    }
    match open.iter().zip(&*bent).any(|(open, bent)| *open > 0.0 && *bent > 0.5 * open) {
        true => Err(Error::Singular { rcond: 0.0, size: x.len() }),
        false => Ok(()),
    }
}

/// A sign of each index that differs from sample to sample.
fn sign(index: usize, sample: usize) -> f64 {
    let mixed = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    if (mixed >> (sample % 20 + 40)) & 1 == 0 { 1.0 } else { -1.0 }
}
