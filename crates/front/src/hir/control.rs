//! Blocks, choices and loops.

use super::lower::Lower;
use super::macros::Stands;
use super::spans::start;
use super::{Arm, Attr, Attrs, ExprId, ExprKind, Label, LabelId, PatKind, Stmt};
use proc_macro2::{Ident, Span};
use std::rc::Rc;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Block, Expr, Item, Lifetime, Meta, Token};

/// The attributes that say how to differentiate a loop or a `let`.
const OURS: [&str; 4] = ["checkpoint", "independent", "recompute", "save"];

impl Lower<'_> {
    /// A block; its names end with it.
    pub(super) fn block(&mut self, b: &Block, label: Option<LabelId>) -> ExprId {
        let span = b.brace_token.span.open();
        let (mut stmts, mark) = (vec![], self.scope.mark());
        let rules = self.macros.mark();
        let entered = self.enter(&b.stmts);
        let mut scopes = usize::from(entered);
        let value = self.statements(&b.stmts, &mut stmts, &mut scopes);
        for _ in 0..scopes {
            self.resolve.leave();
        }
        self.macros.end(rules);
        self.scope.end(mark);
        self.add(ExprKind::Block(stmts, value, label), span)
    }

    /// The items of a block hold in all of it. Says whether there are any.
    fn enter(&mut self, stmts: &[syn::Stmt]) -> bool {
        let items = stmts.iter().filter_map(|s| match s {
            syn::Stmt::Item(item) => Some(self.macros.item(item)),
            _ => None,
        });
        let items: Vec<Item> = items.collect();
        if items.is_empty() {
            return false;
        }
        for item in &items {
            let name = match item {
                Item::Fn(f) => &f.sig.ident,
                Item::Const(c) => &c.ident,
                Item::Static(s) => &s.ident,
                Item::Struct(s) if s.fields.is_empty() || s.fields.iter().any(|f| f.ident.is_none()) => &s.ident,
                _ => continue,
            };
            self.scope.hide(&super::lower::name(name));
        }
        self.resolve.enter(&items);
        true
    }

    /// Statements, of which the last may be the value.
    fn statements(&mut self, from: &[syn::Stmt], out: &mut Vec<Stmt>, scopes: &mut usize) -> Option<ExprId> {
        let mut value = None;
        for (k, stmt) in from.iter().enumerate() {
            let last = k + 1 == from.len();
            match stmt {
                syn::Stmt::Local(l) => self.binding(l, out),
                syn::Stmt::Item(item) => self.item(item),
                syn::Stmt::Expr(e, semicolon) => {
                    let e = self.expr(e);
                    match semicolon {
                        None if last => value = Some(e),
                        _ => out.push(Stmt::Expr(e)),
                    }
                }
                syn::Stmt::Macro(m) => {
                    self.plain_attributes(&m.attrs);
                    let is_value = last && m.semi_token.is_none();
                    let Some(expanded) = self.expanded(&m.mac) else {
                        let stands = if is_value { Stands::Value } else { Stands::Statement };
                        let e = self.macro_of_others(&m.mac, stands);
                        if is_value {
                            value = Some(e)
                        } else {
                            out.push(Stmt::Expr(e))
                        }
                        continue;
                    };
                    let span = m.mac.path.span();
                    let found = match expanded.and_then(|tokens| self.parsed_block(tokens, span)) {
                        Some(block) => {
                            let found = self.nested(span, |l| {
                                *scopes += usize::from(l.enter(&block.stmts));
                                l.statements(&block.stmts, out, scopes)
                            });
                            super::expand::discard_block(block);
                            found.flatten()
                        }
                        None => None,
                    };
                    match found {
                        Some(e) if is_value => value = Some(e),
                        Some(e) => out.push(Stmt::Expr(e)),
                        None => {}
                    }
                }
            }
        }
        value
    }

    fn item(&mut self, item: &Item) {
        if let Item::Macro(m) = item
            && let Some(name) = m.ident.as_ref().filter(|_| m.mac.path.is_ident("macro_rules"))
        {
            self.macros.declare(name.to_string(), m.mac.tokens.clone());
            return;
        }
        self.body.items.push(self.macros.item(item));
    }

    fn binding(&mut self, l: &syn::Local, out: &mut Vec<Stmt>) {
        let attrs = self.attributes(&l.attrs);
        for attr in &attrs {
            for name in ["checkpoint", "independent"] {
                if attr.text.path().is_ident(name) {
                    self.error(attr.text.span(), format!("#[{name}] goes on a loop"));
                }
            }
        }
        if let (Some(attr), false) = (attrs.first(), l.init.as_ref().is_some_and(|init| init.diverge.is_none())) {
            self.error(attr.text.span(), "this goes on a loop, or on a `let` with a value and no `else`");
        }
        let (pat, ty) = match &l.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(self.ty(&typed.ty))),
            pat => (pat, None),
        };
        let init = l.init.as_ref().map(|init| self.expr(&init.expr));
        let otherwise = l.init.as_ref().and_then(|init| init.diverge.as_ref()).map(|(_, e)| self.expr(e));
        // Its names hold from here on.
        let pat = if otherwise.is_some() { self.case(pat) } else { self.pattern(pat) };
        out.push(Stmt::Let { pat, ty, init, otherwise, attrs });
    }

    pub(super) fn labelled_block(&mut self, b: &syn::ExprBlock) -> ExprId {
        self.plain_attributes(&b.attrs);
        let Some(label) = &b.label else { return self.block(&b.block, None) };
        let id = self.new_label(Some(&label.name), false);
        let block = self.block(&b.block, Some(id));
        self.end_label(id, block)
    }

    /// A loop or a block that may be left from here on.
    pub(super) fn new_label(&mut self, name: Option<&Lifetime>, is_loop: bool) -> LabelId {
        let name: Option<Rc<str>> = name.map(|l| l.ident.to_string().into());
        let id = self.body.labels.len();
        let shown = name.as_ref().map(|n| super::scope::plain(n).into());
        self.body.labels.push(Label { name: shown, of: 0 });
        self.scope.enter_label(id, name, is_loop);
        id
    }

    pub(super) fn end_label(&mut self, label: LabelId, of: ExprId) -> ExprId {
        self.scope.leave_label();
        self.body.labels[label].of = of;
        of
    }

    pub(super) fn label_of(&mut self, name: Option<&Lifetime>, span: Span) -> Option<LabelId> {
        let text = name.map(|l| l.ident.to_string());
        let found = self.scope.label(text.as_deref());
        if found.is_none() {
            let span = name.map_or(span, |l| l.span());
            match name {
                Some(_) => {
                    let message = "there is no loop or block with this label around: write its label in front of it";
                    self.unclear(span, message);
                }
                None => self.unclear(span, "there is no loop around"),
            }
        }
        found
    }

    pub(super) fn leave(&mut self, b: &syn::ExprBreak) -> ExprId {
        let value = b.expr.as_ref().map(|e| self.expr(e));
        match self.label_of(b.label.as_ref(), b.break_token.span) {
            Some(label) => self.add(ExprKind::Break(label, value), b.break_token.span),
            None => self.nothing(b.break_token.span),
        }
    }

    /// `if`, with all that follows by `else if`.
    pub(super) fn choice(&mut self, i: &syn::ExprIf) -> ExprId {
        let (mut parts, mut at, mut rest) = (vec![], i, None);
        loop {
            self.plain_attributes(&at.attrs);
            let mark = self.scope.mark();
            let cond = self.condition(&at.cond);
            let then = self.block(&at.then_branch, None);
            self.scope.end(mark);
            parts.push((cond, then, at.if_token.span));
            match at.else_branch.as_ref().map(|(_, e)| &**e) {
                Some(Expr::If(next)) => at = next,
                Some(other) => {
                    rest = Some(self.expr(other));
                    break;
                }
                None => break,
            }
        }
        for (cond, then, span) in parts.into_iter().rev() {
            rest = Some(self.add(ExprKind::If(cond, then, rest), span));
        }
        rest.unwrap_or_else(|| self.nothing(i.if_token.span))
    }

    pub(super) fn cases(&mut self, m: &syn::ExprMatch) -> ExprId {
        self.plain_attributes(&m.attrs);
        let value = self.expr(&m.expr);
        let mut arms = vec![];
        for arm in &m.arms {
            self.plain_attributes(&arm.attrs);
            let guard = arm.guard.as_ref().map(|(_, e)| &**e);
            arms.push(self.arm(&arm.pat, guard, |l| l.expr(&arm.body)));
        }
        self.add(ExprKind::Match(value, arms), m.match_token.span)
    }

    pub(super) fn arm(&mut self, pat: &syn::Pat, guard: Option<&Expr>, body: impl FnOnce(&mut Self) -> ExprId) -> Arm {
        let mark = self.scope.mark();
        let pat = self.case(pat);
        let guard = guard.map(|e| self.expr(e));
        let body = body(self);
        self.scope.end(mark);
        Arm { pat, guard, body }
    }

    pub(super) fn endless(&mut self, l: &syn::ExprLoop) -> ExprId {
        let attrs = self.attributes(&l.attrs);
        let label = self.new_label(l.label.as_ref().map(|l| &l.name), true);
        let body = self.block(&l.body, None);
        let id = self.add(ExprKind::Loop(body, label, attrs), l.loop_token.span);
        self.end_label(label, id)
    }

    pub(super) fn while_loop(&mut self, w: &syn::ExprWhile) -> ExprId {
        let attrs = self.attributes(&w.attrs);
        let label = self.new_label(w.label.as_ref().map(|l| &l.name), true);
        let mark = self.scope.mark();
        let cond = self.condition(&w.cond);
        let body = self.block(&w.body, None);
        self.scope.end(mark);
        let id = self.add(ExprKind::While(cond, body, label, attrs), w.while_token.span);
        self.end_label(label, id)
    }

    pub(super) fn for_loop(&mut self, f: &syn::ExprForLoop) -> ExprId {
        let attrs = self.attributes(&f.attrs);
        let items = self.expr(&f.expr);
        let label = self.new_label(f.label.as_ref().map(|l| &l.name), true);
        let mark = self.scope.mark();
        let pat = self.pattern(&f.pat);
        let body = self.block(&f.body, None);
        self.scope.end(mark);
        let id = self.add(ExprKind::For(pat, items, body, label, attrs), f.for_token.span);
        self.end_label(label, id)
    }

    /// The attributes of a loop or a `let` that say how to differentiate it.
    fn attributes(&mut self, attrs: &[Attribute]) -> Attrs {
        let mut out = vec![];
        for attr in attrs {
            if !is_ours(attr) {
                self.conditional(attr);
                continue;
            }
            let parts = match &attr.meta {
                Meta::Path(_) => Punctuated::new(),
                _ => attr.parse_args_with(Punctuated::<Part, Token![,]>::parse_terminated).unwrap_or_default(),
            };
            let mut values = vec![];
            for part in parts {
                if let Some(value) = part.value {
                    values.push((part.name.to_string().into(), self.expr(&value)));
                }
            }
            out.push(Attr { text: attr.clone(), values });
        }
        out
    }

    /// The attributes of what is no loop and no `let`.
    pub(super) fn plain_attributes(&mut self, attrs: &[Attribute]) {
        for attr in attrs {
            if is_ours(attr) {
                self.error(attr.span(), "this goes on a loop, or on a `let` with a value and no `else`");
            }
            self.conditional(attr);
        }
    }

    fn conditional(&mut self, attr: &Attribute) {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            let message = "whether this is configured is not known here: write two functions, each with `#[cfg]`";
            self.unclear(attr.span(), message);
        }
    }

    /// `match value { pat => true, _ => false }`
    pub(super) fn fits(&mut self, value: &Expr, pat: &syn::Pat, guard: Option<&Expr>) -> ExprId {
        let span = start(value);
        let value = self.expr(value);
        let yes = self.arm(pat, guard, |l| l.flag(true, span));
        let wild = self.pat(PatKind::Wild, span);
        let no = Arm { pat: wild, guard: None, body: self.flag(false, span) };
        self.add(ExprKind::Match(value, vec![yes, no]), span)
    }

    fn flag(&mut self, value: bool, span: Span) -> ExprId {
        self.add(ExprKind::Literal(syn::LitBool::new(value, span).into()), span)
    }
}

fn is_ours(attr: &Attribute) -> bool {
    OURS.iter().any(|name| attr.path().is_ident(name))
}

/// A name, or a name and a value.
struct Part {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for Part {
    fn parse(input: ParseStream) -> syn::Result<Part> {
        let name = input.parse()?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Part { name, value })
    }
}
