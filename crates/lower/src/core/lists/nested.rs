//! Arrays of arrays that come from outside or go there: parameters, results, arguments of calls and what these give. There
//! they are a flat list of numbers, for each level of rows without a fixed length a table of where each row starts and how
//! long it is, and the number of rows.

use crate::core::build::{usize_lit, zero};
use crate::core::lists::ragged::Table;
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::lowered::Leaf;
use crate::ir::{Access, Arg, Arr, Atom, Init, Lie, Mode, Out, Ret, RowsOf, Storage, View};
use crate::signature::Shape;
use front::ty::{Int, Len, Ty as Type};
use std::rc::Rc;

/// The lengths of rows of numbers, from the outermost to the innermost, where a type says them.
pub(crate) type Levels = Vec<Option<Len>>;

fn levels(ty: &Type) -> Option<Levels> {
    let (inner, len) = match ty {
        Type::Float(_) => return Some(vec![]),
        Type::Array(of, len) => (of, Some(len.clone())),
        Type::Vec(of) => (of, None),
        Type::Ref(false, of) => match &**of {
            Type::Slice(of) | Type::Vec(of) => (of, None),
            Type::Array(of, len) => (of, Some(len.clone())),
            _ => return None,
        },
        _ => return None,
    };
    let mut all = vec![len];
    all.extend(levels(inner)?);
    Some(all)
}

/// The rows in a type that is an array of arrays of numbers, or an array of them behind a reference.
pub(crate) fn nested(ty: &Type) -> Option<Levels> {
    match ty {
        Type::Ref(_, inner) => match &**inner {
            Type::Slice(of) => levels(of).filter(|all| !all.is_empty()),
            Type::Array(of, _) | Type::Vec(of) => levels(of),
            _ => None,
        },
        ty => {
            let mut all = levels(ty)?;
            if all.len() < 2 {
                return None;
            }
            all.remove(0);
            Some(all)
        }
    }
}

