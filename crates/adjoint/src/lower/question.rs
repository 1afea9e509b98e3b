//! `?` and patterns on calls that give an `Option`, written as what the rest of the lowering knows: `let .. else`, and a
//! mark on the call that says what is expected of it.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut};
use syn::{Block, Expr, ExprClosure, ItemFn, Local, Pat, Stmt, Type, parse_quote};

/// The mark on a call: a method of this name, with the number of parts if a tuple is expected.
pub(super) const MARK: &str = "optional__";

/// The function with its questions asked; `?` of its own only where it gives an `Option` or a `Result`.
pub(super) fn asked(f: &ItemFn, gives: bool) -> ItemFn {
    let mut f = f.clone();
    Questions { asks: gives, made: 0 }.visit_block_mut(&mut f.block);
    f
}

struct Questions {
    asks: bool,
    made: usize,
}

/// Whether a pattern is one of an `Option` or a `Result`, and of how many parts its value is.
fn variant(pat: &Pat) -> Option<usize> {
    let named = |p: &syn::Path| super::maybe::of_std(p).is_some();
    match pat {
        Pat::TupleStruct(t) if named(&t.path) => match t.elems.first() {
            Some(Pat::Tuple(parts)) => Some(parts.elems.len()),
            _ => Some(0),
        },
        Pat::Ident(p) if p.ident == "None" => Some(0),
        Pat::Path(p) if named(&p.path) => Some(0),
        _ => None,
    }
}

/// Puts the mark on a call.
fn mark(e: &mut Expr, parts: usize) {
    let Expr::Call(c) = &*e else { return };
    if matches!(&*c.func, Expr::Path(p) if ["Some", "Ok", "Err"].iter().any(|n| p.path.is_ident(n))) {
        return;
    }
    let name = match parts {
        0 => Ident::new(MARK, Span::call_site()),
        n => format_ident!("{MARK}{n}"),
    };
    *e = parse_quote!(#e.#name());
}

/// Methods that make a value of an `Option`.
const ENDS: [&str; 8] =
    ["unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "map_or", "map_or_else", "is_some_and"];

/// Puts the mark on the call at the start of `call(..).map(..)`.
fn mark_root(e: &mut Expr) {
    let Expr::MethodCall(m) = e else { return };
    if ["map", "and_then", "filter", "or", "or_else", "ok", "map_err"].iter().any(|n| m.method == n) {
        match &mut *m.receiver {
            call @ Expr::Call(_) => mark(call, 0),
            inner => mark_root(inner),
        }
    }
}

impl Questions {
    /// Takes the questions out of an expression, in their order.
    fn hoist(&mut self, e: &mut Expr, ty: Option<&Type>, before: &mut Vec<Stmt>) {
        if !self.asks {
            return;
        }
        if let (Expr::Try(t), Some(ty)) = (&mut *e, ty) {
            self.hoist(&mut t.expr, None, before);
            *e = self.ask(&t.expr, Some(ty), before);
            return;
        }
        Hoist { questions: self, before }.visit_expr_mut(e);
    }

    /// `let Some(value) = e else { return None; };`
    fn ask(&mut self, e: &Expr, ty: Option<&Type>, before: &mut Vec<Stmt>) -> Expr {
        let name = format_ident!("asked__{}", self.made);
        self.made += 1;
        let mut e = e.clone();
        mark(&mut e, 0);
        before.push(match ty {
            Some(ty) => parse_quote!(let Some(#name): Option<#ty> = #e else { return None; };),
            None => parse_quote!(let Some(#name) = #e else { return None; };),
        });
        parse_quote!(#name)
    }
}

/// The questions of an expression, but for those that are asked under a condition.
struct Hoist<'q> {
    questions: &'q mut Questions,
    before: &'q mut Vec<Stmt>,
}

impl VisitMut for Hoist<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Closure(_) | Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Unsafe(_) => {}
            Expr::ForLoop(f) => self.visit_expr_mut(&mut f.expr),
            Expr::If(i) => self.visit_expr_mut(&mut i.cond),
            Expr::Match(m) => self.visit_expr_mut(&mut m.expr),
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut b.left)
            }
            Expr::Try(t) => {
                self.visit_expr_mut(&mut t.expr);
                let asked = self.questions.ask(&t.expr, None, self.before);
                *e = asked;
            }
            e => visit_expr_mut(self, e),
        }
    }
}

fn has_question(e: &Expr) -> bool {
    struct Found(bool);
    impl<'ast> syn::visit::Visit<'ast> for Found {
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
        fn visit_block(&mut self, _: &'ast Block) {}
    }
    let mut found = Found(false);
    syn::visit::Visit::visit_expr(&mut found, e);
    found.0
}

impl VisitMut for Questions {
    fn visit_block_mut(&mut self, b: &mut Block) {
        for mut stmt in std::mem::take(&mut b.stmts) {
            let mut before = vec![];
            match &mut stmt {
                Stmt::Local(Local { pat, init: Some(init), .. }) => {
                    let ty = match &*pat {
                        Pat::Type(t) => Some((*t.ty).clone()),
                        _ => None,
                    };
                    self.hoist(&mut init.expr, ty.as_ref(), &mut before);
                    let inner = match &*pat {
                        Pat::Type(t) => &*t.pat,
                        pat => pat,
                    };
                    if let (Some(parts), true) = (variant(inner), init.diverge.is_some()) {
                        mark(&mut init.expr, parts);
                    }
                }
                Stmt::Expr(e, _) => self.hoist(e, None, &mut before),
                _ => {}
            }
            b.stmts.append(&mut before);
            b.stmts.push(stmt);
        }
        visit_block_mut(self, b);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Let(l) => {
                if let Some(parts) = variant(&l.pat) {
                    mark(&mut l.expr, parts);
                }
            }
            Expr::MethodCall(m) if ENDS.iter().any(|n| m.method == n) => mark_root(&mut m.receiver),
            Expr::Match(m) => {
                if let Some(parts) = m.arms.iter().filter_map(|arm| variant(&arm.pat)).max() {
                    mark(&mut m.expr, parts);
                }
                for arm in &mut m.arms {
                    if has_question(&arm.body) {
                        let body = &arm.body;
                        *arm.body = parse_quote!({ #body });
                    }
                }
            }
            _ => {}
        }
        visit_expr_mut(self, e);
    }

    fn visit_expr_closure_mut(&mut self, c: &mut ExprClosure) {
        let outer = std::mem::replace(&mut self.asks, true);
        if has_question(&c.body) {
            let body = &c.body;
            *c.body = parse_quote!({ #body });
        }
        self.visit_expr_mut(&mut c.body);
        self.asks = outer;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
