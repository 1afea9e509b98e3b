//! Functions and methods that lack the attribute, as the texts show for certain.

use super::names::{function_at, function_key};
use super::{AROUND, fields};
use crate::index::{Def, ItemKind, Named};
use proc_macro2::Ident;
use syn::{Path, Type};

/// Whether a function of the crate has no derivatives, as far as that can be seen.
pub(crate) fn is_unmarked(path: &Path) -> bool {
    let (Named::One(Def::Item(id)), _) = function_at(path) else { return false };
    let key = function_key(path);
    AROUND.with_borrow(|around| {
        let strange =
            around.index.text_of(id.scope).facts().strange || around.index.item(id).kind != ItemKind::Function;
        !strange && around.all.others.contains_key(&key) && !around.any(|found| found.functions.contains_key(&key))
    })
}

/// The same of a method of a type.
pub(crate) fn is_unmarked_method(of: &Type, name: &Ident) -> bool {
    let Some(key) = fields::name(of).map(|of| format!("{of}.{name}")) else { return false };
    let name = name.to_string();
    AROUND.with_borrow(|around| {
        let strange = around.texts.iter().any(|found| found.strange);
        let has = around.any(|found| found.changing.contains_key(&key));
        has && !strange && !around.any(|found| found.methods.contains_key(&name))
    })
}
