//! What the texts of a crate say, item by item: each is parsed once, without the bodies of its functions.

use super::names::Qualify;
use super::{Around, Found};
use crate::index::{Index, Item, ItemKind, Position, Reader, Scope, ScopeId, Text};
use front::visit::Visit;
use front::visit_mut::VisitMut;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

/// So deep may what is parsed nest, bodies that are kept among it.
const DEEPEST: usize = 64;
/// Bodies of that many tokens may be looked into.
const SMALL: usize = 400;

/// What a crate's texts say.
#[derive(Debug, Default)]
pub struct Known {
    pub(super) index: Rc<Index>,
    /// What each of them says, and all of them together.
    pub(super) texts: Vec<Rc<Found>>,
    pub(super) all: Rc<Found>,
}

impl Known {
    /// Reads what the items of a crate say.
    pub fn read(index: Index) -> Known {
        let index = Rc::new(index);
        let aliases = read_all(&index, &Known { index: index.clone(), ..Known::default() }, true);
        let known = Known { index: index.clone(), texts: vec![], all: Rc::new(together(&aliases)) };
        let texts = read_all(&index, &known, false);
        let mut all = together(&texts);
        all.close_calls(&index);
        all.transposed = super::transposed::of(&index);
        Known { index: index.clone(), all: Rc::new(all), texts: texts.into_iter().map(Rc::new).collect() }
    }

    /// Whether a file is one of the crate's.
    pub fn has(&self, file: &Path) -> bool {
        self.index.text_at(file).is_some()
    }

    /// Whether the root of the crate is in a folder.
    pub fn root_is_in(&self, folder: &Path) -> bool {
        let root = self.index.texts().first().and_then(|text| text.path.as_ref());
        root.is_some_and(|root| root.starts_with(folder))
    }
}

fn together(texts: &[Found]) -> Found {
    let mut all = Found::default();
    texts.iter().for_each(|found| all.add(found));
    all.forget_ambiguous();
    all
}

fn read_all(index: &Rc<Index>, known: &Known, aliases: bool) -> Vec<Found> {
    let mut texts: Vec<Found> = index.texts().iter().map(|text| Found::of(text)).collect();
    if !aliases {
        texts.iter_mut().enumerate().for_each(|(text, found)| found.given_to_macros(index, text));
    }
    for (id, scope) in index.scopes().filter(|(id, _)| index.is_own(*id)) {
        let (text, found) = (&index.texts()[scope.text], &mut texts[scope.text]);
        found.homes.read(scope);
        // A text without marks declares types, of which marked ones take constants.
        let telling = text.facts().telling;
        let declares = |item: &&Item| telling || matches!(item.kind, ItemKind::Enum(_) | ItemKind::Struct(_));
        if !scope.items.iter().any(|item| declares(&item)) {
            continue;
        }
        let at = Position { scope: id, item: None, inner: vec![], in_rules: false };
        let around = Around { at: Some(at), ..Around::new(known) };
        around.within(|| {
            (found.within, found.scope) = (within(index, id), Some(id));
            let read = |item: &&Item| (item.kind == ItemKind::Alias) == aliases || !aliases;
            for item in scope.items.iter().filter(read).filter(declares) {
                found.item(index, id, text, item);
            }
        });
    }
    texts
}

/// What stands before the names of a scope's items in their keys.
fn within(index: &Index, scope: ScopeId) -> String {
    let mut path = index.path_of_scope(scope).join("/");
    path.push('/');
    path
}

impl Found {
    fn of(text: &Text) -> Found {
        Found { strange: text.facts().strange, ..Found::default() }
    }

    /// What macros are given may come to stand in a function with derivatives: not what they are given in the body of a
    /// function that says nothing of these, where no macro makes such functions.
    fn given_to_macros(&mut self, index: &Index, number: usize) {
        let text = &index.texts()[number];
        let items = index.scopes().filter(|(_, scope)| scope.text == number).flat_map(|(_, scope)| &scope.items);
        let marking = index.texts().iter().any(|text| text.facts().marking);
        let plain = items.filter(|item| item.kind == ItemKind::Function && !marking);
        let plain = plain.filter(|item| !text.words(item.tokens.clone()).any(|word| word == "differentiable"));
        let bodies: Vec<Range<usize>> = plain.filter_map(|item| item.body.clone()).collect();
        for given in &text.facts().macros {
            if !bodies.iter().any(|body| body.contains(&given.open)) {
                // What a rule calls a name by is no name.
                let named = text.tokens.inside(given.open).filter(|at| !text.tokens.is_sign(at - 1, b'$'));
                self.mentioned.extend(named.filter_map(|at| text.tokens.word(&text.text, at)).map(str::to_owned));
            }
        }
    }

