//! Tells numbers from structures: what a call gives and what a field holds shows by its use.
//!
//! What stays open is treated as a structure, which is right for numbers too: the compiler finds the implementation.

use crate::ir::{Arr, Atom, Head, Init, Op, Pack, Program, Ret, Step, Ty, Val, walk, walk_back};
use crate::signature::Shape;
use std::collections::{HashMap, HashSet};

/// Finds the fields that are no numbers: what is used as an index, a count, a flag, or meets an integer.
pub(crate) fn integers(p: &mut Program, ret: &Shape) {
    if !has_records(p) {
        return;
    }
    // What is read from a list that is a field is as open as the field.
    let (mut lists, mut read): (HashSet<Arr>, HashMap<Val, Arr>) = (HashSet::new(), HashMap::new());
    walk(&p.body, &mut |step, _| {
        if let Step::Alias(a, ..) = step {
            lists.insert(*a);
        }
    });
    walk(&p.body, &mut |step, _| {
        if let Step::Let(v, Op::Read(a, _) | Op::Guarded(a, ..)) = step
            && lists.contains(a)
        {
            read.insert(*v, *a);
        }
    });
    // What code of constants gives may be anything, a list as well as a count.
    let mut constants = HashSet::new();
    walk(&p.body, &mut |step, _| {
        if let Step::Let(v, Op::Verbatim(_) | Op::Int(_)) = step {
            constants.insert(*v);
        }
    });
    let mut found: HashSet<Val> = HashSet::new();
    counted(&p.ret, ret, &mut found);
    both_ways(p, &mut found, |step, found, more| {
        counts(p, step, found, more);
        if let Step::Let(_, Op::Verbatim(_) | Op::Int(_)) = step {
            more.retain(|v| !constants.contains(v));
        }
        more.retain(|v| matches!(p.values[*v].ty, Ty::Maybe | Ty::Unknown) || read.contains_key(v));
        let whole: HashSet<Arr> = more.iter().filter_map(|v| read.get(v).copied()).collect();
        if !whole.is_empty() {
            more.extend(read.iter().filter(|(_, a)| whole.contains(a)).map(|(v, _)| *v));
        }
    });
    let mut indices = HashSet::new();
    both_ways(p, &mut indices, indexes);
    for v in found {
        if let Some(&a) = read.get(&v) {
            p.arrays[a].float = false;
        }
        if matches!(p.values[v].ty, Ty::Int(_) | Ty::Bool) {
            continue;
        }
        p.values[v].ty = if indices.contains(&v) { Ty::usize() } else { Ty::some_int() };
    }
}

/// What an array is indexed by, and what that is computed from without a cast.
fn indexes(step: &Step, indices: &HashSet<Val>, more: &mut Vec<Val>) {
    match step {
        Step::Let(_, Op::Read(_, i) | Op::Guarded(_, i, ..)) | Step::Store(_, i, ..) => more.extend(i.val()),
        Step::Let(v, Op::Verbatim(code)) if indices.contains(v) && !code.casts() => more.extend(&code.vals),
        Step::Let(v, Op::Int(int)) if indices.contains(v) && !int.casts() => more.extend(int.vals()),
        _ => {}
    }
}

/// Adds to a set what each step says, until no step says more; forward and back, since one value tells of another in
/// both directions.
fn both_ways(p: &Program, set: &mut HashSet<Val>, says: impl Fn(&Step, &HashSet<Val>, &mut Vec<Val>)) {
    let mut more = vec![];
    loop {
        let before = set.len();
        let mut visit = |step: &Step| {
            says(step, set, &mut more);
            set.extend(more.drain(..));
        };
        walk(&p.body, &mut |step, _| visit(step));
        walk_back(&p.body, &mut visit);
        if set.len() == before {
            return;
        }
    }
}

