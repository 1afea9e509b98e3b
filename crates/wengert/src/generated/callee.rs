//! Functions that are passed to functions: what is known of them on any number.

use super::{Active, Lent, Pair, Reached, Receiver, Seed, Via, Workspace};
use rules::{Bundle, Differentiable, Number, Real};

/// A kind of argument: `f64`, `[f64]` for a slice, `[f64; N]`, `Vec<f64>`, [`Of`] a structure, or an integer.
pub trait Argument {
    /// As it is written.
    type Plain<'x>;
    /// Going forward.
    type Forward<'x, T: Real<f64>>
    where
        T: 'x;
    /// Going back.
    type Back<'x, T: Real<f64>>
    where
        T: 'x;
}

/// A kind of result: `f64`, `[f64; N]`, `Vec<f64>`, pairs and triples of these, or [`Of`] a structure.
pub trait Outcome {
    /// As it is written.
    type Plain;
    /// Over a number.
    type Over<T: Real<f64>>;
    /// Its adjoint.
    type Seed<'x, T: Real<f64>>
    where
        T: 'x;
}

/// A structure of numbers, as an argument by reference or as a result.
#[derive(Debug)]
pub struct Of<D>(core::marker::PhantomData<D>);

impl Argument for f64 {
    type Plain<'x> = f64;
    type Forward<'x, T: Real<f64>>
        = Active<T>
    where
        T: 'x;
    type Back<'x, T: Real<f64>>
        = Pair<T, &'x mut T>
    where
        T: 'x;
}

impl Argument for [f64] {
    type Plain<'x> = &'x [f64];
    type Forward<'x, T: Real<f64>>
        = Active<&'x [T]>
    where
        T: 'x;
    type Back<'x, T: Real<f64>>
        = Pair<&'x [T], &'x mut [T]>
    where
        T: 'x;
}

impl Argument for Vec<f64> {
    type Plain<'x> = Vec<f64>;
    type Forward<'x, T: Real<f64>>
        = Active<&'x [T]>
    where
        T: 'x;
    type Back<'x, T: Real<f64>>
        = Pair<&'x [T], &'x mut [T]>
    where
        T: 'x;
}

impl<const N: usize> Argument for [f64; N] {
    type Plain<'x> = [f64; N];
    type Forward<'x, T: Real<f64>>
        = Active<[T; N]>
    where
        T: 'x;
    type Back<'x, T: Real<f64>>
        = Pair<[T; N], &'x mut [T; N]>
    where
        T: 'x;
}

impl<D: Differentiable<f64> + 'static> Argument for Of<D> {
    type Plain<'x> = &'x D;
    type Forward<'x, T: Real<f64>>
        = Active<Lent<'x, D::Over<T>>>
    where
        T: 'x;
    type Back<'x, T: Real<f64>>
        = Pair<Lent<'x, D::Over<T>>, Reached<'x, D::Over<T>>>
    where
        T: 'x;
}

macro_rules! constants {
    ($($C:ty)+) => {$(
        impl Argument for $C {
            type Plain<'x> = $C;
            type Forward<'x, T: Real<f64>> = $C where T: 'x;
            type Back<'x, T: Real<f64>> = $C where T: 'x;
        }
    )+};
}
constants!(usize isize u8 u16 u32 u64 i8 i16 i32 i64 bool);

impl Outcome for f64 {
    type Plain = f64;
    type Over<T: Real<f64>> = T;
    type Seed<'x, T: Real<f64>>
        = Seed<T>
    where
        T: 'x;
}

impl Outcome for Vec<f64> {
    type Plain = Vec<f64>;
    type Over<T: Real<f64>> = Vec<T>;
    type Seed<'x, T: Real<f64>>
        = Seed<&'x [T]>
    where
        T: 'x;
}

impl<const N: usize> Outcome for [f64; N] {
    type Plain = [f64; N];
    type Over<T: Real<f64>> = [T; N];
    type Seed<'x, T: Real<f64>>
        = Seed<&'x [T]>
    where
        T: 'x;
}

impl<D: Differentiable<f64> + 'static> Outcome for Of<D> {
    type Plain = D;
    type Over<T: Real<f64>> = D::Over<T>;
    type Seed<'x, T: Real<f64>>
        = Seed<&'x D::Over<T>>
    where
        T: 'x;
}

macro_rules! tuples {
    ($(($($R:ident)+))+) => {$(
        impl<$($R: Outcome),+> Outcome for ($($R,)+) {
            type Plain = ($($R::Plain,)+);
            type Over<T: Real<f64>> = ($($R::Over<T>,)+);
            type Seed<'x, T: Real<f64>> = ($($R::Seed<'x, T>,)+) where T: 'x;
        }
    )+};
}
tuples! { (R0 R1) (R0 R1 R2) }

/// A receiver on the way back.
type BackOf<'x, F, T> = Pair<
    Lent<'x, <<F as Receiver<T, f64>>::Plain as Differentiable<f64>>::Over<T>>,
    Reached<'x, <<F as Receiver<T, f64>>::Plain as Differentiable<f64>>::Over<T>>,
>;

