//! What methods give: places to write, what has no name, constants alone.

use super::writes;
use front::visit::Visit;
use syn::{ImplItemFn, ReturnType, Signature, Type};

/// Whether a method lends a place of its receiver to write.
pub(super) fn lends_to_write(sig: &Signature) -> bool {
    let lent = |ty: &Type| matches!(ty, Type::Reference(r) if r.mutability.is_some());
    let gives = |ty: &Type| lent(ty) || crate::syntax::types::argument_of(ty, &["Option"]).is_some_and(lent);
    sig.receiver().is_some() && matches!(&sig.output, ReturnType::Type(_, ty) if gives(ty))
}

/// Whether a trait that a type over any number may not have is named by `dyn`.
pub(super) fn names_a_trait(sig: &Signature) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0 |= matches!(ty, Type::TraitObject(t) if !crate::signature::bounds::traits(&t.bounds).is_empty());
            front::visit::visit_type(self, ty);
        }
    }
    let mut found = Found(false);
    found.visit_signature(sig);
    found.0
}

/// Whether a method gives only constants, so that there is nothing to differentiate.
pub(super) fn gives_nothing(method: &ImplItemFn, operator: bool) -> bool {
    let gives = match &method.sig.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => !crate::around::is_answer(ty),
    };
    !operator && !writes(&method.sig) && !gives
}
