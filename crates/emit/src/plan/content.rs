//! Whether an array still holds, when a frame is reversed, what it held.

use super::Planner;
use crate::ir::{Arr, Atom, Frame, Head, Init, Op, Program, Step, Storage, Val, walk};
use crate::plan::fuse::returns;
use crate::plan::order::{Def, Order};
use std::collections::{HashMap, HashSet};

/// Where the content of an array comes from in the reverse sweep.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Content {
    /// It is still there.
    Free,
    /// It is put back when a run of this frame is reversed.
    At(Frame),
    /// It is put back in this array when a run of the frame is reversed, and changes places with it on the way.
    Exchanged(Frame, Arr),
    /// It is made again from its elements.
    Made,
    /// It has been overwritten.
    Gone,
}

/// Arrays of a length that the compiler knows, made of values and not written to after, with their elements.
pub(super) fn literals(p: &Program, order: &Order) -> HashMap<Arr, Vec<Atom>> {
    let mut found = HashMap::new();
    walk(&p.body, &mut |step, _| {
        if let Step::Alloc(a, Init::Elements(elements)) = step
            && !p.arrays[*a].param
            && matches!(p.arrays[*a].storage, Storage::Fixed(_))
        {
            found.insert(*a, elements.clone());
        }
    });
    found.retain(|a, _| order.writes.get(a).is_some_and(|writes| writes.len() == 1));
    found
}

/// Of an array that is read at more places it is not asked which of them find what it held.
const MANY: usize = 16;

/// The values that are read of each array.
pub(super) fn readers(order: &Order) -> HashMap<Arr, Vec<Val>> {
    let mut found = HashMap::<Arr, Vec<Val>>::new();
    for (v, (_, def)) in &order.defs {
        if let Def::Let(op) = def {
            op.arrays().into_iter().for_each(|a| found.entry(a).or_default().push(*v));
        }
    }
    found
}

/// Arrays that are passed to calls.
pub(super) fn passed(p: &Program) -> HashSet<Arr> {
    let mut found = HashSet::new();
    walk(&p.body, &mut |step, _| {
        if let Step::Call(c) = step {
            c.args.iter().for_each(|arg| found.extend(arg.uses().1));
        }
    });
    found
}

/// What is held from inside an arm on.
pub(super) fn in_arms(p: &Program) -> HashSet<Arr> {
    let mut bodies = HashSet::from([p.body.id]);
    walk(&p.body, &mut |step, _| {
        if let Step::Loop(l) = step {
            bodies.insert(l.body.id);
        }
    });
    let mut found = HashSet::new();
    walk(&p.body, &mut |step, block| {
        if let Step::Hold(a, _) = step
            && !bodies.contains(&block.id)
        {
            found.insert(*a);
        }
    });
    found
}

