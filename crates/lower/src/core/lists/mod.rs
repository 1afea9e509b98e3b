//! Lists: columns of scalars in memory. Each operation on a list is one on every column.

pub(crate) mod enums;
pub(crate) mod growable;
pub(crate) mod growth;
pub(crate) mod heterogeneous;
pub(crate) mod literals;
pub(crate) mod maps;
pub(crate) mod nested;
pub(crate) mod ragged;
pub(crate) mod references;
pub(crate) mod row_views;
pub(crate) mod seed;

use crate::core::build::{usize_lit, zero};
use crate::core::structures::Whole;
use crate::core::value::{Cols, List, Place, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Arr, Atom, BlockId, Init, IntTy, Mode, Op, Step, Storage, Ty, View};
use front::ty::{Len, Ty as Type};
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

/// A list whose length changes: its memory only grows, so that what stood at an index is there for the way back.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    pub(crate) cols: Rc<Cols>,
    /// The most elements that it has had.
    pub(crate) most: Var,
    /// The block that made it.
    pub block: BlockId,
    /// How long its memory was before.
    pub(crate) start: Option<Atom>,
}

/// Which way a length changes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Change {
    Grows,
    Shrinks,
    Either,
}

/// Lists of so many numbers are arrays.
const SMALL: u64 = 64;

