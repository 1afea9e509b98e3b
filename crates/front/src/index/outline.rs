//! The items of a text: what they are, their names, where they begin and end. What stands in them is not parsed.

use super::cfg::{CfgOptions, split};
use super::include::{INCLUDE, Piece};
use super::lex::{Kind, Tokens};
use std::ops::Range;

/// Who sees an item: all, the crate that it is in, or those within the module that is so many levels up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vis {
    Everywhere,
    Crate,
    Within(usize),
}

/// Kinds of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A function.
    Function,
    /// Whether its name is that of a value too.
    Struct(bool),
    /// The names of its variants.
    Enum(Vec<String>),
    /// A union.
    Union,
    /// A trait.
    Trait,
    /// Another name of a type.
    Alias,
    /// A constant or a static.
    Constant,
    /// An implementation.
    Impl,
    /// A module.
    Module {
        /// What `#[path]` says; `Err` where that is not known.
        path: Option<Result<String, ()>>,
        /// Whether its macros go on behind it.
        macro_use: bool,
    },
    /// A name that is brought in, or all of a module.
    Use {
        /// Its path; of all of a module the path of that.
        path: Vec<String>,
        /// Whether it is all of a module.
        glob: bool,
    },
    /// `macro_rules!`; whether it is at the root of the crate too.
    Rules {
        /// Whether it has `#[macro_export]`.
        exported: bool,
    },
    /// A text of another file.
    Include {
        /// Its path; nothing where that is not known.
        path: Option<Vec<Piece>>,
    },
    /// A macro that may make any items.
    Made,
    /// Another crate, or this one by its name.
    Crate {
        /// Whether it is this one.
        own: bool,
    },
}

/// An item, as much of it as shows without parsing.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name; empty if it has none.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// Who sees it.
    pub vis: Vis,
    /// Whether it is there for certain.
    pub sure: bool,
    /// Whether it stands in a block within the body that it is an item of.
    pub nested: bool,
    /// Its tokens, attributes and all.
    pub tokens: Range<usize>,
    /// What its braces enclose.
    pub body: Option<Range<usize>>,
}

/// A text with its tokens, under the options of a compilation.
#[derive(Clone, Copy)]
pub struct Reader<'t> {
    /// The text.
    pub text: &'t str,
    /// Its tokens.
    pub tokens: &'t Tokens,
    /// The options.
    pub cfg: &'t CfgOptions,
}

/// What attributes say that matters to where names are.
struct Attributes {
    /// Whether the item is there.
    there: Option<bool>,
    path: Option<Result<String, ()>>,
    macro_use: bool,
    macro_export: bool,
}

impl Default for Attributes {
    fn default() -> Attributes {
        Attributes { there: Some(true), path: None, macro_use: false, macro_export: false }
    }
}

