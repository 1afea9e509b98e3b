//! The texts of functions.

use super::{AROUND, names, read};
use crate::index::{Def, ItemId, Named, ScopeId, Space};
use front::program::segments;
use syn::{ItemFn, Path};

/// The text of a function of this crate, where it is certain which one is meant.
pub fn function_at(path: &Path) -> Option<ItemFn> {
    function_from(None, path).map(|(_, f)| f)
}

/// The same, where a path stands in a function of this module, of any crate; and which function it is.
pub fn function_from(home: Option<ScopeId>, path: &Path) -> Option<(ItemId, ItemFn)> {
    let index = AROUND.with_borrow(|around| around.index.clone());
    let here = || AROUND.with_borrow(|around| around.here());
    let (found, used) = match home.or_else(|| here().filter(|here| !index.is_own(*here))) {
        Some(home) => index.resolve(home, &segments(path), Space::Values),
        None => names::function_at(path),
    };
    let Named::One(Def::Item(id)) = found else { return None };
    let (item, text) = (index.item(id), index.text_of(id.scope));
    let whole = used == path.segments.len() && read::is_shallow(text, item.tokens.clone());
    Some((id, whole.then(|| syn::parse_str(text.slice(item.tokens.clone())).ok())??))
}
