//! Calls that turn out to be constant become constant code, which can be run again where its value is needed.

use crate::ir::{Arg, Atom, Block, Head, Op, Out, Program, Step, Ty, Val, Verbatim, walk};
use crate::lower::literal_ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Turns every call of constant numbers that gives one constant into code that is carried over as it stands.
pub(crate) fn settle(p: &mut Program, scalar: &Ident) {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    block(p, &mut body, scalar);
    p.body = body;
    floats(p);
}

/// A constant of unknown type that meets a number in an operation is a float.
fn floats(p: &mut Program) {
    let mut found = vec![];
    walk(&p.body, &mut |step, _| {
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
    for v in found {
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
            Step::Call(c) if !c.lifted => {
                if let (Out::Scalar(v), Some((args, vals))) = (&c.out, arguments(p, &c.args, scalar)) {
                    let path = &c.path;
                    let tokens = match &c.method {
                        Some(method) => {
                            let (receiver, args) = (&args[0], &args[1..]);
                            quote!(#receiver.#method(#(#args),*))
                        }
                        None => quote!(#path(#(#args),*)),
                    };
                    *step = Step::Let(*v, Op::Verbatim(Verbatim { tokens, vals, reads: vec![], lens: vec![] }));
                }
            }
            _ => {}
        }
    }
}

/// The arguments as code and the values in them, if all are plain constants.
fn arguments(p: &Program, args: &[Arg], scalar: &Ident) -> Option<(Vec<TokenStream>, Vec<Val>)> {
    let (mut code, mut vals) = (vec![], vec![]);
    for arg in args {
        let Arg::Scalar(a) = arg else { return None };
        let tokens = p.tokens(a);
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
