//! Matrices with derivatives: products, systems, factorisations and determinants on any number, with one rule each.
//!
//! The [operators](crate) take matrices as they take lists: `gradient(|a| .., &a)` is a matrix.
//! A [`Matrix`] of the numbers that operators hand to closures is used like one of `f64`. Its entries are numbers like all
//! others, so scalars and matrices mix on one tape; an operation on the whole of it is one record there.
//!
//! ```
//! use wengert::linalg::Matrix;
//! use wengert::prelude::*;
//!
//! // The likelihood of a Gaussian process, by its two hyper-parameters.
//! let (t, y) = ([0.0, 0.5, 1.5], Matrix::column(&[1.0, 0.8, -0.3]));
//! let likelihood = wengert::function!(t: [f64; 3], y: Matrix<f64>; |x| {
//!     let kernel = |i: usize, j: usize| {
//!         let d = (t[i] - t[j]) / x[0];
//!         let noise = if i == j { x[1] } else { 0.0.into() };
//!         (-0.5 * d * d).exp() + noise
//!     };
//!     let k = Matrix::from_fn(3, 3, kernel).cholesky().expect("a kernel is positive definite");
//!     let y = Matrix::constant(&y);
//!     0.5 * (y.dot(&k.solve(&y).expect("as before")) + k.logdet())
//! });
//! let g = likelihood.gradient(&[1.0, 0.1]);
//! assert!((g[0] + 0.261473).abs() < 1e-6 && (g[1] - 3.151215).abs() < 1e-6);
//!
//! // The gradient by a matrix.
//! let a = Matrix::from_rows([[4.0, 1.0], [1.0, 3.0]]);
//! let g = gradient(|a| a.det(), &a);
//! assert_eq!(g, Matrix::from_rows([[3.0, -1.0], [-1.0, 4.0]]));
//! ```
//!
//! An operation of one's own is an [`Operation`]: value and tangent. `docs/linalg.md` says more, and what it costs.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;

use crate::gradient::{one, zero};
use crate::hessian::{Reverse2, Second};
use crate::inputs::{Inputs, TryRepeated};
use crate::pool::on_tape;
use reverse::{Adjoints, Tape, Var};
use rules::{Number, Real};

pub use crate::derivative::Forward;
#[cfg(feature = "faer")]
pub use faer::{from_faer, to_faer, to_faer_mut};
pub use linalg::*;
#[cfg(feature = "nalgebra")]
pub use nalgebra::{from_nalgebra, into_nalgebra, take_nalgebra, to_nalgebra, to_nalgebra_mut};
#[cfg(feature = "ndarray")]
pub use ndarray::{from_ndarray, into_ndarray, take_ndarray, to_ndarray, to_ndarray_mut};

/// The value and the gradients of `f` by several matrices.
///
/// ```
/// use wengert::linalg::{Matrix, value_and_gradients};
/// let (a, b) = (Matrix::row(&[1.0, 2.0]), Matrix::column(&[3.0, 4.0]));
/// let (y, [by_a, by_b]) = value_and_gradients(|[a, b]| a.matmul(b).sum(), [&a, &b]);
/// assert_eq!((y, by_a, by_b), (11.0, b.transposed(), a.transposed()));
/// ```
pub fn value_and_gradients<T: Real, const N: usize>(
    f: impl for<'t> FnOnce([&Matrix<Var<'t, T>>; N]) -> Var<'t, T>,
    x: [&Matrix<T>; N],
) -> (T, [Matrix<T>; N]) {
    let mut gradients = x.map(|x| shaped(x, vec![zero(); x.shape().len()]));
    match swept(|x| Ok::<_, core::convert::Infallible>(f(x)), x, gradients.each_mut()) {
        Ok((y, _)) => (y, gradients),
        Err(never) => match never {},
    }
}

