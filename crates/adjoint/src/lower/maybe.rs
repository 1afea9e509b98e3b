//! `Option`s that may hold numbers: a flag, and the value that counts if it is set.

use super::{Binding, Item, Lowerer, fault, primitive};
use crate::ir::{Atom, Block, Join, Op, Step, Ty, Verbatim};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Pat, PathArguments, Result, Type};

/// A value that is there under a condition; nothing is known of it where it never is.
#[derive(Clone, Debug)]
pub(crate) struct Maybe {
    pub(crate) some: Atom,
    pub(crate) value: Item,
}

fn literal(flag: bool) -> Atom {
    Atom::Lit(if flag { quote!(true) } else { quote!(false) })
}

impl Maybe {
    /// `Some` of a value.
    pub(super) fn some(value: Item) -> Maybe {
        Maybe { some: literal(true), value }
    }
    /// `None`
    pub(super) fn none() -> Item {
        Item::Maybe(Box::new(Maybe { some: literal(false), value: Item::Never }))
    }
}

/// The type in an `Option<..>`.
pub(super) fn inner(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Option")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.first() {
        Some(GenericArgument::Type(t)) => Some(t),
        _ => None,
    }
}

/// The pattern in `Some(..)`, if the pattern is that; nothing in it if it is `None`.
pub(super) fn variant(pat: &Pat) -> Option<Option<&Pat>> {
    match pat {
        Pat::Ident(p) if p.ident == "None" => Some(None),
        Pat::Path(p) if of_std(&p.path).as_deref() == Some("None") => Some(None),
        Pat::TupleStruct(t) if of_std(&t.path).as_deref() == Some("Err") => Some(None),
        Pat::TupleStruct(t) if matches!(of_std(&t.path).as_deref(), Some("Some" | "Ok")) && t.elems.len() == 1 => {
            Some(t.elems.first())
        }
        _ => None,
    }
}

/// What is said where it matters which error a call gave.
pub(super) const WHICH_ERROR: &str =
    "whether a call gave an error is known here, and not which: write `Err(_)`, or let the call give what is done then";

/// The pattern in `Err(..)`.
fn error_in(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(t) if of_std(&t.path).as_deref() == Some("Err") => t.elems.first(),
        _ => None,
    }
}

/// The name of a variant of `Option` or `Result`, if the path may be of one: an enum of the user's may have a `None`.
pub(super) fn of_std(path: &syn::Path) -> Option<String> {
    let mut last = path.segments.iter().rev().map(|s| s.ident.to_string());
    let name = last.next()?;
    let theirs = last.next().is_none_or(|of| of == "Option" || of == "Result");
    (theirs && ["Some", "None", "Ok", "Err"].contains(&name.as_str())).then_some(name)
}

impl Lowerer {
    /// `Some(..)` and `None`.
    pub(super) fn variant_of(&mut self, e: &Expr) -> Result<Option<Item>> {
        match e {
            Expr::Path(p) if p.path.is_ident("None") && self.look("None").is_none() => Ok(Some(Maybe::none())),
            // What went wrong is said by the function itself.
            Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Err")) => Ok(Some(Maybe::none())),
            Expr::Call(c)
                if matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Some") || p.path.is_ident("Ok"))
                    && c.args.len() == 1 =>
            {
                let value = self.item(&c.args[0])?;
                let value = self.by_value(&c.args[0], value)?;
                let value = self.settle(value);
                Ok(Some(Item::Maybe(Box::new(Maybe { some: literal(true), value }))))
            }
            _ => Ok(None),
        }
    }

    /// Whether a pattern is one of an `Option` that is one value.
    pub(super) fn may_be_option(&self, pat: &Pat, a: &Atom) -> bool {
        variant(pat).is_some() && self.is_open(a)
    }

    /// Whether an item is a structure, or holds one, so that it is kept whole.
    pub(super) fn is_whole(&self, item: &Item) -> bool {
        match item {
            Item::Inside(_) | Item::Nest(_) | Item::Table(_) => true,
            Item::Scalar(a) => self.atom_ty(a) == Ty::Record,
            Item::Tuple(items) => items.iter().any(|i| self.is_whole(i)),
            _ => false,
        }
    }

