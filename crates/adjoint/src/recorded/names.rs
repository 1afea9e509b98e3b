//! The names that a text binds, and which of them may be called.

use quote::ToTokens;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Pat};

/// How often each name is bound, and how often to what is no function for certain.
#[derive(Default)]
pub(super) struct Names {
    bound: HashMap<String, usize>,
    values: HashMap<String, usize>,
}

impl Names {
    /// Those of a function.
    pub(super) fn of(f: &ItemFn) -> Names {
        let mut names = Names::default();
        names.bound.extend(f.sig.generics.const_params().map(|c| (c.ident.to_string(), 1)));
        names.visit_item_fn(f);
        names
    }

    pub(super) fn extend(&mut self, others: Names) {
        for (name, n) in others.bound {
            *self.bound.entry(name).or_default() += n;
        }
        for (name, n) in others.values {
            *self.values.entry(name).or_default() += n;
        }
    }

    /// Whether a name is bound: such a one in capitals is no constant.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.bound.contains_key(name)
    }

    /// Whether a name may be bound where it is called: one that is bound to values alone is a function there, which
    /// the value has the name of.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.bound.get(name) > self.values.get(name)
    }

    fn values(&mut self, pat: &Pat) {
        struct Inside<'n>(&'n mut HashMap<String, usize>);
        impl<'ast> Visit<'ast> for Inside<'_> {
            fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
                *self.0.entry(p.ident.to_string()).or_default() += 1;
                visit::visit_pat_ident(self, p);
            }
        }
        Inside(&mut self.values).visit_pat(pat);
    }
}

/// Whether an expression may be a function, or hold some.
fn may_be_function(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => may_be_function(&p.expr),
        Expr::Reference(r) => may_be_function(&r.expr),
        e => !matches!(
            e,
            Expr::Array(_)
                | Expr::Binary(_)
                | Expr::Call(_)
                | Expr::Cast(_)
                | Expr::Lit(_)
                | Expr::Macro(_)
                | Expr::MethodCall(_)
                | Expr::Range(_)
                | Expr::Repeat(_)
                | Expr::Struct(_)
                | Expr::Try(_)
        ),
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        *self.bound.entry(p.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, p);
    }

    fn visit_local(&mut self, l: &'ast syn::Local) {
        let typed = matches!(&l.pat, Pat::Type(t) if t.ty.to_token_stream().to_string().to_lowercase().contains("fn"));
        if !typed && l.init.as_ref().is_some_and(|init| !may_be_function(&init.expr)) {
            self.values(&l.pat);
        }
        visit::visit_local(self, l);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !matches!(arm.pat, Pat::Ident(_)) {
            self.values(&arm.pat);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_let(&mut self, l: &'ast syn::ExprLet) {
        if !may_be_function(&l.expr) {
            self.values(&l.pat);
        }
        visit::visit_expr_let(self, l);
    }
}