impl<'t> Reader<'t> {
    /// A word, without the mark of a raw one.
    pub fn word(&self, at: usize) -> Option<&'t str> {
        self.tokens.word(self.text, at)
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.word(at) == Some(word)
    }

    /// The items of a module, of a trait or of an `impl`.
    pub fn items(&self, range: Range<usize>) -> Vec<Item> {
        let (mut items, mut at) = (vec![], range.start);
        while at < range.end {
            if self.inner_attribute(at) {
                at = self.tokens.after(at + 2);
                continue;
            }
            let (found, next) = self.item(at, range.end, true);
            items.extend(found);
            at = next.unwrap_or_else(|| self.behind_unknown(at, range.end, &mut items)).max(at + 1);
        }
        items
    }

    /// The items among the statements of a body.
    pub(crate) fn items_of_body(&self, range: Range<usize>) -> Vec<Item> {
        let (mut items, mut at, mut depth, mut begins) = (vec![], range.start, 0usize, true);
        while at < range.end {
            if begins {
                let (found, next) = self.item(at, range.end, false);
                if let Some(next) = next.filter(|next| *next > at) {
                    items.extend(found.into_iter().map(|item| Item { nested: depth > 0, ..item }));
                    at = next;
                    continue;
                }
            }
            let kind = self.tokens.kind(at);
            let call = kind == Some(Kind::Sign(b'!')) && matches!(self.tokens.kind(at + 1), Some(Kind::Open(_)));
            let call = call && at > range.start && self.tokens.kind(at - 1) == Some(Kind::Word);
            begins = match kind {
                Some(Kind::Open(with)) => {
                    depth += 1;
                    with == b'{'
                }
                Some(Kind::Close) => {
                    depth = depth.saturating_sub(1);
                    self.text.as_bytes()[self.tokens.bytes(at).start] == b'}'
                }
                kind => kind == Some(Kind::Sign(b';')),
            };
            at = if call { self.tokens.after(at + 1) } else { at + 1 };
        }
        items
    }

    /// Whether the attributes at the beginning of a module say that it is there.
    pub fn is_there(&self, range: Range<usize>) -> Option<bool> {
        let (mut at, mut attributes) = (range.start, Attributes::default());
        while self.inner_attribute(at) && at < range.end {
            self.attribute(self.tokens.inside(at + 2), &mut attributes);
            at = self.tokens.after(at + 2);
        }
        attributes.there
    }

    fn inner_attribute(&self, at: usize) -> bool {
        self.tokens.is_sign(at, b'#') && self.tokens.is_sign(at + 1, b'!') && self.tokens.opens(at + 2, b'[')
    }

    fn behind_unknown(&self, mut at: usize, end: usize, items: &mut Vec<Item>) -> usize {
        let start = at;
        while at < end {
            let brace = self.tokens.opens(at, b'{');
            let last = brace || self.tokens.is_sign(at, b';');
            at = self.tokens.after(at);
            if last {
                break;
            }
        }
        let kind = ItemKind::Made;
        let (vis, tokens) = (Vis::Everywhere, start..at);
        items.push(Item { name: String::new(), kind, vis, sure: true, nested: false, tokens, body: None });
        at
    }

    fn attribute(&self, range: Range<usize>, out: &mut Attributes) {
        let at = range.start;
        let inside = || match self.tokens.opens(at + 1, b'(') {
            true => self.tokens.inside(at + 1),
            false => 0..0,
        };
        match self.word(at) {
            Some("cfg") => {
                let holds = self.cfg.all(self.text, self.tokens, inside());
                out.there = match (out.there, holds) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                };
            }
            Some("cfg_attr") => {
                let parts = split(self.tokens, inside());
                let Some((predicate, attributes)) = parts.split_first() else { return };
                let holds = self.cfg.all(self.text, self.tokens, predicate.clone());
                for part in attributes.iter().filter(|_| holds != Some(false)) {
                    self.attribute(part.clone(), out);
                    if holds.is_none() && self.is(part.start, "path") {
                        out.path = Some(Err(()));
                    }
                }
            }
            Some("path") if self.tokens.is_sign(at + 1, b'=') => {
                out.path = Some(self.tokens.string(self.text, at + 2).map(str::to_owned).ok_or(()));
            }
            Some("macro_use") => out.macro_use = true,
            Some("macro_export") => out.macro_export = true,
            _ => {}
        }
    }

    /// The item that begins at a token, or the several that a `use` is, and where it ends; nothing where none does.
    fn item(&self, start: usize, end: usize, whole: bool) -> (Vec<Item>, Option<usize>) {
        let (mut at, mut attributes) = (start, Attributes::default());
        while self.tokens.is_sign(at, b'#') && self.tokens.opens(at + 1, b'[') && at < end {
            self.attribute(self.tokens.inside(at + 1), &mut attributes);
            at = self.tokens.after(at + 1);
        }
        let vis = self.vis(&mut at);
        let Some((names, kind, next, body)) = self.declared(at, end, whole, &attributes) else {
            return (vec![], None);
        };
        let (there, tokens) = (attributes.there, start..next);
        let item = |(name, kind)| {
            let (tokens, body) = (tokens.clone(), body.clone());
            Item { name, kind, vis, sure: there == Some(true), nested: false, tokens, body }
        };
        let names = match kind {
            Some(kind) => names.into_iter().map(|(name, _)| (name, kind.clone())).collect(),
            None => names.into_iter().map(|(name, kind)| (name, kind.unwrap_or(ItemKind::Made))).collect::<Vec<_>>(),
        };
        let items = names.into_iter().filter(|_| there != Some(false)).map(item);
        (items.collect(), Some(next))
    }

    fn vis(&self, at: &mut usize) -> Vis {
        if !self.is(*at, "pub") {
            return Vis::Within(0);
        }
        *at += 1;
        if !self.tokens.opens(*at, b'(') {
            return Vis::Everywhere;
        }
        let inside = *at + 1;
        *at = self.tokens.after(*at);
        match self.word(inside) {
            Some("self") => Vis::Within(0),
            Some("super") => Vis::Within(1),
            _ => Vis::Crate,
        }
    }

    fn declared(&self, start: usize, end: usize, whole: bool, attributes: &Attributes) -> Option<Declared> {
        let mut at = start;
        loop {
            match self.word(at)? {
                "unsafe" | "async" | "default" | "safe" | "gen" if self.word(at + 1).is_some() => at += 1,
                "const" if matches!(self.word(at + 1), Some("fn" | "unsafe" | "async" | "extern")) => at += 1,
                "extern" if self.tokens.kind(at + 1) == Some(Kind::Text) && self.word(at + 2).is_some() => at += 2,
                "extern" if self.is(at + 1, "fn") => at += 1,
                _ => break,
            }
        }
        let name = || self.word(at + 1).map(str::to_owned);
        let named = |kind: ItemKind, (next, body)| Some((vec![(name()?, None)], Some(kind), next, body));
        match self.word(at)? {
            "fn" => named(ItemKind::Function, self.behind_body(at + 1, end)?),
            "struct" | "union" if name().is_some() => {
                let union = self.is(at, "union");
                let (next, body) = self.behind_body(at + 1, end)?;
                let kind = if union { ItemKind::Union } else { ItemKind::Struct(body.is_none()) };
                named(kind, (next, body))
            }
            "enum" => {
                let (next, body) = self.behind_body(at + 1, end)?;
                named(ItemKind::Enum(self.variants(body.clone()?)), (next, body))
            }
            "trait" => named(ItemKind::Trait, self.behind_body(at + 1, end)?),
            "impl" => {
                let (next, body) = self.behind_body(at + 1, end)?;
                Some((vec![(String::new(), None)], Some(ItemKind::Impl), next, Some(body?)))
            }
            "type" => named(ItemKind::Alias, (self.behind_end(at + 1, end)?, None)),
            "const" | "static" => {
                let at = if self.is(at + 1, "mut") { at + 1 } else { at };
                let name = self.word(at + 1).filter(|_| self.tokens.is_sign(at + 2, b':'))?.to_owned();
                Some((vec![(name, None)], Some(ItemKind::Constant), self.behind_end(at + 1, end)?, None))
            }
            "mod" => {
                let (next, body) = self.behind_body(at + 1, end)?;
                let kind = ItemKind::Module { path: attributes.path.clone(), macro_use: attributes.macro_use };
                named(kind, (next, body))
            }
            "use" => {
                let next = self.behind_end(at + 1, end)?;
                let mut names = vec![];
                self.uses(at + 1..next - 1, vec![], &mut names);
                let used = |(name, path, glob)| (name, Some(ItemKind::Use { path, glob }));
                Some((names.into_iter().map(used).collect(), None, next, None))
            }
            "extern" if self.is(at + 1, "crate") => {
                let next = self.behind_end(at + 1, end)?;
                let renamed = self.is(at + 3, "as").then(|| self.word(at + 4)).flatten();
                let name = renamed.or(self.word(at + 2))?.to_owned();
                let kind = ItemKind::Crate { own: self.is(at + 2, "self") };
                Some((vec![(name, None)], Some(kind), next, None))
            }
            "extern" => {
                let brace = if self.tokens.kind(at + 1) == Some(Kind::Text) { at + 2 } else { at + 1 };
                self.tokens.opens(brace, b'{').then(|| (vec![], None, self.tokens.after(brace), None))
            }
            "macro_rules" if self.tokens.is_sign(at + 1, b'!') => {
                let name = self.word(at + 2)?.to_owned();
                let next = self.behind_group(at + 3)?;
                let kind = ItemKind::Rules { exported: attributes.macro_export };
                Some((vec![(name, None)], Some(kind), next, Some(self.tokens.inside(at + 3))))
            }
            _ if whole => {
                while self.tokens.is_sign(at + 1, b':') && self.tokens.is_sign(at + 2, b':') {
                    at += 3;
                }
                let group = at + 2 + usize::from(self.word(at + 2).is_some());
                let next = self.behind_group(group).filter(|_| self.tokens.is_sign(at + 1, b'!'))?;
                let (name, kind) = match self.word(at)? {
                    "include" => (INCLUDE, ItemKind::Include { path: self.included(group) }),
                    name => (name, ItemKind::Made),
                };
                Some((vec![(name.to_owned(), None)], Some(kind), next, None))
            }
            _ => None,
        }
    }

    fn behind_group(&self, at: usize) -> Option<usize> {
        let Some(Kind::Open(with)) = self.tokens.kind(at) else { return None };
        let next = self.tokens.after(at);
        Some(next + usize::from(with != b'{' && self.tokens.is_sign(next, b';')))
    }

    /// Behind a `;`.
    fn behind_end(&self, mut at: usize, end: usize) -> Option<usize> {
        while at < end {
            if self.tokens.is_sign(at, b';') {
                return Some(at + 1);
            }
            at = self.tokens.after(at);
        }
        None
    }

    /// Behind a `;`, or behind braces and what these enclose: not those of an argument among generic ones.
    fn behind_body(&self, from: usize, end: usize) -> Option<(usize, Option<Range<usize>>)> {
        let mut at = from;
        while at < end {
            let argument = at > from && matches!(self.tokens.kind(at - 1), Some(Kind::Sign(b'<' | b',' | b'=')));
            let trailing = argument && self.tokens.is_sign(at - 1, b',') && !self.in_angles(from, at);
            match self.tokens.kind(at) {
                Some(Kind::Sign(b';')) => return Some((at + 1, None)),
                Some(Kind::Open(b'{')) if !argument || trailing => {
                    return Some((self.tokens.after(at), Some(self.tokens.inside(at))));
                }
                _ => at = self.tokens.after(at),
            }
        }
        None
    }

    fn in_angles(&self, from: usize, to: usize) -> bool {
        let (mut at, mut open) = (from, 0i32);
        while at < to {
            match self.tokens.kind(at) {
                Some(Kind::Sign(b'<')) => open += 1,
                Some(Kind::Sign(b'>')) if at > from && !self.tokens.is_sign(at - 1, b'-') => open -= 1,
                _ => {}
            }
            at = self.tokens.after(at);
        }
        open > 0
    }

    fn variants(&self, body: Range<usize>) -> Vec<String> {
        let name = |part: Range<usize>| {
            let mut at = part.start;
            while self.tokens.is_sign(at, b'#') {
                at = self.tokens.after(at + 1);
            }
            self.word(at).map(str::to_owned)
        };
        split(self.tokens, body).into_iter().filter_map(name).collect()
    }

    fn uses(&self, range: Range<usize>, mut path: Vec<String>, out: &mut Vec<(String, Vec<String>, bool)>) {
        let mut at = range.start;
        if self.tokens.is_sign(at, b':') {
            at += 2;
            if path.is_empty() {
                path.push(String::new());
            }
        }
        while at < range.end {
            if self.tokens.is_sign(at, b'*') {
                out.push((String::new(), path, true));
                return;
            }
            if self.tokens.opens(at, b'{') {
                let parts = split(self.tokens, self.tokens.inside(at));
                return parts.into_iter().for_each(|part| self.uses(part, path.clone(), out));
            }
            let Some(word) = self.word(at) else { return };
            let itself = word == "self" && !path.is_empty();
            if !itself {
                path.push(word.to_owned());
            }
            if self.tokens.is_sign(at + 1, b':') {
                at += 3;
                continue;
            }
            let renamed = (at + 1 < range.end && self.is(at + 1, "as")).then(|| self.word(at + 2)).flatten();
            let name = renamed.map(str::to_owned).or_else(|| path.last().cloned());
            out.extend(name.map(|name| (name, path, false)));
            return;
        }
    }
}

/// The names that are declared, each with its kind where they differ; what ends them.
type Declared = (Vec<(String, Option<ItemKind>)>, Option<ItemKind>, usize, Option<Range<usize>>);
