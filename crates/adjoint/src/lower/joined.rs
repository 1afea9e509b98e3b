//! Arrays that the arms of an `if` give: one array is made before it, and each arm copies into that.

use super::maybe::Maybe;
use super::nest::{Level, Nest};
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Arr, Atom, Block, Init, Join, Op, Step, Storage, Ty, View};
use crate::signature::Shape;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashMap;
use syn::Result;

const EXCLUSIVE: &str =
    "choosing between arrays that are written to is not supported: put what is done with them into the arms";

/// Whether code borrows mutably, or names what is borrowed so.
fn exclusive(code: &TokenStream, borrowed: &dyn Fn(&str) -> bool) -> bool {
    let mut after = false;
    code.clone().into_iter().any(|t| {
        let and = std::mem::replace(&mut after, matches!(&t, TokenTree::Punct(p) if p.as_char() == '&'));
        match t {
            TokenTree::Ident(i) => and && i == "mut" || borrowed(&i.to_string()),
            TokenTree::Group(g) => exclusive(&g.stream(), borrowed),
            _ => false,
        }
    })
}

/// What the arms of a choice fill: a list, or rows, in the lists of their numbers and of where they lie, and their number.
pub(super) enum Joined {
    List(usize),
    Rows(usize, usize, Var),
}

/// An arm, what the variables are at its end, and what it gives.
pub(super) struct Arm<'b> {
    pub(super) block: &'b mut Block,
    pub(super) current: &'b mut Vec<Atom>,
    pub(super) item: Item,
}

impl Arm<'_> {
    /// A part of what it gives.
    fn part(&mut self, item: Item) -> Arm<'_> {
        Arm { block: &mut *self.block, current: &mut *self.current, item }
    }
}

impl Lowerer {
    /// The structures that have names.
    pub(super) fn at_hand(&self) -> Vec<Atom> {
        let named = self.scopes.iter().flat_map(|scope| scope.values()).filter_map(|binding| match binding {
            Binding::Const(a) => Some(a),
            Binding::Var(v) => Some(&self.current[*v]),
            _ => None,
        });
        let structure = |a: &&Atom| self.known_atom(a).is_some_and(|(ty, _)| super::known::is_record(&ty));
        let mut all: Vec<Atom> = named.filter(structure).cloned().collect();
        all.sort_by_key(Atom::val);
        all
    }

    pub(super) fn is_structure_atom(&self, a: &Atom) -> bool {
        self.atom_ty(a) == Ty::Record || self.known_atom(a).is_some_and(|(ty, _)| super::known::is_record(&ty))
    }

    /// A stand-in of the same type where control never arrives: of a structure, another one of its type.
    pub(super) fn stand_in(&self, like: &Atom, at_hand: &[Atom]) -> Option<Atom> {
        if !self.is_structure_atom(like) {
            return Some(self.dummy(like));
        }
        let (ty, _) = self.known_atom(like)?;
        at_hand.iter().find(|a| self.known_atom(a).is_some_and(|(other, _)| other == ty)).cloned()
    }

    /// The same array for both arms, where both give one, or one does and the other nothing; what the arms fill goes to
    /// `joined`.
    pub(super) fn joined_arrays(
        &mut self,
        at: &TokenStream,
        cond: &Atom,
        mut then: Arm<'_>,
        mut other: Arm<'_>,
        joined: &mut Vec<Joined>,
    ) -> Result<(Item, Item)> {
        let nothing = || Item::Never;
        match (std::mem::replace(&mut then.item, nothing()), std::mem::replace(&mut other.item, nothing())) {
            (Item::Tuple(xs), Item::Tuple(ys)) if xs.len() == ys.len() => {
                let (mut first, mut second) = (vec![], vec![]);
                for (x, y) in xs.into_iter().zip(ys) {
                    let (x, y) = self.joined_arrays(at, cond, then.part(x), other.part(y), joined)?;
                    first.push(x);
                    second.push(y);
                }
                Ok((Item::Tuple(first), Item::Tuple(second)))
            }
            (Item::Maybe(x), Item::Maybe(y)) => {
                let (a, b) = self.joined_arrays(at, cond, then.part(x.value), other.part(y.value), joined)?;
                let maybe = |some, value| Item::Maybe(Box::new(Maybe { some, value }));
                Ok((maybe(x.some, a), maybe(y.some, b)))
            }
            (Item::Maybe(x), Item::Never) => {
                let (a, _) = self.joined_arrays(at, cond, then.part(x.value), other.part(Item::Never), joined)?;
                Ok((Item::Maybe(Box::new(Maybe { some: x.some, value: a })), Item::Never))
            }
            (Item::Never, Item::Maybe(y)) => {
                let (_, b) = self.joined_arrays(at, cond, then.part(Item::Never), other.part(y.value), joined)?;
                Ok((Item::Never, Item::Maybe(Box::new(Maybe { some: y.some, value: b }))))
            }
            (a, b) => self.joined_views(at, cond, then.part(a), other.part(b), joined),
        }
    }

