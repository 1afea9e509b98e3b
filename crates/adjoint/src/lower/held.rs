//! Structures, and lists of structures, that are changed where they lie: variables whose elements are assigned to.

use super::flow::Flow;
use super::records::{bare, names_type, of_own_type};
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Arr, Atom, Op, Projection, Projections, Put, Step, Storage, Ty};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::{Visit, visit_expr};
use syn::{Expr, ExprMethodCall, Result, Type};

/// A place in a structure, and the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    pub(super) root: Root,
    pub(super) path: Projections,
    /// Whether what lies there is a structure for certain; of a list, whether its elements are.
    pub(super) known: bool,
    pub(super) elements: bool,
}

/// Where a way begins.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// At what is changed where it lies.
    Held(Arr),
    /// At a value, to read.
    Value(Atom),
}

impl Reach {
    /// All of it.
    pub(super) fn whole(root: Root) -> Reach {
        Reach { root, path: Projections::default(), known: false, elements: false }
    }
    /// What is held, if the way begins there.
    pub(super) fn held(&self) -> Option<Arr> {
        match self.root {
            Root::Held(arr) => Some(arr),
            Root::Value(_) => None,
        }
    }
}

impl Lowerer {
    /// Whether an expression leads to a place in what is held.
    pub(super) fn is_held(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(_) => matches!(self.binding_of(e), Some(Binding::Held(_))),
            Expr::Field(f) => match self.binding_of(e) {
                Some(binding) => matches!(binding, Binding::Held(_)),
                None => self.is_held(&f.base),
            },
            Expr::Index(i) => self.is_held(&i.expr),
            Expr::Paren(p) => self.is_held(&p.expr),
            Expr::Group(p) => self.is_held(&p.expr),
            Expr::Reference(r) => self.is_held(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.is_held(&u.expr),
            Expr::MethodCall(m) if m.args.is_empty() => {
                ["as_mut_slice", "as_slice", "as_mut", "as_ref"].iter().any(|n| m.method == n)
                    && self.is_held(&m.receiver)
            }
            _ => false,
        }
    }

    /// The place that an expression leads to, for one of which that is known.
    pub(super) fn reach(&mut self, e: &Expr) -> Result<Reach> {
        if let Some(Binding::Held(reach)) = self.binding_of(e) {
            return Ok(reach.clone());
        }
        match e {
            Expr::Field(f) => {
                let inner = self.reach(&f.base)?;
                Ok(Reach { path: inner.path.field(&f.member), known: false, elements: false, ..inner })
            }
            Expr::Index(i) => {
                let inner = self.reach(&i.expr)?;
                self.reach_inside(inner, &i.index)
            }
            Expr::Paren(p) => self.reach(&p.expr),
            Expr::Group(p) => self.reach(&p.expr),
            Expr::Reference(r) => self.reach(&r.expr),
            Expr::Unary(u) => self.reach(&u.expr),
            Expr::MethodCall(m) => self.reach(&m.receiver),
            _ => fault(e, "a variable, a field or an element is expected here"),
        }
    }

    fn reach_inside(&mut self, inner: Reach, index: &Expr) -> Result<Reach> {
        let list = inner.path.is_empty() && self.is_list_of_records(&inner.root);
        let Reach { root, path, .. } = inner;
        let at = self.projection(index)?;
        let known = list && matches!(at, Projection::Index(_));
        Ok(Reach { root, path: path.then(at), known, elements: list && !known })
    }

    /// Whether all of it is a list of structures for certain.
    fn is_list_of_records(&self, root: &Root) -> bool {
        match root {
            Root::Held(arr) => self.held_lists.contains(arr) && !self.open_lists.1.contains(arr),
            Root::Value(a) => {
                a.val().is_some_and(|v| self.record_lists.contains(&v) && !self.open_lists.0.contains(&v))
            }
        }
    }

