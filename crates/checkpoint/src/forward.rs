//! Where to keep states while nobody knows where the chain ends.

use crate::actions::{Action, Actions, Level};
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
            Kind::Binomial { slots } | Kind::Online { slots } => self.forward_online(at, kept, slots),
            Kind::Periodic { period } if kept => self.advance(at, at + period),
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
    fn forward_online(&mut self, at: u64, kept: bool, slots: usize) -> Action {
        if kept {
            return self.advance(at, at + 1);
        }
        if self.stored.len() < slots {
            if self.levels.len() == self.stored.len() {
                self.levels.push(if at == 0 { NEVER } else { 0 });
            }
            return self.store(at, Level::Memory);
        }
        if slots == 1 {
            return self.advance(at, at + 1);
        }
        // Levels never rise from one state to the next, but at the one that took a level last; what lies before that
        // one, down to a level as high, is dispensable.
        let before = self.risen.saturating_sub(1);
        if self.levels[before] < self.levels[self.risen] {
            self.levels.remove(before);
            self.risen = before;
            return self.discard(before);
        }
        self.risen = slots - 1;
        self.levels[slots - 1] += 1;
        self.discard(slots - 1)
    }
}
