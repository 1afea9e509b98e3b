//! The value of a function: as instructions where the processor has it, as a call elsewhere.

use super::Lowering;
use crate::call::{Kind, Site};
use crate::list::{Id, Predicate, Rounding, What};
use crate::processor::Processor;
use program::Function;
use rules::Op;

/// What code is made for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) processor: Processor,
    /// How many numbers a value is.
    pub(crate) lanes: usize,
    /// Whether there is an instruction that multiplies and adds with one rounding.
    pub(crate) fuses: bool,
}

/// The largest power that is multiplied out.
const POWER: u32 = 64;

impl Lowering<'_> {
    /// A function of values.
    pub(super) fn value(&mut self, function: &Function, args: &[Id], n: i32) -> Id {
        if let Some(value) = function.op().and_then(|op| self.inline(op, args, n)) {
            return value;
        }
        let (function, few) = (*function, (1..=3).contains(&args.len()));
        if function.op().is_some() && few && !function.is_conditional() {
            if self.target.lanes > 1 {
                return self.list.work(Site { function, n, kind: Kind::Few }, args, 1)[0];
            }
            let site = self.list.site(Site { function, n, kind: Kind::Few });
            return self.list.compute(What::Call(site), args);
        }
        let found = self.list.work(Site { function, n, kind: Kind::Value }, args, 2);
        self.stray(found[1]);
        found[0]
    }

    /// Whether a function becomes instructions.
    pub(super) fn is_inline(&self, op: Op, n: i32) -> bool {
        match op {
            Op::Powi => n.unsigned_abs() <= POWER,
            Op::MulAdd => self.target.fuses,
            Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Select | Op::Sqrt | Op::Recip | Op::Abs => true,
            Op::Max | Op::Min | Op::Ge | Op::Gt | Op::Le | Op::Lt | Op::Eq | Op::Ne => true,
            Op::Floor | Op::Ceil | Op::Trunc => true,
            _ => false,
        }
    }

    fn inline(&mut self, op: Op, args: &[Id], n: i32) -> Option<Id> {
        if !self.is_inline(op, n) {
            return None;
        }
        let mut do_it = |what, args: &[Id]| Some(self.list.compute(what, args));
        match op {
            Op::Add => do_it(What::Add, args),
            Op::Sub => do_it(What::Sub, args),
            Op::Mul => do_it(What::Mul, args),
            Op::Div => do_it(What::Div, args),
            Op::Sqrt => do_it(What::Root, args),
            Op::MulAdd => do_it(What::Fused, args),
            Op::Floor => do_it(What::Round(Rounding::Down), args),
            Op::Ceil => do_it(What::Round(Rounding::Up), args),
            Op::Trunc => do_it(What::Round(Rounding::ToZero), args),
            Op::Neg => {
                let sign = self.list.number(-0.0);
                Some(self.list.compute(What::Xor, &[args[0], sign]))
            }
            Op::Abs => {
                let sign = self.list.number(-0.0);
                Some(self.list.compute(What::AndNot, &[sign, args[0]]))
            }
            Op::Recip => {
                let one = self.list.number(1.0);
                Some(self.list.compute(What::Div, &[one, args[0]]))
            }
            Op::Select => {
                let zero = self.list.number(0.0);
                let taken = self.ask(Predicate::NotEqual, args[0], zero);
                Some(self.list.compute(What::Blend, &[taken, args[1], args[2]]))
            }
            Op::Max if self.target.processor == Processor::Aarch64 => do_it(What::Greater, args),
            Op::Min if self.target.processor == Processor::Aarch64 => do_it(What::Lesser, args),
            Op::Max => Some(self.extreme(What::Most, args)),
            Op::Min => Some(self.extreme(What::Least, args)),
            Op::Ge => Some(self.truth(Predicate::LessEqual, args[1], args[0])),
            Op::Gt => Some(self.truth(Predicate::Less, args[1], args[0])),
            Op::Le => Some(self.truth(Predicate::LessEqual, args[0], args[1])),
            Op::Lt => Some(self.truth(Predicate::Less, args[0], args[1])),
            Op::Eq => Some(self.truth(Predicate::Equal, args[0], args[1])),
            Op::Ne => Some(self.truth(Predicate::NotEqual, args[0], args[1])),
            Op::Powi => Some(self.power(args[0], n)),
            _ => None,
        }
    }

    /// 1 where a comparison is true, else 0.
    fn truth(&mut self, predicate: Predicate, a: Id, b: Id) -> Id {
        let mask = self.ask(predicate, a, b);
        let one = self.list.number(1.0);
        self.list.compute(What::And, &[mask, one])
    }

    /// The greater or the lesser of two, of which a NaN loses; of two zeros the one that `f64` takes.
    fn extreme(&mut self, what: What, args: &[Id]) -> Id {
        let extreme = self.list.compute(what, &[args[1], args[0]]);
        let lost = self.ask(Predicate::Unordered, args[0], args[0]);
        self.list.compute(What::Blend, &[lost, args[1], extreme])
    }

    /// x^n in the products that `f64::powi` takes.
    fn power(&mut self, x: Id, n: i32) -> Id {
        let (mut square, mut rest, mut power) = (x, n.unsigned_abs(), None);
        loop {
            if rest & 1 != 0 {
                power = Some(power.map_or(square, |power| self.list.compute(What::Mul, &[power, square])));
            }
            rest >>= 1;
            if rest == 0 {
                break;
            }
            square = self.list.compute(What::Mul, &[square, square]);
        }
        let one = self.list.number(1.0);
        let power = power.unwrap_or(one);
        if n < 0 { self.list.compute(What::Div, &[one, power]) } else { power }
    }
}
