//! Loops that run again on the way back, from states that are kept or from what they found: what that reads.

use super::{Content, Planner};
use crate::ir::{Arr, Atom, Frame, Head, Loop, Storage, Val, walk};
use std::collections::{BTreeSet, HashSet};

impl Planner<'_> {
    /// What the reverse of a loop reads from outside that runs again from states that are kept: all that it reads.
    pub(super) fn checkpointed(&mut self, l: &Loop, needs: BTreeSet<Val>) -> BTreeSet<Val> {
        let p = self.p;
        let (mut vals, state) = self.all_reads(l);
        for &a in &state {
            self.plan.restored.entry(l.frame).or_default().insert(a);
        }
        self.plan.wanted.extend(&needs);
        self.plan.wanted.extend(self.shapes_of(l.frame));
        self.plan.checkpointed.insert(l.frame, state);
        vals.extend(needs);
        // What constants and structures are like before the first state is there.
        let like = |c: &&crate::ir::Carried| !p.values[c.param].lifted || p.is_rich(c.param);
        vals.extend(l.carried.iter().filter(like).filter_map(|c| c.init.val()));
        vals.into_iter().filter(|&v| !p.within(p.values[v].frame, l.frame)).collect()
    }

    /// What a loop reads from outside that runs again, whole, before it is reversed: `outer` for its reverse, and all
    /// that it reads.
    pub(super) fn run_again(&mut self, l: &Loop, outer: BTreeSet<Val>) -> BTreeSet<Val> {
        let p = self.p;
        let (mut vals, state) = self.all_reads(l);
        let lists = state.iter().filter(|&&a| !matches!(p.arrays[a].storage, Storage::Held));
        for &a in lists {
            self.plan.restored.entry(apart(l.frame)).or_default().insert(a);
        }
        self.plan.again.insert(l.frame, state);
        vals.extend(outer);
        vals.extend(l.carried.iter().filter_map(|c| c.init.val()));
        // What it leaves is there again too.
        let left: Vec<Val> = l.carried.iter().map(|c| c.after).chain(l.count).collect();
        vals.into_iter().filter(|v| !left.contains(v) && !p.within(p.values[*v].frame, l.frame)).collect()
    }

    /// What tells on the way back which elements belong to which iteration.
    pub(super) fn windows(&mut self, l: &Loop) -> BTreeSet<Val> {
        let (vals, tables) = crate::plan::independent::needs(self.p, self.order, l);
        let (end, around) = (self.order.frames[&l.frame].1, self.p.parents[l.frame]);
        for a in tables {
            match self.content(a, end, around, false) {
                Content::Free => {}
                Content::At(f) => drop(self.plan.restored.entry(f).or_default().insert(a)),
                Content::Exchanged(..) | Content::Made | Content::Gone => drop(self.plan.in_order.insert(l.frame)),
            }
        }
        vals
    }

    /// The values that a loop reads, and the arrays that it finds and that are not there any more on the way back: those
    /// that it writes to, and those that are written later.
    fn all_reads(&mut self, l: &Loop) -> (HashSet<Val>, BTreeSet<Arr>) {
        let p = self.p;
        let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
        let mut state = BTreeSet::new();
        let mut all = vec![&l.body];
        if let Head::While { block, .. } = &l.head {
            all.push(block);
        }
        for block in all {
            crate::ir::uses::reads_of(block, &mut vals, &mut arrays);
            walk(block, &mut |s, _| state.extend(s.writes()));
        }
        let outside = |a: &Arr| !p.within(p.arrays[*a].frame, l.frame);
        state.retain(outside);
        let (end, around) = (self.order.frames[&l.frame].1, p.parents[l.frame]);
        for a in arrays.into_iter().filter(outside).collect::<BTreeSet<Arr>>() {
            match self.content(a, end, around, false) {
                _ if state.contains(&a) => {}
                Content::Free => {}
                Content::At(f) => drop(self.plan.restored.entry(f).or_default().insert(a)),
                Content::Made => {
                    vals.extend(self.literals[&a].iter().filter_map(Atom::val));
                    self.plan.remade.insert(a);
                }
                Content::Exchanged(..) | Content::Gone => drop(state.insert(a)),
            }
        }
        for &a in &state {
            let home = p.arrays[a].frame;
            let held = matches!(p.arrays[a].storage, Storage::Held);
            if home != 0 && !held && !self.at_hand(home) {
                self.plan.restored.entry(home).or_default().insert(a);
            }
        }
        match &l.head {
            Head::Range { lo, hi, .. } => vals.extend(lo.val().into_iter().chain(hi.val())),
            Head::While { cond, .. } => vals.extend(cond.val()),
        }
        vals.extend(l.exit.iter().chain(l.carried.iter().map(|c| &c.next)).filter_map(Atom::val));
        (vals, state)
    }
}

/// A number that is no frame's: under it stand the arrays that are put back before a loop runs again.
fn apart(frame: Frame) -> Frame {
    Frame::MAX - frame
}
