//! Loops that take what was made before them: each number of that stands for the inputs that it depends on, as if rounds read these.
//!
//! Where all that a loop takes is of loops too, in even steps, its inputs are in even steps as well: squares of a list of residuals
//! meet as if each was computed where it is squared. What depends on too many inputs is traced operation by operation.

use super::body::Body;
use super::listing::{Arg, Listed};
use super::loops::{Found, Loop, Loops, Reads};
use super::origin::Origin;
use super::rows::once;
use super::trace::{Trace, ones};
use crate::memory;

/// The most inputs of a round.
const WIDEST: usize = 64;
/// What depends on more inputs is not taken by a loop.
const MANY: u32 = 40;

/// Of so few rounds, which read in no even steps, each is a loop of its own.
const FEW_ROUNDS: u32 = 32;

/// Inputs in even steps, the first one and how far the next is.
#[derive(Default)]
struct Steady {
    inputs: Vec<[u32; 2]>,
    /// The place of the last one; most of the next number are in the same order.
    last: usize,
}

impl Steady {
    /// The bit of one, if there is room for it.
    fn bit(&mut self, input: u32, step: u32) -> Option<u64> {
        let Steady { inputs, last } = self;
        *last = match inputs.get(*last + 1) {
            Some(&next) if next == [input, step] => *last + 1,
            _ => inputs.iter().position(|&known| known == [input, step]).unwrap_or(inputs.len()),
        };
        if *last == inputs.len() {
            inputs.push([input, step]);
        }
        (*last < WIDEST).then(|| 1 << *last)
    }
}

/// The loop of the last operation that was looked at.
#[derive(Default)]
struct Near {
    stretch: usize,
    begin: u32,
    end: u32,
}

impl Near {
    /// Appends the inputs that an operation of a loop depends on, if it does not go on from round to round: whether something that is
    /// not linear is below it.
    fn append(&mut self, loops: &Loops, number: u32, list: &mut Vec<u32>) -> Option<bool> {
        if !(self.begin..self.end).contains(&number) {
            (self.stretch, self.begin, self.end) = loops.stretch_of(number)?;
        }
        let (of, body) = loops.at(self.stretch)?;
        let length = body.steps.len() as u32;
        let (round, at) = ((number - self.begin) / length, ((number - self.begin) % length) as usize);
        if body.carried[at].is_some() {
            return None;
        }
        let begin = list.len();
        list.extend(ones(of.spread(body.inputs[at])).map(|place| loops.input(of, round, place)));
        // What is itself made of what was there before may stand for an input more than once.
        if !of.spread.is_empty() {
            list[begin..].sort_unstable();
            once(list, begin);
        }
        Some(of.is_bent(body, at))
    }
}

impl Trace {
    /// Whether rounds that read this first take what depends on many inputs; of what is numbered from `known` on it is not known.
    pub(super) fn is_wide(&self, body: &Body, read: &[u32], known: u32) -> bool {
        let loops = &self.windows.loops;
        let breadth = |place: usize| match read.get(place) {
            Some(&number) if number < known => match loops.breadth(number) {
                Some((0, origin)) => self.breadth(origin),
                Some((count, _)) => count,
                None => u32::MAX,
            },
            _ => 1,
        };
        ones(body.outside).any(|place| breadth(place) > MANY)
    }

    /// On how many inputs a number depends, if on few.
    fn breadth(&self, origin: Origin) -> u32 {
        if origin.is_numbered() {
            return 1;
        }
        let atoms = self.windows.atoms(origin.window() - self.first);
        let are_inputs = ones(origin.bits()).all(|place| atoms[place] < self.windows.inputs);
        if are_inputs { origin.bits().count_ones() } else { u32::MAX }
    }

    /// Puts inputs in place of what the loop that is over took of before it; where these are too many, its operations are traced one
    /// by one.
    pub(super) fn spread_loop(&mut self) {
        match self.windows.loops.take_outside() {
            None => {}
            Some((first, of)) if !of.reads.are_even() && of.rounds <= FEW_ROUNDS => self.spread_rounds(first, of),
            Some((first, of)) => self.spread_one(first, of),
        }
    }

