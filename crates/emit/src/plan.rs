//! How each frame is reversed: what is saved, what is computed again, what runs forward and backward at once.
//!
//! The plan is one object, computed once, and read by both the forward and the reverse emitter. A frame that is
//! reversed right after it ran (the function, a fused iteration) has all its values at hand. Any other frame saves, for
//! each run, the cheapest set of values from which the needed ones follow ([`cut`]).

mod content;
mod cost;
pub(crate) mod cut;
pub(crate) mod expanded;
pub(crate) mod fuse;
mod gathered;
pub mod independent;
mod kept;
mod once;
pub mod order;
mod overwrite;
pub mod partials;
#[cfg(feature = "show")]
pub mod print;
pub(crate) mod sparse;
pub mod strips;
mod table;
pub mod undo;

use content::{Content, in_arms, literals, passed, readers};
use cost::{SAVING, SAVING_CONSTANT, SAVING_OWN, SAVING_STRUCTURE, cost};
use table::op_needs;
pub(crate) use table::{arithmetic, parameter, partials_of};

use crate::ir::{
    Arr, Atom, Binary, Block, BlockId, Frame, Head, Init, Int, Loop, Op, Program, Step, Storage, Ty, Val, View, walk,
};
use crate::plan::cut::{Choice, Node, choose};
use crate::plan::expanded::Expanded;
use crate::plan::order::{Def, Order};
use crate::plan::overwrite::Overwritten;
use crate::plan::sparse::{Log, extrema, is_sparse};
use crate::signature::options::Options;
use crate::syntax::marks::Keep;
use proc_macro2::Span;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Which of the generated functions is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Forward and reverse in one function, loops fused where they can be.
    Fused,
    /// The same without fused loops.
    Joint,
    /// Two functions, with a record between them.
    Split,
}

#[derive(Default)]
pub struct Plan {
    /// Frames of loops that run forward and backward at once.
    pub(crate) fused: HashSet<Frame>,
    /// What a fused iteration has to check before it is believed to start from nothing.
    pub checks: fuse::Checks,
    /// Steps beside fused loops that only make up the value, by their block and their place in it.
    pub(crate) late: HashSet<(BlockId, usize)>,
    pub(crate) saved: HashMap<BlockId, Vec<Val>>,
    /// Structures of which only the shape is saved, for the adjoint.
    pub(crate) shaped: HashMap<BlockId, Vec<Val>>,
    pub(crate) computed: HashSet<Val>,
    /// Arrays whose content at the end of a frame's run is put back before it is reversed.
    pub(crate) restored: HashMap<Frame, BTreeSet<Arr>>,
    /// Arrays of which each iteration of a loop, by frame, has its own.
    pub(crate) expanded: HashMap<Frame, Vec<Expanded>>,
    /// Arrays whose content changes places on the way back as their adjoints do.
    pub(crate) exchanged: HashSet<Arr>,
    /// Arguments of calls whose content is put back for the call alone.
    pub(crate) snapshots: HashSet<(usize, Arr)>,
    /// Loops that log the iterations that matter, by frame.
    pub(crate) sparse: HashMap<Frame, Log>,
    /// Values that the reverse of a frame at hand reads.
    pub(crate) wanted: HashSet<Val>,
    /// What the reverse of each frame reads; for [`fuse`].
    pub needs: HashMap<Frame, BTreeSet<Val>>,
    /// Loops of which some states are kept, by frame: the arrays that belong to a state.
    pub(crate) checkpointed: HashMap<Frame, BTreeSet<Arr>>,
    /// Loops that run again before they are reversed, by frame: the arrays that they find and write to.
    pub again: HashMap<Frame, BTreeSet<Arr>>,
    /// Where something was to be computed again that cannot be.
    pub refused: Vec<Span>,
    /// Arrays that are made again from their elements.
    pub(crate) remade: HashSet<Arr>,
    /// Values that the way back alone reads: what writes overwrite, where arrays are undone, and functions beside others.
    pub(crate) read_back: HashSet<Val>,
    /// Loops that are independent, but stay in order: a table is gone that says which elements belong to an iteration.
    pub(crate) in_order: HashSet<Frame>,
    /// Adjoints of arrays that are assigned, and such as need not be cleared.
    pub(crate) overwritten: Overwritten,
    /// Whether loops are written for the machine rather than for readers.
    pub(crate) tune: bool,
}

