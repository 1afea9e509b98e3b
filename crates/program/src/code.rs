//! The list as an interpreter wants it: fewer, larger instructions, and places that are used again.
//!
//! Two of `+`, `-`, `*`, the first of which only the second reads, become one instruction: it rounds twice as they do,
//! and saves a dispatch, a store and a load. Guards stand among the instructions, so that their operands need not be
//! kept to the end.

use crate::array::Array;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::{Program, Step};
use rules::{Op, Rule};
use std::collections::HashMap;

/// An instruction: what it does, where its value goes, and where its operands are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    pub(crate) code: u32,
    pub(crate) to: u32,
    pub(crate) args: [u32; 3],
}

/// A program made ready to run.
///
/// A place is a number below [`places`](Code::places), or the number of a constant above it. Inputs are in the first
/// places at the start.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) list: Vec<Packed>,
    pub(crate) calls: Vec<Call>,
    /// Operands of calls with more arguments than an instruction holds.
    pub(crate) lists: Vec<u32>,
    /// The guards that are no plain comparisons.
    pub(crate) guards: Vec<(Test, Answer)>,
    pub(crate) places: usize,
    pub(crate) outputs: Vec<u32>,
    pub(crate) arrays: Vec<Array>,
    /// How many things there are that several operations on matrices share.
    pub(crate) shared: usize,
}

/// A function with its integer parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) function: Function,
    pub(crate) n: i32,
}

/// Whether the value of an instruction stays where it is to the end.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Keep {
    /// Each has a place of its own, in order.
    All,
    /// A place is given to another value once the last reader is done.
    Outputs,
}

pub(crate) const NEG: u32 = 0;
pub(crate) const ADD: u32 = 1;
pub(crate) const SUB: u32 = 2;
pub(crate) const MUL: u32 = 3;
pub(crate) const DIV: u32 = 4;
pub(crate) const SELECT: u32 = 5;
/// The first of the fused pairs of `pairs!`: four times the inner operation, plus the outer one.
const PAIR: u32 = 6;
pub(crate) const ADD_ADD: u32 = PAIR;
pub(crate) const ADD_SUB: u32 = PAIR + 1;
pub(crate) const ADD_RSUB: u32 = PAIR + 2;
pub(crate) const ADD_MUL: u32 = PAIR + 3;
pub(crate) const SUB_ADD: u32 = PAIR + 4;
pub(crate) const SUB_SUB: u32 = PAIR + 5;
pub(crate) const SUB_RSUB: u32 = PAIR + 6;
pub(crate) const SUB_MUL: u32 = PAIR + 7;
pub(crate) const MUL_ADD: u32 = PAIR + 8;
pub(crate) const MUL_SUB: u32 = PAIR + 9;
pub(crate) const MUL_RSUB: u32 = PAIR + 10;
pub(crate) const MUL_MUL: u32 = PAIR + 11;
/// A guard that is no plain comparison; the third operand is its number among these.
pub(crate) const GUARD: u32 = PAIR + 12;
/// Guards of a plain comparison that was true, in the order of [`COMPARISONS`].
pub(crate) const LESS: u32 = GUARD + 1;
pub(crate) const LESS_EQUAL: u32 = LESS + 1;
pub(crate) const GREATER: u32 = LESS + 2;
pub(crate) const GREATER_EQUAL: u32 = LESS + 3;
pub(crate) const EQUAL: u32 = LESS + 4;
/// And of one that was false.
pub(crate) const NOT_LESS: u32 = EQUAL + 1;
pub(crate) const NOT_LESS_EQUAL: u32 = NOT_LESS + 1;
pub(crate) const NOT_GREATER: u32 = NOT_LESS + 2;
pub(crate) const NOT_GREATER_EQUAL: u32 = NOT_LESS + 3;
pub(crate) const NOT_EQUAL: u32 = NOT_LESS + 4;
/// An operation on lists: its number among these, and its operands as a part of the lists.
pub(crate) const ARRAY: u32 = u32::MAX;
/// Where the value of a guard goes.
const NOWHERE: u32 = u32::MAX;
/// The first of the calls.
pub(crate) const CALL: u32 = NOT_EQUAL + 1;

