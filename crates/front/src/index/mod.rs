//! The items of a crate, found as the compiler finds them: from the root through its modules, under the options of the
//! compilation. Names are resolved in the modules that they stand in.
//!
//! What another file has is not there. What is not certain, as two items of one name under a `cfg` that is not known, is
//! said to be so.

mod cfg;
mod files;
mod find;
mod given;
mod impls;
mod include;
mod lex;
mod outline;
mod resolve;
mod rules;

pub use cfg::CfgOptions;
pub use files::Files;
pub use files::{Facts, Text};
pub use given::{Given, MacroRules, is_of_std};
pub use impls::{ImplHead, Made};
pub use include::Piece;
pub use outline::{Item, ItemKind, Reader};
pub use resolve::{Def, KNOWN, Named, Space};
pub use rules::Macro;

use crate::hash::Map;
use outline::Vis;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A crate has no more modules and bodies with items than that.
const MOST: usize = 100_000;
/// Files of modules are not further from the root.
const FARTHEST: usize = 64;

/// Whether a text may bring up what shares the name of a module.
pub fn brings_up(text: &str) -> bool {
    let mut lines = text.lines().map(|l| l.trim_start());
    text.contains("use ") && lines.any(|l| !l.starts_with("//") && l.trim_end().ends_with(';') && l.contains("mod "))
}

/// A scope, by its number; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(u32);

impl ScopeId {
    /// The root of the crate.
    pub const ROOT: ScopeId = ScopeId(0);
}

/// An item by its scope, and its place among the items of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemId {
    /// The scope that it stands in.
    pub scope: ScopeId,
    /// Its place there.
    pub at: usize,
}

/// What a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// A module.
    Module,
    /// The body of a function that has items.
    Body,
    /// A text of another file that is a part of the scope around it.
    Included,
}

/// A part of a crate that has items.
#[derive(Debug)]
pub struct Scope {
    /// Its name; of a body that of the function.
    pub name: String,
    /// The scope around it; none of the root.
    pub parent: Option<ScopeId>,
    /// What it is.
    pub kind: ScopeKind,
    /// The text that it stands in.
    pub text: usize,
    /// Its tokens.
    range: std::ops::Range<usize>,
    /// Its items, in order.
    pub items: Vec<Item>,
    /// The items by their names.
    names: Map<String, Vec<usize>>,
    /// The scopes of those of them that are modules, or texts of other files.
    modules: Map<usize, ScopeId>,
    /// Whether names may be in it that do not show.
    pub open: bool,
    /// Where files of its modules are, and what `#[path]` starts from.
    folder: Option<(PathBuf, PathBuf)>,
    /// How many files are around it.
    far: usize,
}

/// The items of a crate.
#[derive(Debug, Default)]
pub struct Index {
    texts: Vec<Rc<Text>>,
    scopes: Vec<Scope>,
    /// What the crate declares under a name, anywhere.
    named: Map<String, Vec<ItemId>>,
    /// The roots of other crates, by the names that they have here.
    crates: Map<String, ScopeId>,
    /// How many of the scopes are the crate's own; those of other crates stand behind.
    own: usize,
    /// The same of the texts.
    own_texts: usize,
    /// Whether all that the root leads to was read.
    whole: bool,
    /// Whether items in bodies are looked for.
    bodies: bool,
    cfg: CfgOptions,
    resolved: resolve::Cache,
    impls: std::cell::OnceCell<Vec<ImplHead>>,
    made: std::cell::RefCell<Map<ItemId, Rc<Made>>>,
    written_out: std::cell::RefCell<Map<ItemId, Rc<Index>>>,
}

/// Where an item stands.
#[derive(Clone, Debug)]
pub struct Position {
    /// The scope around the item.
    pub scope: ScopeId,
    /// The item, if it is one of the scope.
    pub item: Option<usize>,
    /// The scopes of the bodies in it.
    pub inner: Vec<ScopeId>,
    /// Whether it stands in the rules of a macro: names are those where the macro is used.
    pub in_rules: bool,
}

