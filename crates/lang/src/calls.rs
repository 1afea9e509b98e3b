//! Compiling names and calls.

use crate::ast::{Id, List, Node, Symbol};
use crate::code::{Code, Source};
use crate::compile::{Compiler, Target, Task};
use crate::error::{Error, Kind, plural};
use crate::matrices::Call;
use crate::scope::{Binding, Free, Meaning};
use crate::unit::Operand;
use rules::Row;

impl Compiler<'_> {
    pub(crate) fn name(&mut self, id: Id, symbol: Symbol) -> Result<(), Error> {
        match self.scope.meaning(self.ast, symbol) {
            Meaning::Bound(binding) => self.bound(binding, id),
            Meaning::Function(number) => self.emit_fresh(Code::Function, number, 0, id),
            Meaning::Row(row) if row.family => {
                let name = row.name;
                let message = format!("`{name}` takes a literal integer and cannot be passed as a value");
                return Err(self.error(Kind::Type, message, id).help(format!("write `\\x. {name}(x, 1)`")));
            }
            Meaning::Row(row) => {
                let application = self.application(row, 0);
                self.emit_fresh(Code::Builtin, application, 0, id);
            }
            Meaning::Constant(x) => self.operands.push(Operand::Constant(x)),
            Meaning::Nothing if self.scope.free == Free::Inputs => {
                let binding = self.input(symbol);
                self.bound(binding, id);
            }
            Meaning::Nothing => {
                return Err(self.scope.unknown_name(self.ast, symbol, self.ast.span(id), self.source));
            }
        }
        Ok(())
    }

    /// The operand of a bound name, which the functions between its binding and here capture.
    fn bound(&mut self, binding: Binding, id: Id) {
        let Operand::Register(register) = binding.place else {
            return self.operands.push(binding.place);
        };
        let mut source = Source::Register(register);
        let mut number = None;
        for unit in &mut self.units[binding.unit + 1..] {
            let captured = unit.capture(binding.number, source);
            source = Source::Captured(captured);
            number = Some(captured);
        }
        match number {
            Some(number) => self.emit_fresh(Code::Captured, number, 0, id),
            None => self.operands.push(binding.place),
        }
    }

    pub(crate) fn callee(&mut self, id: Id, callee: Id, arguments: List, mark: u32) -> Result<(), Error> {
        let list = self.ast.list(arguments);
        let Node::Name(symbol) = self.ast.node(callee) else {
            self.push([Task::Arguments(id, mark), Task::Expression(callee)]);
            return Ok(());
        };
        match self.scope.meaning(self.ast, symbol) {
            Meaning::Bound(Binding { place: Operand::Register(_), unit, .. }) => {
                if unit == 0 && self.inputs.contains(&symbol) {
                    return Err(self.not_a_function(callee, "it is an input"));
                }
                self.push([Task::Arguments(id, mark), Task::Expression(callee)]);
            }
            Meaning::Bound(_) => return Err(self.not_a_function(callee, "it is a number")),
            Meaning::Constant(_) => return Err(self.not_a_function(callee, "it is a constant")),
            Meaning::Function(number) => {
                let function = self.ast.functions[number as usize];
                let parameters = self.ast.parameters(function.parameters);
                if parameters.len() != list.len() {
                    let names = parameters.iter().map(|p| self.ast.name(p.symbol)).collect::<Vec<_>>().join(", ");
                    let name = self.ast.name(symbol);
                    return Err(self
                        .arity(name, parameters.len(), list.len(), id)
                        .related(function.name.span, "it is defined here")
                        .help(format!("call it as `{name}({names})`")));
                }
                self.arguments(id, mark, mark, arguments, Target::Function(number));
            }
            Meaning::Row(row) => self.row(id, row, arguments, mark)?,
            Meaning::Nothing if let Some((call, form, what)) = Call::find(self.ast.name(symbol)) => {
                if list.len() != form.len() {
                    let help = format!("call it as `{}({})`: {what}", call.name(), form.join(", "));
                    return Err(self.arity(call.name(), form.len(), list.len(), id).help(help));
                }
                self.gather(id, mark, Code::Matrices(call), arguments);
            }
            Meaning::Nothing => {
                return Err(self.scope.unknown_function(self.ast, symbol, self.ast.span(callee), self.source));
            }
        }
        Ok(())
    }

    /// A call of a function of the table.
    fn row(&mut self, id: Id, row: &'static Row, arguments: List, mark: u32) -> Result<(), Error> {
        let list = self.ast.list(arguments);
        let wanted = row.arity + usize::from(row.family);
        if list.len() != wanted {
            let letters = (b'a'..=b'z').map(char::from).take(row.arity).map(String::from);
            let integer = row.family.then(|| "1".to_owned());
            let form = letters.chain(integer).collect::<Vec<_>>().join(", ");
            let integer = if row.family { ", the last a literal integer" } else { "" };
            let doc = row.doc.trim().trim_end_matches('.');
            let help = format!("call it as `{}({form})`{integer}: {doc}", row.name);
            return Err(self.arity(row.name, wanted, list.len(), id).help(help));
        }
        let n = match list.last() {
            Some(&last) if row.family => self.integer(last).ok_or_else(|| {
                let message = format!("the last argument of `{}` is a literal integer", row.name);
                self.error(Kind::Type, message, last)
                    .label("not a literal integer")
                    .help("write a number such as 2; it cannot be computed, because each one is another function")
            })?,
            _ => 0,
        };
        let application = self.application(row, n);
        let direct = row.requires.is_empty() && (row.arity == 1 || row.arity == 2 && application <= u16::MAX.into());
        let target = Target::Row { row, application, direct };
        if direct {
            self.tasks.push(Task::Call { id, mark, start: mark, target });
            self.tasks.extend(list[..row.arity].iter().rev().map(|&argument| Task::Expression(argument)));
        } else {
            self.arguments(id, mark, mark, arguments, target);
        }
        Ok(())
    }

    /// Compiles arguments into the registers from `start` on, then the call.
    fn arguments(&mut self, id: Id, mark: u32, start: u32, arguments: List, target: Target) {
        let list = self.ast.list(arguments);
        let count = match target {
            Target::Row { row, .. } => row.arity,
            _ => list.len(),
        };
        self.tasks.push(Task::Call { id, mark, start, target });
        for (i, &argument) in list[..count].iter().enumerate().rev() {
            self.push([Task::Argument(argument, start + i as u32), Task::Expression(argument)]);
        }
    }

    /// Compiles a list into the registers from `mark` on, then the instruction that reads them.
    pub(crate) fn gather(&mut self, id: Id, mark: u32, code: Code, list: List) {
        let list = self.ast.list(list);
        self.tasks.push(Task::Gathered { id, mark, code, count: list.len() as u32 });
        for (i, &item) in list.iter().enumerate().rev() {
            self.push([Task::Argument(item, mark + i as u32), Task::Expression(item)]);
        }
    }

    pub(crate) fn gathered(&mut self, id: Id, mark: u32, code: Code, count: u32) {
        let list = match self.ast.node(id) {
            Node::Results(list) | Node::Entry(list) | Node::Call { arguments: list, .. } => self.ast.list(list),
            _ => &[],
        };
        let [first, last] = [list.first(), list.last()].map(|item| item.copied().unwrap_or(id));
        let site = self.operand_site(id, first, last);
        self.unit().set_next(mark);
        let operand = self.unit().emit_fresh(code, mark, count, site);
        self.operands.push(operand);
    }

    pub(crate) fn computed_callee(&mut self, id: Id, mark: u32) -> Result<(), Error> {
        let Node::Call { callee, arguments } = self.ast.node(id) else {
            return Ok(());
        };
        let register = match self.pop() {
            Operand::Register(register) => register,
            Operand::Constant(_) => return Err(self.not_a_function(callee, "it is a number")),
        };
        if self.ast.list(arguments).len() > u16::MAX.into() {
            let message = format!("a call with more than {} arguments", u16::MAX);
            return Err(self.error(Kind::Limit, message, id).help("pass fewer"));
        }
        let start = self.unit().next();
        self.arguments(id, mark, start, arguments, Target::Register(register));
        Ok(())
    }

    pub(crate) fn argument(&mut self, id: Id, register: u32) {
        let from = self.pop_register(id);
        let site = self.operand_site(id, id, id);
        self.unit().place(from, register, site);
    }

    pub(crate) fn call(&mut self, id: Id, mark: u32, start: u32, target: Target) {
        let Node::Call { callee, arguments } = self.ast.node(id) else {
            return;
        };
        let list = self.ast.list(arguments);
        let (code, a, b, site) = match target {
            Target::Function(number) => (Code::CallFunction, number, start, self.operand_site(id, callee, callee)),
            Target::Register(register) => {
                (Code::Call(list.len() as u16), register, start, self.operand_site(id, callee, callee))
            }
            Target::Row { row, application, direct: true } if row.arity == 1 => {
                let a = self.pop_register(list[0]);
                (Code::Unary, a, application, self.operand_site(id, list[0], list[0]))
            }
            Target::Row { application, direct: true, .. } => {
                let (b, a) = (self.pop(), self.pop());
                let (a, b) = (self.register(a, list[0]), self.register(b, list[1]));
                (Code::Binary(application as u16), a, b, self.operand_site(id, list[0], list[1]))
            }
            Target::Row { application, direct: false, .. } => {
                (Code::Nary, start, application, self.operand_site(id, callee, callee))
            }
        };
        self.unit().set_next(mark);
        let operand = self.unit().emit_fresh(code, a, b, site);
        self.operands.push(operand);
    }

    fn not_a_function(&self, callee: Id, why: &str) -> Error {
        let span = self.ast.span(callee);
        let text = &self.source[span.start as usize..span.end as usize];
        self.error(Kind::Type, format!("`{text}` cannot be called: {why}"), callee)
            .label("not a function")
            .help(format!("for a product write `{text}*(..)`"))
    }

    fn arity(&self, name: &str, wanted: usize, found: usize, id: Id) -> Error {
        let message = format!("`{name}` takes {}, not {found}", plural(wanted, "argument"));
        self.error(Kind::Arity, message, id).label(format!("called with {}", plural(found, "argument")))
    }
}
