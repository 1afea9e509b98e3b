//! The number that records which inputs its value depends on.

use super::arms;
use super::origin::{Class, Origin};
use super::recorder::Recorder;
use super::shape::Argument;
use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::panic::Location;
use rules::{Choice, Number, Op, Real, Rule, RuleId};

/// A number that records on which inputs its value depends, and in which pairs of them not linearly.
///
/// It has a value, so that code that branches runs; then the pattern found is that of the branch at this point. What chooses
/// without branching, `max`, `select`, `clamp`, has the pattern of all that can be chosen.
///
/// `Copy`, and bound to its recording by the lifetime `'p`.
///
/// ```compile_fail
/// let mut kept = None;
/// sparse::detect::jacobian(&[1.0], |x| { kept = Some(x[0]); x.to_vec() });
/// ```
#[derive(Clone, Copy)]
pub struct PatternNumber<'p> {
    value: f64,
    origin: Origin,
    recorder: Option<&'p Recorder>,
    brand: PhantomData<Cell<&'p ()>>,
}

impl<'p> PatternNumber<'p> {
    #[inline]
    pub(crate) fn new(value: f64, origin: Origin, recorder: &'p Recorder) -> Self {
        PatternNumber { value, origin, recorder: Some(recorder), brand: PhantomData }
    }

    #[inline]
    fn fixed(value: f64) -> Self {
        PatternNumber { value, origin: Origin::CONSTANT, recorder: None, brand: PhantomData }
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    #[inline]
    fn value_of(self) -> f64 {
        self.value
    }

    #[inline]
    fn origin_of(self) -> Origin {
        self.origin
    }

    #[inline]
    fn argument(self) -> Argument {
        match self.origin {
            origin if origin.is_active() => Argument::Active,
            origin if origin.is_flat() => Argument::Flat,
            _ => Argument::Constant(self.value),
        }
    }

    /// The result of a function of which nothing is known but its value here: it depends on all of these numbers, and is not
    /// linear in any pair of them. For functions that are not made of rules.
    ///
    /// # Panics
    /// If the numbers belong to more than one recording.
    ///
    /// ```
    /// use sparse::detect::{self, PatternNumber};
    /// let found = detect::hessian(&[1.0, 2.0, 3.0], |x| vec![PatternNumber::opaque(5.0, &x[..2]) + x[2]])?;
    /// assert_eq!(found.pattern.entries(), 4);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    #[track_caller]
    pub fn opaque(value: f64, arguments: &[PatternNumber<'p>]) -> PatternNumber<'p> {
        let Some(recorder) = arguments.iter().find_map(|a| a.recorder) else {
            return PatternNumber::fixed(value);
        };
        arguments.iter().for_each(|a| a.expect(recorder));
        recorder.join(value, arguments.iter().map(|a| &a.origin).filter(|origin| origin.is_active()))
    }

    /// What it depends on, in this recording.
    ///
    /// # Panics
    /// If it belongs to another recording.
    #[track_caller]
    pub(crate) fn origin_in(self, recorder: &Recorder) -> Origin {
        self.expect(recorder);
        recorder.trace().borrow().expect(self.origin);
        self.origin
    }

    #[track_caller]
    #[inline]
    fn expect(self, recorder: &Recorder) {
        assert!(
            self.recorder.is_none_or(|own| core::ptr::eq(own, recorder)),
            "a pattern number of another recording: it lives as long as the call that gave it"
        );
    }

    /// What the result of any rule depends on.
    #[inline(never)]
    fn origin_by<R: Rule<N>, const N: usize>(args: [Self; N], value: f64, n: i32, recorder: &Recorder) -> Origin {
        let arguments = args.map(Self::argument);
        if R::STEPS || !arguments.contains(&Argument::Active) {
            return Origin::FLAT;
        }
        if R::CHOOSES && recorder.is_local() {
            let active = arguments.map(|a| a == Argument::Active);
            match Choice::of::<R>(args.map(Self::value_of), value, active, n) {
                Choice::Constant => return Origin::FLAT,
                Choice::Argument(i) => return args[i].origin,
                _ => {}
            }
        }
        recorder.apply::<R, N>(args.map(Self::origin_of), arguments, n)
    }

    /// The answer to a question about these numbers, which at the point is this one.
    #[track_caller]
    fn decide(self, other: Self, here: bool) -> bool {
        if arms::is_quiet() {
            return here;
        }
        let here = arms::by_chance().unwrap_or(here);
        match self.recorder.or(other.recorder) {
            Some(recorder) => recorder.decide(u8::from(here), 2, Location::caller()) != 0,
            None => {
                self.settle();
                other.settle();
                here
            }
        }
    }

    /// A number that a branch decided, of no recording, is looked at.
    #[track_caller]
    fn settle(self) {
        arms::settle(self.recorder.is_none() && self.origin.is_flat());
    }

    #[track_caller]
    fn order(self, other: Self) -> Option<Ordering> {
        let here = self.value.partial_cmp(&other.value);
        self.settle();
        other.settle();
        match (self.recorder.or(other.recorder), here) {
            (Some(recorder), Some(here)) => {
                let answers = [Ordering::Less, Ordering::Equal, Ordering::Greater];
                let answer = recorder.decide((here as i8 + 1) as u8, 3, Location::caller());
                answers.get(usize::from(answer)).copied()
            }
            (Some(recorder), None) => {
                recorder.look(Location::caller());
                None
            }
            (None, here) => here,
        }
    }
}

impl Number for PatternNumber<'_> {
    type Scalar = f64;

    const TAKES_BOTH_ARMS: bool = true;

    #[inline]
    fn constant(c: f64) -> Self {
        PatternNumber::fixed(c)
    }

    fn joined(self, other: Self) -> Self {
        let is_constant = self.origin.is_constant();
        if self.origin == other.origin && (!is_constant || self.value.to_bits() == other.value.to_bits()) {
            return self;
        }
        let value = self.value;
        match (self.origin.is_active(), other.origin.is_active(), self.recorder.or(other.recorder)) {
            (true, true, Some(recorder)) => recorder.either(value, self.origin, other.origin),
            (true, ..) => self,
            (_, true, _) => PatternNumber { value, ..other },
            // Of two constants there is no recording.
            (_, _, None) => PatternNumber { origin: Origin::FLAT, ..PatternNumber::fixed(value) },
            (_, _, Some(recorder)) => recorder.number(value, Origin::FLAT),
        }
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = || R::value(args.map(Self::value_of), n);
        let Some(recorder) = args.iter().find_map(|a| a.recorder) else {
            let is_flat = args.iter().any(|a| a.origin.is_flat());
            let origin = if is_flat { Origin::FLAT } else { Origin::CONSTANT };
            return PatternNumber { origin, ..PatternNumber::fixed(value()) };
        };
        let value = if recorder.is_blind() { f64::NAN } else { value() };
        args.iter().for_each(|a| a.expect(recorder));
        // What stands in the inner loops of most functions, without questions to the table.
        let class = match R::ID {
            RuleId::Table(Op::Add | Op::Sub) => Some(Class::Linear),
            RuleId::Table(Op::Mul) => Some(Class::Product),
            RuleId::Table(Op::Div) => Some(Class::Quotient),
            _ => None,
        };
        let (a, b) = (args[0].origin, args[N - 1].origin);
        let origin = match (class, a.is_active(), b.is_active()) {
            (Some(class), true, true) => recorder.two(a, b, class),
            (Some(_), true, false) => a,
            (Some(Class::Linear | Class::Product), false, true) => b,
            (None, true, _) if N == 1 && !R::STEPS && !R::CHOOSES => recorder.apply_one::<R, N>(a, n),
            _ => Self::origin_by::<R, N>(args, value, n, recorder),
        };
        recorder.number(value, origin)
    }

    fn known(self) -> Option<f64> {
        self.origin.is_constant().then_some(self.value)
    }

    fn has_nan(self) -> bool {
        !self.origin.is_constant() || self.value.is_nan()
    }

    fn is_constant(self) -> bool {
        !self.origin.is_active()
    }
}

rules::number_operators! { ['p] PatternNumber<'p> }

macro_rules! compare {
    ($($name:ident $op:tt)*) => {
        impl PartialOrd for PatternNumber<'_> {
            #[track_caller]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.order(*other)
            }
            $(#[track_caller]
            fn $name(&self, other: &Self) -> bool {
                self.decide(*other, self.value $op other.value)
            })*
        }
        impl PartialOrd<f64> for PatternNumber<'_> {
            #[track_caller]
            fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
                self.order(PatternNumber::fixed(*c))
            }
            $(#[track_caller]
            fn $name(&self, c: &f64) -> bool {
                self.decide(*self, self.value $op *c)
            })*
        }
        impl<'p> PartialOrd<PatternNumber<'p>> for f64 {
            #[track_caller]
            fn partial_cmp(&self, x: &PatternNumber<'p>) -> Option<Ordering> {
                PatternNumber::fixed(*self).order(*x)
            }
            $(#[track_caller]
            fn $name(&self, x: &PatternNumber<'p>) -> bool {
                x.decide(*x, *self $op x.value)
            })*
        }
    };
}
compare! { lt < le <= gt > ge >= }

