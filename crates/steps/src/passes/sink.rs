//! Values that a branch guards, computed where they are used.
//!
//! In `let d = s.sqrt(); if d > 0.0 { sum += 1.0 / d; }` the root is used under its guard alone, but its way back would
//! run outside, where at `s = 0` an adjoint of zero meets an infinite partial. What no arm uses adds nothing, so the
//! result is right only on a tape, which sees that; here the root moves into the arm, and the guard asks a copy, which
//! the compiler sees to be the same.

use crate::ir::{Atom, Block, BlockId, Op, Program, Step, Ty, Val, walk, walk_step};
use quote::format_ident;
use std::collections::{HashMap, HashSet};

/// Moves them.
pub(super) fn sink(p: &mut Program) {
    let mut compared = HashSet::new();
    walk(&p.body, &mut |step, _| {
        if let Step::Let(_, op @ (Op::Compare(..) | Op::Ask(..))) = step {
            compared.extend(op.vals());
        }
    });
    if compared.is_empty() {
        return;
    }
    let counts = p.counts();
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    Sink { p, compared, counts }.block(&mut body);
    p.body = body;
}

struct Sink<'p> {
    p: &'p mut Program,
    /// What comparisons ask.
    compared: HashSet<Val>,
    /// How often each value is used.
    counts: HashMap<Val, usize>,
}

impl Sink<'_> {
    fn block(&mut self, block: &mut Block) {
        for k in (0..block.steps.len()).rev() {
            if let Step::Let(v, op) = &block.steps[k]
                && let (v, op) = (*v, op.clone())
                && self.is_guarded(v, &op)
                && let Some((at, first)) = self.arm(v, &block.steps[k + 1..])
            {
                self.sink(v, op, block, k, (k + 1 + at, first));
            }
        }
        for step in &mut block.steps {
            match step {
                Step::If { then, other, .. } => {
                    self.block(then);
                    self.block(other);
                }
                Step::Loop(l) => self.block(&mut l.body),
                _ => {}
            }
        }
    }

    /// Whether an operation may have an infinite partial that a comparison of it, or of what it is of, guards.
    fn is_guarded(&self, v: Val, op: &Op) -> bool {
        use rules::Op as Row;
        let singular = match op {
            Op::Bin('/', ..) => true,
            Op::Fun(row, ..) => matches!(row, Row::Sqrt | Row::Recip | Row::Hypot | Row::Ln | Row::Powf),
            _ => false,
        };
        let copies = !matches!(op, Op::Fun(Row::Ln | Row::Powf, ..));
        let value = &self.p.values[v];
        singular
            && value.ty == Ty::Float
            && value.keep.is_none()
            && (copies && self.compared.contains(&v) || op.vals().iter().any(|of| self.compared.contains(of)))
    }

    /// The step of which one arm has all uses of a value but those of comparisons, and whether it is the first.
    fn arm(&self, v: Val, steps: &[Step]) -> Option<(usize, bool)> {
        let asked = steps.iter().map(|step| asks(step, v)).sum::<usize>();
        let all = self.counts.get(&v).copied().unwrap_or(0);
        let inside = |step: &Step, first: bool| {
            let Step::If { then, other, joins, .. } = step else { return 0 };
            let arm = if first { then } else { other };
            let mut n = joins.iter().filter(|j| (if first { &j.then } else { &j.other }).val() == Some(v)).count();
            walk(arm, &mut |step, _| step.mentions(&mut |u| n += usize::from(u == v)));
            n - arm.steps.iter().map(|step| asks(step, v)).sum::<usize>()
        };
        let found = |(at, step)| [true, false].into_iter().find(|&first| inside(step, first) > 0).map(|f| (at, f));
        let (at, first) = steps.iter().enumerate().find_map(found)?;
        (asked + inside(&steps[at], first) == all).then_some((at, first))
    }

    fn sink(&mut self, v: Val, op: Op, block: &mut Block, k: usize, (at, first): (usize, bool)) {
        let asked = block.steps[k + 1..].iter().map(|step| asks(step, v)).sum::<usize>();
        let Step::If { then, other, .. } = &mut block.steps[at] else { return };
        let arm = if first { then } else { other };
        self.p.values[v].block = arm.id;
        arm.steps.insert(0, Step::Let(v, op.clone()));
        if asked == 0 {
            block.steps.remove(k);
            return;
        }
        let copy = self.copy(v, block.id);
        ask_instead(block, v, copy);
        for of in op.vals() {
            *self.counts.entry(of).or_default() += 1;
        }
        self.counts.entry(v).and_modify(|n| *n -= asked);
        self.counts.insert(copy, asked);
        block.steps[k] = Step::Let(copy, op);
    }

    /// A value like another, under a name of its own.
    fn copy(&mut self, v: Val, block: BlockId) -> Val {
        let mut value = self.p.values[v].clone();
        value.block = block;
        while self.p.values.iter().any(|other| other.name == value.name) {
            value.name = format_ident!("{}_asked", value.name);
        }
        self.p.values.push(value);
        self.p.values.len() - 1
    }
}

/// How often a step, with all in it, asks about a value in comparisons.
fn asks(step: &Step, v: Val) -> usize {
    let mut n = 0;
    walk_step(step, &mut |step| {
        if let Step::Let(_, Op::Compare(..) | Op::Ask(..)) = step {
            step.mentions(&mut |u| n += usize::from(u == v));
        }
    });
    n
}

/// Lets comparisons ask another value.
fn ask_instead(block: &mut Block, v: Val, copy: Val) {
    for step in &mut block.steps {
        match step {
            Step::Let(_, Op::Compare(_, a, b)) => {
                [a, b].into_iter().filter(|atom| atom.val() == Some(v)).for_each(|atom| *atom = Atom::Val(copy));
            }
            Step::Let(_, Op::Ask(_, a)) if a.val() == Some(v) => *a = Atom::Val(copy),
            Step::If { then, other, .. } => {
                ask_instead(then, v, copy);
                ask_instead(other, v, copy);
            }
            Step::Loop(l) => ask_instead(&mut l.body, v, copy),
            _ => {}
        }
    }
}
