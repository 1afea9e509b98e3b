//! Arrays and their parts: every view is its owner, an offset and a length.

use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Arr, Atom, Binary, Int, Op, Step, Ty, View};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, RangeLimits, Result};

impl Lowerer {
    /// The view that an expression stands for, if it stands for one; nothing is lowered otherwise.
    pub(super) fn try_view(&mut self, e: &Expr) -> Result<Option<View>> {
        match e {
            Expr::Paren(p) => self.try_view(&p.expr),
            Expr::Group(p) => self.try_view(&p.expr),
            Expr::Reference(r) => self.try_view(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.try_view(&u.expr),
            Expr::Path(_) | Expr::Field(_) => Ok(match self.binding_of(e) {
                Some(Binding::View(v)) => Some(v.clone()),
                _ => None,
            }),
            Expr::Index(i) if self.is_row(e) => match self.row(i)? {
                super::nest::Row::View(v) => Ok(Some(v)),
                super::nest::Row::Nest(_) => Ok(None),
            },
            Expr::Index(i) if self.depth(&i.expr) > 0 => Ok(None),
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) && !self.opaque(&i.expr) => {
                self.range_view(e).map(Some)
            }
            Expr::MethodCall(m) if self.names_array(&m.receiver) => {
                let gives = ["as_slice", "as_mut_slice", "to_vec", "clone", "as_ref", "as_mut"];
                if !gives.iter().any(|n| m.method == n) {
                    return Ok(None);
                }
                match self.method(m)? {
                    Item::View(v) => Ok(Some(v)),
                    Item::Fresh(arr) => Ok(Some(View { arr, part: None })),
                    _ => Ok(None),
                }
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => self.fresh_view(e),
            Expr::Array(_) | Expr::Repeat(_) => self.fresh_view(e),
            Expr::MethodCall(m) if m.method == "collect" && self.iterates(&m.receiver) => self.fresh_view(e),
            _ => Ok(None),
        }
    }

    fn fresh_view(&mut self, e: &Expr) -> Result<Option<View>> {
        match self.item(e)? {
            Item::Fresh(arr) => Ok(Some(View { arr, part: None })),
            _ => Ok(None),
        }
    }

    /// An expression that has to be an array or a part of one.
    pub(super) fn view(&mut self, e: &Expr) -> Result<View> {
        match self.try_view(e)? {
            Some(view) => Ok(view),
            None => match self.field_view(e)?.map_or_else(|| self.item(e), |v| Ok(Item::View(v)))? {
                Item::View(v) => Ok(v),
                Item::Fresh(arr) => Ok(View { arr, part: None }),
                _ => fault(e, "an array or a part of one is expected here"),
            },
        }
    }

    /// `a[lo..hi]`
    pub(super) fn range_view(&mut self, e: &Expr) -> Result<View> {
        let Expr::Index(ExprIndex { expr, index, .. }) = e else { return fault(e, "a part of an array is expected") };
        let Expr::Range(range) = &**index else { return fault(index, "a range is expected here") };
        let outer = self.view(expr)?;
        if range.start.is_none() && range.end.is_none() {
            return Ok(outer);
        }
        let lo = match &range.start {
            Some(e) => self.index(e)?,
            None => Atom::Lit(quote!(0)),
        };
        let hi = match &range.end {
            Some(e) => {
                let hi = self.index(e)?;
                match range.limits {
                    RangeLimits::Closed(_) => self.sum(&hi, &Atom::Lit(quote!(1))),
                    RangeLimits::HalfOpen(_) => hi,
                }
            }
            None => self.length(&outer),
        };
        let len = self.difference(&hi, &lo);
        let limit = range.end.is_some().then(|| self.length(&outer));
        self.part(&outer, lo, len, limit.as_ref())
    }

    /// The part of a view from `off` on, `len` long; `limit` is the view's length if the part might not fit.
    pub(super) fn part(&mut self, outer: &View, off: Atom, len: Atom, limit: Option<&Atom>) -> Result<View> {
        if let Some(limit) = limit {
            let end = self.sum(&off, &len);
            if !end.same(limit) {
                self.out.push(Step::Bounds(end, limit.clone()));
            }
        }
        let off = match &outer.part {
            Some((base, _)) => self.sum(base, &off),
            None => off,
        };
        Ok(View { arr: outer.arr, part: Some((off, len)) })
    }

    /// An operation of two indices, where one of them is made.
    pub(super) fn of_indices(&mut self, op: Binary, a: &Atom, b: &Atom) -> Atom {
        let Some(first) = a.val().or(b.val()) else {
            let (x, y) = (self.atom_tokens(a), self.atom_tokens(b));
            return Atom::Lit(quote!((#x #op #y)));
        };
        let span = self.values[first].name.span();
        self.temporary(Ty::usize(), Op::Int(Int::binary(op, a, b)), span)
    }

    pub(super) fn sum(&mut self, a: &Atom, b: &Atom) -> Atom {
        if a.is_zero() {
            return b.clone();
        }
        if b.is_zero() {
            return a.clone();
        }
        if let (Some(x), Some(y)) = (super::nest::number(a), super::nest::number(b)) {
            let sum = proc_macro2::Literal::usize_unsuffixed(x + y);
            return Atom::Lit(quote!(#sum));
        }
        self.of_indices(Binary::Add, a, b)
    }

    pub(super) fn difference(&mut self, a: &Atom, b: &Atom) -> Atom {
        if b.is_zero() {
            return a.clone();
        }
        self.of_indices(Binary::Sub, a, b)
    }

    /// The owner and the index of an element expression.
    pub(super) fn place(&mut self, i: &ExprIndex) -> Result<(Arr, Atom)> {
        if let Expr::Index(inner) = &*i.expr
            && !matches!(&*inner.index, Expr::Range(_))
            && self.depth(&inner.expr) != 1
        {
            return fault(&i.expr, "an index is missing here, or one is too many");
        }
        let view = match self.try_view(&i.expr)? {
            None => self.field_view(&i.expr)?,
            view => view,
        };
        let Some(view) = view else {
            return fault(&i.expr, "only arrays, and parts of arrays, can be indexed here");
        };
        let index = self.index(&i.index)?;
        let index = self.element(&view, index, i.span());
        Ok((view.arr, index))
    }

    /// The owner's index of an element of a view.
    pub(super) fn element(&mut self, view: &View, index: Atom, span: proc_macro2::Span) -> Atom {
        match &view.part {
            None => index,
            Some(_) if self.is_all(view) => index,
            // What is seen to lie inside is not checked when the program runs.
            Some((off, len)) => match (super::nest::number(&index), super::nest::number(len)) {
                (Some(i), Some(n)) if i < n => {
                    let off = off.clone();
                    self.sum(&off, &index)
                }
                _ => self.temporary(Ty::usize(), Op::Offset(off.clone(), index, len.clone()), span),
            },
        }
    }

    /// As [`element`](Lowerer::element), for an index that is known to lie inside.
    pub(super) fn inside(&mut self, view: &View, index: &Atom) -> Atom {
        match &view.part {
            None => index.clone(),
            Some((off, _)) => {
                let off = off.clone();
                self.sum(&off, index)
            }
        }
    }
}
