//! What operators differentiate by: lists of numbers, and matrices.

use crate::generated::alike;
use crate::gradient::{one, value_and_gradient_into, zero};
use crate::hessian::{Reverse2, Second, confirmed, noted_hessian, noted_hvp};
use crate::pool::{on_tape, with_scratch};
use crate::{Forward, Matrix, linalg, shape};
use ::linalg::{Error, Shape};
use forward::{Dual, Tagged};
use reverse::Var;
use rules::{Number, Real, doubt_nan};

/// A point at which [`gradient`](crate::gradient), [`hessian`](crate::hessian), [`hvp`](crate::hvp) and
/// [`jvp`](crate::jvp) are taken: a list of numbers, or a [matrix](linalg::Matrix). Results have its form.
///
/// ```
/// use wengert::linalg::Matrix;
/// use wengert::prelude::*;
/// assert_eq!(gradient(|x| x[0] * x[1], &[2.0, 3.0]), [3.0, 2.0]);
/// assert_eq!(gradient(|a| a.trace(), &Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]])), Matrix::identity(2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point to differentiate at",
    label = "neither a list of numbers nor a matrix",
    note = "lists are `&[f64]`, arrays and `Vec`s of `f64` or another real number; matrices are `wengert::linalg::Matrix`"
)]
pub trait Inputs<T: Number> {
    /// What a closure gets: the same over another number, `[V]` or a matrix.
    type Over<V: Number>: ?Sized;
    /// What a closure with several outputs returns: a `Vec`, or a matrix.
    type Outputs<V: Number>;
    /// One number for each entry: a `Vec`, or a matrix.
    type Gradient;
    /// One number for each pair of entries.
    type Hessian;

    #[doc(hidden)]
    fn entries(&self) -> &[T];
    #[doc(hidden)]
    fn shape(&self) -> Shape;
    /// Panics unless a direction has this shape.
    #[doc(hidden)]
    #[track_caller]
    fn goes_along(&self, direction: Shape);
    #[doc(hidden)]
    fn value_and_gradient_of(&self, f: impl for<'t> Once<T, Self, Var<'t, T>>) -> (T, Self::Gradient)
    where
        T: Real;
    #[doc(hidden)]
    fn value_and_hessian_of(
        &self,
        f: impl for<'t> Repeated<T, Self, Second<'t, T>>,
        refused: &mut Option<Error>,
    ) -> (T, Self::Gradient, Self::Hessian)
    where
        T: Real;
    #[doc(hidden)]
    fn value_and_hvp_of(
        &self,
        f: impl for<'t> Repeated<T, Self, Reverse2<'t, T>>,
        v: &[T],
        refused: &mut Option<Error>,
    ) -> (T, Self::Gradient, Self::Gradient)
    where
        T: Real;
    /// Runs `f` on duals.
    #[doc(hidden)]
    fn along<R>(&self, v: &[T], f: impl for<'t> FnOnce(&Self::Over<Forward<'t, T>>) -> R) -> R;
    /// Values and tangents.
    #[doc(hidden)]
    fn parts(y: Self::Outputs<Forward<'_, T>>) -> [Self::Outputs<T>; 2];
}

/// A closure from inputs over `V` to a `V` that is called once. Every closure of this form is one: what takes closures for an
/// operator asks for it.
///
/// ```
/// use wengert::{Inputs, Once, Var, gradient};
/// fn slopes<I: Inputs<f64> + ?Sized>(f: impl for<'t> Once<f64, I, Var<'t>>, x: &I) -> I::Gradient {
///     gradient(f, x)
/// }
/// assert_eq!(slopes(|x| x[0] * x[1], &[2.0, 3.0]), [3.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(message = "not a closure of one argument that returns one number")]
pub trait Once<T: Number, I: Inputs<T> + ?Sized, V: Number>: FnOnce(&I::Over<V>) -> V {}
impl<T: Number, I: Inputs<T> + ?Sized, V: Number, F: FnOnce(&I::Over<V>) -> V> Once<T, I, V> for F {}

