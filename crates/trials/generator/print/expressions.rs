//! Expressions as text.

use super::Dialect;
use crate::generator::tree::*;

/// How tightly a form binds: sums, products, negation, calls.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const UNARY: u8 = 3;
const ATOM: u8 = 4;

impl Dialect {
    /// An expression, in parentheses where it binds less tightly than `least`.
    fn within(self, e: &Expr, least: u8) -> String {
        let text = self.expression(e);
        if binding(e) < least { format!("({text})") } else { text }
    }

    /// A constant of the scalar type as a number of the dialect.
    fn constant(self, text: &str) -> String {
        if self.any { format!("T::constant({text})") } else { text.into() }
    }

    /// An expression without parentheses around it.
    pub(crate) fn expression(self, e: &Expr) -> String {
        match e {
            Expr::Literal(text) => self.constant(text),
            Expr::Constant(name) => self.constant(name),
            Expr::ConstantElement(name, i) => self.constant(&format!("{name}[{}]", index(i))),
            Expr::Associate(record) => self.constant(&self.associate(*record)),
            Expr::Cast(i) => {
                let cast = format!("{} as {}", whole(i, 2), self.scalar);
                if self.any { self.constant(&cast) } else { format!("({cast})") }
            }
            Expr::Variable(name) => name.clone(),
            Expr::Reference(name) | Expr::Behind(name) => format!("*{name}"),
            Expr::Element(name, i) => format!("{name}[{}]", index(i)),
            Expr::Field(name, k) => format!("{name}.{k}"),
            Expr::Negative(x) => format!("-{}", self.within(x, UNARY)),
            Expr::Binary(op, a, b) => {
                let level = if matches!(op, '+' | '-') { SUM } else { PRODUCT };
                format!("{} {op} {}", self.operand(a, b, level), self.operand(b, a, level + 1))
            }
            Expr::Method(name, args) => {
                let rest: Vec<String> = args[1..].iter().map(|a| self.expression(a)).collect();
                format!("{}.{name}({})", self.receiver(&args[0]), rest.join(", "))
            }
            Expr::Associated(name, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expression(a)).collect();
                if self.any {
                    // `T::max` could mean other traits' functions of that name.
                    format!("Functions::{name}({})", args.join(", "))
                } else {
                    format!("{}::{name}({})", self.scalar, args.join(", "))
                }
            }
            Expr::Power(x, n) => {
                let n = match n {
                    Exponent::Number(n) => n.to_string(),
                    Exponent::Index(i) => format!("{} as i32", whole(i, 2)),
                };
                format!("{}.powi({n})", self.receiver(x))
            }
            Expr::Free(name, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expression(a)).collect();
                format!("functions::{name}({})", args.join(", "))
            }
            Expr::Choose(c, a, b) => {
                format!("if {} {} else {}", self.condition(c), self.arm(a), self.arm(b))
            }
            Expr::Block(..) => self.arm(e),
            Expr::Call(name, args) => self.invocation(name, args),
            Expr::Stop(x) => format!("stop_gradient({})", self.expression(x)),
            Expr::Made(pattern, values) => {
                let least = if pattern.starts_with('&') { ATOM } else { 0 };
                self.filled(pattern, &[], values, &[], |e| self.within(e, least))
            }
            Expr::Scaled(s, v) if self.twin => format!("{}.mul_any({})", self.within(v, ATOM), self.expression(s)),
            Expr::Scaled(s, v) => format!("{} * {}", self.within(s, PRODUCT), self.within(v, ATOM)),
        }
    }

    /// A call of a function, or of a method: then the name starts with a dot, and the first argument is the receiver.
    pub(crate) fn invocation(self, name: &str, args: &[Arg]) -> String {
        match args.split_first() {
            Some((receiver, rest)) if name.starts_with('.') => {
                let receiver = match receiver {
                    Arg::Given(e) => self.within(e, ATOM),
                    other => self.argument(other),
                };
                format!("{receiver}{}({})", self.call(name), self.arguments(rest))
            }
            _ => format!("{}({})", self.call(name), self.arguments(args)),
        }
    }

    /// One side of an operator. Beside a number a reference needs no star.
    fn operand(self, e: &Expr, beside: &Expr, least: u8) -> String {
        match e {
            Expr::Reference(name) if !self.any && typed(beside) && !matches!(beside, Expr::Reference(_)) => {
                name.clone()
            }
            _ => self.within(e, least),
        }
    }

    /// What a method is called on: its type has to be plain to see.
    fn receiver(self, e: &Expr) -> String {
        match e {
            Expr::Reference(name) | Expr::Behind(name) if !self.any => name.clone(),
            Expr::Literal(text) if !self.any => format!("{text}{}", self.scalar),
            _ if !self.any && !typed(e) => format!("({} as {})", self.within(e, ATOM), self.scalar),
            _ => self.within(e, ATOM),
        }
    }

    /// An arm of an `if`, or a block as a value.
    fn arm(self, e: &Expr) -> String {
        let Expr::Block(stmts, value) = e else { return format!("{{ {} }}", self.expression(e)) };
        let mut text = String::from("{\n");
        for stmt in stmts {
            self.statement(stmt, 2, &mut text);
        }
        format!("{text}        {}\n    }}", self.expression(value))
    }

    /// The arguments of a call.
    pub(crate) fn arguments(self, args: &[Arg]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.argument(a)).collect();
        args.join(", ")
    }

    fn argument(self, arg: &Arg) -> String {
        let list = |values: &[Expr]| {
            let values: Vec<String> = values.iter().map(|v| self.expression(v)).collect();
            values.join(", ")
        };
        match arg {
            Arg::Float(e) => self.expression(e),
            Arg::Constant(e) => Dialect { any: false, ..self }.expression(e),
            Arg::Shared(view) if view.hold == Hold::Constants && self.any => {
                format!("&constants::<T>({})", shared(view))
            }
            Arg::Shared(view) | Arg::Constants(view) => shared(view),
            Arg::Exclusive(view) => exclusive(view),
            Arg::Whole(i) => index(i),
            Arg::Flag(c) => self.condition(c),
            Arg::Tuple(values) => format!("({})", list(values)),
            Arg::Array(values) => format!("[{}]", list(values)),
            Arg::Named(name) => name.clone(),
            Arg::Given(e) => self.expression(e),
            Arg::Lambda { params, typed, value, lent } => {
                format!("{}{}", if *lent { "&" } else { "" }, self.lambda(params, *typed, value))
            }
            Arg::Function { name, any, lent } => {
                let name = match (*any, self.any) {
                    (true, _) => self.call(name),
                    (false, true) => format!("|v: T| v.{name}()"),
                    (false, false) => format!("{}::{name}", self.scalar),
                };
                format!("{}{name}", if *lent { "&" } else { "" })
            }
        }
    }

    /// A closure.
    pub(crate) fn lambda(self, params: &[String], typed: bool, value: &Expr) -> String {
        let ty = if typed || self.any { format!(": {}", self.number()) } else { String::new() };
        let params: Vec<String> = params.iter().map(|name| format!("{name}{ty}")).collect();
        let arrow =
            if matches!(value, Expr::Block(..)) && typed { format!("-> {} ", self.number()) } else { String::new() };
        format!("|{}| {arrow}{}", params.join(", "), self.expression(value))
    }

    /// A condition.
    pub(crate) fn condition(self, c: &Cond) -> String {
        match c {
            Cond::Floats(op, a, b) => {
                format!("{} {op} {}", self.within(a, SUM), self.within(b, SUM))
            }
            Cond::Whole(op, a, b) => format!("{} {op} {}", index(a), index(b)),
            Cond::Flag(name) => name.clone(),
            Cond::Call(name, args) => self.invocation(name, args),
            Cond::Not(c) => match &**c {
                Cond::Flag(name) => format!("!{name}"),
                c => format!("!({})", self.condition(c)),
            },
            Cond::And(a, b) => format!("{} && {}", self.side(a), self.side(b)),
            Cond::Or(a, b) => format!("{} || {}", self.side(a), self.side(b)),
        }
    }

    fn side(self, c: &Cond) -> String {
        match c {
            Cond::And(..) | Cond::Or(..) => format!("({})", self.condition(c)),
            c => self.condition(c),
        }
    }
}

