//! `&` and `&mut` of numbers: a name for the variable, and for calls a list of one element that is read afterwards.

use super::{Binding, Item, Lowerer, Var};
use crate::ir::{Access, Arg, Arr, Atom, Init, Step, Storage, Ty, View};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprReference, Pat, Result};

impl Lowerer {
    /// `let r = &mut p;` where `p` is a number: another name for it.
    pub(super) fn other_name(&mut self, pat: &Pat, value: &Expr) -> bool {
        let (Pat::Ident(p), Expr::Reference(r)) = (pat, value) else { return false };
        let (true, Some(Binding::Var(v))) = (r.mutability.is_some(), self.binding_of(&r.expr)) else { return false };
        let v = *v;
        self.note_borrows(pat, value);
        self.declare(&p.ident, Binding::Var(v));
        true
    }

    /// A number that is passed on by reference.
    pub(super) fn number_reference(&mut self, r: &ExprReference) -> Result<Option<Arg>> {
        if r.mutability.is_none() {
            return Ok(match self.item(&r.expr)? {
                // Of what a call gave it is not known whether it is a number.
                Item::Scalar(a) if self.atom_ty(&a) == Ty::Float => Some(Arg::Scalar(a)),
                Item::Element(a, i) if self.arrays[a].float => Some(Arg::Scalar(self.read(a, i))),
                _ => None,
            });
        }
        if let Some(arg) = self.changed_by_call(&r.expr) {
            return Ok(Some(arg));
        }
        Ok(match &*r.expr {
            Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)) => {
                let (arr, index) = self.place(i)?;
                Some(one_of(arr, index))
            }
            _ => None,
        })
    }

    /// A name for a number that the callee may change.
    pub(super) fn changed_by_name(&mut self, e: &Expr) -> Option<Arg> {
        let Expr::Path(p) = e else { return None };
        let name = p.path.get_ident()?.to_string();
        (self.borrows.get(&name) == Some(&true)).then(|| self.changed_by_call(e)).flatten()
    }

    /// A constant that the callee changes, whatever its type.
    pub(super) fn stepped(&mut self, e: &Expr) -> Option<Arg> {
        let Expr::Reference(r) = e else { return None };
        r.mutability?;
        let Binding::Var(v) = self.binding_of(&r.expr)? else { return None };
        let v = *v;
        let now = self.current[v].clone();
        let arr = self.local(Storage::Fixed(quote!(1)), Some(&now), e.span());
        let whole = self.vars[v].1 == Ty::some_int();
        if whole || !matches!(self.vars[v].1, Ty::Int(_) | Ty::Bool) {
            let sample = whole.then(|| quote!(::core::default::Default::default()));
            (self.arrays[arr].float, self.arrays[arr].sample) = (false, sample);
        }
        self.out.push(Step::Alloc(arr, Init::Elements(vec![now])));
        self.changed.push((v, arr));
        Some(Arg::View(View { arr, part: None }, Access::Number))
    }

    /// Whether it is `&mut` of a variable that is a constant as a whole, no number.
    pub(super) fn changes_whole(&self, e: &Expr) -> bool {
        let Expr::Reference(r) = e else { return false };
        let whole = |b: &Binding| matches!(b, Binding::Var(v) if self.vars[*v].1 == Ty::some_int());
        r.mutability.is_some() && self.binding_of(&r.expr).is_some_and(whole)
    }

    fn changed_by_call(&mut self, e: &Expr) -> Option<Arg> {
        match self.binding_of(e)? {
            Binding::Element(arr, index) => Some(one_of(*arr, index.clone())),
            Binding::Var(v) => {
                let v = *v;
                let now = self.current[v].clone();
                let arr = self.local(Storage::Fixed(quote!(1)), Some(&now), e.span());
                self.out.push(Step::Alloc(arr, Init::Elements(vec![now])));
                self.changed.push((v, arr));
                Some(Arg::View(View { arr, part: None }, Access::Number))
            }
            _ => None,
        }
    }

    /// Variables take what a call has left in their lists.
    pub(super) fn take_back(&mut self, from: usize) {
        let changed: Vec<(Var, Arr)> = self.changed.drain(from..).collect();
        for (v, arr) in changed {
            let value = self.read(arr, Atom::Lit(quote!(0)));
            // What is of a type of the user's stays so.
            if let (Atom::Val(new), Some(of)) = (&value, self.known_atom(&self.current[v].clone()))
                && !self.arrays[arr].float
            {
                self.types.insert(*new, of);
            }
            self.set(v, value);
        }
    }
}

fn one_of(arr: Arr, index: Atom) -> Arg {
    Arg::View(View { arr, part: Some((index, Atom::Lit(quote!(1)))) }, Access::Number)
}