/// A closure from inputs over `V` to a `V` that is called several times; see [`Once`].
///
/// ```
/// use wengert::{Inputs, Repeated, Reverse2, hvp};
/// fn bend<I: Inputs<f64> + ?Sized>(f: impl for<'t> Repeated<f64, I, Reverse2<'t>>, x: &I) -> I::Gradient {
///     hvp(f, x, x)
/// }
/// assert_eq!(bend(|x| x[0] * x[1], &[2.0, 3.0]), [3.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(message = "not a closure of one argument that returns one number")]
pub trait Repeated<T: Number, I: Inputs<T> + ?Sized, V: Number>: FnMut(&I::Over<V>) -> V {}
impl<T: Number, I: Inputs<T> + ?Sized, V: Number, F: FnMut(&I::Over<V>) -> V> Repeated<T, I, V> for F {}

/// As [`Repeated`], of a closure that can fail.
///
/// ```
/// use wengert::linalg::{Error, Matrix, try_value_and_hvp};
/// use wengert::{Reverse2, TryRepeated};
/// fn bend(f: impl for<'t> TryRepeated<f64, Matrix, Reverse2<'t>, Error>, x: &Matrix) -> Result<Matrix, Error> {
///     Ok(try_value_and_hvp(f, x, x)?.2)
/// }
/// assert!(bend(|a| wengert::linalg::logdet(a), &Matrix::zeros(2, 2)).is_err());
/// ```
#[diagnostic::on_unimplemented(message = "not a closure of one argument that returns one number in a `Result`")]
pub trait TryRepeated<T: Number, I: Inputs<T> + ?Sized, V: Number, E>: FnMut(&I::Over<V>) -> Result<V, E> {}
impl<T: Number, I: Inputs<T> + ?Sized, V: Number, E, F: FnMut(&I::Over<V>) -> Result<V, E>> TryRepeated<T, I, V, E>
    for F
{
}

/// A closure from inputs over `V` to several outputs; see [`Once`].
///
/// ```
/// use wengert::{Forward, Inputs, Several, jvp};
/// fn scaled<I: Inputs<f64> + ?Sized>(f: impl for<'t> Several<f64, I, Forward<'t>>, x: &I) -> I::Outputs<f64> {
///     jvp(f, x, x).1
/// }
/// assert_eq!(scaled(|x| vec![x[0] * x[1]], &[2.0, 3.0]), [12.0]);
/// ```
#[diagnostic::on_unimplemented(message = "not a closure of one argument that returns a list of numbers")]
pub trait Several<T: Number, I: Inputs<T> + ?Sized, V: Number>: FnOnce(&I::Over<V>) -> I::Outputs<V> {}
impl<T: Number, I: Inputs<T> + ?Sized, V: Number, F: FnOnce(&I::Over<V>) -> I::Outputs<V>> Several<T, I, V> for F {}

impl<T: Number> Inputs<T> for [T] {
    type Over<V: Number> = [V];
    type Outputs<V: Number> = Vec<V>;
    type Gradient = Vec<T>;
    type Hessian = Matrix<T>;

