//! Calls that turn out to be constant become constant code, which can be run again where its value is needed.

use crate::ir::{Arg, Atom, Block, Call, Head, IntTy, Op, Out, Program, Step, Ty, Val, Verbatim, walk, walk_back};
use crate::syntax::literal_ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::HashSet;

/// Turns every call of constant numbers that gives one constant into code that is carried over as it stands.
pub(crate) fn settle(p: &mut Program, scalar: &Ident) {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    block(p, &mut body, scalar);
    p.body = body;
    floats(p);
    indices(p);
    literals(p);
}

/// A variable that begins as a literal without a type has the type of what it takes later.
fn literals(p: &mut Program) {
    loop {
        let mut found: Vec<(Val, Ty)> = vec![];
        let mut one = |group: &[&Atom]| {
            let vals = || group.iter().filter_map(|a| a.val()).filter(|v| !p.values[*v].lifted);
            let named =
                |v: &Val| matches!(&p.values[*v].ty, Ty::Int(int) if !matches!(int, IntTy::Open | IntTy::Usize));
            if let Some(of) = vals().find(named) {
                let bare = vals().filter(|v| p.values[*v].ty == Ty::usize());
                found.extend(bare.map(|v| (v, p.values[of].ty)));
            }
        };
        walk(&p.body, &mut |step, _| match step {
            Step::If { joins, .. } => joins.iter().for_each(|j| one(&[&Atom::Val(j.out), &j.then, &j.other])),
            Step::Loop(l) => {
                l.carried.iter().for_each(|c| one(&[&Atom::Val(c.param), &c.init, &c.next, &Atom::Val(c.after)]));
            }
            _ => {}
        });
        if found.is_empty() {
            return;
        }
        for (v, ty) in found {
            p.values[v].ty = ty;
        }
    }
}

/// A constant of unknown type by which an array is indexed is a `usize`, and so is what it is computed from.
fn indices(p: &mut Program) {
    let mut found: HashSet<Val> = HashSet::new();
    walk_back(&p.body, &mut |step| match step {
        Step::Let(_, Op::Read(_, i)) | Step::Store(_, i, ..) => found.extend(i.val()),
        Step::Let(_, op @ (Op::Offset(..) | Op::Guarded(..))) => found.extend(op.vals()),
        Step::Let(v, Op::Int(int)) if found.contains(v) => {
            let mut alike = vec![];
            int.alike(&mut alike);
            found.extend(alike);
        }
        Step::If { joins, .. } => {
            for join in joins.iter().filter(|j| found.contains(&j.out)).collect::<Vec<_>>() {
                found.extend([&join.then, &join.other].into_iter().filter_map(Atom::val));
            }
        }
        _ => {}
    });
    for v in found {
        if matches!(p.values[v].ty, Ty::Unknown | Ty::Maybe) && !p.values[v].lifted {
            p.values[v].ty = Ty::usize();
        }
    }
}

/// A constant of unknown type that meets a number in an operation is a float.
fn floats(p: &mut Program) {
    let mut found = vec![];
    // What operators make of constant structures may be structures.
    let mut rich: HashSet<Val> = HashSet::new();
    let is_rich = |a: &Atom, rich: &HashSet<Val>| {
        a.val().is_some_and(|v| !p.values[v].lifted && (p.values[v].ty == Ty::Record || rich.contains(&v)))
    };
    walk(&p.body, &mut |step, _| {
        let made = match step {
            Step::Let(v, Op::Neg(a)) if is_rich(a, &rich) => Some(*v),
            Step::Let(v, Op::Bin(_, a, b)) if is_rich(a, &rich) || is_rich(b, &rich) => Some(*v),
            _ => None,
        };
        rich.extend(made);
        if let Step::Let(_, op @ (Op::Bin(..) | Op::Fun(..) | Op::Compare(..))) = step {
            let atoms: Vec<&Atom> = match op {
                Op::Bin(_, a, b) | Op::Compare(_, a, b) => vec![a, b],
                Op::Fun(_, args, _) => args.iter().collect(),
                _ => vec![],
            };
            if atoms.iter().any(|a| p.lifted(a)) {
                found.extend(atoms.into_iter().filter_map(Atom::val).filter(|&v| !p.values[v].lifted));
            }
        }
    });
    for v in found.into_iter().filter(|v| !rich.contains(v)) {
        if matches!(p.values[v].ty, Ty::Maybe | Ty::Unknown) {
            p.values[v].ty = Ty::Float;
        }
    }
}

fn block(p: &Program, b: &mut Block, scalar: &Ident) {
    for step in &mut b.steps {
        match step {
            Step::If { then, other, .. } => {
                block(p, then, scalar);
                block(p, other, scalar);
            }
            Step::Loop(l) => {
                if let Head::While { block: head, .. } = &mut l.head {
                    block(p, head, scalar);
                }
                block(p, &mut l.body, scalar);
            }
            Step::Call(c) if !c.lifted && c.changed.is_empty() => {
                if let (Out::Scalar(v), Some((args, vals))) = (&c.out, arguments(p, c, scalar)) {
                    let path = &c.path;
                    let tokens = match &c.method {
                        Some(method) => {
                            let (receiver, args) = (&args[0], &args[1..]);
                            quote!(#receiver.#method(#(#args),*))
                        }
                        None => quote!(#path(#(#args),*)),
                    };
                    *step = Step::Let(*v, Op::Verbatim(Verbatim::of(tokens, vals)));
                }
            }
            _ => {}
        }
    }
}

/// The arguments as code and the values in them, if all are plain constants.
fn arguments(p: &Program, c: &Call, scalar: &Ident) -> Option<(Vec<TokenStream>, Vec<Val>)> {
    let (mut code, mut vals) = (vec![], vec![]);
    for (k, arg) in c.args.iter().enumerate() {
        let Arg::Scalar(a) = arg else { return None };
        let tokens = match (p.tokens(a), c.lends(k)) {
            (tokens, true) => quote!(&#tokens),
            (tokens, false) => tokens,
        };
        match a {
            Atom::Val(v) if p.values[*v].lifted => return None,
            Atom::Val(v) => vals.push(*v),
            Atom::Lit(t) if literal_ty(t) == Ty::Float => {
                code.push(quote!((#tokens as #scalar)));
                continue;
            }
            Atom::Lit(_) => {}
        }
        code.push(tokens);
    }
    Some((code, vals))
}
