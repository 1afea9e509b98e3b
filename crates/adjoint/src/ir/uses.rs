//! What arguments, results, views and what is printed are made of, and what steps use.

use super::{Arg, Arr, Atom, Head, Lie, Out, Program, Ret, Said, Step, Val, View, walk};
use std::collections::HashMap;

impl Arg {
    /// Visits this argument and what it is made of.
    pub(crate) fn each<'a>(&'a self, f: &mut dyn FnMut(&'a Arg)) {
        f(self);
        if let Arg::Tuple(args) = self {
            args.iter().for_each(|a| a.each(f));
        }
    }
    /// The values and arrays read.
    pub(crate) fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
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
    pub(crate) fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
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
    pub(crate) fn vals(&self) -> Vec<Val> {
        self.part.iter().flat_map(|(off, len)| [off.val(), len.val()]).flatten().collect()
    }
}

impl Out {
    pub(crate) fn each(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
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
    pub(crate) fn has_rows(&self) -> bool {
        match self {
            Out::Rows(..) => true,
            Out::Tuple(outs) => outs.iter().any(Out::has_rows),
            _ => false,
        }
    }
    /// As [`each`](Out::each), without integers and what says where rows lie.
    pub(crate) fn numbers(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
        match self {
            Out::Rows(..) | Out::Count(_) => {}
            Out::Tuple(outs) => outs.iter().for_each(|o| o.numbers(scalar, array)),
            other => other.each(scalar, array),
        }
    }
}

impl Step {
    /// Says each value that the step itself uses, the question of a `while` among it, without the other blocks in it.
    pub(crate) fn mentions(&self, say: &mut dyn FnMut(Val)) {
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
            other => crate::prune::uses(other).iter().filter_map(Atom::val).for_each(say),
        }
    }
}

impl Program {
    /// How often each value is used.
    pub(crate) fn counts(&self) -> HashMap<Val, usize> {
        fn returned(ret: &Ret, say: &mut dyn FnMut(Val)) {
            match ret {
                Ret::Scalar(a) | Ret::Rows(a, _) => a.val().into_iter().for_each(say),
                Ret::Tuple(parts) => parts.iter().for_each(|r| returned(r, say)),
                Ret::Unit | Ret::Array(_) => {}
            }
        }
        let mut counts = HashMap::new();
        let mut say = |v| *counts.entry(v).or_default() += 1;
        walk(&self.body, &mut |step, _| step.mentions(&mut say));
        returned(&self.ret, &mut say);
        counts
    }
}
