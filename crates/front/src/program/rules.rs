//! Macros of the crate.

use super::part::side;
use super::scope::{Place, Scope};
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
        let known = match slot.owner {
            Owner::Nothing => self.part(slot.at.side).keys.borrow().get(&ItemId::Fn(f)).copied(),
            owner => self.position_of(owner),
        };
        (slot.at.side, known.unwrap_or_else(|| self.behind_all(slot.at)))
    }

    /// The item that an implementation or a trait is.
    pub(super) fn position_of(&self, owner: Owner) -> Option<index::ItemId> {
        match owner {
            Owner::Impl(of) => {
                let ids = self.part(side(of)).impl_ids.borrow();
                ids.iter().find(|(_, id)| **id == of).map(|(key, _)| *key)
            }
            Owner::Trait(of) => self.part(side(of)).keys.borrow().get(&ItemId::Trait(of)).copied(),
            Owner::Nothing => None,
        }
    }

    pub(super) fn behind_all(&self, at: Place) -> index::ItemId {
        index::ItemId { scope: at.scope, at: self.part(at.side).index.scope(at.scope).items.len() }
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
