//! The number that records which inputs its value depends on.

use super::arms;
use super::origin::{Class, Origin};
use super::recorder::{self, Recorder, listed};
use super::shape::Argument;
use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::panic::Location;
use rules::{ArrayRule, Choice, Number, Op, Real, Rule, RuleId};

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
    brand: PhantomData<Cell<&'p Recorder>>,
}

impl<'p> PatternNumber<'p> {
    #[inline]
    pub(super) fn new(value: f64, origin: Origin) -> Self {
        PatternNumber { value, origin, brand: PhantomData }
    }

    #[inline]
    fn fixed(value: f64) -> Self {
        PatternNumber::new(value, Origin::CONSTANT)
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
    /// assert_eq!(found.here().entries(), 4);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    #[track_caller]
    pub fn opaque(value: f64, arguments: &[PatternNumber<'p>]) -> PatternNumber<'p> {
        if !arguments.iter().any(|a| a.origin.is_recorded()) {
            return PatternNumber::fixed(value);
        }
        let active = arguments.iter().map(|a| a.origin).filter(|origin| origin.is_active());
        PatternNumber::new(value, recorder::current().joined_all(active))
    }

    /// What it depends on, in this recording.
    ///
    /// # Panics
    /// If it belongs to another recording.
    #[track_caller]
    pub(super) fn origin_in(self, recorder: &Recorder) -> Origin {
        recorder.trace().borrow().expect(self.origin);
        self.origin
    }

    /// The recording in progress, if this number is of one.
    fn recorder(self) -> Option<&'static Recorder> {
        recorder::in_progress().filter(|_| self.origin.is_recorded())
    }

    /// The result of any rule.
    #[track_caller]
    #[inline(never)]
    fn applied<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = if recorder::is_blind() { f64::NAN } else { R::value(rules::each(args, Self::value_of), n) };
        PatternNumber::new(value, Self::origin_by::<R, N>(args, value, n))
    }

    /// What the result of an operation depends on that cannot be listed.
    #[track_caller]
    #[cold]
    #[inline(never)]
    fn not_listed<R: Rule<N>, const N: usize>(first: f64, a: Origin, last: f64, b: Origin) -> Origin {
        match const { class_of::<R, N>() } {
            Some(class) if a.is_active() && b.is_active() => recorder::two_alone(a, b, class),
            // As the other terms of a sum, so that its first round is like the others.
            Some(Class::Linear) if a.is_active() => {
                if last == 0.0 {
                    listed(a, a, Class::Linear).unwrap_or(a)
                } else {
                    a
                }
            }
            Some(Class::Linear) if b.is_active() => {
                if first == 0.0 {
                    listed(b, b, Class::Linear).unwrap_or(b)
                } else {
                    b
                }
            }
            _ if a.is_recorded() || b.is_recorded() => {
                let all = [PatternNumber::new(first, a), PatternNumber::new(last, b)];
                let args = core::array::from_fn(|k| all[k.min(1)]);
                Self::origin_by::<R, N>(args, R::value(rules::each(args, Self::value_of), 0), 0)
            }
            _ => Origin::DECIDED,
        }
    }

    /// What the result of any rule depends on.
    #[track_caller]
    fn origin_by<R: Rule<N>, const N: usize>(args: [Self; N], value: f64, n: i32) -> Origin {
        let arguments = rules::each(args, Self::argument);
        if R::STEPS || !arguments.contains(&Argument::Active) {
            return Origin::FLAT;
        }
        let recorder = recorder::current();
        if R::CHOOSES && recorder.is_local() {
            let active = arguments.map(|a| a == Argument::Active);
            match Choice::of::<R>(rules::each(args, Self::value_of), value, active, n) {
                Choice::Constant => return Origin::FLAT,
                Choice::Argument(i) => return args[i].origin,
                _ => {}
            }
        }
        recorder.apply::<R, N>(rules::each(args, Self::origin_of), arguments, n)
    }

    /// The answer to a question about these numbers, which at the point is this one.
    #[track_caller]
    fn decide(self, other: Self, here: bool) -> bool {
        if arms::is_quiet() {
            return here;
        }
        let here = arms::by_chance().unwrap_or(here);
        match self.recorder().or(other.recorder()) {
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
        arms::settle(self.origin.is_decided());
    }

    #[track_caller]
    fn order(self, other: Self) -> Option<Ordering> {
        let here = self.value.partial_cmp(&other.value);
        self.settle();
        other.settle();
        match (self.recorder().or(other.recorder()), here) {
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
        let origin = match (self.origin, other.origin) {
            (a, b) if a.is_active() && b.is_active() => recorder::two(a, b, Class::Linear),
            (_, b) if b.is_active() => b,
            (a, _) if a.is_active() => a,
            (a, b) if a.is_recorded() || b.is_recorded() => Origin::FLAT,
            // Of two constants there is no recording.
            _ => Origin::DECIDED,
        };
        PatternNumber::new(value, origin)
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = || R::value(rules::each(args, Self::value_of), n);
        let (a, b) = (args[0].origin, args[N - 1].origin);
        // What stands in the inner loops of most functions, without questions to the table.
        if let Some(class) = const { class_of::<R, N>() } {
            let origin = match listed(a, b, class) {
                Some(made) => made,
                None => match (a.is_active(), b.is_active()) {
                    (true, false) if class != Class::Linear => a,
                    (false, true) if class == Class::Product => b,
                    (false, false) if a.is_constant() && b.is_constant() => Origin::CONSTANT,
                    // One call, so that compilers keep the length of the list in a register from operation to operation.
                    _ => Self::not_listed::<R, N>(args[0].value, a, args[N - 1].value, b),
                },
            };
            return PatternNumber::new(value(), origin);
        }
        if N == 1 && !R::STEPS && !R::CHOOSES {
            let value = if const { is_dear::<R, N>() } && recorder::is_blind() { f64::NAN } else { value() };
            let origin = match recorder::listed_one::<R, N>(a, n) {
                Some(made) => made,
                None if a.is_constant() => Origin::CONSTANT,
                // One call, as above.
                None => recorder::one_not_listed::<R, N>(a, n),
            };
            return PatternNumber::new(value, origin);
        }
        if args.iter().any(|a| a.origin.is_recorded()) {
            return Self::applied::<R, N>(args, n);
        }
        let is_decided = args.iter().any(|a| a.origin.is_decided());
        PatternNumber::new(value(), if is_decided { Origin::DECIDED } else { Origin::CONSTANT })
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_with<R: Rule<2>>(self, c: f64) -> Self {
        match const { is_linear_in_first::<R>() } {
            true => PatternNumber { value: R::value([self.value, c], 0), ..self },
            false => Self::apply::<R, 2>([self, PatternNumber::fixed(c)], 0),
        }
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_to<R: Rule<2>>(c: f64, x: Self) -> Self {
        match const { is_linear_in_first::<R>() && !matches!(R::ID, RuleId::Table(Op::Div)) } {
            true => PatternNumber { value: R::value([c, x.value], 0), ..x },
            false => Self::apply::<R, 2>([PatternNumber::fixed(c), x], 0),
        }
    }

    /// An operation that goes its way by values, as eigenvalues do, is taken for one of which nothing is known.
    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let is_constant = |x: &&[Self]| x.iter().all(|x| x.origin.is_constant());
        let outputs = match (rule.elementwise(x), rule.outputs()) {
            (Err(_), Some(outputs)) if !x.iter().all(is_constant) => outputs,
            (y, _) => return y,
        };
        let values: Vec<Vec<f64>> = x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect();
        let lent: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        let y = match rule.evaluate(&lent) {
            Ok(y) => y,
            // Without values, or on an arm that the point does not take, there may be none.
            Err(_) if R::ITERATES || recorder::is_blind() => vec![f64::NAN; outputs],
            Err(error) => return Err(error),
        };
        let all = PatternNumber::opaque(f64::NAN, &x.concat());
        Ok(y.into_iter().map(|value| PatternNumber { value, ..all }).collect())
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

/// What an operation between two numbers is, if it is one.
const fn class_of<R: Rule<N>, const N: usize>() -> Option<Class> {
    match R::ID {
        RuleId::Table(Op::Add | Op::Sub) => Some(Class::Linear),
        RuleId::Table(Op::Mul) => Some(Class::Product),
        RuleId::Table(Op::Div) => Some(Class::Quotient),
        _ => None,
    }
}

/// Whether the value of a rule is dearer than to ask whether it is wanted.
const fn is_dear<R: Rule<N>, const N: usize>() -> bool {
    !matches!(R::ID, RuleId::Table(Op::Neg | Op::Powi))
}

/// Whether a rule is linear in its first argument where the second is a constant, and so keeps what it depends on.
const fn is_linear_in_first<R: Rule<2>>() -> bool {
    matches!(R::ID, RuleId::Table(Op::Add | Op::Sub | Op::Mul | Op::Div))
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
        if let Some(recorder) = self.recorder() {
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
        let inputs = self.recorder().map(|recorder| recorder.inputs(self.origin)).unwrap_or_default();
        f.debug_tuple("PatternNumber").field(&inputs).finish()
    }
}
