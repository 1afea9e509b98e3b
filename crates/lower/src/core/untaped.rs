//! What does not run on a tape either, so that it is said here and not by the compiler, in text that nobody wrote:
//! derivatives of other functions, and plain functions that are given numbers with derivatives.

use super::Refusal;
use crate::signature::Signature;
use front::hir::{ExprId, ExprKind, PatKind};
use front::items::{AdtId, Bound, FnId, Origin};
use front::program::Program;
use front::ty::Ty;
use front::typed::{Adjust, Callee, Closures, Typed};
use proc_macro2::Span;
use std::collections::HashSet;

/// A refusal, which is final where the function cannot be recorded, with what is said where its text alone cannot be.
pub(super) fn untaped(program: &Program, f: FnId, sig: &Signature, refusal: Refusal) -> Refusal {
    if refusal.wrong || refusal.off_tape.is_some() {
        return refusal;
    }
    if program.takes_derivatives() {
        let why = format!("{}: this is not supported beside derivatives of other functions", refusal.why);
        return Refusal { why, wrong: true, ..refusal };
    }
    if sig.generic {
        return refusal;
    }
    match bodies(program, f).iter().find_map(|(own, typed)| {
        foreign(typed)
            .or_else(|| complex(program, typed))
            .or_else(|| object(program, typed))
            .or_else(|| bound(program, typed))
            .or_else(|| plain(program, *own, typed))
    }) {
        Some(Stays::Foreign(at, name)) => {
            let why = format!(
                "`{name}` is a type of another crate on floats, which carries no derivatives: compute with its parts, or write a \
                 type with #[derive(Differentiable)]"
            );
            Refusal { why, at: Some(at), wrong: true, ..refusal }
        }
        Some(Stays::Plain(name, remedy)) => {
            let why = format!("{}: this runs on a tape, where `{name}` has no derivative: {remedy}", refusal.why);
            Refusal { off_tape: Some(why), ..refusal }
        }
        Some(Stays::Object(of)) => {
            let why = format!(
                "{}: this runs on a tape, where `dyn {of}` has no derivative: write an enum of the types that have the trait, or \
                 a function that is generic in it",
                refusal.why
            );
            Refusal { off_tape: Some(why), ..refusal }
        }
        Some(Stays::Bound(name, of)) => {
            let why = format!(
                "{}: this runs on a tape, where numbers do not have the trait `{of}` that `{name}` asks for: ask for \
                 `wengert::Real` there, or write it on `f64`",
                refusal.why
            );
            Refusal { off_tape: Some(why), ..refusal }
        }
        None => refusal,
    }
}

