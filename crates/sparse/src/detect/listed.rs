//! The pairs of inputs that meet in loops, of the rounds that an output needs: looked at when all is over, from the last loop to the
//! first, so that it is known what of each is used.
//!
//! Where all inputs that a result depends on meet behind its loop, as where it is squared, nothing below it is listed: of steps in
//! time the last one has all pairs.

use super::body::Body;
use super::groups::Groups;
use super::loops::{Found, Loop, Outside, Reads};
use super::trace::{Trace, ones};
use crate::Error;

/// In so few rounds at the least, on the average, the same results are full, or it is not asked which are.
const FEW_ALIKE: usize = 8;

/// Rounds that an output needs, from one to before another.
struct Part {
    begin: u32,
    end: u32,
    /// The ends of each, as bits, whose inputs all meet behind the loop.
    full: u64,
}

/// The rounds of a loop that an output needs.
fn parts(of: &Loop, body: &Body) -> Vec<Part> {
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some((begin, end)) = of.needed(body, from) {
        parts.push(Part { begin, end, full: 0 });
        from = end;
    }
    let count = body.ends.len();
    if !of.uses.has_full || count > 64 {
        return parts;
    }
    let mut alike: Vec<Part> = Vec::new();
    for part in &parts {
        let ends = part.begin as usize * count..part.end as usize * count;
        for (round, full) in (part.begin..).zip(of.uses.full(ends, count)) {
            match alike.last_mut() {
                Some(last) if last.full == full && last.end == round => last.end = round + 1,
                _ => alike.push(Part { begin: round, end: round + 1, full }),
            }
        }
    }
    if alike.len() <= parts.len() + 2 + of.rounds as usize / FEW_ALIKE { alike } else { parts }
}

impl Part {
    /// The places of the body of which all inputs that they stand for meet.
    fn full_places(&self, body: &Body) -> u64 {
        let itself = body.rows.iter().enumerate().fold(0, |all, (place, row)| all | row & 1 << place);
        ones(self.full).fold(itself, |all, end| all | body.inputs[body.ends[end]])
    }

    /// Which places of the body meet others, but for those that all meet behind the loop.
    fn rows(&self, body: &Body) -> Vec<u64> {
        let mut rows = body.rows.clone();
        for end in ones(self.full) {
            let below = body.inputs[body.ends[end]];
            ones(below).for_each(|place| rows[place] &= !below);
        }
        rows
    }
}

impl Trace {
    /// Lists the pairs of all loops.
    pub(super) fn list_loops(&mut self) -> Result<(), Error> {
        for stretch in (0..self.windows.loops.stretches.len()).rev() {
            let Some((of, body)) = self.windows.loops.at(stretch) else { continue };
            let parts = parts(of, body);
            self.mark_outside(stretch, &parts);
            self.list_parts(stretch, &parts)?;
        }
        Ok(())
    }

    /// What these rounds take of before their loop is used.
    fn mark_outside(&mut self, stretch: usize, parts: &[Part]) {
        let Some((_, body)) = self.windows.loops.at(stretch) else { return };
        let (places, full): (u64, Vec<u64>) = (body.outside, parts.iter().map(|part| part.full_places(body)).collect());
        let outside = self.windows.loops.outside(stretch);
        for (place, outside) in ones(places).zip(&outside) {
            for (&Part { begin, end, .. }, full) in parts.iter().zip(&full) {
                let is_full = full >> place & 1 != 0;
                match outside {
                    Outside::Even(first, step) => {
                        self.mark(first.wrapping_add(step.wrapping_mul(begin)), *step, end - begin, is_full);
                    }
                    Outside::Alike(alike) => self.windows.loops.mark_rounds(alike, (begin, end), is_full),
                    Outside::Any(numbers) => self.mark_any(&numbers[begin as usize..end as usize], is_full),
                }
            }
        }
    }

    fn mark_any(&mut self, numbers: &[u32], is_full: bool) {
        let (mut near, mut first, mut behind) = (0, 0, 0);
        for &number in numbers {
            let loops = &mut self.windows.loops;
            if !(first..behind).contains(&number) {
                let Some(found) = loops.stretch_of(number) else { continue };
                (near, first, behind) = found;
            }
            match loops.at(near) {
                Some(_) => loops.mark_at(near, number - first, (0, 1), is_full),
                None => self.mark(number, 0, 1, is_full),
            }
        }
    }

    fn mark(&mut self, number: u32, step: u32, rounds: u32, is_full: bool) {
        if let Some(Found::Alone(origin)) = self.windows.loops.found(number) {
            self.needs.mark(origin.node());
        } else {
            self.windows.loops.mark(number, step, rounds, is_full);
        }
    }

    fn list_parts(&mut self, stretch: usize, parts: &[Part]) -> Result<(), Error> {
        for part in parts {
            let Trace { windows, pairs, .. } = self;
            let loops = &windows.loops;
            let Some((of, body)) = loops.at(stretch) else { return Ok(()) };
            let mut rows = part.rows(body);
            if rows.iter().all(|&row| row == 0) {
                continue;
            }
            let Part { begin, end, .. } = *part;
            if of.wide.is_some() {
                self.list_wide(stretch, begin, end, &rows)?;
                continue;
            }
            if !of.spread.is_empty() {
                rows = of.spread_rows(&rows);
            }
            match &of.reads {
                Reads::Even(base, steps) => {
                    let moved = base.iter().zip(steps).map(|(base, step)| base.wrapping_add(step.wrapping_mul(begin)));
                    pairs.list_bands(&moved.collect::<Vec<_>>(), steps, end - begin, &rows)?;
                }
                Reads::Listed(_) => {
                    let groups = Groups::of(&mut rows.clone());
                    let of_rounds = &loops.listed(of)[begin as usize * of.width..end as usize * of.width];
                    pairs.list_rounds(of_rounds, &rows, &groups)?;
                }
            }
        }
        Ok(())
    }
}
