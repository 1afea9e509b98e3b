//! A recorded program: inputs, constants, instructions, guards, outputs.

use crate::arena::Id;
use crate::code::{Code, Keep};
use crate::error::Error;
use crate::function::Function;
use crate::guard::Guard;
use crate::node::{Node, Recorder};
use crate::operation::Operation;
use crate::sweep::Sweep;
use rules::Op;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// One instruction: the code of its function and its operands.
///
/// The last operand of a function with an integer parameter is the parameter; of a function with more than three
/// arguments the first is where its list of operands begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) code: u32,
    pub(crate) args: [u32; 3],
}

/// The code of the instructions that one call of an operation is: one for each number that it gives, in a row. The first operand
/// is the number of the call, the second that of the element.
pub(crate) const ELEMENT: u32 = u32::MAX;

/// A call of an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Called {
    pub(crate) operation: Operation,
    /// Where its operands begin in the lists, and how many there are.
    pub(crate) list: u32,
    pub(crate) operands: u32,
}

/// The list of elementary operations that a function performed, in the order in which it performed them.
///
/// Every value has an id: first the inputs, then the constants, then the instructions, each of which reads values
/// before it. A program is complete in itself: it runs, prints, and gives programs for its derivatives, without the
/// function that it was recorded from.
///
/// ```
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()])?;
/// assert_eq!(f.eval(&[0.5, 4.2])?, [0.5 * 4.2 + 0.5f64.sin()]);
/// let g = f.gradient()?;
/// assert_eq!(g.eval(&[0.5, 4.2])?, [4.2 + 0.5f64.cos(), 0.5]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) inputs: usize,
    pub(crate) constants: Vec<f64>,
    pub(crate) steps: Vec<Step>,
    pub(crate) lists: Vec<u32>,
    pub(crate) users: Vec<Function>,
    pub(crate) calls: Vec<Called>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) outputs: Vec<u32>,
    /// Tells a workspace whether its constants are those of this program.
    pub(crate) stamp: u64,
    active: OnceLock<Box<[bool]>>,
    code: OnceLock<Code>,
    sweep: OnceLock<Sweep>,
    /// The functions of the table.
    table: &'static [Function],
}

/// What a program is made of.
pub(crate) struct Parts {
    pub(crate) inputs: usize,
    pub(crate) constants: Vec<f64>,
    pub(crate) steps: Vec<Step>,
    pub(crate) lists: Vec<u32>,
    pub(crate) users: Vec<Function>,
    pub(crate) calls: Vec<Called>,
    pub(crate) guards: Vec<Guard>,
    pub(crate) outputs: Vec<u32>,
}

impl PartialEq for Program {
    /// Equal in every bit, the source lines of guards apart.
    fn eq(&self, other: &Program) -> bool {
        let bits = |p: &Program| p.constants.iter().map(|c| c.to_bits()).collect::<Vec<_>>();
        self.inputs == other.inputs
            && bits(self) == bits(other)
            && self.steps == other.steps
            && self.lists == other.lists
            && self.users == other.users
            && self.calls == other.calls
            && self.guards == other.guards
            && self.outputs == other.outputs
    }
}

/// What computes a value of a program.
///
/// ```
/// use program::{Instruction, Program};
/// let f = Program::record(1, |x| vec![x[0] * x[0]])?;
/// let Instruction::Apply { function, args, n } = f.instruction(1) else { panic!() };
/// assert_eq!((function.name(), args, n), ("mul", &[0, 0][..], 0));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Instruction<'a> {
    /// The input of that number.
    Input(usize),
    /// A number.
    Constant(f64),
    /// A function of earlier values.
    Apply {
        /// The function.
        function: &'a Function,
        /// The ids of its arguments.
        args: &'a [u32],
        /// Its integer parameter, 0 for functions without one.
        n: i32,
    },
    /// A number that an operation on lists of earlier values gives: those of one call have ids in a row, and are computed
    /// together.
    Element {
        /// The operation.
        operation: &'a Operation,
        /// The ids of its inputs' numbers, one list after the other.
        args: &'a [u32],
        /// Which of its numbers this is, from 0.
        element: usize,
    },
}

