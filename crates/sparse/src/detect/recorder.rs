//! What pattern numbers write to.

use super::branches::Branches;
use super::listing::{MOST_NUMBERED, Paused, with_list};
use super::needs::Needs;
use super::number::PatternNumber;
use super::origin::{Class, Origin};
use super::shape::{Argument, Shape};
use super::trace::{Trace, elsewhere};
use crate::Error;
use core::cell::{Cell, RefCell, RefMut};
use core::panic::Location;
use rules::Rule;

/// Longer lists of numbers are not kept for the next recording. Where those are what is largest of all that comes and goes,
/// glibc adapts to them, and keeps more than it would else.
const MOST_KEPT: usize = 1 << 15;

thread_local! {
    static CURRENT: Cell<Option<&'static Recorder>> = const { Cell::new(None) };
    /// The thread's free recorders. Each lives as long as the program, and is empty while it is here.
    static FREE: RefCell<Vec<&'static Recorder>> = const { RefCell::new(Vec::new()) };
    /// How many recorders there are.
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// The recorder of the recording in progress: it goes back when the call is over, also by a panic, and that around goes on.
pub(super) struct Lent {
    pub(super) recorder: &'static Recorder,
    around: Option<&'static Recorder>,
    paused: Paused,
}

impl Lent {
    pub(super) fn take() -> Lent {
        let free = FREE.with(|free| free.borrow_mut().pop());
        let recorder = free.unwrap_or_else(|| {
            let number = COUNT.replace(COUNT.get() + 1);
            Box::leak(Box::new(Recorder { trace: RefCell::new(Trace::new(number)), ..Recorder::default() }))
        });
        let around = CURRENT.replace(Some(recorder));
        if let Some(around) = around {
            drop(around.settled());
        }
        Lent { recorder, around, paused: with_list(|list| list.paused()) }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.recorder.trace().borrow_mut().clear();
        self.recorder.branches().take();
        CURRENT.set(self.around);
        with_list(|list| list.resume(self.paused));
        // At the end of the thread there is no list.
        let _ = FREE.try_with(|free| free.borrow_mut().push(self.recorder));
    }
}

/// The recording in progress, to which these numbers belong.
///
/// # Panics
/// If there is none.
#[track_caller]
pub(super) fn current() -> &'static Recorder {
    CURRENT.get().unwrap_or_else(|| elsewhere())
}

/// The recording in progress.
pub(super) fn in_progress() -> Option<&'static Recorder> {
    CURRENT.get()
}

/// Whether values are not computed.
#[inline]
pub(super) fn is_blind() -> bool {
    with_list(|list| list.is_blind())
}

/// What depends on two others that have derivatives.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn two(a: Origin, b: Origin, class: Class) -> Origin {
    match listed(a, b, class) {
        Some(made) => made,
        None => two_alone(a, b, class),
    }
}

/// What depends on two others, if both have derivatives and it can be listed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn listed(a: Origin, b: Origin, class: Class) -> Option<Origin> {
    with_list(|list| list.two(a, b, class))
}

/// As [`two`], of what cannot be listed.
#[inline(never)]
pub(super) fn two_alone(a: Origin, b: Origin, class: Class) -> Origin {
    current().two_alone(a, b, class)
}

/// What the result of a rule of one argument depends on, if it can be listed, or need not be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn listed_one<R: Rule<N>, const N: usize>(a: Origin, n: i32) -> Option<Origin> {
    // All but `n` is known when this is compiled.
    let shape = Shape::of::<R>([Argument::Active; N], n, true);
    match (shape.first[0], shape.second[0] != 0) {
        (false, _) => None,
        (true, false) => a.is_active().then_some(a),
        (true, true) => {
            with_list(|list| if list.is_second() { list.two(a, a, Class::Bent) } else { a.is_active().then_some(a) })
        }
    }
}

/// What the result of a rule of one argument depends on that cannot be listed.
#[cold]
#[inline(never)]
pub(super) fn one_not_listed<R: Rule<N>, const N: usize>(a: Origin, n: i32) -> Origin {
    let is_second = with_list(|list| list.is_second());
    let shape = Shape::of::<R>([Argument::Active; N], n, is_second);
    match (shape.first[0], shape.second[0] != 0 && is_second) {
        _ if a.is_flat() => a,
        (false, _) => Origin::FLAT,
        (true, false) => a,
        (true, true) => two(a, a, Class::Bent),
    }
}

/// What is recorded.
#[derive(Clone, Copy)]
pub(super) struct What {
    /// Second derivatives.
    pub(super) second: bool,
    /// What is chosen, in place of all that can be.
    pub(super) local: bool,
    /// Loops are looked for: not in many short functions.
    pub(super) loops: bool,
    /// Values are not computed.
    pub(super) blind: bool,
}

