//! In which order vertices are coloured.

/// In which order a greedy colouring takes the vertices.
///
/// For columns and rows the degree of a vertex is the number of others that share a row or column with it; for symmetric
/// colourings it is the number of entries off the diagonal.
///
/// ```
/// use sparse::{Pattern, color::{self, Order}};
/// // A band whose rows are shuffled: the order of their numbers says nothing.
/// let (n, step) = (101, 37);
/// let place = |i: usize| i * step % n;
/// let band = Pattern::dense(n, n)?.filter(|i, j| place(i).abs_diff(place(j)) <= 3);
/// let count = |order| color::acyclic(&band, order).map(|acyclic| acyclic.coloring().count());
/// assert_eq!(count(Order::SmallestLast)?, 4);
/// assert!(count(Order::Random(1))? > 4);
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As they are numbered.
    #[default]
    Natural,
    /// By degree, greatest first; equal ones as they are numbered.
    LargestFirst,
    /// From the back: last the vertex with the least degree, before it the one that has it without the last, and so on.
    SmallestLast,
    /// Next the vertex with most neighbours that were taken.
    IncidenceDegree,
    /// Next the vertex with most neighbours that were not taken.
    DynamicLargestFirst,
    /// Shuffled, in a way that the seed decides.
    Random(u64),
}

/// What an order asks of a graph.
pub(crate) trait Neighbors {
    /// The number of vertices.
    fn count(&self) -> usize;
    /// The neighbours of `v`, without `v`, each once.
    fn each(&mut self, v: usize, visit: impl FnMut(usize));
    /// The number of neighbours of `v`.
    fn degree(&mut self, v: usize) -> usize;
    /// At least the degree of `v`, and it where that is cheap.
    fn bound(&self, v: usize) -> usize;
    /// Whether there are so many edges that to visit them all would take much longer than the rest.
    fn is_vast(&self) -> bool;
}

impl Order {
    /// The vertices in this order.
    ///
    /// Cost: proportional to the edges, for natural and random order to the vertices. In a graph that is vast, by bounds of
    /// the degrees, and dynamic orders are by them the largest first.
    pub(crate) fn of(self, graph: &mut impl Neighbors) -> Vec<u32> {
        let n = graph.count();
        let natural = 0..n as u32;
        match self {
            Order::Natural => natural.collect(),
            Order::Random(seed) => shuffled(natural.collect(), seed),
            _ => {
                let vast = graph.is_vast();
                let mut degrees: Vec<u32> = vec![0; n];
                for (v, degree) in degrees.iter_mut().enumerate() {
                    *degree = if vast { graph.bound(v) } else { graph.degree(v) } as u32;
                }
                match self {
                    Order::SmallestLast if !vast => smallest_last(graph, degrees),
                    Order::IncidenceDegree if !vast => most_first(graph, vec![0; n], true),
                    Order::DynamicLargestFirst if !vast => most_first(graph, degrees, false),
                    _ => largest_first(&degrees),
                }
            }
        }
    }
}

fn shuffled(mut list: Vec<u32>, seed: u64) -> Vec<u32> {
    // SplitMix64 (Steele, Lea and Flood 2014); the shuffle of Fisher and Yates.
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for k in (1..list.len()).rev() {
        let below = (u128::from(random()) * (k as u128 + 1)) >> 64;
        list.swap(k, below as usize);
    }
    list
}

fn largest_first(degrees: &[u32]) -> Vec<u32> {
    let most = degrees.iter().copied().max().unwrap_or(0) as usize;
    let pairs = degrees.iter().enumerate().map(|(v, &d)| (most - d as usize, v));
    crate::pattern::by_counting(most + 1, pairs).1.into_iter().map(|v| v as u32).collect()
}

fn smallest_last(graph: &mut impl Neighbors, degrees: Vec<u32>) -> Vec<u32> {
    let mut queue = Buckets::of(degrees);
    let mut order: Vec<u32> = Vec::with_capacity(graph.count());
    while let Some(v) = queue.take_least() {
        order.push(v);
        graph.each(v as usize, |w| queue.change(w, false));
    }
    order.reverse();
    order
}

fn most_first(graph: &mut impl Neighbors, degrees: Vec<u32>, grows: bool) -> Vec<u32> {
    let mut queue = Buckets::of(degrees);
    let mut order = Vec::with_capacity(graph.count());
    while let Some(v) = queue.take_most() {
        order.push(v);
        graph.each(v as usize, |w| queue.change(w, grows));
    }
    order
}

/// Vertices by degree, each a stack; degrees change by one at a time.
struct Buckets {
    degrees: Vec<u32>,
    /// The first of each degree, and for each vertex its neighbours in the stack.
    first: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    least: usize,
    most: usize,
}

const NONE: u32 = u32::MAX;
const TAKEN: u32 = u32::MAX;

impl Buckets {
    fn of(degrees: Vec<u32>) -> Buckets {
        let n = degrees.len();
        let most = degrees.iter().copied().max().unwrap_or(0) as usize;
        let mut queue = Buckets {
            first: vec![NONE; most + 1],
            next: vec![NONE; n],
            previous: vec![NONE; n],
            least: 0,
            most,
            degrees,
        };
        // The lowest number on top.
        (0..n).rev().for_each(|v| queue.push(v));
        queue
    }

    fn push(&mut self, v: usize) {
        let degree = self.degrees[v] as usize;
        if degree >= self.first.len() {
            self.first.resize(degree + 1, NONE);
        }
        self.least = self.least.min(degree);
        self.most = self.most.max(degree);
        let top = self.first[degree];
        (self.next[v], self.previous[v]) = (top, NONE);
        if top != NONE {
            self.previous[top as usize] = v as u32;
        }
        self.first[degree] = v as u32;
    }

    fn remove(&mut self, v: usize) {
        let (next, previous) = (self.next[v], self.previous[v]);
        if previous == NONE {
            self.first[self.degrees[v] as usize] = next;
        } else {
            self.next[previous as usize] = next;
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
    }

    fn change(&mut self, v: usize, grows: bool) {
        if self.degrees[v] == TAKEN {
            return;
        }
        self.remove(v);
        self.degrees[v] = if grows { self.degrees[v] + 1 } else { self.degrees[v].saturating_sub(1) };
        self.push(v);
    }

    fn take(&mut self, degree: usize) -> u32 {
        let v = self.first[degree];
        self.remove(v as usize);
        self.degrees[v as usize] = TAKEN;
        v
    }

    fn take_least(&mut self) -> Option<u32> {
        let found = (self.least..self.first.len()).find(|&d| self.first[d] != NONE)?;
        self.least = found;
        Some(self.take(found))
    }

    fn take_most(&mut self) -> Option<u32> {
        let found = (0..=self.most.min(self.first.len() - 1)).rev().find(|&d| self.first[d] != NONE)?;
        self.most = found;
        Some(self.take(found))
    }
}
