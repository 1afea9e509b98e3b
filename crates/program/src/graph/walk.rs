//! Both sweeps as iterators.

use super::Graph;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A node that a walk has come to, with its derivative, which is complete.
///
/// ```
/// // Back through x y + x: the product first, then y, and x with two contributions.
/// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
/// let graph = f.graph(&[2.0, 5.0])?;
/// let steps: Vec<_> = graph.reverse_from(0).collect();
/// let found: Vec<_> = steps.iter().map(|step| (step.id, step.derivative, step.terms.len())).collect();
/// assert_eq!(found, [(3, 1.0, 0), (2, 1.0, 1), (1, 2.0, 1), (0, 6.0, 2)]);
/// assert_eq!(steps[0].start, Some(1.0));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The id of the value.
    pub id: u32,
    /// Forward: its derivative along the seeds. In reverse: the derivative of the weighted outputs by it.
    pub derivative: f64,
    /// The seed or the weight that it starts from; none for one that has neither.
    pub start: Option<f64>,
    /// What was added, one after the other: forward by its parents, in reverse by its children.
    pub terms: Vec<Term>,
}

/// One contribution to a derivative.
///
/// ```
/// // Forward along x through x y: the derivative of x is 1, the partial of the product by it is y.
/// let f = program::Program::record(2, |x| vec![x[0] * x[1]])?;
/// let graph = f.graph(&[2.0, 5.0])?;
/// let product = graph.forward_from(0).last().expect("the product");
/// let term = product.terms[0];
/// assert_eq!((term.from, term.operand), (0, 0));
/// assert_eq!((term.derivative, term.partial, term.term, term.sum), (1.0, 5.0, 5.0, 5.0));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The node that it comes from: forward a parent, in reverse a child.
    pub from: u32,
    /// Which operand of the child the parent is.
    pub operand: usize,
    /// The derivative of the node that it comes from.
    pub derivative: f64,
    /// The partial of the child by the parent.
    pub partial: f64,
    /// The contribution: derivative times partial.
    pub term: f64,
    /// The sum up to here, this contribution included.
    pub sum: f64,
}

impl Step {
    fn new(id: u32) -> Step {
        Step { id, derivative: 0.0, start: None, terms: Vec::new() }
    }

    fn begin(&mut self, start: f64) {
        self.derivative = self.start.map_or(start, |sum| sum + start);
        self.start = Some(self.derivative);
    }

    fn add(&mut self, from: u32, operand: usize, derivative: f64, partial: f64) {
        let term = derivative * partial;
        self.derivative = if self.start.is_none() && self.terms.is_empty() { term } else { self.derivative + term };
        self.terms.push(Term { from, operand, derivative, partial, term, sum: self.derivative });
    }
}

/// Partials with the memory to take them in.
#[derive(Clone, Debug, Default)]
struct Slopes {
    room: Vec<f64>,
    partials: Vec<Option<f64>>,
}

impl Slopes {
    fn of(&mut self, graph: &Graph<'_>, id: u32) -> &[Option<f64>] {
        graph.partials_into(id, &mut self.room, &mut self.partials);
        &self.partials
    }
}

/// What seeds reach, in topological order; see [`Graph::forward_from`].
///
/// Ids are a topological order, so the least id that a tangent has come to has all that it will get, and nothing ahead
/// of it is looked at. A tangent is counted down by the children that still want it, and forgotten with the last.
///
/// ```
/// // A chain of 100 squares: one tangent is held at any time.
/// let f = program::Program::record(1, |x| vec![(0..100).fold(x[0], |y, _| y * y)])?;
/// let graph = f.graph(&[1.0])?;
/// let mut walk = graph.forward_from(0);
/// let mut last = 0.0;
/// while let Some(step) = walk.next() {
///     assert!(walk.kept() <= 1 && walk.waiting() <= 1);
///     last = step.derivative;
/// }
/// assert_eq!(last, 2f64.powi(100));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forward<'g> {
    graph: &'g Graph<'g>,
    seeds: HashMap<u32, f64>,
    waiting: BTreeSet<u32>,
    /// Tangents, with the number of children that have not taken them.
    kept: HashMap<u32, (f64, usize)>,
    slopes: Slopes,
}

