//! Where to keep states while nobody knows where the chain ends.

use crate::actions::{Action, Actions, Level, Stored};
use crate::schedule::Kind;

/// The level of the state at the start, which is never given up (Wang, Moin and Iaccarino).
const NEVER: u32 = u32::MAX;

impl Actions {
    pub(crate) fn forward(&mut self) -> Action {
        let at = self.current.unwrap_or(0);
        let kept = self.stored.last().is_some_and(|top| top.step == at);
        match self.rules.kind {
            Kind::StoreAll if kept => self.advance(at, at + 1),
            Kind::Ctz => self.forward_ctz(at, kept),
            Kind::Binomial { slots } | Kind::Online { slots } => self.forward_online(at, slots),
            Kind::Periodic { period } if kept => self.advance(at, at.saturating_add(period)),
            Kind::StoreAll | Kind::Periodic { .. } | Kind::TwoLevel { .. } => self.store(at, Level::Memory),
        }
    }

    fn forward_ctz(&mut self, at: u64, kept: bool) -> Action {
        // Kept are the indices that `at` begins with, in binary. An odd one is dropped by its successor.
        if let Some(top) = self.stored.last()
            && top.step > 0
            && at >> top.step.trailing_zeros() << top.step.trailing_zeros() != top.step
        {
            return self.discard(self.stored.len() - 1);
        }
        if kept || at % 2 == 1 { self.advance(at, at + 1) } else { self.store(at, Level::Memory) }
    }

    /// Every state is kept at first; when all slots are taken, one is given up that a later state of a higher level
    /// makes dispensable; if there is none, the state before the current one is, and this one takes its level plus one.
    fn forward_online(&mut self, at: u64, slots: usize) -> Action {
        let last = self.ahead.states.last().or(self.stored.last());
        if last.is_some_and(|last| last.step == at) {
            return self.advance(at, at + 1);
        }
        if self.stored.len() + self.ahead.states.len() < slots {
            let action = self.store(at, Level::Memory);
            let level = if at == 0 { NEVER } else { self.rising.take().unwrap_or(0) };
            if level == 0 && self.ahead.states.is_empty() || level == NEVER {
                self.levels.push(level);
            } else {
                self.ahead.states.extend(self.stored.pop());
                self.ahead.levels.push(level);
            }
            return action;
        }
        if slots == 1 {
            return self.advance(at, at + 1);
        }
        // Levels never rise from one state to the next, but at the one that took a level last, the first of `ahead`;
        // what lies before that one, down to a level as high, is dispensable.
        if self.levels.last() < self.ahead.levels.first() {
            self.levels.pop();
            return self.discard(self.stored.len() - 1);
        }
        self.join();
        self.rising = self.levels.pop().map(|level| level + 1);
        self.discard(self.stored.len() - 1)
    }

    /// Puts the states of both lists into one.
    pub(crate) fn join(&mut self) {
        self.stored.append(&mut self.ahead.states);
        self.levels.append(&mut self.ahead.levels);
    }
}

/// The states from the one on that took a level last: apart, so that those before it are given up without moving these.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    states: Vec<Stored>,
    levels: Vec<u32>,
}
