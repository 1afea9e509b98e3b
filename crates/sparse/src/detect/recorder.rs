//! What pattern numbers write to.

use super::branches::Branches;
use super::listing::Listing;
use super::needs::Needs;
use super::number::PatternNumber;
use super::origin::{Class, Origin};
use super::shape::{Argument, Shape};
use super::trace::Trace;
use crate::Error;
use core::cell::{Cell, RefCell, RefMut};
use core::panic::Location;
use rules::Rule;

/// A recording in progress.
#[derive(Default)]
pub(crate) struct Recorder {
    trace: RefCell<Trace>,
    list: Listing,
    /// The window that is open.
    window: Cell<u32>,
    second: Cell<bool>,
    local: Cell<bool>,
    /// Values are not computed.
    is_blind: bool,
    /// Where a value was first asked for, or numbers were compared.
    looked: Cell<Option<&'static Location<'static>>>,
    /// A value was asked for.
    is_open: Cell<bool>,
    branches: RefCell<Branches>,
}

impl Recorder {
    /// For functions that never look at a value.
    pub(crate) fn without_values() -> Recorder {
        Recorder { is_blind: true, ..Recorder::default() }
    }

    /// Whether values are not computed.
    #[inline]
    pub(crate) fn is_blind(&self) -> bool {
        self.is_blind
    }

