//! A quantity at many points.

use crate::error::{Error, Kind};
use crate::function::Function;
use crate::quantity::Quantity;
use crate::single::{Room, with_room};
use program::{BatchWorkspace, Program};

/// How often points that took other branches are gathered and run together; those left then run one by one.
const ROUNDS: usize = 64;

/// The memory of batches.
#[derive(Default)]
pub(crate) struct Batches {
    run: BatchWorkspace,
    /// Points with their seeds, and their results, where they do not lie so already.
    given: Vec<f64>,
    found: Vec<f64>,
}

impl Function {
    /// A quantity at many points: `points` has the inputs of one point after the other, `seeds` the seeds, `out` the results.
    ///
    /// Points that take different branches of a text are run together by branch. With the feature `rayon`, on all threads.
    /// Values of the elementary functions may differ from those at one point by 4 units in the last place.
    ///
    /// # Errors
    /// As [`eval_into`](Function::eval_into); where the function has no value at some points their results are NaN, those of all
    /// others are there, and the message names the first and how many there are.
    ///
    /// Cost: less than a nanosecond for each operation and point.
    ///
    /// ```
    /// use wengert_runtime::{Function, Quantity};
    /// let f = Function::parse("x*y")?;
    /// let mut products = [0.0; 4];
    /// f.eval_batch_into(Quantity::Jvp, &[1.0, 2.0, 3.0, 4.0], &[1.0, 0.0, 0.0, 1.0], &mut products)?;
    /// assert_eq!(products, [2.0, 2.0, 12.0, 3.0]);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn eval_batch_into(&self, what: Quantity, points: &[f64], seeds: &[f64], out: &mut [f64]) -> Result<(), Error> {
        let (n, m) = (self.inputs().len(), self.outputs());
        if n == 0 {
            return Err(Error::new(Kind::Shape, "a function without inputs is the same at all points: take one"));
        }
        if !points.len().is_multiple_of(n) {
            let message = format!(
                "the function has {n} inputs, and {} numbers are not those of whole points; give {n} for each point: {}",
                points.len(),
                self.inputs().join(", ")
            );
            return Err(Error::new(Kind::Shape, message));
        }
        self.has(what)?;
        let (k, s, r) = (points.len() / n, what.seeds(n, m), what.results(n, m));
        self.counts(what, seeds.len(), out.len(), (k * s, k * r))?;
        if k == 0 {
            return Ok(());
        }
        with_room(|room| self.at_points(what, (points, n), (seeds, s), (out, r), room))
    }

    fn at_points(
        &self,
        what: Quantity,
        (points, n): (&[f64], usize),
        (seeds, s): (&[f64], usize),
        (out, r): (&mut [f64], usize),
        room: &mut Room,
    ) -> Result<(), Error> {
        let count = points.len() / n;
        let row = |i: usize| (&points[i * n..][..n], &seeds[i * s..][..s]);
        let mut failures = Failures::default();
        let mut pending: Vec<usize> = (0..count).collect();
        for round in 0..ROUNDS {
            let Some(&first) = pending.first() else { break };
            let recording = match self.latest().filter(|_| round == 0) {
                Some(recording) => recording,
                // At its first point the others are of no use: what has its branches is found or recorded.
                None => {
                    let (point, seeds) = row(first);
                    let mut place = vec![0.0; r];
                    if let Err(error) = self.at_point(what, point, seeds, &mut place, room) {
                        failures.add(first, error);
                        out[first * r..][..r].fill(f64::NAN);
                        pending.remove(0);
                        continue;
                    }
                    let Some(recording) = self.latest() else { break };
                    recording
                }
            };
            if recording.in_parts(what) {
                break;
            }
            let program = recording.program(what)?;
            let whole = pending.len() == count;
            let Batches { run, given, found } = &mut room.batches;
            if !(whole && s == 0) {
                given.clear();
                pending.iter().map(|&i| row(i)).for_each(|(point, seeds)| {
                    given.extend_from_slice(point);
                    given.extend_from_slice(seeds);
                });
            }
            let given: &[f64] = if whole && s == 0 { points } else { given };
            if whole {
                let failed = failed(program, given, out, run)?;
                pending = failed;
            } else {
                found.clear();
                found.resize(pending.len() * r, 0.0);
                let failed = failed(program, given, found, run)?;
                for (&i, found) in pending.iter().zip(found.chunks_exact(r)) {
                    out[i * r..][..r].copy_from_slice(found);
                }
                pending = failed.into_iter().map(|at| pending[at]).collect();
            }
        }
        for i in pending {
            let (point, seeds) = row(i);
            let place = &mut out[i * r..][..r];
            if let Err(error) = self.at_point(what, point, seeds, place, room) {
                place.fill(f64::NAN);
                failures.add(i, error);
            }
        }
        failures.into_result()
    }
}

/// Runs a program at many points, and says at which it failed.
fn failed(
    program: &Program,
    points: &[f64],
    results: &mut [f64],
    room: &mut BatchWorkspace,
) -> Result<Vec<usize>, Error> {
    #[cfg(feature = "rayon")]
    let ran = match points.len() {
        0..4096 => program.batch().eval_into(points, room, results),
        _ => program.batch().eval_parallel_into(points, results),
    };
    #[cfg(not(feature = "rayon"))]
    let ran = program.batch().eval_into(points, room, results);
    let Err(failure) = ran else { return Ok(Vec::new()) };
    // Results of points that failed are NaN; others may be, too.
    let (n, m) = (program.inputs(), program.outputs().len());
    let undone = |row: &[f64]| row.iter().all(|y| y.is_nan());
    let mut rows: Vec<usize> =
        results.chunks_exact(m).enumerate().filter(|(_, row)| undone(row)).map(|(i, _)| i).collect();
    if rows.len() > failure.failed {
        let mut place = vec![0.0; m];
        let mut alone = program::Workspace::new();
        rows.retain(|&i| program.eval_into(&points[i * n..][..n], &mut alone, &mut place).is_err());
    }
    Ok(rows)
}

/// The points without a value.
#[derive(Default)]
struct Failures {
    first: Option<(usize, Error)>,
    count: usize,
}

impl Failures {
    fn add(&mut self, point: usize, error: Error) {
        self.count += 1;
        if self.first.as_ref().is_none_or(|(first, _)| point < *first) {
            self.first = Some((point, error));
        }
    }

    fn into_result(self) -> Result<(), Error> {
        let Some((point, error)) = self.first else { return Ok(()) };
        let more = match self.count {
            1 => String::new(),
            count => format!("; and at {} more points", count - 1),
        };
        Err(Error::new(error.kind(), format!("point {point}: {error}{more}")))
    }
}