const COMPARISONS: [Test; 5] = [Test::Less, Test::LessEqual, Test::Greater, Test::GreaterEqual, Test::Equal];

/// Calls a macro with the fused pairs: their codes, the inner operation of the first two operands, the
/// outer one of that and the third operand, and on which side of it the inner result stands.
macro_rules! pairs {
    ($use:ident) => {
        $use! {
            ADD_ADD Add Add left, ADD_SUB Add Sub left, ADD_RSUB Add Sub right, ADD_MUL Add Mul left,
            SUB_ADD Sub Add left, SUB_SUB Sub Sub left, SUB_RSUB Sub Sub right, SUB_MUL Sub Mul left,
            MUL_ADD Mul Add left, MUL_SUB Mul Sub left, MUL_RSUB Mul Sub right, MUL_MUL Mul Mul left
        }
    };
}
pub(crate) use pairs;

/// An inner operation on the left of an outer one.
#[inline(always)]
pub(crate) fn left<I: Rule<2>, O: Rule<2>>([a, b, c]: [f64; 3]) -> f64 {
    O::value([I::value([a, b], 0), c], 0)
}

/// An inner operation on the right of an outer one.
#[inline(always)]
pub(crate) fn right<I: Rule<2>, O: Rule<2>>([a, b, c]: [f64; 3]) -> f64 {
    O::value([c, I::value([a, b], 0)], 0)
}

