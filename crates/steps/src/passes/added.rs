//! Elements that are read, added to and stored again are added to where they lie.
//!
//! So are the fields of a structure whose `+=` is `*self = *self + other`. On its way back a store clears the element's
//! adjoint, and the read adds to it again, for the next iteration to wait for; an addition in place only looks at it.

use crate::ir::{Arr, Atom, Block, Mode, Op, Program, Step, Ty, Val, Value, walk_step};
use std::collections::HashMap;

pub(super) fn mark(p: &mut Program) {
    let counts = p.counts();
    // What ends a derivative, or is marked by the user, stays a value of its own.
    let plain = |v: &Value| v.ty == Ty::Float && !v.still && v.keep.is_none() && v.ends_in.is_none();
    let plain: Vec<bool> = p.values.iter().map(plain).collect();
    let once = |v: Val| plain[v] && counts.get(&v) == Some(&1);
    block(&mut p.body, &once);
}

fn block(b: &mut Block, once: &dyn Fn(Val) -> bool) {
    // Of each value that is used once: where it is defined.
    let mut defined = HashMap::<Val, usize>::new();
    let mut gone = vec![];
    for k in 0..b.steps.len() {
        match &mut b.steps[k] {
            Step::If { then, other, .. } => {
                block(then, once);
                block(other, once);
            }
            Step::Loop(l) => block(&mut l.body, once),
            _ => {}
        }
        match &b.steps[k] {
            Step::Let(v, Op::Read(..) | Op::Bin('+' | '-', ..)) if once(*v) => drop(defined.insert(*v, k)),
            Step::Store(a, i, Mode::Set, Atom::Val(sum)) => {
                if let Some(Found { read, sum, mode, term }) = found(b, &defined, *a, i, *sum)
                    && !b.steps[read + 1..k].iter().any(|step| writes(step, *a))
                {
                    let step = Step::Store(*a, i.clone(), mode, term);
                    b.steps[k] = step;
                    gone.extend([read, sum]);
                }
            }
            _ => {}
        }
    }
    let mut k = 0;
    b.steps.retain(|_| {
        k += 1;
        !gone.contains(&(k - 1))
    });
}

/// An element that is added to: where it is read and where the sum is, and what is added.
struct Found {
    read: usize,
    sum: usize,
    mode: Mode,
    term: Atom,
}

/// The sum that is stored in an element, if the element itself is in it.
fn found(b: &Block, defined: &HashMap<Val, usize>, a: Arr, i: &Atom, sum: Val) -> Option<Found> {
    let sum = *defined.get(&sum)?;
    let Step::Let(_, Op::Bin(sign, x, y)) = &b.steps[sum] else { return None };
    let element = |x: &Atom| {
        let read = *defined.get(&x.val()?)?;
        matches!(&b.steps[read], Step::Let(_, Op::Read(from, at)) if *from == a && at.same(i)).then_some(read)
    };
    let (mode, read, term) = match (sign, element(x), element(y)) {
        ('+', Some(read), _) => (Mode::Add, read, y),
        ('-', Some(read), _) => (Mode::Sub, read, y),
        ('+', None, Some(read)) => (Mode::Add, read, x),
        _ => return None,
    };
    Some(Found { read, sum, mode, term: term.clone() })
}

fn writes(step: &Step, a: Arr) -> bool {
    let mut any = false;
    walk_step(step, &mut |s| any |= s.writes().contains(&a) || matches!(s, Step::Grow(b, _) if *b == a));
    any
}
