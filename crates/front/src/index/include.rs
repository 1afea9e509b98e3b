//! `include!` among the items of a module: the text of another file is a part of that module.

use super::cfg::split;
use super::lex::Kind;
use super::outline::Reader;
use super::{FARTHEST, Files, Index, ItemKind, Scope, ScopeId, ScopeKind};
use std::path::{Path, PathBuf};

/// What the item is called: no other one can have this name.
pub(super) const INCLUDE: &str = "include!";

/// A part of the path of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// These characters.
    Text(String),
    /// What a variable of the environment holds while the crate is compiled.
    Env(String),
}

impl Reader<'_> {
    /// The path of `include!(..)` with these parentheses: a text, or `concat!` of texts and `env!`.
    pub(super) fn included(&self, group: usize) -> Option<Vec<Piece>> {
        let inside = self.tokens.inside(group);
        let called = |at: usize, name: &str| {
            let is = self.word(at) == Some(name) && self.tokens.is_sign(at + 1, b'!');
            (is && matches!(self.tokens.kind(at + 2), Some(Kind::Open(_)))).then(|| self.tokens.inside(at + 2))
        };
        let text = |at: usize| self.tokens.string(self.text, at).map(str::to_owned);
        let parts = match called(inside.start, "concat") {
            Some(parts) => split(self.tokens, parts),
            None => vec![inside],
        };
        let piece = |part: &std::ops::Range<usize>| match called(part.start, "env") {
            Some(name) => text(name.start).map(Piece::Env),
            None => text(part.start).map(Piece::Text),
        };
        parts.iter().filter(|part| !part.is_empty()).map(piece).collect()
    }
}

impl Index {
    /// Reads the file of an `include!` as a part of a scope. Of the environment of another crate nothing is known.
    pub(super) fn add_included(
        &mut self,
        parent: ScopeId,
        pieces: Option<&[Piece]>,
        own: bool,
        files: Option<&mut Files>,
    ) -> Option<ScopeId> {
        let around = self.scope(parent);
        let far = around.far;
        let near = self.texts[around.text].path.as_deref().and_then(Path::parent)?.to_owned();
        let written = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Env(name) => std::env::var(name).ok().filter(|_| own),
        };
        let path: PathBuf = near.join(pieces?.iter().map(written).collect::<Option<String>>()?);
        let read = files.filter(|_| far < FARTHEST)?.text(&path)?;
        let (range, near) = (0..read.tokens.len(), path.parent().map(Path::to_owned).unwrap_or_default());
        let at = self.add_text(read);
        let id = ScopeId(self.scopes.len() as u32);
        let scope = self.add_scope(parent, String::new(), range, at, ScopeKind::Included);
        (scope.folder, scope.far) = (Some((near.clone(), near)), far + 1);
        Some(id)
    }

    /// The texts that are included in a scope.
    pub(super) fn included(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        let own = self.scope(scope);
        let all = own.names.get(INCLUDE).map_or(&[][..], Vec::as_slice);
        all.iter().filter_map(|at| own.modules.get(at).copied())
    }

    /// The scope that an included text is a part of; of others themselves.
    pub(super) fn including(&self, mut scope: ScopeId) -> ScopeId {
        while let (ScopeKind::Included, Some(parent)) = (self.scope(scope).kind, self.scope(scope).parent) {
            scope = parent;
        }
        scope
    }

    /// Whether names may be in a scope that do not show.
    pub(super) fn is_open(&self, scope: ScopeId) -> bool {
        self.scope(scope).open || self.included(scope).any(|part| self.is_open(part))
    }
}

impl Scope {
    /// Whether it is a module, which sees no names of what is around it.
    pub fn is_module(&self) -> bool {
        self.kind == ScopeKind::Module
    }

    /// Whether it is the body of a function.
    pub fn is_body(&self) -> bool {
        self.kind == ScopeKind::Body
    }
}

impl ItemKind {
    /// Whether it is a text of another file.
    pub(super) fn is_include(&self) -> bool {
        matches!(self, ItemKind::Include { .. })
    }
}
