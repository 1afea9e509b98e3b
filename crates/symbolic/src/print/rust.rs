//! Rust source text.

use super::lay_out::{Layout, Piece, Style, View, Writer};
use crate::Expr;
use rules::{Kind, Op};
use std::collections::{HashMap, HashSet};

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const CALL: u8 = 4;

/// The style of Rust.
struct Rust {
    /// What variables are called, by their names.
    identifiers: HashMap<String, String>,
}

impl Style for Rust {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>) {
        let node = |i: usize, strength| Piece::Node(view.args[i], strength);
        let infix = |sign: &str, strength| (strength, vec![node(0, strength), sign.into(), node(1, strength + 1)]);
        if let Some(relation) = view.function.row().and_then(|row| row.op.relation()) {
            let [a, sign, b] = comparison(node(0, SUM), relation.sign, node(1, SUM));
            return (CALL, vec!["f64::from(u8::from(".into(), a, sign, b, "))".into()]);
        }
        if view.function.row().is_some_and(|row| row.op == Op::Select) {
            return (0, selection(view));
        }
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
                let path = if row.is_empty() { "" } else { "wengert::functions::" };
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
        self.identifiers.get(name).map_or_else(|| name.to_owned(), String::clone)
    }
}

fn comparison(a: Piece, sign: &str, b: Piece) -> [Piece; 3] {
    [a, Piece::Text(format!(" {sign} ")), b]
}

/// An `if`; its condition is a comparison where it is one.
fn selection(view: &View<'_>) -> Vec<Piece> {
    let [c, a, b] = [0, 1, 2].map(|i| view.args[i]);
    let relation = view.graph.with(c, |node| {
        let (function, _, args) = node.application()?;
        Some((function.row()?.op.relation()?.sign, args[0], args[1]))
    });
    let condition = match relation {
        Some((sign, left, right)) => comparison(Piece::Node(left, SUM), sign, Piece::Node(right, SUM)),
        None => comparison(Piece::Node(c, SUM), "!=", "0.0".into()),
    };
    let mut pieces = vec!["if ".into()];
    pieces.extend(condition);
    pieces.extend([" { ".into(), Piece::Node(a, 0), " } else { ".into(), Piece::Node(b, 0), " }".into()]);
    pieces
}

/// Words that Rust does not take for names.
const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A name that Rust takes, made of a variable's.
fn identifier(name: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() || !c.is_ascii() && c.is_alphabetic() { c } else { '_' };
    let name: String = name.chars().map(word).collect();
    match name.as_str() {
        "_" | "" => format!("x{name}"),
        keyword if KEYWORDS.contains(&keyword) => format!("x{name}"),
        digits if digits.starts_with(|c: char| c.is_ascii_digit()) => format!("x{name}"),
        _ => name,
    }
}

/// A function with the expression's variables as its parameters.
pub(crate) fn function(x: Expr<'_>, name: &str) -> String {
    let layout = Layout::lets(x, "t");
    let mut taken: HashSet<String> = layout.names.values().cloned().collect();
    let mut identifiers = HashMap::new();
    let mut parameters = Vec::new();
    for variable in x.variables() {
        let mut name = identifier(&variable);
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        parameters.push(format!("{name}: f64"));
        identifiers.insert(variable, name);
    }
    let style = Rust { identifiers };
    let writer = Writer::new(x, layout, &style);
    let mut text = format!("fn {name}({}) -> f64 {{\n", parameters.join(", "));
    for id in &writer.layout.named {
        text.push_str(&format!("    let {} = {};\n", writer.layout.names[id], writer.definition(*id)));
    }
    text + &format!("    {}\n}}", writer.formula())
}
