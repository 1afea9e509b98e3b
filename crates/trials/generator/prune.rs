//! Leaving parts of a program out, to make it smaller.
//!
//! Statements and composed expressions are numbered in the order in which they stand. A statement that is left out is
//! gone, an expression is replaced by the first float in it. What is left need not compile.

use super::tree::*;

/// The program without these parts; returns how many parts it had.
pub(crate) fn prune(program: &mut Program, drop: &[usize]) -> usize {
    let mut pruner = Pruner { drop, next: 0 };
    for f in program.helpers.iter_mut().chain([&mut program.main]) {
        pruner.block(&mut f.body);
        pruner.give(&mut f.give);
    }
    pruner.next
}

struct Pruner<'a> {
    drop: &'a [usize],
    next: usize,
}

impl Pruner<'_> {
    /// Whether the next part is left out.
    fn gone(&mut self) -> bool {
        self.next += 1;
        self.drop.contains(&(self.next - 1))
    }

    fn block(&mut self, stmts: &mut Vec<Stmt>) {
        stmts.retain_mut(|stmt| {
            let gone = self.gone();
            self.statement(stmt);
            !gone
        });
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Let { value, .. }
            | Stmt::LetFilled { value, .. }
            | Stmt::Assign { value, .. }
            | Stmt::Fill(_, value) => {
                self.expr(value);
            }
            Stmt::LetTuple { values, .. }
            | Stmt::LetPair { values, .. }
            | Stmt::LetList { values, .. }
            | Stmt::Text(_, values)
            | Stmt::Made { values, .. } => {
                self.exprs(values);
            }
            Stmt::Around { values, body, .. } => {
                self.exprs(values);
                self.block(body);
            }
            Stmt::Match { arms, .. } => {
                for (_, body) in arms {
                    self.block(body);
                }
            }
            Stmt::Lambda { value, .. } => self.expr(value),
            Stmt::LetTupleCall { args, .. } | Stmt::LetArrayCall { args, .. } | Stmt::Call(_, args) => self.args(args),
            Stmt::LetFlag { value, .. } | Stmt::Assert(value) => self.condition(value),
            Stmt::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.condition(condition);
                    self.block(body);
                }
                if let Some(body) = otherwise {
                    if self.gone() {
                        body.clear();
                    }
                    self.block(body);
                }
            }
            Stmt::While { condition, body } => {
                self.condition(condition);
                self.block(body);
            }
            Stmt::For { body, .. } | Stmt::Loop(body) | Stmt::Scope(body) => self.block(body),
            Stmt::Return(give) => self.give(give),
            Stmt::LetInt { .. }
            | Stmt::LetCopy { .. }
            | Stmt::LetView { .. }
            | Stmt::Split { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Count { .. }
            | Stmt::Copy(..)
            | Stmt::Swap(..)
            | Stmt::Exchange(..)
            | Stmt::AssertEqual(..) => {}
        }
    }

    fn give(&mut self, give: &mut Give) {
        match give {
            Give::Float(e) | Give::Filled(e, _) => self.expr(e),
            Give::Tuple(values) | Give::Array(values) => self.exprs(values),
            Give::Truth(condition) => self.condition(condition),
            Give::Nothing | Give::Vector(_) => {}
        }
    }

    fn exprs(&mut self, values: &mut [Expr]) {
        for value in values {
            self.expr(value);
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        let first = match e {
            Expr::Negative(x) | Expr::Power(x, _) | Expr::Stop(x) => self.composed(&mut [x]),
            Expr::Scaled(s, v) => {
                self.expr(s);
                self.composed(&mut [v])
            }
            Expr::Made(_, values) => {
                self.exprs(values);
                None
            }
            Expr::Binary(_, a, b) => {
                // Either side may stay.
                let other = self.gone();
                let first = self.composed(&mut [a, b]);
                if other { Some((**b).clone()) } else { first }
            }
            Expr::Method(_, args) | Expr::Associated(_, args) | Expr::Free(_, args) => {
                self.composed(&mut args.iter_mut().collect::<Vec<_>>())
            }
            Expr::Choose(condition, a, b) => {
                self.condition(condition);
                let other = self.gone();
                let first = self.composed(&mut [a, b]);
                if other { Some((**b).clone()) } else { first }
            }
            Expr::Block(stmts, value) => {
                self.block(stmts);
                self.composed(&mut [value])
            }
            Expr::Call(_, args) => {
                let gone = self.gone();
                self.args(args);
                if gone { Some(Expr::Literal("0.5")) } else { None }
            }
            Expr::Literal(_)
            | Expr::Variable(_)
            | Expr::Reference(_)
            | Expr::Behind(_)
            | Expr::Element(..)
            | Expr::Constant(_)
            | Expr::ConstantElement(..)
            | Expr::Associate(_)
            | Expr::Cast(_)
            | Expr::Field(..) => None,
        };
        if let Some(first) = first {
            *e = first;
        }
    }

    /// Goes through the parts of an expression; gives the first where the whole is left out.
    fn composed(&mut self, parts: &mut [&mut Expr]) -> Option<Expr> {
        let gone = self.gone();
        for part in parts.iter_mut() {
            self.expr(part);
        }
        if gone { parts.first().map(|part| (**part).clone()) } else { None }
    }

    fn args(&mut self, args: &mut [Arg]) {
        for arg in args {
            match arg {
                Arg::Float(e) | Arg::Constant(e) => self.expr(e),
                Arg::Flag(condition) => self.condition(condition),
                Arg::Tuple(values) | Arg::Array(values) => self.exprs(values),
                Arg::Given(e) => self.expr(e),
                Arg::Lambda { value, .. } => self.expr(value),
                Arg::Function { .. }
                | Arg::Shared(_)
                | Arg::Exclusive(_)
                | Arg::Constants(_)
                | Arg::Whole(_)
                | Arg::Named(_) => {}
            }
        }
    }

    fn condition(&mut self, condition: &mut Cond) {
        let first = match condition {
            Cond::Floats(_, a, b) => {
                self.expr(a);
                self.expr(b);
                None
            }
            Cond::Call(_, args) => {
                self.args(args);
                None
            }
            Cond::Not(c) => {
                let gone = self.gone();
                self.condition(c);
                gone.then(|| (**c).clone())
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                let gone = self.gone();
                self.condition(a);
                self.condition(b);
                gone.then(|| (**a).clone())
            }
            Cond::Whole(..) | Cond::Flag(_) => None,
        };
        if let Some(first) = first {
            *condition = first;
        }
    }
}
