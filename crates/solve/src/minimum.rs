//! Minima as functions of their parameters, with constraints.

use crate::constrained::{Constraints, bounds_fit};
use crate::dense::cholesky;
use crate::derivatives::{Squares, gradient, jacobian};
use crate::error::{finite, fits, tolerated};
use crate::krylov::dot;
use crate::matrix::{Factored, Form};
use crate::solved::Solved;
use crate::{Equations, Error, Krylov, Lu, NoEquations, Objective, Solver};
use reverse::{Tape, Var};
use rules::{Lift, Real};

/// How close to its bound a constraint has to be to count as active, relative to one and to the bound, unless it is said.
const CLOSE: f64 = 1e-6;

/// The minimum x of f(x, theta) as a function of theta, by a solver that is not looked into; see [`root`](crate::root()).
///
/// The point has to be stationary, and the exact Hessian there positive definite. [`Minimum`] says how constraints and
/// bounds are added.
///
/// ```
/// use rules::Real;
/// use solve::{Descent, Objective, argmin};
/// struct Ridge; // (x - 1)^2 + theta x^2
/// impl Objective for Ridge {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         (x[0] - 1.0) * (x[0] - 1.0) + theta[0] * x[0] * x[0]
///     }
/// }
/// let best = argmin(Ridge, Descent::from(&[0.0]));
/// let (x, dx) = best.jvp(&[1.0], &[1.0])?;
/// assert!((x[0] - 0.5).abs() < 1e-15 && (dx[0] + 0.25).abs() < 1e-15);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn argmin<F: Objective, S: Solver<F>>(objective: F, solver: S) -> Minimum<F, S> {
    Minimum {
        objective,
        solver,
        equal: NoEquations,
        below: NoEquations,
        bounds: None,
        close: CLOSE,
        tolerance: 1e-8,
        polish: 0,
        form: Form::Dense,
    }
}

/// The minimum of half the sum of the squares of residuals, as many as there are, as a function of theta: by the exact
/// Hessian, in which the curvature of the residuals counts; see [`argmin`].
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
/// let (x, dx) = least_squares(Apart, GaussNewton::from(&[0.0])).jvp(&[3.0], &[1.0])?;
/// assert!((x[0] - 2.0).abs() < 1e-12 && (dx[0] - 0.5).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn least_squares<R: Equations, S: Solver<Squares<R>>>(residuals: R, solver: S) -> Minimum<Squares<R>, S> {
    argmin(Squares(residuals), solver)
}

