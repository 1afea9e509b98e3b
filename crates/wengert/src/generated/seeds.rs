//! Sweeps for several outputs at once: numbers whose lanes hold the same value going forward, and an adjoint for each output
//! on the way back.

use core::cmp::Ordering;
use core::fmt;
use rules::{Number, Op, Real, Rule, RuleId};

/// How many outputs one sweep is for.
pub const OUTPUTS: usize = 2;

/// A number on the way forward, and the adjoints for some outputs on the way back.
///
/// What is computed in lanes goes through vectors of two numbers, which every processor has; functions are called once where
/// the lanes are the same.
#[derive(Clone, Copy, Debug)]
pub struct InLanes<const N: usize>([f64; N]);

/// Those of one sweep.
pub type Seeds = InLanes<OUTPUTS>;

impl<const N: usize> InLanes<N> {
    /// The value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed(x: f64) -> Self {
        InLanes([x; N])
    }

    /// The seeds of outputs from the `first` on: one for each in its lane.
    #[inline]
    pub fn of_outputs<const M: usize>(first: usize) -> [Self; M] {
        core::array::from_fn(|i| InLanes(core::array::from_fn(|lane| f64::from(u8::from(first + lane == i)))))
    }

    /// Writes adjoints to the rows of outputs from the `first` on, as far as there are rows: each is `size` long, and these
    /// stand from `at` on. Leaves zero.
    #[inline]
    pub fn write(adjoints: &mut [Self], rows: &mut [f64], size: usize, first: usize, at: usize) {
        for lane in 0..N {
            let from = (first + lane) * size + at;
            let Some(row) = rows.get_mut(from..from + adjoints.len()) else { break };
            row.iter_mut().zip(&*adjoints).for_each(|(x, a)| *x = a.0[lane]);
        }
        adjoints.fill(Self::fixed(0.0));
    }

    fn first(self) -> f64 {
        self.0[0]
    }
}

/// Checks that the caller's rows are as many numbers as the Jacobian has.
#[track_caller]
pub fn rows_fit(given: usize, outputs: usize, inputs: usize) {
    assert!(
        given == outputs * inputs,
        "the rows have {given} numbers: {outputs} outputs by {inputs} inputs are {}, row by row",
        outputs * inputs
    );
}

impl<const L: usize> Number for InLanes<L> {
    type Scalar = f64;
    const ORDER: usize = 0;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: f64) -> Self {
        InLanes::fixed(c)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let in_lanes = || InLanes(core::array::from_fn(|lane| R::value(args.map(|a| a.0[lane]), n)));
        if let RuleId::Table(Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Recip | Op::Sqrt | Op::Abs) = R::ID {
            return in_lanes();
        }
        if args.iter().all(|a| a.0.iter().all(|x| x.to_bits() == a.0[0].to_bits())) {
            return InLanes::fixed(R::value(args.map(Self::first), n));
        }
        in_lanes()
    }

    #[inline]
    fn known(self) -> Option<f64> {
        Some(self.0[0])
    }

    #[inline]
    fn has_nan(self) -> bool {
        self.0.iter().any(|x| x.is_nan())
    }

    #[inline]
    fn is_constant(self) -> bool {
        true
    }
}

rules::number_operators! { [const N: usize] InLanes<N> }

impl<const N: usize> PartialEq for InLanes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq(&self, other: &Self) -> bool {
        self.0[0] == other.0[0]
    }
}
impl<const N: usize> PartialOrd for InLanes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0[0].partial_cmp(&other.0[0])
    }
}
impl<const N: usize> PartialEq<f64> for InLanes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq(&self, c: &f64) -> bool {
        self.0[0] == *c
    }
}
impl<const N: usize> PartialOrd<f64> for InLanes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
        self.0[0].partial_cmp(c)
    }
}
impl<const N: usize> PartialEq<InLanes<N>> for f64 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn eq(&self, x: &InLanes<N>) -> bool {
        *self == x.0[0]
    }
}
impl<const N: usize> PartialOrd<InLanes<N>> for f64 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn partial_cmp(&self, x: &InLanes<N>) -> Option<Ordering> {
        self.partial_cmp(&x.0[0])
    }
}

impl<const N: usize> Real for InLanes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self) -> f64 {
        self.0[0]
    }
}

impl<const N: usize> fmt::Display for InLanes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[0].fmt(f)
    }
}
