//! What arguments, results, views and what is printed are made of, and what steps use.

use super::{Arg, Arr, Atom, Block, Head, Init, Lie, Out, Program, Ret, Said, Step, Val, View, walk, walk_step};
use std::collections::{HashMap, HashSet};

impl Arg {
    /// Visits this argument and what it is made of.
    pub fn each<'a>(&'a self, f: &mut dyn FnMut(&'a Arg)) {
        f(self);
        if let Arg::Tuple(args) = self {
            args.iter().for_each(|a| a.each(f));
        }
    }
    /// The values and arrays read.
    pub fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
        let (mut vals, mut arrays) = (vec![], vec![]);
        self.each(&mut |arg| match arg {
            Arg::Scalar(a) => vals.extend(a.val()),
            Arg::View(v, _) => {
                arrays.push(v.arr);
                vals.extend(v.vals());
            }
            Arg::Owned(a) => arrays.push(*a),
            Arg::Tuple(_) => {}
        });
        (vals, arrays)
    }
}

impl Said {
    /// The values and arrays read.
    pub fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
        match self {
            Said::Atom(a) => (a.val().into_iter().collect(), vec![]),
            Said::View(v) => (v.vals(), vec![v.arr]),
            Said::Tuple(parts) => {
                let (vals, arrays): (Vec<_>, Vec<_>) = parts.iter().map(Said::uses).unzip();
                (vals.concat(), arrays.concat())
            }
            Said::Code(_, vals) => (vals.clone(), vec![]),
        }
    }
}

impl View {
    /// The values that say which part it is.
    pub fn vals(&self) -> Vec<Val> {
        self.part.iter().flat_map(|(off, len)| [off.val(), len.val()]).flatten().collect()
    }
}

impl Out {
    pub fn each(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
        match self {
            Out::Unit => {}
            Out::Scalar(v) | Out::Count(v) => scalar(*v),
            Out::Array(a) => array(*a),
            Out::Rows(count, tables) => {
                scalar(*count);
                tables.iter().for_each(|t| {
                    if let Lie::Table(t) = t {
                        array(*t);
                    }
                });
            }
            Out::Tuple(outs) => outs.iter().for_each(|o| o.each(scalar, array)),
        }
    }
    /// Whether arrays of arrays, or what may not be there, are in it.
    pub fn has_rows(&self) -> bool {
        match self {
            Out::Rows(..) => true,
            Out::Tuple(outs) => outs.iter().any(Out::has_rows),
            _ => false,
        }
    }
    /// As [`each`](Out::each), without integers and what says where rows lie.
    pub fn numbers(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
        match self {
            Out::Rows(..) | Out::Count(_) => {}
            Out::Tuple(outs) => outs.iter().for_each(|o| o.numbers(scalar, array)),
            other => other.each(scalar, array),
        }
    }
}

impl Step {
    /// Says each value that the step itself uses, the question of a `while` among it, without the other blocks in it.
    pub fn mentions(&self, say: &mut dyn FnMut(Val)) {
        match self {
            Step::Let(_, op) => op.vals().into_iter().for_each(say),
            Step::If { cond, joins, .. } => {
                let handed = joins.iter().flat_map(|j| [&j.then, &j.other]);
                [cond].into_iter().chain(handed).filter_map(Atom::val).for_each(say);
            }
            Step::Loop(l) => {
                let head = match &l.head {
                    Head::Range { lo, hi, .. } => vec![lo, hi],
                    Head::While { block, cond } => {
                        walk(block, &mut |step, _| step.mentions(say));
                        vec![cond]
                    }
                };
                let carried = l.carried.iter().flat_map(|c| [&c.init, &c.next]);
                head.into_iter().chain(carried).chain(&l.exit).filter_map(Atom::val).for_each(say);
            }
            other => uses(other).iter().filter_map(Atom::val).for_each(say),
        }
    }
}

impl Program {
    /// How often each value is used.
    pub fn counts(&self) -> HashMap<Val, usize> {
        let mut counts = HashMap::new();
        let mut say = |v| *counts.entry(v).or_default() += 1;
        walk(&self.body, &mut |step, _| step.mentions(&mut say));
        for leaf in self.ret.leaves() {
            if let Ret::Scalar(a) | Ret::Rows(a, _) = leaf {
                a.val().into_iter().for_each(&mut say);
            }
        }
        counts
    }
}