/// A minimum as a function of parameters: made by [`argmin`] or [`least_squares`], told its constraints, then asked.
///
/// Solvers from here keep to the constraints; a closure knows those of its problem. At the point that they give the active
/// ones are held as equations (Fiacco 1976), whose multipliers are unknowns too. An active constraint without a force on it is
/// an error, as the solution then has a kink.
///
/// ```
/// use rules::Real;
/// use solve::{Descent, Equations, Objective, argmin};
/// struct Distance; // from (theta, 0)
/// impl Objective for Distance {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         let r = x[0] - theta[0];
///         0.5 * (r * r + x[1] * x[1])
///     }
/// }
/// struct Line; // x + y = 1
/// impl Equations for Line {
///     fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
///         [x[0] + x[1] - 1.0]
///     }
/// }
/// let near = |a: f64, b: f64| (a - b).abs() < 1e-7;
/// let free = argmin(Distance, Descent::from(&[0.0, 0.0]));
/// assert!(near(free.at(&[3.0])?[0], 3.0));
/// // On the line, the point ((1 + theta) / 2, (1 - theta) / 2).
/// let on = argmin(Distance, Descent::from(&[0.0, 0.0])).equal_to_zero(Line).polish(3);
/// let (x, by_theta) = on.vjp(&[3.0], &[1.0, 0.0])?;
/// assert!(near(x[0], 2.0) && near(x[1], -1.0) && near(by_theta[0], 0.5));
/// let below = argmin(Distance, Descent::from(&[0.0, 0.0])).at_most_zero(Line).polish(3);
/// assert!(near(below.at(&[3.0])?[0], 2.0) && near(below.at(&[0.5])?[0], 0.5));
/// let held = argmin(Distance, Descent::from(&[0.0, 0.0])).bounds(&[0.0, -1.0], &[1.0, 1.0]);
/// assert!(near(held.at(&[3.0])?[0], 1.0));
/// # Ok::<(), solve::Error>(())
/// ```
///
/// Without constraints, in memory that is there; and what an optimum is asked for:
///
/// ```
/// use rules::Real;
/// use solve::{Buffers, Descent, Krylov, Objective, argmin};
/// struct Valley; // (x - theta)^2 + (y - 2 theta)^2, over 2
/// impl Objective for Valley {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         let (a, b) = (x[0] - theta[0], x[1] - 2.0 * theta[0]);
///         0.5 * (a * a + b * b)
///     }
/// }
/// struct Product; // x y
/// impl Objective for Product {
///     fn eval<T: Real>(&self, x: &[T], _: &[T]) -> T {
///         x[0] * x[1]
///     }
/// }
/// let near = |a: f64, b: f64| (a - b).abs() < 1e-7;
/// let valley = || argmin(Valley, Descent::from(&[0.0, 0.0])).tolerance(1e-6).polish(2);
/// let (x, dx) = valley().jvp(&[3.0], &[1.0])?;
/// assert!(near(x[1], 6.0) && near(dx[0], 1.0) && near(dx[1], 2.0));
/// // The product is 2 theta^2.
/// let ways = [valley(), valley().sparse(), valley().matrix_free(Krylov::conjugate_gradients(1e-12))];
/// for way in ways {
///     let (value, gradient) = way.gradient(Product, &[3.0])?;
///     assert!(near(value, 18.0) && near(gradient[0], 12.0));
/// }
/// let (mut x, mut by_theta, mut buffers) = ([0.0; 2], [0.0], Buffers::default());
/// for theta in [1.0, 2.0] {
///     valley().at_into(&[theta], &mut x, &mut buffers)?;
///     valley().vjp_into(&[theta], &[1.0, 1.0], &mut x, &mut by_theta, &mut buffers)?;
///     assert!(near(x[0], theta) && near(by_theta[0], 3.0));
///     valley().gradient_into(Product, &[theta], &mut by_theta, &mut buffers)?;
///     assert!(near(by_theta[0], 4.0 * theta));
/// }
/// // A bound counts as active where the minimum comes this close to it.
/// let held = valley().bounds(&[0.0, 0.0], &[1.0, 9.0]).active_within(1e-4);
/// let optimum = held.optimum(&[3.0])?;
/// assert!(near(optimum.x[0], 1.0) && near(optimum.x[1], 6.0));
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Minimum<F, S, C = NoEquations, H = NoEquations> {
    pub(crate) objective: F,
    pub(crate) solver: S,
    equal: C,
    below: H,
    pub(crate) bounds: Option<(Vec<f64>, Vec<f64>)>,
    close: f64,
    pub(crate) tolerance: f64,
    pub(crate) polish: usize,
    pub(crate) form: Form,
}

/// A minimum with the multipliers of its constraints: the Lagrangian is f + equal c + below h.
///
/// ```
/// use rules::Real;
/// use solve::{Descent, Equations, Objective, argmin};
/// struct Distance; // from (theta, 0)
/// impl Objective for Distance {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         let r = x[0] - theta[0];
///         0.5 * (r * r + x[1] * x[1])
///     }
/// }
/// struct Line; // x + y = 1
/// impl Equations for Line {
///     fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
///         [x[0] + x[1] - 1.0]
///     }
/// }
/// let on = argmin(Distance, Descent::from(&[0.0, 0.0])).equal_to_zero(Line).polish(3);
/// let optimum = on.optimum(&[3.0])?;
/// // x - theta + multiplier = 0
/// assert!((optimum.x[0] - 2.0).abs() < 1e-7 && (optimum.equal[0] - 1.0).abs() < 1e-7);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum<T> {
    /// The minimum.
    pub x: Vec<T>,
    /// The multipliers of the equations.
    pub equal: Vec<T>,
    /// The multipliers of the inequalities: zero where they are not active, positive where they are.
    pub below: Vec<T>,
}

impl<F: Objective, S: Solver<F>, C: Equations, H: Equations> Minimum<F, S, C, H> {
    /// Subject to c(x, theta) = 0.
    #[must_use]
    pub fn equal_to_zero<D: Equations>(self, c: D) -> Minimum<F, S, D, H> {
        let Minimum { objective, solver, below, bounds, close, tolerance, polish, form, .. } = self;
        Minimum { objective, solver, equal: c, below, bounds, close, tolerance, polish, form }
    }

