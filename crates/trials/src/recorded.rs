//! A number that records what is computed on it, for the engines to replay.
//!
//! The twins run on this number alone: were each compiled for every engine, the tests would take minutes to build.

use core::cell::RefCell;
use rules::{Lift, Number, Op, Rule, RuleId, Scalar};

thread_local! {
    static STEPS: RefCell<Vec<Step>> = const { RefCell::new(Vec::new()) };
}

/// A value, and which step of the recording gave it.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<T> {
    value: T,
    node: u32,
}

/// An operation on the results of earlier steps, or on constants.
#[derive(Clone, Copy, Debug)]
struct Step {
    op: Op,
    args: [Operand; 3],
    arity: usize,
    n: i32,
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    Node(u32),
    Constant(f64),
}

/// The node of what does not depend on any input.
const NOWHERE: u32 = u32::MAX;

/// All that a function computes from its inputs at one point.
pub struct Recording {
    steps: Vec<Step>,
    outputs: Vec<Operand>,
}

impl Recording {
    /// Runs `f` at `x`; returns its outputs too.
    pub fn new<S: Scalar>(x: &[S], f: impl FnOnce(&[Recorded<S>]) -> Vec<Recorded<S>>) -> (Vec<S>, Recording) {
        STEPS.take();
        // Inputs count as the first nodes.
        let inputs: Vec<Recorded<S>> = x.iter().zip(0..).map(|(&value, node)| Recorded { value, node }).collect();
        STEPS.with_borrow_mut(|steps| {
            steps.resize(x.len(), Step { op: Op::Neg, args: [Operand::Constant(0.0); 3], arity: 0, n: 0 });
        });
        let outputs = f(&inputs);
        let values = outputs.iter().map(|y| y.value).collect();
        let outputs = outputs.iter().map(|y| y.operand()).collect();
        (values, Recording { steps: STEPS.take(), outputs })
    }

    /// Computes the outputs from other inputs, on any number.
    pub fn replay<T: Number>(&self, x: &[T]) -> Vec<T> {
        let mut values = x.to_vec();
        let read = |values: &[T], operand: Operand| match operand {
            Operand::Node(node) => values[node as usize],
            Operand::Constant(c) => T::constant(T::Scalar::from_f64(c)),
        };
        for step in &self.steps[x.len()..] {
            let args = step.args.map(|operand| read(&values, operand));
            values.push(step.op.apply(&args[..step.arity], step.n));
        }
        self.outputs.iter().map(|&operand| read(&values, operand)).collect()
    }
}

impl<T: Number> Recorded<T> {
    fn operand(self) -> Operand {
        if self.node == NOWHERE {
            Operand::Constant(self.value.known().map_or(f64::NAN, Scalar::to_f64))
        } else {
            Operand::Node(self.node)
        }
    }
}

impl<T: Number> Number for Recorded<T> {
    type Scalar = T::Scalar;

    fn constant(c: T::Scalar) -> Self {
        Recorded { value: T::constant(c), node: NOWHERE }
    }

    #[inline(never)]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = T::apply::<R, N>(args.map(|a| a.value), n);
        let RuleId::Table(op) = R::ID else { unreachable!("programs have no rules of their own") };
        if args.iter().all(|a| a.node == NOWHERE) {
            return Recorded { value, node: NOWHERE };
        }
        let mut operands = [Operand::Constant(0.0); 3];
        for (operand, arg) in operands.iter_mut().zip(args) {
            *operand = arg.operand();
        }
        let node = STEPS.with_borrow_mut(|steps| {
            steps.push(Step { op, args: operands, arity: N, n });
            steps.len() - 1
        });
        Recorded { value, node: node as u32 }
    }

    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    fn has_nan(self) -> bool {
        self.value.has_nan()
    }

    fn is_constant(self) -> bool {
        self.node == NOWHERE
    }
}

impl<T: Number> Lift for Recorded<T> {
    type Inner = T;

    fn lift(inner: T) -> Self {
        Recorded { value: inner, node: NOWHERE }
    }
}

impl<T: core::fmt::Display> core::fmt::Display for Recorded<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(&self.value, f)
    }
}

rules::number_operators! { [T: Number] Recorded<T>, value: T }
