//! What lies in a `Box`: functions that make one or look into one are recorded.

use crate::syntax::types::argument_of;
use syn::{Expr, ExprCall, Type};

/// What a type is a `Box` of, if that may carry derivatives.
pub fn boxed(ty: &Type) -> Option<&Type> {
    let inside = argument_of(ty, &["Box"])?;
    let sized = !matches!(inside, Type::TraitObject(_) | Type::Slice(_) | Type::Infer(_));
    (sized && !crate::around::counts_alone(inside)).then_some(inside)
}

/// What a type shares, by an `Rc` or an `Arc`.
pub fn shared(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Rc", "Arc"]).filter(|_| !matches!(ty, Type::Reference(_)))
}

/// Methods that give iterators, which lie in a `Box` of the trait alone.
const ITERATORS: [&str; 20] = [
    "chain",
    "chunks",
    "cloned",
    "copied",
    "cycle",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "into_iter",
    "iter",
    "map",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
    "zip",
];

/// Whether a call makes a `Box`, of something else than a function or an iterator.
pub fn makes(call: &ExprCall) -> bool {
    let Expr::Path(f) = &*call.func else { return false };
    let names = f.path.segments.iter().rev().map(|s| &s.ident).take(2);
    let other = match call.args.first() {
        Some(Expr::Closure(_)) => true,
        Some(Expr::Path(p)) => {
            let name = p.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            let small = name.starts_with(char::is_lowercase);
            let of_type = p.path.segments.len() > 1 && small;
            name.starts_with("__") || of_type || small && crate::around::is_function(&name)
        }
        Some(Expr::MethodCall(m)) => ITERATORS.iter().any(|name| m.method == name),
        _ => false,
    };
    names.eq(["new", "Box"]) && !other
}
