//! What lies in the record of an iteration, and not in one of an arm: conditions, which take a bit each, and what is saved in
//! arms that every iteration but the last goes through, as behind a `break` or in a `while`.
//!
//! A search by gradient descent, forward and back: 270 instructions an iteration with a piece of record for each arm, 202
//! with one.
//!
//! The other way round, a constant float that one arm alone reads lies in the record of that arm, where it has one: a
//! determinant by minors, 8 rows, 1.1 ms and 1.1 MB with its sign there, 1.6 ms and 2.4 MB with one for each column.
//!
//! To ask both stacks for room at once took 4 % fewer instructions in that search, and 10 % longer.

use super::Planner;
use crate::ir::uses::{reads, reads_of};
use crate::ir::{Atom, Block, BlockId, Join, Loop, Op, Step, Ty, Val};
use crate::plan::order::Def;
use std::collections::HashSet;

impl Planner<'_> {
    /// Moves what arms of a loop's body save into the record of the iteration, where that has a place for it anyway.
    pub(super) fn gather(&mut self, l: &Loop) {
        let mut main = HashSet::new();
        if let Some(exit) = &l.exit {
            self.main_arms(&l.body, exit, &mut main);
        }
        let mut moved = vec![];
        self.in_arms(&l.body, &main, true, &mut moved);
        let has_flags = |v: &Val| self.is_flag(*v);
        let own = self.plan.saved.get(&l.body.id).is_some_and(|list| list.iter().any(has_flags));
        let in_main = |v: &Val| main.contains(&self.p.values[*v].block);
        if !own && !moved.iter().any(in_main) {
            return;
        }
        for &v in &moved {
            let block = self.p.values[v].block;
            if let Some(list) = self.plan.saved.get_mut(&block) {
                list.retain(|&u| u != v);
            }
            self.plan.wanted.insert(v);
        }
        let all = self.plan.saved.entry(l.body.id).or_default();
        all.extend(moved);
        all.sort_unstable();
    }

    /// Moves constants that one arm alone reads from the record of the iteration into that of the arm.
    pub(super) fn scatter(&mut self, l: &Loop) {
        for (at, step) in l.body.steps.iter().enumerate() {
            let Step::If { then, other, joins, .. } = step else { continue };
            for arm in [then, other] {
                let words = |list: &[Val]| list.iter().filter(|&&v| !self.p.values[v].lifted).count();
                let Some(own) = self.plan.saved.get(&arm.id).filter(|own| !own.is_empty()) else { continue };
                let Some(body) = self.plan.saved.get(&l.body.id) else { continue };
                let mut moved: Vec<Val> = body.iter().copied().filter(|&v| self.is_constant_float(v)).collect();
                let mut elsewhere = HashSet::new();
                for (_, step) in l.body.steps.iter().enumerate().filter(|(k, _)| *k != at) {
                    reads(step, &mut elsewhere, &mut HashSet::new());
                }
                let beside = if arm.id == then.id { other } else { then };
                reads_of(beside, &mut elsewhere, &mut HashSet::new());
                // What is handed on is asked for in no other place, unless that is computed again there.
                let again = joins.iter().filter(|j| self.plan.computed.contains(&j.out) || self.p.values[j.out].lifted);
                elsewhere.extend(again.flat_map(|j| [&j.then, &j.other]).filter_map(Atom::val));
                moved.retain(|v| !elsewhere.contains(v));
                let rest: Vec<Val> = body.iter().copied().filter(|v| !moved.contains(v)).collect();
                // No more pieces than before.
                if moved.is_empty() || words(&rest) > 0 && words(own) == 0 {
                    continue;
                }
                let mut own = [&own[..], &moved].concat();
                own.sort_unstable();
                self.plan.saved.insert(arm.id, own);
                self.plan.saved.insert(l.body.id, rest);
            }
        }
    }

    fn is_constant_float(&self, v: Val) -> bool {
        let value = &self.p.values[v];
        value.ty == Ty::Float && !value.lifted && !self.p.is_whole(v)
    }

    fn is_flag(&self, v: Val) -> bool {
        let value = &self.p.values[v];
        value.ty == Ty::Bool && !value.lifted && !self.p.is_whole(v)
    }

    /// The arms, within the frame, that all iterations but the last go through: the exit is what their branch gives, and true
    /// in the other arm, or it is their condition.
    fn main_arms(&self, block: &Block, exit: &Atom, main: &mut HashSet<BlockId>) {
        let Some(exit) = exit.val() else { return };
        for step in &block.steps {
            let Step::If { cond, then, other, joins } = step else { continue };
            if cond.val() == Some(exit) {
                main.insert(other.id);
            } else if cond.val().is_some_and(|cond| self.is_not(cond, exit)) {
                main.insert(then.id);
            }
            let Some(Join { then: a, other: b, .. }) = joins.iter().find(|j| j.out == exit) else { continue };
            let (arm, exit) = match (is_true(a), is_true(b)) {
                (true, false) => (other, b),
                (false, true) => (then, a),
                _ => continue,
            };
            main.insert(arm.id);
            self.main_arms(arm, exit, main);
        }
    }

    fn is_not(&self, v: Val, of: Val) -> bool {
        matches!(self.order.defs.get(&v), Some((_, Def::Let(Op::Not(a)))) if a.val() == Some(of))
    }

    fn in_arms(&self, block: &Block, main: &HashSet<BlockId>, is_body: bool, found: &mut Vec<Val>) {
        let is_main = !is_body && main.contains(&block.id);
        let saved = self.plan.saved.get(&block.id).into_iter().flatten().copied().filter(|_| !is_body);
        found.extend(saved.filter(|&v| {
            let value = &self.p.values[v];
            let plain = !self.p.is_whole(v) && !value.by_ref && (value.lifted || value.ty != Ty::Unknown);
            self.is_flag(v) || is_main && plain && !self.p.is_rich(v)
        }));
        for step in &block.steps {
            if let Step::If { then, other, .. } = step {
                self.in_arms(then, main, false, found);
                self.in_arms(other, main, false, found);
            }
        }
    }
}

fn is_true(a: &Atom) -> bool {
    matches!(a, Atom::Lit(t) if t.tokens().to_string() == "true")
}
