//! The variable of a tape.

use crate::records::each;
use crate::streams::{MINUS, PLUS};
use crate::{Adjoints, Tape, array};
use core::fmt;
use rules::{ArrayRule, Cases, Choice, Lift, List, Listed, Number, Op, Recording, Rule, RuleId, Run, Scalar, strong};
use std::borrow::Cow;

/// A variable of a tape: a value, and the linear dependence on the statement it came from.
///
/// `Copy`, and bound to its tape: it cannot outlive it, nor the recording of the closure that it was handed to.
/// A constant belongs to no tape and records nothing.
#[derive(Clone, Copy)]
pub struct Var<'t, T = f64> {
    pub(crate) value: T,
    /// The derivative of the value by the statement `index`.
    pub(crate) factor: T,
    /// From the top: the tape's epoch in 31 bits, [`DERIVED`], and the statement's index in 32.
    pub(crate) id: u64,
    pub(crate) tape: Option<&'t Tape<T>>,
}

/// The bit of an id that is set where the value is a function of the statement, with a factor; without it the factor
/// is one.
const DERIVED: u64 = 1 << 32;
const EPOCH: u64 = !0 << 33;

impl<T> Var<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn index(&self) -> u32 {
        self.id as u32
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn epoch(&self) -> u32 {
        (self.id >> 33) as u32
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_derived(&self) -> bool {
        self.id & DERIVED != 0
    }
}

impl<'t, T: Number> Var<'t, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn node(value: T, index: u32, tape: &'t Tape<T>) -> Self {
        let id = u64::from(tape.epoch()) << 33 | u64::from(index);
        Var { value, factor: one(), id, tape: Some(tape) }
    }

    /// A value with the derivative `factor` by a statement; a constant if that is statement 0.
    pub(crate) fn linear(value: T, index: u32, factor: T, tape: &'t Tape<T>) -> Self {
        if index == 0 {
            return Var::fixed(value);
        }
        let whole = factor.is_constant() && factor.known() == Some(T::Scalar::from_f64(1.0));
        let node = Var::node(value, index, tape);
        if whole { node } else { Var { factor, id: node.id | DERIVED, ..node } }
    }

