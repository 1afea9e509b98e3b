//! The graph of a program at a point, to be walked and looked at.

mod walk;

pub use walk::{Forward, Reverse, Step, Term};

use crate::error::Error;
use crate::function::Function;
use crate::program::{Instruction, Program};
use rules::Op;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// A program at a point as a graph: every value a node with its operator, parents, children and partials, and both
/// sweeps as walks that can be followed node by node.
///
/// A node is named by the id of its value, and ids are in order of execution. The graph holds the values and nothing
/// else; partials are taken from the table when they are asked for, the lists of children when the first is.
///
/// A derivative flows along an edge only where one can: from the operand of a smooth function that an input reaches, and
/// from the arm of a `select` that is taken at this point. Where none flows the partial is `None`, and nothing is added,
/// whatever the numbers are.
///
/// ```
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(2, |x| {
///     let (v1, v2, v3) = (x[0].ln(), x[0] * x[1], x[1].sin());
///     vec![v1 + v2 - v3]
/// })?;
/// let graph = f.graph(&[2.0, 5.0])?.with_names(["x1", "x2"]);
/// let order: Vec<String> = graph.forward_from(0).map(|step| graph.name(step.id)).collect();
/// assert_eq!(order, ["x1", "v0", "v1", "v3", "v4"]);
/// let tangents: Vec<f64> = graph.forward_from(0).map(|step| step.derivative).collect();
/// assert_eq!(tangents, [1.0, 0.5, 5.0, 5.5, 5.5]);
/// let x2 = graph.reverse_from(0).find(|step| graph.name(step.id) == "x2").unwrap();
/// let arrivals: Vec<(String, f64)> = x2.terms.iter().map(|t| (graph.name(t.from), t.term)).collect();
/// assert_eq!(arrivals, [("v2".to_owned(), -5f64.cos()), ("v1".to_owned(), 2.0)]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph<'p> {
    program: &'p Program,
    values: Vec<f64>,
    names: HashMap<u32, String>,
    children: OnceLock<Children>,
}

/// The ids that use each id, one list after the other.
#[derive(Clone, Debug)]
struct Children {
    begin: Vec<u32>,
    list: Vec<u32>,
}

/// A node of a [`Graph`].
///
/// ```
/// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
/// let graph = f.graph(&[2.0, 5.0])?;
/// let product = graph.vertices().find(|v| v.value() == 10.0).unwrap();
/// let operands: Vec<String> = product.parents().map(|v| v.name()).collect();
/// assert_eq!(operands, ["x0", "x1"]);
/// assert_eq!(product.partials(), [Some(5.0), Some(2.0)]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vertex<'g> {
    graph: &'g Graph<'g>,
    id: u32,
}

/// How an output depends on an input; see [`Graph::dependence`].
///
/// ```
/// use program::{Program, graph::Dependence};
/// let f = Program::record(2, |x| vec![x[0] * 0.0])?;
/// let graph = f.graph(&[3.0, 4.0])?;
/// // A derivative that is zero is one; that of what is not used is none.
/// assert_eq!(graph.dependence(0), [Dependence::Active]);
/// assert_eq!(graph.dependence(1), [Dependence::Absent]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Not at all: no path leads from one to the other.
    Absent,
    /// Without a derivative: every path leads through a function that is constant piece by piece, through a condition, or
    /// through an arm that is not taken.
    Flat,
    /// With a derivative, which may happen to be zero.
    Active,
}

impl Program {
    /// The graph of the program at `x`.
    ///
    /// # Errors
    /// As [`eval`](Program::eval).
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: one run; the graph takes 8 bytes for each value.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!(graph.vertices().map(|vertex| vertex.value()).collect::<Vec<_>>(), [2.0, 5.0, 10.0, 12.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn graph(&self, x: &[f64]) -> Result<Graph<'_>, Error> {
        self.expect(x.len(), 0, 0);
        Ok(Graph { program: self, values: self.all_values(x)?, names: HashMap::new(), children: OnceLock::new() })
    }
}

impl<'p> Graph<'p> {
    /// The same graph with these names for the inputs, in their order.
    ///
    /// # Panics
    /// If there are more names than inputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?.with_names(["price", "count"]);
    /// assert_eq!((graph.name(0), graph.name(1)), ("price".to_owned(), "count".to_owned()));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn with_names<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Graph<'p> {
        for (i, name) in names.into_iter().enumerate() {
            assert!(i < self.program.inputs, "more names than the {} inputs", self.program.inputs);
            self.names.insert(i as u32, name.into());
        }
        self
    }

