//! Products of a Jacobian with groups of columns, by duals with lanes, and with groups of rows, by sweeps with lanes.

use super::Error;
use super::compressed::Sink;
use super::dense::{as_many, unit};
use super::lanes::{MOST, Pass, Seeded, passes};
use super::plan::{Part, Plan};
use super::probe::direction;
use crate::function::Function;
use crate::gradient::one;
use crate::jacobian::{LANES, SWEEP};
use crate::outputs::Outputs;
use crate::pool::{on_static_tape, with_kept};
use crate::wide::{eval, is_wide};
use ::sparse::Coloring;
use core::ops::Range;
use forward::{Dual, Plain};
use reverse::Adjoints;
use rules::{Real, doubts};

/// The outputs, and the entries that are read in products with groups of columns; the product with the random direction
/// too, where the plan has it, or with `check`.
pub(super) fn by_lanes<F: Function>(
    f: &F,
    x: &[f64],
    columns: &Coloring,
    plan: &Plan,
    check: bool,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let (colors, count) = (columns.colors(), columns.count());
    if plan.parts.is_empty() {
        let outputs = f.eval(x);
        sink.y.copy_from_slice(as_many(outputs.as_slice(), sink.y.len())?);
    }
    let asked = (check && !plan.has_probe).then(|| Part::probe(count, sink.y.len()));
    for part in plan.parts.iter().chain(&asked) {
        let pass = Pass::new(colors, count, part.range.clone());
        let before = doubts();
        let clean = is_wide()
            && match part.range.len() {
                ..=4 => run::<F, Dual<f64, Plain<f64, 4>>, 4>(f, x, &pass, part, (plan.id, count), sink, eval)?,
                5..=8 => run::<F, Dual<f64, Plain<f64, 8>>, 8>(f, x, &pass, part, (plan.id, count), sink, eval)?,
                9..=12 => run::<F, Dual<f64, Plain<f64, 12>>, 12>(f, x, &pass, part, (plan.id, count), sink, eval)?,
                _ => run::<F, Dual<f64, Plain<f64, MOST>>, MOST>(f, x, &pass, part, (plan.id, count), sink, eval)?,
            };
        if !clean || doubts() != before {
            // A NaN, there or in a derivative that the function takes, may be an infinite partial that met the zero of what a lane
            // does not reach.
            run::<F, Dual<f64, [f64; MOST]>, MOST>(f, x, &pass, part, (0, count), sink, F::eval)?;
        }
    }
    Ok(())
}

/// Duals as the last pass of this width left them: of which plan, with which colours.
struct Inputs<T> {
    plan: u64,
    range: Range<usize>,
    duals: Vec<T>,
}

impl<T> Default for Inputs<T> {
    fn default() -> Self {
        Inputs { plan: 0, range: 0..0, duals: Vec::new() }
    }
}

