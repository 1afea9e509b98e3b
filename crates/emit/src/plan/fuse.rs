//! Loops that can run forward and backward at once: nothing they compute is needed by an adjoint step elsewhere, and
//! no iteration's adjoint depends on a later one's.

mod top;

use crate::ir::reduction::accumulates;
use crate::ir::uses::reads;
use crate::ir::{
    Arg, Arr, Atom, Block, BlockId, Frame, Head, Init, Loop, Mode, Op, Program, Ret, Step, Storage, Val, walk,
    walk_step,
};
use crate::plan::has_active;
use crate::syntax::marks::Keep;
use std::collections::{BTreeSet, HashMap, HashSet};
use top::Top;

/// What is checked while a fused iteration runs, because it cannot be proved: after a loop (by frame), that it went over
/// the whole array; after a call (by number), that it overwrote its argument.
#[derive(Default)]
pub struct Checks {
    pub covers: HashMap<Frame, Vec<Arr>>,
    pub overwrites: HashMap<usize, Vec<usize>>,
}

#[derive(Default)]
pub(crate) struct Found {
    pub(crate) frames: HashSet<Frame>,
    pub checks: Checks,
    /// Steps that only make up the value, by their block and their place in it.
    pub(crate) late: HashSet<(BlockId, usize)>,
}

/// Finds them among the loops at the top of the function, and among those in each that is found; `needs` are, by frame,
/// the values that its adjoint steps read.
pub(crate) fn find(p: &Program, needs: &HashMap<Frame, BTreeSet<Val>>) -> Found {
    let mut found = Found::default();
    inside(p, &p.body, 0, needs, &mut found);
    found
}

fn inside(p: &Program, block: &Block, frame: Frame, needs: &HashMap<Frame, BTreeSet<Val>>, found: &mut Found) {
    let exclusive = p.arrays.iter().any(|a| matches!(a.storage, Storage::Exclusive));
    let Some(needs_here) = needs.get(&frame) else { return };
    if !block.steps.iter().any(|s| matches!(s, Step::Loop(_))) {
        return;
    }
    let top = Top::new(block);
    let needed = top.slice(p, needs_here);
    let mut late_here = HashSet::new();
    for (k, step) in block.steps.iter().enumerate() {
        let Step::Loop(l) = step else { continue };
        let mut checks = Checks::default();
        let after: Vec<Val> = step.defines();
        if has_active(p, &l.body)
            && matches!(l.head, Head::Range { .. })
            && l.exit.is_none()
            && l.checkpoint.is_none()
            && l.independent.as_ref().is_none_or(|mark| mark.forward && mark.reverse)
            && !matches!(l.keep, Some(Keep::Save))
            && after.iter().all(|v| !needed.contains(v))
            && l.carried.iter().all(|c| !p.values[c.param].active || !p.is_rich(c.param) && accumulates(l, c.param))
            && !holds(&l.body)
            && top.unchanged_after(p, l, k)
            && top.arrays_private(p, l, k, &mut checks)
            && (checks.covers.is_empty() && checks.overwrites.is_empty() || !exclusive && frame == 0)
            && let Some(late) = top.late(p, &after, &late_here)
        {
            found.frames.insert(l.frame);
            late_here.extend(late);
            found.checks.covers.extend(checks.covers);
            found.checks.overwrites.extend(checks.overwrites);
            if l.independent.is_none() {
                inside(p, &l.body, l.frame, needs, found);
            }
        }
    }
    found.late.extend(late_here.into_iter().map(|k| (block.id, k)));
}

/// Whether structures are held inside.
fn holds(block: &Block) -> bool {
    let mut any = false;
    walk(block, &mut |s, _| any |= matches!(s, Step::Hold(..)));
    any
}

pub(crate) fn returns(ret: &Ret, a: Arr) -> bool {
    ret.leaves().into_iter().any(|leaf| matches!(leaf, Ret::Array(b) if *b == a))
}

/// Whether a step reads an array or writes to it.
pub(crate) fn touches(step: &Step, a: Arr) -> bool {
    let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
    reads(step, &mut vals, &mut arrays);
    walk_step(step, &mut |s| arrays.extend(s.writes()));
    arrays.contains(&a)
}

