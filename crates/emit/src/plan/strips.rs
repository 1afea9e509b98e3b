//! Loops whose functions are computed for several iterations at once.
//!
//! Where the adjoint of such a function needs another one of the same arguments, the cosine beside a sine, the density beside
//! a distribution, that one is computed with it, and the way back finds it.

use super::partials::{Tree, partials};
use super::table::parameter;
use crate::ir::{Arr, Atom, Block, Frame, Head, Lies, Loop, Op, Program, Step, Ty, Val};
use proc_macro2::Ident;
use quote::format_ident;
use rules::Op as Row;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A function that is computed before the iterations of a strip.
#[derive(Clone)]
pub(crate) struct Ahead {
    pub(crate) value: Val,
    pub(crate) row: Row,
    pub(crate) args: Vec<Atom>,
    /// How many such functions are computed one after the other, until it is.
    pub(crate) level: usize,
    /// What is computed for its arguments, in order.
    pub(crate) steps: Vec<Val>,
}

/// The functions of a loop that are computed for a strip at once.
#[derive(Clone)]
pub(crate) struct Strips {
    pub(crate) list: Vec<Ahead>,
    /// Where the results are.
    pub(crate) names: HashMap<Val, Ident>,
}

/// What of each loop can be computed for several iterations at once.
pub(crate) fn strips(p: &Program) -> HashMap<Frame, Strips> {
    let mut all = HashMap::new();
    crate::ir::walk(&p.body, &mut |step, _| {
        if let Step::Loop(l) = step
            && let Some(strips) = Strips::of(p, l)
        {
            all.insert(l.frame, strips);
        }
    });
    all
}

impl Strips {
    fn of(p: &Program, l: &Loop) -> Option<Strips> {
        let Head::Range { var, rev: false, .. } = &l.head else { return None };
        if p.values[*var].ty != Ty::usize() || l.count.is_some() || l.exit.is_some() {
            return None;
        }
        let (mut written, mut ops) = (HashSet::new(), HashMap::new());
        crate::ir::walk(&l.body, &mut |step, _| {
            written.extend(step.writes());
            if let Step::Grow(a, _) | Step::Undo(a, ..) = step {
                written.insert(*a);
            }
        });
        for step in &l.body.steps {
            if let Step::Let(v, op) = step {
                ops.insert(*v, op);
            }
        }
        let mut body = Body { p, l, var: *var, ops, written, list: vec![] };
        for step in &l.body.steps {
            let Step::Let(v, Op::Fun(row, args, None)) = step else { continue };
            let mut ahead = Ahead { value: *v, row: *row, args: args.clone(), level: 0, steps: vec![] };
            let varies = args.iter().any(|a| body.varies(a));
            if ::vector::has_kernel(*row)
                && !p.is_rich(*v)
                && varies
                && args.iter().all(|a| body.is_at_hand(a, &mut ahead))
            {
                body.list.push(ahead);
            }
        }
        let list = body.list;
        let names = list.iter().map(|a| (a.value, format_ident!("strip_{}__", p.values[a.value].name))).collect();
        (!list.is_empty()).then_some(Strips { list, names })
    }
}

/// The body of a loop while it is looked through.
struct Body<'a> {
    p: &'a Program,
    l: &'a Loop,
    var: Val,
    ops: HashMap<Val, &'a Op>,
    written: HashSet<Arr>,
    list: Vec<Ahead>,
}

