//! `Cell` and `RefCell`: places that are changed by whoever sees them. A reference to one is one by which it is changed.

use crate::core::{Builder, Refusal, refuse};
use front::items::Origin;
use front::program::Program;
use front::ty::{Pointer, Ty as Type};
use std::collections::HashSet;

impl Builder<'_> {
    /// Whether a type has such places in it.
    pub(crate) fn holds_cell(&self, ty: &Type) -> bool {
        holds_cell(self.program, ty)
    }

    /// Fails for what is lent and changes: a list of references holds what they refer to.
    pub(crate) fn stays_as_it_is(&self, ty: &Type) -> Result<(), Refusal> {
        if self.holds_cell(ty) { refuse("references to what changes in a list") } else { Ok(()) }
    }
}

/// Whether a type has such places in it.
pub(crate) fn holds_cell(program: &Program, ty: &Type) -> bool {
    has(program, ty, &|ty| match ty {
        Type::Adt(adt, _) => {
            let def = program.adt(*adt);
            def.origin == Origin::Prelude && matches!(&*def.name, "Cell" | "RefCell")
        }
        _ => false,
    })
}

/// Whether copies of a value of a type have such places in common.
pub(crate) fn shares_cell(program: &Program, ty: &Type) -> bool {
    has(program, ty, &|ty| matches!(ty, Type::Boxed(by, of) if *by != Pointer::Box && holds_cell(program, of)))
}

/// Whether a value of a type may be a way to change a place elsewhere.
pub(crate) fn lends_to_change(program: &Program, ty: &Type) -> bool {
    has(program, ty, &|ty| matches!(ty, Type::Ref(true, _)))
}

/// Whether a type, or one in it, is so.
pub(crate) fn has(program: &Program, ty: &Type, is: &dyn Fn(&Type) -> bool) -> bool {
    let (mut left, mut seen) = (vec![ty.clone()], HashSet::new());
    while let Some(ty) = left.pop() {
        if is(&ty) {
            return true;
        }
        if let Type::Adt(adt, args) = &ty {
            let def = program.adt(*adt);
            if seen.insert(*adt) {
                left.extend(def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.with(args)));
            }
        }
        left.extend(ty.parts().cloned());
    }
    false
}
