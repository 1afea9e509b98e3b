//! Lists that two ways leave become one: of the same form, in one memory or in another that both fill.

use crate::core::join::Arms;
use crate::core::structures::Whole;
use crate::core::value::{Cols, List, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Init, Step, Storage, View};
use quote::{ToTokens, quote};
use std::rc::Rc;

impl Builder<'_> {
    pub(crate) fn join_lists(&mut self, x: &List, y: &List, arms: &mut Arms) -> Result<List, Refusal> {
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
                        None => Ok((crate::core::build::zero(), b.at_end(arm, |b| b.len(list))?)),
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
    pub(crate) fn join_ways(&mut self, a: &Whole, b: &Whole, arms: &mut Arms) -> Whole {
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
    pub(crate) fn kept(&mut self, l: &List, first: bool, arms: &mut Arms) -> Result<List, Refusal> {
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
        let mut lens = [crate::core::build::zero(), crate::core::build::zero()];
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
                            Some((crate::core::build::zero(), all))
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
        self.growing.push(crate::core::lists::Growing { cols: cols.clone(), most, block: self.block, start: None });
        Ok(List { cols, part: Some((crate::core::build::zero(), len)), grows })
    }

    /// One list of rows that each arm fills.
    fn joined_rows(&mut self, lists: &[Option<&List>; 2], arms: &mut Arms) -> Result<List, Refusal> {
        let Some(like) = lists.iter().flatten().find(|l| l.cols.has_table()) else { return refuse("no list") };
        if !same_form(lists) {
            return crate::core::uneven("a choice between lists of different forms");
        }
        let out = std::mem::take(&mut self.out);
        let made = self.empty_list_like(&like.cols);
        arms.before.extend(std::mem::replace(&mut self.out, out));
        let made = made?;
        let Some(k) = made.grows else { return refuse("a list that cannot grow") };
        let most = self.growing[k].most;
        let start = self.used_of(&made.cols);
        let mut ends = vec![];
        let mut lens = [crate::core::build::zero(), crate::core::build::zero()];
        for (side, list) in lists.iter().enumerate() {
            self.env[most] = Value::Atom(crate::core::build::zero());
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
        Ok(List { cols: made.cols, part: Some((crate::core::build::zero(), len)), grows: made.grows })
    }
}

/// A length without the suffix of its type.
fn without_suffix(len: &proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let text = len.to_string();
    match text.strip_suffix("usize").map(|n| n.trim_end_matches('_').parse::<u64>()) {
        Some(Ok(n)) => proc_macro2::Literal::u64_unsuffixed(n).into_token_stream(),
        _ => len.clone(),
    }
}

/// Columns of the same form with other arrays, in order.
pub(crate) fn with_arrays(cols: &Cols, arrays: &mut dyn Iterator<Item = usize>) -> Cols {
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
            Cols::Table(crate::core::lists::ragged::Table { at, inner, ..table.clone() })
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
        (Cols::Indices(p, a), Cols::Indices(q, b)) => crate::core::lists::references::unify(p, q) && form(a, b),
        (Cols::Choice(a, p), Cols::Choice(b, q)) => p == q && form(a, b),
        (Cols::Table(a), Cols::Table(b)) => form(&a.inner, &b.inner),
        (Cols::Each(a), Cols::Each(b)) => {
            a.len() == b.len() && a.iter().chain(b.iter()).all(crate::core::structures::recursive_values::may_be_one)
        }
        _ => false,
    }
}

fn same_form(lists: &[Option<&List>; 2]) -> bool {
    match lists {
        [Some(a), Some(b)] => form(&a.cols, &b.cols),
        _ => true,
    }
}
