//! Lists of rows that grow: their numbers are a list, and so is the table of where the rows lie. A row that grows moves
//! to the end of the memory when its room is used up.

use super::lists::element;
use super::nest::{Level, Nest};
use super::pattern::Want;
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Arr, Atom, Init, Mode, Step, Storage, Ty, View};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprIndex, ExprMethodCall, Local, Pat, PatIdent, Result, Stmt, Type};

/// Rows in a variable, by the numbers of the lists that hold them.
#[derive(Clone)]
pub(crate) struct RowList {
    numbers: usize,
    lie: Lie,
    count: Var,
    /// What its name stands for now.
    pub(super) whole: Binding,
}

/// How its rows lie.
#[derive(Clone)]
enum Lie {
    /// A table, and how much room each row has.
    Table { table: usize, rooms: usize },
    /// All of the length that the type says.
    Fixed(TokenStream),
}

const MADE_OF: &str = "the rows of this are lists of numbers: push a list of numbers";

impl Lowerer {
    /// The list that `let mut m = Vec::new();` makes, its name, and the type of its elements where that is written.
    pub(super) fn list_to_grow<'l>(&self, l: &'l Local, item: &Item) -> Option<(Arr, &'l PatIdent, Option<&'l Type>)> {
        let (pat, ty) = match &l.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let (Pat::Ident(p), Item::Fresh(arr)) = (pat, item) else { return None };
        let empty = matches!(&self.arrays[*arr].len, Some(len) if len.is_zero());
        (p.mutability.is_some() && empty).then(|| (*arr, p, ty.and_then(element)))
    }

    /// `let mut m = Vec::new();` whose elements are rows, as the type says or what is pushed.
    pub(super) fn empty_rows(&mut self, l: &Local, item: Item, rest: &[Stmt]) -> Result<Item> {
        let Some((arr, p, row)) = self.list_to_grow(l, &item) else { return Ok(item) };
        let row = match row {
            Some(row @ (Type::Array(_) | Type::Path(_))) => row.clone(),
            _ if pushes_lists(&p.ident, rest) => syn::parse_quote!(Vec<_>),
            _ => return Ok(item),
        };
        let level = match &row {
            Type::Array(a) => {
                self.elements_are(arr, &a.elem);
                let n = a.len.to_token_stream();
                Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n) }
            }
            row => match element(row) {
                Some(number) => {
                    if let Type::Path(_) = number {
                        self.elements_are(arr, number);
                    }
                    Level::Table(self.table(vec![], p.span()))
                }
                None => return Ok(item),
            },
        };
        let zero = Atom::Lit(quote!(0));
        let levels = vec![level];
        Ok(Item::Nest(Nest { arr, off: zero.clone(), count: zero, fixed: None, levels, whole: true, fresh: true }))
    }

    /// The binding of a mutable variable that is given rows, if it gets others anywhere.
    pub(super) fn row_list_binding(&mut self, name: &Ident, nest: &Nest) -> Result<Option<Binding>> {
        let grows = self.growing_rows.contains(&name.to_string());
        let [level] = nest.levels.as_slice() else { return Ok(None) };
        let even = matches!(level, Level::Even { fixed: None, .. });
        // What takes other rows of one length keeps them of that length.
        if nest.fixed.is_some() || !grows && (even || !self.growing.contains(&name.to_string())) {
            return Ok(None);
        }
        let own = nest.fresh && nest.whole && matches!(self.arrays[nest.arr].storage, Storage::Heap);
        let nest = if own { nest.clone() } else { self.copy_nest(nest, false, name.span())? };
        if nest.fresh {
            self.rename_array(nest.arr, name);
        }
        let text = name.to_string();
        let lie = match &nest.levels[0] {
            Level::Even { fixed: Some(n), .. } => Lie::Fixed(n.clone()),
            level => {
                let table = match level {
                    Level::Table(table) => *table,
                    Level::Even { len, .. } => self.even_table(nest.count.clone(), len.clone(), name.span()),
                };
                let rooms = self.rooms_of(table, &nest.count, name.span());
                Lie::Table { table: self.growing_list(&format!("{text}_rows"), table), rooms }
            }
        };
        let numbers = self.growing_list(&text, nest.arr);
        let count = self.var(&format!("{text}_count"), Ty::usize(), nest.count.clone());
        let whole = Binding::Nest(nest);
        self.row_lists.push(RowList { numbers, lie, count, whole });
        self.look_at_lists();
        Ok(Some(Binding::RowList(self.row_lists.len() - 1)))
    }

    /// A list of the room of each row: as much as it is long.
    fn rooms_of(&mut self, table: Arr, count: &Atom, span: Span) -> usize {
        let rooms = self.array("rooms", Storage::Heap, false, span);
        self.arrays[rooms].sample = Some(quote!(0usize));
        self.arrays[rooms].len = Some(count.clone());
        self.out.push(Step::Alloc(rooms, Init::Fill(Atom::Lit(quote!(0usize)), count.clone())));
        let rooms = self.growing_list("rooms", rooms);
        if !count.is_zero() {
            self.measure(rooms, table, count, span);
        }
        rooms
    }

    /// Sets the room of each row to its length.
    fn measure(&mut self, rooms: usize, table: Arr, count: &Atom, span: Span) {
        let to = self.lists[rooms].arr;
        self.counted(count.clone(), span, |l, k, start| {
            let at = l.product(k, &Atom::Lit(quote!(2usize)));
            let at = l.sum(&at, &Atom::Lit(quote!(1usize)));
            let len = l.read(table, at);
            l.store(to, k.clone(), Mode::Set, len);
            start.clone()
        });
    }

    /// What the names of such lists stand for, after they have changed.
    pub(super) fn look_at_row_lists(&mut self) {
        for k in 0..self.row_lists.len() {
            let RowList { numbers, lie, count, .. } = &self.row_lists[k];
            let level = match lie {
                Lie::Table { table, .. } => Level::Table(self.lists[*table].arr),
                Lie::Fixed(n) => Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n.clone()) },
            };
            let nest = Nest {
                arr: self.lists[*numbers].arr,
                off: Atom::Lit(quote!(0)),
                count: self.current[*count].clone(),
                fixed: None,
                levels: vec![level],
                whole: false,
                fresh: false,
            };
            self.row_lists[k].whole = Binding::Nest(nest);
        }
    }

    pub(super) fn row_list_named(&self, name: &str) -> Option<usize> {
        match self.scopes.iter().rev().find_map(|s| s.get(name)) {
            Some(Binding::RowList(k)) => Some(*k),
            _ => None,
        }
    }

    fn row_list_of(&self, e: &Expr) -> Option<usize> {
        match e {
            Expr::Path(p) => self.row_list_named(&p.path.get_ident()?.to_string()),
            Expr::Paren(p) => self.row_list_of(&p.expr),
            _ => None,
        }
    }

    /// The variables of a list of rows.
    pub(super) fn row_list_variables(&self, k: usize, vars: &mut Vec<Var>) {
        let RowList { numbers, lie, count, .. } = &self.row_lists[k];
        vars.push(*count);
        self.lengths(*numbers, vars);
        if let Lie::Table { table, rooms } = lie {
            self.lengths(*table, vars);
            self.lengths(*rooms, vars);
        }
    }

    /// A statement that changes how many rows there are, or how long one of them is.
    pub(super) fn row_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        if let Expr::Index(i) = &*m.receiver
            && let Some(k) = self.row_list_of(&i.expr)
        {
            self.change_row(k, i, m, &name, &args)?;
            return Ok(true);
        }
        let Some(k) = self.row_list_of(&m.receiver) else { return Ok(false) };
        let count = self.row_lists[k].count;
        match (name.as_str(), args.as_slice()) {
            ("push", [row]) => {
                let row = self.row_value(row)?;
                self.push_row(k, row);
            }
            ("extend", [from]) => {
                let receiver = &m.receiver;
                let body: Expr = syn::parse_quote!(for extended in #from { #receiver.push(extended); });
                self.effect(&body)?;
            }
            ("clear", []) => self.clear_rows(k),
            ("pop", []) => {
                let now = self.current[count].clone();
                let n = self.atom_tokens(&now);
                self.current[count] = self.computed(quote!(usize::saturating_sub(#n, 1)), &[&now], Ty::usize());
                self.cut_tables(k);
            }
            ("truncate", [n]) => {
                let (now, n) = (self.current[count].clone(), self.index(n)?);
                let (a, b) = (self.atom_tokens(&now), self.atom_tokens(&n));
                self.current[count] = self.computed(quote!(::core::cmp::min(#a, #b)), &[&now, &n], Ty::usize());
                self.cut_tables(k);
            }
            _ => {
                return fault(&m.method, format!("`{name}` of a list of rows is not supported: push them in order"));
            }
        }
        Ok(true)
    }

    /// A list of numbers that becomes a row.
    fn row_value(&mut self, e: &Expr) -> Result<View> {
        let item = match e {
            Expr::Call(c) if !self.opaque(e) => self.call(c, Some(&Want::Array))?,
            e => self.item(e)?,
        };
        match item {
            Item::View(v) => Ok(v),
            Item::Fresh(arr) => Ok(View { arr, part: None }),
            _ => fault(e, MADE_OF),
        }
    }

    pub(super) fn push_row(&mut self, k: usize, row: View) {
        let RowList { numbers, lie, count, .. } = self.row_lists[k].clone();
        let (start, len) = (self.list_len(numbers), self.length(&row));
        if let Lie::Table { table, rooms } = lie {
            self.push(table, start);
            self.push(table, len.clone());
            self.push(rooms, len);
        }
        self.append(numbers, row);
        let now = self.current[count].clone();
        self.current[count] = self.sum(&now, &Atom::Lit(quote!(1usize)));
        self.look_at_lists();
    }

    fn clear_rows(&mut self, k: usize) {
        self.current[self.row_lists[k].count] = Atom::Lit(quote!(0usize));
        let numbers = self.row_lists[k].numbers;
        self.shorten(numbers, Atom::Lit(quote!(0)));
        self.cut_tables(k);
    }

    /// The tables end with the last row; with rows of one length so do the numbers.
    fn cut_tables(&mut self, k: usize) {
        let RowList { numbers, lie, count, .. } = self.row_lists[k].clone();
        let count = self.current[count].clone();
        match lie {
            Lie::Table { table, rooms } => {
                let words = self.product(&count, &Atom::Lit(quote!(2usize)));
                self.shorten(table, words);
                self.shorten(rooms, count);
            }
            Lie::Fixed(n) => {
                let len = self.product(&count, &Atom::Lit(n));
                self.shorten(numbers, len);
            }
        }
        self.look_at_lists();
    }

    /// The table's index of a row, the row's start and length.
    fn row_entry(&mut self, k: usize, i: &ExprIndex) -> Result<(Atom, Arr, Arr)> {
        let RowList { lie, count, .. } = self.row_lists[k].clone();
        let Lie::Table { table, rooms } = lie else {
            return fault(i, "the length of an array `[f64; N]` cannot change: make the rows `Vec`s");
        };
        let index = self.index(&i.index)?;
        let count = self.current[count].clone();
        let zero = Atom::Lit(quote!(0));
        let index = self.temporary(Ty::usize(), crate::ir::Op::Offset(zero, index, count), i.span());
        Ok((index, self.lists[table].arr, self.lists[rooms].arr))
    }

    /// `m[i].push(x)` and its kin.
    fn change_row(&mut self, k: usize, i: &ExprIndex, m: &ExprMethodCall, name: &str, args: &[&Expr]) -> Result<()> {
        if let ("extend" | "extend_from_slice", [from]) = (name, args) {
            let receiver = &m.receiver;
            let body: Expr = syn::parse_quote!(for extended in #from { #receiver.push(extended); });
            return self.effect(&body);
        }
        let value = match (name, args) {
            ("push", [value]) => Some(self.scalar(value)?),
            _ => None,
        };
        let (index, table, rooms) = self.row_entry(k, i)?;
        let at = self.product(&index, &Atom::Lit(quote!(2usize)));
        let next = self.sum(&at, &Atom::Lit(quote!(1usize)));
        let len = self.read(table, next.clone());
        match (name, value, args) {
            ("push", Some(value), _) => {
                let room = self.read(rooms, index.clone());
                let fits = self.asked(&len, &room, |n, room| quote!(#n < #room));
                let moved = at.clone();
                let (len_now, index) = (len.clone(), index.clone());
                self.either(
                    fits,
                    |_| Ok(()),
                    move |l| {
                        l.move_row(k, &moved, &index, &len_now, (table, rooms));
                        Ok(())
                    },
                )?;
                let start = self.read(table, at);
                let numbers = self.lists[self.row_lists[k].numbers].arr;
                if let Ty::Int(int) = self.atom_ty(&value)
                    && self.arrays[numbers].sample.is_none()
                {
                    self.elements_are(numbers, &syn::parse_quote!(#int));
                }
                let place = self.sum(&start, &len);
                self.store(numbers, place, Mode::Set, value);
                let longer = self.sum(&len, &Atom::Lit(quote!(1usize)));
                self.store(table, next, Mode::Set, longer);
            }
            ("clear", None, []) => self.store(table, next, Mode::Set, Atom::Lit(quote!(0usize))),
            ("pop", None, []) => {
                let n = self.atom_tokens(&len);
                let less = self.computed(quote!(usize::saturating_sub(#n, 1)), &[&len], Ty::usize());
                self.store(table, next, Mode::Set, less);
            }
            _ => {
                return fault(
                    &m.method,
                    format!("`{name}` of a row is not supported: build the row before it is pushed"),
                );
            }
        }
        Ok(())
    }

    /// A row moves to the end of the memory, where it has twice the room.
    fn move_row(&mut self, k: usize, at: &Atom, index: &Atom, len: &Atom, (table, rooms): (Arr, Arr)) {
        let numbers = self.row_lists[k].numbers;
        let arr = self.lists[numbers].arr;
        let (old, new) = (self.read(table, at.clone()), self.list_len(numbers));
        let n = self.atom_tokens(len);
        let room = self.computed(quote!(2usize * #n + 2usize), &[len], Ty::usize());
        let end = self.sum(&new, &room);
        self.lengthen(numbers, end);
        self.known.remove(&arr);
        let (to, from) = (Some((new.clone(), len.clone())), Some((old, len.clone())));
        self.out.push(Step::CopyFrom(View { arr, part: to }, View { arr, part: from }));
        self.store(table, at.clone(), Mode::Set, new);
        self.store(rooms, index.clone(), Mode::Set, room);
    }

    /// `m[i] = row`, where rows may change their lengths; none if that is not so.
    pub(super) fn replace_row(&mut self, left: &Expr, row: View) -> Result<bool> {
        let Expr::Index(i) = left else { return Ok(false) };
        let Some(k) = self.row_list_of(&i.expr) else { return Ok(false) };
        let RowList { numbers, lie, .. } = self.row_lists[k].clone();
        if let Lie::Fixed(_) = lie {
            return Ok(false);
        }
        let (index, table, rooms) = self.row_entry(k, i)?;
        let at = self.product(&index, &Atom::Lit(quote!(2usize)));
        let next = self.sum(&at, &Atom::Lit(quote!(1usize)));
        let len = self.length(&row);
        let room = self.read(rooms, index.clone());
        let fits = self.asked(&len, &room, |n, room| quote!(#n <= #room));
        let (place, wanted) = (at.clone(), len.clone());
        self.either(
            fits,
            |_| Ok(()),
            move |l| {
                let new = l.list_len(numbers);
                let end = l.sum(&new, &wanted);
                l.lengthen(numbers, end);
                l.store(table, place, Mode::Set, new);
                l.store(rooms, index, Mode::Set, wanted);
                Ok(())
            },
        )?;
        let start = self.read(table, at);
        self.store(table, next, Mode::Set, len.clone());
        let arr = self.lists[numbers].arr;
        self.known.remove(&arr);
        let row = match row.arr == arr {
            true => match self.copy(&row, None, left.span()) {
                Item::Fresh(arr) => View { arr, part: None },
                _ => row,
            },
            false => row,
        };
        self.out.push(Step::CopyFrom(View { arr, part: Some((start, len)) }, row));
        Ok(true)
    }

    /// All rows are replaced by others; none if the name holds no list of rows.
    pub(super) fn assign_rows(&mut self, left: &Expr, from: &Nest) -> Result<bool> {
        let Some(k) = self.row_list_of(left) else { return Ok(false) };
        let RowList { numbers, lie, count, .. } = self.row_lists[k].clone();
        let own = from.fresh && from.whole && from.arr != self.lists[numbers].arr;
        let from = if own { from.clone() } else { self.copy_nest(from, false, left.span())? };
        match (&lie, &from.levels[0]) {
            (Lie::Fixed(_), _) => {}
            (Lie::Table { table, rooms }, level) => {
                let (table, rooms) = (*table, *rooms);
                let lies = match level {
                    Level::Table(lies) => *lies,
                    Level::Even { len, .. } => self.even_table(from.count.clone(), len.clone(), left.span()),
                };
                self.refill(table, View { arr: lies, part: None });
                self.shorten(rooms, Atom::Lit(quote!(0)));
                self.lengthen(rooms, from.count.clone());
                self.measure(rooms, lies, &from.count, left.span());
            }
        }
        let all = View { arr: from.arr, part: None };
        self.refill(numbers, all);
        self.current[count] = from.count;
        self.look_at_lists();
        Ok(true)
    }
}

/// Whether lists are pushed to a name, as far as that shows.
pub(super) fn pushes_lists(name: &Ident, rest: &[Stmt]) -> bool {
    struct Pushed<'n> {
        name: &'n Ident,
        lists: Vec<String>,
        found: bool,
    }
    impl Pushed<'_> {
        fn list(&self, e: &Expr) -> bool {
            match e {
                Expr::Paren(p) => self.list(&p.expr),
                Expr::Array(_) | Expr::Repeat(_) => true,
                Expr::Macro(m) => m.mac.path.is_ident("vec"),
                Expr::MethodCall(m) if m.method == "clone" => self.list(&m.receiver),
                Expr::MethodCall(m) => ["collect", "to_vec", "concat"].iter().any(|n| m.method == n),
                Expr::Call(c) => super::lists::is_empty_list(c),
                Expr::Path(p) => p.path.get_ident().is_some_and(|i| self.lists.contains(&i.to_string())),
                _ => false,
            }
        }
    }
    impl<'ast> Visit<'ast> for Pushed<'_> {
        fn visit_local(&mut self, l: &'ast Local) {
            let (pat, typed) = match &l.pat {
                Pat::Type(t) => (&*t.pat, element(&t.ty).is_some() || matches!(&*t.ty, Type::Array(_))),
                pat => (pat, false),
            };
            if let (Pat::Ident(p), Some(init)) = (pat, &l.init)
                && (typed || self.list(&init.expr))
            {
                self.lists.push(p.ident.to_string());
            }
            syn::visit::visit_local(self, l);
        }
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            if let (true, Expr::Path(p)) = (m.method == "push", &*m.receiver) {
                self.lists.extend(p.path.get_ident().map(ToString::to_string));
            }
            if m.method == "push"
                && matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(self.name))
                && m.args.first().is_some_and(|e| self.list(e))
            {
                self.found = true;
            }
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut pushed = Pushed { name, lists: vec![], found: false };
    rest.iter().for_each(|s| pushed.visit_stmt(s));
    pushed.found
}