    fn spread_one(&mut self, first: u32, mut of: Loop) {
        if self.spread_evenly(&mut of).is_some() || self.spread_list(&mut of).is_some() {
            return self.windows.loops.begin_loop(first, of);
        }
        self.windows.loops.begin_alone(first);
        if self.lack.is_none() {
            self.trace_rounds(first, &of);
        }
    }

    /// Each of few rounds as a loop of its own, so that what they take need not be alike.
    fn spread_rounds(&mut self, first: u32, of: Loop) {
        let length = self.windows.loops.bodies[of.body].steps.len() as u32;
        for round in 0..of.rounds {
            let read = (0..of.width).map(|place| self.windows.loops.input(&of, round, place)).collect();
            let number = first + round * length;
            let mut own = if round == 0 {
                self.windows.loops.new_loop(of.body)
            } else {
                self.next_loop_of(number, of.body, false)
            };
            if round == 0 {
                own.before.clone_from(&of.before);
                (own.carries_bent, own.opens) = (of.carries_bent, of.opens);
            }
            (own.reads, own.rounds) = (Reads::Even(read, vec![0; of.width]), 1);
            self.windows.loops.begin_loop(number, own);
            self.windows.loops.end_loop();
            if let Some((_, own)) = self.windows.loops.take_outside() {
                self.spread_one(number, own);
            }
        }
    }

    /// Where all that is read is in even steps, and so are the inputs that it depends on.
    fn spread_evenly(&mut self, of: &mut Loop) -> Option<()> {
        let Reads::Even(base, steps) = &of.reads else { return None };
        let outside = self.windows.loops.bodies[of.body].outside;
        let (mut all, mut spread, mut bent) = (Steady::default(), Vec::with_capacity(base.len()), 0);
        let mut list = Vec::new();
        for (place, (&first, &step)) in base.iter().zip(steps).enumerate() {
            if outside >> place & 1 == 0 {
                spread.push(all.bit(first, step)?);
                continue;
            }
            let loops = &self.windows.loops;
            let (stretch, begin, end) = loops.stretch_of(first)?;
            let last = first.wrapping_add(step.wrapping_mul(of.rounds - 1));
            let mut bits = 0;
            if let Some((other, body)) = loops.at(stretch) {
                let length = body.steps.len() as u32;
                let (round, at) = ((first - begin) / length, (first - begin) % length);
                let (more, is_even) = (step as i32 / length as i32, step as i32 % length as i32 == 0);
                if body.carried[at as usize].is_some() || !(begin..end).contains(&last) || !is_even && of.rounds > 1 {
                    return None;
                }
                for place in ones(other.spread(body.inputs[at as usize])) {
                    let step = match &other.reads {
                        Reads::Even(_, steps) => steps[place].wrapping_mul(more as u32),
                        Reads::Listed(_) if step == 0 || of.rounds == 1 => 0,
                        Reads::Listed(_) => return None,
                    };
                    bits |= all.bit(loops.input(other, round, place), step)?;
                }
                bent |= u64::from(other.is_bent(body, at as usize)) << place;
            } else {
                if step != 0 && of.rounds > 1 {
                    return None;
                }
                list.clear();
                bent |= u64::from(self.take_inputs(first, &mut list)) << place;
                for &input in &list {
                    bits |= all.bit(input, 0)?;
                }
            }
            spread.push(bits);
        }
        of.outside.extend(ones(outside).flat_map(|place| [base[place], steps[place]]));
        of.width = all.inputs.len();
        let [base, steps] = [0, 1].map(|k| all.inputs.iter().map(|input| input[k]).collect());
        of.reads = Reads::Even(base, steps);
        self.finish_spread(of, spread, bent);
        Some(())
    }

