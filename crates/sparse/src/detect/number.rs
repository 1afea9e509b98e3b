//! The number that records which inputs its value depends on.

use super::arms;
use super::recorder::{FLAT, NONE, Recorder};
use super::shape::Argument;
use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::panic::Location;
use rules::{Choice, Number, Real, Rule};

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
    id: u32,
    epoch: u32,
    recorder: Option<&'p Recorder>,
    brand: PhantomData<Cell<&'p ()>>,
}

impl<'p> PatternNumber<'p> {
    pub(crate) fn new(value: f64, id: u32, recorder: &'p Recorder, epoch: u32) -> Self {
        PatternNumber { value, id, epoch, recorder: Some(recorder), brand: PhantomData }
    }

    fn fixed(value: f64) -> Self {
        PatternNumber { value, id: NONE, epoch: 0, recorder: None, brand: PhantomData }
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    fn value_of(self) -> f64 {
        self.value
    }

    fn id_of(self) -> u32 {
        self.id
    }

    fn argument(self) -> Argument {
        match self.id {
            NONE => Argument::Constant(self.value),
            FLAT => Argument::Flat,
            _ => Argument::Active,
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
        recorder.join(value, arguments.iter().map(|a| a.id).filter(|&id| id < FLAT))
    }

    /// The value's number in the recording, unless it has no derivative.
    ///
    /// # Panics
    /// If it belongs to another recording.
    #[track_caller]
    pub(crate) fn id_in(self, recorder: &Recorder) -> Option<u32> {
        self.expect(recorder);
        (self.id < FLAT).then_some(self.id)
    }

    #[track_caller]
    fn expect(self, recorder: &Recorder) {
        let here = self.recorder.is_none_or(|own| core::ptr::eq(own, recorder) && self.epoch == recorder.epoch());
        assert!(here, "a pattern number of another recording: it lives as long as the call that gave it");
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
        arms::settle(self.recorder.is_none() && self.id == FLAT);
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
        if self.id == other.id && (self.id != NONE || self.value.to_bits() == other.value.to_bits()) {
            return self;
        }
        let value = self.value;
        match (self.id < FLAT, other.id < FLAT, self.recorder.or(other.recorder)) {
            (true, true, Some(recorder)) => recorder.either(value, [self.id, other.id]),
            (true, ..) => self,
            (_, true, _) => PatternNumber { value, ..other },
            // Of two constants there is no recording.
            (_, _, None) => PatternNumber { id: FLAT, ..PatternNumber::fixed(value) },
            (_, _, Some(recorder)) => recorder.number(value, FLAT),
        }
    }

    #[track_caller]
    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = || R::value(args.map(Self::value_of), n);
        let Some(recorder) = args.iter().find_map(|a| a.recorder) else {
            let id = if args.iter().any(|a| a.id == FLAT) { FLAT } else { NONE };
            return PatternNumber { id, ..PatternNumber::fixed(value()) };
        };
        let value = if recorder.is_blind() { f64::NAN } else { value() };
        args.iter().for_each(|a| a.expect(recorder));
        let arguments = args.map(Self::argument);
        if R::STEPS || !arguments.contains(&Argument::Active) {
            return PatternNumber::new(value, FLAT, recorder, recorder.epoch());
        }
        if R::CHOOSES && recorder.is_local() {
            let active = arguments.map(|a| a == Argument::Active);
            match Choice::of::<R>(args.map(Self::value_of), value, active, n) {
                Choice::Constant => return recorder.number(value, FLAT),
                Choice::Argument(i) => return recorder.number(value, args[i].id),
                _ => {}
            }
        }
        recorder.apply::<R, N>(value, args.map(Self::id_of), arguments, n)
    }

    fn known(self) -> Option<f64> {
        (self.id == NONE).then_some(self.value)
    }

    fn has_nan(self) -> bool {
        self.id != NONE || self.value.is_nan()
    }

    fn is_constant(self) -> bool {
        self.id >= FLAT
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
        if self.id != NONE {
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
    /// Writes which value this is, not the number; a constant as its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            NONE => self.value.fmt(f),
            FLAT => f.write_str("PatternNumber(flat)"),
            id => f.debug_tuple("PatternNumber").field(&id).finish(),
        }
    }
}
