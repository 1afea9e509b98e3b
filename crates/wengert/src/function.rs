//! Functions written once for every number, with the engine chosen for them.

mod by_lanes;
pub(crate) mod jacobian;
mod second;

use crate::generated::alike;
use crate::gradient::one;
use crate::jacobian::LANES;
use crate::matrix::Matrix;
use crate::outputs::Outputs;
use crate::pool::{Recorder, on_static_tape_again, with_kept};
use crate::shape::{Mistake, fits, right, same};
use forward::Dual;
use reverse::{Adjoints, Var};
use rules::{Number, Real};

/// A function that runs on any number: written once, differentiated by every engine.
///
/// Should I be using this? For one operator on one closure, no. To share a function between operators, to let the
/// mode be chosen from its shape, or to run through the containers of nalgebra and ndarray in reverse mode, yes.
///
/// ```
/// use wengert::prelude::*;
/// struct Polar;
/// impl Function for Polar {
///     type Output<T: Real> = [T; 2];
///     fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 2] {
///         [x[0] * x[1].cos(), x[0] * x[1].sin()]
///     }
/// }
/// assert_eq!(Polar.jacobian(&[2.0, 0.0]).as_slice(), [1.0, 0.0, 0.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has nothing of this name that fits",
    note = "beside a function with `#[differentiable]` that gives several numbers stand `jacobian`, `jvp` and `vjp`; a gradient is of one number",
    note = "a closure becomes a `Function` by `wengert::function!(|x| ..)`"
)]
pub trait Function {
    /// What it returns: `T`, `[T; M]` or `Vec<T>`.
    type Output<T: Real>: Outputs<T>;

    /// The function itself.
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Self::Output<T>;
}

impl<F: Function + ?Sized> Function for &F {
    type Output<T: Real> = F::Output<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> F::Output<T> {
        (**self).eval(x)
    }
}

/// Which engine differentiates a [`Function`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The cheaper one for the numbers of inputs and outputs.
    #[default]
    Auto,
    /// Duals with lanes: a run for every eight inputs.
    Forward,
    /// A tape: one recording, and a sweep for every four outputs.
    Reverse,
}

impl Mode {
    /// The mode taken for `n` inputs and `m` outputs: forward where its runs cost no more than the sweeps.
    ///
    /// A run on eight lanes costs about three times the function, a recording with its first sweep about eight
    /// times, each further sweep about three.
    ///
    /// ```
    /// use wengert::Mode;
    /// assert_eq!(Mode::Auto.choose(2, 1000), Mode::Forward);
    /// assert_eq!(Mode::Auto.choose(1000, 1), Mode::Reverse);
    /// ```
    pub fn choose(self, n: usize, m: usize) -> Mode {
        let (runs, sweeps) = (n.div_ceil(LANES), m.div_ceil(4));
        match self {
            Mode::Auto if 3 * runs <= 5 + 3 * sweeps => Mode::Forward,
            Mode::Auto => Mode::Reverse,
            forced => forced,
        }
    }
}

/// The operators on a [`Function`].
///
/// ```
/// use wengert::{Differentiate, function};
/// let f = function!(|x| x[0] * x[0] * x[1]);
/// let x = [2.0, 3.0];
/// assert_eq!(f.value(&x), [12.0]);
/// assert_eq!(f.gradient(&x), [12.0, 4.0]);
/// assert_eq!(f.value_and_gradient(&x), (12.0, vec![12.0, 4.0]));
/// assert_eq!(f.hessian(&x).as_slice(), [6.0, 4.0, 4.0, 0.0]);
/// assert_eq!(f.hvp(&x, &[1.0, 0.0]), [6.0, 4.0]);
/// let (_, gradient, product) = f.value_and_hvp(&x, &[0.0, 1.0]);
/// assert_eq!((gradient, product), (vec![12.0, 4.0], vec![4.0, 0.0]));
///
/// let g = function!(|x| -> Vec<T> { vec![x[0] * x[1], x[0] - x[1]] });
/// assert_eq!(g.jacobian(&x).as_slice(), [3.0, 2.0, 1.0, -1.0]);
/// assert_eq!(g.jvp(&x, &[1.0, 1.0]), (vec![6.0, -1.0], vec![5.0, 0.0]));
/// assert_eq!(g.vjp(&x, &[1.0, 10.0]), (vec![6.0, -1.0], vec![13.0, -8.0]));
/// ```
pub trait Differentiate: Function {
    /// The outputs at `x`, m values.
    fn value(&self, x: &[f64]) -> Vec<f64> {
        self.eval(x).as_slice().to_vec()
    }