impl Planner<'_> {
    /// Where the content that an array has at a position comes from when the frame there is reversed; `own` if only a
    /// value of that frame is to be read.
    pub(super) fn content(&self, a: Arr, at: usize, frame: Frame, own: bool) -> Content {
        match self.kept_content(a, at, frame, own) {
            Content::At(_) | Content::Exchanged(..) | Content::Gone
                if self.options.recompute && self.literals.contains_key(&a) =>
            {
                Content::Made
            }
            content => content,
        }
    }

    /// Whether a loop reads each element of an array at most once in a run of the frame around, and nothing else wants what
    /// would be put back there, in the array that holds it: what it reads is less to save than the array.
    pub(super) fn is_read_once(&self, [a, held]: [Arr; 2], op: &Op, around: Frame, frame: Frame) -> bool {
        let Some(Head::Range { var, .. }) = self.order.heads.get(&frame) else { return false };
        let Op::Read(_, Atom::Val(index)) = op else { return false };
        let shift = |v: Val| match self.order.defs.get(&v) {
            Some((_, Def::Let(Op::Int(int)))) => int.shift().map(|(u, _)| u),
            _ => None,
        };
        let side_by_side = index == var || shift(*index) == Some(*var);
        let Some(readers) = self.readers.get(&a).filter(|list| list.len() <= MANY) else { return false };
        let is_there = |v: &&Val| {
            let at = self.order.defs[*v].0;
            self.content(a, at, self.p.values[**v].frame, true) != Content::Gone
        };
        // What the frame itself made goes over as it is.
        side_by_side
            && self.p.arrays[held].frame != around
            && self.p.parents[frame] == around
            && !self.passed.contains(&a)
            && readers.iter().filter(is_there).count() == 1
    }

    /// The array that holds, at the end of a run of the frame, what another held at a position in it: the two change places
    /// there once, and nowhere else.
    fn exchanged_for(&self, a: Arr, at: usize, f: Frame) -> Option<Arr> {
        let &[exchange] = self.order.exchanged.get(&a)?.as_slice() else { return None };
        let with = exchange.with;
        let (start, last) = self.order.frames[&f];
        let local = |b: Arr, frames: &[Frame]| {
            let array = &self.p.arrays[b];
            let alone = self.order.exchanged.get(&b).is_some_and(|list| list.len() == 1);
            let plain = matches!(array.storage, Storage::Heap) && array.lifted && !array.param && !array.result;
            alone && plain && frames.contains(&array.frame) && !returns(&self.p.ret, b)
        };
        let inside = start < exchange.at && exchange.at <= last && self.order.bodies.get(&exchange.block) == Some(&f);
        let unwritten = !self.order.written(a, at, exchange.at - 1) && !self.order.written(with, exchange.at, last);
        let chunks = self.order.independent.iter().any(|&i| self.p.within(f, i));
        let usual = !self.at_hand(f) && f != 0 && !chunks && !self.runs_again;
        (inside && at < exchange.at && unwritten && usual && local(a, &[0]) && local(with, &[0, f])).then_some(with)
    }

    /// Puts the content of an array back when a frame is reversed, and notes what changes places until it is there.
    pub(super) fn put_back(&mut self, a: Arr, f: Frame, with: Option<Arr>) {
        self.plan.restored.entry(f).or_default().insert(with.unwrap_or(a));
        if with.is_some() {
            self.plan.exchanged.insert(a);
            if self.split {
                // It is there, whatever it holds.
                self.plan.restored.entry(0).or_default().insert(a);
            }
        }
    }

    fn kept_content(&self, a: Arr, at: usize, frame: Frame, own: bool) -> Content {
        let array = &self.p.arrays[a];
        if matches!(array.storage, Storage::Shared) {
            return Content::Free;
        }
        if self.in_arms.contains(&a) {
            return Content::Gone;
        }
        if array.undone {
            let home = array.frame;
            let stays = if home == 0 { !self.split } else { self.at_hand(home) };
            return match () {
                // What the same run of the frame writes later is still there when the frame's values are made.
                () if own && (!stays && frame == home || self.order.written(a, at, self.order.frames[&frame].1)) => {
                    Content::Gone
                }
                () if stays => Content::Free,
                () => Content::At(home),
            };
        }
        let (mut end, mut f) = (at, frame);
        loop {
            let (start, last) = self.order.frames[&f];
            if self.order.written(a, end, last) {
                return match self.exchanged_for(a, end, f) {
                    Some(with) if !(own && f == frame) => Content::Exchanged(f, with),
                    _ => Content::Gone,
                };
            }
            if self.at_hand(f) {
                return Content::Free;
            }
            let written = self.order.written(a, start.saturating_sub(1), last);
            if f == 0 {
                let passed = array.param && !written && !matches!(array.storage, Storage::Exclusive);
                return match () {
                    () if !self.split || passed => Content::Free,
                    () if own && frame == 0 => Content::Gone,
                    () => Content::At(0),
                };
            }
            // Other iterations do not touch what this one writes.
            let apart = self.order.independent.contains(&f) && !self.p.within(array.frame, f);
            if written && !apart {
                return if own && f == frame { Content::Gone } else { Content::At(f) };
            }
            (end, f) = (last, self.p.parents[f]);
        }
    }
}