macro_rules! callees {
    ($($(#[$doc:meta])* $Callee:ident ($($x:ident $A:ident)*))+) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is no function with derivatives of these arguments and this result",
            note = "write the types of a closure's parameters and result out: `|t: f64, y: &[f64]| -> Vec<f64> {{ .. }}`"
        )]
        pub trait $Callee<$($A: Argument + ?Sized,)* R: Outcome> {
            /// The function.
            fn call(&self, $($x: $A::Plain<'_>),*) -> R::Plain;
            #[doc(hidden)]
            fn __call_value_of_differentiable_trait<T: Real<f64>>(
                this: Active<Lent<'_, Self::Over<T>>>, $($x: $A::Forward<'_, T>),*
            ) -> R::Over<T> where Self: Differentiable<f64>;
            #[doc(hidden)]
            fn __call_forward_of_differentiable_trait<T: Real<f64>>(
                this: Active<Lent<'_, Self::Over<T>>>, $($x: $A::Forward<'_, T>,)* ws: &mut Workspace<T>
            ) -> R::Over<T> where Self: Differentiable<f64>;
            #[doc(hidden)]
            fn __call_reverse_of_differentiable_trait<T: Real<f64>>(
                this: Pair<Lent<'_, Self::Over<T>>, Reached<'_, Self::Over<T>>>, $($x: $A::Back<'_, T>,)*
                seeds: Option<R::Seed<'_, T>>, ws: &mut Workspace<T>
            ) where Self: Differentiable<f64>;
            #[doc(hidden)]
            #[inline]
            fn __call_value<T: Real<f64>>(&self, $($x: $A::Forward<'_, T>),*) -> R::Over<T>
            where Self: Sized + Receiver<T, f64>, <Self as Receiver<T, f64>>::Plain: $Callee<$($A,)* R> {
                <<Self as Receiver<T, f64>>::Plain>::__call_value_of_differentiable_trait::<T>(
                    Active(Lent::By(self.receiver())), $($x),*
                )
            }
            #[doc(hidden)]
            #[inline]
            fn __call_forward<T: Real<f64>>(&self, $($x: $A::Forward<'_, T>,)* ws: &mut Workspace<T>) -> R::Over<T>
            where Self: Sized + Receiver<T, f64>, <Self as Receiver<T, f64>>::Plain: $Callee<$($A,)* R> {
                <<Self as Receiver<T, f64>>::Plain>::__call_forward_of_differentiable_trait::<T>(
                    Active(Lent::By(self.receiver())), $($x,)* ws
                )
            }
            #[doc(hidden)]
            #[inline]
            #[allow(clippy::too_many_arguments)]
            fn __call_reverse<T: Real<f64>>(
                &self, this: BackOf<'_, Self, T>, $($x: $A::Back<'_, T>,)*
                seeds: Option<R::Seed<'_, T>>, ws: &mut Workspace<T>
            )
            where Self: Sized + Receiver<T, f64>, <Self as Receiver<T, f64>>::Plain: $Callee<$($A,)* R> {
                <<Self as Receiver<T, f64>>::Plain>::__call_reverse_of_differentiable_trait::<T>(
                    this, $($x,)* seeds, ws
                )
            }
        }

        impl<V, N: Number, $($A: Argument + ?Sized,)* R: Outcome> $Callee<$($A,)* R> for Via<'_, V, N>
        where
            V: Bundle<N>,
            V::Plain: $Callee<$($A,)* R>,
        {
            fn call(&self, $(_: $A::Plain<'_>),*) -> R::Plain {
                unreachable!("a receiver stands for a function over a number")
            }
            fn __call_value_of_differentiable_trait<T: Real<f64>>(
                _: Active<Lent<'_, <Self as Differentiable<f64>>::Over<T>>>, $(_: $A::Forward<'_, T>),*
            ) -> R::Over<T> where Self: Differentiable<f64> {
                unreachable!("a receiver stands for a function over a number")
            }
            fn __call_forward_of_differentiable_trait<T: Real<f64>>(
                _: Active<Lent<'_, <Self as Differentiable<f64>>::Over<T>>>, $(_: $A::Forward<'_, T>,)* _: &mut Workspace<T>
            ) -> R::Over<T> where Self: Differentiable<f64> {
                unreachable!("a receiver stands for a function over a number")
            }
            fn __call_reverse_of_differentiable_trait<T: Real<f64>>(
                _: Pair<Lent<'_, <Self as Differentiable<f64>>::Over<T>>, Reached<'_, <Self as Differentiable<f64>>::Over<T>>>, $(_: $A::Back<'_, T>,)*
                _: Option<R::Seed<'_, T>>, _: &mut Workspace<T>
            ) where Self: Differentiable<f64> {
                unreachable!("a receiver stands for a function over a number")
            }
        }
    )+};
}
callees! {
    /// A function of one argument that can be passed to differentiable functions.
    Callee1 (a A)
    /// A function of two arguments that can be passed to differentiable functions.
    Callee2 (a A b B)
    /// A function of three arguments that can be passed to differentiable functions.
    Callee3 (a A b B c C)
    /// A function of four arguments that can be passed to differentiable functions.
    Callee4 (a A b B c C d D)
}
