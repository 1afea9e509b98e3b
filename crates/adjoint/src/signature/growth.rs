//! Lists that a function takes by `&mut` and makes longer or shorter: they are given back beside the result, as structures
//! are, since the length of what lies outside is the caller's.

use front::visit::{self, Visit};
use proc_macro2::Ident;
use syn::{Expr, FnArg, ItemFn, Pat, Type, UnOp};

/// Methods that change how long a list is.
pub(crate) const GROW: [&str; 18] = [
    "push",
    "pop",
    "extend",
    "extend_from_slice",
    "append",
    "resize",
    "truncate",
    "clear",
    "insert",
    "remove",
    "swap_remove",
    "retain",
    "dedup",
    "drain",
    "split_off",
    "clone_from",
    "resize_with",
    "retain_mut",
];

/// So deep are functions followed that a list is handed on to.
const DEEPEST: u32 = 8;

/// Whether a parameter is a list behind `&mut` of which the length changes.
pub(crate) fn changes_length(f: &ItemFn, name: &Ident, ty: &Type) -> bool {
    is_lent_list(ty) && grows(f, name, DEEPEST)
}

/// `&mut Vec<..>`
fn is_lent_list(ty: &Type) -> bool {
    let Type::Reference(r) = ty else { return false };
    r.mutability.is_some() && crate::syntax::types::argument_of(&r.elem, &["Vec"]).is_some()
}

fn grows(f: &ItemFn, name: &Ident, depth: u32) -> bool {
    let mut uses = Uses { name, depth, grows: false };
    uses.visit_block(&f.block);
    uses.grows
}

struct Uses<'n> {
    name: &'n Ident,
    depth: u32,
    grows: bool,
}

impl Uses<'_> {
    /// Whether it is the list: by its name, as what is behind it, or lent once more.
    fn is(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(p) => p.path.is_ident(self.name),
            Expr::Paren(p) => self.is(&p.expr),
            Expr::Unary(u) => matches!(u.op, UnOp::Deref(_)) && self.is(&u.expr),
            Expr::Reference(r) => r.mutability.is_some() && self.is(&r.expr),
            _ => false,
        }
    }

    /// Whether it changes its length in a function that it is handed to in this place.
    fn grows_there(&self, path: &syn::Path, k: usize) -> bool {
        if path.segments.iter().any(|s| s.ident == "mem") || matches!(path.get_ident(), Some(i) if i == "swap") {
            return true;
        }
        let (Some(depth), Some(f)) = (self.depth.checked_sub(1), crate::around::function_at(path)) else {
            return false;
        };
        let Some(FnArg::Typed(t)) = f.sig.inputs.iter().nth(k) else { return false };
        let Pat::Ident(p) = &*t.pat else { return false };
        is_lent_list(&t.ty) && grows(&f, &p.ident, depth)
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let changes = GROW.iter().any(|name| call.method == name);
        self.grows |= changes && (self.is(&call.receiver) || call.args.iter().any(|arg| self.is(arg)));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(f) = &*call.func {
            self.grows |= call.args.iter().enumerate().any(|(k, arg)| self.is(arg) && self.grows_there(&f.path, k));
        }
        visit::visit_expr_call(self, call);
    }
}
