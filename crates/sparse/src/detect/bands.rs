//! Pairs of inputs in even steps, which are not listed: bands beside the diagonal, as a loop over neighbours has them, and those of
//! one input with many, as with a parameter of all rounds.

use super::trace::ones;
use crate::Pattern;

/// Bands with larger steps, or with fewer pairs, are listed.
const WIDEST_STEP: u32 = 64;
const SHORTEST: u32 = 16;

/// More inputs that meet many in even steps, as a parameter of all rounds does, are listed.
const MOST_HUBS: usize = 8;

/// Fewer columns are made one by one.
const SHORT: usize = 4;

/// What the inputs of a band meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Other {
    /// That so far above each.
    Beside(u32),
    /// One and the same.
    Hub(u32),
}

/// The pairs of low + k step for `count` numbers k from zero on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Band {
    other: Other,
    step: u32,
    /// What `low` leaves, divided by `step`.
    rest: u32,
    low: u32,
    count: u32,
}

impl Band {
    fn from(first: u32, step: u32, count: u32, other: Other) -> Option<Band> {
        let last = first.wrapping_add(step.wrapping_mul(count.wrapping_sub(1)));
        let (low, step) = (first.min(last), (step as i32).unsigned_abs());
        let is_one = (1..=WIDEST_STEP).contains(&step) && count >= SHORTEST;
        is_one.then(|| Band { other, step, rest: low % step, low, count })
    }

    /// Its pairs, the greater first.
    pub(super) fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.count).map(move |k| self.low + k * self.step).map(move |low| match self.other {
            Other::Beside(offset) => (low + offset, low),
            Other::Hub(hub) => (hub.max(low), hub.min(low)),
        })
    }

    fn end(&self) -> u32 {
        self.low + self.step * self.count
    }

    /// Takes a pair, the greater first, if it is in the band or continues it: whether it does.
    fn has(&mut self, (i, j): (u32, u32)) -> bool {
        let j = match self.other {
            Other::Beside(offset) if i - j == offset => j,
            Other::Hub(hub) if i == hub => j,
            Other::Hub(hub) if j == hub => i,
            _ => return false,
        };
        if j % self.step != self.rest {
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

/// All bands.
#[derive(Default)]
pub(super) struct Bands {
    list: Vec<Band>,
    hubs: Vec<u32>,
    room: Room,
}

/// Lists that come and go with each pattern.
#[derive(Default)]
struct Room {
    lines: Vec<Line>,
    active: Vec<Line>,
    own: Vec<usize>,
}

impl Bands {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.hubs.clear();
    }

    /// All of them as they were taken, and none any more.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Band> {
        self.hubs.clear();
        self.list.drain(..)
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Takes a pair, the greater first, if it is in a band or continues it: whether it does.
    pub(super) fn has(&mut self, pair: (u32, u32)) -> bool {
        self.list.iter_mut().any(|band| band.has(pair))
    }

    /// Takes pairs that begin with two inputs, which grow by a step each (wrapping, so that they may fall): whether they are a
    /// band.
    pub(super) fn take(&mut self, [i, j]: [u32; 2], steps: [u32; 2], count: u32) -> bool {
        let band = match steps {
            [step, other] if step == other => Band::from(i.min(j), step, count, Other::Beside(i.abs_diff(j))),
            [0, step] => self.of_hub(i, j, step, count),
            [step, 0] => self.of_hub(j, i, step, count),
            _ => None,
        };
        self.list.extend(band);
        band.is_some()
    }

    fn of_hub(&mut self, hub: u32, first: u32, step: u32, count: u32) -> Option<Band> {
        let is_known = self.hubs.contains(&hub);
        let band = Band::from(first, step, count, Other::Hub(hub)).filter(|_| is_known || self.hubs.len() < MOST_HUBS);
        if band.is_some() && !is_known {
            self.hubs.push(hub);
        }
        band
    }

    /// How many entries they have at the most.
    pub(super) fn entries(&self) -> usize {
        self.list.iter().map(|band| 2 * band.count as usize).sum()
    }

    /// Bands that continue or cover others, as one.
    fn unite(&mut self) {
        self.list.sort_unstable();
        self.list.dedup_by(|band, last| {
            let goes_on =
                (last.other, last.step, last.rest) == (band.other, band.step, band.rest) && band.low <= last.end();
            if goes_on {
                last.count = last.count.max((band.end() - last.low) / band.step);
            }
            goes_on
        });
    }

    /// The inputs that a hub meets, ascending.
    fn met_by(&self, hub: usize) -> impl Iterator<Item = usize> {
        let bands = || self.list.iter().filter(|band| band.other == Other::Hub(hub as u32));
        let mut met = vec![0u64; bands().map(Band::end).max().map_or(0, |end| end as usize / 64 + 1)];
        for band in bands() {
            let inputs = (0..band.count).map(|k| (band.low + k * band.step) as usize);
            inputs.for_each(|input| met[input / 64] |= 1 << (input % 64));
        }
        met.into_iter().enumerate().flat_map(|(k, bits)| ones(bits).map(move |bit| 64 * k + bit))
    }
}

/// Of some columns, in steps, the rows at a distance from the diagonal, or a row.
#[derive(Clone, Copy)]
struct Line {
    begin: usize,
    end: usize,
    step: usize,
    row: Row,
}

#[derive(Clone, Copy, PartialEq)]
enum Row {
    Shifted(isize),
    One(usize),
}

impl Row {
    fn of(self, column: usize) -> usize {
        match self {
            Row::Shifted(shift) => column.wrapping_add_signed(shift),
            Row::One(row) => row,
        }
    }
}

/// A symmetric pattern with these entries and those of bands, on both sides of the diagonal.
pub(super) fn joined(n: usize, listed: Option<&Pattern>, bands: &mut Bands) -> Pattern {
    bands.unite();
    let Room { mut lines, mut active, own } = core::mem::take(&mut bands.room);
    lines.clear();
    active.clear();
    let mut farthest = 0;
    for band in &bands.list {
        let (low, step) = (band.low as usize, band.step as usize);
        let length = step * (band.count as usize - 1) + 1;
        let mut line = |begin: usize, row: Row| lines.push(Line { begin, end: begin + length, step, row });
        match band.other {
            Other::Hub(hub) => line(low, Row::One(hub as usize)),
            Other::Beside(offset) => {
                let offset = offset as usize;
                farthest = farthest.max(offset);
                line(low, Row::Shifted(offset as isize));
                if offset > 0 {
                    line(low + offset, Row::Shifted(-(offset as isize)));
                }
            }
        }
    }
    lines.sort_unstable_by_key(|line| line.begin);
    // Elsewhere hubs are above all rows of a column, or below them.
    let near: Vec<_> = bands
        .hubs
        .iter()
        .map(|&hub| hub as usize)
        .map(|hub| hub.saturating_sub(farthest)..hub + farthest + 1)
        .collect();
    let entries = listed.map_or(0, Pattern::entries) + bands.entries();
    let mut out =
        Columns { listed, bands, pointers: Vec::with_capacity(n + 1), rows: Vec::with_capacity(entries), own };
    out.pointers.push(0);
    let (mut waiting, mut at) = (lines.iter().copied().peekable(), 0);
    while at < n {
        active.retain(|line| line.end > at);
        active.extend(core::iter::from_fn(|| waiting.next_if(|line| line.begin <= at)));
        active.sort_unstable_by_key(|line| line.row.of(at));
        let of_lines = active.iter().map(|line| line.end).chain(waiting.peek().map(|line| line.begin));
        let of_hubs = near.iter().flat_map(|near| [near.start, near.end]).filter(|&end| end > at);
        let end = of_lines.chain(of_hubs).min().unwrap_or(n).min(n);
        if near.iter().any(|near| near.contains(&at)) {
            (at..end).for_each(|column| out.column_near(column, &active));
        } else {
            out.stretch(at, end, &active);
        }
        at = end;
    }
    let Columns { own, pointers, rows, .. } = out;
    bands.room = Room { lines, active, own };
    Pattern::of_columns(n, pointers, rows)
}

/// Columns on their way to a pattern.
struct Columns<'a> {
    listed: Option<&'a Pattern>,
    bands: &'a Bands,
    pointers: Vec<usize>,
    rows: Vec<usize>,
    own: Vec<usize>,
}

