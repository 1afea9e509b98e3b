//! Patterns: what a name on the left of `=` comes to stand for.

use super::control::want_of;
use super::known::{Known, plain};
use super::usage::{Usage, usage};
use super::{Binding, Item, Lowerer, collect, fault, primitive};
use crate::ir::{Atom, Int, IntTy, Op, Projections, Step, Ty, View};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Local, Pat, Result, Stmt, Type};

impl Lowerer {
    /// `let pattern: type = value;`, followed by `rest`.
    pub(super) fn local_statement(&mut self, l: &Local, rest: &[Stmt]) -> Result<()> {
        let (pat, ty) = match &l.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let of_constant = l.init.as_ref().and_then(|init| super::beginnings::constant_type(&init.expr));
        let ty = ty.or(of_constant.as_ref());
        let Some(init) = &l.init else {
            return self.set_later(pat, ty);
        };
        if self.other_name(pat, &init.expr) {
            return Ok(());
        }
        if self.iterator_variable(pat, &init.expr, rest)? {
            return Ok(());
        }
        if let (Some(call), Pat::Ident(p)) = (call_of(&init.expr), pat)
            && super::lists::is_empty_list(call)
        {
            let of = ty.and_then(super::lists::element);
            let pushed = if of.is_none() { self.pushed_type(&p.ident, rest) } else { None };
            let of = of.or(pushed.as_ref());
            let known = of.is_some_and(|ty| self.is_of_records(ty));
            let open = of.is_none() && self.records && !super::row_lists::pushes_lists(&p.ident, rest);
            if known || open && self.becomes_records(&p.ident.to_string(), rest) {
                let list = self.hold_empty(&p.ident, of.filter(|_| known));
                self.declare(&p.ident, Binding::Held(list));
                return Ok(());
            }
        }
        if let Some(item) = self.list_of_field(pat, &init.expr, rest)? {
            self.note_borrows(pat, &init.expr);
            return self.bind(pat, item, ty);
        }
        if let Some(item) = self.list_used_as_records(pat, &init.expr, rest)? {
            return self.bind(pat, item, ty);
        }
        let item = match call_of(&init.expr) {
            // An element that is taken apart is no number.
            _ if let (Pat::Tuple(_), Expr::Index(i)) = (pat, &*init.expr)
                && matches!(super::records::bare(&i.expr), Expr::Field(f) if self.of_record(f)) =>
            {
                Item::Scalar(self.picked(i, Ty::Record)?)
            }
            _ if self.becomes_list(pat, &init.expr) => self.list_of_constants(&init.expr)?,
            _ if self.copies_constants(pat, &init.expr) => match &*init.expr {
                Expr::MethodCall(m) => {
                    let view = self.view(&m.receiver)?;
                    self.copy(&view, None, m.span())
                }
                e => self.item(e)?,
            },
            Some(call)
                if ty.is_some()
                    && collect::is_from_fn(call)
                    && (super::scan::is_mutable(pat) || !self.opaque(&init.expr)) =>
            {
                self.array_from_fn(call, ty)?
            }
            _ if self.is_left_to_others(pat, ty, &init.expr, rest) => self.given_to_others(&init.expr, ty)?,
            _ if of_constant.is_some() => {
                let code = self.verbatim(&init.expr)?;
                Item::Scalar(self.temporary(Ty::Record, Op::Verbatim(code), init.expr.span()))
            }
            Some(call) if self.opaque(&init.expr) && self.becomes_held(pat, call) => {
                let made = self.constant(&init.expr)?;
                if let Atom::Val(v) = made {
                    self.values[v].ty = Ty::Record;
                    let made = match &*call.func {
                        Expr::Path(f) => self.made_outside(&f.path),
                        _ => None,
                    };
                    self.types.extend(made.map(|ty| (v, (ty, false))));
                }
                Item::Scalar(made)
            }
            Some(call)
                if self.opaque(&init.expr)
                    && let Some(copy) = self.copies_made(pat, call) =>
            {
                self.item(&copy)?
            }
            Some(call) if !self.opaque(&init.expr) => {
                let want = match ty {
                    Some(ty) => self.usage_of_type(ty),
                    None => self.usage_of_pattern(pat, rest),
                };
                self.call(call, Some(&want))?
            }
            _ => match (&*init.expr, ty) {
                (Expr::MethodCall(m), _) if !self.opaque(&init.expr) => {
                    let want = match ty {
                        Some(ty) => self.usage_of_type(ty),
                        None => self.usage_of_pattern(pat, rest),
                    };
                    match self.user_method_first(m, &want)? {
                        Some(item) => item,
                        None => self.item_as(&init.expr, ty)?,
                    }
                }
                _ => self.item_as(&init.expr, ty)?,
            },
        };
        if let (Item::Scalar(Atom::Val(v)), None, Pat::Ident(p)) = (&item, ty, pat)
            && self.values[*v].ty == Ty::Maybe
            && self.records
            && usage(&p.ident.to_string(), &self.mentions(&p.ident, rest)) == Usage::Array
        {
            self.record_lists.insert(*v);
            self.open_lists.0.insert(*v);
        }
        let item = match (item, ty.and_then(|ty| crate::nests::nested(ty, &self.float))) {
            (Item::Nest(nest), Some(nested)) => Item::Nest(nest.typed(&nested)),
            (item, _) => item,
        };
        let item = self.by_value(&init.expr, item)?;
        let item = self.empty_rows(l, item, rest)?;
        let item = self.empty_table(l, item, rest)?;
        self.note_borrows(pat, &init.expr);
        if let (Pat::Ident(p), Item::Nest(nest)) = (pat, &item)
            && p.mutability.is_some()
            && let Some(binding) = self.row_list_binding(&p.ident, nest)?
        {
            self.declare(&p.ident, binding);
            return Ok(());
        }
        self.bind(pat, item, ty)
    }

