//! A recorded run: which rules were applied at which values, with their partials, and which values were looked at.

use crate::arrays::{Applied, rows};
use core::cmp::Ordering;
use wengert::extend::{ArrayRule, Number, Op, Rule, RuleId};

/// Evaluates one rule again: writes the partials of the active arguments and returns the value.
pub(crate) type Again = fn(args: &[f64], active: &[bool], n: i32, partials: &mut [f64]) -> f64;

/// One operation of a run.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) rule: RuleId,
    pub(crate) n: i32,
    pub(crate) value: f64,
    /// Whether it is locally constant, and so no node of the derivative.
    pub(crate) flat: bool,
    /// Whether an argument whose partial is zero was not taken.
    pub(crate) chooses: bool,
    /// None of an output of an operation on lists.
    pub(crate) again: Option<Again>,
    first: usize,
    arity: usize,
}

/// How a value was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LooksAt {
    Equality,
    Order,
    Value,
}

/// A comparison that was met exactly at its edge, or a value that was read.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) value: f64,
    pub(crate) looks: LooksAt,
}

/// A recorded run of a function with n inputs. Inputs are the nodes 1 to n, steps the nodes after them.
#[derive(Default)]
pub(crate) struct Trace {
    pub(crate) inputs: usize,
    pub(crate) steps: Vec<Step>,
    args: Vec<f64>,
    nodes: Vec<u32>,
    partials: Vec<f64>,
    pub(crate) looks: Vec<Look>,
    /// The value and the node of each output.
    pub(crate) outputs: Vec<(f64, u32)>,
    /// A digest of the outcomes of comparisons and steps: equal where the same branches were taken.
    pub(crate) branches: u64,
    /// A digest of partials that look like those of a piece of a piecewise linear function.
    pub(crate) pieces: u64,
    /// The values that were stopped, in the order of the run.
    pub(crate) stopped: Vec<f64>,
    /// The operations on lists that have derivatives, but for those that were taken apart.
    pub(crate) applied: Vec<Applied>,
    /// The sizes of the inputs, of zeros 1, where there are operations on lists: their rounding goes by the largest number.
    scales: Option<Vec<f64>>,
}

/// What writes a [`Trace`].
pub(crate) struct Recorder {
    run: u32,
    keep: bool,
    /// The values stopped in the run that this one is compared with.
    frozen: Vec<f64>,
    /// The inputs.
    at: Vec<f64>,
    trace: Trace,
}

/// The rule whose result is a constant without being locally constant.
pub(crate) const STOPS: RuleId = RuleId::Table(Op::StopGradient);

/// Looks beyond this many are not kept; one is enough to tell.
const MOST_LOOKS: usize = 1 << 16;

impl Recorder {
    pub(crate) fn new(run: u32, at: &[f64], keep: bool, frozen: Vec<f64>) -> Self {
        Recorder { run, keep, frozen, at: at.to_vec(), trace: Trace { inputs: at.len(), ..Trace::default() } }
    }

    /// A value that is stopped; a constant for derivatives, and so the same in all runs that are compared.
    pub(crate) fn stop(&mut self, value: f64) -> f64 {
        let value = self.frozen.get(self.trace.stopped.len()).copied().unwrap_or(value);
        self.trace.stopped.push(value);
        value
    }

    pub(crate) fn run(&self) -> u32 {
        self.run
    }

    /// Records a step and returns its node, 0 if it carries no derivative.
    pub(crate) fn push<R: Rule<N>, const N: usize>(
        &mut self,
        at: [f64; N],
        nodes: [u32; N],
        n: i32,
        value: f64,
    ) -> u32 {
        let trace = &mut self.trace;
        if R::STEPS && R::ID != STOPS {
            trace.branches = digest(trace.branches, value.to_bits());
        }
        let mut partials = [0.0; N];
        again::<R, N>(&at, &nodes.map(|node| node != 0), n, &mut partials);
        for (&p, _) in partials.iter().zip(nodes).filter(|&(_, node)| node != 0) {
            let piece = (2.0 * p).fract() == 0.0 && p.abs() < 1e15;
            trace.pieces = digest(trace.pieces, if piece { p.to_bits() } else { 1 });
        }
        if !self.keep {
            return if R::STEPS { 0 } else { 1 };
        }
        let first = trace.args.len();
        trace.args.extend(at);
        trace.nodes.extend(nodes);
        trace.partials.extend(partials);
        let again = Some(again::<R, N> as Again);
        trace.steps.push(Step { rule: R::ID, n, value, flat: R::STEPS, chooses: R::CHOOSES, again, first, arity: N });
        if R::STEPS { 0 } else { (trace.inputs + trace.steps.len()) as u32 }
    }

