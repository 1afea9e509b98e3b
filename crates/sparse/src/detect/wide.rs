//! Loops that take what depends on many inputs, or in each round on others: what each round takes is kept as sets.
//!
//! Where all that is read moves on by the same step from round to round, as in the midst of a stencil, the sets are those of the
//! first round, moved.

use super::groups::Groups;
use super::loops::{Loop, Loops, Outside, Reads, Stretch};
use super::spans::{Span, Spans};
use super::trace::{Trace, ones};
use crate::{Error, memory};

/// What rounds take, as the codes of sets.
pub(super) struct Wide {
    /// Of each round and place; of the first round, if the others are that, moved.
    codes: Vec<u32>,
    step: Option<i32>,
    /// What the results depend on that others use, of the same rounds.
    ends: Vec<u32>,
}

impl Wide {
    /// The codes of a round, and how far they have moved.
    fn of_round<'w>(&self, list: &'w [u32], count: usize, round: u32) -> (&'w [u32], i32) {
        match self.step {
            Some(step) => (list, step.wrapping_mul(round as i32)),
            None => (&list[round as usize * count..][..count], 0),
        }
    }

    fn code(&self, width: usize, round: u32, place: usize) -> (u32, i32) {
        let (codes, by) = self.of_round(&self.codes, width, round);
        (codes[place], by)
    }
}

impl Loop {
    /// All inputs of a round that these places of the body depend on, perhaps more than once.
    pub(super) fn each_below(&self, wide: &Wide, spans: &Spans, round: u32, places: u64, mut f: impl FnMut(u32)) {
        for place in ones(places) {
            let (code, by) = wide.code(self.width, round, place);
            spans.each(spans.span(code), |input| f(input.wrapping_add_signed(by)));
        }
    }
}

impl Loops {
    /// The code of the set that the result of an operation of a loop depends on; not of one that goes on from round to round.
    fn set_of(&mut self, stretch: usize, round: u32, at: usize) -> Option<u32> {
        let Loops { stretches, bodies, spans, inputs, .. } = self;
        let Stretch::Loop(of) = &stretches[stretch].1 else { return None };
        let body = &bodies[of.body];
        let Some(wide) = &of.wide else {
            let (mut list, mut count) = ([0; 64], 0);
            for place in ones(of.spread(body.inputs[at])) {
                list[count] = of.reads.input(inputs, of.width, round, place);
                count += 1;
            }
            return (count > 0).then(|| if count == 1 { list[0] } else { spans.of_list(&list[..count]) });
        };
        if let Some(end) = body.ends.iter().position(|&end| end == at) {
            let (codes, by) = wide.of_round(&wide.ends, body.ends.len(), round);
            return Some(if by == 0 { codes[end] } else { spans.moved(codes[end], by) });
        }
        let (codes, by) = wide.of_round(&wide.codes, of.width, round);
        let all = spans.union(ones(body.inputs[at]).map(|place| codes[place]));
        Some(if by == 0 { all } else { spans.moved(all, by) })
    }

    /// By which step the inputs of an operation move from round to round, if all by the same.
    fn step_of(&self, stretch: usize, at: usize) -> Option<i32> {
        let (of, body) = self.at(stretch)?;
        if let Some(wide) = &of.wide {
            return wide.step;
        }
        let Reads::Even(_, steps) = &of.reads else { return None };
        let mut all = ones(of.spread(body.inputs[at])).map(|place| steps[place] as i32);
        let first = all.next()?;
        all.all(|step| step == first).then_some(first)
    }
}

impl Trace {
    /// Makes sets of all that a loop takes; not if they have no room.
    pub(super) fn widen(&mut self, of: &mut Loop) -> Option<()> {
        let wide = match self.moved(of) {
            Some(wide) => wide,
            None => self.set_by_set(of)?,
        };
        of.wide = Some(Box::new(self.with_ends(of, wide)));
        (!self.windows.loops.spans.are_many()).then_some(())
    }

    /// Where all that is read moves on by the same step.
    fn moved(&mut self, of: &mut Loop) -> Option<Wide> {
        let Reads::Even(base, steps) = &of.reads else { return None };
        if of.rounds == 1 {
            return None;
        }
        let outside = self.windows.loops.bodies[of.body].outside;
        let (mut codes, mut all, mut bent) = (Vec::with_capacity(base.len()), None, 0);
        for (place, (&first, &step)) in base.iter().zip(steps).enumerate() {
            let (code, step) = if outside >> place & 1 == 0 {
                (first, step as i32)
            } else {
                let loops = &self.windows.loops;
                let (stretch, begin, end) = loops.stretch_of(first)?;
                let (other, body) = loops.at(stretch)?;
                let (length, offset) = (body.steps.len() as u32, first - begin);
                let (at, last) = ((offset % length) as usize, first.wrapping_add(step.wrapping_mul(of.rounds - 1)));
                let is_even = step as i32 % length as i32 == 0;
                if body.carried[at].is_some() || !(begin..end).contains(&last) || !is_even {
                    return None;
                }
                bent |= u64::from(other.is_bent(body, at)) << place;
                let more = step as i32 / length as i32;
                let step = if more == 0 { 0 } else { loops.step_of(stretch, at)?.wrapping_mul(more) };
                (self.windows.loops.set_of(stretch, offset / length, at)?, step)
            };
            if all.replace(step).is_some_and(|all| all != step) {
                return None;
            }
            codes.push(code);
        }
        of.outside.extend(ones(outside).map(|place| Outside::Even(base[place], steps[place])));
        (of.bent, of.carries_bent) = (bent, of.carries_bent | (bent != 0));
        Some(Wide { codes, step: all, ends: Vec::new() })
    }