/// The atoms of a step without blocks.
pub fn uses(step: &Step) -> Vec<Atom> {
    let part = |v: &View| v.part.iter().flat_map(|(a, b)| [a.clone(), b.clone()]).collect::<Vec<_>>();
    match step {
        Step::Alloc(_, Init::Fill(a, n)) => vec![a.clone(), n.clone()],
        Step::Alloc(_, Init::Elements(e)) => e.clone(),
        Step::Alloc(_, Init::Copy(v)) => part(v),
        Step::Store(_, i, _, a) => vec![i.clone(), a.clone()],
        Step::CopyFrom(v, w) => [part(v), part(w)].concat(),
        Step::Swap(_, i, j) | Step::Bounds(i, j) => vec![i.clone(), j.clone()],
        Step::Assert(_, a, _) | Step::Grow(_, a) | Step::Cut(_, a) => vec![a.clone()],
        Step::Say(_, _, said) => said.iter().flat_map(|(_, what)| what.uses().0).map(Atom::Val).collect(),
        Step::Alias(_, v, _) => vec![Atom::Val(*v)],
        Step::Hold(_, a) => vec![a.clone()],
        Step::Put(put) => vec![put.index.clone(), put.value.clone()],
        Step::Call(c) => c.args.iter().flat_map(|a| a.uses().0).map(Atom::Val).collect(),
        _ => vec![],
    }
}

/// Everything that a block reads; arrays of which only the length is asked too.
pub fn reads_of(block: &Block, vals: &mut HashSet<Val>, arrays: &mut HashSet<Arr>) {
    block.steps.iter().for_each(|s| reads(s, vals, arrays));
    walk(block, &mut |s, _| {
        if let Step::Let(_, op) = s {
            arrays.extend(op.lens());
        }
    });
}

/// Everything that a step reads, inside too.
pub fn reads(step: &Step, vals: &mut HashSet<Val>, arrays: &mut HashSet<Arr>) {
    walk_step(step, &mut |s| {
        let mut atom = |a: &Atom| vals.extend(a.val());
        match s {
            Step::Let(_, op) => {
                vals.extend(op.vals());
                arrays.extend(op.arrays());
            }
            Step::Alloc(_, Init::Fill(a, n)) => [a, n].into_iter().for_each(atom),
            Step::Alloc(_, Init::Elements(xs)) => xs.iter().for_each(atom),
            Step::Alloc(_, Init::Copy(v)) => {
                vals.extend(v.vals());
                arrays.insert(v.arr);
            }
            Step::Store(_, i, _, x) => [i, x].into_iter().for_each(atom),
            Step::CopyFrom(v, w) => {
                vals.extend(v.vals().into_iter().chain(w.vals()));
                arrays.insert(w.arr);
            }
            Step::Undo(_, i, old) => {
                vals.extend(i.val());
                vals.insert(*old);
            }
            Step::Swap(a, i, j) => {
                [i, j].into_iter().for_each(atom);
                arrays.insert(*a);
            }
            Step::Grow(a, n) | Step::Cut(a, n) => {
                vals.extend(n.val());
                arrays.insert(*a);
            }
            Step::Exchange(a, b) => arrays.extend([*a, *b]),
            Step::If { cond, joins, .. } => {
                atom(cond);
                joins.iter().flat_map(|j| [&j.then, &j.other]).for_each(atom);
            }
            Step::Loop(l) => {
                match &l.head {
                    Head::Range { lo, hi, .. } => [lo, hi].into_iter().for_each(atom),
                    Head::While { block, cond } => {
                        atom(cond);
                        block.steps.iter().for_each(|s| reads(s, vals, arrays));
                    }
                }
                let mut atom = |a: &Atom| vals.extend(a.val());
                l.carried.iter().flat_map(|c| [&c.init, &c.next]).chain(&l.exit).for_each(&mut atom);
                l.checkpoint.iter().flat_map(|c| c.atoms()).for_each(&mut atom);
            }
            Step::Call(c) => c.args.iter().for_each(|a| {
                let (v, arr) = a.uses();
                vals.extend(v);
                arrays.extend(arr);
            }),
            Step::Assert(_, a, _) => atom(a),
            Step::Say(_, _, said) => said.iter().for_each(|(_, what)| {
                let (v, arr) = what.uses();
                vals.extend(v);
                arrays.extend(arr);
            }),
            Step::Bounds(i, j) => [i, j].into_iter().for_each(atom),
            Step::Alias(_, v, _) => drop(vals.insert(*v)),
            Step::Hold(_, a) => atom(a),
            Step::Put(put) => [&put.index, &put.value].into_iter().for_each(atom),
        }
    });
}
