//! Newton's method for minima, and that of Levenberg and Marquardt for sums of squares.

use crate::buffers::{Buffers, Plain};
use crate::constrained::{Constraints, bounds_fit, multipliers};
use crate::dense::{cholesky, solve_factored};
use crate::derivatives::{Squares, hessian_into, jacobian_into};
use crate::error::finite;
use crate::krylov::dot;
use crate::solvers::{FAR, Solver, fresh, irregular, negligible, norm, receding, unfinished};
use crate::{Equations, Error, Objective};

/// Newton's method for a minimum: steps with the exact Hessian, whose diagonal is raised until the value falls. It keeps to
/// bounds, and to other constraints by the method of multipliers.
///
/// ```
/// use rules::Real;
/// use solve::{Descent, Objective, Solver};
/// struct Bowl;
/// impl Objective for Bowl {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         let r = x[0] - theta[0];
///         r * r + x[0]
///     }
/// }
/// assert!((Descent::from(&[0.0]).limit(50).solve(&Bowl, &[2.0])?[0] - 1.5).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Descent {
    start: Vec<f64>,
    limit: usize,
}

impl Descent {
    /// From this point on, with at most 200 steps.
    pub fn from(start: &[f64]) -> Descent {
        Descent { start: start.to_vec(), limit: 200 }
    }

    /// With at most so many steps.
    #[must_use]
    pub fn limit(self, steps: usize) -> Descent {
        Descent { limit: steps, ..self }
    }

    /// The same from another point on.
    pub(crate) fn begun_at(&self, start: &[f64]) -> Descent {
        Descent { start: start.to_vec(), ..*self }
    }

