//! Matrices over the number.

use super::Repeat;
use front::hir::ExprKind;
use front::items::ItemId;
use front::ty::Ty;
use front::typed::Typed;
use std::collections::HashSet;

impl Repeat<'_> {
    /// Whether a type is a matrix of numbers.
    pub(super) fn is_matrix(&self, ty: &Ty) -> bool {
        let Ty::Adt(adt, _) = ty else { return false };
        let def = self.program.adt(*adt);
        !self.is_own(def.origin) && &*def.name == "Matrix" && def.generics.names.len() == 1
    }

    /// The closures of a body that are functions of eigenvalues.
    pub(super) fn spectral_in(&self, typed: &Typed) -> HashSet<Ty> {
        let mut found = HashSet::new();
        for e in &typed.body.exprs {
            if let ExprKind::Call(f, args) = &e.kind
                && let ExprKind::Item(ItemId::Fn(of), _) = typed.body.exprs[*f].kind
                && &*self.program.func(of).name == "symmetric_function"
                && !self.is_own(self.program.func(of).origin)
            {
                found.extend(
                    args.iter().map(|e| typed.ty(*e).behind().clone()).filter(|ty| matches!(ty, Ty::Closure(_))),
                );
            }
        }
        found
    }
}
