//! Takes out steps whose results nobody uses, mostly flags of exits.

use crate::ir::uses::uses;
use crate::ir::{Atom, Block, Head, Op, Program, Ret, RowsOf, Step, Val};
use std::collections::HashSet;

pub fn prune(p: &mut Program) {
    let mut live = HashSet::new();
    for leaf in p.ret.leaves() {
        match leaf {
            Ret::Scalar(a) => live.extend(a.val()),
            Ret::Rows(count, levels) => {
                live.extend(count.val());
                live.extend(levels.iter().filter_map(|l| match l {
                    RowsOf::Even(len) => len.val(),
                    RowsOf::Table(_) => None,
                }));
            }
            _ => {}
        }
    }
    live.extend(p.arrays.iter().filter_map(|a| a.len.as_ref()?.val()));
    loop {
        let before = live.len();
        mark(&p.body, &mut live);
        if live.len() == before {
            break;
        }
    }
    sweep(&mut p.body, &live);
}

/// Whether the step has to stay whoever uses its results.
fn rooted(op: &Op) -> bool {
    matches!(op, Op::Read(..) | Op::Offset(..))
}

fn mark(block: &Block, live: &mut HashSet<Val>) {
    let add = |live: &mut HashSet<Val>, a: &Atom| live.extend(a.val());
    for step in block.steps.iter().rev() {
        match step {
            Step::Let(v, op) => {
                if rooted(op) || live.contains(v) {
                    live.extend(op.vals());
                }
            }
            Step::If { cond, then, other, joins } => {
                add(live, cond);
                for j in joins.iter().filter(|j| live.contains(&j.out)).cloned().collect::<Vec<_>>() {
                    add(live, &j.then);
                    add(live, &j.other);
                }
                mark(then, live);
                mark(other, live);
            }
            Step::Loop(l) => {
                for c in &l.carried {
                    if live.contains(&c.after) || live.contains(&c.param) {
                        live.insert(c.param);
                        add(live, &c.init);
                        add(live, &c.next);
                    }
                }
                l.exit.iter().for_each(|a| add(live, a));
                l.checkpoint.iter().flat_map(|c| c.atoms()).for_each(|a| add(live, a));
                match &l.head {
                    Head::Range { lo, hi, .. } => {
                        add(live, lo);
                        add(live, hi);
                    }
                    Head::While { block, cond } => {
                        add(live, cond);
                        mark(block, live);
                    }
                }
                mark(&l.body, live);
                if let Head::While { block, .. } = &l.head {
                    mark(block, live);
                }
            }
            other => uses(other).iter().for_each(|a| add(live, a)),
        }
    }
}

fn sweep(block: &mut Block, live: &HashSet<Val>) {
    block.steps.retain_mut(|step| match step {
        Step::Let(v, op) => rooted(op) || live.contains(v),
        Step::If { then, other, joins, .. } => {
            joins.retain(|j| live.contains(&j.out));
            sweep(then, live);
            sweep(other, live);
            !(joins.is_empty() && then.steps.is_empty() && other.steps.is_empty())
        }
        Step::Loop(l) => {
            l.carried.retain(|c| live.contains(&c.param) || live.contains(&c.after));
            sweep(&mut l.body, live);
            if let Head::While { block, .. } = &mut l.head {
                sweep(block, live);
            }
            true
        }
        _ => true,
    });
}
