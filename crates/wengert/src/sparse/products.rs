//! Products of a Jacobian with groups of columns, by duals with lanes, and with groups of rows, by sweeps with lanes.

use super::Error;
use super::compressed::Sink;
use super::dense::{as_many, unit};
use super::lanes::{Pass, Seeded, WIDTHS, passes};
use super::probe::direction;
use crate::function::Function;
use crate::gradient::one;
use crate::jacobian::{LANES, SWEEP};
use crate::outputs::Outputs;
use crate::pool::{on_static_tape, with_kept};
use ::sparse::Coloring;
use forward::{Dual, Plain};
use reverse::Adjoints;
use rules::Real;

/// The outputs, and the entries that are read in products with groups of columns; with `check`, the product with the
/// random direction.
pub(super) fn by_lanes<F: Function>(
    f: &F,
    x: &[f64],
    columns: &Coloring,
    check: bool,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let (colors, count) = (columns.colors(), columns.count());
    if count == 0 && !check {
        let outputs = f.eval(x);
        sink.y.copy_from_slice(as_many(outputs.as_slice(), sink.y.len())?);
    }
    for range in passes(count + usize::from(check), &WIDTHS) {
        let pass = Pass { colors, count, range };
        let clean = match pass.range.len() {
            ..=4 => run::<F, Dual<f64, Plain<f64, 4>>, 4>(f, x, &pass, sink)?,
            5..=8 => run::<F, Dual<f64, Plain<f64, 8>>, 8>(f, x, &pass, sink)?,
            _ => run::<F, Dual<f64, Plain<f64, 12>>, 12>(f, x, &pass, sink)?,
        };
        if !clean {
            // A NaN may be an infinite partial that met the zero of what a lane does not reach.
            for first in pass.range.clone().step_by(LANES) {
                let range = first..pass.range.end.min(first + LANES);
                run::<F, Dual<f64, [f64; LANES]>, LANES>(f, x, &Pass { range, ..pass.clone() }, sink)?;
            }
        }
    }
    Ok(())
}

/// One run on duals; whether nothing of it is NaN.
fn run<F: Function, T, const N: usize>(f: &F, x: &[f64], pass: &Pass<'_>, sink: &mut Sink<'_>) -> Result<bool, Error>
where
    T: Real + Seeded<N> + 'static,
{
    with_kept(|duals: &mut Vec<T>| {
        duals.clear();
        duals.extend(x.iter().enumerate().map(|(j, &x)| T::seeded(x, pass.seeds(j))));
        let outputs = f.eval(duals);
        let outputs = as_many(outputs.as_slice(), sink.y.len())?;
        let mut clean = true;
        for (y, output) in sink.y.iter_mut().zip(outputs) {
            *y = output.value();
        }
        let Sink { pattern, values, by_column, .. } = sink;
        for (j, &color) in pass.colors.iter().enumerate() {
            let Some(lane) = pass.lane(color) else { continue };
            let begin = pattern.column_pointers()[j];
            let rows = pattern.column(j);
            for (p, (value, &i)) in (begin..).zip(values[begin..begin + rows.len()].iter_mut().zip(rows)) {
                if by_column.is_empty() || by_column[p] {
                    *value = outputs[i].lanes()[lane];
                    clean &= !value.is_nan();
                }
            }
        }
        if let Some(lane) = pass.probe() {
            for (exact, output) in sink.exact.iter_mut().zip(outputs) {
                *exact = output.lanes()[lane];
                clean &= !exact.is_nan();
            }
        }
        Ok(clean)
    })
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
            for range in passes(count + usize::from(check), &[SWEEP]) {
                let pass = Pass { colors, count, range };
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