/// A recording in progress.
#[derive(Default)]
pub(crate) struct Recorder {
    trace: RefCell<Trace>,
    /// The window that is open.
    window: Cell<u32>,
    second: Cell<bool>,
    local: Cell<bool>,
    /// Where a value was first asked for, or numbers were compared.
    looked: Cell<Option<&'static Location<'static>>>,
    /// A value was asked for.
    is_open: Cell<bool>,
    branches: RefCell<Branches>,
    /// Lists for the next recording: lists that come and go are memory that is touched for the first time each time.
    numbers: Cell<Vec<PatternNumber<'static>>>,
    origins: Cell<Vec<Origin>>,
}

impl Recorder {
    /// Begins a recording with these inputs, perhaps of what is needed alone.
    pub(super) fn begin(&self, inputs: &[f64], what: What, needs: Needs) -> Vec<PatternNumber<'static>> {
        self.second.set(what.second);
        self.local.set(what.local);
        self.looked.set(None);
        self.is_open.set(false);
        let trace = &mut *self.trace.borrow_mut();
        let has_loops = what.loops && inputs.len() <= MOST_NUMBERED as usize;
        trace.start(inputs.len() as u32, what.second, has_loops, needs);
        self.window.set(trace.window());
        let first = trace.first();
        with_list(|list| {
            list.start(first, what.second, what.blind);
            list.turn(trace.watch.is_allowed());
        });
        let mut numbers = self.numbers.take();
        numbers.clear();
        let number = |(input, &x): (usize, &f64)| PatternNumber::new(x, Origin::of_input(input as u32, first));
        numbers.extend(inputs.iter().enumerate().map(number));
        numbers
    }

    /// Takes back the inputs; what the outputs are.
    ///
    /// # Panics
    /// If an output belongs to another recording.
    #[track_caller]
    pub(super) fn end(&self, numbers: Vec<PatternNumber<'static>>, outputs: &[PatternNumber<'_>]) -> Vec<Origin> {
        if numbers.capacity() <= MOST_KEPT {
            self.numbers.set(numbers);
        }
        let mut origins = self.origins.take();
        origins.clear();
        origins.extend(outputs.iter().map(|y| y.origin_in(self)));
        origins
    }

    /// Takes back what the outputs are.
    pub(super) fn keep(&self, origins: Vec<Origin>) {
        if origins.capacity() <= MOST_KEPT {
            self.origins.set(origins);
        }
    }

    /// What is recorded.
    pub(crate) fn trace(&self) -> &RefCell<Trace> {
        &self.trace
    }

    /// What is recorded, all of it.
    pub(crate) fn settled(&self) -> RefMut<'_, Trace> {
        let mut trace = self.trace.borrow_mut();
        with_list(|list| trace.settle(list));
        trace
    }

    /// The inputs that a number depends on.
    pub(crate) fn inputs(&self, origin: Origin) -> Vec<u32> {
        let mut list = Vec::new();
        let mut trace = self.settled();
        if trace.has(origin) {
            trace.inputs(origin, &mut list);
        }
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

    fn two_alone(&self, a: Origin, b: Origin, class: Class) -> Origin {
        let window = self.window.get();
        let is_linear = class == Class::Linear || !self.second.get();
        if a.window() == window && b.window() == window && is_linear && (a.node() == 0 || b.node() == 0) {
            return Origin::of_places(a.bits() | b.bits(), window, a.node() | b.node());
        }
        self.meet(a, b, class)
    }

    /// What is not linear in another.
    fn bent(&self, a: Origin) -> Origin {
        if self.second.get() { two(a, a, Class::Bent) } else { a }
    }

    fn meet(&self, a: Origin, b: Origin, class: Class) -> Origin {
        let trace = &mut *self.trace.borrow_mut();
        let origin = with_list(|list| trace.operation(list, a, b, class));
        self.window.set(trace.window());
        origin
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

    /// The result of a rule of many arguments: which of them it depends on, and which meet.
    fn rule<const N: usize>(&self, args: &[Origin; N], shape: &Shape<N>) -> Origin {
        let mut all = Origin::FLAT;
        for i in (0..N).filter(|&i| shape.first[i]) {
            let mut is_there = false;
            for j in (0..=i).filter(|&j| shape.meet(i, j)) {
                let met = if i == j { self.bent(args[i]) } else { two(args[i], args[j], Class::Product) };
                all = self.joined(all, met);
                is_there = true;
            }
            if !is_there {
                all = self.joined(all, args[i]);
            }
        }
        all
    }

    /// What is not linear in any pair of these: the result of a function of which nothing is known.
    pub(super) fn joined_all(&self, args: impl Iterator<Item = Origin>) -> Origin {
        let all = args.fold(Origin::FLAT, |all, arg| self.joined(all, arg));
        if all.is_active() { self.bent(all) } else { all }
    }

    fn joined(&self, a: Origin, b: Origin) -> Origin {
        match (a.is_active(), b.is_active()) {
            (true, true) => two(a, b, Class::Linear),
            (false, true) => b,
            _ => a,
        }
    }
}
