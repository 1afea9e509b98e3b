//! Arrays of arrays: their numbers lie in one array, row after row, and a row is a part of it.

use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Arr, Atom, Binary, Lie, Op, Step, Storage, Ty, Verbatim, View};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, RangeLimits, Result};

/// How the rows of a level lie.
#[derive(Clone, Debug)]
pub(crate) enum Level {
    /// All of one length; of a type `[X; N]` if so many are said by the type.
    Even { len: Atom, fixed: Option<TokenStream> },
    /// For each row where it starts and how long it is, in turn.
    Table(Arr),
}

/// An array of arrays, or some rows of one.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// The numbers.
    pub(crate) arr: Arr,
    /// The first row, and how many there are.
    pub(crate) off: Atom,
    pub(crate) count: Atom,
    /// The number of rows where the type says it.
    pub(crate) fixed: Option<TokenStream>,
    /// From the rows down to the numbers.
    pub(crate) levels: Vec<Level>,
    /// Whether there are no rows in memory but these.
    pub(crate) whole: bool,
    /// Whether nobody has named it yet.
    pub(crate) fresh: bool,
}

/// A row: numbers, or rows again.
pub(super) enum Row {
    View(View),
    Nest(Nest),
}

impl Row {
    pub(super) fn item(self) -> Item {
        match self {
            Row::View(v) => Item::View(v),
            Row::Nest(n) => Item::Nest(n),
        }
    }
}

impl Nest {
    /// Whether every length is part of the type, so that the whole is copied where it is used by value.
    pub(super) fn is_copy(&self) -> bool {
        self.fixed.is_some() && self.levels.iter().all(|l| matches!(l, Level::Even { fixed: Some(_), .. }))
    }

    /// Its lengths as text.
    pub(super) fn lengths(&self) -> Vec<String> {
        let level = |l: &Level| match l {
            Level::Even { fixed: Some(n), .. } => n.to_string(),
            _ => String::new(),
        };
        self.fixed.iter().map(ToString::to_string).chain(self.levels.iter().map(level)).collect()
    }

    /// The lengths of the rows inside, where all are even.
    fn even(&self) -> Option<Vec<Atom>> {
        let of = |l: &Level| match l {
            Level::Even { len, .. } => Some(len.clone()),
            Level::Table(_) => None,
        };
        self.levels.iter().map(of).collect()
    }
}

impl Nest {
    /// What a call gave.
    pub(super) fn given(arr: Arr, count: crate::ir::Val, lies: &[Lie]) -> Nest {
        let level = |lie: &Lie| match lie {
            Lie::Table(t) => Level::Table(*t),
            Lie::Even(n) => Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n.clone()) },
        };
        let levels = lies.iter().map(level).collect();
        Nest { arr, off: Atom::Lit(quote!(0)), count: Atom::Val(count), fixed: None, levels, whole: true, fresh: true }
    }

    /// The same with the lengths that a type says.
    pub(super) fn typed(mut self, nested: &crate::nests::Nested) -> Nest {
        if self.levels.len() != nested.levels.len() {
            return self;
        }
        if let Some(n) = nested.fixed() {
            self.count = Atom::Lit(n.clone());
            self.fixed = Some(n);
        }
        for (level, n) in self.levels.iter_mut().zip(&nested.levels) {
            if let (Level::Table(_), Some(n)) = (&level, n) {
                *level = Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n.clone()) };
            }
        }
        self
    }
}

/// An integer that is written out.
pub(super) fn number(a: &Atom) -> Option<usize> {
    let Atom::Lit(t) = a else { return None };
    let text = t.to_string();
    text.trim_matches(|c| matches!(c, '(' | ')' | '{' | '}' | ' ')).trim_end_matches("usize").parse().ok()
}

