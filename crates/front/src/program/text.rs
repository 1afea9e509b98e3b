//! The texts of the prelude as one, with what its macros make written out.
//!
//! That happens once for each crate that is compiled, so it is done on the text: a macro of the prelude has one rule, which
//! repeats what it writes for each of its items. An item ends with `;`, its parts stand between commas, and the first may be
//! generic parameters in brackets.

use crate::prelude::TEXTS;

const TRAITS: &str = include_str!("../prelude/traits.rs");
const MACROS: &str = include_str!("../prelude/macros.rs");

/// A macro, and what it writes for an item: texts, each after the part of the item of a number.
#[derive(Debug)]
struct Macro<'t> {
    name: &'t str,
    written: Vec<(Option<usize>, &'t str)>,
}

/// The texts at the path that their modules have in this crate: what is declared for who reads stands around the others,
/// and texts of one name are one module.
pub(super) fn prelude_text() -> String {
    let (mut macros, mut all) = (vec![], String::new());
    write_out(MACROS, &mut macros, &mut all);
    all = String::from("pub mod prelude {\n");
    let mut texts = TEXTS.iter();
    let declared = texts.next().map_or("", |(_, text)| text);
    write_out(declared, &mut macros, &mut all);
    write_out(TRAITS, &mut macros, &mut all);
    let mut open = None;
    for (name, text) in texts {
        if open == Some(name) {
            write_out(text, &mut macros, &mut all);
            continue;
        }
        all.push_str(if open.is_some() { "}\n" } else { "" });
        all.extend(["pub mod ", name, " {\n"]);
        open = Some(name);
        // The other texts of a module are in it already.
        let kept = |line: &&str| !(line.starts_with("mod ") || line.starts_with("pub use ") && line.ends_with("::*;"));
        let (head, rest) = text.split_at(text.find("\n///").unwrap_or(text.len()));
        head.lines().filter(kept).for_each(|line| all.extend([line, "\n"]));
        write_out(rest, &mut macros, &mut all);
    }
    all.push_str("}\n}\n");
    all
}

/// Adds a text with what its macros make; those that it defines are known from there on.
fn write_out<'t>(text: &'t str, macros: &mut Vec<Macro<'t>>, all: &mut String) {
    let (mut rest, mut from) = (text, 0);
    while let Some(len) = rest[from..].find('!') {
        let at = from + len;
        let begin = rest[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let name = &rest[begin..at];
        let called = macros.iter().rev().find(|known| known.name == name && rest[at..].starts_with("! {"));
        let end = match called {
            _ if name == "macro_rules" => rest[at..].find("\n}\n").map_or(rest.len(), |len| at + len + 3),
            Some(_) => rest[at..].find('}').map_or(rest.len(), |len| at + len + 1),
            None => {
                from = at + 1;
                continue;
            }
        };
        all.push_str(&rest[..begin]);
        match called {
            Some(called) => {
                let items = split(rest[at + 3..end].trim_end_matches('}'), ';');
                items.filter(|item| !item.trim().is_empty()).for_each(|item| called.write(item, all));
            }
            None => macros.extend(Macro::of(&rest[begin..end])),
        }
        (rest, from) = (&rest[end..], 0);
    }
    all.push_str(rest);
}

impl<'t> Macro<'t> {
    /// The macro that a text defines.
    fn of(text: &'t str) -> Option<Macro<'t>> {
        let (name, rest) = text.strip_prefix("macro_rules! ")?.split_once(" {")?;
        let (pattern, rest) = rest.split_once(")*) => {$(")?;
        let (written, _) = rest.rsplit_once(")*};")?;
        let names: Vec<&str> = pattern.split('$').filter_map(|part| Some(part.split_once(':')?.0)).collect();
        let piece = |piece: &'t str| {
            let end = piece.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(piece.len());
            match names.iter().position(|name| *name == &piece[..end]) {
                Some(part) => (Some(part), piece[end..].strip_prefix(")*").unwrap_or(&piece[end..])),
                None => (None, if piece == "(" { "" } else { piece }),
            }
        };
        let mut pieces = written.split('$');
        let first = (None, pieces.next().unwrap_or_default());
        Some(Macro { name, written: [first].into_iter().chain(pieces.map(piece)).collect() })
    }

    /// Adds what is written for an item.
    fn write(&self, item: &str, all: &mut String) {
        let item = item.trim();
        let (generics, rest) = item.strip_prefix('[').and_then(|item| item.split_once("] ")).unzip();
        let parts: Vec<&str> = generics.into_iter().chain(split(rest.unwrap_or(item), ',')).map(str::trim).collect();
        for (part, text) in &self.written {
            all.push_str(part.and_then(|part| parts.get(part)).unwrap_or(&""));
            all.push_str(text);
        }
    }
}

/// The pieces of a text between signs that stand in no brackets.
fn split(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let (mut depth, mut last) = (0, ' ');
    text.split(move |c: char| {
        depth += match c {
            '(' | '[' | '<' => 1,
            ')' | ']' => -1,
            '>' if last != '-' => -1,
            _ => 0,
        };
        last = c;
        c == sign && depth == 0
    })
}
