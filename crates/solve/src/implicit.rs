//! Roots and fixed points as functions of their parameters.

use crate::buffers::{Buffers, Plain};
use crate::derivatives::{evaluated, gradients_into, jacobian_into, pull_into};
use crate::error::{finite, fits};
use crate::isolated::isolated;
use crate::matrix::Form;
use crate::solved::{Solved, settle};
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
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Equations, Iteration, fixed_point};
/// struct Cosine; // x = cos(theta x)
/// impl Equations for Cosine {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [(theta[0] * x[0]).cos()]
///     }
/// }
/// let (x, dx) = fixed_point(Cosine, Iteration::from(&[1.0])).jvp(&[1.0], &[1.0])?;
/// let slope = -x[0].sin();
/// assert!((x[0] - x[0].cos()).abs() < 1e-14 && (dx[0] - slope * x[0] / (1.0 - slope)).abs() < 1e-13);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn fixed_point<G: Equations, S: Solver<FixedPoint<G>>>(g: G, solver: S) -> Implicit<FixedPoint<G>, S> {
    root(FixedPoint(g), solver)
}

/// The equations x - g(x, theta) = 0.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, FixedPoint, Newton, fixed_point};
/// struct Half; // x = x / 2 + theta
/// impl Equations for Half {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [0.5 * x[0] + theta[0]]
///     }
/// }
/// // A solver of equations sees x - g(x).
/// let solution: solve::Implicit<FixedPoint<Half>, Newton> = fixed_point(Half, Newton::from(&[0.0]));
/// assert_eq!(solution.at(&[3.0])?, [6.0]);
/// # Ok::<(), solve::Error>(())
/// ```
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
///
/// ```
/// use rules::Real;
/// use solve::{Buffers, Equations, Newton, Objective, root};
/// struct Square; // x^2 = theta
/// impl Equations for Square {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] - theta[0]]
///     }
/// }
/// struct First;
/// impl Objective for First {
///     fn eval<T: Real>(&self, x: &[T], _: &[T]) -> T {
///         x[0]
///     }
/// }
/// let root = root(Square, Newton::from(&[1.0]).limit(50)).tolerance(1e-10).polish(1);
/// assert_eq!(root.at(&[4.0])?, [2.0]);
/// // dx = dtheta / (2 x)
/// assert_eq!(root.jvp(&[4.0], &[1.0])?, (vec![2.0], vec![0.25]));
/// assert_eq!(root.vjp(&[4.0], &[1.0])?, (vec![2.0], vec![0.25]));
/// assert_eq!(root.gradient(First, &[4.0])?, (2.0, vec![0.25]));
///
/// let (mut x, mut by_theta, mut buffers) = ([0.0], [0.0], Buffers::default());
/// for theta in [4.0, 9.0] {
///     root.at_into(&[theta], &mut x, &mut buffers)?;
///     root.vjp_into(&[theta], &[1.0], &mut x, &mut by_theta, &mut buffers)?;
///     assert_eq!((x[0], by_theta[0]), (theta.sqrt(), 0.5 / theta.sqrt()));
/// }
/// # Ok::<(), solve::Error>(())
/// ```
///
/// Many unknowns, with a Jacobian that is held sparse or not formed at all:
///
/// ```
/// use rules::Real;
/// use solve::{Buffers, Equations, Krylov, Newton, Objective, root};
/// use sparse::Pattern;
/// /// -u'' + theta u = 1 between two zeros, on a grid.
/// struct Rod;
/// impl Equations for Rod {
///     fn eval<T: Real>(&self, u: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         let at = |i: usize| if (1..=u.len()).contains(&i) { u[i - 1] } else { T::from(0.0) };
///         (1..=u.len()).map(|i| 2.0 * at(i) - at(i - 1) - at(i + 1) + theta[0] * at(i) - 1.0).collect::<Vec<T>>()
///     }
/// }
/// struct Total;
/// impl Objective for Total {
///     fn eval<T: Real>(&self, u: &[T], _: &[T]) -> T {
///         u.iter().sum()
///     }
/// }
/// let (theta, n) = ([0.5], 6);
/// let rod = || root(Rod, Newton::from(&[0.0; 6]));
/// let band = Pattern::dense(n, n).expect("36 entries").filter(|i, j| i.abs_diff(j) < 2);
/// let dense = rod().gradient(Total, &theta)?;
/// let ways = [rod().sparse(), rod().pattern(band), rod().matrix_free(Krylov::gmres(1e-13))];
/// for way in ways {
///     assert!((way.gradient(Total, &theta)?.1[0] - dense.1[0]).abs() < 1e-10);
/// }
/// // With du/dtheta in memory that is there: along 1 it adds up to the same derivative.
/// let (mut u, mut du, mut gradient, mut buffers) = ([0.0; 6], [0.0; 6], [0.0], Buffers::default());
/// rod().jvp_into(&theta, &[1.0], &mut u, &mut du, &mut buffers)?;
/// let total = rod().gradient_into(Total, &theta, &mut gradient, &mut buffers)?;
/// assert!((total - dense.0).abs() < 1e-12 && (du.iter().sum::<f64>() - gradient[0]).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
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

    /// The Jacobian by the unknowns is held sparse, with this pattern. Entries outside of it are an error.
    #[must_use]
    pub fn pattern(mut self, pattern: Pattern) -> Self {
        self.form = Form::Sparse(Some(pattern));
        self
    }

    /// The Jacobian by the unknowns is not formed: equations are solved by products with it. That it is singular shows only
    /// where the tolerance is not reached; of many solutions it finds one.
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

    /// The solution, written to `x`, in memory that is there; see [`Buffers`]. Here and in the other methods that end in
    /// `_into`, a Jacobian that is not held dense is made and factored in memory of its own, as are solutions of solvers
    /// that are not from here.
    ///
    /// # Errors
    /// As [`at`](Implicit::at), and if `x` has another length than the solution.
    pub fn at_into(&self, theta: &[f64], x: &mut [f64], buffers: &mut Buffers) -> Result<(), Error> {
        match self.form {
            Form::Dense => self.settled(theta, buffers)?,
            _ => buffers.x = self.solved(theta)?.x,
        }
        handed("room for the solution", &buffers.x, x)
    }

    /// As [`jvp`](Implicit::jvp), written to `x` and `dx`, in memory that is there; see [`at_into`](Implicit::at_into).
    ///
    /// # Errors
    /// As [`jvp`](Implicit::jvp), and if `x` or `dx` has another length than the solution.
    pub fn jvp_into(
        &self,
        theta: &[f64],
        v: &[f64],
        x: &mut [f64],
        dx: &mut [f64],
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        fits("the direction, one number for each parameter", v.len(), theta.len())?;
        finite("the direction", v)?;
        let Form::Dense = self.form else {
            let (point, slope) = self.jvp(theta, v)?;
            handed("room for the solution", &point, x)?;
            return handed("room for the derivative", &slope, dx);
        };
        self.settled(theta, buffers)?;
        let Buffers { x: point, plain: Plain { step, room, lu, .. }, along, .. } = buffers;
        along.push(&self.equations, [point, theta, v], step);
        lu.solve_in(step, room);
        step.iter_mut().for_each(|d| *d = -*d);
        handed("room for the solution", point, x)?;
        handed("room for the derivative", step, dx)
    }

    /// As [`vjp`](Implicit::vjp), written to `x` and `by_theta`, in memory that is there; see [`at_into`](Implicit::at_into).
    ///
    /// # Errors
    /// As [`vjp`](Implicit::vjp), and if `x` or `by_theta` has another length than what is written to it.
    pub fn vjp_into(
        &self,
        theta: &[f64],
        w: &[f64],
        x: &mut [f64],
        by_theta: &mut [f64],
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        fits("room for the derivative", by_theta.len(), theta.len())?;
        let Form::Dense = self.form else {
            let (point, back) = self.vjp(theta, w)?;
            by_theta.copy_from_slice(&back);
            return handed("room for the solution", &point, x);
        };
        self.settled(theta, buffers)?;
        fits("weights, one for each unknown", w.len(), buffers.x.len())?;
        finite("the weights", w)?;
        buffers.plain.step.clear();
        buffers.plain.step.extend_from_slice(w);
        self.back_into(theta, by_theta, buffers);
        handed("room for the solution", &buffers.x, x)
    }

    /// As [`gradient`](Implicit::gradient), written to `gradient`, in memory that is there; see
    /// [`at_into`](Implicit::at_into).
    ///
    /// # Errors
    /// As [`gradient`](Implicit::gradient), and if `gradient` has another length than `theta`.
    pub fn gradient_into<L: Objective>(
        &self,
        loss: L,
        theta: &[f64],
        gradient: &mut [f64],
        buffers: &mut Buffers,
    ) -> Result<f64, Error> {
        fits("room for the gradient", gradient.len(), theta.len())?;
        let Form::Dense = self.form else {
            let (value, found) = self.gradient(loss, theta)?;
            gradient.copy_from_slice(&found);
            return Ok(value);
        };
        self.settled(theta, buffers)?;
        let Buffers { x, plain: Plain { step, .. }, recording, direct, .. } = buffers;
        direct.clear();
        direct.resize(theta.len(), 0.0);
        let value = gradients_into(&loss, x, theta, recording, step, direct);
        finite("the loss", &[value])?;
        finite("the gradient of the loss", step)?;
        self.back_into(theta, gradient, buffers);
        gradient.iter_mut().zip(&buffers.direct).for_each(|(g, d)| *g += d);
        Ok(value)
    }

    /// Solves, checks, and leaves the solution and the factors in the buffers.
    fn settled(&self, theta: &[f64], buffers: &mut Buffers) -> Result<(), Error> {
        finite("the parameters", theta)?;
        let mut x = core::mem::take(&mut buffers.x);
        let solved = self.solver.solve_into(&self.equations, theta, &mut x, buffers);
        let Buffers { plain: Plain { values, matrix, step, room, lu, isolated: look, .. }, lanes, .. } = buffers;
        let settled = solved.and_then(|()| {
            settle(&mut x, [values, step], self.tolerance, self.polish, |x, values, step| {
                jacobian_into(&self.equations, x, theta, lanes, values, matrix);
                fits("the equations, one for each unknown", values.len(), x.len())?;
                finite("the equations", values)?;
                lu.refactor(x.len(), matrix)?;
                step.clone_from(values);
                lu.solve_in(step, room);
                Ok(())
            })?;
            let equations = |x: &[f64], y: &mut Vec<f64>| evaluated(&self.equations, x, theta, y);
            let solve = |b: &mut [f64]| {
                lu.solve_in(b, room);
                Ok(())
            };
            isolated(&x, values, equations, solve, look)
        });
        buffers.x = x;
        settled
    }

    /// Takes weights of the unknowns, which lie in the buffers, to the parameters.
    fn back_into(&self, theta: &[f64], by_theta: &mut [f64], buffers: &mut Buffers) {
        let Buffers { x, plain: Plain { step, room, lu, .. }, recording, .. } = buffers;
        lu.solve_transposed_in(step, room);
        step.iter_mut().for_each(|a| *a = -*a);
        pull_into(&self.equations, [x, step, theta], recording, by_theta);
    }

    fn solved<'s>(&'s self, theta: &'s [f64]) -> Result<Solved<'s, &'s E>, Error> {
        finite("the parameters", theta)?;
        let x = self.solver.solve(&self.equations, theta)?;
        Solved::new(&self.equations, (&self.form, false), x, theta, self.tolerance, self.polish)
    }
}

/// Writes a result to the caller's memory.
pub(crate) fn handed(what: &'static str, from: &[f64], to: &mut [f64]) -> Result<(), Error> {
    fits(what, to.len(), from.len())?;
    to.copy_from_slice(from);
    Ok(())
}
