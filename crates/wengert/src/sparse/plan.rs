//! Which entries each pass of duals gives, row by row.
//!
//! Outputs are read in their order, each once in a pass, and the entries written where they belong. Read column by column
//! instead, the outputs of a large function come from memory once for each entry.

use super::Error;
use super::lanes::{MOST, Pass, passes};
use super::places::NOWHERE;
use ::sparse::{Coloring, Pattern};
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

/// The passes of an evaluation by columns.
pub(super) struct Plan {
    /// No two plans of a program have the same number, and none has 0.
    pub(super) id: u64,
    pub(super) parts: Vec<Part>,
    /// Whether the last pass has a lane for the random direction.
    pub(super) has_probe: bool,
}

/// One pass.
pub(super) struct Part {
    /// Its colours; that after the last colour stands for the random direction.
    pub(super) range: Range<usize>,
    /// How many entries are read in each row.
    pub(super) counts: Vec<u32>,
    /// Where the entries go among the values, row by row.
    pub(super) places: Vec<u32>,
    /// The lane in which each is read.
    pub(super) lanes: Vec<u8>,
}

impl Part {
    /// A pass with the random direction alone.
    pub(super) fn probe(count: usize, rows: usize) -> Self {
        Part { range: count..count + 1, counts: vec![0; rows], places: Vec::new(), lanes: Vec::new() }
    }
}

impl Plan {
    /// For the entries that are read in products with columns: all, or those marked.
    ///
    /// # Errors
    /// If there are more entries than can be numbered.
    pub(super) fn new(
        pattern: &Pattern,
        columns: &Coloring,
        by_column: &[bool],
        has_probe: bool,
    ) -> Result<Self, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        if pattern.entries() >= NOWHERE as usize {
            return Err(Error::too_large("entries", pattern.entries()));
        }
        let (colors, count) = (columns.colors(), columns.count());
        let ranges = passes(count + usize::from(has_probe), MOST);
        let part = |range: Range<usize>| {
            let pass = Pass::new(colors, count, range.clone());
            let entries = || {
                let all = pattern.iter().enumerate();
                let read = all.filter(|&(p, _)| by_column.is_empty() || by_column[p]);
                read.filter_map(|(p, (i, j))| pass.lane(colors[j]).map(|lane| (p, i, lane)))
            };
            let mut counts = vec![0u32; pattern.rows()];
            entries().for_each(|(_, i, _)| counts[i] += 1);
            let mut total = 0;
            let mut next: Vec<usize> = Vec::with_capacity(counts.len());
            for &count in &counts {
                next.push(total);
                total += count as usize;
            }
            let (mut places, mut lanes) = (vec![0; total], vec![0; total]);
            for (p, i, lane) in entries() {
                places[next[i]] = p as u32;
                lanes[next[i]] = lane as u8;
                next[i] += 1;
            }
            Part { range, counts, places, lanes }
        };
        let parts: Vec<Part> = ranges.map(part).collect();
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Plan { id, parts, has_probe })
    }
}
