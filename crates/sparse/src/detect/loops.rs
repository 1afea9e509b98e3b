//! Loops that are over: what the result of each of their operations depends on.

use super::alike::Alike;
use super::body::Body;
use super::origin::Origin;
use super::spans::Spans;
use super::trace::ones;
use super::uses::Uses;
use super::wide::Wide;

/// So many bodies are kept for the next recording.
const MOST_KEPT: usize = 16;

/// What of the numbered operations is known.
#[derive(Default)]
pub(super) struct Loops {
    pub(super) bodies: Vec<Body>,
    /// Whether bodies know what is not linear.
    is_second: bool,
    /// One behind the other, each with its first operation.
    pub(super) stretches: Vec<(u32, Stretch)>,
    /// The results of operations outside of loops.
    pub(super) alone: Vec<Origin>,
    /// The inputs that rounds read, where they do not ascend evenly.
    pub(super) inputs: Vec<u32>,
    pub(super) spans: Spans,
    /// Loops of the recording before, for the room that they have.
    spare: Vec<Loop>,
}

pub(super) enum Stretch {
    /// Operations outside of loops: where the first stands among these.
    Alone(usize),
    Loop(Loop),
}

/// A loop: rounds that are alike.
#[derive(Default)]
pub(super) struct Loop {
    pub(super) body: usize,
    pub(super) rounds: u32,
    pub(super) reads: Reads,
    /// How many inputs a round reads.
    pub(super) width: usize,
    /// Where the body reads what was made before the loop: which of the inputs each place of it stands for, as bits.
    pub(super) spread: Vec<u64>,
    /// The places of the body that have something that is not linear below them.
    pub(super) bent: u64,
    /// What each carried operation was before the first round: window and bits.
    pub(super) before: Vec<(u32, u64)>,
    /// Whether something that is not linear is below what is carried.
    pub(super) carries_bent: bool,
    /// Whether nothing is carried into the first round: what adds up takes its first term twice.
    pub(super) opens: bool,
    pub(super) uses: Uses,
    /// What rounds take, where that is sets.
    pub(super) wide: Option<Box<Wide>>,
    /// What was read of before the loop, place by place.
    pub(super) outside: Vec<Outside>,
}

/// What rounds read of before their loop in one place.
pub(super) enum Outside {
    /// The number of the first round, and the step to the next one.
    Even(u32, u32),
    Alike(Alike),
    Any(Vec<u32>),
}

/// The inputs that rounds read.
pub(super) enum Reads {
    /// Those of the first round, and the steps to the next one.
    Even(Vec<u32>, Vec<u32>),
    /// Where those of the first stand.
    Listed(usize),
}

/// What the result of an operation depends on.
pub(super) enum Found {
    Alone(Origin),
    /// On these inputs of its round, and whether something that is not linear is below.
    Round {
        at: usize,
        round: u32,
        reads: u64,
        is_bent: bool,
    },
    /// On those of rounds before too, or on sets.
    Carried {
        is_bent: bool,
    },
}

impl Reads {
    /// The input that a round reads in a place, of so many.
    #[inline]
    pub(super) fn input(&self, listed: &[u32], width: usize, round: u32, place: usize) -> u32 {
        match self {
            Reads::Even(base, steps) => base[place].wrapping_add(steps[place].wrapping_mul(round)),
            Reads::Listed(begin) => listed[begin + round as usize * width + place],
        }
    }

    pub(super) fn are_even(&self) -> bool {
        matches!(self, Reads::Even(..))
    }
}

impl Default for Reads {
    fn default() -> Reads {
        Reads::Even(Vec::new(), Vec::new())
    }
}

impl Loop {
    /// Which inputs meet, of these places of the body.
    pub(super) fn spread_rows(&self, rows: &[u64]) -> Vec<u64> {
        let mut spread = vec![0; self.width];
        for (place, &row) in rows.iter().enumerate() {
            let others = self.spread(row);
            ones(self.spread[place]).for_each(|input| spread[input] |= others);
        }
        spread
    }

    /// The inputs that these places of the body stand for.
    pub(super) fn spread(&self, places: u64) -> u64 {
        if self.spread.is_empty() { places } else { ones(places).fold(0, |all, place| all | self.spread[place]) }
    }

    /// Whether rounds whose one result no output needs are left out: nothing else of any round is used.
    fn may_be_left_out(&self, body: &Body) -> bool {
        body.is_alone() && body.ends.len() == 1 && !self.uses.are_within
    }

