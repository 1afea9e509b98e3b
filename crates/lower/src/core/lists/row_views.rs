//! Rows that a call only reads are handed on where they lie: their numbers as they are, and tables that say where each row
//! begins and how long it is.
//!
//! Copied one behind the other they were, with an adjoint of their own, a third of a determinant by minors.

use crate::core::build::{usize_lit, zero};
use crate::core::lists::ragged::Table;
use crate::core::value::{Cols, List, Value};
use crate::core::{Builder, Refusal};
use crate::ir::{Access, Arg, Arr, Atom, Init, Mode, Storage, View};
use front::ty::{Int, Ty as Type};

impl Builder<'_> {
    /// The arguments; nothing where the rows lie in another form.
    pub(crate) fn row_views(
        &mut self,
        list: &List,
        levels: &crate::core::lists::nested::Levels,
    ) -> Result<Option<Vec<Arg>>, Refusal> {
        let (mut cols, mut tables) = (list.cols.clone(), vec![]);
        for level in levels {
            cols = match (&*cols, level) {
                (Cols::Table(table), None) => {
                    tables.push(table.clone());
                    table.inner.clone()
                }
                _ => return Ok(None),
            };
        }
        let Cols::Leaf(numbers) = *cols else { return Ok(None) };
        let (mut first, mut rows) = match &list.part {
            Some(part) => part.clone(),
            None => (zero(), self.len(list)?),
        };
        let mut args = vec![];
        for table in &tables {
            let at = self.narrow(table, &first, &rows)?;
            args.push(Arg::View(View { arr: at, part: None }, Access::Read));
            (first, rows) = (zero(), self.in_use(table)?);
        }
        let view = View { arr: numbers, part: Some((zero(), rows)) };
        args.insert(0, Arg::View(view, Access::Read));
        Ok(Some(args))
    }

    /// How much of the memory is in use that the rows of a table lie in.
    fn in_use(&mut self, table: &Table) -> Result<Atom, Refusal> {
        if let Some(used) = table.used
            && let Value::Atom(used) = &self.env[used]
        {
            return Ok(used.clone());
        }
        self.len(&List { cols: table.inner.clone(), part: None, grows: None })
    }

    /// A table of two words for each of these rows.
    fn narrow(&mut self, table: &Table, first: &Atom, rows: &Atom) -> Result<Arr, Refusal> {
        let words = self.product(rows, &usize_lit(2))?;
        let at = self.alloc(Storage::Heap, &Type::Int(Int::Usize), Init::Fill(zero(), words.clone()), Some(words));
        self.unnamed.remove(&at);
        self.count_to(rows.clone(), |b, k| {
            let (row, to) = (b.sum(first, &k)?, b.product(&k, &usize_lit(2))?);
            for word in 0..2 {
                let value = b.read_entry(table, &row, word)?;
                let to = b.sum(&to, &usize_lit(word))?;
                b.write(at, to, Mode::Set, value);
            }
            Ok(())
        })?;
        Ok(at)
    }
}