impl Index {
    /// The crate whose root is a file, with other crates by their names and roots. What is configured for those is not known.
    pub fn of_crate(root: &Path, others: &[(String, PathBuf)], cfg: &CfgOptions, files: &mut Files) -> Index {
        let mut index = Index { whole: true, bodies: true, cfg: cfg.clone(), ..Index::default() };
        let folder = |root: &Path| root.parent().map(|folder| (folder.to_owned(), folder.to_owned()));
        let Some(text) = files.text(root) else { return Index::default() };
        index.texts.push(text);
        index.add_root("crate", 0, folder(root));
        index.fill(0, Some(files));
        (index.own, index.own_texts) = (index.scopes.len(), index.texts.len());
        let whole = index.whole;
        index.bodies = false;
        for (name, root) in others {
            let Some(text) = files.text(root) else { continue };
            index.texts.push(text);
            let id = ScopeId(index.scopes.len() as u32);
            index.add_root(name, index.texts.len() - 1, folder(root));
            index.crates.insert(name.clone(), id);
            index.fill(id.0 as usize, Some(files));
        }
        (index.whole, index.bodies) = (whole, true);
        index
    }

    /// A crate of a text, and of modules without names. What is configured is not known.
    pub fn of_texts(texts: &[&str]) -> Index {
        Index::read(texts, true)
    }

    /// A crate of one text, of which no body has items.
    pub fn without_bodies(text: &str) -> Index {
        Index::read(&[text], false)
    }

    fn read(texts: &[&str], bodies: bool) -> Index {
        let mut index = Index { whole: true, bodies, ..Index::default() };
        for text in texts {
            let text = Text::new((*text).to_owned(), None);
            index.whole &= text.is_some();
            let text = text.unwrap_or_default();
            let range = 0..text.tokens.len();
            index.texts.push(Rc::new(text));
            let k = index.texts.len() - 1;
            match k {
                0 => index.add_root("crate", 0, None),
                _ => drop(index.add_scope(ScopeId::ROOT, format!("__text{k}"), range, k, ScopeKind::Module)),
            }
        }
        index.fill(0, None);
        (index.own, index.own_texts) = (index.scopes.len(), index.texts.len());
        index
    }

    /// A crate of which no text is known.
    pub fn unknown() -> Index {
        Index { whole: false, ..Index::of_texts(&[""]) }
    }

    /// The options of the compilation.
    pub fn cfg(&self) -> &CfgOptions {
        &self.cfg
    }

    /// Those that a text was compiled with, as far as they are known.
    pub(crate) fn cfg_of(&self, text: usize) -> CfgOptions {
        if text < self.own_texts { self.cfg.clone() } else { CfgOptions::default() }
    }

    /// Whether all texts of the crate are there.
    pub fn is_whole(&self) -> bool {
        self.whole && !self.texts.is_empty()
    }

    /// The texts of the crate.
    pub fn texts(&self) -> &[Rc<Text>] {
        &self.texts
    }

    /// The text of a file.
    pub fn text_at(&self, path: &Path) -> Option<usize> {
        self.texts.iter().position(|text| text.path.as_deref() == Some(path))
    }

    /// All scopes.
    pub fn scopes(&self) -> impl Iterator<Item = (ScopeId, &Scope)> {
        self.scopes.iter().enumerate().map(|(k, scope)| (ScopeId(k as u32), scope))
    }

    /// A scope.
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// An item.
    pub fn item(&self, id: ItemId) -> &Item {
        &self.scope(id.scope).items[id.at]
    }

    /// The text that a scope stands in.
    pub fn text_of(&self, scope: ScopeId) -> &Text {
        &self.texts[self.scope(scope).text]
    }

    /// Everything that the crate declares under a name.
    pub fn all_named(&self, name: &str) -> &[ItemId] {
        self.named.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a scope is one of the crate at hand.
    pub fn is_own(&self, scope: ScopeId) -> bool {
        (scope.0 as usize) < self.own
    }

    /// The root of the crate that a scope is in.
    pub(crate) fn root_of(&self, mut scope: ScopeId) -> ScopeId {
        while let Some(parent) = self.scope(scope).parent {
            scope = parent;
        }
        scope
    }

    /// The module that a scope is, or is in.
    pub fn module_of(&self, mut scope: ScopeId) -> ScopeId {
        while let (false, Some(parent)) = (self.scope(scope).is_module(), self.scope(scope).parent) {
            scope = parent;
        }
        scope
    }

    /// Whether a scope is another one, or within it.
    pub fn is_within(&self, scope: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if scope == outer {
                return true;
            }
            at = self.scope(scope).parent;
        }
        false
    }