/// The plan of one; for [`Variant::Fused`], `needs` are those of the plan of [`Variant::Joint`].
pub fn plan(
    p: &Program,
    order: &Order,
    options: Options,
    variant: Variant,
    needs: Option<&HashMap<Frame, BTreeSet<Val>>>,
) -> Plan {
    let mut plan = Plan { tune: options.tune, ..Plan::default() };
    plan.read_back.extend(&p.beside);
    let mut runs_again = false;
    walk(&p.body, &mut |step, _| match step {
        Step::Undo(_, _, old) => drop(plan.read_back.insert(*old)),
        Step::Loop(l) => runs_again |= l.checkpoint.is_some() || matches!(l.keep, Some(Keep::Recompute(_))),
        _ => {}
    });
    if let Some(needs) = needs.filter(|_| options.fuse) {
        let found = fuse::find(p, needs);
        (plan.fused, plan.checks, plan.late) = (found.frames, found.checks, found.late);
    }
    let mut planner = Planner {
        p,
        order,
        options,
        split: variant == Variant::Split,
        literals: literals(p, order),
        in_arms: in_arms(p),
        passed: passed(p),
        runs_again,
        readers: readers(order),
        shapes: HashMap::new(),
        plan,
    };
    let mut needs = planner.block(&p.body);
    if planner.split {
        planner.solve(0, &needs);
    } else {
        needs.extend(planner.shapes_of(0));
        planner.plan.wanted.extend(&needs);
    }
    planner.plan.needs.insert(0, needs);
    let mut plan = planner.plan;
    if options.tune {
        plan.overwritten = overwrite::find(p, order, &plan);
        plan.expanded = expanded::find(p, order, &plan, variant);
    }
    plan
}

struct Planner<'p> {
    p: &'p Program,
    order: &'p Order,
    options: Options,
    split: bool,
    /// The elements of arrays that never change.
    literals: HashMap<Arr, Vec<Atom>>,
    /// What is held from inside an arm on, which nobody sees behind it.
    in_arms: HashSet<Arr>,
    /// Arrays that calls see.
    passed: HashSet<Arr>,
    /// Whether a loop runs again on the way back.
    runs_again: bool,
    /// What is read of each array.
    readers: HashMap<Arr, Vec<Val>>,
    /// Structures, by frame, of which the way back asks the shape.
    shapes: HashMap<Frame, BTreeSet<Val>>,
    plan: Plan,
}

/// Whether reversing the block does anything.
pub(crate) fn has_active(p: &Program, block: &Block) -> bool {
    let mut found = false;
    walk(block, &mut |step, _| found |= is_active(p, step));
    found
}

/// Whether reversing the loop does anything; it may do no more than hand adjoints on.
pub(crate) fn loop_is_active(p: &Program, l: &Loop) -> bool {
    l.carried.iter().any(|c| p.values[c.param].active) || has_active(p, &l.body)
}

/// Whether the step itself has an adjoint.
pub(crate) fn is_active(p: &Program, step: &Step) -> bool {
    match step {
        Step::Call(c) => c.active,
        Step::Undo(..) => true,
        Step::Bounds(..) | Step::Assert(..) | Step::Say(..) | Step::Grow(..) | Step::Cut(..) => false,
        other => {
            other.defines().iter().any(|&v| p.values[v].active) || other.writes().iter().any(|&a| p.arrays[a].active)
        }
    }
}

