//! A program as Rust: straight-line code in which every name is given once.

use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::{Instruction, Program};
use core::fmt::Write;
use rules::{Kind, Op};

/// The most instructions in one function: compilers take more than linear time in the length of a function.
const CHUNK: usize = 500;

impl Program {
    /// Rust source of a function that computes the outputs: `fn name(x: &[f64; N], v: &mut [f64; K], y: &mut [f64; M])
    /// -> Result<(), usize>`, where `v` is room for what long programs keep, and the error is the number of the guard
    /// that turned out otherwise.
    ///
    /// Long programs become several functions. Functions that `f64` does not have are called at the path `functions`,
    /// as in `wengert::functions`. The code uses `core` alone where the program does arithmetic only, else the methods of
    /// `f64`. It computes the same bits as [`eval`](Program::eval); where a precondition is broken, it panics as the
    /// function that was recorded.
    ///
    /// # Panics
    /// If the program calls rules of the user's, whose code is not known by their names.
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + 0.5])?;
    /// let code = "\
    /// pub fn f(x: &[f64; 2], v: &mut [f64; 0], y: &mut [f64; 1]) -> Result<(), usize> {
    ///     let _ = (x, &v);
    ///     let v0 = x[0] * x[1];
    ///     let v1 = v0 + 0.5f64;
    ///     y[0] = v1;
    ///     Ok(())
    /// }
    /// ";
    /// assert_eq!(f.to_rust("f", "wengert::functions"), code);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn to_rust(&self, name: &str, functions: &str) -> String {
        assert!(self.users.is_empty(), "the code of {:?} is not known by its name", self.users[0]);
        let mut emitter = Emitter { program: self, functions, slots: self.slots(), chunk: 0, text: String::new() };
        emitter.all(name);
        emitter.text
    }

    /// For each instruction that a later chunk reads its place in the room between chunks.
    fn slots(&self) -> Vec<Option<u32>> {
        let mut crosses = vec![false; self.steps.len()];
        let mut read = |id: u32, by: usize| {
            if let Some(j) = (id as usize).checked_sub(self.first()) {
                crosses[j] |= j / CHUNK != by / CHUNK;
            }
        };
        for (j, step) in self.steps.iter().enumerate() {
            self.call(step).1.iter().for_each(|&a| read(a, j));
        }
        let last = self.steps.len().saturating_sub(1);
        self.guards.iter().for_each(|g| [g.a, g.b].into_iter().for_each(|a| read(a, g.at.min(last))));
        self.outputs.iter().for_each(|&id| read(id, last));
        let mut next = 0..;
        crosses.into_iter().map(|crosses| if crosses { next.next() } else { None }).collect()
    }
}

struct Emitter<'a> {
    program: &'a Program,
    functions: &'a str,
    slots: Vec<Option<u32>>,
    chunk: usize,
    text: String,
}