impl Builder<'_> {
    /// How many elements it has.
    pub(crate) fn len(&mut self, list: &List) -> Result<Atom, Refusal> {
        if let Some((_, len)) = &list.part {
            return Ok(len.clone());
        }
        match &*list.cols {
            Cols::Leaf(arr) => Ok(self.array_len(*arr)),
            Cols::Tuple(parts) => match parts.first() {
                Some(first) => self.len(&List { cols: first.clone(), part: None, grows: None }),
                None => refuse("a list of nothing"),
            },
            Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                self.len(&List { cols: inner.clone(), part: None, grows: None })
            }
            Cols::Whole(w) => {
                let w = w.clone();
                self.whole_len(&w)
            }
            Cols::Each(all) => Ok(usize_lit(all.len() as u64)),
            Cols::Table(table) => {
                let table = table.clone();
                self.rows_of(&table)
            }
            Cols::Rows(n, inner) => {
                if let Some(count) = first(&list.cols).and_then(|arr| self.row_counts.get(&arr)) {
                    return Ok(count.clone());
                }
                let all = self.len(&List { cols: inner.clone(), part: None, grows: None })?;
                match (crate::core::build::number(&all), crate::core::build::number(n)) {
                    (Some(all), Some(n)) if n > 0 => Ok(usize_lit(all / n)),
                    _ => refuse("a number of rows that is not known"),
                }
            }
        }
    }

    /// Whether a list is all that is in its memory, and not a part of another.
    pub(crate) fn is_all_of_memory(&mut self, list: &List) -> bool {
        let Some((off, len)) = &list.part else { return true };
        if list.grows.is_some() {
            return true;
        }
        let all = List { part: None, ..list.clone() };
        off.is_zero() && self.len(&all).is_ok_and(|all| all.same(len))
    }

    /// The scalars of one column of a list.
    pub(crate) fn leaf_view(&mut self, list: &List, arr: Arr) -> Result<View, Refusal> {
        fn factor(cols: &Cols, arr: Arr, ns: &mut Vec<Atom>) -> bool {
            match cols {
                Cols::Leaf(a) => *a == arr,
                Cols::Tuple(parts) => parts.iter().any(|p| factor(p, arr, ns)),
                Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => factor(inner, arr, ns),
                Cols::Rows(n, inner) => {
                    ns.push(n.clone());
                    let found = factor(inner, arr, ns);
                    if !found {
                        ns.pop();
                    }
                    found
                }
                Cols::Table(table) if table.at == arr => {
                    ns.push(usize_lit(table.width));
                    true
                }
                Cols::Table(_) | Cols::Whole(_) | Cols::Each(_) => false,
            }
        }
        let Some((off, len)) = list.part.clone() else { return Ok(View { arr, part: None }) };
        let mut ns = vec![];
        factor(&list.cols, arr, &mut ns);
        let (mut off, mut len) = (off, len);
        for n in ns {
            off = self.product(&off, &n)?;
            len = self.product(&len, &n)?;
        }
        Ok(View { arr, part: Some((off, len)) })
    }

    pub(crate) fn arrays_of(list: &List) -> Vec<Arr> {
        let mut all = vec![];
        list.cols.arrays(&mut |arr| all.push(arr));
        all
    }

    /// An element by its index, which is checked.
    pub(crate) fn element(&mut self, list: &List, index: Atom) -> Result<Place, Refusal> {
        let index = match &list.part {
            None if list.is_checked() => index,
            None => {
                let len = self.len(list)?;
                self.checked(&zero(), index, &len)?
            }
            Some(_) if self.is_all(list) && list.is_checked() => index,
            // What lies behind the last row is outside of the memory, which sees to that.
            Some((off, _)) if off.is_zero() && self.is_all_rows(list) => index,
            Some((off, len)) => {
                let (off, len) = (off.clone(), len.clone());
                self.checked(&off, index, &len)?
            }
        };
        self.tree_or_element(list.clone(), index, vec![])
    }

    /// Whether it is all rows of a memory.
    fn is_all_rows(&mut self, list: &List) -> bool {
        let rows = matches!(*list.cols, Cols::Rows(..) | Cols::Table(_));
        rows && if list.grows.is_some() { self.is_all(list) } else { self.is_all_of_memory(list) }
    }

    fn checked(&mut self, off: &Atom, index: Atom, len: &Atom) -> Result<Atom, Refusal> {
        use crate::core::build::number;
        match (number(&index), number(len)) {
            (Some(i), Some(n)) if i < n => self.sum(off, &index),
            _ => Ok(self.temporary(Ty::usize(), Op::Offset(off.clone(), index, len.clone()), self.span)),
        }
    }

    /// An element by its index, which is known to lie inside.
    pub(crate) fn element_inside(&mut self, list: &List, index: &Atom) -> Result<Place, Refusal> {
        let index = match &list.part {
            None => index.clone(),
            Some((off, _)) => {
                let off = off.clone();
                self.sum(&off, index)?
            }
        };
        self.tree_or_element(list.clone(), index, vec![])
    }

    /// Whether it has never been longer than it is, so that its memory's own check is enough.
    fn is_all(&self, list: &List) -> bool {
        let (Some((off, len)), Some(k)) = (&list.part, list.grows) else { return false };
        off.is_zero() && matches!(&self.env[self.growing[k].most], Value::Atom(most) if most.same(len))
    }

    /// Elements `lo .. lo + len`; `limit` is its length if the part might not fit.
    pub(crate) fn part(&mut self, list: &List, lo: Atom, len: Atom, limit: Option<&Atom>) -> Result<List, Refusal> {
        if let Some(limit) = limit {
            let end = self.sum(&lo, &len)?;
            if !end.same(limit) {
                self.out.push(Step::Bounds(end, limit.clone()));
            }
        }
        let off = match &list.part {
            Some((base, _)) => {
                let base = base.clone();
                self.sum(&base, &lo)?
            }
            None => lo,
        };
        Ok(List { cols: list.cols.clone(), part: Some((off, len)), grows: None })
    }

    /// What lies at an element, or a part of one.
    pub(crate) fn load_element(&mut self, list: &List, index: &Atom, path: &[usize]) -> Result<Value, Refusal> {
        if let Cols::Whole(w) = &*list.cols {
            let w = self.whole_at(w, index, path)?;
            return self.load_whole(&w);
        }
        let cols = at_path(&list.cols, path)?;
        self.load_cols(&cols, index)
    }

    /// A part of an element of a list that lies outside.
    pub(crate) fn whole_at(&self, list: &Whole, index: &Atom, path: &[usize]) -> Result<Whole, Refusal> {
        path.iter().try_fold(self.whole_element(list, index)?, |w, k| self.whole_field(&w, *k))
    }

    pub(crate) fn load_cols(&mut self, cols: &Rc<Cols>, index: &Atom) -> Result<Value, Refusal> {
        match &**cols {
            Cols::Leaf(arr) => {
                let ty = self.leaf_ty(*arr);
                self.read(*arr, index.clone(), &ty)
            }
            Cols::Tuple(parts) => {
                Ok(Value::Tuple(parts.iter().map(|p| self.load_cols(p, index)).collect::<Result<_, _>>()?))
            }
            // The list of references may change, not what they refer to.
            Cols::Lent(inner) => {
                let value = self.load_cols(inner, index)?;
                let value = self.owned(value)?;
                Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(value)))))
            }
            Cols::Indices(source, inner) => {
                let at = self.load_cols(inner, index)?;
                let at = self.atom(at, self.span)?;
                self.element_at(source, &at)
            }
            Cols::Choice(inner, shape) => {
                let parts = self.load_cols(inner, index)?;
                self.gathered_choice(parts, shape)
            }
            Cols::Rows(n, inner) => {
                let off = self.product(index, n)?;
                Ok(Value::List(List { cols: inner.clone(), part: Some((off, n.clone())), grows: None }))
            }
            Cols::Table(table) => Ok(Value::List(self.row_at(table, index)?)),
            Cols::Whole(w) => {
                let w = self.whole_element(w, index)?;
                self.load_whole(&w)
            }
            Cols::Each(all) => {
                let all = all.clone();
                self.one_of(&all, index)
            }
        }
    }

    pub(crate) fn leaf_ty(&self, arr: Arr) -> Type {
        if self.arrays[arr].float {
            return Type::Float(front::ty::Float::F64);
        }
        match self.arrays[arr].sample.as_ref().map(crate::syntax::literal_ty) {
            Some(Ty::Bool) => Type::Bool,
            Some(Ty::Int(IntTy::Char)) => Type::Char,
            Some(Ty::Int(IntTy::Text)) => Type::Ref(false, Box::new(Type::Str)),
            Some(Ty::Int(IntTy::Of(int))) => Type::Int(int),
            Some(Ty::Int(IntTy::Other(float))) => Type::Float(float),
            _ => Type::unknown(),
        }
    }

    /// Puts a value where an element, or a part of one, lies.
    pub(crate) fn store_element(
        &mut self,
        list: &List,
        index: &Atom,
        path: &[usize],
        mode: Mode,
        value: Value,
    ) -> Result<(), Refusal> {
        let cols = at_path(&list.cols, path)?;
        self.store_cols(&cols, index, mode, value)
    }

    pub(crate) fn store_cols(
        &mut self,
        cols: &Rc<Cols>,
        index: &Atom,
        mode: Mode,
        value: Value,
    ) -> Result<(), Refusal> {
        match (&**cols, value) {
            (Cols::Leaf(arr), value) => {
                let atom = self.atom(value, self.span)?;
                self.write(*arr, index.clone(), mode, atom);
                Ok(())
            }
            (Cols::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                parts.iter().zip(values).try_for_each(|(p, v)| self.store_cols(p, index, mode, v))
            }
            (Cols::Lent(inner), Value::Ref(_, place)) if mode == Mode::Set => {
                let value = self.load(&place)?;
                let value = self.settle(value, self.span)?;
                self.store_cols(inner, index, mode, value)
            }
            (Cols::Indices(source, inner), Value::Ref(_, place)) if mode == Mode::Set => {
                let at = self.index_of(source, &place)?;
                self.store_cols(inner, index, mode, at)
            }
            (Cols::Choice(parts, shape), Value::Enum(choice)) if mode == Mode::Set => {
                self.store_choice(parts, shape, index, *choice)
            }
            (Cols::Each(_), _) => refuse("a change of a list of functions, or of what is known by a trait alone"),
            (Cols::Table(table), Value::List(from)) if mode == Mode::Set => self.put_row(table, index, &from),
            (Cols::Rows(n, inner), Value::List(from)) if mode == Mode::Set => {
                if !self.len(&from)?.same(n) {
                    return crate::core::uneven("rows that may differ in length");
                }
                let off = self.product(index, n)?;
                let to = List { cols: inner.clone(), part: Some((off, n.clone())), grows: None };
                self.copy_into(&to, &from)
            }
            _ => refuse("an element of another form"),
        }
    }

    /// All elements of one list become those of another of the same length.
    pub(crate) fn copy_into(&mut self, to: &List, from: &List) -> Result<(), Refusal> {
        if crate::core::structures::recursive_values::has_trees(&to.cols) {
            return refuse("a change of a list of a type that holds itself");
        }
        if to.cols.has_table() || from.cols.has_table() || !crate::core::join::lists::form(&to.cols, &from.cols) {
            return self.copy_each(to, from);
        }
        let (targets, sources) = (Self::arrays_of(to), Self::arrays_of(from));
        for (target, source) in targets.into_iter().zip(sources) {
            let (a, b) = (self.leaf_view(to, target)?, self.leaf_view(from, source)?);
            self.known.remove(&target);
            self.out.push(Step::CopyFrom(a, b));
        }
        Ok(())
    }

    /// A list of its own with the same elements; an array if its length is a small number.
    pub(crate) fn copied(&mut self, list: &List) -> Result<List, Refusal> {
        if let Cols::Whole(_) = *list.cols {
            return self.copied_whole(list);
        }
        // Nothing in it changes.
        if let Cols::Each(_) = *list.cols {
            return Ok(list.clone());
        }
        if list.cols.has_table() {
            return self.gathered(list);
        }
        self.copied_to(list, |b, arr, view, count| match (&b.arrays[arr].storage, &view.part) {
            (Storage::Fixed(n), None) => Storage::Fixed(n.clone()),
            // An array in a structure.
            (Storage::Shared, None) if let Some(Atom::Lit(n)) = &b.arrays[arr].len => Storage::Fixed(n.tokens()),
            // What `to_vec` gives is made by that.
            (Storage::Heap, None) => Storage::Heap,
            _ => match (count, crate::core::build::number(count)) {
                (Atom::Lit(n), Some(1..=SMALL) | None) => Storage::Fixed(n.tokens()),
                _ => Storage::Heap,
            },
        })
    }

    /// A copy of the elements, each array of them where that is said.
    pub(crate) fn copied_to(
        &mut self,
        list: &List,
        storage: impl Fn(&Self, Arr, &View, &Atom) -> Storage,
    ) -> Result<List, Refusal> {
        let len = self.len(list)?;
        let mut made = vec![];
        for arr in Self::arrays_of(list) {
            let view = self.leaf_view(list, arr)?;
            let of = self.leaf_ty(arr);
            let count = match &view.part {
                Some((_, n)) => n.clone(),
                None => self.array_len(arr),
            };
            let storage = storage(self, arr, &view, &count);
            let heap = matches!(storage, Storage::Heap);
            made.push(self.alloc(storage, &of, Init::Copy(view), heap.then_some(count)));
        }
        let cols = crate::core::join::lists::with_arrays(&list.cols, &mut made.into_iter());
        Ok(self.of_so_many(cols, len))
    }

    /// A list that was just made, of so many elements: of rows that does not show by the memory.
    pub(crate) fn of_so_many(&mut self, cols: Cols, count: Atom) -> List {
        let rows = matches!(cols, Cols::Rows(..));
        self.count_rows(&cols, &count);
        let part = (rows || cols.has_table()).then(|| (zero(), count));
        List { cols: Rc::new(cols), part, grows: None }
    }

    /// How many rows there are in each column of them.
    pub(crate) fn count_rows(&mut self, cols: &Cols, count: &Atom) {
        match cols {
            Cols::Rows(..) => {
                if let Some(arr) = first(cols) {
                    self.row_counts.insert(arr, count.clone());
                }
            }
            Cols::Tuple(parts) => parts.iter().for_each(|p| self.count_rows(p, count)),
            Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => self.count_rows(inner, count),
            Cols::Leaf(_) | Cols::Table(_) | Cols::Whole(_) | Cols::Each(_) => {}
        }
    }

    /// A list of its own with the elements of one that lies outside.
    fn copied_whole(&mut self, list: &List) -> Result<List, Refusal> {
        let Cols::Whole(w) = &*list.cols else { return refuse("a list that lies here") };
        let (of, fixed) = match &w.ty {
            Type::Array(of, _) => ((**of).clone(), true),
            ty => (ty.element().cloned().unwrap_or_else(Type::unknown), false),
        };
        let n = self.len(list)?;
        let like = self.zero_of(&of)?;
        let made = self.filled(&of, &like, n.clone(), fixed)?;
        let (from, to) = (list.clone(), made.clone());
        self.count_to(n, |b, k| {
            let place = b.element_inside(&from, &k)?;
            let value = b.load(&place)?;
            b.store_element(&to, &k, &[], Mode::Set, value)
        })?;
        Ok(made)
    }

    /// The length of an array type.
    pub(crate) fn len_atom(&self, len: &Len) -> Result<Atom, Refusal> {
        match len {
            Len::Known(n) => Ok(usize_lit(*n)),
            Len::Text(text) if text.is_empty() || &**text == "_" => refuse("a length that is not known"),
            Len::Text(text) => match text.parse::<TokenStream>() {
                Ok(t) if syn::parse2::<syn::Ident>(t.clone()).is_ok() => Ok(Atom::lit(t)),
                Ok(t) => Ok(Atom::lit(quote!((#t)))),
                Err(_) => refuse("a length"),
            },
            Len::Param(_) | Len::Var(_) => refuse("a length that is not known"),
        }
    }
}

/// The columns of a part of the elements.
pub(crate) fn at_path(cols: &Rc<Cols>, path: &[usize]) -> Result<Rc<Cols>, Refusal> {
    let mut cols = cols.clone();
    for &k in path {
        if let Cols::Choice(inner, _) = &*cols {
            cols = inner.clone();
        }
        let Cols::Tuple(parts) = &*cols else { return refuse("a part of an element") };
        let Some(part) = parts.get(k).cloned() else { return refuse("a part of an element") };
        cols = part;
    }
    Ok(cols)
}

/// The first array of a list.
fn first(cols: &Cols) -> Option<Arr> {
    let mut all = None;
    cols.direct(&mut |arr| all = all.or(Some(arr)));
    all
}
