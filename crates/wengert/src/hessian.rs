//! Second derivatives of scalar functions: forward over reverse.

use crate::gradient::{one, zero};
use crate::inputs::{Inputs, Repeated};
use crate::pool::{on_tape, with_scratch};
use crate::shape::same;
use ::linalg::Error;
use forward::Dual;
use reverse::Var;
use rules::{Number, Real, Scalar, doubt_nan};

/// Columns of the Hessian per run.
pub(crate) const COLUMNS: usize = 4;

/// What [`hessian`] hands to a closure: a variable of a tape over duals with a few lanes.
pub type Second<'t, T = f64> = Var<'t, Dual<T, [T; COLUMNS]>>;
/// What [`hvp`] hands to a closure: a variable of a tape over duals.
pub type Reverse2<'t, T = f64> = Var<'t, Dual<T>>;

/// The Hessian of `f` at `x`, n x n, symmetric. Cost: a gradient on duals for every four columns.
///
/// Entries of a [matrix](crate::linalg::Matrix) are counted column by column. Where eigenvalues or singular values are equal,
/// it is that of a function which depends on their vectors through the space they span and treats the values alike; of any
/// other it is NaN.
///
/// ```
/// use wengert::prelude::*;
/// let h = hessian(|x| x[0] * x[0] * x[1], &[2.0, 3.0]);
/// assert_eq!(h.as_slice(), [6.0, 4.0, 4.0, 0.0]);
/// ```
pub fn hessian<T: Real, I: Inputs<T> + ?Sized>(f: impl for<'t> Repeated<T, I, Second<'t, T>>, x: &I) -> I::Hessian {
    value_and_hessian(f, x).2
}

/// The value, the gradient and the Hessian of `f` at `x`; see [`hessian`].
///
/// ```
/// use wengert::prelude::*;
/// let (y, g, h) = wengert::value_and_hessian(|x| x[0] * x[0] * x[1], &[2.0, 3.0]);
/// assert_eq!((y, g, h.as_slice()), (12.0, vec![12.0, 4.0], &[6.0, 4.0, 4.0, 0.0][..]));
/// ```
pub fn value_and_hessian<T: Real, I: Inputs<T> + ?Sized>(
    f: impl for<'t> Repeated<T, I, Second<'t, T>>,
    x: &I,
) -> (T, I::Gradient, I::Hessian) {
    x.value_and_hessian_of(f, &mut None)
}

/// As [`value_and_hessian`], written to memory of the caller's: n values, and n x n row by row.
///
/// # Panics
/// If `gradient` or `hessian` have another length.
///
/// ```
/// use wengert::prelude::*;
/// let (mut g, mut h) = ([0.0; 2], [0.0; 4]);
/// wengert::value_and_hessian_into(|x| x[0] * x[0] * x[1], &[2.0, 3.0], &mut g, &mut h);
/// assert_eq!((g, h), ([12.0, 4.0], [6.0, 4.0, 4.0, 0.0]));
/// ```
#[track_caller]
pub fn value_and_hessian_into<T: Real>(
    mut f: impl for<'t> FnMut(&[Second<'t, T>]) -> Second<'t, T>,
    x: &[T],
    gradient: &mut [T],
    hessian: &mut [T],
) -> T {
    let n = x.len();
    same("the gradient", gradient.len(), "inputs", n);
    same("the Hessian", hessian.len(), "entries", n * n);
    noted_hessian(&mut f, x, gradient, hessian, &mut None)
}

/// As [`value_and_hessian_into`]; an operation on matrices that has no derivative is noted.
pub(crate) fn noted_hessian<T: Real>(
    f: &mut impl for<'t> FnMut(&[Second<'t, T>]) -> Second<'t, T>,
    x: &[T],
    gradient: &mut [T],
    hessian: &mut [T],
    refused: &mut Option<Error>,
) -> T {
    confirmed(|gradient, hessian| by_lanes(f, x, gradient, hessian, refused), gradient, hessian)
}

/// What a run says of second derivatives; where it met equal eigenvalues, if another one with other vectors for them says the
/// same, and NaN if not.
pub(crate) fn confirmed<T: Real>(
    mut run: impl FnMut(&mut [T], &mut [T]) -> T,
    gradient: &mut [T],
    second: &mut [T],
) -> T {
    let (value, met) = ::linalg::in_frame(0, || run(gradient, second));
    if met {
        let (mut other_gradient, mut other) = (gradient.to_vec(), second.to_vec());
        let (again, _) = ::linalg::in_frame(1, || run(&mut other_gradient, &mut other));
        if !confirms([&[value], gradient, second], [&[again], &other_gradient, &other]) {
            second.fill(T::constant(T::Scalar::from_f64(f64::NAN)));
        }
    }
    value
}

/// Whether another run says the same of value, gradient and second derivatives.
pub(crate) fn confirms<T: Number>([value, gradient, second]: [&[T]; 3], again: [&[T]; 3]) -> bool {
    let size = size_of(value).max(size_of(gradient)).max(size_of(second));
    agree(value, again[0], size) && agree(gradient, again[1], size) && agree(second, again[2], size_of(second))
}

fn known<T: Number>(x: T) -> f64 {
    x.known().map_or(f64::NAN, Scalar::to_f64)
}

/// The largest absolute value.
fn size_of<T: Number>(list: &[T]) -> f64 {
    list.iter().fold(0.0f64, |size, &x| size.max(known(x).abs()))
}