impl Emitter<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn all(&mut self, name: &str) {
        let program = self.program;
        let room = self.slots.iter().flatten().count();
        let (n, m) = (program.inputs, program.outputs.len());
        let head = |name: &str| {
            format!("fn {name}(x: &[f64; {n}], v: &mut [f64; {room}], y: &mut [f64; {m}]) -> Result<(), usize> {{")
        };
        let chunks = program.steps.len().div_ceil(CHUNK).max(1);
        if chunks > 1 {
            self.line(&format!("pub {}", head(name)));
            (0..chunks).for_each(|k| self.line(&format!("    {name}_{k}(x, v, y)?;")));
            self.line("    Ok(())\n}");
        }
        let mut guards = program.guards.iter().enumerate().peekable();
        for k in 0..chunks {
            self.chunk = k;
            match chunks {
                1 => self.line(&format!("pub {}", head(name))),
                _ => self.line(&format!("\n{}", head(&format!("{name}_{k}")))),
            }
            self.line("    let _ = (x, &v);");
            let steps = k * CHUNK..program.steps.len().min((k + 1) * CHUNK);
            for j in steps {
                while let Some((at, guard)) = guards.next_if(|(_, g)| g.at <= j) {
                    self.guard(at, guard);
                }
                let (function, args, parameter) = program.call(&program.steps[j]);
                let value = self.call(function, args, parameter);
                self.line(&format!("    let v{j} = {value};"));
                if let Some(slot) = self.slots[j] {
                    self.line(&format!("    v[{slot}] = v{j};"));
                }
            }
            if k + 1 == chunks {
                guards.by_ref().for_each(|(at, guard)| self.guard(at, guard));
                for (i, &id) in program.outputs.iter().enumerate() {
                    let value = self.operand(id);
                    self.line(&format!("    y[{i}] = {value};"));
                }
            } else {
                self.line("    let _ = y;");
            }
            self.line("    Ok(())\n}");
        }
    }

    fn operand(&self, id: u32) -> String {
        match self.program.instruction(id) {
            Instruction::Input(i) => format!("x[{i}]"),
            Instruction::Constant(c) if c.is_nan() => "f64::NAN".to_owned(),
            Instruction::Constant(c) if c.is_infinite() => {
                (if c > 0.0 { "f64::INFINITY" } else { "f64::NEG_INFINITY" }).to_owned()
            }
            Instruction::Constant(c) if c.is_sign_negative() => format!("({c:?}f64)"),
            Instruction::Constant(c) => format!("{c:?}f64"),
            Instruction::Apply { .. } => {
                let j = id as usize - self.program.first();
                match self.slots[j] {
                    Some(slot) if j / CHUNK != self.chunk => format!("v[{slot}]"),
                    _ => format!("v{j}"),
                }
            }
        }
    }

    fn call(&self, function: &Function, args: &[u32], n: i32) -> String {
        let x: Vec<String> = args.iter().map(|&a| self.operand(a)).collect();
        let infix = |sign: &str| format!("{} {sign} {}", x[0], x[1]);
        let truth = |sign: &str| format!("f64::from(u8::from({} {sign} {}))", x[0], x[1]);
        match function.op() {
            Some(Op::Add) => infix("+"),
            Some(Op::Sub) => infix("-"),
            Some(Op::Mul) => infix("*"),
            Some(Op::Div) => infix("/"),
            Some(Op::Rem) => infix("%"),
            Some(Op::Neg) => format!("-{}", x[0]),
            Some(Op::Ge) => truth(">="),
            Some(Op::Gt) => truth(">"),
            Some(Op::Le) => truth("<="),
            Some(Op::Lt) => truth("<"),
            Some(Op::Eq) => truth("=="),
            Some(Op::Ne) => truth("!="),
            Some(Op::Select) => format!("if {} != 0.0 {{ {} }} else {{ {} }}", x[0], x[1], x[2]),
            op => {
                let parameter = if function.family() { Some(n.to_string()) } else { None };
                let name = function.name();
                if op.is_some_and(|op| op.row().kind == Kind::Method) {
                    let rest: Vec<String> = x[1..].iter().cloned().chain(parameter).collect();
                    format!("{}.{name}({})", x[0], rest.join(", "))
                } else {
                    let all: Vec<String> = x.into_iter().chain(parameter).collect();
                    format!("{}::{name}({})", self.functions, all.join(", "))
                }
            }
        }
    }

    fn guard(&mut self, at: usize, guard: &Guard) {
        let (a, b) = (self.operand(guard.a), self.operand(guard.b));
        let holds = match (guard.test, guard.answer) {
            (Test::Value, _) => format!("{a}.to_bits() == {b}.to_bits() || ({a}.is_nan() && {b}.is_nan())"),
            (_, Answer::Ordering(Some(order))) => {
                format!("{a}.partial_cmp(&{b}) == Some(core::cmp::Ordering::{order:?})")
            }
            (_, Answer::Ordering(None)) => format!("{a}.partial_cmp(&{b}).is_none()"),
            (test, Answer::Is(true)) => format!("{a} {} {b}", test.symbol()),
            (test, Answer::Is(false)) => format!("!({a} {} {b})", test.symbol()),
        };
        self.line(&format!("    if !({holds}) {{\n        return Err({at});\n    }}"));
    }
}