    fn entries(&self) -> &[T] {
        self
    }
    fn shape(&self) -> Shape {
        Shape::new(self.len(), 1)
    }
    #[track_caller]
    fn goes_along(&self, direction: Shape) {
        shape::same("the direction", direction.rows, "inputs", self.len());
    }
    fn value_and_gradient_of(&self, f: impl for<'t> Once<T, Self, Var<'t, T>>) -> (T, Vec<T>)
    where
        T: Real,
    {
        let mut g = alike(zero(), self.len());
        let y = value_and_gradient_into(f, self, &mut g);
        (y, g)
    }
    fn value_and_hessian_of(
        &self,
        mut f: impl for<'t> Repeated<T, Self, Second<'t, T>>,
        refused: &mut Option<Error>,
    ) -> (T, Vec<T>, Matrix<T>)
    where
        T: Real,
    {
        let mut gradient = alike(zero(), self.len());
        let mut hessian = Matrix::filled(self.len(), self.len(), zero());
        let value = noted_hessian(&mut f, self, &mut gradient, hessian.entries_mut(), refused);
        (value, gradient, hessian)
    }
    fn value_and_hvp_of(
        &self,
        mut f: impl for<'t> Repeated<T, Self, Reverse2<'t, T>>,
        v: &[T],
        refused: &mut Option<Error>,
    ) -> (T, Vec<T>, Vec<T>)
    where
        T: Real,
    {
        let (mut gradient, mut product) = (alike(zero(), self.len()), alike(zero(), self.len()));
        let value = noted_hvp(&mut f, self, v, &mut gradient, &mut product, refused);
        (value, gradient, product)
    }
    fn along<R>(&self, v: &[T], f: impl for<'t> FnOnce(&[Forward<'t, T>]) -> R) -> R {
        with_scratch(|duals| {
            duals.extend(self.iter().zip(v).map(|(&x, &v)| Tagged::bind(Dual::seeded(x, v))));
            f(duals)
        })
    }
    fn parts(y: Vec<Forward<'_, T>>) -> [Vec<T>; 2] {
        let (y, dy): (Vec<T>, Vec<T>) = y.into_iter().map(part).unzip();
        doubt_nan(dy.iter().copied());
        [y, dy]
    }
}

impl<T: Number> Inputs<T> for linalg::Matrix<T> {
    type Over<V: Number> = linalg::Matrix<V>;
    type Outputs<V: Number> = linalg::Matrix<V>;
    type Gradient = linalg::Matrix<T>;
    type Hessian = linalg::Matrix<T>;

    fn entries(&self) -> &[T] {
        self.as_slice()
    }
    fn shape(&self) -> Shape {
        linalg::Matrix::shape(self)
    }
    #[track_caller]
    fn goes_along(&self, direction: Shape) {
        let shape = linalg::Matrix::shape(self);
        assert!(shape == direction, "a direction of {direction} at a matrix of {shape}: other shapes");
    }
    fn value_and_gradient_of(&self, f: impl for<'t> Once<T, Self, Var<'t, T>>) -> (T, Self)
    where
        T: Real,
    {
        let (y, [g]) = linalg::value_and_gradients(|[x]| f(x), [self]);
        (y, g)
    }
    fn value_and_hessian_of(
        &self,
        mut f: impl for<'t> Repeated<T, Self, Second<'t, T>>,
        refused: &mut Option<Error>,
    ) -> (T, Self, Self)
    where
        T: Real,
    {
        let n = self.as_slice().len();
        let (mut gradient, mut found) = (vec![zero(); n], vec![zero(); n * n]);
        let value = noted_hessian(
            &mut |list| f(&linalg::shaped(self, list.to_vec())),
            self.as_slice(),
            &mut gradient,
            &mut found,
            refused,
        );
        (value, linalg::shaped(self, gradient), linalg::Matrix::from_vec(n, n, found))
    }
    fn value_and_hvp_of(
        &self,
        mut f: impl for<'t> Repeated<T, Self, Reverse2<'t, T>>,
        v: &[T],
        refused: &mut Option<Error>,
    ) -> (T, Self, Self)
    where
        T: Real,
    {
        let duals: Vec<Dual<T>> = self.iter().zip(v).map(|(&x, &v)| Dual::seeded(x, v)).collect();
        let run = |gradient: &mut [T], product: &mut [T]| {
            on_tape(&[], |tape, _, adjoints| {
                let vars = linalg::Matrix::from_list(self.rows(), self.columns(), tape.list(&duals));
                let y = f(&vars);
                tape.adjoints_into(&[(y, one())], adjoints);
                *refused = refused.take().or_else(|| tape.refusal());
                let mut found = vec![Dual::fixed(zero()); duals.len()];
                adjoints.wrt_list(vars.as_list(), &mut found);
                for ((g, h), found) in gradient.iter_mut().zip(product).zip(found) {
                    (*g, *h) = (found.value, found.tangent);
                    doubt_nan([*h]);
                }
                y.inner().value
            })
        };
        let (mut gradient, mut product) = (vec![zero(); duals.len()], vec![zero(); duals.len()]);
        let value = confirmed(run, &mut gradient, &mut product);
        (value, linalg::shaped(self, gradient), linalg::shaped(self, product))
    }
    fn along<R>(&self, v: &[T], f: impl for<'t> FnOnce(&linalg::Matrix<Forward<'t, T>>) -> R) -> R {
        let duals = self.iter().zip(v).map(|(&x, &v)| Tagged::bind(Dual::seeded(x, v))).collect();
        f(&linalg::shaped(self, duals))
    }
    fn parts(y: linalg::Matrix<Forward<'_, T>>) -> [Self; 2] {
        let dy = y.map(|y| y.release().tangent);
        doubt_nan(dy.iter().copied());
        [y.map(|y| y.release().value), dy]
    }
}

