//! Which integers move with numbers.

use super::is_rounded;
use super::line::{Look, is_computed_with};
use crate::ir::{Arr, Atom, Block, Head, Init, Op, Program, Step, Ty, Val};
use proc_macro2::TokenStream;
use std::collections::HashSet;

/// A data-flow fixed point.
pub(super) struct Found<'p> {
    p: &'p Program,
    float: &'p TokenStream,
    pub(super) lines: HashSet<Val>,
    /// Those that are made of bits, and not of numbers that were made integers alone.
    pub(super) bits: HashSet<Val>,
    /// Values of which it is not known how they move.
    pub(super) lost: HashSet<Val>,
    arrays: HashSet<Arr>,
}

impl Found<'_> {
    /// What is known of all steps.
    pub(super) fn of<'p>(p: &'p Program, body: &Block, float: &'p TokenStream) -> Found<'p> {
        let none = HashSet::new;
        let mut found = Found { p, float, lines: none(), bits: none(), lost: none(), arrays: HashSet::new() };
        let mut known = usize::MAX;
        while known != found.size() {
            known = found.size();
            found.block(body);
        }
        found
    }

    fn size(&self) -> usize {
        self.lines.len() + self.bits.len() + self.lost.len() + self.arrays.len()
    }

    fn moves(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| self.bits.contains(&v) || self.lost.contains(&v))
    }

    /// A value is what one of these is.
    fn joins(&mut self, v: Val, from: [&Atom; 2]) {
        for from in from.into_iter().filter_map(Atom::val) {
            if self.lost.contains(&from) {
                self.lost.insert(v);
            } else if self.lines.contains(&from) {
                self.lines.insert(v);
                if self.bits.contains(&from) {
                    self.bits.insert(v);
                }
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Let(v, op) => self.op(*v, op),
            Step::Store(a, _, _, x) | Step::Alloc(a, Init::Fill(x, _)) if self.moves(x) => {
                self.arrays.insert(*a);
            }
            Step::Alloc(a, Init::Elements(xs)) if xs.iter().any(|x| self.moves(x)) => {
                self.arrays.insert(*a);
            }
            Step::Alloc(a, Init::Copy(from)) if self.arrays.contains(&from.arr) => {
                self.arrays.insert(*a);
            }
            Step::CopyFrom(to, from) if self.arrays.contains(&from.arr) => {
                self.arrays.insert(to.arr);
            }
            Step::If { then, other, joins, .. } => {
                self.block(then);
                self.block(other);
                joins.iter().for_each(|j| self.joins(j.out, [&j.then, &j.other]));
            }
            Step::Loop(l) => {
                if let Head::While { block, .. } = &l.head {
                    self.block(block);
                }
                self.block(&l.body);
                for c in &l.carried {
                    self.joins(c.param, [&c.init, &c.next]);
                    self.joins(c.after, [&c.init, &c.next]);
                }
            }
            Step::Call(c) => {
                let (mut vals, mut arrays) = (vec![], vec![]);
                for arg in &c.args {
                    let (of, from) = arg.uses();
                    vals.extend(of);
                    arrays.extend(from);
                }
                let moves = vals.into_iter().any(|v| self.moves(&Atom::Val(v)))
                    || arrays.iter().any(|a| self.arrays.contains(a));
                if moves {
                    let mut given = vec![];
                    c.out.each(&mut |v| given.push(v), &mut |_| {});
                    self.lost.extend(given.into_iter().filter(|v| matches!(self.p.values[*v].ty, Ty::Int(_))));
                }
            }
            _ => {}
        }
    }

    fn op(&mut self, v: Val, op: &Op) {
        let ty = self.p.values[v].ty;
        match op {
            Op::ToBits(_, x) | Op::Cast(_, x) if self.p.lifted(x) => {
                self.lines.insert(v);
                if matches!(op, Op::ToBits(..)) || is_rounded(self.p, v) {
                    self.bits.insert(v);
                }
            }
            Op::ToBits(..) | Op::OfBits(..) | Op::Cast(..) => {}
            Op::Int(int) if !matches!(ty, Ty::Float | Ty::Bool) => {
                let moves = |v: Val| self.lines.contains(&v);
                let look = Look { p: self.p, float: self.float, moves: &moves, bits: &self.bits, lost: &self.lost };
                match look.line(int) {
                    Some(terms) if terms.is_empty() => {}
                    Some(terms) => {
                        self.lines.insert(v);
                        if terms.iter().any(|term| !term.whole) {
                            self.bits.insert(v);
                        }
                    }
                    None => drop(self.lost.insert(v)),
                }
            }
            _ if matches!(ty, Ty::Float | Ty::Bool) => {}
            // Where something is read says nothing of how it moves.
            Op::Read(a, _) | Op::Guarded(a, ..) if !self.arrays.contains(a) => {}
            Op::Verbatim(code) => {
                let computed = |v: &Val| is_computed_with(&code.tokens, &self.p.values[*v].name);
                let lost = code.vals.iter().any(|v| self.moves(&Atom::Val(*v)) && computed(v))
                    || code.reads.iter().any(|a| self.arrays.contains(a));
                if lost {
                    self.lost.insert(v);
                }
            }
            op => {
                let lost = op.vals().into_iter().any(|v| self.moves(&Atom::Val(v)))
                    || op.arrays().iter().any(|a| self.arrays.contains(a));
                if lost {
                    self.lost.insert(v);
                }
            }
        }
    }
}
