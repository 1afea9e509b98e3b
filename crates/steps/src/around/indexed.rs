//! Which types of the source text are written to by an index.

use super::AROUND;
use std::collections::HashSet;
use syn::{ItemImpl, Type};

/// Whether the texts are known, and none of them says how what an index of a type gives is written to.
pub fn lacks_index_mut(of: &Type) -> bool {
    let Some(name) = super::fields::name(of) else { return false };
    AROUND.with_borrow(|around| !around.index.texts().is_empty() && !around.any(|found| found.indexed.contains(&name)))
}

/// Notes the type, if the block says that.
pub(super) fn read(indexed: &mut HashSet<String>, block: &ItemImpl) {
    let of = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    if of.is_some_and(|of| of.ident == "IndexMut") {
        indexed.extend(super::fields::name(&block.self_ty));
    }
}