impl Planner<'_> {
    /// What the reverse of a block reads from its frame and those around it.
    fn block(&mut self, block: &Block) -> BTreeSet<Val> {
        let mut needs = BTreeSet::new();
        for step in &block.steps {
            self.step(step, &mut needs);
        }
        needs
    }

    fn step(&mut self, step: &Step, needs: &mut BTreeSet<Val>) {
        let p = self.p;
        let view = |v: &View| v.vals();
        match step {
            Step::If { cond, then, other, joins } => {
                if joins.iter().any(|j| p.values[j.out].active) || has_active(p, then) || has_active(p, other) {
                    needs.extend(cond.val());
                    joins.iter().for_each(|j| self.shape(j.out));
                    needs.extend(self.block(then));
                    needs.extend(self.block(other));
                }
            }
            Step::Loop(l) => {
                if loop_is_active(p, l) {
                    l.carried.iter().filter(|c| p.values[c.param].active).for_each(|c| self.shape(c.param));
                    needs.extend(self.repeat(l));
                    for c in l.carried.iter().filter(|c| p.is_rich(c.param)) {
                        // What the adjoint is shaped like.
                        match p.values[c.after].active {
                            true => self.shape(c.after),
                            false => needs.extend(c.init.val()),
                        }
                    }
                }
            }
            step if !is_active(p, step) => {}
            Step::Let(v, op) => {
                needs.extend(op_needs(p, self.order, *v, op));
                self.shape(*v);
            }
            Step::Alias(_, v, _) => drop(needs.insert(*v)),
            Step::Hold(..) => {}
            Step::Put(put) => needs.extend(put.index.val()),
            Step::Alloc(a, init) => {
                needs.extend(p.arrays[*a].len.as_ref().and_then(Atom::val));
                if let Init::Copy(v) = init {
                    needs.extend(view(v));
                }
            }
            Step::Store(_, i, ..) => needs.extend(i.val()),
            Step::CopyFrom(v, w) => needs.extend(view(v).into_iter().chain(view(w))),
            Step::Swap(_, i, j) => needs.extend(i.val().into_iter().chain(j.val())),
            Step::Undo(_, i, old) => {
                needs.extend(i.val());
                needs.insert(*old);
            }
            Step::Call(c) => {
                let (at, frame) = self.order.calls[&c.id];
                for arg in &c.args {
                    needs.extend(arg.uses().0);
                    let mut read = vec![];
                    arg.each(&mut |arg| match arg {
                        crate::ir::Arg::View(v, access) if !access.lends() => read.push(v.arr),
                        crate::ir::Arg::Owned(a) => read.push(*a),
                        _ => {}
                    });
                    for a in read {
                        match self.content(a, at, frame, false) {
                            Content::Free => {}
                            Content::At(f) => self.put_back(a, f, None),
                            Content::Exchanged(f, with) => self.put_back(a, f, Some(with)),
                            Content::Made => {
                                needs.extend(self.literals[&a].iter().filter_map(Atom::val));
                                self.plan.remade.insert(a);
                            }
                            Content::Gone => drop(self.plan.snapshots.insert((c.id, a))),
                        }
                    }
                }
                let mut templates = vec![];
                c.out.each(&mut |v| templates.push(v), &mut |a| {
                    needs.extend(p.arrays[a].len.as_ref().and_then(Atom::val));
                });
                templates.into_iter().for_each(|v| self.shape(v));
            }
            Step::Exchange(..)
            | Step::Assert(..)
            | Step::Say(..)
            | Step::Grow(..)
            | Step::Cut(..)
            | Step::Bounds(..) => {}
        }
    }

    /// The way back asks for the shape of a value, if it is a structure.
    fn shape(&mut self, v: Val) {
        if self.p.is_rich(v) && !self.p.values[v].by_ref && self.order.once.holder(v).is_none() {
            self.shapes.entry(self.p.values[v].frame).or_default().insert(v);
        }
    }

    fn shapes_of(&self, frame: Frame) -> BTreeSet<Val> {
        self.shapes.get(&frame).cloned().unwrap_or_default()
    }

    /// What the reverse of a loop reads from outside.
    fn repeat(&mut self, l: &Loop) -> BTreeSet<Val> {
        let needs = self.block(&l.body);
        self.plan.needs.insert(l.frame, needs.clone());
        let p = self.p;
        if l.checkpoint.is_some() {
            return self.checkpointed(l, needs);
        }
        let mut outer = if self.plan.fused.contains(&l.frame) {
            self.plan.wanted.extend(&needs);
            self.plan.wanted.extend(self.shapes_of(l.frame));
            needs.into_iter().filter(|&v| !p.within(p.values[v].frame, l.frame)).collect()
        } else {
            let outer = self.solve(l.frame, &needs);
            let saved = self.plan.saved.get(&l.body.id).cloned().unwrap_or_default();
            let shaped = self.plan.shaped.contains_key(&l.body.id);
            if self.options.recompute && !shaped && is_sparse(p, self.order, l, &saved) {
                self.plan.saved.remove(&l.body.id);
                self.plan.sparse.insert(l.frame, Log::Flag(saved[0]));
            } else if self.options.recompute
                && let Some(found) = extrema(p, self.order, l, &self.plan)
            {
                self.plan.sparse.insert(l.frame, Log::Extrema(found));
            } else if self.options.recompute && l.independent.is_none() && l.keep.is_none() {
                self.gather(l);
                self.scatter(l);
            }
            outer
        };
        match (&l.head, l.count) {
            (Head::Range { lo, hi, .. }, None) => outer.extend(lo.val().into_iter().chain(hi.val())),
            (Head::Range { lo, hi, rev, .. }, count) => {
                outer.extend(if *rev { hi.val() } else { lo.val() });
                outer.extend(count);
            }
            (Head::While { .. }, count) => outer.extend(count),
        }
        if l.independent.is_some() {
            outer.extend(self.windows(l));
        }
        match l.keep {
            Some(Keep::Recompute(_)) if !self.plan.fused.contains(&l.frame) => self.run_again(l, outer),
            _ => outer,
        }
    }

    /// Whether an iteration of the frame is reversed right after it ran.
    fn at_hand(&self, frame: Frame) -> bool {
        self.plan.fused.contains(&frame) || self.order.checkpointed.contains(&frame)
    }

    /// Chooses, for a frame that is reversed later, what to save and what to compute again; gives what that reads from
    /// outside.
    fn solve(&mut self, frame: Frame, needs: &BTreeSet<Val>) -> BTreeSet<Val> {
        let p = self.p;
        let own = |v: Val| p.values[v].frame == frame && !self.free(v);
        let mut outer: BTreeSet<Val> = needs.iter().copied().filter(|&v| p.values[v].frame != frame).collect();
        // The values that might have to be there.
        let mut vals: Vec<Val> = needs.iter().copied().filter(|&v| own(v)).collect();
        let mut index: HashMap<Val, usize> = vals.iter().enumerate().map(|(k, &v)| (v, k)).collect();
        let shapes: Vec<Val> = self.shapes_of(frame).into_iter().filter(|&v| !needs.contains(&v) && own(v)).collect();
        for &v in &shapes {
            index.entry(v).or_insert_with(|| {
                vals.push(v);
                vals.len() - 1
            });
        }
        let mut ways = vec![];
        let mut k = 0;
        while k < vals.len() {
            let way = self.way(vals[k], frame);
            for &u in way.iter().flat_map(|w| &w.from) {
                if own(u) && !index.contains_key(&u) {
                    index.insert(u, vals.len());
                    vals.push(u);
                }
            }
            ways.push(way);
            k += 1;
        }
        let saves_all = self.order.saving.contains(&frame);
        // What threads keep has no place for what is not a number or a word.
        let on_threads = self.order.independent.iter().any(|&f| p.within(frame, f));
        let node = |(k, &v): (usize, &Val)| {
            let keep = p.values[v].keep;
            let save = match () {
                () if p.values[v].by_ref || matches!(keep, Some(Keep::Recompute(_))) => 1 << 20,
                () if p.is_whole(v) && !p.values[v].lifted && !on_threads => SAVING_OWN,
                () if !self.savable(v) => 1 << 20,
                () if p.is_rich(v) => SAVING_STRUCTURE,
                () if p.values[v].lifted => SAVING,
                () => SAVING_CONSTANT,
            };
            let way = ways[k].as_ref().filter(|_| !matches!(keep, Some(Keep::Save | Keep::Once)));
            let compute = way.map(|w| {
                let cost = if saves_all {
                    w.cost.max(SAVING_CONSTANT + 1)
                } else if self.options.recompute {
                    w.cost
                } else {
                    w.cost.max(SAVING_CONSTANT + 1)
                };
                (cost, w.from.iter().filter_map(|u| index.get(u).copied()).collect())
            });
            Node { save, compute, needed: needs.contains(&v) }
        };
        let mut nodes: Vec<Node> = vals.iter().enumerate().map(node).collect();
        // A value that is there anyway has its shape.
        let save = if on_threads { 1 << 20 } else { 1 };
        nodes.extend(shapes.iter().map(|v| Node { save, compute: Some((0, vec![index[v]])), needed: true }));
        let choices = choose(&nodes);
        for (&v, choice) in shapes.iter().zip(&choices[vals.len()..]) {
            if *choice == Choice::Saved {
                self.plan.shaped.entry(p.values[v].block).or_default().push(v);
            }
        }
        let mut blocks = HashSet::new();
        for ((v, choice), way) in vals.iter().zip(choices).zip(ways) {
            match (choice, way) {
                (Choice::Saved, _) => {
                    if let Some(Keep::Recompute(at)) = p.values[*v].keep {
                        self.plan.refused.push(at);
                    }
                    self.plan.saved.entry(p.values[*v].block).or_default().push(*v);
                    blocks.insert(p.values[*v].block);
                }
                (Choice::Computed, Some(way)) => {
                    self.plan.computed.insert(*v);
                    outer.extend(way.from.iter().copied().filter(|&u| p.values[u].frame != frame));
                    way.contents.into_iter().for_each(|(a, f, with)| self.put_back(a, f, with));
                    self.plan.remade.extend(way.made);
                }
                _ => {}
            }
        }
        for block in blocks {
            self.plan.saved.entry(block).or_default().sort_unstable();
        }
        outer
    }

    /// Whether the value is there anyway: a parameter of the function, the variable of a `for`.
    fn free(&self, v: Val) -> bool {
        match self.order.defs.get(&v) {
            None => true,
            Some((_, def)) => matches!(def, Def::Index),
        }
    }

    fn savable(&self, v: Val) -> bool {
        let value = &self.p.values[v];
        value.lifted || !matches!(value.ty, Ty::Unknown | Ty::Record) && value.ty != Ty::some_int()
    }

    /// How a value of the frame can be computed again, if it can.
    fn way(&self, v: Val, frame: Frame) -> Option<Way> {
        let (at, def) = self.order.defs.get(&v)?;
        let mut contents = vec![];
        match def {
            // The length has been checked on the way forward.
            Def::Let(Op::Offset(off, i, _) | Op::GuardedOffset([off, i, _], _)) => {
                let from = [off, i].into_iter().filter_map(Atom::val).collect();
                Some(Way { cost: 1, from, contents, made: vec![] })
            }
            Def::Let(op) => {
                let (mut from, mut made, mut least) = (op.vals(), vec![], 0);
                for a in op.arrays() {
                    let held = matches!(self.p.arrays[a].storage, Storage::Held);
                    match self.content(a, *at, frame, true) {
                        Content::Free => {}
                        // What is held is not put back as a whole.
                        _ if held => return None,
                        Content::At(f) => {
                            if self.is_read_once([a, a], op, f, frame) {
                                least = SAVING + 1;
                            }
                            contents.push((a, f, None));
                        }
                        Content::Exchanged(f, with) => {
                            if self.is_read_once([a, with], op, f, frame) {
                                least = SAVING + 1;
                            }
                            contents.push((a, f, Some(with)));
                        }
                        Content::Made => {
                            from.extend(self.literals[&a].iter().filter_map(Atom::val));
                            made.push(a);
                        }
                        Content::Gone => return None,
                    }
                }
                // The length of what a call gave cannot be asked again.
                if op.lens().iter().any(|&a| !self.p.arrays[a].param) {
                    return None;
                }
                Some(Way { cost: cost(op).max(least), from, contents, made })
            }
            Def::Join { cond, join, arms } => {
                let atoms = [cond, &join.then, &join.other];
                let from: Vec<Val> = atoms.into_iter().filter_map(Atom::val).collect();
                let hidden = |u: &Val| {
                    let value = &self.p.values[*u];
                    value.frame == frame && arms.iter().any(|&arm| self.order.inside(value.block, arm))
                };
                (!from.iter().any(hidden)).then_some(Way { cost: 1, from, contents, made: vec![] })
            }
            Def::Param { init, next } => {
                let step = self.counter(v, next, frame)?;
                let from = init.val().into_iter().chain(step.val()).collect();
                self.options.closed_form.then_some(Way { cost: 1, from, contents, made: vec![] })
            }
            Def::Index | Def::Given => None,
        }
    }

    /// The constant that an integer grows by in each iteration, where it does.
    fn counter(&self, v: Val, next: &Atom, frame: Frame) -> Option<Atom> {
        counter(self.p, self.order, v, next, frame).map(|(step, _)| step)
    }
}

