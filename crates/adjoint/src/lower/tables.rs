//! Lists of tuples: a list for each part, all of one length.

use super::flow::Flow;
use super::pattern::Want;
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Arr, Atom, Init, Mode, Step, Storage, View};
use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprField, ExprIndex, ExprMethodCall, Local, Member, Result, Stmt, Type, parse_quote};

/// The form of a tuple.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Number,
    Tuple(Vec<Form>),
}

impl Form {
    fn of(item: &Item) -> Option<Form> {
        match item {
            Item::Scalar(_) | Item::Element(..) => Some(Form::Number),
            Item::Tuple(items) => items.iter().map(Form::of).collect::<Option<_>>().map(Form::Tuple),
            _ => None,
        }
    }

    fn of_type(ty: &Type) -> Form {
        match ty {
            Type::Tuple(t) => Form::Tuple(t.elems.iter().map(Form::of_type).collect()),
            _ => Form::Number,
        }
    }

    pub(super) fn parts(&self) -> usize {
        match self {
            Form::Number => 1,
            Form::Tuple(parts) => parts.iter().map(Form::parts).sum(),
        }
    }

    /// A list of tuples of this form, from a list for each number.
    pub(super) fn table(&self, columns: &mut impl Iterator<Item = Arr>) -> Item {
        match self {
            Form::Number => columns.next().map_or(Item::Unit, Item::Fresh),
            Form::Tuple(parts) => Item::Table(parts.iter().map(|p| p.table(columns)).collect()),
        }
    }
}

/// The numbers in an item, in their order.
pub(super) fn numbers(item: Item) -> Vec<Item> {
    match item {
        Item::Tuple(items) => items.into_iter().flat_map(numbers).collect(),
        item => vec![item],
    }
}

const UNLIKE: &str = "this list is of tuples: give it a tuple of the same form";

impl Lowerer {
    /// The form of the items of a chain, if they are tuples.
    pub(super) fn tuple_form(&mut self, flow: &Flow, at: Span) -> Result<Option<Form>> {
        if !self.may_give_tuples(flow) {
            return Ok(None);
        }
        let before = self.clone();
        let mut form = None;
        let result = self.run(flow, vec![], at, &mut |l, _, item| {
            form = Form::of(&l.settle(item));
            Ok(())
        });
        *self = before;
        result.map(|()| form.filter(|f| matches!(f, Form::Tuple(_))))
    }

