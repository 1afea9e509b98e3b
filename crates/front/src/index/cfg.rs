//! What is configured: which `cfg` holds, as far as that is known.

use super::lex::{Kind, Tokens};
use std::collections::HashSet;
use std::ops::Range;

/// The options of a compilation.
#[derive(Clone, Debug, Default)]
pub struct CfgOptions {
    /// Names that are set, and `name="value"`.
    set: HashSet<String>,
    /// Names of which nothing is known.
    unknown: HashSet<String>,
    /// Whether what is not set is not there.
    complete: bool,
}

impl CfgOptions {
    /// Those of a compilation of which all is known that is not named as unknown.
    pub fn complete(set: impl IntoIterator<Item = String>, unknown: impl IntoIterator<Item = String>) -> CfgOptions {
        CfgOptions { set: set.into_iter().collect(), unknown: unknown.into_iter().collect(), complete: true }
    }

    fn holds(&self, name: &str, value: Option<&str>) -> Option<bool> {
        let whole = match value {
            Some(value) => format!("{name}={value:?}"),
            None => name.to_owned(),
        };
        match self.set.contains(&whole) {
            true => Some(true),
            false if self.complete && !self.unknown.contains(name) => Some(false),
            false => None,
        }
    }

    /// Whether what stands in the brackets of `cfg(..)` holds; nothing where that is not known.
    pub fn predicate(&self, text: &str) -> Option<bool> {
        let tokens = super::lex::lex(text).ok()?;
        self.all(text, &tokens, 0..tokens.len())
    }

    /// Whether a predicate holds, one or several separated by commas; nothing where that is not known.
    pub(super) fn all(&self, text: &str, tokens: &Tokens, range: Range<usize>) -> Option<bool> {
        let all = self.parts(text, tokens, range);
        match all.contains(&Some(false)) {
            true => Some(false),
            false => all.into_iter().collect::<Option<Vec<_>>>().map(|_| true),
        }
    }

    fn parts(&self, text: &str, tokens: &Tokens, range: Range<usize>) -> Vec<Option<bool>> {
        split(tokens, range).into_iter().map(|part| self.one(text, tokens, part)).collect()
    }

    fn one(&self, text: &str, tokens: &Tokens, range: Range<usize>) -> Option<bool> {
        let at = range.start;
        let name = tokens.word(text, at)?;
        if tokens.opens(at + 1, b'(') {
            let inside = tokens.inside(at + 1);
            return match name {
                "all" => self.all(text, tokens, inside),
                "any" => {
                    let parts = self.parts(text, tokens, inside);
                    let unknown = parts.contains(&None);
                    match parts.contains(&Some(true)) {
                        true => Some(true),
                        false => (!unknown).then_some(false),
                    }
                }
                "not" => self.all(text, tokens, inside).map(|x| !x),
                _ => None,
            };
        }
        match (name, tokens.is_sign(at + 1, b'=')) {
            ("true", false) => Some(true),
            ("false", false) => Some(false),
            (_, true) => self.holds(name, Some(tokens.string(text, at + 2)?)),
            (_, false) => self.holds(name, None),
        }
    }
}

/// The parts of a range between its commas.
pub(super) fn split(tokens: &Tokens, range: Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut from, mut at) = (vec![], range.start, range.start);
    while at < range.end {
        if tokens.kind(at) == Some(Kind::Sign(b',')) {
            parts.push(from..at);
            from = at + 1;
        }
        at = tokens.after(at);
    }
    parts.push(from..range.end);
    parts.retain(|part| !part.is_empty());
    parts
}