    /// The element of a list at a place.
    pub(super) fn element_at(&self, list: &Reach, j: &Atom) -> Reach {
        let known = list.elements || list.path.is_empty() && self.is_list_of_records(&list.root);
        Reach { root: list.root.clone(), path: list.path.index(j), known, elements: false }
    }

    /// A part of a list at a place.
    pub(super) fn range_at(&self, list: &Reach, lo: &Atom, hi: &Atom) -> Reach {
        let elements = list.elements || list.path.is_empty() && self.is_list_of_records(&list.root);
        let path = list.path.then(Projection::Range(Some(lo.clone()), Some(hi.clone()), false));
        Reach { root: list.root.clone(), path, known: false, elements }
    }

    /// The operation that reads a place, or asks for something there.
    fn reading(reach: &Reach, path: Projections) -> Op {
        match &reach.root {
            Root::Held(arr) => Op::Look(*arr, path),
            Root::Value(a) => Op::Field(a.clone(), path),
        }
    }

    /// What lies at a place now.
    pub(super) fn look_at(&mut self, reach: &Reach, span: Span) -> Atom {
        let whole = reach.path.is_empty();
        if let (true, Root::Value(a)) = (whole, &reach.root) {
            return a.clone();
        }
        let ty = if whole || reach.known { Ty::Record } else { Ty::Maybe };
        let atom = self.temporary(ty, Self::reading(reach, reach.path.clone()), span);
        if let Some(known) = self.known_at(reach) {
            self.note(&atom, known);
        }
        if let (true, Some(arr), Atom::Val(v)) = (whole, reach.held(), &atom)
            && self.held_lists.contains(&arr)
        {
            self.record_lists.insert(*v);
            if self.open_lists.1.contains(&arr) {
                self.open_lists.0.insert(*v);
            }
        }
        atom
    }

    /// The number of elements of a list at a place.
    pub(super) fn length_at(&mut self, reach: &Reach) -> Atom {
        let len = reach.path.method("len");
        self.temporary(Ty::usize(), Self::reading(reach, len), Span::call_site())
    }

    /// A place takes a value.
    pub(super) fn put_at(&mut self, reach: Reach, value: Atom, push: bool, at: Span) -> Result<()> {
        let Some(arr) = reach.held() else {
            return Err(syn::Error::new(at, "this is lent to be read: it cannot be assigned to"));
        };
        self.calls += 1;
        self.out.push(Step::Put(Box::new(Put { id: self.calls, arr, path: reach.path, value, push })));
        Ok(())
    }

    /// A variable that is changed where it lies, with what it starts with.
    pub(super) fn hold(&mut self, name: &Ident, value: Atom, list: bool) -> Binding {
        let arr = self.array(&name.to_string(), Storage::Held, false, name.span());
        if list {
            self.held_lists.insert(arr);
        }
        if value.val().is_some_and(|v| self.open_lists.0.contains(&v)) {
            self.open_lists.1.insert(arr);
        }
        self.out.push(Step::Hold(arr, value));
        Binding::Held(Reach::whole(Root::Held(arr)))
    }

    /// Whether a variable with this value is one that is changed where it lies.
    pub(super) fn is_to_hold(&self, name: &Ident, value: &Atom) -> bool {
        let list = matches!(value, Atom::Val(v) if self.record_lists.contains(v));
        let name = name.to_string();
        let lists =
            || self.known_atom(value).is_some_and(|(ty, constant)| !constant && crate::around::holds_lists(&ty));
        list || self.records
            && (self.changed_inside.contains(&name) || self.changed_in_loops.contains(&name) && lists())
            && matches!(self.atom_ty(value), Ty::Record | Ty::Maybe)
    }

    /// `left = value` where that is a place in what is held.
    pub(super) fn assign_held(&mut self, left: &Expr, item: Item) -> Result<()> {
        let reach = self.reach(left)?;
        let value = match self.settle(item) {
            Item::Never => return Ok(()),
            item => self.packed(item, left)?,
        };
        let value = self.for_constant(left, value);
        self.put_at(reach, value, false, left.span())
    }

