//! `Cell` and `RefCell`: places that are changed by whoever sees them. A reference to one is one by which it is changed.

use super::{Builder, Refusal, refuse};
use front::items::Origin;
use front::program::Program;
use front::ty::Ty as Type;
use std::collections::HashSet;

impl Builder<'_> {
    /// Whether a type has such places in it.
    pub(super) fn holds_cell(&self, ty: &Type) -> bool {
        holds_cell(self.program, ty)
    }

    /// Fails for what is lent and changes: a list of references holds what they refer to.
    pub(super) fn stays_as_it_is(&self, ty: &Type) -> Result<(), Refusal> {
        if self.holds_cell(ty) { refuse("references to what changes in a list") } else { Ok(()) }
    }
}

/// Whether a type has such places in it.
pub(super) fn holds_cell(program: &Program, ty: &Type) -> bool {
    let (mut left, mut seen) = (vec![ty.clone()], HashSet::new());
    while let Some(ty) = left.pop() {
        if let Type::Adt(adt, args) = &ty {
            let def = program.adt(*adt);
            if def.origin == Origin::Prelude && matches!(&*def.name, "Cell" | "RefCell") {
                return true;
            }
            if seen.insert(*adt) {
                left.extend(def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.with(args)));
            }
        }
        left.extend(ty.parts().cloned());
    }
    false
}
