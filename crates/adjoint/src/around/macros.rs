//! The macros of the texts, by their rules.

use super::{AROUND, note};
use std::collections::HashMap;
use syn::ItemMacro;

/// Notes the rules of a macro.
pub(super) fn read(map: &mut HashMap<String, Option<String>>, m: &ItemMacro) {
    if let Some(name) = m.ident.as_ref().filter(|_| m.mac.path.is_ident("macro_rules")) {
        note(map, name.to_string(), m.mac.tokens.to_string());
    }
}

/// The rules of a macro of this name, if there is one.
pub(crate) fn rules_of(name: &str) -> Option<String> {
    AROUND.with_borrow(|around| around.look(|found| found.rules.get(name), ""))
}