    fn item(&mut self, index: &Index, scope: ScopeId, text: &Text, item: &Item) {
        use ItemKind::{Alias, Enum, Function, Impl, Struct, Trait, Union};
        if !matches!(item.kind, Alias | Enum(_) | Function | Impl | Struct(_) | Trait | Union) {
            return;
        }
        let parsed = shortened(index, text, item).and_then(|text| syn::parse_str::<syn::Item>(&text).ok());
        let Some(mut parsed) = parsed else {
            self.strange = true;
            return;
        };
        Qualify { index, scope, parameters: vec![] }.visit_item_mut(&mut parsed);
        if marked(&parsed) {
            let body = item.body.clone().filter(|_| item.kind == Function);
            self.mentioned.extend(text.words(body.unwrap_or(item.tokens.clone())).map(str::to_owned));
        }
        self.visit_item(&parsed);
    }
}

/// Whether the names in an item's bodies are those that derivatives are asked of.
fn marked(item: &syn::Item) -> bool {
    match item {
        syn::Item::Fn(f) => super::is_ours(&f.attrs),
        syn::Item::Trait(t) => super::is_ours(&t.attrs),
        syn::Item::Impl(i) => super::is_ours(&i.attrs) || super::is_sum(i),
        _ => false,
    }
}

/// Whether a parser can go through tokens of a text.
pub(super) fn is_shallow(text: &Text, range: Range<usize>) -> bool {
    text.tokens.depth(range) <= DEEPEST
}

/// An item without what need not be parsed; nothing where it nests too deep.
fn shortened(index: &Index, text: &Text, item: &Item) -> Option<String> {
    let mut short = Short { text, out: String::new() };
    let members = matches!(item.kind, ItemKind::Impl | ItemKind::Trait);
    match (&item.kind, &item.body) {
        (ItemKind::Function, Some(body)) => short.without(item.tokens.start..body.start, "}")?,
        (_, Some(body)) if members => {
            short.keep(item.tokens.start..body.start)?;
            let reader = Reader { text: &text.text, tokens: &text.tokens, cfg: index.cfg() };
            for member in reader.items(body.clone()) {
                short.member(&member)?;
            }
            short.out.push('}');
        }
        _ => short.keep(item.tokens.clone())?,
    }
    Some(short.out)
}

struct Short<'t> {
    text: &'t Text,
    out: String,
}

impl Short<'_> {
    fn keep(&mut self, range: Range<usize>) -> Option<()> {
        let tokens = &self.text.tokens;
        if range.is_empty() {
            return Some(());
        }
        if tokens.depth(range.clone()) > DEEPEST {
            return None;
        }
        self.out.push_str(self.text.slice(range));
        self.out.push('\n');
        Some(())
    }

    fn without(&mut self, range: Range<usize>, by: &str) -> Option<()> {
        self.keep(range)?;
        self.out.push_str(by);
        Some(())
    }

    fn member(&mut self, member: &Item) -> Option<()> {
        match (&member.kind, &member.body) {
            (ItemKind::Function, Some(body)) => {
                let small = body.len() <= SMALL && self.text.tokens.depth(body.clone()) <= DEEPEST;
                match small {
                    true => self.keep(member.tokens.clone()),
                    // What is not read may do anything with all that it is given.
                    false => self.without(member.tokens.start..body.start, "self }\n"),
                }
            }
            (ItemKind::Constant, _) => {
                let equals = member.tokens.clone().find(|at| self.text.tokens.is_sign(*at, b'='));
                match equals {
                    Some(at) => self.without(member.tokens.start..at, "= 0;\n"),
                    None => self.keep(member.tokens.clone()),
                }
            }
            (ItemKind::Function | ItemKind::Alias, _) => self.keep(member.tokens.clone()),
            _ => Some(()),
        }
    }
}

impl super::Homes {
    fn read(&mut self, scope: &Scope) {
        for item in &scope.items {
            match &item.kind {
                ItemKind::Module { .. } => self.module(&item.name),
                ItemKind::Use { path, glob } => self.import(&item.name, path, *glob),
                _ => {}
            }
        }
    }
}
