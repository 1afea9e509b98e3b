//! Lists: columns of scalars in memory. Each operation on a list is one on every column.

use super::build::{scalar, usize_lit, zero};
use super::value::{Cols, List, Place, Value, Var};
use super::whole::Whole;
use super::{Builder, Refusal, refuse};
use crate::ir::{Arr, Atom, BlockId, Init, Mode, Op, Step, Storage, Ty, View};
use front::ty::{Len, Ty as Type};
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

/// A list whose length changes: its memory only grows, so that what stood at an index is there for the way back.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    pub(super) cols: Rc<Cols>,
    /// The most elements that it has had.
    pub(super) most: Var,
    /// The block that made it.
    pub(super) block: BlockId,
}

/// Which way a length changes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Change {
    Grows,
    Shrinks,
    Either,
}

impl Builder<'_> {
    /// How many elements it has.
    pub(super) fn len(&mut self, list: &List) -> Result<Atom, Refusal> {
        if let Some((_, len)) = &list.part {
            return Ok(len.clone());
        }
        match &*list.cols {
            Cols::Leaf(arr) => Ok(self.array_len(*arr)),
            Cols::Tuple(parts) => match parts.first() {
                Some(first) => self.len(&List { cols: first.clone(), part: None, grows: None }),
                None => refuse("a list of nothing"),
            },
            Cols::Choice(inner, _) | Cols::Lent(inner) => {
                self.len(&List { cols: inner.clone(), part: None, grows: None })
            }
            Cols::Whole(w) => {
                let w = w.clone();
                self.whole_len(&w)
            }
            Cols::Rows(n, inner) => {
                let all = self.len(&List { cols: inner.clone(), part: None, grows: None })?;
                match (super::build::number(&all), super::build::number(n)) {
                    (Some(all), Some(n)) if n > 0 => Ok(usize_lit(all / n)),
                    _ => refuse("a number of rows that is not known"),
                }
            }
        }
    }

    /// Whether a list is all that is in its memory, and not a part of another.
    pub(super) fn is_all_of_memory(&mut self, list: &List) -> bool {
        let Some((off, len)) = &list.part else { return true };
        if list.grows.is_some() {
            return true;
        }
        let all = List { part: None, ..list.clone() };
        off.is_zero() && self.len(&all).is_ok_and(|all| all.same(len))
    }

    /// The scalars of one column of a list.
    pub(super) fn leaf_view(&mut self, list: &List, arr: Arr) -> Result<View, Refusal> {
        fn factor(cols: &Cols, arr: Arr, ns: &mut Vec<Atom>) -> bool {
            match cols {
                Cols::Leaf(a) => *a == arr,
                Cols::Tuple(parts) => parts.iter().any(|p| factor(p, arr, ns)),
                Cols::Choice(inner, _) | Cols::Lent(inner) => factor(inner, arr, ns),
                Cols::Rows(n, inner) => {
                    ns.push(n.clone());
                    let found = factor(inner, arr, ns);
                    if !found {
                        ns.pop();
                    }
                    found
                }
                Cols::Whole(_) => false,
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

    pub(super) fn arrays_of(list: &List) -> Vec<Arr> {
        let mut all = vec![];
        list.cols.arrays(&mut |arr| all.push(arr));
        all
    }

    /// An element by its index, which is checked.
    pub(super) fn element(&mut self, list: &List, index: Atom) -> Result<Place, Refusal> {
        let index = match &list.part {
            None if list.is_checked() => index,
            None => {
                let len = self.len(list)?;
                self.checked(&zero(), index, &len)?
            }
            Some(_) if self.is_all(list) && list.is_checked() => index,
            Some((off, len)) => {
                let (off, len) = (off.clone(), len.clone());
                self.checked(&off, index, &len)?
            }
        };
        Ok(Place::Element(list.clone(), index, vec![]))
    }

    fn checked(&mut self, off: &Atom, index: Atom, len: &Atom) -> Result<Atom, Refusal> {
        use super::build::number;
        match (number(&index), number(len)) {
            (Some(i), Some(n)) if i < n => self.sum(off, &index),
            _ => Ok(self.temporary(Ty::usize(), Op::Offset(off.clone(), index, len.clone()), self.span)),
        }
    }

    /// An element by its index, which is known to lie inside.
    pub(super) fn element_inside(&mut self, list: &List, index: &Atom) -> Result<Place, Refusal> {
        let index = match &list.part {
            None => index.clone(),
            Some((off, _)) => {
                let off = off.clone();
                self.sum(&off, index)?
            }
        };
        Ok(Place::Element(list.clone(), index, vec![]))
    }

    /// Whether it has never been longer than it is, so that its memory's own check is enough.
    fn is_all(&self, list: &List) -> bool {
        let (Some((off, len)), Some(k)) = (&list.part, list.grows) else { return false };
        off.is_zero() && matches!(&self.env[self.growing[k].most], Value::Atom(most) if most.same(len))
    }

    /// Elements `lo .. lo + len`; `limit` is its length if the part might not fit.
    pub(super) fn part(&mut self, list: &List, lo: Atom, len: Atom, limit: Option<&Atom>) -> Result<List, Refusal> {
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
    pub(super) fn load_element(&mut self, list: &List, index: &Atom, path: &[usize]) -> Result<Value, Refusal> {
        if let Cols::Whole(w) = &*list.cols {
            let w = self.whole_at(w, index, path)?;
            return self.load_whole(&w);
        }
        let cols = at_path(&list.cols, path)?;
        self.load_cols(&cols, index)
    }

    /// A part of an element of a list that lies outside.
    pub(super) fn whole_at(&self, list: &Whole, index: &Atom, path: &[usize]) -> Result<Whole, Refusal> {
        path.iter().try_fold(self.whole_element(list, index)?, |w, k| self.whole_field(&w, *k))
    }

    fn load_cols(&mut self, cols: &Rc<Cols>, index: &Atom) -> Result<Value, Refusal> {
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
            Cols::Choice(inner, shape) => {
                let parts = self.load_cols(inner, index)?;
                self.gathered_choice(parts, shape)
            }
            Cols::Rows(n, inner) => {
                let off = self.product(index, n)?;
                Ok(Value::List(List { cols: inner.clone(), part: Some((off, n.clone())), grows: None }))
            }
            Cols::Whole(w) => {
                let w = self.whole_element(w, index)?;
                self.load_whole(&w)
            }
        }
    }

    pub(super) fn leaf_ty(&self, arr: Arr) -> Type {
        if self.arrays[arr].float {
            return Type::Float(front::ty::Float::F64);
        }
        match self.arrays[arr].sample.as_ref().map(crate::lower::literal_ty) {
            Some(Ty::Bool) => Type::Bool,
            Some(Ty::Int(int)) => front::ty::Int::of(&int.to_string()).map_or_else(Type::unknown, Type::Int),
            _ => Type::unknown(),
        }
    }

    /// Puts a value where an element, or a part of one, lies.
    pub(super) fn store_element(
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

    pub(super) fn store_cols(
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
            (Cols::Choice(parts, shape), Value::Enum(choice)) if mode == Mode::Set => {
                self.store_choice(parts, shape, index, *choice)
            }
            (Cols::Rows(n, inner), Value::List(from)) if mode == Mode::Set => {
                let off = self.product(index, n)?;
                let to = List { cols: inner.clone(), part: Some((off, n.clone())), grows: None };
                self.copy_into(&to, &from)
            }
            _ => refuse("an element of another form"),
        }
    }

    /// All elements of one list become those of another of the same length.
    pub(super) fn copy_into(&mut self, to: &List, from: &List) -> Result<(), Refusal> {
        if let Cols::Whole(_) = *from.cols {
            let (n, from, to) = (self.len(to)?, from.clone(), to.clone());
            return self.count_to(n, |b, k| {
                let (source, target) = (b.element_inside(&from, &k)?, b.element_inside(&to, &k)?);
                let value = b.load(&source)?;
                b.store(&target, value)
            });
        }
        let (targets, sources) = (Self::arrays_of(to), Self::arrays_of(from));
        if targets.len() != sources.len() {
            return refuse("lists of different forms");
        }
        for (target, source) in targets.into_iter().zip(sources) {
            let (a, b) = (self.leaf_view(to, target)?, self.leaf_view(from, source)?);
            self.known.remove(&target);
            self.out.push(Step::CopyFrom(a, b));
        }
        Ok(())
    }

    /// A list of its own with the same elements; an array if its length is a constant.
    pub(super) fn copied(&mut self, list: &List, fixed: Option<&TokenStream>) -> Result<List, Refusal> {
        if let Cols::Whole(_) = *list.cols {
            return self.copied_whole(list);
        }
        let len = self.len(list)?;
        let mut made = vec![];
        for arr in Self::arrays_of(list) {
            let view = self.leaf_view(list, arr)?;
            let of = self.leaf_ty(arr);
            let count = match &view.part {
                Some((_, n)) => n.clone(),
                None => self.array_len(arr),
            };
            let storage = match (fixed, &self.arrays[arr].storage, &view.part) {
                (_, Storage::Fixed(n), None) => Storage::Fixed(n.clone()),
                // An array in a structure.
                (_, Storage::Shared, None) if let Some(Atom::Lit(n)) = &self.arrays[arr].len => {
                    Storage::Fixed(n.clone())
                }
                (Some(_), _, _) if let Atom::Lit(n) = &count => Storage::Fixed(n.clone()),
                _ => Storage::Heap,
            };
            let heap = matches!(storage, Storage::Heap);
            made.push(self.alloc(storage, &of, Init::Copy(view), heap.then_some(count)));
        }
        let cols = super::join::with_arrays(&list.cols, &mut made.into_iter());
        // How many rows there are does not show by the memory where that is not a constant.
        let part = match &cols {
            Cols::Rows(..) => Some((zero(), len)),
            _ => None,
        };
        Ok(List { cols: Rc::new(cols), part, grows: None })
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

    /// A value of a type that only stands there until another does.
    pub(super) fn zero_of(&mut self, ty: &Type) -> Result<Value, Refusal> {
        if let Some(ty) = scalar(ty) {
            return Ok(Value::Atom(super::build::dummy(&ty)));
        }
        match ty {
            Type::Array(of, len) => {
                let (n, of) = (self.len_atom(len)?, (**of).clone());
                let like = self.zero_of(&of)?;
                Ok(Value::List(self.filled(&of, &like, n, true)?))
            }
            Type::Vec(of) => Ok(Value::List(self.empty(of)?)),
            Type::Boxed(of) => self.zero_of(of),
            Type::Ref(false, of) => Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(self.zero_of(of)?))))),
            ty if let Some(variants) = self.variants_of(ty) => self.zero_choice(ty, &variants),
            _ => {
                let types = self.parts_of(ty)?;
                Ok(Value::Tuple(types.iter().map(|t| self.zero_of(t)).collect::<Result<_, _>>()?))
            }
        }
    }

    /// A list of so many of one value.
    pub(super) fn filled(&mut self, of: &Type, value: &Value, count: Atom, fixed: bool) -> Result<List, Refusal> {
        let cols = self.filled_cols(of, value, &count, fixed)?;
        let part = match &cols {
            Cols::Rows(..) => Some((zero(), count)),
            _ => None,
        };
        Ok(List { cols: Rc::new(cols), part, grows: None })
    }

    pub(super) fn filled_cols(&mut self, of: &Type, value: &Value, count: &Atom, fixed: bool) -> Result<Cols, Refusal> {
        match value {
            Value::Atom(_) | Value::Code(_) => {
                if scalar(of).is_none() {
                    return refuse("a list of this type");
                }
                let atom = self.atom(value.clone(), self.span)?;
                let storage = match (fixed, count) {
                    (true, Atom::Lit(n)) => Storage::Fixed(n.clone()),
                    _ => Storage::Heap,
                };
                let len = matches!(storage, Storage::Heap).then(|| count.clone());
                Ok(Cols::Leaf(self.alloc(storage, of, Init::Fill(atom, count.clone()), len)))
            }
            Value::Tuple(values) => {
                let types = self.parts_of(of)?;
                let parts = types.iter().zip(values).map(|(of, v)| Ok(Rc::new(self.filled_cols(of, v, count, fixed)?)));
                Ok(Cols::Tuple(parts.collect::<Result<_, Refusal>>()?))
            }
            Value::Ref(_, place) => {
                let Type::Ref(_, of) = of else { return refuse("a list of this type") };
                let value = self.load(place)?;
                let value = self.settle(value, self.span)?;
                Ok(Cols::Lent(Rc::new(self.filled_cols(of, &value, count, fixed)?)))
            }
            Value::Enum(choice) => {
                let choice = (**choice).clone();
                self.filled_choices(of, &choice, count, fixed)
            }
            Value::List(row) => {
                let Some(element) = of.element().cloned() else { return refuse("rows of this type") };
                let n = self.len(row)?;
                if !matches!(of, Type::Array(..)) {
                    return refuse("rows that may differ in length");
                }
                let all = self.product(count, &n)?;
                let first = self.element_inside(row, &zero())?;
                let first = self.load(&first)?;
                let first = self.clone_settled(&first)?;
                let filler = self.stand_in(&first)?;
                let cols = self.filled_cols(&element, &filler, &all, fixed)?;
                let cols = Rc::new(cols);
                let list = List { cols: cols.clone(), part: None, grows: None };
                self.repeat_rows(&list, row, count, &n)?;
                Ok(Cols::Rows(n, cols))
            }
            _ => refuse("a list of such values"),
        }
    }

    /// An array or a `Vec` of these.
    pub(super) fn listed(&mut self, of: &Type, values: Vec<Value>, fixed: bool) -> Result<List, Refusal> {
        let count = usize_lit(values.len() as u64);
        let cols = self.listed_cols(of, values, &count, fixed)?;
        let part = match &cols {
            Cols::Rows(..) => Some((zero(), count)),
            _ => None,
        };
        Ok(List { cols: Rc::new(cols), part, grows: None })
    }

    pub(super) fn listed_cols(
        &mut self,
        of: &Type,
        values: Vec<Value>,
        count: &Atom,
        fixed: bool,
    ) -> Result<Cols, Refusal> {
        if scalar(of).is_some() {
            let atoms = values.into_iter().map(|v| self.atom(v, self.span)).collect::<Result<Vec<_>, _>>()?;
            let storage = match (fixed, count) {
                (true, Atom::Lit(n)) => Storage::Fixed(n.clone()),
                _ => Storage::Heap,
            };
            let len = matches!(storage, Storage::Heap).then(|| count.clone());
            let arr = self.alloc(storage, of, Init::Elements(atoms.clone()), len);
            if self.forwarding {
                let known = atoms.into_iter().enumerate().map(|(i, a)| (usize_lit(i as u64), a)).collect();
                self.known.insert(arr, known);
            }
            return Ok(Cols::Leaf(arr));
        }
        if let Type::Array(element, len) = of {
            let n = self.len_atom(len)?;
            let mut all = vec![];
            let Some(each) = super::build::number(&n) else { return refuse("rows of a length that is not a number") };
            for row in values {
                let Value::List(row) = row else { return refuse("rows of another form") };
                for k in 0..each {
                    let place = self.element_inside(&row, &usize_lit(k))?;
                    all.push(self.load(&place)?);
                }
            }
            let total = usize_lit(all.len() as u64);
            let inner = self.listed_cols(element, all, &total, fixed)?;
            return Ok(Cols::Rows(n, Rc::new(inner)));
        }
        if let Type::Ref(false, of) = of {
            let mut lent = vec![];
            for value in values {
                let place = self.referent(value)?;
                let value = self.load(&place)?;
                lent.push(self.settle(value, self.span)?);
            }
            return Ok(Cols::Lent(Rc::new(self.listed_cols(of, lent, count, fixed)?)));
        }
        if let Some(variants) = self.variants_of(of) {
            return self.listed_choices(of, &variants, values, (count, fixed));
        }
        let types = self.parts_of(of)?;
        let mut columns: Vec<Vec<Value>> = types.iter().map(|_| vec![]).collect();
        for value in values {
            let Value::Tuple(parts) = self.owned(value)? else { return refuse("a list of such values") };
            for (column, part) in columns.iter_mut().zip(parts) {
                column.push(part);
            }
        }
        let parts = types
            .iter()
            .zip(columns)
            .map(|(of, column)| Ok(Rc::new(self.listed_cols(of, column, count, fixed)?)))
            .collect::<Result<Vec<_>, Refusal>>()?;
        Ok(Cols::Tuple(parts))
    }

    /// Fills rows that lie behind one another with copies of one.
    fn repeat_rows(&mut self, to: &List, row: &List, count: &Atom, n: &Atom) -> Result<(), Refusal> {
        use super::build::number;
        if let (Some(times), Some(each)) = (number(count), number(n))
            && times * each <= 64
        {
            for k in 0..times {
                for i in 0..each {
                    let from = self.element_inside(row, &usize_lit(i))?;
                    let value = self.load(&from)?;
                    self.store_element(to, &usize_lit(k * each + i), &[], Mode::Set, value)?;
                }
            }
            return Ok(());
        }
        let (row, to, n) = (row.clone(), to.clone(), n.clone());
        self.count_to(count.clone(), |b, k| {
            let off = b.product(&k, &n)?;
            let part = List { cols: to.cols.clone(), part: Some((off, n.clone())), grows: None };
            b.copy_into(&part, &row)
        })
    }

    /// The length of an array type.
    pub(super) fn len_atom(&self, len: &Len) -> Result<Atom, Refusal> {
        match len {
            Len::Known(n) => Ok(usize_lit(*n)),
            Len::Text(text) => match text.parse::<TokenStream>() {
                Ok(t) if syn::parse2::<syn::Ident>(t.clone()).is_ok() => Ok(Atom::Lit(t)),
                Ok(t) => Ok(Atom::Lit(quote!((#t)))),
                Err(_) => refuse("a length"),
            },
            Len::Param(_) | Len::Var(_) => refuse("a length that is not known"),
        }
    }
}

/// The columns of a part of the elements.
pub(super) fn at_path(cols: &Rc<Cols>, path: &[usize]) -> Result<Rc<Cols>, Refusal> {
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
