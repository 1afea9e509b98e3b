//! Which states to keep: the schedules.

use crate::actions::{Actions, Level};
use crate::binomial;
use crate::two_level::{Plan, Transfer};

/// Which states of a chain are kept, and which are computed again on the way back.
///
/// | schedule | states kept | steps run again | length |
/// |---|---|---|---|
/// | [`store_all`](Schedule::store_all) | all | none | any |
/// | [`binomial`](Schedule::binomial) | `c` | the fewest there can be | known |
/// | [`online`](Schedule::online) | `c` | at most one sweep more than the fewest | not known |
/// | [`ctz`](Schedule::ctz) | log2 of the length | (log2 of the length) / 2 per step | not known |
/// | [`periodic`](Schedule::periodic) | length / k, and k | one per step | any |
/// | [`two_level`](Schedule::two_level) | `c` in memory, `d` on disk | few, as transfers cost | known |
///
/// "Any" and "not known" mean that the schedule runs forward without knowing where the chain will end.
///
/// ```
/// use checkpoint::{Action, Schedule};
/// // How often each schedule runs a step of 100 again, and what it keeps.
/// let reruns = |schedule: Schedule| schedule.cost(100).reruns(100);
/// assert_eq!(reruns(Schedule::store_all()), 0);
/// assert!(reruns(Schedule::binomial(10)) < reruns(Schedule::binomial(3)));
/// assert!(Schedule::ctz().cost(100).memory <= 8);
/// assert!(Schedule::periodic(10).cost(100).memory < 25);
/// assert!(reruns(Schedule::online(10)) >= reruns(Schedule::binomial(10)));
///
/// let backwards: Vec<u64> = Schedule::binomial(2)
///     .actions(4)
///     .filter_map(|action| match action {
///         Action::Reverse { step } => Some(step),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(backwards, [3, 2, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    StoreAll,
    Ctz,
    Binomial { slots: usize },
    Online { slots: usize },
    Periodic { period: u64 },
    TwoLevel { memory: usize, disk: u64, transfer: Transfer },
}

impl Schedule {
    /// Keeps every state: nothing is run again.
    pub const fn store_all() -> Self {
        Schedule { kind: Kind::StoreAll }
    }

    /// Keeps the states whose indices are those of the current one with its lowest bits cleared, one after the other:
    /// on arriving at state `n`, as many are dropped as `n` has trailing zeros (hence the name, "count trailing
    /// zeros").
    ///
    /// At any moment at most log2(N) + 1 of the N states so far, the current one included, wherever the chain ends; a
    /// step is run again (log2 N)/2 times on average. States kept after a forward sweep to state 15: 0, 8, 12, 14, 15.
    pub const fn ctz() -> Self {
        Schedule { kind: Kind::Ctz }
    }

    /// Keeps `slots` states and runs the fewest steps that any schedule with so many can: for `l` steps,
    /// `r l - C(slots + r, r - 1)` in all, the first sweep included, where r is the smallest number with
    /// `C(slots + r, r) >= l`.
    ///
    /// Griewank and Walther, *Algorithm 799: revolve* (ACM TOMS 26, 2000); *Evaluating Derivatives*, 2nd ed.,
    /// section 12.3. Where the length is not known, this is [`online`](Schedule::online).
    ///
    /// # Panics
    /// If `slots` is 0.
    #[track_caller]
    pub const fn binomial(slots: usize) -> Self {
        assert!(slots > 0, "a schedule wants one slot at least, for the state at the start");
        Schedule { kind: Kind::Binomial { slots } }
    }

    /// Keeps `slots` states of a chain whose length is not known, so placed that a chain which ends now is reversed at
    /// the cost of at most one sweep more than [`binomial`](Schedule::binomial).
    ///
    /// The forward placement is that of Wang, Moin and Iaccarino, *Minimal repetition dynamic checkpointing algorithm
    /// for unsteady adjoint calculation* (SIAM J. Sci. Comput. 31, 2009), algorithm 1; what lies between two states is
    /// reversed with the binomial schedule in the slots that are free by then.
    ///
    /// # Panics
    /// If `slots` is 0.
    #[track_caller]
    pub const fn online(slots: usize) -> Self {
        assert!(slots > 0, "a schedule wants one slot at least, for the state at the start");
        Schedule { kind: Kind::Online { slots } }
    }

    /// Keeps every `period`-th state; on the way back each block is run again once, and all of its states are kept.
    /// Memory is least where the period is the square root of the length.
    ///
    /// # Panics
    /// If `period` is 0.
    #[track_caller]
    pub const fn periodic(period: u64) -> Self {
        assert!(period > 0, "a period of 0 steps: 1 keeps every state");
        Schedule { kind: Kind::Periodic { period } }
    }

