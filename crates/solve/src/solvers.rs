//! Solvers on plain numbers: the user's, and simple ones from here.

use crate::derivatives::{Squares, Stationary, gradient, jacobian};
use crate::error::{Failure, finite};
use crate::krylov::dot;
use crate::{Cholesky, Equations, Error, Lu, Objective};

/// What solves a problem for given parameters: a closure `|theta: &[f64]| -> Result<Vec<f64>, _>`, or a solver from here.
pub trait Solver<P> {
    /// A solution at `theta`.
    ///
    /// # Errors
    /// If there is none, or it is not found.
    fn solve(&self, problem: &P, theta: &[f64]) -> Result<Vec<f64>, Error>;
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
        let mut x = self.start.clone();
        let mut size = f64::INFINITY;
        for _ in 0..self.limit {
            let (mut step, jacobian) = jacobian(equations, &x, theta);
            finite("the equations", &step)?;
            crate::error::fits("the equations, one for each unknown", step.len(), x.len())?;
            size = dot(&step, &step).sqrt();
            Lu::new(x.len(), jacobian)?.solve(&mut step);
            let length = dot(&step, &step).sqrt();
            if size == 0.0 || length <= 4.0 * f64::EPSILON * (1.0 + dot(&x, &x).sqrt()) {
                return Ok(x);
            }
            let mut part = 1.0;
            x = loop {
                let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x - part * s).collect();
                let r = equations.eval(&next, theta).as_ref().to_vec();
                let now = dot(&r, &r).sqrt();
                if now <= (1.0 - 1e-4 * part) * size {
                    break next;
                }
                // Close to the solution rounding keeps the residual from falling.
                if length <= 1e-10 * (1.0 + dot(&x, &x).sqrt()) {
                    return Ok(if now < size { next } else { x });
                }
                part *= 0.5;
                if part < 1e-10 {
                    return Err(stuck("Newton's method", self.limit, size));
                }
            };
        }
        Err(stuck("Newton's method", self.limit, size))
    }
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
        let mut x = self.start.clone();
        let mut size = f64::INFINITY;
        for _ in 0..self.limit {
            let r = equations.eval(&x, theta).as_ref().to_vec();
            finite("the function", &r)?;
            crate::error::fits("the values, one for each unknown", r.len(), x.len())?;
            size = dot(&r, &r).sqrt();
            x.iter_mut().zip(&r).for_each(|(x, r)| *x -= r);
            if size <= 4.0 * f64::EPSILON * (1.0 + dot(&x, &x).sqrt()) {
                return Ok(x);
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

    fn run(
        &self,
        value: impl Fn(&[f64]) -> f64,
        model: impl Fn(&[f64]) -> (f64, Vec<f64>, Vec<f64>),
    ) -> Result<Vec<f64>, Error> {
        let n = self.start.len();
        let (mut x, mut shift, mut slope) = (self.start.clone(), 1e-3, f64::INFINITY);
        for _ in 0..self.limit {
            let (now, gradient, matrix) = model(&x);
            finite("the objective", &[now])?;
            finite("the gradient", &gradient)?;
            finite("the Hessian", &matrix)?;
            slope = dot(&gradient, &gradient).sqrt();
            let largest = (0..n).fold(f64::MIN_POSITIVE, |m, i| m.max(matrix[i * n + i].abs()));
            loop {
                let mut shifted = matrix.clone();
                for i in 0..n {
                    let own = shifted[i * n + i].abs().max(1e-8 * largest);
                    shifted[i * n + i] += shift * own;
                }
                let mut step = gradient.clone();
                let length = Cholesky::new(n, shifted).map(|factor| {
                    factor.solve(&mut step);
                    dot(&step, &step).sqrt()
                });
                let close = 4.0 * f64::EPSILON * (1.0 + dot(&x, &x).sqrt());
                if length.is_some_and(|length| length <= close) || slope == 0.0 {
                    return Ok(x);
                }
                let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x - s).collect();
                if length.is_some() && value(&next) < now {
                    x = next;
                    shift = if shift < 1e-14 { 0.0 } else { shift * 0.1 };
                    break;
                }
                // Where rounding hides the fall of the value, the slope still tells.
                if let Some(length) = length.filter(|&length| length <= 1e-5 * (1.0 + dot(&x, &x).sqrt())) {
                    let after = model(&next).1;
                    if dot(&after, &after).sqrt() < 0.5 * slope {
                        x = next;
                        break;
                    }
                    if length <= 1e-8 * (1.0 + dot(&x, &x).sqrt()) {
                        return Ok(x);
                    }
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
        self.run(
            |x| objective.eval(x, theta),
            |x| {
                let (value, slope) = gradient(objective, x, theta);
                (value, slope, jacobian(&Stationary(objective), x, theta).1)
            },
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
        self.0.run(
            |x| squares.eval(x, theta),
            |x| {
                let n = x.len();
                let (r, j) = jacobian(&squares.0, x, theta);
                let (mut slope, mut gram) = (vec![0.0; n], vec![0.0; n * n]);
                for (r, row) in r.iter().zip(j.chunks_exact(n.max(1))) {
                    for (i, a) in row.iter().enumerate() {
                        slope[i] += r * a;
                        row.iter().enumerate().for_each(|(k, b)| gram[i * n + k] += a * b);
                    }
                }
                (0.5 * dot(&r, &r), slope, gram)
            },
        )
    }
}
