//! Acyclic colourings: symmetric matrices, entries by substitution.

use super::graph::{Graph, Links, Palette};
use super::order::Order;
use crate::{Coloring, Error, NEUTRAL, Pattern};

/// Colours for the columns of a symmetric matrix, from which entries are found by substitution.
///
/// In an acyclic colouring neighbours have different colours, and every cycle has three: the vertices of any two colours are
/// trees. With B = H S, S the indicator of the colours, a diagonal entry is H_ii = B[i, color of i]. The edges of a tree are
/// found from its leaves: H[leaf, parent] = B[leaf, color of parent] - the sum of H[leaf, child] over the edges of this
/// tree that were found before at the leaf.
///
/// ```
/// use sparse::{Pattern, color};
/// // Of a chain of five unknowns, any two colours are one tree: a path.
/// let chain = Pattern::dense(5, 5)?.filter(|i, j| i.abs_diff(j) < 2);
/// let acyclic = color::acyclic(&chain, color::Order::Natural)?;
/// assert_eq!((acyclic.coloring().count(), acyclic.trees().len()), (2, 1));
/// assert_eq!(acyclic.edges().len(), 4);
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acyclic {
    coloring: Coloring,
    pointers: Vec<usize>,
    edges: Vec<[u32; 2]>,
}

impl Acyclic {
    /// The colours of the columns.
    pub fn coloring(&self) -> &Coloring {
        &self.coloring
    }

    /// The edges of each tree as `[leaf, parent]`, in an order in which they can be found: an edge after all others at its
    /// leaf. Each entry off the diagonal is one edge, with that across.
    pub fn trees(&self) -> impl ExactSizeIterator<Item = &[[u32; 2]]> {
        self.pointers.windows(2).map(|ends| &self.edges[ends[0]..ends[1]])
    }

    /// The edges of all trees, one tree after the other.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }
}

/// An acyclic colouring of a symmetric pattern, by Gebremedhin, Tarafdar, Manne and Pothen (2007), algorithm 3.1.
///
/// In natural order the colours are those of the plain greedy one: each vertex gets the first that closes no cycle of two
/// colours. Fewer colours than [`star`](super::star), but substitution adds up errors along the trees: an entry that is
/// small beside others of its tree loses digits.
///
/// # Errors
/// If the pattern is not symmetric.
///
/// [`SmallestLast`](Order::SmallestLast) and [`IncidenceDegree`](Order::IncidenceDegree), which is maximum cardinality
/// search, take the vertices of a chordal graph in a perfect order; with them a band, in whatever order its rows are, takes
/// half its width and one.
///
/// Cost: for each entry the number of colours around its vertices. A hub costs no more than its leaves.
///
/// ```
/// use sparse::{Pattern, color};
/// let band = Pattern::dense(60, 60)?.filter(|i, j| i.abs_diff(j) <= 10);
/// assert_eq!(color::acyclic(&band, color::Order::Natural)?.coloring().count(), 11);
/// assert_eq!(color::columns(&band, color::Order::Natural).count(), 21);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn acyclic(pattern: &Pattern, order: Order) -> Result<Acyclic, Error> {
    pattern.expect_symmetric()?;
    let mut graph = Graph::of_symmetric(pattern);
    let sequence = order.of(&mut graph);
    let mut trees = color(&graph, &sequence);
    let (pointers, edges) = trees.peel();
    let mut colors = trees.colors;
    for (v, color) in colors.iter_mut().enumerate() {
        if pattern.column(v).is_empty() {
            *color = NEUTRAL;
        }
    }
    Ok(Acyclic { coloring: Coloring::new(colors), pointers, edges })
}

/// Sets that grow together (Tarjan 1975), by halving paths.
struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    fn add(&mut self) -> u32 {
        let new = self.parents.len() as u32;
        self.parents.push(new);
        new
    }

    fn find(&mut self, mut set: u32) -> u32 {
        while self.parents[set as usize] != set {
            let up = self.parents[self.parents[set as usize] as usize];
            self.parents[set as usize] = up;
            set = up;
        }
        set
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        // The older is the root: it is likely to be the larger.
        let (root, other) = (a.min(b), a.max(b));
        self.parents[other as usize] = root;
    }
}

/// An acyclic colouring with its trees.
struct Trees<'g> {
    graph: &'g Graph,
    colors: Vec<u32>,
    links: Links<'g>,
    sets: Sets,
}

