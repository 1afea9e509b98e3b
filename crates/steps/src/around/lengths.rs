//! Lengths among a function's parameters.

use front::visit_mut::{self, VisitMut};

/// Puts an expression in place of a name in lengths.
pub(super) struct Lengths {
    pub(super) name: String,
    pub(super) by: syn::Expr,
}

impl VisitMut for Lengths {
    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        match e {
            syn::Expr::Path(p) if p.path.is_ident(&self.name) => *e = self.by.clone(),
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}
