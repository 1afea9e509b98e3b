//! Numbers bound to one differentiation.

use crate::{Dual, Tangent};
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use rules::{ArrayRule, Cases, Lift, Number, Rule};

/// A number that belongs to the differentiation `'t`: what an operator hands to a closure.
///
/// Each run of a closure has a lifetime of its own, so a variable of an outer derivative cannot be taken for one of
/// an inner derivative, although both may be duals of `f64`: mixing them does not compile. [`lift`](Lift::lift)
/// brings an outer number into an inner level as a constant.
///
/// ```
/// use forward::{Dual, Tagged};
/// fn slope(f: impl for<'t> Fn(Tagged<'t, Dual<f64>>) -> Tagged<'t, Dual<f64>>, x: f64) -> f64 {
///     f(Tagged::bind(Dual::seeded(x, 1.0))).release().tangent
/// }
/// assert_eq!(slope(|x| x * x, 3.0), 6.0);
/// ```
#[derive(Clone, Copy)]
pub struct Tagged<'t, N> {
    number: N,
    level: PhantomData<Cell<&'t ()>>,
}

impl<N> Tagged<'_, N> {
    /// Binds a number; meant for operators, inside the closure's lifetime.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bind(number: N) -> Self {
        Tagged { number, level: PhantomData }
    }

    /// The number itself, its binding dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn release(self) -> N {
        self.number
    }
}

impl<N: Number> Number for Tagged<'_, N> {
    type Scalar = N::Scalar;
    const ORDER: usize = N::ORDER;
    const RECORDS: bool = N::RECORDS;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        N::case(cases)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: N::Scalar) -> Self {
        Tagged::bind(N::constant(c))
    }
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<M>, const M: usize>(args: [Self; M], n: i32) -> Self {
        Tagged::bind(N::apply::<R, M>(rules::each(args, |a| a.number), n))
    }
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_with<R: Rule<2>>(self, c: N::Scalar) -> Self {
        Tagged::bind(self.number.apply_with::<R>(c))
    }
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_to<R: Rule<2>>(c: N::Scalar, x: Self) -> Self {
        Tagged::bind(N::apply_to::<R>(c, x.number))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known(self) -> Option<N::Scalar> {
        self.number.known()
    }
    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let released: Vec<Vec<N>> = x.iter().map(|x| x.iter().map(|x| x.number).collect()).collect();
        let lent: Vec<&[N]> = released.iter().map(Vec::as_slice).collect();
        Ok(N::apply_array(rule, &lent)?.into_iter().map(Tagged::bind).collect())
    }
    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        self.number.exceeds(other.number)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.number.has_nan()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_constant(self) -> bool {
        self.number.is_constant()
    }
}

rules::number_operators! { ['t, N: Number] Tagged<'t, N>, number: N }
rules::advice! {
    ['t, N: Number] Tagged<'t, N>,
    ['s, 't, N: Number, V: Tangent<Tagged<'t, N>>] Tagged<'s, Dual<Tagged<'t, N>, V>>
}

impl<N: Lift> Lift for Tagged<'_, N> {
    type Inner = N::Inner;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(inner: N::Inner) -> Self {
        Tagged::bind(N::lift(inner))
    }
}

impl<N: fmt::Display> fmt::Display for Tagged<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

impl<N: fmt::Debug> fmt::Debug for Tagged<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
