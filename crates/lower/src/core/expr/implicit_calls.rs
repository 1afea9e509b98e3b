//! Code of the author's that runs unseen: `Drop` where a value ends, and a `Clone` written by hand where what holds the value is
//! copied. Steps have none of it.

use crate::core::Refusal;
use front::hir::ExprKind;
use front::items::{AdtId, FnId, ItemId, Origin};
use front::program::Program;
use front::ty::Ty;
use front::typed::{Callee, Typed};
use std::collections::HashSet;

/// What copies what is in the value that it is asked of.
const COPIES: [&str; 9] = [
    "clone",
    "clone_from",
    "clone_from_slice",
    "cloned",
    "concat",
    "extend_from_slice",
    "resize",
    "to_owned",
    "to_vec",
];

/// Refuses a body in which such code would run; it does on a tape, where the types themselves are repeated.
pub(crate) fn check(program: &Program, typed: &Typed) -> Result<(), Refusal> {
    for (e, expr) in typed.body.exprs.iter().enumerate() {
        let made = match &expr.kind {
            ExprKind::Struct(adt, ..) => Some(*adt),
            ExprKind::Call(of, _) => match &typed.body.exprs[*of].kind {
                ExprKind::Variant(adt, ..) => Some(*adt),
                _ => None,
            },
            _ => None,
        };
        if let Some(adt) = made.filter(|adt| program.is_dropped(*adt)) {
            let name = &program.adt(adt).name;
            let why = format!("a value of `{name}`, which has an `impl Drop`");
            let remedy = "call a method where it ends, and leave the `impl Drop` out";
            return Err(refusal(why, remedy, expr.span));
        }
        let copied = match &expr.kind {
            ExprKind::Repeat(part, ..) => Some(*part),
            ExprKind::Method(on, name, ..) if COPIES.contains(&&**name) => {
                // That of the type itself is called.
                let own = matches!(typed.callees.get(&e), Some(Callee::Fn(f, _)) if is_own(program, *f));
                // An iterator asks it of each.
                let each = &**name == "cloned" && !is_option(program, &typed.exprs[*on]);
                Some(*on).filter(|_| !own && !each)
            }
            _ => None,
        };
        let Some(on) = copied else { continue };
        let repeated = matches!(expr.kind, ExprKind::Repeat(..));
        if let Some(adt) = cloned(program, &typed.exprs[on], repeated, &mut HashSet::new()) {
            let name = &program.adt(adt).name;
            let why = format!("a copy of what holds a `{name}`, whose `impl Clone` is written by hand");
            let remedy = "copy its elements one by one, `x.clone()`, or derive `Clone`";
            return Err(refusal(why, remedy, expr.span));
        }
    }
    Ok(())
}

fn refusal(why: String, remedy: &str, at: proc_macro2::Span) -> Refusal {
    Refusal { at: Some(at), ..Refusal::new(format!("{why}: {remedy}")) }
}

fn is_own(program: &Program, f: FnId) -> bool {
    matches!(program.func(f).origin, Origin::Crate | Origin::Body)
}

fn is_option(program: &Program, ty: &Ty) -> bool {
    matches!(ty.behind(), Ty::Adt(adt, _) if &*program.adt(*adt).name == "Option")
}

/// A type with a `Clone` of the author's in what is copied; `itself` says that it may be what is copied.
fn cloned(program: &Program, ty: &Ty, itself: bool, met: &mut HashSet<AdtId>) -> Option<AdtId> {
    match ty {
        Ty::Adt(adt, args) => {
            let def = program.adt(*adt);
            let own = matches!(def.origin, Origin::Crate | Origin::Body);
            if own && itself && has_own_clone(program, *adt) {
                return Some(*adt);
            }
            // What it holds a derive copies, by the `Clone` of each.
            if own && (!met.insert(*adt) || has_own_clone(program, *adt)) {
                return None;
            }
            let fields = def.variants.iter().flat_map(|v| &v.fields).filter(|_| own);
            args.iter().chain(fields.map(|field| &field.ty)).find_map(|ty| cloned(program, ty, true, met))
        }
        // A reference is copied as one.
        Ty::Ref(_, of) if !itself => cloned(program, of, false, met),
        Ty::Ref(..) | Ty::FnPtr(..) | Ty::Dyn(..) => None,
        ty => ty.parts().find_map(|part| cloned(program, part, true, met)),
    }
}

/// Whether a type that is not `Copy` has a `Clone` that is not derived.
fn has_own_clone(program: &Program, adt: AdtId) -> bool {
    let Some(ItemId::Trait(clone)) = program.prelude("clone::Clone") else { return false };
    let def = program.adt(adt);
    let args = def.generics.names.iter().enumerate().map(|(k, _)| Ty::Param(k)).collect();
    let impls = program.impls_of_trait(clone, &Ty::Adt(adt, args));
    !def.copy && impls.into_iter().any(|id| program.syntax_of_impl(id).is_some())
}
