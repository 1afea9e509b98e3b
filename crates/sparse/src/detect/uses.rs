//! Which results of a loop were used behind it, as is known when all that follows was looked at.

/// A result was used.
const USED: u8 = 1;
/// All inputs that it depends on meet each other behind the loop.
const FULL: u8 = 2;

#[derive(Default)]
pub(super) struct Uses {
    /// Of the ends of each round, and behind these of the last round those that others go on with.
    list: Vec<u8>,
    /// How many ends there are.
    ends: usize,
    /// Whether others than these were used.
    pub(super) are_within: bool,
    pub(super) has_full: bool,
}

impl Uses {
    /// Of a loop with so many ends in all rounds, and so many that go on.
    pub(super) fn start(&mut self, ends: usize, lasts: usize) {
        self.list.clear();
        self.list.resize(ends + lasts, 0);
        self.ends = ends;
        (self.are_within, self.has_full) = (false, false);
    }

    /// Marks ends in even steps.
    pub(super) fn mark_evenly(&mut self, first: usize, step: isize, count: u32, is_full: bool) {
        let mark = self.mark_of(is_full);
        if step == 1 {
            return self.list[first..first + count as usize].iter_mut().for_each(|end| *end |= mark);
        }
        let mut at = first;
        for _ in 0..count {
            self.list[at] |= mark;
            at = at.wrapping_add_signed(step);
        }
    }

    pub(super) fn mark(&mut self, ends: impl Iterator<Item = usize>, is_full: bool) {
        let mark = self.mark_of(is_full);
        ends.for_each(|end| self.list[end] |= mark);
    }

    pub(super) fn mark_last(&mut self, last: usize) {
        self.list[self.ends + last] = USED;
    }

    fn mark_of(&mut self, is_full: bool) -> u8 {
        self.has_full |= is_full;
        if is_full { USED | FULL } else { USED }
    }

    /// The first end from one on that was used, or was not; behind all, if there is none.
    pub(super) fn next(&self, from: usize, is_used: bool) -> usize {
        let is_other = |end: &u8| (*end != 0) != is_used;
        let (chunks, _) = self.list[from..self.ends].as_chunks::<32>();
        let are_other = chunks.iter().take_while(|chunk| chunk.iter().fold(true, |all, end| all & is_other(end)));
        let from = from + 32 * are_other.count();
        from + self.list[from..self.ends].iter().take_while(|end| is_other(end)).count()
    }

    /// Whether all of these were used, of so many of a round.
    pub(super) fn are_all(&self, end: usize, count: usize) -> bool {
        self.list[end..self.ends].iter().step_by(count).all(|&end| end != 0)
    }

    pub(super) fn is_last(&self, last: usize) -> bool {
        self.list[self.ends + last] != 0
    }

    /// Which ends are full, as bits, of up to 64 of a round each.
    pub(super) fn full(&self, ends: core::ops::Range<usize>, count: usize) -> impl Iterator<Item = u64> {
        let bits = |round: &[u8]| round.iter().rev().fold(0, |full, end| full << 1 | u64::from(end & FULL != 0));
        self.list[ends].chunks(count).map(bits)
    }
}
