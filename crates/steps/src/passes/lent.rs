//! Parts of structures that are only handed on to calls, as `self.layers[k].forward(&x)`: they are used where they lie,
//! and so are their adjoints.
//!
//! A copy of a layer, an adjoint of its own and the sum of both in the end made a network's gradient take 6.4 times the
//! network's time.

use crate::ir::uses::uses;
use crate::ir::{Atom, Block, Head, Op, Program, Step, Val};
use std::collections::HashSet;

/// Makes them references.
pub(super) fn mark(p: &mut Program) {
    let mut lent = Lent { p, parts: vec![], taken: HashSet::new(), marked: false };
    lent.block(&p.body, false);
    p.ret.scalars().for_each(|a| lent.atom(a));
    if lent.marked {
        return;
    }
    let Lent { parts, taken, .. } = lent;
    for (v, of) in parts {
        if !taken.contains(&v) && p.values[of].by_ref {
            p.values[v].by_ref = true;
        }
    }
}

struct Lent<'p> {
    p: &'p Program,
    /// Values that are parts of others, in the order in which they are made.
    parts: Vec<(Val, Val)>,
    /// Values that are used as more than what calls and parts need.
    taken: HashSet<Val>,
    /// Whether loops run again, or on threads: what they keep has no place for references.
    marked: bool,
}

impl Lent<'_> {
    fn atom(&mut self, a: &Atom) {
        self.taken.extend(a.val());
    }

    /// `is_arm` if it is not the body of the function or of a loop: what is found there by indices is not found again.
    fn block(&mut self, block: &Block, is_arm: bool) {
        for step in &block.steps {
            match step {
                Step::Let(v, Op::Field(Atom::Val(of), path)) => {
                    let (value, whole) = (&self.p.values[*v], &self.p.values[*of]);
                    let alike = value.active == whole.active && whole.lifted;
                    let fixed = path.atoms().into_iter().all(|a| a.val().is_none());
                    if (fixed || !is_arm) && self.p.is_rich(*v) && !value.option && alike && value.keep.is_none() {
                        self.parts.push((*v, *of));
                    }
                }
                Step::Let(_, op) => self.taken.extend(op.vals()),
                Step::If { cond, then, other, joins } => {
                    self.atom(cond);
                    joins.iter().flat_map(|j| [&j.then, &j.other]).for_each(|a| self.atom(a));
                    self.block(then, true);
                    self.block(other, true);
                }
                Step::Loop(l) => {
                    self.marked |= l.checkpoint.is_some() || l.keep.is_some() || l.independent.is_some();
                    if let Head::While { block, .. } = &l.head {
                        self.block(block, true);
                    }
                    l.carried.iter().flat_map(|c| [&c.init, &c.next]).for_each(|a| self.atom(a));
                    self.block(&l.body, false);
                }
                Step::Call(c) if c.active && c.lifted => {}
                other => uses(other).iter().for_each(|a| self.atom(a)),
            }
        }
    }
}
