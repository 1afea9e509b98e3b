//! Sequences of constants, which code without derivatives gives.

use super::sequence::Seq;
use super::{Binding, Lowerer};
use crate::ir::{Op, Ty, Verbatim};
use proc_macro2::Ident;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Result};

impl Lowerer {
    /// What constant code gives, as a sequence.
    pub(super) fn constants_of(&mut self, e: &Expr) -> Result<Seq> {
        let item = self.known(e).and_then(|(ty, _)| super::known::element_of(&ty).cloned());
        let mut rest = e.clone();
        let name = Ident::new("lent__", e.span());
        if let Some(made) = lent(&mut rest, &name) {
            let code = self.verbatim(&made)?;
            let kept = self.temporary(Ty::Unknown, Op::Verbatim(code), e.span());
            return self.scoped(|l| {
                l.declare(&name, Binding::Const(kept));
                l.constants_of(&rest)
            });
        }
        let code = self.verbatim(e)?;
        let tokens = &code.tokens;
        let code = Verbatim { tokens: quote!(::wengert::generated::listed!(#tokens)), ..code };
        let list = self.temporary(Ty::Unknown, Op::Verbatim(code), e.span());
        if let (Some(item), Some(v)) = (item, list.val()) {
            self.item_types.insert(v, item);
        }
        Ok(Seq::Constants(list))
    }
}

/// What a chain borrows from that is made for it, and lives no longer than a statement; it is called by a name there.
fn lent(chain: &mut Expr, name: &Ident) -> Option<Expr> {
    const BORROWS: [&str; 12] = [
        "as_slice",
        "bytes",
        "chars",
        "chunks",
        "chunks_exact",
        "iter",
        "keys",
        "lines",
        "split",
        "split_whitespace",
        "values",
        "windows",
    ];
    let Expr::MethodCall(m) = chain else { return None };
    let made = lent(&mut m.receiver, name);
    let makes = matches!(&*m.receiver, Expr::Call(_) | Expr::Macro(_) | Expr::MethodCall(_));
    let own = made.is_none() && makes && BORROWS.iter().any(|borrows| m.method == borrows);
    made.or_else(|| own.then(|| std::mem::replace(&mut *m.receiver, syn::parse_quote!(#name))))
}