/// As [`value_and_gradients`], for an `f` that can fail: with a matrix that is singular, say.
///
/// ```
/// use wengert::linalg::{Error, Matrix, symmetric_eigenvalues, try_value_and_gradients};
/// let a = Matrix::from_rows([[1.0, 2.0], [2.0, 1.0]]);
/// let found = try_value_and_gradients(|[a]| Ok(a.cholesky()?.logdet()), [&a]);
/// assert_eq!(found, Err(Error::NotPositiveDefinite { pivot: 1, value: -3.0 }));
/// // The least eigenvalue of two that are equal.
/// let twice = Matrix::<f64>::identity(2);
/// let found = try_value_and_gradients(|[a]| Ok(symmetric_eigenvalues(a)?[(0, 0)]), [&twice]);
/// assert_eq!(found, Err(Error::Degenerate { pair: (0, 1), values: (1.0, 1.0) }));
/// // Where nothing around says what the error is, the closure does.
/// let said = try_value_and_gradients(|[a]| Ok::<_, Error>(a.cholesky()?.logdet()), [&a]).map_err(|e| e.to_string());
/// assert!(said.unwrap_err().contains("not positive definite"));
/// ```
///
/// # Errors
/// What `f` returns; and why an operation has no derivative here, where [`value_and_gradients`] gives NaN: of equal eigenvalues
/// which two they are.
pub fn try_value_and_gradients<T: Real, E: From<Error>, const N: usize>(
    f: impl for<'t> FnOnce([&Matrix<Var<'t, T>>; N]) -> Result<Var<'t, T>, E>,
    x: [&Matrix<T>; N],
) -> Result<(T, [Matrix<T>; N]), E> {
    let mut gradients = x.map(|x| shaped(x, vec![zero(); x.shape().len()]));
    let y = try_value_and_gradients_into(f, x, gradients.each_mut())?;
    Ok((y, gradients))
}

/// As [`try_value_and_gradients`], with the gradients written to memory of the caller's.
///
/// ```
/// use wengert::linalg::{Error, Matrix, try_value_and_gradients_into};
/// let a = Matrix::from_rows([[4.0, 1.0], [1.0, 3.0]]);
/// let mut by_a = Matrix::zeros(2, 2);
/// let det = try_value_and_gradients_into(|[a]| Ok::<_, Error>(a.det()), [&a], [&mut by_a])?;
/// assert_eq!((det, by_a[(0, 0)]), (11.0, 3.0));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// What `f` returns; the gradients are then as they were. And why an operation has no derivative here, as for
/// [`try_value_and_gradients`].
///
/// # Panics
/// If a gradient has another shape than its matrix.
#[track_caller]
pub fn try_value_and_gradients_into<T: Real, E: From<Error>, const N: usize>(
    f: impl for<'t> FnOnce([&Matrix<Var<'t, T>>; N]) -> Result<Var<'t, T>, E>,
    x: [&Matrix<T>; N],
    gradients: [&mut Matrix<T>; N],
) -> Result<T, E> {
    for (x, g) in x.iter().zip(&gradients) {
        assert!(x.shape() == g.shape(), "a gradient of {} by a matrix of {}", g.shape(), x.shape());
    }
    match swept(f, x, gradients)? {
        (_, Some(refusal)) => Err(refusal.into()),
        (y, None) => Ok(y),
    }
}

/// The value, and what operation has no derivative.
fn swept<T: Real, E, const N: usize>(
    f: impl for<'t> FnOnce([&Matrix<Var<'t, T>>; N]) -> Result<Var<'t, T>, E>,
    x: [&Matrix<T>; N],
    gradients: [&mut Matrix<T>; N],
) -> Result<(T, Option<Error>), E> {
    on_tape(&[], |tape, _, adjoints| {
        let matrices = x.map(|x| variables(tape, x));
        let y = f(matrices.each_ref())?;
        tape.adjoints_into(&[(y, one())], adjoints);
        for (x, g) in matrices.iter().zip(gradients) {
            adjoints.wrt_list(x.as_list(), g.as_mut_slice());
        }
        Ok((y.inner(), tape.refusal()))
    })
}

/// As [`value_and_hvp`](crate::value_and_hvp), for an `f` that can fail: of a matrix, or of a list of numbers that matrices are
/// made of.
///
/// ```
/// use wengert::linalg::{Error, Matrix, try_value_and_hvp};
/// let a: Matrix = Matrix::from_diagonal(&[4.0, 16.0]);
/// let v = Matrix::from_diagonal(&[1.0, 0.0]);
/// // ln det has the Hessian -A^-1 V A^-1.
/// let (_, _, hv) = try_value_and_hvp(|a| Ok::<_, Error>(a.cholesky()?.logdet()), &a, &v)?;
/// assert_eq!(hv, -0.0625 * &v);
/// let found = try_value_and_hvp(|a| Ok(a.cholesky()?.logdet()), &-a, &v);
/// assert_eq!(found, Err(Error::NotPositiveDefinite { pivot: 0, value: -4.0 }));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// What `f` returns; and why an operation has no derivative here, where `value_and_hvp` gives NaN. NaN remains where eigenvalues are
/// equal and what depends on their vectors depends on more than the space of these.
///
/// # Panics
/// If the direction has another length or shape than `x`.
#[track_caller]
pub fn try_value_and_hvp<
    T: Real,
    I: Inputs<T> + ?Sized,
    V: Inputs<T, Gradient = I::Gradient> + ?Sized,
    E: From<Error>,