impl<'g> Forward<'g> {
    pub(super) fn new(graph: &'g Graph<'g>, seeds: impl IntoIterator<Item = (u32, f64)>) -> Forward<'g> {
        let seeds: HashMap<u32, f64> = seeds.into_iter().filter(|(_, seed)| *seed != 0.0).collect();
        let waiting = seeds.keys().copied().collect();
        Forward { graph, seeds, waiting, kept: HashMap::new(), slopes: Slopes::default() }
    }

    /// How many tangents are held: those that some child has yet to take.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// How many nodes are known to follow.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl Iterator for Forward<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let id = self.waiting.pop_first()?;
        let graph = self.graph;
        let parents = graph.parents(id);
        let mut step = Step::new(id);
        if let Some(&seed) = self.seeds.get(&id) {
            step.begin(seed);
        }
        for (i, (a, &partial)) in parents.iter().zip(self.slopes.of(graph, id)).enumerate() {
            if let (Some(partial), Some(&(tangent, _))) = (partial, self.kept.get(a)) {
                step.add(*a, i, tangent, partial);
            }
        }
        for (i, a) in parents.iter().enumerate() {
            let last = !parents[i + 1..].contains(a);
            let flows = last && parents.iter().enumerate().any(|(k, b)| b == a && graph.flows(id, k));
            if flows && let Some((_, children)) = self.kept.get_mut(a) {
                *children -= 1;
                if *children == 0 {
                    self.kept.remove(a);
                }
            }
        }
        let mut wanted = 0;
        for &child in graph.children(id) {
            let operands = graph.parents(child).iter().enumerate();
            if operands.filter(|(_, a)| **a == id).any(|(i, _)| graph.flows(child, i)) {
                self.waiting.insert(child);
                wanted += 1;
            }
        }
        if wanted > 0 {
            self.kept.insert(id, (step.derivative, wanted));
        }
        Some(step)
    }
}

/// What weights reach on the way back, in topological order; see [`Graph::reverse_from`].
///
/// The greatest id that an adjoint has come to has all that it will get. Only adjoints on which something waits are held:
/// each goes out with its node.
///
/// ```
/// let f = program::Program::record(3, |x| vec![x[0] * x[1], x[1] * x[2]])?;
/// let graph = f.graph(&[2.0, 3.0, 5.0])?;
/// let mut walk = graph.reverse_from(0);
/// // What belongs to the second output alone is never looked at.
/// walk.next();
/// assert_eq!(walk.waiting(), 2);
/// assert_eq!(walk.map(|step| (step.id, step.derivative)).collect::<Vec<_>>(), [(1, 2.0), (0, 3.0)]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reverse<'g> {
    graph: &'g Graph<'g>,
    waiting: BTreeMap<u32, Step>,
    slopes: Slopes,
}

impl<'g> Reverse<'g> {
    pub(super) fn new(graph: &'g Graph<'g>, weights: impl IntoIterator<Item = (u32, f64)>) -> Reverse<'g> {
        let mut waiting = BTreeMap::new();
        for (id, weight) in weights.into_iter().filter(|(_, weight)| *weight != 0.0) {
            waiting.entry(id).or_insert_with(|| Step::new(id)).begin(weight);
        }
        Reverse { graph, waiting, slopes: Slopes::default() }
    }

    /// How many nodes are known to follow; their adjoints are all that is held.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl Iterator for Reverse<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let (id, step) = self.waiting.pop_last()?;
        let parents = self.graph.parents(id);
        for (i, (&a, &partial)) in parents.iter().zip(self.slopes.of(self.graph, id)).enumerate() {
            if let Some(partial) = partial {
                let parent = match self.waiting.entry(a) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(free) => free.insert(Step::new(a)),
                };
                parent.add(id, i, step.derivative, partial);
            }
        }
        Some(step)
    }
}
