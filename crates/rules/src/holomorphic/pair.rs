//! A holomorphic function as two rules: its real and its imaginary part.

use super::Complex;
use crate::{Number, Rule, RuleId};
use core::marker::PhantomData;

/// A holomorphic function of complex arguments: `N` counts their parts, real and imaginary in turns.
pub(super) trait Holomorphic<const N: usize>: 'static {
    /// The name of the real part as a rule.
    const RE: &'static str;
    /// The name of the imaginary part as a rule.
    const IM: &'static str;

    /// Both parts of the value.
    fn value(args: [f64; N]) -> [f64; 2];

    /// Both parts of the complex derivative by each argument, given the value.
    fn slopes<T: Number>(args: [T; N], out: Complex<T>, active: [bool; N]) -> [T; N];

    /// As [`slopes`](Holomorphic::slopes), in a form that closes the recurrence of a series sooner.
    fn series<T: Number>(args: [T; N], out: Complex<T>) -> Option<[T; N]> {
        let _ = (args, out);
        None
    }
}

/// The function, at any number.
#[inline]
pub(super) fn apply<F: Holomorphic<N>, T: Number, const N: usize>(args: [T; N]) -> Complex<T> {
    Complex { re: T::apply::<Re<F>, N>(args, 0), im: T::apply::<Im<F>, N>(args, 0) }
}

/// The real part of a holomorphic function: by x its derivative is Re f', by y it is -Im f'.
pub(super) struct Re<F>(PhantomData<F>);
/// The imaginary part of a holomorphic function: by x its derivative is Im f', by y it is Re f'.
pub(super) struct Im<F>(PhantomData<F>);

fn of_re<T: Number, const N: usize>(slopes: [T; N]) -> [T; N] {
    core::array::from_fn(|k| if k % 2 == 0 { slopes[k] } else { -slopes[k] })
}

fn of_im<T: Number, const N: usize>(slopes: [T; N]) -> [T; N] {
    core::array::from_fn(|k| slopes[k ^ 1])
}

impl<F: Holomorphic<N>, const N: usize> Rule<N> for Re<F> {
    const ID: RuleId = RuleId::User(F::RE);

    fn value(args: [f64; N], _: i32) -> f64 {
        F::value(args)[0]
    }

    fn partials<T: Number>(args: [T; N], out: T, active: [bool; N], _: i32) -> [T; N] {
        let out = Complex { re: out, im: T::apply::<Im<F>, N>(args, 0) };
        of_re(F::slopes(args, out, active))
    }

    fn series<T: Number>(args: [T; N], out: T, _: [bool; N], _: i32) -> Option<[T; N]> {
        let out = Complex { re: out, im: T::apply::<Im<F>, N>(args, 0) };
        F::series(args, out).map(of_re)
    }
}

impl<F: Holomorphic<N>, const N: usize> Rule<N> for Im<F> {
    const ID: RuleId = RuleId::User(F::IM);

    fn value(args: [f64; N], _: i32) -> f64 {
        F::value(args)[1]
    }

    fn partials<T: Number>(args: [T; N], out: T, active: [bool; N], _: i32) -> [T; N] {
        let out = Complex { re: T::apply::<Re<F>, N>(args, 0), im: out };
        of_im(F::slopes(args, out, active))
    }

    fn series<T: Number>(args: [T; N], out: T, _: [bool; N], _: i32) -> Option<[T; N]> {
        let out = Complex { re: T::apply::<Re<F>, N>(args, 0), im: out };
        F::series(args, out).map(of_im)
    }
}