    /// A list that is one value, where the other arm gives one of numbers: it is taken apart in its arm.
    fn list_in_arm(&mut self, arm: &mut Arm<'_>, like: Storage) -> Result<()> {
        if !matches!(&arm.item, Item::Held(_)) && !matches!(&arm.item, Item::Scalar(a) if self.is_open(a)) {
            return Ok(());
        }
        let shape = match like {
            Storage::Fixed(n) => Shape::Fixed(n),
            _ => Shape::Vec,
        };
        let item = std::mem::replace(&mut arm.item, Item::Never);
        let item = self.at_the_end_of(arm.part(Item::Never), |l| l.unpacked(item, &shape));
        arm.item = item?;
        Ok(())
    }

    fn joined_views(
        &mut self,
        at: &TokenStream,
        cond: &Atom,
        mut then: Arm<'_>,
        mut other: Arm<'_>,
        joined: &mut Vec<Joined>,
    ) -> Result<(Item, Item)> {
        let list = |item: &Item| match item {
            Item::View(v) => Some(v.clone()),
            Item::Fresh(arr) => Some(View { arr: *arr, part: None }),
            _ => None,
        };
        let of_list = |item: &Item| list(item).map(|v| self.arrays[v.arr].storage.clone());
        match (of_list(&then.item), of_list(&other.item)) {
            (Some(like), None) => self.list_in_arm(&mut other, like)?,
            (None, Some(like)) => self.list_in_arm(&mut then, like)?,
            _ => {}
        }
        if let Some(item) = self.joined_grid(&mut then, &mut other) {
            return Ok((item.clone(), item));
        }
        if let (Item::Nest(_) | Item::Never, Item::Nest(_) | Item::Never) = (&then.item, &other.item)
            && let Some(item) = self.joined_rows(
                [&then.item, &other.item].map(Clone::clone),
                [then.part(Item::Never), other.part(Item::Never)],
                joined,
            )?
        {
            return Ok((item.clone(), item));
        }
        // What an arm made it gives away; anything else may be a reference that is written to.
        let own = |arm: &Block, v: &View| arm.steps.iter().any(|s| crate::emit::made(s).contains(&v.arr));
        let (x, y) = (list(&then.item), list(&other.item));
        let made = |arm: &Arm<'_>, v: &Option<View>| v.as_ref().is_some_and(|v| own(arm.block, v));
        let alone = match (&then.item, &other.item) {
            (Item::Never, _) => made(&other, &y),
            (_, Item::Never) => made(&then, &x),
            _ => false,
        };
        if !alone && (x.is_none() || y.is_none()) {
            return Ok((then.item, other.item));
        }
        let written =
            |l: &Self, v: &View| matches!(l.arrays[v.arr].storage, Storage::Exclusive) || l.names_exclusive(at);
        for (arm, view) in [(&then, &x), (&other, &y)] {
            if let Some(view) = view
                && !own(arm.block, view)
                && written(self, view)
            {
                return fault(at, EXCLUSIVE);
            }
        }
        let arr = match (&x, &y) {
            (Some(x), Some(y)) => self.joined_array(at, cond, (then.block, x), (other.block, y))?,
            (Some(x), None) | (None, Some(x)) => self.fixed_like(x),
            (None, None) => None,
        };
        let arms = [(then, x), (other, y)];
        let arr = match arr {
            Some(arr) => {
                for (arm, from) in arms {
                    arm.block.steps.extend(from.map(|from| Step::CopyFrom(View { arr, part: None }, from)));
                }
                arr
            }
            None => {
                let list = self.joined_list(arms);
                joined.push(Joined::List(list));
                self.list_arr(list)
            }
        };
        Ok((Item::Fresh(arr), Item::Fresh(arr)))
    }

