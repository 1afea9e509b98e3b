//! A schedule at work: one action after the other.

use crate::forward::Ahead;
use crate::schedule::{Kind, Rules, Schedule};

/// What is to be done next with the current state and those that are kept.
///
/// ```
/// use checkpoint::{Action, Memory, Schedule, Storage};
/// // The derivative of ten squarings, x^1024, with two of their states kept.
/// let (mut kept, mut x, mut adjoint) = (Memory::new(), 1.01f64, 1.0);
/// for action in Schedule::binomial(2).actions(10) {
///     match action {
///         Action::Advance { from, to } => (from..to).for_each(|_| x *= x),
///         Action::Store { slot, step } => kept.store(slot, step, &x)?,
///         Action::Restore { slot, step } => kept.restore(slot, step, &mut x)?,
///         Action::Take { slot, step } => kept.take(slot, step, &mut x)?,
///         Action::Discard { slot } => kept.discard(slot)?,
///         Action::Reverse { .. } => adjoint *= 2.0 * x,
///     }
/// }
/// let exact = 1024.0 * 1.01f64.powi(1023);
/// assert!((adjoint / exact - 1.0).abs() < 1e-12);
/// # Ok::<(), checkpoint::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Run the steps `from..to`: the current state is state `from`, and becomes state `to`. Where the chain's end is
    /// not known, it may turn out to lie in between: see [`Actions::end`].
    Advance {
        /// The current state's index.
        from: u64,
        /// The index of the state to go to.
        to: u64,
    },
    /// Keep the current state, state `step`, in a slot that is empty. It stays current.
    Store {
        /// Where to.
        slot: Slot,
        /// The current state's index.
        step: u64,
    },
    /// Make the state in the slot, state `step`, the current one. It stays in the slot.
    Restore {
        /// Where from.
        slot: Slot,
        /// The state's index.
        step: u64,
    },
    /// As `Restore`, and the slot is empty afterwards.
    Take {
        /// Where from.
        slot: Slot,
        /// The state's index.
        step: u64,
    },
    /// Empty the slot.
    Discard {
        /// Which.
        slot: Slot,
    },
    /// Go back through step `step`, whose state is the current one; afterwards there is no current state.
    Reverse {
        /// The step.
        step: u64,
    },
}

/// Where a state is kept: memory and disk each count their slots from 0.
///
/// ```
/// use checkpoint::{Action, Level, Schedule, Slot};
/// let first = Schedule::ctz().actions(8).next();
/// assert_eq!(first, Some(Action::Store { slot: Slot { level: Level::Memory, index: 0 }, step: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// In memory, or on disk.
    pub level: Level,
    /// Which of them.
    pub index: usize,
}

/// The kinds of memory that a [two-level schedule](Schedule::two_level) tells apart; all others use the first.
///
/// ```
/// use checkpoint::{Action, Level, Schedule, Transfer};
/// let schedule = Schedule::two_level(2, 4, Transfer { write: 1.0, read: 1.0 });
/// let to_disk = |action: &Action| matches!(action, Action::Store { slot, .. } if slot.level == Level::Disk);
/// assert_eq!(schedule.actions(40).filter(to_disk).count() as u64, schedule.cost(40).writes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Near, and small.
    Memory,
    /// Far, and large.
    Disk,
}

/// A state that is kept.
///
/// ```
/// let mut actions = checkpoint::Schedule::store_all().actions(3);
/// actions.by_ref().find(|action| matches!(action, checkpoint::Action::Reverse { .. }));
/// // Step 2 is reversed; states 0 and 1 are still kept.
/// let stored = actions.position().map(|position| position.stored).unwrap_or_default();
/// assert_eq!(stored.iter().map(|stored| stored.step).collect::<Vec<_>>(), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stored {
    /// Its index.
    pub step: u64,
    /// Where it is.
    pub slot: Slot,
}