    /// Begins a recording with these inputs, with or without second derivatives, and of all that can be chosen or of what
    /// is; perhaps of what is needed alone.
    pub(crate) fn begin(&self, inputs: &[f64], second: bool, local: bool, needs: Needs) -> Vec<PatternNumber<'_>> {
        self.begin_with(inputs, second, local, true, needs)
    }

    /// As [`begin`](Recorder::begin), of many short functions, in which loops are not looked for.
    pub(crate) fn begin_parts(&self, inputs: &[f64]) -> Vec<PatternNumber<'_>> {
        self.begin_with(inputs, false, false, false, Needs::default())
    }

    fn begin_with(
        &self,
        inputs: &[f64],
        second: bool,
        local: bool,
        has_loops: bool,
        needs: Needs,
    ) -> Vec<PatternNumber<'_>> {
        self.second.set(second);
        self.local.set(local);
        self.looked.set(None);
        self.is_open.set(false);
        let trace = &mut *self.trace.borrow_mut();
        trace.start(inputs.len() as u32, second, has_loops, needs);
        self.window.set(trace.window());
        let first = trace.first();
        self.list.start(first);
        self.list.turn(trace.watch.is_allowed());
        (0..).zip(inputs).map(|(input, &x)| self.number(x, Origin::of_input(input, first))).collect()
    }

    /// What is recorded.
    pub(crate) fn trace(&self) -> &RefCell<Trace> {
        &self.trace
    }

    /// What is recorded, all of it.
    pub(crate) fn settled(&self) -> RefMut<'_, Trace> {
        let mut trace = self.trace.borrow_mut();
        trace.settle(&self.list);
        trace
    }

    /// The inputs that a number depends on.
    pub(crate) fn inputs(&self, origin: Origin) -> Vec<u32> {
        let mut list = Vec::new();
        self.settled().inputs(origin, &mut list);
        list
    }

    /// The inputs that some numbers depend on, in no order.
    pub(crate) fn inputs_of(&self, numbers: &[PatternNumber<'_>]) -> Result<Vec<u32>, Error> {
        let mut list = Vec::new();
        let origins: Vec<Origin> = numbers.iter().map(|number| number.origin_in(self)).collect();
        let mut trace = self.settled();
        origins.iter().for_each(|&origin| trace.inputs(origin, &mut list));
        trace.expect_all()?;
        Ok(list)
    }

    /// Where a value was first asked for.
    pub(crate) fn looked(&self) -> Option<&'static Location<'static>> {
        self.looked.get()
    }

    /// A value is asked for.
    pub(crate) fn look(&self, at: &'static Location<'static>) {
        self.looked.set(self.looked.get().or(Some(at)));
        self.is_open.set(true);
    }

    /// A comparison with that many answers, which at the point is this one: the answer to go on with.
    pub(crate) fn decide(&self, here: u8, answers: u8, at: &'static Location<'static>) -> u8 {
        self.looked.set(self.looked.get().or(Some(at)));
        self.branches.borrow_mut().decide(here, answers)
    }

    /// Whether a value was asked for, so that the answers of comparisons do not say all about the way that was taken.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// How comparisons are answered, and were.
    pub(crate) fn branches(&self) -> &RefCell<Branches> {
        &self.branches
    }

    /// Whether choices are followed.
    pub(crate) fn is_local(&self) -> bool {
        self.local.get()
    }

    #[inline]
    pub(crate) fn number(&self, value: f64, origin: Origin) -> PatternNumber<'_> {
        PatternNumber::new(value, origin, self)
    }

    /// What depends on two others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn two(&self, a: Origin, b: Origin, class: Class) -> Origin {
        self.list.two(a, b, class).unwrap_or_else(|| self.two_alone(a, b, class))
    }

    #[inline(never)]
    fn two_alone(&self, a: Origin, b: Origin, class: Class) -> Origin {
        let window = self.window.get();
        let is_linear = class == Class::Linear || !self.second.get();
        if a.window == window && b.window == window && is_linear && (a.node == 0 || b.node == 0) {
            return Origin { bits: a.bits | b.bits, window, node: a.node | b.node };
        }
        self.meet(a, b, class)
    }

    /// What is not linear in another.
    #[inline]
    fn bent(&self, a: Origin) -> Origin {
        match self.second.get() {
            false => a,
            true => self.list.bent(a).unwrap_or_else(|| self.meet(a, a, Class::Bent)),
        }
    }

    #[inline(never)]
    fn meet(&self, a: Origin, b: Origin, class: Class) -> Origin {
        let trace = &mut *self.trace.borrow_mut();
        let origin = trace.operation(&self.list, a, b, class);
        self.window.set(trace.window());
        origin
    }

    /// What the result of a rule of one argument depends on, which depends on the inputs.
    #[inline]
    pub(crate) fn apply_one<R: Rule<N>, const N: usize>(&self, origin: Origin, n: i32) -> Origin {
        // All but `n` is known when this is compiled.
        let shape = Shape::of::<R>([Argument::Active; N], n, self.second.get());
        match (shape.first[0], shape.second[0] != 0) {
            (false, _) => Origin::FLAT,
            (true, false) => origin,
            (true, true) => self.bent(origin),
        }
    }

    /// What the result of a rule that has a derivative depends on.
    #[inline]
    pub(crate) fn apply<R: Rule<N>, const N: usize>(
        &self,
        origins: [Origin; N],
        args: [Argument; N],
        n: i32,
    ) -> Origin {
        let shape = Shape::of::<R>(args, n, self.second.get());
        self.rule(&origins, &shape)
    }

    /// One of two values, as a branch decides.
    pub(crate) fn either(&self, value: f64, a: Origin, b: Origin) -> PatternNumber<'_> {
        self.number(value, self.two(a, b, Class::Linear))
    }

    /// The result of a function of which nothing is known: not linear in any pair of these values.
    pub(crate) fn join<'a>(&self, value: f64, origins: impl Iterator<Item = &'a Origin>) -> PatternNumber<'_> {
        self.number(value, self.joined_all(origins))
    }

    /// The result of a rule of many arguments: which of them it depends on, and which meet.
    fn rule<const N: usize>(&self, args: &[Origin; N], shape: &Shape<N>) -> Origin {
        let mut all = Origin::FLAT;
        for i in (0..N).filter(|&i| shape.first[i]) {
            let mut is_there = false;
            for j in (0..=i).filter(|&j| shape.meet(i, j)) {
                let met = if i == j { self.bent(args[i]) } else { self.two(args[i], args[j], Class::Product) };
                all = self.joined(all, met);
                is_there = true;
            }
            if !is_there {
                all = self.joined(all, args[i]);
            }
        }
        all
    }

    /// What is not linear in any pair of these.
    fn joined_all<'a>(&self, args: impl Iterator<Item = &'a Origin>) -> Origin {
        let all = args.fold(Origin::FLAT, |all, &arg| self.joined(all, arg));
        if all.is_active() { self.bent(all) } else { all }
    }

    fn joined(&self, a: Origin, b: Origin) -> Origin {
        match (a.is_active(), b.is_active()) {
            (true, true) => self.two(a, b, Class::Linear),
            (false, true) => b,
            _ => a,
        }
    }
}