    /// Whether an expression names a structure that is held, and no list: its methods are its type's own.
    pub(super) fn is_held_structure(&self, e: &Expr) -> bool {
        match self.binding_of(e) {
            Some(Binding::Held(reach)) if reach.path.is_empty() => {
                reach.held().is_some_and(|arr| !self.held_lists.contains(&arr) && !self.open_lists.1.contains(&arr))
            }
            _ => false,
        }
    }

    /// A method that changes a list at a place: `push`, `swap`; none if it is no such method.
    pub(super) fn held_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        if !self.is_held(&m.receiver) || self.is_held_structure(&m.receiver) || self.is_of_its_type(m) {
            return Ok(false);
        }
        match (m.method.to_string().as_str(), m.args.len()) {
            ("push", 1) => {
                let item = self.item(&m.args[0])?;
                let item = self.settle(item);
                let value = self.packed(item, &m.args[0])?;
                let reach = self.reach(&m.receiver)?;
                self.put_at(reach, value, true, m.span())?;
            }
            ("swap", 2) => {
                let list = self.reach(&m.receiver)?;
                let (i, j) = (self.index(&m.args[0])?, self.index(&m.args[1])?);
                let (i, j) = (self.element_at(&list, &i), self.element_at(&list, &j));
                let (a, b) = (self.look_at(&i, m.span()), self.look_at(&j, m.span()));
                self.put_at(i, b, false, m.span())?;
                self.put_at(j, a, false, m.span())?;
            }
            ("fill", 1) => {
                let item = self.item(&m.args[0])?;
                let Item::Scalar(value) = self.settle(item) else {
                    return fault(&m.args[0], "a list is made of numbers or of structures here");
                };
                let flow = Flow::Seq(Seq::Held(self.reach(&m.receiver)?));
                self.run(&flow, vec![], m.span(), &mut |l, _, item| match item {
                    Item::Held(place) => l.put_at(place, value.clone(), false, m.span()),
                    _ => Ok(()),
                })?;
            }
            ("copy_from_slice" | "clone_from_slice", 1) => self.copy_into(m)?,
            _ if self.rebuilt_statement(m)? => {}
            _ if super::lists::grows(&m.method) => {
                let message = format!("`{}` of a list of structures is not supported here: make a new list", m.method);
                return fault(&m.method, message);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A list at a place takes the elements of another.
    fn copy_into(&mut self, m: &ExprMethodCall) -> Result<()> {
        let to = self.reach(&m.receiver)?;
        let Flow::Seq(from) = self.flow(&m.args[0])? else {
            return fault(&m.args[0], "a list, or a part of one, is expected here");
        };
        let (a, b) = (self.length_at(&to), self.count(&from));
        let same = self.asked(&a, &b, |a, b| quote!(#a == #b));
        let message = "source slice length does not match destination slice length";
        self.out.push(Step::Assert(quote!(assert), same, quote!(#message)));
        self.put_each(to, from, m.span())
    }

    /// Each element of a list at a place takes one of another.
    pub(super) fn put_each(&mut self, to: Reach, from: Seq, at: Span) -> Result<()> {
        let flow = Flow::Seq(Seq::Zip(Box::new(Seq::Held(to)), Box::new(from)));
        self.run(&flow, vec![], at, &mut |l, _, item| {
            let Item::Tuple(mut pair) = item else { return Ok(()) };
            let value = pair.pop().map(|item| l.settle(item));
            match (pair.pop(), value) {
                (Some(Item::Held(place)), Some(Item::Scalar(value))) => l.put_at(place, value, false, at),
                _ => Ok(()),
            }
        })
    }

    /// A method of a list at a place that gives something.
    pub(super) fn held_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        if !self.is_held(&m.receiver) || self.is_of_its_type(m) {
            return Ok(None);
        }
        Ok(Some(match (m.method.to_string().as_str(), m.args.len()) {
            ("len", 0) if self.is_of_all(m) => {
                let reach = self.reach(&m.receiver)?;
                Item::Scalar(self.length_at(&reach))
            }
            ("is_empty", 0) => {
                let reach = self.reach(&m.receiver)?;
                let op = Self::reading(&reach, reach.path.method("is_empty"));
                Item::Scalar(self.temporary(Ty::Bool, op, m.span()))
            }
            ("to_vec" | "clone" | "to_owned" | "into", 0) => {
                if m.method == "to_vec" && self.keeps_length(&m.receiver) && self.is_list_of_field(&m.receiver) {
                    return self.numbers_of_field(&m.receiver).map(Some);
                }
                let reach = self.reach(&m.receiver)?;
                if matches!(bare(&m.receiver), Expr::Index(i) if matches!(&*i.index, Expr::Range(_))) {
                    return self.copied_list(&reach, m.span()).map(Some);
                }
                let numbers = self.known(&m.receiver).filter(|(_, constant)| !constant);
                let numbers = numbers.and_then(|(ty, _)| crate::signature::shape(&ty, &self.float));
                if let Some(shape @ crate::signature::Shape::Vec) = numbers {
                    return self.unpacked(Item::Held(reach), &shape).map(Some);
                }
                Item::Scalar(self.look_at(&reach, m.span()))
            }
            ("as_mut_slice" | "as_slice" | "as_mut" | "as_ref", 0) => Item::Held(self.reach(&m.receiver)?),
            ("split_at" | "split_at_mut", 1) => {
                let (list, mid) = (self.reach(&m.receiver)?, self.index(&m.args[0])?);
                let part = |lo, hi| {
                    let path = list.path.then(Projection::Range(lo, hi, false));
                    Item::Held(Reach { path, known: false, ..list.clone() })
                };
                Item::Tuple(vec![part(None, Some(mid.clone())), part(Some(mid.clone()), None)])
            }
            _ => return Ok(None),
        }))
    }

    /// The list at a place that an expression runs over.
    pub(super) fn held_flow(&mut self, e: &Expr) -> Result<Option<Reach>> {
        let mut list = bare(e);
        if let Expr::MethodCall(m) = list
            && ["iter", "iter_mut", "into_iter"].iter().any(|n| m.method == n)
        {
            list = &m.receiver;
        }
        if self.is_held(list) { self.reach(list).map(Some) } else { Ok(None) }
    }

    /// A new list may be one of numbers if the one that it is made of may be.
    pub(super) fn open_like(&mut self, new: &Reach, like: &Reach) {
        if let (Some(arr), false) = (new.held(), self.is_list_of_records(&like.root)) {
            self.open_lists.1.insert(arr);
        }
    }

    /// A new list with the elements of a part of one.
    pub(super) fn copied_list(&mut self, part: &Reach, span: Span) -> Result<Item> {
        let list = self.hold_empty(&Ident::new("list", span), None);
        self.open_like(&list, part);
        let flow = Flow::Seq(Seq::Held(part.clone()));
        self.run(&flow, vec![], span, &mut |l, _, item| match l.settle(item) {
            Item::Scalar(value) => l.put_at(list.clone(), value, true, span),
            _ => Ok(()),
        })?;
        Ok(Item::Held(list))
    }

    /// The place that an expression leads to from a value, to read.
    pub(super) fn reach_of_value(&mut self, e: &Expr) -> Result<Option<Reach>> {
        let Some((record, path)) = self.value_and_way(bare(e))? else { return Ok(None) };
        if record.val().is_none() {
            return Ok(None);
        }
        let whole = Reach::whole(Root::Value(record));
        let known = self.is_list_of_records(&whole.root)
            && matches!(
                path.steps(),
                [Projection::Index(_) | Projection::Range(Some(_), None, _) | Projection::Range(None, Some(_), _)]
            );
        Ok(Some(Reach { path, known, ..whole }))
    }

    /// Whether an expression is a structure by its form, so that a list of such is a list of structures.
    pub(super) fn shows_record(&self, e: &Expr) -> bool {
        match self.known(bare(e)) {
            Some((ty, false)) if super::known::is_record(&ty) => return true,
            Some((Type::Path(ty), _)) if ty.path.is_ident(&self.float) => return false,
            _ => {}
        }
        match bare(e) {
            Expr::Struct(_) => true,
            Expr::Call(c) => match &*c.func {
                Expr::Path(p) if p.qself.is_none() => {
                    let generic = p.path.segments[0].ident == self.number;
                    (of_own_type(&p.path) && !generic || names_type(&p.path)) && !self.is_float_path(&p.path)
                }
                _ => false,
            },
            Expr::Path(p) => {
                // A constant of a type: `Vec3::ZERO`.
                let n = p.path.segments.len();
                let constant = n > 1 && names_type(&p.path.segments[n - 2].ident.clone().into()) && self.records;
                constant || self.is_record(e)
            }
            Expr::Index(i) => self.picks(i) == Some(Ty::Record) || self.is_held_element(i),
            Expr::MethodCall(m) if ["clone", "to_owned"].iter().any(|n| m.method == n) => {
                self.shows_record(&m.receiver)
            }
            e @ Expr::Field(_) => {
                let known = self.known(e).filter(|_| !self.opaque(e));
                known.is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(true))
            }
            Expr::Array(a) => a.elems.iter().any(|e| self.shows_record(e)),
            Expr::Repeat(r) => self.shows_record(&r.expr),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => match super::expr::repeat_of(&m.mac) {
                Some((value, _)) => self.shows_record(&value),
                None => {
                    let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                    m.mac.parse_body_with(list).is_ok_and(|l| l.iter().any(|e| self.shows_record(e)))
                }
            },
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_) | syn::UnOp::Neg(_)) => self.shows_record(&u.expr),
            Expr::Binary(b) => match &b.op {
                syn::BinOp::Add(_) | syn::BinOp::Sub(_) => self.shows_record(&b.left) || self.shows_record(&b.right),
                syn::BinOp::Mul(_) | syn::BinOp::Div(_) => self.shows_record(&b.left) != self.shows_record(&b.right),
                _ => false,
            },
            _ => false,
        }
    }

    /// `vec![..]`, `[..]`, `[p; n]` of structures; none if they show no structure.
    pub(super) fn literal_of_records(&mut self, e: &Expr) -> Result<Option<Item>> {
        if self.shows_record(e) { self.list_of_records(e) } else { Ok(None) }
    }

    /// Whether an expression is an array of structures that is written out, or of references to such.
    pub(super) fn writes_records(&self, e: &Expr) -> bool {
        matches!(bare(e), Expr::Array(_)) && self.shows_record(e)
    }

    pub(super) fn list_of_records(&mut self, e: &Expr) -> Result<Option<Item>> {
        let (elements, fixed): (Vec<Expr>, bool) = match e {
            Expr::Array(a) => (a.elems.iter().cloned().collect(), true),
            Expr::Repeat(r) => {
                let (value, len) = (self.element_of_list(&r.expr)?, &r.len);
                let op = Op::Repeat(value, Atom::Lit(quote!(#len)), Some(quote!(#len)));
                return Ok(Some(self.record_list_value(op, e.span())));
            }
            Expr::Macro(m) => match super::expr::repeat_of(&m.mac) {
                Some((value, len)) => {
                    let (value, len) = (self.element_of_list(&value)?, self.index(&len)?);
                    return Ok(Some(self.record_list_value(Op::Repeat(value, len, None), e.span())));
                }
                None => {
                    let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                    (m.mac.parse_body_with(list)?.into_iter().collect(), false)
                }
            },
            _ => return Ok(None),
        };
        let elements = elements.iter().map(|e| self.element_of_list(bare(e))).collect::<Result<Vec<_>>>()?;
        Ok(Some(self.list_of_these(elements, fixed, e.span())))
    }

    /// An element of such a list; a tuple is one value.
    fn element_of_list(&mut self, e: &Expr) -> Result<Atom> {
        match bare(e) {
            Expr::Tuple(_) => {
                let item = self.item(e)?;
                self.packed(item, e)
            }
            _ => self.scalar(e),
        }
    }

    /// An empty list of structures of a type.
    pub(super) fn empty_of_records(&mut self, ty: &Type, span: Span) -> Item {
        self.record_list_value(Op::List(vec![], false, Some(quote!(#ty))), span)
    }

    /// A list of structures that is empty at first, and changed where it lies.
    pub(super) fn hold_empty(&mut self, name: &Ident, ty: Option<&Type>) -> Reach {
        let arr = self.array(&name.to_string(), Storage::Held, false, name.span());
        self.held_lists.insert(arr);
        self.held_types.extend(ty.map(|ty| (arr, (syn::parse_quote!(Vec<#ty>), false))));
        self.arrays[arr].lendable = ty.is_some_and(|ty| crate::around::changes_in_place(&syn::parse_quote!(Vec<#ty>)));
        let value = match ty {
            Some(ty) => match self.empty_of_records(ty, name.span()) {
                Item::Scalar(a) => a,
                _ => Atom::Lit(quote!()),
            },
            None => Atom::Lit(quote!()),
        };
        self.out.push(Step::Hold(arr, value));
        Reach::whole(Root::Held(arr))
    }

    /// Whether the statements that follow use a name as a list of structures.
    pub(super) fn becomes_records(&self, name: &str, rest: &[syn::Stmt]) -> bool {
        struct Uses<'l> {
            l: &'l Lowerer,
            name: &'l str,
            found: bool,
        }
        impl Uses<'_> {
            fn is(&self, e: &Expr) -> bool {
                matches!(bare(e), Expr::Path(p) if p.path.is_ident(self.name))
            }
            fn is_element(&self, e: &Expr) -> bool {
                matches!(e, Expr::Index(i) if self.is(&i.expr) && !matches!(&*i.index, Expr::Range(_)))
            }
        }
        impl<'ast> Visit<'ast> for Uses<'_> {
            fn visit_expr(&mut self, e: &'ast Expr) {
                self.found |= match e {
                    Expr::MethodCall(m) if m.method == "push" && self.is(&m.receiver) => {
                        m.args.first().is_some_and(|e| self.l.shows_record(e))
                    }
                    Expr::MethodCall(m) if self.is_element(&m.receiver) => {
                        !super::methods::may_be_of_numbers(&m.method.to_string())
                    }
                    Expr::Field(f) => self.is_element(&f.base) && matches!(f.member, syn::Member::Named(_)),
                    Expr::ForLoop(f) => self.is(&f.expr) && super::scan::used_as_records(&f.pat, &f.body),
                    _ => false,
                };
                visit_expr(self, e);
            }
        }
        let mut uses = Uses { l: self, name, found: false };
        rest.iter().for_each(|s| uses.visit_stmt(s));
        let given = match rest.last() {
            Some(syn::Stmt::Expr(e, None)) => uses.is(e),
            _ => false,
        };
        let list =
            matches!(&self.ret, crate::signature::Shape::Record(r) if crate::signature::is_list_of_values(&r.ty));
        uses.found || given && list
    }

    fn is_held_element(&self, i: &syn::ExprIndex) -> bool {
        matches!(self.binding_of(&i.expr), Some(Binding::Held(reach)) if reach.path.is_empty() && self.is_list_of_records(&reach.root))
            && !matches!(&*i.index, Expr::Range(_))
    }

    /// A list of structures as a value.
    pub(super) fn record_list_value(&mut self, op: Op, span: Span) -> Item {
        let list = self.temporary(Ty::Record, op, span);
        self.record_lists.extend(list.val());
        Item::Scalar(list)
    }
}
