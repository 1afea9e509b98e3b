//! The text form: one instruction a line, as the list stands in a textbook.

use crate::emit::{Names, Resolved};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::{Instruction, Program};
use crate::verify::{Draft, Refusal, function};
use core::cmp::Ordering;
use core::fmt;
use rules::Op;
use std::collections::HashMap;

const OPERATORS: [(Op, char); 5] = [(Op::Add, '+'), (Op::Sub, '-'), (Op::Mul, '*'), (Op::Div, '/'), (Op::Rem, '%')];
const TESTS: [Test; 6] = [Test::Less, Test::LessEqual, Test::Greater, Test::GreaterEqual, Test::Equal, Test::Order];
const ORDERS: [(Option<Ordering>, &str); 4] = [
    (Some(Ordering::Less), "less"),
    (Some(Ordering::Equal), "equal"),
    (Some(Ordering::Greater), "greater"),
    (None, "unordered"),
];

/// Words that are no names.
const KEPT: [&str; 4] = ["inf", "guard", "return", "program"];

impl fmt::Display for Program {
    /// The text form, which [`Program::parse`] reads back to an equal program.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()])?;
    /// let text = "\
    /// program(x0, x1)
    /// v0 = x0 * x1
    /// v1 = sin(x0)
    /// v2 = v0 + v1
    /// return v2
    /// ";
    /// assert_eq!(f.to_string(), text);
    /// assert_eq!(Program::parse(text)?, f);
    /// # Ok::<(), program::Error>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(f, &Resolved::none())
    }
}

impl Program {
    /// What an operand is called in the text form.
    pub(crate) fn name(&self, id: u32) -> String {
        match self.instruction(id) {
            Instruction::Input(i) => format!("x{i}"),
            Instruction::Constant(c) if c.is_nan() => format!("nan:{:x}", c.to_bits()),
            Instruction::Constant(c) => format!("{c:?}"),
            Instruction::Apply { .. } => format!("v{}", id as usize - self.first()),
        }
    }

    /// The text form with names; [`Program::parse`] reads it to an equal program, without them.
    ///
    /// # Errors
    /// [`Error::Name`] if names cannot be given.
    pub fn to_text(&self, names: &Names) -> Result<String, Error> {
        let names = names.resolve(self, |word| KEPT.contains(&word))?;
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_text(&mut text, &names);
        Ok(text)
    }

    fn write_text(&self, f: &mut impl fmt::Write, names: &Resolved) -> fmt::Result {
        let [inputs, operations] = ["x", "v"].map(|stem| names.numbered(stem));
        let own = |id: u32| match self.instruction(id) {
            Instruction::Input(i) => format!("{inputs}{i}"),
            Instruction::Apply { .. } => format!("{operations}{}", id as usize - self.first()),
            _ => self.name(id),
        };
        let name = |id: u32| names.get(id).cloned().unwrap_or_else(|| own(id));
        let inputs: Vec<String> = (0..self.inputs as u32).map(name).collect();
        writeln!(f, "program({})", inputs.join(", "))?;
        let mut guards = self.guards.iter().peekable();
        for (j, step) in self.steps.iter().enumerate() {
            while let Some(guard) = guards.next_if(|g| g.at <= j) {
                write_guard(f, guard, name)?;
            }
            let (function, args, n) = self.call(step);
            let arg = |i: usize| name(args[i]);
            write!(f, "{} = ", name((self.first() + j) as u32))?;
            match function.op() {
                Some(Op::Neg) => write!(f, "-({})", arg(0))?,
                op => match OPERATORS.iter().find(|(operator, _)| Some(*operator) == op) {
                    Some((_, sign)) => write!(f, "{} {sign} {}", arg(0), arg(1))?,
                    None => {
                        let args: Vec<String> = args.iter().map(|&a| name(a)).collect();
                        write!(f, "{}({}", function.name(), args.join(", "))?;
                        if function.family() || n != 0 {
                            write!(f, "; {n}")?;
                        }
                        write!(f, ")")?;
                    }
                },
            }
            writeln!(f)?;
        }
        guards.try_for_each(|guard| write_guard(f, guard, name))?;
        let outputs: Vec<String> = self.outputs.iter().map(|&id| name(id)).collect();
        writeln!(f, "{}", ["return", &outputs.join(", ")].join(" ").trim_end())
    }

    /// Reads the text form of a program, of functions of the table.
    ///
    /// Names are free: every line gives one, and may use those above it. Equal operations become one. Empty lines, and
    /// what follows a `#`, are passed over.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the line: a name that is not known or given twice, a function that there is not, a wrong
    /// number of arguments, a line that is none.
    ///
    /// Cost: linear in the text.
    pub fn parse(text: &str) -> Result<Program, Error> {
        Program::parse_with(text, &[])
    }

    /// As [`parse`](Program::parse), with functions of the user's beside those of the table.
    ///
    /// # Errors
    /// As [`parse`](Program::parse).
    pub fn parse_with(text: &str, functions: &[Function]) -> Result<Program, Error> {
        let mut reader = Reader { draft: Draft::new(0), names: HashMap::new(), functions, outputs: None, begun: false };
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or(text).trim();
            if !text.is_empty() {
                reader.line(text).map_err(|message| Error::Invalid { line, message })?;
            }
        }
        let missing =
            || Error::Invalid { line: text.lines().count(), message: "the last line is `return ..`".to_owned() };
        reader.draft.finish(&reader.outputs.ok_or_else(missing)?)
    }
}

