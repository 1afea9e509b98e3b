//! Loops of which few iterations matter: a running maximum changes about log(n) times, and only those times are logged.
//!
//! On log-sum-exp a flag for every iteration costs 0.15 of the primal, the log next to nothing.

use crate::ir::{Atom, Head, Loop, Op, Program, Step, Val};
use crate::plan::order::{Def, Order};
use crate::plan::{has_active, is_active};

/// Whether the reverse of an iteration does nothing unless `cond` holds, which compares with what the iteration would
/// replace.
pub(crate) fn is_sparse(p: &Program, order: &Order, l: &Loop, saved: &[Val]) -> bool {
    let (&[flag], Head::Range { .. }, None) = (saved, &l.head, l.count) else { return false };
    let mut taken = None;
    for step in &l.body.steps {
        match step {
            Step::If { cond, then, other, joins } if cond.val() == Some(flag) && taken.is_none() => {
                if has_active(p, other) || has_active(p, then) {
                    return false;
                }
                taken = Some(joins);
            }
            Step::Let(v, _) if p.values[*v].active => {}
            step if is_active(p, step) || step.blocks().iter().any(|b| has_active(p, b)) => return false,
            _ => {}
        }
    }
    let Some(joins) = taken else { return false };
    // What is carried passes through unless it is replaced.
    let mut replaced = vec![];
    for c in l.carried.iter().filter(|c| p.values[c.param].active) {
        let through = joins.iter().find(|j| c.next.val() == Some(j.out));
        match through {
            Some(j) if j.other.val() == Some(c.param) => replaced.push(c.param),
            _ => return false,
        }
    }
    // Active values are used by nothing but the replacement.
    let used_elsewhere = l.body.steps.iter().any(|s| match s {
        Step::Let(v, op) if p.values[*v].active => op
            .atoms()
            .into_iter()
            .filter_map(Atom::val)
            .any(|u| replaced.contains(&u) || joins.iter().any(|j| j.out == u)),
        _ => false,
    });
    let compares = match order.defs.get(&flag) {
        Some((_, Def::Let(Op::Compare(_, a, b)))) => {
            [a, b].into_iter().filter_map(Atom::val).any(|v| replaced.contains(&v))
        }
        _ => false,
    };
    let others = joins.iter().all(|j| !p.values[j.out].active || j.other.val().is_some_and(|v| replaced.contains(&v)));
    compares && others && !used_elsewhere
}
