//! Whether a name that is read in one module means the same in another.

use super::Around;
use crate::index::{Def, Index, ItemId, ItemKind, KNOWN, Macro, Named, ScopeId, Space};
use std::collections::BTreeSet;

/// Names that mean the same everywhere, where nothing else of the name is declared.
#[rustfmt::skip]
const EVERYWHERE: [&str; 78] = [
    "AsMut", "AsRef", "Box", "Clone", "Copy", "Default", "DoubleEndedIterator", "Drop", "Eq", "Err",
    "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From", "FromIterator", "Into", "IntoIterator", "Iterator",
    "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd", "Result", "Send", "Sized", "Some", "String", "Sync",
    "ToOwned", "ToString", "TryFrom", "TryInto", "Vec", "alloc", "assert!", "assert_eq!", "assert_ne!", "bool", "char",
    "core", "crate", "debug_assert!", "debug_assert_eq!", "drop", "eprintln!", "f32", "f64", "format!", "i128", "i16",
    "i32", "i64", "i8", "isize", "matches!", "panic!", "print!", "println!", "std", "str", "todo!", "u128",
    "u16", "u32", "u64", "u8", "unimplemented!", "unreachable!", "usize", "vec!", "wengert", "write!", "writeln!",
    "Self",
];

/// So many modules may import all of one another.
const DEEPEST: usize = 8;

/// Whether a name means the same everywhere, where nothing else of the name is declared.
pub(super) fn is_everywhere(name: &str) -> bool {
    EVERYWHERE.contains(&name)
}

/// What a name means in a module: a macro, or a type and a value; nothing where that is not certain.
#[derive(PartialEq)]
enum Meaning {
    Macro(Macro),
    Items(Named, Named),
    /// Nothing of the crate's, and nothing that is imported by its name: it comes out of one of these, or from nowhere.
    From(BTreeSet<String>),
    Everywhere,
}

impl Around {
    /// The module that the item stands in, where that is known; what is only shown to people stands at the top of its
    /// text.
    pub(super) fn here(&self) -> Option<ScopeId> {
        let top = || {
            let own = self.own_text.filter(|_| !self.reader.expanded)?;
            self.index.scopes().find(|(_, scope)| scope.text == own).map(|(id, _)| id)
        };
        match &self.at {
            Some(at) => Some(at.scope).filter(|_| !at.in_rules),
            None => top(),
        }
    }

    /// Whether a name means in a module what it means everywhere.
    pub(super) fn means_as_everywhere(&self, home: ScopeId, name: &str) -> bool {
        meaning(&self.index, home, name) == Some(Meaning::Everywhere)
    }

    /// Whether a name means the same in two modules.
    pub(super) fn means_same(&self, home: ScopeId, there: ScopeId, name: &str) -> bool {
        if home == there || matches!(name, "crate" | "Self") {
            return true;
        }
        name != "super"
            && meaning(&self.index, home, name)
                .is_some_and(|at_home| Some(at_home) == meaning(&self.index, there, name))
    }

    /// Whether an item with the attribute in another module, one that is recorded perhaps, has a name in it.
    pub(super) fn is_mentioned_elsewhere(&self, home: ScopeId, name: &str, recorded: bool) -> bool {
        let home = self.index.module_of(home);
        self.is_mentioned(name, recorded, |scope| self.index.module_of(scope) != home)
    }

    /// The same of the modules that are asked for.
    pub(super) fn is_mentioned(&self, name: &str, recorded: bool, within: impl Fn(ScopeId) -> bool) -> bool {
        let index = &self.index;
        index.scopes().filter(|(id, _)| within(*id)).any(|(id, scope)| {
            let text = index.text_of(id);
            let calls = |kind: &ItemKind| matches!(kind, ItemKind::Function | ItemKind::Impl | ItemKind::Trait);
            let mut items = scope.items.iter().filter(|item| calls(&item.kind));
            text.facts().telling
                && items.any(|item| {
                    let has = |name: &str| text.words(item.tokens.clone()).any(|word| word == name);
                    has(name) && has("differentiable") && (!recorded || has("tape"))
                })
        })
    }
}

fn meaning(index: &Index, scope: ScopeId, name: &str) -> Option<Meaning> {
    let all = [name.trim_end_matches('!').to_owned()];
    if name.ends_with('!') {
        let end = ItemId { scope, at: index.scope(scope).items.len() };
        return match index.macro_of(end, &all) {
            Macro::Unsure => None,
            Macro::Outside if is_everywhere(name) => Some(Meaning::Everywhere),
            meant => Some(Meaning::Macro(meant)),
        };
    }
    match [Space::Types, Space::Values].map(|space| index.resolve_here(scope, &all, space).0) {
        [Named::Unsure, _] | [_, Named::Unsure] => None,
        // What a variant is, or an item of a type, does not show.
        [Named::One(Def::Other | Def::Variant(..)), _] | [_, Named::One(Def::Other | Def::Variant(..))] => None,
        [Named::Nothing, Named::Nothing] if is_everywhere(name) => Some(Meaning::Everywhere),
        [Named::Nothing, Named::Nothing] => {
            let mut from = BTreeSet::new();
            opened(index, scope, DEEPEST, &mut from);
            Some(Meaning::From(from))
        }
        [a, b] => Some(Meaning::Items(a, b)),
    }
}

/// What other crates have of which all is imported in a module.
fn opened(index: &Index, scope: ScopeId, deepest: usize, from: &mut BTreeSet<String>) {
    let Some(deepest) = deepest.checked_sub(1) else { return };
    for item in &index.scope(scope).items {
        let ItemKind::Use { path, glob: true } = &item.kind else { continue };
        match index.resolve_here(scope, path, Space::Types).0 {
            Named::One(Def::Module(module)) => opened(index, module, deepest, from),
            _ if path.iter().find(|s| !s.is_empty()).is_some_and(|first| KNOWN.contains(&first.as_str())) => {
                from.insert(path.join("::"));
            }
            _ => {}
        }
    }
    let own = index.scope(scope);
    if let Some(parent) = own.parent.filter(|_| !own.is_module()) {
        opened(index, parent, deepest, from);
    }
}
