//! What a piece of syntax may change.

use super::code::inside;
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{Visit, visit_expr};
use syn::{Block, Expr, ExprClosure};

/// Syntax that can be asked what it assigns to.
pub(super) trait Code: ToTokens {
    /// Has the visitor see all of it.
    fn show<'ast>(&'ast self, to: &mut impl Visit<'ast>);

    /// The names of what is assigned to, at any depth.
    fn assigned(&self) -> Vec<String> {
        let mut found = Assigned(vec![]);
        self.show(&mut found);
        found.0.sort();
        found.0.dedup();
        found.0
    }
}

impl Code for Block {
    fn show<'ast>(&'ast self, to: &mut impl Visit<'ast>) {
        to.visit_block(self);
    }
}

impl Code for Expr {
    fn show<'ast>(&'ast self, to: &mut impl Visit<'ast>) {
        to.visit_expr(self);
    }
}

struct Assigned(Vec<String>);

impl Assigned {
    fn place(&mut self, e: &Expr) {
        match e {
            Expr::Path(p) => self.0.extend(p.path.get_ident().map(ToString::to_string)),
            Expr::Paren(p) => self.place(&p.expr),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.place(e)),
            Expr::Field(f) => self.place(&f.base),
            Expr::Unary(u) => self.place(&u.expr),
            // A row may become longer.
            Expr::Index(i) => self.place(&i.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Assigned {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(a) => self.place(&a.left),
            Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.place(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
            // A method called for its effect changes its receiver.
            Expr::MethodCall(m) => self.place(&m.receiver),
            Expr::Macro(m) => inside(&m.mac).iter().for_each(|e| self.0.extend(e.assigned())),
            _ => {}
        }
        visit_expr(self, e);
    }
}

/// Methods that change what they are called on.
fn changes_receiver(name: &str) -> bool {
    let known = ["fill", "swap", "copy_from_slice", "clone_from_slice", "next", "sort_by"];
    name.ends_with("_mut") || known.contains(&name)
}

/// Whether a closure writes to anything that is not a variable of its own: to what it captures, or through its
/// parameters.
pub(super) fn writes_outside(c: &ExprClosure) -> bool {
    writes_but_to(c, HashSet::new())
}

/// Whether a closure writes to anything that is neither a variable of its own nor one of these.
pub(super) fn writes_but_to(c: &ExprClosure, allowed: HashSet<String>) -> bool {
    #[derive(Default)]
    struct Writes {
        written: HashSet<String>,
        own: HashSet<String>,
    }
    impl Writes {
        fn root(&mut self, e: &Expr) {
            match e {
                Expr::Path(p) => self.written.extend(p.path.get_ident().map(ToString::to_string)),
                Expr::Paren(p) => self.root(&p.expr),
                Expr::Tuple(t) => t.elems.iter().for_each(|e| self.root(e)),
                Expr::Field(f) => self.root(&f.base),
                Expr::Unary(u) => self.root(&u.expr),
                Expr::Index(i) => self.root(&i.expr),
                Expr::MethodCall(m) => self.root(&m.receiver),
                Expr::Reference(r) => self.root(&r.expr),
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Writes {
        fn visit_local(&mut self, l: &'ast syn::Local) {
            struct Names<'n>(&'n mut HashSet<String>);
            impl<'ast> Visit<'ast> for Names<'_> {
                fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
                    self.0.insert(p.ident.to_string());
                }
            }
            Names(&mut self.own).visit_pat(&l.pat);
            syn::visit::visit_local(self, l);
        }
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::Assign(a) => self.root(&a.left),
                Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.root(&b.left),
                Expr::Reference(r) if r.mutability.is_some() => self.root(&r.expr),
                Expr::MethodCall(m) if changes_receiver(&m.method.to_string()) || super::lists::grows(&m.method) => {
                    self.root(&m.receiver);
                }
                _ => {}
            }
            visit_expr(self, e);
        }
    }
    let mut writes = Writes { own: allowed, ..Writes::default() };
    writes.visit_expr(&c.body);
    !writes.written.is_subset(&writes.own)
}

/// The first `return` in an expression that leaves it.
pub(super) fn first_return(e: &Expr) -> Option<&syn::ExprReturn> {
    struct Returns<'ast>(Option<&'ast syn::ExprReturn>);
    impl<'ast> Visit<'ast> for Returns<'ast> {
        fn visit_expr_return(&mut self, r: &'ast syn::ExprReturn) {
            self.0.get_or_insert(r);
        }
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut returns = Returns(None);
    returns.visit_expr(e);
    returns.0
}

/// The names that are declared `mut` anywhere in a function.
pub(super) fn mutable(f: &syn::ItemFn) -> HashSet<String> {
    struct Mutable(HashSet<String>);
    impl<'ast> Visit<'ast> for Mutable {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            if p.mutability.is_some() {
                self.0.insert(p.ident.to_string());
            }
        }
    }
    let mut found = Mutable(HashSet::new());
    found.visit_item_fn(f);
    found.0
}
