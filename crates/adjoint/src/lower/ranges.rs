//! Ranges in variables, `let part = lo..hi;`: their ends become variables, and the range stands where its name stood.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::format_ident;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprRange, Item, ItemFn, Member, Pat, Stmt, parse_quote};

/// The function without names for ranges.
pub(super) fn written_out(f: &ItemFn) -> ItemFn {
    let mut seen = Seen::default();
    seen.visit_item_fn(f);
    seen.ranges.retain(|name| seen.bound.get(name) == Some(&1) && !seen.in_macros.contains(name));
    if seen.ranges.is_empty() {
        return f.clone();
    }
    let mut f = f.clone();
    let taken = super::scan::identifiers(&f);
    WriteOut { names: seen.ranges, taken, ranges: HashMap::new() }.visit_block_mut(&mut f.block);
    f
}

/// The names of ranges, how often names are bound, and the names in macros.
#[derive(Default)]
struct Seen {
    ranges: Vec<String>,
    bound: HashMap<String, usize>,
    in_macros: Vec<String>,
}

fn range_of(stmt: &Stmt) -> Option<(&Ident, &ExprRange)> {
    let Stmt::Local(l) = stmt else { return None };
    let init = l.init.as_ref().filter(|init| init.diverge.is_none())?;
    let mut e = &*init.expr;
    while let Expr::Paren(p) = e {
        e = &p.expr;
    }
    match (&l.pat, e) {
        (Pat::Ident(p), Expr::Range(r)) if p.mutability.is_none() && p.by_ref.is_none() && p.subpat.is_none() => {
            Some((&p.ident, r))
        }
        _ => None,
    }
}

fn words(tokens: TokenStream, out: &mut Vec<String>) {
    for t in tokens {
        match t {
            TokenTree::Ident(i) => out.push(i.to_string()),
            TokenTree::Group(g) => words(g.stream(), out),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_stmt(&mut self, s: &'ast Stmt) {
        self.ranges.extend(range_of(s).map(|(name, _)| name.to_string()));
        visit::visit_stmt(self, s);
    }
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        *self.bound.entry(p.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, p);
    }
    fn visit_macro(&mut self, m: &'ast syn::Macro) {
        words(m.tokens.clone(), &mut self.in_macros);
    }
}

struct WriteOut {
    names: Vec<String>,
    taken: std::collections::HashSet<String>,
    ranges: HashMap<String, ExprRange>,
}

impl WriteOut {
    fn range(&self, e: &Expr) -> Option<&ExprRange> {
        match e {
            Expr::Path(p) => self.ranges.get(&p.path.get_ident()?.to_string()),
            Expr::Paren(p) => self.range(&p.expr),
            Expr::Reference(r) => self.range(&r.expr),
            Expr::MethodCall(m) if m.method == "clone" && m.args.is_empty() => self.range(&m.receiver),
            _ => None,
        }
    }

    fn end(&mut self, name: &Ident, which: &str, e: Option<Box<Expr>>, out: &mut Vec<Stmt>) -> Option<Box<Expr>> {
        let e = e?;
        if matches!(*e, Expr::Lit(_)) {
            return Some(e);
        }
        let mut own = format_ident!("{name}_{which}");
        while !self.taken.insert(own.to_string()) {
            own = format_ident!("{own}_");
        }
        out.push(parse_quote!(let #own = #e;));
        Some(Box::new(parse_quote!(#own)))
    }
}

impl VisitMut for WriteOut {
    fn visit_block_mut(&mut self, b: &mut Block) {
        let mut stmts = vec![];
        for mut stmt in std::mem::take(&mut b.stmts) {
            self.visit_stmt_mut(&mut stmt);
            match range_of(&stmt) {
                Some((name, r)) if self.names.iter().any(|n| name == n) => {
                    let (name, mut range) = (name.clone(), r.clone());
                    range.start = self.end(&name, "start", range.start.take(), &mut stmts);
                    range.end = self.end(&name, "end", range.end.take(), &mut stmts);
                    self.ranges.insert(name.to_string(), range);
                }
                _ => stmts.push(stmt),
            }
        }
        b.stmts = stmts;
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Index(i) = e
            && let Some(range) = self.range(&i.index).cloned()
        {
            self.visit_expr_mut(&mut i.expr);
            *i.index = Expr::Range(range);
            return;
        }
        if let Expr::Field(f) = e
            && let (Some(range), Member::Named(which)) = (self.range(&f.base), &f.member)
            && let Some(end) = if which == "start" { &range.start } else { &range.end }
        {
            *e = (**end).clone();
            return;
        }
        if let Some(range) = self.range(e) {
            *e = parse_quote!((#range));
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