impl<T> Inputs<T> {
    /// The point with the seeds of a pass.
    fn seed<const N: usize>(&mut self, x: &[f64], pass: &Pass<'_>, count: usize, plan: u64) -> &[T]
    where
        T: Seeded<N>,
    {
        if plan != 0 && self.plan == plan && self.duals.len() == x.len() {
            // To change the seeds that differ takes a fifth of the time that writing all duals takes.
            let before = Pass::new(pass.colors, count, self.range.clone());
            for ((j, dual), &x) in self.duals.iter_mut().enumerate().zip(x) {
                dual.set(x);
                if before.range != pass.range {
                    before.each_seed(j, |lane, _| dual.lanes_mut()[lane] = 0.0);
                    pass.each_seed(j, |lane, seed| dual.lanes_mut()[lane] = seed);
                }
            }
        } else {
            self.duals.clear();
            self.duals.extend(x.iter().enumerate().map(|(j, &x)| T::seeded(x, pass.seeds(j))));
        }
        (self.plan, self.range) = (plan, pass.range.clone());
        &self.duals
    }
}

/// One run on duals; whether nothing of it is NaN.
fn run<F: Function, T, const N: usize>(
    f: &F,
    x: &[f64],
    pass: &Pass<'_>,
    part: &Part,
    (plan, count): (u64, usize),
    sink: &mut Sink<'_>,
    eval: impl Fn(&F, &[T]) -> F::Output<T>,
) -> Result<bool, Error>
where
    T: Real + Seeded<N> + 'static,
{
    with_kept(|inputs: &mut Inputs<T>| {
        let duals = inputs.seed(x, pass, count, plan);
        let outputs = eval(f, duals);
        let outputs = as_many(outputs.as_slice(), sink.y.len())?;
        let mut nan = scatter(outputs, part, sink.y, sink.values);
        if let Some(lane) = pass.probe() {
            for (exact, output) in sink.exact.iter_mut().zip(outputs) {
                *exact = output.lanes()[lane];
                nan |= exact.is_nan();
            }
        }
        Ok(!nan)
    })
}

/// Writes the values of outputs, and their lanes to where they belong; whether one of them is NaN.
fn scatter<T: Real + Seeded<N>, const N: usize>(outputs: &[T], part: &Part, y: &mut [f64], values: &mut [f64]) -> bool {
    let mut nan = false;
    let mut entries = (part.places.as_slice(), part.lanes.as_slice());
    for ((output, &count), y) in outputs.iter().zip(&part.counts).zip(y) {
        *y = output.value();
        let all = output.lanes();
        let (places, other_places) = entries.0.split_at(count as usize);
        let (lanes, other_lanes) = entries.1.split_at(count as usize);
        for (&place, &lane) in places.iter().zip(lanes) {
            let derivative = all[usize::from(lane)];
            nan |= derivative.is_nan();
            values[place as usize] = derivative;
        }
        entries = (other_places, other_lanes);
    }
    nan
}

/// The outputs, and the entries that are read in products with groups of rows; with `check`, the product with the random
/// direction.
pub(super) fn by_sweeps<F: Function>(
    f: &F,
    x: &[f64],
    rows: &Coloring,
    check: bool,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let (colors, count) = (rows.colors(), rows.count());
    on_static_tape(x, |recorder, vars| {
        let outputs = f.eval(vars);
        let outputs = as_many(outputs.as_slice(), sink.y.len())?;
        for (y, output) in sink.y.iter_mut().zip(outputs) {
            *y = output.inner();
        }
        with_kept(|adjoints: &mut Adjoints<f64, [f64; SWEEP]>| {
            for range in passes(count + usize::from(check), SWEEP) {
                let pass = Pass::new(colors, count, range);
                let seeds = outputs.iter().enumerate().flat_map(|(i, &y)| {
                    let own = pass.lane(colors[i]).map(|lane| (y, unit(lane), 1 << lane));
                    let random = pass.probe().map(|lane| (y, unit(lane).map(|u: f64| u * direction(i)), 1 << lane));
                    own.into_iter().chain(random)
                });
                recorder.tape.adjoints_seeded_into(seeds, adjoints);
                for (j, &x) in vars.iter().enumerate() {
                    let adjoint = adjoints.wrt(x);
                    let begin = sink.pattern.column_pointers()[j];
                    for (p, &i) in (begin..).zip(sink.pattern.column(j)) {
                        if let Some(lane) = pass.lane(colors[i])
                            && (sink.by_column.is_empty() || !sink.by_column[p])
                        {
                            sink.values[p] = adjoint[lane];
                        }
                    }
                    if let Some(lane) = pass.probe() {
                        sink.exact[j] = adjoint[lane];
                    }
                }
            }
        });
        Ok(())
    })
}

/// Row `i` of the Jacobian, n values: for proof that an entry is lacking.
pub(super) fn row<F: Function>(f: &F, x: &[f64], i: usize) -> Vec<f64> {
    on_static_tape(x, |recorder, vars| {
        let outputs = f.eval(vars);
        let Some(&y) = outputs.as_slice().get(i) else { return Vec::new() };
        let mut adjoints = recorder.adjoints.borrow_mut();
        recorder.tape.adjoints_into(&[(y, one())], &mut adjoints);
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    })
}

/// Column `j` of the Jacobian, m values: for proof that an entry is lacking.
pub(super) fn column<F: Function>(f: &F, x: &[f64], j: usize) -> Vec<f64> {
    let lane = |(k, &x): (usize, &f64)| if k == j { Dual::lane(x, 0) } else { Dual::fixed(x) };
    let duals: Vec<Dual<f64, [f64; LANES]>> = x.iter().enumerate().map(lane).collect();
    f.eval(&duals).as_slice().iter().map(|y| y.tangent[0]).collect()
}
