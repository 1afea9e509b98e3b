//! What does not run on a tape either, so that it is said here and not by the compiler, in text that nobody wrote:
//! derivatives of other functions, and plain functions that are given numbers with derivatives.

use super::Refusal;
use crate::signature::Signature;
use front::hir::{ExprId, ExprKind, PatKind};
use front::items::{AdtId, Bound, FnId, Origin};
use front::program::Program;
use front::ty::Ty;
use front::typed::{Callee, Closures, Typed};
use std::collections::HashSet;

/// A refusal, which is final where the function cannot be recorded.
pub(super) fn untaped(program: &Program, f: FnId, sig: &Signature, refusal: Refusal) -> Refusal {
    if refusal.wrong {
        return refusal;
    }
    if program.takes_derivatives() {
        let why = format!("{}: this is not supported beside derivatives of other functions", refusal.why);
        return Refusal { why, wrong: true, ..refusal };
    }
    let typed = front::infer::infer(program, &mut Closures::default(), f, &program.own_args(f));
    match typed.ok().and_then(|typed| plain(program, f, &typed)) {
        Some(name) if !sig.generic => {
            let why = format!(
                "{}: this runs on a tape, where `{name}` has no derivative: put {} on it",
                refusal.why,
                if name.starts_with(char::is_uppercase) { "#[derive(Differentiable)]" } else { "#[differentiable]" }
            );
            Refusal { why, wrong: true, ..refusal }
        }
        _ => refusal,
    }
}

/// A function on plain numbers that is given others.
fn plain(program: &Program, own: FnId, typed: &Typed) -> Option<String> {
    let def = program.func(own);
    let mut constants = HashSet::new();
    for (pat, param) in typed.body.params.iter().zip(&def.params) {
        if let (PatKind::Bind { local, .. }, true) = (&typed.body.pats[*pat].kind, param.constant) {
            constants.insert(*local);
        }
    }
    // A structure of the crate that is made of them, and carries none.
    let still = |adt: AdtId, fields: &[ExprId]| {
        let def = program.adt(adt);
        let plain = def.origin == Origin::Crate && !def.differentiable && def.generics.names.is_empty();
        (plain && fields.iter().any(|e| is_number(typed, *e, &constants))).then(|| def.name.to_string())
    };
    typed.body.exprs.iter().enumerate().find_map(|(e, expr)| {
        match &expr.kind {
            ExprKind::Struct(adt, _, _, fields, _) => {
                return still(*adt, &fields.iter().map(|(_, e)| *e).collect::<Vec<_>>());
            }
            ExprKind::Call(of, args) if let ExprKind::Variant(adt, ..) = typed.body.exprs[*of].kind => {
                return still(adt, args);
            }
            _ => {}
        }
        let (of, args) = match &expr.kind {
            ExprKind::Call(of, args) => (*of, args.clone()),
            ExprKind::Method(receiver, _, _, args) => (e, [vec![*receiver], args.clone()].concat()),
            _ => return None,
        };
        let Callee::Fn(f, _) = typed.callees.get(&e).or_else(|| typed.callees.get(&of))? else { return None };
        let callee = program.func(*f);
        let unmarked = *f != own && !callee.differentiable && callee.origin == Origin::Crate && callee.has_text;
        let takes = callee
            .params
            .iter()
            .zip(&args)
            .any(|(param, arg)| has_number(&param.ty) && !param.constant && is_number(typed, *arg, &constants));
        // Those that are generic over the number, or take functions, are there on any number.
        let open = |bound: &Bound| matches!(bound, Bound::Number(_) | Bound::Call(..));
        (unmarked && takes && !callee.generics.bounds.iter().any(open)).then(|| callee.name.to_string())
    })
}

/// Whether numbers are in a type.
fn has_number(ty: &Ty) -> bool {
    match ty {
        Ty::Float(_) => true,
        Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Boxed(of) | Ty::Ref(_, of) => has_number(of),
        Ty::Tuple(parts) | Ty::Adt(_, parts) => parts.iter().any(has_number),
        _ => false,
    }
}

/// Whether an expression may be made of numbers with derivatives.
fn is_number(typed: &Typed, e: ExprId, constants: &HashSet<usize>) -> bool {
    let mut all = vec![e];
    while let Some(e) = all.pop() {
        match &typed.body.exprs[e].kind {
            ExprKind::Local(local) if !constants.contains(local) && has_number(&typed.locals[*local]) => return true,
            ExprKind::Field(inner, _)
            | ExprKind::Ref(_, inner)
            | ExprKind::Deref(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Cast(inner, _) => all.push(*inner),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => all.extend([*a, *b]),
            ExprKind::Tuple(parts) | ExprKind::List(parts, _) => all.extend(parts),
            ExprKind::Method(receiver, _, _, args) => all.extend([*receiver].iter().chain(args)),
            ExprKind::Call(_, args) => all.extend(args),
            _ => {}
        }
    }
    false
}