    /// Subject to h(x, theta) <= 0.
    #[must_use]
    pub fn at_most_zero<D: Equations>(self, h: D) -> Minimum<F, S, C, D> {
        let Minimum { objective, solver, equal, bounds, close, tolerance, polish, form, .. } = self;
        Minimum { objective, solver, equal, below: h, bounds, close, tolerance, polish, form }
    }

    /// Subject to bounds on the unknowns, which may be infinite. Bounds that depend on theta are inequalities.
    #[must_use]
    pub fn bounds(mut self, lower: &[f64], upper: &[f64]) -> Self {
        self.bounds = Some((lower.to_vec(), upper.to_vec()));
        self
    }

    /// How close to its bound a constraint has to be to count as active, relative to one and to the bound: 1e-6 unless it is
    /// said. More for solvers that stay inside; allow [`polish`](Minimum::polish) too then.
    #[must_use]
    pub fn active_within(mut self, distance: f64) -> Self {
        self.close = distance;
        self
    }

    /// See [`Implicit::tolerance`](crate::Implicit::tolerance).
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// See [`Implicit::polish`](crate::Implicit::polish).
    #[must_use]
    pub fn polish(mut self, steps: usize) -> Self {
        self.polish = steps;
        self
    }

    /// The Hessian is held sparse. Under equations and inequalities, whether it is positive definite along them is not
    /// looked at then.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.form = Form::Sparse(None);
        self
    }

    /// The Hessian is not formed. Conjugate gradients take no constraints; whether the Hessian is positive definite is not
    /// looked at beyond what they meet.
    #[must_use]
    pub fn matrix_free(mut self, krylov: Krylov) -> Self {
        self.form = Form::Free(krylov);
        self
    }

    /// The minimum at `theta`, on any number.
    ///
    /// # Errors
    /// As [`Implicit::at`](crate::Implicit::at); and if the point is no minimum, violates a constraint, or has an active
    /// constraint without a multiplier.
    pub fn at<T: Real>(&self, theta: &[T]) -> Result<Vec<T>, Error> {
        self.optimum(theta).map(|optimum| optimum.x)
    }

    /// The minimum with the multipliers of the constraints, on any number.
    ///
    /// # Errors
    /// As [`at`](Minimum::at).
    pub fn optimum<T: Real>(&self, theta: &[T]) -> Result<Optimum<T>, Error> {
        let plain: Vec<f64> = theta.iter().map(T::value).collect();
        let (held, solved) = self.solved(&plain)?;
        let mut x = solved.carry(theta)?;
        let active = x.split_off(held.unknowns + held.equations);
        let equal = x.split_off(held.unknowns);
        let mut below = vec![T::from(0.0); held.inequalities];
        held.active.iter().zip(active).for_each(|(&i, m)| below[i] = m);
        Ok(Optimum { x, equal, below })
    }

    /// The minimum, and its derivative along `v`.
    ///
    /// # Errors
    /// As [`at`](Minimum::at), and if `v` has another length than `theta`.
    pub fn jvp(&self, theta: &[f64], v: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let (held, solved) = self.solved(theta)?;
        let (mut x, mut dx) = solved.push(v)?;
        x.truncate(held.unknowns);
        dx.truncate(held.unknowns);
        Ok((x, dx))
    }

    /// The minimum, and `w` times its derivative by the parameters: one solve.
    ///
    /// # Errors
    /// As [`at`](Minimum::at), and if `w` has another length than the minimum.
    pub fn vjp(&self, theta: &[f64], w: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let (held, solved) = self.solved(theta)?;
        fits("weights, one for each unknown", w.len(), held.unknowns)?;
        let mut weights = w.to_vec();
        weights.resize(solved.x.len(), 0.0);
        let back = solved.pull(&weights)?;
        let mut x = solved.x;
        x.truncate(held.unknowns);
        Ok((x, back))
    }

    /// The value of a loss of the minimum and the parameters, and its gradient by the parameters: one solve.
    ///
    /// # Errors
    /// As [`at`](Minimum::at).
    pub fn gradient<L: Objective>(&self, loss: L, theta: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let (held, solved) = self.solved(theta)?;
        solved.gradient(&loss, held.unknowns)
    }

    #[allow(clippy::type_complexity)]
    fn solved<'s>(&'s self, theta: &'s [f64]) -> Result<(Held, Solved<'s, Stationarity<'s, F, C, H>>), Error> {
        finite("the parameters", theta)?;
        tolerated(self.close)?;
        let bounds = self.bounds.as_ref().map(|(lower, upper)| [&lower[..], &upper[..]]);
        let constraints = Constraints { equal: &self.equal, below: &self.below, bounds };
        let x = self.solver.solve_within(&self.objective, theta, constraints)?;
        finite("the solution", &x)?;
        let (held, point) = self.hold(x, theta)?;
        let equations = Stationarity { objective: &self.objective, equal: &self.equal, below: &self.below, held };
        let held = equations.held.clone();
        // Between constraints it is not, even at a minimum.
        let definite = held.equations + held.active.len() == 0;
        let solved = Solved::new(equations, (&self.form, definite), point, theta, self.tolerance, self.polish)?;
        self.judge(&held, &solved, theta)?;
        Ok((held, solved))
    }

    /// Finds the active constraints at a point, and the multipliers that balance the gradient best.
    fn hold(&self, mut x: Vec<f64>, theta: &[f64]) -> Result<(Held, Vec<f64>), Error> {
        let n = x.len();
        let mut held = Held { unknowns: n, fixed: vec![None; n], ..Held::default() };
        if let Some((lower, upper)) = &self.bounds {
            bounds_fit([lower, upper], n)?;
            for (i, (&low, &high)) in lower.iter().zip(upper).enumerate() {
                let close = |bound: f64| self.close * (1.0 + bound.abs());
                let by = (low - x[i]).max(x[i] - high);
                if by > self.close * (1.0 + x[i].abs()) {
                    return Err(Error::Infeasible { what: "the bound of unknown", index: i, by });
                }
                if low.is_finite() && x[i] - low <= close(low) {
                    held.fixed[i] = Some((low, 1.0));
                } else if high.is_finite() && high - x[i] <= close(high) {
                    held.fixed[i] = Some((high, -1.0));
                }
            }
        }
        let (c, mut rows) = jacobian(&self.equal, &x, theta);
        let (h, slopes) = jacobian(&self.below, &x, theta);
        (held.equations, held.inequalities) = (c.len(), h.len());
        let violated = |what, list: &[f64], by: &dyn Fn(f64) -> f64| match list.iter().position(|&v| by(v) > self.close)
        {
            Some(index) => Err(Error::Infeasible { what, index, by: by(list[index]) }),
            None => Ok(()),
        };
        violated("equation", &c, &f64::abs)?;
        violated("inequality", &h, &|h| h)?;
        held.active = (0..h.len()).filter(|&i| h[i] >= -self.close).collect();
        held.active.iter().for_each(|&i| rows.extend_from_slice(&slopes[i * n..(i + 1) * n]));
        let mut slope = gradient(&self.objective, &x, theta).1;
        for (i, fixed) in held.fixed.iter().enumerate().filter(|(_, fixed)| fixed.is_some()) {
            slope[i] = 0.0;
            rows.iter_mut().skip(i).step_by(n).for_each(|a| *a = 0.0);
            x[i] = fixed.map_or(x[i], |(bound, _)| bound);
        }
        let rows: Vec<&[f64]> = rows.chunks_exact(n.max(1)).collect();
        let gram = rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b))).collect();
        let mut multipliers: Vec<f64> = rows.iter().map(|a| -dot(a, &slope)).collect();
        let free = held.fixed.iter().filter(|fixed| fixed.is_none()).count();
        let dependent = Error::Dependent { active: rows.len(), free };
        Lu::new(rows.len(), gram).map_err(|_| dependent)?.solve(&mut multipliers);
        x.extend(multipliers);
        Ok((held, x))
    }

    /// Looks at the second-order conditions: forces on active constraints, and curvature along them.
    fn judge(&self, held: &Held, solved: &Solved<'_, Stationarity<'_, F, C, H>>, theta: &[f64]) -> Result<(), Error> {
        let n = held.unknowns;
        let (least, normals) = match &*solved.factored {
            Factored::Dense(_, matrix) => judge_dense(held, matrix, solved.x.len())?,
            Factored::Sparse(lu) if solved.x.len() == n && !lu.is_positive() => {
                return Err(Error::NotMinimum { size: n });
            }
            _ => (1.0, vec![1.0; held.active.len()]),
        };
        let scale = 1.0 + solved.x[..n].iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let multipliers = &solved.x[n + held.equations..];
        // An unknown between equal bounds stays whatever pulls at it.
        let bound = |i: usize| self.bounds.as_ref().is_none_or(|(low, high)| low[i] < high[i]);
        let forces = held.active.iter().zip(multipliers).zip(normals);
        let forces = forces.map(|((&index, &m), normal)| ("inequality", index, m, m * normal));
        let lagrangian = Stationarity {
            objective: &self.objective,
            equal: &self.equal,
            below: &self.below,
            held: Held { fixed: vec![None; n], ..held.clone() },
        };
        let slopes = lagrangian.eval(&solved.x, theta).as_ref().to_vec();
        let at_bounds = held.fixed.iter().enumerate().filter_map(|(i, fixed)| fixed.map(|(_, side)| (i, side)));
        let at_bounds = at_bounds.filter(|&(i, _)| bound(i));
        let forces =
            forces.chain(at_bounds.map(|(i, side)| ("the bound of unknown", i, side * slopes[i], side * slopes[i])));
        for (what, index, multiplier, force) in forces {
            let enough = CLOSE * scale * least;
            if force < -enough {
                return Err(Error::NotMinimum { size: n });
            }
            if force <= enough {
                return Err(Error::Degenerate { what, index, multiplier });
            }
        }
        Ok(())
    }
}

