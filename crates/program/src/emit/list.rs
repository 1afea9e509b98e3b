//! What straight-line code has in common, whatever the language.

use super::names::{Names, Resolved, function};
use crate::error::Error;
use crate::function::Function;
use crate::guard::Guard;
use crate::program::{Instruction, Program};
use core::fmt::Write;
use std::collections::BTreeMap;

/// The most instructions in one function: compilers take more than linear time in the length of a function.
const CHUNK: usize = 500;

/// A language to write a program in.
pub(super) trait Language {
    /// What the language is called.
    const NAME: &'static str;
    /// What stands before the name of a value that is given once.
    const LET: &'static str;
    /// The last line of a function.
    const DONE: &'static str;

    /// Whether a word cannot be the name of a value.
    fn keeps(word: &str) -> bool;
    /// Whether a word cannot be the name of a function.
    fn keeps_function(word: &str) -> bool;
    /// Makes names of its own step aside from those that are given.
    fn avoid(&mut self, names: &Resolved, function: &str);
    /// The first lines of a function of that many inputs, places between chunks and outputs, which are called so.
    fn head(&self, name: &str, own: &[String; 3], sizes: [usize; 3], public: bool) -> String;
    /// Runs a chunk.
    fn chunk(&self, name: &str, own: &[String; 3]) -> String;
    fn constant(&self, c: f64) -> String;
    /// What computes a function; `at` is the number of the instruction.
    fn call(&mut self, function: &Function, args: &[String], n: i32) -> Result<String, Error>;
    /// Lines that stop where the precondition of the instruction of that number is broken.
    fn precondition(&mut self, function: &Function, args: &[String], at: usize) -> Result<String, Error>;
    /// Lines that stop where the guard of that number turns out otherwise.
    fn guard(&self, guard: &Guard, operands: [&str; 2], at: usize) -> String;
}

struct Writer<'a, L> {
    program: &'a Program,
    language: &'a mut L,
    names: &'a Resolved,
    /// What inputs, the room between chunks and outputs are called, and what the names of operations begin with.
    own: [String; 3],
    stem: String,
    /// For each instruction that a later chunk reads its place in the room between chunks.
    slots: Vec<Option<u32>>,
    chunk: usize,
    /// The inputs with names that the chunk reads.
    inputs: BTreeMap<usize, String>,
    body: String,
}

/// The functions of a program, chunks first.
pub(super) fn write<L: Language>(program: &Program, names: &Names, language: &mut L) -> Result<String, Error> {
    function(&names.function, L::keeps_function, L::NAME)?;
    if let Some(called) = program.calls.first() {
        return Err(Error::Array { operation: called.operation.name(), language: L::NAME });
    }
    let slots = slots(program);
    let sizes = [program.inputs(), slots.iter().flatten().count(), program.outputs().len()];
    let chunks = program.len().div_ceil(CHUNK).max(1);
    let resolved = names.resolve(program, &L::keeps)?;
    language.avoid(&resolved, &names.function);
    let (own, stem) = (["x", "v", "y"].map(|own| resolved.own(own)), resolved.numbered("v"));
    let (inputs, body) = (BTreeMap::new(), String::new());
    let mut writer = Writer { program, language, names: &resolved, own, stem, slots, chunk: 0, inputs, body };
    let mut text = String::new();
    let mut guards = program.guards().iter().enumerate().peekable();
    for k in 0..chunks {
        writer.chunk = k;
        writer.lines(&mut guards, k + 1 == chunks)?;
        let name = if chunks == 1 { names.function.clone() } else { format!("{}_{k}", names.function) };
        text += &writer.language.head(&name, &writer.own, sizes, chunks == 1);
        for (i, name) in core::mem::take(&mut writer.inputs) {
            let _ = writeln!(text, "    {} {name} = {}[{i}];", L::LET, writer.own[0]);
        }
        text.push_str(&core::mem::take(&mut writer.body));
        let _ = writeln!(text, "    {}\n}}", L::DONE);
        if chunks > 1 {
            text.push('\n');
        }
    }
    if chunks > 1 {
        text += &writer.language.head(&names.function, &writer.own, sizes, true);
        (0..chunks).for_each(|k| text += &writer.language.chunk(&format!("{}_{k}", names.function), &writer.own));
        let _ = writeln!(text, "    {}\n}}", L::DONE);
    }
    Ok(text)
}