/// How far a reversal has come, between two reversed steps.
///
/// ```
/// let mut actions = checkpoint::Schedule::ctz().actions(100);
/// actions.by_ref().find(|action| *action == checkpoint::Action::Reverse { step: 60 });
/// let position = actions.position().expect("a step was reversed");
/// assert_eq!((position.steps, position.remaining), (100, 60));
/// // As many as 60 has bits.
/// assert!(position.stored.len() <= 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of steps of the chain.
    pub steps: u64,
    /// The steps before this one are still to be reversed.
    pub remaining: u64,
    /// The states that are kept, in the order of their indices.
    pub stored: Vec<Stored>,
}

/// The actions that reverse a chain, in order: an iterator, which ends when all is reversed and nothing is kept.
///
/// At the start state 0 is current. Cost: about 10 ns an action; memory for one entry per state that is kept.
///
/// A chain whose end is found on the way, interrupted when half of it is reversed, and resumed:
///
/// ```
/// use checkpoint::{Action, Actions, Schedule};
/// let schedule = Schedule::online(3);
/// let mut actions = schedule.actions_while();
/// while actions.is_open() {
///     if let Some(Action::Advance { to: 20.., .. }) = actions.next() {
///         actions.end(20);
///     }
/// }
/// while actions.remaining() > 10 {
///     actions.next();
/// }
/// let position = actions.position().expect("a step was reversed");
/// let resumed = Actions::resume(&schedule, &position)?;
/// assert_eq!(resumed.filter(|action| matches!(action, Action::Reverse { .. })).count(), 10);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actions {
    pub(crate) rules: Rules,
    /// Whether the end of the chain is not known yet.
    open: bool,
    steps: u64,
    remaining: u64,
    pub(crate) current: Option<u64>,
    /// The states that are kept, in the order of their indices.
    pub(crate) stored: Vec<Stored>,
    /// Empty slots below the first that was never used, per level.
    free: [Vec<usize>; 2],
    unused: [usize; 2],
    /// The forward placement of a chain whose end is not known.
    pub(crate) levels: Vec<u32>,
    pub(crate) rising: Option<u32>,
    pub(crate) ahead: Ahead,
}

impl Actions {
    pub(crate) fn known(schedule: Schedule, steps: u64) -> Self {
        let rules = Rules::new(schedule.kind, Some(steps));
        let open = matches!(schedule.kind, Kind::Online { .. });
        Actions { open, steps, remaining: steps, ..Actions::of(rules) }
    }

    pub(crate) fn unknown(schedule: Schedule) -> Self {
        Actions { open: true, ..Actions::of(Rules::new(schedule.kind, None)) }
    }

    fn of(rules: Rules) -> Self {
        Actions {
            rules,
            open: false,
            steps: u64::MAX,
            remaining: u64::MAX,
            current: Some(0),
            stored: Vec::new(),
            free: [Vec::new(), Vec::new()],
            unused: [0, 0],
            levels: Vec::new(),
            rising: None,
            ahead: Ahead::default(),
        }
    }

