//! `?` and patterns on calls that give an `Option`, written as what the rest of the lowering knows: `let .. else`, and a
//! mark on the call that says what is expected of it.

use super::usage::{Usage, usage};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut};
use syn::{Block, Expr, ExprClosure, ItemFn, Local, Pat, Stmt, Type, parse_quote};

/// The mark on a call: a method of this name, with the number of parts if a tuple is expected, with [`LIST`] or
/// [`WHOLE`] if a list or anything larger is.
pub(super) const MARK: &str = "optional__";

pub(super) const LIST: &str = "list";
pub(super) const ROWS: &str = "rows";
pub(super) const WHOLE: &str = "whole";

/// What the value in an `Option` is by its use.
#[derive(Clone, Copy)]
enum Held {
    Parts(usize),
    List,
    Rows(usize),
    Whole,
}

impl Held {
    /// By the use of a name.
    fn of(name: &Ident, rest: &[Stmt]) -> Held {
        match usage(&name.to_string(), &rest.iter().collect::<Vec<_>>()) {
            Usage::Array => Held::List,
            Usage::Nested(levels) => Held::Rows(levels),
            Usage::Tuples => Held::Whole,
            Usage::Tuple(n) => Held::Parts(n),
            _ => Held::Parts(0),
        }
    }

    /// By the use of the name in `Some(name)`.
    fn inside(pat: &Pat, parts: usize, rest: &[Stmt]) -> Held {
        match pat {
            Pat::TupleStruct(t) => match t.elems.first() {
                Some(Pat::Ident(p)) => Held::of(&p.ident, rest),
                _ => Held::Parts(parts),
            },
            _ => Held::Parts(parts),
        }
    }
}