    /// Whether what an `Option` holds is kept in an `Option`: it has no value that could stand for nothing.
    pub(super) fn is_kept_inside(&self, item: &Item) -> bool {
        match item {
            Item::Inside(_) => true,
            Item::Scalar(a) => self.records && self.is_open(a),
            Item::Tuple(items) => {
                let open = |i: &Item| matches!(i, Item::Scalar(a) if self.is_open(a));
                self.records && items.iter().any(|i| self.is_whole(i) || open(i))
            }
            _ => false,
        }
    }

    /// References in it become what they refer to, if it is there.
    pub(super) fn settle_maybe(&mut self, m: Maybe) -> Item {
        if let Item::Inside(_) = m.value {
            return Item::Maybe(Box::new(m));
        }
        let (Item::Element(..), Atom::Val(_)) = (&m.value, &m.some) else {
            let value = self.settle(m.value);
            return Item::Maybe(Box::new(Maybe { some: m.some, value }));
        };
        let value = m.value;
        let read = self.arm(|l| Ok(l.settle(value)));
        let (Ok((then, Item::Scalar(a))), Ok((other, ()))) = (read, self.arm(|_| Ok(()))) else { return Item::Never };
        let out = self.value("t", self.atom_ty(&a), Span::call_site());
        let join = Join { out, other: self.dummy(&a), then: a };
        self.out.push(Step::If { cond: m.some.clone(), then, other, joins: vec![join] });
        Item::Maybe(Box::new(Maybe { some: m.some, value: Item::Scalar(Atom::Val(out)) }))
    }

