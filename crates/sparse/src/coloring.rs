//! What a colouring is: a number for each vertex, and the groups of those that share one.

use core::fmt;

/// Stands for the colour of a vertex that needs none.
pub const NEUTRAL: u32 = u32::MAX;

/// Colours from 0 for the vertices of a graph: the columns of a matrix, or its rows.
///
/// ```
/// use sparse::{Coloring, NEUTRAL};
/// // Nothing has colour 1, so there are two.
/// let coloring = Coloring::new(vec![2, 0, NEUTRAL, 2]);
/// assert_eq!((coloring.count(), coloring.colors()), (2, &[1, 0, NEUTRAL, 1][..]));
/// assert_eq!(coloring.to_string(), "2 colours for 4 vertices");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Coloring {
    colors: Vec<u32>,
    count: usize,
}

impl Coloring {
    /// The colouring with these colours, [`NEUTRAL`] for none; colours that nothing has are left out of the count, and
    /// the others numbered anew in their order.
    ///
    /// Cost: proportional to the vertices, and a sort of the colours in use where these are not 0, 1, ...
    pub fn new(mut colors: Vec<u32>) -> Coloring {
        let most = colors.iter().filter(|&&c| c != NEUTRAL).max().map_or(0, |&c| c as usize + 1);
        if most > 2 * colors.len() {
            let mut used: Vec<u32> = colors.iter().copied().filter(|&c| c != NEUTRAL).collect();
            used.sort_unstable();
            used.dedup();
            for color in colors.iter_mut().filter(|c| **c != NEUTRAL) {
                *color = used.partition_point(|c| c < color) as u32;
            }
            return Coloring { colors, count: used.len() };
        }
        let mut number = vec![NEUTRAL; most];
        colors.iter().filter(|&&c| c != NEUTRAL).for_each(|&c| number[c as usize] = 0);
        let mut count = 0;
        for new in number.iter_mut().filter(|new| **new == 0) {
            *new = count;
            count += 1;
        }
        for color in colors.iter_mut().filter(|c| **c != NEUTRAL) {
            *color = number[*color as usize];
        }
        Coloring { colors, count: count as usize }
    }

    /// The colour of each vertex, below [`count`](Coloring::count) or [`NEUTRAL`].
    pub fn colors(&self) -> &[u32] {
        &self.colors
    }

    pub(crate) fn into_colors(self) -> Vec<u32> {
        self.colors
    }

    /// The number of colours.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The vertices of each colour, ascending. Cost: two passes over the vertices.
    ///
    /// ```
    /// use sparse::{Coloring, NEUTRAL};
    /// let groups = Coloring::new(vec![0, 1, 0, NEUTRAL]).groups();
    /// assert_eq!(groups.iter().collect::<Vec<_>>(), [&[0, 2][..], &[1]]);
    /// ```
    pub fn groups(&self) -> Groups {
        let members = self.colors.iter().enumerate().filter(|&(_, &c)| c != NEUTRAL);
        let (pointers, members) = crate::pattern::by_counting(self.count, members.map(|(v, &c)| (c as usize, v)));
        Groups { pointers, members }
    }
}

impl fmt::Display for Coloring {
    /// Writes the number of colours, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.count == 1 { "" } else { "s" };
        write!(f, "{} colour{s} for {} vertices", self.count, self.colors.len())
    }
}

/// The vertices of each colour.
///
/// ```
/// use sparse::Coloring;
/// let groups = Coloring::new(vec![0, 1, 0, 1, 0]).groups();
/// assert_eq!((groups.len(), groups.get(0)), (2, &[0, 2, 4][..]));
/// assert_eq!(groups.iter().map(<[usize]>::len).sum::<usize>(), 5);
/// assert!(!groups.is_empty() && Coloring::new(vec![]).groups().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    pointers: Vec<usize>,
    members: Vec<usize>,
}

impl Groups {
    /// The number of colours.
    pub fn len(&self) -> usize {
        self.pointers.len() - 1
    }

    /// Whether there is no colour.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices with that colour, ascending.
    ///
    /// # Panics
    /// If there is no such colour.
    #[track_caller]
    pub fn get(&self, color: usize) -> &[usize] {
        assert!(color < self.len(), "no colour {color} of {}", self.len());
        &self.members[self.pointers[color]..self.pointers[color + 1]]
    }

    /// The vertices of each colour in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[usize]> {
        self.pointers.windows(2).map(|ends| &self.members[ends[0]..ends[1]])
    }
}