    /// The actions from a position that was saved, on.
    ///
    /// # Errors
    /// If there is no such position: a sentence that says why.
    pub fn resume(schedule: &Schedule, position: &Position) -> Result<Self, &'static str> {
        let Position { steps, remaining, stored } = position;
        let mut actions = Actions::of(Rules::new(schedule.kind, Some(*steps)));
        (actions.steps, actions.remaining, actions.current) = (*steps, *remaining, None);
        if remaining > steps {
            return Err("more steps remain than there are");
        }
        if *remaining > 0 && stored.first().is_none_or(|first| first.step != 0) {
            return Err("the state at the start is not kept");
        }
        if stored.windows(2).any(|pair| pair[0].step > pair[1].step) {
            return Err("the states are not in order");
        }
        let mut slots: Vec<Slot> = stored.iter().map(|stored| stored.slot).collect();
        slots.sort_unstable();
        if slots.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two states in one slot");
        }
        let near = slots.iter().filter(|slot| slot.level == Level::Memory).count();
        if actions.rules.slots().is_some_and(|most| near > most) {
            return Err("more states than slots");
        }
        for slot in slots {
            let level = slot.level as usize;
            if slot.index - actions.unused[level] > 1 << 20 {
                return Err("a slot far beyond the others");
            }
            actions.free[level].extend(actions.unused[level]..slot.index);
            actions.unused[level] = slot.index + 1;
        }
        actions.stored.clone_from(stored);
        Ok(actions)
    }

    /// Says that the current state, which an [`Action::Advance`] led to or passed by, is the last one: state `steps`.
    /// To be called before the next action is asked for; not calling it makes the chain go on.
    ///
    /// # Panics
    /// If the end is known already, or the current state cannot be that one.
    #[track_caller]
    pub fn end(&mut self, steps: u64) {
        assert!(self.open, "where the chain ends is known already: after {} steps", self.steps);
        self.join();
        let from = self.stored.last().map_or(0, |stored| stored.step);
        let to = self.current.unwrap_or(0);
        assert!(
            (from..=to).contains(&steps),
            "the last action ran steps {from}..{to}: the chain cannot end at {steps}"
        );
        (self.open, self.steps, self.remaining, self.current) = (false, steps, steps, None);
    }

    /// Whether the end of the chain is still unknown: while it is, the actions run forward.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// How many steps are still to be reversed, once the end is known.
    pub fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Where the reversal stands; `None` unless the last action reversed a step.
    pub fn position(&self) -> Option<Position> {
        let between = !self.open && self.current.is_none();
        between.then(|| Position { steps: self.steps, remaining: self.remaining, stored: self.stored.clone() })
    }

    pub(crate) fn store(&mut self, at: u64, level: Level) -> Action {
        let index = self.free[level as usize].pop().unwrap_or_else(|| {
            self.unused[level as usize] += 1;
            self.unused[level as usize] - 1
        });
        let slot = Slot { level, index };
        self.stored.push(Stored { step: at, slot });
        Action::Store { slot, step: at }
    }

    pub(crate) fn discard(&mut self, position: usize) -> Action {
        let Stored { slot, .. } = self.stored.remove(position);
        self.release(slot);
        Action::Discard { slot }
    }

    fn release(&mut self, slot: Slot) {
        self.free[slot.level as usize].push(slot.index);
    }

    pub(crate) fn advance(&mut self, from: u64, to: u64) -> Action {
        self.current = Some(to);
        Action::Advance { from, to }
    }

    /// Where no state is current: the last one that is kept becomes it.
    fn back(&mut self) -> Option<Action> {
        let Stored { step, slot } = *self.stored.last()?;
        if step >= self.remaining {
            return Some(self.discard(self.stored.len() - 1));
        }
        self.current = Some(step);
        if step + 1 == self.remaining || (slot.level == Level::Disk && self.rules.moves()) {
            self.stored.pop();
            self.release(slot);
            return Some(Action::Take { slot, step });
        }
        Some(Action::Restore { slot, step })
    }

    /// From a state on the way to the last one that is not reversed yet.
    fn onward(&mut self, at: u64, last: u64) -> Action {
        if self.stored.last().is_none_or(|top| top.step != at) {
            return self.store(at, self.rules.level(at, last));
        }
        // The state that is gone from counts as one, wherever it is.
        let near = self.unused[0] - self.free[0].len();
        let slots = self.rules.slots().map_or(usize::MAX, |slots| slots - near + 1);
        let to = self.rules.target(at, last, slots);
        self.advance(at, to)
    }
}

impl Iterator for Actions {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        if self.open {
            if self.current != Some(self.steps) {
                return Some(self.forward());
            }
            self.end(self.steps);
        }
        let Some(at) = self.current else { return self.back() };
        if self.remaining == 0 {
            self.current = None;
            return self.back();
        }
        let last = self.remaining - 1;
        if at < last {
            return Some(self.onward(at, last));
        }
        (self.current, self.remaining) = (None, last);
        Some(Action::Reverse { step: last })
    }
}
