//! Arrays of arrays that come from outside or go there: parameters, results, arguments of calls.

use super::nest::{Level, Nest};
use super::{Item, Leaf, Lowerer, fault};
use crate::ir::{
    Access, Arg, Atom, Carried, Head, Init, Loop, Mode, Op, Ret, RowsOf, Step, Storage, Ty, Verbatim, View,
};
use crate::nests::{Nested, Outer};
use crate::signature::{Param, Shape};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Result};

impl Lowerer {
    /// What a parameter that is an array of arrays stands for; `leaves` are its numbers, its tables, its count.
    pub(super) fn nested_param(&mut self, p: &Param, nested: &Nested, leaves: &[Leaf]) -> Result<Item> {
        let [Leaf::Array(arr), rest @ ..] = leaves else { return fault(&p.ty, "a list is expected here") };
        let fixed = nested.fixed();
        if nested.levels.is_empty() {
            self.arrays[*arr].len = fixed.as_ref().map(|n| Atom::Lit(quote!((#n))));
            self.fixed.extend(fixed.map(|n| (*arr, n)));
            return Ok(Item::View(View { arr: *arr, part: None }));
        }
        let mut rest = rest.iter();
        let mut levels = vec![];
        let owned = matches!(nested.outer, Outer::Vec | Outer::Fixed(_))
            && matches!(&p.pat, syn::Pat::Ident(name) if name.mutability.is_some());
        for level in &nested.levels {
            levels.push(match level {
                Some(n) => Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n.clone()) },
                None => {
                    let Some(Leaf::Array(table)) = rest.next() else { return fault(&p.ty, "a table is expected here") };
                    self.arrays[*table].sample = Some(quote!(0usize));
                    let own = View { arr: *table, part: None };
                    match owned.then(|| self.copy(&own, None, p.name.span())) {
                        Some(Item::Fresh(copy)) => Level::Table(copy),
                        _ => Level::Table(*table),
                    }
                }
            });
        }
        let count = match (&fixed, rest.next()) {
            (Some(n), _) => Atom::Lit(n.clone()),
            (None, Some(Leaf::Scalar(v))) => Atom::Val(*v),
            _ => return fault(&p.ty, "a number of rows is expected here"),
        };
        Ok(Item::Nest(Nest { arr: *arr, off: Atom::Lit(quote!(0)), count, fixed, levels, whole: true, fresh: false }))
    }

    /// The numbers of what is returned, and where its rows lie.
    pub(super) fn ret_of_nest(&mut self, nest: &Nest, shapes: &[Shape], at: &dyn ToTokens) -> Result<Ret> {
        let [shape, Shape::Rows(levels)] = shapes else { return fault(at, super::control::NO_RESULT) };
        if *levels != nest.levels.len() {
            return fault(at, super::control::NO_RESULT);
        }
        let moved = nest.levels.iter().any(|l| matches!(l, Level::Table(t) if self.moved.contains(t)));
        let by_reference = matches!(self.arrays[nest.arr].storage, Storage::Shared | Storage::Exclusive);
        let taken = self.arrays[nest.arr].result;
        let nest = if moved || by_reference || taken || !nest.whole {
            self.copy_nest(nest, false, at.to_token_stream().span())?
        } else {
            nest.clone()
        };
        let list = self.ret_of(Item::View(View { arr: nest.arr, part: None }), shape, at)?;
        let rows = nest.levels.iter().map(|l| match l {
            Level::Even { len, .. } => RowsOf::Even(len.clone()),
            Level::Table(table) => RowsOf::Table(*table),
        });
        Ok(Ret::Tuple(vec![list, Ret::Rows(nest.count, rows.collect())]))
    }

    /// The arguments that an array of arrays is handed on as: its numbers, its tables, the number of its rows.
    pub(super) fn nest_arguments(&mut self, e: &Expr) -> Result<Vec<Arg>> {
        let nest = match self.makes_rows(e) {
            true => match self.item(e)? {
                Item::Nest(nest) => nest,
                _ => return fault(e, "an array of arrays is expected here"),
            },
            false => self.nest(e)?,
        };
        let mut bare = e;
        while let Expr::Paren(p) = bare {
            bare = &p.expr;
        }
        let access = match bare {
            Expr::Reference(r) if r.mutability.is_some() => Access::Write,
            Expr::Reference(_) => Access::Read,
            _ => match self.arrays[nest.arr].storage {
                Storage::Shared => Access::Read,
                Storage::Exclusive if self.is_const_view(e) => Access::Read,
                Storage::Exclusive => Access::Either,
                _ if !nest.whole || self.is_reference(e) => self.access(e),
                _ => Access::Read,
            },
        };
        let by_value = access == Access::Read
            && nest.whole
            && !matches!(bare, Expr::Reference(_))
            && !self.is_reference(e)
            && matches!(self.arrays[nest.arr].storage, Storage::Fixed(_) | Storage::Heap);
        let mut args = vec![];
        args.push(match self.all_of(&nest) {
            Some(view) if by_value => Arg::View(view, Access::Value),
            Some(view) => Arg::View(view, access),
            None => Arg::View(View { arr: nest.arr, part: None }, access),
        });
        for (k, level) in nest.levels.iter().enumerate() {
            match level {
                Level::Even { fixed: Some(_), .. } => {}
                Level::Even { len, .. } => {
                    let len = len.clone();
                    let outer: Option<Vec<Atom>> = nest.levels[..k]
                        .iter()
                        .map(|l| if let Level::Even { len, .. } = l { Some(len.clone()) } else { None })
                        .collect();
                    let Some(outer) = outer else {
                        return fault(
                            e,
                            "rows of different lengths that hold rows of one length cannot be passed on here",
                        );
                    };
                    let count = outer.iter().fold(nest.count.clone(), |n, len| self.product(&n, len));
                    let table = self.even_table(count, len, e.span());
                    args.push(Arg::View(View { arr: table, part: None }, Access::Read));
                }
                Level::Table(table) => {
                    let part = match (k, nest.whole) {
                        (0, false) => {
                            let two = Atom::Lit(quote!(2usize));
                            Some((self.product(&nest.off, &two), self.product(&nest.count, &two)))
                        }
                        _ => None,
                    };
                    args.push(Arg::View(View { arr: *table, part }, Access::Read));
                }
            }
        }
        args.push(Arg::Scalar(self.integer(nest.count)));
        Ok(args)
    }

    /// A length as an argument: a literal says its type.
    fn integer(&mut self, a: Atom) -> Atom {
        match a {
            Atom::Lit(t) => Atom::Lit(quote!((#t as usize))),
            a => a,
        }
    }

    /// A loop from nothing to `hi`; `body` makes its steps, given the index, and the next value of a running sum.
    pub(super) fn counted(&mut self, hi: Atom, span: Span, body: impl FnOnce(&mut Self, &Atom, &Atom) -> Atom) {
        let outside = self.begin_body();
        let (var, param) = (self.value("k", Ty::usize(), span), self.value("start", Ty::usize(), span));
        let next = body(self, &Atom::Val(var), &Atom::Val(param));
        let (frame, body) = self.end_body(outside);
        self.forget();
        let after = self.value("end", Ty::usize(), span);
        let head = Head::Range { var, lo: Atom::Lit(quote!(0usize)), hi, rev: false };
        let carried = vec![Carried { param, init: Atom::Lit(quote!(0usize)), next, after }];
        self.out.push(Step::Loop(Box::new(Loop {
            frame,
            head,
            carried,
            body,
            exit: None,
            count: None,
            checkpoint: None,
            keep: None,
            independent: None,
        })));
    }

    /// A table of so many rows, made by a loop.
    fn made_table(&mut self, count: &Atom, span: Span) -> crate::ir::Arr {
        let words = self.product(count, &Atom::Lit(quote!(2usize)));
        let table = self.array("rows", Storage::Heap, false, span);
        self.arrays[table].sample = Some(quote!(0usize));
        self.arrays[table].len = Some(words.clone());
        self.out.push(Step::Alloc(table, Init::Fill(Atom::Lit(quote!(0usize)), words)));
        table
    }

    fn set_row(&mut self, table: crate::ir::Arr, k: &Atom, start: &Atom, len: &Atom) {
        let at = self.product(k, &Atom::Lit(quote!(2usize)));
        let next = self.sum(&at, &Atom::Lit(quote!(1usize)));
        self.out.push(Step::Store(table, at, Mode::Set, start.clone()));
        self.out.push(Step::Store(table, next, Mode::Set, len.clone()));
        self.known.remove(&table);
    }

    pub(super) fn even_table(&mut self, count: Atom, len: Atom, span: Span) -> crate::ir::Arr {
        let table = self.made_table(&count, span);
        self.counted(count, span, |l, k, start| {
            l.set_row(table, k, start, &len);
            l.sum(start, &len)
        });
        table
    }

    /// A copy of rows of different lengths, one behind the other.
    pub(super) fn gather(&mut self, nest: &Nest, span: Span) -> Result<Nest> {
        let [Level::Table(old)] = nest.levels.as_slice() else {
            return Err(syn::Error::new(
                span,
                "a copy of some rows of rows is not supported here: copy them row by row",
            ));
        };
        let (first, last) = (nest.off.clone(), self.sum(&nest.off.clone(), &nest.count.clone()));
        let (name, from, to) = (self.arrays[*old].name.clone(), self.atom_tokens(&first), self.atom_tokens(&last));
        let vals = [&first, &last].into_iter().filter_map(|a| a.val()).collect();
        let tokens = quote!(#name[2 * (#from)..2 * (#to)].chunks_exact(2).map(|row| row[1]).sum::<usize>());
        let total = Op::Verbatim(Verbatim { tokens, vals, reads: vec![*old], lens: vec![] });
        let total = self.temporary(Ty::usize(), total, span);
        let arr = self.row_memory(nest.arr, total, span);
        let table = self.made_table(&nest.count, span);
        self.counted(nest.count.clone(), span, |l, k, start| {
            let row = l.row_inside(nest, k);
            let super::nest::Row::View(row) = row else { return start.clone() };
            let len = l.length(&row);
            l.set_row(table, k, start, &len);
            l.out.push(Step::CopyFrom(View { arr, part: Some((start.clone(), len.clone())) }, row));
            l.sum(start, &len)
        });
        let (off, count) = (Atom::Lit(quote!(0)), nest.count.clone());
        Ok(Nest { arr, off, count, fixed: None, levels: vec![Level::Table(table)], whole: true, fresh: true })
    }
}
