//! The pairs of inputs that meet in loops, of the rounds that an output needs: looked at when all is over, from the last loop to the
//! first, so that it is known what of each is used.

use super::groups::Groups;
use super::loops::{Found, Reads};
use super::trace::Trace;
use crate::Error;

impl Trace {
    /// Lists the pairs of all loops.
    pub(super) fn list_loops(&mut self) -> Result<(), Error> {
        let mut needed = Vec::new();
        for stretch in (0..self.windows.loops.stretches.len()).rev() {
            let Some((of, body)) = self.windows.loops.at(stretch) else { continue };
            needed.clear();
            let mut from = 0;
            while let Some((begin, end)) = of.needed(body, from) {
                needed.push((begin, end));
                from = end;
            }
            self.mark_outside(stretch, &needed);
            self.list_rounds(stretch, &needed)?;
        }
        Ok(())
    }

    /// What these rounds take of before their loop is used.
    fn mark_outside(&mut self, stretch: usize, needed: &[(u32, u32)]) {
        let Some((of, body)) = self.windows.loops.at(stretch) else { return };
        let (is_even, rounds, count) = (of.reads.are_even(), of.rounds as usize, body.outside.count_ones() as usize);
        for k in 0..count {
            for &(begin, end) in needed {
                let Some((of, _)) = self.windows.loops.at(stretch) else { return };
                if is_even {
                    let (first, step) = (of.outside[2 * k], of.outside[2 * k + 1]);
                    self.mark(first.wrapping_add(step.wrapping_mul(begin)), step, end - begin);
                    continue;
                }
                let (mut near, mut first, mut behind) = (0, 0, 0);
                for round in begin..end {
                    let loops = &mut self.windows.loops;
                    let Some((of, _)) = loops.at(stretch) else { return };
                    let number = of.outside[k * rounds + round as usize];
                    if !(first..behind).contains(&number) {
                        let Some(found) = loops.stretch_of(number) else { continue };
                        (near, first, behind) = found;
                    }
                    match loops.at(near) {
                        Some(_) => loops.mark_at(near, number - first, 0, 1),
                        None => self.mark(number, 0, 1),
                    }
                }
            }
        }
    }

    fn mark(&mut self, number: u32, step: u32, rounds: u32) {
        if let Some(Found::Alone(origin)) = self.windows.loops.found(number) {
            self.needs.mark(origin.node());
        } else {
            self.windows.loops.mark(number, step, rounds);
        }
    }

    fn list_rounds(&mut self, stretch: usize, needed: &[(u32, u32)]) -> Result<(), Error> {
        let Trace { windows, pairs, .. } = self;
        let loops = &windows.loops;
        let Some((of, body)) = loops.at(stretch) else { return Ok(()) };
        if body.rows.iter().all(|&row| row == 0) {
            return Ok(());
        }
        let spread;
        let rows = match of.spread.is_empty() {
            true => &body.rows,
            false => {
                spread = of.spread_rows(&body.rows);
                &spread
            }
        };
        match &of.reads {
            Reads::Even(base, steps) => needed.iter().try_for_each(|&(begin, end)| {
                let first: Vec<u32> =
                    base.iter().zip(steps).map(|(base, step)| base.wrapping_add(step.wrapping_mul(begin))).collect();
                pairs.list_bands(&first, steps, end - begin, rows)
            }),
            Reads::Listed(_) => {
                let groups = Groups::of(&mut rows.clone());
                let listed = loops.listed(of);
                let of_rounds = |begin: u32, end: u32| &listed[begin as usize * of.width..end as usize * of.width];
                needed.iter().try_for_each(|&(begin, end)| pairs.list_rounds(of_rounds(begin, end), rows, &groups))
            }
        }
    }
}