    /// A constant `Option` as a flag and a value.
    pub(super) fn opened(&mut self, a: &Atom) -> Result<Maybe> {
        let tokens = self.atom_tokens(a);
        let code = |tokens| Verbatim { tokens, vals: a.val().into_iter().collect(), reads: vec![], lens: vec![] };
        let asks = code(quote!(::wengert::generated::MaybeThere::is_there(&#tokens)));
        let some = self.temporary(Ty::Bool, Op::Verbatim(asks), Span::call_site());
        let inside = self.fresh_inside(&Ident::new("inside", Span::call_site()));
        let takes = code(quote!(::wengert::generated::plain!(match ::wengert::generated::MaybeThere::there(#tokens) {
            ::core::option::Option::Some(#inside) => #inside,
            _ => ::core::unreachable!(),
        })));
        let (then, a) = self.arm(|l| Ok(l.temporary(Ty::Unknown, Op::Verbatim(takes), Span::call_site())))?;
        let (other, ()) = self.arm(|_| Ok(()))?;
        let out = self.value("t", Ty::Unknown, Span::call_site());
        self.plain.insert(out);
        let join = Join { out, other: self.dummy(&a), then: a };
        self.out.push(Step::If { cond: some.clone(), then, other, joins: vec![join] });
        Ok(Maybe { some, value: Item::Scalar(Atom::Val(out)) })
    }

    /// An `Option` of a constant as one value.
    pub(super) fn closed(&mut self, m: Maybe, at: impl quote::ToTokens) -> Result<Atom> {
        let none = quote!(::core::option::Option::None);
        let a = match self.settle(m.value) {
            Item::Never => return Ok(Atom::Lit(none)),
            Item::Scalar(a) if self.is_constant(&a) => a,
            _ => return fault(at, super::control::NO_RESULT),
        };
        let (some, value) = (self.atom_tokens(&m.some), self.atom_tokens(&a));
        let option = quote!(if #some { ::core::option::Option::Some(#value) } else { #none });
        Ok(self.computed(option, &[&m.some, &a], Ty::Unknown))
    }

    /// An item that is an `Option`, with its flag.
    pub(super) fn as_maybe(&mut self, item: Item, at: &Expr) -> Result<Maybe> {
        match item {
            Item::Maybe(m) => Ok(*m),
            Item::Held(_) => {
                let value = self.settle(item);
                self.as_maybe(value, at)
            }
            Item::Scalar(a) if self.is_constant(&a) && self.known_inside(&a).is_none() => self.opened(&a),
            Item::Scalar(a) if self.is_open(&a) || self.is_constant(&a) => Ok(self.unpacked_option(&a)),
            _ => fault(at, "an `Option` is expected here"),
        }
    }

    /// Where one arm gives an `Option` with a flag and the other a constant one, that gets a flag too.
    pub(super) fn alike(&mut self, then: (&mut Block, Item), other: (&mut Block, Item)) -> Result<(Item, Item)> {
        let open = |l: &mut Self, block: &mut Block, a: &Atom| {
            let outer = (std::mem::replace(&mut l.block, block.id), std::mem::take(&mut l.out));
            let opened = l.opened(a);
            block.steps.append(&mut l.out);
            (l.block, l.out) = outer;
            opened.map(|m| Item::Maybe(Box::new(m)))
        };
        let kept = |l: &mut Self, block: &mut Block, m: Maybe| {
            let outer = (std::mem::replace(&mut l.block, block.id), std::mem::take(&mut l.out));
            let inside = match m.value {
                Item::Inside(a) => Ok(a),
                Item::Never => Ok(l.nothing()),
                value => l.packed(value, &quote!()).map(|value| l.something(value)),
            };
            block.steps.append(&mut l.out);
            (l.block, l.out) = outer;
            inside.map(|a| Item::Maybe(Box::new(Maybe { some: m.some, value: Item::Inside(a) })))
        };
        let none = || Maybe { some: literal(false), value: Item::Never };
        Ok(match (then, other) {
            ((x, Item::Maybe(a)), (y, Item::Maybe(b)))
                if self.is_kept_inside(&a.value) || self.is_kept_inside(&b.value) =>
            {
                (kept(self, x, *a)?, kept(self, y, *b)?)
            }
            ((x, Item::Never), (y, Item::Maybe(b))) if self.is_kept_inside(&b.value) => {
                (kept(self, x, none())?, kept(self, y, *b)?)
            }
            ((x, Item::Maybe(a)), (y, Item::Never)) if self.is_kept_inside(&a.value) => {
                (kept(self, x, *a)?, kept(self, y, none())?)
            }
            ((block, Item::Scalar(a)), (_, b @ Item::Maybe(_))) if self.is_constant(&a) => (open(self, block, &a)?, b),
            ((_, a @ Item::Maybe(_)), (block, Item::Scalar(b))) if self.is_constant(&b) => (a, open(self, block, &b)?),
            ((_, a), (_, b)) => (a, b),
        })
    }

    /// The condition under which a pattern fits an `Option`; none if it always does, nothing if it is no such pattern.
    pub(super) fn maybe_fits(&mut self, pat: &Pat, m: &Maybe) -> Result<Option<Option<Atom>>> {
        let Some(variant) = variant(pat) else { return Ok(None) };
        let Some(inside) = variant else {
            if error_in(pat).is_some_and(|inside| !super::refutable::always(inside)) {
                return fault(pat, WHICH_ERROR);
            }
            return Ok(Some(match &m.some {
                Atom::Val(_) => Some(self.temporary(Ty::Bool, Op::Not(m.some.clone()), pat.span())),
                some => Some(literal(some.same(&literal(false)))),
            }));
        };
        self.and_then(m.some.clone(), |l| l.fits(inside, &m.value), pat.span()).map(|cond| Some(Some(cond)))
    }

    /// A condition, and another that is asked where it holds; none if that always holds.
    pub(super) fn and_then(
        &mut self,
        cond: Atom,
        further: impl FnOnce(&mut Self) -> Result<Option<Atom>>,
        span: Span,
    ) -> Result<Atom> {
        let known = self.known.clone();
        let (then, inner) = self.arm(further)?;
        self.known = known;
        let Some(inner) = inner else { return Ok(cond) };
        let (other, ()) = self.arm(|_| Ok(()))?;
        let out = self.value("t", Ty::Bool, span);
        self.temporaries.insert(out);
        let join = Join { out, then: inner, other: literal(false) };
        self.out.push(Step::If { cond, then, other, joins: vec![join] });
        Ok(Atom::Val(out))
    }

    /// Binds the names in `Some(..)`.
    pub(super) fn bind_maybe(&mut self, pat: &Pat, m: Maybe) -> Result<bool> {
        match variant(pat) {
            Some(Some(inside)) => self.bind(inside, m.value, None).map(|()| true),
            Some(None) => {
                for name in error_in(pat).map(super::code::bound).unwrap_or_default() {
                    self.declare(&name, Binding::Error);
                }
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// What a name stands for that is bound to an `Option`.
    pub(super) fn maybe_binding(&mut self, name: &Ident, m: Maybe, mutable: bool, ty: Option<&Type>) -> Binding {
        let ty = ty.and_then(inner);
        if !mutable {
            let value = self.binding_for(name, m.value, false, ty);
            return Binding::Maybe(Box::new(Binding::Const(m.some)), Box::new(value));
        }
        let some = self.var("some", Ty::Bool, m.some);
        let value = match (m.value, ty) {
            (Item::Never, Some(ty)) if self.holds_records_of(ty) => {
                let nothing = self.temporary(Ty::Record, Op::Nothing(quote!(#ty)), name.span());
                self.binding_for(name, Item::Inside(nothing), true, None)
            }
            (Item::Never, None) if self.records => {
                let nothing = self.nothing();
                self.binding_for(name, Item::Inside(nothing), true, None)
            }
            (value, _) if self.is_kept_inside(&value) => {
                let inside = match value {
                    Item::Inside(a) => a,
                    value => match self.packed(value, name) {
                        Ok(value) => self.something(value),
                        Err(_) => self.nothing(),
                    },
                };
                self.binding_for(name, Item::Inside(inside), true, None)
            }
            (Item::Never, ty) => self.place_for(name, ty),
            (value, ty) => self.binding_for(name, value, true, ty),
        };
        Binding::Maybe(Box::new(Binding::Var(some)), Box::new(value))
    }

    /// Whether a type is one of structures, or a tuple with such in it.
    fn holds_records_of(&self, ty: &Type) -> bool {
        match ty {
            Type::Tuple(t) => t.elems.iter().any(|ty| self.holds_records_of(ty)),
            ty => self.is_of_records(ty),
        }
    }

    /// Variables for a value that is not there yet.
    fn place_for(&mut self, name: &Ident, ty: Option<&Type>) -> Binding {
        if let Some(Type::Tuple(t)) = ty {
            return Binding::Tuple(t.elems.iter().map(|ty| self.place_for(name, Some(ty))).collect());
        }
        let number = ty.is_some_and(|ty| matches!(ty, Type::Path(p) if p.path.is_ident(&self.float)));
        let ty = if number { Ty::Float } else { ty.and_then(primitive).unwrap_or(Ty::Unknown) };
        let start = match &ty {
            Ty::Bool => quote!(false),
            Ty::Int(_) => quote!(0),
            Ty::Float => quote!(0.0),
            _ => quote!(::core::default::Default::default()),
        };
        Binding::Var(self.var(&name.to_string(), ty, Atom::Lit(start)))
    }

    /// A variable that is an `Option` takes another value.
    pub(super) fn assign_maybe(&mut self, at: &Expr, some: &Binding, value: &Binding, item: Item) -> Result<()> {
        let item = self.as_maybe(item, at)?;
        let Binding::Var(flag) = some else { return fault(at, "this `Option` is not declared `mut`") };
        self.current[*flag] = item.some;
        self.assign_value(at, value, item.value)
    }

    fn assign_value(&mut self, at: &Expr, to: &Binding, item: Item) -> Result<()> {
        match (to, item) {
            (_, Item::Never) => Ok(()),
            (Binding::Inside(place), item) => {
                let inside = match item {
                    Item::Inside(a) => a,
                    item => {
                        let value = self.packed(item, at)?;
                        self.something(value)
                    }
                };
                self.assign_value(at, place, Item::Scalar(inside))
            }
            (Binding::Var(v), Item::Scalar(a)) => {
                self.set(*v, a);
                Ok(())
            }
            (Binding::Tuple(parts), Item::Tuple(items)) if parts.len() == items.len() => {
                parts.iter().zip(items).try_for_each(|(p, i)| self.assign_value(at, p, i))
            }
            _ => fault(
                at,
                "say what this `Option` holds where it is declared: `let mut best: Option<(f64, usize)> = None`",
            ),
        }
    }
}
