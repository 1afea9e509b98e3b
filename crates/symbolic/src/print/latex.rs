//! LaTeX, for a formula and for aligned equations.

use super::lay_out::{Layout, Piece, Style, View, Writer, constant};
use crate::Expr;
use crate::graph::Graph;

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const FACTOR: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

/// The style of LaTeX.
pub(crate) struct Latex;

impl Style for Latex {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>) {
        let node = |i: usize, strength| Piece::Node(view.args[i], strength);
        let around = |before: &str, i: usize, after: &str| vec![before.into(), node(i, 0), after.into()];
        match view.row() {
            "add" => (SUM, vec![node(0, SUM), " + ".into(), node(1, PRODUCT)]),
            "sub" => (SUM, vec![node(0, SUM), " - ".into(), node(1, PRODUCT)]),
            "mul" => {
                let digits = view.constant(0).is_some() && begins_with_digit(view.graph, view.args[1]);
                (PRODUCT, vec![node(0, PRODUCT), if digits { r" \cdot " } else { r" \, " }.into(), node(1, FACTOR)])
            }
            "div" => (FACTOR, vec![r"\frac{".into(), node(0, 0), "}{".into(), node(1, 0), "}".into()]),
            "recip" => (FACTOR, around(r"\frac{1}{", 0, "}")),
            "neg" => (PRODUCT, vec!["-".into(), node(0, PRODUCT)]),
            "powi" => (POWER, vec![node(0, ATOM), Piece::Text(format!("^{{{}}}", view.n))]),
            "powf" => (POWER, vec![node(0, ATOM), "^{".into(), node(1, 0), "}".into()]),
            "pow_shift" => {
                (POWER, vec![node(0, ATOM), "^{".into(), node(1, 0), Piece::Text(format!(" - {}}}", view.n))])
            }
            "exp" => (POWER, around("e^{", 0, "}")),
            "sqrt" => (ATOM, around(r"\sqrt{", 0, "}")),
            "abs" => (ATOM, around(r"\left|", 0, r"\right|")),
            _ => {
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