    /// The same graph with a name for one of its values.
    ///
    /// # Panics
    /// If there is no such value.
    ///
    /// ```
    /// let f = program::Program::record(1, |x| vec![x[0] * x[0]])?;
    /// let graph = f.graph(&[3.0])?.with_names(["side"]).with_name(f.outputs()[0], "area");
    /// let names: Vec<String> = graph.vertices().map(|v| graph.name(v.id())).collect();
    /// assert_eq!(names, ["side", "area"]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn with_name(mut self, id: u32, name: impl Into<String>) -> Graph<'p> {
        self.expect(id);
        self.names.insert(id, name.into());
        self
    }

    /// What a value is called: its own name, else that of the text form, `x0`, `v0`; a constant is its number.
    ///
    /// # Panics
    /// If there is no such value.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!((graph.name(0), graph.name(f.outputs()[0])), ("x0".to_owned(), "v1".to_owned()));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn name(&self, id: u32) -> String {
        self.expect(id);
        self.names.get(&id).cloned().unwrap_or_else(|| self.program.name(id))
    }

    /// The program.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// assert_eq!(f.graph(&[2.0, 5.0])?.program().inputs(), 2);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The node with that id.
    ///
    /// # Panics
    /// If there is no such value.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!(graph.vertex(f.outputs()[0]).value(), 12.0);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn vertex(&self, id: u32) -> Vertex<'_> {
        self.expect(id);
        Vertex { graph: self, id }
    }

    /// All nodes, in the order of their ids.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let values: Vec<f64> = graph.vertices().map(|v| v.value()).collect();
    /// assert_eq!(values, [2.0, 5.0, 10.0, 12.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex<'_>> + ExactSizeIterator {
        (0..self.values.len() as u32).map(|id| Vertex { graph: self, id })
    }

    /// What one input reaches with a derivative, in topological order, each with its derivative by that input.
    ///
    /// # Panics
    /// If there is no such input.
    ///
    /// Cost: nothing is visited before it is asked for, apart from one pass that lists children, once for a graph.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// // By x1: itself, the product, the sum.
    /// let steps: Vec<(String, f64)> = graph.forward_from(1).map(|step| (graph.name(step.id), step.derivative)).collect();
    /// assert_eq!(steps, [("x1".to_owned(), 1.0), ("v0".to_owned(), 2.0), ("v1".to_owned(), 2.0)]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn forward_from(&self, input: usize) -> Forward<'_> {
        let n = self.program.inputs;
        assert!(input < n, "no input {input} in a program of {n}");
        Forward::new(self, [(input as u32, 1.0)])
    }

    /// As [`forward_from`](Graph::forward_from), along a direction: a seed for each input, 0 for one held fixed.
    ///
    /// # Panics
    /// If there are not as many seeds as inputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let last = graph.forward(&[1.0, 10.0]).last().unwrap();
    /// assert_eq!(last.derivative, (5.0 + 1.0) * 1.0 + 2.0 * 10.0);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn forward(&self, seeds: &[f64]) -> Forward<'_> {
        assert_eq!(seeds.len(), self.program.inputs, "pass one seed for each input");
        Forward::new(self, (0..).zip(seeds.iter().copied()))
    }

    /// The ancestors of one output that reach it with a derivative, in topological order from the output back, each
    /// with the derivative of that output by it. Other outputs contribute nothing.
    ///
    /// # Panics
    /// If there is no such output.
    ///
    /// Cost: nothing is visited before it is asked for.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let steps: Vec<(String, f64)> = graph.reverse_from(0).map(|step| (graph.name(step.id), step.derivative)).collect();
    /// assert_eq!(steps[0], ("v1".to_owned(), 1.0));
    /// assert!(steps.contains(&("x0".to_owned(), 6.0)) && steps.contains(&("x1".to_owned(), 2.0)));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn reverse_from(&self, output: usize) -> Reverse<'_> {
        let m = self.program.outputs.len();
        assert!(output < m, "no output {output} in a program of {m}");
        Reverse::new(self, [(self.program.outputs[output], 1.0)])
    }

    /// As [`reverse_from`](Graph::reverse_from), of a weighted sum of the outputs; a weight of 0 leaves one out.
    ///
    /// # Panics
    /// If there are not as many weights as outputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1], x[0] - x[1]])?;
    /// let graph = f.graph(&[2.0, 3.0])?;
    /// // Of the product plus 10 times the difference.
    /// let by_x1 = graph.reverse(&[1.0, 10.0]).find(|step| step.id == 1).unwrap();
    /// assert_eq!(by_x1.derivative, 2.0 - 10.0);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn reverse(&self, weights: &[f64]) -> Reverse<'_> {
        assert_eq!(weights.len(), self.program.outputs.len(), "pass one weight for each output");
        Reverse::new(self, self.program.outputs.iter().copied().zip(weights.iter().copied()))
    }

    /// The derivative of every value along a direction of the inputs, in the order of ids; none where nothing arrives.
    ///
    /// # Panics
    /// If there are not as many seeds as inputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// // What x1 does not reach has none, not zero.
    /// assert_eq!(graph.tangents(&[0.0, 1.0]), [None, Some(1.0), Some(2.0), Some(2.0)]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn tangents(&self, seeds: &[f64]) -> Vec<Option<f64>> {
        self.collect(self.forward(seeds))
    }

    /// The derivative of the weighted outputs by every value, in the order of ids; none where nothing arrives.
    ///
    /// # Panics
    /// If there are not as many weights as outputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!(graph.adjoints(&[1.0]), [Some(6.0), Some(2.0), Some(1.0), Some(1.0)]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn adjoints(&self, weights: &[f64]) -> Vec<Option<f64>> {
        self.collect(self.reverse(weights))
    }

    fn collect(&self, walk: impl Iterator<Item = Step>) -> Vec<Option<f64>> {
        let mut all = vec![None; self.values.len()];
        walk.for_each(|step| all[step.id as usize] = Some(step.derivative));
        all
    }

    /// How each output depends on one input.
    ///
    /// # Panics
    /// If there is no such input.
    ///
    /// Cost: what the input reaches.
    ///
    /// ```
    /// use program::Program;
    /// use program::graph::Dependence;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * 0.0, x[0].floor() + x[1], x[1]])?;
    /// let found = f.graph(&[2.0, 5.0])?.dependence(0);
    /// assert_eq!(found, [Dependence::Active, Dependence::Flat, Dependence::Absent]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn dependence(&self, input: usize) -> Vec<Dependence> {
        let mut found = vec![Dependence::Absent; self.values.len()];
        let mut waiting = BTreeSet::from([input as u32]);
        while let Some(id) = waiting.pop_first() {
            found[id as usize] = Dependence::Flat;
            waiting.extend(self.children(id));
        }
        self.forward_from(input).for_each(|step| found[step.id as usize] = Dependence::Active);
        self.program.outputs.iter().map(|&id| found[id as usize]).collect()
    }

    #[track_caller]
    fn expect(&self, id: u32) {
        let count = self.values.len();
        assert!((id as usize) < count, "no value {id} in a program of {count} values");
    }

    fn parents(&self, id: u32) -> &[u32] {
        match (id as usize).checked_sub(self.program.first()) {
            Some(j) => self.program.parents(&self.program.steps[j]),
            None => &[],
        }
    }

    fn children(&self, id: u32) -> &[u32] {
        let Children { begin, list } = self.children.get_or_init(|| self.list_children());
        &list[begin[id as usize] as usize..begin[id as usize + 1] as usize]
    }

    fn list_children(&self) -> Children {
        let first = self.program.first() as u32;
        // Each edge once, also where both operands are the same.
        let edges = || {
            (first..self.values.len() as u32).flat_map(|id| {
                let parents = self.parents(id);
                let fresh = |&(i, a): &(usize, &u32)| !parents[..i].contains(a);
                parents.iter().enumerate().filter(fresh).map(move |(_, &a)| (a, id))
            })
        };
        let mut begin = vec![0; self.values.len() + 1];
        edges().for_each(|(a, _)| begin[a as usize + 1] += 1);
        (1..begin.len()).for_each(|i| begin[i] += begin[i - 1]);
        let mut next = begin.clone();
        let mut list = vec![0; begin.last().copied().unwrap_or(0) as usize];
        for (a, id) in edges() {
            list[next[a as usize] as usize] = id;
            next[a as usize] += 1;
        }
        Children { begin, list }
    }

    /// Whether a derivative flows from that operand to the value.
    fn flows(&self, id: u32, operand: usize) -> bool {
        let active = self.program.active();
        let Some(j) = (id as usize).checked_sub(self.program.first()) else { return false };
        let step = &self.program.steps[j];
        if self.program.element(step).is_some() {
            return active[id as usize] && active[self.program.parents(step)[operand] as usize];
        }
        let (function, args, _) = self.program.call(step);
        let taken = || if self.values[args[0] as usize] != 0.0 { 1 } else { 2 };
        active[id as usize]
            && active[args[operand] as usize]
            && (function.op() != Some(Op::Select) || operand == taken())
    }

    /// The partials of a value by its operands, where a derivative flows, into `to`.
    fn partials_into(&self, id: u32, room: &mut Vec<f64>, to: &mut Vec<Option<f64>>) {
        to.clear();
        let Some(j) = (id as usize).checked_sub(self.program.first()) else { return };
        let step = &self.program.steps[j];
        if let Some((called, element)) = self.program.element(step) {
            let row = self.program.row_of(called, element, id as usize - element, &self.values);
            to.extend(row.into_iter().enumerate().map(|(i, d)| d.filter(|_| self.flows(id, i))));
            return;
        }
        let (function, args, _) = self.program.call(step);
        if function.op() == Some(Op::Select) {
            // What is chosen goes through unchanged, and its row would ask the arm that is not taken.
            to.extend((0..args.len()).map(|i| self.flows(id, i).then_some(1.0)));
            return;
        }
        if (0..args.len()).any(|i| self.flows(id, i)) {
            let d = self.program.slopes(j, &self.values, self.program.active(), room);
            let lost = |d: f64| function.chooses() && d == 0.0;
            to.extend(d.iter().enumerate().map(|(i, &d)| (self.flows(id, i) && !lost(d)).then_some(d)));
        } else {
            to.resize(args.len(), None);
        }
    }
}

