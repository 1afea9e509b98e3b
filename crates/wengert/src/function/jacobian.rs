//! Jacobians of functions, in memory of the caller's or in new one.
//!
//! Sixteen lanes instead of twice eight were measured and left out: the Jacobian of a hand's pose by 28 inputs (GradBench's
//! ht) took 21 to 25 times the function, not 17 to 19, as their numbers no longer stay in registers.

use super::{Function, Mode};
use crate::jacobian::{LANES, SWEEP};
use crate::matrix::Matrix;
use crate::outputs::Outputs;
use crate::pool::{Recorder, on_static_tape_again, with_kept};
use crate::wide::{eval, is_wide};
use core::array;
use core::ops::Range;
use forward::{Dual, Plain, Tangent};
use reverse::{Adjoints, Var, keep_what_is_freed};
use rules::{Real, doubts};

/// Where values (m) and the Jacobian (m x n, row by row) go.
pub(super) enum Room<'r> {
    /// Memory of this size.
    Lent(&'r mut [f64], &'r mut [f64]),
    /// As much as there has to be.
    Own(Vec<f64>, Vec<f64>),
}

impl Room<'_> {
    /// The room for so many outputs of so many inputs each; where they do not fit, how many outputs there are.
    fn of(&mut self, m: usize, n: usize) -> Result<(&mut [f64], &mut [f64]), usize> {
        match self {
            Room::Lent(y, jacobian) if y.len() == m && jacobian.len() == m * n => Ok((y, jacobian)),
            Room::Lent(..) => Err(m),
            Room::Own(y, jacobian) => {
                y.resize(m, 0.0);
                jacobian.resize(m * n, 0.0);
                Ok((y, jacobian))
            }
        }
    }

    /// The values, and the columns of the Jacobian that lanes stand for.
    fn write<V: Tangent<f64>>(&mut self, outputs: &[Dual<f64, V>], n: usize, lanes: Range<usize>) -> Result<(), usize> {
        let (values, jacobian) = self.of(outputs.len(), n)?;
        for (value, output) in values.iter_mut().zip(outputs) {
            *value = output.value;
        }
        for (row, output) in jacobian.chunks_exact_mut(n.max(1)).zip(outputs) {
            for (k, entry) in row[lanes.clone()].iter_mut().enumerate() {
                *entry = output.tangent.lane(k);
            }
        }
        Ok(())
    }

    fn has_nan(&self) -> bool {
        let jacobian = match self {
            Room::Lent(_, jacobian) => &**jacobian,
            Room::Own(_, jacobian) => jacobian.as_slice(),
        };
        jacobian.iter().any(|entry| entry.is_nan())
    }
}

/// The outputs and the Jacobian, by the mode given.
pub(super) fn new<F: Function + ?Sized>(f: &F, mode: Mode, x: &[f64]) -> (Vec<f64>, Matrix) {
    let mut room = Room::Own(Vec::new(), Vec::new());
    // One output at least: what forward mode wins against that, it wins against any number. How many there are says a run
    // of the function, which costs less than a tape that is not swept.
    let wins = |outputs| mode.choose(x.len(), outputs) == Mode::Forward;
    let forward = wins(1) || wins(usize::MAX / 4) && wins(f.eval(x).as_slice().len());
    let filled = if forward { by_duals(f, x, &mut room) } else { by_sweeps(f, x, &mut room) };
    match (room, filled) {
        (Room::Own(y, jacobian), Ok(())) => {
            let m = y.len();
            (y, Matrix::from_rows(m, jacobian))
        }
        _ => unreachable!("there is room for any number of outputs"),
    }
}

/// The outputs of `f` (m values) and its Jacobian (m x n, row by row), by the mode given; if `f` has another number of
/// outputs, that number.
pub(crate) fn into<F: Function + ?Sized>(
    f: &F,
    mode: Mode,
    x: &[f64],
    y: &mut [f64],
    jacobian: &mut [f64],
) -> Result<(), usize> {
    let forward = mode.choose(x.len(), y.len()) == Mode::Forward;
    let mut room = Room::Lent(y, jacobian);
    if forward { by_duals(f, x, &mut room) } else { by_sweeps(f, x, &mut room) }
}

fn by_duals<F: Function + ?Sized>(f: &F, x: &[f64], room: &mut Room<'_>) -> Result<(), usize> {
    if is_wide() {
        let before = doubts();
        match x.len() {
            // Each number of lanes compiles the function once more.
            #[cfg(not(debug_assertions))]
            ..=4 => by_lanes::<F, Plain<f64, 4>>(f, x, room, eval, Dual::plain_lane)?,
            _ => by_lanes::<F, Plain<f64, LANES>>(f, x, room, eval, Dual::plain_lane)?,
        }
        if doubts() == before && !room.has_nan() {
            return Ok(());
        }
        // A NaN may be an infinite partial that met the zero of what a lane does not reach.
    }
    by_lanes::<F, [f64; LANES]>(f, x, room, F::eval, Dual::lane)
}

fn by_lanes<F: Function + ?Sized, V: Tangent<f64> + 'static>(
    f: &F,
    x: &[f64],
    room: &mut Room<'_>,
    eval: impl Fn(&F, &[Dual<f64, V>]) -> F::Output<Dual<f64, V>>,
    lane: impl Fn(f64, usize) -> Dual<f64, V>,
) -> Result<(), usize>
where
    Dual<f64, V>: Real,
{
    let n = x.len();
    if n > V::LANES {
        keep_what_is_freed();
    }
    with_kept(|duals: &mut Vec<Dual<f64, V>>| {
        fix_all(duals, x);
        for first in (0..n.max(1)).step_by(V::LANES) {
            let lanes = first..n.min(first + V::LANES);
            for j in lanes.clone() {
                duals[j] = lane(x[j], j - first);
            }
            room.write(eval(f, duals).as_slice(), n, lanes.clone())?;
            for j in lanes {
                duals[j] = Dual::fixed(x[j]);
            }
        }
        Ok(())
    })
}

fn fix_all<V: Tangent<f64>>(duals: &mut Vec<Dual<f64, V>>, x: &[f64]) {
    duals.clear();
    duals.extend(x.iter().map(|&x| Dual::fixed(x)));
}

fn by_sweeps<F: Function + ?Sized>(f: &F, x: &[f64], room: &mut Room<'_>) -> Result<(), usize> {
    let n = x.len();
    let run = |recorder: &'static Recorder<f64>, vars: &[Var<'static>]| {
        let outputs = f.eval(vars);
        let outputs = outputs.as_slice();
        let (values, jacobian) = room.of(outputs.len(), n)?;
        for (value, output) in values.iter_mut().zip(outputs) {
            *value = output.inner();
        }
        with_kept(|adjoints: &mut Adjoints<f64, [f64; SWEEP]>| {
            for (chunk, first) in outputs.chunks(SWEEP).zip((0..).step_by(SWEEP)) {
                let unit = |k: usize| array::from_fn(|lane| f64::from(u8::from(lane == k)));
                let seeds = chunk.iter().enumerate().map(|(k, &y)| (y, unit(k), 1 << k));
                recorder.tape.adjoints_seeded_into(seeds, adjoints);
                for (j, &x) in vars.iter().enumerate() {
                    for (k, &entry) in adjoints.wrt(x)[..chunk.len()].iter().enumerate() {
                        jacobian[(first + k) * n + j] = entry;
                    }
                }
            }
        });
        Ok(room.has_nan())
    };
    on_static_tape_again(x, run, |run, _| matches!(run, Ok(true))).map(|_| ())
}
