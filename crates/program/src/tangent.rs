//! The tangent program: J v as a program, statement by statement beside the primal.

use crate::adjoint::fail;
use crate::error::Error;
use crate::node::Node;
use crate::program::{Called, Program};
use crate::replay::{build, nodes, replay};
use rules::functions::{ne, select};
use rules::{Live, Number, Op, strong};

/// No group of inputs: see [`Program::with_derivatives`].
pub const NO_GROUP: u32 = u32::MAX;

/// The tangents of the outputs, given the values of a program and the tangents of its inputs; none is structurally zero.
pub(crate) fn push<'p>(program: &Program, values: &[Node<'p>], seeds: &[Option<Node<'p>>]) -> Vec<Node<'p>> {
    let zero = Node::constant(0.0);
    let mut tangents: Vec<_> = seeds.iter().map(|seed| seed.map(|t| (t, Live::Always))).collect();
    tangents.resize(program.first(), None);
    let (mut at, mut on, mut d) = (Vec::new(), Vec::new(), Vec::new());
    for (j, step) in program.steps.iter().enumerate() {
        if let Some((called, element)) = program.element(step) {
            if element == 0 {
                push_call(program, called, program.first() + j, values, &mut tangents);
            }
            continue;
        }
        let (function, args, n) = program.call(step);
        let of = |&a: &u32| tangents[a as usize];
        if function.op() == Some(Op::Select) {
            tangents.push(selected(values[args[0] as usize], of(&args[1]), of(&args[2])));
            continue;
        }
        on.clear();
        on.extend(args.iter().map(|a| of(a).is_some()));
        if function.steps() || !on.contains(&true) {
            tangents.push(None);
            continue;
        }
        at.clear();
        at.extend(args.iter().map(|&a| values[a as usize]));
        d.clear();
        d.resize(args.len(), zero);
        function.partials(&at, values[program.first() + j], &on, n, &mut d);
        let terms = args.iter().zip(&d).filter_map(|(a, &d)| {
            of(a).map(|(t, live)| match function.chooses() {
                true => (strong(d, t), live.and(ne(d, zero))),
                false => (live.product(d, t), live),
            })
        });
        tangents.push(terms.reduce(|(sum, some), (term, live)| (sum + term, some.or(Some(live)))));
    }
    program.outputs.iter().map(|&id| tangents[id as usize].map_or(zero, |(t, _)| t)).collect()
}

/// Adds the tangents of a call whose first element has that id.
fn push_call<'p>(
    program: &Program,
    called: &Called,
    id: usize,
    values: &[Node<'p>],
    tangents: &mut Vec<Option<(Node<'p>, Live<Node<'p>>)>>,
) {
    let (operation, operands) = (&called.operation, program.operands(called));
    let all = id..id + operation.outputs();
    let reached = operands.iter().filter_map(|&a| tangents[a as usize]).map(|(_, live)| live);
    let Some(alive) = reached.reduce(|a, b| a.or(Some(b))) else {
        return tangents.resize(all.end, None);
    };
    let zero = Node::constant(0.0);
    let x = nodes(operands, values);
    let given = |list: &&[u32]| {
        let some = list.iter().any(|&a| tangents[a as usize].is_some());
        some.then(|| list.iter().map(|&a| tangents[a as usize].map_or(zero, |(t, _)| t)).collect::<Vec<_>>())
    };
    let dx: Vec<Option<Vec<Node<'p>>>> = operation.parted(operands).iter().map(given).collect();
    let dx: Vec<Option<&[Node<'p>]>> = dx.iter().map(Option::as_deref).collect();
    match operation.push(&operation.parted(&x), &values[all.clone()], &dx) {
        Ok(found) => {
            let kept = found.into_iter().map(|t| Some((alive.product(Node::constant(1.0), t), alive)));
            tangents.extend(kept);
        }
        Err(message) => {
            fail(values, Error::Operation { at: id, operation: operation.name(), message });
            tangents.resize(all.end, None);
        }
    }
}

/// The tangent of a selection: that of the arm taken.
fn selected<'p>(
    c: Node<'p>,
    a: Option<(Node<'p>, Live<Node<'p>>)>,
    b: Option<(Node<'p>, Live<Node<'p>>)>,
) -> Option<(Node<'p>, Live<Node<'p>>)> {
    let zero = Node::constant(0.0);
    let live = match (a, b) {
        (None, None) => return None,
        (Some((_, Live::Always)), Some((_, Live::Always))) => Live::Always,
        _ => Live::When(select(c, a.map_or(zero, |(_, live)| live.flag()), b.map_or(zero, |(_, live)| live.flag()))),
    };
    Some((select(c, a.map_or(zero, |(t, _)| t), b.map_or(zero, |(t, _)| t)), live))
}

impl Program {
    /// The tangent program: of the inputs, then one tangent for each, it computes the outputs, then their tangents.
    ///
    /// A tangent that is zero at run time is an ordinary zero there, and NaN against a pole;
    /// [`jacobian`](Program::jacobian) knows of each column which inputs are held fixed.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// Cost: at most four times the operations of this program.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]])?;
    /// assert_eq!(f.jvp()?.eval(&[2.0, 3.0, 1.0, 2.0])?, [6.0, 2f64.sin() + 9.0, 7.0, 2f64.cos() + 12.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn jvp(&self) -> Result<Program, Error> {
        build(2 * self.inputs, |recorder, all| {
            let (x, v) = all.split_at(self.inputs);
            let values = replay(self, recorder, x);
            let mut results: Vec<Node<'_>> = self.outputs.iter().map(|&id| values[id as usize]).collect();
            results.extend(push(self, &values, &v.iter().copied().map(Some).collect::<Vec<_>>()));
            results
        })
    }

    /// The program with some of its derivatives: it computes the outputs, then for each wanted pair of an output and a group
    /// of inputs the derivative of that output, as all inputs of the group move alike.
    ///
    /// `groups` names the group of each input, [`NO_GROUP`](crate::NO_GROUP) for what stays. Where no two inputs of a group reach the same
    /// wanted output, these are entries of the Jacobian: with the colours of a colouring as groups, those of a sparse one,
    /// without a product for what is zero by the structure of the program.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// # Panics
    /// If there is not a group for each input, or there is no such output.
    ///
    /// Cost: a pass over the program for each group, and an operation or two for each derivative that is not known to be zero.
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record(3, |x| vec![x[0] * x[1], x[2] * x[2]])?;
    /// // Inputs 0 and 2 share no output.
    /// let with = f.with_derivatives(&[0, 1, 0], &[(0, 0), (0, 1), (1, 0)])?;
    /// assert_eq!(with.eval(&[2.0, 3.0, 5.0])?, [6.0, 25.0, 3.0, 2.0, 10.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn with_derivatives(&self, groups: &[u32], wanted: &[(u32, u32)]) -> Result<Program, Error> {
        assert!(
            groups.len() == self.inputs,
            "the program has {} inputs, and groups were given for {}: name one for each input",
            self.inputs,
            groups.len()
        );
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by_key(|&k| wanted[k].1);
        build(self.inputs, |recorder, x| {
            let values = replay(self, recorder, x);
            let mut results: Vec<Node<'_>> = self.outputs.iter().map(|&id| values[id as usize]).collect();
            results.resize(results.len() + wanted.len(), Node::constant(0.0));
            for of_group in order.chunk_by(|&a, &b| wanted[a].1 == wanted[b].1) {
                let group = wanted[of_group[0]].1;
                let seed = |&own: &u32| (own == group && own != NO_GROUP).then(|| Node::constant(1.0));
                let tangents = push(self, &values, &groups.iter().map(seed).collect::<Vec<_>>());
                for &k in of_group {
                    results[self.outputs.len() + k] = tangents[wanted[k].0 as usize];
                }
            }
            results
        })
    }

    /// The Jacobian by tangents, one input at a time.
    pub(crate) fn jacobian_forward(&self) -> Result<Program, Error> {
        build(self.inputs, |recorder, x| {
            let values = replay(self, recorder, x);
            let seeds = |j| (0..self.inputs).map(|i| (i == j).then(|| Node::constant(1.0))).collect::<Vec<_>>();
            let columns: Vec<Vec<Node<'_>>> = (0..self.inputs).map(|j| push(self, &values, &seeds(j))).collect();
            (0..self.outputs.len()).flat_map(|i| columns.iter().map(move |column| column[i])).collect()
        })
    }
}
