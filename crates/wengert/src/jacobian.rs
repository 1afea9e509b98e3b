//! Jacobians of vector functions, by either mode.

use crate::gradient::zero;
use crate::matrix::Matrix;
use crate::pool::{on_tape, with_scratch};
use crate::shape::{fits, right};
use forward::{Dual, Tagged};
use reverse::{Adjoints, Tape, Var, keep_what_is_freed};
use rules::Real;

/// Inputs per run in forward mode: what fits the vector registers twice.
pub(crate) const LANES: usize = 8;
/// Outputs per sweep in reverse mode.
pub(crate) const SWEEP: usize = 4;

/// A number with the derivatives by eight inputs.
pub type Lanes<T = f64> = Dual<T, [T; LANES]>;
/// [`Lanes`], bound to one differentiation: what [`jacobian_forward`] hands to a closure.
pub type ForwardLanes<'t, T = f64> = Tagged<'t, Lanes<T>>;

/// The Jacobian of `f` at `x`, m x n, in reverse mode: for functions with fewer outputs than inputs.
///
/// Cost: one recording, and a sweep for every four outputs. For few inputs take [`jacobian_forward`]; a
/// [`Function`](crate::Function) has the choice made for it.
///
/// ```
/// use wengert::prelude::*;
/// let j = jacobian(|x| vec![x[0] * x[1], x[1].sin()], &[2.0, 0.0]);
/// assert_eq!(j.as_slice(), [0.0, 2.0, 0.0, 1.0]);
/// ```
pub fn jacobian<T: Real>(f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>, x: &[T]) -> Matrix<T> {
    value_and_jacobian(f, x).1
}

/// The value and the Jacobian of `f` at `x`; see [`jacobian`].
///
/// ```
/// use wengert::prelude::*;
/// let (y, j) = wengert::value_and_jacobian(|x| vec![x[0] * x[1], x[1]], &[2.0, 3.0]);
/// assert_eq!((y, j.as_slice()), (vec![6.0, 3.0], &[3.0, 2.0, 0.0, 1.0][..]));
/// ```
pub fn value_and_jacobian<T: Real>(
    f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>,
    x: &[T],
) -> (Vec<T>, Matrix<T>) {
    on_tape(x, |tape, vars, _| {
        let outputs = f(vars);
        let mut jacobian = Matrix::filled(outputs.len(), x.len(), zero());
        sweep_rows(tape, vars, &outputs, jacobian.entries_mut());
        (outputs.iter().map(|y| y.inner()).collect(), jacobian)
    })
}

/// As [`value_and_jacobian`], written to memory of the caller's: `y` has m values, `jacobian` m x n row by row.
///
/// # Panics
/// If `y` or `jacobian` have another length than the outputs of `f` ask for.
///
/// ```
/// use wengert::prelude::*;
/// let (mut y, mut j) = ([0.0; 2], [0.0; 4]);
/// wengert::value_and_jacobian_into(|x| vec![x[0] * x[1], x[1]], &[2.0, 3.0], &mut y, &mut j);
/// assert_eq!((y, j), ([6.0, 3.0], [3.0, 2.0, 0.0, 1.0]));
/// ```
#[track_caller]
pub fn value_and_jacobian_into<T: Real>(
    f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>,
    x: &[T],
    y: &mut [T],
    jacobian: &mut [T],
) {
    right(on_tape(x, |tape, vars, _| {
        let outputs = f(vars);
        fits("room for values", y.len(), "outputs", outputs.len())?;
        fits("room for the Jacobian", jacobian.len(), "entries", outputs.len() * x.len())?;
        for (y, z) in y.iter_mut().zip(&outputs) {
            *y = z.inner();
        }
        sweep_rows(tape, vars, &outputs, jacobian);
        Ok(())
    }));
}

/// The Jacobian by sweeps of a few outputs each, written row by row.
fn sweep_rows<T: Real>(tape: &Tape<T>, vars: &[Var<'_, T>], outputs: &[Var<'_, T>], rows: &mut [T]) {
    let n = vars.len();
    let mut adjoints = Adjoints::<T, [T; SWEEP]>::new();
    for (chunk, first) in outputs.chunks(SWEEP).zip((0..).step_by(SWEEP)) {
        let mut lanes = [Var::fixed(zero()); SWEEP];
        lanes[..chunk.len()].copy_from_slice(chunk);
        tape.adjoints_of_into(&lanes, &mut adjoints);
        for (j, column) in adjoints.inputs().iter().enumerate() {
            for (k, &entry) in column[..chunk.len()].iter().enumerate() {
                rows[(first + k) * n + j] = entry;
            }
        }
    }
}

/// The Jacobian of `f` at `x`, m x n, in forward mode: for functions with fewer inputs than outputs.
///
/// Cost: a run of `f` for every eight inputs.
///
/// ```
/// use wengert::prelude::*;
/// let j = jacobian_forward(|x| vec![x[0] * x[1], x[1].sin()], &[2.0, 0.0]);
/// assert_eq!(j.as_slice(), [0.0, 2.0, 0.0, 1.0]);
/// ```
pub fn jacobian_forward<T: Real>(
    f: impl for<'t> FnMut(&[ForwardLanes<'t, T>]) -> Vec<ForwardLanes<'t, T>>,
    x: &[T],
) -> Matrix<T> {
    value_and_jacobian_forward(f, x).1
}

