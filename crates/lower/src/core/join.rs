//! What two ways through a function leave becomes one value again.

use super::build::{dummy, flag, no, yes};
use super::each::is_dyn;
use super::forms::{list_of, same_place};
use super::functions::is_function;
use super::value::{Choice, Cols, List, Place, Value};
use super::whole::Whole;
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Init, Join, Op, Step, Storage, View};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use std::rc::Rc;

/// The arms of an `if` that are lowered already.
pub(super) struct Arms {
    pub(super) cond: Atom,
    pub(super) then: Block,
    pub(super) other: Block,
    pub(super) joins: Vec<Join>,
    /// How many variables there are outside.
    pub(super) vars: usize,
    /// What comes in front of the `if`: memory that both fill.
    pub(super) before: Vec<Step>,
}

impl Builder<'_> {
    pub(super) fn join(&mut self, name: &str, a: &Value, b: &Value, arms: &mut Arms) -> Result<Value, Refusal> {
        let (x, y) = (made_inside(a, &arms.then), made_inside(b, &arms.other));
        if x || y {
            // What an arm alone reads is copied at its end.
            let a = if x { self.at_end(&mut arms.then, |s| s.apart(a.clone()))? } else { a.clone() };
            let b = if y { self.at_end(&mut arms.other, |s| s.apart(b.clone()))? } else { b.clone() };
            if made_inside(&a, &arms.then) || made_inside(&b, &arms.other) {
                return refuse("what one arm alone reads outside");
            }
            return self.join(name, &a, &b, arms);
        }
        Ok(match (a, b) {
            (Value::Never, Value::Never) => Value::Never,
            (Value::Never, v) | (v, Value::Never) => {
                let first = matches!(b, Value::Never);
                let mut each = |b: &mut Self, p: &Value| match first {
                    true => b.join(name, p, &Value::Never, arms),
                    false => b.join(name, &Value::Never, p, arms),
                };
                match v {
                    Value::Dyn(ty, inner) => Value::Dyn(ty.clone(), Box::new(each(self, inner)?)),
                    Value::Tuple(parts) => Value::Tuple(parts.iter().map(|p| each(self, p)).collect::<Result<_, _>>()?),
                    Value::Enum(c) => {
                        let Value::Atom(tag) = each(self, &Value::Atom(c.tag.clone()))? else { return refuse("a tag") };
                        let mut variants = vec![];
                        for fields in &c.variants {
                            variants.push(match fields {
                                Some(fields) => {
                                    Some(fields.iter().map(|p| each(self, p)).collect::<Result<Vec<_>, _>>()?)
                                }
                                None => None,
                            });
                        }
                        Value::Enum(Box::new(Choice { tag, variants }))
                    }
                    Value::List(l) => Value::List(self.kept(l, first, arms)?),
                    Value::Ref(m, place) if let Place::Slice(l) = &**place => {
                        Value::Ref(*m, Box::new(Place::Slice(self.kept(l, first, arms)?)))
                    }
                    Value::Ref(m, place) if let Place::Temp(inner) = &**place => {
                        Value::Ref(*m, Box::new(Place::Temp(Box::new(each(self, inner)?))))
                    }
                    // No other structure stands in for it.
                    Value::Atom(Atom::Val(v)) if self.values[*v].ty == crate::ir::Ty::Record => {
                        let made_in = if first { &arms.then } else { &arms.other };
                        let Some(like) = self.structure_like(*v, made_in) else {
                            return refuse("a structure that one way alone makes");
                        };
                        let (v, like) = (Atom::Val(*v), Atom::Val(like));
                        let (then, other) = if first { (&v, &like) } else { (&like, &v) };
                        Value::Atom(self.join_atoms(name, then, other, arms))
                    }
                    // What the text is made of is there in the arm alone.
                    Value::Text(text) if !text.vals.is_empty() && self.may_leave(text) => {
                        let made_in = if first { &mut arms.then } else { &mut arms.other };
                        let held = self.at_end(made_in, |s| s.atom(v.clone(), s.span))?;
                        let like = dummy(&self.atom_ty(&held));
                        let (then, other) = if first { (&held, &like) } else { (&like, &held) };
                        Value::Atom(self.join_atoms(name, then, other, arms))
                    }
                    v => {
                        self.check_captures(v, arms.vars)?;
                        let stand_in = self.stand_in(v)?;
                        let (a, b) = if first { (v, &stand_in) } else { (&stand_in, v) };
                        self.join_present(name, a, b, arms)?
                    }
                }
            }
            _ => self.join_present(name, a, b, arms)?,
        })
    }

    fn join_present(&mut self, name: &str, a: &Value, b: &Value, arms: &mut Arms) -> Result<Value, Refusal> {
        Ok(match (a, b) {
            (Value::Atom(x), Value::Atom(y)) => Value::Atom(self.join_atoms(name, x, y, arms)),
            (Value::Tuple(xs), Value::Tuple(ys)) if xs.len() == ys.len() => {
                let parts = xs.iter().zip(ys).map(|(x, y)| self.join(name, x, y, arms));
                Value::Tuple(parts.collect::<Result<_, _>>()?)
            }
            (Value::Enum(x), Value::Enum(y)) => {
                let tag = self.join_atoms("tag", &x.tag, &y.tag, arms);
                let mut variants = vec![];
                for (p, q) in x.variants.iter().zip(&y.variants) {
                    variants.push(match (p, q) {
                        (None, None) => None,
                        (p, q) => {
                            let n = p.as_ref().or(q.as_ref()).map_or(0, Vec::len);
                            let never = vec![Value::Never; n];
                            let (p, q) = (p.as_ref().unwrap_or(&never), q.as_ref().unwrap_or(&never));
                            let all = p.iter().zip(q).map(|(p, q)| self.join(name, p, q, arms));
                            Some(all.collect::<Result<_, _>>()?)
                        }
                    });
                }
                Value::Enum(Box::new(Choice { tag, variants }))
            }
            (Value::List(x), Value::List(y)) => Value::List(self.join_lists(x, y, arms)?),
            (Value::Ref(m, p), Value::Ref(n, q)) if m == n => {
                Value::Ref(*m, Box::new(self.join_places(*m, p, q, arms)?))
            }
            (Value::Outside(x), Value::Outside(y)) if x.same(y) => a.clone(),
            (Value::Closure(x), Value::Closure(y)) if Rc::ptr_eq(x, y) => a.clone(),
            (Value::Function(x, s), Value::Function(y, t)) if x == y && s == t => a.clone(),
            (Value::Variant(x, s), Value::Variant(y, t)) if x == y && s == t => a.clone(),
            (Value::Row(x), Value::Row(y)) if x.name == y.name => a.clone(),
            (Value::Text(x), Value::Text(y)) if x.same(y) => a.clone(),
            _ if self.is_lasting_text(a) && self.is_lasting_text(b) => {
                let text = |s: &mut Self, of: &Value| match of {
                    Value::Ref(_, place) => {
                        let of = s.load(place)?;
                        s.atom(of, s.span)
                    }
                    of => s.atom(of.clone(), s.span),
                };
                let x = self.at_end(&mut arms.then, |s| text(s, a))?;
                let y = self.at_end(&mut arms.other, |s| text(s, b))?;
                Value::Atom(self.join_atoms(name, &x, &y, arms))
            }
            (Value::Dyn(s, x), Value::Dyn(t, y)) if s == t => {
                Value::Dyn(s.clone(), Box::new(self.join(name, x, y, arms)?))
            }
            _ if is_function(a) && is_function(b) || is_dyn(a) && is_dyn(b) => self.either_function(a, b, arms)?,
            (Value::Unseen | Value::Text(_), _) | (_, Value::Unseen | Value::Text(_)) => Value::Unseen,
            // The reason of an error, as a text and as something else.
            (Value::Atom(x), _) | (_, Value::Atom(x)) if is_words(x) || self.is_held(x) => Value::Unseen,
            _ => return refuse("a choice between values of different forms"),
        })
    }

    pub(super) fn join_atoms(&mut self, name: &str, x: &Atom, y: &Atom, arms: &mut Arms) -> Atom {
        if x.same(y) {
            return x.clone();
        }
        match (flag(x), flag(y)) {
            (Some(true), Some(false)) => return arms.cond.clone(),
            (Some(false), Some(true)) => {
                let not = self.value("t", crate::ir::Ty::Bool, Span::call_site());
                arms.before.push(Step::Let(not, Op::Not(arms.cond.clone())));
                return Atom::Val(not);
            }
            _ => {}
        }
        if let Some(join) = arms.joins.iter().find(|j| j.then.same(x) && j.other.same(y)) {
            return Atom::Val(join.out);
        }
        let ty = match (x, y) {
            (Atom::Val(_), _) => self.atom_ty(x),
            _ => self.atom_ty(y),
        };
        let out = self.value(name, ty, self.span);
        if let Some(of) = [x, y].into_iter().filter_map(Atom::val).find_map(|v| self.rigid.get(&v).cloned()) {
            self.rigid.insert(out, of);
        }
        arms.joins.push(Join { out, then: x.clone(), other: y.clone() });
        Atom::Val(out)
    }

    /// A value of the same form for where control does not arrive.
    pub(super) fn stand_in(&self, v: &Value) -> Result<Value, Refusal> {
        let mut v = v.clone();
        v.with_leaves(&mut |atom| *atom = dummy(&self.atom_ty(atom)));
        Ok(v)
    }

    fn join_places(&mut self, mutable: bool, p: &Place, q: &Place, arms: &mut Arms) -> Result<Place, Refusal> {
        match (p, q) {
            _ if same_place(p, q) => return Ok(p.clone()),
            (Place::Whole(a), Place::Whole(b)) if a.is_like(b) => return Ok(Place::Whole(self.join_ways(a, b, arms))),
            (Place::Element(l, i, s), Place::Element(m, j, t)) if s == t && l.cols.is_like(&m.cols) => {
                let list = self.join_lists(l, m, arms)?;
                return Ok(Place::Element(list, self.join_atoms("i", i, j, arms), s.clone()));
            }
            (Place::Slice(l), Place::Slice(m)) if l.cols.is_like(&m.cols) => {
                return Ok(Place::Slice(self.join_lists(l, m, arms)?));
            }
            (Place::Whole(_), Place::Slice(part)) if let Some(list) = list_of(p, q) => {
                return Ok(Place::Slice(self.join_lists(&list, part, arms)?));
            }
            (Place::Slice(part), Place::Whole(_)) if let Some(list) = list_of(q, p) => {
                return Ok(Place::Slice(self.join_lists(part, &list, arms)?));
            }
            _ => {}
        }
        if mutable {
            return self.either_place(p, q, arms);
        }
        let x = self.at_end(&mut arms.then, |b| b.value_at(p))?;
        let y = self.at_end(&mut arms.other, |b| b.value_at(q))?;
        Ok(Place::Temp(Box::new(self.join("t", &x, &y, arms)?)))
    }

    /// What lies at a place, with a name.
    pub(super) fn value_at(&mut self, place: &Place) -> Result<Value, Refusal> {
        let value = self.load(place)?;
        self.settle(value, self.span)
    }

    /// More steps at the end of an arm.
    pub(super) fn at_end<X>(
        &mut self,
        block: &mut Block,
        f: impl FnOnce(&mut Self) -> Result<X, Refusal>,
    ) -> Result<X, Refusal> {
        let out = std::mem::replace(&mut self.out, std::mem::take(&mut block.steps));
        let id = std::mem::replace(&mut self.block, block.id);
        let result = f(self);
        self.block = id;
        block.steps = std::mem::replace(&mut self.out, out);
        self.known.clear();
        result
    }

    fn join_lists(&mut self, x: &List, y: &List, arms: &mut Arms) -> Result<List, Refusal> {
        if x.cols.is_like(&y.cols) {
            let cols = match (&*x.cols, &*y.cols) {
                (Cols::Whole(a), Cols::Whole(b)) => Rc::new(Cols::Whole(self.join_ways(a, b, arms))),
                _ => x.cols.clone(),
            };
            let part = match (&x.part, &y.part) {
                (None, None) => None,
                (Some((a, n)), Some((b, m))) => {
                    Some((self.join_atoms("off", a, b, arms), self.join_atoms("len", n, m, arms)))
                }
                (x_part, y_part) => {
                    let all = |part: &Option<(Atom, Atom)>, list: &List, b: &mut Self, arm: &mut Block| match part {
                        Some((off, len)) => Ok((off.clone(), len.clone())),
                        None => Ok((super::build::zero(), b.at_end(arm, |b| b.len(list))?)),
                    };
                    let (a, n) = all(x_part, x, self, &mut arms.then)?;
                    let (b, m) = all(y_part, y, self, &mut arms.other)?;
                    Some((self.join_atoms("off", &a, &b, arms), self.join_atoms("len", &n, &m, arms)))
                }
            };
            return Ok(List { cols, part, grows: x.grows.or(y.grows) });
        }
        if let Some(list) = self.join_trees(x, y, arms)? {
            return Ok(list);
        }
        // What lies outside is copied where the arm ends that chooses it.
        let own = |b: &mut Self, list: &List, arm: &mut Block| match *list.cols {
            Cols::Whole(_) => b.at_end(arm, |b| b.copied(list)),
            _ => Ok(list.clone()),
        };
        let (x, y) = (own(self, x, &mut arms.then)?, own(self, y, &mut arms.other)?);
        let joined = self.joined_list(&[Some(&x), Some(&y)], arms)?;
        self.with_trees(joined, [Some(&x), Some(&y)], arms)
    }

    /// One of two places outside that differ in the indices on the way.
    fn join_ways(&mut self, a: &Whole, b: &Whole, arms: &mut Arms) -> Whole {
        let mut others = b.path.atoms().into_iter();
        let mut one = a.clone();
        one.path.with_atoms(&mut |x| {
            if let Some(y) = others.next() {
                *x = self.join_atoms("i", &x.clone(), y, arms);
            }
        });
        one
    }

    /// A list that one arm alone gives.
    fn kept(&mut self, l: &List, first: bool, arms: &mut Arms) -> Result<List, Refusal> {
        let sides = if first { [Some(l), None] } else { [None, Some(l)] };
        if let Cols::Each(_) = *l.cols {
            return self.with_trees(l.clone(), sides, arms);
        }
        let kept = self.kept_list(l, first, arms)?;
        self.with_trees(kept, sides, arms)
    }

    fn kept_list(&mut self, l: &List, first: bool, arms: &mut Arms) -> Result<List, Refusal> {
        let made = |block: &Block| {
            let mut made = false;
            for step in &block.steps {
                l.cols.arrays(&mut |arr| made |= step.makes(arr));
            }
            made
        };
        let block = if first { &arms.then } else { &arms.other };
        if !made(block) {
            let mut other = match self.stand_in(&Value::List(l.clone()))? {
                Value::List(other) => other,
                _ => l.clone(),
            };
            // An array is as long where it is not.
            if let (Some((_, n @ Atom::Lit(_))), Some((_, len))) = (&l.part, &mut other.part) {
                *len = n.clone();
            }
            let (x, y) = if first { (l, &other) } else { (&other, l) };
            return self.join_lists(x, y, arms);
        }
        self.joined_list(&if first { [Some(l), None] } else { [None, Some(l)] }, arms)
    }

    /// One list that each arm fills.
    fn joined_list(&mut self, lists: &[Option<&List>; 2], arms: &mut Arms) -> Result<List, Refusal> {
        let Some(like) = lists[0].or(lists[1]) else { return refuse("no list") };
        if lists.iter().flatten().any(|l| l.cols.has_table()) {
            return self.joined_rows(lists, arms);
        }
        // A row of a list of arrays is as long as it is, and not as its memory.
        let row = |l: &List| match (&*l.cols, &l.part, l.grows) {
            (Cols::Leaf(_), Some((_, Atom::Lit(n))), None) => Some(without_suffix(n)),
            _ => None,
        };
        let fixed = |b: &Self, l: &List| {
            let mut len = row(l);
            if len.is_none() && (l.part.is_none() || matches!(*l.cols, Cols::Rows(..))) {
                l.cols.arrays(&mut |arr| {
                    if let Storage::Fixed(n) = &b.arrays[arr].storage {
                        len = Some(n.clone());
                    }
                });
            }
            len
        };
        let lengths: Vec<_> =
            lists.iter().flatten().map(|l| fixed(self, l).map(|t| without_suffix(&t).to_string())).collect();
        let even = lengths.iter().all(|n| n.is_some() && *n == lengths[0]);
        let (mut to, mut from): (Vec<_>, Vec<Vec<_>>) = (vec![], vec![]);
        for l in lists.iter().flatten() {
            let mut all = vec![];
            l.cols.arrays(&mut |arr| all.push(arr));
            from.push(all);
        }
        if from.iter().any(|f| f.len() != from[0].len()) || !same_form(lists) {
            return refuse("a choice between lists of different forms");
        }
        let grows = if even { None } else { Some(self.growing.len()) };
        for &arr in &from[0] {
            let like = &self.arrays[arr];
            let (storage, sample, float) = (like.storage.clone(), like.sample.clone(), like.float);
            let storage = match (even, &storage) {
                (true, _) if let Some(n) = lists.iter().flatten().find_map(|l| row(l)) => Storage::Fixed(n),
                (true, Storage::Fixed(_)) => storage,
                (true, _) => lists.iter().flatten().find_map(|l| fixed(self, l)).map_or(storage, Storage::Fixed),
                (false, _) => Storage::Heap,
            };
            let filler = sample.clone().unwrap_or_else(|| quote!(0.0));
            let of = front::ty::Ty::Float(front::ty::Float::F64);
            let new = self.array("list", storage.clone(), &of, self.span);
            (self.arrays[new].sample, self.arrays[new].float) = (sample, float);
            let init = match &storage {
                Storage::Fixed(n) => Init::Fill(Atom::lit(filler), Atom::lit(quote!(#n))),
                _ => Init::Elements(vec![]),
            };
            arms.before.push(Step::Alloc(new, init));
            to.push(new);
        }
        let mut lens = [super::build::zero(), super::build::zero()];
        let mut k = 0;
        for (side, list) in lists.iter().enumerate() {
            let Some(list) = list else { continue };
            let block = if side == 0 { &mut arms.then } else { &mut arms.other };
            let mut taken = Block { id: block.id, steps: std::mem::take(&mut block.steps) };
            let (sources, to) = (&from[k], &to);
            let len = self.at_end(&mut taken, |b| {
                let len = b.len(list)?;
                for (&source, &target) in sources.iter().zip(to) {
                    let view = b.leaf_view(list, source)?;
                    let all = match &view.part {
                        Some((_, n)) => n.clone(),
                        None => b.array_len(source),
                    };
                    let part = match even {
                        true => None,
                        false => {
                            b.out.push(Step::Grow(target, all.clone()));
                            Some((super::build::zero(), all))
                        }
                    };
                    b.out.push(Step::CopyFrom(View { arr: target, part }, view));
                }
                Ok(len)
            })?;
            *(if side == 0 { &mut arms.then } else { &mut arms.other }) = taken;
            lens[side] = len;
            k += 1;
        }
        let mut targets = to.iter().copied();
        let cols = with_arrays(&like.cols, &mut targets);
        if even {
            let len = &lens[usize::from(lists[0].is_none())];
            if let (None, Atom::Lit(_)) = (&like.part, len) {
                self.count_rows(&cols, len);
            }
            let part = if matches!(cols, Cols::Leaf(_)) { None } else { like.part.clone() };
            return Ok(List { cols: Rc::new(cols), part, grows: None });
        }
        let cols = Rc::new(cols);
        let len = self.join_atoms("len", &lens[0], &lens[1], arms);
        let most = self.var(Value::Atom(len.clone()));
        to.iter().for_each(|&arr| self.arrays[arr].grows = true);
        self.growing.push(super::list::Growing { cols: cols.clone(), most, block: self.block, start: None });
        Ok(List { cols, part: Some((super::build::zero(), len)), grows })
    }

    /// One list of rows that each arm fills.
    fn joined_rows(&mut self, lists: &[Option<&List>; 2], arms: &mut Arms) -> Result<List, Refusal> {
        let Some(like) = lists.iter().flatten().find(|l| l.cols.has_table()) else { return refuse("no list") };
        if !same_form(lists) {
            return super::uneven("a choice between lists of different forms");
        }
        let out = std::mem::take(&mut self.out);
        let made = self.empty_list_like(&like.cols);
        arms.before.extend(std::mem::replace(&mut self.out, out));
        let made = made?;
        let Some(k) = made.grows else { return refuse("a list that cannot grow") };
        let most = self.growing[k].most;
        let start = self.used_of(&made.cols);
        let mut ends = vec![];
        let mut lens = [super::build::zero(), super::build::zero()];
        for (side, list) in lists.iter().enumerate() {
            self.env[most] = Value::Atom(super::build::zero());
            for (var, at) in &start {
                self.env[*var] = Value::Atom(at.clone());
            }
            if let Some(list) = list {
                let block = if side == 0 { &mut arms.then } else { &mut arms.other };
                let mut taken = Block { id: block.id, steps: std::mem::take(&mut block.steps) };
                let filled = self.at_end(&mut taken, |b| {
                    let filled = b.gathered_into(&made, list)?;
                    b.len(&filled)
                });
                *(if side == 0 { &mut arms.then } else { &mut arms.other }) = taken;
                lens[side] = filled?;
            }
            ends.push(self.used_of(&made.cols));
        }
        for ((var, a), (_, b)) in ends[0].clone().into_iter().zip(ends[1].clone()) {
            self.env[var] = Value::Atom(self.join_atoms("used", &a, &b, arms));
        }
        let len = self.join_atoms("len", &lens[0], &lens[1], arms);
        self.env[most] = Value::Atom(len.clone());
        Ok(List { cols: made.cols, part: Some((super::build::zero(), len)), grows: made.grows })
    }

    /// The flag is set from here on.
    pub(super) fn set_flag(&mut self, var: super::value::Var) {
        self.env[var] = Value::Atom(yes());
    }

    pub(super) fn unset_flag(&mut self, var: super::value::Var) {
        self.env[var] = Value::Atom(no());
    }

    /// What a flag holds now.
    pub(super) fn flag_now(&self, var: super::value::Var) -> Atom {
        match &self.env[var] {
            Value::Atom(a) => a.clone(),
            _ => no(),
        }
    }
}

/// Whether it is a text that is written out.
fn is_words(atom: &Atom) -> bool {
    matches!(atom, Atom::Lit(lit) if syn::parse2::<syn::LitStr>(lit.tokens()).is_ok())
}

/// A length without the suffix of its type.
fn without_suffix(len: &proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let text = len.to_string();
    match text.strip_suffix("usize").map(|n| n.trim_end_matches('_').parse::<u64>()) {
        Some(Ok(n)) => proc_macro2::Literal::u64_unsuffixed(n).into_token_stream(),
        _ => len.clone(),
    }
}

/// Whether a value refers to structures that a block reads.
pub(super) fn made_inside(value: &Value, block: &Block) -> bool {
    let mut roots = vec![];
    value.roots(&mut roots);
    roots.iter().any(|v| defined_in(*v, block))
}

/// Whether a value is made in a block.
pub(super) fn defined_in(v: crate::ir::Val, block: &Block) -> bool {
    let mut inside = false;
    crate::ir::walk(block, &mut |step, _| inside |= step.defines().contains(&v));
    inside
}

/// Columns of the same form with other arrays, in order.
pub(super) fn with_arrays(cols: &Cols, arrays: &mut dyn Iterator<Item = usize>) -> Cols {
    match cols {
        Cols::Leaf(arr) => Cols::Leaf(arrays.next().unwrap_or(*arr)),
        Cols::Tuple(parts) => Cols::Tuple(parts.iter().map(|p| Rc::new(with_arrays(p, arrays))).collect()),
        Cols::Rows(n, inner) => Cols::Rows(n.clone(), Rc::new(with_arrays(inner, arrays))),
        Cols::Lent(inner) => Cols::Lent(Rc::new(with_arrays(inner, arrays))),
        Cols::Indices(of, inner) => Cols::Indices(of.clone(), Rc::new(with_arrays(inner, arrays))),
        Cols::Choice(inner, shape) => Cols::Choice(Rc::new(with_arrays(inner, arrays)), shape.clone()),
        Cols::Table(table) => {
            let at = arrays.next().unwrap_or(table.at);
            let inner = Rc::new(with_arrays(&table.inner, arrays));
            Cols::Table(super::table::Table { at, inner, ..table.clone() })
        }
        Cols::Whole(w) => Cols::Whole(w.clone()),
        Cols::Each(all) => Cols::Each(all.clone()),
    }
}

/// Whether elements of one list may be put into another as they are.
pub(crate) fn form(a: &Cols, b: &Cols) -> bool {
    match (a, b) {
        (Cols::Leaf(_), Cols::Leaf(_)) => true,
        (Cols::Tuple(a), Cols::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| form(a, b)),
        (Cols::Rows(n, a), Cols::Rows(m, b)) => n.same(m) && form(a, b),
        (Cols::Lent(a), Cols::Lent(b)) => form(a, b),
        (Cols::Indices(p, a), Cols::Indices(q, b)) => super::indices::unify(p, q) && form(a, b),
        (Cols::Choice(a, p), Cols::Choice(b, q)) => p == q && form(a, b),
        (Cols::Table(a), Cols::Table(b)) => form(&a.inner, &b.inner),
        (Cols::Each(a), Cols::Each(b)) => a.len() == b.len() && a.iter().chain(b.iter()).all(super::trees::may_be_one),
        _ => false,
    }
}

fn same_form(lists: &[Option<&List>; 2]) -> bool {
    match lists {
        [Some(a), Some(b)] => form(&a.cols, &b.cols),
        _ => true,
    }
}
