//! Lists that a function takes by `&mut` and makes longer or shorter: they are given back beside the result, as structures
//! are, since the length of what lies outside is the caller's.

use front::visit::{self, Visit};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Expr, FnArg, ItemFn, Pat, Type, UnOp};

/// Methods that change how long a list is, or what a map or a queue keeps its values in.
pub const GROW: [&str; 29] = [
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
    "push_back",
    "push_front",
    "pop_back",
    "pop_front",
    "pop_first",
    "pop_last",
    "entry",
    "remove_entry",
    "take",
    "dedup_by",
    "dedup_by_key",
];

/// Whether a parameter is a list behind `&mut` of which the length changes, here or in a function that it is handed to.
pub fn changes_length(f: &ItemFn, name: &Ident, ty: &Type) -> bool {
    if !is_lent_list(ty) {
        return false;
    }
    let mut uses = Uses::of(f, name);
    let mut todo: Vec<_> = uses.handed.drain(..).map(|to| (None, to)).collect();
    let mut seen = HashSet::new();
    while !uses.grows
        && let Some((from, (path, k))) = todo.pop()
    {
        let Some((id, f)) = crate::around::function_from(from, &path) else { continue };
        let Some(FnArg::Typed(t)) = f.sig.inputs.iter().nth(k) else { continue };
        let Pat::Ident(p) = &*t.pat else { continue };
        if is_lent_list(&t.ty) && seen.insert((id, k)) {
            uses = Uses::of(&f, &p.ident);
            todo.extend(uses.handed.drain(..).map(|to| (Some(id.scope), to)));
        }
    }
    uses.grows
}

/// `&mut Vec<..>`
fn is_lent_list(ty: &Type) -> bool {
    let Type::Reference(r) = ty else { return false };
    r.mutability.is_some() && crate::syntax::types::argument_of(&r.elem, &["Vec"]).is_some()
}

/// What is of `std::mem` puts another list in its place.
fn is_swap(path: &syn::Path) -> bool {
    path.segments.iter().any(|s| s.ident == "mem") || path.is_ident("swap")
}

struct Uses {
    name: Ident,
    grows: bool,
    /// The functions that it is handed to, and as which argument.
    handed: Vec<(syn::Path, usize)>,
}

impl Uses {
    fn of(f: &ItemFn, name: &Ident) -> Uses {
        let mut uses = Uses { name: name.clone(), grows: false, handed: vec![] };
        uses.visit_block(&f.block);
        uses
    }

    /// Whether it is the list: by its name, as what is behind it, or lent once more.
    fn is(&self, e: &Expr) -> bool {
        match e {
            Expr::Path(p) => p.path.is_ident(&self.name),
            Expr::Paren(p) => self.is(&p.expr),
            Expr::Unary(u) => matches!(u.op, UnOp::Deref(_)) && self.is(&u.expr),
            Expr::Reference(r) => r.mutability.is_some() && self.is(&r.expr),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let changes = GROW.iter().any(|name| call.method == name);
        self.grows |= changes && (self.is(&call.receiver) || call.args.iter().any(|arg| self.is(arg)));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(f) = &*call.func {
            let at = call.args.iter().enumerate().filter(|(_, arg)| self.is(arg)).map(|(k, _)| k);
            let at: Vec<usize> = at.collect();
            self.grows |= is_swap(&f.path) && !at.is_empty();
            self.handed.extend(at.into_iter().map(|k| (f.path.clone(), k)));
        }
        visit::visit_expr_call(self, call);
    }
}