/// Whether numbers are the same, up to what is lost where two runs turn vectors differently.
fn agree<T: Number>(a: &[T], b: &[T], size: f64) -> bool {
    a.iter().zip(b).all(|(&a, &b)| (known(a) - known(b)).abs() <= 1e-8 * size)
}

/// A few columns in each run.
fn by_lanes<T: Real>(
    f: &mut impl for<'t> FnMut(&[Second<'t, T>]) -> Second<'t, T>,
    x: &[T],
    gradient: &mut [T],
    hessian: &mut [T],
    refused: &mut Option<Error>,
) -> T {
    let n = x.len();
    let mut value = None;
    for first in (0..n.max(1)).step_by(COLUMNS) {
        let lanes = first..n.min(first + COLUMNS);
        let lane = |j: usize, x| if lanes.contains(&j) { Dual::lane(x, j - first) } else { Dual::fixed(x) };
        with_scratch(|duals| {
            duals.extend(x.iter().enumerate().map(|(j, &x)| lane(j, x)));
            on_tape(duals, |tape, vars, adjoints| {
                let y = f(vars);
                tape.adjoints_into(&[(y, one())], adjoints);
                *refused = refused.take().or_else(|| tape.refusal());
                value.get_or_insert(y.inner().value);
                for (i, a) in adjoints.inputs().iter().enumerate() {
                    gradient[i] = a.value;
                    for j in lanes.clone() {
                        hessian[i * n + j] = a.tangent[j - first];
                    }
                }
            });
        });
    }
    value.unwrap_or_else(zero)
}

/// The Hessian of `f` at `x` times `v`: n values, without forming the Hessian. Cost: a gradient on duals.
///
/// # Panics
/// If `x` and `v` differ in length or shape.
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(hvp(|x| x[0] * x[0] * x[1], &[2.0, 3.0], &[1.0, 1.0]), [10.0, 4.0]);
/// ```
#[track_caller]
pub fn hvp<T: Real, I: Inputs<T> + ?Sized, V: Inputs<T, Gradient = I::Gradient> + ?Sized>(
    f: impl for<'t> Repeated<T, I, Reverse2<'t, T>>,
    x: &I,
    v: &V,
) -> I::Gradient {
    value_and_hvp(f, x, v).2
}

/// The value, the gradient, and the Hessian times `v`; see [`hvp`].
///
/// # Panics
/// If `x` and `v` differ in length or shape.
///
/// ```
/// use wengert::prelude::*;
/// let (y, g, hv) = wengert::value_and_hvp(|x| x[0] * x[0] * x[1], &[2.0, 3.0], &[1.0, 1.0]);
/// assert_eq!((y, g, hv), (12.0, vec![12.0, 4.0], vec![10.0, 4.0]));
/// ```
#[track_caller]
pub fn value_and_hvp<T: Real, I: Inputs<T> + ?Sized, V: Inputs<T, Gradient = I::Gradient> + ?Sized>(
    f: impl for<'t> Repeated<T, I, Reverse2<'t, T>>,
    x: &I,
    v: &V,
) -> (T, I::Gradient, I::Gradient) {
    x.goes_along(v.shape());
    x.value_and_hvp_of(f, v.entries(), &mut None)
}

/// As [`value_and_hvp`], written to memory of the caller's.
///
/// # Panics
/// If `x`, `v`, `gradient` and `product` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let (mut g, mut hv) = ([0.0; 2], [0.0; 2]);
/// wengert::value_and_hvp_into(|x| x[0] * x[0] * x[1], &[2.0, 3.0], &[1.0, 1.0], &mut g, &mut hv);
/// assert_eq!((g, hv), ([12.0, 4.0], [10.0, 4.0]));
/// ```
#[track_caller]
pub fn value_and_hvp_into<T: Real>(
    mut f: impl for<'t> FnMut(&[Reverse2<'t, T>]) -> Reverse2<'t, T>,
    x: &[T],
    v: &[T],
    gradient: &mut [T],
    product: &mut [T],
) -> T {
    same("the direction", v.len(), "inputs", x.len());
    same("the gradient", gradient.len(), "inputs", x.len());
    same("the product", product.len(), "inputs", x.len());
    noted_hvp(&mut f, x, v, gradient, product, &mut None)
}

/// As [`value_and_hvp_into`]; an operation on matrices that has no derivative is noted.
pub(crate) fn noted_hvp<T: Real>(
    f: &mut impl for<'t> FnMut(&[Reverse2<'t, T>]) -> Reverse2<'t, T>,
    x: &[T],
    v: &[T],
    gradient: &mut [T],
    product: &mut [T],
    refused: &mut Option<Error>,
) -> T {
    let run = |gradient: &mut [T], product: &mut [T]| {
        with_scratch(|duals| {
            duals.extend(x.iter().zip(v).map(|(&x, &v)| Dual::seeded(x, v)));
            on_tape(duals, |tape, vars, adjoints| {
                let y = f(vars);
                tape.adjoints_into(&[(y, one())], adjoints);
                *refused = refused.take().or_else(|| tape.refusal());
                for ((g, h), a) in gradient.iter_mut().zip(product).zip(adjoints.inputs()) {
                    (*g, *h) = (a.value, a.tangent);
                    doubt_nan([*h]);
                }
                y.inner().value
            })
        })
    };
    confirmed(run, gradient, product)
}
