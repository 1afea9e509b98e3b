//! Rounds that are added to a loop: those whose inputs are in even steps are kept as these, and are loops of their own where they are
//! many.

use super::listing::Listing;
use super::loops::{Loop, Loops, Reads, Stretch};
use super::trace::ones;

/// A loop of so many rounds that read in even steps is one of its own.
const LONG: u32 = 64;

/// A run of fewer rounds is not one of its own.
const FEW: u32 = 4;
/// So many times it is looked for one; more often where what was made before is read, as that cannot be read on evenly across the ends
/// of what it is of. Rows of grids are none of their own: a list of what they read is shorter than the bands of all of them.
const FEW_RUNS: usize = 8;
const RUNS: usize = 64;

impl Loops {
    /// Adds rounds to the last loop, with the inputs that they read: how many of them. The others are another loop, as it
    /// reads on elsewhere.
    pub(super) fn extend(&mut self, inputs: &[u32], rounds: u32) -> u32 {
        let Some((_, Stretch::Loop(last))) = self.stretches.last_mut() else { return rounds };
        if rounds == 0 {
            return 0;
        }
        let (mut reads, known, body) = (core::mem::take(&mut last.reads), last.rounds, last.body);
        let taken = self.extend_reads(&mut reads, known, inputs, rounds, self.bodies[body].outside);
        if let Some((_, Stretch::Loop(last))) = self.stretches.last_mut() {
            last.reads = reads;
            last.rounds += taken;
        }
        taken
    }

    /// As [`extend`](Loops::extend), of what so many rounds have read.
    fn extend_reads(&mut self, reads: &mut Reads, known: u32, inputs: &[u32], rounds: u32, outside: u64) -> u32 {
        let width = inputs.len() / rounds as usize;
        let mut taken = rounds;
        if let Reads::Even(base, steps) = reads {
            let (first, second) = inputs.split_at(width);
            if known == 0 {
                base.extend_from_slice(first);
            }
            if known < 2 {
                let next = if known == 0 { second } else { first };
                steps.clear();
                steps.extend(base.iter().zip(next).map(|(&first, next)| next.wrapping_sub(first)));
                steps.resize(width, 0);
            }
            let at = |round: u32| {
                let steps = &*steps;
                base.iter().zip(steps).map(move |(base, step)| base.wrapping_add(step.wrapping_mul(round)))
            };
            let even = match () {
                () if !at(known).eq(first.iter().copied()) => 0,
                () if rounds == 1 => 1,
                () => evenly(inputs, steps, rounds),
            };
            let even = even.min(self.most_rounds(outside, base, steps).saturating_sub(known));
            if even == rounds || known + even >= LONG {
                return even;
            }
            match self.next_run(inputs, width, outside, even, rounds) {
                Some(begin) if begin == even && known + even > 0 => return even,
                Some(begin) if begin > 0 => taken = begin,
                _ => {}
            }
            let begin = self.inputs.len();
            (0..known).for_each(|round| self.inputs.extend(at(round)));
            *reads = Reads::Listed(begin);
        } else if outside != 0 || known < LONG {
            match self.next_run(inputs, width, outside, 0, rounds) {
                Some(0) => return 0,
                Some(begin) => taken = begin,
                None => {}
            }
        }
        self.inputs.extend_from_slice(&inputs[..taken as usize * width]);
        taken
    }

    /// From which round on at the earliest, behind so many, inputs are read in even steps for long.
    fn next_run(&self, inputs: &[u32], width: usize, outside: u64, from: u32, rounds: u32) -> Option<u32> {
        let (tries, most) = if outside == 0 { (FEW_RUNS, 2 * LONG) } else { (RUNS, LONG) };
        let mut at = from;
        for _ in 0..tries {
            let left = rounds - at;
            let least = if outside == 0 { most } else { most.min(left).max(FEW) };
            if left < least {
                return None;
            }
            let here = &inputs[at as usize * width..];
            // Of inputs in no order it shows in the first one that they are.
            if width > 0 && here[2 * width].wrapping_sub(here[width]) != here[width].wrapping_sub(here[0]) {
                at += 1;
                continue;
            }
            let run = self.run(here, width, outside, left);
            if run >= least {
                return Some(at);
            }
            at += run.max(1);
        }
        None
    }

    /// In how many rounds, from the first on, inputs are read in even steps.
    fn run(&self, inputs: &[u32], width: usize, outside: u64, rounds: u32) -> u32 {
        let (first, second) = inputs.split_at(width);
        let mut steps = [0; 64];
        steps
            .iter_mut()
            .zip(first.iter().zip(second))
            .for_each(|(step, (first, next))| *step = next.wrapping_sub(*first));
        let steps = &steps[..width];
        evenly(inputs, steps, rounds).min(self.most_rounds(outside, first, steps))
    }

    /// In how many rounds that begin with these inputs, and go on in these steps, what was made before the loop, and is read in these
    /// places, is each of one stretch.
    fn most_rounds(&self, outside: u64, base: &[u32], steps: &[u32]) -> u32 {
        let most = ones(outside).map(|place| {
            let Some((_, first, end)) = self.stretch_of(base[place]) else { return 0 };
            match steps[place] as i32 {
                0 => u32::MAX,
                step @ 1.. => (end - 1 - base[place]) / step as u32 + 1,
                step => (base[place] - first) / step.unsigned_abs() + 1,
            }
        });
        most.min().unwrap_or(u32::MAX)
    }

    /// Adds rounds from a place of a list on that read on evenly, behind a lot of rounds that was added: how many.
    pub(super) fn extend_evenly(&mut self, list: Listing<'_>, from: usize) -> usize {
        let Some((_, Stretch::Loop(last))) = self.stretches.last() else { return 0 };
        let Reads::Even(base, steps) = &last.reads else { return 0 };
        let most = self.most_rounds(self.bodies[last.body].outside, base, steps).saturating_sub(last.rounds);
        let Some((_, Stretch::Loop(Loop { body, rounds, reads: Reads::Even(_, steps), .. }))) =
            self.stretches.last_mut()
        else {
            return 0;
        };
        let more = self.bodies[*body].even_rounds(list, from, steps).min(most as usize);
        *rounds += more as u32;
        more
    }
}

/// In how many rounds, from the first on, each input is as much farther than in the one before as these steps say.
fn evenly(inputs: &[u32], steps: &[u32], rounds: u32) -> u32 {
    let width = steps.len();
    if width == 0 {
        return rounds;
    }
    // Of several rounds at once.
    let mut many = [0; 96];
    let many = &mut many[..width * 32_usize.div_ceil(width)];
    many.iter_mut().zip(steps.iter().cycle()).for_each(|(own, step)| *own = *step);
    let many = &*many;
    let differ = |(these, before): (&[u32], &[u32])| {
        let steps = these.iter().zip(before).zip(many);
        steps.fold(0, |all, ((this, before), step)| all | this.wrapping_sub(*before) ^ step) != 0
    };
    let pairs = |size: usize, from: usize| inputs[from + width..].chunks(size).zip(inputs[from..].chunks(size));
    let from = match pairs(many.len(), 0).position(differ) {
        Some(chunk) => chunk * many.len(),
        None => return rounds,
    };
    let round = pairs(width, from).position(differ).unwrap_or(0);
    (from / width + round + 1) as u32
}
