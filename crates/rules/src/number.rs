//! What an engine has to be: arithmetic, constants, and one `apply`.

use crate::array::{evaluate_in, put};
use crate::{ArrayRule, Cases, List, Listed, Planes, Rule, Run, lend};
use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Neg, Sub};
use std::borrow::Cow;

/// A number that rules can be evaluated on: `f64`, a dual, a variable of a tape, a node of a program, a symbol.
///
/// An engine implements arithmetic, [`constant`](Number::constant) and one [`apply`](Number::apply), and thereby has
/// every function of the table, at every order. Numbers that are handles point into an arena, so every number is `Copy`.
///
/// Should I be using this? To write a numerical function, no: take [`Real`](crate::Real). To write a rule or an engine, yes.
///
/// [`number_operators!`](crate::number_operators!) shows an engine. What every number has, for those who write rules:
///
/// ```
/// use rules::{List, Number, rule};
/// assert_eq!(f64::apply::<rule::Hypot, 2>([3.0, 4.0], 0), 5.0);
/// assert_eq!(f64::apply::<rule::Powi, 1>([2.0], 10), 1024.0);
/// assert_eq!((8.0f64.apply_with::<rule::Div>(2.0), f64::apply_to::<rule::Div>(8.0, 4.0)), (4.0, 2.0));
/// let mut roots = [0.0; 3];
/// f64::apply_all::<rule::Sqrt, 1>([&[1.0, 4.0, 9.0]], &mut roots, 3);
/// assert_eq!(roots, [1.0, 2.0, 3.0]);
///
/// // What a number says of itself: a plain one is known and constant, and no engine keeps lists of it.
/// let two = f64::constant(2.0);
/// assert!(two.known() == Some(2.0) && two.is_constant() && !two.has_nan());
/// assert_eq!((two.exceeds(1.0), two.joined(3.0)), (Some(true), 2.0));
/// assert!(f64::gather(List::Each(&roots)).is_none());
/// assert_eq!(f64::known_values(List::Each(&roots)).as_deref(), Some(&roots[..]));
/// assert_eq!(f64::constants(&roots, &mut Vec::new()), roots);
///
/// // Of what it consists: itself.
/// assert_eq!((f64::PLANES, two.part(0), two.parts(), f64::of_parts(|_| 2.0, 1)), (1, 2.0, 1, two));
/// let planes = f64::planes_of(vec![1.0, 2.0].into());
/// assert!(matches!(f64::list_of(&planes), List::Each([1.0, 2.0])));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that derivatives can be taken of",
    note = "numbers are `f64`, and those that operators hand to closures: write `2.0` for `2`",
    note = "a matrix of `f64` stands beside one of other numbers as `Matrix::constant(&a)`; one of which nothing tells the numbers is `Matrix::<T>::zeros(2, 2)`"
)]
pub trait Number:
    Copy + Neg<Output = Self> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The floating-point type underneath: `f64` or `f32`.
    type Scalar: Scalar;

    /// The highest order of the derivatives that this number carries: 0 for a scalar, one more for each level above it.
    ///
    /// A number that can be asked for any order later, as a node of a program, says `usize::MAX`. Solvers run as many
    /// corrections as there are orders.
    const ORDER: usize = usize::MAX;

    /// Whether arithmetic on it may leave something behind, as on a variable, which is then not to be done in vain. Only
    /// numbers that are their components and nothing else say no.
    const RECORDS: bool = true;

    /// Whether what is computed on it is to hold for all answers of comparisons, so that generated code runs both arms of a
    /// branch and [joins](Number::joined) what they give.
    const TAKES_BOTH_ARMS: bool = false;

    /// A number that depends on nothing.
    fn constant(c: Self::Scalar) -> Self;

    /// This number or the other, as a branch decides; with the value of this one. Asked of numbers that take both arms.
    #[must_use]
    fn joined(self, _other: Self) -> Self {
        self
    }

    /// Applies the rule `R`, an elementary function of `N` arguments; `n` is its integer parameter, 0 where it has none.
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self;

    /// The rule `R` for lists of arguments, all as long as `out`: of the first so many. Where it is faster, of all of them.
    ///
    /// # Panics
    /// If a list is shorter.
    #[track_caller]
    #[inline]
    fn apply_all<R: Rule<N>, const N: usize>(args: [&[Self]; N], out: &mut [Self], many: usize) {
        for (k, out) in out[..many].iter_mut().enumerate() {
            *out = Self::apply::<R, N>(crate::each(args, |list| list[k]), 0);
        }
    }

    /// `R` of this number and a constant on its right; an engine overrides it where knowing the constant saves work.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_with<R: Rule<2>>(self, c: Self::Scalar) -> Self {
        Self::apply::<R, 2>([self, Self::constant(c)], 0)
    }

    /// `R` of a constant and this number on its right; see [`apply_with`](Number::apply_with).
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_to<R: Rule<2>>(c: Self::Scalar, x: Self) -> Self {
        Self::apply::<R, 2>([Self::constant(c), x], 0)
    }

    /// Applies an operation on lists of numbers; operation by operation where an engine does not take it as one step.
    ///
    /// # Errors
    /// If the operation does not work on these values.
    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        rule.elementwise(x)
    }

    /// As [`apply_array`](Number::apply_array), with the results put over what stands in `out`, or added to it.
    ///
    /// # Errors
    /// If the operation does not work on these values.
    #[track_caller]
    fn apply_array_into<R: ArrayRule>(rule: &R, x: &[&[Self]], out: &mut [Self], add: bool) -> Result<(), R::Error> {
        put(&Self::apply_array(rule, x)?, out, add);
        Ok(())
    }

    /// As [`apply_array`](Number::apply_array), for lists that the engine may keep in one piece.
    ///
    /// # Errors
    /// If the operation does not work on these values.
    ///
    /// ```
    /// use rules::{List, Number};
    /// # #[derive(Clone)]
    /// # struct Total;
    /// # impl rules::ArrayRule for Total {
    /// #     type Error = std::convert::Infallible;
    /// #     const ITERATES: bool = false;
    /// #     fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Self::Error> {
    /// #         Ok(vec![x[0].iter().sum()])
    /// #     }
    /// #     fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Self::Error> {
    /// #         Ok(x[0].iter().copied().reduce(|sum, x| sum + x).into_iter().collect())
    /// #     }
    /// #     fn push<T: Number>(&self, _: &[&[T]], _: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Self::Error> {
    /// #         self.elementwise(&[dx[0].unwrap_or_default()])
    /// #     }
    /// #     fn pull<T: Number>(
    /// #         &self,
    /// #         x: &[&[T]],
    /// #         _: &[T],
    /// #         w: &[T],
    /// #         _: &[bool],
    /// #     ) -> Result<Vec<Option<Vec<T>>>, Self::Error> {
    /// #         Ok(vec![Some(vec![w[0]; x[0].len()])])
    /// #     }
    /// # }
    /// // `Total` is the rule that stands at `ArrayRule`.
    /// let x = [1.0, 2.0, 4.0];
    /// let Ok(one_by_one) = f64::apply_array(&Total, &[&x]);
    /// let Ok(listed) = f64::apply_lists(&Total, &[List::Each(&x)]);
    /// assert_eq!((one_by_one, listed.into_vec()), (vec![7.0], vec![7.0]));
    /// let mut sum = [10.0];
    /// let Ok(()) = f64::apply_array_into(&Total, &[&x], &mut sum, true);
    /// assert_eq!(sum, [17.0]);
    /// ```
    #[track_caller]
    fn apply_lists<R: ArrayRule>(rule: &R, x: &[List<'_, Self>]) -> Result<Listed<Self>, R::Error> {
        lend(x, |x| Self::apply_array(rule, x)).map(Listed::Each)
    }

    /// Numbers from all over as a list in one piece, where the engine can keep it: what several operations are applied to
    /// is then looked at once.
    #[track_caller]
    fn gather(list: List<'_, Self>) -> Option<Run<Self>> {
        let _ = list;
        None
    }

    /// The values of a list as `f64`, where all are known.
    fn known_values<'a>(list: List<'a, Self>) -> Option<Cow<'a, [f64]>> {
        let known = |x: &Self| x.known().map(Scalar::to_f64);
        match list {
            List::Each(list) => Some(Cow::Owned(list.iter().map(known).collect::<Option<_>>()?)),
            List::Run(run) => Some(Cow::Owned(run.to_vec().iter().map(known).collect::<Option<_>>()?)),
            // The first part is the value of the value.
            List::Planes(planes) => Some(Cow::Borrowed(planes.plane(0)?)),
        }
    }

    /// Of how many `f64` it consists, up to 64, where it is these and nothing else: a list of such numbers can be kept in
    /// [`Planes`]. The first is the value of the value. 0 for all others.
    const PLANES: usize = 0;

    /// One of the `f64` that it consists of.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self, plane: usize) -> f64 {
        let _ = plane;
        f64::NAN
    }

    /// Which of them something reaches: a bit for each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts(self) -> u64 {
        0
    }

    /// It from the `f64` that it consists of, and what is reached of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_parts(part: impl Fn(usize) -> f64, reached: u64) -> Self {
        let _ = (part, reached);
        Self::constant(Self::Scalar::from_f64(f64::NAN))
    }

    /// Planes as a list: of `f64` there is one, which is a list as it is.
    fn list_of(planes: &Planes<Self>) -> List<'_, Self> {
        List::Planes(planes)
    }

    /// A list in planes.
    fn planes_of(list: Listed<Self>) -> Planes<Self> {
        match list {
            Listed::Planes(planes) => planes,
            list => Planes::of(list.into_vec().into_iter()),
        }
    }

    /// Whether this is greater than `other`, for an algorithm that goes its way by values, as pivoting does; none where
    /// they are not known. A recording that runs again keeps the question as a guard.
    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        Some(self.known()? > other.known()?)
    }

    /// The value, if it is known now: a node of a program that is being built does not know it.
    fn known(self) -> Option<Self::Scalar>;

    /// Whether some component is NaN, or might be because it is not known.
    fn has_nan(self) -> bool;

    /// Whether this number carries no derivative at any level.
    fn is_constant(self) -> bool;

    /// Runs what is for its kind of number; the others are not compiled.
    ///
    /// ```
    /// use rules::Number;
    /// struct Follows;
    /// impl rules::Cases for Follows {
    ///     type Out = bool;
    ///     fn plain(self) -> bool {
    ///         true
    ///     }
    ///     fn recording(self) -> bool {
    ///         true
    ///     }
    ///     fn unfollowed(self) -> bool {
    ///         false
    ///     }
    /// }
    /// assert!(f64::case(Follows));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        cases.recording()
    }

    /// Constants as numbers: in `room`, or where they are if they are numbers already.
    fn constants<'c>(list: &'c [Self::Scalar], room: &'c mut Vec<Self>) -> &'c [Self] {
        room.clear();
        room.extend(list.iter().map(|&c| Self::constant(c)));
        room
    }
}

