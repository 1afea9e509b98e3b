//! Lists of lists of any lengths: the elements of all rows lie in one memory, and a table says where each row starts and
//! how long it is.
//!
//! A row that grows moves to the end of the memory when there is no room behind it; what it leaves stays, so that the way
//! back finds it. Room is made for twice as many, so that the memory of rows that grow in turn is at most four times what
//! they hold.

use crate::core::build::{usize_lit, zero};
use crate::core::lists::Growing;
use crate::core::value::{Cols, List, Place, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Arr, Atom, Binary, Function, Init, Mode, Step, Storage};
use front::ty::{Int, Ty as Type};
use std::rc::Rc;

/// Rows of any lengths.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// For each row where it starts and how long it is; where rows may grow, how long it may become without moving.
    pub(crate) at: Arr,
    pub(crate) width: u64,
    pub(crate) inner: Rc<Cols>,
    /// How much of the memory is in use, for tables that are made here.
    pub(crate) used: Option<Var>,
    /// How many rows there are, where that never changes.
    pub(crate) count: Option<Atom>,
}

pub(crate) const USIZE: Type = Type::Int(Int::Usize);

impl Cols {
    pub(crate) fn has_table(&self) -> bool {
        match self {
            Cols::Table(_) => true,
            Cols::Tuple(parts) => parts.iter().any(|p| p.has_table()),
            Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                inner.has_table()
            }
            Cols::Leaf(_) | Cols::Whole(_) | Cols::Each(_) => false,
        }
    }

    /// Whether it has a table with room for rows that grow.
    pub(crate) fn has_wide_table(&self) -> bool {
        match self {
            Cols::Table(table) => table.width > 2 || table.inner.has_wide_table(),
            _ => false,
        }
    }

    /// Whether its rows lie in memory that has no room for others, as that of a call's result.
    pub(crate) fn is_full(&self) -> bool {
        match self {
            Cols::Table(table) => table.used.is_none() || table.inner.is_full(),
            Cols::Tuple(parts) => parts.iter().any(|p| p.is_full()),
            Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                inner.is_full()
            }
            Cols::Leaf(_) | Cols::Whole(_) | Cols::Each(_) => false,
        }
    }

    /// The arrays that are as long as the list, or so many times as long.
    pub(crate) fn direct(&self, f: &mut dyn FnMut(Arr)) {
        match self {
            Cols::Leaf(arr) => f(*arr),
            Cols::Tuple(parts) => parts.iter().for_each(|p| p.direct(f)),
            Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                inner.direct(f)
            }
            Cols::Table(table) => f(table.at),
            Cols::Whole(_) | Cols::Each(_) => {}
        }
    }

    /// The variables that say how much of a memory is in use.
    fn used(&self, all: &mut Vec<Var>) {
        match self {
            Cols::Tuple(parts) => parts.iter().for_each(|p| p.used(all)),
            Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                inner.used(all)
            }
            Cols::Table(table) => {
                all.extend(table.used);
                table.inner.used(all);
            }
            Cols::Leaf(_) | Cols::Whole(_) | Cols::Each(_) => {}
        }
    }
}

