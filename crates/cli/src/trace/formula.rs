//! Formulas of one operation and of its derivatives, with slots for names or numbers.

use crate::number;
use rules::{Kind, Number, Op, Row};
use symbolic::{Expr, Form, Graph};

/// What stands in a slot of a [`Formula`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// An operand, by its number.
    Operand(usize),
    /// The tangent of an operand.
    Tangent(usize),
    /// The adjoint of the result.
    Adjoint,
    /// What an operand's adjoint is already.
    Sum,
    /// The partial by an operand, where its formula would say nothing to a reader.
    Partial(usize),
}

/// Where slots stand in the text: characters that no name has.
const SLOTS: char = '\u{F0000}';
const TANGENTS: u32 = 0x4000;
const PARTIALS: u32 = 0x8000;
const ADJOINT: u32 = 0xC000;
const SUM: u32 = 0xC001;

impl Slot {
    fn mark(self) -> char {
        let offset = match self {
            Slot::Operand(i) => i as u32,
            Slot::Tangent(i) => TANGENTS + i as u32,
            Slot::Partial(i) => PARTIALS + i as u32,
            Slot::Adjoint => ADJOINT,
            Slot::Sum => SUM,
        };
        char::from_u32(SLOTS as u32 + offset).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn of(c: char) -> Option<Slot> {
        let offset = (c as u32).checked_sub(SLOTS as u32)?;
        Some(match offset {
            ADJOINT => Slot::Adjoint,
            SUM => Slot::Sum,
            _ if offset < TANGENTS => Slot::Operand(offset as usize),
            _ if offset < PARTIALS => Slot::Tangent((offset - TANGENTS) as usize),
            _ if offset < ADJOINT => Slot::Partial((offset - PARTIALS) as usize),
            _ => return None,
        })
    }
}

/// The text of a formula with slots.
pub(crate) struct Formula(String);

/// An operation whose formulas are wanted.
pub(crate) struct Operation<'a> {
    pub(crate) op: Op,
    pub(crate) n: i32,
    /// The operands that are constants.
    pub(crate) constants: &'a [Option<f64>],
    /// The operands that a derivative flows from.
    pub(crate) flows: &'a [bool],
    pub(crate) form: Form,
}

impl Operation<'_> {
    /// The operation itself.
    pub(crate) fn primal(&self) -> Formula {
        let graph = Graph::new();
        let operands: Vec<Expr<'_>> = (0..self.flows.len()).map(|i| slot(&graph, Slot::Operand(i))).collect();
        Formula::of(self.op.apply(&operands, self.n), self.form)
    }

    /// The tangent of the result.
    pub(crate) fn tangent(&self) -> Formula {
        let graph = Graph::new();
        let flowing = (0..self.flows.len()).filter(|&i| self.flows[i]);
        let terms = flowing.map(|i| self.sent(&graph, slot(&graph, Slot::Tangent(i)), i));
        let sum = terms.reduce(|sum, term| sum + term);
        Formula::of(sum.unwrap_or_else(|| Expr::constant(0.0)), self.form)
    }

    /// What the result sends to the adjoint of an operand; added to what is there already if there is something.
    pub(crate) fn adjoint(&self, operand: usize, adds: bool) -> Formula {
        let graph = Graph::new();
        let term = self.sent(&graph, slot(&graph, Slot::Adjoint), operand);
        Formula::of(if adds { slot(&graph, Slot::Sum) + term } else { term }, self.form)
    }

    /// A derivative times the partial by an operand, by the rules of real numbers.
    fn sent<'g>(&self, graph: &'g Graph, derivative: Expr<'g>, by: usize) -> Expr<'g> {
        self.partial(graph, by).map_or(derivative, |partial| (derivative * partial).simplify())
    }

    /// The partial by an operand as the table has it; none where it is one.
    fn partial<'g>(&self, graph: &'g Graph, by: usize) -> Option<Expr<'g>> {
        // The arm that is taken.
        if self.op == Op::Select {
            return None;
        }
        let operand = |(i, c): (usize, &Option<f64>)| c.map_or_else(|| slot(graph, Slot::Operand(i)), Expr::constant);
        let operands: Vec<Expr<'_>> = self.constants.iter().enumerate().map(operand).collect();
        let partial = self.op.apply(&operands, self.n).derivative(operands[by]).ok();
        match partial.filter(|&partial| speaks(partial)) {
            None => Some(slot(graph, Slot::Partial(by))),
            Some(partial) => (partial.as_constant() != Some(1.0)).then_some(partial),
        }
    }
}

/// Whether a formula is of functions that readers know: not of rows for derivatives only, nor of comparisons.
fn speaks(formula: Expr<'_>) -> bool {
    let Ok(text) = formula.print(Form::Tree) else { return false };
    let rows = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter_map(Row::find);
    let odd = |row: &Row| row.kind == Kind::Helper && row.op != Op::PowShift || row.steps && row.arity > 1;
    rows.into_iter().all(|row| !odd(row))
}

fn slot(graph: &Graph, slot: Slot) -> Expr<'_> {
    graph.variable(&slot.mark().to_string())
}