>(
    f: impl for<'t> TryRepeated<T, I, Reverse2<'t, T>, E>,
    x: &I,
    v: &V,
) -> Result<(T, I::Gradient, I::Gradient), E> {
    x.goes_along(v.shape());
    let (mut failed, mut refused) = (None, None);
    let mut f = f;
    let found =
        x.value_and_hvp_of(|x| f(x).unwrap_or_else(|error| missing(error, &mut failed)), v.entries(), &mut refused);
    match failed.or(refused.map(E::from)) {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// As [`value_and_hessian`](crate::value_and_hessian), for an `f` that can fail: of a matrix, or of a list of numbers that matrices
/// are made of.
///
/// ```
/// use wengert::linalg::{Error, Matrix, try_value_and_hessian};
/// let logdet = |x: [f64; 2]| {
///     try_value_and_hessian(|x| Ok::<_, Error>(Matrix::from_diagonal(x).cholesky()?.logdet()), &x)
/// };
/// let (_, _, h) = logdet([4.0, 16.0])?;
/// assert_eq!(h.as_slice(), [-0.0625, 0.0, 0.0, -0.00390625]);
/// assert_eq!(logdet([4.0, 0.0]), Err(Error::NotPositiveDefinite { pivot: 1, value: 0.0 }));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// As [`try_value_and_hvp`].
pub fn try_value_and_hessian<T: Real, I: Inputs<T> + ?Sized, E: From<Error>>(
    f: impl for<'t> TryRepeated<T, I, Second<'t, T>, E>,
    x: &I,
) -> Result<(T, I::Gradient, I::Hessian), E> {
    let (mut failed, mut refused) = (None, None);
    let mut f = f;
    let found = x.value_and_hessian_of(|x| f(x).unwrap_or_else(|error| missing(error, &mut failed)), &mut refused);
    match failed.or(refused.map(E::from)) {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// A number in the place of one that is not there, for the reason that is kept.
fn missing<V: Number, E>(error: E, failed: &mut Option<E>) -> V {
    failed.get_or_insert(error);
    zero()
}

/// The variables of a tape for the entries of a matrix, in one piece: operations take it as it is, and each entry is a
/// variable as soon as it is asked for.
///
/// ```
/// use wengert::linalg::{Matrix, derivatives, variables};
/// use wengert::Tape;
/// let tape = Tape::new();
/// let x = variables(&tape, &Matrix::from_rows([[2.0, 1.0], [0.0, 3.0]]));
/// let adjoints = (x.det() * x[(0, 0)]).grad();
/// assert_eq!(derivatives(&x, &adjoints), Matrix::from_rows([[12.0, 0.0], [-2.0, 4.0]]));
/// ```
pub fn variables<'t, T: Real>(tape: &'t Tape<T>, x: &Matrix<T>) -> Matrix<Var<'t, T>> {
    Matrix::from_list(x.rows(), x.columns(), tape.list(x.as_slice()))
}

/// The derivatives by the entries of a matrix that a sweep has left.
///
/// # Panics
/// If an entry is of another tape, or is no variable but a function of one; see [`Adjoints::wrt`].
///
/// ```
/// use wengert::Tape;
/// use wengert::linalg::{Matrix, derivatives, variables};
/// let tape = Tape::new();
/// let x = variables(&tape, &Matrix::from_rows([[2.0, 1.0], [0.0, 3.0]]));
/// let adjoints = x.det().grad();
/// // The cofactors.
/// assert_eq!(derivatives(&x, &adjoints), Matrix::from_rows([[3.0, 0.0], [-1.0, 2.0]]));
/// ```
#[track_caller]
pub fn derivatives<T: Real>(x: &Matrix<Var<'_, T>>, adjoints: &Adjoints<T>) -> Matrix<T> {
    let mut found = vec![zero(); x.shape().len()];
    adjoints.wrt_list(x.as_list(), &mut found);
    shaped(x, found)
}

pub(crate) fn shaped<T, U>(like: &Matrix<T>, entries: Vec<U>) -> Matrix<U> {
    Matrix::from_vec(like.rows(), like.columns(), entries)
}

impl<T: Copy> From<&crate::Matrix<T>> for Matrix<T> {
    /// A Jacobian or Hessian, which is stored by rows, as a matrix to compute with.
    fn from(rows: &crate::Matrix<T>) -> Self {
        Matrix::from_fn(rows.rows(), rows.columns(), |i, j| rows[(i, j)])
    }
}
