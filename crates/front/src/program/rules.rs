//! Macros of the crate.

use super::scope::Scope;
use super::table::{Owner, Side};
use super::{Program, names};
use crate::index::{self, Named, Space};
use crate::items::{FnId, ItemId};
use proc_macro2::TokenStream;

/// What a macro is.
#[derive(Debug)]
pub enum Rules {
    /// One of the crate's, by its rules as they are written between the braces.
    Known(TokenStream),
    /// None of the crate's.
    Foreign,
    /// Several of the crate's may be meant.
    Unsure,
}

impl Program {
    /// The macro that a path means in a function: the last one before it, or what is imported.
    pub fn macro_rules(&self, f: FnId, path: &syn::Path) -> Rules {
        let (side, here) = self.position(f);
        self.rules_at(side, here, &names::segments(path))
    }

    pub(super) fn rules_at(&self, side: Side, here: index::ItemId, path: &[String]) -> Rules {
        let index = self.index_of(side);
        let id = match index.macro_of(here, path) {
            index::Macro::Rules(id) => id,
            index::Macro::Outside => return Rules::Foreign,
            index::Macro::Unsure => return Rules::Unsure,
        };
        let text = index.slice(index.scope(id.scope).text, index.item(id).tokens.clone());
        match text.map(syn::parse_str::<syn::ItemMacro>) {
            Some(Ok(found)) => Rules::Known(found.mac.tokens),
            _ => Rules::Foreign,
        }
    }

    /// The item that a function is, or is a member of; of one that is in no text, the place behind all items.
    fn position(&self, f: FnId) -> (Side, index::ItemId) {
        let slot = self.fn_slot(f);
        let part = self.part(slot.at.side);
        let known = match slot.owner {
            Owner::Impl(of) => part.impl_ids.borrow().iter().find(|(_, id)| **id == of).map(|(key, _)| *key),
            Owner::Trait(of) => part.keys.borrow().get(&ItemId::Trait(of)).copied(),
            Owner::Nothing => part.keys.borrow().get(&ItemId::Fn(f)).copied(),
        };
        let behind = || {
            let items = &part.index.scope(slot.at.scope).items;
            index::ItemId { scope: slot.at.scope, at: items.len() }
        };
        (slot.at.side, known.unwrap_or_else(behind))
    }

    /// Whether a name is imported from another crate; none if that does not show.
    pub fn is_imported(&self, scope: &Scope, name: &str) -> Option<bool> {
        let at = scope.0.at;
        match self.meaning(scope, &[name.to_owned()], Space::Values).0 {
            names::Meaning::Outside => Some(true),
            names::Meaning::Unknown
                if self.index_of(at.side).lookup(at.scope, name, Space::Values) == Named::Unsure =>
            {
                None
            }
            _ => Some(false),
        }
    }
}
