//! What pattern numbers write to.

use super::branches::Branches;
use super::number::PatternNumber;
use super::origin::{Class, Origin};
use super::shape::{Argument, Shape};
use super::steps::Steps;
use core::cell::{Cell, RefCell};
use core::panic::Location;
use rules::Rule;

/// A recording in progress.
#[derive(Default)]
pub(crate) struct Recorder {
    steps: RefCell<Steps>,
    /// Tells the numbers of a recording from those of an earlier one.
    epoch: Cell<u32>,
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
    /// is.
    pub(crate) fn begin(&self, inputs: &[f64], second: bool, local: bool) -> Vec<PatternNumber<'_>> {
        self.epoch.set(self.epoch.get().wrapping_add(1));
        self.second.set(second);
        self.local.set(local);
        self.looked.set(None);
        self.is_open.set(false);
        let count = inputs.len() as u32;
        self.steps.borrow_mut().start(count, second);
        (0..).zip(inputs).map(|(input, &x)| self.number(x, Origin::of_value(input, count))).collect()
    }

    /// Ends it: what was recorded.
    pub(crate) fn end(&self) -> Steps {
        self.steps.take()
    }

    /// Gives the memory of a recording back, for the next one, unless it is large.
    pub(crate) fn keep(&self, mut steps: Steps) {
        if steps.clear() {
            self.steps.replace(steps);
        }
    }

    /// What was recorded, in the middle of it.
    pub(crate) fn steps(&self) -> &RefCell<Steps> {
        &self.steps
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

    #[inline]
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.get()
    }

    /// Whether choices are followed.
    pub(crate) fn is_local(&self) -> bool {
        self.local.get()
    }

    #[inline]
    pub(crate) fn number(&self, value: f64, origin: Origin) -> PatternNumber<'_> {
        PatternNumber::new(value, origin, self, self.epoch.get())
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
        Origin::of_rule(&origins, &shape).unwrap_or_else(|| self.steps.borrow_mut().rule(&origins, &shape))
    }

    /// What depends on two others, and on more than a few inputs.
    #[inline(never)]
    pub(crate) fn two(&self, a: Origin, b: Origin, class: Class) -> Origin {
        self.steps.borrow_mut().two(a, b, class)
    }

    /// The number of the value with this origin; none without a derivative.
    pub(crate) fn value(&self, origin: Origin) -> Option<u32> {
        self.steps.borrow_mut().value(origin).values().next()
    }

    /// One of two values, as a branch decides.
    pub(crate) fn either(&self, value: f64, a: Origin, b: Origin) -> PatternNumber<'_> {
        let origin = Origin::of_two(a, b, Class::Linear).unwrap_or_else(|| self.two(a, b, Class::Linear));
        self.number(value, origin)
    }

    /// The result of a function of which nothing is known: not linear in any pair of these values.
    pub(crate) fn join<'a>(&self, value: f64, origins: impl Iterator<Item = &'a Origin> + Clone) -> PatternNumber<'_> {
        let origin = Origin::of_all(origins.clone()).unwrap_or_else(|| self.steps.borrow_mut().join(origins));
        self.number(value, origin)
    }
}