impl PartialEq for PatternNumber<'_> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.decide(*other, self.value == other.value)
    }
}

impl PartialEq<f64> for PatternNumber<'_> {
    #[track_caller]
    fn eq(&self, c: &f64) -> bool {
        self.decide(*self, self.value == *c)
    }
}

impl<'p> PartialEq<PatternNumber<'p>> for f64 {
    #[track_caller]
    fn eq(&self, x: &PatternNumber<'p>) -> bool {
        x == self
    }
}

impl Real for PatternNumber<'_> {
    /// The value at the point. What is computed from it is a constant, so the pattern holds there alone.
    #[track_caller]
    fn value(&self) -> f64 {
        if !self.origin.is_constant() {
            arms::leave_if_astray();
        }
        self.settle();
        if let Some(recorder) = self.recorder {
            recorder.look(Location::caller());
        }
        self.value
    }
}

impl fmt::Display for PatternNumber<'_> {
    /// Writes the value at the point, which makes the pattern a local one, as [`value`](Real::value) does: text can be read
    /// back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for PatternNumber<'_> {
    /// Writes the inputs that it depends on, not the number; a constant as its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.origin.is_constant() {
            return self.value.fmt(f);
        }
        let inputs = self.recorder.map(|recorder| recorder.inputs(self.origin)).unwrap_or_default();
        f.debug_tuple("PatternNumber").field(&inputs).finish()
    }
}
