//! Exact derivatives of what is solved, on any number.

use crate::buffers::{LANES, Lanes, Recording};
use crate::{Equations, Objective};
use forward::Dual;
use reverse::{Adjoints, Linear, Tape, Var};
use rules::{Lift, Real};
use sparse::{Coloring, Pattern};

/// The values alone.
pub(crate) fn evaluated<E: Equations>(equations: &E, x: &[f64], theta: &[f64], values: &mut Vec<f64>) {
    values.clear();
    values.extend_from_slice(equations.eval(x, theta).as_ref());
}

/// The values, and the Jacobian by the unknowns, m x n row by row. Cost: a run on duals for every eight unknowns.
pub(crate) fn jacobian<E: Equations, T: Real>(equations: &E, x: &[T], theta: &[T]) -> (Vec<T>, Vec<T>) {
    let (mut values, mut matrix) = (Vec::new(), Vec::new());
    jacobian_into(equations, x, theta, &mut Lanes::default(), &mut values, &mut matrix);
    (values, matrix)
}

/// As [`jacobian`], in memory that is there.
pub(crate) fn jacobian_into<E: Equations, T: Real>(
    equations: &E,
    x: &[T],
    theta: &[T],
    lanes: &mut Lanes<T>,
    values: &mut Vec<T>,
    matrix: &mut Vec<T>,
) {
    let n = x.len();
    let Lanes { x: duals, theta: fixed } = lanes;
    fixed.clear();
    fixed.extend(theta.iter().map(|&t| Dual::<T, [T; LANES]>::lift(t)));
    duals.clear();
    duals.extend(x.iter().map(|&x| Dual::<T, [T; LANES]>::lift(x)));
    values.clear();
    matrix.clear();
    for first in (0..n.max(1)).step_by(LANES) {
        let lanes = first..n.min(first + LANES);
        for j in lanes.clone() {
            duals[j] = Dual::<T, [T; LANES]>::lane(x[j], j - first);
        }
        {
            let outputs = equations.eval(duals, fixed);
            let outputs = outputs.as_ref();
            if first == 0 {
                values.extend(outputs.iter().map(|y| y.value));
                matrix.resize(outputs.len() * n, T::from(0.0));
            }
            for (i, y) in outputs.iter().enumerate() {
                for j in lanes.clone() {
                    matrix[i * n + j] = y.tangent[j - first];
                }
            }
        }
        for j in lanes {
            duals[j] = Dual::lift(x[j]);
        }
    }
}

/// The entries of a Jacobian with this pattern, in its order. Cost: a run on duals for every eight colours of its columns.
pub(crate) fn compressed<E: Equations, T: Real>(
    equations: &E,
    x: &[T],
    theta: &[T],
    pattern: &Pattern,
    coloring: &Coloring,
) -> Vec<T> {
    let colors = coloring.colors();
    let theta: Vec<Dual<T, [T; LANES]>> = theta.iter().map(|&t| Dual::lift(t)).collect();
    let mut values = vec![T::from(0.0); pattern.entries()];
    let lane = |color: u32, first: usize| (color as usize).checked_sub(first).filter(|&lane| lane < LANES);
    for first in (0..coloring.count()).step_by(LANES) {
        let seeded =
            |(&x, &c): (&T, &u32)| lane(c, first).map_or(Dual::lift(x), |lane| Dual::<T, [T; LANES]>::lane(x, lane));
        let duals: Vec<Dual<T, [T; LANES]>> = x.iter().zip(colors).map(seeded).collect();
        let outputs = equations.eval(&duals, &theta);
        for (value, (row, column)) in values.iter_mut().zip(pattern.iter()) {
            if let Some(lane) = lane(colors[column], first) {
                *value = outputs.as_ref()[row].tangent[lane];
            }
        }
    }
    values
}

/// The derivative at a point by the unknowns, or with `by_parameters` by the parameters, as a linear map.
pub(crate) fn linear<E: Equations>(equations: &E, x: &[f64], theta: &[f64], by_parameters: bool) -> Linear {
    let (moving, still) = if by_parameters { (theta, x) } else { (x, theta) };
    Linear::record(moving, |vars| recorded(equations, vars, still, by_parameters)).1
}

fn recorded<'t, E: Equations>(e: &E, vars: &[Var<'t>], still: &[f64], by_parameters: bool) -> Vec<Var<'t>> {
    let still: Vec<Var<'t>> = still.iter().map(|&x| Var::lift(x)).collect();
    let (x, theta) = if by_parameters { (&*still, vars) } else { (vars, &*still) };
    e.eval(x, theta).as_ref().to_vec()
}

/// The value of an objective, and its gradient by the unknowns.
pub(crate) fn gradient<F: Objective, T: Real>(objective: &F, x: &[T], theta: &[T]) -> (T, Vec<T>) {
    let tape = Tape::<T>::default();
    let vars = tape.vars(x);
    let theta: Vec<Var<'_, T>> = theta.iter().map(|&t| Var::lift(t)).collect();
    let y = objective.eval(&vars, &theta);
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&[(y, T::from(1.0))], &mut adjoints);
    (y.inner(), vars.iter().map(|&x| adjoints.wrt(x)).collect())
}

