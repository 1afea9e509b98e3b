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

/// The lengths that are a type's parameters, where it is written without arguments and has no other parameters.
pub fn lengths_of(path: &syn::Path) -> Vec<syn::ConstParam> {
    let Some(last) = path.segments.last().filter(|s| s.arguments.is_none()) else { return vec![] };
    let lengths = crate::around::parameters_of(&last.ident).into_iter().map(|p| match p {
        syn::GenericParam::Const(c) => Some(syn::ConstParam { default: None, eq_token: None, ..c }),
        _ => None,
    });
    lengths.collect::<Option<_>>().unwrap_or_default()
}
