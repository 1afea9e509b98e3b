//! Statements as text.

use super::Dialect;
use super::expressions::{exclusive, index, is_atom, place, shared};
use crate::generator::tree::*;

impl Dialect {
    /// Writes a statement at this depth of indentation.
    pub(crate) fn statement(self, stmt: &Stmt, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        let text = match stmt {
            Stmt::Let { name, mutable, annotated, value } => {
                let ty = if *annotated { format!(": {}", self.number()) } else { String::new() };
                format!("let {}{ty} = {};", binding(name, *mutable), self.expression(value))
            }
            Stmt::LetTuple { names, values } => format!("let {} = ({});", tuple(names), self.typed_list(values)),
            Stmt::LetPair { name, values } => format!("let {name} = ({});", self.typed_list(values)),
            Stmt::LetTupleCall { names, callee, args } => {
                format!("let {} = {};", tuple(names), self.invocation(callee, args))
            }
            Stmt::LetInt { name, mutable, value } => {
                format!("let {}: usize = {};", binding(name, *mutable), index(value))
            }
            Stmt::LetFlag { name, value } => format!("let {name} = {};", self.condition(value)),
            Stmt::LetFilled { name, fixed, value, length } => {
                let vec = if *fixed { "" } else { "vec!" };
                format!("let mut {name} = {vec}[{}; {}];", self.typed(value), index(length))
            }
            Stmt::LetList { name, fixed, values } => {
                let vec = if *fixed { "" } else { "vec!" };
                format!("let mut {name} = {vec}[{}, {}];", self.typed(&values[0]), self.list(&values[1..]))
            }
            Stmt::LetCopy { name, from } => format!("let mut {name} = {}.to_vec();", place(from)),
            Stmt::LetArrayCall { name, callee, args } => {
                format!("let mut {name} = {};", self.invocation(callee, args))
            }
            Stmt::LetView { name, view, mutable: true } => format!("let {name} = {};", exclusive(view)),
            Stmt::LetView { name, view, mutable: false } => format!("let {name} = {};", shared(view)),
            Stmt::Split { left, right, of, at, mutable } => {
                let method = if *mutable { "split_at_mut" } else { "split_at" };
                format!("let ({left}, {right}) = {}.{method}({});", place(of), index(at))
            }
            Stmt::Assign { target, operator, value } => self.assignment(target, *operator, value),
            Stmt::If { arms, otherwise } => {
                let mut text = String::new();
                for (i, (condition, body)) in arms.iter().enumerate() {
                    let word = if i == 0 { "if" } else { " else if" };
                    text.push_str(&format!("{word} {} {}", self.condition(condition), self.statements(body, depth)));
                }
                if let Some(body) = otherwise {
                    text.push_str(&format!(" else {}", self.statements(body, depth)));
                }
                text
            }
            Stmt::For { head, body } => format!("for {} {}", self.head(head), self.statements(body, depth)),
            Stmt::While { condition, body } => {
                format!("while {} {}", self.condition(condition), self.statements(body, depth))
            }
            Stmt::Loop(body) => format!("loop {}", self.statements(body, depth)),
            Stmt::Scope(body) => self.statements(body, depth),
            Stmt::Break => "break;".into(),
            Stmt::Continue => "continue;".into(),
            Stmt::Return(give) => format!("return {};", self.give(give)).replace(" ;", ";"),
            Stmt::Count { name, operator, value } => {
                let operator = operator.map(String::from).unwrap_or_default();
                format!("{name} {operator}= {};", index(value))
            }
            Stmt::Fill(view, value) => format!("{}.fill({});", place(view), self.expression(value)),
            Stmt::Copy(to, from) => format!("{}.copy_from_slice({});", place(to), shared(from)),
            Stmt::Swap(name, i, j) => format!("{name}.swap({}, {});", index(i), index(j)),
            Stmt::Exchange(a, b) => format!("std::mem::swap(&mut {a}, &mut {b});"),
            Stmt::Call(name, args) => format!("{};", self.invocation(name, args)),
            Stmt::Made { pattern, names, values, arrays } => {
                let value = |e: &Expr| if is_atom(e) { self.typed(e) } else { format!("({})", self.typed(e)) };
                self.filled(pattern, names, values, arrays, value)
            }
            Stmt::Text(pattern, values) => self.filled(pattern, &[], values, &[], |e| self.expression(e)),
            Stmt::Around { head, values, body, end } => {
                let head = self.filled(head, &[], values, &[], |e| self.expression(e));
                format!("{head} {}{end}", self.statements(body, depth))
            }
            Stmt::Match { head, arms } => {
                let mut text = format!("match {head} {{\n");
                for (pattern, body) in arms {
                    let pattern = self.filled(pattern, &[], &[], &[], |e| self.expression(e));
                    text.push_str(&format!("{indent}    {pattern} => {}\n", self.statements(body, depth + 1)));
                }
                format!("{text}{indent}}}")
            }
            Stmt::Lambda { name, params, moved, value } => {
                let word = if *moved { "move " } else { "" };
                format!("let {} = {word}{};", self.call(name), self.lambda(params, true, value))
            }
            Stmt::Assert(condition) => format!("assert!({});", self.condition(condition)),
            Stmt::AssertEqual(a, b) => format!("assert_eq!({}, {});", index(a), index(b)),
        };
        out.push_str(&format!("{indent}{text}\n"));
    }

