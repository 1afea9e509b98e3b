//! Roots and fixed points as functions of their parameters.

use crate::error::{finite, fits};
use crate::matrix::Form;
use crate::solved::Solved;
use crate::{Equations, Error, Krylov, Objective, Solver};
use rules::Real;
use sparse::Pattern;

/// The solution x of r(x, theta) = 0 as a function of theta, by a solver that is not looked into.
///
/// `solver` gives a solution for parameters: a closure `|theta: &[f64]| -> Result<Vec<f64>, _>`, or one from here such as
/// [`Newton`](crate::Newton). The solution is checked, and differentiated by the exact Jacobian of the residual there: by
/// the implicit function theorem, whatever the solver did.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, root};
/// struct Cube; // x^3 = theta
/// impl Equations for Cube {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] * x[0] - theta[0]]
///     }
/// }
/// let cube_root = root(Cube, |theta: &[f64]| Ok::<_, String>(vec![theta[0].cbrt()]));
/// let (x, dx) = cube_root.jvp(&[8.0], &[1.0])?;
/// assert!(x == [2.0] && (dx[0] - 1.0 / 12.0).abs() < 1e-15);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn root<E: Equations, S: Solver<E>>(residual: E, solver: S) -> Implicit<E, S> {
    Implicit { equations: residual, solver, tolerance: 1e-8, polish: 0, form: Form::Dense }
}

/// The solution x of x = g(x, theta) as a function of theta; see [`root`].
pub fn fixed_point<G: Equations, S: Solver<FixedPoint<G>>>(g: G, solver: S) -> Implicit<FixedPoint<G>, S> {
    root(FixedPoint(g), solver)
}

/// The equations x - g(x, theta) = 0.
#[derive(Clone, Debug)]
pub struct FixedPoint<G>(G);

impl<G: Equations> Equations for FixedPoint<G> {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
        let g = self.0.eval(x, theta);
        let g = g.as_ref();
        // A wrong number of values stays one, to be found where it is looked for.
        g.iter().enumerate().map(|(i, &g)| x.get(i).map_or(g, |&x| x - g)).collect::<Vec<T>>()
    }
}

/// A solution of equations as a function of their parameters: made by [`root`] or [`fixed_point`].
///
/// Cost of the first derivatives: the Jacobian by the unknowns, its factors, and a run of the residual on the number that
/// is asked for; of those of order k, k runs.
#[derive(Clone, Debug)]
pub struct Implicit<E, S> {
    equations: E,
    solver: S,
    tolerance: f64,
    polish: usize,
    form: Form,
}

impl<E: Equations, S: Solver<E>> Implicit<E, S> {
    /// How far a Newton step may move the solver's point, relative to it and to one: 1e-8 unless it is said.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// At most so many Newton steps improve the solver's point before it is checked: none unless it is said, so that the
    /// values are the solver's to the bit.
    #[must_use]
    pub fn polish(mut self, steps: usize) -> Self {
        self.polish = steps;
        self
    }

    /// The Jacobian by the unknowns is held sparse; its pattern is found at each point.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.form = Form::Sparse(None);
        self
    }

    /// The Jacobian by the unknowns is held sparse, with this pattern.
    #[must_use]
    pub fn pattern(mut self, pattern: Pattern) -> Self {
        self.form = Form::Sparse(Some(pattern));
        self
    }

    /// The Jacobian by the unknowns is not formed: equations are solved by products with it.
    #[must_use]
    pub fn matrix_free(mut self, krylov: Krylov) -> Self {
        self.form = Form::Free(krylov);
        self
    }

    /// The solution at `theta`, on any number: inside a closure of an operator, with derivatives of any order.
    ///
    /// # Errors
    /// If the solver fails, its point is no solution, the Jacobian is singular there, something is not finite, or the
    /// number is one of [`Error::Open`].
    pub fn at<T: Real>(&self, theta: &[T]) -> Result<Vec<T>, Error> {
        let plain: Vec<f64> = theta.iter().map(T::value).collect();
        self.solved(&plain)?.carry(theta)
    }

    /// The solution, and its derivative along `v`.
    ///
    /// # Errors
    /// As [`at`](Implicit::at), and if `v` has another length than `theta`.
    pub fn jvp(&self, theta: &[f64], v: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        self.solved(theta)?.push(v)
    }

    /// The solution, and `w` times its derivative by the parameters: one solve with the transposed Jacobian.
    ///
    /// # Errors
    /// As [`at`](Implicit::at), and if `w` has another length than the solution.
    pub fn vjp(&self, theta: &[f64], w: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let solved = self.solved(theta)?;
        fits("weights, one for each unknown", w.len(), solved.x.len())?;
        let back = solved.pull(w)?;
        Ok((solved.x, back))
    }

    /// The value of a loss of the solution and the parameters, and its gradient by the parameters: one solve with the
    /// transposed Jacobian, however many parameters there are.
    ///
    /// # Errors
    /// As [`at`](Implicit::at).
    pub fn gradient<L: Objective>(&self, loss: L, theta: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let solved = self.solved(theta)?;
        solved.gradient(&loss, solved.x.len())
    }

    fn solved<'s>(&'s self, theta: &'s [f64]) -> Result<Solved<'s, &'s E>, Error> {
        finite("the parameters", theta)?;
        let x = self.solver.solve(&self.equations, theta)?;
        Solved::new(&self.equations, &self.form, x, theta, self.tolerance, self.polish)
    }
}
