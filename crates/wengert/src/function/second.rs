//! Second derivatives of functions with one output: a tape over duals.
//!
//! The duals do not follow the structure, which takes a third of the time and of the tape; where a NaN leaves open what the
//! structure would have made of it, the run is made again on those that do.

use super::{Function, any_nan, sweep_one};
use crate::hessian::{COLUMNS, confirmed};
use crate::matrix::Matrix;
use crate::pool::{Recorder, on_static_tape_again, with_kept};
use crate::shape::Mistake;
use forward::{Dual, Plain, Tangent};
use reverse::Var;
use rules::{Real, doubts};

/// Columns in a run from five inputs on. On Rosenbrock's function of 1000 inputs a column takes 5.1 us, 5.9 us in runs of four,
/// and 7.5 us on duals that follow the structure.
const MANY: usize = 8;

/// The value, the gradient and the Hessian.
pub(super) fn hessian<F: Function + ?Sized>(f: &F, x: &[f64]) -> Result<(f64, Vec<f64>, Matrix), Mistake> {
    let n = x.len();
    let (mut gradient, mut hessian) = (vec![0.0; n], Matrix::filled(n, n, 0.0));
    let many = n > COLUMNS;
    let plain = |gradient: &mut [f64], hessian: &mut [f64]| {
        by_columns(f, x, Dual::<f64, Plain<f64, MANY>>::plain_lane, gradient, hessian)
    };
    let structural = |gradient: &mut [f64], hessian: &mut [f64]| {
        by_columns(f, x, Dual::<f64, [f64; COLUMNS]>::lane, gradient, hessian)
    };
    let value = sure(many.then_some(plain), structural, &mut gradient, hessian.entries_mut())?;
    Ok((value, gradient, hessian))
}

/// The value, the gradient, and the Hessian times `v`.
pub(super) fn product<F: Function + ?Sized>(f: &F, x: &[f64], v: &[f64]) -> Result<(f64, Vec<f64>, Vec<f64>), Mistake> {
    let (mut gradient, mut product) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    let plain =
        |gradient: &mut [f64], product: &mut [f64]| along(f, x, v, |x, v| Dual::new(x, Plain([v])), gradient, product);
    let structural = |gradient: &mut [f64], product: &mut [f64]| along(f, x, v, Dual::seeded, gradient, product);
    let value = sure(Some(plain), structural, &mut gradient, &mut product)?;
    Ok((value, gradient, product))
}

/// What plain runs say, if nothing of it is NaN, or else what those say that follow the structure.
fn sure(
    plain: Option<impl FnMut(&mut [f64], &mut [f64]) -> Result<f64, Mistake>>,
    structural: impl FnMut(&mut [f64], &mut [f64]) -> Result<f64, Mistake>,
    gradient: &mut [f64],
    second: &mut [f64],
) -> Result<f64, Mistake> {
    if let Some(plain) = plain {
        let before = doubts();
        let value = without_mistake(plain, gradient, second)?;
        if doubts() == before && !gradient.iter().chain(&*second).any(|entry| entry.is_nan()) {
            return Ok(value);
        }
    }
    without_mistake(structural, gradient, second)
}

/// [`confirmed`], of a run that may be none.
fn without_mistake(
    mut run: impl FnMut(&mut [f64], &mut [f64]) -> Result<f64, Mistake>,
    gradient: &mut [f64],
    second: &mut [f64],
) -> Result<f64, Mistake> {
    let mut mistake = None;
    let value = |gradient: &mut [f64], second: &mut [f64]| {
        run(gradient, second).unwrap_or_else(|made| {
            mistake = Some(made);
            f64::NAN
        })
    };
    let value = confirmed(value, gradient, second);
    mistake.map_or(Ok(value), Err)
}

/// Some columns in each run.
fn by_columns<F: Function + ?Sized, V: Tangent<f64> + 'static>(
    f: &F,
    x: &[f64],
    lane: impl Fn(f64, usize) -> Dual<f64, V>,
    gradient: &mut [f64],
    hessian: &mut [f64],
) -> Result<f64, Mistake>
where
    Dual<f64, V>: Real,
{
    let (n, mut value) = (x.len(), 0.0);
    for first in (0..n.max(1)).step_by(V::LANES) {
        let lanes = first..n.min(first + V::LANES);
        let number = |(j, &x): (usize, &f64)| if lanes.contains(&j) { lane(x, j - first) } else { Dual::fixed(x) };
        with_kept(|duals: &mut Vec<Dual<f64, V>>| {
            duals.clear();
            duals.extend(x.iter().enumerate().map(number));
            let run = |recorder: &'static Recorder<Dual<f64, V>>, vars: &[Var<'static, Dual<f64, V>>]| {
                value = sweep_one(f, recorder, vars, "hessian")?.value;
                for (i, a) in recorder.adjoints.borrow().inputs().iter().enumerate() {
                    gradient[i] = a.value;
                    for j in lanes.clone() {
                        hessian[i * n + j] = a.tangent.lane(j - first);
                    }
                }
                Ok(())
            };
            on_static_tape_again(duals, run, |_, adjoints| any_nan(adjoints))
        })?;
    }
    Ok(value)
}

fn along<F: Function + ?Sized, V: Tangent<f64> + 'static>(
    f: &F,
    x: &[f64],
    v: &[f64],
    seeded: impl Fn(f64, f64) -> Dual<f64, V>,
    gradient: &mut [f64],
    product: &mut [f64],
) -> Result<f64, Mistake>
where
    Dual<f64, V>: Real,
{
    with_kept(|duals: &mut Vec<Dual<f64, V>>| {
        duals.clear();
        duals.extend(x.iter().zip(v).map(|(&x, &v)| seeded(x, v)));
        let run = |recorder: &'static Recorder<Dual<f64, V>>, vars: &[Var<'static, Dual<f64, V>>]| {
            let value = sweep_one(f, recorder, vars, "hvp")?.value;
            for ((g, h), a) in gradient.iter_mut().zip(&mut *product).zip(recorder.adjoints.borrow().inputs()) {
                (*g, *h) = (a.value, a.tangent.lane(0));
            }
            Ok(value)
        };
        on_static_tape_again(duals, run, |_, adjoints| any_nan(adjoints))
    })
}
