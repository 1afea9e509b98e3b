//! Compiling what has scopes and branches.

use crate::ast::{Id, Node, Parameters, Span};
use crate::code::{Code, Function};
use crate::compile::{Compiler, Task};
use crate::error::{Error, Kind, plural};
use crate::scope::distinct;
use crate::unit::{Jump, Operand, Unit};

impl Compiler<'_> {
    /// Starts a function.
    pub(crate) fn begin(&mut self, name: Option<String>, at: Span, parameters: Parameters) -> Result<(), Error> {
        let parameters = self.ast.parameters(parameters);
        distinct(self.ast, parameters, self.source)?;
        let unit = self.units.len();
        for (register, parameter) in (0..).zip(parameters) {
            self.scope.bind(parameter.symbol, unit, Operand::Register(register));
        }
        self.units.push(Unit::new(name, at, parameters, parameters.len() as u32));
        Ok(())
    }

    /// Ends the function whose body's operand is ready.
    pub(crate) fn end(&mut self, body: Id, parameters: Parameters) -> Option<Function> {
        let result = self.pop_register(body);
        let site = self.operand_site(body, body, body);
        self.unit().emit(Code::Return, 0, result, 0, site);
        for parameter in self.ast.parameters(parameters) {
            self.scope.unbind(parameter.symbol);
        }
        let unit = self.units.pop()?;
        Some(unit.finish(&mut self.instructions, &mut self.sites))
    }

    pub(crate) fn end_lambda(&mut self, id: Id) {
        let Node::Lambda { parameters, body } = self.ast.node(id) else {
            return;
        };
        let function = self.end(body, parameters);
        let captures = function.as_ref().is_some_and(|function| !function.captures.is_empty());
        let number = self.functions.len() as u32;
        self.functions.push(function);
        self.emit_fresh(if captures { Code::Closure } else { Code::Function }, number, 0, id);
    }

    pub(crate) fn bind(&mut self, id: Id) {
        let Node::Let { name, .. } = self.ast.node(id) else {
            return;
        };
        let place = self.pop();
        let unit = self.units.len() - 1;
        self.scope.bind(name.symbol, unit, place);
    }

    pub(crate) fn condition(&mut self, id: Id, mark: u32, results: bool) {
        let Node::If { condition, then, .. } = self.ast.node(id) else {
            return;
        };
        let register = self.pop_register(condition);
        let site = self.operand_site(id, condition, condition);
        let jump = self.unit().jump(Code::JumpUnless, register, site);
        self.unit().set_next(mark);
        self.push([Task::Else { id, mark, jump, results }, branch(then, results)]);
    }

    pub(crate) fn otherwise(&mut self, id: Id, mark: u32, jump: Jump, results: bool) {
        let Node::If { then, otherwise, .. } = self.ast.node(id) else {
            return;
        };
        self.end_branch(then, mark, results);
        let site = self.operand_site(id, id, id);
        let over = self.unit().jump(Code::Jump, 0, site);
        self.unit().land(jump);
        self.unit().set_next(mark);
        self.push([Task::EndIf { id, mark, jump: over, results }, branch(otherwise, results)]);
    }

    pub(crate) fn end_if(&mut self, id: Id, mark: u32, jump: Jump, results: bool) -> Result<(), Error> {
        let Node::If { then, otherwise, .. } = self.ast.node(id) else {
            return Ok(());
        };
        self.end_branch(otherwise, mark, results);
        self.unit().land(jump);
        if !results {
            self.operands.push(Operand::Register(mark));
            return Ok(());
        }
        self.unit().set_next(mark);
        let second = self.counts.pop().unwrap_or_default();
        match self.counts.last() {
            Some(&first) if first != second => {
                let message = format!("the branches give {} and {}", plural(first, "result"), plural(second, "result"));
                Err(self
                    .error(Kind::Type, message, otherwise)
                    .label(format!("gives {}", plural(second, "result")))
                    .related(self.ast.span(then), format!("gives {}", plural(first, "result")))
                    .help("both branches must give as many"))
            }
            _ => Ok(()),
        }
    }

    /// Brings a branch's value to where both branches leave it.
    fn end_branch(&mut self, branch: Id, mark: u32, results: bool) {
        if !results {
            let from = self.pop_register(branch);
            let site = self.operand_site(branch, branch, branch);
            self.unit().place(from, mark, site);
        }
    }

    /// Between the sides of `and` and `or`: the right one is not evaluated where the left one decides.
    pub(crate) fn left(&mut self, id: Id, mark: u32) {
        let (code, left, right) = match self.ast.node(id) {
            Node::And(left, right) => (Code::JumpUnless, left, right),
            Node::Or(left, right) => (Code::JumpIf, left, right),
            _ => return,
        };
        let register = self.pop_register(left);
        let site = self.operand_site(id, left, left);
        let jump = self.unit().jump(code, register, site);
        self.unit().set_next(mark);
        self.push([Task::Right(id, mark, jump), Task::Expression(right)]);
    }

    pub(crate) fn right(&mut self, id: Id, mark: u32, jump: Jump) {
        let (decided, right) = match self.ast.node(id) {
            Node::And(_, right) => (false, right),
            Node::Or(_, right) => (true, right),
            _ => return,
        };
        let register = self.pop_register(right);
        let site = self.operand_site(id, right, right);
        let unit = self.unit();
        unit.emit(Code::AssertTruth, mark, register, 0, site);
        let over = unit.jump(Code::Jump, 0, site);
        unit.land(jump);
        unit.emit(Code::Truth(decided), mark, 0, 0, site);
        unit.land(over);
        unit.set_next(mark + 1);
        self.operands.push(Operand::Register(mark));
    }

    /// A node in tail position of the program.
    pub(crate) fn results(&mut self, id: Id) {
        let mark = self.unit().next();
        match self.ast.node(id) {
            Node::Let { name, value, body } => self.push([
                Task::Unbind { name: name.symbol, mark, results: true },
                Task::Results(body),
                Task::Bind(id),
                Task::Expression(value),
            ]),
            Node::If { condition, .. } => {
                self.push([Task::Condition { id, mark, results: true }, Task::Expression(condition)]);
            }
            Node::Results(list) => {
                let list = self.ast.list(list);
                self.tasks.push(Task::Count(list.len()));
                for (number, &result) in list.iter().enumerate().rev() {
                    self.push([Task::Output(result, number as u32), Task::Expression(result)]);
                }
            }
            _ => self.push([Task::Count(1), Task::Output(id, 0), Task::Expression(id)]),
        }
    }
}

fn branch(id: Id, results: bool) -> Task {
    if results { Task::Results(id) } else { Task::Expression(id) }
}