impl Program {
    /// Runs `f` once on `n` inputs and keeps what it did.
    ///
    /// Where `f` branches on values, the recording follows the branch of one arbitrary point in (0, 1)^n and is guarded:
    /// running it where a comparison turns out otherwise is an error. [`record_at`](Program::record_at) chooses the
    /// point. A `select` is recorded with both arms. An operation on matrices that has no value at the arbitrary point, as a
    /// Cholesky factorisation where the matrix is not positive definite, is recorded all the same.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// Cost: one run of `f` and a look into a hash table for each operation; equal operations are kept once.
    ///
    /// ```
    /// use program::{Error, Program};
    /// use rules::functions::{lt, select};
    /// let f = Program::record(1, |x| vec![if x[0] < 2.0 { x[0] } else { x[0] * x[0] }])?;
    /// assert!(matches!(f.eval(&[3.0]), Err(Error::BranchChanged { at: 0, .. })));
    /// let f = Program::record(1, |x| vec![select(lt(x[0], 2.0.into()), x[0], x[0] * x[0])])?;
    /// assert_eq!(f.eval(&[3.0])?, [9.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn record<F>(n: usize, f: F) -> Result<Program, Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        // Multiples of the golden ratio, less their integer parts: no two inputs are equal, none is special.
        let point: Vec<f64> = (1..=n).map(|i| (i as f64 * 0.618_033_988_749_894_9).fract()).collect();
        Program::recorded(Recorder::anywhere(n), &point, f)
    }

    /// As [`record`](Program::record), following the branches that `f` takes at `point`.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record_at(&[3.0], |x| vec![if x[0] < 2.0 { x[0] } else { x[0] * x[0] }])?;
    /// assert_eq!(f.eval(&[4.0])?, [16.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn record_at<F>(point: &[f64], f: F) -> Result<Program, Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        Program::recorded(Recorder::at_a_point(point.len()), point, f)
    }

    fn recorded<F>(recorder: Recorder, point: &[f64], f: F) -> Result<Program, Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        let inputs: Vec<Node<'_>> = (0..).zip(point).map(|(i, &x)| recorder.node(Id::input(i), x)).collect();
        let outputs: Vec<Id> = f(&inputs).into_iter().map(|y| recorder.id(y)).collect();
        recorder.into_arena().finish(&outputs).ok_or(Error::TooLarge)
    }

    pub(crate) fn from_parts(parts: Parts) -> Program {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let stamp = NEXT.fetch_add(1, Ordering::Relaxed);
        let (active, code, sweep, table) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), Function::rows());
        let Parts { inputs, constants, steps, lists, users, calls, guards, outputs } = parts;
        Program { inputs, constants, steps, lists, users, calls, guards, outputs, stamp, active, code, sweep, table }
    }

    /// The number of inputs.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + 1.0, x[0]])?;
    /// assert_eq!((f.inputs(), f.outputs().len(), f.len(), f.is_empty()), (2, 2, 2, false));
    /// // Two inputs, a constant, two operations.
    /// assert_eq!((f.values(), f.guards().len()), (5, 0));
    /// assert_eq!(f.active(), [true, true, false, true, true]);
    /// assert!(matches!(f.instruction(2), program::Instruction::Constant(1.0)));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The ids of the outputs.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }

    /// What has to hold for a replay to be right, in the order of the recording.
    pub fn guards(&self) -> &[Guard] {
        &self.guards
    }

    /// The number of operations: instructions apart from inputs and constants. One on matrices counts as many times as it gives
    /// numbers; [`statistics`](Program::statistics) counts it once.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no operations.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The number of values: inputs, constants and operations.
    pub fn values(&self) -> usize {
        self.first() + self.steps.len()
    }

    /// What computes the value with that id.
    ///
    /// # Panics
    /// If there is no such value.
    #[track_caller]
    pub fn instruction(&self, id: u32) -> Instruction<'_> {
        let at = id as usize;
        assert!(at < self.values(), "no value {at} in a program of {} values", self.values());
        match at.checked_sub(self.first()) {
            Some(j) => match self.element(&self.steps[j]) {
                Some((called, element)) => {
                    Instruction::Element { operation: &called.operation, args: self.operands(called), element }
                }
                None => {
                    let (function, args, n) = self.call(&self.steps[j]);
                    Instruction::Apply { function, args, n }
                }
            },
            None if at < self.inputs => Instruction::Input(at),
            None => Instruction::Constant(self.constants[at - self.inputs]),
        }
    }

    /// What computes each value, in the order of their ids.
    ///
    /// ```
    /// use program::{Instruction, Program};
    /// let f = Program::record(1, |x| vec![2.0 * x[0]])?;
    /// let list: Vec<_> = f.instructions().collect();
    /// assert_eq!(list[..2], [Instruction::Input(0), Instruction::Constant(2.0)]);
    /// let Instruction::Apply { function, args, .. } = list[2] else { panic!() };
    /// assert_eq!((function.name(), args), ("mul", &[1, 0][..]));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        (0..self.values() as u32).map(|id| self.instruction(id))
    }

    /// The constants, in the order of their ids.
    pub(crate) fn constants(&self) -> &[f64] {
        &self.constants
    }

    /// The id of the first instruction.
    pub(crate) fn first(&self) -> usize {
        self.inputs + self.constants.len()
    }

    /// The call that an instruction is an element of, and which.
    pub(crate) fn element(&self, step: &Step) -> Option<(&Called, usize)> {
        (step.code == ELEMENT).then(|| (&self.calls[step.args[0] as usize], step.args[1] as usize))
    }

    /// The operands of a call, one list after the other.
    pub(crate) fn operands(&self, called: &Called) -> &[u32] {
        &self.lists[called.list as usize..][..called.operands as usize]
    }

    /// The name of the function or the operation.
    pub(crate) fn called(&self, step: &Step) -> &'static str {
        self.element(step).map_or_else(|| self.call(step).0.name(), |(called, _)| called.operation.name())
    }

    /// What an instruction is computed from.
    pub(crate) fn parents<'a>(&'a self, step: &'a Step) -> &'a [u32] {
        match self.element(step) {
            Some((called, _)) => self.operands(called),
            None => self.call(step).1,
        }
    }

    /// As [`parents`](Program::parents), those of a call at its first element alone.
    pub(crate) fn reads<'a>(&'a self, step: &'a Step) -> &'a [u32] {
        if step.code == ELEMENT && step.args[1] > 0 { &[] } else { self.parents(step) }
    }

    /// The function of an instruction that is no element, its operands and its parameter.
    pub(crate) fn call<'a>(&'a self, step: &'a Step) -> (&'a Function, &'a [u32], i32) {
        let function = match self.table.get(step.code as usize) {
            Some(function) => function,
            None => &self.users[step.code as usize - self.table.len()],
        };
        let args = match function.arity() {
            n @ 0..=3 => &step.args[..n],
            n => &self.lists[step.args[0] as usize..][..n],
        };
        (function, args, if function.family() { step.args[2] as i32 } else { function.parameter() })
    }

    /// What [`eval`](Program::eval) runs.
    pub(crate) fn code(&self) -> &Code {
        self.code.get_or_init(|| Code::of(self, Keep::Outputs))
    }

    /// What a sweep runs: forward, then backward.
    pub(crate) fn sweep(&self) -> &Sweep {
        self.sweep.get_or_init(|| Sweep::of(self))
    }

    /// Which values carry a derivative, by their ids: they depend on an input, and not by locally constant functions alone.
    pub fn active(&self) -> &[bool] {
        self.active.get_or_init(|| {
            let mut active = vec![true; self.inputs];
            active.resize(self.first(), false);
            for (j, step) in self.steps.iter().enumerate() {
                if let Some((called, element)) = self.element(step) {
                    active.push(match element {
                        0 => self.operands(called).iter().any(|&a| active[a as usize]),
                        _ => active[self.first() + j - 1],
                    });
                    continue;
                }
                let (function, args, _) = self.call(step);
                let args = if function.op() == Some(Op::Select) { &args[1..] } else { args };
                active.push(!function.steps() && args.iter().any(|&a| active[a as usize]));
            }
            active.into()
        })
    }
}
