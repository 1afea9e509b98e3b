//! Functions of the table, and rules of the user's, called by their name as generated functions are.

use super::{Active, Give, Pair, Seed, Workspace};
use core::ops::{Add, Div, Mul, Neg, Sub};
use rules::{FreeFamily, FreeFunction, Number, Real, Rule, strong};

/// An argument of an elementary function, going forward: with derivative or without.
#[derive(Clone, Copy, Debug)]
pub struct Operand<T>(T);

/// An argument of an elementary function, going back: where its adjoint is added, if it has one.
#[derive(Debug)]
pub struct Reach<'a, T>(T, Option<&'a mut T>);

impl<'s, T> Give<'s, T, Operand<T>> for Active<T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Operand<T> {
        Operand(self.0)
    }
}

impl<'s, T> Give<'s, T, Reach<'s, T>> for Pair<T, &'s mut T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Reach<'s, T> {
        Reach(self.0, Some(self.1))
    }
}

macro_rules! constant {
    ($S:ty) => {
        impl<'s, T: Real<$S>> Give<'s, T, Operand<T>> for $S {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> Operand<T> {
                Operand(T::constant(self))
            }
        }
        impl<'s, T: Real<$S>> Give<'s, T, Reach<'s, T>> for $S {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> Reach<'s, T> {
                Reach(T::constant(self), None)
            }
        }
    };
}
constant!(f64);
constant!(f32);

macro_rules! named {
    ($(#[$doc:meta])* $Trait:ident, $Free:ident<$N:literal>, ($($x:ident)+) ($($n:ident)?), $Probed:ident) => {
        $(#[$doc])*
        pub trait $Trait: $Free<$N> {
            /// The value.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __value<T: Number>($($x: Operand<T>,)+ $($n: i32)?) -> T {
                T::apply::<Self::Rule, $N>([$($x.0),+], named!(@ $($n)?))
            }
            /// The value; the record is the value.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __forward<T: Number>($($x: Operand<T>,)+ $($n: i32,)? ws: &mut Workspace<T>) -> T {
                let y = T::apply::<Self::Rule, $N>([$($x.0),+], named!(@ $($n)?));
                if !Self::Rule::STEPS {
                    ws.push([y]);
                }
                y
            }
            /// Adds what reaches the arguments that carry derivatives.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __reverse<T: Number>(
                $($x: Reach<'_, T>,)+ $($n: i32,)? seeds: Option<Seed<T>>, ws: &mut Workspace<T>,
            ) {
                if Self::Rule::STEPS {
                    return;
                }
                let [y] = ws.pop();
                let Some(Seed(g)) = seeds else { return };
                let partials = Self::Rule::partials([$($x.0),+], y, [$($x.1.is_some()),+], named!(@ $($n)?));
                for (d, place) in partials.into_iter().zip([$($x.1),+]) {
                    if let Some(place) = place {
                        *place = *place + if Self::Rule::CHOOSES { strong(d, g) } else { d * g };
                    }
                }
            }
            /// The function as it is written, on any number.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __as_written<T: Number>($($x: T,)+ $($n: i32)?) -> T {
                T::apply::<Self::Rule, $N>([$($x),+], named!(@ $($n)?))
            }
            /// Holds that the function of this name is the one of this type.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __called<S>(_: impl $Probed) {}
        }
        impl<F: $Free<$N>> $Trait for F {}

        /// A function that is the table's, as far as its type shows.
        #[diagnostic::on_unimplemented(
            message = "this function hides the one of the table, and has no derivative",
            note = "mark it #[differentiable]; or call the table's as `functions::..`"
        )]
        pub trait $Probed {}
        impl<F: Fn($(named!(Probe $x),)+ $(named!(i32 $n))?) -> Probe> $Probed for F {}
    };
    (@) => { 0 };
    (@ $n:ident) => { $n };
    ($T:ident $x:ident) => { $T };
}
named!(
    /// A function of one number.
    Unary, FreeFunction<1>, (x) (), UnaryOfTheTable
);
named!(
    /// A function of two numbers.
    Binary, FreeFunction<2>, (x y) (), BinaryOfTheTable
);
named!(
    /// A function of three numbers.
    Ternary, FreeFunction<3>, (x y z) (), TernaryOfTheTable
);
named!(
    /// A function of a number and an integer.
    Family, FreeFamily<1>, (x) (n), FamilyOfTheTable
);

/// Holds, when it is compiled, that a name stands for a function of `N` numbers of the table.
pub const fn of_table<F: FreeFunction<N>, const N: usize>() {}

/// As [`of_table`], with an integer after the numbers.
pub const fn family_of_table<F: FreeFamily<N>, const N: usize>() {}

/// A number that functions on `Real` do not take: only those of rules are generic enough.
#[derive(Clone, Copy, Debug)]
pub struct Probe;

macro_rules! operators {
    ($($Op:ident $op:ident),+) => {$(
        impl $Op for Probe {
            type Output = Probe;
            fn $op(self, _: Probe) -> Probe {
                Probe
            }
        }
    )+};
}
operators!(Add add, Sub sub, Mul mul, Div div);

impl Neg for Probe {
    type Output = Probe;
    fn neg(self) -> Probe {
        Probe
    }
}

impl Number for Probe {
    type Scalar = f64;
    fn constant(_: f64) -> Probe {
        Probe
    }
    fn apply<R: Rule<N>, const N: usize>(_: [Probe; N], _: i32) -> Probe {
        Probe
    }
    fn known(self) -> Option<f64> {
        None
    }
    fn has_nan(self) -> bool {
        false
    }
    fn is_constant(self) -> bool {
        true
    }
}
