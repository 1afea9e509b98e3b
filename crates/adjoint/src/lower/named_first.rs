//! A list that a call gives and that is indexed at once gets a name first: `f(x)[0]`, `f(x)[1..].iter()`; and so does the
//! place that is found in a list.

use proc_macro2::Ident;
use quote::format_ident;
use syn::visit::Visit;
use syn::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut};
use syn::{Block, Expr, ExprClosure, Item, ItemFn, Stmt, parse_quote};

/// The function with such calls in front of what looks into them.
pub(super) fn rewritten(f: &ItemFn) -> ItemFn {
    let mut f = f.clone();
    NamedFirst(0).visit_block_mut(&mut f.block);
    f
}

struct NamedFirst(usize);

/// The call that an expression indexes, or the block.
fn indexed(e: &Expr) -> Option<&Expr> {
    let Expr::Index(i) = e else { return None };
    let list = super::records::bare(&i.expr);
    let c = match list {
        Expr::Call(c) => c,
        Expr::Block(b) if b.label.is_none() => return Some(list),
        _ => return None,
    };
    let Expr::Path(f) = &*c.func else { return None };
    let name = f.path.segments.last()?.ident.to_string();
    (f.qself.is_none() && name.starts_with(char::is_lowercase)).then_some(list)
}

/// Whether an expression searches a list that is in order.
fn searches(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(m) if m.method == "binary_search_by")
}

fn indexes(e: &Expr) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.0 |= indexed(e).is_some() || searches(e);
            syn::visit::visit_expr(self, e);
        }
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
        fn visit_block(&mut self, _: &'ast Block) {}
    }
    let mut found = Found(false);
    found.visit_expr(e);
    found.0
}

/// The calls of an expression that are made whatever comes of its other parts.
struct Before<'n> {
    made: &'n mut usize,
    stmts: Vec<Stmt>,
}

impl VisitMut for Before<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Closure(_) | Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Unsafe(_) | Expr::Let(_) => {}
            Expr::ForLoop(f) => self.visit_expr_mut(&mut f.expr),
            Expr::If(i) => self.visit_expr_mut(&mut i.cond),
            Expr::Match(m) => self.visit_expr_mut(&mut m.expr),
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut b.left)
            }
            e => {
                visit_expr_mut(self, e);
                let name: Ident = format_ident!("indexed__{}", self.made);
                if searches(e) {
                    *self.made += 1;
                    let search = std::mem::replace(e, parse_quote!(#name));
                    self.stmts.push(parse_quote!(let #name = #search;));
                }
                if let Some(call) = indexed(e) {
                    *self.made += 1;
                    self.stmts.push(parse_quote!(let #name = #call;));
                    if let Expr::Index(i) = e {
                        *i.expr = parse_quote!(#name);
                    }
                }
            }
        }
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }
}

impl VisitMut for NamedFirst {
    fn visit_block_mut(&mut self, b: &mut Block) {
        for mut stmt in std::mem::take(&mut b.stmts) {
            let mut before = Before { made: &mut self.0, stmts: vec![] };
            match &mut stmt {
                Stmt::Local(l) => {
                    if let Some(init) = &mut l.init {
                        before.visit_expr_mut(&mut init.expr);
                    }
                }
                Stmt::Expr(e, _) => before.visit_expr_mut(e),
                _ => {}
            }
            b.stmts.append(&mut before.stmts);
            b.stmts.push(stmt);
        }
        visit_block_mut(self, b);
    }

    fn visit_expr_closure_mut(&mut self, c: &mut ExprClosure) {
        if indexes(&c.body) {
            let body = &c.body;
            *c.body = parse_quote!({ #body });
        }
        self.visit_expr_mut(&mut c.body);
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
