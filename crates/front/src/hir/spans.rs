//! Where code stands, found without going through all of it: expressions of thousands of terms are as deep.

use proc_macro2::Span;
use syn::spanned::Spanned;

/// The first operand, if an expression hangs on it.
pub(super) fn inner(e: &syn::Expr) -> Option<&syn::Expr> {
    Some(match e {
        syn::Expr::Binary(b) => &b.left,
        syn::Expr::MethodCall(m) => &m.receiver,
        syn::Expr::Field(f) => &f.base,
        syn::Expr::Index(i) => &i.expr,
        syn::Expr::Call(c) => &c.func,
        syn::Expr::Cast(c) => &c.expr,
        syn::Expr::Try(t) => &t.expr,
        syn::Expr::Await(a) => &a.base,
        syn::Expr::Paren(p) => &p.expr,
        syn::Expr::Group(g) => &g.expr,
        _ => return None,
    })
}

/// Where an expression begins, found without going through it.
pub(super) fn start(e: &syn::Expr) -> Span {
    let mut e = e;
    while let Some(inner) = inner(e) {
        e = inner;
    }
    match e {
        syn::Expr::Array(x) => x.bracket_token.span.open(),
        syn::Expr::Assign(x) => x.eq_token.span,
        syn::Expr::Async(x) => x.async_token.span,
        syn::Expr::Block(x) => x.block.brace_token.span.open(),
        syn::Expr::Break(x) => x.break_token.span,
        syn::Expr::Closure(x) => x.or1_token.span,
        syn::Expr::Const(x) => x.const_token.span,
        syn::Expr::Continue(x) => x.continue_token.span,
        syn::Expr::ForLoop(x) => x.for_token.span,
        syn::Expr::If(x) => x.if_token.span,
        syn::Expr::Infer(x) => x.underscore_token.span,
        syn::Expr::Let(x) => x.let_token.span,
        syn::Expr::Lit(x) => x.lit.span(),
        syn::Expr::Loop(x) => x.loop_token.span,
        syn::Expr::Macro(x) => x.mac.path.segments.first().map_or_else(Span::call_site, |s| s.ident.span()),
        syn::Expr::Match(x) => x.match_token.span,
        syn::Expr::Path(x) => x.path.segments.first().map_or_else(Span::call_site, |s| s.ident.span()),
        syn::Expr::RawAddr(x) => x.and_token.span,
        syn::Expr::Reference(x) => x.and_token.span,
        syn::Expr::Repeat(x) => x.bracket_token.span.open(),
        syn::Expr::Return(x) => x.return_token.span,
        syn::Expr::Struct(x) => x.path.segments.first().map_or_else(Span::call_site, |s| s.ident.span()),
        syn::Expr::TryBlock(x) => x.try_token.span,
        syn::Expr::Tuple(x) => x.paren_token.span.open(),
        syn::Expr::Unary(x) => x.op.span(),
        syn::Expr::Unsafe(x) => x.unsafe_token.span,
        syn::Expr::While(x) => x.while_token.span,
        syn::Expr::Yield(x) => x.yield_token.span,
        other => other.span(),
    }
}

/// The attributes of what hangs on its first operand.
pub(super) fn attributes(e: &syn::Expr) -> &[syn::Attribute] {
    match e {
        syn::Expr::Binary(x) => &x.attrs,
        syn::Expr::MethodCall(x) => &x.attrs,
        syn::Expr::Call(x) => &x.attrs,
        syn::Expr::Paren(x) => &x.attrs,
        _ => &[],
    }
}

/// Where a pattern stands, found without going through it.
pub(super) fn place(p: &syn::Pat) -> Span {
    match p {
        syn::Pat::Ident(i) => i.ident.span(),
        syn::Pat::Paren(p) => p.paren_token.span.open(),
        syn::Pat::Tuple(t) => t.paren_token.span.open(),
        syn::Pat::Slice(s) => s.bracket_token.span.open(),
        syn::Pat::Or(o) => o.cases.first().map_or_else(Span::call_site, place),
        syn::Pat::Reference(r) => r.and_token.span,
        syn::Pat::TupleStruct(t) => t.path.segments.last().map_or_else(Span::call_site, |s| s.ident.span()),
        syn::Pat::Struct(s) => s.path.segments.last().map_or_else(Span::call_site, |s| s.ident.span()),
        other => other.span(),
    }
}
