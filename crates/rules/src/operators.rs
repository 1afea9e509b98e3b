//! The operators, conversions and sums that every engine's number type has, in terms of its `Number` and `value`.

/// Implements arithmetic with itself, with its scalar on both sides and by reference, assignment, comparison by value,
/// and with lifted numbers, `Sum`, `Product`, `From` and [`Real`](crate::Real) for a type that implements [`Number`](crate::Number) around an
/// inner number and prints itself.
///
/// Usage: `number_operators! { [T: Number] Dual<T>, value: T }`: the generics in brackets, each with its bounds, the
/// type, and the field that comparisons look at. Without a field, comparisons and `Real` are left to the caller: for a
/// number that has to notice when it is looked at.
///
/// All that an engine takes; this one is forward mode without what makes it fast.
///
/// ```
/// use rules::{Functions, Lift, Number, Rule, Scalar, number_operators};
/// use std::fmt;
///
/// /// A value, and its derivative by one variable.
/// #[derive(Clone, Copy, Debug)]
/// struct Slope<T> {
///     value: T,
///     slope: T,
/// }
///
/// impl<T: Number> Number for Slope<T> {
///     type Scalar = T::Scalar;
///     const ORDER: usize = T::ORDER.saturating_add(1);
///     fn constant(c: T::Scalar) -> Self {
///         Slope::lift(T::constant(c))
///     }
///     fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
///         let x = args.map(|arg| arg.value);
///         let y = Slope::lift(T::apply::<R, N>(x, n));
///         if R::STEPS {
///             return y;
///         }
///         let partials = R::partials(x, y.value, [true; N], n);
///         let slope = args.iter().zip(partials).fold(y.slope, |sum, (arg, p)| sum + p * arg.slope);
///         Slope { slope, ..y }
///     }
///     fn known(self) -> Option<T::Scalar> {
///         self.value.known()
///     }
///     fn has_nan(self) -> bool {
///         self.value.has_nan() || self.slope.has_nan()
///     }
///     fn is_constant(self) -> bool {
///         false
///     }
/// }
///
/// impl<T: Number> Lift for Slope<T> {
///     type Inner = T;
///     fn lift(value: T) -> Self {
///         Slope { value, slope: T::constant(T::Scalar::from_f64(0.0)) }
///     }
/// }
///
/// impl<T: fmt::Display> fmt::Display for Slope<T> {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.value.fmt(f)
///     }
/// }
///
/// number_operators! { [T: Number] Slope<T>, value: T }
///
/// let x = Slope { value: 2.0, slope: 1.0 };
/// let y: Slope<f64> = x.powi(3) + 1.0 / x;
/// assert_eq!((y.value, y.slope), (8.5, 11.75));
/// assert!(y > x);
/// ```
#[macro_export]
macro_rules! number_operators {
    ([$($g:tt)*] $T:ty) => {
        impl<$($g)*> core::ops::Neg for $T {
            type Output = Self;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn neg(self) -> Self {
                <Self as $crate::Number>::apply::<$crate::rule::Neg, 1>([self], 0)
            }
        }
        impl<$($g)*> core::ops::Neg for &$T {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn neg(self) -> $T {
                -*self
            }
        }
        $crate::number_operators! { @operator [$($g)*] [$T] Add add AddAssign add_assign }
        $crate::number_operators! { @operator [$($g)*] [$T] Sub sub SubAssign sub_assign }
        $crate::number_operators! { @operator [$($g)*] [$T] Mul mul MulAssign mul_assign }
        $crate::number_operators! { @operator [$($g)*] [$T] Div div DivAssign div_assign }
        $crate::number_operators! { @operator [$($g)*] [$T] Rem rem RemAssign rem_assign }
        impl<'sum, $($g)*> core::iter::Sum<&'sum $T> for $T {
            #[inline]
            fn sum<I: Iterator<Item = &'sum $T>>(iter: I) -> Self {
                iter.copied().sum()
            }
        }
        impl<'sum, $($g)*> core::iter::Product<&'sum $T> for $T {
            #[inline]
            fn product<I: Iterator<Item = &'sum $T>>(iter: I) -> Self {
                iter.copied().product()
            }
        }
        impl<$($g)*> Default for $T {
            #[inline]
            fn default() -> Self {
                <Self as $crate::Number>::constant(Default::default())
            }
        }
        impl<$($g)*> core::iter::Sum for $T {
            #[inline]
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold($crate::Term::from(-0.0).0, |a, b| a + b)
            }
        }
        impl<$($g)*> core::iter::Product for $T {
            #[inline]
            fn product<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold($crate::Term::from(1.0).0, |a, b| a * b)
            }
        }
        impl<$($g)*> From<$crate::Lifted<<$T as $crate::Lift>::Inner>> for $T where $T: $crate::Lift {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from(outer: $crate::Lifted<<$T as $crate::Lift>::Inner>) -> Self {
                <Self as $crate::Lift>::lift(outer.0)
            }
        }
        $crate::number_operators! { @constant [$($g)*] [$T] f64 }
        $crate::number_operators! { @constant [$($g)*] [$T] f32 }
        $crate::number_traits! { [$($g)*] $T }
    };
    ([$($g:tt)*] $T:ty, $value:ident: $I:ty) => {
        $crate::number_operators! { [$($g)*] $T }
        impl<$($g)*> PartialEq for $T where $I: PartialEq {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn eq(&self, other: &Self) -> bool {
                self.$value == other.$value
            }
        }
        impl<$($g)*> PartialOrd for $T where $I: PartialOrd {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                self.$value.partial_cmp(&other.$value)
            }
            $crate::number_operators! { @compare $value, other: Self, other.$value, lt < le <= gt > ge >= }
        }
        $crate::number_operators! { @scalar [$($g)*] [$T] $value [$I] f64 }
        $crate::number_operators! { @scalar [$($g)*] [$T] $value [$I] f32 }
        $crate::number_traits! { @compare [$($g)*] [$T] [$I] }
    };
    (@operator [$($g:tt)*] [$T:ty] $Op:ident $op:ident $Assign:ident $assign:ident) => {
        impl<$($g)*> core::ops::$Op for $T {
            type Output = Self;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, other: Self) -> Self {
                <Self as $crate::Number>::apply::<$crate::rule::$Op, 2>([self, other], 0)
            }
        }
        impl<$($g)*> core::ops::$Op<&$T> for $T {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, other: &$T) -> $T {
                core::ops::$Op::$op(self, *other)
            }
        }
        impl<$($g)*> core::ops::$Op<$T> for &$T {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, other: $T) -> $T {
                core::ops::$Op::$op(*self, other)
            }
        }
        impl<'other, $($g)*> core::ops::$Op<&'other $T> for &$T {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, other: &'other $T) -> $T {
                core::ops::$Op::$op(*self, *other)
            }
        }
        impl<$($g)*> core::ops::$Assign for $T {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $assign(&mut self, other: Self) {
                *self = core::ops::$Op::$op(*self, other);
            }
        }
        impl<$($g)*> core::ops::$Assign<&$T> for $T {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $assign(&mut self, other: &$T) {
                *self = core::ops::$Op::$op(*self, *other);
            }
        }
        impl<$($g)*> core::ops::$Op<$crate::Lifted<<$T as $crate::Lift>::Inner>> for $T where $T: $crate::Lift {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, outer: $crate::Lifted<<$T as $crate::Lift>::Inner>) -> $T {
                <$T as $crate::Number>::apply::<$crate::rule::$Op, 2>([self, <$T as $crate::Lift>::lift(outer.0)], 0)
            }
        }
        $crate::number_operators! { @mixed [$($g)*] [$T] $Op $op $Assign $assign f64 }
        $crate::number_operators! { @mixed [$($g)*] [$T] $Op $op $Assign $assign f32 }
    };
    (@mixed [$($g:tt)*] [$T:ty] $Op:ident $op:ident $Assign:ident $assign:ident $S:ident) => {
        impl<$($g)*> core::ops::$Op<$S> for $T where $T: $crate::Number<Scalar = $S> {
            type Output = Self;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, c: $S) -> Self {
                $crate::Number::apply_with::<$crate::rule::$Op>(self, c)
            }
        }
        impl<$($g)*> core::ops::$Op<$T> for $S where $T: $crate::Number<Scalar = $S> {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, x: $T) -> $T {
                <$T as $crate::Number>::apply_to::<$crate::rule::$Op>(self, x)
            }
        }
        impl<$($g)*> core::ops::$Op<$S> for &$T where $T: $crate::Number<Scalar = $S> {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, c: $S) -> $T {
                <$T as core::ops::$Op<$S>>::$op(*self, c)
            }
        }
        impl<$($g)*> core::ops::$Op<&$T> for $S where $T: $crate::Number<Scalar = $S> {
            type Output = $T;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, x: &$T) -> $T {
                <$S as core::ops::$Op<$T>>::$op(self, *x)
            }
        }
        impl<$($g)*> core::ops::$Assign<$S> for $T where $T: $crate::Number<Scalar = $S> {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $assign(&mut self, c: $S) {
                *self = <$T as core::ops::$Op<$S>>::$op(*self, c);
            }
        }
    };
    // Each comparison by that of the inner number, which notes the line that asked.
    (@compare $value:ident, $other:ident: $O:ty, $right:expr, $($name:ident $op:tt)*) => {$(
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name(&self, $other: &$O) -> bool {
            self.$value $op $right
        }
    )*};
    (@compare_scalar $other:ident: $O:ty, $right:expr, $($name:ident $op:tt)*) => {$(
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name(&self, $other: &$O) -> bool {
            *self $op $right
        }
    )*};
    (@constant [$($g:tt)*] [$T:ty] $S:ident) => {
        impl<$($g)*> From<$S> for $T where $T: $crate::Number<Scalar = $S> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from(c: $S) -> Self {
                <Self as $crate::Number>::constant(c)
            }
        }
    };
    (@scalar [$($g:tt)*] [$T:ty] $value:ident [$I:ty] $S:ident) => {
        impl<$($g)*> PartialEq<$S> for $T where $I: PartialEq<$S> {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn eq(&self, c: &$S) -> bool {
                self.$value == *c
            }
        }
        impl<$($g)*> PartialOrd<$S> for $T where $I: PartialOrd<$S> {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn partial_cmp(&self, c: &$S) -> Option<core::cmp::Ordering> {
                self.$value.partial_cmp(c)
            }
            $crate::number_operators! { @compare $value, c: $S, *c, lt < le <= gt > ge >= }
        }
        impl<$($g)*> PartialEq<$T> for $S where $S: PartialEq<$I> {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn eq(&self, x: &$T) -> bool {
                *self == x.$value
            }
        }
        impl<$($g)*> PartialOrd<$T> for $S where $S: PartialOrd<$I> {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn partial_cmp(&self, x: &$T) -> Option<core::cmp::Ordering> {
                self.partial_cmp(&x.$value)
            }
            $crate::number_operators! { @compare_scalar x: $T, x.$value, lt < le <= gt > ge >= }
        }
        impl<$($g)*> $crate::Real<$S> for $T where $I: $crate::Real<$S>, $T: core::fmt::Debug + core::fmt::Display {
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn value(&self) -> $S {
                self.$value.value()
            }
        }
    };
}
