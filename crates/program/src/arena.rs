//! Where a program grows: instructions and constants, each kept once.

use crate::function::Function;
use crate::guard::Guard;
use crate::hash::Key;
use crate::interner::Interner;
use crate::operation::Operation;
use crate::program::{Called, ELEMENT, Parts, Program, Step};
use rules::{Op, ROWS, RuleId};
use std::collections::HashMap;

/// The mark of an id that counts constants, not inputs and instructions, while a program grows.
const CONSTANT: u32 = 1 << 31;

/// An input, an instruction or a constant of an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(u32);

impl Id {
    pub(crate) fn input(i: usize) -> Id {
        Id(i as u32)
    }
}

/// A program that grows.
#[derive(Default)]
pub(crate) struct Arena {
    inputs: usize,
    constants: Vec<f64>,
    steps: Vec<Step>,
    /// Operands of functions with more arguments than an instruction holds.
    lists: Vec<u32>,
    users: Vec<Function>,
    calls: Vec<Called>,
    guards: Vec<Guard>,
    /// More instructions were asked for than ids can number.
    full: bool,
    by_bits: HashMap<u64, Id, Key>,
    by_step: Interner,
    by_list: HashMap<(u32, Vec<u32>), Id, Key>,
    /// Calls by their operands, with their first elements.
    by_operands: HashMap<Vec<u32>, Vec<(usize, Id)>, Key>,
}

impl Arena {
    pub(crate) fn new(inputs: usize) -> Arena {
        Arena { inputs, full: inputs >= CONSTANT as usize, ..Arena::default() }
    }

    /// With room for that many instructions and constants.
    pub(crate) fn with_room(inputs: usize, steps: usize, constants: usize) -> Arena {
        let mut arena = Arena::new(inputs);
        arena.steps.reserve(steps);
        arena.by_step = Interner::with_room(steps);
        arena.constants.reserve(constants);
        arena.by_bits.reserve(constants);
        arena
    }

    pub(crate) fn constant(&mut self, c: f64) -> Id {
        let next = Id(CONSTANT | self.constants.len() as u32);
        let id = *self.by_bits.entry(c.to_bits()).or_insert(next);
        if id == next {
            self.constants.push(c);
        }
        id
    }

    pub(crate) fn known(&self, id: Id) -> Option<f64> {
        (id.0 & CONSTANT != 0).then(|| self.constants[(id.0 & !CONSTANT) as usize])
    }

    /// The operation of the table that an id stands for, its operands, and its parameter, which is of use for a family
    /// alone; none for inputs, constants and rules of the user's.
    pub(crate) fn instruction(&self, id: Id) -> Option<(Op, [Id; 3], i32)> {
        let at = (id.0 as usize).checked_sub(self.inputs).filter(|_| id.0 & CONSTANT == 0)?;
        let step = self.steps.get(at)?;
        ROWS.get(step.code as usize).map(|row| (row.op, step.args.map(Id), step.args[2] as i32))
    }

    /// An instruction, or the one that computes the same already.
    pub(crate) fn push(&mut self, function: &Function, args: &[Id], n: i32) -> Id {
        let next = self.inputs + self.steps.len();
        if next >= CONSTANT as usize - 1 {
            self.full = true;
            return Id(0);
        }
        let next = Id(next as u32);
        let code = self.code(function.with_parameter(n));
        let mut step = Step { code, args: [0; 3] };
        if args.len() > 3 {
            let list: Vec<u32> = args.iter().map(|a| a.0).collect();
            if let Some(&id) = self.by_list.get(&(code, list.clone())) {
                return id;
            }
            step.args[0] = self.lists.len() as u32;
            self.lists.extend(&list);
            self.by_list.insert((code, list), next);
        } else {
            for (to, arg) in step.args.iter_mut().zip(args) {
                *to = arg.0;
            }
            if function.family() {
                step.args[2] = n as u32;
            }
            if let Some(known) = self.by_step.find_or_note(&self.steps, &step, CONSTANT) {
                return Id((self.inputs + known) as u32);
            }
        }
        self.steps.push(step);
        next
    }

    /// A call of an operation with its inputs one after the other, or the one that computes the same already: its elements, in
    /// a row.
    pub(crate) fn push_call(&mut self, operation: &Operation, operands: &[Id]) -> impl Iterator<Item = Id> + use<> {
        let count = operation.outputs();
        let first = self.call_of(operation, operands).unwrap_or_else(|| {
            self.full = true;
            Id(0)
        });
        let step = u32::from(!self.full);
        (0..count as u32).map(move |k| Id(first.0 + k * step))
    }