    /// Tells that there are operations on lists, where the inputs are these.
    pub(crate) fn has_lists(&mut self) {
        let scale = |x: &f64| if *x == 0.0 || !x.is_finite() { 1.0 } else { x.abs() };
        let at = &self.at;
        self.trace.scales.get_or_insert_with(|| at.iter().map(scale).collect());
    }

    /// Records an operation on lists with these values and nodes, and returns the node of each output.
    pub(crate) fn push_lists<R: ArrayRule>(
        &mut self,
        rule: &R,
        x: &[&[f64]],
        nodes: &[Vec<u32>],
        y: &[f64],
    ) -> Vec<u32> {
        if !self.keep {
            return vec![1; y.len()];
        }
        let active: Vec<Vec<bool>> = nodes.iter().map(|nodes| nodes.iter().map(|&node| node != 0).collect()).collect();
        let wanted: Vec<bool> = active.iter().map(|active| active.contains(&true)).collect();
        let (numbers, nodes) = (x.concat(), nodes.concat());
        let trace = &mut self.trace;
        let rows = rows(rule, x, y, &wanted);
        if !rows.iter().flatten().any(|p| p.is_nan()) {
            trace.applied.push(Applied::new(rule, x, active, y, trace.steps.len()));
        }
        let mut outputs = Vec::with_capacity(y.len());
        for (row, &value) in rows.iter().zip(y) {
            let first = trace.args.len();
            for ((&p, &node), &at) in
                row.iter().zip(&nodes).zip(&numbers).filter(|((p, node), _)| **p != 0.0 && **node != 0)
            {
                trace.args.push(at);
                trace.nodes.push(node);
                trace.partials.push(p);
            }
            let (rule, arity) = (RuleId::User(rule.name()), trace.args.len() - first);
            trace.steps.push(Step { rule, n: 0, value, flat: false, chooses: false, again: None, first, arity });
            outputs.push((trace.inputs + trace.steps.len()) as u32);
        }
        outputs
    }

    pub(crate) fn look(&mut self, value: f64, looks: LooksAt, outcome: Option<Ordering>) {
        let trace = &mut self.trace;
        trace.branches = digest(trace.branches, outcome.map_or(3, |o| o as i8 as u64));
        let tells = looks == LooksAt::Value || outcome == Some(Ordering::Equal);
        if tells && trace.looks.len() < MOST_LOOKS {
            trace.looks.push(Look { value, looks });
        }
    }

    pub(crate) fn finish(self, outputs: Vec<(f64, u32)>) -> Trace {
        Trace { outputs, ..self.trace }
    }
}

/// One round of the FNV hash.
fn digest(state: u64, bits: u64) -> u64 {
    (state ^ bits).wrapping_mul(0x100_0000_01b3).rotate_left(5)
}

fn again<R: Rule<N>, const N: usize>(args: &[f64], active: &[bool], n: i32, partials: &mut [f64]) -> f64 {
    let (mut at, mut is_active) = ([0.0; N], [false; N]);
    at.copy_from_slice(args);
    is_active.copy_from_slice(active);
    let value = f64::apply::<R, N>(at, n);
    if R::STEPS {
        partials.fill(0.0);
    } else {
        partials.copy_from_slice(&R::partials(at, value, is_active, n));
    }
    value
}

