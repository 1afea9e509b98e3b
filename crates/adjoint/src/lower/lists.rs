//! Lists that grow and shrink. The length at each moment is a value like others; the memory only grows, so that what
//! stood at an index is there for the way back as in any array.

use super::{Binding, Item, Lowerer, Var, fault, primitive};
use crate::ir::{Arr, Atom, BlockId, Init, Mode, Op, Step, Storage, Ty, Verbatim, View};
use proc_macro2::{Ident, Span};
use quote::quote;
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall, Result, Type, parse_quote};

/// Which way a length changes.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Grows,
    Shrinks,
    Either,
}

/// A list in a variable.
#[derive(Clone)]
pub(crate) struct List {
    pub(super) arr: Arr,
    /// Its length, and the most that it has been.
    pub(super) len: Var,
    most: Var,
    /// The block that made it.
    block: BlockId,
    /// What its name stands for now.
    whole: Binding,
}

/// What is said where a list is changed in length that its owner has lent.
pub(crate) const LENT: &str =
    "a list that is lent keeps its length here: take it by value and give it, `fn f(mut v: Vec<f64>) -> Vec<f64>`";
const GROW: [&str; 10] =
    ["push", "pop", "extend", "extend_from_slice", "append", "resize", "truncate", "clear", "insert", "remove"];
const MORE: [&str; 6] = ["swap_remove", "retain", "dedup", "drain", "split_off", "clone_from"];

/// Whether a method changes the length of its receiver.
pub(super) fn grows(name: &Ident) -> bool {
    GROW.iter().chain(&MORE).any(|n| name == n)
}

