//! What the compiler says to operators between numbers that do not fit: implementations that ask for what nothing has,
//! so that no such operation compiles, and the reason is the one that stands here.

/// Had by no number: a plain one takes none that carries derivatives in place.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a plain number cannot become one that carries derivatives",
    label = "the left side is a plain number, the right side is `{Self}`",
    note = "start the left side as such a number: `let mut sum = 0.0.into();` in a closure, `let mut sum = T::from(0.0);` in generic code; or take `sum()` of an iterator"
)]
pub trait Started {}

/// Had by no number: one of an outer derivative is brought in by hand.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a number of an outer derivative meets one of an inner derivative",
    label = "one side is an outer number, `{Self}`",
    note = "write `lift(x)` for the outer number `x`: it is a constant of the inner derivative"
)]
pub trait Brought {}

/// Had by no number: an integer is written as one with a point, or turned into one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an integer beside a number that carries derivatives",
    label = "one side is an integer, the other is `{Self}`",
    note = "write `2.0` for `2`, and `f64::from(n)` or `n as f64` for a variable `n`"
)]
pub trait Whole {}

/// Has the compiler advise on operators with numbers of this type: the generics in brackets, the type, and, with
/// generics of its own, the same type a level further in.
#[doc(hidden)]
#[macro_export]
macro_rules! advice {
    ([$($g:tt)*] $T:ty, [$($h:tt)*] $Inner:ty) => {
        $crate::advice! { @assign [$($g)*] [$T] AddAssign add_assign SubAssign sub_assign MulAssign mul_assign DivAssign div_assign }
        $crate::advice! { @integers [$($g)*] [$T] Add add Sub sub Mul mul Div div }
        $crate::advice! { @levels [$($h)*] [$T] [$Inner] Add add Sub sub Mul mul Div div }
    };
    (@assign [$($g:tt)*] [$T:ty]) => {};
    (@assign [$($g:tt)*] [$T:ty] $Op:ident $op:ident $($rest:ident)*) => {
        impl<$($g)*> core::ops::$Op<$T> for f64 where $T: $crate::Started {
            fn $op(&mut self, _: $T) {}
        }
        $crate::advice! { @assign [$($g)*] [$T] $($rest)* }
    };
    (@integers [$($g:tt)*] [$T:ty]) => {};
    (@integers [$($g:tt)*] [$T:ty] $Op:ident $op:ident $($rest:ident)*) => {
        impl<$($g)*> core::ops::$Op<$T> for i32 where $T: $crate::Whole {
            type Output = $T;
            fn $op(self, x: $T) -> $T {
                x
            }
        }
        impl<$($g)*> core::ops::$Op<i32> for $T where $T: $crate::Whole {
            type Output = $T;
            fn $op(self, _: i32) -> $T {
                self
            }
        }
        $crate::advice! { @integers [$($g)*] [$T] $($rest)* }
    };
    (@levels [$($h:tt)*] [$T:ty] [$Inner:ty]) => {};
    (@levels [$($h:tt)*] [$T:ty] [$Inner:ty] $Op:ident $op:ident $($rest:ident)*) => {
        impl<$($h)*> core::ops::$Op<$Inner> for $T where $T: $crate::Brought {
            type Output = $Inner;
            fn $op(self, inner: $Inner) -> $Inner {
                inner
            }
        }
        impl<$($h)*> core::ops::$Op<$T> for $Inner where $T: $crate::Brought {
            type Output = $Inner;
            fn $op(self, _: $T) -> $Inner {
                self
            }
        }
        $crate::advice! { @levels [$($h)*] [$T] [$Inner] $($rest)* }
    };
}