/// The value and the Jacobian of `f` at `x`; see [`jacobian_forward`].
///
/// ```
/// use wengert::prelude::*;
/// let (y, j) = wengert::value_and_jacobian_forward(|x| vec![x[0] * x[1], x[1]], &[2.0, 3.0]);
/// assert_eq!((y, j.as_slice()), (vec![6.0, 3.0], &[3.0, 2.0, 0.0, 1.0][..]));
/// ```
pub fn value_and_jacobian_forward<T: Real>(
    mut f: impl for<'t> FnMut(&[ForwardLanes<'t, T>]) -> Vec<ForwardLanes<'t, T>>,
    x: &[T],
) -> (Vec<T>, Matrix<T>) {
    let run = |duals: &[Lanes<T>]| {
        let tagged: Vec<_> = duals.iter().map(|&d| Tagged::bind(d)).collect();
        f(&tagged).into_iter().map(Tagged::release).collect::<Vec<_>>()
    };
    by_lanes(run, x)
}

/// As [`value_and_jacobian_forward`], written to memory of the caller's: `y` has m values, `jacobian` m x n row by row.
///
/// # Panics
/// If `y` or `jacobian` have another length than the outputs of `f` ask for.
///
/// ```
/// use wengert::prelude::*;
/// let (mut y, mut j) = ([0.0; 2], [0.0; 4]);
/// wengert::value_and_jacobian_forward_into(|x| vec![x[0] * x[1], x[1]], &[2.0, 3.0], &mut y, &mut j);
/// assert_eq!((y, j), ([6.0, 3.0], [3.0, 2.0, 0.0, 1.0]));
/// ```
#[track_caller]
pub fn value_and_jacobian_forward_into<T: Real>(
    mut f: impl for<'t> FnMut(&[ForwardLanes<'t, T>]) -> Vec<ForwardLanes<'t, T>>,
    x: &[T],
    y: &mut [T],
    jacobian: &mut [T],
) {
    let n = x.len();
    if n > LANES {
        keep_what_is_freed();
    }
    right(with_scratch(|duals| {
        duals.extend(x.iter().map(|&x| Tagged::bind(Lanes::fixed(x))));
        for first in (0..n.max(1)).step_by(LANES) {
            let lanes = first..n.min(first + LANES);
            for j in lanes.clone() {
                duals[j] = Tagged::bind(Dual::lane(x[j], j - first));
            }
            let outputs = f(duals);
            fits("room for values", y.len(), "outputs", outputs.len())?;
            fits("room for the Jacobian", jacobian.len(), "entries", outputs.len() * n)?;
            for (i, out) in outputs.into_iter().map(Tagged::release).enumerate() {
                y[i] = out.value;
                jacobian[i * n + first..i * n + lanes.end].copy_from_slice(&out.tangent[..lanes.len()]);
            }
            for j in lanes {
                duals[j] = Tagged::bind(Lanes::fixed(x[j]));
            }
        }
        Ok(())
    }));
}

/// The value and the Jacobian of a function on lanes, eight columns at a time.
fn by_lanes<T: Real>(mut f: impl FnMut(&[Lanes<T>]) -> Vec<Lanes<T>>, x: &[T]) -> (Vec<T>, Matrix<T>) {
    let n = x.len();
    if n > LANES {
        keep_what_is_freed();
    }
    let mut duals: Vec<Lanes<T>> = x.iter().map(|&x| Dual::fixed(x)).collect();
    let mut result = None;
    for first in (0..n.max(1)).step_by(LANES) {
        let lanes = first..n.min(first + LANES);
        for j in lanes.clone() {
            duals[j] = Dual::lane(x[j], j - first);
        }
        let outputs = f(&duals);
        let (_, jacobian) = result.get_or_insert_with(|| {
            let values: Vec<T> = outputs.iter().map(|y| y.value).collect();
            (values, Matrix::filled(outputs.len(), n, zero()))
        });
        for (y, row) in outputs.iter().zip(jacobian.entries_mut().chunks_exact_mut(n.max(1))) {
            row[lanes.clone()].copy_from_slice(&y.tangent[..lanes.len()]);
        }
        for j in lanes {
            duals[j] = Dual::fixed(x[j]);
        }
    }
    result.unwrap_or_else(|| (Vec::new(), Matrix::filled(0, n, zero())))
}

/// Which outputs of `f` depend on which inputs at all, at `x` and on the branches taken there: m x n.
///
/// A derivative of zero says less: `x * 0` depends on `x`, and a constant does not. Cost: a recording and m sweeps.
///
/// ```
/// use wengert::prelude::*;
/// let d = dependence(|x| vec![x[0] * 0.0, 1.0 + x[1] - x[1], 3.0.into()], &[1.0, 2.0]);
/// assert_eq!(d.as_slice(), [true, false, false, true, false, false]);
/// ```
pub fn dependence<T: Real>(f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>, x: &[T]) -> Matrix<bool> {
    on_tape(x, |_, vars, _| {
        let outputs = f(vars);
        let mut entries = Vec::with_capacity(outputs.len() * x.len());
        for y in &outputs {
            let reach = y.reach();
            entries.extend(vars.iter().map(|&x| reach.reaches(x)));
        }
        let mut matrix = Matrix::filled(outputs.len(), x.len(), false);
        matrix.entries_mut().copy_from_slice(&entries);
        matrix
    })
}