    /// Where the item at a line and a column stands; nothing where its text was not read, or is several modules.
    pub fn position(&self, text: usize, line: usize, column: usize) -> Option<Position> {
        let own = self.texts.get(text)?;
        let offset = own.offset(line, column)?;
        let is_in = |range: &std::ops::Range<usize>| {
            !range.is_empty()
                && own.tokens.bytes(range.start).start <= offset
                && offset < own.tokens.bytes(range.end - 1).end
        };
        let own_scopes = || self.scopes().take(self.own);
        let around = own_scopes().filter(|(_, s)| s.text == text && (s.folder_of_file() || is_in(&s.range)));
        let (scope, found) = around.max_by_key(|(id, s)| (s.range.start, usize::MAX - s.range.end, id.0))?;
        let twin = |(id, s): (ScopeId, &Scope)| id != scope && s.text == text && s.range == found.range;
        if own_scopes().any(twin) {
            return None;
        }
        let item = found.items.iter().position(|item| is_in(&item.tokens));
        Some(self.position_in(scope, item))
    }

    fn position_in(&self, scope: ScopeId, item: Option<usize>) -> Position {
        let found = item.map(|k| &self.scope(scope).items[k]);
        let in_rules = found.is_some_and(|item| matches!(item.kind, ItemKind::Rules { .. }));
        let inner = self.scopes().filter(|(_, s)| {
            let tokens = found.map(|item| &item.tokens);
            s.parent == Some(scope)
                && s.is_body()
                && tokens.is_some_and(|i| i.start <= s.range.start && s.range.end <= i.end)
        });
        let inner = inner.map(|(id, _)| id).collect();
        Position { scope, item, inner, in_rules }
    }

    fn add_root(&mut self, name: &str, text: usize, folder: Option<(PathBuf, PathBuf)>) {
        let range = 0..self.texts[text].tokens.len();
        self.scopes.push(Scope {
            name: name.to_owned(),
            parent: None,
            kind: ScopeKind::Module,
            text,
            range,
            items: vec![],
            names: Map::default(),
            modules: Map::default(),
            open: false,
            folder,
            far: 0,
        });
    }

    /// Reads scope after scope from one on, those that are found in them at the end.
    fn fill(&mut self, mut at: usize, mut files: Option<&mut Files>) {
        let cfg = &if at == 0 { self.cfg.clone() } else { CfgOptions::default() };
        while at < self.scopes.len() {
            let (scope, text) = (&self.scopes[at], self.texts[self.scopes[at].text].clone());
            let reader = Reader { text: &text.text, tokens: &text.tokens, cfg };
            let items = match scope.is_body() {
                true => reader.items_of_body(scope.range.clone()),
                false => reader.items(scope.range.clone()),
            };
            let mut modules = Map::default();
            let mut open = scope.open;
            let own = self.crates.is_empty();
            for (k, item) in items.iter().enumerate() {
                if self.scopes.len() >= MOST {
                    (open, self.whole) = (true, false);
                    break;
                }
                let id = ScopeId(at as u32);
                match &item.kind {
                    ItemKind::Module { path, .. } => {
                        let added = self.add_module(id, item, path.as_ref(), &reader, files.as_deref_mut());
                        modules.extend(added.map(|added| (k, added)));
                    }
                    ItemKind::Include { path } => {
                        let added = self.add_included(id, path.as_deref(), own, files.as_deref_mut());
                        (open, self.whole) = (open || added.is_none(), self.whole && added.is_some());
                        modules.extend(added.map(|added| (k, added)));
                    }
                    ItemKind::Function => self.add_body(id, item, &reader),
                    ItemKind::Impl | ItemKind::Trait if self.bodies => {
                        let members = item.body.clone().map(|body| reader.items(body)).unwrap_or_default();
                        members.iter().for_each(|member| self.add_body(id, member, &reader));
                    }
                    ItemKind::Made => open |= item.name != "thread_local",
                    _ => {}
                }
                if own && !matches!(item.kind, ItemKind::Use { .. } | ItemKind::Impl | ItemKind::Made) {
                    self.named.entry(item.name.clone()).or_default().push(ItemId { scope: id, at: k });
                }
            }
            let mut names: Map<String, Vec<usize>> = Map::default();
            for (k, item) in items.iter().enumerate() {
                names.entry(item.name.clone()).or_default().push(k);
            }
            let scope = &mut self.scopes[at];
            scope.names = names;
            (scope.items, scope.modules, scope.open) = (items, modules, open);
            at += 1;
        }
    }

