//! The steps at the top of a function, or of an iteration: what each reads and writes, found once for all loops among
//! them.

use super::{Checks, Renewed, renewed, returns};
use crate::ir::uses::reads;
use crate::ir::{Arr, Block, Loop, Op, Program, Step, Val, walk, walk_step};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What one step reads and writes, inside too.
struct Uses {
    vals: HashSet<Val>,
    arrays: HashSet<Arr>,
    writes: Vec<Arr>,
}

pub(super) struct Top<'p> {
    block: &'p Block,
    steps: Vec<Uses>,
    /// The positions of the steps that read a value.
    readers: HashMap<Val, Vec<usize>>,
    /// Where an array is written last, and where it is touched last.
    written: HashMap<Arr, usize>,
    touched: HashMap<Arr, usize>,
    /// Arrays that change places: on the way back they may do so again.
    exchanged: HashSet<Arr>,
}

impl<'p> Top<'p> {
    pub(super) fn new(block: &'p Block) -> Top<'p> {
        let (readers, written, touched) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut top = Top { block, steps: vec![], readers, written, touched, exchanged: HashSet::new() };
        for (k, step) in block.steps.iter().enumerate() {
            let (mut vals, mut arrays, mut writes) = (HashSet::new(), HashSet::new(), vec![]);
            reads(step, &mut vals, &mut arrays);
            walk_step(step, &mut |s| {
                writes.extend(s.writes());
                if let Step::Exchange(a, b) = s {
                    top.exchanged.extend([*a, *b]);
                }
            });
            vals.iter().for_each(|&v| top.readers.entry(v).or_default().push(k));
            top.written.extend(writes.iter().map(|&a| (a, k)));
            top.touched.extend(arrays.iter().chain(&writes).map(|&a| (a, k)));
            top.steps.push(Uses { vals, arrays, writes });
        }
        top
    }

    /// What has to be computed before the reverse sweep.
    pub(super) fn slice(&self, p: &Program, needs: &BTreeSet<Val>) -> HashSet<Val> {
        let mut vals: HashSet<Val> = needs.iter().copied().collect();
        let mut arrays: HashSet<Arr> = HashSet::new();
        // Contents of arrays that calls read again: any array passed to one.
        walk(&p.body, &mut |s, _| {
            if let Step::Call(c) = s {
                c.args.iter().for_each(|a| arrays.extend(a.uses().1));
            }
            if let Step::Let(v, Op::Read(a, _) | Op::Guarded(a, ..)) = s
                && needs.contains(v)
            {
                arrays.insert(*a);
            }
        });
        loop {
            let before = vals.len() + arrays.len();
            for (step, uses) in self.block.steps.iter().zip(&self.steps).rev() {
                // What an arm computes belongs to the step too.
                let mut defined = false;
                match step {
                    Step::If { .. } => {
                        walk_step(step, &mut |s| defined |= s.defines().iter().any(|v| vals.contains(v)));
                    }
                    step => defined = step.defines().iter().any(|v| vals.contains(v)),
                }
                // Writes to scratch arrays of a loop do not make the loop needed: it is they that it is checked for.
                let writes = || !matches!(step, Step::Loop(_)) && uses.writes.iter().any(|a| arrays.contains(a));
                if defined || writes() {
                    vals.extend(&uses.vals);
                    arrays.extend(&uses.arrays);
                }
            }
            if vals.len() + arrays.len() == before {
                return vals;
            }
        }
    }

    /// Whether what the loop at a position reads is still the same when everything after it has run.
    pub(super) fn unchanged_after(&self, p: &Program, l: &Loop, k: usize) -> bool {
        let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
        l.body.steps.iter().for_each(|s| reads(s, &mut vals, &mut arrays));
        let outside = |a: &&Arr| !p.within(p.arrays[**a].frame, l.frame);
        arrays.iter().filter(outside).all(|a| self.written.get(a).is_none_or(|&last| last <= k))
    }

    /// Whether every array that the loop at a position writes starts anew in each iteration and is forgotten after it.
    pub(super) fn arrays_private(&self, p: &Program, l: &Loop, k: usize, checks: &mut Checks) -> bool {
        let written: BTreeSet<Arr> = self.steps[k].writes.iter().copied().collect();
        written.into_iter().filter(|&a| !p.within(p.arrays[a].frame, l.frame)).all(|a| {
            let array = &p.arrays[a];
            if self.touched[&a] > k {
                return false;
            }
            !array.lifted
                || !array.param
                    && !array.result
                    && !returns(&p.ret, a)
                    && matches!(renewed(&l.body, a, checks), Some(Renewed::Whole | Renewed::Unread))
        })
    }

    /// The positions of the steps that use the results of a loop; none if they do more than make up the value.
    /// Those that are known to be such are not followed.
    pub(super) fn late(&self, p: &Program, after: &[Val], known: &HashSet<usize>) -> Option<HashSet<usize>> {
        let mut found = HashSet::new();
        let mut vals = after.to_vec();
        while let Some(v) = vals.pop() {
            for &k in self.readers.get(&v).into_iter().flatten() {
                if known.contains(&k) || !found.insert(k) {
                    continue;
                }
                // They run when everything has been taken back.
                let step = &self.block.steps[k];
                let changes = |a: &Arr| p.arrays[*a].undone || self.exchanged.contains(a);
                let mut pure = !self.steps[k].arrays.iter().any(changes);
                walk_step(step, &mut |s| pure &= matches!(s, Step::Let(..) | Step::If { .. }));
                if !pure {
                    return None;
                }
                vals.extend(step.defines());
            }
        }
        Some(found)
    }
}
