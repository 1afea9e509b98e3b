//! Dense derivatives of one block whose size is known at run time.

use super::Error;
use crate::function::{Function, Mode};
use crate::gradient::one;
use crate::hessian::COLUMNS;
use crate::jacobian::{LANES, SWEEP};
use crate::outputs::Outputs;
use crate::pool::{on_static_tape, with_kept};
use crate::wide::{eval, is_wide};
use forward::{Dual, Plain, Tangent};
use reverse::Adjoints;
use rules::{Real, doubts};

/// The outputs of `f` (m values) and its Jacobian (m x n, row by row), by the cheaper mode.
pub(super) fn jacobian<F: Function>(f: &F, x: &[f64], y: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
    match Mode::Auto.choose(x.len(), y.len()) {
        Mode::Reverse => by_sweeps(f, x, y, jacobian),
        _ if is_wide() => {
            let before = doubts();
            match x.len() <= LANES / 2 {
                true => by_lanes::<F, Plain<f64, { LANES / 2 }>>(f, x, y, jacobian, eval, Dual::plain_lane)?,
                false => by_lanes::<F, Plain<f64, LANES>>(f, x, y, jacobian, eval, Dual::plain_lane)?,
            }
            // A NaN may be an infinite partial that met the zero of what a lane does not reach.
            match doubts() != before || jacobian.iter().any(|entry| entry.is_nan()) {
                true => by_lanes::<F, [f64; LANES]>(f, x, y, jacobian, F::eval, Dual::lane),
                false => Ok(()),
            }
        }
        _ => by_lanes::<F, [f64; LANES]>(f, x, y, jacobian, F::eval, Dual::lane),
    }
}

fn by_lanes<F: Function, V: Tangent<f64> + 'static>(
    f: &F,
    x: &[f64],
    y: &mut [f64],
    jacobian: &mut [f64],
    eval: impl Fn(&F, &[Dual<f64, V>]) -> F::Output<Dual<f64, V>>,
    lane: impl Fn(f64, usize) -> Dual<f64, V>,
) -> Result<(), Error>
where
    Dual<f64, V>: Real,
{
    let n = x.len();
    with_kept(|duals: &mut Vec<Dual<f64, V>>| {
        duals.clear();
        duals.extend(x.iter().map(|&x| Dual::fixed(x)));
        for first in (0..n.max(1)).step_by(V::LANES) {
            let lanes = first..n.min(first + V::LANES);
            for j in lanes.clone() {
                duals[j] = lane(x[j], j - first);
            }
            let outputs = eval(f, duals);
            let outputs = as_many(outputs.as_slice(), y.len())?;
            for (i, (y, output)) in y.iter_mut().zip(outputs).enumerate() {
                *y = output.value;
                for (k, entry) in jacobian[i * n + first..i * n + lanes.end].iter_mut().enumerate() {
                    *entry = output.tangent.lane(k);
                }
            }
            for j in lanes {
                duals[j] = Dual::fixed(x[j]);
            }
        }
        Ok(())
    })
}

fn by_sweeps<F: Function>(f: &F, x: &[f64], y: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
    let n = x.len();
    on_static_tape(x, |recorder, vars| {
        let outputs = f.eval(vars);
        let outputs = as_many(outputs.as_slice(), y.len())?;
        for (y, output) in y.iter_mut().zip(outputs) {
            *y = output.inner();
        }
        with_kept(|adjoints: &mut Adjoints<f64, [f64; SWEEP]>| {
            for (chunk, first) in outputs.chunks(SWEEP).zip((0..).step_by(SWEEP)) {
                let seeds = chunk.iter().enumerate().map(|(k, &y)| (y, unit(k), 1 << k));
                recorder.tape.adjoints_seeded_into(seeds, adjoints);
                for (j, &x) in vars.iter().enumerate() {
                    for (k, &entry) in adjoints.wrt(x)[..chunk.len()].iter().enumerate() {
                        jacobian[(first + k) * n + j] = entry;
                    }
                }
            }
        });
        Ok(())
    })
}

/// The value of `f`, its gradient (n values) and its Hessian (n x n), by forward over reverse.
pub(super) fn hessian<F: Function>(f: &F, x: &[f64], gradient: &mut [f64], hessian: &mut [f64]) -> Result<f64, Error> {
    let (n, mut value) = (x.len(), 0.0);
    for first in (0..n.max(1)).step_by(COLUMNS) {
        let lanes = first..n.min(first + COLUMNS);
        with_kept(|duals: &mut Vec<Dual<f64, [f64; COLUMNS]>>| {
            let lane = |(j, &x): (usize, &f64)| {
                if lanes.contains(&j) { Dual::lane(x, j - first) } else { Dual::fixed(x) }
            };
            duals.clear();
            duals.extend(x.iter().enumerate().map(lane));
            on_static_tape(duals, |recorder, vars| {
                let outputs = f.eval(vars);
                let &[y] = outputs.as_slice() else { return Err(Error::objective(outputs.as_slice().len())) };
                let mut adjoints = recorder.adjoints.borrow_mut();
                recorder.tape.adjoints_into(&[(y, one())], &mut adjoints);
                value = y.inner().value;
                for (i, &x) in vars.iter().enumerate() {
                    let a = adjoints.wrt(x);
                    gradient[i] = a.value;
                    hessian[i * n + first..i * n + lanes.end].copy_from_slice(&a.tangent[..lanes.len()]);
                }
                Ok::<_, Error>(())
            })
        })?;
    }
    Ok(value)
}

/// One in this lane, zero in the others.
pub(super) fn unit<const N: usize>(lane: usize) -> [f64; N] {
    let mut unit = [0.0; N];
    unit[lane] = 1.0;
    unit
}

/// The outputs, if there are as many as there have to be.
pub(super) fn as_many<T>(outputs: &[T], wanted: usize) -> Result<&[T], Error> {
    if outputs.len() == wanted { Ok(outputs) } else { Err(Error::outputs(outputs.len(), wanted)) }
}
