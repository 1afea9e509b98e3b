//! Loops that take what was made before them: each number of that stands for the inputs that it depends on, as if rounds read these.
//!
//! Where all that a loop takes is of loops too, in even steps, its inputs are in even steps as well: squares of a list of residuals
//! meet as if each was computed where it is squared. What depends on too many inputs is traced operation by operation.

use super::alike::Alike;
use super::body::Body;
use super::listing::{Arg, Listed};
use super::loops::{Found, Loop, Loops, Outside, Reads};
use super::origin::Origin;
use super::rows::once;
use super::trace::{Trace, ones};
use crate::memory;

/// The most inputs of a round.
const WIDEST: usize = 64;
/// What depends on more inputs is not taken by a loop.
const MANY: usize = 40;

/// Of so few rounds, which read in no even steps, sets are made.
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
        if of.wide.is_some() {
            return None;
        }
        list.extend(ones(of.spread(body.inputs[at])).map(|place| loops.input(of, round, place)));
        // What is itself made of what was there before may stand for an input more than once.
        if !of.spread.is_empty() {
            list[begin..].sort_unstable();
            once(list, begin);
        }
        Some(of.is_bent(body, at))
    }
}

/// What rounds depend on by one of the places in which they read.
enum Column {
    /// What they read.
    Read,
    /// These places of the rounds of another loop.
    Alike(Alike, u64),
    /// Any inputs, and where those of each round end; the numbers that depend on these.
    Any { inputs: Vec<u32>, ends: Vec<u32>, numbers: Vec<u32> },
}

impl Column {
    fn outside(self) -> Option<Outside> {
        match self {
            Column::Read => None,
            Column::Alike(alike, _) => Some(Outside::Alike(alike)),
            Column::Any { numbers, .. } => Some(Outside::Any(numbers)),
        }
    }
}

impl Loops {
    /// Writes the inputs of a column, so many for each round, from a place on among those of all columns.
    fn fill(&self, all: &mut [u32], (width, count): (usize, usize), of: &Loop, place: usize, column: &Column) {
        match column {
            Column::Read => {
                let own = all.iter_mut().step_by(width);
                own.zip(0..).for_each(|(own, round)| *own = self.input(of, round, place));
            }
            Column::Alike(alike, places) => {
                let Some((other, _)) = self.at(alike.stretch) else { return };
                for (k, place) in ones(*places).enumerate() {
                    let own = all[k..].iter_mut().step_by(width).zip(&alike.rounds);
                    match &other.reads {
                        Reads::Even(base, steps) => {
                            let (base, step) = (base[place], steps[place]);
                            own.for_each(|(own, round)| *own = base.wrapping_add(step.wrapping_mul(*round)));
                        }
                        Reads::Listed(begin) => {
                            let listed = &self.inputs[begin + place..];
                            own.for_each(|(own, round)| *own = listed[*round as usize * other.width]);
                        }
                    }
                }
            }
            Column::Any { inputs, ends, .. } => {
                let mut begin = 0;
                for (own, &end) in all.chunks_mut(width).zip(ends) {
                    let given = &inputs[begin..end as usize];
                    own[..given.len()].copy_from_slice(given);
                    // What is there twice changes nothing.
                    own[given.len()..count].fill(given[0]);
                    begin = end as usize;
                }
            }
        }
    }
}