impl Formula {
    fn of(formula: Expr<'_>, form: Form) -> Formula {
        let mut text = formula.print(form).unwrap_or_default();
        if form == Form::Tree {
            text = powers(&divided(&text));
        } else {
            text = exponents(&text.replace(r" \, ", r" \cdot "));
        }
        Formula(text)
    }

    /// The formula with this text in each slot; what begins with a sign, or is a product, gets brackets where it needs
    /// them.
    pub(crate) fn fill(&self, text: impl Fn(Slot) -> String) -> String {
        let mut filled = String::new();
        let marks: Vec<char> = self.0.chars().collect();
        for (i, &c) in marks.iter().enumerate() {
            let Some(slot) = Slot::of(c) else {
                filled.push(c);
                continue;
            };
            let text = text(slot);
            let opens = filled.trim_end().ends_with(['(', '{', ',']) || filled.is_empty() || filled.ends_with('|');
            let power = marks.get(i + 1) == Some(&'^');
            match text.starts_with('-') && !opens || power && text.contains(['-', ' ']) {
                true => filled.push_str(&format!("({text})")),
                false => filled.push_str(&text),
            }
        }
        filled
    }
}

/// A product with a reciprocal as the quotient that it stands for: `a*(1/b)` becomes `a/b`.
fn divided(text: &str) -> String {
    let marks: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut i = 0;
    while i < marks.len() {
        match marks[i..] {
            ['*', '(', '1', '/', x, ')', ..] if Slot::of(x).is_some() => {
                out.push('/');
                out.push(x);
                i += 6;
            }
            [c, ..] => {
                out.push(c);
                i += 1;
            }
            [] => break,
        }
    }
    out
}

/// Powers that are written as calls, `powi(a, -3)` and `pow_shift(a, 2.5, 1)`, with the sign: `a^-3`, `a^1.5`.
fn powers(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((at, call)) = ["powi(", "pow_shift("].iter().filter_map(|call| Some((rest.find(call)?, call))).min()
    {
        let (before, from) = rest.split_at(at);
        let arguments = from[call.len()..].split_once(')');
        let parts: Vec<&str> = arguments.map_or_else(Vec::new, |(inner, _)| inner.split(", ").collect());
        let exponent = match parts[..] {
            [base, n] if is_slot(base) => n.parse::<f64>().ok(),
            [base, y, n] if is_slot(base) => y.parse::<f64>().ok().zip(n.parse::<f64>().ok()).map(|(y, n)| y - n),
            _ => None,
        };
        match (exponent, arguments) {
            (Some(exponent), Some((_, after))) => {
                out.push_str(&format!("{before}{}^{}", parts[0], number::text(exponent)));
                rest = after;
            }
            _ => {
                out.push_str(&rest[..at + call.len()]);
                rest = &rest[at + call.len()..];
            }
        }
    }
    out + rest
}

/// Differences of numbers in exponents of LaTeX, computed: `^{2.5 - 1}` becomes `^{1.5}`.
fn exponents(text: &str) -> String {
    let mut parts = text.split("^{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let difference = part.split_once('}').and_then(|(inner, after)| {
            let (a, b) = inner.split_once(" - ")?;
            Some((a.parse::<f64>().ok()? - b.parse::<f64>().ok()?, after))
        });
        match difference {
            Some((difference, after)) => out.push_str(&format!("^{{{}}}{after}", number::text(difference))),
            None => out.push_str(&format!("^{{{part}")),
        }
    }
    out
}

fn is_slot(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().and_then(Slot::of).is_some() && chars.next().is_none()
}

/// A number rounded to some digits, as text or as LaTeX.
pub(crate) fn rounded(x: f64, digits: u8, form: Form) -> String {
    let text = number::text(number::rounded(x, Some(digits)));
    if form == Form::Tree {
        return text;
    }
    match text.split_once('e') {
        _ if x.is_nan() => r"\mathrm{NaN}".to_owned(),
        _ if x.is_infinite() => text.replace("inf", r"\infty"),
        Some((mantissa, exponent)) => format!(r"{mantissa} \cdot 10^{{{}}}", exponent.trim_start_matches('+')),
        None => text,
    }
}

/// A name in LaTeX: one of several letters upright, a number at its end below.
pub(crate) fn latex_name(name: &str) -> String {
    let graph = Graph::new();
    graph.variable(name).print(Form::Latex).unwrap_or_default()
}

/// A name with a mark above its first letter.
pub(crate) fn marked(name: &str, forward: bool, form: Form) -> String {
    if form != Form::Tree {
        let name = latex_name(name);
        let (stem, index) = name.split_once("_{").unwrap_or((&name, ""));
        let mark = if forward { r"\dot" } else { r"\bar" };
        let index = if index.is_empty() { String::new() } else { format!("_{{{index}") };
        return format!("{mark}{{{stem}}}{index}");
    }
    let mut marked = String::new();
    for (i, c) in name.chars().enumerate() {
        marked.push(c);
        if i == 0 {
            marked.push(if forward { '\u{307}' } else { '\u{304}' });
        }
    }
    marked
}