    /// The place of a text of a file among all.
    fn add_text(&mut self, read: Rc<Text>) -> usize {
        let known = self.texts.iter().position(|text| text.path == read.path);
        known.unwrap_or_else(|| {
            self.texts.push(read);
            self.texts.len() - 1
        })
    }

    fn add_body(&mut self, parent: ScopeId, item: &Item, reader: &Reader<'_>) {
        let function = item.kind == ItemKind::Function && self.bodies;
        let Some(body) = item.body.clone().filter(|_| function) else { return };
        if !reader.items_of_body(body.clone()).is_empty() {
            self.add_scope(parent, item.name.clone(), body, self.scope(parent).text, ScopeKind::Body);
        }
    }

    fn add_scope(
        &mut self,
        parent: ScopeId,
        name: String,
        range: std::ops::Range<usize>,
        text: usize,
        kind: ScopeKind,
    ) -> &mut Scope {
        let far = self.scope(parent).far;
        let (items, names, modules) = (vec![], Map::default(), Map::default());
        let (parent, open, folder) = (Some(parent), false, None);
        self.scopes.push(Scope { name, parent, kind, text, range, items, names, modules, open, folder, far });
        self.scopes.last_mut().expect("one was added")
    }

    fn add_module(
        &mut self,
        parent: ScopeId,
        item: &Item,
        path: Option<&Result<String, ()>>,
        reader: &Reader<'_>,
        files: Option<&mut Files>,
    ) -> Option<ScopeId> {
        let id = ScopeId(self.scopes.len() as u32);
        let around = self.scope(parent);
        let (text, far, folder) = (around.text, around.far, around.folder.clone());
        if let Some(body) = item.body.clone() {
            if reader.is_there(body.clone()) == Some(false) {
                return None;
            }
            let inner = folder.map(|(modules, paths)| match path {
                Some(Ok(path)) => (paths.join(path), paths.join(path)),
                _ => (modules.join(&item.name), modules.join(&item.name)),
            });
            self.add_scope(parent, item.name.clone(), body, text, ScopeKind::Module).folder = inner;
            return Some(id);
        }
        let files = files.filter(|_| far < FARTHEST);
        let read = folder.zip(files).and_then(|((modules, paths), files)| {
            let all = match path {
                Some(Err(())) => vec![],
                Some(Ok(path)) => vec![(paths.join(path), true)],
                None => vec![
                    (modules.join(format!("{}.rs", item.name)), false),
                    (modules.join(&item.name).join("mod.rs"), true),
                ],
            };
            all.into_iter().find_map(|(path, whole)| Some((files.text(&path)?, path, whole)))
        });
        let Some((read, path, whole)) = read else {
            // Of what is not there, nothing is known.
            self.whole = false;
            self.add_scope(parent, item.name.clone(), 0..0, text, ScopeKind::Module).open = true;
            return Some(id);
        };
        let inner = Reader { text: &read.text, tokens: &read.tokens, cfg: reader.cfg };
        let range = 0..read.tokens.len();
        if inner.is_there(range.clone()) == Some(false) {
            return None;
        }
        let at = self.add_text(read);
        let near = path.parent().map(Path::to_owned).unwrap_or_default();
        let modules = match (whole, path.file_stem()) {
            (false, Some(stem)) => near.join(stem),
            _ => near.clone(),
        };
        let scope = self.add_scope(parent, item.name.clone(), range, at, ScopeKind::Module);
        (scope.folder, scope.far) = (Some((modules, near)), far + 1);
        Some(id)
    }
}

impl Scope {
    /// Whether it is all of its text.
    fn folder_of_file(&self) -> bool {
        !self.is_body() && self.range.start == 0 && !self.range.is_empty()
    }
}

impl Vis {
    /// The module within which an item of a scope is seen; none if everywhere.
    fn within(self, index: &Index, scope: ScopeId) -> Option<ScopeId> {
        match self {
            Vis::Everywhere => None,
            Vis::Crate => Some(index.root_of(scope)),
            Vis::Within(0) => Some(index.including(scope)),
            Vis::Within(_) => Some(index.scope(index.module_of(scope)).parent.map_or(scope, |p| index.module_of(p))),
        }
    }
}
