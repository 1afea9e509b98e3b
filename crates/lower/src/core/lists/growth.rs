//! Lists whose length changes. Their memory only grows, so that what stood at an index is there for the way back.

use crate::core::build::{word, zero};
use crate::core::join::Arms;
use crate::core::lists::{Change, Growing};
use crate::core::value::{Choice, Cols, List, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Function};
use crate::ir::{BlockId, Init, Step, Storage};
use front::ty::Ty as Type;
use std::rc::Rc;

impl Builder<'_> {
    /// An empty `Vec`.
    pub(crate) fn empty(&mut self, of: &Type) -> Result<List, Refusal> {
        let cols = self.empty_cols(of)?;
        if let Cols::Each(_) = cols {
            return Ok(List::whole(cols));
        }
        self.growing_from(List { cols: Rc::new(cols), part: Some((zero(), zero())), grows: None })
    }

    pub(crate) fn empty_cols(&mut self, of: &Type) -> Result<Cols, Refusal> {
        let of = self.unboxed(of);
        if word(of).is_some() {
            return Ok(Cols::Leaf(self.alloc(Storage::Heap, of, Init::Elements(vec![]), Some(zero()))));
        }
        if self.stands_alone(of) {
            return Ok(Cols::Each([].into()));
        }
        if let Type::Array(element, len) = of {
            let n = self.len_atom(len)?;
            return Ok(Cols::Rows(n, Rc::new(self.empty_cols(element)?)));
        }
        if let Type::Ref(false, of) = of {
            self.stays_as_it_is(of)?;
            if self.is_indexed(of) {
                return self.listed_indices(vec![], &zero(), false);
            }
            return Ok(Cols::Lent(Rc::new(self.empty_cols(of)?)));
        }
        if let Some(variants) = self.variants_of(of) {
            let parts = self.columns_of(of, &variants)?;
            let parts = parts.iter().map(|of| Ok(Rc::new(self.empty_cols(of)?))).collect::<Result<_, Refusal>>()?;
            return Ok(Cols::Choice(Rc::new(Cols::Tuple(parts)), variants.iter().map(Vec::len).collect()));
        }
        if let Type::Vec(element) | Type::Slice(element) = of {
            let inner = Rc::new(self.empty_cols(element)?);
            return Ok(Cols::Table(self.new_table(inner)));
        }
        if self.is_endless(of, 0) {
            return refuse("a list of a type that holds itself");
        }
        let types = self.parts_of(of)?;
        let parts = types.iter().map(|of| Ok(Rc::new(self.empty_cols(of)?)));
        Ok(Cols::Tuple(parts.collect::<Result<_, Refusal>>()?))
    }

    fn direct_of(cols: &Cols) -> Vec<crate::ir::Arr> {
        let mut all = vec![];
        cols.direct(&mut |arr| all.push(arr));
        all
    }

    /// The same list with memory that may grow.
    pub(crate) fn growable(&mut self, list: List) -> Result<List, Refusal> {
        if list.grows.is_some() || matches!(*list.cols, Cols::Each(_)) {
            return Ok(list);
        }
        if !self.is_all_of_memory(&list) {
            return crate::core::uneven("a part of a list grows");
        }
        self.growing_from(list)
    }

    /// The same for a list that is known to be all of its memory.
    pub(crate) fn growing_from(&mut self, list: List) -> Result<List, Refusal> {
        if let Cols::Each(_) = *list.cols {
            return Ok(list);
        }
        let len = self.len(&list)?;
        let arrays = Self::direct_of(&list.cols);
        if arrays.iter().any(|&a| !matches!(self.arrays[a].storage, Storage::Heap)) {
            return crate::core::uneven("a list that is lent and grows");
        }
        for &arr in &arrays {
            self.arrays[arr].grows = true;
        }
        let most = self.var(Value::Atom(len.clone()));
        self.env_names[most] = "most".into();
        let start = arrays.first().and_then(|arr| self.arrays[*arr].len.clone());
        self.growing.push(Growing { cols: list.cols.clone(), most, block: self.block, start });
        Ok(List { cols: list.cols, part: Some((zero(), len)), grows: Some(self.growing.len() - 1) })
    }

    /// The list becomes this long; its memory is made as long before, where it may grow.
    pub(crate) fn resized(&mut self, list: &List, len: Atom, change: Change) -> Result<List, Refusal> {
        let (Some(k), Some((_, now))) = (list.grows, &list.part) else { return refuse("a list that cannot grow") };
        if len.same(now) {
            return Ok(list.clone());
        }
        if change != Change::Shrinks {
            for arr in Self::direct_of(&list.cols) {
                let all = List { cols: list.cols.clone(), part: Some((zero(), len.clone())), grows: None };
                let view = self.leaf_view(&all, arr)?;
                let count = view.part.map_or_else(zero, |(_, n)| n);
                self.out.push(Step::Grow(arr, count));
            }
            let most = self.growing[k].most;
            let before = self.env[most].clone();
            let Value::Atom(before) = before else { return refuse("a length") };
            let after = match change == Change::Grows && before.same(now) {
                true => len.clone(),
                false => self.of_both(Function::Max, &before, &len)?,
            };
            self.env[most] = Value::Atom(after);
        }
        Ok(List { cols: list.cols.clone(), part: Some((zero(), len)), grows: Some(k) })
    }

    /// The lists of a value as lists that may grow, where their types are.
    pub(crate) fn all_growable(&mut self, value: Value, ty: &Type) -> Result<Value, Refusal> {
        Ok(match (value, ty) {
            (value, Type::Boxed(_, of)) => self.all_growable(value, of)?,
            (Value::List(list), Type::Vec(_)) => {
                let heap = Self::arrays_of(&list).iter().all(|&a| matches!(self.arrays[a].storage, Storage::Heap));
                // A parameter keeps its length.
                let param = Self::arrays_of(&list).iter().any(|&a| self.arrays[a].param);
                let grows = list.grows.is_some() || heap && !param;
                let list = if grows && !list.cols.is_full() { list } else { self.as_vec(&list)? };
                Value::List(self.growable(list)?)
            }
            (Value::Tuple(parts), ty) => match self.parts_of(ty) {
                Ok(types) if types.len() == parts.len() => {
                    let parts = parts.into_iter().zip(&types).map(|(p, t)| self.all_growable(p, t));
                    Value::Tuple(parts.collect::<Result<_, _>>()?)
                }
                _ => Value::Tuple(parts),
            },
            (Value::Enum(c), ty) if let Some(types) = self.variants_of(ty) => {
                let Choice { tag, variants } = *c;
                let mut all = vec![];
                for (fields, types) in variants.into_iter().zip(types) {
                    let grown = |fields: Vec<Value>| {
                        let each = fields.into_iter().zip(&types).map(|(p, t)| self.all_growable(p, t));
                        each.collect::<Result<Vec<_>, Refusal>>()
                    };
                    all.push(fields.map(grown).transpose()?);
                }
                Value::Enum(Box::new(Choice { tag, variants: all }))
            }
            (value, _) => value,
        })
    }

    /// The same where no type is known: lists of a fixed length stay as they are.
    pub(crate) fn vecs_growable(&mut self, value: Value) -> Result<Value, Refusal> {
        Ok(match value {
            Value::List(list) => {
                let fixed = |b: &Self, arr: usize| {
                    let array = &b.arrays[arr];
                    let known = matches!(array.storage, Storage::Shared) && matches!(array.len, Some(Atom::Lit(_)));
                    known || matches!(array.storage, Storage::Fixed(_))
                };
                let arrays = Self::arrays_of(&list);
                let whole =
                    matches!(&*list.cols, crate::core::value::Cols::Whole(w) if matches!(w.ty, Type::Array(..)));
                if list.grows.is_some() || whole || arrays.iter().any(|&a| fixed(self, a)) {
                    return Ok(Value::List(list));
                }
                let list = if arrays.is_empty() { self.copied(&list)? } else { list };
                let arrays = Self::arrays_of(&list);
                let own = |b: &Self, a: usize| matches!(b.arrays[a].storage, Storage::Heap) && !b.arrays[a].param;
                let own = arrays.iter().all(|&a| own(self, a)) && !list.cols.is_full() && self.is_all_of_memory(&list);
                let list = if own { list } else { self.as_vec(&list)? };
                Value::List(self.growable(list)?)
            }
            other => other.with_parts(&mut |part| self.vecs_growable(part))?,
        })
    }

    /// At the end of a block: the memory of its lists has grown to this.
    pub(crate) fn end_lists(&mut self, block: BlockId) {
        for k in 0..self.growing.len() {
            let Growing { cols, most, block: made, .. } = self.growing[k].clone();
            if made != block {
                continue;
            }
            let Some(Value::Atom(len)) = self.env.get(most).cloned() else { continue };
            self.set_most(cols, len);
        }
    }

    fn set_most(&mut self, cols: Rc<Cols>, len: Atom) {
        let all = List { cols, part: Some((zero(), len)), grows: None };
        for arr in Self::direct_of(&all.cols) {
            if !self.arrays[arr].param
                && let Ok(crate::ir::View { part: Some((_, len)), .. }) = self.leaf_view(&all, arr)
            {
                self.arrays[arr].len = Some(len);
            }
        }
    }

    /// At the end of an `if`: lists from before it, which an arm of it has made to grow, grow on behind it.
    pub(crate) fn adopt_lists(&mut self, ends: [&[Value]; 2], arms: &mut Arms) {
        for k in 0..self.growing.len() {
            let Growing { cols, most, block, start } = self.growing[k].clone();
            let Some(side) = [arms.then.id, arms.other.id].iter().position(|id| *id == block) else { continue };
            let before = self.arrays_before.get(&block).copied().unwrap_or(0);
            let Some(Value::Atom(end)) = ends[side].get(most) else { continue };
            if Self::direct_of(&cols).iter().any(|arr| *arr >= before) {
                continue;
            }
            let start = start.unwrap_or_else(zero);
            let joined = match side {
                0 => self.join_atoms("most", end, &start, arms),
                _ => self.join_atoms("most", &start, end, arms),
            };
            self.set_most(cols, joined.clone());
            let most = self.var(Value::Atom(joined));
            self.env_names[most] = "most".into();
            (self.growing[k].most, self.growing[k].block) = (most, self.block);
        }
    }
}