fn color<'g>(graph: &'g Graph, sequence: &[u32]) -> Trees<'g> {
    let mut colors = vec![NEUTRAL; sequence.len()];
    let mut links = Links::new(graph);
    let mut sets = Sets { parents: Vec::new() };
    let mut palette = Palette::new();
    // By tree: the vertex that was last coloured next to it, and the neighbour through which it met the tree.
    let mut visits: Vec<(u32, u32)> = Vec::new();
    let mut mine: Vec<(u32, u32)> = Vec::new();
    for &v in sequence {
        palette.begin(v);
        let colored = || graph.neighbors(v as usize).iter().copied().filter(|&w| colors[w as usize] != NEUTRAL);
        colored().for_each(|w| palette.forbid(colors[w as usize]));
        for w in colored() {
            for (c, tree) in links.of(w as usize) {
                if palette.is_forbidden(c) {
                    continue;
                }
                let visit = &mut visits[sets.find(tree) as usize];
                if visit.0 != v {
                    *visit = (v, w);
                } else if visit.1 != w {
                    // A tree met twice: that colour would close a cycle.
                    palette.forbid(c);
                }
            }
        }
        let color = palette.first();
        mine.resize(palette.count(), (NEUTRAL, 0));
        for w in graph.neighbors(v as usize).iter().copied().filter(|&w| colors[w as usize] != NEUTRAL) {
            let around = colors[w as usize];
            let known = mine[around as usize];
            let there = links.find(w as usize, color);
            let tree = match (there, known.0 == v) {
                (Some(link), joined) => {
                    let tree = links.part(link);
                    if joined {
                        sets.join(tree, known.1);
                    }
                    tree
                }
                (None, true) => known.1,
                (None, false) => {
                    visits.push((NEUTRAL, 0));
                    sets.add()
                }
            };
            if there.is_none() {
                links.push(w as usize, color, tree);
            }
            if known.0 != v {
                mine[around as usize] = (v, tree);
                links.push(v as usize, around, tree);
            }
        }
        colors[v as usize] = color;
    }
    Trees { graph, colors, links, sets }
}

impl Trees<'_> {
    /// Takes the trees apart leaf by leaf, so that what remains last is in the middle: the edges of each tree in the order
    /// in which they went, and where each tree begins.
    fn peel(&mut self) -> (Vec<usize>, Vec<[u32; 2]>) {
        let n = self.colors.len();
        // Of each link the number of edges that remain, and the exclusive or of the neighbours at their ends.
        let mut remain = vec![(0u32, 0u32); self.links.len()];
        let link = |links: &Links, v: u32, w: u32| links.find(v as usize, self.colors[w as usize]);
        for v in 0..n as u32 {
            for &w in self.graph.neighbors(v as usize) {
                if let Some(link) = link(&self.links, v, w) {
                    remain[link].0 += 1;
                    remain[link].1 ^= w;
                }
            }
        }
        let mut edges = Vec::with_capacity(self.graph.edges());
        let mut leaves: Vec<(u32, usize)> = Vec::new();
        for v in 0..n as u32 {
            leaves.extend(self.links.range(v as usize).map(|link| (v, link)).filter(|&(_, link)| remain[link].0 == 1));
        }
        // A queue: leaves of the first round go before those that they leave behind, so the last edge is in the middle.
        let mut next = 0;
        while let Some(&(leaf, at)) = leaves.get(next) {
            next += 1;
            if remain[at].0 != 1 {
                continue;
            }
            let parent = remain[at].1;
            edges.push((self.sets.find(self.links.part(at)), [leaf, parent]));
            remain[at].0 = 0;
            if let Some(other) = link(&self.links, parent, leaf) {
                remain[other].0 -= 1;
                remain[other].1 ^= leaf;
                if remain[other].0 == 1 {
                    leaves.push((parent, other));
                }
            }
        }
        // One tree after the other, which keeps the order within each.
        let mut number = vec![NEUTRAL; self.sets.parents.len()];
        let mut count = 0;
        for &(tree, _) in &edges {
            if number[tree as usize] == NEUTRAL {
                number[tree as usize] = count;
                count += 1;
            }
        }
        let pairs = edges.iter().enumerate().map(|(k, &(tree, _))| (number[tree as usize] as usize, k));
        let (pointers, order) = crate::pattern::by_counting(count as usize, pairs);
        (pointers, order.into_iter().map(|k| edges[k].1).collect())
    }
}
