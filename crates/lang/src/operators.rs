//! Compiling operators.

use crate::ast::{Arithmetic, Id, Node};
use crate::code::{Code, Site};
use crate::compile::Compiler;
use crate::unit::Operand;

impl Compiler<'_> {
    /// Emits a unary or binary operation.
    pub(crate) fn finish(&mut self, id: Id, mark: u32) {
        let (code, a, b, site) = match self.ast.node(id) {
            Node::Negate(operand) => match self.pop() {
                Operand::Constant(x) => return self.operands.push(Operand::Constant(-x)),
                Operand::Register(a) => (Code::Negate, a, 0, self.operand_site(id, operand, operand)),
            },
            Node::Not(operand) => {
                let a = self.pop_register(operand);
                (Code::Not, a, 0, self.operand_site(id, operand, operand))
            }
            Node::Arithmetic(op, left, right) => {
                let (b, a) = (self.pop(), self.pop());
                if let (Operand::Constant(x), Operand::Constant(y)) = (a, b) {
                    self.unit().set_next(mark);
                    return self.operands.push(Operand::Constant(fold(op, x, y)));
                }
                self.binary(forms(op), a, b, self.operand_site(id, left, right))
            }
            Node::Power(base, exponent) => match self.integer(exponent) {
                Some(n) => {
                    let a = self.pop_register(base);
                    (Code::PowerInteger, a, n as u32, self.operand_site(id, base, exponent))
                }
                None => {
                    let (b, a) = (self.pop(), self.pop());
                    // Of two constants the left one goes through a register.
                    let a = match (a, b) {
                        (Operand::Constant(_), Operand::Constant(_)) => Operand::Register(self.register(a, base)),
                        _ => a,
                    };
                    let codes = [Code::Power, Code::PowerConstant, Code::ConstantPower];
                    self.binary(codes, a, b, self.operand_site(id, base, exponent))
                }
            },
            Node::Compare(comparison, left, right) => {
                let (b, a) = (self.pop(), self.pop());
                let (a, b) = (self.register(a, left), self.register(b, right));
                (Code::Compare(comparison), a, b, self.operand_site(id, left, right))
            }
            _ => return,
        };
        self.unit().set_next(mark);
        let operand = self.unit().emit_fresh(code, a, b, site);
        self.operands.push(operand);
    }

    /// The form of a binary operation for its operands, of which at most one is a constant.
    fn binary(&mut self, codes: [Code; 3], a: Operand, b: Operand, site: Site) -> (Code, u32, u32, Site) {
        let [both, right, left] = codes;
        match (a, b) {
            (Operand::Register(a), Operand::Register(b)) => (both, a, b, site),
            (Operand::Register(a), Operand::Constant(c)) => (right, a, self.constant(c), site),
            // Sums and products commute, to the bit.
            (Operand::Constant(c), Operand::Register(b)) if left == right => {
                let swapped = Site { operands: [site.operands[1], site.operands[0]], ..site };
                (right, b, self.constant(c), swapped)
            }
            (Operand::Constant(c), Operand::Register(b)) => (left, self.constant(c), b, site),
            (Operand::Constant(c), Operand::Constant(d)) => (right, self.constant(c), self.constant(d), site),
        }
    }

    /// The number that a literal integer stands for, with any signs before it.
    pub(crate) fn integer(&self, mut id: Id) -> Option<i32> {
        let mut negative = false;
        loop {
            match self.ast.node(id) {
                Node::Negate(a) => {
                    negative = !negative;
                    id = a;
                }
                Node::Number(x) if x.fract() == 0.0 && x <= f64::from(i32::MAX) => {
                    return Some(if negative { -(x as i32) } else { x as i32 });
                }
                _ => return None,
            }
        }
    }
}

/// The forms of an operation: of two registers, with a constant on the right, with one on the left.
fn forms(op: Arithmetic) -> [Code; 3] {
    match op {
        Arithmetic::Add => [Code::Add, Code::AddConstant, Code::AddConstant],
        Arithmetic::Subtract => [Code::Subtract, Code::SubtractConstant, Code::ConstantSubtract],
        Arithmetic::Multiply => [Code::Multiply, Code::MultiplyConstant, Code::MultiplyConstant],
        Arithmetic::Divide => [Code::Divide, Code::DivideConstant, Code::ConstantDivide],
    }
}

/// An operation on two constants: the same bits as at run time, in every engine.
fn fold(op: Arithmetic, x: f64, y: f64) -> f64 {
    match op {
        Arithmetic::Add => x + y,
        Arithmetic::Subtract => x - y,
        Arithmetic::Multiply => x * y,
        Arithmetic::Divide => x / y,
    }
}
