//! What does not run on a tape either, so that it is said here: derivatives of other functions, and types of other crates
//! that are on floats.

use crate::core::Refusal;
use crate::signature::Signature;
use front::hir::ExprKind;
use front::items::{FnId, Origin};
use front::program::Program;
use front::ty::Ty;
use front::typed::{Callee, Closures, Typed};
use proc_macro2::Span;
use std::collections::HashSet;

/// A refusal, which is final where the function cannot be recorded.
pub(crate) fn untaped(program: &Program, f: FnId, sig: &Signature, refusal: Refusal) -> Refusal {
    if refusal.wrong {
        return refusal;
    }
    if program.takes_derivatives() {
        let why = format!("{}: this is not supported beside derivatives of other functions", refusal.why);
        return Refusal { why, wrong: true, ..refusal };
    }
    if sig.generic {
        return refusal;
    }
    let bodies = bodies(program, f);
    if let Some((at, name)) = bodies.iter().find_map(foreign) {
        let why = format!(
            "`{name}` is a type of another crate on floats, which carries no derivatives: compute with its parts, or write a \
             type with #[derive(Differentiable)]"
        );
        return Refusal { why, at: Some(at), wrong: true, ..refusal };
    }
    if bodies.iter().any(|typed| has_complex(program, typed)) {
        let why = format!(
            "{}: this runs on a tape, where `Complex` has no derivative: give and take its parts, `re` and `im`",
            refusal.why
        );
        return Refusal { why, wrong: true, ..refusal };
    }
    refusal
}

/// So many functions are looked into.
const MOST: usize = 64;

/// The body of a function, and those of the crate's functions that it calls.
fn bodies(program: &Program, f: FnId) -> Vec<Typed> {
    let (mut all, mut met, mut next) = (vec![], HashSet::from([f]), vec![f]);
    while let Some(f) = next.pop() {
        let Ok(typed) = front::infer::infer(program, &mut Closures::default(), f, &program.own_args(f)) else {
            continue;
        };
        for callee in typed.callees.values() {
            if let Callee::Fn(of, _) = callee
                && program.func(*of).origin == Origin::Crate
                && program.func(*of).has_text
                && met.len() < MOST
                && met.insert(*of)
            {
                next.push(*of);
            }
        }
        all.push(typed);
    }
    all
}

/// Types of other crates that are on floats, and on nothing else: what they have they have of no other number.
const ON_FLOATS: [&str; 5] = ["Complex", "NotNan", "OrderedFloat", "R32", "R64"];

/// What makes a value of such a type.
fn foreign(typed: &Typed) -> Option<(Span, String)> {
    typed.body.exprs.iter().find_map(|expr| {
        let name = match &expr.kind {
            ExprKind::ForeignStruct(path, ..) => path.segments.last(),
            ExprKind::Foreign(path) => path.segments.iter().nth_back(1),
            _ => None,
        };
        let name = name.map(|s| s.ident.to_string()).filter(|name| is_on_floats(name))?;
        Some((expr.span, name))
    })
}

/// Whether a body has to do with a type of another crate that the prelude has: it is known here, and on floats alone on a
/// tape.
fn has_complex(program: &Program, typed: &Typed) -> bool {
    typed.exprs.iter().any(|ty| match ty.behind() {
        Ty::Adt(adt, _) => program.adt(*adt).origin == Origin::Prelude && &*program.adt(*adt).name == "Complex",
        _ => false,
    })
}

/// Whether a name is that of such a type: `Complex64`, `DVec3`.
fn is_on_floats(name: &str) -> bool {
    let wide = name.strip_suffix("64").or_else(|| name.strip_suffix("32"));
    let wide =
        wide.is_some_and(|of| of.len() > 2 && of.starts_with(char::is_uppercase) && of.ends_with(char::is_lowercase));
    let of_glam = ["DVec", "DMat", "DQuat", "DAffine"].iter().any(|of| name.starts_with(of));
    wide || of_glam || ON_FLOATS.contains(&name)
}
