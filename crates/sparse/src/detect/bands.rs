//! Pairs of inputs in even steps, as a loop over neighbours has them: bands beside the diagonal, which are not listed.

use crate::Pattern;

/// Bands with larger steps, or with fewer pairs, are listed.
pub(super) const WIDEST_STEP: u32 = 64;
pub(super) const SHORTEST: u32 = 16;

/// The pairs (low + k step, low + offset + k step) for `count` numbers k from zero on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Band {
    step: u32,
    offset: u32,
    /// What `low` leaves, divided by `step`.
    rest: u32,
    low: u32,
    count: u32,
}

impl Band {
    /// That of pairs which begin with `i` and `j`, and both grow by `step` (wrapping, so that they may fall).
    pub(super) fn new(i: u32, j: u32, step: u32, count: u32) -> Band {
        let (first, last) = (i.min(j), i.min(j).wrapping_add(step.wrapping_mul(count - 1)));
        let step = (step as i32).unsigned_abs();
        let low = first.min(last);
        Band { step, offset: i.abs_diff(j), rest: low % step, low, count }
    }

    /// Its pairs, the greater first.
    pub(super) fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.count).map(move |k| self.low + k * self.step).map(move |low| (low + self.offset, low))
    }

    fn end(&self) -> u32 {
        self.low + self.step * self.count
    }

    /// Takes a pair, the greater first, if it is in the band or continues it: whether it does.
    pub(super) fn take(&mut self, (i, j): (u32, u32)) -> bool {
        if i - j != self.offset || j % self.step != self.rest {
            return false;
        }
        if j == self.end() {
            self.count += 1;
        } else if j + self.step == self.low {
            (self.low, self.count) = (j, self.count + 1);
        }
        (self.low..self.end()).contains(&j)
    }
}

/// Of some columns, in steps, the rows at a distance from the diagonal.
#[derive(Clone, Copy)]
struct Line {
    begin: usize,
    end: usize,
    step: usize,
    shift: isize,
}

/// Bands that continue or cover others, as one.
fn unite(bands: &mut Vec<Band>) {
    bands.sort_unstable();
    bands.dedup_by(|band, last| {
        let goes_on =
            (last.step, last.offset, last.rest) == (band.step, band.offset, band.rest) && band.low <= last.end();
        if goes_on {
            last.count = last.count.max((band.end() - last.low) / band.step);
        }
        goes_on
    });
}

/// How many entries bands have at the most.
pub(super) fn entries(bands: &[Band]) -> usize {
    bands.iter().map(|band| 2 * band.count as usize).sum()
}

/// A symmetric pattern with these entries and those of bands, on both sides of the diagonal.
pub(super) fn joined(n: usize, listed: Option<&Pattern>, bands: &mut Vec<Band>) -> Pattern {
    unite(bands);
    let mut lines: Vec<Line> = Vec::with_capacity(2 * bands.len());
    for band in &*bands {
        let (low, offset, step) = (band.low as usize, band.offset as usize, band.step as usize);
        let length = step * (band.count as usize - 1) + 1;
        lines.push(Line { begin: low, end: low + length, step, shift: offset as isize });
        if offset > 0 {
            lines.push(Line { begin: low + offset, end: low + offset + length, step, shift: -(offset as isize) });
        }
    }
    lines.sort_unstable_by_key(|line| line.begin);
    let entries = listed.map_or(0, Pattern::entries) + entries(bands);
    let mut out =
        Columns { listed, pointers: Vec::with_capacity(n + 1), rows: Vec::with_capacity(entries), shifts: Vec::new() };
    out.pointers.push(0);
    let (mut waiting, mut active, mut at) = (lines.into_iter().peekable(), Vec::<Line>::new(), 0);
    while at < n {
        active.retain(|line| line.end > at);
        let before = active.len();
        while let Some(line) = waiting.next_if(|line| line.begin <= at) {
            active.push(line);
        }
        if active.len() > before {
            active.sort_unstable_by_key(|line| line.shift);
        }
        let ends = active.iter().map(|line| line.end).chain(waiting.peek().map(|line| line.begin));
        let end = ends.min().unwrap_or(n);
        out.stretch(at, end, &active);
        at = end;
    }
    Pattern::of_columns(n, out.pointers, out.rows)
}

/// Columns on their way to a pattern.
struct Columns<'a> {
    listed: Option<&'a Pattern>,
    pointers: Vec<usize>,
    rows: Vec<usize>,
    shifts: Vec<isize>,
}

impl Columns<'_> {
    /// Appends columns in which the same lines are.
    fn stretch(&mut self, mut begin: usize, end: usize, lines: &[Line]) {
        // The shifts of columns that are so many apart are the same.
        let all = lines.iter().try_fold(1, |all, line| Some(least_common(all, line.step)).filter(|&all| all <= 64));
        while begin < end {
            let other = self.next_listed(begin, end);
            let first = begin + all.unwrap_or(other - begin).min(other - begin);
            let (rows, pointers) = (self.rows.len(), self.pointers.len());
            (begin..first).for_each(|column| self.column(column, lines));
            let (period, of_period) = (first - begin, self.rows.len() - rows);
            // Of the rest, how many columns are whole periods; and the entries of what is behind these.
            let rest = other - first;
            let left = if rest == 0 { 0 } else { rest % period };
            let of_left = if left == 0 { 0 } else { self.pointers[pointers + left - 1] - rows };
            let count = if rest == 0 { 0 } else { rest / period * of_period + of_left };
            go_on(&mut self.rows, rows, count, period);
            go_on(&mut self.pointers, pointers, rest, of_period);
            if other < end {
                self.column(other, lines);
            }
            begin = other + 1;
        }
    }

    /// The first column from one on that has entries besides those of bands.
    fn next_listed(&self, begin: usize, end: usize) -> usize {
        let Some(listed) = self.listed else { return end };
        let before = listed.column_pointers()[begin];
        begin + listed.column_pointers()[begin + 1..=end].partition_point(|&end| end == before)
    }

    fn column(&mut self, column: usize, lines: &[Line]) {
        let here = lines.iter().filter(|line| (column - line.begin).is_multiple_of(line.step));
        self.shifts.clear();
        self.shifts.extend(here.map(|line| line.shift));
        self.shifts.dedup();
        let mut listed = self.listed.map_or(&[][..], |listed| listed.column(column));
        for &shift in &self.shifts {
            let row = column.wrapping_add_signed(shift);
            let before = listed.partition_point(|&other| other < row);
            self.rows.extend_from_slice(&listed[..before]);
            listed = &listed[before + usize::from(listed.get(before) == Some(&row))..];
            self.rows.push(row);
        }
        self.rows.extend_from_slice(listed);
        self.pointers.push(self.rows.len());
    }
}

/// Appends so many numbers to those from a place on: each is as much greater as `more` says than that which is as far before it as
/// these are many.
fn go_on(list: &mut Vec<usize>, from: usize, count: usize, more: usize) {
    let period = list.len() - from;
    let (mut known, mut done, end) = (period, period, period + count);
    while done < end {
        let take = known.min(end - done);
        list.extend_from_within(from..from + take);
        let more = more * (done / period);
        list[from + done..].iter_mut().for_each(|number| *number += more);
        done += take;
        // What is near is copied.
        if known < 256 {
            known = done;
        }
    }
}

/// The least common multiple.
fn least_common(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