/// The step of an integer that changes by a constant in each iteration, and whether it grows.
pub(crate) fn counter(p: &Program, order: &Order, v: Val, next: &Atom, frame: Frame) -> Option<(Atom, bool)> {
    let value = &p.values[v];
    if value.lifted || !matches!(value.ty, Ty::Int(_)) {
        return None;
    }
    let (_, Def::Let(Op::Int(Int::Binary(op, left, right)))) = order.defs.get(&next.val()?)? else { return None };
    let grows = match op {
        Binary::Add => true,
        Binary::Sub => false,
        _ => return None,
    };
    let step = match (&**left, &**right) {
        (Int::Atom(Atom::Val(u)), right) if *u == v => right,
        (left, Int::Atom(Atom::Val(u))) if *u == v && grows => left,
        _ => return None,
    };
    match (step, step.vals().as_slice()) {
        (step, []) => Some((Atom::lit(step.tokens(p)), grows)),
        (Int::Atom(step @ Atom::Val(u)), _) if !p.within(p.values[*u].frame, frame) => Some((step.clone(), grows)),
        _ => None,
    }
}

struct Way {
    cost: i64,
    from: Vec<Val>,
    /// What is put back for it, and where, in another array if it changes places.
    contents: Vec<(Arr, Frame, Option<Arr>)>,
    /// The arrays that are made again for it.
    made: Vec<Arr>,
}
