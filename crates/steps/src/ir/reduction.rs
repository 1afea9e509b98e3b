//! Reductions: what a loop carries and only adds to.

use super::uses::reads;
use super::{Atom, Block, Head, Loop, Op, Step, Val, walk};
use std::collections::HashSet;

/// Whether a carried value is only ever added to.
pub fn accumulates(l: &Loop, param: Val) -> bool {
    sum_chain(l, param).is_some()
}

/// A carried value that is only ever added to, with the partial sums of an iteration.
pub fn sum_chain(l: &Loop, param: Val) -> Option<HashSet<Val>> {
    let mut chain = HashSet::from([param]);
    loop {
        let before = chain.len();
        extend(&l.body, &mut chain);
        if chain.len() == before {
            break;
        }
    }
    let own = |a: &Atom| matches!(a, Atom::Val(v) if chain.contains(v));
    let c = l.carried.iter().find(|c| c.param == param)?;
    let alone = l.carried.iter().all(|o| o.param == param || !own(&o.next));
    (own(&c.next) && alone && only_summed(&l.body, &chain)).then_some(chain)
}

fn extend(block: &Block, chain: &mut HashSet<Val>) {
    walk(block, &mut |s, _| {
        let own = |a: &Atom| matches!(a, Atom::Val(v) if chain.contains(v));
        match s {
            Step::Let(v, Op::Bin('+', a, b)) if own(a) != own(b) => drop(chain.insert(*v)),
            Step::Let(v, Op::Bin('-', a, b)) if own(a) && !own(b) => drop(chain.insert(*v)),
            Step::If { joins, .. } => {
                let new: Vec<Val> = joins.iter().filter(|j| own(&j.then) && own(&j.other)).map(|j| j.out).collect();
                chain.extend(new);
            }
            Step::Loop(l) => {
                let new: Vec<Val> =
                    l.carried.iter().filter(|c| own(&c.init)).flat_map(|c| [c.param, c.after]).collect();
                chain.extend(new);
            }
            _ => {}
        }
    });
}

/// Whether the values of the chain are used by nothing but the chain.
fn only_summed(block: &Block, chain: &HashSet<Val>) -> bool {
    let own = |a: &Atom| matches!(a, Atom::Val(v) if chain.contains(v));
    block.steps.iter().all(|s| match s {
        Step::Let(v, op) => {
            let uses = op.vals().iter().any(|u| chain.contains(u));
            !uses || chain.contains(v) && matches!(op, Op::Bin('+' | '-', ..))
        }
        Step::If { cond, then, other, joins } => {
            !own(cond)
                && joins.iter().all(|j| chain.contains(&j.out) || !own(&j.then) && !own(&j.other))
                && only_summed(then, chain)
                && only_summed(other, chain)
        }
        Step::Loop(l) => {
            let head = match &l.head {
                Head::Range { lo, hi, .. } => !own(lo) && !own(hi),
                Head::While { block, cond } => !own(cond) && only_summed(block, chain),
            };
            head && l.exit.as_ref().is_none_or(|a| !own(a))
                && l.carried.iter().all(|c| own(&c.init) == own(&c.next) && (!own(&c.init) || chain.contains(&c.param)))
                && only_summed(&l.body, chain)
        }
        other => {
            let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
            reads(other, &mut vals, &mut arrays);
            vals.is_disjoint(chain)
        }
    })
}
