//! LaTeX, for a formula and for aligned equations.

use super::lay_out::{Layout, Piece, Style, View, Writer, constant};
use crate::Expr;
use crate::graph::Graph;
use rules::Op;
use rules::notation::{ATOM, PRODUCT};

/// The style of LaTeX.
pub(crate) struct Latex;

impl Style for Latex {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>) {
        let op = view.function.row().map(|row| row.op);
        if let Some(relation) = op.and_then(Op::relation) {
            let [a, b] = [0, 1].map(|i| Piece::Node(view.args[i], 0));
            // Iverson's brackets: 1 where it holds.
            let sign = format!(" {} ", relation.latex);
            return (ATOM, vec![r"\left[".into(), a, Piece::Text(sign), b, r"\right]".into()]);
        }
        let digits = op == Some(Op::Mul) && view.constant(0).is_some() && begins_with_digit(view.graph, view.args[1]);
        match op.and_then(Op::notation) {
            Some((strength, _)) if digits => {
                let [a, b] = [(0, PRODUCT), (1, PRODUCT + 1)].map(|(i, strength)| Piece::Node(view.args[i], strength));
                (strength, vec![a, r" \cdot ".into(), b])
            }
            Some((strength, template)) => (strength, filled(view, template)),
            None if op == Some(Op::Select) => (ATOM, cases(view)),
            None => {
                let name = view.function.name().replace('_', r"\_");
                let mut pieces = vec![Piece::Text(format!(r"\operatorname{{{name}}}\left("))];
                pieces.extend(view.list(0));
                pieces.push(r"\right)".into());
                (ATOM, pieces)
            }
        }
    }

    fn number(&self, c: f64) -> (u8, String) {
        let strength = if c.is_sign_negative() && !c.is_nan() { PRODUCT } else { ATOM };
        let sign = if strength == PRODUCT { "-" } else { "" };
        let text = match c {
            _ if c.is_nan() => r"\mathrm{NaN}".to_owned(),
            _ if c.is_infinite() => format!(r"{sign}\infty"),
            _ => {
                let digits = format!("{c:?}");
                match digits.split_once('e') {
                    Some((mantissa, exponent)) => {
                        let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
                        return (PRODUCT, format!(r"{mantissa} \cdot 10^{{{exponent}}}"));
                    }
                    None => digits.strip_suffix(".0").unwrap_or(&digits).to_owned(),
                }
            }
        };
        (strength, text)
    }

    /// A name of several letters upright, a number at its end below.
    fn variable(&self, name: &str) -> String {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &name[letters.len()..];
        let letters = letters.replace('_', r"\_");
        let stem = if letters.chars().count() == 1 { letters } else { format!(r"\mathrm{{{letters}}}") };
        if digits.is_empty() { stem } else { format!("{stem}_{{{digits}}}") }
    }

    fn brackets(&self) -> [&'static str; 2] {
        [r"\left(", r"\right)"]
    }
}

/// A template with its operands.
fn filled(view: &View<'_>, template: &str) -> Vec<Piece> {
    let mut parts = template.split('#');
    let mut pieces = vec![parts.next().unwrap_or_default().into()];
    for part in parts {
        let (name, rest) = part.split_at(part.len().min(1));
        let strength = rest.chars().next().and_then(|digit| digit.to_digit(10));
        pieces.push(match name {
            "n" => Piece::Text(view.n.to_string()),
            name => Piece::Node(view.args["abc".find(name).unwrap_or(0)], strength.unwrap_or(0) as u8),
        });
        pieces.push(rest[usize::from(strength.is_some())..].into());
    }
    pieces
}

/// A selection by cases; the condition as a relation where it is one.
fn cases(view: &View<'_>) -> Vec<Piece> {
    let [c, a, b] = [0, 1, 2].map(|i| view.args[i]);
    let mut pieces = vec![r"\begin{cases} ".into(), Piece::Node(a, 0), r" & \text{if } ".into()];
    let relation = view.graph.with(c, |node| {
        let (function, _, args) = node.application()?;
        Some((function.row()?.op.relation()?.latex, args[0], args[1]))
    });
    let (left, sign, right) = match relation {
        Some((sign, left, right)) => (left, format!(" {sign} "), Some(right)),
        None => (c, r" \ne 0".to_owned(), None),
    };
    pieces.extend([Piece::Node(left, 0), Piece::Text(sign)]);
    pieces.extend(right.map(|right| Piece::Node(right, 0)));
    pieces.extend([r" \\ ".into(), Piece::Node(b, 0), r" & \text{otherwise} \end{cases}".into()]);
    pieces
}

/// Whether a factor would be taken for the rest of the number before it.
fn begins_with_digit(graph: &Graph, mut id: u32) -> bool {
    loop {
        if constant(graph, id).is_some() {
            return true;
        }
        match graph.with(id, |node| node.application().map(|(f, _, args)| (f.name(), args[0]))) {
            Some(("mul" | "powi" | "powf", first)) => id = first,
            _ => return false,
        }
    }
}

/// Equations, one for each name, and the result.
pub(crate) fn lets(x: Expr<'_>) -> String {
    let writer = Writer::new(x, Layout::lets(x, "t"), &Latex);
    let mut text = r"\begin{aligned}".to_owned();
    for id in &writer.layout.named {
        let name = Latex.variable(&writer.layout.names[id]);
        text.push_str(&format!("\n{name} &= {} \\\\", writer.definition(*id)));
    }
    text + &format!("\nf &= {}\n\\end{{aligned}}", writer.formula())
}
