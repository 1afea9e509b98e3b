//! What macros are given, and what those of a crate may make of it.

use super::Text;
use super::lex::Kind;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Macros of std that take what they are given for expressions, or do not look at it.
const STD: [&str; 28] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "line",
    "matches",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// What a macro is given, or the rules of one (a macro of the name `macro_rules`).
#[derive(Debug)]
pub struct Given {
    /// The name of the macro.
    pub name: String,
    /// The token that opens it.
    pub open: usize,
}

/// What the rules of a macro make of what they are given.
#[derive(Debug, Default)]
pub struct MacroRules {
    /// The words behind `::` in them.
    pub behind: HashSet<String>,
    /// Whether what they are given may stand on both sides of `::`.
    pub open: bool,
    /// The macros that they hand on to what they are given, but those of std.
    pub to: HashSet<String>,
}

/// Whether it is a macro of std that takes what it is given for expressions.
pub fn is_of_std(name: &str) -> bool {
    STD.contains(&name)
}

impl MacroRules {
    /// Those of each macro that a text has rules of.
    pub(super) fn all(text: &Text, macros: &[Given]) -> HashMap<String, MacroRules> {
        let mut all: HashMap<String, MacroRules> = HashMap::new();
        for given in macros.iter().filter(|given| given.name == "macro_rules") {
            let name = text.words(given.open - 1..given.open).collect();
            all.entry(name).or_default().read(text, text.tokens.inside(given.open));
        }
        all
    }

    fn read(&mut self, text: &Text, range: Range<usize>) {
        let tokens = &text.tokens;
        for at in range.clone() {
            let behind = at > range.start + 1 && tokens.is_sign(at - 1, b':') && tokens.is_sign(at, b':');
            match tokens.word(&text.text, at + 1) {
                Some(word) if behind => _ = self.behind.insert(word.to_owned()),
                _ => self.open |= behind && tokens.is_sign(at + 1, b'$') && !text.is_type(at - 2),
            }
            if let Some(given) = text.macro_at(at)
                && !is_of_std(&given.name)
                && tokens.inside(given.open).any(|at| tokens.is_sign(at, b'$'))
            {
                self.to.insert(given.name);
            }
        }
    }
}

impl Text {
    /// The macros that are not within what another is given, in order.
    pub(super) fn macros(&self) -> Vec<Given> {
        let (mut at, mut all) = (0, vec![]);
        while at < self.tokens.len() {
            match self.macro_at(at) {
                Some(given) => {
                    at = self.tokens.after(given.open);
                    all.push(given);
                }
                None => at += 1,
            }
        }
        all
    }

    /// The macro whose sign `!` a token is.
    fn macro_at(&self, at: usize) -> Option<Given> {
        let name = self.tokens.word(&self.text, at.checked_sub(1)?).filter(|_| self.tokens.is_sign(at, b'!'))?;
        let open = at + 1 + usize::from(self.tokens.word(&self.text, at + 1).is_some());
        let opens = matches!(self.tokens.kind(open), Some(Kind::Open(_)));
        // In rules, one that is given is none that is known.
        let mark = if at > 1 && self.tokens.is_sign(at - 2, b'$') { "$" } else { "" };
        opens.then(|| Given { name: format!("{mark}{name}"), open })
    }

    /// Whether a token can only be the name of a type.
    fn is_type(&self, at: usize) -> bool {
        let given = at.checked_sub(1).is_some_and(|at| self.tokens.is_sign(at, b'$'));
        let word = self.tokens.word(&self.text, at).filter(|_| !given);
        word.is_some_and(|word| word.starts_with(char::is_uppercase) || matches!(word, "f32" | "f64"))
    }

    /// The macros that are given what stands at a byte, from the outermost to the innermost.
    pub fn macros_around(&self, byte: usize) -> Vec<String> {
        let all = &self.facts().macros;
        let before = all.partition_point(|given| self.tokens.bytes(given.open).start < byte);
        let outer = before.checked_sub(1).map(|k| all[k].open).filter(|open| self.encloses(*open, byte));
        let Some(outer) = outer else { return vec![] };
        let inner = self.tokens.inside(outer).filter_map(|at| self.macro_at(at));
        let inner = inner.filter(|given| self.encloses(given.open, byte)).map(|given| given.name);
        std::iter::once(all[before - 1].name.clone()).chain(inner).collect()
    }

    /// Whether a byte lies between a delimiter and the one that ends it.
    fn encloses(&self, open: usize, byte: usize) -> bool {
        if !matches!(self.tokens.kind(open), Some(Kind::Open(_))) {
            return false;
        }
        let close = self.tokens.after(open) - 1;
        (self.tokens.bytes(open).end..self.tokens.bytes(close).start).contains(&byte)
    }

    /// Whether a byte is one of a word of the code: not of a comment or of a string.
    pub fn is_word(&self, byte: usize) -> bool {
        self.tokens.at(byte).is_some_and(|at| self.tokens.kind(at) == Some(Kind::Word))
    }

    /// Whether a byte is one of a string.
    pub fn is_string(&self, byte: usize) -> bool {
        self.tokens.at(byte).is_some_and(|at| self.tokens.kind(at) == Some(Kind::Text))
    }

    /// The tokens before the one at a byte, from the last to the first, groups by the delimiters that open them.
    fn before(&self, byte: usize) -> impl Iterator<Item = usize> {
        let step = |at: &usize| {
            let at = at.checked_sub(1)?;
            Some(if self.tokens.kind(at) == Some(Kind::Close) { self.tokens.opened(at) } else { at })
        };
        std::iter::successors(self.tokens.at(byte), step).skip(1)
    }

    /// Whether a name at a byte can only be a value where it is a path by itself: not a type, nor a part of one.
    pub fn is_value(&self, byte: usize) -> bool {
        let begins =
            |at: usize| self.tokens.is_sign(at, b';') || self.tokens.opens(at, b'{') || self.encloses(at, byte);
        let of_types = |at: usize| {
            let word = self.tokens.word(&self.text, at);
            self.tokens.is_sign(at, b'<') || matches!(word, Some("type" | "impl" | "where" | "dyn" | "for" | "as"))
        };
        let mut before = self.before(byte);
        let typed = match (before.next(), before.next()) {
            (Some(last), _) if self.tokens.is_sign(last, b':') => true,
            (Some(last), Some(other)) if self.tokens.is_sign(last, b'>') => !self.tokens.is_sign(other, b'='),
            _ => false,
        };
        !typed && !self.before(byte).take_while(|at| !begins(*at)).any(of_types)
    }

    /// Whether the token at a byte is a part of an attribute.
    pub fn is_in_attribute(&self, byte: usize) -> bool {
        self.before(byte).any(|at| {
            let sign = |back: usize, sign| at.checked_sub(back).is_some_and(|at| self.tokens.is_sign(at, sign));
            let attribute = sign(1, b'#') || sign(1, b'!') && sign(2, b'#');
            attribute && self.tokens.opens(at, b'[') && self.encloses(at, byte)
        })
    }
}
