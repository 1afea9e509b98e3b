//! Where things happen: positions of steps in program order, definitions, and writes to arrays.

use crate::ir::{Arr, Atom, Block, BlockId, Frame, Head, Join, Op, Program, Step, Val};
use crate::plan::once::Once;
use crate::syntax::marks::Keep;
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};

/// How a value comes about.
#[derive(Clone, Debug)]
pub(crate) enum Def {
    Let(Op),
    Join {
        cond: Atom,
        join: Join,
        arms: [BlockId; 2],
    },
    /// Carried into an iteration: what it was before the loop, what it becomes; the frame's loop variable.
    Param {
        init: Atom,
        next: Atom,
    },
    /// The variable of a `for`.
    Index,
    /// What a loop or a call hands out, or a parameter of the function.
    Given,
}

/// Where an array changes places with another.
#[derive(Clone, Copy)]
pub(crate) struct Exchanged {
    pub(crate) with: Arr,
    pub(crate) at: usize,
    pub block: BlockId,
}

pub struct Order {
    pub(crate) defs: HashMap<Val, (usize, Def)>,
    /// First and last position of each frame.
    pub(crate) frames: HashMap<Frame, (usize, usize)>,
    /// Where each call is, and in which frame.
    pub(crate) calls: HashMap<usize, (usize, Frame)>,
    /// Where each array is written, in order.
    pub(crate) writes: HashMap<Arr, Vec<usize>>,
    /// The values of each block that the function makes itself.
    pub(crate) locals: HashMap<BlockId, Vec<Val>>,
    /// The functions of the table that each block computes, in order.
    pub(crate) functions: HashMap<BlockId, Vec<Val>>,
    /// The arrays of each frame, parameters excepted.
    pub(crate) arrays: HashMap<Frame, Vec<Arr>>,
    /// The arrays that the function makes itself: no call gives them.
    pub(crate) made: HashSet<Arr>,
    /// Arrays that change places with another, and where.
    pub(crate) exchanged: HashMap<Arr, Vec<Exchanged>>,
    /// The block around each block, in the same frame.
    pub(crate) outer: HashMap<BlockId, BlockId>,
    /// The frames of the loops that have these bodies.
    pub(crate) bodies: HashMap<BlockId, Frame>,
    /// The head of each loop, by frame.
    pub(crate) heads: HashMap<Frame, Head>,
    /// Loops of which some states are kept.
    pub(crate) checkpointed: HashSet<Frame>,
    /// Loops that save whatever their way back reads.
    pub(crate) saving: HashSet<Frame>,
    /// Loops of which no iteration reads what another writes.
    pub(crate) independent: HashSet<Frame>,
    pub(crate) once: Once,
    /// The names of values and arrays.
    pub(crate) names: HashSet<String>,
}

impl Order {
    pub fn new(p: &Program) -> Order {
        let mut order = Order {
            defs: HashMap::new(),
            frames: HashMap::new(),
            calls: HashMap::new(),
            writes: HashMap::new(),
            locals: HashMap::new(),
            functions: HashMap::new(),
            arrays: HashMap::new(),
            made: HashSet::new(),
            exchanged: HashMap::new(),
            outer: HashMap::new(),
            bodies: HashMap::new(),
            heads: HashMap::new(),
            checkpointed: HashSet::new(),
            saving: HashSet::new(),
            independent: HashSet::new(),
            once: Once::new(p),
            names: p
                .values
                .iter()
                .map(|v| &v.name)
                .chain(p.arrays.iter().map(|a| &a.name))
                .map(Ident::to_string)
                .collect(),
        };
        let mut clock = 0;
        order.block(&p.body, 0, &mut clock);
        order.frames.insert(0, (0, usize::MAX));
        for (v, value) in p.values.iter().enumerate().filter(|(v, _)| order.defs.contains_key(v)) {
            order.locals.entry(value.block).or_default().push(v);
        }
        for (a, array) in p.arrays.iter().enumerate().filter(|(_, array)| !array.param) {
            order.arrays.entry(array.frame).or_default().push(a);
        }
        order
    }

    fn block(&mut self, block: &Block, frame: Frame, clock: &mut usize) {
        for step in &block.steps {
            *clock += 1;
            let now = *clock;
            for a in step.writes() {
                self.writes.entry(a).or_default().push(now);
            }
            match step {
                Step::Let(v, op) => {
                    if let Op::Fun(..) = op {
                        self.functions.entry(block.id).or_default().push(*v);
                    }
                    self.defs.insert(*v, (now, Def::Let(op.clone())));
                }
                Step::If { cond, then, other, joins } => {
                    self.outer.insert(then.id, block.id);
                    self.outer.insert(other.id, block.id);
                    self.block(then, frame, clock);
                    self.block(other, frame, clock);
                    for join in joins {
                        let def = Def::Join { cond: cond.clone(), join: join.clone(), arms: [then.id, other.id] };
                        self.defs.insert(join.out, (*clock, def));
                    }
                }
                Step::Loop(l) => {
                    for c in &l.carried {
                        let def = Def::Param { init: c.init.clone(), next: c.next.clone() };
                        self.defs.insert(c.param, (now, def));
                    }
                    match &l.head {
                        Head::Range { var, .. } => drop(self.defs.insert(*var, (now, Def::Index))),
                        Head::While { block, .. } => self.block(block, l.frame, clock),
                    }
                    self.block(&l.body, l.frame, clock);
                    *clock += 1;
                    self.frames.insert(l.frame, (now, *clock));
                    self.bodies.insert(l.body.id, l.frame);
                    self.heads.insert(l.frame, l.head.clone());
                    self.saving.extend(matches!(l.keep, Some(Keep::Save)).then_some(l.frame));
                    self.independent.extend(l.independent.as_ref().map(|_| l.frame));
                    self.checkpointed.extend(l.checkpoint.as_ref().map(|_| l.frame));
                    for v in step.defines() {
                        self.defs.insert(v, (*clock, Def::Given));
                    }
                }
                Step::Alloc(a, _) => drop(self.made.insert(*a)),
                Step::Exchange(a, b) => {
                    for (a, with) in [(*a, *b), (*b, *a)] {
                        self.exchanged.entry(a).or_default().push(Exchanged { with, at: now, block: block.id });
                    }
                }
                Step::Call(c) => {
                    self.calls.insert(c.id, (now, frame));
                    for v in step.defines() {
                        self.defs.insert(v, (now, Def::Given));
                    }
                }
                _ => {}
            }
        }
    }

    /// The values of a block and of the arms inside, in the order in which they are numbered.
    pub(crate) fn values_in(&self, block: &Block) -> Vec<Val> {
        let (mut found, mut blocks) = (vec![], vec![block]);
        while let Some(block) = blocks.pop() {
            found.extend(self.locals.get(&block.id).into_iter().flatten());
            for step in &block.steps {
                if let Step::If { then, other, .. } = step {
                    blocks.extend([then, other]);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The block and those around it, within one frame.
    pub(crate) fn around(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(block), |b| self.outer.get(b).copied())
    }

    /// Whether the block is `outer` or lies in it, within one frame.
    pub(crate) fn inside(&self, block: BlockId, outer: BlockId) -> bool {
        self.around(block).any(|b| b == outer)
    }

    /// Whether an array is written between two positions, the first excluded.
    pub(crate) fn written(&self, a: Arr, after: usize, until: usize) -> bool {
        let Some(writes) = self.writes.get(&a) else { return false };
        writes.get(writes.partition_point(|&at| at <= after)).is_some_and(|&at| at <= until)
    }
}