/// A view to read.
pub(crate) fn shared(view: &View) -> String {
    match (&view.range, view.hold) {
        (None, Hold::Vector | Hold::Fixed) => format!("&{}", view.name),
        (None, _) => view.name.clone(),
        (Some(range), _) => format!("&{}[{}]", view.name, span(range)),
    }
}

/// A view to write.
pub(crate) fn exclusive(view: &View) -> String {
    match (&view.range, view.hold) {
        (None, Hold::Vector | Hold::Fixed) => format!("&mut {}", view.name),
        (None, _) => view.name.clone(),
        (Some(range), _) => format!("&mut {}[{}]", view.name, span(range)),
    }
}

/// A view as the receiver of a method.
pub(crate) fn place(view: &View) -> String {
    match &view.range {
        None => view.name.clone(),
        Some(range) => format!("{}[{}]", view.name, span(range)),
    }
}

/// `i..j`, with what goes without saying left out.
fn span((from, to): &(Index, Index)) -> String {
    let from = if matches!(from, Index::Number(0)) { String::new() } else { whole(from, 2) };
    let to = if matches!(to, Index::Length(_)) { String::new() } else { whole(to, 2) };
    format!("{from}..{to}")
}

/// An integer expression.
pub(crate) fn index(i: &Index) -> String {
    whole(i, 0)
}

fn whole(i: &Index, least: u8) -> String {
    match i {
        Index::Number(n) => n.to_string(),
        Index::Variable(name) => name.clone(),
        Index::Length(name) => format!("{name}.len()"),
        Index::Binary(op, a, b) => {
            let level = if matches!(op, '+' | '-') { 1 } else { 2 };
            let text = format!("{} {op} {}", whole(a, level), whole(b, level + 1));
            if level < least || least > 1 { format!("({text})") } else { text }
        }
    }
}

fn binding(e: &Expr) -> u8 {
    match e {
        Expr::Binary('+' | '-', ..) => SUM,
        Expr::Binary(..) | Expr::Scaled(..) => PRODUCT,
        Expr::Negative(_) | Expr::Reference(_) | Expr::Behind(_) => UNARY,
        Expr::Choose(..) | Expr::Block(..) => 0,
        _ => ATOM,
    }
}

/// Whether an expression needs no parentheses anywhere.
pub(super) fn is_atom(e: &Expr) -> bool {
    binding(e) == ATOM
}

/// Whether the compiler knows the type of a float before it looks at what surrounds it.
pub(crate) fn typed(e: &Expr) -> bool {
    match e {
        Expr::Literal(_) => false,
        Expr::Negative(x) | Expr::Power(x, _) | Expr::Stop(x) | Expr::Block(_, x) => typed(x),
        Expr::Binary(_, a, b) | Expr::Choose(_, a, b) => typed(a) || typed(b),
        _ => true,
    }
}