    /// An array of arrays whose lengths are part of its type, which the arms copy into.
    fn joined_grid(&mut self, then: &mut Arm<'_>, other: &mut Arm<'_>) -> Option<Item> {
        let of = |item: &Item| match item {
            Item::Nest(rows) => rows.is_copy().then(|| Some(rows.clone())),
            Item::Never => Some(None),
            _ => None,
        };
        let grids = [of(&then.item)?, of(&other.item)?];
        let like = grids.iter().flatten().next()?.clone();
        if grids.iter().flatten().any(|rows| rows.lengths() != like.lengths()) {
            return None;
        }
        let lengths = like.lengths();
        let numbers: Option<Vec<usize>> = lengths.iter().map(|n| n.parse().ok()).collect();
        let total: TokenStream = match &numbers {
            Some(numbers) => numbers.iter().product::<usize>().to_string().parse().ok()?,
            None => lengths.iter().map(|n| format!("({n})")).collect::<Vec<_>>().join("*").parse().ok()?,
        };
        let storage = if numbers.is_some() { Storage::Fixed(total.clone()) } else { Storage::Heap };
        let (arr, len) = (self.array("list", storage, true, Span::call_site()), Atom::Lit(quote!((#total))));
        if numbers.is_none() {
            self.arrays[arr].len = Some(len.clone());
        }
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(quote!(0.0)), len)));
        for (block, rows) in [&mut *then.block, &mut *other.block].into_iter().zip(grids) {
            let Some(from) = rows.and_then(|rows| self.all_of(&rows)) else { continue };
            block.steps.push(Step::CopyFrom(View { arr, part: None }, from));
        }
        Some(Item::Nest(Nest { arr, off: Atom::Lit(quote!(0)), whole: true, fresh: true, ..like }))
    }

    /// An array of the length that the type of another one says.
    fn fixed_like(&mut self, of: &View) -> Option<Arr> {
        let array = self.arrays[of.arr].clone();
        let Storage::Fixed(n) = array.storage else { return None };
        if of.part.is_some() {
            return None;
        }
        let zero = if array.float { quote!(0.0) } else { array.sample.clone()? };
        let arr = self.array("list", Storage::Fixed(n.clone()), array.float, Span::call_site());
        self.arrays[arr].sample = array.sample;
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), Atom::Lit(quote!(#n)))));
        Some(arr)
    }

    /// A list that the arms fill.
    fn joined_list(&mut self, arms: [(Arm<'_>, Option<View>); 2]) -> usize {
        let k = self.made_list("list", Span::call_site());
        let arr = self.list_arr(k);
        for (_, from) in &arms {
            if let Some(from) = from.as_ref().filter(|from| !self.arrays[from.arr].float) {
                let sample = self.arrays[from.arr].sample.clone();
                (self.arrays[arr].float, self.arrays[arr].sample) = (false, sample);
            }
        }
        for (arm, from) in arms {
            self.at_the_end_of(arm, |l| from.into_iter().for_each(|from| l.refill(k, from)));
        }
        self.look_at_lists();
        k
    }

    /// Rows that the arms fill; none if they are no rows of numbers.
    fn joined_rows(&mut self, items: [Item; 2], arms: [Arm<'_>; 2], joined: &mut Vec<Joined>) -> Result<Option<Item>> {
        let flat = |item: &Item| match item {
            Item::Nest(nest) => nest.levels.len() == 1,
            _ => true,
        };
        if !items.iter().all(flat) || !items.iter().any(|item| matches!(item, Item::Nest(_))) {
            return Ok(None);
        }
        let at = Span::call_site();
        let (numbers, table) = (self.made_list("list", at), self.made_list("rows", at));
        let (arr, lies) = (self.list_arr(numbers), self.list_arr(table));
        (self.arrays[lies].float, self.arrays[lies].sample) = (false, Some(quote!(0usize)));
        let count = self.var("count", Ty::usize(), Atom::Lit(quote!(0usize)));
        for (arm, item) in arms.into_iter().zip(items) {
            self.at_the_end_of(arm, |l| match item {
                Item::Nest(nest) => l.keep_rows((numbers, table, count), &nest),
                _ => Ok(()),
            })?;
        }
        self.look_at_lists();
        joined.push(Joined::Rows(numbers, table, count));
        let zero = Atom::Lit(quote!(0usize));
        let levels = vec![Level::Table(lies)];
        let nest = Nest { arr, off: zero.clone(), count: zero, fixed: None, levels, whole: true, fresh: true };
        Ok(Some(Item::Nest(nest)))
    }

    /// Adds steps to an arm.
    fn at_the_end_of<X>(&mut self, arm: Arm<'_>, f: impl FnOnce(&mut Self) -> X) -> X {
        for v in arm.current.len()..self.current.len() {
            arm.current.push(self.before_arm(v).unwrap_or_else(|| self.current[v].clone()));
        }
        let block = std::mem::replace(&mut self.block, arm.block.id);
        let out = std::mem::replace(&mut self.out, std::mem::take(&mut arm.block.steps));
        std::mem::swap(&mut self.current, arm.current);
        let result = f(self);
        std::mem::swap(&mut self.current, arm.current);
        arm.block.steps = std::mem::replace(&mut self.out, out);
        self.block = block;
        for v in self.current.len()..arm.current.len() {
            self.current.push(arm.current[v].clone());
        }
        result
    }

    /// What the arms filled, as it is behind them.
    pub(super) fn as_joined(&mut self, item: Item, joined: &[Joined]) -> Item {
        match item {
            Item::Fresh(arr) => {
                for j in joined {
                    if let Joined::List(k) = j
                        && self.list_arr(*k) == arr
                    {
                        self.as_made(*k);
                    }
                }
                Item::Fresh(arr)
            }
            Item::Nest(mut nest) => {
                for j in joined {
                    if let Joined::Rows(numbers, table, count) = j
                        && self.list_arr(*numbers) == nest.arr
                    {
                        nest.count = self.current[*count].clone();
                        self.as_made(*numbers);
                        self.as_made(*table);
                    }
                }
                Item::Nest(nest)
            }
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(|item| self.as_joined(item, joined)).collect()),
            Item::Maybe(m) => {
                let value = self.as_joined(m.value, joined);
                Item::Maybe(Box::new(Maybe { some: m.some, value }))
            }
            item => item,
        }
    }

    fn names_exclusive(&self, at: &TokenStream) -> bool {
        exclusive(at, &|name| self.borrows.get(name) == Some(&true))
    }

    fn joined_array(
        &mut self,
        at: &TokenStream,
        cond: &Atom,
        then: (&Block, &View),
        other: (&Block, &View),
    ) -> Result<Option<Arr>> {
        let (x, y) = (self.arrays[then.1.arr].clone(), self.arrays[other.1.arr].clone());
        let zero = match (x.float && y.float, &x.sample) {
            (true, _) => quote!(0.0),
            (false, Some(sample)) => sample.clone(),
            (false, None) => {
                return fault(at, "choosing between arrays of constants is not supported: choose their elements");
            }
        };
        let whole = then.1.part.is_none() && other.1.part.is_none();
        if let (true, Storage::Fixed(n), Storage::Fixed(m)) = (whole, &x.storage, &y.storage)
            && n.to_string() == m.to_string()
        {
            let arr = self.array("list", Storage::Fixed(n.clone()), x.float, Span::call_site());
            self.arrays[arr].sample = x.sample.clone();
            self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), Atom::Lit(quote!(#n)))));
            return Ok(Some(arr));
        }
        let (first, a) = self.arm(|l| Ok(l.length_before(then.0, then.1)))?;
        let (second, b) = self.arm(|l| Ok(l.length_before(other.0, other.1)))?;
        let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
        let len = if a.same(&b) && first.steps.is_empty() {
            a
        } else {
            let out = self.value("t", Ty::usize(), Span::call_site());
            let join = Join { out, then: a, other: b };
            self.out.push(Step::If { cond: cond.clone(), then: first, other: second, joins: vec![join] });
            Atom::Val(out)
        };
        let arr = self.array("list", Storage::Heap, x.float, Span::call_site());
        self.arrays[arr].sample = x.sample.clone();
        self.arrays[arr].len = Some(len.clone());
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), len)));
        Ok(Some(arr))
    }

    /// The length of an array that an arm gives, computed in front of the arm, if that can be done.
    fn length_before(&mut self, arm: &Block, view: &View) -> Option<Atom> {
        let len = self.length(view);
        self.before(&[arm], &len, &mut HashMap::new())
    }

    /// A value of constants that the blocks compute, computed here as well.
    fn before(&mut self, arms: &[&Block], a: &Atom, new: &mut HashMap<usize, usize>) -> Option<Atom> {
        let Atom::Val(v) = a else { return Some(a.clone()) };
        if let Some(v) = new.get(v) {
            return Some(Atom::Val(*v));
        }
        let steps = || arms.iter().flat_map(|b| &b.steps);
        let Some(step) = steps().find(|s| s.defines().contains(v)).cloned() else {
            let mut inside = false;
            arms.iter().for_each(|b| crate::ir::walk(b, &mut |s, _| inside |= s.defines().contains(v)));
            return (!inside).then(|| a.clone());
        };
        let made = |arr: &Arr| steps().any(|s| crate::emit::made(s).contains(arr));
        let now = match step {
            Step::Let(_, Op::Copy(b)) => return self.before(arms, &b, new),
            Step::Let(_, op @ (Op::Verbatim(_) | Op::Int(_)))
                if op.arrays().is_empty() && !op.lens().iter().any(made) =>
            {
                let mut now = HashMap::new();
                for old in op.vals() {
                    now.insert(old, self.before(arms, &Atom::Val(old), new)?);
                }
                let with = &mut |v: usize| now.get(&v).cloned();
                let op = match op {
                    Op::Int(int) => Op::Int(int.with(with, &self.values)?),
                    Op::Verbatim(code) => Op::Verbatim(code.with(with, &self.values)?),
                    op => op,
                };
                self.temporary(self.values[*v].ty, op, Span::call_site())
            }
            Step::Let(_, Op::Compare(op, x, y)) => {
                let (x, y) = (self.before(arms, &x, new)?, self.before(arms, &y, new)?);
                self.temporary(self.values[*v].ty, Op::Compare(op, x, y), Span::call_site())
            }
            Step::Let(_, Op::Not(x)) => {
                let x = self.before(arms, &x, new)?;
                self.temporary(Ty::Bool, Op::Not(x), Span::call_site())
            }
            Step::If { cond, then, other, joins } => {
                let join = joins.into_iter().find(|j| j.out == *v)?;
                let cond = self.before(arms, &cond, new)?;
                let mut arm = |block: &Block, a: &Atom| {
                    let (blocks, mut new) = ([arms, &[block]].concat(), new.clone());
                    self.arm(|l| Ok(l.before(&blocks, a, &mut new))).ok()
                };
                let ((then, Some(a)), (other, Some(b))) = (arm(&then, &join.then)?, arm(&other, &join.other)?) else {
                    return None;
                };
                let out = self.value("t", self.values[*v].ty, Span::call_site());
                self.out.push(Step::If { cond, then, other, joins: vec![Join { out, then: a, other: b }] });
                Atom::Val(out)
            }
            _ => return None,
        };
        new.insert(*v, now.val()?);
        Some(now)
    }
}