    /// The rounds that count from one on: the first and the one behind the last of those that follow each other.
    pub(super) fn needed(&self, body: &Body, from: u32) -> Option<(u32, u32)> {
        if !self.may_be_left_out(body) {
            return (from == 0).then_some((0, self.rounds));
        }
        let next = |from: u32, is_used: bool| self.uses.next(from as usize, is_used) as u32;
        let begin = next(from, true);
        (begin < self.rounds).then(|| (begin, next(begin, false)))
    }

    /// Whether something that is not linear is below an operation.
    pub(super) fn is_bent(&self, body: &Body, at: usize) -> bool {
        body.bends[at] || body.inputs[at] & self.bent != 0 || body.carried[at].is_some() && self.carries_bent
    }
}

impl Loops {
    /// Before another recording, of second derivatives or not. Bodies are kept: a function is often run again, and then
    /// with and without these.
    pub(super) fn clear(&mut self, inputs: u32, is_second: bool) {
        self.spans.start(inputs);
        if self.bodies.len() > MOST_KEPT || self.is_second != is_second {
            self.bodies.clear();
            self.is_second = is_second;
        }
        for (_, stretch) in self.stretches.drain(..) {
            if let Stretch::Loop(old) = stretch
                && self.spare.len() < MOST_KEPT
            {
                self.spare.push(old);
            }
        }
        self.alone.clear();
        self.inputs.clear();
    }

    /// A loop of no round yet.
    pub(super) fn new_loop(&mut self, body: usize) -> Loop {
        let mut new = self.spare.pop().unwrap_or_default();
        (new.body, new.rounds, new.carries_bent) = (body, 0, false);
        (new.width, new.bent, new.opens, new.wide) = (self.bodies[body].width(), 0, false, None);
        new.before.clear();
        new.spread.clear();
        new.outside.clear();
        match &mut new.reads {
            Reads::Even(base, steps) => {
                base.clear();
                steps.clear();
            }
            listed => *listed = Reads::default(),
        }
        new
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.spans.capacity() + self.inputs.capacity() + 4 * self.alone.capacity() + 32 * self.stretches.capacity()
    }

    /// How many inputs are listed, and for how many there is room.
    pub(super) fn room(&self) -> (usize, usize) {
        (self.inputs.len(), self.inputs.capacity())
    }

    pub(super) fn begin_alone(&mut self, first: u32) {
        if !matches!(self.stretches.last(), Some((_, Stretch::Alone(_)))) {
            self.stretches.push((first, Stretch::Alone(self.alone.len())));
        }
    }

    pub(super) fn begin_loop(&mut self, first: u32, new: Loop) {
        self.stretches.push((first, Stretch::Loop(new)));
    }

    /// Ends the last loop, and drops it if it has no round: whether it is there.
    pub(super) fn end_loop(&mut self) -> bool {
        let Some((_, Stretch::Loop(last))) = self.stretches.last_mut() else { return false };
        let body = &self.bodies[last.body];
        if last.rounds == 0 {
            self.stretches.pop();
            return false;
        }
        last.uses.start(last.rounds as usize * body.ends.len(), body.lasts.len());
        true
    }

    /// Takes the last loop out, with its first operation, if it reads what was made before it.
    pub(super) fn take_outside(&mut self) -> Option<(u32, Loop)> {
        match self.stretches.pop() {
            Some((first, Stretch::Loop(last))) if self.bodies[last.body].outside != 0 => Some((first, last)),
            other => {
                self.stretches.extend(other);
                None
            }
        }
    }

    /// The first operation of the last loop, and how many rounds it has.
    pub(super) fn last(&self) -> (u32, u32) {
        match self.stretches.last() {
            Some((first, Stretch::Loop(last))) => (*first, last.rounds),
            _ => (0, 0),
        }
    }

    /// Keeps the inputs of the rounds of a loop, so many in each, in place of what it has read.
    pub(super) fn relist(&mut self, of: &mut Loop, width: usize, inputs: &[u32]) {
        match of.reads {
            Reads::Listed(begin) => self.inputs.truncate(begin),
            Reads::Even(..) => of.reads = Reads::Listed(self.inputs.len()),
        }
        of.width = width;
        self.inputs.extend_from_slice(inputs);
    }

    /// What an operation outside of loops depends on; nothing of an operation of a loop, if it goes on from round to round.
    pub(super) fn alone(&self, number: u32) -> Option<Option<Origin>> {
        let (stretch, offset) = self.loop_of(number)?;
        match &self.stretches[stretch].1 {
            Stretch::Alone(begin) => Some(Some(*self.alone.get(*begin + offset as usize)?)),
            Stretch::Loop(of) => {
                let body = &self.bodies[of.body];
                body.carried[offset as usize % body.steps.len()].is_none().then_some(None)
            }
        }
    }

