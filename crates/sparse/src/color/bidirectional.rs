//! Colours for rows and columns together: some entries by J v, the others by w^T J.

use super::graph::Graph;
use super::order::Order;
use super::peel::{peeled_columns, peeled_rows};
use super::star::{EITHER, Stars, color};
use super::{columns, rows};
use crate::{Coloring, Error, NEUTRAL, Pattern};

/// Colours for the rows and for the columns of a matrix, of which each entry is read directly in a product J v or w^T J.
///
/// A row or a column whose colour is [`NEUTRAL`] belongs to no product.
///
/// ```
/// use sparse::{Coloring, NEUTRAL, Pattern, color::Bidirectional};
/// // A full first row and a full first column beside the diagonal.
/// let arrow = Pattern::dense(4, 4)?.filter(|i, j| i == j || i == 0 || j == 0);
/// // The row by w^T J; the first column by J v, and the rest of the diagonal by another one.
/// let rows = Coloring::new(vec![0, NEUTRAL, NEUTRAL, NEUTRAL]);
/// let both = Bidirectional::new(&arrow, rows, Coloring::new(vec![0, 1, 1, 1]))?;
/// assert_eq!(both.count(), 3);
/// let in_rows = arrow.iter().zip(&both.by_column).filter(|(_, by_column)| !**by_column);
/// assert_eq!(in_rows.map(|(entry, _)| entry).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3)]);
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bidirectional {
    /// The colours of the rows: one product w^T J for each.
    pub rows: Coloring,
    /// The colours of the columns: one product J v for each.
    pub columns: Coloring,
    /// For each entry, in the order of the pattern, whether it is read in the product of its column's colour, at its row;
    /// otherwise it is read in that of its row's colour, at its column.
    pub by_column: Vec<bool>,
}

impl Bidirectional {
    /// Which products the entries are read from, with these colours.
    ///
    /// # Errors
    /// If the colours are for another shape, or an entry cannot be read directly.
    pub fn new(pattern: &Pattern, rows: Coloring, columns: Coloring) -> Result<Bidirectional, Error> {
        let (wanted, found) = ([pattern.rows(), pattern.columns()], [rows.colors().len(), columns.colors().len()]);
        if wanted != found {
            return Err(Error::Shapes { wanted, found });
        }
        let transposed = pattern.transpose();
        // Of the transpose, whether an entry is alone in its row by its column's colour; then in the order of the pattern.
        let mut alone = alone(&transposed, &columns).into_iter();
        let mut next = pattern.column_pointers().to_vec();
        let mut by_column = vec![false; pattern.entries()];
        for (j, _) in transposed.iter() {
            by_column[next[j]] = alone.next() == Some(true);
            next[j] += 1;
        }
        let by_row = self::alone(pattern, &rows);
        match pattern.iter().zip(by_column.iter().zip(&by_row)).find(|&(_, (&a, &b))| !a && !b) {
            Some(((i, j), _)) => Err(Error::Colors { entry: [i, j] }),
            None => Ok(Bidirectional { rows, columns, by_column }),
        }
    }

    /// The number of products.
    pub fn count(&self) -> usize {
        self.rows.count() + self.columns.count()
    }
}

/// For each entry whether its row's colour is that of no other row in its column.
fn alone(pattern: &Pattern, rows: &Coloring) -> Vec<bool> {
    let colors = rows.colors();
    let mut found = vec![(NEUTRAL, 0u32); rows.count()];
    let mut alone = Vec::with_capacity(pattern.entries());
    for j in 0..pattern.columns() {
        let column = pattern.column(j);
        for &i in column.iter().filter(|&&i| colors[i] != NEUTRAL) {
            let place = &mut found[colors[i] as usize];
            *place = if place.0 == j as u32 { (place.0, place.1 + 1) } else { (j as u32, 1) };
        }
        alone.extend(column.iter().map(|&i| colors[i] != NEUTRAL && found[colors[i] as usize].1 == 1));
    }
    alone
}

/// Colours for rows and columns together: the fewest of those by columns, by rows, by one of them with the dense rows or
/// columns of the other direction peeled, and of a star colouring of the bipartite graph whose colours are
/// [`NEUTRAL`] where no entry needs them.
///
/// Where rows and columns are both dense, as in an arrow, it takes few products where one direction alone takes as many
/// as there are columns. Coleman and Verma, *The efficient computation of sparse Jacobian matrices using automatic
/// differentiation*, SIAM J. Sci. Comput. 19 (1998); Gebremedhin, Manne and Pothen (2005), section 6.
///
/// Cost: that of all of these; the star colouring takes for each entry the number of colours around its row and column.
///
/// ```
/// use sparse::{Pattern, color};
/// let arrow = Pattern::dense(300, 300)?.filter(|i, j| i == j || i == 0 || j == 0);
/// assert_eq!(color::bidirectional(&arrow, color::Order::Natural).count(), 3);
/// assert_eq!(color::columns(&arrow, color::Order::Natural).count(), 300);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn bidirectional(pattern: &Pattern, order: Order) -> Bidirectional {
    let (m, n) = (pattern.rows(), pattern.columns());
    let none = |count| Coloring::new(vec![NEUTRAL; count]);
    let by_rows = peeled_rows(pattern, order);
    let by_columns = peeled_columns(pattern, order);
    let candidates = [
        (none(m), columns(pattern, order)),
        (rows(pattern, order), none(n)),
        (own(m, &by_columns.dense), by_columns.coloring),
        (by_rows.coloring, own(n, &by_rows.dense)),
    ];
    let count = |(rows, columns): &(Coloring, Coloring)| rows.count() + columns.count();
    let least = candidates.iter().map(count).min().unwrap_or(0);
    let all = candidates.into_iter().chain(star(pattern, order, least));
    let (rows, columns) = all.min_by_key(count).expect("there are some candidates");
    Bidirectional::new(pattern, rows, columns).expect("each of these separates all entries")
}

/// A colour for each of these, and none for the others.
fn own(count: usize, vertices: &[usize]) -> Coloring {
    let mut colors = vec![NEUTRAL; count];
    (0..).zip(vertices).for_each(|(color, &v)| colors[v] = color);
    Coloring::new(colors)
}

/// A star colouring of the bipartite graph, for rows and columns, without the colours that nothing needs; none if it takes
/// many more than `least`.
fn star(pattern: &Pattern, order: Order, least: usize) -> Option<(Coloring, Coloring)> {
    let n = pattern.columns();
    let mut graph = Graph::of_bipartite(pattern);
    let sequence = order.of(&mut graph);
    let Stars { colors, links, hubs } = color(&graph, &sequence, 2 * least)?;
    let side = |v: usize| usize::from(v >= n);
    let count = colors.iter().max().map_or(0, |&c| c as usize + 1);
    let mut needed = vec![[false; 2]; count];
    for &hub in hubs.iter().filter(|&&hub| hub != EITHER) {
        needed[colors[hub as usize] as usize][side(hub as usize)] = true;
    }
    for v in 0..n {
        let around = colors[v] as usize;
        for &w in graph.neighbors(v) {
            let color = colors[w as usize];
            let single = links.find(v, color).is_some_and(|link| hubs[links.part(link) as usize] == EITHER);
            if single && !needed[color as usize][1] {
                needed[around][0] = true;
            }
        }
    }
    let keep = |(v, &c): (usize, &u32)| if needed[c as usize][side(v)] { c } else { NEUTRAL };
    let mut kept: Vec<u32> = colors.iter().enumerate().map(keep).collect();
    let rows = Coloring::new(kept.split_off(n));
    Some((rows, Coloring::new(kept)))
}
