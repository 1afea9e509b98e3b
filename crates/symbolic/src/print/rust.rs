//! Rust source text.

use super::lay_out::{Layout, Piece, Style, View, Writer};
use crate::Expr;
use rules::Kind;

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const CALL: u8 = 4;

/// The style of Rust.
pub(crate) struct Rust;

impl Style for Rust {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>) {
        let node = |i: usize, strength| Piece::Node(view.args[i], strength);
        let infix = |sign: &str, strength| (strength, vec![node(0, strength), sign.into(), node(1, strength + 1)]);
        match (view.row(), view.function.row().map(|row| row.kind)) {
            ("add", _) => infix(" + ", SUM),
            ("sub", _) => infix(" - ", SUM),
            ("mul", _) => infix(" * ", PRODUCT),
            ("div", _) => infix(" / ", PRODUCT),
            ("rem", _) => infix(" % ", PRODUCT),
            ("neg", _) => (SIGN, vec!["-".into(), node(0, SIGN)]),
            (name, Some(Kind::Method)) => {
                let receiver = match view.constant(0) {
                    // The type of a literal is open where a method is called on it.
                    Some(c) => Piece::Text(format!("f64::from_bits({})", c.to_bits())),
                    None => node(0, CALL),
                };
                let mut pieces = vec![receiver, Piece::Text(format!(".{name}("))];
                pieces.extend(view.list(1));
                pieces.push(")".into());
                (CALL, pieces)
            }
            (row, _) => {
                let path = if row.is_empty() { "" } else { "functions::" };
                let mut pieces = vec![Piece::Text(format!("{path}{}(", view.function.name()))];
                pieces.extend(view.list(0));
                pieces.push(")".into());
                (CALL, pieces)
            }
        }
    }

    fn number(&self, c: f64) -> (u8, String) {
        let strength = if c.is_sign_negative() { SIGN } else { CALL };
        match c {
            _ if c.is_nan() => (CALL, "f64::NAN".to_owned()),
            _ if c.is_infinite() && c > 0.0 => (CALL, "f64::INFINITY".to_owned()),
            _ if c.is_infinite() => (CALL, "f64::NEG_INFINITY".to_owned()),
            _ => (strength, format!("{c:?}")),
        }
    }

    fn variable(&self, name: &str) -> String {
        let word = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '_' };
        let mut name: String = name.chars().map(word).collect();
        if KEYWORDS.contains(&name.as_str()) || name.starts_with(|c: char| c.is_numeric()) || name == "_" {
            name.insert(0, 'x');
        }
        name
    }
}

/// Words that Rust does not take for names.
const KEYWORDS: [&str; 40] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move",
    "mut", "pub", "ref", "return", "self", "static", "struct", "super", "true", "type", "where", "while",
];

/// A function with the expression's variables as its parameters.
pub(crate) fn function(x: Expr<'_>, name: &str) -> String {
    let writer = Writer::new(x, Layout::lets(x, "t"), &Rust);
    let parameters: Vec<String> = x.variables().iter().map(|v| format!("{}: f64", Rust.variable(v))).collect();
    let mut text = format!("fn {name}({}) -> f64 {{\n", parameters.join(", "));
    for id in &writer.layout.named {
        text.push_str(&format!("    let {} = {};\n", writer.layout.names[id], writer.definition(*id)));
    }
    text + &format!("    {}\n}}", writer.formula())
}
