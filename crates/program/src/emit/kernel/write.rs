//! The text of kernels.

use super::dialect::{CONSTANT_BYTES, Dialect};
use super::parts::{MOST, Parts, is_simple};
use super::{Kernels, Precision};
use crate::emit::c::{C, holds, integer};
use crate::emit::definitions::{Definitions, PREFIX, PRELUDE, renamed};
use crate::emit::list::{Language, bare};
use crate::emit::names::{Names, Resolved, function};
use crate::error::Error;
use crate::function::Function;
use crate::guard::Guard;
use crate::program::{Instruction, Program};
use core::fmt::Write;
use rules::Op;
use std::collections::BTreeMap;

/// What takes the place of the prelude's definitions, where no library of the system is.
const DEVICE: &str = include_str!("device.c");
const STANDARD: &str = include_str!("standard.c");
const SINGLE: &str = include_str!("single.c");

/// Words of the two languages that C does not keep.
const KEPT: &str = include_str!("kept_words.txt");

struct Writer<'a> {
    program: &'a Program,
    precision: Precision,
    names: &'a Resolved,
    definitions: Definitions,
    prefix: String,
    parts: Parts,
    /// What lanes, from, x_stride, to, y_stride, x, shared, v, y, status and lane are called.
    own: [String; 11],
    /// How many inputs each lane has for itself.
    apart: usize,
    /// What the names of operations and of inputs without a name begin with.
    stems: [String; 2],
    constants: String,
    part: usize,
    /// What the part reads from memory: inputs, and values of other parts by their places.
    inputs: BTreeMap<usize, String>,
    kept: BTreeMap<u32, String>,
    body: String,
    doubles: bool,
    checked: bool,
}

fn is_kept(word: &str) -> bool {
    C::keeps(word) || KEPT.split_whitespace().any(|kept| kept == word)
}

fn is_kept_function(word: &str) -> bool {
    C::keeps_function(word) || is_kept(word)
}

pub(super) fn kernels(
    program: &Program,
    names: &Names,
    precision: Precision,
    shared: usize,
    dialect: Dialect,
) -> Result<Kernels, Error> {
    let Some(apart) = program.inputs().checked_sub(shared) else {
        let message = format!("{shared} of {} inputs are to be the same for all lanes", program.inputs());
        return Err(Error::Name { message });
    };
    function(&names.function, is_kept_function, dialect.name())?;
    if let Some(called) = program.calls.first() {
        return Err(Error::Array { operation: called.operation.name(), language: dialect.name() });
    }
    let parts = Parts::of(program);
    if parts.operations > MOST {
        return Err(Error::TooLong { operations: parts.operations, most: MOST });
    }
    let resolved = names.resolve(program, &is_kept_function)?;
    let own = ["lanes", "from", "x_stride", "to", "y_stride", "x", "shared", "v", "y", "status", "lane"];
    let own = own.map(|word| resolved.own(word));
    let mut writer = Writer {
        program,
        precision,
        names: &resolved,
        definitions: Definitions::of(&[PRELUDE, DEVICE, STANDARD, SINGLE, dialect.bits()]),
        prefix: resolved.prefix(PREFIX, &names.function),
        parts,
        own,
        apart,
        stems: ["v", "x"].map(|stem| resolved.numbered(stem)),
        constants: resolved.own(&format!("{}_constants", names.function)),
        part: 0,
        inputs: BTreeMap::new(),
        kept: BTreeMap::new(),
        body: String::new(),
        doubles: precision == Precision::Double,
        checked: program.guards().iter().next().is_some(),
    };
    writer.checked |= (0..program.values() as u32).any(|id| match program.instruction(id) {
        Instruction::Apply { function, .. } => function.is_conditional(),
        _ => false,
    });
    writer.all(&names.function, dialect)
}

