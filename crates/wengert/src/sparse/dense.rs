//! Dense derivatives of one block whose size is known at run time.

use super::Error;
use crate::function::jacobian::into;
use crate::function::{Function, Mode};
use crate::gradient::one;
use crate::hessian::COLUMNS;
use crate::outputs::Outputs;
use crate::pool::{on_static_tape, with_kept};
use forward::Dual;

/// The outputs of `f` (m values) and its Jacobian (m x n, row by row), by the cheaper mode.
pub(super) fn jacobian<F: Function>(f: &F, x: &[f64], y: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
    let wanted = y.len();
    into(f, Mode::Auto, x, y, jacobian).map_err(|outputs| Error::outputs(outputs, wanted))
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