    /// Notes that results of an operation were used, in rounds in even steps, and whether all that they depend on meets.
    pub(super) fn mark(&mut self, number: u32, step: u32, rounds: u32, is_full: bool) {
        if let Some((stretch, offset)) = self.loop_of(number) {
            self.mark_at(stretch, offset, (step, rounds), is_full);
        }
    }

    /// As [`mark`](Loops::mark), of an operation of a stretch.
    pub(super) fn mark_at(&mut self, stretch: usize, offset: u32, (step, rounds): (u32, u32), is_full: bool) {
        let Stretch::Loop(of) = &mut self.stretches[stretch].1 else { return };
        let body = &self.bodies[of.body];
        let (length, count) = (body.steps.len(), body.ends.len());
        let (at, first) = (offset as usize % length, offset as usize / length);
        let step = step as i32 as isize / length as isize;
        match body.ends.iter().position(|&end| end == at) {
            Some(end) => of.uses.mark_evenly(first * count + end, step * count as isize, rounds, is_full),
            None => of.uses.are_within = true,
        }
        if let Some(last) = body.lasts.iter().position(|&last| last == at) {
            let to = first.wrapping_add_signed(step * (rounds as isize - 1));
            if first.max(to) + 1 == of.rounds as usize {
                of.uses.mark_last(last);
            }
        }
    }

    /// As [`mark_at`](Loops::mark_at), in rounds in any order.
    pub(super) fn mark_rounds(&mut self, alike: &Alike, (begin, end): (u32, u32), is_full: bool) {
        let rounds = &alike.rounds[begin as usize..end as usize];
        let Stretch::Loop(of) = &mut self.stretches[alike.stretch].1 else { return };
        let body = &self.bodies[of.body];
        let count = body.ends.len();
        match body.ends.iter().position(|&end| end == alike.at) {
            Some(end) => of.uses.mark(rounds.iter().map(|&round| round as usize * count + end), is_full),
            None => of.uses.are_within = true,
        }
        if let Some(last) = body.lasts.iter().position(|&last| last == alike.at)
            && rounds.contains(&(of.rounds - 1))
        {
            of.uses.mark_last(last);
        }
    }

    fn loop_of(&self, number: u32) -> Option<(usize, u32)> {
        let after = self.stretches.partition_point(|&(first, _)| first <= number);
        let stretch = after.checked_sub(1)?;
        Some((stretch, number - self.stretches[stretch].0))
    }

    /// What an operation depends on.
    pub(super) fn found(&self, number: u32) -> Option<Found> {
        let (stretch, offset) = self.loop_of(number)?;
        let found = match &self.stretches[stretch].1 {
            Stretch::Alone(begin) => Found::Alone(*self.alone.get(*begin + offset as usize)?),
            Stretch::Loop(of) => {
                let body = &self.bodies[of.body];
                let (round, at) = (offset / body.steps.len() as u32, offset as usize % body.steps.len());
                let is_bent = of.is_bent(body, at);
                match body.carried[at].is_some() || of.wide.is_some() {
                    true => Found::Carried { is_bent },
                    false => Found::Round { at: stretch, round, reads: of.spread(body.inputs[at]), is_bent },
                }
            }
        };
        Some(found)
    }

    /// What an operation depends on, and that its result was used.
    pub(super) fn used(&mut self, number: u32) -> Option<Found> {
        self.mark(number, 0, 1, false);
        self.found(number)
    }

    /// The last operation below an output that is not linear and was traced; notes that the output is used.
    pub(super) fn node(&mut self, output: Origin) -> u32 {
        let Some(number) = output.operation() else {
            return if output.is_numbered() { 0 } else { output.node() };
        };
        let Some((stretch, offset)) = self.loop_of(number) else { return 0 };
        if let Stretch::Alone(begin) = self.stretches[stretch].1 {
            return self.alone.get(begin + offset as usize).map_or(0, |origin| origin.node());
        }
        self.mark_at(stretch, offset, (0, 1), false);
        0
    }

    /// Whether all that is not linear was used; rounds that are left out apart.
    pub(super) fn are_used(&self) -> bool {
        self.stretches.iter().all(|(_, stretch)| {
            let Stretch::Loop(of) = stretch else { return true };
            let body = &self.bodies[of.body];
            if of.may_be_left_out(body) {
                return true;
            }
            let is_bent = |at: usize| of.is_bent(body, at);
            let count = body.ends.len();
            let ends = body.ends.iter().enumerate().filter(|&(_, &at)| is_bent(at));
            ends.clone().all(|(end, _)| of.uses.are_all(end, count))
                && body.lasts.iter().enumerate().all(|(last, &at)| of.uses.is_last(last) || !is_bent(at))
        })
    }