/// Looks whether a dense Hessian is positive definite along the constraints; what forces are measured by, and how long the
/// gradients of the active inequalities are.
fn judge_dense(held: &Held, matrix: &[f64], size: usize) -> Result<(f64, Vec<f64>), Error> {
    let n = held.unknowns;
    let block = |i: usize, j: usize| matrix[i * size + j];
    let free: Vec<usize> = (0..n).filter(|&i| held.fixed[i].is_none()).collect();
    let curvature = free.iter().fold(f64::MIN_POSITIVE, |m, &i| m.max(block(i, i).abs()));
    let normals = (n..size).flat_map(|k| free.iter().map(move |&i| (k, i)));
    let steepest = normals.map(|(k, i)| block(k, i).abs()).fold(f64::MIN_POSITIVE, f64::max);
    let weight = if size == n { 0.0 } else { 1e4 * curvature / (steepest * steepest) };
    // Positive along the constraints if it is positive everywhere with a steep valley around them (Debreu 1952).
    let mut valley = Vec::with_capacity(free.len() * free.len());
    for &i in &free {
        valley.extend(
            free.iter().map(|&j| block(i, j) + weight * (n..size).map(|k| block(k, i) * block(k, j)).sum::<f64>()),
        );
    }
    if !cholesky(free.len(), &mut valley) {
        return Err(Error::NotMinimum { size: n });
    }
    let length = |row: usize| free.iter().fold(0.0f64, |m, &i| m.max(block(row, i).abs()));
    let least = if free.is_empty() { 1.0 } else { curvature.min(1.0) };
    Ok((least, (n + held.equations..size).map(length).collect()))
}

