//! Arrays of which each iteration of a loop has its own: their content is wanted on the way back, and forward and back
//! stand in one function, so that an iteration writes where the way back reads (array expansion). Without it each
//! iteration is copied into the record and back. A mixture of two dimensions took 2.20 times the function for its gradient,
//! and 2.01 with one of its two buffers in rows.
//!
//! The loop has to know how often it runs and how long the array is, and an iteration must leave nothing of the array to
//! what comes after: it is made in it, or all of it is written before any is read.

use super::{Plan, Variant};
use crate::ir::{Access, Arg, Arr, Atom, Block, Frame, Head, Init, Int, Lies, Loop, Op, Program, Step, Storage, Ty};
use crate::ir::{View, walk};
use crate::plan::fuse::{Checks, Renewed, renewed, returns, touches};
use crate::plan::order::{Def, Order};
use std::collections::HashMap;

/// An array with a row for each iteration.
pub(crate) struct Expanded {
    pub(crate) array: Arr,
    pub(crate) len: Atom,
    /// Whether an iteration writes all of it before it reads any.
    pub(crate) renewed: bool,
}

/// The arrays, by the frames of the loops whose iterations have a row each.
pub(crate) fn find(p: &Program, order: &Order, plan: &Plan, variant: Variant) -> HashMap<Frame, Vec<Expanded>> {
    let mut found = HashMap::new();
    if variant == Variant::Split {
        return found;
    }
    walk(&p.body, &mut |step, block| {
        let frame = if block.id == p.body.id { Some(0) } else { order.bodies.get(&block.id).copied() };
        if let (Step::Loop(l), Some(frame)) = (step, frame)
            && (frame == 0 || plan.fused.contains(&frame))
            && runs_as_it_says(p, order, plan, l)
        {
            let kept = plan.restored.get(&l.frame).into_iter().flatten();
            let rows: Vec<_> = kept.filter_map(|&a| Search { p, order, plan, l }.expanded(a)).collect();
            if !rows.is_empty() {
                found.insert(l.frame, rows);
            }
        }
    });
    found
}

/// Whether a loop is reversed later, one iteration after the other, as often as its range says.
fn runs_as_it_says(p: &Program, order: &Order, plan: &Plan, l: &Loop) -> bool {
    let Head::Range { var, .. } = &l.head else { return false };
    let chunks = order.independent.iter().any(|&f| p.within(l.frame, f));
    let again = plan.again.contains_key(&l.frame) || plan.checkpointed.contains_key(&l.frame);
    let whole = l.exit.is_none() && l.count.is_none() && p.values[*var].ty == Ty::usize();
    whole && !chunks && !again && !plan.fused.contains(&l.frame) && !plan.sparse.contains_key(&l.frame)
}

struct Search<'p> {
    p: &'p Program,
    order: &'p Order,
    plan: &'p Plan,
    l: &'p Loop,
}

impl Search<'_> {
    fn expanded(&self, a: Arr) -> Option<Expanded> {
        let (p, l, array) = (self.p, self.l, &self.p.arrays[a]);
        let plain = matches!((&array.storage, &array.lies), (Storage::Heap, Lies::Apart)) && array.lifted;
        let local = !(array.param || array.result || array.grows || array.undone || returns(&p.ret, a));
        let places = self.plan.restored.values().filter(|set| set.contains(&a)).count();
        if !plain || !local || places != 1 || self.order.exchanged.contains_key(&a) || !self.is_used_plainly(a) {
            return None;
        }
        let len = self.length(a)?;
        if len.val().is_some_and(|v| p.within(p.values[v].frame, l.frame)) {
            return None;
        }
        let is_made = |s: &&Step| matches!(s, Step::Alloc(b, Init::Fill(x, _)) if *b == a && !p.active(x));
        let renewed = match array.frame == l.frame {
            true => {
                let made = l.body.steps.iter().position(|s| is_made(&s))?;
                self.renews(&l.body.steps[made + 1..], a)
            }
            false => {
                let alone = self.is_left_alone(&p.body, a, &is_made);
                (alone && self.renews(&l.body.steps, a)).then_some(true)?
            }
        };
        Some(Expanded { array: a, len, renewed })
    }

    /// How long an array is.
    fn length(&self, a: Arr) -> Option<Atom> {
        self.p.arrays[a].len.as_ref().map(|len| self.resolved(len))
    }

    /// A number, or what it is the length of; of a list that a call gives that is the list's own.
    fn resolved(&self, atom: &Atom) -> Atom {
        let (mut atom, mut met) = (atom.clone(), vec![]);
        while let Some((_, Def::Let(Op::Int(Int::Len(of))))) = atom.val().and_then(|v| self.order.defs.get(&v))
            && let array = &self.p.arrays[*of]
            && !array.param
            && !array.grows
            && !met.contains(of)
            && let Some(len) = &array.len
        {
            met.push(*of);
            atom = len.clone();
        }
        atom
    }

    /// Whether steps write all of an array before they read any, for certain.
    fn renews(&self, steps: &[Step], a: Arr) -> bool {
        let block = Block { id: self.l.body.id, steps: steps.to_vec() };
        let mut checks = Checks::default();
        let len = self.length(a);
        let whole = renewed(&block, a, &mut checks) == Some(Renewed::Whole) && checks.overwrites.is_empty();
        let covered = |frame: &Frame| match self.order.heads.get(frame) {
            Some(Head::Range { hi, .. }) => len.as_ref().is_some_and(|len| self.resolved(hi).same(len)),
            _ => false,
        };
        whole && checks.covers.keys().all(covered)
    }

    /// Whether no step beside the loop has to do with an array, but those that make it.
    fn is_left_alone(&self, block: &Block, a: Arr, is_made: &dyn Fn(&&Step) -> bool) -> bool {
        block.steps.iter().all(|step| match step {
            Step::Loop(l) if l.frame == self.l.frame => true,
            step if is_made(&step) => true,
            Step::Loop(l) => {
                let head = match &l.head {
                    Head::While { block, .. } => self.is_left_alone(block, a, is_made),
                    Head::Range { .. } => true,
                };
                head && self.is_left_alone(&l.body, a, is_made)
            }
            Step::If { then, other, .. } => {
                self.is_left_alone(then, a, is_made) && self.is_left_alone(other, a, is_made)
            }
            step => !touches(step, a),
        })
    }

    /// Whether nothing that is done with an array asks for more than a slice.
    fn is_used_plainly(&self, a: Arr) -> bool {
        let mut all = true;
        let reads_it = |op: &Op| matches!(op, Op::Read(..) | Op::Guarded(..) | Op::Int(_));
        walk(&self.p.body, &mut |step, _| {
            all &= match step {
                Step::If { .. } | Step::Loop(_) | Step::Alloc(..) | Step::Store(..) | Step::CopyFrom(..) => true,
                Step::Swap(..) | Step::Bounds(..) | Step::Assert(..) => true,
                Step::Let(_, op) => reads_it(op) || !op.arrays().contains(&a),
                Step::Call(c) => {
                    let slices = |arg: &Arg| match arg {
                        Arg::View(View { arr, .. }, access) => {
                            *arr != a || matches!(access, Access::Read | Access::Write)
                        }
                        Arg::Owned(b) => *b != a,
                        _ => true,
                    };
                    let mut fits = true;
                    c.args.iter().for_each(|arg| arg.each(&mut |arg| fits &= slices(arg)));
                    c.out.each(&mut |_| {}, &mut |b| fits &= b != a);
                    fits
                }
                step => !touches(step, a),
            };
        });
        all
    }
}
