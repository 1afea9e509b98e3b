//! Arrays whose writes are taken back on the way back: before each write the element is saved, so that everything that
//! was read of the array can be read again when its turn comes.
//!
//! Where more is read than written, as in Cholesky's decomposition, that is less to save than what was read: there the
//! record of a matrix of 64 by 64 shrinks from 780 kB to 50 kB.

use crate::ir::{Arr, Atom, Block, Frame, Int, Op, Program, Ret, Step, Storage, Ty, Value, View, walk};
use crate::plan::Plan;
use crate::plan::order::{Def, Order};
use proc_macro2::Literal;
use quote::{format_ident, quote};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// What a loop around multiplies the count of saved values by.
const ITERATIONS: u64 = 8;

/// Makes the writes of arrays such that they can be taken back, where that saves more than it costs by a plan without.
/// Gives whether it changed anything.
pub fn undo(p: &mut Program, order: &Order, plan: &Plan) -> bool {
    let weight = |mut frame: Frame| {
        let mut weight = 1u64;
        while frame != 0 {
            weight = weight.saturating_mul(ITERATIONS);
            frame = p.parents[frame];
        }
        weight
    };
    // What would not have to be saved any more.
    let mut gains = BTreeMap::<Arr, u64>::new();
    for &v in plan.saved.values().flatten() {
        if let Some((at, Def::Let(Op::Read(a, _)))) = order.defs.get(&v)
            && !order.written(*a, *at, order.frames[&p.values[v].frame].1)
        {
            *gains.entry(*a).or_default() += weight(p.values[v].frame);
        }
    }
    if gains.is_empty() {
        return false;
    }
    let mut costs = BTreeMap::<Arr, u64>::new();
    let mut fixed = HashSet::new();
    fixed.extend(p.ret.leaves().into_iter().filter_map(|leaf| match leaf {
        Ret::Array(a) => Some(*a),
        _ => None,
    }));
    // Iterations that run on several threads take back nothing of each other's.
    fixed.extend(crate::plan::independent::written(p));
    walk_frames(&p.body, 0, &mut |step, frame| match step {
        Step::Store(a, ..) => *costs.entry(*a).or_default() += weight(frame),
        Step::CopyFrom(to, from) if to.arr != from.arr && elements(p, to).is_some() => {
            let count = elements(p, to).map_or(0, |part| part.len() as u64);
            *costs.entry(to.arr).or_default() += count * weight(frame);
        }
        // A loop that is run again writes more than once.
        Step::Loop(l) if l.checkpoint.is_some() || l.keep.is_some() => {
            walk(&l.body, &mut |step, _| fixed.extend(step.writes()));
        }
        // A swap takes itself back.
        Step::Swap(..) => {}
        Step::Alloc(a, _) if frame == p.arrays[*a].frame => {
            if costs.contains_key(a) {
                fixed.insert(*a);
            }
        }
        other => fixed.extend(other.writes()),
    });
    let wanted: Vec<Arr> = gains
        .into_iter()
        .filter(|(a, gain)| {
            let array = &p.arrays[*a];
            let own = !array.param && !array.result && !array.grows;
            let numbers = array.lifted && array.active && matches!(array.storage, Storage::Heap | Storage::Fixed(_));
            own && numbers && !fixed.contains(a) && costs.get(a).is_some_and(|cost| *gain > 2 * cost)
        })
        .map(|(a, _)| a)
        .collect();
    for &a in &wanted {
        p.arrays[a].undone = true;
    }
    if !wanted.is_empty() {
        let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
        insert(p, &mut body, 0);
        p.body = body;
    }
    !wanted.is_empty()
}

/// So many elements that are overwritten at once are saved one by one.
const FEW: usize = 16;

/// The elements of a part of an array, if they are few and known.
fn elements(p: &Program, part: &View) -> Option<Range<usize>> {
    let literal = |atom: &Atom| Int::Atom(atom.clone()).literal().and_then(|n| usize::try_from(n).ok());
    let range = match (&part.part, &p.arrays[part.arr].storage) {
        (Some((from, len)), _) => literal(from)?..literal(from)? + literal(len)?,
        (None, Storage::Fixed(len)) => 0..len.to_string().parse().ok()?,
        (None, _) => return None,
    };
    (range.len() <= FEW).then_some(range)
}

fn walk_frames(block: &Block, frame: Frame, f: &mut dyn FnMut(&Step, Frame)) {
    for step in &block.steps {
        f(step, frame);
        let inner = if let Step::Loop(l) = step { l.frame } else { frame };
        step.blocks().into_iter().for_each(|b| walk_frames(b, inner, f));
    }
}

/// Saves what the writes of a block overwrite.
fn insert(p: &mut Program, block: &mut Block, frame: Frame) {
    let steps = std::mem::take(&mut block.steps);
    for mut step in steps {
        match &mut step {
            Step::If { then, other, .. } => {
                insert(p, then, frame);
                insert(p, other, frame);
            }
            Step::Loop(l) => insert(p, &mut l.body, l.frame),
            Step::Store(a, i, ..) if p.arrays[*a].undone => save(p, block, frame, *a, i),
            Step::CopyFrom(to, _) if p.arrays[to.arr].undone => {
                for k in elements(p, to).into_iter().flatten() {
                    let k = Literal::usize_unsuffixed(k);
                    save(p, block, frame, to.arr, &Atom::lit(quote!(#k)));
                }
            }
            _ => {}
        }
        block.steps.push(step);
    }
}

fn save(p: &mut Program, block: &mut Block, frame: Frame, a: Arr, i: &Atom) {
    let old = p.values.len();
    let before = Value::new(format_ident!("before_{old}"), Ty::Float, frame, block.id);
    p.values.push(Value { lifted: true, ..before });
    block.steps.push(Step::Let(old, Op::Read(a, i.clone())));
    block.steps.push(Step::Undo(a, i.clone(), old));
}
