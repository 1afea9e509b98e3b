//! What a loop does not change moves in front of it: arithmetic of outer values, and reads of elements, whose adjoints
//! are then collected in a register and added once.
//!
//! On the mixture model with 64 dimensions the gradient took 10 times the function's time without it.

use crate::ir::{Block, Head, Int, Loop, Op, Program, Step, Storage, Ty, Val, walk};
use std::collections::HashSet;

pub(super) fn hoist(p: &mut Program) {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    block(p, &mut body, 0);
    p.body = body;
}

fn block(p: &mut Program, b: &mut Block, frame: usize) {
    let mut steps = Vec::with_capacity(b.steps.len());
    for mut step in std::mem::take(&mut b.steps) {
        let moved = match &mut step {
            Step::If { then, other, .. } => {
                block(p, then, frame);
                block(p, other, frame);
                vec![]
            }
            Step::Loop(l) => {
                let inner = l.frame;
                block(p, &mut l.body, inner);
                take_out(p, l)
            }
            _ => vec![],
        };
        for step in moved {
            if let Step::Let(v, _) = &step {
                p.values[*v].frame = frame;
                p.values[*v].block = b.id;
            }
            steps.push(step);
        }
        steps.push(step);
    }
    b.steps = steps;
}

/// The reads that can move, taken out of the loop; they are made only if the loop runs at all.
fn take_out(p: &Program, l: &mut Loop) -> Vec<Step> {
    let Head::Range { lo, hi, .. } = &l.head else { return vec![] };
    let (lo, hi) = (lo.clone(), hi.clone());
    let mut written = HashSet::new();
    walk(&l.body, &mut |s, _| written.extend(s.writes()));
    let mut moved: HashSet<Val> = HashSet::new();
    let mut out = vec![];
    let outside = |v: &Val, moved: &HashSet<Val>| moved.contains(v) || !p.within(p.values[*v].frame, l.frame);
    l.body.steps.retain(|step| {
        let Step::Let(v, op) = step else { return true };
        let guarded = match op {
            // Integers too: they say where rows lie.
            Op::Read(a, i)
                if (p.arrays[*a].float || matches!(p.values[*v].ty, Ty::Int(_)))
                    && !written.contains(a)
                    && !p.within(p.arrays[*a].frame, l.frame) =>
            {
                i.val().is_none_or(|i| outside(&i, &moved)).then(|| Op::Guarded(*a, i.clone(), lo.clone(), hi.clone()))
            }
            // A checked index, if the loop runs at all.
            Op::Offset(off, i, len) if op.vals().iter().all(|u| outside(u, &moved)) => {
                Some(Op::GuardedOffset([off.clone(), i.clone(), len.clone()], [lo.clone(), hi.clone()]))
            }
            // An index that is made of such values only; it cannot fail.
            Op::Int(int) if int.is_harmless() => {
                let vals = int.vals();
                let fixed = !vals.is_empty() && vals.iter().all(|u| outside(u, &moved));
                fixed.then(|| op.clone())
            }
            // The length of what is lent.
            Op::Int(Int::Len(a)) if p.arrays[*a].param && !p.arrays[*a].grows => {
                matches!(p.arrays[*a].storage, Storage::Shared | Storage::Exclusive).then(|| op.clone())
            }
            // Arithmetic of floats cannot fail either.
            Op::Bin(..) | Op::Neg(_) | Op::Fun(..) | Op::Stop(_) if p.values[*v].ty == Ty::Float => {
                let uses = op.vals();
                (!uses.is_empty() && uses.iter().all(|u| outside(u, &moved))).then(|| op.clone())
            }
            _ => None,
        };
        match guarded {
            Some(op) => {
                moved.insert(*v);
                out.push(Step::Let(*v, op));
                false
            }
            None => true,
        }
    });
    out
}
