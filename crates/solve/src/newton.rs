//! Newton's method for equations, and the iteration of a function.

use crate::buffers::{Buffers, Plain};
use crate::derivatives::jacobian_into;
use crate::error::{finite, fits};
use crate::solvers::{FAR, Solver, fresh, negligible, norm, receding, unfinished};
use crate::{Equations, Error};

/// Newton's method for equations, with the exact Jacobian and steps that are shortened until the residual falls.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, Newton, Solver};
/// struct Square; // x^2 = theta
/// impl Equations for Square {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] - theta[0]]
///     }
/// }
/// assert!((Newton::from(&[1.0]).solve(&Square, &[2.0])?[0] - 2f64.sqrt()).abs() < 1e-15);
/// assert!(Newton::from(&[1.0]).limit(2).solve(&Square, &[2.0]).is_err());
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Newton {
    start: Vec<f64>,
    limit: usize,
}

impl Newton {
    /// From this point on, with at most 100 steps.
    pub fn from(start: &[f64]) -> Newton {
        Newton { start: start.to_vec(), limit: 100 }
    }

    /// With at most so many steps.
    #[must_use]
    pub fn limit(self, steps: usize) -> Newton {
        Newton { limit: steps, ..self }
    }
}

impl<E: Equations> Solver<E> for Newton {
    fn solve(&self, equations: &E, theta: &[f64]) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.solve_into(equations, theta, x, buffers))
    }

    fn solve_into(&self, equations: &E, theta: &[f64], x: &mut Vec<f64>, buffers: &mut Buffers) -> Result<(), Error> {
        let Buffers { plain: Plain { values, matrix, step, next, room, lu, .. }, lanes, .. } = buffers;
        x.clone_from(&self.start);
        let (mut first, mut size, mut length) = (None, f64::INFINITY, 0.0);
        for taken in 0..self.limit {
            jacobian_into(equations, x, theta, lanes, step, matrix);
            finite("the equations", step)?;
            fits("the equations, one for each unknown", step.len(), x.len())?;
            size = norm(step);
            let begun = *first.get_or_insert(size);
            let stuck = |singular| Error::Stuck { what: NEWTON, iterations: taken, reached: size, singular };
            lu.refactor(x.len(), matrix).map_err(|error| match error {
                // Where nothing is left of a slope, it goes on for ever, if it still went far.
                Error::Singular { .. } if size < VANISHED * begun && length > FAR * (1.0 + norm(x)) => {
                    receding(NEWTON, taken, size, x)
                }
                Error::Singular { .. } if size != 0.0 => stuck(true),
                other => other,
            })?;
            lu.solve_in(step, room);
            length = norm(step);
            if negligible(x, step) {
                x.iter_mut().zip(&*step).for_each(|(x, s)| *x -= s);
                return Ok(());
            }
            let mut part = 1.0;
            loop {
                next.clear();
                next.extend(x.iter().zip(&*step).map(|(x, s)| x - part * s));
                values.clear();
                values.extend_from_slice(equations.eval(next, theta).as_ref());
                let now = norm(values);
                if now < size && now <= (1.0 - 1e-4 * part) * size {
                    break;
                }
                // What rounding leaves of large equations may hide how small ones fall; a step that follows is short all the
                // same (the natural monotonicity of Deuflhard 2004, 3.3).
                if part == 1.0 && now.is_finite() {
                    lu.solve_in(values, room);
                    let part_of_point = |list: &[f64]| {
                        let parts =
                            list.iter().zip(step.iter().zip(&*x)).map(|(l, (s, x))| l.abs() / (s.abs() + x.abs()));
                        parts.filter(|part| !part.is_nan()).fold(0.0, f64::max)
                    };
                    if part_of_point(values) <= SHORTER * part_of_point(step) {
                        break;
                    }
                }
                // Rounding keeps the residual from falling.
                if step.iter().zip(&*x).all(|(s, x)| s.abs() <= 1e-10 * x.abs()) {
                    if now < size {
                        x.copy_from_slice(next);
                    }
                    return Ok(());
                }
                if part < SHORTEST || *next == *x {
                    let close = length <= 1e-10 * (1.0 + norm(x));
                    return if close { Ok(()) } else { Err(stuck(false)) };
                }
                // To the minimum of the parabola through both squares (Dennis and Schnabel 1983, 6.3.2).
                let ratio = now / size;
                let lowest = part * part / (ratio * ratio - 1.0 + 2.0 * part);
                part = if lowest.is_nan() { 0.1 * part } else { lowest.clamp(0.1 * part, 0.5 * part) };
            }
            x.copy_from_slice(next);
        }
        match size < VANISHED * first.unwrap_or(0.0) && length > FAR * (1.0 + norm(x)) {
            true => Err(receding(NEWTON, self.limit, size, x)),
            false => Err(unfinished(NEWTON, self.limit, size)),
        }
    }
}

const NEWTON: &str = "Newton's method";
/// The part of a step below which none helps.
const SHORTEST: f64 = f64::MIN_POSITIVE;
/// A step that is so much shorter than the last one comes closer.
const SHORTER: f64 = 0.5;
/// The part of the first residual below which one counts as gone.
const VANISHED: f64 = 1e-6;

/// The iteration x = g(x): equations x - g(x) = 0 are solved by subtracting what is left of them.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, Iteration, Solver};
/// struct Half; // x - (x / 2 + theta)
/// impl Equations for Half {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] - (0.5 * x[0] + theta[0])]
///     }
/// }
/// assert!((Iteration::from(&[0.0]).solve(&Half, &[3.0])?[0] - 6.0).abs() < 1e-14);
/// assert!(Iteration::from(&[0.0]).limit(5).solve(&Half, &[3.0]).is_err());
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Iteration {
    start: Vec<f64>,
    limit: usize,
}

impl Iteration {
    /// From this point on, with at most 10 000 steps.
    pub fn from(start: &[f64]) -> Iteration {
        Iteration { start: start.to_vec(), limit: 10_000 }
    }

    /// With at most so many steps.
    #[must_use]
    pub fn limit(self, steps: usize) -> Iteration {
        Iteration { limit: steps, ..self }
    }
}

impl<E: Equations> Solver<E> for Iteration {
    fn solve(&self, equations: &E, theta: &[f64]) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.solve_into(equations, theta, x, buffers))
    }

    fn solve_into(&self, equations: &E, theta: &[f64], x: &mut Vec<f64>, buffers: &mut Buffers) -> Result<(), Error> {
        let r = &mut buffers.plain.step;
        x.clone_from(&self.start);
        let mut size = f64::INFINITY;
        for _ in 0..self.limit {
            r.clear();
            r.extend_from_slice(equations.eval(x, theta).as_ref());
            finite("the function", r)?;
            fits("the values, one for each unknown", r.len(), x.len())?;
            let before = core::mem::replace(&mut size, norm(r));
            x.iter_mut().zip(&*r).for_each(|(x, r)| *x -= r);
            // What rounding leaves of an unknown that is zero does not fall.
            let rounding = size >= before && size <= 4.0 * f64::EPSILON * (1.0 + norm(x));
            if negligible(x, r) || rounding {
                return Ok(());
            }
        }
        Err(unfinished("the iteration", self.limit, size))
    }
}
