//! Whether an array still holds, when a frame is reversed, what it held.

use super::Planner;
use crate::ir::{Arr, Atom, Frame, Init, Program, Step, Storage, walk};
use crate::order::Order;
use std::collections::{HashMap, HashSet};

/// Where the content of an array comes from in the reverse sweep.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Content {
    /// It is still there.
    Free,
    /// It is put back when a run of this frame is reversed.
    At(Frame),
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
            Content::At(_) | Content::Gone if self.options.recompute && self.literals.contains_key(&a) => Content::Made,
            content => content,
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
            return match () {
                // What the same run of the frame writes later is still there when the frame's values are made.
                () if own && (self.split && frame == 0 || self.order.written(a, at, self.order.frames[&frame].1)) => {
                    Content::Gone
                }
                () if self.split => Content::At(0),
                () => Content::Free,
            };
        }
        let (mut end, mut f) = (at, frame);
        loop {
            let (start, last) = self.order.frames[&f];
            if self.order.written(a, end, last) {
                return Content::Gone;
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