impl Code {
    /// Cost: some tens of nanoseconds for each operation.
    pub(crate) fn of(program: &Program, keep: Keep) -> Code {
        let (list, calls, lists, guards, outputs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let arrays = Vec::new();
        let mut code = Code { list, calls, lists, guards, places: 0, outputs, arrays, shared: 0 };
        code.choose(program, &mut HashMap::new());
        code.give_places(program, keep);
        code.find_arrays(program);
        code
    }

    /// The instructions, with ids in place of places.
    fn choose(&mut self, program: &Program, known: &mut HashMap<(u32, i32), u32>) {
        let inner = absorbed(program);
        self.list.reserve(program.steps.len() + program.guards.len());
        let mut guards = program.guards.iter().peekable();
        for (j, step) in program.steps.iter().enumerate() {
            while let Some(guard) = guards.next_if(|g| g.at <= j) {
                self.guard(guard);
            }
            let to = (program.first() + j) as u32;
            match inner[j] {
                Inner::Absorbed => {}
                Inner::None => self.single(program, step, to, known),
                Inner::Left | Inner::Right => {
                    let (k, other) = match inner[j] {
                        Inner::Right => (step.args[1], step.args[0]),
                        _ => (step.args[0], step.args[1]),
                    };
                    let from = &program.steps[k as usize - program.first()];
                    let outer = match (step.code, inner[j] == Inner::Right) {
                        (MULTIPLY, _) => 3,
                        (SUBTRACT, right) => 1 + u32::from(right),
                        _ => 0,
                    };
                    let code = PAIR + 4 * (simple(from.code) - ADD) + outer;
                    self.list.push(Packed { code, to, args: [from.args[0], from.args[1], other] });
                }
            }
        }
        guards.for_each(|guard| self.guard(guard));
    }

    fn single(&mut self, program: &Program, step: &Step, to: u32, known: &mut HashMap<(u32, i32), u32>) {
        if let Some((called, element)) = program.element(step) {
            if element == 0 {
                let args = [self.arrays.len(), self.lists.len(), called.operands as usize].map(|word| word as u32);
                self.lists.extend(program.operands(called));
                self.arrays.push(Array::of(&called.operation));
                self.list.push(Packed { code: ARRAY, to, args });
            }
            return;
        }
        let mut args = step.args;
        let code = match simple(step.code) {
            CALL => {
                let (&function, all, n) = program.call(step);
                if fits(&function) {
                    args = core::array::from_fn(|i| *all.get(i).unwrap_or(&all[0]));
                } else {
                    args = [self.lists.len() as u32; 3];
                    self.lists.extend(all);
                }
                *known.entry((step.code, n)).or_insert_with(|| {
                    self.calls.push(Call { function, n });
                    CALL + self.calls.len() as u32 - 1
                })
            }
            code => code,
        };
        self.list.push(Packed { code, to, args });
    }

    /// The call that an instruction is.
    #[inline(always)]
    pub(crate) fn call(&self, packed: &Packed) -> &Call {
        &self.calls[(packed.code - CALL) as usize]
    }

    fn guard(&mut self, guard: &Guard) {
        let comparison = COMPARISONS.iter().position(|&known| known == guard.test);
        let (code, number) = match (comparison, guard.answer) {
            (Some(k), Answer::Is(true)) => (LESS + k as u32, 0),
            (Some(k), Answer::Is(false)) => (NOT_LESS + k as u32, 0),
            _ => {
                self.guards.push((guard.test, guard.answer));
                (GUARD, self.guards.len() as u32 - 1)
            }
        };
        self.list.push(Packed { code, to: NOWHERE, args: [guard.a, guard.b, number] });
    }

    /// Puts places where the ids are.
    fn give_places(&mut self, program: &Program, keep: Keep) {
        let mut last = vec![0; program.values()];
        if keep == Keep::Outputs {
            for (i, packed) in (1..).zip(&self.list) {
                reads(&self.calls, &self.lists, packed).iter().for_each(|&id| last[id as usize] = i);
            }
        }
        program.outputs.iter().for_each(|&id| last[id as usize] = usize::MAX);
        let first = program.first();
        let constant = |id: u32| (program.inputs..first).contains(&(id as usize));
        let mut place = vec![u32::MAX; program.values()];
        (0..program.inputs).for_each(|i| place[i] = i as u32);
        let (mut free, mut next) = (Vec::new(), program.inputs as u32);
        for (i, packed) in (1..).zip(&self.list) {
            if keep == Keep::Outputs {
                for &id in reads(&self.calls, &self.lists, packed) {
                    // Once, also where an instruction reads it twice.
                    if last[id as usize] == i && !constant(id) {
                        last[id as usize] = 0;
                        free.push(place[id as usize]);
                    }
                }
            }
            if packed.code == ARRAY {
                let outputs = self.arrays[packed.args[0] as usize].operation.outputs() as u32;
                (0..outputs).for_each(|k| place[(packed.to + k) as usize] = next + k);
                next += outputs;
            } else if packed.to != NOWHERE {
                let to = free.pop().unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                place[packed.to as usize] = to;
            }
        }
        self.places = next as usize;
        (program.inputs..first).for_each(|id| place[id] = next + (id - program.inputs) as u32);
        let of = |id: &mut u32| *id = place[*id as usize];
        self.lists.iter_mut().for_each(of);
        for packed in &mut self.list {
            let count = places_in(&self.calls, packed);
            packed.args[..count].iter_mut().for_each(of);
            if packed.to != NOWHERE {
                of(&mut packed.to);
            }
        }
        self.outputs = program.outputs.iter().map(|&id| place[id as usize]).collect();
    }
}

/// Whether a function has its operands in the instruction, and no list of them.
#[inline(always)]
pub(crate) fn fits(function: &Function) -> bool {
    (1..=3).contains(&function.arity())
}

/// How many of an instruction's three operands are places; those that it does not read are as the first.
fn places_in(calls: &[Call], packed: &Packed) -> usize {
    match packed.code {
        ARRAY => 0,
        NEG => 1,
        ADD..=DIV | GUARD..CALL => 2,
        SELECT..GUARD => 3,
        code if fits(&calls[(code - CALL) as usize].function) => 3,
        _ => 0,
    }
}

/// All operands of an instruction.
pub(crate) fn reads<'a>(calls: &[Call], lists: &'a [u32], packed: &'a Packed) -> &'a [u32] {
    if packed.code == ARRAY {
        return &lists[packed.args[1] as usize..][..packed.args[2] as usize];
    }
    let call = packed.code.checked_sub(CALL).map(|k| &calls[k as usize].function);
    match call {
        Some(function) if fits(function) => &packed.args[..function.arity()],
        Some(function) => &lists[packed.args[0] as usize..][..function.arity()],
        None => &packed.args[..places_in(calls, packed)],
    }
}

const MULTIPLY: u32 = Op::Mul as u32;
const SUBTRACT: u32 = Op::Sub as u32;

/// The code of an operation that is not called.
fn simple(code: u32) -> u32 {
    const OF: [(Op, u32); 6] =
        [(Op::Neg, NEG), (Op::Add, ADD), (Op::Sub, SUB), (Op::Mul, MUL), (Op::Div, DIV), (Op::Select, SELECT)];
    OF.iter().find(|(op, _)| *op as u32 == code).map_or(CALL, |(_, code)| *code)
}

impl Program {
    /// The ids of the operations in the order in which they are run: as they were recorded, but an operation that another
    /// one takes in stands just before it. The sweep goes through them from the last to the first.
    ///
    /// Cost: some nanoseconds for each operation.
    ///
    /// ```
    /// // Both products are made before the quotient; the sum takes in the second one, which stands just before it.
    /// let f = program::Program::record(2, |x| {
    ///     let (a, b) = (x[0] * x[1], x[0] * x[0]);
    ///     let q = x[0] / x[1];
    ///     vec![a + b, q]
    /// })?;
    /// let mut order = f.order();
    /// assert_ne!(order, [2, 3, 4, 5]);
    /// order.sort();
    /// assert_eq!(order, [2, 3, 4, 5]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn order(&self) -> Vec<u32> {
        let (first, inner) = (self.first() as u32, absorbed(self));
        let mut order = Vec::with_capacity(inner.len());
        for (id, (step, inner)) in (first..).zip(self.steps.iter().zip(&inner)) {
            match inner {
                Inner::Absorbed => continue,
                Inner::None => {}
                Inner::Left => order.push(step.args[0]),
                Inner::Right => order.push(step.args[1]),
            }
            order.push(id);
        }
        order
    }
}

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq)]
enum Inner {
    /// It stands alone.
    None,
    /// It takes in its left operand.
    Left,
    /// It takes in its right operand.
    Right,
    /// Its only reader takes it in.
    Absorbed,
}