/// One guard, as a line.
fn write_guard(f: &mut impl fmt::Write, guard: &Guard, name: impl Fn(u32) -> String) -> fmt::Result {
    let (a, b) = (name(guard.a), name(guard.b));
    write!(f, "guard {a} {} {b}", guard.test.symbol())?;
    match guard.answer {
        Answer::Ordering(order) => {
            writeln!(f, " : {}", ORDERS.iter().find(|(o, _)| *o == order).map_or("", |(_, name)| name))
        }
        Answer::Is(answer) => writeln!(f, " : {answer}"),
    }
}

struct Reader<'a> {
    draft: Draft,
    names: HashMap<&'a str, u32>,
    functions: &'a [Function],
    outputs: Option<Vec<u32>>,
    begun: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, text: &'a str) -> Result<(), Refusal> {
        if !self.begun {
            return self.header(text);
        }
        if self.outputs.is_some() {
            return Err("nothing stands after `return`".to_owned());
        }
        if let Some(rest) = word(text, "return") {
            let list = items(rest).map(|item| self.operand(item)).collect::<Result<_, _>>();
            self.outputs = Some(list?);
            return Ok(());
        }
        if let Some(rest) = word(text, "guard") {
            return self.guard(rest);
        }
        let (name, value) = text.split_once('=').ok_or("expected `name = ..`, `guard ..` or `return ..`")?;
        let id = self.value(value.trim())?;
        self.define(name.trim(), id)
    }

    fn header(&mut self, text: &'a str) -> Result<(), Refusal> {
        let list = word(text, "program").or_else(|| text.strip_prefix("program"));
        let list = list.and_then(|list| list.trim().strip_prefix('(')?.strip_suffix(')'));
        let list: Vec<&str> = items(list.ok_or("a program begins with `program(x, y)`, its inputs")?).collect();
        self.draft = Draft::new(list.len());
        self.begun = true;
        (0..).zip(list).try_for_each(|(i, name)| self.define(name, i))
    }

    fn define(&mut self, name: &'a str, value: u32) -> Result<(), Refusal> {
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !KEPT.contains(&name);
        match is_name {
            false => Err(format!("`{name}` is no name: letters, digits and _ make one")),
            true if self.names.insert(name, value).is_some() => Err(format!("`{name}` stands for something already")),
            true => Ok(()),
        }
    }

    fn operand(&mut self, text: &str) -> Result<u32, Refusal> {
        if let Some(&id) = self.names.get(text) {
            return Ok(id);
        }
        let begins = text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) || text.ends_with("inf");
        let number = match text.strip_prefix("nan:") {
            Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits),
            None => text.parse().ok().filter(|_| begins),
        };
        let number = number.ok_or_else(|| format!("`{text}` is neither a number nor a name from above"))?;
        Ok(self.draft.constant(number))
    }

    fn value(&mut self, text: &str) -> Result<u32, Refusal> {
        if let Some(inner) = text.strip_prefix("-(").and_then(|rest| rest.strip_suffix(')')) {
            let id = self.operand(inner.trim())?;
            return self.draft.call(Function::table(Op::Neg), &[id], None);
        }
        if let [a, sign, b] = text.split_whitespace().collect::<Vec<_>>()[..]
            && let Some((op, _)) = OPERATORS.iter().find(|(_, operator)| sign.chars().eq([*operator]))
        {
            let ids = [self.operand(a)?, self.operand(b)?];
            return self.draft.call(Function::table(*op), &ids, None);
        }
        let (name, rest) = text.split_once('(').ok_or("expected `a + b`, `-(a)` or `function(a, b)`")?;
        let rest = rest.strip_suffix(')').ok_or("a `)` is missing at the end")?;
        let function = function(name.trim(), self.functions)?;
        let (args, n) = match rest.split_once(';') {
            Some((args, n)) => {
                (args, Some(n.trim().parse::<i32>().map_err(|_| format!("`{}` is no integer", n.trim()))?))
            }
            None => (rest, None),
        };
        let ids = items(args).map(|item| self.operand(item)).collect::<Result<Vec<_>, _>>()?;
        self.draft.call(&function, &ids, n)
    }

    fn guard(&mut self, text: &str) -> Result<(), Refusal> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[a, sign, b, ":", answer] = parts.as_slice() else {
            return Err("expected `guard a < b : true`".to_owned());
        };
        let tests = TESTS.iter().chain([&Test::Value]);
        let test =
            *tests.into_iter().find(|test| test.symbol() == sign).ok_or_else(|| format!("`{sign}` is no test"))?;
        let order = ORDERS.iter().find(|(_, name)| *name == answer).map(|(order, _)| Answer::Ordering(*order));
        let answer = match (test, order, answer) {
            (Test::Order, Some(order), _) => order,
            (Test::Order, ..) => return Err(format!("`{answer}` is no order: less, equal, greater or unordered")),
            (_, _, "true") => Answer::Is(true),
            (_, _, "false") => Answer::Is(false),
            _ => return Err(format!("`{answer}` is neither true nor false")),
        };
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        self.draft.guard(test, a, b, answer)
    }
}

fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(move |_| !list.trim().is_empty())
}
