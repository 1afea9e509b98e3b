//! Arguments that are structures behind `&mut`: the function gives them back beside its result.

use super::maybe::Maybe;
use super::pattern::Want;
use super::records::bare;
use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Atom, Ty};
use syn::{Expr, Result};

/// How a call says that it gives nothing beside the places that it gives back.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    /// It gives what it gives.
    Nothing,
    /// By an `Option` that is one value.
    Option,
    /// By a flag, as there is no value.
    Flag,
    /// By an `Option` of a constant.
    Constant,
}

impl Lowerer {
    /// The places behind `&mut` that hold structures, and their numbers, among arguments; where `&mut` is taken also names that stand for
    /// such a reference. What is handed over itself is none.
    pub(super) fn lent_places<'e>(
        &self,
        args: impl Iterator<Item = &'e Expr>,
        taken: impl Fn(usize) -> bool,
        handed: impl Fn(usize) -> bool,
    ) -> (Vec<usize>, Vec<Expr>) {
        let place = |(k, e): (usize, &'e Expr)| match e {
            _ if handed(k) => None,
            Expr::Reference(r) if r.mutability.is_some() => self.holds_record(&r.expr).then(|| (k, (*r.expr).clone())),
            e if self.is_lent(e) && taken(k) => Some((k, e.clone())),
            _ => None,
        };
        args.enumerate().filter_map(place).unzip()
    }

    /// Whether a place holds a structure.
    pub(super) fn holds_record(&self, e: &Expr) -> bool {
        if self.is_held(e) {
            return true;
        }
        let root = match bare(e) {
            Expr::Field(f) if self.of_record(f) => self.root(f).0,
            e => e,
        };
        matches!(self.binding_of(root), Some(Binding::Var(v)) if self.records && match self.vars[*v].1 {
            Ty::Record => true,
            Ty::Maybe => !matches!(bare(e), Expr::Field(_)),
            _ => false,
        })
    }

    /// Whether a name stands for `&mut` of a structure.
    fn is_lent(&self, e: &Expr) -> bool {
        let Expr::Path(p) = e else { return false };
        let name = p.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match self.binding_of(e) {
            Some(Binding::Held(reach)) => {
                reach.held().is_some() && (!reach.path.is_empty() || self.lent.contains(&name))
            }
            Some(Binding::Var(_)) => self.lent.contains(&name),
            _ => false,
        }
    }

    /// What is wanted of a call that also gives so many places back.
    pub(super) fn with_places(want: Want, places: usize) -> Want {
        match (want, places) {
            (want, 0) => want,
            (Want::Unit, 1) => Want::Scalar,
            (Want::Unit, n) => Want::Tuple(vec![Want::Scalar; n]),
            (want, n) => Want::Tuple([want].into_iter().chain(vec![Want::Scalar; n]).collect()),
        }
    }

    /// What is wanted of a call that may give nothing and gives places back: one value that says so itself.
    pub(super) fn beside_places(want: Want, given: Option<&syn::Type>) -> (Want, Missing) {
        let inside = given.and_then(|ty| super::known::argument_of(ty, &["Option", "Result"]));
        match (&want, inside) {
            (_, Some(syn::Type::Tuple(t))) if t.elems.is_empty() => (Want::Count(Ty::Bool), Missing::Flag),
            (_, Some(ty)) if crate::around::is_answer(ty) => (Want::Count(Ty::Unknown), Missing::Constant),
            (_, Some(_)) => (Want::Scalar, Missing::Option),
            (Want::Tuple(parts), None) if matches!(parts.as_slice(), [_, Want::Rows(0)]) => {
                (Want::Scalar, Missing::Option)
            }
            _ => (want, Missing::Nothing),
        }
    }

    /// What such a call gave.
    pub(super) fn given_beside(&mut self, item: Item, missing: Missing, given: Option<&syn::Type>) -> Result<Item> {
        let Item::Scalar(a) = item else { return Ok(item) };
        Ok(match missing {
            Missing::Nothing => Item::Scalar(a),
            Missing::Constant => Item::Maybe(Box::new(self.opened(&a)?)),
            Missing::Flag => Item::Maybe(Box::new(Maybe { some: a, value: Item::Unit })),
            Missing::Option => {
                if let Some(v) = a.val() {
                    self.values[v].ty = Ty::Record;
                }
                if let Some(inside) = given.and_then(|ty| super::known::argument_of(ty, &["Option", "Result"])) {
                    self.note(&a, (syn::parse_quote!(Option<#inside>), false));
                }
                Item::Maybe(Box::new(self.unpacked_option(&a)))
            }
        })
    }

    /// Puts what a call gave back where it was lent from, and gives the rest.
    pub(super) fn put_back(&mut self, item: Item, places: &[Expr]) -> Result<Item> {
        if places.is_empty() {
            return Ok(item);
        }
        let mut items = match item {
            Item::Tuple(items) => items,
            item => vec![item],
        };
        let Some(first) = items.len().checked_sub(places.len()) else { return fault(&places[0], "a call is expected") };
        for (place, item) in places.iter().zip(items.split_off(first)) {
            // What has no derivatives stays of its type.
            if let (Item::Scalar(Atom::Val(v)), Some(of)) = (&item, self.known(place))
                && crate::around::carries(&of.0) == Some(false)
            {
                self.values[*v].ty = Ty::Record;
                self.types.insert(*v, of);
            }
            self.assign_item(place, item)?;
        }
        Ok(items.pop().unwrap_or(Item::Unit))
    }
}