impl<'a> Writer<'a> {
    fn all(mut self, name: &str, dialect: Dialect) -> Result<Kernels, Error> {
        let count = self.parts.starts.len();
        let names: Vec<String> = match count {
            1 => vec![name.to_owned()],
            _ => (0..count).map(|part| format!("{name}_{part}")).collect(),
        };
        let mut code = String::new();
        let mut guards = self.program.guards().iter().enumerate().peekable();
        for (part, name) in names.iter().enumerate() {
            self.part = part;
            self.lines(&mut guards)?;
            if part > 0 {
                code.push('\n');
            }
            code += &dialect.head(name, self.precision.number(), &self.own);
            code += &self.opening();
            code += &core::mem::take(&mut self.body);
            code += "}\n";
        }
        let (program, number) = (self.program, self.precision.number());
        let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let mut text = format!(
            "/* {name} in {number}: {}, {}; {} of {}, {} between them, at most {} at a time.{} */\n",
            counted(program.inputs(), "input"),
            counted(program.outputs().len(), "output"),
            counted(count, "kernel"),
            counted(program.len(), "operation"),
            counted(self.parts.room, "value"),
            counted(self.parts.live, "value"),
            if dialect == Dialect::Cuda { " Compile with -fmad=false." } else { "" }
        );
        text += dialect.preamble(self.doubles);
        for definition in self.definitions.used() {
            text = text + &renamed(&dialect.translated(definition), &self.prefix) + "\n\n";
        }
        let constants = self.program.constants();
        let table = constants.len().min(CONSTANT_BYTES / self.precision.bytes());
        if table > 0 {
            // What is not finite stands in the code: CUDA takes no expression for it here.
            let kept = |&c: &f64| if self.precision.is_finite(c) { c } else { 0.0 };
            let list = constants[..table].iter().map(|c| bare(&self.precision.constant(kept(c))).to_owned());
            let list: Vec<String> = list.collect();
            text += &dialect.constants(&self.constants, number, &list);
        }
        text += &code;
        let (room, live) = (self.parts.room, self.parts.live);
        let (checked, doubles, constant_bytes) = (self.checked, self.doubles, table * self.precision.bytes());
        Ok(Kernels { text, names, room, checked, doubles, live, constant_bytes })
    }

    /// What stands before the operations of a part: what it reads.
    fn opening(&mut self) -> String {
        let [lanes, _, stride, _, _, x, shared, v, _, status, _] = &self.own;
        let number = self.precision.number();
        let mut text = String::new();
        if self.checked {
            text += &match self.part {
                0 => format!("    *{status} = 0;\n"),
                _ => format!("    if (*{status} != 0) {{\n        return;\n    }}\n"),
            };
        }
        for (i, name) in core::mem::take(&mut self.inputs) {
            let _ = match i.checked_sub(self.apart) {
                None => writeln!(text, "    const {number} {name} = {x}[{}];", times(i, stride)),
                Some(k) => writeln!(text, "    const {number} {name} = {shared}[{k}];"),
            };
        }
        for (place, name) in core::mem::take(&mut self.kept) {
            let _ = writeln!(text, "    const {number} {name} = {v}[{}];", times(place as usize, lanes));
        }
        text
    }

