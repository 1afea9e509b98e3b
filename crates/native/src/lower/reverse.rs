//! The gradient: the instructions forward, then the shares of their operands from the last to the first.
//!
//! The lines compute what the interpreter's sweep computes, in its order. Adjoints are not cleared and added to: the first
//! share is taken as it is, which can differ from a sum with 0 in the sign of a zero alone, and 0 is added at the end.
//! What carries no derivative gets no adjoint; what the output does not depend on has the adjoint 0, which turns to NaN
//! beside a partial that is not finite, as in the sweep, and sends the run to the interpreter.

use super::{Lowering, Target};
use crate::Error;
use crate::list::{Id, List, NONE, Predicate, What};
use program::{Function, Instruction, Program};
use rules::Op;

/// The lines for the value and the gradient of the only output: the gradient as the outputs, the value at the
/// start of the area.
///
/// # Errors
/// [`Error::Operation`].
pub(crate) fn gradient(program: &Program, target: Target) -> Result<List, Error> {
    let mut lowering = Lowering::new(program, target);
    let order = program.order();
    lowering.forward(&order)?;
    lowering.leave();
    let output = program.outputs()[0];
    lowering.backward(&order, output);
    let value = lowering.values[output as usize];
    lowering.list.act(What::Put(0), &[value]);
    lowering.list.area = lowering.list.area.max(1);
    Ok(lowering.list)
}

impl Lowering<'_> {
    fn backward(&mut self, order: &[u32], output: u32) {
        let program = self.program;
        let mut adjoints = Adjoints { of: vec![NONE; program.values()], active: program.active() };
        let (zero, one) = (self.list.number(0.0), self.list.number(1.0));
        adjoints.of[output as usize] = one;
        for &id in order.iter().rev().filter(|id| adjoints.active[**id as usize]) {
            let Instruction::Apply { function, args, n } = program.instruction(id) else { continue };
            let w = match adjoints.of[id as usize] {
                NONE => zero,
                w => w,
            };
            match function.op() {
                Some(Op::Max) => self.rival([args[0], args[1]], false, w, &mut adjoints),
                Some(Op::Min) => self.rival([args[0], args[1]], true, w, &mut adjoints),
                Some(op) if Self::is_arithmetic(op) => self.arithmetic(op, args, w, &mut adjoints),
                _ => self.pull(function, args, n, id, w, &mut adjoints),
            }
        }
        for i in 0..program.inputs() {
            let adjoint = match adjoints.of[i] {
                NONE => zero,
                adjoint => self.list.compute(What::Add, &[adjoint, zero]),
            };
            self.list.act(What::Output(i as u32), &[adjoint]);
        }
    }

    fn arithmetic(&mut self, op: Op, args: &[u32], w: Id, adjoints: &mut Adjoints<'_>) {
        match op {
            Op::Neg => adjoints.take(&mut self.list, args[0], w),
            Op::Add => {
                adjoints.add(&mut self.list, args[0], w);
                adjoints.add(&mut self.list, args[1], w);
            }
            Op::Sub => {
                adjoints.add(&mut self.list, args[0], w);
                adjoints.take(&mut self.list, args[1], w);
            }
            Op::Mul => {
                for (to, other) in [(args[0], args[1]), (args[1], args[0])] {
                    if adjoints.active[to as usize] {
                        let share = self.times(w, self.values[other as usize]);
                        adjoints.add(&mut self.list, to, share);
                    }
                }
            }
            _ => {
                let zero = self.list.number(0.0);
                let taken = self.ask(Predicate::NotEqual, self.values[args[0] as usize], zero);
                for (what, to) in [(What::And, args[1]), (What::AndNot, args[2])] {
                    if adjoints.active[to as usize] {
                        let share = self.list.compute(what, &[taken, w]);
                        adjoints.add(&mut self.list, to, share);
                    }
                }
            }
        }
    }

    /// The shares of two of which the greater or the lesser counts, without their partials: a third of the lines. One wins
    /// that is no NaN and is not behind the other, all or, in a tie, one half.
    fn rival(&mut self, args: [u32; 2], least: bool, w: Id, adjoints: &mut Adjoints<'_>) {
        let [a, b] = args.map(|arg| self.values[arg as usize]);
        let (tie, half) = (self.ask(Predicate::Equal, a, b), self.list.number(0.5));
        let half = self.list.compute(What::Mul, &[w, half]);
        for (to, own, other) in [(args[0], a, b), (args[1], b, a)] {
            if adjoints.active[to as usize] {
                let (upper, lower) = if least { (other, own) } else { (own, other) };
                let ahead = self.ask(Predicate::NotLessEqual, upper, lower);
                let number = self.ask(Predicate::Ordered, own, own);
                let wins = self.list.compute(What::And, &[ahead, number]);
                let all = self.list.compute(What::And, &[wins, w]);
                let share = self.list.compute(What::Blend, &[tie, half, all]);
                adjoints.add(&mut self.list, to, share);
            }
        }
    }

    /// The shares of a function's arguments, by its partials.
    fn pull(&mut self, function: &Function, args: &[u32], n: i32, id: u32, w: Id, adjoints: &mut Adjoints<'_>) {
        let active: Vec<bool> = args.iter().map(|&a| adjoints.active[a as usize]).collect();
        let at: Vec<Id> = args.iter().map(|&a| self.values[a as usize]).collect();
        let d = self.partials(function, &at, self.values[id as usize], &active, n);
        for ((&to, d), _) in args.iter().zip(d).zip(active).filter(|(_, on)| *on) {
            let mut share = self.times(w, d);
            if function.chooses() {
                let zero = self.list.number(0.0);
                let won = self.ask(Predicate::NotEqual, d, zero);
                share = self.list.compute(What::And, &[won, share]);
            }
            adjoints.add(&mut self.list, to, share);
        }
    }

    fn times(&mut self, w: Id, d: Id) -> Id {
        let one = self.list.number(1.0);
        match (w == one, d == one) {
            (true, _) => d,
            (_, true) => w,
            _ => self.list.compute(What::Mul, &[w, d]),
        }
    }
}

/// The adjoints so far, by the ids of the program.
struct Adjoints<'p> {
    of: Vec<Id>,
    active: &'p [bool],
}

impl Adjoints<'_> {
    fn add(&mut self, list: &mut List, to: u32, share: Id) {
        if self.active[to as usize] {
            let adjoint = &mut self.of[to as usize];
            *adjoint = if *adjoint == NONE { share } else { list.compute(What::Add, &[*adjoint, share]) };
        }
    }

    fn take(&mut self, list: &mut List, to: u32, share: Id) {
        if self.active[to as usize] {
            let adjoint = &mut self.of[to as usize];
            *adjoint = match *adjoint {
                NONE => {
                    let sign = list.number(-0.0);
                    list.compute(What::Xor, &[share, sign])
                }
                adjoint => list.compute(What::Sub, &[adjoint, share]),
            };
        }
    }
}
