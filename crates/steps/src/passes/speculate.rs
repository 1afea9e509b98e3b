//! Comparisons that `a && b` puts into an arm are made in front of the branch: they cannot fail and cost nothing, and what
//! follows from values that are there need not be saved for the way back.
//!
//! A chain of `match (from, to)` on tags saved a flag for each question; now it asks again.

use crate::ir::{Block, Head, Op, Program, Step};

/// More in one arm are not worth making in vain.
const MOST: usize = 4;

pub(super) fn speculate(p: &mut Program) {
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    block(p, &mut body);
    p.body = body;
}

fn block(p: &mut Program, b: &mut Block) {
    let mut steps = Vec::with_capacity(b.steps.len());
    for mut step in std::mem::take(&mut b.steps) {
        match &mut step {
            Step::If { then, other, .. } => {
                for arm in [then, other] {
                    block(p, arm);
                    if arm.steps.len() <= MOST && arm.steps.iter().all(|step| is_total(p, step)) {
                        for v in arm.steps.iter().flat_map(Step::defines) {
                            p.values[v].block = b.id;
                        }
                        steps.append(&mut arm.steps);
                    }
                }
            }
            Step::Loop(l) => {
                if let Head::While { block: head, .. } = &mut l.head {
                    block(p, head);
                }
                block(p, &mut l.body);
            }
            _ => {}
        }
        steps.push(step);
    }
    b.steps = steps;
}

/// Whether a step has no effect but a flag or an integer, gives one for all operands, and is cheap.
fn is_total(p: &Program, step: &Step) -> bool {
    let unmarked = step.defines().iter().all(|&v| p.values[v].keep.is_none());
    unmarked
        && match step {
            Step::Let(_, Op::Compare(..) | Op::Not(_)) => true,
            Step::Let(_, Op::Int(int)) => int.is_total() && int.cost() <= 2,
            Step::If { then, other, .. } => then.steps.is_empty() && other.steps.is_empty(),
            _ => false,
        }
}
