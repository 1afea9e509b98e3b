//! The partials of a function: as lines where they are short, as a call elsewhere.

use super::Lowering;
use crate::call::{Kind, Site};
use crate::list::{Id, NONE};
use program::{Function, Instruction, Program};
use rules::Op;
use std::collections::HashMap;
use std::rc::Rc;

/// Partials as programs of the arguments and the value, by function, parameter and active arguments; none where a call is
/// better.
#[derive(Default)]
pub(super) struct Known(HashMap<(u32, i32, u8), Option<Rc<Program>>>);

/// The most operations that partials have as lines.
const LONGEST: usize = 12;

impl Lowering<'_> {
    /// The partials of `y` by the active arguments; anything for the others.
    pub(super) fn partials(&mut self, function: &Function, args: &[Id], y: Id, active: &[bool], n: i32) -> Vec<Id> {
        match self.known_partials(function, active, n) {
            Some(partials) => self.written(&partials, args, y),
            None => {
                let site = Site { function: *function, n, kind: Kind::Partials(active.into()) };
                let operands: Vec<Id> = args.iter().copied().chain([y]).collect();
                self.list.work(site, &operands, args.len())
            }
        }
    }

    fn known_partials(&mut self, function: &Function, active: &[bool], n: i32) -> Option<Rc<Program>> {
        let op = function.op()?;
        let mask = active.iter().fold(0, |mask, &on| 2 * mask + u8::from(on));
        if let Some(known) = self.known.0.get(&(op as u32, n, mask)) {
            return known.clone();
        }
        let program = function.partials_program(active, n).ok();
        let fit = program.filter(|program| self.is_short(program)).map(Rc::new);
        self.known.0.insert((op as u32, n, mask), fit.clone());
        fit
    }

    /// Whether partials are few lines, and at most one call.
    fn is_short(&self, partials: &Program) -> bool {
        let mut calls = 0;
        for instruction in partials.instructions() {
            match instruction {
                Instruction::Apply { function, n, .. } => match function.op() {
                    Some(op) if self.is_inline(op, n) => {}
                    Some(_) if !function.is_conditional() => calls += 1,
                    _ => return false,
                },
                Instruction::Element { .. } => return false,
                _ => {}
            }
        }
        calls <= 1 && partials.len() <= LONGEST && partials.guards().is_empty()
    }

    /// A program of the arguments and the value, as lines.
    fn written(&mut self, partials: &Program, args: &[Id], y: Id) -> Vec<Id> {
        let mut values: Vec<Id> = args.iter().copied().chain([y]).collect();
        for instruction in partials.instructions().skip(values.len()) {
            let value = match instruction {
                Instruction::Constant(c) => self.list.number(c),
                Instruction::Apply { function, args, n } => {
                    let of: [Id; 3] = core::array::from_fn(|i| args.get(i).map_or(NONE, |&a| values[a as usize]));
                    self.value(function, &of[..args.len()], n)
                }
                _ => NONE,
            };
            values.push(value);
        }
        partials.outputs().iter().map(|&id| values[id as usize]).collect()
    }

    /// Whether partials of a function are found without a call, so that asking for them costs nothing.
    pub(super) fn is_arithmetic(op: Op) -> bool {
        matches!(op, Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Select)
    }
}