    /// A pattern with everything put in.
    pub(crate) fn filled(
        self,
        pattern: &str,
        names: &[String],
        values: &[Expr],
        arrays: &[String],
        print: impl Fn(&Expr) -> String,
    ) -> String {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(at) = rest.find(['$', '@', '#', '%', '^', '~']) {
            text.push_str(&rest[..at]);
            let (mark, behind) = (&rest[at..at + 1], &rest[at + 1..]);
            let number = behind.chars().next().and_then(|c| c.to_digit(10)).unwrap_or_default() as usize;
            let mut end = 1;
            match (mark, &behind[..1]) {
                (mark, " ") => {
                    text.push_str(mark);
                    end = 0;
                }
                ("$", _) => text.push_str(&print(&values[number])),
                ("^", _) => text.push_str(&self.maker(number)),
                ("~", _) => text.push_str(&self.record(number)),
                ("@", _) => text.push_str(&names[number]),
                ("#", _) => text.push_str(&arrays[number]),
                (_, "T") => text.push_str(self.number()),
                (_, "S") => text.push_str(self.scalar),
                (_, "I") => text.push_str(if self.marked { "#[independent] " } else { "" }),
                _ => {
                    end = behind.find('}').unwrap_or_default() + 1;
                    let constant = behind[1..end - 1].replace("%S", self.scalar);
                    let one = if constant.contains(' ') { format!("({constant})") } else { constant };
                    text.push_str(&if self.any { format!("T::constant({one})") } else { one });
                }
            }
            rest = &behind[end..];
        }
        text + rest
    }

    /// What a function gives, without `return`.
    pub(crate) fn give(self, give: &Give) -> String {
        match give {
            Give::Nothing => String::new(),
            Give::Float(e) => self.expression(e),
            Give::Truth(c) => self.condition(c),
            Give::Tuple(values) => format!("({})", self.list(values)),
            Give::Array(values) => format!("[{}]", self.list(values)),
            Give::Vector(name) => name.clone(),
            Give::Filled(value, Index::Variable(name)) if name == "N" => format!("[{}; N]", self.typed(value)),
            Give::Filled(value, length) => format!("vec![{}; {}]", self.typed(value), index(length)),
        }
    }

    fn statements(self, body: &[Stmt], depth: usize) -> String {
        let mut text = String::from("{\n");
        for stmt in body {
            self.statement(stmt, depth + 1, &mut text);
        }
        format!("{text}{}}}", "    ".repeat(depth))
    }

    fn list(self, values: &[Expr]) -> String {
        let values: Vec<String> = values.iter().map(|v| self.expression(v)).collect();
        values.join(", ")
    }

    fn typed_list(self, values: &[Expr]) -> String {
        let values: Vec<String> = values.iter().map(|v| self.typed(v)).collect();
        values.join(", ")
    }

    /// An expression with its type on it where it is a bare literal.
    fn typed(self, e: &Expr) -> String {
        match e {
            Expr::Literal(text) if !self.any => format!("{text}{}", self.scalar),
            _ => self.expression(e),
        }
    }

    /// An assignment. On any number the borrow checker wants the right side first, which is also the order in which
    /// `f64` evaluates it.
    fn assignment(self, target: &Target, operator: Option<char>, value: &Expr) -> String {
        let target = match target {
            Target::Variable(name) => name.clone(),
            Target::Element(name, i) => format!("{name}[{}]", index(i)),
            Target::Behind(name) => format!("*{name}"),
        };
        let value = self.expression(value);
        match operator {
            Some(op) if self.any => format!("{{\n        let value = {value};\n        {target} {op}= value;\n    }}"),
            Some(op) => format!("{target} {op}= {value};"),
            None => format!("{target} = {value};"),
        }
    }

    fn head(self, head: &Head) -> String {
        match head {
            Head::Range { variable, from, to, inclusive, reversed, step } => {
                let range = format!("{}{}{}", index(from), if *inclusive { "..=" } else { ".." }, index(to));
                let range = match (reversed, step) {
                    (false, None) => range,
                    (true, None) => format!("({range}).rev()"),
                    (false, Some(n)) => format!("({range}).step_by({n})"),
                    (true, Some(n)) => format!("({range}).rev().step_by({n})"),
                };
                format!("{variable} in {range}")
            }
            Head::Slices { over, counted, reversed } => {
                let mut pattern = over[0].pattern();
                let mut chain = over[0].chain();
                if let [_, second] = &over[..] {
                    pattern = format!("({pattern}, {})", second.pattern());
                    chain = format!("{chain}.zip({})", second.chain());
                }
                if let Some(count) = counted {
                    pattern = format!("({count}, {pattern})");
                    chain.push_str(".enumerate()");
                }
                if *reversed {
                    chain.push_str(".rev()");
                }
                format!("{pattern} in {chain}")
            }
        }
    }
}

impl Over {
    fn pattern(&self) -> String {
        if self.by == By::Value { format!("&{}", self.variable) } else { self.variable.clone() }
    }

    fn chain(&self) -> String {
        let place = place(&self.view);
        match self.by {
            By::Reference | By::Value => format!("{place}.iter()"),
            By::Exclusive => format!("{place}.iter_mut()"),
            By::Short => shared(&self.view),
            By::ShortExclusive => exclusive(&self.view),
            By::Chunks(n) => format!("{place}.chunks_exact({n})"),
            By::ChunksMut(n) => format!("{place}.chunks_exact_mut({n})"),
        }
    }
}

fn binding(name: &str, mutable: bool) -> String {
    if mutable { format!("mut {name}") } else { name.into() }
}

fn tuple(names: &[(String, bool)]) -> String {
    let names: Vec<String> = names.iter().map(|(name, mutable)| binding(name, *mutable)).collect();
    format!("({})", names.join(", "))
}