    /// Keeps up to `memory` states in memory and up to `disk` on disk, for transfers that cost as given.
    ///
    /// The chain is cut into segments of equal length whose first states go to disk; each segment is reversed with the
    /// binomial schedule in memory. Their number, and whether a segment's first state is read once and then kept in
    /// memory or read whenever it is needed, is what makes the sum of steps and transfers least. That equal segments
    /// are as good as optimal ones for long chains is shown by Aupy and Herrmann, *Periodicity in optimal hierarchical
    /// checkpointing schemes for adjoint computations* (Optimization Methods and Software 32, 2017); the optimum needs
    /// a table of length squared (Aupy, Herrmann, Hovland, Robert, SIAM J. Sci. Comput. 38, 2016). With 2 to 10 states
    /// in memory, 1 to 20 on disk, transfers of 0 to 100 steps and lengths of 20 to 400, the time is 1 % above that
    /// optimum on average and 19 % at worst; with one state in memory and dear transfers, up to 38 %.
    ///
    /// # Panics
    /// If `memory` is 0, or a cost is negative or NaN. Its [`actions_while`](Schedule::actions_while) panic too: the
    /// length must be known.
    ///
    /// ```
    /// use checkpoint::{Schedule, Transfer};
    /// let schedule = Schedule::two_level(3, 20, Transfer { write: 2.0, read: 2.0 });
    /// assert!(schedule.is_two_level() && !Schedule::ctz().is_two_level());
    /// let (cost, near) = (schedule.cost(1000), Schedule::binomial(3).cost(1000));
    /// assert!(cost.memory <= 3 && cost.disk <= 20 && cost.advances < near.advances);
    /// ```
    #[track_caller]
    pub const fn two_level(memory: usize, disk: u64, transfer: Transfer) -> Self {
        assert!(memory > 0, "a schedule wants one slot in memory at least");
        assert!(transfer.write >= 0.0 && transfer.read >= 0.0, "what a transfer costs must not be negative");
        Schedule { kind: Kind::TwoLevel { memory, disk, transfer } }
    }

    /// Whether states go to both levels of storage.
    pub const fn is_two_level(&self) -> bool {
        matches!(self.kind, Kind::TwoLevel { .. })
    }

    /// The actions that reverse a chain of so many steps.
    pub fn actions(&self, steps: u64) -> Actions {
        Actions::known(*self, steps)
    }

    /// The actions that reverse a chain whose end is not known: whoever runs it says where by
    /// [`Actions::end`].
    ///
    /// # Panics
    /// If the schedule is [`two_level`](Schedule::two_level).
    ///
    /// ```
    /// use checkpoint::{Action, Schedule};
    /// let mut actions = Schedule::ctz().actions_while();
    /// while actions.is_open() {
    ///     if let Some(Action::Advance { to: 15, .. }) = actions.next() {
    ///         actions.end(15);
    ///     }
    /// }
    /// let advanced: u64 = actions.map(|action| if let Action::Advance { from, to } = action { to - from } else { 0 }).sum();
    /// assert_eq!(advanced, 17);
    /// ```
    #[track_caller]
    pub fn actions_while(&self) -> Actions {
        assert!(
            !matches!(self.kind, Kind::TwoLevel { .. }),
            "a schedule on two levels must know the number of steps: take `online`, with storage on disk"
        );
        Actions::unknown(*self)
    }
}

/// A schedule that is about to reverse a chain of known length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    pub(crate) kind: Kind,
    pub(crate) plan: Option<Plan>,
}

impl Rules {
    pub(crate) fn new(kind: Kind, steps: Option<u64>) -> Self {
        let plan = match (kind, steps) {
            (Kind::TwoLevel { memory, disk, transfer }, Some(steps)) => {
                Some(Plan::cheapest(steps, memory, disk, transfer))
            }
            _ => None,
        };
        Rules { kind, plan }
    }

    /// The most states in memory, where there is a limit.
    pub(crate) fn slots(&self) -> Option<usize> {
        match self.kind {
            Kind::Binomial { slots } | Kind::Online { slots } => Some(slots),
            Kind::TwoLevel { memory, .. } => Some(memory),
            Kind::StoreAll | Kind::Ctz | Kind::Periodic { .. } => None,
        }
    }

    /// The state to go to from a state that is kept, where state `last` is to be reached and so many slots are there,
    /// the kept state's own included.
    pub(crate) fn target(&self, at: u64, last: u64, slots: usize) -> u64 {
        match self.kind {
            Kind::StoreAll => at + 1,
            Kind::Ctz => at + (1 << (last - at).ilog2()),
            Kind::Binomial { .. } | Kind::Online { .. } => at + binomial::split(last - at + 1, slots as u64),
            Kind::Periodic { period } if at.is_multiple_of(period) && last - at >= period => at + period,
            Kind::Periodic { .. } => at + 1,
            Kind::TwoLevel { .. } => match self.plan.and_then(|plan| plan.next(at)) {
                Some(next) if next <= last => next,
                _ => at + binomial::split(last - at + 1, slots as u64),
            },
        }
    }

    /// Where a state goes that is kept while state `last` is to be reached.
    pub(crate) fn level(&self, at: u64, last: u64) -> Level {
        match self.plan {
            Some(plan) if plan.on_disk(at, last) => Level::Disk,
            _ => Level::Memory,
        }
    }

    /// Whether a state on disk is moved to memory when it is first read.
    pub(crate) fn moves(&self) -> bool {
        self.plan.is_some_and(|plan| plan.moves)
    }
}