    /// Of each round what it reads.
    fn set_by_set(&mut self, of: &mut Loop) -> Option<Wide> {
        let (outside, rounds) = (self.windows.loops.bodies[of.body].outside, of.rounds as usize);
        let mut codes = vec![0; rounds * of.width];
        let (mut bent, mut list) = (0, Vec::new());
        for place in 0..of.width {
            let own = codes[place..].iter_mut().step_by(of.width);
            if outside >> place & 1 == 0 {
                own.zip(0..of.rounds).for_each(|(code, round)| *code = self.windows.loops.input(of, round, place));
                continue;
            }
            let numbers = self.windows.loops.numbers(of, place);
            let (mut near, mut known) = (None, None);
            for (code, &number) in own.zip(&numbers) {
                if let Some((same, its)) = known
                    && same == number
                {
                    *code = its;
                    continue;
                }
                let is_near = |&(_, begin, end): &(usize, u32, u32)| (begin..end).contains(&number);
                let (stretch, begin, end) = match near.filter(is_near) {
                    Some(near) => near,
                    None => self.windows.loops.stretch_of(number)?,
                };
                near = Some((stretch, begin, end));
                let of_loop = self.windows.loops.at(stretch).and_then(|(other, body)| {
                    let (length, offset) = (body.steps.len() as u32, number - begin);
                    let at = (offset % length) as usize;
                    let is_alone = body.carried[at].is_none();
                    is_alone.then(|| (offset / length, at, other.is_bent(body, at)))
                });
                *code = if let Some((round, at, is_bent)) = of_loop {
                    bent |= u64::from(is_bent) << place;
                    self.windows.loops.set_of(stretch, round, at)?
                } else {
                    list.clear();
                    bent |= u64::from(self.take_inputs(number, &mut list)) << place;
                    if list.is_empty() {
                        return None;
                    }
                    self.windows.loops.spans.of_list(&list)
                };
                known = Some((number, *code));
            }
            of.outside.push(Outside::Any(numbers));
            if self.windows.loops.spans.are_many() {
                return None;
            }
        }
        (of.bent, of.carries_bent) = (bent, of.carries_bent | (bent != 0));
        Some(Wide { codes, step: None, ends: Vec::new() })
    }

    fn with_ends(&mut self, of: &Loop, mut wide: Wide) -> Wide {
        let Loops { bodies, spans, .. } = &mut self.windows.loops;
        let body = &bodies[of.body];
        let Wide { codes, ends, .. } = &mut wide;
        for codes in codes.chunks(of.width.max(1)) {
            let sets = body.ends.iter().map(|&at| body.inputs[at]);
            ends.extend(sets.map(|places| spans.union(ones(places).map(|place| codes[place]))));
        }
        wide
    }

    /// Lists what meets in some rounds, in rows of places.
    pub(super) fn list_wide(&mut self, stretch: usize, begin: u32, end: u32, rows: &[u64]) -> Result<(), Error> {
        let Trace { windows, pairs, .. } = self;
        let Loops { stretches, spans, .. } = &mut windows.loops;
        let Stretch::Loop(of) = &stretches[stretch].1 else { return Ok(()) };
        let Some(wide) = &of.wide else { return Ok(()) };
        let groups = Groups::of(&mut rows.to_vec());
        let groups = groups.all();
        let met = groups.iter().enumerate().flat_map(|(k, &(places, row))| {
            let others = groups[..=k].iter().filter(move |(others, _)| row & others != 0);
            others.map(move |&(others, _)| (places, others))
        });
        let rounds = (end - begin) as usize;
        memory::expect(memory::bytes([(2 * rounds * groups.len(), size_of::<[Span; 2]>())]), || {
            format!("the sets that meet in {rounds} rounds of a loop")
        })?;
        for (places, others) in met {
            let mut first = None;
            for round in begin..end {
                let (codes, by) = wide.of_round(&wide.codes, of.width, round);
                let both = first.filter(|_| wide.step.is_some()).unwrap_or_else(|| {
                    [places, others].map(|places| spans.union(ones(places).map(|place| codes[place])))
                });
                first = Some(both);
                pairs.meet(both.map(|code| spans.moved_span(spans.span(code), by)));
            }
        }
        Ok(())
    }
}