impl Trace {
    /// Whether rounds that read this first take what depends on many inputs; of what is numbered from `known` on it is not known.
    pub(super) fn is_wide(&self, body: &Body, read: &[u32], known: u32) -> bool {
        let loops = &self.windows.loops;
        let breadth = |place: usize| match read.get(place) {
            Some(&number) if number < known => match loops.alone(number) {
                Some(Some(origin)) => self.breadth(origin),
                Some(None) => 1,
                None => u32::MAX,
            },
            _ => 1,
        };
        ones(body.outside).any(|place| breadth(place) > MANY as u32)
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

    /// Puts inputs or sets in place of what the loop that is over took of before it; where there is no room for these, its operations
    /// are traced one by one.
    pub(super) fn spread_loop(&mut self) {
        let Some((first, mut of)) = self.windows.loops.take_outside() else { return };
        let is_spread = match of.reads.are_even() {
            true => self.spread_evenly(&mut of),
            false if of.rounds > FEW_ROUNDS => self.spread_list(&mut of),
            false => None,
        };
        if is_spread.is_none() {
            of.outside.clear();
            if self.lack.is_some() || self.widen(&mut of).is_none() {
                (of.wide, of.bent) = (None, 0);
                self.windows.loops.begin_alone(first);
                if self.lack.is_none() {
                    self.trace_rounds(first, &of);
                }
                return;
            }
        }
        self.windows.loops.begin_loop(first, of);
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
            if loops.at(stretch).is_some_and(|(other, _)| other.wide.is_some()) {
                return None;
            }
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
        of.outside.extend(ones(outside).map(|place| Outside::Even(base[place], steps[place])));
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
        let mut columns = Vec::with_capacity(of.width);
        for place in 0..of.width {
            let (mut column, mut most) = (Column::Read, 1);
            if outside >> place & 1 != 0 {
                let is_bent;
                (column, most, is_bent) = self.column(self.windows.loops.numbers(of, place))?;
                bent |= u64::from(is_bent) << place;
            }
            if width + most > WIDEST {
                return None;
            }
            spread.push((u64::MAX >> (WIDEST - most)) << width);
            width += most;
            columns.push(column);
        }
        let wanted = memory::expect(memory::bytes([(2 * rounds * width, 4)]), || {
            format!("a list of {} inputs of loops", rounds * width)
        });
        if let Err(lack) = wanted {
            self.lack = self.lack.take().or(Some(lack));
            return None;
        }
        let mut all = vec![0; rounds * width];
        for (place, column) in columns.iter().enumerate() {
            let (first, count) = (spread[place].trailing_zeros() as usize, spread[place].count_ones() as usize);
            self.windows.loops.fill(&mut all[first..], (width, count), of, place, column);
        }
        of.outside.extend(columns.into_iter().filter_map(Column::outside));
        self.windows.loops.relist(of, width, &all);
        self.finish_spread(of, spread, bent);
        Some(())
    }

    /// The inputs that these numbers depend on, of how many each at the most, and whether something that is not linear is below.
    fn column(&mut self, numbers: Vec<u32>) -> Option<(Column, usize, bool)> {
        if let Some(alike) = self.windows.loops.alike(&numbers)
            && let Some((other, body)) = self.windows.loops.at(alike.stretch)
            && body.carried[alike.at].is_none()
        {
            let places = other.spread(body.inputs[alike.at]);
            if other.wide.is_some() {
                return None;
            }
            // Of what is itself listed some may be there more than once.
            if other.spread.is_empty() || other.reads.are_even() {
                let is_bent = other.is_bent(body, alike.at);
                let most = places.count_ones() as usize;
                return (most > 0 && most <= MANY).then_some((Column::Alike(alike, places), most, is_bent));
            }
        }
        let (mut inputs, mut ends, mut most, mut is_bent) = (Vec::new(), Vec::with_capacity(numbers.len()), 1, false);
        let mut near = Near::default();
        for &number in &numbers {
            let begin = inputs.len();
            let is_one = near.append(&self.windows.loops, number, &mut inputs);
            is_bent |= is_one.unwrap_or_else(|| self.take_inputs(number, &mut inputs));
            most = most.max(inputs.len() - begin);
            if most > MANY || inputs.len() == begin {
                return None;
            }
            ends.push(inputs.len() as u32);
        }
        Some((Column::Any { inputs, ends, numbers }, most, is_bent))
    }

    fn finish_spread(&mut self, of: &mut Loop, spread: Vec<u64>, bent: u64) {
        (of.spread, of.bent) = (spread, bent);
        of.carries_bent |= bent != 0;
    }

    /// Appends the inputs that an operation depends on: whether something that is not linear is below it.
    pub(super) fn take_inputs(&mut self, number: u32, list: &mut Vec<u32>) -> bool {
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