/// What stays on floats in recorded text.
enum Stays {
    /// A type of another crate.
    Foreign(Span, String),
    /// A method or a structure of the crate, and what to do about it.
    Plain(String, &'static str),
    /// What carries derivatives and is known by a trait of the crate alone.
    Object(String),
    /// A function, and a trait of the crate that it asks of numbers.
    Bound(String, String),
}

/// So many functions are looked into.
const MOST: usize = 64;

/// The body of a function, and those of the functions without the attribute that are repeated in its recorded text.
fn bodies(program: &Program, f: FnId) -> Vec<(FnId, Typed)> {
    let (mut all, mut met, mut next) = (vec![], HashSet::from([f]), vec![f]);
    while let Some(f) = next.pop() {
        let Ok(typed) = front::infer::infer(program, &mut Closures::default(), f, &program.own_args(f)) else {
            continue;
        };
        // A sum is repeated by the body that the type gives it.
        let sums = typed.callees.keys().filter_map(|e| made_from(program, &typed, *e));
        next.extend(sums.filter(|f| is_unmarked(program, *f) && &*program.func(*f).name != "from" && met.insert(*f)));
        for callee in typed.callees.values() {
            if let Callee::Fn(of, _) = callee
                && is_unmarked(program, *of)
                && is_free(program, *of)
                && is_repeated(program, *of)
                && met.len() < MOST
                && met.insert(*of)
            {
                next.push(*of);
            }
        }
        all.push((f, typed));
    }
    all
}

/// Whether a function of the crate is without the attribute.
fn is_unmarked(program: &Program, f: FnId) -> bool {
    let def = program.func(f);
    let of_trait = def.of_trait.is_some() && !def.method;
    !def.differentiable && def.origin == Origin::Crate && (def.has_text || of_trait)
}

/// Whether a function is no type's: such a one is repeated where it is called.
fn is_free(program: &Program, f: FnId) -> bool {
    let def = program.func(f);
    def.of.is_none() && def.of_trait.is_none()
}

/// Whether a function is repeated over the number: one that takes none is called as it stands.
fn is_repeated(program: &Program, f: FnId) -> bool {
    let def = program.func(f);
    !def.generics.names.is_empty() || def.params.iter().any(|p| has_number(program, &p.ty, DEEPEST))
}

/// Types of other crates that are on floats, and on nothing else: what they have they have of no other number.
const ON_FLOATS: [&str; 5] = ["Complex", "NotNan", "OrderedFloat", "R32", "R64"];

/// What makes a value of such a type.
fn foreign(typed: &Typed) -> Option<Stays> {
    typed.body.exprs.iter().find_map(|expr| {
        let name = match &expr.kind {
            ExprKind::ForeignStruct(path, ..) => path.segments.last(),
            ExprKind::Foreign(path) => path.segments.iter().nth_back(1),
            _ => None,
        };
        let name = name.map(|s| s.ident.to_string()).filter(|name| is_on_floats(name))?;
        Some(Stays::Foreign(expr.span, name))
    })
}

/// A type of another crate that the prelude has: it is known here, and on floats alone on a tape.
fn complex(program: &Program, typed: &Typed) -> Option<Stays> {
    let is_prelude = |ty: &Ty| match ty.behind() {
        Ty::Adt(adt, _) => program.adt(*adt).origin == Origin::Prelude && &*program.adt(*adt).name == "Complex",
        _ => false,
    };
    let used = typed.exprs.iter().any(is_prelude);
    used.then(|| Stays::Plain("Complex".to_owned(), "give and take its parts, `re` and `im`"))
}

/// Whether a name is that of such a type: `Complex64`, `DVec3`.
fn is_on_floats(name: &str) -> bool {
    let wide = name.strip_suffix("64").or_else(|| name.strip_suffix("32"));
    let wide =
        wide.is_some_and(|of| of.len() > 2 && of.starts_with(char::is_uppercase) && of.ends_with(char::is_lowercase));
    let of_glam = ["DVec", "DMat", "DQuat", "DAffine"].iter().any(|of| name.starts_with(of));
    wide || of_glam || ON_FLOATS.contains(&name)
}

/// What becomes an object of a trait of the crate, of a type that carries derivatives.
fn object(program: &Program, typed: &Typed) -> Option<Stays> {
    let becomes = |from: &Ty, to: &Ty| {
        let (from, to) = (from.behind(), to.behind());
        let Ty::Dyn(of, ..) = to else { return None };
        let of = program.trait_def(*of);
        let held = of.origin == Origin::Crate && matches!(from, Ty::Adt(..)) && has_number(program, from, DEEPEST);
        held.then(|| Stays::Object(of.name.to_string()))
    };
    let adjusted = (0..typed.exprs.len()).find_map(|e| {
        typed.adjusted.get(&e)?.iter().find_map(|to| match to {
            Adjust::Unsize(to) => becomes(&typed.exprs[e], to),
            _ => None,
        })
    });
    let boxed = || {
        typed.body.exprs.iter().enumerate().find_map(|(e, expr)| match &expr.kind {
            ExprKind::Call(_, args) if args.len() == 1 => becomes(&typed.ty(args[0]), &typed.exprs[e]),
            _ => None,
        })
    };
    adjusted.or_else(boxed)
}

/// A function that is generic over a trait of the crate, which plain numbers have.
fn bound(program: &Program, typed: &Typed) -> Option<Stays> {
    typed.callees.values().find_map(|callee| {
        let Callee::Fn(f, args) = callee else { return None };
        let def = program.func(*f);
        let own = |of: &Bound| match of {
            Bound::Trait(Ty::Param(k), of, ..) if matches!(args.get(*k), Some(Ty::Float(_))) => {
                let of = program.trait_def(*of);
                (of.origin == Origin::Crate).then(|| of.name.to_string())
            }
            _ => None,
        };
        let of = def.generics.bounds.iter().find_map(own).filter(|_| is_unmarked(program, *f))?;
        Some(Stays::Bound(def.name.to_string(), of))
    })
}

/// A function on plain numbers that is given others.
fn plain(program: &Program, own: FnId, typed: &Typed) -> Option<Stays> {
    let def = program.func(own);
    let mut constants = HashSet::new();
    for (pat, param) in typed.body.params.iter().zip(&def.params) {
        if let (PatKind::Bind { local, .. }, true) = (&typed.body.pats[*pat].kind, param.constant) {
            constants.insert(*local);
        }
    }
    // A structure of the crate that is made of them, and carries none.
    let still = |adt: AdtId, variant: usize, fields: &[(Option<&str>, ExprId)]| {
        let def = program.adt(adt);
        let plain = def.origin == Origin::Crate && !def.differentiable;
        let of = &def.variants[variant].fields;
        let is_filled = |(k, (name, _)): (usize, &(Option<&str>, ExprId))| {
            let field = of.iter().enumerate().find(|(at, field)| name.map_or(*at == k, |name| *field.name == *name));
            field.is_some_and(|(_, field)| has_number(program, &field.ty, DEEPEST))
        };
        (plain && fields.iter().enumerate().any(is_filled))
            .then(|| Stays::Plain(def.name.to_string(), "put #[derive(Differentiable)] on it"))
    };
    typed.body.exprs.iter().enumerate().find_map(|(e, expr)| {
        match &expr.kind {
            ExprKind::Struct(adt, variant, _, fields, _) => {
                let fields: Vec<_> = fields.iter().map(|(name, e)| (Some(&**name), *e)).collect();
                return still(*adt, *variant, &fields);
            }
            ExprKind::Call(of, args) if let ExprKind::Variant(adt, variant, _) = typed.body.exprs[*of].kind => {
                return still(adt, variant, &args.iter().map(|e| (None, *e)).collect::<Vec<_>>());
            }
            _ => {}
        }
        let (of, args) = match &expr.kind {
            ExprKind::Call(of, args) => (*of, args.clone()),
            ExprKind::Method(receiver, _, _, args) => (e, [vec![*receiver], args.clone()].concat()),
            // What compares asks the plain values.
            ExprKind::Binary(op, a, b) if !op.compares() => (e, vec![*a, *b]),
            ExprKind::AssignOp(_, a, b) | ExprKind::Index(a, b) => (e, vec![*a, *b]),
            ExprKind::Unary(_, a) => (e, vec![*a]),
            _ => return None,
        };
        let Callee::Fn(f, _) = typed.callees.get(&e).or_else(|| typed.callees.get(&of))? else { return None };
        let made_from = made_from(program, typed, e);
        let f = made_from.as_ref().unwrap_or(f);
        let callee = program.func(*f);
        let unmarked = *f != own && is_unmarked(program, *f) && !is_free(program, *f);
        let takes = callee.params.iter().zip(&args).any(|(param, arg)| {
            has_number(program, &param.ty, DEEPEST) && !param.constant && is_number(program, typed, *arg, &constants)
        });
        // Those that are generic over the number, or take functions, are there on any number.
        let open = |bound: &Bound| matches!(bound, Bound::Number(_) | Bound::Call(..));
        let remedy = match (callee.constant, callee.of_trait) {
            (true, _) => "take #[constant] off it",
            (_, Some(_)) => "put #[differentiable] on its `impl`",
            _ => "put #[differentiable] on it",
        };
        let stays = unmarked && takes && !callee.generics.bounds.iter().any(open);
        stays.then(|| Stays::Plain(callee.name.to_string(), remedy))
    })
}

/// The function of the crate that `into` and `sum` call, by the type that they give.
fn made_from(program: &Program, typed: &Typed, e: ExprId) -> Option<FnId> {
    let ExprKind::Method(from, name, ..) = &typed.body.exprs[e].kind else { return None };
    let (of, name, args) = match &**name {
        "into" => ("convert::From", "from", vec![typed.exprs[e].clone(), typed.ty(*from)]),
        name @ ("sum" | "product") => {
            let of = if name == "sum" { "iter::Sum" } else { "iter::Product" };
            (of, name, vec![typed.exprs[e].clone(), typed.exprs[e].clone()])
        }
        _ => return None,
    };
    let (f, _) = front::infer::method_of(program, &mut Closures::default(), of, name, args)?;
    (program.func(f).origin == Origin::Crate).then_some(f)
}

/// So many types in each other are looked into.
const DEEPEST: usize = 8;

/// Whether numbers are in a type.
fn has_number(program: &Program, ty: &Ty, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Ty::Float(_) => true,
        Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Boxed(_, of) | Ty::Ref(_, of) => {
            has_number(program, of, deepest)
        }
        Ty::Tuple(parts) => parts.iter().any(|of| has_number(program, of, deepest)),
        Ty::Adt(adt, parts) => {
            let def = program.adt(*adt);
            let fields = || def.variants.iter().flat_map(|v| &v.fields).filter(|field| !field.constant);
            parts.iter().any(|of| has_number(program, of, deepest))
                || def.differentiable && fields().any(|field| has_number(program, &field.ty, deepest))
        }
        _ => false,
    }
}

/// Whether an expression may be made of numbers with derivatives.
fn is_number(program: &Program, typed: &Typed, e: ExprId, constants: &HashSet<usize>) -> bool {
    let mut all = vec![e];
    while let Some(e) = all.pop() {
        match &typed.body.exprs[e].kind {
            ExprKind::Local(local)
                if !constants.contains(local) && has_number(program, &typed.locals[*local], DEEPEST) =>
            {
                return true;
            }
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