fn counts(p: &Program, step: &Step, found: &HashSet<Val>, more: &mut Vec<Val>) {
    let whole = |a: &Atom| match a {
        Atom::Val(v) => matches!(p.values[*v].ty, Ty::Int(_) | Ty::Bool) || found.contains(v),
        Atom::Lit(t) => matches!(crate::syntax::literal_ty(t), Ty::Int(_) | Ty::Bool),
    };
    let mut all = |list: &[&Atom]| more.extend(list.iter().filter_map(|a| a.val()));
    let part = |v: &crate::ir::View| v.vals();
    match step {
        Step::Let(v, op) => match op {
            Op::Verbatim(code) => more.extend(&code.vals),
            Op::Int(int) => more.extend(int.vals()),
            Op::Read(_, i) => all(&[i]),
            Op::Field(_, path) | Op::Look(_, path) => all(&path.atoms()),
            Op::Repeat(_, n, _) => all(&[n]),
            Op::Pack(pack) if matches!(**pack, Pack::Rows(..)) => pack.atoms().iter().for_each(|a| all(&[a])),
            Op::Guarded(_, i, lo, hi) | Op::Offset(i, lo, hi) => all(&[i, lo, hi]),
            Op::Fun(_, _, Some(n)) => all(&[n]),
            Op::GuardedOffset(index, range) => index.iter().chain(range).for_each(|a| all(&[a])),
            Op::Not(a) => all(&[a]),
            Op::Cast(ty, a) if matches!(ty.to_string().as_str(), "f64" | "f32") => all(&[a]),
            Op::Bin(_, a, b) | Op::Compare(_, a, b) if whole(a) || whole(b) => {
                all(&[a, b]);
                more.push(*v);
            }
            Op::Bin(_, a, b) if found.contains(v) => all(&[a, b]),
            Op::Neg(a) if found.contains(v) => all(&[a]),
            _ => {}
        },
        Step::Alloc(_, Init::Fill(_, n)) => all(&[n]),
        Step::Alloc(_, Init::Copy(v)) => more.extend(part(v)),
        Step::CopyFrom(v, w) => more.extend(part(v).into_iter().chain(part(w))),
        Step::Store(_, i, ..) => all(&[i]),
        Step::Swap(_, i, j) | Step::Bounds(i, j) => all(&[i, j]),
        Step::Put(put) => all(&put.path.atoms()),
        Step::Assert(_, a, _) => all(&[a]),
        Step::If { cond, joins, .. } => {
            all(&[cond]);
            for j in joins {
                if found.contains(&j.out) || whole(&j.then) || whole(&j.other) {
                    all(&[&j.then, &j.other, &Atom::Val(j.out)]);
                }
            }
        }
        Step::Loop(l) => {
            match &l.head {
                Head::Range { lo, hi, .. } => all(&[lo, hi]),
                Head::While { block, cond } => {
                    all(&[cond]);
                    walk(block, &mut |step, _| counts(p, step, found, more));
                }
            }
            l.exit.iter().for_each(|a| more.extend(a.val()));
        }
        _ => {}
    }
}

/// Settles the values of open kind.
pub(crate) fn tell(p: &mut Program, ret: &Shape) {
    let mut floats = HashSet::new();
    returned(&p.ret, ret, &mut floats);
    let plain = !has_records(p);
    for v in p.values.iter_mut().filter(|v| v.lifted && matches!(v.ty, Ty::Unknown | Ty::Maybe)) {
        v.ty = if plain { Ty::Float } else { Ty::Maybe };
    }
    if plain {
        return;
    }
    both_ways(p, &mut floats, |step, floats, found| learn(p, step, floats, found));
    for v in floats {
        if p.values[v].lifted && p.values[v].ty == Ty::Maybe {
            p.values[v].ty = Ty::Float;
        }
    }
    for v in 0..p.values.len() {
        if p.is_rich(v) {
            p.values[v].straight = false;
        }
    }
}

/// Whether anything in the program is a structure for certain.
fn has_records(p: &Program) -> bool {
    let mut any = p.values.iter().any(|v| v.ty == Ty::Record);
    walk(&p.body, &mut |step, _| {
        any |= match step {
            Step::Let(_, Op::Field(..) | Op::Make(_) | Op::Pack(_) | Op::Look(..) | Op::List(..) | Op::Repeat(..))
            | Step::Alias(..)
            | Step::Hold(..) => true,
            Step::Call(c) => c.method.is_some(),
            _ => false,
        }
    });
    any
}

