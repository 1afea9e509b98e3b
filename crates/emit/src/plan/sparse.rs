//! Loops of which few iterations matter: a running maximum changes about log(n) times, and only those times are logged.
//!
//! On log-sum-exp a flag for every iteration costs 0.15 of the primal, the log next to nothing; with `fold(f64::max)`
//! two partials for every iteration cost 0.9.

use crate::ir::{Atom, Head, Loop, Op, Program, Step, Val, walk};
use crate::plan::order::{Def, Order};
use crate::plan::{Plan, has_active, is_active};

/// Which iterations are logged.
#[derive(Debug)]
pub(crate) enum Log {
    /// Those in which this holds; it is all that their reverse needs of them.
    Flag(Val),
    /// Those in which one of these may change. What they save is in the log.
    Extrema(Vec<Extremum>),
}

impl Log {
    /// Whether the carried value is another only after iterations that are logged.
    pub(crate) fn moves(&self, carried: Val) -> bool {
        matches!(self, Log::Extrema(extrema) if extrema.iter().any(|e| e.old == carried))
    }
}

/// A running maximum or minimum.
#[derive(Debug)]
pub(crate) struct Extremum {
    pub(crate) largest: bool,
    /// What is carried.
    pub(crate) old: Val,
    pub(crate) new: Atom,
}

/// The running maxima and minima of a loop that hands on nothing else with a derivative.
pub(crate) fn extrema(p: &Program, order: &Order, l: &Loop, plan: &Plan) -> Option<Vec<Extremum>> {
    let plain = matches!(l.head, Head::Range { .. }) && l.count.is_none() && l.exit.is_none();
    if !plain || l.checkpoint.is_some() || l.independent.is_some() || plan.restored.contains_key(&l.frame) {
        return None;
    }
    let (mut found, mut outs) = (vec![], vec![]);
    for c in l.carried.iter().filter(|c| p.values[c.param].active) {
        let out = c.next.val()?;
        let Some((_, Def::Let(Op::Fun(row @ (rules::Op::Max | rules::Op::Min), args, None)))) = order.defs.get(&out)
        else {
            return None;
        };
        let new = match args.as_slice() {
            [a, b] if a.val() == Some(c.param) && b.val() != Some(c.param) => b,
            [a, b] if b.val() == Some(c.param) && a.val() != Some(c.param) => a,
            _ => return None,
        };
        found.push(Extremum { largest: *row == rules::Op::Max, old: c.param, new: new.clone() });
        outs.push(out);
    }
    let moved = |v: &Val| outs.contains(v) || found.iter().any(|e| e.old == *v);
    let empty = |lists: Option<&Vec<Val>>| lists.is_none_or(Vec::is_empty);
    let mut alone = !found.is_empty();
    walk(&l.body, &mut |step, block| {
        alone &= match step {
            Step::Let(v, _) if outs.contains(v) => true,
            Step::Let(v, op) => !p.values[*v].active || !op.vals().iter().any(moved),
            Step::If { joins, .. } => {
                !joins.iter().flat_map(|j| [&j.then, &j.other]).filter_map(|a| a.val()).any(|v| moved(&v))
            }
            Step::Loop(inner) => {
                let again = [&plan.again, &plan.checkpointed].iter().any(|frames| frames.contains_key(&inner.frame));
                let apart = plan.sparse.contains_key(&inner.frame) || plan.fused.contains(&inner.frame);
                let carries = inner.carried.iter().filter_map(|c| c.init.val()).any(|v| moved(&v));
                !again && !apart && !carries && !plan.restored.contains_key(&inner.frame)
            }
            step => !is_active(p, step) && !step.writes().iter().any(|&a| p.arrays[a].lifted),
        };
        alone &= block.id == l.body.id || empty(plan.saved.get(&block.id));
        alone &= empty(plan.shaped.get(&block.id));
    });
    let saved = plan.saved.get(&l.body.id).into_iter().flatten();
    (alone && !saved.clone().any(|&v| p.is_whole(v))).then_some(found)
}

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
