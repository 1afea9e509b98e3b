//! Solvers on plain numbers: the user's, and simple ones from here.

use crate::buffers::{Buffers, Plain};
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
        for _ in 0..self.limit {
            jacobian_into(equations, x, theta, lanes, step, matrix);
            finite("the equations", step)?;
            crate::error::fits("the equations, one for each unknown", step.len(), x.len())?;
            size = dot(step, step).sqrt();
            lu.refactor(x.len(), matrix)?;
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
                    return Err(stuck("Newton's method", self.limit, size));
                }
            }
            x.copy_from_slice(next);
        }
        Err(stuck("Newton's method", self.limit, size))
    }
}

/// What a solver writes, in memory of its own.
fn fresh(run: impl FnOnce(&mut Vec<f64>, &mut Buffers) -> Result<(), Error>) -> Result<Vec<f64>, Error> {
    let mut x = Vec::new();
    run(&mut x, &mut Buffers::default())?;
    Ok(x)
}

fn stuck(what: &'static str, iterations: usize, reached: f64) -> Error {
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
        Err(stuck("the iteration", self.limit, size))
    }
}

/// Newton's method for a minimum: steps with the exact Hessian, whose diagonal is raised until the value falls.
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

    /// `model` writes gradient and Hessian, or what stands for it, and gives the value.
    fn run(
        &self,
        x: &mut Vec<f64>,
        Plain { values: gradient, matrix, step, next, room: shifted, .. }: &mut Plain,
        value: impl Fn(&[f64]) -> f64,
        mut model: impl FnMut(&[f64], &mut Vec<f64>, &mut Vec<f64>) -> f64,
    ) -> Result<(), Error> {
        let n = self.start.len();
        x.clone_from(&self.start);
        let (mut shift, mut slope) = (1e-3, f64::INFINITY);
        for _ in 0..self.limit {
            let now = model(x, gradient, matrix);
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
                let length = cholesky(n, shifted).then(|| {
                    solve_factored(n, shifted, step);
                    dot(step, step).sqrt()
                });
                let close = 4.0 * f64::EPSILON * (1.0 + dot(x, x).sqrt());
                if length.is_some_and(|length| length <= close) || slope == 0.0 {
                    return Ok(());
                }
                next.clear();
                next.extend(x.iter().zip(&*step).map(|(x, s)| x - s));
                if length.is_some() && value(next) < now {
                    x.copy_from_slice(next);
                    shift = if shift < 1e-14 { 0.0 } else { shift * 0.1 };
                    break;
                }
                // Where rounding hides the fall of the value, the slope still tells.
                if let Some(length) = length.filter(|&length| length <= 1e-5 * (1.0 + dot(x, x).sqrt())) {
                    model(next, gradient, matrix);
                    if dot(gradient, gradient).sqrt() < 0.5 * slope {
                        x.copy_from_slice(next);
                        break;
                    }
                    if length <= 1e-8 * (1.0 + dot(x, x).sqrt()) {
                        return Ok(());
                    }
                    model(x, gradient, matrix);
                }
                shift = if shift == 0.0 { 1e-8 } else { shift * 10.0 };
                if shift > 1e20 {
                    return Err(stuck("the descent", self.limit, slope));
                }
            }
        }
        Err(stuck("the descent", self.limit, slope))
    }
}

impl<F: Objective> Solver<F> for Descent {
    fn solve(&self, objective: &F, theta: &[f64]) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.solve_into(objective, theta, x, buffers))
    }

    fn solve_into(&self, objective: &F, theta: &[f64], x: &mut Vec<f64>, buffers: &mut Buffers) -> Result<(), Error> {
        let Buffers { plain, columns, .. } = buffers;
        self.run(
            x,
            plain,
            |x| objective.eval(x, theta),
            |x, gradient, hessian| hessian_into(objective, x, theta, columns, gradient, hessian),
        )
    }
}

/// The method of Levenberg and Marquardt for a sum of squares.
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

impl<R: Equations> Solver<Squares<R>> for GaussNewton {
    fn solve(&self, squares: &Squares<R>, theta: &[f64]) -> Result<Vec<f64>, Error> {
        fresh(|x, buffers| self.solve_into(squares, theta, x, buffers))
    }

    fn solve_into(
        &self,
        squares: &Squares<R>,
        theta: &[f64],
        x: &mut Vec<f64>,
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        let Buffers { plain, lanes, rows, .. } = buffers;
        let [r, j] = rows;
        self.0.run(
            x,
            plain,
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