    /// `let a;` and `let (a, b);`
    fn set_later(&mut self, pat: &Pat, ty: Option<&Type>) -> Result<()> {
        let p = match (pat, ty) {
            (Pat::Ident(p), _) => p,
            (Pat::Tuple(t), Some(Type::Tuple(types))) if types.elems.len() == t.elems.len() => {
                return t.elems.iter().zip(&types.elems).try_for_each(|(pat, ty)| self.set_later(pat, Some(ty)));
            }
            (Pat::Tuple(t), None) => return t.elems.iter().try_for_each(|pat| self.set_later(pat, None)),
            _ => return fault(pat, "a variable that is set later has a plain name: write `let a; let b;`"),
        };
        let ty = ty.and_then(primitive).unwrap_or(Ty::Float);
        let zero = match &ty {
            Ty::Bool => quote!(false),
            Ty::Int(_) => quote!(0),
            _ => quote!(0.0),
        };
        let var = self.var(&p.ident.to_string(), ty, Atom::Lit(zero));
        self.declare(&p.ident, Binding::Var(var));
        Ok(())
    }

    /// An expression of a type, if that is written.
    pub(super) fn item_as(&mut self, e: &Expr, ty: Option<&Type>) -> Result<Item> {
        if let (Some(ty), Expr::MethodCall(m)) = (ty, e)
            && m.method == "into"
            && crate::around::carries(ty) == Some(true)
            && !self.opaque(e)
        {
            let from = &m.receiver;
            return self.item(&syn::parse_quote!(#ty::from(#from)));
        }
        if let (Some(_), false) = (ty, self.opaque(e)) {
            if let Some(item) = self.converted(e, ty)? {
                return Ok(item);
            }
            if let Some(item) = self.list_from(e, ty)? {
                return Ok(item);
            }
        }
        if let (Expr::MethodCall(m), true) = (e, ty.is_some()) {
            let item = if self.opaque(e) { self.constant_chain(m, ty) } else { self.chain_method(m, ty)? };
            if let Some(item) = item {
                return Ok(item);
            }
        }
        self.item(e)
    }

    pub(super) fn usage_of_type(&self, ty: &Type) -> Want {
        let plain = crate::nests::given(ty, &self.float, &[]).is_some();
        if let (false, Type::Tuple(t)) = (plain, ty) {
            return Want::Tuple(t.elems.iter().map(|ty| self.usage_of_type(ty)).collect());
        }
        if crate::signature::is_list_of_values(ty) && !crate::signature::is_list_of_records(ty) {
            return Want::Whole;
        }
        if let Some(inner) = super::maybe::inner(ty) {
            return Want::Tuple(vec![self.usage_of_type(inner), Want::Rows(0)]);
        }
        match crate::nests::given(ty, &self.float, &[]) {
            Some((_, shape)) => want_of(&shape),
            None => Want::Scalar,
        }
    }

    /// Makes the names of a pattern stand for an item.
    pub(super) fn bind(&mut self, pat: &Pat, item: Item, ty: Option<&Type>) -> Result<()> {
        match (pat, item) {
            (Pat::Wild(_), _) => Ok(()),
            (Pat::Type(t), item) => self.bind(&t.pat, item, Some(&t.ty)),
            (Pat::Paren(p), item) => self.bind(&p.pat, item, ty),
            (pat, Item::Inside(a)) => {
                let value = self.taken(&a, pat.span());
                self.bind(pat, Item::Scalar(value), ty)
            }
            (pat, Item::Scalar(a)) if self.may_be_option(pat, &a) => {
                let maybe = self.unpacked_option(&a);
                self.bind_maybe(pat, maybe).map(drop)
            }
            (Pat::Tuple(t), Item::Scalar(a)) if self.is_open(&a) => self.bind_parts(t, &a),
            (Pat::Reference(r), Item::Element(a, i)) => {
                let value = self.read(a, i);
                self.bind(&r.pat, Item::Scalar(value), None)
            }
            (Pat::Reference(r), item @ Item::Tuple(_)) => {
                let item = self.settle(item);
                self.bind(&r.pat, item, None)
            }
            (Pat::Reference(r), item) => self.bind(&r.pat, item, None),
            (Pat::Struct(_) | Pat::TupleStruct(_) | Pat::Tuple(_), item @ Item::Held(_)) => {
                let item = self.settle(item);
                self.bind(pat, item, ty)
            }
            (Pat::Slice(_), Item::Held(reach)) if self.holds_constants_at(&reach) => {
                let value = self.look_at(&reach, pat.span());
                self.bind(pat, Item::Scalar(value), ty)
            }
            (Pat::Tuple(t), Item::Tuple(items)) => {
                let types: Vec<Option<&Type>> = match ty {
                    Some(Type::Tuple(of)) if of.elems.len() == items.len() && t.elems.len() == items.len() => {
                        let open = t.elems.iter().any(|p| matches!(p, Pat::Rest(_)));
                        of.elems.iter().map(|ty| (!open).then_some(ty)).collect()
                    }
                    _ => vec![None; t.elems.len()],
                };
                let parts = super::refutable::parts(t.elems.iter().collect(), &items, pat)?;
                let types = types.into_iter().chain(std::iter::repeat(None));
                parts.into_iter().zip(types).try_for_each(|((p, i), ty)| self.bind(p, i, ty))
            }
            (pat, Item::Maybe(m)) if !matches!(pat, Pat::Ident(p) if super::code::binds(p)) => {
                if self.bind_maybe(pat, *m)? { Ok(()) } else { super::choice::strange(pat) }
            }
            (Pat::Ident(p), item) => {
                if !super::code::binds(p) {
                    return Ok(());
                }
                if let Some((_, sub)) = &p.subpat {
                    self.bind(sub, item.clone(), None)?;
                }
                let binding = self.binding_for(&p.ident, item, p.mutability.is_some(), ty);
                self.declare(&p.ident, binding);
                Ok(())
            }
            (Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Rest(_), _) => Ok(()),
            (Pat::Struct(_) | Pat::TupleStruct(_), Item::Scalar(a))
                if matches!(self.atom_ty(&a), Ty::Maybe | Ty::Record) =>
            {
                self.take_apart(pat, a)
            }
            (_, Item::Scalar(a)) if self.is_constant(&a) => self.bind_constant(pat, &a),
            (Pat::Or(o), item) if o.cases.iter().all(|p| super::code::bound(p).is_empty()) => {
                drop(item);
                Ok(())
            }
            (Pat::TupleStruct(_) | Pat::Struct(_), _) => {
                fault(pat, "this pattern does not fit the value: take a structure apart, or name the value")
            }
            (Pat::Slice(s), Item::Scalar(a)) if self.is_open(&a) && plain_elements(s) => {
                for (k, pat) in s.elems.iter().enumerate().filter(|(_, pat)| !matches!(pat, Pat::Wild(_))) {
                    let k = syn::Index::from(k);
                    let way = Projections::default().index(&Atom::Lit(quote!(#k)));
                    let part = self.temporary(Ty::Maybe, Op::Field(a.clone(), way.clone()), pat.span());
                    self.note_along(&part, &a, &way);
                    self.bind(pat, Item::Scalar(part), None)?;
                }
                Ok(())
            }
            (Pat::Slice(s), item) => self.bind_slice(s, &item),
            (_, Item::Never) => Ok(()),
            (pat, _) => fault(
                pat,
                "this pattern does not fit the value: use a name, or a tuple of as many names as the value has parts",
            ),
        }
    }

    /// Whether an atom is of open kind: a number or a structure.
    pub(super) fn is_open(&self, a: &Atom) -> bool {
        a.val().is_some() && matches!(self.atom_ty(a), Ty::Maybe | Ty::Record)
    }

    /// The parts of a tuple that is one value.
    fn bind_parts(&mut self, t: &syn::PatTuple, a: &Atom) -> Result<()> {
        if let Some(rest) = t.elems.iter().find(|p| matches!(p, Pat::Rest(_))) {
            return fault(rest, "`..` in this tuple is not supported: write `_` for each part");
        }
        for (k, pat) in t.elems.iter().enumerate().filter(|(_, pat)| !matches!(pat, Pat::Wild(_))) {
            let k = syn::Index::from(k);
            let way = Projections::default().field(&k.into());
            let part = self.temporary(Ty::Maybe, Op::Field(a.clone(), way.clone()), pat.span());
            self.note_along(&part, a, &way);
            self.bind(pat, Item::Scalar(part), None)?;
        }
        Ok(())
    }

    /// Constant code whose type is written: it may follow from that alone.
    fn of_type(&mut self, a: &Atom, ty: &Type) {
        let Some(Step::Let(v, op)) = self.out.last_mut().filter(|_| a.val().is_some()) else { return };
        match op {
            _ if a.val() != Some(*v) => {}
            Op::Verbatim(code) => {
                let tokens = &code.tokens;
                code.tokens = quote!(::core::convert::identity::<#ty>(#tokens));
            }
            Op::Int(int) => *int = Int::Typed(Box::new(int.clone()), quote!(#ty)),
            _ => {}
        }
    }

    pub(super) fn binding_for(
        &mut self,
        name: &proc_macro2::Ident,
        item: Item,
        mutable: bool,
        ty: Option<&Type>,
    ) -> Binding {
        match item {
            Item::Scalar(a) => {
                self.rename(&a, name);
                if ty.is_some_and(|ty| self.is_of_records(ty) && crate::signature::is_list_of_records(ty)) {
                    self.record_lists.extend(a.val());
                }
                if let Some(ty) = ty.filter(|ty| self.is_of_records(ty) && crate::signature::is_record(ty)) {
                    self.of_type(&a, ty);
                    self.types.extend(a.val().map(|v| (v, (ty.clone(), false))));
                }
                let structure = |ty: &Type| self.is_of_records(ty) && crate::signature::is_record(ty);
                if let (true, Atom::Val(v)) = (ty.is_some_and(structure), &a)
                    && self.values[*v].ty == Ty::Maybe
                {
                    self.values[*v].ty = Ty::Record;
                }
                let known = self.known_atom(&a);
                let option = |(ty, constant): &Known| !constant && crate::signature::option(plain(ty)).is_some();
                let in_place = |(ty, constant): &Known| !constant && crate::around::changes_in_place(ty);
                let in_place = known.as_ref().is_some_and(in_place);
                let by_calls = in_place && self.changed_by_calls.contains(&name.to_string());
                if mutable && known.as_ref().is_some_and(option) && !self.is_to_hold(name, &a) {
                    let option = self.unpacked_option(&a);
                    return self.maybe_binding(name, option, true, None);
                }
                if mutable && (by_calls || self.is_to_hold(name, &a)) {
                    let list = matches!(&a, Atom::Val(v) if self.record_lists.contains(v))
                        || ty.is_some_and(|ty| self.is_of_records(ty) && crate::signature::is_list_of_records(ty));
                    let held = self.hold(name, a, list);
                    if let (Binding::Held(reach), Some(known)) = (&held, known) {
                        self.held_types.extend(reach.held().map(|arr| (arr, known)));
                        reach.held().into_iter().for_each(|arr| self.arrays[arr].lendable = in_place);
                    }
                    return held;
                }
                if mutable {
                    let exponent = self.exponents.contains(&name.to_string()) && self.atom_ty(&a) == Ty::usize();
                    let ty = ty.and_then(primitive).or_else(|| exponent.then_some(Ty::Int(IntTy::I32)));
                    let (ty, a) = match (ty, a) {
                        (Some(Ty::Int(int)), Atom::Lit(t)) => {
                            let a = super::literals::of_type(&t, int);
                            (Ty::Int(int), a)
                        }
                        (Some(ty), a) => (ty, a),
                        (None, a @ Atom::Lit(_)) if known.is_some() => (Ty::some_int(), a),
                        (None, a) => (self.atom_ty(&a), a),
                    };
                    let var = self.var(&name.to_string(), ty, a);
                    self.var_types.extend(known.map(|known| (var, known)));
                    Binding::Var(var)
                } else {
                    if let (Some(ty), Atom::Val(v)) = (ty.and_then(primitive), &a) {
                        self.values[*v].ty = ty;
                    }
                    if let (Some(Ty::Int(int)), Atom::Lit(t)) = (ty.and_then(primitive), &a) {
                        // The annotation says which integer the literal is.
                        return Binding::Const(Atom::Lit(quote!((#t as #int))));
                    }
                    Binding::Const(a)
                }
            }
            Item::Fresh(arr) => {
                self.rename_array(arr, name);
                if mutable && let Some(list) = self.list_binding(name, arr, ty) {
                    return list;
                }
                if let Some(Type::Path(_) | Type::Array(_)) = ty
                    && let Some(ty) = ty
                    && crate::signature::shape(ty, &self.float).is_none()
                {
                    self.arrays[arr].float = false;
                }
                Binding::View(View { arr, part: None })
            }
            Item::View(v) if mutable && v.part.is_none() && self.growing.contains(&name.to_string()) => {
                // A parameter by value: the list that grows is a copy.
                match self.copy(&v, None, name.span()) {
                    Item::Fresh(arr) => self.binding_for(name, Item::Fresh(arr), mutable, ty),
                    _ => Binding::View(v),
                }
            }
            Item::View(v) => Binding::View(v),
            Item::Maybe(m) => self.maybe_binding(name, *m, mutable, ty),
            Item::Inside(a) => Binding::Inside(Box::new(match mutable {
                true => Binding::Var(self.var(&name.to_string(), Ty::Record, a)),
                false => Binding::Const(a),
            })),
            Item::Nest(mut n) => {
                if std::mem::take(&mut n.fresh) {
                    self.rename_array(n.arr, name);
                }
                Binding::Nest(n)
            }
            Item::Table(columns) => self.table_binding(name, columns, mutable),
            Item::Element(a, i) => Binding::Element(a, i),
            // A reference that may come to refer to something else.
            Item::Held(reach) if mutable && reach.held().is_none() => {
                let value = self.settle(Item::Held(reach));
                self.binding_for(name, value, true, ty)
            }
            Item::Held(reach) => Binding::Held(reach),
            Item::Tuple(items) => Binding::Tuple(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(k, item)| {
                        let part = proc_macro2::Ident::new(&format!("{name}_{k}"), name.span());
                        self.binding_for(&part, item, mutable, None)
                    })
                    .collect(),
            ),
            Item::Place(v) => Binding::Var(v),
            Item::Function(f) => Binding::Function(f),
            Item::Flow(flow) => Binding::Flow(flow),
            Item::Unit | Item::Never => Binding::Const(Atom::Lit(quote!(()))),
        }
    }
}

/// What a call is expected to give.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Want {
    Unit,
    Scalar,
    Array,
    /// Where the rows of an array of arrays lie, for so many levels.
    Rows(usize),
    /// An integer or a flag.
    Count(Ty),
    Tuple(Vec<Want>),
    /// A part that nobody looks at.
    Unused,
    /// A list of structures or of tuples.
    Whole,
}

/// Whether a pattern of an array names each element.
fn plain_elements(s: &syn::PatSlice) -> bool {
    s.elems.iter().all(|p| match p {
        Pat::Rest(_) => false,
        Pat::Ident(p) => p.subpat.is_none(),
        _ => true,
    })
}

fn call_of(e: &Expr) -> Option<&syn::ExprCall> {
    match e {
        Expr::Call(c) => Some(c),
        Expr::Paren(p) => call_of(&p.expr),
        Expr::Group(p) => call_of(&p.expr),
        _ => None,
    }
}

impl Lowerer {
    fn usage_of_pattern(&self, pat: &Pat, rest: &[Stmt]) -> Want {
        match pat {
            Pat::Tuple(t) => Want::Tuple(
                t.elems
                    .iter()
                    .map(|p| match self.usage_of_pattern(p, rest) {
                        _ if matches!(p, Pat::Wild(_)) && !self.records => Want::Unused,
                        Want::Unit if !self.records => Want::Unused,
                        // Of a structure the adjoint is made of its value.
                        Want::Unit => Want::Scalar,
                        want => want,
                    })
                    .collect(),
            ),
            Pat::Ident(p) => match usage(&p.ident.to_string(), &self.mentions(&p.ident, rest)) {
                Usage::Unused => Want::Unit,
                Usage::Scalar => Want::Scalar,
                Usage::Lent if self.records => Want::Scalar,
                // A list of whatever: its type tells.
                Usage::Array if self.records && !super::usage::used_as_memory(&p.ident.to_string(), rest) => {
                    Want::Scalar
                }
                Usage::Array | Usage::Lent => Want::Array,
                Usage::Option => Want::Tuple(vec![Want::Scalar, Want::Rows(0)]),
                Usage::Tuples => Want::Whole,
                Usage::Nested(levels) => Want::Tuple(vec![Want::Array, Want::Rows(levels)]),
                Usage::Tuple(n) => Want::Tuple(vec![Want::Scalar; n]),
            },
            Pat::Type(t) => self.usage_of_pattern(&t.pat, rest),
            Pat::Slice(_) => Want::Array,
            _ => Want::Scalar,
        }
    }
}
