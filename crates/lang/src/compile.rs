//! From the tree to instructions, with a stack of tasks in place of recursion.

use crate::ast::{Ast, Id, Node, Span, Symbol};
use crate::code::{Application, Code, Compiled, Function, Instruction, Site};
use crate::error::{Error, Kind};
use crate::scope::{Binding, Free, Scope};
use crate::unit::{Jump, Operand, Unit};
use rules::Row;
use std::collections::HashMap;

/// How deeply lambdas may nest; each level passes on what the inner ones capture.
pub(crate) const LAMBDAS: usize = 256;

/// What is left to do. `mark` is the first register that was free when the work on the node began.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    /// Compile a node; its operand goes on the stack of operands.
    Expression(Id),
    /// The operands of a node are ready: emit it.
    Finish(Id, u32),
    /// Put an argument into this register.
    Argument(Id, u32),
    /// The callee of a call is ready: compile the arguments.
    Arguments(Id, u32),
    /// The arguments of a call are in the registers from `start` on: emit it.
    Call {
        id: Id,
        mark: u32,
        start: u32,
        target: Target,
    },
    /// So many registers from `mark` on hold what an instruction on matrices reads: emit it.
    Gathered {
        id: Id,
        mark: u32,
        code: Code,
        count: u32,
    },
    /// The condition of an `if` is ready; with `results` the branches are in tail position and may be lists.
    Condition {
        id: Id,
        mark: u32,
        results: bool,
    },
    Else {
        id: Id,
        mark: u32,
        jump: Jump,
        results: bool,
    },
    EndIf {
        id: Id,
        mark: u32,
        jump: Jump,
        results: bool,
    },
    /// The left side of `and` or `or` is ready, then the right one.
    Left(Id, u32),
    Right(Id, u32, Jump),
    /// The value of a `let` is ready.
    Bind(Id),
    Unbind {
        name: Symbol,
        mark: u32,
        results: bool,
    },
    EndLambda(Id),
    /// Compile a node in tail position of the program, where a list of results may stand.
    Results(Id),
    /// Emit a result.
    Output(Id, u32),
    /// So many results were emitted.
    Count(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The register of a callee that is computed.
    Register(u32),
    Function(u32),
    /// A row and its application, with the arguments in a row of registers or as operands.
    Row {
        row: &'static Row,
        application: u32,
        direct: bool,
    },
}

/// Compiles a program; `declared` are the names of its inputs, or free names are.
pub(crate) fn compile(source: &str, mut ast: Ast, root: Id, declared: Option<&[&str]>) -> Result<Compiled, Error> {
    let inputs = declared.unwrap_or_default().iter().map(|name| ast.symbol(name)).collect::<Vec<_>>();
    let mut compiler = Compiler {
        source,
        ast: &ast,
        scope: Scope::new(&ast, source)?,
        units: Vec::new(),
        tasks: Vec::new(),
        operands: Vec::new(),
        counts: Vec::new(),
        functions: vec![None; ast.functions.len()],
        inputs: Vec::new(),
        instructions: Vec::new(),
        sites: Vec::new(),
        constants: Vec::new(),
        constant_numbers: HashMap::new(),
        applications: Vec::new(),
        application_numbers: HashMap::new(),
    };
    for number in 0..ast.functions.len() {
        compiler.function(number)?;
    }
    compiler.main(root, declared.is_some().then_some(&inputs[..]))
}

pub(crate) struct Compiler<'a> {
    pub(crate) source: &'a str,
    pub(crate) ast: &'a Ast,
    pub(crate) scope: Scope,
    /// The functions that are being compiled, the innermost last.
    pub(crate) units: Vec<Unit>,
    pub(crate) tasks: Vec<Task>,
    pub(crate) operands: Vec<Operand>,
    /// Numbers of results, of the branches that are done.
    pub(crate) counts: Vec<usize>,
    pub(crate) functions: Vec<Option<Function>>,
    pub(crate) inputs: Vec<Symbol>,
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) sites: Vec<Site>,
    pub(crate) constants: Vec<f64>,
    pub(crate) constant_numbers: HashMap<u64, u32>,
    pub(crate) applications: Vec<Application>,
    pub(crate) application_numbers: HashMap<(&'static str, i32), u32>,
}

