//! Segments on disk, binomial inside.

use crate::binomial;

/// What moving a state between memory and disk costs, in steps: 2.0 is the time of two steps.
///
/// ```
/// use checkpoint::{Schedule, Transfer};
/// let cost = |transfer| Schedule::two_level(4, 50, transfer).cost(1000);
/// let (free, dear) = (cost(Transfer { write: 0.0, read: 0.0 }), cost(Transfer { write: 500.0, read: 500.0 }));
/// // What costs 500 steps to move is computed again instead.
/// assert!(dear.writes + dear.reads < free.writes + free.reads);
/// assert!(dear.advances > free.advances);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// To disk.
    pub write: f64,
    /// From disk.
    pub read: f64,
}

/// How a chain is cut into segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    steps: u64,
    segments: u64,
    slots: u64,
    /// Whether a segment's first state is read once and then kept in memory.
    pub(crate) moves: bool,
}

/// What a plan takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Work {
    pub(crate) advances: u64,
    pub(crate) writes: u64,
    pub(crate) reads: u64,
}

impl Plan {
    pub(crate) fn cheapest(steps: u64, memory: usize, disk: u64, transfer: Transfer) -> Plan {
        let slots = memory as u64;
        let mut best = Plan { steps, segments: 1, slots, moves: true };
        let mut least = best.time(transfer);
        for moves in [true, false] {
            // What moves leaves the last segment's first state in memory.
            let most = if moves { disk.saturating_add(1) } else { disk };
            for segments in 1..=most.min(steps) {
                let plan = Plan { segments, moves, ..best };
                let time = plan.time(transfer);
                if time < least {
                    (best, least) = (plan, time);
                }
            }
        }
        best
    }

    fn time(&self, transfer: Transfer) -> f64 {
        let work = self.work();
        work.advances as f64 + work.writes as f64 * transfer.write + work.reads as f64 * transfer.read
    }

    pub(crate) fn work(&self) -> Work {
        if self.steps == 0 {
            return Work::default();
        }
        let (short, long) = (self.steps / self.segments, self.steps.div_ceil(self.segments));
        let longs = self.steps - short * self.segments;
        let shorts = self.segments - longs;
        let last = self.steps - self.start(self.segments - 1);
        let slots = if self.moves { self.slots } else { self.slots + 1 };
        let advances = |l: u64| binomial::advances(l, slots);
        let inside = (shorts.saturating_mul(advances(short))).saturating_add(longs.saturating_mul(advances(long)));
        let visits = |l: u64| if self.moves { 1 } else { binomial::visits(l, slots) };
        Work {
            advances: inside.saturating_add(self.start(self.segments - 1)),
            // A last segment of one step is reversed from the state that is current: nothing is written.
            writes: self.segments - u64::from(self.moves || last == 1),
            // The last segment is entered with its first state still current.
            reads: shorts * visits(short) + longs * visits(long) - 1,
        }
    }

    /// The most states on disk, and in memory.
    pub(crate) fn slots(&self) -> (u64, u64) {
        let long = self.steps.div_ceil(self.segments);
        let inside = if self.moves { long.saturating_sub(1) } else { long.saturating_sub(2) };
        (self.work().writes, inside.min(self.slots))
    }

    fn start(&self, segment: u64) -> u64 {
        (u128::from(segment) * u128::from(self.steps) / u128::from(self.segments)) as u64
    }

    /// The segment that begins at a state.
    fn segment(&self, at: u64) -> Option<u64> {
        let segment = (u128::from(at) * u128::from(self.segments)).div_ceil(u128::from(self.steps.max(1))) as u64;
        (segment < self.segments && self.start(segment) == at).then_some(segment)
    }

    /// Where the next segment begins, if one begins here.
    pub(crate) fn next(&self, at: u64) -> Option<u64> {
        let next = self.segment(at)? + 1;
        (next < self.segments).then(|| self.start(next))
    }

    pub(crate) fn on_disk(&self, at: u64, last: u64) -> bool {
        match self.segment(at) {
            Some(_) if self.moves => self.next(at).is_some_and(|next| next <= last),
            segment => segment.is_some(),
        }
    }
}