    fn call_of(&mut self, operation: &Operation, operands: &[Id]) -> Option<Id> {
        let list: Vec<u32> = operands.iter().map(|a| a.0).collect();
        let next = self.inputs + self.steps.len();
        let fits = |count: usize, more: usize| count.checked_add(more).is_some_and(|all| all < CONSTANT as usize);
        if !fits(next, operation.outputs()) || !fits(self.lists.len(), list.len()) {
            return None;
        }
        let known = self.by_operands.entry(list.clone()).or_default();
        if let Some(&(_, first)) = known.iter().find(|(call, _)| self.calls[*call].operation == *operation) {
            return Some(first);
        }
        let (call, first) = (self.calls.len(), Id(next as u32));
        known.push((call, first));
        let called =
            Called { operation: operation.clone(), list: self.lists.len() as u32, operands: list.len() as u32 };
        self.lists.extend(list);
        self.calls.push(called);
        let elements = 0..operation.outputs() as u32;
        self.steps.extend(elements.map(|element| Step { code: ELEMENT, args: [call as u32, element, 0] }));
        Some(first)
    }

    /// The instruction of a row of two arguments, if it is there.
    pub(crate) fn find(&self, function: &Function, [a, b]: &[Id; 2]) -> Option<Id> {
        let step = Step { code: function.op()? as u32, args: [a.0, b.0, 0] };
        self.by_step.find(&self.steps, &step, CONSTANT).map(|known| Id((self.inputs + known) as u32))
    }

    fn code(&mut self, function: Function) -> u32 {
        match function.id() {
            RuleId::Table(op) => op as u32,
            RuleId::User(_) => {
                let found = self.users.iter().position(|user| *user == function);
                let at = found.unwrap_or_else(|| {
                    self.users.push(function);
                    self.users.len() - 1
                });
                (ROWS.len() + at) as u32
            }
        }
    }

    /// Keeps what steered the recording; the same question asked again has the same answer.
    pub(crate) fn guard(&mut self, guard: &Guard, a: Id, b: Id) {
        let same = |old: &Guard| old.test == guard.test && (old.a, old.b) == (a.0, b.0);
        if !self.guards.iter().rev().take(8).any(same) {
            self.guards.push(Guard { a: a.0, b: b.0, at: self.steps.len(), ..*guard });
        }
    }

    /// The program with these outputs; none if it is too large. Constants are numbered in the order of their use.
    pub(crate) fn finish(self, outputs: &[Id]) -> Option<Program> {
        let Arena { inputs, constants, mut steps, mut lists, users, calls, mut guards, full, .. } = self;
        let mut outputs: Vec<u32> = outputs.iter().map(|id| id.0).collect();
        if full || inputs + constants.len() + steps.len() >= CONSTANT as usize {
            return None;
        }
        let mut order = Order { number: vec![u32::MAX; constants.len()], used: Vec::new() };
        let arity = |code: u32| arity(code, &users);
        for step in &steps {
            if step.code == ELEMENT {
                if step.args[1] == 0 {
                    let Called { list, operands, .. } = &calls[step.args[0] as usize];
                    lists[*list as usize..][..*operands as usize].iter().for_each(|&a| order.meet(a));
                }
                continue;
            }
            match arity(step.code) {
                n @ 0..=3 => step.args[..n].iter().for_each(|&a| order.meet(a)),
                n => lists[step.args[0] as usize..][..n].iter().for_each(|&a| order.meet(a)),
            }
        }
        guards.iter().for_each(|g| [g.a, g.b].into_iter().for_each(|a| order.meet(a)));
        outputs.iter().for_each(|&a| order.meet(a));

        let shift = order.used.len() as u32;
        let place = |id: &mut u32| {
            *id = match *id & CONSTANT {
                0 if (*id as usize) < inputs => *id,
                0 => *id + shift,
                _ => inputs as u32 + order.number[(*id & !CONSTANT) as usize],
            };
        };
        for step in steps.iter_mut().filter(|step| step.code != ELEMENT) {
            let n = arity(step.code);
            step.args.iter_mut().take(if n > 3 { 0 } else { n }).for_each(place);
        }
        lists.iter_mut().for_each(place);
        outputs.iter_mut().for_each(place);
        guards.iter_mut().for_each(|g| [&mut g.a, &mut g.b].into_iter().for_each(place));
        let constants = order.used.iter().map(|&k| constants[k as usize]).collect();
        Some(Program::from_parts(Parts { inputs, constants, steps, lists, users, calls, guards, outputs }))
    }
}

/// The number of arguments of the function with that code.
pub(crate) fn arity(code: u32, users: &[Function]) -> usize {
    match ROWS.get(code as usize) {
        Some(row) => row.arity,
        None => users[code as usize - ROWS.len()].arity(),
    }
}

/// The order in which constants are used.
struct Order {
    number: Vec<u32>,
    used: Vec<u32>,
}

impl Order {
    fn meet(&mut self, id: u32) {
        let k = id & !CONSTANT;
        if id & CONSTANT != 0 && self.number[k as usize] == u32::MAX {
            self.number[k as usize] = self.used.len() as u32;
            self.used.push(k);
        }
    }
}