/// Whether a function asks for lists of lists, or for lists of tuples, in an `Option`.
pub(super) fn holds_whole(f: &ItemFn) -> bool {
    struct Found(bool);
    impl<'ast> syn::visit::Visit<'ast> for Found {
        fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
            self.0 |= m.method == format_ident!("{MARK}{WHOLE}");
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut found = Found(false);
    syn::visit::Visit::visit_item_fn(&mut found, f);
    found.0
}

/// The function with its questions asked; `?` of its own only where it gives an `Option` or a `Result`.
pub(crate) fn asked(f: &ItemFn, gives: bool) -> ItemFn {
    let mut f = f.clone();
    Questions { asks: gives, made: 0 }.visit_block_mut(&mut f.block);
    f
}

/// What starts the name of a value that `?` asks for.
const ASKED: &str = "asked__";

/// Whether a pattern stands for a `?`, on an `Option` or a `Result`.
pub(super) fn is_asked(pat: &Pat) -> bool {
    let made = |inner: &Pat| matches!(inner, Pat::Ident(p) if p.ident.to_string().starts_with(ASKED));
    match pat {
        Pat::TupleStruct(t) => t.elems.len() == 1 && t.elems.first().is_some_and(made),
        Pat::Type(t) => is_asked(&t.pat),
        _ => false,
    }
}

/// What is asked, without what is said where it is not there: the function itself says that.
fn without_error(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => without_error(&p.expr),
        Expr::MethodCall(m) if ["map_err", "ok_or", "ok_or_else", "inspect_err"].iter().any(|n| m.method == n) => {
            without_error(&m.receiver)
        }
        e => e,
    }
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
fn mark(e: &mut Expr, held: Held) {
    if matches!(&*e, Expr::MethodCall(m) if GIVE.iter().any(|n| m.method == n)) {
        return mark_root(e, Held::Parts(0));
    }
    let Expr::Call(c) = &*e else {
        if let Expr::MethodCall(m) = &*e
            && !super::user_methods::of_all(&m.method.to_string())
        {
            let name = Ident::new(MARK, Span::call_site());
            *e = parse_quote!(#e.#name());
        }
        return;
    };
    if matches!(&*c.func, Expr::Path(p) if ["Some", "Ok", "Err"].iter().any(|n| p.path.is_ident(n))) {
        return;
    }
    let name = match held {
        Held::Parts(0) => Ident::new(MARK, Span::call_site()),
        Held::Parts(n) => format_ident!("{MARK}{n}"),
        Held::Rows(n) => format_ident!("{MARK}{ROWS}{n}"),
        Held::List => format_ident!("{MARK}{LIST}"),
        Held::Whole => format_ident!("{MARK}{WHOLE}"),
    };
    *e = parse_quote!(#e.#name());
}

/// Methods that make a value of an `Option`.
const ENDS: [&str; 14] = [
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
    "map_or_else",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "is_some_and",
    "is_ok_and",
    "is_none_or",
];

/// Methods that make another `Option` of one.
const GIVE: [&str; 7] = ["map", "and_then", "filter", "or", "or_else", "ok", "map_err"];

/// Puts the mark on the call at the start of `call(..).map(..)`.
fn mark_root(e: &mut Expr, held: Held) {
    let Expr::MethodCall(m) = e else { return };
    if GIVE.iter().any(|n| m.method == n) {
        match &mut *m.receiver {
            call @ Expr::Call(_) => mark(call, held),
            Expr::MethodCall(inner) if GIVE.iter().any(|n| inner.method == n) => mark_root(&mut m.receiver, held),
            call @ Expr::MethodCall(_) => mark(call, held),
            inner => mark_root(inner, held),
        }
    }
}

/// Puts marks on what the patterns of a condition are held against.
fn ask_for(cond: &mut Expr, scope: &[Stmt]) {
    match cond {
        Expr::Let(l) => {
            if let Some(parts) = variant(&l.pat) {
                let held = Held::inside(&l.pat, parts, scope);
                mark(&mut l.expr, held);
            }
        }
        Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
            ask_for(&mut b.left, scope);
            ask_for(&mut b.right, scope);
        }
        _ => {}
    }
}

impl Questions {
    /// Takes the questions out of an expression, in their order.
    fn hoist(&mut self, e: &mut Expr, ty: Option<&Type>, held: Held, before: &mut Vec<Stmt>) {
        if !self.asks {
            return;
        }
        if let Expr::Try(t) = &mut *e {
            self.hoist(&mut t.expr, None, Held::Parts(0), before);
            *e = self.ask(&t.expr, ty, held, before);
            return;
        }
        Hoist { questions: self, before }.visit_expr_mut(e);
    }

    /// `let Some(value) = e else { return None; };`
    fn ask(&mut self, e: &Expr, ty: Option<&Type>, held: Held, before: &mut Vec<Stmt>) -> Expr {
        let name = format_ident!("{ASKED}{}", self.made);
        self.made += 1;
        let mut e = without_error(e).clone();
        mark(&mut e, held);
        // No brace stands before an `else`.
        if !matches!(e, Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Paren(_)) {
            e = parse_quote!((#e));
        }
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
                let asked = self.questions.ask(&t.expr, None, Held::Parts(0), self.before);
                *e = asked;
            }
            e => visit_expr_mut(self, e),
        }
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
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
        let stmts = std::mem::take(&mut b.stmts);
        for (k, mut stmt) in stmts.iter().cloned().enumerate() {
            let (mut before, rest) = (vec![], &stmts[k + 1..]);
            match &mut stmt {
                Stmt::Local(Local { pat, init: Some(init), .. }) => {
                    let ty = match &*pat {
                        Pat::Type(t) => Some((*t.ty).clone()),
                        _ => None,
                    };
                    let inner = match &*pat {
                        Pat::Type(t) => &*t.pat,
                        pat => pat,
                    };
                    // What follows is read only where it matters.
                    let asked = match &*init.expr {
                        Expr::Try(_) => self.asks,
                        Expr::MethodCall(m) => ["unwrap", "expect"].iter().any(|n| m.method == n),
                        _ => false,
                    };
                    let named = match inner {
                        Pat::Ident(p) if asked && ty.is_none() => Held::of(&p.ident, rest),
                        Pat::Tuple(t) => Held::Parts(t.elems.len()),
                        _ => Held::Parts(0),
                    };
                    self.hoist(&mut init.expr, ty.as_ref(), named, &mut before);
                    if let (Some(parts), true) = (variant(inner), init.diverge.is_some()) {
                        mark(&mut init.expr, Held::inside(inner, parts, rest));
                    }
                    if let (Expr::MethodCall(m), Held::List | Held::Rows(_) | Held::Whole) = (&mut *init.expr, named)
                        && ["unwrap", "expect"].iter().any(|n| m.method == n)
                        && let call @ Expr::Call(_) = &mut *m.receiver
                    {
                        mark(call, named);
                    }
                }
                Stmt::Expr(e, _) => self.hoist(e, None, Held::Parts(0), &mut before),
                _ => {}
            }
            b.stmts.append(&mut before);
            b.stmts.push(stmt);
        }
        visit_block_mut(self, b);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::If(i) if super::choice::has_let(&i.cond) => {
                let scope = i.then_branch.stmts.clone();
                ask_for(&mut i.cond, &scope);
            }
            Expr::While(w) if super::choice::has_let(&w.cond) => {
                let scope = w.body.stmts.clone();
                ask_for(&mut w.cond, &scope);
            }
            Expr::Let(l) => {
                if let Some(parts) = variant(&l.pat) {
                    mark(&mut l.expr, Held::Parts(parts));
                }
            }
            Expr::MethodCall(m) if ENDS.iter().any(|n| m.method == n) => match &mut *m.receiver {
                Expr::MethodCall(inner) if GIVE.iter().any(|n| inner.method == n) => {
                    mark_root(&mut m.receiver, Held::Parts(0));
                }
                call @ Expr::MethodCall(_) => mark(call, Held::Parts(0)),
                _ => mark_root(&mut m.receiver, Held::Parts(0)),
            },
            Expr::Match(m) => {
                let held =
                    m.arms.iter().filter_map(|arm| Some((variant(&arm.pat)?, arm))).max_by_key(|(n, arm)| {
                        (*n, matches!(&arm.pat, Pat::TupleStruct(t) if !t.path.is_ident("Err")))
                    });
                if let Some((parts, arm)) = held {
                    let scope = [Stmt::Expr((*arm.body).clone(), None)];
                    let held = Held::inside(&arm.pat, parts, &scope);
                    mark(&mut m.expr, held);
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

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