impl Compiler<'_> {
    fn function(&mut self, number: usize) -> Result<(), Error> {
        let function = self.ast.functions[number];
        let name = self.ast.name(function.name.symbol).to_owned();
        self.begin(Some(name), function.name.span, function.parameters)?;
        self.tasks.push(Task::Expression(function.body));
        self.work()?;
        self.functions[number] = self.end(function.body, function.parameters);
        Ok(())
    }

    fn main(mut self, root: Id, declared: Option<&[Symbol]>) -> Result<Compiled, Error> {
        // Any name may turn out to be an input, so each has a register of its own.
        self.units.push(Unit::new(None, self.ast.span(root), &[], self.ast.symbols() as u32));
        self.scope.free = if declared.is_some() { Free::Errors } else { Free::Inputs };
        for &symbol in declared.unwrap_or_default() {
            if self.inputs.contains(&symbol) {
                let message = format!("the input `{}` is declared twice", self.ast.name(symbol));
                return Err(Error::new(Kind::Inputs, message, Span::new(0, 0), self.source).help("declare it once"));
            }
            self.input(symbol);
        }
        self.tasks.push(Task::Results(root));
        self.work()?;
        let site = self.operand_site(root, root, root);
        self.unit().emit(Code::End, 0, 0, 0, site);
        let outputs = self.counts.pop().unwrap_or_default();
        if let Some(unit) = self.units.pop() {
            let main = unit.finish(&mut self.instructions, &mut self.sites);
            self.functions.push(Some(main));
        }
        let functions: Vec<Function> = self.functions.into_iter().flatten().collect();
        Ok(Compiled {
            main: functions.len() - 1,
            functions,
            instructions: self.instructions,
            sites: self.sites,
            constants: self.constants,
            applications: self.applications,
            inputs: self.inputs.iter().map(|&symbol| self.ast.name(symbol).to_owned()).collect(),
            input_registers: self.inputs.iter().map(|symbol| symbol.0).collect(),
            outputs,
        })
    }

    fn work(&mut self) -> Result<(), Error> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Expression(id) => self.expression(id)?,
                Task::Finish(id, mark) => self.finish(id, mark),
                Task::Argument(id, register) => self.argument(id, register),
                Task::Arguments(id, mark) => self.computed_callee(id, mark)?,
                Task::Call { id, mark, start, target } => self.call(id, mark, start, target),
                Task::Gathered { id, mark, code, count } => self.gathered(id, mark, code, count),
                Task::Condition { id, mark, results } => self.condition(id, mark, results),
                Task::Else { id, mark, jump, results } => self.otherwise(id, mark, jump, results),
                Task::EndIf { id, mark, jump, results } => self.end_if(id, mark, jump, results)?,
                Task::Left(id, mark) => self.left(id, mark),
                Task::Right(id, mark, jump) => self.right(id, mark, jump),
                Task::Bind(id) => self.bind(id),
                Task::Unbind { name, mark, results } => {
                    self.scope.unbind(name);
                    match self.operands.last() {
                        Some(&operand) if !results => self.unit().release(mark, operand),
                        _ => self.unit().set_next(mark),
                    }
                }
                Task::EndLambda(id) => self.end_lambda(id),
                Task::Results(id) => self.results(id),
                Task::Output(id, number) => {
                    let register = self.pop_register(id);
                    let site = self.operand_site(id, id, id);
                    self.unit().emit(Code::Output, 0, register, number, site);
                }
                Task::Count(results) => self.counts.push(results),
            }
        }
        Ok(())
    }

    fn expression(&mut self, id: Id) -> Result<(), Error> {
        let mark = self.unit().next();
        match self.ast.node(id) {
            Node::Number(x) => self.operands.push(Operand::Constant(x)),
            Node::Truth(truth) => self.emit_fresh(Code::Truth(truth), 0, 0, id),
            Node::Name(symbol) => self.name(id, symbol)?,
            Node::Negate(a) | Node::Not(a) => self.push([Task::Finish(id, mark), Task::Expression(a)]),
            Node::Power(a, b) if self.integer(b).is_some() => self.push([Task::Finish(id, mark), Task::Expression(a)]),
            Node::Arithmetic(_, a, b) | Node::Power(a, b) | Node::Compare(_, a, b) => {
                self.push([Task::Finish(id, mark), Task::Expression(b), Task::Expression(a)]);
            }
            Node::And(a, _) | Node::Or(a, _) => self.push([Task::Left(id, mark), Task::Expression(a)]),
            Node::If { condition, .. } => {
                self.push([Task::Condition { id, mark, results: false }, Task::Expression(condition)]);
            }
            Node::Let { name, value, body } => self.push([
                Task::Unbind { name: name.symbol, mark, results: false },
                Task::Expression(body),
                Task::Bind(id),
                Task::Expression(value),
            ]),
            Node::Lambda { parameters, body } => {
                if self.units.len() > LAMBDAS {
                    let message = format!("functions nest deeper than {LAMBDAS}");
                    return Err(self.error(Kind::Limit, message, id).help("name the inner ones with `fn`"));
                }
                self.begin(None, self.ast.span(id), parameters)?;
                self.push([Task::EndLambda(id), Task::Expression(body)]);
            }
            Node::Call { callee, arguments } => self.callee(id, callee, arguments, mark)?,
            Node::Results(list) => self.gather(id, mark, Code::List, list),
            Node::Entry(list) => {
                let places = self.ast.list(list).len() - 1;
                if !(1..=2).contains(&places) {
                    let message = format!("an entry has 1 or 2 places, not {places}");
                    return Err(self.error(Kind::Arity, message, id).help("name row and column, from 0: `m[0, 1]`"));
                }
                self.gather(id, mark, Code::Entry, list);
            }
        }
        Ok(())
    }

    pub(crate) fn input(&mut self, symbol: Symbol) -> Binding {
        self.inputs.push(symbol);
        self.scope.bind(symbol, 0, Operand::Register(symbol.0))
    }

    pub(crate) fn push<const N: usize>(&mut self, tasks: [Task; N]) {
        self.tasks.extend(tasks);
    }

    pub(crate) fn unit(&mut self) -> &mut Unit {
        let innermost = self.units.len() - 1;
        &mut self.units[innermost]
    }

    pub(crate) fn pop(&mut self) -> Operand {
        self.operands.pop().unwrap_or(Operand::Constant(f64::NAN))
    }

    /// The last operand, loaded into a register if it is a constant.
    pub(crate) fn pop_register(&mut self, id: Id) -> u32 {
        let operand = self.pop();
        self.register(operand, id)
    }

    pub(crate) fn register(&mut self, operand: Operand, id: Id) -> u32 {
        match operand {
            Operand::Register(register) => register,
            Operand::Constant(x) => {
                let (number, site) = (self.constant(x), self.operand_site(id, id, id));
                let register = self.unit().next();
                self.unit().emit_fresh(Code::Constant, number, 0, site);
                register
            }
        }
    }

    /// Emits an instruction on node `id` and pushes its result.
    pub(crate) fn emit_fresh(&mut self, code: Code, a: u32, b: u32, id: Id) {
        let site = self.operand_site(id, id, id);
        let operand = self.unit().emit_fresh(code, a, b, site);
        self.operands.push(operand);
    }

    pub(crate) fn constant(&mut self, x: f64) -> u32 {
        *self.constant_numbers.entry(x.to_bits()).or_insert_with(|| {
            self.constants.push(x);
            self.constants.len() as u32 - 1
        })
    }

    pub(crate) fn application(&mut self, row: &'static Row, n: i32) -> u32 {
        *self.application_numbers.entry((row.name, n)).or_insert_with(|| {
            self.applications.push(Application { op: row.op, n });
            self.applications.len() as u32 - 1
        })
    }

    pub(crate) fn operand_site(&self, id: Id, left: Id, right: Id) -> Site {
        Site { whole: self.ast.span(id), operands: [self.ast.span(left), self.ast.span(right)] }
    }

    #[cold]
    pub(crate) fn error(&self, kind: Kind, message: impl Into<String>, id: Id) -> Error {
        Error::new(kind, message, self.ast.span(id), self.source)
    }
}
