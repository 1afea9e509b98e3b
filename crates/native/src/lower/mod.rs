//! From the instructions of a program to lines of machine operations, for its values and for its gradient.

mod partials;
mod reverse;
mod value;

pub(crate) use reverse::gradient;
pub(crate) use value::Target;

use crate::Error;
use crate::list::{Id, List, NONE, Predicate, What};
use core::cmp::Ordering;
use partials::Known;
use program::{Answer, Guard, Instruction, Program, Test};

/// The lines of a program, while they are made.
struct Lowering<'p> {
    program: &'p Program,
    target: Target,
    list: List,
    /// The values of the program, by their ids there.
    values: Vec<Id>,
    /// Where a run is one for the interpreter, as a mask; none as long as nothing can be.
    strays: Id,
    known: Known,
}

/// The lines for the outputs. Of one point they leave before they write the first, where a guard turns out otherwise or a
/// precondition is broken; of several, a mask of these follows the outputs.
///
/// # Errors
/// [`Error::Operation`].
pub(crate) fn values(program: &Program, target: Target) -> Result<List, Error> {
    let mut lowering = Lowering::new(program, target);
    lowering.forward(&program.order())?;
    let outputs = program.outputs();
    let strays = lowering.strays();
    match target.lanes {
        1 => lowering.leave(),
        _ => lowering.list.act(What::Output(outputs.len() as u32), &[strays]),
    }
    for (k, &id) in (0..).zip(outputs) {
        let value = lowering.values[id as usize];
        lowering.list.act(What::Output(k), &[value]);
    }
    Ok(lowering.list)
}

impl<'p> Lowering<'p> {
    fn new(program: &'p Program, target: Target) -> Lowering<'p> {
        let (list, values) = (List::default(), vec![NONE; program.values()]);
        Lowering { program, target, list, values, strays: NONE, known: Known::default() }
    }

    /// All values, and the guards among them.
    fn forward(&mut self, order: &[u32]) -> Result<(), Error> {
        let program = self.program;
        let first = program.values() - program.len();
        for id in 0..first {
            self.values[id] = match program.instruction(id as u32) {
                Instruction::Constant(c) => self.list.number(c),
                _ => self.list.input(id),
            };
        }
        let mut guards = program.guards().iter().peekable();
        for &id in order {
            let j = id as usize - first;
            match program.instruction(id) {
                Instruction::Apply { function, args, n } => {
                    let taken: [Id; 3] =
                        core::array::from_fn(|i| args.get(i).map_or(NONE, |&a| self.values[a as usize]));
                    self.values[id as usize] = match taken.get(..args.len()) {
                        Some(args) => self.value(function, args, n),
                        None => {
                            let args: Vec<Id> = args.iter().map(|&a| self.values[a as usize]).collect();
                            self.value(function, &args, n)
                        }
                    };
                }
                Instruction::Element { operation, .. } => return Err(Error::Operation { operation: operation.name() }),
                _ => {}
            }
            while let Some(guard) = guards.next_if(|guard| guard.at <= j + 1 && self.stands(guard)) {
                self.guard(guard);
            }
        }
        guards.for_each(|guard| self.guard(guard));
        Ok(())
    }

    fn stands(&self, guard: &Guard) -> bool {
        self.values[guard.a as usize] != NONE && self.values[guard.b as usize] != NONE
    }

    /// Strays where the answer is not the one that was recorded.
    fn guard(&mut self, guard: &Guard) {
        let (a, b) = (self.values[guard.a as usize], self.values[guard.b as usize]);
        let stray = match (guard.test, guard.answer) {
            (Test::Less, Answer::Is(true)) => self.ask(Predicate::NotLess, a, b),
            (Test::Less, _) => self.ask(Predicate::Less, a, b),
            (Test::LessEqual, Answer::Is(true)) => self.ask(Predicate::NotLessEqual, a, b),
            (Test::LessEqual, _) => self.ask(Predicate::LessEqual, a, b),
            (Test::Greater, Answer::Is(true)) => self.ask(Predicate::NotLess, b, a),
            (Test::Greater, _) => self.ask(Predicate::Less, b, a),
            (Test::GreaterEqual, Answer::Is(true)) => self.ask(Predicate::NotLessEqual, b, a),
            (Test::GreaterEqual, _) => self.ask(Predicate::LessEqual, b, a),
            (Test::Equal, Answer::Is(true)) => self.ask(Predicate::NotEqual, a, b),
            (Test::Equal, _) => self.ask(Predicate::Equal, a, b),
            (Test::Order, Answer::Ordering(Some(Ordering::Less))) => self.ask(Predicate::NotLess, a, b),
            (Test::Order, Answer::Ordering(Some(Ordering::Equal))) => self.ask(Predicate::NotEqual, a, b),
            (Test::Order, Answer::Ordering(Some(Ordering::Greater))) => self.ask(Predicate::NotLess, b, a),
            (Test::Order, _) => self.ask(Predicate::Ordered, a, b),
            (Test::Value, _) | (_, _) => self.changed(a, b),
        };
        self.stray(stray);
    }

    /// Where two values have not the same bits, and are not both NaN.
    fn changed(&mut self, a: Id, b: Id) -> Id {
        let same = self.list.compute(What::SameBits, &[a, b]);
        let (a, b) = (self.ask(Predicate::Unordered, a, a), self.ask(Predicate::Unordered, b, b));
        let both = self.list.compute(What::And, &[a, b]);
        let fits = self.list.compute(What::Or, &[same, both]);
        let all = self.list.bits(u64::MAX);
        self.list.compute(What::Xor, &[fits, all])
    }

    fn ask(&mut self, predicate: Predicate, a: Id, b: Id) -> Id {
        self.list.compute(What::Compare(predicate), &[a, b])
    }

    fn stray(&mut self, mask: Id) {
        self.strays = match self.strays {
            NONE => mask,
            strays => self.list.compute(What::Or, &[strays, mask]),
        };
    }

    fn strays(&mut self) -> Id {
        match self.strays {
            NONE => self.list.bits(0),
            strays => strays,
        }
    }

    /// Leaves if the run is one for the interpreter.
    fn leave(&mut self) {
        if self.strays != NONE {
            let strays = self.strays;
            self.list.act(What::Leave, &[strays]);
        }
    }
}
