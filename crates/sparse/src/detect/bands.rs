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
fn united(bands: &[Band]) -> Vec<Band> {
    let mut sorted = bands.to_vec();
    sorted.sort_unstable();
    let mut all: Vec<Band> = Vec::new();
    for band in sorted {
        match all.last_mut() {
            Some(last)
                if (last.step, last.offset, last.rest) == (band.step, band.offset, band.rest)
                    && band.low <= last.end() =>
            {
                last.count = last.count.max((band.end() - last.low) / band.step);
            }
            _ => all.push(band),
        }
    }
    all
}

/// How many entries bands have at the most.
pub(super) fn entries(bands: &[Band]) -> usize {
    bands.iter().map(|band| 2 * band.count as usize).sum()
}

/// A symmetric pattern with the entries of bands, on both sides of the diagonal.
pub(super) fn joined(pattern: &Pattern, bands: &[Band]) -> Pattern {
    let bands = united(bands);
    let mut lines: Vec<Line> = Vec::with_capacity(2 * bands.len());
    for band in &bands {
        let (low, offset, step) = (band.low as usize, band.offset as usize, band.step as usize);
        let length = step * (band.count as usize - 1) + 1;
        lines.push(Line { begin: low, end: low + length, step, shift: offset as isize });
        if offset > 0 {
            lines.push(Line { begin: low + offset, end: low + offset + length, step, shift: -(offset as isize) });
        }
    }
    lines.sort_unstable_by_key(|line| line.begin);
    let n = pattern.columns();
    let mut out = Columns {
        pattern,
        pointers: Vec::with_capacity(n + 1),
        rows: Vec::with_capacity(pattern.entries() + entries(&bands)),
    };
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
    pattern: &'a Pattern,
    pointers: Vec<usize>,
    rows: Vec<usize>,
}

impl Columns<'_> {
    /// Appends columns in which the same lines are.
    fn stretch(&mut self, begin: usize, end: usize, lines: &[Line]) {
        // The shifts of columns that are so many apart are the same.
        let all = lines.iter().try_fold(1, |all, line| Some(least_common(all, line.step)).filter(|&all| all <= 64));
        match all {
            Some(1) => {
                let shifts: Vec<isize> = lines.iter().map(|line| line.shift).collect();
                self.alike(begin, end, &shifts);
            }
            Some(all) if end - begin >= 2 * all => {
                let shifts: Vec<Vec<isize>> = (begin..begin + all).map(|column| shifts(lines, column)).collect();
                for column in begin..end {
                    self.column(column, &shifts[(column - begin) % all]);
                }
            }
            _ => (begin..end).for_each(|column| self.column(column, &shifts(lines, column))),
        }
    }

    /// Appends columns with the same shifts.
    fn alike(&mut self, mut begin: usize, end: usize, shifts: &[isize]) {
        while begin < end {
            // The first that has entries besides.
            let before = self.pattern.column_pointers()[begin];
            let ends = &self.pattern.column_pointers()[begin + 1..=end];
            let other = begin + ends.partition_point(|&end| end == before);
            let (from, count) = (self.rows.len(), other - begin);
            self.rows.resize(from + count * shifts.len(), 0);
            let columns = self.rows[from..].chunks_exact_mut(shifts.len().max(1));
            for (column, rows) in (begin..).zip(columns) {
                rows.iter_mut().zip(shifts).for_each(|(row, &shift)| *row = column.wrapping_add_signed(shift));
            }
            self.pointers.extend((1..=count).map(|k| from + k * shifts.len()));
            if other < end {
                self.column(other, shifts);
            }
            begin = other + 1;
        }
    }

    fn column(&mut self, column: usize, shifts: &[isize]) {
        let pointers = self.pattern.column_pointers();
        let mut listed = &self.pattern.row_indices()[pointers[column]..pointers[column + 1]];
        for &shift in shifts {
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

/// The shifts of a column, ascending, each once.
fn shifts(lines: &[Line], column: usize) -> Vec<isize> {
    let here = lines.iter().filter(|line| (column - line.begin).is_multiple_of(line.step));
    let mut shifts: Vec<isize> = here.map(|line| line.shift).collect();
    shifts.dedup();
    shifts
}

/// The least common multiple.
fn least_common(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
