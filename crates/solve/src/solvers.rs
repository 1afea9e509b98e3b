//! Solvers on plain numbers: the user's, and simple ones from here.

use crate::buffers::{Buffers, Plain};
use crate::constrained::{Constraints, bounds_fit, multipliers};
use crate::dense::{cholesky, solve_factored};
use crate::derivatives::{Squares, hessian_into, jacobian_into};
use crate::error::{Failure, finite};
use crate::krylov::dot;
use crate::{Equations, Error, Objective};

/// What solves a problem for given parameters: a closure `|theta: &[f64]| -> Result<Vec<f64>, _>`, or a solver from here.
pub trait Solver<P> {
    /// A solution at `theta`.
    ///
    /// # Errors
    /// If there is none, or it is not found.
    fn solve(&self, problem: &P, theta: &[f64]) -> Result<Vec<f64>, Error>;

    /// Writes a solution at `theta` to `x`, in memory that is there; solvers that are not from here allocate theirs.
    ///
    /// # Errors
    /// As [`solve`](Solver::solve).
    fn solve_into(&self, problem: &P, theta: &[f64], x: &mut Vec<f64>, _: &mut Buffers) -> Result<(), Error> {
        *x = self.solve(problem, theta)?;
        Ok(())
    }

    /// A minimum at `theta` that keeps to constraints. Unless this is written, they are not looked at: a closure knows those
    /// of its problem.
    ///
    /// # Errors
    /// As [`solve`](Solver::solve), and if no point is found that keeps to the constraints.
    fn solve_within<C: Equations, H: Equations>(
        &self,
        problem: &P,
        theta: &[f64],
        _: Constraints<'_, C, H>,
    ) -> Result<Vec<f64>, Error> {
        self.solve(problem, theta)
    }
}

impl<P, F, E> Solver<P> for F
where
    F: Fn(&[f64]) -> Result<Vec<f64>, E>,
    E: Into<Failure>,
{
    fn solve(&self, _: &P, theta: &[f64]) -> Result<Vec<f64>, Error> {
        self(theta).map_err(|error| Error::Solver(error.into()))
    }
}

/// Newton's method for equations, with the exact Jacobian and steps that are shortened until the residual falls.
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
        let Buffers { plain: Plain { matrix, step, next, room, lu, .. }, lanes, .. } = buffers;
        x.clone_from(&self.start);
        let mut size = f64::INFINITY;
        for taken in 0..self.limit {
            jacobian_into(equations, x, theta, lanes, step, matrix);
            finite("the equations", step)?;
            crate::error::fits("the equations, one for each unknown", step.len(), x.len())?;
            size = dot(step, step).sqrt();
            let stuck = |singular| Error::Stuck { what: "Newton's method", iterations: taken, reached: size, singular };
            lu.refactor(x.len(), matrix).map_err(|error| match error {
                Error::Singular { .. } if size != 0.0 => stuck(true),
                other => other,
            })?;
            lu.solve_in(step, room);
            let length = dot(step, step).sqrt();
            if size == 0.0 || length <= 4.0 * f64::EPSILON * (1.0 + dot(x, x).sqrt()) {
                return Ok(());
            }
            let mut part = 1.0;
            loop {
                next.clear();
                next.extend(x.iter().zip(&*step).map(|(x, s)| x - part * s));
                let r = equations.eval(next, theta);
                let now = dot(r.as_ref(), r.as_ref()).sqrt();
                if now <= (1.0 - 1e-4 * part) * size {
                    break;
                }
                // Close to the solution rounding keeps the residual from falling.
                if length <= 1e-10 * (1.0 + dot(x, x).sqrt()) {
                    if now < size {
                        x.copy_from_slice(next);
                    }
                    return Ok(());
                }
                part *= 0.5;
                if part < 1e-10 {
                    return Err(stuck(false));
                }
            }
            x.copy_from_slice(next);
        }
        Err(unfinished("Newton's method", self.limit, size))
    }
}

/// What a solver writes, in memory of its own.
fn fresh(run: impl FnOnce(&mut Vec<f64>, &mut Buffers) -> Result<(), Error>) -> Result<Vec<f64>, Error> {
    let mut x = Vec::new();
    run(&mut x, &mut Buffers::default())?;
    Ok(x)
}

fn unfinished(what: &'static str, iterations: usize, reached: f64) -> Error {
    Error::NotConverged { what, iterations, reached, wanted: 0.0 }
}

/// The iteration x = g(x): equations x - g(x) = 0 are solved by subtracting what is left of them.
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
            crate::error::fits("the values, one for each unknown", r.len(), x.len())?;
            size = dot(r, r).sqrt();
            x.iter_mut().zip(&*r).for_each(|(x, r)| *x -= r);
            if size <= 4.0 * f64::EPSILON * (1.0 + dot(x, x).sqrt()) {
                return Ok(());
            }
        }
        Err(unfinished("the iteration", self.limit, size))
    }
}

/// Newton's method for a minimum: steps with the exact Hessian, whose diagonal is raised until the value falls. It keeps to
/// bounds, and to other constraints by the method of multipliers.
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
    /// (Bertsekas 1982, *Projected Newton methods for optimization problems with simple constraints*).
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
        let (mut shift, mut slope) = (1e-3, f64::INFINITY);
        for taken in 0..self.limit {
            let now = held_model(x, gradient, matrix);
            finite("the objective", &[now])?;
            finite("the gradient", gradient)?;
            finite("the Hessian", matrix)?;
            slope = dot(gradient, gradient).sqrt();
            let largest = (0..n).fold(f64::MIN_POSITIVE, |m, i| m.max(matrix[i * n + i].abs()));
            loop {
                shifted.clone_from(matrix);
                for i in 0..n {
                    let own = shifted[i * n + i].abs().max(1e-8 * largest);
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
                let length = solved.then(|| dot(step, step).sqrt());
                let close = 4.0 * f64::EPSILON * (1.0 + dot(x, x).sqrt());
                if length.is_some_and(|length| length <= close) || slope == 0.0 {
                    return Ok(());
                }
                let there = if solved { value(next) } else { f64::NAN };
                if there < ABYSS {
                    return Err(Error::Unbounded { value: there, iterations: taken + 1 });
                }
                if there < now {
                    x.copy_from_slice(next);
                    shift = if shift < 1e-14 { 0.0 } else { shift * 0.1 };
                    break;
                }
                // Where rounding hides the fall of the value, the slope still tells.
                if let Some(length) = length.filter(|&length| length <= 1e-5 * (1.0 + dot(x, x).sqrt())) {
                    held_model(next, gradient, matrix);
                    if dot(gradient, gradient).sqrt() < 0.5 * slope {
                        x.copy_from_slice(next);
                        break;
                    }
                    if length <= 1e-8 * (1.0 + dot(x, x).sqrt()) {
                        return Ok(());
                    }
                    held_model(x, gradient, matrix);
                }
                shift = if shift == 0.0 { 1e-8 } else { shift * 10.0 };
                if shift > 1e20 {
                    return Err(Error::Stuck {
                        what: "the descent",
                        iterations: taken,
                        reached: slope,
                        singular: false,
                    });
                }
            }
        }
        Err(unfinished("the descent", self.limit, slope))
    }
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
