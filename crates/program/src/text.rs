//! The text form: one instruction a line, as the list stands in a textbook.

use crate::emit::{Names, Resolved};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::{Instruction, Program};
use crate::verify::{Draft, Refusal, function, operation};
use core::cmp::Ordering;
use core::fmt;
use rules::Op;
use std::borrow::Cow;
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
            Instruction::Apply { .. } | Instruction::Element { .. } => format!("v{}", id as usize - self.first()),
        }
    }

    /// The name that was given to a value, or the one that it has else.
    fn own_name(&self, id: u32, names: &Resolved) -> String {
        names.get(id).cloned().unwrap_or_else(|| match self.instruction(id) {
            Instruction::Input(i) => format!("{}{i}", names.numbered("x")),
            Instruction::Constant(_) => self.name(id),
            _ => format!("{}{}", names.numbered("v"), id as usize - self.first()),
        })
    }

    /// The names of a list; of values in a row without names given to them, the first and the last.
    fn runs(&self, list: &[u32], names: &Resolved) -> Vec<String> {
        let kind = |id: u32| match self.instruction(id) {
            _ if names.get(id).is_some() => 0,
            Instruction::Input(_) => 1,
            Instruction::Constant(_) => 0,
            _ => 2,
        };
        let together = |&a: &u32, &b: &u32| b == a + 1 && kind(a) > 0 && kind(a) == kind(b);
        let mut items = Vec::new();
        for run in list.chunk_by(together) {
            match run {
                [first, _, .., last] => {
                    items.push(format!("{}..{}", self.own_name(*first, names), self.own_name(*last, names)))
                }
                few => items.extend(few.iter().map(|&id| self.own_name(id, names))),
            }
        }
        items
    }

    /// The text form with names; [`Program::parse`] reads it to an equal program, without them.
    ///
    /// # Errors
    /// [`Error::Name`] if names cannot be given.
    ///
    /// ```
    /// use program::{Names, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
    /// let text = f.to_text(&Names::of("area").inputs(["width", "height"]).outputs(["area"]))?;
    /// assert_eq!(text, "program(width, height)\narea = width * height\nreturn area\n");
    /// assert_eq!(Program::parse(&text)?, f);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_text(&self, names: &Names) -> Result<String, Error> {
        let names = names.resolve(self, &|word| KEPT.contains(&word))?;
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_text(&mut text, &names);
        Ok(text)
    }

    fn write_text(&self, f: &mut impl fmt::Write, names: &Resolved) -> fmt::Result {
        let name = |id: u32| self.own_name(id, names);
        let inputs: Vec<String> = (0..self.inputs as u32).map(name).collect();
        writeln!(f, "program({})", inputs.join(", "))?;
        let mut guards = self.guards.iter().peekable();
        for (j, step) in self.steps.iter().enumerate() {
            while let Some(guard) = guards.next_if(|g| g.at <= j) {
                write_guard(f, guard, name)?;
            }
            if let Some((called, element)) = self.element(step) {
                if element == 0 {
                    let first = (self.first() + j) as u32;
                    let given: Vec<u32> = (first..first + called.operation.outputs() as u32).collect();
                    let run = |list: &[u32]| self.runs(list, names).join(", ");
                    let lists = called.operation.parted(self.operands(called));
                    let lists: Vec<String> = lists.into_iter().map(|list| format!("[{}]", run(list))).collect();
                    write!(f, "{} = {}({}", run(&given), called.operation.name(), lists.join(", "))?;
                    let parameters = called.operation.parameters().unwrap_or_default();
                    let parameters: Vec<String> = parameters.iter().map(f64::to_string).collect();
                    writeln!(f, "; {})", parameters.join(" "))?;
                }
                continue;
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

    /// Reads the text form of a program, of functions of the table and of complex numbers.
    ///
    /// Names are free: every line gives one, and may use those above it. Equal operations become one. Empty lines, and
    /// what follows a `#`, are passed over.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the line: a name that is not known or given twice, a function that there is not, a wrong
    /// number of arguments, a line that is none.
    ///
    /// Cost: linear in the text.
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1] + 1.0])?;
    /// let text = f.to_string();
    /// assert_eq!(program::Program::parse(&text)?, f);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Program, Error> {
        Program::parse_with(text, &[])
    }

    /// As [`parse`](Program::parse), with functions of the user's beside those of the table.
    ///
    /// # Errors
    /// As [`parse`](Program::parse).
    ///
    /// ```
    /// use program::{Function, Program};
    /// use rules::FreeFunction;
    /// rules::rule! {
    ///     /// The square of a number.
    ///     Square: square(x) = x * x, d [2.0 * x];
    /// }
    /// let text = Program::record(1, |x| vec![square(x[0])])?.to_string();
    /// let own = Function::of::<<square as FreeFunction<1>>::Rule, 1>();
    /// assert_eq!(Program::parse_with(&text, &[own])?.eval(&[3.0])?, [9.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
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
    names: HashMap<Cow<'a, str>, u32>,
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
        if value.contains('[') {
            return self.operation(name, value.trim());
        }
        let id = self.value(value.trim())?;
        self.define(name.trim(), id)
    }

    /// `v0..v3 = solve([x0..x3], [x4, x5]; 0 2 1)`: lists of values, and what the operation is made of.
    fn operation(&mut self, names: &'a str, text: &'a str) -> Result<(), Refusal> {
        const FORM: &str = "expected `operation([a, b], [c..d]; 2 1)`";
        let (name, rest) = text.split_once('(').ok_or(FORM)?;
        let (lists, parameters) = rest.strip_suffix(')').and_then(|rest| rest.split_once(';')).ok_or(FORM)?;
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        let parameters = parameters.split_whitespace().map(number).collect::<Result<Vec<f64>, _>>()?;
        let operation = operation(name.trim(), &parameters)?;
        let (mut operands, mut rest, mut lengths) = (Vec::new(), lists.trim(), Vec::new());
        while !rest.is_empty() {
            let (list, others) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or(FORM)?;
            let before = operands.len();
            for item in items(list) {
                match item.split_once("..") {
                    Some((first, last)) => {
                        for name in between(first, last)? {
                            operands.push(self.operand(&name)?);
                        }
                    }
                    None => operands.push(self.operand(item)?),
                }
            }
            lengths.push(operands.len() - before);
            rest = others.trim().strip_prefix(',').unwrap_or(others).trim();
        }
        if lengths != operation.inputs() {
            return Err(format!("`{}` takes lists of {:?} numbers, not {lengths:?}", name.trim(), operation.inputs()));
        }
        let first = self.draft.call_operation(&operation, &operands)?;
        let mut next = first..first + operation.outputs() as u32;
        let wanted = format!("`{}` gives {} numbers: give as many names", name.trim(), operation.outputs());
        for item in items(names) {
            match item.split_once("..") {
                Some((begin, end)) => {
                    for name in between(begin, end)? {
                        self.define(name, next.next().ok_or_else(|| wanted.clone())?)?;
                    }
                }
                None => self.define(item, next.next().ok_or_else(|| wanted.clone())?)?,
            }
        }
        if next.is_empty() { Ok(()) } else { Err(wanted) }
    }

    fn header(&mut self, text: &'a str) -> Result<(), Refusal> {
        let list = word(text, "program").or_else(|| text.strip_prefix("program"));
        let list = list.and_then(|list| list.trim().strip_prefix('(')?.strip_suffix(')'));
        let list: Vec<&str> = items(list.ok_or("a program begins with `program(x, y)`, its inputs")?).collect();
        self.draft = Draft::new(list.len());
        self.begun = true;
        (0..).zip(list).try_for_each(|(i, name)| self.define(name, i))
    }

    fn define(&mut self, name: impl Into<Cow<'a, str>>, value: u32) -> Result<(), Refusal> {
        let name = name.into();
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !KEPT.contains(&&*name);
        match is_name {
            false => Err(format!("`{name}` is no name: letters, digits and _ make one")),
            true if self.names.contains_key(&name) => Err(format!("`{name}` stands for something already")),
            true => {
                self.names.insert(name, value);
                Ok(())
            }
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

/// The names from `v3` to `v7`: one after the other as they are asked for, since a text may claim more than it has.
fn between(first: &str, last: &str) -> Result<impl Iterator<Item = String> + use<>, Refusal> {
    let parted = |name: &str| {
        let name = name.trim();
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: u64 = name[stem.len()..].parse().ok()?;
        (format!("{stem}{number}") == name).then(|| (stem.to_owned(), number))
    };
    match (parted(first), parted(last)) {
        (Some((stem, from)), Some((other, to))) if stem == other && from <= to => {
            Ok((from..=to).map(move |k| format!("{stem}{k}")))
        }
        _ => Err(format!("`{first}..{last}` is no row of names, such as `v3..v7`")),
    }
}

fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(move |_| !list.trim().is_empty())
}
