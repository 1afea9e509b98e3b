//! What lies in a `Box`: functions that make one or look into one are recorded.

use crate::lower::argument_of;
use syn::visit::Visit;
use syn::{Block, Expr, ExprCall, Type};

/// What is said of them.
pub(crate) const BOXED: &str = "what lies in a `Box` is not transformed";

/// What a type is a `Box` of, if that may carry derivatives.
pub(crate) fn boxed(ty: &Type) -> Option<&Type> {
    let inside = argument_of(ty, &["Box"])?;
    let sized = !matches!(inside, Type::TraitObject(_) | Type::Slice(_) | Type::Infer(_));
    (sized && !crate::around::counts_alone(inside)).then_some(inside)
}

/// Whether such a `Box` is in a type.
pub(crate) fn holds(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => holds(&r.elem),
        Type::Slice(s) => holds(&s.elem),
        Type::Array(a) => holds(&a.elem),
        Type::Tuple(t) => t.elems.iter().any(holds),
        ty => boxed(ty).is_some() || argument_of(ty, &["Vec", "Option"]).is_some_and(holds),
    }
}

/// Whether a call makes a `Box`, of something else than a function.
pub(crate) fn makes(call: &ExprCall) -> bool {
    let Expr::Path(f) = &*call.func else { return false };
    let names = f.path.segments.iter().rev().map(|s| &s.ident).take(2);
    names.eq(["new", "Box"]) && !matches!(call.args.first(), Some(Expr::Closure(_)))
}

/// The first call that does.
pub(crate) fn made_in(block: &Block) -> Option<ExprCall> {
    struct Made(Option<ExprCall>);
    impl<'ast> Visit<'ast> for Made {
        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            if makes(call) {
                self.0.get_or_insert_with(|| call.clone());
            }
            syn::visit::visit_expr_call(self, call);
        }
    }
    let mut made = Made(None);
    made.visit_block(block);
    made.0
}
