//! Lists that are made: of copies of one value, or of values that are written out.

use crate::core::build::{usize_lit, word, zero};
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Init, Mode, Step, Storage};
use front::ty::Ty as Type;
use std::rc::Rc;

impl Builder<'_> {
    /// A value of a type that only stands there until another does.
    pub(crate) fn zero_of(&mut self, ty: &Type) -> Result<Value, Refusal> {
        if let Some(ty) = self.word(ty) {
            return Ok(Value::Atom(crate::core::build::dummy(&ty)));
        }
        match ty {
            Type::Array(of, len) => {
                let (n, of) = (self.len_atom(len)?, (**of).clone());
                let like = self.zero_of(&of)?;
                Ok(Value::List(self.filled(&of, &like, n, true)?))
            }
            Type::Vec(of) | Type::Slice(of) if self.is_endless(of, 0) => refuse("a list of a type that holds itself"),
            Type::Vec(of) | Type::Slice(of) => Ok(Value::List(self.empty(of)?)),
            // A function has no other that only stands there.
            ty if crate::core::lists::heterogeneous::is_each(ty) => Ok(Value::Never),
            Type::Boxed(_, of) => self.zero_of(of),
            Type::Ref(false, of) => Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(self.zero_of(of)?))))),
            ty if let Some(variants) = self.variants_of(ty) => self.zero_choice(ty, &variants),
            _ => {
                let types = self.parts_of(ty)?;
                Ok(Value::Tuple(types.iter().map(|t| self.zero_of(t)).collect::<Result<_, _>>()?))
            }
        }
    }

    /// A list of so many of one value.
    pub(crate) fn filled(&mut self, of: &Type, value: &Value, count: Atom, fixed: bool) -> Result<List, Refusal> {
        let cols = self.filled_cols(of, value, &count, fixed)?;
        Ok(self.of_so_many(cols, count))
    }

    pub(crate) fn filled_cols(&mut self, of: &Type, value: &Value, count: &Atom, fixed: bool) -> Result<Cols, Refusal> {
        let of = self.unboxed(of);
        match value {
            Value::Atom(_) | Value::Code(_) | Value::Text(_) => {
                if word(of).is_none() {
                    return refuse(if self.is_open_type(of) {
                        crate::core::OF_OPEN_TYPE
                    } else {
                        "a list of this type"
                    });
                }
                let atom = self.atom(value.clone(), self.span)?;
                let storage = match (fixed, count) {
                    (true, Atom::Lit(n)) => Storage::Fixed(n.tokens()),
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
                self.stays_as_it_is(of)?;
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
                if !self.even && !matches!(of, Type::Array(..)) || row.cols.has_table() {
                    return self.repeated(row, count);
                }
                let n = self.len(row)?;
                let only = self.only_filled(row);
                let all = self.product(count, &n)?;
                if let Some(value) = only {
                    let cols = self.filled_cols(&element, &Value::Atom(value), &all, fixed)?;
                    return Ok(Cols::Rows(n, Rc::new(cols)));
                }
                // There may be no first element.
                let filler = match self.filler(&row.cols) {
                    Some(filler) => filler,
                    None => {
                        let first = self.element_inside(row, &zero())?;
                        let first = self.load(&first)?;
                        let first = self.clone_settled(&first)?;
                        self.stand_in(&first)?
                    }
                };
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
    pub(crate) fn listed(&mut self, of: &Type, values: Vec<Value>, fixed: bool) -> Result<List, Refusal> {
        let count = usize_lit(values.len() as u64);
        let cols = self.listed_cols(of, values, &count, fixed)?;
        Ok(self.of_so_many(cols, count))
    }

    pub(crate) fn listed_cols(
        &mut self,
        of: &Type,
        values: Vec<Value>,
        count: &Atom,
        fixed: bool,
    ) -> Result<Cols, Refusal> {
        let of = self.unboxed(of);
        if word(of).is_some() {
            let atoms = values.into_iter().map(|v| self.atom(v, self.span)).collect::<Result<Vec<_>, _>>()?;
            let storage = match (fixed, count) {
                (true, Atom::Lit(n)) => Storage::Fixed(n.tokens()),
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
        if self.stands_alone(of) {
            return self.each_of(values);
        }
        if let Type::Array(element, len) = of {
            let n = self.len_atom(len)?;
            let mut all = vec![];
            let rows = values.into_iter().map(|row| match row {
                Value::List(row) => Ok(row),
                _ => refuse("rows of another form"),
            });
            let Some(each) = crate::core::build::number(&n) else {
                let (zero, total) = (self.zero_of(element)?, self.product(count, &n)?);
                let cols = Rc::new(self.filled_cols(element, &zero, &total, fixed)?);
                for (k, row) in rows.enumerate() {
                    let off = self.product(&usize_lit(k as u64), &n)?;
                    let part = List { cols: cols.clone(), part: Some((off, n.clone())), grows: None };
                    self.copy_into(&part, &row?)?;
                }
                return Ok(Cols::Rows(n, cols));
            };
            for row in rows {
                let row = row?;
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
            self.stays_as_it_is(of)?;
            if self.is_indexed(of) {
                return self.listed_indices(values, count, fixed);
            }
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
        if let Type::Vec(_) | Type::Slice(_) = of {
            return self.listed_rows(of, values);
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

    /// The one value of a row that was made for this alone; its own memory is taken back.
    fn only_filled(&mut self, row: &List) -> Option<Atom> {
        let arr = row.leaf().filter(|arr| row.part.is_none() && self.unnamed.contains(arr))?;
        let Some(Step::Alloc(made, Init::Fill(value, _))) = self.out.last() else { return None };
        let value = value.clone();
        (*made == arr).then(|| self.out.pop())?;
        Some(value)
    }

    /// A value of the form of the elements, before there is one.
    fn filler(&self, cols: &Cols) -> Option<Value> {
        match cols {
            Cols::Leaf(arr) => Some(Value::Atom(crate::core::build::dummy(&self.word(&self.leaf_ty(*arr))?))),
            Cols::Tuple(parts) => Some(Value::Tuple(parts.iter().map(|p| self.filler(p)).collect::<Option<_>>()?)),
            Cols::Rows(n, inner) => {
                Some(Value::List(List { cols: inner.clone(), part: Some((zero(), n.clone())), grows: None }))
            }
            _ => None,
        }
    }

    /// The rows of a literal.
    fn listed_rows(&mut self, of: &Type, values: Vec<Value>) -> Result<Cols, Refusal> {
        let Some(element) = of.element() else { return refuse("rows of this type") };
        let inner = Rc::new(self.empty_cols(element)?);
        let (table, all) = self.rows_for(inner, &usize_lit(values.len() as u64))?;
        for (k, row) in values.into_iter().enumerate() {
            self.store_element(&all, &usize_lit(k as u64), &[], Mode::Set, row)?;
        }
        Ok(Cols::Table(table))
    }

    /// A table of so many copies of a row.
    fn repeated(&mut self, row: &List, count: &Atom) -> Result<Cols, Refusal> {
        let inner = Rc::new(self.empty_like(&row.cols)?);
        let (table, all) = self.rows_for(inner, count)?;
        let row = row.clone();
        self.count_to(count.clone(), |b, k| b.store_element(&all, &k, &[], Mode::Set, Value::List(row.clone())))?;
        Ok(Cols::Table(table))
    }

    /// Fills rows that lie behind one another with copies of one.
    fn repeat_rows(&mut self, to: &List, row: &List, count: &Atom, n: &Atom) -> Result<(), Refusal> {
        use crate::core::build::number;
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
}