/// Runs what a number of two orders and more needs some hundred instructions for in a function of its own, and else in place.
///
/// A call is nothing beside it. Written out for each of many cases, it makes functions that compile for minutes: with
/// duals on a tape, the language's 90 s were 10 s afterwards.
///
/// ```
/// assert_eq!(rules::outlined::<f64, _>(|| 1.0 + 2.0), 3.0);
/// ```
#[track_caller]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn outlined<T: Number, R>(run: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn called<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
    if const { T::ORDER > 1 } { called(run) } else { run() }
}

/// Applies a rule in a function of its own, unless the number is a plain one: for what chooses among all rules.
#[track_caller]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn applied<T: Number, R: Rule<N>, const N: usize>(args: [T; N], n: i32) -> T {
    #[track_caller]
    #[inline(never)]
    fn called<T: Number, R: Rule<N>, const N: usize>(args: [T; N], n: i32) -> T {
        T::apply::<R, N>(args, n)
    }
    if const { T::ORDER > 0 } { called::<T, R, N>(args, n) } else { T::apply::<R, N>(args, n) }
}

/// The floating-point types at the bottom of every number: `f64` and `f32`.
///
/// ```
/// use rules::{Scalar, rule};
/// fn third<S: Scalar>() -> S {
///     S::evaluate::<rule::Div, 2>([1.0, 3.0].map(S::from_f64), 0)
/// }
/// assert_eq!((third::<f64>(), third::<f32>()), (1.0 / 3.0, 1.0 / 3.0));
/// assert!((third::<f32>().to_f64() - 1.0 / 3.0).abs() > 1e-9);
/// ```
pub trait Scalar:
    Number<Scalar = Self> + PartialOrd + Debug + Display + Default + Send + Sync + sealed::Sealed + 'static
{
    /// Rounds an `f64` to this type.
    fn from_f64(x: f64) -> Self;
    /// This number as an `f64`, exactly.
    fn to_f64(self) -> f64;
    /// The value of a rule, computed in this type.
    fn evaluate<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

macro_rules! scalar {
    ($T:ty, $value:ident, $evaluate:expr, $into:expr, $known:expr $(, $values:ident $planes:tt)?) => {
        impl Number for $T {
            type Scalar = $T;
            const ORDER: usize = 0;
            const RECORDS: bool = false;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn case<C: Cases>(cases: C) -> C::Out {
                cases.plain()
            }
            fn apply_array<R: ArrayRule>(rule: &R, x: &[&[$T]]) -> Result<Vec<$T>, R::Error> {
                $evaluate(rule, x)
            }
            fn apply_array_into<R: ArrayRule>(rule: &R, x: &[&[$T]], out: &mut [$T], add: bool) -> Result<(), R::Error> {
                $into(rule, x, out, add)
            }
            fn known_values<'a>(list: List<'a, $T>) -> Option<Cow<'a, [f64]>> {
                $known(list)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn constant(c: $T) -> $T {
                c
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn apply<R: Rule<N>, const N: usize>(args: [$T; N], n: i32) -> $T {
                R::$value(args, n)
            }
            $(#[inline]
            fn apply_all<R: Rule<N>, const N: usize>(args: [&[$T]; N], out: &mut [$T], many: usize) {
                let whole = many.next_multiple_of(8).min(out.len()).max(many);
                R::$values(args, &mut out[..whole]);
            }
            planes! { $planes })?
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn known(self) -> Option<$T> {
                Some(self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn has_nan(self) -> bool {
                self.is_nan()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_constant(self) -> bool {
                true
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn constants<'c>(list: &'c [$T], _: &'c mut Vec<$T>) -> &'c [$T] {
                list
            }
        }

        impl Scalar for $T {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_f64(x: f64) -> $T {
                x as $T
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn evaluate<R: Rule<N>, const N: usize>(args: [$T; N], n: i32) -> $T {
                R::$value(args, n)
            }
        }
    };
}

/// An `f64` is one plane.
macro_rules! planes {
    ({}) => {
        const PLANES: usize = 1;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn part(self, _: usize) -> f64 {
            self
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn parts(self) -> u64 {
            1
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn of_parts(part: impl Fn(usize) -> f64, _: u64) -> f64 {
            part(0)
        }
        fn list_of(planes: &Planes<f64>) -> List<'_, f64> {
            planes.plane(0).map_or(List::Planes(planes), List::Each)
        }
        fn planes_of(list: Listed<f64>) -> Planes<f64> {
            match list {
                Listed::Planes(planes) => planes,
                list => Planes::of_one(list.into_vec()),
            }
        }
    };
}

scalar!(f64, value, R::evaluate, R::evaluate_into, as_they_are, values {});
scalar!(f32, value_f32, evaluate_in, narrowed_into, widened);

fn narrowed_into<R: ArrayRule>(rule: &R, x: &[&[f32]], out: &mut [f32], add: bool) -> Result<(), R::Error> {
    put(&evaluate_in(rule, x)?, out, add);
    Ok(())
}

fn as_they_are(list: List<'_, f64>) -> Option<Cow<'_, [f64]>> {
    Some(match list {
        List::Each(list) => Cow::Borrowed(list),
        List::Run(run) => Cow::Owned(run.to_vec()),
        List::Planes(planes) => Cow::Owned(planes.to_vec()),
    })
}

fn widened(list: List<'_, f32>) -> Option<Cow<'_, [f64]>> {
    lend(&[list], |lists| Some(Cow::Owned(lists[0].iter().map(|&x| f64::from(x)).collect())))
}
