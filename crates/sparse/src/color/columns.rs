//! Colours for columns: no two of a colour share a row.

use super::order::{Neighbors, Order};
use crate::{Coloring, NEUTRAL, Pattern};

/// Colours the columns so that no two of the same colour have an entry in the same row: one product J v for each colour
/// gives every entry of J directly.
///
/// A column without entries is [`NEUTRAL`]. This is partial distance-2 colouring of the bipartite graph (Gebremedhin,
/// Manne and Pothen 2005, algorithm 3.1), and the colours are those of its greedy form, vertex by vertex.
///
/// Cost: at most the sum of the squares of the row lengths; a row with many entries costs less, as the colours that it has
/// all used are skipped. Grids take 40 to 80 ns for an entry.
///
/// ```
/// use sparse::{Pattern, color};
/// let tridiagonal = Pattern::dense(9, 9)?.filter(|i, j| i.abs_diff(j) < 2);
/// assert_eq!(color::columns(&tridiagonal, color::Order::Natural).count(), 3);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn columns(pattern: &Pattern, order: Order) -> Coloring {
    color(pattern, &pattern.transpose(), order)
}

/// Colours the rows so that no two of the same colour have an entry in the same column: one product w^T J for each
/// colour. See [`columns`].
pub fn rows(pattern: &Pattern, order: Order) -> Coloring {
    color(&pattern.transpose(), pattern, order)
}

/// What is known of the colours in a row: all below `full` are there, and none above `top`.
#[derive(Clone, Copy, Default)]
struct Span {
    full: u32,
    end: u32,
}

/// A row with more entries than these finds out how many of the first colours it has used.
const LONG: usize = 32;

fn color(pattern: &Pattern, transposed: &Pattern, order: Order) -> Coloring {
    let n = pattern.columns();
    let mut colors = vec![NEUTRAL; n];
    let mut spans = vec![Span::default(); pattern.rows()];
    // A colour is forbidden for the column whose number it was marked with; of a long row, for the row.
    let mut forbidden: Vec<u32> = Vec::new();
    let mut in_row: Vec<u64> = Vec::new();
    let mut visit = 0;
    let sequence = order.of(&mut Sharing::new(pattern, transposed));
    for &v in &sequence {
        let rows = pattern.column(v as usize);
        if rows.is_empty() {
            continue;
        }
        let start = rows.iter().map(|&i| spans[i].full).max().unwrap_or(0);
        for &i in rows {
            if spans[i].end <= start {
                continue;
            }
            let row = transposed.column(i);
            for &w in row {
                let c = colors[w];
                if c != NEUTRAL {
                    forbidden[c as usize] = v;
                }
            }
            if row.len() > LONG {
                visit += 1;
                row.iter().filter(|&&w| colors[w] != NEUTRAL).for_each(|&w| in_row[colors[w] as usize] = visit);
                let span = &mut spans[i];
                while in_row.get(span.full as usize) == Some(&visit) {
                    span.full += 1;
                }
            }
        }
        let mut c = start;
        while forbidden.get(c as usize) == Some(&v) {
            c += 1;
        }
        if c as usize >= forbidden.len() {
            forbidden.push(NEUTRAL);
            in_row.push(0);
        }
        colors[v as usize] = c;
        for &i in rows {
            let span = &mut spans[i];
            span.full += u32::from(span.full == c);
            span.end = span.end.max(c + 1);
        }
    }
    Coloring::new(colors)
}

/// The graph in which columns are neighbours that share a row.
struct Sharing<'p> {
    pattern: &'p Pattern,
    transposed: &'p Pattern,
    seen: Vec<u32>,
    time: u32,
}

impl<'p> Sharing<'p> {
    fn new(pattern: &'p Pattern, transposed: &'p Pattern) -> Self {
        Sharing { pattern, transposed, seen: Vec::new(), time: 0 }
    }
}

impl Neighbors for Sharing<'_> {
    fn count(&self) -> usize {
        self.pattern.columns()
    }

    fn each(&mut self, v: usize, mut visit: impl FnMut(usize)) {
        self.time = self.time.wrapping_add(1);
        if self.seen.is_empty() || self.time == 0 {
            self.seen = vec![0; self.count()];
            self.time = 1;
        }
        self.seen[v] = self.time;
        for &i in self.pattern.column(v) {
            for &w in self.transposed.column(i) {
                if self.seen[w] != self.time {
                    self.seen[w] = self.time;
                    visit(w);
                }
            }
        }
    }

    fn bound(&self, v: usize) -> usize {
        let shared: usize = self.pattern.column(v).iter().map(|&i| self.transposed.column(i).len() - 1).sum();
        shared.min(self.count() - 1)
    }

    fn is_vast(&self) -> bool {
        let edges = (0..self.transposed.columns()).map(|i| self.transposed.column(i).len() as u64);
        edges.map(|length| length * length).sum::<u64>() > 1 << 27
    }
}
