//! What a schedule takes, before it runs.

use crate::actions::Actions;
use crate::binomial;
use crate::schedule::{Kind, Rules, Schedule};

/// What reversing a chain takes.
///
/// ```
/// use checkpoint::Schedule;
/// let cost = Schedule::binomial(3).cost(10);
/// // C(5, 2) = 10 steps at most, so each is run again at most twice.
/// assert_eq!((cost.memory, cost.disk, cost.writes), (3, 0, 0));
/// assert_eq!(cost.reruns(10), cost.advances - 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The most states in memory at any moment, the current one not counted.
    pub memory: u64,
    /// The most states on disk.
    pub disk: u64,
    /// The steps that are run without being reversed, the first sweep included.
    pub advances: u64,
    /// States written to disk.
    pub writes: u64,
    /// States read from disk.
    pub reads: u64,
}

impl Cost {
    /// The steps that are run again after the first sweep of a chain with so many steps, whose length was known:
    /// its last step is run only when it is reversed.
    pub fn reruns(&self, steps: u64) -> u64 {
        self.advances.saturating_sub(steps.saturating_sub(1))
    }

    fn in_memory(memory: u64, advances: u64) -> Cost {
        Cost { memory, advances, ..Cost::default() }
    }
}

impl Schedule {
    /// What reversing a chain of so many steps takes, where this number is known beforehand.
    ///
    /// Cost: arithmetic, but for [`online`](Schedule::online) and [`two_level`](Schedule::two_level), where it is a
    /// loop over the steps and over the states on disk.
    ///
    /// ```
    /// use checkpoint::Schedule;
    /// assert_eq!(Schedule::binomial(10).cost(1000).advances, 3636);
    /// assert_eq!(Schedule::binomial(10).cost(1000).memory, 10);
    /// ```
    pub fn cost(&self, steps: u64) -> Cost {
        let Some(last) = steps.checked_sub(1) else { return Cost::default() };
        match self.kind {
            Kind::StoreAll => Cost::in_memory(last, last),
            Kind::Ctz => ctz(last),
            Kind::Binomial { slots } => {
                Cost::in_memory(last.min(slots as u64), binomial::advances(steps, slots as u64))
            }
            Kind::Online { .. } => self.cost_while(steps),
            Kind::Periodic { period } => {
                let (blocks, rest) = (last / period, last % period);
                let earlier = if blocks > 0 { blocks - 1 + (period - 1).max(1) } else { 0 };
                Cost::in_memory((blocks + rest).max(earlier), last + blocks * (period - 1))
            }
            Kind::TwoLevel { .. } => match Rules::new(self.kind, Some(steps)).plan {
                Some(plan) => {
                    let (work, (disk, memory)) = (plan.work(), plan.slots());
                    Cost { memory, disk, advances: work.advances, writes: work.writes, reads: work.reads }
                }
                None => Cost::default(),
            },
        }
    }

    /// What reversing a chain takes that turns out to have so many steps, but whose end was not known.
    ///
    /// # Panics
    /// If the schedule is [`two_level`](Schedule::two_level).
    ///
    /// ```
    /// use checkpoint::Schedule;
    /// // 16 states: 15 steps forward, 17 run again, and five states, the current one included.
    /// let cost = Schedule::ctz().cost_while(15);
    /// assert_eq!((cost.advances, cost.memory), (15 + 17, 4));
    /// ```
    #[track_caller]
    pub fn cost_while(&self, steps: u64) -> Cost {
        match self.kind {
            _ if steps == 0 => Cost::default(),
            Kind::StoreAll => Cost::in_memory(steps, steps),
            Kind::Ctz => ctz_open(steps),
            Kind::Binomial { .. } | Kind::Online { .. } | Kind::TwoLevel { .. } => online(self.actions_while(), steps),
            Kind::Periodic { period } => {
                let blocks = steps.div_ceil(period);
                let rest = steps - (blocks - 1) * period;
                let block = |steps: u64| (steps - 1).max(1);
                let memory = (blocks - 1 + block(rest)).max(if blocks > 1 { blocks - 2 + block(period) } else { 0 });
                Cost::in_memory(memory, steps + (blocks - 1) * (period - 1) + rest - 1)
            }
        }
    }
}

/// A sweep to state `n`, and the way back from it: between the states that are kept lie 2^b steps for each bit b of n,
/// which take b 2^(b-1) advances.
fn ctz(n: u64) -> Cost {
    let bits = (0..u64::BITS).filter(|b| n >> b & 1 == 1);
    let again = bits.map(|b| u64::from(b) << b >> 1).sum::<u64>();
    let widest = u64::from(n.checked_ilog2().unwrap_or(0));
    Cost::in_memory(widest.max(u64::from(n.count_ones())), n + again)
}

/// As [`ctz`], for a chain that ended at state `n` unforeseen: at an even one what state n - 1 had kept is still there.
fn ctz_open(n: u64) -> Cost {
    if n % 2 == 1 {
        return ctz(n);
    }
    let before = ctz(n - 1);
    Cost { advances: before.advances + 2, ..before }
}

/// A forward sweep over indices, then the optimum between the states that it kept.
fn online(mut actions: Actions, steps: u64) -> Cost {
    let slots = actions.rules.slots().unwrap_or(usize::MAX) as u64;
    while actions.current.is_some_and(|at| at < steps) {
        let _ = actions.next();
    }
    actions.join();
    let ends = actions.stored.iter().skip(1).map(|stored| stored.step).chain([steps]);
    let segments = actions.stored.iter().map(|stored| stored.step).zip(ends);
    let inside = (0..).zip(segments).map(|(k, (from, to))| binomial::advances(to - from, slots - k));
    Cost::in_memory(steps.min(slots), steps + inside.sum::<u64>())
}