    /// A value that does not depend on any variable of a tape.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, c) = (tape.var(2.0), reverse::Var::fixed(5.0));
    /// let g = (c * x).grad();
    /// assert_eq!((g.wrt(x), g.wrt(c)), (5.0, 0.0));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed(value: T) -> Self {
        Var { value, factor: T::constant(T::Scalar::default()), id: 0, tape: None }
    }

    /// The value, one level down.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.var(2.0);
    /// assert_eq!((x * x).inner(), 4.0);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inner(&self) -> T {
        self.value
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_of(self) -> T {
        self.value
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_recorded(self) -> bool {
        self.tape.is_some()
    }

    /// The derivatives of this value by everything that was recorded before it. Cost: one pass over the tape.
    ///
    /// A constant has derivative zero by everything.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let g = (x * y).grad();
    /// assert_eq!((g.wrt(x), g.wrt(y)), (3.0, 2.0));
    /// ```
    #[track_caller]
    pub fn grad(self) -> Adjoints<T> {
        match self.tape {
            Some(tape) => tape.adjoints(&[(self, one())]),
            None => Adjoints::new(),
        }
    }

    /// As [`grad`](Var::grad), by a slower sweep that also finds which variables the value depends on at all:
    /// [`Adjoints::reaches`] then answers exactly.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let z: reverse::Var = (x * x - x * x) * 5.0;
    /// let g = z.reach();
    /// assert_eq!(g.wrt(x), 0.0);
    /// assert!(g.reaches(x) && !g.reaches(y));
    /// ```
    #[track_caller]
    pub fn reach(self) -> Adjoints<T> {
        let mut adjoints = Adjoints::new();
        if let Some(tape) = self.tape {
            tape.reach_into(&self, &mut adjoints);
        }
        adjoints
    }

    /// The same value as a statement of its own, so that [`Adjoints::wrt`] can be asked about it.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.var(2.0);
    /// // Twice x alone would be x with a factor.
    /// let twice = (2.0 * x).keep();
    /// let g = (twice * twice).grad();
    /// assert_eq!((g.wrt(twice), g.wrt(x)), (8.0, 16.0));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn keep(self) -> Self {
        match self.tape {
            Some(tape) if self.is_derived() => {
                Var::of(self.value, self.id, tape.record_one(self.index(), self.factor), tape)
            }
            _ => self,
        }
    }

    /// A function of this variable alone, with the derivative `slope`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn map(self, value: T, slope: T) -> Self {
        Var { value, factor: slope * self.factor, id: self.id | DERIVED, ..self }
    }

    /// The variable that a statement on operands with this id makes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(value: T, id: u64, index: u32, tape: &'t Tape<T>) -> Self {
        Var { value, factor: one(), id: id & EPOCH | u64::from(index), tape: Some(tape) }
    }

    /// A function of two variables of a tape, with its partials.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn merge(value: T, a: Self, p: T, tape: &'t Tape<T>, b: Self, q: T, kind: Kind) -> Self {
        b.belongs(a.id, tape);
        if a.index() == b.index() {
            return Var { value, factor: p * a.factor + q * b.factor, id: a.id | DERIVED, tape: Some(tape) };
        }
        let index = match kind {
            Kind::Sum | Kind::Difference => {
                let sign = if kind == Kind::Sum { PLUS } else { MINUS };
                let p = a.is_derived().then_some(a.factor);
                let q = b.is_derived().then(|| if kind == Kind::Sum { b.factor } else { -b.factor });
                tape.record_sum(a.index(), p, b.index(), q, sign)
            }
            Kind::Dense => tape.record(a.index(), p * a.factor, b.index(), q * b.factor),
            Kind::Lean => tape.record_lean(a.index(), p * a.factor, b.index(), q * b.factor),
        };
        Var::of(value, a.id, index, tape)
    }

    /// Checks that it was recorded on that tape since it was last cleared, as a variable with this id was.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn belongs(&self, id: u64, tape: &'t Tape<T>) {
        if !self.is_of(id, tape) {
            mixed();
        }
    }

    /// Whether it was recorded on that tape since it was last cleared, as a variable with this id was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_of(&self, id: u64, tape: &Tape<T>) -> bool {
        self.tape.is_some_and(|own| core::ptr::eq(own, tape)) && (self.id ^ id) & EPOCH == 0
    }

    /// What `R` has chosen: the argument itself, of which nothing is recorded, or its share in a tie.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose<R: Rule<N>, const N: usize>(args: [Self; N], at: [T; N], value: T, n: i32) -> Self {
        let mut recorded = args.iter().filter_map(|x| Some((x, x.tape?)));
        if let Some((first, tape)) = recorded.next() {
            for (x, _) in recorded {
                x.belongs(first.id, tape);
            }
        }
        match Choice::of::<R>(at, value, rules::each(args, Self::is_recorded), n) {
            Choice::Constant => Var::fixed(value),
            Choice::Argument(i) => Var { value, ..args[i] },
            Choice::Shared(partials) => Var::join(value, args.into_iter().zip(partials)),
            Choice::Open(partials) => Var::open(value, args.into_iter().zip(partials)),
        }
    }

    /// What a rule has chosen of this variable and constants. Without a branch on the partial: values come in any order.
    /// What follows has one all the same, as a constant records nothing: a sum of max(x, 0) over random signs takes 1.7
    /// times as long as with a zero that is recorded, a truncated Heston scheme half as long.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn share(self, value: T, partial: T) -> Self {
        let Some(p) = partial.known() else { return Var::open(value, core::iter::once((self, partial))) };
        let whole = p == T::Scalar::from_f64(1.0);
        let tape = if p == T::Scalar::default() { None } else { self.tape };
        Var { value, factor: partial * self.factor, id: if whole { self.id } else { self.id | DERIVED }, tape }
    }

    /// What is chosen among variables while their values are not known.
    #[track_caller]
    fn open(value: T, edges: impl Iterator<Item = (Self, T)>) -> Self {
        edges.fold(Var::fixed(value), |sum, (x, p)| {
            let Some(tape) = x.tape else { return sum };
            if sum.tape.is_some() {
                sum.belongs(x.id, tape);
            }
            let rest = sum.tape.map(|_| sum.index());
            Var::of(value, x.id, tape.record_strong(x.index(), strong(p, x.factor), rest), tape)
        })
    }

    /// A function of any number of variables, given with their partials; constants among them are passed over.
    #[track_caller]
    pub(crate) fn join(value: T, edges: impl Iterator<Item = (Self, T)>) -> Self {
        let mut sum: Option<(Self, T)> = None;
        for (x, p) in edges.filter(|(x, _)| x.tape.is_some()) {
            sum = Some(match (sum, x.tape) {
                (Some((s, q)), Some(tape)) => (Var::merge(value, x, p, tape, s, q, Kind::Lean), one()),
                _ => (x, p),
            });
        }
        match sum {
            Some((x, p)) => x.map(value, p),
            None => Var::fixed(value),
        }
    }
}