impl Step {
    /// The operation's name: that of the table, or the path of a user's rule.
    pub(crate) fn name(&self) -> &'static str {
        match self.rule {
            RuleId::Table(op) => op.row().name,
            RuleId::User(name) => name,
        }
    }

    /// The value and the partials at other arguments; `None` where the operation does not admit them, and for those on lists.
    pub(crate) fn at(&self, args: &[f64], active: &[bool]) -> Option<(f64, Vec<f64>)> {
        if let RuleId::Table(op) = self.rule
            && !(op.row().admits)(args)
        {
            return None;
        }
        let mut partials = vec![0.0; args.len()];
        let value = self.again?(args, active, self.n, &mut partials);
        Some((value, partials))
    }
}

impl Trace {
    pub(crate) fn args(&self, step: &Step) -> &[f64] {
        &self.args[step.first..step.first + step.arity]
    }

    pub(crate) fn partials(&self, step: &Step) -> &[f64] {
        &self.partials[step.first..step.first + step.arity]
    }

    fn nodes(&self, step: &Step) -> &[u32] {
        &self.nodes[step.first..step.first + step.arity]
    }

    /// Which arguments of a step depend on an input.
    pub(crate) fn active(&self, step: &Step) -> Vec<bool> {
        self.nodes(step).iter().map(|&node| node != 0).collect()
    }

    pub(crate) fn values(&self) -> Vec<f64> {
        self.outputs.iter().map(|&(value, _)| value).collect()
    }

    /// Whether the run has used an operation whose zero may have either sign.
    pub(crate) fn has_extremum(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.rule, RuleId::Table(Op::Max | Op::Min)))
    }

    /// What a step's derivative is made of: nodes with partials. What was not taken and a step without derivative have none.
    fn edges(&self, step: &Step) -> impl Iterator<Item = (usize, f64)> {
        let edges = self.nodes(step).iter().zip(self.partials(step)).map(|(&node, &p)| (node as usize, p));
        let (flat, chooses) = (step.flat, step.chooses);
        edges.filter(move |&(node, p)| node != 0 && !flat && (p != 0.0 || !chooses))
    }

    /// The reverse sweep with |partials| from |weights| on the outputs: for every input what its derivative is a sum of,
    /// in size; and for every step whether it is reached. Where there are operations on lists, a derivative that is zero for its
    /// own sake may be a sum of terms that cancel in another engine: it then counts as large as the largest, each by the input's size.
    pub(crate) fn pull(&self, weights: &[f64]) -> (Vec<f64>, Vec<bool>) {
        let first = self.inputs + 1;
        let mut size = vec![0.0; first + self.steps.len()];
        let mut reached = vec![false; first + self.steps.len()];
        for (&(_, node), &w) in self.outputs.iter().zip(weights) {
            size[node as usize] += w.abs();
            reached[node as usize] |= w != 0.0;
        }
        for (k, step) in self.steps.iter().enumerate().rev().filter(|(_, step)| !step.flat) {
            let s = size[first + k];
            for (node, p) in self.edges(step) {
                if reached[first + k] {
                    size[node] += s * p.abs();
                    reached[node] = true;
                }
            }
        }
        let mut sizes = size[1..first].to_vec();
        if let Some(scales) = &self.scales {
            let most = sizes.iter().zip(scales).fold(0.0, |most: f64, (size, scale)| most.max(size * scale));
            // Where there is no derivative, there is no size of its terms.
            let widened = |size: f64, scale: f64| if size.is_nan() { size } else { size.max(most / scale) };
            sizes.iter_mut().zip(scales).for_each(|(size, &scale)| *size = widened(*size, scale));
        }
        (sizes, reached.split_off(first))
    }

    /// The forward sweep with |partials| along |v|: for every output what its derivative is a sum of, in size.
    pub(crate) fn push(&self, v: &[f64]) -> Vec<f64> {
        let mut size = Vec::with_capacity(self.inputs + self.steps.len() + 1);
        size.push(0.0);
        size.extend(v.iter().map(|v| v.abs()));
        for step in &self.steps {
            size.push(self.edges(step).map(|(node, p)| size[node] * p.abs()).sum());
        }
        self.outputs.iter().map(|&(_, node)| size[node as usize]).collect()
    }
}