/// What a block leaves of the content that an array had.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Renewed {
    /// Some of it is read, or is still there.
    No,
    /// None of it is read; but a loop that writes all of it may not run.
    Unread,
    /// All of it is overwritten before any is read.
    Whole,
}

/// What is left of an array's content: none if the block does not touch it.
pub(crate) fn renewed(block: &Block, a: Arr, checks: &mut Checks) -> Option<Renewed> {
    let mut found = None;
    for step in block.steps.iter().filter(|step| touches(step, a)) {
        found = Some(renewed_by(step, a, checks));
        if found != Some(Renewed::Unread) {
            break;
        }
    }
    found
}

fn renewed_by(step: &Step, a: Arr, checks: &mut Checks) -> Renewed {
    let whole = |all: bool| if all { Renewed::Whole } else { Renewed::No };
    match step {
        Step::Alloc(b, Init::Copy(v)) => whole(*b == a && v.arr != a),
        Step::Alloc(b, _) => whole(*b == a),
        Step::CopyFrom(v, w) => whole(v.arr == a && v.part.is_none() && w.arr != a),
        Step::Loop(l) if covers(l, a, checks) => Renewed::Whole,
        Step::Loop(l) => match (&l.head, renewed(&l.body, a, checks)) {
            (Head::While { block, .. }, _) if block.steps.iter().any(|step| touches(step, a)) => Renewed::No,
            (Head::Range { lo, hi, .. }, Some(Renewed::Whole))
                if known(lo).zip(known(hi)).is_some_and(|(lo, hi)| lo < hi) =>
            {
                Renewed::Whole
            }
            (_, Some(Renewed::Whole | Renewed::Unread)) => Renewed::Unread,
            _ => Renewed::No,
        },
        Step::If { then, other, .. } => match (renewed(then, a, checks), renewed(other, a, checks)) {
            (Some(Renewed::Whole), Some(Renewed::Whole)) => Renewed::Whole,
            (None | Some(Renewed::No), _) | (_, None | Some(Renewed::No)) => Renewed::No,
            _ => Renewed::Unread,
        },
        Step::Call(c) if c.active => {
            let mut places = vec![];
            let mut others = 0;
            for (k, arg) in c.args.iter().enumerate() {
                match arg {
                    Arg::View(v, access) if access.lends() && v.arr == a && v.part.is_none() => places.push(k),
                    arg => others += usize::from(arg.uses().1.contains(&a)),
                }
            }
            let &[k] = places.as_slice() else { return Renewed::No };
            checks.overwrites.entry(c.id).or_default().push(k);
            whole(others == 0)
        }
        _ => Renewed::No,
    }
}

/// A bound that is a number.
fn known(bound: &Atom) -> Option<i64> {
    let Atom::Lit(text) = bound else { return None };
    text.text().trim_end_matches("usize").parse().ok()
}

/// `for i in 0..n { a[i] = .. }`: all of the array, if `n` is its length, which is checked as it runs.
fn covers(l: &Loop, a: Arr, checks: &mut Checks) -> bool {
    let Head::Range { var, lo, .. } = &l.head else { return false };
    if !lo.is_zero() || l.exit.is_some() {
        return false;
    }
    for step in &l.body.steps {
        if let Step::Store(b, i, Mode::Set, _) = step
            && *b == a
        {
            if i.val() != Some(*var) {
                return false;
            }
            let list = checks.covers.entry(l.frame).or_default();
            if !list.contains(&a) {
                list.push(a);
            }
            return untouched_elsewhere(&l.body, a, *var);
        }
        if touches(step, a) {
            return false;
        }
    }
    false
}

/// Whether a filling loop touches the array at its own index only.
fn untouched_elsewhere(block: &Block, a: Arr, var: Val) -> bool {
    let mut fine = true;
    walk(block, &mut |s, _| match s {
        Step::Let(_, Op::Read(b, i) | Op::Guarded(b, i, ..)) | Step::Store(b, i, ..) if *b == a => {
            fine &= i.val() == Some(var)
        }
        Step::Let(_, op) => fine &= !op.arrays().contains(&a),
        s => {
            let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
            if !matches!(s, Step::If { .. } | Step::Loop(_)) {
                reads(s, &mut vals, &mut arrays);
                arrays.extend(s.writes());
                fine &= !arrays.contains(&a);
            }
        }
    });
    fine
}