    /// The minimum within bounds.
    pub(crate) fn descend<F: Objective>(
        &self,
        objective: &F,
        theta: &[f64],
        bounds: Option<[&[f64]; 2]>,
    ) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.descend_into(objective, theta, bounds, x, buffers))
    }

    fn descend_into<F: Objective>(
        &self,
        objective: &F,
        theta: &[f64],
        bounds: Option<[&[f64]; 2]>,
        x: &mut Vec<f64>,
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        let Buffers { plain, columns, .. } = buffers;
        self.run(
            x,
            plain,
            bounds,
            |x| objective.eval(x, theta),
            |x, gradient, hessian| hessian_into(objective, x, theta, columns, gradient, hessian),
        )
    }

    /// `model` writes gradient and Hessian, or what stands for it, and gives the value.
    ///
    /// An unknown at a bound that the gradient pushes against is held there; a step that leads out ends at the bound
    /// (Bertsekas 1982, *Projected Newton methods for optimization problems with simple constraints*). A saddle, or a ridge
    /// that the gradient does not lead off, is left along a direction of negative curvature.
    fn run(
        &self,
        x: &mut Vec<f64>,
        Plain { values: gradient, matrix, step, next, room: shifted, .. }: &mut Plain,
        bounds: Option<[&[f64]; 2]>,
        value: impl Fn(&[f64]) -> f64,
        mut model: impl FnMut(&[f64], &mut Vec<f64>, &mut Vec<f64>) -> f64,
    ) -> Result<(), Error> {
        let n = self.start.len();
        x.clone_from(&self.start);
        if let Some(bounds) = bounds {
            bounds_fit(bounds, n)?;
            x.iter_mut().enumerate().for_each(|(i, x)| *x = x.clamp(bounds[0][i], bounds[1][i]));
        }
        let mut held_model = |x: &[f64], gradient: &mut Vec<f64>, matrix: &mut Vec<f64>| {
            let value = model(x, gradient, matrix);
            for (i, x) in bounds.iter().flat_map(|_| x.iter().enumerate()) {
                let [low, high] = bounds.map_or([0.0; 2], |[low, high]| [low[i], high[i]]);
                if *x <= low && gradient[i] > 0.0 || *x >= high && gradient[i] < 0.0 {
                    gradient[i] = 0.0;
                    (0..n).for_each(|k| (matrix[i * n + k], matrix[k * n + i]) = (0.0, 0.0));
                    matrix[i * n + i] = 1.0;
                }
            }
            value
        };
        let (mut shift, mut slope, mut moved, mut begun) = (1e-3, f64::INFINITY, 0.0, None);
        for taken in 0..self.limit {
            let now = held_model(x, gradient, matrix);
            finite("the objective", &[now])?;
            finite("the gradient", gradient)?;
            finite("the Hessian", matrix)?;
            slope = norm(gradient);
            begun.get_or_insert(slope);
            let reach = 1.0 + norm(x);
            // Where the Hessian had to be raised that much, or nothing is left of the slope, it may be a saddle.
            if shift >= 0.1 || slope == 0.0 {
                shifted.clone_from(matrix);
                if !cholesky(n, shifted) && off_saddle(reach, [matrix, gradient, x], bounds, (now, &value), step, next)
                {
                    moved = distance(x, next);
                    x.copy_from_slice(next);
                    continue;
                }
            }
            if slope == 0.0 {
                return Ok(());
            }
            // Without curvature a step is measured by the slope.
            let largest = (0..n).fold(f64::MIN_POSITIVE, |m, i| m.max(matrix[i * n + i].abs()));
            let least = 1e-8 * largest.max(slope / reach);
            let (mut close, mut looked) = (None, false);
            loop {
                shifted.clone_from(matrix);
                for i in 0..n {
                    let own = shifted[i * n + i].abs().max(least);
                    shifted[i * n + i] += shift * own;
                }
                step.clone_from(gradient);
                let solved = cholesky(n, shifted);
                if solved {
                    solve_factored(n, shifted, step);
                }
                next.clear();
                next.extend(x.iter().zip(&*step).map(|(x, s)| x - s));
                if let Some([low, high]) = bounds {
                    for (i, next) in next.iter_mut().enumerate().filter(|(_, next)| !next.is_nan()) {
                        let inside = next.clamp(low[i], high[i]);
                        if inside != *next {
                            (*next, step[i]) = (inside, x[i] - inside);
                        }
                    }
                }
                let length = if solved { norm(step) } else { f64::INFINITY };
                let settled = solved && negligible(x, step);
                let there = if solved && !settled { value(next) } else { f64::NAN };
                if there < ABYSS {
                    return Err(Error::Unbounded { value: there, iterations: taken + 1 });
                }
                // A fall that rounding makes may be taken back by a step that lowers the slope, and so on for ever.
                let rounded = (there - now).abs() <= 16.0 * f64::EPSILON * now.abs();
                if there < now && !(rounded && shift <= 1e-8 && length <= 1e-8 * reach) {
                    moved = length;
                    x.copy_from_slice(next);
                    shift = if shift < 1e-14 { 0.0 } else { shift * 0.1 };
                    break;
                }
                // Where rounding hides the fall of the value, the slope still tells.
                if length <= 1e-5 * reach && !settled && !looked {
                    looked = true;
                    held_model(next, gradient, matrix);
                    if norm(gradient) < 0.5 * slope {
                        moved = length;
                        x.copy_from_slice(next);
                        break;
                    }
                    held_model(x, gradient, matrix);
                }
                close = close.or(solved.then_some(length <= 1e-8 * reach));
                let near = close == Some(true);
                if settled || near && rounded || near && shift > LARGEST {
                    shifted.clone_from(matrix);
                    if !cholesky(n, shifted)
                        && off_saddle(reach, [matrix, gradient, x], bounds, (now, &value), step, next)
                    {
                        moved = distance(x, next);
                        x.copy_from_slice(next);
                        break;
                    }
                    return Ok(());
                }
                shift = if shift == 0.0 { 1e-8 } else { shift * 10.0 };
                if shift > 10.0 * LARGEST {
                    return Err(Error::Stuck { what: DESCENT, iterations: taken, reached: slope, singular: false });
                }
            }
        }
        match slope < VANISHED * begun.unwrap_or(0.0) && moved > FAR * (1.0 + norm(x)) {
            true => Err(receding(DESCENT, self.limit, slope, x)),
            false => Err(unfinished(DESCENT, self.limit, slope)),
        }
    }
}

const DESCENT: &str = "the descent";
/// What the diagonal is raised by at most, relative to itself.
const LARGEST: f64 = 1e20;
/// The part of the first slope below which one counts as gone.
const VANISHED: f64 = 1e-6;

/// Looks for a lower point along a direction of negative curvature that the gradient does not see, and writes it to `next`.
///
/// The direction is found by powers of what the Hessian is below a bound of its eigenvalues.
fn off_saddle(
    reach: f64,
    [matrix, gradient, x]: [&[f64]; 3],
    bounds: Option<[&[f64]; 2]>,
    (now, value): (f64, &impl Fn(&[f64]) -> f64),
    d: &mut Vec<f64>,
    next: &mut Vec<f64>,
) -> bool {
    let n = x.len();
    let bound = matrix.chunks_exact(n.max(1)).map(|row| row.iter().map(|h| h.abs()).sum::<f64>()).fold(0.0, f64::max);
    if bound == 0.0 || !bound.is_finite() {
        return false;
    }
    d.clear();
    d.extend(irregular(n));
    let mut curvature = 0.0;
    for _ in 0..POWERS {
        next.clear();
        next.extend(matrix.chunks_exact(n).map(|row| dot(row, d)));
        curvature = dot(d, next) / dot(d, d);
        d.iter_mut().zip(&*next).for_each(|(d, h)| *d -= h / bound);
        let length = norm(d);
        d.iter_mut().for_each(|d| *d /= length);
    }
    if curvature.is_nan() || curvature >= -1e-10 * bound || dot(gradient, d).abs() > 1e-3 * -curvature * reach {
        return false;
    }
    let mut t = if dot(gradient, d) > 0.0 { -0.5 * reach } else { 0.5 * reach };
    for _ in 0..60 {
        next.clear();
        next.extend(x.iter().zip(&*d).map(|(x, d)| x + t * d));
        if let Some([low, high]) = bounds {
            next.iter_mut().enumerate().for_each(|(i, x)| *x = x.max(low[i]).min(high[i]));
        }
        // Half of what the curvature promises, or the step is too long.
        if value(next) <= now + 0.25 * curvature * t * t && next != x {
            return true;
        }
        t *= -0.5;
    }
    false
}