/// The names of what changes its length somewhere in a function, and of those that are pushed to or whose rows are.
pub(super) fn growing(f: &syn::ItemFn) -> (HashSet<String>, HashSet<String>) {
    struct Growing(HashSet<String>, HashSet<String>);
    impl Growing {
        /// What takes another list may take one of another length.
        fn assigned(&mut self, e: &Expr) {
            match e {
                Expr::Path(p) => self.0.extend(p.path.get_ident().map(ToString::to_string)),
                Expr::Paren(p) => self.assigned(&p.expr),
                Expr::Unary(u) => self.assigned(&u.expr),
                Expr::Tuple(t) => t.elems.iter().for_each(|e| self.assigned(e)),
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Growing {
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            let (of_row, list) = match &*m.receiver {
                Expr::Index(i) => (true, &*i.expr),
                list => (false, list),
            };
            if grows(&m.method)
                && let Expr::Path(p) = list
            {
                let name = p.path.get_ident().map(ToString::to_string);
                self.1.extend(name.clone());
                self.0.extend(name.filter(|_| !of_row));
            }
            syn::visit::visit_expr_method_call(self, m);
        }
        fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
            if let (Expr::Path(f), Some(Expr::Reference(r))) = (&*c.func, c.args.first())
                && f.path.segments.last().is_some_and(|s| s.ident == "replace" || s.ident == "take")
                && r.mutability.is_some()
            {
                self.assigned(&r.expr);
            }
            syn::visit::visit_expr_call(self, c);
        }
        fn visit_expr_assign(&mut self, a: &'ast syn::ExprAssign) {
            self.assigned(&a.left);
            syn::visit::visit_expr_assign(self, a);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut found = Growing(HashSet::new(), HashSet::new());
    found.visit_block(&f.block);
    (found.0, found.1)
}

/// `Vec::new()` or `Vec::with_capacity(n)`: the type of its elements as far as it is written.
fn empty(path: &syn::Path) -> Option<Option<&Type>> {
    let last = path.segments.last()?;
    let before = path.segments.iter().rev().nth(1)?;
    if before.ident != "Vec" || !(last.ident == "new" || last.ident == "with_capacity") {
        return None;
    }
    Some(match &before.arguments {
        syn::PathArguments::AngleBracketed(a) => match a.args.first() {
            Some(syn::GenericArgument::Type(t)) => Some(t),
            _ => None,
        },
        _ => None,
    })
}

/// What a `Vec` type holds.
pub(super) fn element(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(a) => match a.args.first() {
            Some(syn::GenericArgument::Type(t)) => Some(t),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a call makes an empty list.
pub(super) fn is_empty_list(c: &syn::ExprCall) -> bool {
    matches!(&*c.func, Expr::Path(f) if empty(&f.path).is_some())
}

impl Lowerer {
    /// An empty list, if a call makes one.
    pub(super) fn empty_list(&mut self, c: &syn::ExprCall) -> Result<Option<Item>> {
        let Expr::Path(f) = &*c.func else { return Ok(None) };
        let Some(ty) = empty(&f.path) else { return Ok(None) };
        for e in &c.args {
            self.index(e)?;
        }
        if let Some(ty) = ty.filter(|ty| self.is_of_records(ty)) {
            return Ok(Some(self.empty_of_records(ty, c.span())));
        }
        let arr = self.array("list", Storage::Heap, true, c.span());
        self.arrays[arr].len = Some(Atom::Lit(quote!(0)));
        if let Some(ty) = ty {
            self.elements_are(arr, ty);
        }
        self.out.push(Step::Alloc(arr, Init::Elements(vec![])));
        Ok(Some(Item::Fresh(arr)))
    }

    /// The type of a list's elements is this.
    pub(super) fn elements_are(&mut self, arr: Arr, ty: &Type) {
        match primitive(ty) {
            Some(Ty::Int(int)) => {
                (self.arrays[arr].float, self.arrays[arr].sample) = (false, Some(quote!((0 as #int))));
            }
            Some(Ty::Bool) => (self.arrays[arr].float, self.arrays[arr].sample) = (false, Some(quote!(false))),
            _ => {}
        }
    }

    /// The binding of a mutable variable that is given a list, if its length changes anywhere.
    pub(super) fn list_binding(&mut self, name: &Ident, arr: Arr, ty: Option<&Type>) -> Option<Binding> {
        if !self.growing.contains(&name.to_string()) || !matches!(self.arrays[arr].storage, Storage::Heap) {
            return None;
        }
        if let Some(ty) = ty.and_then(element) {
            self.elements_are(arr, ty);
        }
        Some(Binding::List(self.growing_list(&name.to_string(), arr)))
    }

    /// An array becomes a list whose length changes; its number.
    pub(super) fn growing_list(&mut self, name: &str, arr: Arr) -> usize {
        let start = self.length(&View { arr, part: None });
        let len = self.var(&format!("{name}_len"), Ty::usize(), start.clone());
        let most = self.var(&format!("{name}_most"), Ty::usize(), start);
        let whole = Binding::View(View { arr, part: None });
        self.lists.push(List { arr, len, most, block: self.block, whole });
        self.arrays[arr].grows = true;
        self.look_at_lists();
        self.lists.len() - 1
    }

    /// A list that nobody has named, empty.
    pub(super) fn made_list(&mut self, name: &str, span: Span) -> usize {
        let arr = self.array(name, Storage::Heap, true, span);
        self.arrays[arr].len = Some(Atom::Lit(quote!(0)));
        self.out.push(Step::Alloc(arr, Init::Elements(vec![])));
        self.growing_list(name, arr)
    }

    /// What such a list has come to, as an array.
    pub(super) fn as_made(&mut self, k: usize) -> Arr {
        let arr = self.lists[k].arr;
        self.arrays[arr].len = Some(self.list_len(k));
        arr
    }

    /// Whether a view is all that a list holds now.
    pub(super) fn is_all_of(&self, k: usize, view: &View) -> bool {
        let Binding::View(now) = &self.lists[k].whole else { return false };
        let same = match (&now.part, &view.part) {
            (Some((a, n)), Some((b, m))) => a.same(b) && n.same(m),
            (a, b) => a.is_none() && b.is_none(),
        };
        now.arr == view.arr && same
    }

    /// A list takes the elements of a view, and has no others.
    pub(super) fn refill(&mut self, k: usize, from: View) {
        self.set_len(k, Atom::Lit(quote!(0)), Change::Shrinks);
        self.append(k, from);
    }

    /// A list as it is returned.
    pub(super) fn cut_result(&mut self, k: usize) -> Arr {
        let (arr, len) = (self.lists[k].arr, self.list_len(k));
        self.arrays[arr].result = true;
        self.out.push(Step::Cut(arr, len));
        arr
    }

    /// The variables of a list.
    pub(super) fn lengths(&self, k: usize, vars: &mut Vec<Var>) {
        vars.extend([self.lists[k].len, self.lists[k].most]);
    }

    /// What the names of lists stand for, after lengths have changed.
    pub(super) fn look_at_lists(&mut self) {
        for list in &mut self.lists {
            let part = Some((Atom::Lit(quote!(0)), self.current[list.len].clone()));
            list.whole = Binding::View(View { arr: list.arr, part });
        }
        self.look_at_row_lists();
    }

    pub(super) fn list_now(&self, k: usize) -> &Binding {
        &self.lists[k].whole
    }

    /// The variables of a list, by its name.
    pub(super) fn list_variables(&self, name: &str, vars: &mut Vec<Var>) {
        if let Some(k) = self.list_named(name) {
            self.lengths(k, vars);
        }
        if let Some(k) = self.row_list_named(name) {
            self.row_list_variables(k, vars);
        }
        if let Some(table @ Binding::Table(_)) = self.scopes.iter().rev().find_map(|s| s.get(name)) {
            self.table_variables(table, vars);
        }
    }

    fn list_named(&self, name: &str) -> Option<usize> {
        match self.scopes.iter().rev().find_map(|s| s.get(name)) {
            Some(Binding::List(k)) => Some(*k),
            _ => None,
        }
    }

    /// At the end of a block: the memory of its lists has grown to this.
    pub(super) fn end_lists(&mut self, block: BlockId) {
        for k in 0..self.lists.len() {
            let List { arr, most, block: made, .. } = self.lists[k];
            if made == block {
                self.arrays[arr].len = Some(self.current[most].clone());
            }
        }
    }

    /// A list takes the elements of another.
    pub(super) fn assign_list(&mut self, to: &Expr, from: &View) -> bool {
        let Some(k) = self.list_of(to) else { return false };
        let own = (self.lists[k].arr == from.arr).then(|| self.copy(from, None, to.span()));
        let from = match own {
            Some(Item::Fresh(arr)) => View { arr, part: None },
            _ => from.clone(),
        };
        self.refill(k, from);
        true
    }

    /// `mem::swap` of two lists.
    pub(super) fn exchange_lists(&mut self, a: &Expr, b: &Expr) -> bool {
        let (Expr::Reference(a), Expr::Reference(b)) = (a, b) else { return false };
        let (Some(a), Some(b)) = (self.list_of(&a.expr), self.list_of(&b.expr)) else { return false };
        let (x, y) = (self.lists[a].arr, self.lists[b].arr);
        for (v, w) in [(self.lists[a].len, self.lists[b].len), (self.lists[a].most, self.lists[b].most)] {
            self.current.swap(v, w);
        }
        self.known.remove(&x);
        self.known.remove(&y);
        self.out.push(Step::Exchange(x, y));
        self.look_at_lists();
        true
    }

    fn list_of(&self, e: &Expr) -> Option<usize> {
        match e {
            Expr::Path(p) => self.list_named(&p.path.get_ident()?.to_string()),
            Expr::Paren(p) => self.list_of(&p.expr),
            _ => None,
        }
    }

    pub(super) fn list_len(&self, k: usize) -> Atom {
        self.current[self.lists[k].len].clone()
    }

    fn constant_code(&mut self, tokens: proc_macro2::TokenStream, atoms: &[&Atom]) -> Atom {
        let vals = atoms.iter().filter_map(|a| a.val()).collect();
        self.temporary(
            Ty::usize(),
            Op::Verbatim(Verbatim { tokens, vals, reads: vec![], lens: vec![] }),
            Span::call_site(),
        )
    }

    /// The list becomes this long; its memory is made as long before, where it may grow.
    fn set_len(&mut self, k: usize, len: Atom, change: Change) {
        let (arr, len_var, most_var) = (self.lists[k].arr, self.lists[k].len, self.lists[k].most);
        if change != Change::Shrinks {
            self.out.push(Step::Grow(arr, len.clone()));
            let (now, most) = (self.current[len_var].clone(), self.current[most_var].clone());
            self.current[most_var] = if change == Change::Grows && most.same(&now) {
                len.clone()
            } else {
                let (a, b) = (self.atom_tokens(&most), self.atom_tokens(&len));
                self.constant_code(quote!(::core::cmp::max(#a, #b)), &[&most, &len])
            };
        }
        self.current[len_var] = len;
        self.look_at_lists();
    }

    pub(super) fn list_arr(&self, k: usize) -> Arr {
        self.lists[k].arr
    }

    /// A list is cut to a length.
    pub(super) fn shorten(&mut self, k: usize, len: Atom) {
        self.set_len(k, len, Change::Shrinks);
    }

    /// A list becomes this long.
    pub(super) fn lengthen(&mut self, k: usize, len: Atom) {
        self.set_len(k, len, Change::Grows);
    }

    pub(super) fn push(&mut self, k: usize, value: Atom) {
        let (arr, len) = (self.lists[k].arr, self.list_len(k));
        if self.arrays[arr].sample.is_none() && !matches!(self.atom_ty(&value), Ty::Float | Ty::Unknown | Ty::Maybe) {
            match self.atom_ty(&value) {
                Ty::Int(int) => self.elements_are(arr, &parse_quote!(#int)),
                _ => self.elements_are(arr, &parse_quote!(bool)),
            }
        }
        let next = self.sum(&len, &Atom::Lit(quote!(1)));
        self.set_len(k, next, Change::Grows);
        self.store(arr, len, Mode::Set, value);
    }

    /// Appends the elements of a view.
    pub(super) fn append(&mut self, k: usize, from: View) {
        let (arr, len) = (self.lists[k].arr, self.list_len(k));
        let more = self.length(&from);
        let next = self.sum(&len, &more);
        self.set_len(k, next, Change::Grows);
        self.known.remove(&arr);
        self.out.push(Step::CopyFrom(View { arr, part: Some((len, more)) }, from));
    }

    /// A statement that changes the length of a list.
    pub(super) fn list_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        if !grows(&m.method) || self.is_of_its_type(m) {
            return Ok(false);
        }
        if self.list_of(&m.receiver).is_some() && self.spelled_statement(m)? {
            return Ok(true);
        }
        if self.row_statement(m)? {
            return Ok(true);
        }
        let Some(k) = self.list_of(&m.receiver) else {
            let lent = |v: &View| matches!(self.arrays[v.arr].storage, Storage::Exclusive);
            if matches!(self.binding_of(&m.receiver), Some(Binding::View(v)) if lent(v)) {
                return fault(&m.method, LENT);
            }
            let message = "the length of this cannot change here: let a variable hold it, `let mut v = Vec::new();`";
            return fault(&m.method, message);
        };
        let arr = self.lists[k].arr;
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name.as_str(), args.as_slice()) {
            ("push", [value]) => {
                let value = self.scalar(value)?;
                self.push(k, value);
            }
            ("pop", []) => {
                let len = self.list_len(k);
                let n = self.atom_tokens(&len);
                let next = self.constant_code(quote!(usize::saturating_sub(#n, 1)), &[&len]);
                self.set_len(k, next, Change::Shrinks);
            }
            ("remove" | "swap_remove", [_]) => drop(self.list_value(m)?),
            ("extend" | "extend_from_slice", [from]) => {
                if let Some(view) = self.plain_source(from)? {
                    self.append(k, view);
                } else {
                    let receiver = &m.receiver;
                    let item: Ident = Ident::new("extended", Span::call_site());
                    let body: Expr = parse_quote!(for #item in #from { #receiver.push(#item); });
                    self.effect(&body)?;
                }
            }
            ("append", [from]) => {
                let bare = match from {
                    Expr::Reference(r) => &r.expr,
                    e => *e,
                };
                let Some(other) = self.list_of(bare).filter(|o| *o != k) else {
                    return fault(from, "`append` takes another variable that holds a list: `v.append(&mut w)`");
                };
                let part = Some((Atom::Lit(quote!(0)), self.list_len(other)));
                self.append(k, View { arr: self.lists[other].arr, part });
                self.set_len(other, Atom::Lit(quote!(0)), Change::Shrinks);
            }
            ("truncate", [n]) => {
                let (len, n) = (self.list_len(k), self.index(n)?);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(&n));
                let next = self.constant_code(quote!(::core::cmp::min(#a, #b)), &[&len, &n]);
                self.set_len(k, next, Change::Shrinks);
            }
            ("clear", []) => self.set_len(k, Atom::Lit(quote!(0)), Change::Shrinks),
            ("resize", [n, value]) => {
                let n = self.index(n)?;
                let value = self.scalar(value)?;
                let len = self.list_len(k);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(&n));
                let more = self.constant_code(quote!(usize::saturating_sub(#b, #a)), &[&len, &n]);
                self.set_len(k, n, Change::Either);
                self.known.remove(&arr);
                self.out.push(Step::Fill(View { arr, part: Some((len, more)) }, value));
            }
            ("insert", [i, value]) => {
                let i = self.index(i)?;
                let value = self.scalar(value)?;
                let len = self.list_len(k);
                self.out.push(Step::Bounds(i.clone(), len.clone()));
                let rest = self.difference(&len, &i);
                let next = self.sum(&len, &Atom::Lit(quote!(1)));
                let behind = self.sum(&i, &Atom::Lit(quote!(1)));
                self.set_len(k, next, Change::Grows);
                self.known.remove(&arr);
                let to = View { arr, part: Some((behind, rest.clone())) };
                self.out.push(Step::CopyFrom(to, View { arr, part: Some((i.clone(), rest)) }));
                self.store(arr, i, Mode::Set, value);
            }
            _ => return fault(m, format!("`{name}` takes another number of arguments")),
        }
        Ok(true)
    }

    /// The view that is appended, where it is one as it stands.
    fn plain_source(&mut self, e: &Expr) -> Result<Option<View>> {
        match e {
            Expr::MethodCall(m) if ["iter", "copied", "cloned"].iter().any(|n| m.method == n) => {
                self.plain_source(&m.receiver)
            }
            e => self.try_view(e),
        }
    }

    /// `v.pop().unwrap()`, `v.remove(i)`, `v.last().unwrap()` and the like; none if the expression is nothing of these.
    pub(super) fn list_value(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if ["unwrap", "expect"].contains(&name.as_str())
            && let Expr::MethodCall(inner) = &*m.receiver
        {
            return self.end_of_list(inner);
        }
        let Some(k) = self.list_of(&m.receiver) else { return self.taken_from_held(m) };
        if let Some(item) = self.spelled_value(m)? {
            return Ok(Some(item));
        }
        let (arr, len) = (self.lists[k].arr, self.list_len(k));
        let ("remove" | "swap_remove", 1) = (name.as_str(), m.args.len()) else { return Ok(None) };
        let i = self.index(&m.args[0])?;
        let zero = Atom::Lit(quote!(0));
        let i = self.temporary(Ty::usize(), Op::Offset(zero, i, len.clone()), m.span());
        let value = self.read(arr, i.clone());
        let next = self.difference(&len, &Atom::Lit(quote!(1)));
        if name == "swap_remove" {
            let last = self.read(arr, next.clone());
            self.store(arr, i, Mode::Set, last);
        } else {
            let rest = self.difference(&next, &i);
            let behind = self.sum(&i, &Atom::Lit(quote!(1)));
            self.known.remove(&arr);
            let to = View { arr, part: Some((i, rest.clone())) };
            self.out.push(Step::CopyFrom(to, View { arr, part: Some((behind, rest)) }));
        }
        self.set_len(k, next, Change::Shrinks);
        Ok(Some(Item::Scalar(value)))
    }

    /// What `pop`, `first` or `last` gives where there is something.
    fn end_of_list(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if !["pop", "first", "last", "first_mut", "last_mut"].contains(&name.as_str()) || !m.args.is_empty() {
            return Ok(None);
        }
        let one = Atom::Lit(quote!(1));
        if name == "pop" {
            let Some(k) = self.list_of(&m.receiver) else { return Ok(None) };
            let (arr, len) = (self.lists[k].arr, self.list_len(k));
            self.out.push(Step::Bounds(one.clone(), len.clone()));
            let next = self.difference(&len, &one);
            let value = self.read(arr, next.clone());
            self.set_len(k, next, Change::Shrinks);
            return Ok(Some(Item::Scalar(value)));
        }
        let Some(view) = self.try_view(&m.receiver)? else { return Ok(None) };
        let len = self.length(&view);
        self.out.push(Step::Bounds(one.clone(), len.clone()));
        let at = if name.starts_with("last") { self.difference(&len, &one) } else { Atom::Lit(quote!(0)) };
        let at = self.inside(&view, &at);
        Ok(Some(Item::Element(view.arr, at)))
    }

    /// A list as it is returned: what lies behind its end is cut off.
    pub(super) fn settled_list(&mut self, view: &View) -> Option<Arr> {
        let Some((off, len)) = &view.part else { return None };
        let list = self.lists.iter().find(|l| l.arr == view.arr)?;
        if !off.is_zero() || !self.current[list.len].same(len) || self.arrays[view.arr].result {
            return None;
        }
        if self.is_all(view) {
            return Some(view.arr);
        }
        self.out.push(Step::Cut(view.arr, len.clone()));
        Some(view.arr)
    }

    /// Whether an index into a list needs no check but the memory's: it has never been longer than it is.
    pub(super) fn is_all(&self, view: &View) -> bool {
        let Some((off, len)) = &view.part else { return true };
        off.is_zero()
            && self
                .lists
                .iter()
                .any(|l| l.arr == view.arr && self.current[l.len].same(len) && self.current[l.most].same(len))
    }
}