    /// Where rounds take anything of before the loop: of each place so many inputs as at the most in one round.
    fn spread_list(&mut self, of: &mut Loop) -> Option<()> {
        let (outside, rounds) = (self.windows.loops.bodies[of.body].outside, of.rounds as usize);
        let (mut spread, mut bent, mut width) = (Vec::with_capacity(of.width), 0, 0);
        // Of each place the inputs, and where those of each round end.
        let mut columns: Vec<(Vec<u32>, Vec<u32>)> = Vec::with_capacity(of.width);
        for place in 0..of.width {
            let (mut inputs, mut ends, mut most) = (Vec::new(), Vec::new(), 1);
            if outside >> place & 1 != 0 {
                let mut near = Near::default();
                for round in 0..of.rounds {
                    let number = self.windows.loops.input(of, round, place);
                    let begin = inputs.len();
                    let is_bent = near.append(&self.windows.loops, number, &mut inputs);
                    bent |= u64::from(is_bent.unwrap_or_else(|| self.take_inputs(number, &mut inputs))) << place;
                    of.outside.push(number);
                    most = most.max(inputs.len() - begin);
                    if most > MANY as usize || inputs.len() == begin {
                        return None;
                    }
                    ends.push(inputs.len() as u32);
                }
            }
            if width + most > WIDEST {
                return None;
            }
            spread.push((u64::MAX >> (WIDEST - most)) << width);
            width += most;
            columns.push((inputs, ends));
        }
        let wanted = memory::expect(memory::bytes([(2 * rounds * width, 4)]), || {
            format!("a list of {} inputs of loops", rounds * width)
        });
        if let Err(lack) = wanted {
            self.lack = self.lack.take().or(Some(lack));
            return None;
        }
        let mut all = Vec::with_capacity(rounds * width);
        for round in 0..rounds {
            for (place, (inputs, ends)) in columns.iter().enumerate() {
                let Some(&end) = ends.get(round) else {
                    all.push(self.windows.loops.input(of, round as u32, place));
                    continue;
                };
                let begin = if round == 0 { 0 } else { ends[round - 1] };
                let own = &inputs[begin as usize..end as usize];
                all.extend_from_slice(own);
                // What is there twice changes nothing.
                all.extend((own.len()..spread[place].count_ones() as usize).map(|_| own[0]));
            }
        }
        self.windows.loops.relist(of, width, &all);
        self.finish_spread(of, spread, bent);
        Some(())
    }

    fn finish_spread(&mut self, of: &mut Loop, spread: Vec<u64>, bent: u64) {
        (of.spread, of.bent) = (spread, bent);
        of.carries_bent |= bent != 0;
    }

    /// Appends the inputs that an operation depends on: whether something that is not linear is below it.
    fn take_inputs(&mut self, number: u32, list: &mut Vec<u32>) -> bool {
        let origin = Origin::of_operation(number, self.first);
        let is_bent = match self.windows.loops.found(number) {
            Some(Found::Round { is_bent, .. } | Found::Carried { is_bent }) => is_bent,
            Some(Found::Alone(origin)) => origin.node() != 0,
            _ => false,
        };
        self.inputs(origin, list);
        is_bent
    }

    /// Traces the operations of a loop, whose first one this is.
    fn trace_rounds(&mut self, first: u32, of: &Loop) {
        let steps: Vec<Listed> = self.windows.loops.bodies[of.body].steps.clone();
        let mut number = first;
        for round in 0..of.rounds {
            for (k, step) in steps.iter().enumerate() {
                let goes_on = |arg: Arg| matches!(arg, Arg::Before(ago) if ago as usize > k);
                let origin = |arg: Arg| match arg {
                    Arg::Input(place) => {
                        Origin::of_input(self.windows.loops.input(of, round, place as usize), self.first)
                    }
                    Arg::Outside(place) => {
                        Origin::of_operation(self.windows.loops.input(of, round, place as usize), self.first)
                    }
                    Arg::Before(ago) => Origin::of_operation(number - ago, self.first),
                };
                let [a, b] = match *step.args() {
                    [a, b] if of.opens && round == 0 && goes_on(a) => [origin(b); 2],
                    [a, b] if of.opens && round == 0 && goes_on(b) => [origin(a); 2],
                    [a, b] => [a, b].map(origin),
                    _ => [origin(step.args[0]); 2],
                };
                let made = self.traced(a, b, step.class);
                self.windows.loops.alone.push(made);
                number += 1;
            }
        }
    }
}