impl Lowerer {
    /// How many indices it takes from what an expression names down to a row of numbers; 0 for what is not nested.
    pub(super) fn depth(&self, e: &Expr) -> usize {
        match e {
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e) {
                Some(Binding::Nest(n)) => n.levels.len(),
                _ => 0,
            },
            Expr::Paren(p) => self.depth(&p.expr),
            Expr::Group(p) => self.depth(&p.expr),
            Expr::Reference(r) => self.depth(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.depth(&u.expr),
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => self.depth(&i.expr),
            Expr::Index(i) => self.depth(&i.expr).saturating_sub(1),
            Expr::MethodCall(m) => {
                let same = ["as_slice", "as_mut_slice", "as_ref", "as_mut", "to_vec", "clone", "to_owned"];
                if same.iter().any(|n| m.method == n) { self.depth(&m.receiver) } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether an expression is a row of numbers, by an index into something nested.
    pub(super) fn is_row(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.is_row(&p.expr),
            Expr::Index(i) => !matches!(&*i.index, Expr::Range(_)) && self.depth(&i.expr) == 1,
            _ => false,
        }
    }

    /// The array of arrays that an expression stands for; [`depth`](Lowerer::depth) has said that it is one.
    pub(super) fn nest(&mut self, e: &Expr) -> Result<Nest> {
        match e {
            Expr::Paren(p) => self.nest(&p.expr),
            Expr::Group(p) => self.nest(&p.expr),
            Expr::Reference(r) => self.nest(&r.expr),
            Expr::Unary(u) => self.nest(&u.expr),
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => self.rows(i),
            Expr::Index(i) => match self.row(i)? {
                Row::Nest(n) => Ok(n),
                Row::View(_) => fault(e, "an array of arrays is expected here"),
            },
            Expr::MethodCall(m) => {
                let nest = self.nest(&m.receiver)?;
                let copies = ["to_vec", "clone", "to_owned"].iter().any(|n| m.method == n);
                if copies { self.copy_nest(&nest, m.method == "clone", m.span()) } else { Ok(nest) }
            }
            _ => match self.binding_of(e).cloned() {
                Some(Binding::Nest(n)) => Ok(n),
                _ => fault(e, "an array of arrays is expected here"),
            },
        }
    }

    /// `m[lo..hi]`
    fn rows(&mut self, i: &ExprIndex) -> Result<Nest> {
        let nest = self.nest(&i.expr)?;
        let Expr::Range(range) = &*i.index else { return Ok(nest) };
        if range.start.is_none() && range.end.is_none() {
            return Ok(nest);
        }
        let lo = match &range.start {
            Some(e) => self.index(e)?,
            None => Atom::Lit(quote!(0)),
        };
        let hi = match (&range.end, &range.limits) {
            (Some(e), RangeLimits::Closed(_)) => {
                let hi = self.index(e)?;
                self.sum(&hi, &Atom::Lit(quote!(1)))
            }
            (Some(e), RangeLimits::HalfOpen(_)) => self.index(e)?,
            (None, _) => nest.count.clone(),
        };
        if !hi.same(&nest.count) {
            self.out.push(Step::Bounds(hi.clone(), nest.count.clone()));
        }
        let count = self.difference(&hi, &lo);
        self.some_rows(&nest, lo, count)
    }

    /// The rows of a nest from `lo` on.
    pub(super) fn some_rows(&mut self, nest: &Nest, lo: Atom, count: Atom) -> Result<Nest> {
        let off = self.sum(&nest.off, &lo);
        Ok(Nest { off, count, fixed: None, whole: false, fresh: false, ..nest.clone() })
    }

    /// `m[i]`
    pub(super) fn row(&mut self, i: &ExprIndex) -> Result<Row> {
        let nest = self.nest(&i.expr)?;
        self.row_of(&nest, i)
    }

    fn row_of(&mut self, nest: &Nest, i: &ExprIndex) -> Result<Row> {
        let index = self.index(&i.index)?;
        let index = match nest.whole {
            true => index,
            false => self.temporary(Ty::usize(), Op::Offset(nest.off.clone(), index, nest.count.clone()), i.span()),
        };
        Ok(self.row_at(nest, index))
    }

    /// The row of a nest at an index that is known to lie inside.
    pub(super) fn row_inside(&mut self, nest: &Nest, index: &Atom) -> Row {
        let off = nest.off.clone();
        let index = self.sum(&off, index);
        self.row_at(nest, index)
    }

    /// The row that is so many rows from the start of the memory.
    fn row_at(&mut self, nest: &Nest, index: Atom) -> Row {
        let (level, rest) = (&nest.levels[0], &nest.levels[1..]);
        let (off, count, fixed) = match level {
            Level::Even { len, fixed } => (self.product(&index, len), len.clone(), fixed.clone()),
            Level::Table(table) => {
                let at = self.product(&index, &Atom::Lit(quote!(2usize)));
                let next = self.sum(&at, &Atom::Lit(quote!(1usize)));
                (self.read(*table, at), self.read(*table, next), None)
            }
        };
        if rest.is_empty() {
            return Row::View(View { arr: nest.arr, part: Some((off, count)) });
        }
        let (arr, levels) = (nest.arr, rest.to_vec());
        Row::Nest(Nest { arr, off, count, fixed, levels, whole: false, fresh: false })
    }

    pub(super) fn product(&mut self, a: &Atom, b: &Atom) -> Atom {
        if let (Some(x), Some(y)) = (number(a), number(b)) {
            let z = proc_macro2::Literal::usize_unsuffixed(x * y);
            return Atom::Lit(quote!(#z));
        }
        match (number(a), number(b)) {
            (Some(0), _) | (_, Some(1)) => return a.clone(),
            (Some(1), _) | (_, Some(0)) => return b.clone(),
            _ => {}
        }
        self.of_indices(Binary::Mul, a, b)
    }

    /// The number of rows, or of a row's elements, where an expression says it without being computed.
    pub(super) fn row_count(&self, e: &Expr) -> Option<Atom> {
        match e {
            Expr::Paren(p) => self.row_count(&p.expr),
            Expr::Path(_) => match self.binding_of(e)? {
                Binding::Nest(n) => Some(n.count.clone()),
                Binding::Table(columns) => self.table_length(columns),
                _ => None,
            },
            Expr::Index(i) if self.opaque(&i.index) && !matches!(&*i.index, Expr::Range(_)) => {
                match self.binding_of(&i.expr)? {
                    Binding::Nest(n) => match &n.levels[0] {
                        Level::Even { len, .. } => Some(len.clone()),
                        Level::Table(_) => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `m[i]` and `m[lo..hi]` by value: what is an array by its type is copied.
    pub(super) fn part_of_nest(&mut self, i: &ExprIndex) -> Result<Item> {
        if matches!(&*i.index, Expr::Range(_)) {
            return self.rows(i).map(Item::Nest);
        }
        let nest = self.nest(&i.expr)?;
        let fixed = match nest.levels.as_slice() {
            [Level::Even { fixed, .. }] => fixed.clone(),
            _ => None,
        };
        Ok(match self.row_of(&nest, i)? {
            Row::View(v) if fixed.is_some() => self.copy(&v, fixed, i.span()),
            Row::View(v) => Item::View(v),
            Row::Nest(n) if n.is_copy() => Item::Nest(self.copy_nest(&n, true, i.span())?),
            Row::Nest(n) => Item::Nest(n),
        })
    }

    /// Methods of arrays of arrays that give something.
    pub(super) fn nest_method(&mut self, m: &syn::ExprMethodCall, name: &str) -> Result<Item> {
        let nest = self.nest(&m.receiver)?;
        Ok(match name {
            "to_vec" | "clone" | "to_owned" => Item::Nest(self.copy_nest(&nest, name == "clone", m.span())?),
            "as_slice" | "as_mut_slice" | "as_ref" | "as_mut" => Item::Nest(nest),
            "len" => Item::Scalar(nest.count),
            "concat" => match self.all_of(&nest) {
                Some(view) => self.copy(&view, None, m.span()),
                None => Item::Fresh(self.gather(&nest, m.span())?.arr),
            },
            "as_flattened" | "as_flattened_mut" => match self.all_of(&nest) {
                Some(view) => Item::View(view),
                None => return fault(&m.method, "`as_flattened` is for rows of one length"),
            },
            "split_at" | "split_at_mut" if m.args.len() == 1 => {
                let mid = self.index(&m.args[0])?;
                self.out.push(Step::Bounds(mid.clone(), nest.count.clone()));
                let rest = self.difference(&nest.count, &mid);
                let first = self.some_rows(&nest, Atom::Lit(quote!(0)), mid.clone())?;
                let second = self.some_rows(&nest, mid, rest)?;
                Item::Tuple(vec![Item::Nest(first), Item::Nest(second)])
            }
            "map" if m.args.len() == 1 && nest.fixed.is_some() => return self.rows_map(nest, &m.args[0], m),
            "iter" | "iter_mut" => {
                return fault(
                    &m.method,
                    "iterators are supported as what a `for` loop runs over: write the chain as a loop",
                );
            }
            other => {
                return fault(
                    &m.method,
                    format!("the method `{other}` of arrays of arrays is not supported: write a loop over the rows"),
                );
            }
        })
    }

    /// The part of the numbers that all rows of a nest make up, where they lie side by side.
    pub(super) fn all_of(&mut self, nest: &Nest) -> Option<View> {
        let lens = nest.even()?;
        if nest.whole {
            return Some(View { arr: nest.arr, part: None });
        }
        let each = lens.iter().fold(Atom::Lit(quote!(1)), |n, len| self.product(&n, len));
        let (off, len) = (self.product(&nest.off, &each), self.product(&nest.count, &each));
        Some(View { arr: nest.arr, part: Some((off, len)) })
    }

    /// A copy; its outermost list is one of the heap unless the type says otherwise.
    pub(super) fn copy_nest(&mut self, nest: &Nest, same: bool, span: Span) -> Result<Nest> {
        let fixed = nest.fixed.clone().filter(|_| same);
        let from = match self.all_of(nest) {
            Some(view) => view,
            None if nest.whole && !self.is_moved(nest) => {
                let numbers = View { arr: nest.arr, part: None };
                let copy = self.copy(&numbers, None, span);
                let Item::Fresh(arr) = copy else { return Ok(nest.clone()) };
                let mut levels = nest.levels.clone();
                for level in &mut levels {
                    if let Level::Table(table) = level
                        && let Item::Fresh(own) = self.copy(&View { arr: *table, part: None }, None, span)
                    {
                        *table = own;
                    }
                }
                return Ok(Nest { arr, fixed, levels, fresh: true, ..nest.clone() });
            }
            None => return self.gather(nest, span),
        };
        let storage = match (&self.arrays[nest.arr].storage, &from.part) {
            (Storage::Fixed(n), None) if fixed.is_some() => Some(n.clone()),
            _ => None,
        };
        let Item::Fresh(arr) = self.copy(&from, storage, span) else {
            return fault(TokenStream::new(), "an array of arrays is expected here");
        };
        Ok(Nest { arr, off: Atom::Lit(quote!(0)), fixed, whole: true, fresh: true, ..nest.clone() })
    }

    /// Whether its rows do not lie in their order.
    fn is_moved(&self, nest: &Nest) -> bool {
        nest.levels.iter().any(|l| matches!(l, Level::Table(t) if self.moved.contains(t)))
    }

    /// Two rows change places.
    pub(super) fn swap_rows(&mut self, nest: &Nest, i: Atom, j: Atom, span: Span) -> Result<()> {
        let at = |l: &mut Self, k: Atom| match nest.whole {
            true => k,
            false => l.temporary(Ty::usize(), Op::Offset(nest.off.clone(), k, nest.count.clone()), span),
        };
        let (i, j) = (at(self, i), at(self, j));
        if let Level::Table(table) = nest.levels[0] {
            if self.arrays[table].param {
                if let (Row::View(a), Row::View(b)) = (self.row_at(nest, i), self.row_at(nest, j)) {
                    // The caller's rows stay where they are: only what is in them moves.
                    let (x, y) = (self.length(&a), self.length(&b));
                    let same = self.temporary(Ty::Bool, Op::Compare(Binary::Eq, x, y), span);
                    let message = "rows behind a reference change places only if they are equally long";
                    self.out.push(Step::Assert(quote!(assert), same, quote!(#message)));
                    self.exchange_views(a, b, span);
                }
                return Ok(());
            }
            self.moved.insert(table);
            for part in [quote!(0usize), quote!(1usize)] {
                let place = |l: &mut Self, k: &Atom| {
                    let k = l.product(k, &Atom::Lit(quote!(2usize)));
                    l.sum(&k, &Atom::Lit(part.clone()))
                };
                let (a, b) = (place(self, &i), place(self, &j));
                self.out.push(Step::Swap(table, a, b));
            }
            self.known.remove(&table);
            return Ok(());
        }
        let one = Atom::Lit(quote!(1));
        let rows = [i, j].map(|k| Nest { off: k, count: one.clone(), fixed: None, whole: false, ..nest.clone() });
        let (Some(a), Some(b)) = (self.all_of(&rows[0]), self.all_of(&rows[1])) else {
            return Err(syn::Error::new(span, "rows of rows of different lengths cannot change places here"));
        };
        self.exchange_views(a, b, span);
        Ok(())
    }

    /// Two parts of arrays, of one length, take each other's elements.
    pub(super) fn exchange_views(&mut self, a: View, b: View, span: Span) {
        let Item::Fresh(kept) = self.copy(&a, None, span) else { return };
        self.known.remove(&a.arr);
        self.known.remove(&b.arr);
        self.out.push(Step::CopyFrom(a, b.clone()));
        self.out.push(Step::CopyFrom(b, View { arr: kept, part: None }));
    }

    /// `mem::swap` of two arrays of arrays.
    pub(super) fn exchange_nests(&mut self, c: &syn::ExprCall, a: &Nest, b: &Nest) -> Result<Item> {
        let own =
            |l: &Self, n: &Nest| n.whole && !matches!(l.arrays[n.arr].storage, Storage::Shared | Storage::Exclusive);
        let mut tables = vec![];
        let mut same = a.levels.len() == b.levels.len() && a.count.same(&b.count);
        for (x, y) in a.levels.iter().zip(&b.levels) {
            match (x, y) {
                (Level::Even { len: x, .. }, Level::Even { len: y, .. }) => same &= x.same(y),
                (Level::Table(x), Level::Table(y)) => tables.push((*x, *y)),
                _ => same = false,
            }
        }
        if !same || !own(self, a) || !own(self, b) {
            return fault(
                c,
                "only whole local arrays whose lengths are seen to be the same can be swapped: swap their rows",
            );
        }
        for (x, y) in [(a.arr, b.arr)].into_iter().chain(tables).filter(|(x, y)| x != y) {
            self.known.remove(&x);
            self.known.remove(&y);
            if self.moved.contains(&x) || self.moved.contains(&y) {
                self.moved.extend([x, y]);
            }
            self.out.push(Step::Exchange(x, y));
        }
        Ok(Item::Unit)
    }

    /// All of one array of arrays takes the numbers of another.
    pub(super) fn assign_nest(&mut self, at: &dyn ToTokens, to: &Nest, from: &Nest) -> Result<()> {
        let same = match (to.even(), from.even()) {
            (Some(a), Some(b)) => {
                to.count.same(&from.count) && a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.same(b))
            }
            _ => false,
        };
        let own = matches!(self.arrays[to.arr].storage, Storage::Fixed(_) | Storage::Heap);
        let (Some(a), true) = (self.all_of(to), same || own) else {
            return fault(
                at,
                "arrays of arrays are assigned whole only where their lengths are seen to be the same: assign row by row",
            );
        };
        let span = at.to_token_stream().span();
        if !same {
            self.same_shape(to, from, span)?;
        }
        let b = match self.all_of(from) {
            Some(b) => b,
            None => {
                let whole = self.copy_nest(from, false, span)?;
                View { arr: whole.arr, part: None }
            }
        };
        self.known.remove(&to.arr);
        self.out.push(Step::CopyFrom(a, b));
        Ok(())
    }

    /// The rows of two arrays of arrays are as many, and equally long, or the function panics.
    fn same_shape(&mut self, to: &Nest, from: &Nest, span: Span) -> Result<()> {
        let ([Level::Even { len, .. }], [level]) = (to.levels.as_slice(), from.levels.as_slice()) else {
            return Err(syn::Error::new(
                span,
                "arrays of arrays are assigned whole only where their lengths are seen to be the same: assign row by row",
            ));
        };
        let mut conds = vec![(to.count.clone(), from.count.clone())];
        let rows = match level {
            Level::Even { len: other, .. } => {
                conds.push((len.clone(), other.clone()));
                None
            }
            Level::Table(table) => {
                let (first, last) = (from.off.clone(), self.sum(&from.off.clone(), &from.count.clone()));
                let name = self.arrays[*table].name.clone();
                let (a, b, n) = (self.atom_tokens(&first), self.atom_tokens(&last), self.atom_tokens(len));
                let vals = [&first, &last, len].into_iter().filter_map(|a| a.val()).collect();
                let tokens = quote!(#name[2 * (#a)..2 * (#b)].chunks_exact(2).all(|row| row[1] == #n));
                Some(Op::Verbatim(Verbatim { tokens, vals, reads: vec![*table], lens: vec![] }))
            }
        };
        let message = "an array of arrays with rows of one length takes another of the same lengths";
        for (x, y) in conds.into_iter().filter(|(x, y)| !x.same(y)) {
            let same = self.temporary(Ty::Bool, Op::Compare(Binary::Eq, x, y), span);
            self.out.push(Step::Assert(quote!(assert), same, quote!(#message)));
        }
        if let Some(rows) = rows {
            let same = self.temporary(Ty::Bool, rows, span);
            self.out.push(Step::Assert(quote!(assert), same, quote!(#message)));
        }
        Ok(())
    }
}
