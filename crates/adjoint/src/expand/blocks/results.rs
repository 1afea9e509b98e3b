//! What methods give: places to write, what has no name, constants alone.

use super::writes;
use syn::{ImplItemFn, ReturnType, Signature, Type};

/// Whether a method lends a place of its receiver to write.
pub(super) fn lends_to_write(sig: &Signature) -> bool {
    let lent = |ty: &Type| matches!(ty, Type::Reference(r) if r.mutability.is_some());
    let gives = |ty: &Type| lent(ty) || crate::syntax::types::argument_of(ty, &["Option"]).is_some_and(lent);
    sig.receiver().is_some() && matches!(&sig.output, ReturnType::Type(_, ty) if gives(ty))
}

/// Whether a method gives only constants, so that there is nothing to differentiate.
pub(super) fn gives_nothing(method: &ImplItemFn, operator: bool) -> bool {
    let gives = match &method.sig.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => !crate::around::is_answer(ty),
    };
    !operator && !writes(&method.sig) && !gives
}