/// What leads to other inputs.
macro_rules! led {
    ($([$($generics:tt)*] $type:ty => $to:ty;)+) => {$(
        impl<$($generics)*> Inputs<T> for $type {
            type Over<V: Number> = <$to as Inputs<T>>::Over<V>;
            type Outputs<V: Number> = <$to as Inputs<T>>::Outputs<V>;
            type Gradient = <$to as Inputs<T>>::Gradient;
            type Hessian = <$to as Inputs<T>>::Hessian;

            fn entries(&self) -> &[T] {
                <$to as Inputs<T>>::entries(self)
            }
            fn shape(&self) -> Shape {
                <$to as Inputs<T>>::shape(self)
            }
            #[track_caller]
            fn goes_along(&self, direction: Shape) {
                <$to as Inputs<T>>::goes_along(self, direction);
            }
            fn value_and_gradient_of(
                &self,
                f: impl for<'t> Once<T, Self, Var<'t, T>>,
            ) -> (T, Self::Gradient) where T: Real {
                <$to as Inputs<T>>::value_and_gradient_of(self, f)
            }
            fn value_and_hessian_of(
                &self,
                f: impl for<'t> Repeated<T, Self, Second<'t, T>>,
                refused: &mut Option<Error>,
            ) -> (T, Self::Gradient, Self::Hessian) where T: Real {
                <$to as Inputs<T>>::value_and_hessian_of(self, f, refused)
            }
            fn value_and_hvp_of(
                &self,
                f: impl for<'t> Repeated<T, Self, Reverse2<'t, T>>,
                v: &[T],
                refused: &mut Option<Error>,
            ) -> (T, Self::Gradient, Self::Gradient) where T: Real {
                <$to as Inputs<T>>::value_and_hvp_of(self, f, v, refused)
            }
            fn along<R>(
                &self,
                v: &[T],
                f: impl for<'t> FnOnce(&Self::Over<Forward<'t, T>>) -> R,
            ) -> R {
                <$to as Inputs<T>>::along(self, v, f)
            }
            fn parts(y: Self::Outputs<Forward<'_, T>>) -> [Self::Outputs<T>; 2] {
                <$to as Inputs<T>>::parts(y)
            }
        }
    )+};
}

led! {
    [T: Number, const N: usize] [T; N] => [T];
    [T: Number] Vec<T> => [T];
    [T: Number, I: Inputs<T> + ?Sized] &I => I;
    [T: Number, I: Inputs<T> + ?Sized] &mut I => I;
    [T: Number, I: Inputs<T> + ?Sized] Box<I> => I;
    [T: Number, I: Inputs<T> + ?Sized] std::rc::Rc<I> => I;
    [T: Number, I: Inputs<T> + ?Sized] std::sync::Arc<I> => I;
}

/// Value and tangent of a number.
pub(crate) fn part<T: Number>(y: Forward<'_, T>) -> (T, T) {
    let y = y.release();
    (y.value, y.tangent)
}