impl Builder<'_> {
    /// An entry of a table.
    fn entry(&mut self, table: &Table, row: &Atom, k: u64) -> Result<Atom, Refusal> {
        let at = self.product(row, &usize_lit(table.width))?;
        self.sum(&at, &usize_lit(k))
    }

    pub(crate) fn read_entry(&mut self, table: &Table, row: &Atom, k: u64) -> Result<Atom, Refusal> {
        let at = self.entry(table, row, k)?;
        let value = self.read(table.at, at, &USIZE)?;
        self.atom(value, self.span)
    }

    pub(crate) fn write_entry(&mut self, table: &Table, row: &Atom, k: u64, value: Atom) -> Result<(), Refusal> {
        let at = self.entry(table, row, k)?;
        self.write(table.at, at, Mode::Set, value);
        Ok(())
    }

    /// How many rows a table has.
    pub(crate) fn rows_of(&mut self, table: &Table) -> Result<Atom, Refusal> {
        match &table.count {
            Some(count) => Ok(count.clone()),
            None => {
                let all = self.array_len(table.at);
                self.index_code(Binary::Div, &all, &usize_lit(table.width))
            }
        }
    }

    /// A row, as a part of the memory.
    pub(crate) fn row_at(&mut self, table: &Table, row: &Atom) -> Result<List, Refusal> {
        let off = self.read_entry(table, row, 0)?;
        let len = self.read_entry(table, row, 1)?;
        Ok(List { cols: table.inner.clone(), part: Some((off, len)), grows: None })
    }

    /// A table without rows; `inner` is the memory of the rows.
    pub(crate) fn new_table(&mut self, inner: Rc<Cols>) -> Table {
        let at = self.alloc(Storage::Heap, &USIZE, Init::Elements(vec![]), Some(zero()));
        self.arrays[at].grows = true;
        inner.direct(&mut |arr| self.arrays[arr].grows = true);
        let used = self.var(Value::Atom(zero()));
        self.env_names[used] = "used".into();
        self.growing.push(Growing { cols: inner.clone(), most: used, block: self.block, start: Some(zero()) });
        Table { at, width: 3, inner, used: Some(used), count: None }
    }

    /// A table for so many rows, and the rows, which are to be filled.
    pub(crate) fn rows_for(&mut self, inner: Rc<Cols>, count: &Atom) -> Result<(Table, List), Refusal> {
        let table = self.new_table(inner);
        let cols = Rc::new(Cols::Table(table.clone()));
        let all = self.growing_from(List { cols, part: Some((zero(), zero())), grows: None })?;
        let all = self.resized(&all, count.clone(), crate::core::lists::Change::Grows)?;
        Ok((Table { count: Some(count.clone()), ..table }, all))
    }

    /// Memory for elements of the same form, without any.
    pub(crate) fn empty_like(&mut self, cols: &Cols) -> Result<Cols, Refusal> {
        Ok(match cols {
            Cols::Leaf(arr) => {
                let of = self.leaf_ty(*arr);
                Cols::Leaf(self.alloc(Storage::Heap, &of, Init::Elements(vec![]), Some(zero())))
            }
            Cols::Tuple(parts) => {
                let parts = parts.iter().map(|p| Ok(Rc::new(self.empty_like(p)?)));
                Cols::Tuple(parts.collect::<Result<_, Refusal>>()?)
            }
            Cols::Rows(n, inner) => Cols::Rows(n.clone(), Rc::new(self.empty_like(inner)?)),
            Cols::Table(table) => {
                let inner = Rc::new(self.empty_like(&table.inner)?);
                Cols::Table(self.new_table(inner))
            }
            Cols::Lent(inner) => Cols::Lent(Rc::new(self.empty_like(inner)?)),
            Cols::Indices(of, inner) => Cols::Indices(of.clone(), Rc::new(self.empty_like(inner)?)),
            Cols::Choice(inner, shape) => Cols::Choice(Rc::new(self.empty_like(inner)?), shape.clone()),
            Cols::Whole(_) => return refuse("lists of structures of rows"),
            Cols::Each(all) => Cols::Each(all.clone()),
        })
    }

    /// An empty list with elements of the same form, which may grow.
    pub(crate) fn empty_list_like(&mut self, cols: &Cols) -> Result<List, Refusal> {
        let cols = Rc::new(self.empty_like(cols)?);
        self.growing_from(List { cols, part: Some((zero(), zero())), grows: None })
    }

    /// The memory of a list reaches this far.
    fn grown(&mut self, cols: &Rc<Cols>, to: &Atom) -> Result<(), Refusal> {
        let all = List { cols: cols.clone(), part: Some((zero(), to.clone())), grows: None };
        let mut direct = vec![];
        cols.direct(&mut |arr| direct.push(arr));
        for arr in direct {
            let view = self.leaf_view(&all, arr)?;
            let count = view.part.map_or_else(zero, |(_, n)| n);
            self.out.push(Step::Grow(arr, count));
        }
        Ok(())
    }

    fn used_now(&self, table: &Table) -> Result<(Var, Atom), Refusal> {
        let Some(used) = table.used else { return crate::core::uneven("rows that are lent and change their lengths") };
        match &self.env[used] {
            Value::Atom(a) => Ok((used, a.clone())),
            _ => refuse("rows without memory"),
        }
    }

    /// Room for a row behind all others; where it starts.
    fn room(&mut self, table: &Table, len: &Atom) -> Result<Atom, Refusal> {
        let (used, start) = self.used_now(table)?;
        let end = self.sum(&start, len)?;
        self.grown(&table.inner, &end)?;
        self.env[used] = Value::Atom(end);
        Ok(start)
    }

    /// A row gets a memory of its own with these elements.
    pub(crate) fn put_row(&mut self, table: &Table, row: &Atom, from: &List) -> Result<(), Refusal> {
        let len = self.len(from)?;
        let start = self.room(table, &len)?;
        self.fill_from(&table.inner.clone(), &start, from)?;
        self.write_entry(table, row, 0, start)?;
        self.write_entry(table, row, 1, len.clone())?;
        if table.width > 2 {
            self.write_entry(table, row, 2, len)?;
        }
        Ok(())
    }

    /// Elements from an index on become those of a list.
    pub(crate) fn fill_from(&mut self, cols: &Rc<Cols>, start: &Atom, from: &List) -> Result<(), Refusal> {
        let len = self.len(from)?;
        let to = List { cols: cols.clone(), part: Some((start.clone(), len)), grows: None };
        self.copy_into(&to, from)
    }

    /// `list[row].push(value)`
    pub(crate) fn push_to_row(&mut self, table: &Table, row: &Atom, value: Value) -> Result<(), Refusal> {
        let len = self.read_entry(table, row, 1)?;
        let room = self.read_entry(table, row, 2)?;
        let next = self.sum(&len, &usize_lit(1))?;
        let full = {
            let (a, b) = (Value::Atom(len.clone()), Value::Atom(room));
            let code = self.int_binary(Binary::Eq, &a, &b, Type::Bool)?;
            self.atom(code, self.span)?
        };
        let (moving, kept) = (table.clone(), row.clone());
        self.branch(
            full,
            |b| {
                let old = b.row_at(&moving, &kept)?;
                let room = b.product(&next, &usize_lit(2))?;
                let start = b.room(&moving, &room)?;
                b.fill_from(&moving.inner.clone(), &start, &old)?;
                b.write_entry(&moving, &kept, 0, start)?;
                b.write_entry(&moving, &kept, 2, room)?;
                Ok(Value::UNIT)
            },
            |_| Ok(Value::UNIT),
        )?;
        let start = self.read_entry(table, row, 0)?;
        let at = self.sum(&start, &len)?;
        let rows = List { cols: table.inner.clone(), part: None, grows: None };
        self.store_element(&rows, &at, &[], Mode::Set, value)?;
        self.write_entry(table, row, 1, next)
    }

    /// `list[row].truncate(n)`
    pub(crate) fn cut_row(&mut self, table: &Table, row: &Atom, n: &Atom) -> Result<(), Refusal> {
        let len = self.read_entry(table, row, 1)?;
        let next = self.of_both(Function::Min, &len, n)?;
        self.write_entry(table, row, 1, next)
    }

    /// The table and the index of a row that is an element of a list.
    pub(crate) fn row_of(&mut self, place: &Place) -> Option<(Table, Atom)> {
        let Place::Element(list, i, path) = place else { return None };
        match &*crate::core::lists::at_path(&list.cols, path).ok()? {
            Cols::Table(table) => Some((table.clone(), i.clone())),
            _ => None,
        }
    }

    /// A list of its own with the same elements, row after row.
    pub(crate) fn gathered(&mut self, list: &List) -> Result<List, Refusal> {
        let made = self.empty_list_like(&list.cols)?;
        self.gathered_into(&made, list)
    }

    /// An empty list gets the elements of another.
    pub(crate) fn gathered_into(&mut self, made: &List, list: &List) -> Result<List, Refusal> {
        let len = self.len(list)?;
        let made = self.resized(made, len, crate::core::lists::Change::Grows)?;
        self.fill_from(&made.cols.clone(), &zero(), list)?;
        Ok(made)
    }

    /// All elements of one list become those of another of the same length, one by one.
    pub(crate) fn copy_each(&mut self, to: &List, from: &List) -> Result<(), Refusal> {
        let (to, from, n) = (to.clone(), from.clone(), self.len(from)?);
        let one = |b: &mut Self, k: &Atom| {
            let place = b.element_inside(&from, k)?;
            let value = b.load(&place)?;
            let Place::Element(list, i, path) = b.element_inside(&to, k)? else { return refuse("an element") };
            b.store_element(&list, &i, &path, Mode::Set, value)
        };
        match crate::core::build::number(&n) {
            Some(n) if n <= 4 => (0..n).try_for_each(|k| one(self, &usize_lit(k))),
            _ => self.count_to(n, |b, k| one(b, &k)),
        }
    }

    /// Two rows change places.
    pub(crate) fn swap_rows(&mut self, cols: &Cols, a: &Atom, b: &Atom) -> Result<(), Refusal> {
        match cols {
            Cols::Leaf(arr) => {
                self.known.remove(arr);
                self.out.push(Step::Swap(*arr, a.clone(), b.clone()));
                Ok(())
            }
            Cols::Tuple(parts) => parts.iter().try_for_each(|p| self.swap_rows(p, a, b)),
            // The caller's rows stay where they are: what is in them moves.
            Cols::Table(table) if table.used.is_none() && self.arrays[table.at].param => {
                let (x, y) = (self.row_at(table, a)?, self.row_at(table, b)?);
                let (Some((x, n)), Some((y, m))) = (x.part, y.part) else { return refuse("rows") };
                let code = self.int_binary(Binary::Eq, &Value::Atom(n.clone()), &Value::Atom(m), Type::Bool)?;
                let same = self.atom(code, self.span)?;
                let message = "rows behind a reference change places only if they are equally long";
                self.out.push(Step::Assert(quote::quote!(assert), same, quote::quote!(#message)));
                let inner = table.inner.clone();
                self.count_to(n, |b, k| {
                    let (x, y) = (b.sum(&x, &k)?, b.sum(&y, &k)?);
                    b.swap_rows(&inner, &x, &y)
                })
            }
            Cols::Table(table) => {
                self.known.remove(&table.at);
                for k in 0..table.width {
                    let (x, y) = (self.entry(table, a, k)?, self.entry(table, b, k)?);
                    self.out.push(Step::Swap(table.at, x, y));
                }
                Ok(())
            }
            Cols::Rows(n, inner) => {
                let (x, y, inner) = (self.product(a, n)?, self.product(b, n)?, inner.clone());
                self.count_to(n.clone(), |b, k| {
                    let (x, y) = (b.sum(&x, &k)?, b.sum(&y, &k)?);
                    b.swap_rows(&inner, &x, &y)
                })
            }
            Cols::Lent(inner) | Cols::Choice(inner, _) | Cols::Indices(_, inner) => self.swap_rows(inner, a, b),
            Cols::Whole(_) => refuse("structures outside that change places"),
            Cols::Each(_) => refuse("functions that change places"),
        }
    }

    /// How much of each memory of a list is in use.
    pub(crate) fn used_of(&self, cols: &Cols) -> Vec<(Var, Atom)> {
        let mut all = vec![];
        cols.used(&mut all);
        let now = |var: Var| match &self.env[var] {
            Value::Atom(a) => a.clone(),
            _ => zero(),
        };
        all.into_iter().map(|var| (var, now(var))).collect()
    }
}
