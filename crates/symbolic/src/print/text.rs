//! The language of programs.

use super::lay_out::{Layout, Piece, Style, View, Writer};
use crate::Expr;

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const FACTOR: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

/// The style of the language.
pub(crate) struct Text;

impl Style for Text {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>) {
        let node = |i: usize, strength| Piece::Node(view.args[i], strength);
        match view.row() {
            "add" => (SUM, vec![node(0, SUM), " + ".into(), node(1, PRODUCT)]),
            "sub" => (SUM, vec![node(0, SUM), " - ".into(), node(1, PRODUCT)]),
            "mul" => (PRODUCT, vec![node(0, PRODUCT), "*".into(), node(1, FACTOR)]),
            "div" => (PRODUCT, vec![node(0, PRODUCT), "/".into(), node(1, FACTOR)]),
            "neg" => (PRODUCT, vec!["-".into(), node(0, PRODUCT)]),
            // The same bits: std defines it so.
            "recip" => (PRODUCT, vec!["1/".into(), node(0, FACTOR)]),
            "powi" if view.n >= 0 => (POWER, vec![node(0, ATOM), "^".into(), Piece::Text(view.n.to_string())]),
            // An integer after ^ means the integer power, which rounds otherwise.
            "powf" if view.constant(1).is_none_or(|c| c.fract() != 0.0) => {
                (POWER, vec![node(0, ATOM), "^".into(), node(1, ATOM)])
            }
            _ => {
                let mut pieces = vec![Piece::Text(format!("{}(", view.function.name()))];
                pieces.extend(view.list(0));
                pieces.push(")".into());
                (ATOM, pieces)
            }
        }
    }

    fn number(&self, c: f64) -> (u8, String) {
        let text = format!("{c:?}").to_lowercase();
        let text = text.strip_suffix(".0").unwrap_or(&text).to_owned();
        (if c.is_sign_negative() && !c.is_nan() { PRODUCT } else { ATOM }, text)
    }

    fn variable(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// One line for each name, and one for the result.
pub(crate) fn lets(x: Expr<'_>) -> String {
    let writer = Writer::new(x, Layout::lets(x, "t"), &Text);
    let named = &writer.layout.named;
    let mut text = String::new();
    for (i, id) in named.iter().enumerate() {
        let start = if i == 0 { "let " } else { "    " };
        let end = if i + 1 == named.len() { " in\n" } else { ",\n" };
        text.push_str(&format!("{start}{} = {}{end}", writer.layout.names[id], writer.definition(*id)));
    }
    text + &writer.formula()
}