impl Builder<'_> {
    /// What a parameter of rows stands for; `leaves` are its numbers, its tables, its count.
    pub(crate) fn nested_argument(&mut self, leaves: &[Leaf], levels: &Levels, ty: &Type) -> Result<Value, Refusal> {
        let [Leaf::Array(numbers), rest @ ..] = leaves else { return refuse("a parameter of rows") };
        let outer = match ty {
            Type::Ref(_, inner) => inner,
            ty => ty,
        };
        let fixed = match outer {
            Type::Array(_, len) => Some(self.len_atom(len)?),
            _ => None,
        };
        let mut cols = Cols::Leaf(*numbers);
        if levels.is_empty() {
            self.arrays[*numbers].len = fixed;
        } else {
            let Some(Leaf::Scalar(count)) = rest.last() else { return refuse("a number of rows") };
            let count = fixed.unwrap_or(Atom::Val(*count));
            let mut tables = rest[..rest.len() - 1].iter().rev();
            let mut rows = vec![outer.element().cloned().unwrap_or(Type::Never)];
            for k in 1..levels.len() {
                rows.push(rows[k - 1].element().cloned().unwrap_or(Type::Never));
            }
            for (k, level) in levels.iter().enumerate().rev() {
                cols = match level {
                    Some(n) => Cols::Rows(self.len_atom(n)?, Rc::new(cols)),
                    None => {
                        let Some(Leaf::Array(at)) = tables.next() else { return refuse("a table of rows") };
                        let count = (k == 0).then(|| count.clone());
                        Cols::Table(Table { at: *at, width: 2, inner: Rc::new(cols), used: None, count })
                    }
                };
                if matches!(rows[k], Type::Ref(..)) {
                    cols = Cols::Lent(Rc::new(cols));
                }
            }
            let list = self.of_so_many(cols, count);
            return Ok(self.given_list(list, ty));
        }
        Ok(self.given_list(List::whole(cols), ty))
    }

    /// A list of a parameter, as its type passes it.
    fn given_list(&mut self, list: List, ty: &Type) -> Value {
        match ty {
            Type::Ref(m, inner) if matches!(**inner, Type::Slice(_)) => Value::Ref(*m, Box::new(Place::Slice(list))),
            Type::Ref(m, _) => {
                let var = self.var(Value::List(list));
                Value::Ref(*m, Box::new(Place::Var(var, vec![])))
            }
            _ => Value::List(list),
        }
    }

    /// Memory in the form that a type says, for so many rows: numbers, tables of two words a row.
    fn in_form(&mut self, list: &List, levels: &Levels) -> Result<List, Refusal> {
        let float = Type::Float(front::ty::Float::F64);
        let numbers = self.alloc(Storage::Heap, &float, Init::Elements(vec![]), Some(zero()));
        let mut cols = Cols::Leaf(numbers);
        for level in levels.iter().rev() {
            cols = match level {
                Some(n) => Cols::Rows(self.len_atom(n)?, Rc::new(cols)),
                None => Cols::Table(Table { width: 2, ..self.new_table(Rc::new(cols)) }),
            };
        }
        let made = self.growing_from(List { cols: Rc::new(cols), part: Some((zero(), zero())), grows: None })?;
        self.gathered_into(&made, list)
    }

    /// The numbers of a list of rows, how the rows of each level lie, and how many there are; `moves` says that the
    /// numbers may lie in other memory than the list's, from its beginning on.
    fn flat(&mut self, list: &List, levels: &Levels) -> Result<Flat, Refusal> {
        let fits = {
            let (mut cols, mut fits) = (list.cols.clone(), true);
            for (k, level) in levels.iter().enumerate() {
                cols = match (&*cols, level) {
                    (Cols::Rows(_, inner), Some(_)) => inner.clone(),
                    // Rows of one length need no table while nothing above has one.
                    (Cols::Rows(_, inner), None) if !list.cols.has_table() => inner.clone(),
                    (Cols::Table(table), None) if table.width == 2 => {
                        fits &= k > 0 || self.is_all_of_memory(list);
                        table.inner.clone()
                    }
                    _ => {
                        fits = false;
                        break;
                    }
                };
            }
            fits && matches!(*cols, Cols::Leaf(_))
        };
        let (list, moved) = if fits { (list.clone(), false) } else { (self.in_form(list, levels)?, true) };
        let count = self.len(&list)?;
        let (mut cols, mut rows, mut so_many) = (list.cols.clone(), vec![], Some(count.clone()));
        for _ in levels {
            cols = match &*cols {
                Cols::Rows(n, inner) => {
                    rows.push(Rows::Even(so_many.clone(), n.clone()));
                    so_many = match so_many {
                        Some(count) => Some(self.product(&count, n)?),
                        None => None,
                    };
                    inner.clone()
                }
                Cols::Table(table) => {
                    rows.push(Rows::Table(table.clone()));
                    so_many = None;
                    table.inner.clone()
                }
                _ => return refuse("rows of another form"),
            };
        }
        let Cols::Leaf(arr) = *cols else { return refuse("rows of another form") };
        let view = match rows.iter().any(|r| matches!(r, Rows::Table(_))) {
            true => View { arr, part: None },
            false => self.leaf_view(&list, arr)?,
        };
        Ok(Flat { list, moved, view, rows, count })
    }

    /// A table of so many rows of one length.
    fn even_table(&mut self, count: Atom, len: &Atom) -> Result<Arr, Refusal> {
        let words = self.product(&count, &usize_lit(2))?;
        let of = Type::Int(Int::Usize);
        let start = crate::core::build::zero();
        let at = self.alloc(Storage::Heap, &of, Init::Fill(start, words.clone()), Some(words));
        self.unnamed.remove(&at);
        let len = len.clone();
        self.count_to(count, |b, k| {
            let (i, from) = (b.product(&k, &usize_lit(2))?, b.product(&k, &len)?);
            let next = b.sum(&i, &usize_lit(1))?;
            b.write(at, i, Mode::Set, from);
            b.write(at, next, Mode::Set, len.clone());
            Ok(())
        })?;
        Ok(at)
    }

    /// The arguments that rows are handed on as.
    pub(crate) fn nested_arguments(&mut self, value: Value, levels: &Levels, ty: &Type) -> Result<Handed, Refusal> {
        let (list, access) = match (value, ty) {
            (Value::Ref(_, place), Type::Ref(m, _)) => {
                (self.list_at(&place)?, if *m { Access::Write } else { Access::Read })
            }
            (Value::List(list), _) => (list, Access::Value),
            _ => return refuse("rows as an argument"),
        };
        if let Cols::Whole(_) = *list.cols {
            let list = self.copied(&list)?;
            if access == Access::Write {
                return refuse("rows of a structure that a call changes");
            }
            return self.nested_arguments(Value::List(list), levels, ty);
        }
        if levels.is_empty() {
            let Some(arr) = list.leaf() else { return refuse("a list of this form as an argument") };
            return Ok(Handed { args: vec![Arg::View(self.leaf_view(&list, arr)?, access)], back: None });
        }
        if access != Access::Write
            && list.cols.has_wide_table()
            && let Some(mut args) = self.row_views(&list, levels)?
        {
            let count = self.len(&list)?;
            args.push(Arg::Scalar(self.integer(count)));
            return Ok(Handed { args, back: None });
        }
        let mut flat = self.flat(&list, levels)?;
        let lent = matches!(self.arrays[flat.view.arr].storage, Storage::Shared | Storage::Exclusive);
        if access == Access::Value && matches!(ty, Type::Array(..)) && (lent || flat.view.part.is_some()) {
            // An array by value is one of its own.
            let own = self.copied(&list)?;
            flat = self.flat(&own, levels)?;
            flat.view.part = None;
        }
        let access = match access {
            Access::Value if lent || flat.view.part.is_some() => Access::Read,
            access => access,
        };
        let mut args = vec![Arg::View(flat.view.clone(), access)];
        for (rows, level) in flat.rows.iter().zip(levels) {
            match rows {
                Rows::Even(..) if level.is_some() => {}
                Rows::Even(Some(count), len) => {
                    let table = self.even_table(count.clone(), len)?;
                    args.push(Arg::View(View { arr: table, part: None }, Access::Read));
                }
                Rows::Even(None, _) => return refuse("rows of one length in rows of many"),
                Rows::Table(table) => {
                    let (used, rows) = match flat.list.grows {
                        Some(_) => {
                            let words = self.array_words(&flat.list, table)?;
                            (Some((zero(), words)), table.at)
                        }
                        None => (None, table.at),
                    };
                    args.push(Arg::View(View { arr: rows, part: used }, Access::Read));
                }
            }
        }
        args.push(Arg::Scalar(self.integer(flat.count.clone())));
        let back = (flat.moved && access == Access::Write).then_some((list, flat.list));
        Ok(Handed { args, back })
    }

    /// How many words of a table are in use.
    fn array_words(&mut self, list: &List, table: &Table) -> Result<Atom, Refusal> {
        match &*list.cols {
            Cols::Table(outer) if outer.at == table.at => {
                let count = self.len(list)?;
                self.product(&count, &usize_lit(table.width))
            }
            _ => {
                let mut outer = list.cols.clone();
                loop {
                    outer = match &*outer {
                        Cols::Table(t) if matches!(&*t.inner, Cols::Table(inner) if inner.at == table.at) => {
                            let Some(used) = t.used else { return refuse("a table that is lent") };
                            let Value::Atom(used) = self.env[used].clone() else { return refuse("a table") };
                            return self.product(&used, &usize_lit(table.width));
                        }
                        Cols::Table(t) => t.inner.clone(),
                        Cols::Rows(_, inner) => inner.clone(),
                        _ => return refuse("a table of rows of this form"),
                    };
                }
            }
        }
    }

    /// What a callee has written to a copy goes back to where the rows lie.
    pub(crate) fn put_back(&mut self, to: &List, from: &List) -> Result<(), Refusal> {
        let (to, from, n) = (to.clone(), from.clone(), self.len(to)?);
        self.count_to(n, |b, k| {
            let (target, source) = (b.element_inside(&to, &k)?, b.element_inside(&from, &k)?);
            match (b.load(&target)?, b.load(&source)?) {
                (Value::List(target), Value::List(source)) if source.cols.has_table() => b.put_back(&target, &source),
                (Value::List(target), Value::List(source)) => b.copy_into(&target, &source),
                _ => refuse("rows of another form"),
            }
        })
    }

    /// A length as an argument: a literal says its type.
    fn integer(&self, a: Atom) -> Atom {
        match a {
            Atom::Lit(t) => Atom::lit(quote::quote!((#t as usize))),
            a => a,
        }
    }

    /// What a call gives as rows.
    pub(crate) fn nested_out(&mut self, ty: &Type, levels: &Levels) -> Result<Out, Refusal> {
        let float = Type::Float(front::ty::Float::F64);
        let storage = match self.words(ty, levels)? {
            Some(n) => Storage::Fixed(self.tokens(&n)),
            None => Storage::Heap,
        };
        let arr = self.array("list", storage, &float, self.span);
        self.unnamed.insert(arr);
        let count = self.value("count", crate::ir::Ty::usize(), self.span);
        self.temporaries.insert(count);
        let mut lies = vec![];
        for level in levels {
            lies.push(match level {
                Some(n) => Lie::Even(self.tokens(&self.len_atom(n)?)),
                None => Lie::Table(self.array("rows", Storage::Heap, &Type::Int(Int::Usize), self.span)),
            });
        }
        Ok(Out::Tuple(vec![Out::Array(arr), Out::Rows(count, lies)]))
    }

    /// How many numbers there are, where the type says it and no parameter is in it.
    fn words(&mut self, ty: &Type, levels: &Levels) -> Result<Option<Atom>, Refusal> {
        let Type::Array(_, n) = ty else { return Ok(None) };
        let mut all = Some(1u64);
        for n in [Some(n.clone())].into_iter().chain(levels.clone()) {
            let n = match n {
                Some(n) => crate::core::build::number(&self.len_atom(&n)?),
                None => None,
            };
            all = all.zip(n).map(|(a, b)| a * b);
        }
        Ok(all.map(usize_lit))
    }

    /// The list that rows from a call are.
    pub(crate) fn list_of_out(&mut self, numbers: Arr, count: Atom, lies: &[Lie]) -> Result<Value, Refusal> {
        let mut cols = Cols::Leaf(numbers);
        let last = lies.len();
        for (k, lie) in lies.iter().rev().enumerate() {
            cols = match lie {
                Lie::Even(n) => Cols::Rows(Atom::lit(n.clone()), Rc::new(cols)),
                Lie::Table(at) => {
                    let count = (k + 1 == last).then(|| count.clone());
                    Cols::Table(Table { at: *at, width: 2, inner: Rc::new(cols), used: None, count })
                }
            };
        }
        Ok(Value::List(self.of_so_many(cols, count)))
    }

    /// The result that rows are.
    pub(crate) fn nested_result(&mut self, list: &List, shape: &Shape, ty: &Type) -> Result<Ret, Refusal> {
        let Some(levels) = nested(ty) else { return refuse("a result of this shape") };
        let list = match *list.cols {
            Cols::Whole(_) => self.copied(list)?,
            _ => list.clone(),
        };
        let flat = self.flat(&list, &levels)?;
        let arr = flat.view.arr;
        let fixed = match shape {
            Shape::Fixed(n) => Some(n.clone()),
            _ => None,
        };
        let array = &self.arrays[arr];
        let lent = matches!(array.storage, Storage::Shared | Storage::Exclusive) || array.param || array.result;
        let fits = match &fixed {
            Some(_) => matches!(array.storage, Storage::Fixed(_)),
            None => matches!(array.storage, Storage::Heap),
        };
        let all = flat.moved || self.is_all_of_memory(&flat.list);
        let arr = if lent || !fits || !all {
            let (storage, count) = match (&fixed, &flat.view.part) {
                (Some(n), _) => (Storage::Fixed(n.clone()), None),
                (None, Some((_, n))) => (Storage::Heap, Some(n.clone())),
                (None, None) => (Storage::Heap, Some(self.array_len(arr))),
            };
            self.alloc(storage, &Type::Float(front::ty::Float::F64), Init::Copy(flat.view.clone()), count)
        } else {
            arr
        };
        self.arrays[arr].result = true;
        if let (true, Some(_)) = (arr == flat.view.arr, flat.list.grows) {
            let used = match &flat.view.part {
                Some((_, n)) => n.clone(),
                None => match flat.rows.last() {
                    Some(Rows::Table(Table { used: Some(used), .. })) => match &self.env[*used] {
                        Value::Atom(a) => a.clone(),
                        _ => return refuse("rows without memory"),
                    },
                    Some(Rows::Even(_, n)) => {
                        let n = n.clone();
                        let rows = flat.rows.iter().rev().find_map(|r| match r {
                            Rows::Table(Table { used: Some(used), .. }) => Some(*used),
                            _ => None,
                        });
                        let Some(Value::Atom(rows)) = rows.map(|used| self.env[used].clone()) else {
                            return refuse("rows without memory");
                        };
                        self.product(&rows, &n)?
                    }
                    _ => return refuse("rows without memory"),
                },
            };
            self.out.push(crate::ir::Step::Cut(arr, used));
        }
        let mut rows = vec![];
        for row in &flat.rows {
            rows.push(match row {
                Rows::Even(_, n) => RowsOf::Even(n.clone()),
                Rows::Table(table) => {
                    if flat.list.grows.is_some() {
                        let words = self.array_words(&flat.list, table)?;
                        self.out.push(crate::ir::Step::Cut(table.at, words));
                    }
                    RowsOf::Table(table.at)
                }
            });
        }
        Ok(Ret::Tuple(vec![Ret::Array(arr), Ret::Rows(flat.count, rows)]))
    }
}

/// How the rows of a level lie: so many of one length, or as a table says.
enum Rows {
    Even(Option<Atom>, Atom),
    Table(Table),
}

/// Rows as they go outside.
struct Flat {
    list: List,
    /// Whether they are a copy.
    moved: bool,
    view: View,
    rows: Vec<Rows>,
    count: Atom,
}

/// The arguments of a call that rows are.
pub(crate) struct Handed {
    pub(crate) args: Vec<Arg>,
    /// Where what the callee writes goes behind the call, and from where.
    pub(crate) back: Option<(List, List)>,
}