impl<'g> Vertex<'g> {
    /// The id of the value.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let output = graph.vertices().last().unwrap();
    /// assert_eq!(output.id(), f.outputs()[0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn id(self) -> u32 {
        self.id
    }

    /// What it is called; see [`Graph::name`].
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?.with_names(["a", "b"]);
    /// assert_eq!(graph.vertex(1).name(), "b");
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn name(self) -> String {
        self.graph.name(self.id)
    }

    /// Its value.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!((graph.vertex(1).value(), graph.vertex(2).value()), (5.0, 10.0));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn value(self) -> f64 {
        self.graph.values[self.id as usize]
    }

    /// What computes it.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// use program::Instruction;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert!(matches!(graph.vertex(0).instruction(), Instruction::Input(_)));
    /// assert!(matches!(graph.vertex(2).instruction(), Instruction::Apply { args: &[0, 1], .. }));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn instruction(self) -> Instruction<'g> {
        self.graph.program.instruction(self.id)
    }

    /// Its operator; none for inputs, constants, and what operations on matrices give.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert!(graph.vertex(0).operator().is_none());
    /// assert_eq!(graph.vertex(2).operator().unwrap().name(), "mul");
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn operator(self) -> Option<&'g Function> {
        match self.instruction() {
            Instruction::Apply { function, .. } => Some(function),
            _ => None,
        }
    }

    /// The nodes it is computed from, in the order of its operands.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let sum = graph.vertex(f.outputs()[0]);
    /// let names: Vec<String> = sum.parents().map(|v| v.name()).collect();
    /// assert_eq!(names, ["v0", "x0"]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn parents(self) -> impl DoubleEndedIterator<Item = Vertex<'g>> + ExactSizeIterator {
        self.graph.parents(self.id).iter().map(move |&id| Vertex { graph: self.graph, id })
    }

    /// The nodes that are computed from it, each once, in the order of ids.
    ///
    /// Cost: the first question of this kind makes one pass over the program.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// let names: Vec<String> = graph.vertex(0).children().map(|v| v.name()).collect();
    /// assert_eq!(names, ["v0", "v1"]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn children(self) -> impl DoubleEndedIterator<Item = Vertex<'g>> + ExactSizeIterator {
        self.graph.children(self.id).iter().map(move |&id| Vertex { graph: self.graph, id })
    }

    /// The derivative by each parent, in the order of the operands; none where no derivative flows.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert_eq!(graph.vertex(2).partials(), [Some(5.0), Some(2.0)]);
    /// assert_eq!(graph.vertex(0).partials(), []);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn partials(self) -> Vec<Option<f64>> {
        let mut partials = Vec::new();
        self.graph.partials_into(self.id, &mut Vec::new(), &mut partials);
        partials
    }

    /// Whether it is one of the outputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + x[0]])?;
    /// let graph = f.graph(&[2.0, 5.0])?;
    /// assert!(graph.vertex(3).is_output() && !graph.vertex(2).is_output());
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn is_output(self) -> bool {
        self.graph.program.outputs.contains(&self.id)
    }
}
