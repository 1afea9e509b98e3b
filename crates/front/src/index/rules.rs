//! Which `macro_rules!` a name means: the last one before it in the text, of the modules around it and of those with
//! `#[macro_use]`; or one that is imported, or found by a path.

use super::resolve::{Def, Named, Space};
use super::{Index, ItemId, ItemKind, ScopeId};

/// What the name of a macro means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Macro {
    /// One of the crate's.
    Rules(ItemId),
    /// None of the crate's.
    Outside,
    /// Several, or one that may not be there.
    Unsure,
}

/// So many modules with `#[macro_use]` are in one another at most.
const DEEPEST: usize = 64;

impl Index {
    /// Whether an item is a macro.
    pub fn is_rules(&self, id: ItemId) -> bool {
        matches!(self.item(id).kind, ItemKind::Rules { .. })
    }

    /// What a path of a macro means that is called in an item.
    pub fn macro_of(&self, item: ItemId, path: &[String]) -> Macro {
        let textual = match path {
            [name] => self.textual(item, name),
            _ => None,
        };
        match textual.unwrap_or_else(|| self.resolve(item.scope, path, Space::Macros).0) {
            Named::One(Def::Item(id)) => Macro::Rules(id),
            Named::One(_) | Named::Nothing => Macro::Outside,
            // Where names may be that do not show, one that no macro of the crate has is not of the crate.
            Named::Unsure => {
                let last = path.last().map_or("", String::as_str);
                if self.all_named(last).iter().any(|id| self.is_rules(*id)) { Macro::Unsure } else { Macro::Outside }
            }
        }
    }

    /// The last macro of a name before an item.
    pub(super) fn textual(&self, item: ItemId, name: &str) -> Option<Named> {
        let mut found: Option<ItemId> = None;
        let (mut scope, mut before) = (item.scope, item.at);
        loop {
            let mut named = vec![];
            let mut sure = self.last_before(scope, before, name, 0, &mut named);
            for id in named {
                match found {
                    None => found = Some(id),
                    Some(_) => return Some(Named::Unsure),
                }
                sure &= self.item(id).sure && !self.item(id).nested;
            }
            let own = self.scope(scope);
            let Some(parent) = own.parent.filter(|_| !(sure && found.is_some())) else { break };
            before = match own.is_body() {
                true => {
                    let holds = |k: &usize| {
                        let tokens = &self.scope(parent).items[*k].tokens;
                        self.scope(parent).text == own.text
                            && tokens.start <= own.range.start
                            && own.range.end <= tokens.end
                    };
                    (0..self.scope(parent).items.len()).find(holds)?
                }
                false => *self.scope(parent).modules.iter().find(|(_, m)| **m == scope)?.0,
            };
            scope = parent;
        }
        found.map(|id| Named::One(Def::Item(id)))
    }

    /// Notes the last macros of a name before an item of a scope, until one is certain; whether one is.
    fn last_before(&self, scope: ScopeId, before: usize, name: &str, depth: usize, out: &mut Vec<ItemId>) -> bool {
        let own = self.scope(scope);
        for at in (0..before).rev() {
            let item = &own.items[at];
            match &item.kind {
                ItemKind::Rules { .. } if item.name == name => {
                    out.push(ItemId { scope, at });
                    if item.sure && !item.nested {
                        return true;
                    }
                }
                ItemKind::Module { macro_use: true, .. } | ItemKind::Include { .. } if depth < DEEPEST => {
                    let Some(module) = own.modules.get(&at) else { continue };
                    let end = self.scope(*module).items.len();
                    if self.last_before(*module, end, name, depth + 1, out) && item.sure {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }
}
