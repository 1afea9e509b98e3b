//! Short lists of known length that stay in the function are arrays: `vec![0.0; 3]`, what is collected from an array.
//!
//! Their memory is the function's own, their elements can stay in registers, and what is saved of them needs no length.

use crate::ir::uses::reads;
use crate::ir::{Arr, Atom, Init, Op, Program, Ret, RowsOf, Step, Storage, View, walk};
use proc_macro2::Literal;
use quote::quote;
use std::collections::{HashMap, HashSet};

/// Longer ones stay on the heap: each takes its place in every iteration that may be saved.
const LONGEST: u64 = 64;

pub(super) fn promote(p: &mut Program) {
    let mut found = Found { lengths: HashMap::new(), kept: HashSet::new() };
    walk(&p.body, &mut |step, _| found.step(step));
    for leaf in p.ret.leaves() {
        match leaf {
            Ret::Array(a) => found.keep([*a]),
            Ret::Rows(_, levels) => found.keep(levels.iter().filter_map(|level| match level {
                RowsOf::Table(a, ..) => Some(*a),
                RowsOf::Even(_) => None,
            })),
            _ => {}
        }
    }
    let Found { lengths, kept } = found;
    for (a, n) in lengths {
        let array = &mut p.arrays[a];
        let local = matches!(array.storage, Storage::Heap) && !array.param && !array.result && !array.grows;
        if local && !kept.contains(&a) {
            let n = Literal::u64_unsuffixed(n);
            array.storage = Storage::Fixed(quote!(#n));
            array.len = None;
        }
    }
}

struct Found {
    /// How long lists are that are made with a known length.
    lengths: HashMap<Arr, u64>,
    /// Lists that are more than their elements: handed on, grown, given, or of another length elsewhere.
    kept: HashSet<Arr>,
}

impl Found {
    fn keep(&mut self, arrays: impl IntoIterator<Item = Arr>) {
        self.kept.extend(arrays);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Alloc(a, init) => {
                let n = match init {
                    Init::Fill(_, n) | Init::Copy(View { part: Some((_, n)), .. }) => number(n),
                    Init::Elements(elements) => u64::try_from(elements.len()).ok(),
                    Init::Copy(View { part: None, .. }) => None,
                };
                match n.filter(|n| (1..=LONGEST).contains(n)) {
                    Some(n) if self.lengths.get(a).is_none_or(|m| *m == n) => drop(self.lengths.insert(*a, n)),
                    _ => self.keep([*a]),
                }
            }
            Step::Let(_, Op::Read(..) | Op::Guarded(..) | Op::Int(_)) => {}
            Step::Let(_, op) => self.keep(op.arrays()),
            Step::Store(..) | Step::CopyFrom(..) | Step::Swap(..) | Step::Undo(..) => {}
            Step::If { .. } | Step::Loop(_) => {}
            other => {
                self.keep(other.writes());
                let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
                reads(other, &mut vals, &mut arrays);
                self.keep(arrays);
            }
        }
    }
}

fn number(n: &Atom) -> Option<u64> {
    match n {
        Atom::Lit(n) => n.text().trim_end_matches("usize").parse().ok(),
        Atom::Val(_) => None,
    }
}
