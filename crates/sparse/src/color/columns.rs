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
/// all used are skipped. Grids take 15 to 40 ns for an entry.
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
///
/// ```
/// use sparse::{Pattern, color};
/// // Each row of a difference has two entries, each column two: even rows share a product, and odd ones.
/// let differences = Pattern::dense(9, 10)?.filter(|i, j| j == i || j == i + 1);
/// assert_eq!(color::rows(&differences, color::Order::Natural).colors()[..4], [0, 1, 0, 1]);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn rows(pattern: &Pattern, order: Order) -> Coloring {
    color(&pattern.transpose(), pattern, order)
}

/// What is known of the colours in a row: all below `full` are there, and none from `end` on.
#[derive(Clone, Copy)]
struct Span {
    full: u32,
    end: u32,
    /// Which of the lists of bits holds them, if one does.
    bits: u32,
}

/// A row with more entries than these has its colours as bits, unless they take more memory than the entries.
const LONG: usize = 64;

impl Span {
    /// Adds a colour to a row with that many entries.
    #[inline]
    fn add(&mut self, color: u32, lists: &mut [Vec<u64>], length: usize) {
        self.end = self.end.max(color + 1);
        if self.bits == NEUTRAL {
            self.full += u32::from(self.full == color);
        } else {
            self.add_bit(color, &mut lists[self.bits as usize], length);
        }
    }

    fn add_bit(&mut self, color: u32, words: &mut Vec<u64>, length: usize) {
        let word = color as usize / 64;
        if word > length {
            self.bits = NEUTRAL;
            *words = Vec::new();
            return;
        }
        if word >= words.len() {
            words.resize(word + 1, 0);
        }
        words[word] |= 1 << (color % 64);
        while let Some(&word) = words.get(self.full as usize / 64) {
            let more = (word >> (self.full % 64)).trailing_ones();
            self.full += more;
            if more == 0 || !self.full.is_multiple_of(64) {
                break;
            }
        }
    }
}

fn color(pattern: &Pattern, transposed: &Pattern, order: Order) -> Coloring {
    let mut colors = vec![NEUTRAL; pattern.columns()];
    let mut lists: Vec<Vec<u64>> = Vec::new();
    let span = |i: usize| {
        let is_long = transposed.column(i).len() > LONG;
        lists.extend(is_long.then(Vec::new));
        Span { full: 0, end: 0, bits: if is_long { lists.len() as u32 - 1 } else { NEUTRAL } }
    };
    let mut spans: Vec<Span> = (0..pattern.rows()).map(span).collect();
    // The colours that the rows of a column have, from `start` on.
    let mut taken: Vec<u64> = Vec::new();
    let sequence = order.of(&mut Sharing::new(pattern, transposed));
    for &v in &sequence {
        let rows = pattern.column(v as usize);
        let Some(start) = rows.iter().map(|&i| spans[i].full).max() else { continue };
        let first = start as usize / 64;
        for &i in rows.iter().filter(|&&i| spans[i].end > start) {
            let row = transposed.column(i);
            match lists.get(spans[i].bits as usize) {
                Some(words) if words.len().saturating_sub(first) <= row.len() => {
                    taken.iter_mut().zip(words).skip(first).for_each(|(taken, word)| *taken |= word);
                }
                _ => {
                    for &w in row {
                        let c = colors[w];
                        if c != NEUTRAL && c >= start {
                            taken[c as usize / 64] |= 1 << (c % 64);
                        }
                    }
                }
            }
        }
        // Bits below are those of other rows.
        if let Some(word) = taken.get_mut(first) {
            *word |= (1 << (start % 64)) - 1;
        }
        let place = (first..taken.len()).find(|&k| taken[k] != u64::MAX).unwrap_or(taken.len());
        let c = 64 * place as u32 + taken.get(place).map_or(0, |word| word.trailing_ones());
        taken.iter_mut().skip(first).for_each(|word| *word = 0);
        if c as usize / 64 >= taken.len() {
            taken.push(0);
        }
        colors[v as usize] = c;
        for &i in rows {
            spans[i].add(c, &mut lists, transposed.column(i).len());
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
    /// The columns of long rows as bits, of each row that was asked for.
    bits: Vec<Vec<u64>>,
    union: Vec<u64>,
}

impl<'p> Sharing<'p> {
    fn new(pattern: &'p Pattern, transposed: &'p Pattern) -> Self {
        Sharing { pattern, transposed, seen: Vec::new(), time: 0, bits: Vec::new(), union: Vec::new() }
    }

    /// Whether bits for all columns are fewer words than the row has entries.
    fn is_long(&self, row: usize) -> bool {
        64 * self.transposed.column(row).len() > self.count()
    }

    /// Adds the columns of a long row to the union.
    fn unite(&mut self, row: usize) {
        let words = self.union.len();
        self.bits.resize(self.transposed.columns(), Vec::new());
        let bits = &mut self.bits[row];
        if bits.is_empty() {
            bits.resize(words, 0);
            self.transposed.column(row).iter().for_each(|&w| bits[w / 64] |= 1 << (w % 64));
        }
        self.union.iter_mut().zip(&*bits).for_each(|(all, word)| *all |= word);
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

    fn degree(&mut self, v: usize) -> usize {
        let rows = self.pattern.column(v);
        if !rows.iter().any(|&i| self.is_long(i)) {
            let mut degree = 0;
            self.each(v, |_| degree += 1);
            return degree;
        }
        self.union.clear();
        self.union.resize(self.count().div_ceil(64), 0);
        for &i in rows {
            match self.is_long(i) {
                true => self.unite(i),
                false => self.transposed.column(i).iter().for_each(|&w| self.union[w / 64] |= 1 << (w % 64)),
            }
        }
        // Each row has the column itself.
        self.union.iter().map(|word| word.count_ones() as usize).sum::<usize>() - 1
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
