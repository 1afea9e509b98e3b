//! Structures that have one use: they move there, and share an adjoint with what holds them.

use crate::ir::uses::reads_of;
use crate::ir::uses::uses;
use crate::ir::{Arr, Atom, Block, Frame, Head, Op, Program, Step, Val, walk};
use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub(crate) struct Once {
    /// Values with one use, in the frame in which they are made.
    pub(crate) moves: HashSet<Val>,
    /// Values that are held from where they were made on.
    pub(crate) begins: HashMap<Val, Arr>,
    /// Values that are all that is left of what is held.
    pub(crate) ends: HashMap<Val, Arr>,
    /// Lists of one constant many times that nothing but what holds them uses, over the number.
    pub(crate) repeated: HashSet<Val>,
}

impl Once {
    pub(crate) fn new(p: &Program) -> Once {
        let mut counts = Counts::default();
        counts.block(&p.body, 0);
        p.ret.scalars().for_each(|a| counts.atom(a, 0));
        let once =
            |v: Val, frame: Frame| p.is_rich(v) && !p.values[v].by_ref && counts.uses.get(&v) == Some(&vec![frame]);
        let mut out = Once::default();
        out.moves.extend(counts.made.iter().filter(|(v, (frame, _))| once(**v, *frame)).map(|(v, _)| *v));
        out.repeated = counts.repeated(p);
        let mut marked = false;
        walk(&p.body, &mut |step, _| {
            marked |= matches!(step, Step::Loop(l) if l.checkpoint.is_some() || l.keep.is_some());
        });
        if marked {
            return out;
        }
        let mut blocks = vec![&p.body];
        walk(&p.body, &mut |step, _| blocks.extend(step.blocks()));
        for block in blocks {
            let held = |step: &Step| match step {
                Step::Hold(a, value) => Some((*a, value.clone())),
                _ => None,
            };
            let held: Vec<(Arr, Atom)> = block.steps.iter().filter_map(held).collect();
            if held.is_empty() {
                continue;
            }
            let mut last = HashMap::new();
            for step in &block.steps {
                last.extend(mentioned(step).into_iter().map(|a| (a, step)));
            }
            for (a, value) in held {
                let alike = |v: Val| p.values[v].active == p.arrays[a].active;
                if let Some(v) = value.val().filter(|&v| out.moves.contains(&v) && alike(v))
                    && counts.made.get(&v).is_some_and(|(_, made)| *made == block.id)
                {
                    out.begins.insert(v, a);
                }
                if let Some(Step::Let(v, Op::Look(_))) = last.get(&a)
                    && p.is_rich(*v)
                    && p.arrays[a].lifted
                    && alike(*v)
                {
                    out.ends.insert(*v, a);
                }
            }
        }
        // One adjoint cannot be that of two: what is taken out of one place and put into another has that of the first.
        out.begins.retain(|v, _| !out.ends.contains_key(v));
        out
    }

    /// What holds a value, whose adjoint is its own.
    pub(crate) fn holder(&self, v: Val) -> Option<Arr> {
        self.begins.get(&v).or_else(|| self.ends.get(&v)).copied()
    }
}

/// The arrays that a step mentions, inside too.
fn mentioned(step: &Step) -> HashSet<Arr> {
    let block = Block { id: 0, steps: vec![step.clone()] };
    let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
    reads_of(&block, &mut vals, &mut arrays);
    walk(&block, &mut |s, _| arrays.extend(s.writes()));
    arrays
}

#[derive(Default)]
struct Counts {
    /// In which frames each value is used.
    uses: HashMap<Val, Vec<Frame>>,
    /// In which frame and block each is made that a step makes itself.
    made: HashMap<Val, (Frame, usize)>,
}

impl Counts {
    fn repeated(&self, p: &Program) -> HashSet<Val> {
        let mut found = HashSet::new();
        let mut made = HashSet::new();
        walk(&p.body, &mut |step, block| match step {
            Step::Let(v, Op::Repeat(_, _, None)) if !p.values[*v].lifted => drop(made.insert((*v, block.id))),
            Step::Hold(a, Atom::Val(v)) if p.arrays[*a].lifted && made.contains(&(*v, block.id)) => {
                found.extend(self.uses.get(v).filter(|uses| uses.len() == 1).map(|_| *v));
            }
            _ => {}
        });
        found
    }

    fn atom(&mut self, a: &Atom, frame: Frame) {
        if let Atom::Val(v) = a {
            self.uses.entry(*v).or_default().push(frame);
        }
    }

    fn block(&mut self, block: &Block, frame: Frame) {
        for step in &block.steps {
            match step {
                Step::Let(v, op) => {
                    self.made.insert(*v, (frame, block.id));
                    op.vals().into_iter().for_each(|v| self.atom(&Atom::Val(v), frame));
                }
                Step::If { cond, then, other, joins } => {
                    self.atom(cond, frame);
                    for j in joins {
                        self.atom(&j.then, frame);
                        self.atom(&j.other, frame);
                    }
                    self.block(then, frame);
                    self.block(other, frame);
                }
                Step::Loop(l) => {
                    match &l.head {
                        Head::Range { lo, hi, .. } => [lo, hi].into_iter().for_each(|a| self.atom(a, frame)),
                        Head::While { block, cond } => {
                            self.block(block, l.frame);
                            self.atom(cond, l.frame);
                        }
                    }
                    for c in &l.carried {
                        self.atom(&c.init, frame);
                        self.atom(&c.next, l.frame);
                    }
                    l.exit.iter().for_each(|a| self.atom(a, l.frame));
                    self.block(&l.body, l.frame);
                }
                other => {
                    if let Step::Call(_) = other {
                        self.made.extend(other.defines().into_iter().map(|v| (v, (frame, block.id))));
                    }
                    uses(other).iter().for_each(|a| self.atom(a, frame));
                }
            }
        }
    }
}
