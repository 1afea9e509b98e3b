//! Structures that calls change where they lie.
//!
//! Lowering takes a place as a value: `t = place; (y, new) = step(t, x); place = new`. That is right for any place, and
//! costs a copy on the way forward, a record and an adjoint of the whole for each call, whatever the callee changes: 40
//! steps of a reservoir that takes down its level in a list cost 67 times the function. Here the callee is given the
//! place, and takes its changes back when it is reversed. So the place holds on the way back what it held, and calls that
//! only read it are given it too.

use crate::ir::{Arg, Arr, Atom, Block, Call, Op, Out, Program, Spot, Step, Val, walk};
use std::collections::{HashMap, HashSet};

/// Gives calls the places that they change, and those that they read.
pub(crate) fn mark(p: &mut Program) {
    if is_marked(p) {
        return;
    }
    let counts = p.counts();
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    changes(&mut body, p, &counts);
    if p.arrays.iter().any(|a| a.lent) {
        reads(&mut body, p, &counts);
    }
    p.body = body;
}

/// Whether loops run again, or on threads: what they keep has no place for what is lent.
fn is_marked(p: &Program) -> bool {
    let mut marked = false;
    walk(&p.body, &mut |step, _| {
        marked |=
            matches!(step, Step::Loop(l) if l.checkpoint.is_some() || l.keep.is_some() || l.independent.is_some());
    });
    marked
}

/// Whether a step, or one inside it, changes what is held.
fn writes(step: &Step, arr: Arr) -> bool {
    let mut any = false;
    crate::ir::walk_step(step, &mut |s| any |= s.writes().contains(&arr));
    any
}

/// Whether a step, or one inside it, reads or changes what is held.
fn mentions(step: &Step, arr: Arr) -> bool {
    let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
    crate::fuse::reads_of(&Block { id: 0, steps: vec![step.clone()] }, &mut vals, &mut arrays);
    arrays.contains(&arr) || writes(step, arr)
}

/// Runs over a block and those inside it.
fn blocks(block: &mut Block, f: &mut dyn FnMut(&mut Vec<Step>)) {
    f(&mut block.steps);
    for step in &mut block.steps {
        match step {
            Step::If { then, other, .. } => {
                blocks(then, f);
                blocks(other, f);
            }
            Step::Loop(l) => blocks(&mut l.body, f),
            _ => {}
        }
    }
}

fn changes(body: &mut Block, p: &mut Program, counts: &HashMap<Val, usize>) {
    blocks(body, &mut |steps| {
        let mut at = 0;
        while at < steps.len() {
            if let Some((look, put, spot)) = changed_by(steps, at, p, counts) {
                let arr = spot.arr;
                if let Step::Call(c) = &mut steps[at] {
                    give(c, spot);
                }
                steps.remove(put);
                steps.remove(look);
                p.arrays[arr].lent = true;
                at -= 1;
            }
            at += 1;
        }
    });
}

/// The step that reads the place which a call changes, the step that puts it back, and the place.
fn changed_by(steps: &[Step], at: usize, p: &Program, counts: &HashMap<Val, usize>) -> Option<(usize, usize, Spot)> {
    let once = |v: &Val| counts.get(v) == Some(&1);
    let Step::Call(c) = &steps[at] else { return None };
    let argument = c.in_place.and_then(|k| c.args.get(k)).filter(|_| c.lifted && c.active)?;
    let Arg::Scalar(Atom::Val(t)) = argument else { return None };
    let (_, new) = apart(&c.out).filter(|(_, new)| once(new) && once(t))?;
    let look = steps[..at].iter().rposition(|s| matches!(s, Step::Let(v, _) if v == t))?;
    let Step::Let(_, Op::Look(arr, path)) = &steps[look] else { return None };
    let held = &p.arrays[*arr];
    if !(held.lendable && held.active && held.lifted) || steps[look..at].iter().any(|s| writes(s, *arr)) {
        return None;
    }
    let behind = at + 1 + steps[at + 1..].iter().position(|s| mentions(s, *arr))?;
    let Step::Put(put) = &steps[behind] else { return None };
    let same = put.arr == *arr && put.path.same(path);
    let back = same && !put.push && put.value.val() == Some(new);
    let spot = Spot { arr: *arr, path: path.clone(), changes: true };
    back.then_some((look, behind, spot))
}

/// What a call gives but the structure that it changes, and that.
fn apart(out: &Out) -> Option<(Out, Val)> {
    match out {
        Out::Scalar(v) => Some((Out::Unit, *v)),
        Out::Tuple(parts) => match parts.as_slice() {
            [given, Out::Scalar(v)] => Some((given.clone(), *v)),
            _ => None,
        },
        _ => None,
    }
}

fn give(c: &mut Call, spot: Spot) {
    if let (Some((out, _)), Some(k)) = (apart(&c.out), c.in_place) {
        c.out = out;
        c.args[k] = Arg::Place(Box::new(spot));
        c.changed.clear();
    }
}

/// Structures that calls only read, while nothing changes them.
fn reads(body: &mut Block, p: &Program, counts: &HashMap<Val, usize>) {
    blocks(body, &mut |steps| {
        let mut at = 0;
        while at < steps.len() {
            match read_by(steps, at, p, counts) {
                Some((v, spot)) => {
                    steps.remove(at);
                    for step in &mut steps[at..] {
                        let Step::Call(c) = step else { continue };
                        for arg in c.args.iter_mut().filter(|arg| is_value(arg, v)) {
                            *arg = Arg::Place(Box::new(spot.clone()));
                        }
                    }
                }
                None => at += 1,
            }
        }
    });
}

fn is_value(arg: &Arg, v: Val) -> bool {
    matches!(arg, Arg::Scalar(Atom::Val(u)) if *u == v)
}

fn read_by(steps: &[Step], at: usize, p: &Program, counts: &HashMap<Val, usize>) -> Option<(Val, Spot)> {
    let Step::Let(v, Op::Look(arr, path)) = &steps[at] else { return None };
    let value = &p.values[*v];
    if !p.arrays[*arr].lent || !p.is_rich(*v) || value.option || value.keep.is_some() {
        return None;
    }
    let (mut found, mut last) = (0, at);
    for (k, step) in steps.iter().enumerate().skip(at + 1) {
        if let Step::Call(c) = step
            && c.active
            && c.lifted
        {
            let own = c.args.iter().filter(|arg| is_value(arg, *v)).count();
            found += own;
            last = if own > 0 { k } else { last };
        }
    }
    let all = counts.get(v) == Some(&found) && found > 0;
    let still = !steps[at..=last].iter().any(|s| writes(s, *arr));
    let spot = Spot { arr: *arr, path: path.clone(), changes: false };
    (all && still).then_some((*v, spot))
}