/// The value of an objective; its gradient by the unknowns goes to `gradient`, its Hessian to `hessian`, n x n row by row.
/// Cost: a gradient on duals for every eight unknowns.
pub(crate) fn hessian_into<F: Objective>(
    objective: &F,
    x: &[f64],
    theta: &[f64],
    columns: &mut Recording<Dual<f64, [f64; LANES]>>,
    gradient: &mut Vec<f64>,
    hessian: &mut Vec<f64>,
) -> f64 {
    let n = x.len();
    gradient.clear();
    gradient.resize(n, 0.0);
    hessian.clear();
    hessian.resize(n * n, 0.0);
    let mut value = 0.0;
    for first in (0..n.max(1)).step_by(LANES) {
        let lanes = first..n.min(first + LANES);
        let enter = |(j, &x): (usize, &f64)| match lanes.contains(&j) {
            true => Dual::<f64, [f64; LANES]>::lane(x, j - first),
            false => Dual::lift(x),
        };
        columns.pull(
            x.iter().enumerate().map(enter),
            theta.iter().map(|&t| Dual::lift(t)),
            |x, theta, seeds| {
                let y = objective.eval(x, theta);
                value = y.inner().value;
                seeds.push((y, Dual::lift(1.0)));
            },
            |i, by| {
                gradient[i] = by.value;
                lanes.clone().for_each(|j| hessian[i * n + j] = by.tangent[j - first]);
            },
        );
    }
    value
}

/// The derivative of an objective along `v` of the unknowns, by the parameters: `v` times the mixed second derivatives.
pub(crate) fn mixed_into<F: Objective>(
    objective: &F,
    [x, v, theta]: [&[f64]; 3],
    mixed: &mut Recording<Dual>,
    by_theta: &mut [f64],
) {
    mixed.pull(
        theta.iter().map(|&t| Dual::lift(t)),
        x.iter().zip(v).map(|(&x, &v)| Dual::new(x, v)),
        |theta, x, seeds| seeds.push((objective.eval(x, theta), Dual::lift(1.0))),
        |k, by| by_theta[k] = by.tangent,
    );
}

/// `w` times the derivatives of equations by the parameters.
pub(crate) fn pull_into<E: Equations>(
    equations: &E,
    [x, w, theta]: [&[f64]; 3],
    recording: &mut Recording<f64>,
    by_theta: &mut [f64],
) {
    recording.pull(
        theta.iter().copied(),
        x.iter().copied(),
        |theta, x, seeds| seeds.extend(equations.eval(x, theta).as_ref().iter().copied().zip(w.iter().copied())),
        |k, by| by_theta[k] = by,
    );
}

/// The gradient of an objective by the unknowns, in memory that is there.
pub(crate) fn gradient_into<F: Objective>(
    objective: &F,
    x: &[f64],
    theta: &[f64],
    recording: &mut Recording<f64>,
    gradient: &mut Vec<f64>,
) {
    gradient.clear();
    gradient.resize(x.len(), 0.0);
    recording.pull(
        x.iter().copied(),
        theta.iter().copied(),
        |x, theta, seeds| seeds.push((objective.eval(x, theta), 1.0)),
        |j, by| gradient[j] = by,
    );
}

/// The value of a loss; its gradients by unknowns and parameters go to `by_x` and `by_theta`.
pub(crate) fn gradients_into<L: Objective>(
    loss: &L,
    x: &[f64],
    theta: &[f64],
    recording: &mut Recording<f64>,
    by_x: &mut Vec<f64>,
    by_theta: &mut [f64],
) -> f64 {
    let n = x.len();
    by_x.clear();
    by_x.resize(n, 0.0);
    let mut value = 0.0;
    recording.pull(
        x.iter().chain(theta).copied(),
        core::iter::empty(),
        |vars, _, seeds| {
            let y = loss.eval(&vars[..n], &vars[n..]);
            value = y.inner();
            seeds.push((y, 1.0));
        },
        |k, by| if k < n { by_x[k] = by } else { by_theta[k - n] = by },
    );
    value
}

/// The value of an objective, and its gradients by the unknowns and by the parameters.
pub(crate) fn gradients<F: Objective>(objective: &F, x: &[f64], theta: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let tape = Tape::new();
    let (x, theta) = (tape.vars(x), tape.vars(theta));
    let y = objective.eval(&x, &theta);
    let adjoints = y.grad();
    let by = |vars: &[Var<'_>]| vars.iter().map(|&x| adjoints.wrt(x)).collect();
    (y.inner(), by(&x), by(&theta))
}

/// The gradient of an objective by the unknowns as equations.
#[derive(Clone, Debug)]
pub(crate) struct Stationary<F>(pub(crate) F);

impl<F: Objective> Equations for Stationary<F> {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
        gradient(&self.0, x, theta).1
    }
}

/// Half the sum of the squares of residuals, as an objective.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, GaussNewton, Minimum, Squares, least_squares};
/// struct Apart; // x - theta and x - 1
/// impl Equations for Apart {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] - theta[0], x[0] - 1.0]
///     }
/// }
/// let fit: Minimum<Squares<Apart>, GaussNewton> = least_squares(Apart, GaussNewton::from(&[0.0]));
/// assert!((fit.at(&[3.0])?[0] - 2.0).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Squares<R>(pub(crate) R);

impl<R: Equations> Objective for Squares<R> {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
        0.5 * self.0.eval(x, theta).as_ref().iter().map(|&r| r * r).sum::<T>()
    }
}
