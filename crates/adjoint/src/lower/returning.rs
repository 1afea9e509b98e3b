//! `return` in a closure leaves the closure: its body becomes a block with a label, which is left with the value.

use super::effects;
use syn::visit_mut::{VisitMut, visit_expr_mut};
use syn::{Expr, ExprClosure, Item, parse_quote};

/// The body of a closure, with its `return`s turned round.
pub(super) fn body(c: &ExprClosure) -> Expr {
    let mut body = (*c.body).clone();
    if effects::first_return(&body).is_none() {
        return body;
    }
    Returns.visit_expr_mut(&mut body);
    parse_quote!('returned: { #body })
}

struct Returns;

impl VisitMut for Returns {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Closure(_) = e {
            return;
        }
        visit_expr_mut(self, e);
        if let Expr::Return(r) = e {
            *e = match &r.expr {
                Some(value) => parse_quote!(break 'returned #value),
                None => parse_quote!(break 'returned),
            };
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