impl Columns<'_> {
    /// Appends columns in which the same lines are.
    fn stretch(&mut self, mut begin: usize, end: usize, lines: &[Line]) {
        if end - begin < SHORT {
            return (begin..end).for_each(|column| self.column(column, lines));
        }
        // The rows of columns that are so many apart are the same, but for hubs as much farther.
        let all = lines.iter().try_fold(1, |all, line| Some(least_common(all, line.step)).filter(|&all| all <= 64));
        let has_hubs = lines.iter().any(|line| matches!(line.row, Row::One(_)));
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
            for place in rows..rows + if has_hubs { of_period } else { 0 } {
                let row = self.rows[place];
                if lines.iter().any(|line| line.row == Row::One(row)) {
                    self.rows[place..].iter_mut().step_by(of_period).for_each(|other| *other = row);
                }
            }
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

    /// Appends a column in which rows of lines are in their order.
    fn column(&mut self, column: usize, lines: &[Line]) {
        self.own.clear();
        self.own.extend(of_column(lines, column));
        self.own.dedup();
        self.append(column);
    }

    /// Appends one that may be that of a hub, or be near it.
    fn column_near(&mut self, column: usize, lines: &[Line]) {
        self.own.clear();
        self.own.extend(self.bands.met_by(column));
        self.own.extend(of_column(lines, column));
        self.own.sort();
        self.own.dedup();
        self.append(column);
    }

    fn append(&mut self, column: usize) {
        let mut listed = self.listed.map_or(&[][..], |listed| listed.column(column));
        for &row in &self.own {
            if !listed.is_empty() {
                let before = listed.partition_point(|&other| other < row);
                self.rows.extend_from_slice(&listed[..before]);
                listed = &listed[before + usize::from(listed.get(before) == Some(&row))..];
            }
            self.rows.push(row);
        }
        self.rows.extend_from_slice(listed);
        self.pointers.push(self.rows.len());
    }
}

/// The rows of a column that are in lines.
fn of_column(lines: &[Line], column: usize) -> impl Iterator<Item = usize> {
    // Most are in every column, which is known without a quotient.
    let here = lines.iter().filter(move |line| line.step == 1 || (column - line.begin).is_multiple_of(line.step));
    here.map(move |line| line.row.of(column))
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