    /// The inputs in these places of a round.
    pub(super) fn inputs(&self, at: usize, round: u32, reads: u64) -> impl Iterator<Item = u32> {
        let of = match &self.stretches[at].1 {
            Stretch::Loop(of) => Some(of),
            Stretch::Alone(_) => None,
        };
        ones(reads).filter_map(move |place| of.map(|of| self.input(of, round, place)))
    }

    /// The input that a round reads in this place.
    #[inline]
    pub(super) fn input(&self, of: &Loop, round: u32, place: usize) -> u32 {
        of.reads.input(&self.inputs, of.width, round, place)
    }

    /// Appends the inputs that a round reads in these places.
    #[inline]
    pub(super) fn gather(&self, of: &Loop, round: u32, places: &[u8], list: &mut Vec<u32>) {
        match &of.reads {
            Reads::Even(base, steps) => list.extend(places.iter().map(|&place| {
                let place = usize::from(place);
                base[place].wrapping_add(steps[place].wrapping_mul(round))
            })),
            Reads::Listed(begin) => {
                let read = &self.inputs[begin + round as usize * of.width..][..of.width];
                list.extend(places.iter().map(|&place| read[usize::from(place)]));
            }
        }
    }

    /// The numbers that a loop has read in a place.
    pub(super) fn numbers(&self, of: &Loop, place: usize) -> Vec<u32> {
        match of.reads {
            Reads::Even(..) => (0..of.rounds).map(|round| self.input(of, round, place)).collect(),
            Reads::Listed(_) => self.listed(of)[place..].iter().step_by(of.width).copied().collect(),
        }
    }

    /// Takes out what a loop has read of before it.
    pub(super) fn outside(&mut self, stretch: usize) -> Vec<Outside> {
        match &mut self.stretches[stretch].1 {
            Stretch::Loop(of) => core::mem::take(&mut of.outside),
            Stretch::Alone(_) => Vec::new(),
        }
    }

    /// A loop by its place among all stretches, and its body.
    pub(super) fn at(&self, stretch: usize) -> Option<(&Loop, &Body)> {
        match &self.stretches.get(stretch)?.1 {
            Stretch::Loop(of) => Some((of, &self.bodies[of.body])),
            Stretch::Alone(_) => None,
        }
    }

    /// The stretch of an operation: its place, its first operation, and the first one behind it.
    pub(super) fn stretch_of(&self, number: u32) -> Option<(usize, u32, u32)> {
        let (stretch, offset) = self.loop_of(number)?;
        let end = self.stretches.get(stretch + 1).map_or(u32::MAX, |&(first, _)| first);
        Some((stretch, number - offset, end))
    }

    /// The inputs of the rounds of a loop, where they are listed.
    pub(super) fn listed(&self, of: &Loop) -> &[u32] {
        match of.reads {
            Reads::Even(..) => &[],
            Reads::Listed(begin) => &self.inputs[begin..begin + of.rounds as usize * of.width],
        }
    }

    /// All inputs that an operation depends on which is carried, or of a loop that takes sets, and windows with bits for what was before the first round.
    pub(super) fn carried(&self, number: u32, mut each: impl FnMut(u32), mut before: impl FnMut((u32, u64))) {
        let Some((stretch, offset)) = self.loop_of(number) else { return };
        let Stretch::Loop(of) = &self.stretches[stretch].1 else { return };
        let body = &self.bodies[of.body];
        let (at, round) = (offset as usize % body.steps.len(), offset / body.steps.len() as u32);
        let Some(own) = body.carried[at] else {
            if let Some(wide) = &of.wide {
                of.each_below(wide, &self.spans, round, body.inputs[at], each);
            }
            return;
        };
        let (mut carried, mut rounds) = (1u64 << own, round + 1);
        while rounds > 0 {
            let (reads, of_before) = body.carries(carried);
            // As soon as the same are carried, all rounds are alike.
            let from = if of_before == carried { 0 } else { rounds - 1 };
            if let Some(wide) = &of.wide {
                (from..rounds).for_each(|round| of.each_below(wide, &self.spans, round, reads, &mut each));
            }
            for place in ones(if of.wide.is_some() { 0 } else { of.spread(reads) }) {
                (from..rounds).for_each(|round| each(self.input(of, round, place)));
            }
            (carried, rounds) = (of_before, from);
        }
        ones(carried).for_each(|number| before(of.before[number]));
    }
}
