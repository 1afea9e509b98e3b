//! Calls that turn out to be constant become constant code, which can be run again where its value is needed.

use crate::ir::{Arg, Atom, Block, Call, Head, Op, Out, Program, Step, Ty, Val, Verbatim};
use crate::syntax::literal_ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Turns every call of constant numbers that gives one constant into code that is carried over as it stands.
pub(super) fn settle(p: &mut Program, scalar: &Ident) {
    let counts = p.counts();
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    let mut settled = vec![];
    block(p, &mut body, scalar, &mut settled);
    p.body = body;
    // What nobody looks at shows its type in no use.
    for v in settled.into_iter().filter(|v| !counts.contains_key(v)) {
        p.values[v].ty = Ty::Unknown;
    }
}

fn block(p: &Program, b: &mut Block, scalar: &Ident, settled: &mut Vec<Val>) {
    for step in &mut b.steps {
        match step {
            Step::If { then, other, .. } => {
                block(p, then, scalar, settled);
                block(p, other, scalar, settled);
            }
            Step::Loop(l) => {
                if let Head::While { block: head, .. } = &mut l.head {
                    block(p, head, scalar, settled);
                }
                block(p, &mut l.body, scalar, settled);
            }
            Step::Call(c) if !c.lifted && c.changed.is_empty() => {
                if let (Out::Scalar(v), Some((args, vals))) = (&c.out, arguments(p, c, scalar)) {
                    let path = c.plain_path();
                    let tokens = match &c.method {
                        Some(method) => {
                            let (receiver, args) = (&args[0], &args[1..]);
                            quote!(#receiver.#method(#(#args),*))
                        }
                        None => quote!(#path(#(#args),*)),
                    };
                    settled.push(*v);
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
