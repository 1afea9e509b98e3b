//! What hangs on an operand that may lose, or on a value that one arm alone uses: the way back goes through it only where
//! that is taken.
//!
//! What loses in a `max` is absent, as what an arm that is not taken uses: it adds nothing to any adjoint, whatever the
//! partials behind it are. A convolution with its negative part cut off took 2.9 times its own time with its gradient when
//! the way back multiplied by zeros, and takes 2.5. Steps without a loop are not worth a branch; steps with a record stay, as
//! what was saved would have to be taken from it all the same.

use crate::emit::Emitter;
use crate::ir::{Atom, Block, Head, Op, Step, Val, walk, walk_step};
use crate::plan::{has_active, is_active, loop_is_active, partials_of};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{HashMap, HashSet};

/// How often each value is used where that adds to its adjoint.
pub(crate) type Uses = HashMap<Val, usize>;

/// Steps before another one: their block, the first of them and that one.
pub(crate) type Before<'b> = (&'b Block, usize, usize);

/// Steps before another one whose adjoints come from there alone.
pub(crate) struct Hanging {
    /// The first of them.
    pub(crate) start: usize,
    /// Where they are gone through.
    on: On,
}

#[derive(Clone, Copy, PartialEq)]
enum On {
    /// Where this operand is taken.
    Operand(usize),
    /// In this arm.
    Then,
    Other,
}

