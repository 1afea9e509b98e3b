//! What a minimum is subject to, and the method of multipliers for it.

use crate::error::{finite, fits};
use crate::{Descent, Equations, Error, Objective};
use rules::Real;

/// What a minimum is subject to, for solvers that find it: see [`Solver::solve_within`](crate::Solver::solve_within).
///
/// ```
/// use rules::Real;
/// use solve::{Constraints, Equations, Error, Objective, Solver, argmin};
/// struct Cost; // theta x
/// impl Objective for Cost {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         x[0] * theta[0]
///     }
/// }
/// struct Lowest; // A solver of one's own, for what grows with every unknown.
/// impl<F: Objective> Solver<F> for Lowest {
///     fn solve(&self, _: &F, _: &[f64]) -> Result<Vec<f64>, Error> {
///         Err(Error::Solver("without bounds there is no minimum".into()))
///     }
///     fn solve_within<C: Equations, H: Equations>(
///         &self,
///         f: &F,
///         theta: &[f64],
///         constraints: Constraints<'_, C, H>,
///     ) -> Result<Vec<f64>, Error> {
///         constraints.bounds.map_or_else(|| self.solve(f, theta), |[low, _]| Ok(low.to_vec()))
///     }
/// }
/// assert_eq!(argmin(Cost, Lowest).bounds(&[2.0], &[3.0]).at(&[1.0])?, [2.0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Constraints<'c, C, H> {
    /// Zero at the minimum.
    pub equal: &'c C,
    /// At most zero there.
    pub below: &'c H,
    /// Lower and upper bounds of the unknowns.
    pub bounds: Option<[&'c [f64]; 2]>,
}

impl<C, H> Clone for Constraints<'_, C, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, H> Copy for Constraints<'_, C, H> {}

/// Bounds that can be kept to: one of each for every unknown, none of them NaN, and lower ones below.
pub(crate) fn bounds_fit([lower, upper]: [&[f64]; 2], n: usize) -> Result<(), Error> {
    fits("lower bounds, one for each unknown", lower.len(), n)?;
    fits("upper bounds, one for each unknown", upper.len(), n)?;
    match lower.iter().zip(upper).position(|(low, high)| low.is_nan() || high.is_nan() || low > high) {
        Some(index) => Err(Error::Bounds { index, low: lower[index], high: upper[index] }),
        None => Ok(()),
    }
}

/// The Lagrangian with the squares of what is violated: equations first, then inequalities.
struct Augmented<'a, F, C, H> {
    objective: &'a F,
    constraints: Constraints<'a, C, H>,
    multipliers: &'a [f64],
    weight: f64,
}

impl<F: Objective, C: Equations, H: Equations> Objective for Augmented<'_, F, C, H> {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
        let mut multipliers = self.multipliers.iter();
        let mut sum = self.objective.eval(x, theta);
        for (&c, &m) in self.constraints.equal.eval(x, theta).as_ref().iter().zip(&mut multipliers) {
            sum += c * m + c * c * (0.5 * self.weight);
        }
        for (&h, &m) in self.constraints.below.eval(x, theta).as_ref().iter().zip(&mut multipliers) {
            // Where it holds by far, it costs what does not depend on the point.
            if h.value() * self.weight + m > 0.0 {
                sum += h * m + h * h * (0.5 * self.weight);
            } else {
                sum -= 0.5 * m * m / self.weight;
            }
        }
        sum
    }
}

/// How far what is violated has to be below one, relative to the point.
const WANTED: f64 = 1e-12;
/// What is good enough where rounding lets it come no further.
const ENOUGH: f64 = 1e-9;
const ROUNDS: usize = 60;

/// The minimum under constraints, by the method of multipliers (Hestenes 1969; Powell 1969; Rockafellar 1973 for
/// inequalities): minima of the Lagrangian with a penalty, whose multipliers are moved on between them.
pub(crate) fn multipliers<F: Objective, C: Equations, H: Equations>(
    descent: &Descent,
    start: &[f64],
    objective: &F,
    theta: &[f64],
    constraints: Constraints<'_, C, H>,
) -> Result<Vec<f64>, Error> {
    let mut x = start.to_vec();
    let look = |x: &[f64]| -> Result<(Vec<f64>, Vec<f64>), Error> {
        let (c, h) = (constraints.equal.eval(x, theta), constraints.below.eval(x, theta));
        finite("the equations of the constraints", c.as_ref())?;
        finite("the inequalities of the constraints", h.as_ref())?;
        Ok((c.as_ref().to_vec(), h.as_ref().to_vec()))
    };
    let (c, h) = look(&x)?;
    if c.is_empty() && h.is_empty() {
        return descent.begun_at(&x).descend(objective, theta, constraints.bounds);
    }
    let square = c.iter().chain(h.iter().filter(|h| **h > 0.0)).map(|c| c * c).sum::<f64>();
    let value = objective.eval(&x, theta).abs();
    let mut weight = if value.is_finite() { (10.0 * (1.0 + value) / (1.0 + square)).clamp(10.0, 1e8) } else { 10.0 };
    let mut forces = vec![0.0; c.len() + h.len()];
    let (mut last, mut best) = (f64::INFINITY, (f64::INFINITY, x.clone()));
    for round in 1..=ROUNDS {
        let relaxed = Augmented { objective, constraints, multipliers: &forces, weight };
        x = descent.begun_at(&x).descend(&relaxed, theta, constraints.bounds)?;
        let (c, h) = look(&x)?;
        let scale = 1.0 + x.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let of_equal = c.iter().map(|c| c.abs());
        // An inequality without a force may hold by as much as it likes.
        let of_below = h.iter().zip(&forces[c.len()..]).map(|(h, m)| h.max(-m / weight).abs());
        let violated = of_equal.chain(of_below).fold(0.0, f64::max) / scale;
        if violated < best.0 {
            best = (violated, x.clone());
        }
        if violated <= WANTED {
            break;
        }
        let (of_equal, of_below) = forces.split_at_mut(c.len());
        of_equal.iter_mut().zip(&c).for_each(|(m, c)| *m += weight * c);
        of_below.iter_mut().zip(&h).for_each(|(m, h)| *m = (*m + weight * h).max(0.0));
        if violated > 0.1 * last {
            if best.0 <= ENOUGH {
                break;
            }
            weight *= 10.0;
        }
        last = violated;
        if weight > 1e14 || round == ROUNDS {
            return Err(Error::Contradiction { by: best.0, rounds: round });
        }
    }
    Ok(best.1)
}
