//! Methods that give constants, of structures and of their fields: what they give carries no derivative.

use super::{Item, Lowerer};
use crate::around;
use crate::derive::plain_constant;
use crate::ir::{Atom, Op, Ty};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, Type};

impl Lowerer {
    /// A method that gives a constant, where the type of its receiver is known; none if it is any other.
    pub(super) fn asked_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        if self.opaque(&m.receiver) || !m.args.iter().all(|e| self.opaque(e)) {
            return Ok(None);
        }
        let Some((of, constant)) = self.known(&m.receiver) else { return Ok(None) };
        let of_constants = (constant || plain_constant(&of)) && !super::user_methods::of_all(&m.method.to_string());
        let own = around::asks(&of, &m.method);
        if !of_constants && !own {
            return Ok(None);
        }
        let given = around::given_by_method(Some(&of), &m.method, &self.float.to_string());
        let ty = match given.as_ref().and_then(super::primitive) {
            Some(ty) => ty,
            None if m.method == "contains" => Ty::Bool,
            None => Ty::some_int(),
        };
        let name = if of_constants { m.method.clone() } else { crate::blocks::asked(&m.method) };
        let (record, way, mut indices) = match self.value_and_way(super::records::bare(&m.receiver))? {
            Some(found) => found,
            None => (self.scalar(&m.receiver)?, TokenStream::new(), vec![]),
        };
        if record.val().is_none() {
            return Ok(None);
        }
        let mut args = vec![];
        for e in &m.args {
            let reference = m.method == "contains" || matches!(e, Expr::Reference(_));
            let atom = self.index(super::records::bare(e))?;
            let tokens = self.atom_tokens(&atom);
            args.push(if reference { quote!(&(#tokens)) } else { tokens });
            indices.push(atom);
        }
        let call = quote!(#way.#name(#(#args),*));
        let made = self.temporary(ty, Op::Field(record, call, indices), m.span());
        if let (Some(ty), Atom::Val(v)) = (given.filter(|ty| !matches!(ty, Type::Reference(_))), &made)
            && super::primitive(&ty).is_none()
        {
            self.types.insert(*v, (ty, true));
        }
        Ok(Some(Item::Scalar(made)))
    }
}