impl Body<'_> {
    fn is_inside(&self, frame: Frame) -> bool {
        self.p.within(frame, self.l.frame)
    }

    fn varies(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| self.is_inside(self.p.values[v].frame))
    }

    fn is_at_hand(&self, a: &Atom, ahead: &mut Ahead) -> bool {
        a.val().is_none_or(|v| self.is_value_at_hand(v, ahead))
    }

    /// Whether a value can be computed before the iterations, from what does not change in them; notes what is computed for
    /// it.
    fn is_value_at_hand(&self, v: Val, ahead: &mut Ahead) -> bool {
        if v == self.var || !self.is_inside(self.p.values[v].frame) || ahead.steps.contains(&v) {
            return true;
        }
        if let Some(other) = self.list.iter().find(|other| other.value == v) {
            ahead.level = ahead.level.max(other.level + 1);
            return true;
        }
        let Some(op) = self.ops.get(&v) else { return false };
        let is_cheap = match op {
            Op::Read(..) | Op::Bin(..) | Op::Neg(_) | Op::Offset(..) | Op::Int(_) => true,
            Op::Fun(row, ..) => matches!(row, Row::Sqrt | Row::Abs | Row::Recip),
            _ => false,
        };
        let so = is_cheap
            && !self.p.is_rich(v)
            && op.arrays().into_iter().chain(op.lens()).all(|a| self.stays(a))
            && op.vals().into_iter().all(|v| self.is_value_at_hand(v, ahead));
        if so {
            ahead.steps.push(v);
        }
        so
    }

    /// Whether an array is the same in all iterations.
    fn stays(&self, a: Arr) -> bool {
        let array = &self.p.arrays[a];
        let lies_inside = match &array.lies {
            Lies::Path(of, _) => self.is_inside(self.p.values[*of].frame),
            _ => false,
        };
        !lies_inside && !self.written.contains(&a) && !self.is_inside(array.frame)
    }
}

/// Beside each function of a strip, the functions of the same arguments that its adjoint needs: these are then found there.
pub fn mark(p: &mut Program) {
    // In the order of the loops, so that the same text comes out each time.
    for strips in strips(p).into_iter().collect::<BTreeMap<_, _>>().into_values() {
        let mut there: Vec<(Row, Vec<Atom>)> = strips.list.iter().map(|a| (a.row, a.args.clone())).collect();
        for ahead in &strips.list {
            let active: Vec<bool> = ahead.args.iter().map(|a| p.active(a)).collect();
            let Some(n) = parameter(ahead.row, None, &active).filter(|_| p.values[ahead.value].active) else {
                continue;
            };
            let mut found = vec![];
            partials(ahead.row, &active, n).iter().flatten().for_each(|tree| kernels(tree, &mut found));
            for (row, of) in found {
                let args: Vec<Atom> = of.into_iter().map(|k| ahead.args[k].clone()).collect();
                let same = |(other, with): &(Row, Vec<Atom>)| {
                    *other == row && with.len() == args.len() && with.iter().zip(&args).all(|(a, b)| a.same(b))
                };
                if !there.iter().any(same) {
                    let v = beside(p, ahead.value, row);
                    insert(&mut p.body, ahead.value, &Step::Let(v, Op::Fun(row, args.clone(), None)));
                    there.push((row, args));
                }
            }
        }
    }
}

/// The functions with a kernel in an expression that are of arguments of the row.
fn kernels(tree: &Tree, found: &mut Vec<(Row, Vec<usize>)>) {
    match tree {
        Tree::Neg(inner) => kernels(inner, found),
        Tree::Bin(_, a, b) => [a, b].into_iter().for_each(|t| kernels(t, found)),
        Tree::Fun(row, args, _) => {
            let of: Option<Vec<usize>> =
                args.iter().map(|a| if let Tree::Arg(k) = a { Some(*k) } else { None }).collect();
            match of {
                Some(of) if ::vector::has_kernel(*row) => found.push((*row, of)),
                _ => args.iter().for_each(|t| kernels(t, found)),
            }
        }
        Tree::Arg(_) | Tree::Out | Tree::Const(_) | Tree::Given(_) => {}
    }
}

/// A value where `v` is, of the same kind.
fn beside(p: &mut Program, v: Val, row: Row) -> Val {
    let mut value = p.values[v].clone();
    value.name = format_ident!("{}_{}", value.name, row.row().name);
    value.keep = None;
    value.ends_in = None;
    while p.values.iter().any(|other| other.name == value.name) {
        value.name = format_ident!("{}_", value.name);
    }
    p.values.push(value);
    p.beside.push(p.values.len() - 1);
    p.values.len() - 1
}

/// Puts a step behind the one that defines `v`.
fn insert(block: &mut Block, v: Val, step: &Step) {
    if let Some(k) = block.steps.iter().position(|s| matches!(s, Step::Let(w, _) if *w == v)) {
        block.steps.insert(k + 1, step.clone());
        return;
    }
    for inside in &mut block.steps {
        match inside {
            Step::If { then, other, .. } => [then, other].into_iter().for_each(|b| insert(b, v, step)),
            Step::Loop(l) => insert(&mut l.body, v, step),
            _ => {}
        }
    }
}