    fn lines<I>(&mut self, guards: &mut core::iter::Peekable<I>) -> Result<(), Error>
    where
        I: Iterator<Item = (usize, &'a Guard)>,
    {
        let program = self.program;
        let first = program.values() - program.len();
        let start = self.parts.starts[self.part];
        let end = self.parts.starts.get(self.part + 1).copied();
        for j in start..end.unwrap_or(program.len()) {
            while let Some((at, guard)) = guards.next_if(|(_, g)| g.at <= j) {
                self.guard(at, guard);
            }
            let id = (first + j) as u32;
            let Instruction::Apply { function, args, n } = program.instruction(id) else { continue };
            let args: Vec<String> = args.iter().map(|&a| self.operand(a)).collect();
            if function.is_conditional() {
                let name = self.need("admits_", function)?;
                self.stop(&format!("{name}({})", args.join(", ")), -1 - j as i64);
            }
            let value = self.call(function, &args, n)?;
            let (number, name) = (self.precision.number(), self.local(id));
            let _ = writeln!(self.body, "    const {number} {name} = {value};");
            if let Some(place) = self.parts.places[j] {
                let _ = writeln!(self.body, "    {}[{}] = {name};", self.own[7], times(place as usize, &self.own[0]));
            }
        }
        if end.is_none() {
            guards.for_each(|(at, guard)| self.guard(at, guard));
            for (i, &id) in program.outputs().iter().enumerate() {
                let value = self.operand(id);
                let _ = writeln!(self.body, "    {}[{}] = {};", self.own[8], times(i, &self.own[4]), bare(&value));
            }
        }
        Ok(())
    }

    fn guard(&mut self, at: usize, guard: &Guard) {
        let (a, b) = (self.operand(guard.a), self.operand(guard.b));
        self.stop(&holds(guard, [&a, &b]), at as i64 + 1);
    }

    /// Lines that end the lane with a code where something does not hold.
    fn stop(&mut self, holds: &str, code: i64) {
        let _ =
            writeln!(self.body, "    if (!({holds})) {{\n        *{} = {code};\n        return;\n    }}", self.own[9]);
    }

    /// The name of a function, whose definition is now needed.
    fn need(&mut self, role: &str, function: &Function) -> Result<String, Error> {
        let unknown = Error::Code { function: function.name(), language: "kernels" };
        if function.op().is_none() {
            return Err(unknown);
        }
        let direct = format!("{}{role}{}", self.precision.prefix(), function.name());
        if self.definitions.need(&direct) {
            return Ok(renamed(&direct, &self.prefix));
        }
        // In double, and rounded by being assigned.
        let wide = format!("{PREFIX}{role}{}", function.name());
        if !self.definitions.need(&wide) {
            return Err(unknown);
        }
        self.doubles = true;
        Ok(renamed(&wide, &self.prefix))
    }

    fn call(&mut self, function: &Function, args: &[String], n: i32) -> Result<String, Error> {
        if is_simple(function) {
            let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
            match function.op() {
                Some(Op::Add) => return Ok(infix("+")),
                Some(Op::Sub) => return Ok(infix("-")),
                Some(Op::Mul) => return Ok(infix("*")),
                Some(Op::Div) => return Ok(infix("/")),
                Some(Op::Neg) => return Ok(format!("-{}", args[0])),
                _ => {}
            }
        }
        let name = self.need("", function)?;
        let parameter = if function.family() { Some(integer(n)) } else { None };
        let args: Vec<String> = args.iter().map(|x| bare(x).to_owned()).chain(parameter).collect();
        Ok(format!("{name}({})", args.join(", ")))
    }

    /// What an operation is called where it is computed.
    fn local(&self, id: u32) -> String {
        let first = self.program.values() - self.program.len();
        self.names.get(id).cloned().unwrap_or_else(|| format!("{}{}", self.stems[0], id as usize - first))
    }

    fn operand(&mut self, id: u32) -> String {
        match self.program.instruction(id) {
            Instruction::Input(i) => {
                let name = self.names.get(id).cloned().unwrap_or_else(|| format!("{}{i}", self.stems[1]));
                self.inputs.entry(i).or_insert(name).clone()
            }
            Instruction::Constant(c) => {
                let k = id as usize - self.program.inputs();
                match k < CONSTANT_BYTES / self.precision.bytes() && self.precision.is_finite(c) {
                    true => format!("{}[{k}]", self.constants),
                    false => self.precision.constant(c),
                }
            }
            Instruction::Apply { .. } | Instruction::Element { .. } => {
                let j = id as usize - (self.program.values() - self.program.len());
                let name = self.local(id);
                if let Some(place) = self.parts.places[j].filter(|_| self.parts.part(j) != self.part) {
                    self.kept.insert(place, name.clone());
                }
                name
            }
        }
    }
}

/// The k-th multiple of a stride.
fn times(k: usize, stride: &str) -> String {
    match k {
        0 => "0".to_owned(),
        1 => stride.to_owned(),
        _ => format!("{k} * {stride}"),
    }
}