/// What is returned as an integer or a flag.
fn counted(ret: &Ret, shape: &Shape, found: &mut HashSet<Val>) {
    match (ret, shape) {
        (Ret::Scalar(a), Shape::Count(_)) => found.extend(a.val()),
        (Ret::Tuple(parts), Shape::Tuple(shapes)) => {
            parts.iter().zip(shapes).for_each(|(r, s)| counted(r, s, found));
        }
        _ => {}
    }
}

fn returned(ret: &Ret, shape: &Shape, floats: &mut HashSet<Val>) {
    match (ret, shape) {
        (Ret::Scalar(a), Shape::Scalar) => floats.extend(a.val()),
        (Ret::Tuple(parts), Shape::Tuple(shapes)) => {
            parts.iter().zip(shapes).for_each(|(r, s)| returned(r, s, floats));
        }
        _ => {}
    }
}

/// What one step says.
fn learn(p: &Program, step: &Step, floats: &HashSet<Val>, found: &mut Vec<Val>) {
    let is = |a: &Atom| match a {
        Atom::Val(v) => p.values[*v].ty == Ty::Float || floats.contains(v),
        Atom::Lit(_) => true,
    };
    // Values that have to be of one kind.
    let same = |list: &[&Atom], found: &mut Vec<Val>| {
        if list.iter().any(|a| is(a) && a.val().is_some()) {
            found.extend(list.iter().filter_map(|a| a.val()));
        }
    };
    match step {
        Step::Let(v, op) => {
            let out = Atom::Val(*v);
            match op {
                Op::Stop(a) => same(&[a, &out], found),
                Op::Neg(a) => same(&[a, &out], found),
                Op::Bin('*' | '/', a, b) => {
                    if is(a) && is(b) {
                        found.push(*v);
                    }
                    if is(&out) {
                        for (a, b) in [(a, b), (b, a)] {
                            if is(a) {
                                found.extend(b.val());
                            }
                        }
                    }
                }
                Op::Bin(_, a, b) if is(a) || is(b) || is(&out) => {
                    found.extend([a, b, &out].into_iter().filter_map(Atom::val));
                }
                Op::Fun(_, args, _) => found.extend(args.iter().chain([&out]).filter_map(Atom::val)),
                Op::Compare(_, a, b) => {
                    let record = |a: &Atom| a.val().is_some_and(|v| p.values[v].ty == Ty::Record);
                    if !record(a) && !record(b) {
                        found.extend([a, b].into_iter().filter_map(Atom::val));
                    }
                }
                Op::Ask(_, a) | Op::Cast(_, a) => found.extend(a.val()),
                _ => {}
            }
        }
        Step::Alloc(_, Init::Fill(x, _)) | Step::Store(_, _, _, x) => found.extend(x.val()),
        Step::Alloc(_, Init::Elements(xs)) => found.extend(xs.iter().filter_map(Atom::val)),
        Step::If { joins, .. } => {
            for j in joins {
                let literal = [&j.then, &j.other].into_iter().any(|a| a.val().is_none());
                if literal {
                    found.extend([&j.then, &j.other].into_iter().filter_map(|a| a.val()).chain([j.out]));
                }
                same(&[&j.then, &j.other, &Atom::Val(j.out)], found);
            }
        }
        Step::Loop(l) => {
            for c in &l.carried {
                if c.init.val().is_none() {
                    found.extend(c.next.val().into_iter().chain([c.param, c.after]));
                }
                same(&[&c.init, &c.next, &Atom::Val(c.param), &Atom::Val(c.after)], found);
            }
            if let Head::While { block, .. } = &l.head {
                walk(block, &mut |step, _| learn(p, step, floats, found));
            }
        }
        _ => {}
    }
}