/// Which instructions are taken in by which.
fn absorbed(program: &Program) -> Vec<Inner> {
    let first = program.first();
    let mut readers = vec![0u32; program.values()];
    let mut read = |id: u32| readers[id as usize] += 1;
    program.steps.iter().for_each(|step| program.reads(step).iter().for_each(|&id| read(id)));
    program.guards.iter().for_each(|guard| [guard.a, guard.b].into_iter().for_each(&mut read));
    program.outputs.iter().for_each(|&id| read(id));
    let mut inner = vec![Inner::None; program.steps.len()];
    for (j, step) in program.steps.iter().enumerate() {
        if !(ADD..=MUL).contains(&simple(step.code)) {
            continue;
        }
        let fits = |id: u32, inner: &[Inner]| {
            let k = (id as usize).checked_sub(first)?;
            let alone = readers[id as usize] == 1 && inner[k] == Inner::None;
            (alone && (ADD..=MUL).contains(&simple(program.steps[k].code))).then_some(k)
        };
        let choice = [(Inner::Left, step.args[0]), (Inner::Right, step.args[1])]
            .into_iter()
            .filter_map(|(side, id)| fits(id, &inner).map(|k| (k, side)))
            .max_by_key(|(k, _)| *k);
        if let Some((k, side)) = choice {
            inner[k] = Inner::Absorbed;
            inner[j] = side;
        }
    }
    inner
}