/// How many powers find a direction.
const POWERS: usize = 60;
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// A value below which there is no floor.
const ABYSS: f64 = -1e300;

impl<F: Objective> Solver<F> for Descent {
    fn solve(&self, objective: &F, theta: &[f64]) -> Result<Vec<f64>, Error> {
        self.descend(objective, theta, None)
    }

    fn solve_into(&self, objective: &F, theta: &[f64], x: &mut Vec<f64>, buffers: &mut Buffers) -> Result<(), Error> {
        self.descend_into(objective, theta, None, x, buffers)
    }

    fn solve_within<C: Equations, H: Equations>(
        &self,
        objective: &F,
        theta: &[f64],
        constraints: Constraints<'_, C, H>,
    ) -> Result<Vec<f64>, Error> {
        multipliers(self, &self.start, objective, theta, constraints)
    }
}

/// The method of Levenberg and Marquardt for a sum of squares. It keeps to bounds; with other constraints it is
/// [`Descent`], with exact Hessians.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, GaussNewton, least_squares};
/// struct Apart; // from 1 and from theta
/// impl Equations for Apart {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] - 1.0, x[0] - theta[0]]
///     }
/// }
/// let best = least_squares(Apart, GaussNewton::from(&[0.0]).limit(50)).at(&[3.0])?;
/// assert!((best[0] - 2.0).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GaussNewton(Descent);

impl GaussNewton {
    /// From this point on, with at most 200 steps.
    pub fn from(start: &[f64]) -> GaussNewton {
        GaussNewton(Descent::from(start))
    }

    /// With at most so many steps.
    #[must_use]
    pub fn limit(self, steps: usize) -> GaussNewton {
        GaussNewton(self.0.limit(steps))
    }
}

impl GaussNewton {
    fn run<R: Equations>(
        &self,
        squares: &Squares<R>,
        theta: &[f64],
        bounds: Option<[&[f64]; 2]>,
        x: &mut Vec<f64>,
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        let Buffers { plain, lanes, rows, .. } = buffers;
        let [r, j] = rows;
        self.0.run(
            x,
            plain,
            bounds,
            |x| squares.eval(x, theta),
            |x, slope, gram| {
                let n = x.len();
                jacobian_into(&squares.0, x, theta, lanes, r, j);
                slope.clear();
                slope.resize(n, 0.0);
                gram.clear();
                gram.resize(n * n, 0.0);
                for (r, row) in r.iter().zip(j.chunks_exact(n.max(1))) {
                    for (i, a) in row.iter().enumerate() {
                        slope[i] += r * a;
                        row.iter().enumerate().for_each(|(k, b)| gram[i * n + k] += a * b);
                    }
                }
                0.5 * dot(r, r)
            },
        )
    }
}

impl<R: Equations> Solver<Squares<R>> for GaussNewton {
    fn solve(&self, squares: &Squares<R>, theta: &[f64]) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.run(squares, theta, None, x, buffers))
    }

    fn solve_into(
        &self,
        squares: &Squares<R>,
        theta: &[f64],
        x: &mut Vec<f64>,
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        self.run(squares, theta, None, x, buffers)
    }

    fn solve_within<C: Equations, H: Equations>(
        &self,
        squares: &Squares<R>,
        theta: &[f64],
        constraints: Constraints<'_, C, H>,
    ) -> Result<Vec<f64>, Error> {
        let start = &self.0.start;
        let (c, h) = (constraints.equal.eval(start, theta), constraints.below.eval(start, theta));
        match c.as_ref().is_empty() && h.as_ref().is_empty() {
            true => fresh(|x, buffers| self.run(squares, theta, constraints.bounds, x, buffers)),
            false => self.0.solve_within(squares, theta, constraints),
        }
    }
}
