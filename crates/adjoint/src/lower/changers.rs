//! Variables that one method alone can change: Rust lets a variable be `mut` for a reason, and where nothing else in the
//! function changes it, the method that is asked for values does.

use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::visit::{Visit, visit_expr, visit_pat_ident, visit_stmt};
use syn::{Expr, ExprMethodCall, ItemFn, PatIdent, Stmt};

/// The method that changes each such variable of a function, by the variable's name.
pub(super) fn changers(f: &ItemFn) -> HashMap<String, Ident> {
    let mut found = Changers::default();
    found.visit_item_fn(f);
    let Changers { mutable, bound, changed, asked, .. } = found;
    let only = |(name, methods): (String, Vec<Ident>)| {
        let one = methods.first().filter(|first| methods.iter().all(|m| m == *first))?.clone();
        let sure = mutable.contains(&name) && bound.get(&name) == Some(&1) && !changed.contains(&name);
        sure.then_some((name, one))
    };
    asked.into_iter().filter_map(only).collect()
}

#[derive(Default)]
struct Changers {
    mutable: HashSet<String>,
    /// How many patterns bind a name.
    bound: HashMap<String, usize>,
    /// What is changed in another way.
    changed: HashSet<String>,
    /// Methods whose values are used.
    asked: HashMap<String, Vec<Ident>>,
    /// Whether the method call at hand is a statement.
    statement: bool,
}

/// The variable that a place begins at.
fn root(e: &Expr) -> Option<String> {
    match e {
        Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) => root(&i.expr),
        Expr::Paren(p) => root(&p.expr),
        Expr::Unary(u) => root(&u.expr),
        Expr::MethodCall(m) => root(&m.receiver),
        _ => None,
    }
}

impl Changers {
    fn method(&mut self, m: &ExprMethodCall, statement: bool) {
        match &*m.receiver {
            Expr::Path(p) if !statement => {
                if let Some(name) = p.path.get_ident() {
                    self.asked.entry(name.to_string()).or_default().push(m.method.clone());
                }
            }
            // A part of it, or the whole for the effect alone.
            receiver => self.changed.extend(root(receiver)),
        }
    }
}

impl<'ast> Visit<'ast> for Changers {
    fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
        *self.bound.entry(p.ident.to_string()).or_default() += 1;
        if p.mutability.is_some() {
            self.mutable.insert(p.ident.to_string());
        }
        visit_pat_ident(self, p);
    }

    fn visit_stmt(&mut self, s: &'ast Stmt) {
        self.statement = matches!(s, Stmt::Expr(Expr::MethodCall(_), Some(_)));
        visit_stmt(self, s);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        let statement = std::mem::take(&mut self.statement);
        match e {
            Expr::Assign(a) => self.changed.extend(root(&a.left)),
            Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.changed.extend(root(&b.left)),
            Expr::Reference(r) if r.mutability.is_some() => self.changed.extend(root(&r.expr)),
            Expr::MethodCall(m) => self.method(m, statement),
            _ => {}
        }
        visit_expr(self, e);
    }
}