    /// The items of what a name stands for that holds a list of tuples.
    fn table_of(&mut self, e: &Expr) -> Option<Vec<Item>> {
        match e {
            Expr::Paren(p) => self.table_of(&p.expr),
            Expr::Reference(r) => self.table_of(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.table_of(&u.expr),
            e => match self.binding_of(e).cloned()? {
                b @ Binding::Table(_) => match self.item_of(&b) {
                    Item::Table(columns) => Some(columns),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// Whether a name stands for a list of tuples.
    pub(super) fn is_table(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.is_table(&p.expr),
            Expr::Reference(r) => self.is_table(&r.expr),
            e => matches!(self.binding_of(e), Some(Binding::Table(_))),
        }
    }

    /// A list of tuples as a sequence; none if it is nothing of that kind.
    pub(super) fn columns(&mut self, e: &Expr) -> Result<Option<Seq>> {
        let columns = match self.table_of(e) {
            Some(columns) => columns,
            None if self.is_tuple_literal(e) => match self.item(e)? {
                Item::Table(columns) => columns,
                _ => return Ok(None),
            },
            None => return Ok(None),
        };
        self.over_columns(&columns).map(Some)
    }

    pub(super) fn over_columns(&mut self, columns: &[Item]) -> Result<Seq> {
        let of = |l: &mut Self, item: &Item| match item {
            Item::View(v) => Ok(Seq::Elements(v.clone())),
            Item::Fresh(arr) => Ok(Seq::Elements(View { arr: *arr, part: None })),
            Item::Table(inner) => l.over_columns(inner),
            Item::Nest(rows) => Ok(Seq::Rows(rows.clone())),
            _ => fault(quote!(list), UNLIKE),
        };
        Ok(Seq::Columns(columns.iter().map(|c| of(self, c)).collect::<Result<_>>()?))
    }

    /// `v[i]` of a list of tuples, its numbers where they stand; none if it is of something else.
    pub(super) fn tuple_at(&mut self, i: &ExprIndex) -> Result<Option<Item>> {
        if matches!(&*i.index, Expr::Range(_)) || !self.is_table(&i.expr) {
            return Ok(None);
        }
        let Some(columns) = self.table_of(&i.expr) else { return Ok(None) };
        let index = self.index(&i.index)?;
        self.elements_at(&columns, &index, i.span()).map(Some)
    }

    fn elements_at(&mut self, columns: &[Item], index: &Atom, at: Span) -> Result<Item> {
        let mut parts = vec![];
        for column in columns {
            parts.push(match column {
                Item::Table(inner) => self.elements_at(inner, index, at)?,
                Item::View(view) => {
                    let index = self.element(view, index.clone(), at);
                    Item::Element(view.arr, index)
                }
                Item::Fresh(arr) => Item::Element(*arr, index.clone()),
                Item::Nest(rows) => self.row_inside(rows, index).item(),
                _ => return Err(syn::Error::new(at, UNLIKE)),
            });
        }
        Ok(Item::Tuple(parts))
    }

    /// Whether it is `v[i].0`, or a part of that.
    pub(super) fn is_part(&self, f: &ExprField) -> bool {
        match &*f.base {
            Expr::Index(i) => !matches!(&*i.index, Expr::Range(_)) && self.is_table(&i.expr),
            Expr::Field(inner) => self.is_part(inner),
            _ => false,
        }
    }

    /// `v[i].0`, where it stands; none if it is a field of something else.
    pub(super) fn part_at(&mut self, f: &ExprField) -> Result<Option<Item>> {
        let Member::Unnamed(k) = &f.member else { return Ok(None) };
        let k = k.index as usize;
        match &*f.base {
            Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)) && self.is_table(&i.expr) => {
                let Some(columns) = self.table_of(&i.expr) else { return Ok(None) };
                let Some(column) = columns.get(k) else { return fault(f, "there is no such part") };
                let index = self.index(&i.index)?;
                match self.elements_at(std::slice::from_ref(column), &index, f.span())? {
                    Item::Tuple(mut one) => Ok(one.pop()),
                    _ => Ok(None),
                }
            }
            Expr::Field(inner) => match self.part_at(inner)? {
                Some(Item::Tuple(mut parts)) if k < parts.len() => Ok(Some(parts.swap_remove(k))),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Stores a tuple where its numbers stand.
    pub(super) fn store_tuple(&mut self, to: Item, from: Item, at: &Expr) -> Result<()> {
        match (to, from) {
            (Item::Element(arr, index), Item::Scalar(value)) => {
                self.store(arr, index, Mode::Set, value);
                Ok(())
            }
            (Item::Tuple(to), Item::Tuple(from)) if to.len() == from.len() => {
                to.into_iter().zip(from).try_for_each(|(t, f)| self.store_tuple(t, f, at))
            }
            _ => fault(at, UNLIKE),
        }
    }

    /// A name bound to a list of tuples; each part grows if the whole does.
    pub(super) fn table_binding(&mut self, name: &Ident, columns: Vec<Item>, mutable: bool) -> Binding {
        let grows = mutable && self.growing.contains(&name.to_string());
        let columns = columns.into_iter().enumerate().map(|(k, column)| {
            let part = format_ident!("{name}_{k}");
            match column {
                Item::Table(inner) => {
                    if grows {
                        self.growing.insert(part.to_string());
                    }
                    self.table_binding(&part, inner, mutable)
                }
                Item::Fresh(arr) => {
                    self.rename_array(arr, &part);
                    match grows && matches!(self.arrays[arr].storage, Storage::Heap) {
                        true => Binding::List(self.growing_list(&part.to_string(), arr)),
                        false => Binding::View(View { arr, part: None }),
                    }
                }
                item => self.binding_for(&part, item, mutable, None),
            }
        });
        Binding::Table(columns.collect())
    }

    /// The variables of the lists in a binding.
    pub(super) fn table_variables(&self, binding: &Binding, vars: &mut Vec<Var>) {
        match binding {
            Binding::List(k) => self.lengths(*k, vars),
            Binding::Table(columns) => columns.iter().for_each(|c| self.table_variables(c, vars)),
            _ => {}
        }
    }

    /// The length of a list of tuples.
    pub(super) fn table_length(&self, columns: &[Binding]) -> Option<Atom> {
        match columns.first()? {
            Binding::List(k) => Some(self.list_len(*k)),
            Binding::Table(inner) => self.table_length(inner),
            Binding::View(View { part: Some((_, len)), .. }) => Some(len.clone()),
            Binding::View(View { arr, part: None }) => match &self.arrays[*arr].storage {
                Storage::Fixed(n) => Some(Atom::Lit(quote!((#n)))),
                _ => self.arrays[*arr].len.clone(),
            },
            _ => None,
        }
    }

    /// A method of a list of tuples that gives something; none if it is of something else.
    pub(super) fn tuples_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if ["unwrap", "expect"].contains(&name.as_str())
            && let Expr::MethodCall(inner) = &*m.receiver
            && inner.method == "pop"
            && let Some(Binding::Table(columns)) = self.binding_as_named(&inner.receiver)
        {
            return self.popped(&columns, inner.span()).map(Some);
        }
        if !self.is_table(&m.receiver) {
            return Ok(None);
        }
        let Some(columns) = self.table_of(&m.receiver) else { return Ok(None) };
        Ok(Some(match (name.as_str(), m.args.len()) {
            ("clone" | "to_vec" | "to_owned", 0) => self.copied_columns(&columns, name == "clone", m.span()),
            ("len", 0) => match self.over_columns(&columns)? {
                Seq::Columns(seqs) if !seqs.is_empty() => Item::Scalar(self.count(&seqs[0])),
                _ => return Ok(None),
            },
            ("first" | "last", 0) => {
                let seq = self.over_columns(&columns)?;
                let n = self.count(&seq);
                let some = self.asked(&n, &n, |n, _| quote!(#n != 0));
                let back = self.atom_tokens(&n);
                let at = match name.as_str() {
                    "first" => Atom::Lit(quote!(0usize)),
                    _ => self.computed(quote!(usize::saturating_sub(#back, 1)), &[&n], crate::ir::Ty::usize()),
                };
                let value = self.branch(m, some.clone(), |l| l.at(&seq, &at), |_| Ok(Item::Never))?;
                Item::Maybe(Box::new(super::maybe::Maybe { some, value }))
            }
            ("as_slice" | "as_mut_slice" | "as_ref" | "as_mut", 0) => Item::Table(columns),
            _ => return Ok(None),
        }))
    }

    fn copied_columns(&mut self, columns: &[Item], same: bool, at: Span) -> Item {
        let copies = columns.iter().map(|c| match c {
            Item::Table(inner) => self.copied_columns(inner, same, at),
            Item::View(view) => match (self.arrays[view.arr].storage.clone(), &view.part) {
                (Storage::Fixed(n), None) if same => self.copy(view, Some(n), at),
                _ => self.copy(view, None, at),
            },
            other => other.clone(),
        });
        Item::Table(copies.collect())
    }

    fn popped(&mut self, columns: &[Binding], at: Span) -> Result<Item> {
        let mut parts = vec![];
        for column in columns {
            parts.push(match column {
                Binding::Table(inner) => self.popped(inner, at)?,
                Binding::List(k) => {
                    let (arr, len) = (self.list_arr(*k), self.list_len(*k));
                    let one = Atom::Lit(quote!(1));
                    self.out.push(Step::Bounds(one.clone(), len.clone()));
                    let next = self.difference(&len, &one);
                    let value = self.read(arr, next.clone());
                    self.shorten(*k, next);
                    Item::Scalar(value)
                }
                _ => return Err(syn::Error::new(at, "the length of this cannot change: declare it `mut`")),
            });
        }
        Ok(Item::Tuple(parts))
    }

    fn binding_as_named(&self, e: &Expr) -> Option<Binding> {
        let Expr::Path(p) = e else { return None };
        let name = p.path.get_ident()?.to_string();
        self.scopes.iter().rev().find_map(|s| s.get(&name)).cloned()
    }

    /// A statement that changes a list of tuples.
    pub(super) fn table_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        if !self.is_table(&m.receiver) {
            return Ok(false);
        }
        let Some(Binding::Table(columns)) = self.binding_as_named(&m.receiver) else { return Ok(false) };
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name.as_str(), args.as_slice()) {
            ("push", [value]) => {
                let item = match value {
                    Expr::Call(c) if !self.opaque(value) => {
                        self.call(c, Some(&Want::Tuple(vec![Want::Scalar; columns.len()])))?
                    }
                    value => self.item(value)?,
                };
                let item = self.settle(item);
                self.push_tuple(&columns, item, value)?;
            }
            ("extend", [from]) => {
                let receiver = &m.receiver;
                let body: Expr = parse_quote!(for extended in #from { #receiver.push(extended); });
                self.effect(&body)?;
            }
            ("swap", [_, _]) => {
                let (i, j) = (self.index(args[0])?, self.index(args[1])?);
                let Some(items) = self.table_of(&m.receiver) else { return Ok(false) };
                self.swap_tuples(&items, &i, &j, m.span());
            }
            ("pop", []) => drop(self.popped(&columns, m.span())?),
            ("clear", []) => self.cut_columns(&columns, &Atom::Lit(quote!(0))),
            ("truncate", [n]) => {
                let n = self.index(n)?;
                let Some(len) = self.table_length(&columns) else { return Ok(false) };
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(&n));
                let least = self.computed(quote!(::core::cmp::min(#a, #b)), &[&len, &n], crate::ir::Ty::usize());
                self.cut_columns(&columns, &least);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn push_tuple(&mut self, columns: &[Binding], item: Item, at: &Expr) -> Result<()> {
        let Item::Tuple(items) = item else { return fault(at, UNLIKE) };
        if items.len() != columns.len() {
            return fault(at, UNLIKE);
        }
        for (column, item) in columns.iter().zip(items) {
            match (column, item) {
                (Binding::Table(inner), item) => self.push_tuple(inner, item, at)?,
                (Binding::List(k), Item::Scalar(value)) => self.push(*k, value),
                (Binding::List(_), _) => return fault(at, UNLIKE),
                _ => return fault(at, "the length of this cannot change: declare it `mut`"),
            }
        }
        Ok(())
    }

    fn cut_columns(&mut self, columns: &[Binding], len: &Atom) {
        for column in columns {
            match column {
                Binding::Table(inner) => self.cut_columns(inner, len),
                Binding::List(k) => self.shorten(*k, len.clone()),
                _ => {}
            }
        }
    }

    fn swap_tuples(&mut self, columns: &[Item], i: &Atom, j: &Atom, at: Span) {
        for column in columns {
            let view = match column {
                Item::Table(inner) => {
                    self.swap_tuples(inner, i, j, at);
                    continue;
                }
                Item::View(view) => view.clone(),
                Item::Fresh(arr) => View { arr: *arr, part: None },
                _ => continue,
            };
            let (i, j) = (self.element(&view, i.clone(), at), self.element(&view, j.clone(), at));
            self.known.remove(&view.arr);
            self.out.push(Step::Swap(view.arr, i, j));
        }
    }

    /// `[(a, b), ..]`, `vec![(a, b), ..]` and `vec![(a, b); n]`; none if it is something else.
    pub(super) fn tuple_literal(&mut self, e: &Expr) -> Result<Option<Item>> {
        if !self.is_tuple_literal(e) {
            return Ok(None);
        }
        // Structures of a column are a list, however the tuples lie.
        let wrap = |k: Vec<Expr>| -> Expr {
            let array: Expr = parse_quote!([#(#k),*]);
            match e {
                Expr::Array(_) if !self.shows_record(&array) => array,
                _ => parse_quote!(vec![#(#k),*]),
            }
        };
        let columns: Vec<Expr> = match e {
            Expr::Repeat(r) => {
                let (Expr::Tuple(t), n) = (&*r.expr, &r.len) else { return Ok(None) };
                t.elems.iter().map(|x| parse_quote!([#x; #n])).collect()
            }
            Expr::Macro(m) if super::expr::repeat_of(&m.mac).is_some() => {
                let Some((Expr::Tuple(t), n)) = super::expr::repeat_of(&m.mac) else { return Ok(None) };
                t.elems.iter().map(|x| parse_quote!(vec![#x; #n])).collect()
            }
            e => {
                let rows = written_rows(e);
                let width = match rows.first() {
                    Some(Expr::Tuple(t)) => t.elems.len(),
                    _ => return Ok(None),
                };
                let part = |k: usize| -> Result<Vec<Expr>> {
                    let part = |row: &Expr| match row {
                        Expr::Tuple(t) if t.elems.len() == width => Ok(t.elems[k].clone()),
                        row => fault(row, UNLIKE),
                    };
                    rows.iter().map(part).collect()
                };
                (0..width).map(|k| part(k).map(wrap)).collect::<Result<_>>()?
            }
        };
        Ok(Some(Item::Table(columns.iter().map(|c| self.item(c)).collect::<Result<_>>()?)))
    }

    /// Whether it is a literal of tuples.
    pub(super) fn is_tuple_literal(&self, e: &Expr) -> bool {
        match e {
            Expr::Repeat(r) => matches!(&*r.expr, Expr::Tuple(_)),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => match super::expr::repeat_of(&m.mac) {
                Some((value, _)) => matches!(value, Expr::Tuple(_)),
                None => matches!(written_rows(e).first(), Some(Expr::Tuple(_))),
            },
            Expr::Array(_) => matches!(written_rows(e).first(), Some(Expr::Tuple(_))),
            _ => false,
        }
    }

    /// `let mut v = Vec::new();` whose elements are tuples, as the type says or what is pushed.
    pub(super) fn empty_table(&mut self, l: &Local, item: Item, rest: &[Stmt]) -> Result<Item> {
        let Some((_, p, row)) = self.list_to_grow(l, &item) else { return Ok(item) };
        let row = match row {
            Some(row @ Type::Tuple(_)) => row.clone(),
            _ => match pushed_tuple(&p.ident, rest) {
                Some(t) => {
                    let form = form_of(&t);
                    return Ok(self.empty_columns(&form, None, p.span()));
                }
                None => return Ok(item),
            },
        };
        Ok(self.empty_columns(&Form::of_type(&row), Some(&row), p.span()))
    }

    fn empty_columns(&mut self, form: &Form, ty: Option<&Type>, at: Span) -> Item {
        match form {
            Form::Number => {
                let arr = self.array("list", Storage::Heap, true, at);
                self.arrays[arr].len = Some(Atom::Lit(quote!(0)));
                if let Some(ty) = ty {
                    self.elements_are(arr, ty);
                }
                self.out.push(Step::Alloc(arr, Init::Elements(vec![])));
                Item::Fresh(arr)
            }
            Form::Tuple(parts) => {
                let ty = |k: usize| match ty {
                    Some(Type::Tuple(t)) => t.elems.get(k),
                    _ => None,
                };
                Item::Table(parts.iter().enumerate().map(|(k, p)| self.empty_columns(p, ty(k), at)).collect())
            }
        }
    }
}

/// The elements of a literal.
fn written_rows(e: &Expr) -> Vec<Expr> {
    match e {
        Expr::Array(a) => a.elems.iter().cloned().collect(),
        Expr::Macro(m) => {
            let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
            m.mac.parse_body_with(list).map(|l| l.into_iter().collect()).unwrap_or_default()
        }
        _ => vec![],
    }
}

fn form_of(e: &Expr) -> Form {
    match e {
        Expr::Tuple(t) => Form::Tuple(t.elems.iter().map(form_of).collect()),
        _ => Form::Number,
    }
}

/// A tuple that is pushed to a name.
fn pushed_tuple(name: &Ident, rest: &[Stmt]) -> Option<Expr> {
    struct Pushed<'n>(&'n Ident, Option<Expr>);
    impl<'ast> Visit<'ast> for Pushed<'_> {
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            if m.method == "push"
                && matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(self.0))
                && let Some(e @ Expr::Tuple(_)) = m.args.first()
            {
                self.1.get_or_insert(e.clone());
            }
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut pushed = Pushed(name, None);
    rest.iter().for_each(|s| pushed.visit_stmt(s));
    pushed.1
}
