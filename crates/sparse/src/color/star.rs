//! Star colourings: symmetric matrices, each entry read directly.

use super::graph::{Graph, Links, Palette};
use super::order::Order;
use super::peel::peeled_symmetric;
use crate::{Coloring, Error, NEUTRAL, Pattern};

/// Where an entry of a matrix H is read in the compressed B = H S, of which each column is the sum of the columns of H
/// that have a colour.
///
/// ```
/// use sparse::{Pattern, color};
/// let arrow = Pattern::dense(4, 4)?.filter(|i, j| i == j || i == 0 || j == 0);
/// let star = color::star(&arrow, color::Order::Natural)?;
/// // The entry (0, 2) is in the sum of the columns 1, 2, 3, but so are its neighbours: it is read across the diagonal.
/// let place = arrow.position(0, 2).expect("an entry");
/// assert_eq!(star.sources()[place], color::Source { row: 2, color: 0 });
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The row of B.
    pub row: u32,
    /// The colour, which is the column of B.
    pub color: u32,
}

/// Colours for the columns of a symmetric matrix, from which each entry is read directly, in its own column or in that
/// across the diagonal.
///
/// In a star colouring neighbours have different colours, and every path of four vertices has three: the vertices of any
/// two colours are stars. The entry between hub and leaf is read at the leaf's row, by the hub's colour.
///
/// ```
/// use sparse::{Coloring, Pattern, color::Star};
/// let arrow = Pattern::dense(4, 4)?.filter(|i, j| i == j || i == 0 || j == 0);
/// let star = Star::new(&arrow, Coloring::new(vec![0, 1, 1, 1]))?;
/// assert_eq!((star.coloring().count(), star.sources().len()), (2, 10));
/// // With one colour nothing can be read.
/// assert!(Star::new(&arrow, Coloring::new(vec![0; 4])).is_err());
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Star {
    coloring: Coloring,
    sources: Vec<Source>,
}

impl Star {
    /// The sources of all entries under a colouring that is given.
    ///
    /// # Errors
    /// If the pattern is not symmetric, the colouring is for another number of columns, or an entry cannot be read
    /// directly.
    ///
    /// Cost: two passes over the entries.
    pub fn new(pattern: &Pattern, coloring: Coloring) -> Result<Star, Error> {
        pattern.expect_symmetric()?;
        let colors = coloring.colors();
        if colors.len() != pattern.columns() {
            return Err(Error::Shapes { wanted: [pattern.columns(), 1], found: [colors.len(), 1] });
        }
        let alone = alone(pattern, &coloring);
        let mut sources = Vec::with_capacity(pattern.entries());
        let mut across = pattern.column_pointers().to_vec();
        for (p, (k, i)) in pattern.iter().enumerate() {
            let (own, other) = (alone[across[k]], alone[p]);
            across[k] += 1;
            sources.push(match (own, other) {
                (true, _) => Source { row: k as u32, color: colors[i] },
                (_, true) => Source { row: i as u32, color: colors[k] },
                _ => return Err(Error::Colors { entry: [k, i] }),
            });
        }
        Ok(Star { coloring, sources })
    }

    /// The colours of the columns.
    pub fn coloring(&self) -> &Coloring {
        &self.coloring
    }

    /// Where each entry is read, in the order of the pattern.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }
}

/// A star colouring of a symmetric pattern, by Gebremedhin, Tarafdar, Manne and Pothen (2007), algorithm 4.1.
///
/// In natural order the colours are those of the plain greedy one: each vertex gets the first that leaves no path of four
/// vertices with two colours. It may take more colours than [`columns`](super::columns), whose colourings are star
/// colourings too; see [`symmetric`].
///
/// # Errors
/// If the pattern is not symmetric.
///
/// Cost: for each entry the number of colours around its vertices. A hub costs no more than its leaves.
///
/// ```
/// use sparse::{Pattern, color};
/// let arrow = Pattern::dense(300, 300)?.filter(|i, j| i == j || i == 0 || j == 0);
/// assert_eq!(color::star(&arrow, color::Order::Natural)?.coloring().count(), 2);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn star(pattern: &Pattern, order: Order) -> Result<Star, Error> {
    pattern.expect_symmetric()?;
    let mut graph = Graph::of_symmetric(pattern);
    let sequence = order.of(&mut graph);
    let colors = color(&graph, &sequence, usize::MAX).map_or_else(Vec::new, |stars| stars.colors);
    Star::new(pattern, needed(pattern, colors))
}

/// The colouring with the fewest colours of those from which entries are read directly: by columns, by columns with the
/// dense ones peeled, and star.
///
/// # Errors
/// If the pattern is not symmetric.
///
/// Cost: that of all three.
///
/// ```
/// use sparse::{Pattern, color};
/// // A hub, and a chain: two colours by stars where each column by itself takes as many as there are.
/// let arrow = Pattern::dense(30, 30)?.filter(|i, j| i == j || i == 0 || j == 0);
/// assert_eq!(color::symmetric(&arrow, color::Order::Natural)?.coloring().count(), 2);
/// assert_eq!(color::columns(&arrow, color::Order::Natural).count(), 30);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn symmetric(pattern: &Pattern, order: Order) -> Result<Star, Error> {
    pattern.expect_symmetric()?;
    let needed = |coloring: Coloring| self::needed(pattern, coloring.into_colors());
    let mut best = needed(super::columns(pattern, order));
    let mut graph = Graph::of_symmetric(pattern);
    let sequence = order.of(&mut graph);
    if let Some(peeled) = peeled_symmetric(pattern, order).map(needed).filter(|peeled| peeled.count() < best.count()) {
        best = peeled;
    }
    // Without entries on the diagonal more colours may be there, of which some are dropped.
    let most = if has_diagonal(pattern) { best.count().saturating_sub(1) } else { 2 * best.count() };
    let stars = color(&graph, &sequence, most);
    if let Some(star) = stars.map(|s| self::needed(pattern, s.colors)).filter(|star| star.count() < best.count()) {
        best = star;
    }
    Star::new(pattern, best)
}

