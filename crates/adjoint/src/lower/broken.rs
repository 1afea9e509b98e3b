//! `loop { .. break v; .. }` with a variable from outside it: the loop is left, and then there is the variable.

use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprBreak, ExprLoop, Item, ItemFn, Label, Lifetime, Pat, Stmt, parse_quote};

/// The function with such loops taken apart.
pub(super) fn rewritten(f: &ItemFn) -> ItemFn {
    let mut f = f.clone();
    Broken.visit_block_mut(&mut f.block);
    f
}

/// The names in what a loop is left with, if that is made of names alone.
fn names(e: &Expr, out: &mut HashSet<String>) -> bool {
    match e {
        Expr::Paren(p) => names(&p.expr, out),
        Expr::Tuple(t) => !t.elems.is_empty() && t.elems.iter().all(|e| names(e, out)),
        Expr::Path(p) => p.path.get_ident().is_some_and(|name| {
            out.insert(name.to_string());
            true
        }),
        _ => false,
    }
}

/// Whether a `break` leaves the loop of this label, which it stands so deep in.
fn leaves(of: &Option<Label>, depth: usize, to: &Option<Lifetime>) -> bool {
    match (of, to) {
        (Some(of), Some(to)) => of.name.ident == to.ident,
        (None, Some(_)) => false,
        (_, None) => depth == 0,
    }
}

/// What a loop is left with everywhere, and the names that are bound in it.
struct Values<'l> {
    label: &'l Option<Label>,
    depth: usize,
    values: Vec<Option<Expr>>,
    bound: HashSet<String>,
}

impl<'ast> Visit<'ast> for Values<'_> {
    fn visit_expr_break(&mut self, b: &'ast ExprBreak) {
        if leaves(self.label, self.depth, &b.label) {
            self.values.push(b.expr.as_deref().cloned());
        }
        visit::visit_expr_break(self, b);
    }
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.bound.insert(p.ident.to_string());
        visit::visit_pat_ident(self, p);
    }
    fn visit_expr_loop(&mut self, l: &'ast ExprLoop) {
        self.depth += 1;
        visit::visit_expr_loop(self, l);
        self.depth -= 1;
    }
    fn visit_expr_while(&mut self, w: &'ast syn::ExprWhile) {
        self.depth += 1;
        visit::visit_expr_while(self, w);
        self.depth -= 1;
    }
    fn visit_expr_for_loop(&mut self, f: &'ast syn::ExprForLoop) {
        self.depth += 1;
        visit::visit_expr_for_loop(self, f);
        self.depth -= 1;
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Takes the values from these `break`s.
struct Without<'l> {
    label: &'l Option<Label>,
    depth: usize,
}

impl VisitMut for Without<'_> {
    fn visit_expr_break_mut(&mut self, b: &mut ExprBreak) {
        if leaves(self.label, self.depth, &b.label) {
            b.expr = None;
        }
        visit_mut::visit_expr_break_mut(self, b);
    }
    fn visit_expr_loop_mut(&mut self, l: &mut ExprLoop) {
        self.depth += 1;
        visit_mut::visit_expr_loop_mut(self, l);
        self.depth -= 1;
    }
    fn visit_expr_while_mut(&mut self, w: &mut syn::ExprWhile) {
        self.depth += 1;
        visit_mut::visit_expr_while_mut(self, w);
        self.depth -= 1;
    }
    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        self.depth += 1;
        visit_mut::visit_expr_for_loop_mut(self, f);
        self.depth -= 1;
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The loop without a value, and the value behind it.
fn apart(l: &ExprLoop) -> Option<(ExprLoop, Expr)> {
    let mut found = Values { label: &l.label, depth: 0, values: vec![], bound: HashSet::new() };
    found.visit_block(&l.body);
    let value = found.values.first()?.clone()?;
    let text = value.to_token_stream().to_string();
    let same = |v: &Option<Expr>| v.as_ref().is_some_and(|v| v.to_token_stream().to_string() == text);
    let mut own = HashSet::new();
    if !names(&value, &mut own) || !found.values.iter().all(same) || !own.is_disjoint(&found.bound) {
        return None;
    }
    let mut without = l.clone();
    Without { label: &l.label, depth: 0 }.visit_block_mut(&mut without.body);
    Some((without, value))
}

struct Broken;

impl VisitMut for Broken {
    fn visit_block_mut(&mut self, b: &mut Block) {
        for mut stmt in std::mem::take(&mut b.stmts) {
            let value = match &mut stmt {
                Stmt::Expr(Expr::Loop(l), None) => apart(l),
                Stmt::Local(l) if matches!(&l.pat, Pat::Ident(_) | Pat::Tuple(_) | Pat::Type(_)) => match &l.init {
                    Some(init) => match &*init.expr {
                        Expr::Loop(l) => apart(l),
                        _ => None,
                    },
                    None => None,
                },
                _ => None,
            };
            match (value, &mut stmt) {
                (Some((l, value)), Stmt::Local(local)) => {
                    b.stmts.push(Stmt::Expr(Expr::Loop(l), None));
                    if let Some(init) = &mut local.init {
                        *init.expr = value;
                    }
                    b.stmts.push(stmt);
                }
                (Some((l, value)), _) => {
                    b.stmts.push(Stmt::Expr(Expr::Loop(l), Some(parse_quote!(;))));
                    b.stmts.push(Stmt::Expr(value, None));
                }
                (None, _) => b.stmts.push(stmt),
            }
        }
        visit_mut::visit_block_mut(self, b);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
