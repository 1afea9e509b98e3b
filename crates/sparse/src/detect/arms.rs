//! Both arms of a branch in one run: what generated code does where the answer of a comparison may be another elsewhere.
//!
//! Code that has the arms as blocks runs one after the other and joins what they give ([`Arms`]). The arm that the point does
//! not take is *astray*: nothing that it writes changes a value at the point, a panic ends it alone, and so does asking for
//! a value. Whatever is not joined makes the pattern local, as any comparison does.

use core::cell::Cell;
use core::panic::Location;
use rules::{Number, Scalar};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Branches inside each other: with more, the point decides.
const DEEPEST: u32 = 64;
/// Inside so many branches, others are counted, as a function that calls itself has more at every level.
const SHALLOW: u32 = 8;
const MOST_DEEP: u32 = 1 << 12;
/// An arm that goes astray in a loop is led out of it after so many comparisons.
const MOST_ASTRAY: u32 = 10_000;

#[derive(Clone, Copy, Default)]
struct State {
    /// Whether both arms are taken.
    both: bool,
    /// A comparison is answered for a branch that takes both arms.
    quiet: bool,
    /// Branches around that took both arms, and how many of these arms the point would not take.
    depth: u32,
    astray: u32,
    /// Branches below the shallow ones; comparisons in arms that went astray.
    deep: u32,
    compared: u32,
    /// Where the point decided.
    decided: Option<&'static Location<'static>>,
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State {
        both: false, quiet: false, depth: 0, astray: 0, deep: 0, compared: 0, decided: None,
    }) };
}

fn change(f: impl FnOnce(&mut State)) {
    let mut state = STATE.get();
    f(&mut state);
    STATE.set(state);
}

/// The time of one detection; what another had noted comes back with its end.
pub(super) struct Watch(State);

impl Watch {
    pub(super) fn begin(both: bool) -> Watch {
        // What goes astray may panic, and there is nothing that catches it.
        Watch(STATE.replace(State { both: both && cfg!(panic = "unwind"), ..State::default() }))
    }

    /// Where a branch took the arm of the point alone.
    pub(super) fn decided(&self) -> Option<&'static Location<'static>> {
        STATE.get().decided
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        STATE.set(self.0);
    }
}

/// The point decides: the pattern is local.
#[track_caller]
pub(super) fn note() {
    let at = Location::caller();
    change(|state| state.decided = state.decided.or(Some(at)));
}

/// Whether a comparison need not be noted, as its branch takes both arms.
pub(super) fn is_quiet() -> bool {
    STATE.get().quiet
}

/// Ends an arm that went astray, in which a value is asked for: it may be an index that there is not.
pub(super) fn leave_if_astray() {
    if STATE.get().astray > 0 {
        resume_unwind(Box::new(Astray));
    }
}

struct Astray;

/// Whether a comparison in an arm that went astray is answered by chance, so that no loop goes on for ever.
pub(super) fn by_chance() -> Option<bool> {
    let state = STATE.get();
    if state.astray == 0 || state.quiet {
        return None;
    }
    change(|state| state.compared += 1);
    // The parity of a product mixed well enough.
    (state.compared > MOST_ASTRAY).then(|| state.compared.wrapping_mul(0x9e37_79b9).count_ones().is_multiple_of(2))
}

/// Runs a comparison whose answer decides a branch that can take both arms.
#[track_caller]
pub fn quietly(compare: impl FnOnce() -> bool) -> bool {
    let before = STATE.get();
    STATE.set(State { quiet: before.both, ..before });
    let answer = compare();
    change(|state| state.quiet = before.quiet);
    answer
}

/// Whether a comparison with this number may have another answer elsewhere.
pub fn undecided<T: Number>(x: T) -> bool {
    x.known().is_none()
}

/// The answer of the point is taken; if it may be another elsewhere, the pattern is local.
#[track_caller]
pub fn settle(undecided: bool) {
    if undecided {
        note();
    }
}

/// A number that replaces another in memory: in an arm that may not be taken, either may be there behind it.
pub fn stored<T: Number>(old: T, new: T) -> T {
    match STATE.get() {
        State { depth: 0, .. } => new,
        State { astray: 0, .. } => new.joined(old),
        _ => old.joined(new),
    }
}

/// A branch, with the answer at the point.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    here: bool,
    both: bool,
}

/// What the arms of a branch gave.
#[derive(Debug)]
pub enum Met<R> {
    /// One was taken.
    One(R),
    /// Both were: that of the point, and the other.
    Both(R, R),
}

impl Arms {
    /// The branch of a condition that is `here` at the point, and may be otherwise elsewhere if it is `undecided`.
    #[track_caller]
    pub fn of(here: bool, undecided: bool) -> Arms {
        let state = STATE.get();
        let is_deep = state.depth >= SHALLOW;
        let room = state.depth < DEEPEST && (!is_deep || state.deep < MOST_DEEP);
        // Without both arms, the comparison itself was noted.
        if undecided && state.both && !room {
            note();
        }
        let both = undecided && state.both && room;
        change(|state| state.deep += u32::from(both && is_deep));
        Arms { here, both }
    }

    /// Runs the arm of the condition if it is taken.
    #[track_caller]
    pub fn then<R>(self, arm: impl FnOnce() -> R) -> Option<R> {
        self.run(true, arm)
    }

    /// Runs the other arm if it is taken.
    #[track_caller]
    pub fn other<R>(self, arm: impl FnOnce() -> R) -> Option<R> {
        self.run(false, arm)
    }

    #[track_caller]
    fn run<R>(self, condition: bool, arm: impl FnOnce() -> R) -> Option<R> {
        let is_here = self.here == condition;
        if !self.both {
            return is_here.then(arm);
        }
        let before = STATE.get();
        STATE.set(State { depth: before.depth + 1, astray: before.astray + u32::from(!is_here), ..before });
        let is_point = is_here && before.astray == 0;
        let result = if is_point { Some(arm()) } else { catch_unwind(AssertUnwindSafe(arm)).ok() };
        change(|state| (state.quiet, state.depth, state.astray) = (before.quiet, before.depth, before.astray));
        if result.is_none() {
            note();
        }
        result
    }

    /// What the arms gave, together. Where neither came to an end, nor does the arm around them.
    pub fn meet<R>(self, then: Option<R>, other: Option<R>) -> Met<R> {
        let (first, second) = if self.here { (then, other) } else { (other, then) };
        match (first, second) {
            (Some(first), Some(second)) => Met::Both(first, second),
            (Some(one), None) | (None, Some(one)) => Met::One(one),
            (None, None) => resume_unwind(Box::new(Astray)),
        }
    }
}

/// A constant that both arms give: the first, and a local pattern if they are not the same.
#[track_caller]
pub fn settled<V: PartialEq>(first: V, second: V) -> V {
    settle(differ(&first, &second));
    first
}

/// Whether two constants are not the same; a NaN is.
pub fn differ<V: PartialEq>(first: V, second: V) -> bool {
    first != second && !(is_nan(&first) && is_nan(&second))
}

/// A constant as a number, which is not the same everywhere if a branch decided it.
pub fn decided<T: Number>(c: T, undecided: bool) -> T {
    // Any other number.
    if undecided { c.joined(T::constant(T::Scalar::from_f64(f64::NAN))) } else { c }
}

#[allow(clippy::eq_op, reason = "what is not equal to itself is NaN")]
fn is_nan<V: PartialEq>(x: &V) -> bool {
    x != x
}
