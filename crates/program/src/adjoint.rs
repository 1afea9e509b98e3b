//! The adjoint program: w^T J as a program, by running the partials of the table on nodes.

use crate::error::Error;
use crate::node::Node;
use crate::program::{Called, Program};
use crate::replay::{build, nodes, replay};
use rules::functions::{eq, ne, select};
use rules::{Live, Number, Op, strong};

/// The adjoints of the inputs, given the values of a program and the weights of its outputs.
pub(crate) fn pull<'p>(program: &Program, values: &[Node<'p>], weights: &[Option<Node<'p>>]) -> Vec<Node<'p>> {
    pull_where(program, values, weights, |_| Live::Always)
}

/// As [`pull`], of the outputs whose weights count.
fn pull_where<'p>(
    program: &Program,
    values: &[Node<'p>],
    weights: &[Option<Node<'p>>],
    counts: impl Fn(Node<'p>) -> Live<Node<'p>>,
) -> Vec<Node<'p>> {
    let mut adjoints: Vec<Option<Node<'p>>> = vec![None; values.len()];
    let mut live: Vec<Option<Live<Node<'p>>>> = vec![None; values.len()];
    let add = |adjoints: &mut Vec<Option<Node<'p>>>, id: u32, w: Node<'p>| {
        let old = &mut adjoints[id as usize];
        *old = Some(old.map_or(w, |old| old + w));
    };
    for (&id, &w) in program.outputs.iter().zip(weights) {
        if let Some(w) = w {
            add(&mut adjoints, id, w);
            live[id as usize] = Some(counts(w).or(live[id as usize]));
        }
    }
    let active = program.active();
    let (mut at, mut on, mut d) = (Vec::new(), Vec::new(), Vec::new());
    for (j, step) in program.steps.iter().enumerate().rev() {
        let id = program.first() + j;
        if let Some((called, element)) = program.element(step) {
            // At its first element, the adjoints of all are there.
            if element == 0 && active[id] {
                for (arg, share, alive) in pull_call(program, called, id, values, &adjoints, &live) {
                    add(&mut adjoints, arg, share);
                    live[arg as usize] = Some(alive.or(live[arg as usize]));
                }
            }
            continue;
        }
        let (Some(w), Some(alive), true) = (adjoints[id], live[id], active[id]) else { continue };
        let (function, args, n) = program.call(step);
        if function.op() == Some(Op::Select) {
            let (c, zero) = (values[args[0] as usize], Node::constant(0.0));
            for (arm, arg) in [(true, args[1]), (false, args[2])] {
                if active[arg as usize] {
                    let (taken, share) = match arm {
                        true => (ne(c, zero), select(c, w, zero)),
                        false => (eq(c, zero), select(c, zero, w)),
                    };
                    add(&mut adjoints, arg, share);
                    live[arg as usize] = Some(alive.and(taken).or(live[arg as usize]));
                }
            }
            continue;
        }
        at.clear();
        at.extend(args.iter().map(|&a| values[a as usize]));
        on.clear();
        on.extend(args.iter().map(|&a| active[a as usize]));
        d.clear();
        d.resize(args.len(), Node::constant(0.0));
        function.partials(&at, values[id], &on, n, &mut d);
        for ((&arg, &d), _) in args.iter().zip(&d).zip(&on).filter(|(_, on)| **on) {
            let (share, counts) = match function.chooses() {
                true => (strong(d, w), alive.and(ne(d, Node::constant(0.0)))),
                false => (alive.product(d, w), alive),
            };
            add(&mut adjoints, arg, share);
            live[arg as usize] = Some(counts.or(live[arg as usize]));
        }
    }
    adjoints.truncate(program.inputs);
    adjoints.into_iter().map(|a| a.unwrap_or(Node::constant(0.0))).collect()
}

/// What goes to the operands of a call whose first element has that id.
fn pull_call<'p>(
    program: &Program,
    called: &Called,
    id: usize,
    values: &[Node<'p>],
    adjoints: &[Option<Node<'p>>],
    live: &[Option<Live<Node<'p>>>],
) -> Vec<(u32, Node<'p>, Live<Node<'p>>)> {
    let (operation, operands) = (&called.operation, program.operands(called));
    let all = id..id + operation.outputs();
    let Some(alive) = live[all.clone()].iter().flatten().copied().reduce(|a, b| a.or(Some(b))) else {
        return Vec::new();
    };
    let (zero, active) = (Node::constant(0.0), program.active());
    let weights: Vec<Node<'p>> = adjoints[all.clone()].iter().map(|w| w.unwrap_or(zero)).collect();
    let x = nodes(operands, values);
    let lists = operation.parted(operands);
    let wanted: Vec<bool> = lists.iter().map(|list| list.iter().any(|&a| active[a as usize])).collect();
    let pulled = operation.pull(&operation.parted(&x), &values[all], &weights, &wanted);
    match pulled {
        Ok(found) => {
            let shares =
                lists.iter().zip(found).flat_map(|(list, found)| list.iter().copied().zip(found.into_iter().flatten()));
            let shares = shares.filter(|&(a, _)| active[a as usize]);
            shares.map(|(a, share)| (a, alive.product(Node::constant(1.0), share), alive)).collect()
        }
        Err(message) => {
            fail(values, Error::Operation { at: id, operation: operation.name(), message });
            Vec::new()
        }
    }
}

/// Tells the recorder of these nodes.
pub(crate) fn fail(values: &[Node<'_>], error: Error) {
    if let Some(recorder) = values.iter().find_map(|value| value.recorder()) {
        recorder.fail(error);
    }
}

/// One weight.
fn one<'p>(outputs: usize, k: usize) -> Vec<Option<Node<'p>>> {
    (0..outputs).map(|i| (i == k).then(|| Node::constant(1.0))).collect()
}

impl Program {
    /// The adjoint program: of the inputs, then one weight for each output, it computes the outputs, then the derivative
    /// of their weighted sum by each input.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// Cost: at most five times the operations of this program if these are sums, products and functions of one variable;
    /// in general each operation, its partials by the table, and a product and a sum for each argument. That is so
    /// whatever the number of inputs. As time, less than a microsecond for each operation. An input that no output depends
    /// on has the constant 0 as its derivative.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]])?;
    /// assert_eq!(f.vjp()?.eval(&[2.0, 3.0, 1.0, 0.5])?, [6.0, 2f64.sin() + 9.0, 3.0 + 0.5 * 2f64.cos(), 2.0 + 3.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn vjp(&self) -> Result<Program, Error> {
        build(self.inputs + self.outputs.len(), |recorder, all| {
            let (x, w) = all.split_at(self.inputs);
            let values = replay(self, recorder, x);
            let mut results: Vec<Node<'_>> = self.outputs.iter().map(|&id| values[id as usize]).collect();
            results.extend(pull(self, &values, &w.iter().copied().map(Some).collect::<Vec<_>>()));
            results
        })
    }

    /// As [`vjp`](Program::vjp), and where a weight is exactly zero its output is left out, whatever its derivatives are
    /// there: in [`vjp`](Program::vjp) zero times infinity is NaN. Some more operations.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(1, |x| vec![x[0] * x[0], x[0].sqrt()])?;
    /// assert!(f.vjp()?.eval(&[0.0, 1.0, 0.0])?[2].is_nan());
    /// assert_eq!(f.vjp_of_weighted()?.eval(&[0.0, 1.0, 0.0])?, [0.0, 0.0, 0.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn vjp_of_weighted(&self) -> Result<Program, Error> {
        build(self.inputs + self.outputs.len(), |recorder, all| {
            let (x, w) = all.split_at(self.inputs);
            let values = replay(self, recorder, x);
            let mut results: Vec<Node<'_>> = self.outputs.iter().map(|&id| values[id as usize]).collect();
            let weights: Vec<Option<Node<'_>>> = w.iter().copied().map(Some).collect();
            let zero = Node::constant(0.0);
            results.extend(pull_where(self, &values, &weights, |w| Live::When(ne(w, zero))));
            results
        })
    }

    /// The gradient of the only output, as a program with as many outputs as this one has inputs.
    ///
    /// # Errors
    /// [`Error::Outputs`] if there is not exactly one output; [`Error::TooLarge`].
    ///
    /// Cost: as [`vjp`](Program::vjp).
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record(1, |x| vec![x[0] * x[0] * x[0]])?;
    /// assert_eq!(f.gradient()?.gradient()?.gradient()?.eval(&[5.0])?, [6.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn gradient(&self) -> Result<Program, Error> {
        self.single()?;
        build(self.inputs, |recorder, x| pull(self, &replay(self, recorder, x), &one(1, 0)))
    }

    /// As [`gradient`](Program::gradient), with the value as the first output.
    ///
    /// # Errors
    /// As [`gradient`](Program::gradient).
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1]])?;
    /// assert_eq!(f.with_gradient()?.eval(&[2.0, 5.0])?, [10.0, 5.0, 2.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn with_gradient(&self) -> Result<Program, Error> {
        self.single()?;
        build(self.inputs, |recorder, x| {
            let values = replay(self, recorder, x);
            let mut results = vec![values[self.outputs[0] as usize]];
            results.extend(pull(self, &values, &one(1, 0)));
            results
        })
    }

    /// All first derivatives, row by row: output `i` by input `j` is output `i * n + j`.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// Cost: the smaller number of inputs and outputs, times that of a [`vjp`](Program::vjp) or [`jvp`](Program::jvp).
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1], x[0] - x[1]])?;
    /// assert_eq!(f.jacobian()?.eval(&[2.0, 5.0])?, [5.0, 2.0, 1.0, -1.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn jacobian(&self) -> Result<Program, Error> {
        if self.outputs.len() > self.inputs {
            return self.jacobian_forward();
        }
        build(self.inputs, |recorder, x| {
            let values = replay(self, recorder, x);
            let m = self.outputs.len();
            (0..m).flat_map(|k| pull(self, &values, &one(m, k))).collect()
        })
    }

    /// All second derivatives of the only output, row by row: forward over reverse.
    ///
    /// # Errors
    /// As [`gradient`](Program::gradient).
    ///
    /// Cost: the number of inputs, times that of a [`jvp`](Program::jvp) of the gradient.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[0] * x[1]])?;
    /// assert_eq!(f.hessian()?.eval(&[2.0, 5.0])?, [10.0, 4.0, 4.0, 0.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn hessian(&self) -> Result<Program, Error> {
        self.gradient()?.jacobian_forward()
    }

    fn single(&self) -> Result<(), Error> {
        match self.outputs.len() {
            1 => Ok(()),
            found => Err(Error::Outputs { wanted: 1, found }),
        }
    }
}
