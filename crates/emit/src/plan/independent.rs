//! Loops with `#[independent]`: which elements of an array belong to which iteration, as the indices show.
//!
//! An index is taken apart to `i * stride + base + rest`, where `i` is the loop's variable. Where stride and base are
//! those of all places at which the loop touches the array, iteration `i` has the elements from `i * stride + base` on,
//! `stride` of them; or it has a row, of which a table says where it lies.

mod index;

use crate::ir::{
    Arg, Arr, Atom, Binary, Block, Function, Head, Init, Int, Loop, Op, Program, Said, Step, Val, View, walk,
};
use crate::plan::order::{Def, Order};
use index::{Index, Part, Rest, Row};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use syn::{Error, Result};

/// The elements of one iteration.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// How many, and how far on those of the next iteration begin; in a table of rows, how many entries.
    stride: Part,
    /// Where those of iteration 0 begin.
    base: Part,
    /// The table of rows.
    pub(crate) table: Option<Arr>,
}

impl Window {
    /// The range of an iteration, from the code of its number.
    pub(crate) fn range(&self, p: &Program, i: &TokenStream) -> TokenStream {
        let (stride, plus, minus) = (self.stride.code(), self.base.code(), self.base.minus());
        if let Some(table) = self.table {
            let table = &p.arrays[table].name;
            return quote!({ let at = #i * (#stride) + #plus - #minus; #table[at]..#table[at] + #table[at + 1] });
        }
        if self.stride.literal() == Some(-1) {
            return quote!({ let at = #plus - #minus - #i; at..at + 1usize });
        }
        match self.stride.one() {
            true => quote!({ let at = #i + #plus - #minus; at..at + 1usize }),
            false => quote!({ let at = #i * (#stride) + #plus - #minus; at..at + (#stride) }),
        }
    }

    /// Whether each iteration has one element, which the indices say exactly.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.stride.literal(), Some(1 | -1)) && self.table.is_none()
    }

    /// The values that it is made of.
    pub(crate) fn vals(&self) -> impl Iterator<Item = Val> {
        self.stride.vals.iter().chain(&self.base.vals).copied()
    }

    fn same(&self, other: &Window) -> bool {
        self.stride.same(&other.stride) && self.base.same(&other.base) && self.table == other.table
    }
}

/// How a loop touches an array from outside.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    pub(crate) written: bool,
    /// The elements that each iteration has for itself.
    pub(crate) window: Option<Window>,
}

/// How a loop touches each array from outside.
pub(crate) fn touched(p: &Program, order: &Order, l: &Loop) -> BTreeMap<Arr, Touched> {
    let mut look = Look { p, order, l, found: BTreeMap::new() };
    look.block(&l.body);
    let verdict = |(a, places): (Arr, Vec<Place>)| {
        let written = places.iter().any(|place| place.writes);
        let first = places[0].window.clone();
        let window = first.filter(|first| {
            places
                .iter()
                .all(|place| place.window.as_ref().is_some_and(|w| w.same(first)) && (place.certain || written))
        });
        (a, Touched { written, window })
    };
    look.found.into_iter().map(verdict).collect()
}

/// Finds elements that no iteration has for itself, but some write to.
pub fn check(p: &Program, order: &Order) -> Result<()> {
    let mut wrong = None;
    walk(&p.body, &mut |step, _| {
        let Step::Loop(l) = step else { return };
        let Some(mark) = &l.independent else { return };
        for (a, touched) in touched(p, order, l) {
            if touched.written && touched.window.is_none() {
                let name = mark.name_of(&p.arrays[a].name.to_string());
                let message = format!(
                    "it is not seen that each iteration has elements of `{name}` for itself: index it by the loop's variable everywhere in the loop, `{name}[i]` or `{name}[i * m + j]`, or go over it by `iter_mut()` or `chunks_exact_mut(m)`; what one iteration needs for itself is declared inside the loop"
                );
                wrong.get_or_insert_with(|| Error::new(mark.place(&name), message));
            }
        }
    });
    wrong.map_or(Ok(()), Err)
}

/// The arrays that loops with the attribute write to.
pub(crate) fn written(p: &Program) -> HashSet<Arr> {
    let mut out = HashSet::new();
    walk(&p.body, &mut |step, _| {
        if let Step::Loop(l) = step
            && l.independent.is_some()
        {
            walk(&l.body, &mut |s, _| out.extend(s.writes()));
        }
    });
    out
}

/// What the windows of a loop read on the way back: values, and tables of rows.
pub fn needs(p: &Program, order: &Order, l: &Loop) -> (BTreeSet<Val>, BTreeSet<Arr>) {
    let windows: Vec<Window> = touched(p, order, l).into_values().filter_map(|t| t.window).collect();
    (windows.iter().flat_map(Window::vals).collect(), windows.iter().filter_map(|w| w.table).collect())
}

/// A place where an array is touched.
struct Place {
    writes: bool,
    window: Option<Window>,
    /// Whether it is certain that the elements lie in the window.
    certain: bool,
}

struct Look<'p> {
    p: &'p Program,
    order: &'p Order,
    l: &'p Loop,
    found: BTreeMap<Arr, Vec<Place>>,
}

impl Look<'_> {
    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            self.step(step);
            if let Step::Loop(inner) = step
                && let Head::While { block, .. } = &inner.head
            {
                self.block(block);
            }
            step.blocks().into_iter().for_each(|b| self.block(b));
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Let(_, Op::Read(a, i) | Op::Guarded(a, i, ..)) => self.element(*a, i, false),
            Step::Let(_, op) => op.arrays().into_iter().for_each(|a| self.whole(a, false)),
            Step::Store(a, i, ..) | Step::Undo(a, i, _) => self.element(*a, i, true),
            Step::Swap(a, i, j) => {
                self.element(*a, i, true);
                self.element(*a, j, true);
            }
            Step::CopyFrom(to, from) => {
                self.view(to, true);
                self.view(from, false);
            }
            Step::Alloc(_, Init::Copy(v)) => self.view(v, false),
            Step::Call(c) => {
                for arg in &c.args {
                    arg.each(&mut |arg| match arg {
                        Arg::View(v, access) => self.view(v, access.writes()),
                        Arg::Owned(a) => self.whole(*a, false),
                        Arg::Scalar(_) | Arg::Tuple(_) => {}
                    });
                }
            }
            Step::Say(_, _, said) => {
                for (_, what) in said {
                    if let Said::View(v) = what {
                        self.view(v, false);
                    }
                }
            }
            Step::Put(put) => self.element(put.arr, &put.index, true),
            Step::If { .. } | Step::Loop(_) | Step::Alloc(..) => {}
            other => other.writes().into_iter().for_each(|a| self.whole(a, true)),
        }
    }

    fn note(&mut self, a: Arr, place: Place) {
        if !self.p.within(self.p.arrays[a].frame, self.l.frame) {
            self.found.entry(a).or_default().push(place);
        }
    }

    fn whole(&mut self, a: Arr, writes: bool) {
        self.note(a, Place { writes, window: None, certain: false });
    }

    fn element(&mut self, a: Arr, i: &Atom, writes: bool) {
        let (window, certain) = match self.index(i) {
            Some(Index { stride: Some(stride), base, rest, table: table @ Some(_) }) => {
                let inside = matches!(rest, Rest::InRow);
                (inside.then_some(Window { stride, base, table }), inside)
            }
            Some(Index { stride: Some(stride), base, rest, .. }) if matches!(stride.literal(), Some(1 | -1)) => {
                (matches!(rest, Rest::None).then_some(Window { stride, base, table: None }), true)
            }
            Some(Index { stride: Some(stride), .. }) if stride.number < 0 => (None, false),
            Some(Index { stride: Some(stride), base, rest, .. }) => {
                let number = base.number;
                let below = match (&rest, stride.literal()) {
                    (Rest::None, Some(s)) => (0..s).contains(&number),
                    (Rest::None, None) => number == 0,
                    (Rest::Below(b), Some(s)) => b.literal().is_some_and(|b| number >= 0 && number + b <= s),
                    (Rest::Below(b), None) => number == 0 && b.same(&stride),
                    (Rest::InRow | Rest::BelowRow(_) | Rest::Unknown, _) => false,
                };
                ((number >= 0).then_some(Window { stride, base: Part { number: 0, ..base }, table: None }), below)
            }
            _ => (None, false),
        };
        self.note(a, Place { writes, window, certain });
    }

    fn view(&mut self, v: &View, writes: bool) {
        let Some((off, len)) = &v.part else { return self.whole(v.arr, writes) };
        let len_part = self.index(len).and_then(Index::part);
        let (window, certain) = match self.index(off) {
            Some(Index { stride: Some(stride), base, rest, table: table @ Some(_) }) => {
                let whole = matches!(rest, Rest::None)
                    && self.row_of_length(len).is_some_and(|row| {
                        table == Some(row.table) && row.stride.same(&stride) && row.base.same(&base)
                    });
                (whole.then_some(Window { stride, base, table }), whole)
            }
            Some(Index { stride: Some(stride), .. }) if stride.number < 0 => (None, false),
            Some(Index { stride: Some(stride), base, rest, .. }) => {
                let starts = matches!(rest, Rest::None) && base.number == 0;
                let fits = starts && (len_part.is_some_and(|l| l.same(&stride)) || self.is_rest_of_chunk(len, &stride));
                let may = base.number >= 0 && (fits || !stride.one());
                (may.then_some(Window { stride, base: Part { number: 0, ..base }, table: None }), fits)
            }
            _ => (None, false),
        };
        self.note(v.arr, Place { writes, window, certain });
    }

    /// The row of which this is the length: it stands in the table behind where the row starts.
    fn row_of_length(&self, len: &Atom) -> Option<Row> {
        match &self.order.defs.get(&len.val()?)?.1 {
            Def::Let(Op::Read(table, at) | Op::Guarded(table, at, ..)) if !self.p.arrays[*table].lifted => {
                match self.index(at)? {
                    Index { stride: Some(stride), base, rest: Rest::None, table: None } => {
                        Some(Row { table: *table, stride, base: Part { number: base.number - 1, ..base } })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a part is as long as the smaller of the stride and something else: the last of `chunks_mut`.
    fn is_rest_of_chunk(&self, len: &Atom, stride: &Part) -> bool {
        let def = |a: &Atom| Some(&self.order.defs.get(&a.val()?)?.1);
        let Some(Def::Let(Op::Int(Int::Call(Function::Min, _, args)))) = def(len) else { return false };
        let first = args.first().and_then(|e| self.expression(e));
        first.is_some_and(|first| first.stride.is_none() && first.base.same(stride))
    }

    fn index(&self, a: &Atom) -> Option<Index> {
        match a {
            Atom::Val(v) => self.value(*v),
            a @ Atom::Lit(_) => self.expression(&Int::Atom(a.clone())),
        }
    }

    /// Whether a table is the same throughout.
    fn stays(&self, table: Arr) -> bool {
        let (start, end) = self.order.frames[&self.l.frame];
        !self.p.within(self.p.arrays[table].frame, self.l.frame) && !self.order.written(table, start, end)
    }

    fn is_outside(&self, v: Val) -> bool {
        !self.p.within(self.p.values[v].frame, self.l.frame)
    }

    fn value(&self, v: Val) -> Option<Index> {
        if matches!(&self.l.head, Head::Range { var, .. } if *var == v) {
            return Some(Index {
                stride: Some(Part { number: 1, ..Part::default() }),
                ..Index::fixed(Part::default())
            });
        }
        if self.is_outside(v) {
            // What it is made of may say more: `let m = 3;`.
            let name = &self.p.values[v].name;
            return Some(Index::fixed(Part { plus: vec![quote!(#name)], vals: vec![v], ..Part::default() }));
        }
        match &self.order.defs.get(&v)?.1 {
            Def::Let(Op::Int(int)) => self.expression(int),
            Def::Let(Op::Verbatim(code)) => Some(self.fixed(code.tokens.clone(), code.vals.clone())),
            Def::Let(Op::Offset(off, i, len) | Op::GuardedOffset([off, i, len], _)) => {
                let mut inner = self.index(i)?;
                let off = self.index(off)?;
                if off.table.is_some() || inner.stride.is_none() && !matches!(inner.rest, Rest::None) {
                    // It has been checked.
                    inner = Index { base: Part::default(), ..inner };
                    inner.rest = match self.index(len).and_then(Index::part) {
                        _ if off.table.is_some() => self.row_of_length(len).map_or(Rest::Unknown, Rest::BelowRow),
                        Some(base) => Rest::Below(base),
                        None => Rest::Unknown,
                    };
                }
                off.add(inner)
            }
            // Where a row starts, by the table of rows.
            Def::Let(Op::Read(table, at) | Op::Guarded(table, at, ..))
                if !self.p.arrays[*table].lifted && !self.p.arrays[*table].float =>
            {
                match self.index(at) {
                    Some(at @ Index { rest: Rest::None, table: None, .. })
                        if at.stride.as_ref().is_some_and(|s| s.number >= 0) && self.stays(*table) =>
                    {
                        Some(Index { table: Some(*table), ..at })
                    }
                    _ => Some(Index::unknown()),
                }
            }
            Def::Index => {
                let frame = self.p.values[v].frame;
                let rest = match self.order.heads.get(&frame) {
                    Some(Head::Range { lo, hi, .. }) if lo.is_zero() => {
                        match (self.index(hi).and_then(Index::part), self.row_of_length(hi)) {
                            (Some(base), _) => Rest::Below(base),
                            (None, Some(row)) => Rest::BelowRow(row),
                            (None, None) => Rest::Unknown,
                        }
                    }
                    _ => Rest::Unknown,
                };
                Some(Index { rest, ..Index::unknown() })
            }
            _ => Some(Index::unknown()),
        }
    }

    fn expression(&self, e: &Int) -> Option<Index> {
        if let Some(number) = e.literal() {
            return Some(Index::fixed(Part { number, ..Part::default() }));
        }
        match e {
            Int::Atom(Atom::Val(v)) => return self.value(*v),
            Int::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) => {
                let (left, right) = (self.expression(a)?, self.expression(b)?);
                return match op {
                    Binary::Add => left.add(right),
                    Binary::Sub => left.minus(right),
                    _ => match (left.clone().part(), right.clone().part()) {
                        (_, Some(by)) => left.times(by),
                        (Some(by), _) => right.times(by),
                        _ if left.stride.is_none() && right.stride.is_none() => Some(Index::unknown()),
                        _ => None,
                    },
                };
            }
            _ => {}
        }
        Some(self.fixed(e.tokens(self.p), e.vals()))
    }

    /// Code that is the same in all iterations if it is made of what lies outside.
    fn fixed(&self, code: TokenStream, vals: Vec<Val>) -> Index {
        match vals.iter().all(|&v| self.is_outside(v)) {
            true => Index::fixed(Part { plus: vec![code], vals, ..Part::default() }),
            false => Index::unknown(),
        }
    }
}
