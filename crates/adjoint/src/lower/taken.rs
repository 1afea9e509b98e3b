//! Arguments that the type of a parameter says more of than their form.

use super::Lowerer;
use super::held::{Reach, Root};
use super::known::element_of;
use super::records::bare;
use crate::around;
use crate::ir::{Atom, Op};
use syn::spanned::Spanned;
use syn::{Expr, Result, Type, parse_quote};

impl Lowerer {
    /// An argument that takes another form where this type is expected: one that is converted to it, rows.
    pub(super) fn of_taken_type(&self, e: &Expr, taken: Option<&Type>) -> Option<Expr> {
        match (e, taken) {
            (Expr::MethodCall(m), Some(ty @ Type::Path(_)))
                if m.method == "into" && around::carries(ty) == Some(true) =>
            {
                let from = &m.receiver;
                Some(parse_quote!(#ty::from(#from)))
            }
            _ => self.as_rows(e, taken),
        }
    }

    /// An array of structures where a slice of them is expected, as a list; none if it is anything else.
    pub(super) fn array_as_list(&mut self, e: &Expr, taken: Option<&Type>) -> Result<Option<Atom>> {
        let Some(Type::Reference(r)) = taken else { return Ok(None) };
        let Type::Slice(slice) = &*r.elem else { return Ok(None) };
        if r.mutability.is_some() || around::carries(&slice.elem) != Some(true) {
            return Ok(None);
        }
        let e = bare(e);
        if let Expr::Array(a) = e
            && !self.opaque(e)
        {
            let elements = a.elems.iter().map(|e| self.scalar(e)).collect::<Result<Vec<_>>>()?;
            let elem = &slice.elem;
            let list = self.temporary(crate::ir::Ty::Record, Op::List(elements, false, None), e.span());
            self.types.extend(list.val().map(|v| (v, (parse_quote!(Vec<#elem>), false))));
            return Ok(Some(list));
        }
        let array = matches!(self.known(e), Some((Type::Array(_), false)));
        if !array || self.known(e).is_some_and(|(ty, _)| element_of(&ty).is_none()) {
            return Ok(None);
        }
        let place = if self.is_held(e) { Some(self.reach(e)?) } else { self.reach_of_value(e)? };
        let list = match place {
            Some(place) => place,
            None if !self.opaque(e) => Reach::whole(Root::Value(self.scalar(e)?)),
            None => return Ok(None),
        };
        let super::Item::Held(list) = self.copied_list(&list, e.span())? else { return Ok(None) };
        Ok(Some(self.look_at(&list, e.span())))
    }
}