/// For each entry (k, i) whether row i has no other entry in the columns of the colour of k.
fn alone(pattern: &Pattern, coloring: &Coloring) -> Vec<bool> {
    let colors = coloring.colors();
    let mut alone = vec![false; pattern.entries()];
    let mut found = vec![(NEUTRAL, 0u32); coloring.count()];
    for i in 0..pattern.columns() {
        let colored = || pattern.column(i).iter().enumerate().filter(|&(_, &k)| colors[k] != NEUTRAL);
        for (_, &k) in colored() {
            let place = &mut found[colors[k] as usize];
            *place = if place.0 == i as u32 { (place.0, place.1 + 1) } else { (i as u32, 1) };
        }
        let begin = pattern.column_pointers()[i];
        colored().for_each(|(p, &k)| alone[begin + p] = found[colors[k] as usize].1 == 1);
    }
    alone
}

/// Whether all entries on the diagonal are there.
fn has_diagonal(pattern: &Pattern) -> bool {
    (0..pattern.columns()).all(|j| pattern.position(j, j).is_some())
}

/// The colours of a star colouring that entries need: without entries on the diagonal some are needed by none.
fn needed(pattern: &Pattern, colors: Vec<u32>) -> Coloring {
    let coloring = Coloring::new(colors);
    if has_diagonal(pattern) {
        return coloring;
    }
    let alone = alone(pattern, &coloring);
    let colors = coloring.colors();
    let mut needed = vec![false; coloring.count()];
    // First what has one source alone, then what can be read in a colour that is there anyway.
    for either in [false, true] {
        let mut across = pattern.column_pointers().to_vec();
        for (p, (k, i)) in pattern.iter().enumerate() {
            let (own, other) = (alone[across[k]], alone[p]);
            across[k] += 1;
            match (own, other) {
                (true, true) if either && !needed[colors[k] as usize] => needed[colors[i] as usize] = true,
                (true, false) => needed[colors[i] as usize] = true,
                _ => {}
            }
        }
    }
    let keep = |&c: &u32| if c != NEUTRAL && needed[c as usize] { c } else { NEUTRAL };
    Coloring::new(colors.iter().map(keep).collect())
}

/// Stands for the hub of a star of one edge.
pub(crate) const EITHER: u32 = u32::MAX;

/// A star colouring with its stars.
pub(crate) struct Stars<'g> {
    pub(crate) colors: Vec<u32>,
    pub(crate) links: Links<'g>,
    pub(crate) hubs: Vec<u32>,
}

/// The greedy star colouring, unless it takes more than `most` colours.
pub(crate) fn color<'g>(graph: &'g Graph, sequence: &[u32], most: usize) -> Option<Stars<'g>> {
    let mut colors = vec![NEUTRAL; sequence.len()];
    let mut links = Links::new(graph);
    let mut hubs = Vec::new();
    let mut palette = Palette::new();
    // By colour: the first neighbour of that colour, and whether it was treated; later the star of the edge to it.
    let mut first: Vec<(u32, u32, bool)> = Vec::new();
    let mut mine: Vec<(u32, u32)> = Vec::new();
    for &v in sequence {
        palette.begin(v);
        let colored = || graph.neighbors(v as usize).iter().copied().filter(|&w| colors[w as usize] != NEUTRAL);
        for w in colored() {
            let around = colors[w as usize];
            palette.forbid(around);
            let seen = &mut first[around as usize];
            if seen.0 == v {
                // Two neighbours of a colour: a colour around either would make a path of four.
                if !seen.2 {
                    seen.2 = true;
                    links.of(seen.1 as usize).for_each(|(c, _)| palette.forbid(c));
                }
                links.of(w as usize).for_each(|(c, _)| palette.forbid(c));
            } else {
                *seen = (v, w, false);
                // As a second leaf of w this vertex would make a path of four through the hub at the other end.
                for (c, star) in links.of(w as usize) {
                    if hubs[star as usize] != EITHER && hubs[star as usize] != w {
                        palette.forbid(c);
                    }
                }
            }
        }
        let color = palette.first();
        if palette.count() > most {
            return None;
        }
        first.resize(palette.count(), (NEUTRAL, 0, false));
        mine.resize(palette.count(), (NEUTRAL, 0));
        for w in graph.neighbors(v as usize).iter().copied().filter(|&w| colors[w as usize] != NEUTRAL) {
            let around = colors[w as usize];
            let known = mine[around as usize];
            let there = links.find(w as usize, color);
            let star = match there {
                Some(link) => {
                    let star = links.part(link);
                    hubs[star as usize] = w;
                    star
                }
                None if known.0 == v => {
                    hubs[known.1 as usize] = v;
                    known.1
                }
                None => {
                    hubs.push(EITHER);
                    hubs.len() as u32 - 1
                }
            };
            if there.is_none() {
                links.push(w as usize, color, star);
            }
            if known.0 != v {
                mine[around as usize] = (v, star);
                links.push(v as usize, around, star);
            }
        }
        colors[v as usize] = color;
    }
    Some(Stars { colors, links, hubs })
}
