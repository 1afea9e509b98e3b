//! A function while it is being compiled: its instructions, its registers, what it captures.

use crate::ast::{Definition, Span};
use crate::code::{Code, Function, Instruction, Site, Source};
use std::collections::HashMap;

/// Where an operand is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    Register(u32),
    /// Known while compiling, and not in any register.
    Constant(f64),
}

/// An instruction whose jump is not aimed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump(usize);

/// A function being compiled. Registers below `next` are in use; they are taken and given back in the order of a stack.
#[derive(Debug)]
pub(crate) struct Unit {
    name: Option<String>,
    at: Span,
    parameters: u32,
    code: Vec<Instruction>,
    sites: Vec<Site>,
    next: u32,
    most: u32,
    captures: Vec<Source>,
    /// The number of each captured binding.
    captured: HashMap<u32, u32>,
    /// Where the last jump lands.
    landing: usize,
}

impl Unit {
    /// With the registers below `reserved` in use for parameters and inputs.
    pub(crate) fn new(name: Option<String>, at: Span, parameters: &[Definition], reserved: u32) -> Unit {
        Unit {
            name,
            at,
            parameters: parameters.len() as u32,
            code: Vec::new(),
            sites: Vec::new(),
            next: reserved,
            most: reserved,
            captures: Vec::new(),
            captured: HashMap::new(),
            landing: 0,
        }
    }

    /// The first free register.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Takes or gives back registers, so that `next` is the first free one.
    pub(crate) fn set_next(&mut self, next: u32) {
        self.next = next;
        self.most = self.most.max(next);
    }

    /// Gives back all registers from `mark` on, except those that `operand` needs.
    pub(crate) fn release(&mut self, mark: u32, operand: Operand) {
        self.set_next(match operand {
            Operand::Register(r) if r >= mark => r + 1,
            _ => mark,
        });
    }

    pub(crate) fn emit(&mut self, code: Code, to: u32, a: u32, b: u32, site: Site) {
        self.code.push(Instruction { code, to, a, b });
        self.sites.push(site);
    }

    /// Emits an instruction whose result goes to a fresh register.
    pub(crate) fn emit_fresh(&mut self, code: Code, a: u32, b: u32, site: Site) -> Operand {
        let to = self.next;
        self.set_next(to + 1);
        self.emit(code, to, a, b, site);
        Operand::Register(to)
    }

    /// Brings the value in register `from` into register `to`, above which nothing is needed any more.
    pub(crate) fn place(&mut self, from: u32, to: u32, site: Site) {
        if from != to {
            let landed = self.landing == self.code.len();
            match self.code.last_mut() {
                // The value has just been computed and nobody else reads it: compute it into `to`.
                Some(last) if from > to && !landed && last.code.writes() && last.to == from => last.to = to,
                _ => self.emit(Code::Copy, to, from, 0, site),
            }
        }
        self.set_next(to + 1);
    }

    /// Emits a jump to be aimed later, on the condition in register `a` if the code has one.
    pub(crate) fn jump(&mut self, code: Code, a: u32, site: Site) -> Jump {
        self.emit(code, 0, a, 0, site);
        Jump(self.code.len() - 1)
    }

    /// Aims a jump at the next instruction.
    pub(crate) fn land(&mut self, Jump(at): Jump) {
        let skip = (self.code.len() - at - 1) as u32;
        match self.code[at].code {
            Code::Jump => self.code[at].a = skip,
            _ => self.code[at].b = skip,
        }
        self.landing = self.code.len();
    }

    /// The number under which a binding of an outer function is captured, and whether it is new.
    pub(crate) fn capture(&mut self, binding: u32, source: Source) -> u32 {
        *self.captured.entry(binding).or_insert_with(|| {
            self.captures.push(source);
            self.captures.len() as u32 - 1
        })
    }

    /// Appends the instructions to those of the program and gives the function.
    pub(crate) fn finish(self, instructions: &mut Vec<Instruction>, sites: &mut Vec<Site>) -> Function {
        let entry = instructions.len() as u32;
        instructions.extend_from_slice(&self.code);
        sites.extend_from_slice(&self.sites);
        Function {
            name: self.name,
            at: self.at,
            entry,
            length: self.code.len() as u32,
            parameters: self.parameters,
            registers: self.most,
            captures: self.captures,
        }
    }
}