/// Which constraints hold as equations.
#[derive(Clone, Debug, Default)]
struct Held {
    unknowns: usize,
    equations: usize,
    inequalities: usize,
    /// The bound that an unknown is at, and 1 for a lower one, -1 for an upper.
    fixed: Vec<Option<(f64, f64)>>,
    active: Vec<usize>,
}

/// The equations of a minimum: the gradient of the Lagrangian, or a bound, and the constraints that hold.
struct Stationarity<'s, F, C, H> {
    objective: &'s F,
    equal: &'s C,
    below: &'s H,
    held: Held,
}

impl<F: Objective, C: Equations, H: Equations> Equations for Stationarity<'_, F, C, H> {
    fn eval<T: Real>(&self, z: &[T], theta: &[T]) -> impl AsRef<[T]> {
        let held = &self.held;
        let (x, multipliers) = z.split_at(held.unknowns);
        let tape = Tape::<T>::default();
        let vars = tape.vars(x);
        let theta: Vec<Var<'_, T>> = theta.iter().map(|&t| Var::lift(t)).collect();
        let mut constraints = self.equal.eval(&vars, &theta).as_ref().to_vec();
        if !held.active.is_empty() {
            let below = self.below.eval(&vars, &theta).as_ref().to_vec();
            constraints.extend(held.active.iter().map(|&i| below[i]));
        }
        let mut seeds = vec![(self.objective.eval(&vars, &theta), T::from(1.0))];
        seeds.extend(constraints.iter().copied().zip(multipliers.iter().copied()));
        let adjoints = tape.adjoints(&seeds);
        let by_unknown = vars.iter().zip(x).zip(&held.fixed).map(|((&var, &x), fixed)| match fixed {
            Some((bound, _)) => x - *bound,
            None => adjoints.wrt(var),
        });
        let mut values: Vec<T> = by_unknown.collect();
        values.extend(constraints.iter().map(|c| c.inner()));
        values
    }
}