/// How many values one function keeps for another.
pub(super) fn room(program: &Program) -> usize {
    slots(program).iter().flatten().count()
}

fn slots(program: &Program) -> Vec<Option<u32>> {
    let first = program.values() - program.len();
    let mut crosses = vec![false; program.len()];
    let mut read = |id: u32, by: usize| {
        if let Some(j) = (id as usize).checked_sub(first) {
            crosses[j] |= j / CHUNK != by / CHUNK;
        }
    };
    for (j, instruction) in program.instructions().skip(first).enumerate() {
        if let Instruction::Apply { args, .. } = instruction {
            args.iter().for_each(|&a| read(a, j));
        }
    }
    let last = program.len().saturating_sub(1);
    program.guards().iter().for_each(|g| [g.a, g.b].into_iter().for_each(|a| read(a, g.at.min(last))));
    program.outputs().iter().for_each(|&id| read(id, last));
    let mut next = 0..;
    crosses.into_iter().map(|crosses| if crosses { next.next() } else { None }).collect()
}

impl<'a, L: Language> Writer<'a, L> {
    fn lines<I>(&mut self, guards: &mut core::iter::Peekable<I>, last: bool) -> Result<(), Error>
    where
        I: Iterator<Item = (usize, &'a Guard)>,
    {
        let program = self.program;
        let first = program.values() - program.len();
        for j in self.chunk * CHUNK..program.len().min((self.chunk + 1) * CHUNK) {
            while let Some((at, guard)) = guards.next_if(|(_, g)| g.at <= j) {
                self.guard(at, guard);
            }
            let id = (first + j) as u32;
            let Instruction::Apply { function, args, n } = program.instruction(id) else { continue };
            let args: Vec<String> = args.iter().map(|&a| self.operand(a)).collect();
            let stop = self.language.precondition(function, &args, j)?;
            let value = self.language.call(function, &args, n)?;
            let name = self.local(id);
            let _ = writeln!(self.body, "{stop}    {} {name} = {value};", L::LET);
            if let Some(slot) = self.slots[j] {
                let _ = writeln!(self.body, "    {}[{slot}] = {name};", self.own[1]);
            }
        }
        if last {
            guards.for_each(|(at, guard)| self.guard(at, guard));
            for (i, &id) in program.outputs().iter().enumerate() {
                let value = self.operand(id);
                let _ = writeln!(self.body, "    {}[{i}] = {};", self.own[2], bare(&value));
            }
        }
        Ok(())
    }

    fn guard(&mut self, at: usize, guard: &Guard) {
        let (a, b) = (self.operand(guard.a), self.operand(guard.b));
        let lines = self.language.guard(guard, [&a, &b], at);
        self.body += &lines;
    }

    /// What an operation is called where it is computed.
    fn local(&self, id: u32) -> String {
        let first = self.program.values() - self.program.len();
        self.names.get(id).cloned().unwrap_or_else(|| format!("{}{}", self.stem, id as usize - first))
    }

    fn operand(&mut self, id: u32) -> String {
        match self.program.instruction(id) {
            Instruction::Input(i) => match self.names.get(id) {
                Some(name) => self.inputs.entry(i).or_insert_with(|| name.clone()).clone(),
                None => format!("{}[{i}]", self.own[0]),
            },
            Instruction::Constant(c) => self.language.constant(c),
            Instruction::Apply { .. } | Instruction::Element { .. } => {
                let j = id as usize - (self.program.values() - self.program.len());
                match self.slots[j] {
                    Some(slot) if j / CHUNK != self.chunk => format!("{}[{slot}]", self.own[1]),
                    _ => self.local(id),
                }
            }
        }
    }
}

/// An operand where nothing stands beside it.
pub(super) fn bare(operand: &str) -> &str {
    operand.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(operand)
}