impl Emitter<'_> {
    /// The steps of a block from one on, before another one, backwards.
    pub(crate) fn reverse_between(&mut self, block: &Block, start: usize, end: usize) -> TokenStream {
        let mut out = TokenStream::new();
        let mut k = end;
        while k > start {
            k -= 1;
            let step = &block.steps[k];
            let hanging = self.hanging(block, start, k);
            let Some(hanging) = hanging else {
                out.extend(self.reverse_step(step));
                continue;
            };
            out.extend(match (step, hanging.on) {
                (Step::If { cond, then, other, joins }, on) => {
                    let on = |arm| (on == arm).then_some((block, hanging.start, k));
                    self.reverse_if(cond, [(then, on(On::Then)), (other, on(On::Other))], joins)
                }
                (Step::Let(v, Op::Fun(f, args, _)), On::Operand(i)) => {
                    let args: Vec<_> = args.iter().collect();
                    let mut trees = partials_of(self.p, self.order, *v, (*f, &args, 0));
                    let partial = trees.swap_remove(i).map(|tree| self.partial_number(*v, &args, &tree));
                    let (at, behind) = (self.reverse_step(step), self.reverse_between(block, hanging.start, k));
                    quote!(#at if ::wengert::generated::taken(#partial) { #behind })
                }
                _ => self.reverse_step(step),
            });
            k = hanging.start;
        }
        out
    }

    /// What hangs on a step, if there is a loop in it.
    fn hanging(&self, block: &Block, first: usize, k: usize) -> Option<Hanging> {
        if !block.steps[first..k].iter().any(|step| matches!(step, Step::Loop(_))) {
            return None;
        }
        match &block.steps[k] {
            Step::Let(v, Op::Fun(f, args, _)) if f.row().chooses && self.p.values[*v].active && !self.p.is_rich(*v) => {
                let mut active = args.iter().enumerate().filter(|(_, a)| self.p.active(a));
                let (Some((i, Atom::Val(u))), None) = (active.next(), active.next()) else { return None };
                let start = self.hangs_on(block, first, k, HashMap::from([(*u, 1)]))?;
                Some(Hanging { start, on: On::Operand(i) })
            }
            Step::If { then, other, joins, .. } => {
                [(On::Then, then), (On::Other, other)].into_iter().find_map(|(on, arm)| {
                    let mut uses = HashMap::new();
                    for join in joins {
                        let taken = if on == On::Then { &join.then } else { &join.other };
                        taken.val().into_iter().for_each(|v| *uses.entry(v).or_default() += 1);
                    }
                    walk(arm, &mut |step, _| self.add_uses(step, &mut uses));
                    let start = self.hangs_on(block, first, k, uses)?;
                    Some(Hanging { start, on })
                })
            }
            _ => None,
        }
    }

    /// The first of the steps before the `k`-th whose values are used as these are, and by each other, but nowhere else.
    fn hangs_on(&self, block: &Block, first: usize, k: usize, mut uses: Uses) -> Option<usize> {
        let all = self.uses.get_or_init(|| {
            let mut all = HashMap::new();
            walk(&self.p.body, &mut |step, _| self.add_uses(step, &mut all));
            self.p.ret.scalars().filter_map(Atom::val).for_each(|v| *all.entry(v).or_default() += 1);
            all
        });
        let (mut start, mut loops, mut own, mut used) = (k, false, HashSet::new(), HashMap::new());
        for (j, step) in block.steps.iter().enumerate().take(k).skip(first).rev() {
            if !self.goes_back(step) {
                continue;
            }
            let defined: Vec<Val> = step.defines().into_iter().filter(|&v| self.p.values[v].active).collect();
            if !self.can_be_left_out(step) || !defined.iter().all(|v| uses.get(v) == all.get(v)) {
                break;
            }
            (start, loops) = (j, loops || matches!(step, Step::Loop(_)));
            own.extend(defined);
            walk_step(step, &mut |step| {
                self.add_uses(step, &mut uses);
                self.add_uses(step, &mut used);
            });
        }
        // What is added to a straight value stands in its own block.
        let strays = |v: &Val| {
            let value = &self.p.values[*v];
            value.active && value.straight && value.block == block.id && !own.contains(v)
        };
        (loops && !used.keys().any(strays)).then_some(start)
    }

    fn add_uses(&self, step: &Step, uses: &mut Uses) {
        let mut add = |v: Val| *uses.entry(v).or_default() += 1;
        match step {
            Step::Let(v, _) if !self.p.values[*v].active => {}
            Step::Loop(l) => l.carried.iter().flat_map(|c| [&c.init, &c.next]).filter_map(Atom::val).for_each(add),
            Step::If { joins, .. } => {
                joins.iter().flat_map(|j| [&j.then, &j.other]).filter_map(Atom::val).for_each(add);
            }
            step => step.mentions(&mut add),
        }
    }

    /// Whether the way back does anything at a step.
    fn goes_back(&self, step: &Step) -> bool {
        match step {
            Step::Loop(l) => loop_is_active(self.p, l),
            Step::If { then, other, .. } => {
                is_active(self.p, step) || has_active(self.p, then) || has_active(self.p, other)
            }
            step => is_active(self.p, step),
        }
    }

    /// Whether all that the way back does at a step is to add: it takes nothing from the record, and sets nothing.
    fn can_be_left_out(&self, step: &Step) -> bool {
        let saves = |block: &Block| {
            let any = |list: Option<&Vec<Val>>| list.is_some_and(|list| !list.is_empty());
            any(self.plan.saved.get(&block.id)) || any(self.plan.shaped.get(&block.id))
        };
        let mut fine = true;
        walk_step(step, &mut |step| {
            fine &= match step {
                Step::Let(v, op) => {
                    !self.p.is_whole(*v)
                        && !op.vals().into_iter().any(|u| self.p.is_rich(u))
                        && !self.plan.overwritten.assigned.contains(v)
                        && !self.carried.contains_key(v)
                }
                Step::If { then, other, joins, .. } => {
                    !saves(then) && !saves(other) && !joins.iter().any(|j| self.p.is_rich(j.out))
                }
                Step::Loop(l) => {
                    !loop_is_active(self.p, l)
                        || matches!(l.head, Head::Range { .. })
                            && l.count.is_none()
                            && l.independent.is_none()
                            && !l.carried.iter().any(|c| self.p.is_rich(c.param))
                            && !self.plan.fused.contains(&l.frame)
                            && !self.uses_workspace(l)
                }
                step => !is_active(self.p, step),
            }
        });
        fine
    }
}
