//! `if let Some(x) = v.pop()` and its kin, written as questions for the length: the ends of a list carry derivatives,
//! an `Option` of theirs is nothing that is kept.

use proc_macro2::Ident;
use syn::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut, visit_stmt_mut};
use syn::{Block, Expr, ExprMethodCall, Item, ItemFn, Pat, Stmt, parse_quote};

/// The function with such patterns taken apart; parameters of these names are constants, which stay as they are.
pub(super) fn rewritten(f: &ItemFn, constants: Vec<Ident>) -> ItemFn {
    let mut f = f.clone();
    Ends(constants).visit_block_mut(&mut f.block);
    f
}

struct Ends(Vec<Ident>);

impl Ends {
    fn is_constant(&self, list: &Expr) -> bool {
        matches!(list, Expr::Path(list) if self.0.iter().any(|name| list.path.is_ident(name)))
    }

    /// The pattern inside `Some(..)`, and the call, if the value is the end of a list that has a name.
    fn end<'e>(&self, pat: &'e Pat, value: &'e Expr) -> Option<(&'e Pat, &'e ExprMethodCall)> {
        let Pat::TupleStruct(some) = pat else { return None };
        let Expr::MethodCall(m) = value else { return None };
        if some.elems.len() != 1 || !some.path.is_ident("Some") || !m.args.is_empty() {
            return None;
        }
        let ends = match &*m.receiver {
            Expr::Path(_) => !self.is_constant(&m.receiver) && ["pop", "first", "last"].iter().any(|n| m.method == n),
            list => is_field(list) && m.method == "pop" && !crate::around::is_method(&m.method),
        };
        ends.then_some((&some.elems[0], m))
    }

    /// `match list.pop() { Some(x) => .., None => .. }` as a question for the length.
    fn matched(&self, e: &syn::ExprMatch) -> Option<Expr> {
        let [one, two] = e.arms.as_slice() else { return None };
        let nothing = |pat: &Pat| match pat {
            Pat::Ident(p) => p.ident == "None",
            pat => matches!(pat, Pat::Wild(_)),
        };
        let (some, none) = if nothing(&one.pat) { (two, one) } else { (one, two) };
        let (pat, m) = self.end(&some.pat, &e.expr)?;
        if !nothing(&none.pat) || some.guard.is_some() || none.guard.is_some() || !super::refutable::always(pat) {
            return None;
        }
        let (list, something, otherwise) = (&m.receiver, &some.body, &none.body);
        Some(parse_quote!(if #list.is_empty() { #otherwise } else { let #pat = #m.unwrap(); #something }))
    }
}

/// `list.pop()` of a list that has a name.
fn popped(e: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(m) = e else { return None };
    let pops = m.method == "pop" && m.args.is_empty() && !crate::around::is_method(&m.method);
    (pops && matches!(&*m.receiver, Expr::Path(_))).then_some(&m.receiver)
}

/// Whether it is a field of what has a name, or of an element under an index that has one.
fn is_field(e: &Expr) -> bool {
    let Expr::Field(f) = e else { return false };
    match &*f.base {
        Expr::Index(i) => {
            matches!(&*i.index, Expr::Path(_) | Expr::Lit(_))
                && (matches!(&*i.expr, Expr::Path(_)) || is_field(&i.expr))
        }
        base => matches!(base, Expr::Path(_)) || is_field(base),
    }
}

/// `list.last_mut().unwrap()` and its kin as an element of the list.
fn end_as_place(e: &Expr) -> Option<Expr> {
    let Expr::MethodCall(unwrap) = e else { return None };
    let Expr::MethodCall(end) = &*unwrap.receiver else { return None };
    let list = &end.receiver;
    if !matches!(&**list, Expr::Path(_) | Expr::Field(_)) || unwrap.method != "unwrap" && unwrap.method != "expect" {
        return None;
    }
    Some(match (end.method.to_string().as_str(), end.args.first()) {
        ("first_mut", None) => parse_quote!(#list[0]),
        ("last_mut", None) => parse_quote!(#list[#list.len() - 1]),
        ("get_mut", Some(k)) if !matches!(k, Expr::Range(_)) => parse_quote!(#list[#k]),
        _ => return None,
    })
}

impl VisitMut for Ends {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::If(i) => {
                if let Expr::Let(l) = &*i.cond
                    && let Some((pat, m)) = self.end(&l.pat, &l.expr)
                {
                    let (list, stmts) = (&m.receiver, &i.then_branch.stmts);
                    i.then_branch = parse_quote!({ let #pat = #m.unwrap(); #(#stmts)* });
                    *i.cond = parse_quote!(!#list.is_empty());
                }
            }
            Expr::While(w) => {
                if let Expr::Let(l) = &*w.cond
                    && let Some((pat, m)) = self.end(&l.pat, &l.expr)
                {
                    let (list, stmts) = (&m.receiver, &w.body.stmts);
                    w.body = parse_quote!({ let #pat = #m.unwrap(); #(#stmts)* });
                    *w.cond = parse_quote!(!#list.is_empty());
                }
            }
            Expr::Match(m) => {
                if let Some(asked) = self.matched(m) {
                    *e = asked;
                }
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                if let Some(place) = end_as_place(&u.expr) {
                    *e = place;
                }
            }
            Expr::Field(f) => {
                if let Some(place) = end_as_place(&f.base) {
                    *f.base = place;
                }
            }
            Expr::MethodCall(m)
                if ["unwrap", "expect"].iter().any(|n| m.method == n) && popped(&m.receiver).is_some() =>
            {
                return;
            }
            _ => {}
        }
        if let Expr::MethodCall(m) = e
            && let (true, Some(other)) = (m.method == "unwrap_or", m.args.first())
            && let Some(list) = popped(&m.receiver).filter(|list| !self.is_constant(list))
        {
            *e = parse_quote!((if #list.is_empty() { #other } else { #list.pop().unwrap() }));
            return;
        }
        if let Some(list) = popped(e).filter(|list| !self.is_constant(list)) {
            *e = parse_quote!((if #list.is_empty() { None } else { Some(#list.pop().unwrap()) }));
            return;
        }
        visit_expr_mut(self, e);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(e, Some(_)) if popped(e).is_some() => {}
            stmt => visit_stmt_mut(self, stmt),
        }
    }

    fn visit_block_mut(&mut self, b: &mut Block) {
        let stmts = std::mem::take(&mut b.stmts);
        for stmt in stmts {
            if let Stmt::Local(l) = &stmt
                && let Some(init) = &l.init
                && let Some((_, otherwise)) = &init.diverge
                && let Some((pat, m)) = self.end(&l.pat, &init.expr)
            {
                let list = &m.receiver;
                b.stmts.push(parse_quote!(if #list.is_empty() #otherwise));
                b.stmts.push(parse_quote!(let #pat = #m.unwrap();));
            } else {
                b.stmts.push(stmt);
            }
        }
        visit_block_mut(self, b);
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
