//! Lists that a call of constants gives, and that come to hold others: the call gives a list of constants, of which the list
//! is a copy.

use crate::ir::{Arr, Array, Block, Head, Init, Out, Program, Step, View};
use quote::format_ident;

/// Puts the copies behind the calls.
pub(super) fn copy(p: &mut Program) {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    block(p, &mut body);
    p.body = body;
}

fn block(p: &mut Program, b: &mut Block) {
    let mut k = 0;
    while k < b.steps.len() {
        let mut copies = vec![];
        match &mut b.steps[k] {
            Step::If { then, other, .. } => {
                block(p, then);
                block(p, other);
            }
            Step::Loop(l) => {
                if let Head::While { block: head, .. } = &mut l.head {
                    block(p, head);
                }
                block(p, &mut l.body);
            }
            Step::Call(c) if !c.active => given(p, &mut c.out, c.lifted, &mut copies),
            _ => {}
        }
        k += 1;
        for (list, of) in copies {
            b.steps.insert(k, Step::Alloc(list, Init::Copy(View { arr: of, part: None })));
            k += 1;
        }
    }
}

/// The lists among what a call gives that are to be copies, each with the one that the call gives instead.
fn given(p: &mut Program, out: &mut Out, lifted: bool, copies: &mut Vec<(Arr, Arr)>) {
    match out {
        Out::Array(a) if p.arrays[*a].active || p.arrays[*a].lifted && !lifted => {
            let list = &p.arrays[*a];
            let (name, storage) = (format_ident!("{}_given", list.name), list.storage.clone());
            let of = Array { lifted, len: list.len.clone(), ..Array::new(name, storage, list.float, list.frame) };
            let of_calls = p.arrays.len();
            p.arrays.push(of);
            copies.push((std::mem::replace(a, of_calls), of_calls));
        }
        Out::Tuple(parts) => parts.iter_mut().for_each(|part| given(p, part, lifted, copies)),
        _ => {}
    }
}
