//! Which derivatives of a rule can be other than zero: the table's partials, run on numbers that know no more than that.

use core::ops::{Add, Div, Mul, Neg, Sub};
use rules::{Number, Op, Rule, RuleId, rule};

/// What is known of a number in the partials of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Known {
    /// The rule states it. A zero is there whatever the arguments are.
    Stated(f64),
    /// A constant of the program. A zero may be another number when the program runs again.
    Given(f64),
    /// Anything.
    Open,
}

impl Known {
    pub(crate) fn is_zero(self) -> bool {
        self == Known::Stated(0.0)
    }

    fn number(self) -> Option<f64> {
        match self {
            Known::Stated(c) | Known::Given(c) => Some(c),
            Known::Open => None,
        }
    }

    fn is_open(self) -> bool {
        self == Known::Open
    }

    #[inline]
    fn of<R: Rule<N>, const N: usize>(args: [Known; N], n: i32) -> Known {
        let zero = |i: usize| args[i].is_zero();
        let vanishes = match R::ID {
            RuleId::Table(Op::Mul) => zero(0) || zero(1),
            RuleId::Table(Op::Div) => zero(0),
            RuleId::Table(Op::Select) => zero(1) && zero(2),
            _ => false,
        };
        if vanishes {
            return Known::Stated(0.0);
        }
        // What chooses may have a precondition that constants break.
        if R::CHOOSES || args.iter().any(|a| a.is_open()) {
            return Known::Open;
        }
        let value = R::value(rules::each(args, |a| a.number().unwrap_or(f64::NAN)), n);
        if args.iter().all(|a| matches!(a, Known::Stated(_))) { Known::Stated(value) } else { Known::Given(value) }
    }
}

/// A number of which it is known whether it is zero by the structure of the rule.
#[derive(Clone, Copy)]
struct Outline(Known);

/// A number that depends on some of the arguments of a rule, each a bit, so that its derivative by others is zero.
#[derive(Clone, Copy)]
struct Reach {
    known: Known,
    by: u64,
}

impl Outline {
    fn known_of(self) -> Known {
        self.0
    }
}

impl Reach {
    fn known_of(self) -> Known {
        self.known
    }
    fn outline(self) -> Outline {
        Outline(self.known)
    }
    fn depends(self) -> bool {
        self.by != 0
    }
}

impl Number for Outline {
    type Scalar = f64;
    fn constant(c: f64) -> Self {
        Outline(Known::Stated(c))
    }
    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Outline(Known::of::<R, N>(rules::each(args, Self::known_of), n))
    }
    fn known(self) -> Option<f64> {
        self.0.number()
    }
    fn has_nan(self) -> bool {
        self.0.number().is_none_or(f64::is_nan)
    }
    fn is_constant(self) -> bool {
        !self.0.is_open()
    }
}

impl Number for Reach {
    type Scalar = f64;
    fn constant(c: f64) -> Self {
        Reach { known: Known::Stated(c), by: 0 }
    }
    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let known = Known::of::<R, N>(rules::each(args, Self::known_of), n);
        if R::STEPS || !known.is_open() || args.iter().all(|a| a.by == 0) {
            return Reach { known, by: 0 };
        }
        let partials =
            R::partials(rules::each(args, Self::outline), Outline(known), rules::each(args, Self::depends), n)
                .map(Outline::known_of);
        let by = args.iter().zip(partials).filter(|(_, p)| !p.is_zero()).fold(0, |by, (a, _)| by | a.by);
        Reach { known, by }
    }
    fn known(self) -> Option<f64> {
        self.known.number()
    }
    fn has_nan(self) -> bool {
        self.known.number().is_none_or(f64::is_nan)
    }
    fn is_constant(self) -> bool {
        self.by == 0
    }
}

macro_rules! operators {
    ($T:ty: $($Op:ident $op:ident)*) => {
        impl Neg for $T {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self::apply::<rule::Neg, 1>([self], 0)
            }
        }
        $(impl $Op for $T {
            type Output = Self;
            #[inline]
            fn $op(self, other: Self) -> Self {
                Self::apply::<rule::$Op, 2>([self, other], 0)
            }
        })*
    };
}
operators! { Outline: Add add Sub sub Mul mul Div div }
operators! { Reach: Add add Sub sub Mul mul Div div }

/// An argument of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Argument {
    /// What is differentiated by reaches it.
    Active,
    /// Not, but its value changes with the inputs.
    Flat,
    /// A constant of the program.
    Constant(f64),
}

impl Argument {
    fn is_active(self) -> bool {
        self == Argument::Active
    }

    fn known(self) -> Known {
        match self {
            Argument::Constant(c) => Known::Given(c),
            _ => Known::Open,
        }
    }
}

/// Which derivatives of a rule can be other than zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape<const N: usize> {
    /// By each argument.
    pub(crate) first: [bool; N],
    /// By each argument and another, whose bit is set; only where the second derivatives were asked for.
    pub(crate) second: [u64; N],
}

impl<const N: usize> Shape<N> {
    /// Whether the second derivative by these two can be other than zero.
    #[inline]
    pub(crate) fn meet(&self, i: usize, j: usize) -> bool {
        self.first[j] && self.second[i] != 0 && (N > 64 || self.second[i] >> j & 1 != 0)
    }

    /// That of `R` with these arguments.
    ///
    /// A second derivative is taken to be zero only where the partials by both arguments say so.
    #[inline]
    pub(crate) fn of<R: Rule<N>>(args: [Argument; N], n: i32, asks_second: bool) -> Shape<N> {
        let active = rules::each(args, Argument::is_active);
        let outlines = rules::each(args, |a| Outline(a.known()));
        let partials = R::partials(outlines, Outline(Known::Open), active, n);
        let mut shape = Shape { first: [false; N], second: [0; N] };
        for i in 0..N {
            shape.first[i] = active[i] && !partials[i].0.is_zero();
        }
        if !asks_second || !shape.first.contains(&true) {
            return shape;
        }
        if N > 64 {
            // There are no bits for so many.
            shape.second = shape.first.map(|first| if first { u64::MAX } else { 0 });
            return shape;
        }
        let mut place = 0u32;
        let reaches = args.map(|a| {
            let by = if a.is_active() { 1u64.wrapping_shl(place) } else { 0 };
            place += 1;
            Reach { known: a.known(), by }
        });
        let by = (0..N).filter(|&i| shape.first[i]).fold(0, |by, i| by | reaches[i].by);
        let partials = R::partials(reaches, Reach { known: Known::Open, by }, active, n);
        for i in (0..N).filter(|&i| shape.first[i]) {
            for j in (0..N).filter(|&j| shape.first[j]) {
                if partials[i].by & reaches[j].by != 0 || partials[j].by & reaches[i].by != 0 {
                    shape.second[i] |= reaches[j].by;
                }
            }
        }
        shape
    }
}