/// What is known of the partials of a function of two variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Both are 1.
    Sum,
    /// They are 1 and -1.
    Difference,
    /// They are hardly ever 1 or -1.
    Dense,
    /// They may well be.
    Lean,
}

impl Kind {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(rule: RuleId) -> Kind {
        match rule {
            RuleId::Table(Op::Add) => Kind::Sum,
            RuleId::Table(Op::Sub) => Kind::Difference,
            _ => Kind::Dense,
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn one<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(1.0))
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn mixed() -> ! {
    panic!("variables of two recordings met in one operation: bring the outer one in by its value, or by lift")
}

impl<'t, T: Number> Number for Var<'t, T> {
    type Scalar = T::Scalar;
    const ORDER: usize = T::ORDER.saturating_add(1);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(Recording(cases))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: T::Scalar) -> Self {
        Var::fixed(T::constant(c))
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let at = rules::each(args, Self::value_of);
        let value = T::apply::<R, N>(at, n);
        if R::STEPS {
            return Var::fixed(value);
        }
        if R::CHOOSES {
            return Self::choose::<R, N>(args, at, value, n);
        }
        let active = rules::each(args, Self::is_recorded);
        if N == 1 {
            return if active[0] {
                args[0].map(value, R::partials(at, value, active, n)[0])
            } else {
                Var::fixed(value)
            };
        }
        if N == 2 {
            return match (args[0].tape, args[1].tape) {
                (None, None) => Var::fixed(value),
                (Some(_), None) => args[0].map(value, R::partials(at, value, active, n)[0]),
                (None, Some(_)) => args[1].map(value, R::partials(at, value, active, n)[1]),
                (Some(tape), Some(_)) => {
                    let d = R::partials(at, value, active, n);
                    Var::merge(value, args[0], d[0], tape, args[1], d[1], Kind::of(R::ID))
                }
            };
        }
        Var::join(value, args.into_iter().zip(R::partials(at, value, active, n)))
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_with<R: Rule<2>>(self, c: T::Scalar) -> Self {
        let value = self.value.apply_with::<R>(c);
        if R::STEPS || self.tape.is_none() {
            return Var::fixed(value);
        }
        if R::CHOOSES {
            return self.share(value, R::partials([self.value, T::constant(c)], value, [true, false], 0)[0]);
        }
        self.map(value, R::partials([self.value, T::constant(c)], value, [true, false], 0)[0])
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_to<R: Rule<2>>(c: T::Scalar, x: Self) -> Self {
        let value = T::apply_to::<R>(c, x.value);
        if R::STEPS || x.tape.is_none() {
            return Var::fixed(value);
        }
        if R::CHOOSES {
            return x.share(value, R::partials([T::constant(c), x.value], value, [false, true], 0)[1]);
        }
        x.map(value, R::partials([T::constant(c), x.value], value, [false, true], 0)[1])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let found = each(x, List::Each(&[]), |&x| List::Each(x), |x| array::of_variables(rule, x))?;
        Ok(found.into_vec())
    }

    #[track_caller]
    #[inline]
    fn apply_lists<R: ArrayRule>(rule: &R, x: &[List<'_, Self>]) -> Result<Listed<Self>, R::Error> {
        array::of_variables(rule, x)
    }

    #[track_caller]
    fn gather(list: List<'_, Self>) -> Option<Run<Self>> {
        array::gather(list)
    }

    fn known_values<'a>(list: List<'a, Self>) -> Option<Cow<'a, [f64]>> {
        array::known_values(list)
    }

    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        self.value.exceeds(other.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        // What the sweep of this tape will find is not known yet.
        self.value.has_nan() || self.tape.is_some_and(Tape::leaves_open)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_constant(self) -> bool {
        self.tape.is_none() && self.value.is_constant()
    }
}

rules::number_operators! { ['t, T: Number] Var<'t, T>, value: T }
rules::advice! { ['t, T: Number] Var<'t, T>, ['s, 't, T: Number] Var<'s, Var<'t, T>> }

impl<T: Number> Lift for Var<'_, T> {
    type Inner = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(inner: T) -> Self {
        Var::fixed(inner)
    }
}

impl<T: fmt::Display> fmt::Display for Var<'_, T> {
    /// Writes the value alone, with the formatter's options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: fmt::Debug> fmt::Debug for Var<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = f.debug_struct("Var");
        f.field("value", &self.value);
        if self.tape.is_some() {
            f.field("statement", &self.index()).field("factor", &self.factor);
        }
        f.finish()
    }
}
