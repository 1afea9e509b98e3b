//! What the headers of implementations name, as far as it shows without parsing; and the parts of items as text.

use super::lex::Kind;
use super::outline::{Item, Reader};
use super::{Index, ItemId, ItemKind, ScopeId};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// So deep may what is parsed nest.
const DEEPEST: usize = 64;

/// What the header of an implementation names.
#[derive(Clone, Debug)]
pub struct ImplHead {
    /// The implementation.
    pub id: ItemId,
    /// The last name of the trait's path.
    pub of_trait: Option<String>,
    /// The last name of the type's path; the sign that it begins with if it is none: `[`, `(`, `&`.
    pub of: String,
}

/// What macros that make items say.
#[derive(Debug, Default)]
pub struct Made {
    /// The words in implementations; all words where it is not known yet what is made.
    pub words: HashSet<String>,
    /// The names of items, or what these may be.
    pub names: HashSet<String>,
}

impl Index {
    /// All implementations in modules and bodies.
    pub fn impls(&self) -> &[ImplHead] {
        self.impls.get_or_init(|| {
            let heads = self.scopes().flat_map(|(scope, s)| {
                let all = s.items.iter().enumerate().filter(|(_, item)| item.kind == ItemKind::Impl);
                all.filter_map(move |(at, item)| self.head(scope, at, item))
            });
            heads.collect()
        })
    }

    fn head(&self, scope: ScopeId, at: usize, item: &Item) -> Option<ImplHead> {
        let text = self.text_of(scope);
        let tokens = &text.tokens;
        let end = item.body.as_ref()?.start - 1;
        let word = |at: usize| tokens.word(&text.text, at);
        let mut k = item.tokens.clone().find(|k| word(*k) == Some("impl"))? + 1;
        if tokens.is_sign(k, b'<') {
            k = behind_angles(self.text_of(scope), k, end);
        }
        let (mut of_trait, mut of) = (None, None);
        while k < end {
            match (word(k), tokens.kind(k)?) {
                (Some("for"), _) if !tokens.is_sign(k + 1, b'<') => of_trait = Some(of.take()?),
                (Some("where"), _) => break,
                (Some("dyn" | "mut" | "const"), _) => {}
                (Some(name), _) if of.as_deref().is_none_or(|of: &str| !of.starts_with(['[', '(', '&'])) => {
                    of = Some(name.to_owned());
                }
                (_, Kind::Sign(b'<')) => {
                    k = behind_angles(self.text_of(scope), k, end);
                    continue;
                }
                (_, Kind::Sign(b'&')) if of.is_none() => of = Some("&".to_owned()),
                (_, Kind::Open(with)) => {
                    of.get_or_insert_with(|| char::from(with).to_string());
                }
                _ => {}
            }
            k = tokens.after(k);
        }
        Some(ImplHead { id: ItemId { scope, at }, of_trait, of: of? })
    }

    /// What a macro that makes items says, if it is one of the crate's own: what these may be called or be of.
    pub fn made(&self, id: ItemId) -> Rc<Made> {
        if let Some(known) = self.made.borrow().get(&id) {
            return known.clone();
        }
        let (mut made, item) = (Made::default(), self.item(id));
        let mut next: Vec<ItemId> = self.rules_named(&item.name).collect();
        if !next.is_empty() {
            for word in self.text_of(id.scope).words(item.tokens.clone()) {
                made.words.insert(word.to_owned());
                // A macro that is given to another: `run! { implement }`.
                next.extend(self.rules_named(word));
            }
        }
        // The names that are given to a macro may be those that it declares.
        made.names.clone_from(&made.words);
        let mut seen = HashSet::new();
        while let Some(rules) = next.pop() {
            if !seen.insert(rules) {
                continue;
            }
            let text = self.text_of(rules.scope);
            let mut declares = false;
            for word in text.words(self.item(rules).tokens.clone()) {
                if declares {
                    made.names.insert(word.to_owned());
                }
                declares = matches!(
                    word,
                    "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "mod" | "as" | "mut" | "use"
                );
                made.words.insert(word.to_owned());
                next.extend(self.rules_named(word));
            }
        }
        let made = Rc::new(made);
        self.made.borrow_mut().insert(id, made.clone());
        made
    }

    /// The items that a macro makes, if that was found out before.
    pub fn written_out(&self, id: ItemId) -> Option<Rc<Index>> {
        self.written_out.borrow().get(&id).cloned()
    }

    /// Tells the items that a macro makes, as a text: what is asked for later need not be guessed.
    pub(crate) fn set_written_out(&self, id: ItemId, text: &str) -> Rc<Index> {
        let index = Rc::new(Index::without_bodies(text));
        let mut made = Made::default();
        if !index.texts.is_empty() {
            let named = index.scope(ScopeId::ROOT).items.iter().map(|item| item.name.clone());
            made.names.extend(named.filter(|name| !name.is_empty()));
        }
        for head in index.impls() {
            made.words
                .extend([Some("impl".to_owned()), head.of_trait.clone(), Some(head.of.clone())].into_iter().flatten());
        }
        self.made.borrow_mut().insert(id, Rc::new(made));
        self.written_out.borrow_mut().insert(id, index.clone());
        index
    }

    /// The macros that may make items in a scope.
    pub fn makers(&self, scope: ScopeId) -> impl Iterator<Item = ItemId> {
        let items = self.scope(scope).items.iter().enumerate();
        items.filter(|(_, item)| item.kind == ItemKind::Made).map(move |(at, _)| ItemId { scope, at })
    }

    fn rules_named(&self, name: &str) -> impl Iterator<Item = ItemId> {
        self.all_named(name).iter().copied().filter(|id| self.is_rules(*id))
    }

    /// The items in the braces of an implementation or a trait.
    pub fn members(&self, text: usize, body: Range<usize>) -> Vec<Item> {
        let cfg = self.cfg_of(text);
        let text = &self.texts[text];
        Reader { text: &text.text, tokens: &text.tokens, cfg: &cfg }.items(body)
    }

    /// What tokens of a text say; nothing if they nest too deep for a parser.
    pub fn slice(&self, text: usize, range: Range<usize>) -> Option<&str> {
        let text = &self.texts[text];
        (text.tokens.depth(range.clone()) <= DEEPEST).then(|| text.slice(range))
    }

    /// The first token of a range that is a sign, on the level of the range.
    pub(crate) fn find_sign(&self, text: usize, range: Range<usize>, sign: u8) -> Option<usize> {
        let tokens = &self.texts[text].tokens;
        let mut at = range.start;
        while at < range.end {
            if tokens.is_sign(at, sign) {
                return Some(at);
            }
            at = tokens.after(at);
        }
        None
    }
}

fn behind_angles(text: &super::Text, mut at: usize, end: usize) -> usize {
    let mut open = 0i32;
    while at < end {
        match text.tokens.kind(at) {
            Some(Kind::Sign(b'<')) => open += 1,
            Some(Kind::Sign(b'>')) if !text.tokens.is_sign(at - 1, b'-') => open -= 1,
            _ => {}
        }
        at = text.tokens.after(at);
        if open == 0 {
            break;
        }
    }
    at
}