    /// The gradient of a function with one output: n values.
    ///
    /// # Panics
    /// If the function has not exactly one output.
    #[track_caller]
    fn gradient(&self, x: &[f64]) -> Vec<f64> {
        self.value_and_gradient(x).1
    }

    /// The value and the gradient of a function with one output.
    ///
    /// # Panics
    /// If the function has not exactly one output.
    #[track_caller]
    fn value_and_gradient(&self, x: &[f64]) -> (f64, Vec<f64>) {
        let mut g = alike(0.0, x.len());
        let y = self.value_and_gradient_into(x, &mut g);
        (y, g)
    }

    /// As [`value_and_gradient`](Differentiate::value_and_gradient), written to memory of the caller's. Allocates
    /// nothing on the second call of its thread, except what the function does.
    ///
    /// # Panics
    /// If the function has not exactly one output, or `g` and `x` differ in length.
    ///
    /// ```
    /// use wengert::{Differentiate, function};
    /// let (f, mut gradient) = (function!(|x| x[0] * x[1]), [0.0; 2]);
    /// for x in [[2.0, 3.0], [4.0, 5.0]] {
    ///     assert_eq!(f.value_and_gradient_into(&x, &mut gradient), x[0] * x[1]);
    ///     assert_eq!(gradient, [x[1], x[0]]);
    /// }
    /// ```
    #[track_caller]
    fn value_and_gradient_into(&self, x: &[f64], g: &mut [f64]) -> f64 {
        same("the gradient", g.len(), "inputs", x.len());
        if let Some(y) = right(by_lanes::gradient(self, x, g)) {
            return y;
        }
        let run = |recorder: &'static Recorder<f64>, vars: &[Var<'static>]| {
            let y = sweep_one(self, recorder, vars, "gradient")?;
            g.copy_from_slice(recorder.adjoints.borrow().inputs());
            Ok(y)
        };
        right(on_static_tape_again(x, run, |_, adjoints| any_nan(adjoints)))
    }

    /// The Jacobian at `x`, m x n, by the cheaper mode.
    fn jacobian(&self, x: &[f64]) -> Matrix {
        self.value_and_jacobian(Mode::Auto, x).1
    }

    /// The value and the Jacobian at `x`, by the mode given.
    ///
    /// ```
    /// use wengert::{Differentiate, Mode, function};
    /// let f = function!(|x| -> Vec<T> { vec![x[0] * x[1], x[0] - x[1]] });
    /// let (value, jacobian) = f.value_and_jacobian(Mode::Reverse, &[2.0, 3.0]);
    /// assert_eq!((value, jacobian.as_slice()), (vec![6.0, -1.0], &[3.0, 2.0, 1.0, -1.0][..]));
    /// ```
    fn value_and_jacobian(&self, mode: Mode, x: &[f64]) -> (Vec<f64>, Matrix) {
        jacobian::new(self, mode, x)
    }

    /// As [`value_and_jacobian`](Differentiate::value_and_jacobian), written to memory of the caller's: `y` has m values,
    /// `jacobian` m x n row by row. Allocates nothing on the second call of its thread, except what the function does.
    ///
    /// # Panics
    /// If `y` or `jacobian` have another length than the function's outputs ask for.
    ///
    /// ```
    /// use wengert::{Differentiate, Mode, function};
    /// let f = function!(|x| -> Vec<T> { vec![x[0] * x[1], x[0] - x[1]] });
    /// let (mut y, mut j) = ([0.0; 2], [0.0; 4]);
    /// f.value_and_jacobian_into(Mode::Auto, &[2.0, 3.0], &mut y, &mut j);
    /// assert_eq!((y, j), ([6.0, -1.0], [3.0, 2.0, 1.0, -1.0]));
    /// ```
    #[track_caller]
    fn value_and_jacobian_into(&self, mode: Mode, x: &[f64], y: &mut [f64], jacobian: &mut [f64]) {
        same("room for the Jacobian", jacobian.len(), "entries", y.len().saturating_mul(x.len()));
        let room = y.len();
        right(
            jacobian::into(self, mode, x, y, jacobian)
                .or_else(|outputs| fits("room for values", room, "outputs", outputs)),
        );
    }

    /// The value and the derivative along `v`: m values each.
    ///
    /// # Panics
    /// If `x` and `v` differ in length.
    #[track_caller]
    fn jvp(&self, x: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
        same("the direction", v.len(), "inputs", x.len());
        with_kept(|duals: &mut Vec<Dual>| {
            duals.clear();
            duals.extend(x.iter().zip(v).map(|(&x, &v)| Dual::seeded(x, v)));
            self.eval(duals).as_slice().iter().map(|y| (y.value, y.tangent)).unzip()
        })
    }

    /// The value (m) and the derivative weighted by `w` (m) on the outputs: n values.
    ///
    /// # Panics
    /// If `w` has another length than the outputs.
    #[track_caller]
    fn vjp(&self, x: &[f64], w: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let run = |recorder: &'static Recorder<f64>, vars: &[Var<'static>]| {
            let outputs = self.eval(vars);
            let outputs = outputs.as_slice();
            fits("the list of weights", w.len(), "outputs", outputs.len())?;
            let seeds: Vec<_> = outputs.iter().copied().zip(w.iter().copied()).collect();
            let mut adjoints = recorder.adjoints.borrow_mut();
            recorder.tape.adjoints_into(&seeds, &mut adjoints);
            Ok((outputs.iter().map(|y| y.inner()).collect(), adjoints.inputs().to_vec()))
        };
        right(on_static_tape_again(x, run, |_, adjoints| any_nan(adjoints)))
    }

    /// The Hessian of a function with one output, n x n, symmetric.
    ///
    /// # Panics
    /// If the function has not exactly one output.
    #[track_caller]
    fn hessian(&self, x: &[f64]) -> Matrix {
        self.value_and_hessian(x).2
    }

    /// The value, the gradient and the Hessian of a function with one output; a gradient on lanes for every eight
    /// columns.
    ///
    /// # Panics
    /// If the function has not exactly one output.
    ///
    /// ```
    /// use wengert::{Differentiate, function};
    /// let (value, gradient, hessian) = function!(|x| x[0] * x[1]).value_and_hessian(&[2.0, 3.0]);
    /// assert_eq!((value, gradient, hessian.as_slice()), (6.0, vec![3.0, 2.0], &[0.0, 1.0, 1.0, 0.0][..]));
    /// ```
    #[track_caller]
    fn value_and_hessian(&self, x: &[f64]) -> (f64, Vec<f64>, Matrix) {
        right(second::hessian(self, x))
    }

    /// The Hessian of a function with one output times `v`: n values.
    ///
    /// # Panics
    /// If the function has not exactly one output, or `x` and `v` differ in length.
    #[track_caller]
    fn hvp(&self, x: &[f64], v: &[f64]) -> Vec<f64> {
        self.value_and_hvp(x, v).2
    }

    /// The value, the gradient, and the Hessian times `v`.
    ///
    /// # Panics
    /// If the function has not exactly one output, or `x` and `v` differ in length.
    #[track_caller]
    fn value_and_hvp(&self, x: &[f64], v: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        same("the direction", v.len(), "inputs", x.len());
        right(second::product(self, x, v))
    }
}

/// The only output.
fn one_of<'y, T>(outputs: &'y [T], operator: &'static str) -> Result<&'y T, Mistake> {
    match outputs {
        [y] => Ok(y),
        _ => Err(Mistake::Outputs { operator, outputs: outputs.len() }),
    }
}

/// Runs a function with one output on variables and sweeps back from it; returns the value.
fn sweep_one<F: Function + ?Sized, T: Real + 'static>(
    f: &F,
    recorder: &'static Recorder<T>,
    vars: &[Var<'static, T>],
    operator: &'static str,
) -> Result<T, Mistake> {
    let outputs = f.eval(vars);
    let y = *one_of(outputs.as_slice(), operator)?;
    recorder.tape.adjoints_into(&[(y, one())], &mut recorder.adjoints.borrow_mut());
    Ok(y.inner())
}

/// Whether an adjoint of the inputs is NaN.
fn any_nan<T: Number>(adjoints: &Adjoints<T>) -> bool {
    adjoints.inputs().iter().any(|x| x.has_nan())
}

impl<F: Function + ?Sized> Differentiate for F {}
