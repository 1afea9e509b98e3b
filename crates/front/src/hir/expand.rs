//! Macros of the crate's own, by `macro_rules!`, written out where they are used.
//!
//! The names in the text of a macro end with a mark, so that they are no others: a name with a mark is first a local that
//! the same macro binds, and then what the plain name means. Everything but locals and labels has plain names.

use super::lower::Lower;
use super::macros::Stands;
use super::rules;
use super::scope::{OF_MACRO, plain};
use crate::program::Rules;
use crate::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Block, Expr, Item, Path, QSelf, Type};

/// Macros that are written out in one function, at most.
const MOST: usize = 10_000;

/// The macros of the function's own, and how many were written out.
#[derive(Default)]
pub(super) struct Macros {
    local: Vec<(String, TokenStream)>,
    made: usize,
}

impl Macros {
    pub(super) fn mark(&self) -> usize {
        self.local.len()
    }

    /// The macros of a block hold no longer.
    pub(super) fn end(&mut self, mark: usize) {
        self.local.truncate(mark);
    }

    pub(super) fn declare(&mut self, name: String, rules: TokenStream) {
        self.local.push((name, rules));
    }

    /// A path with plain names.
    pub(super) fn path(&self, path: &Path) -> Path {
        let mut path = path.clone();
        if self.made > 0 {
            Unmark.visit_path_mut(&mut path);
        }
        path
    }

    pub(super) fn qself(&self, qself: Option<&QSelf>) -> Option<QSelf> {
        let mut qself = qself.cloned();
        if let (Some(q), 1..) = (&mut qself, self.made) {
            Unmark.visit_qself_mut(q);
        }
        qself
    }

    pub(super) fn ty(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        if self.made > 0 {
            Unmark.visit_type_mut(&mut ty);
        }
        ty
    }

    pub(super) fn argument(&self, argument: &syn::GenericArgument) -> syn::GenericArgument {
        let mut argument = argument.clone();
        if self.made > 0 {
            Unmark.visit_generic_argument_mut(&mut argument);
        }
        argument
    }

    pub(super) fn item(&self, item: &Item) -> Item {
        let mut item = item.clone();
        if self.made > 0 {
            Unmark.visit_item_mut(&mut item);
        }
        item
    }
}

struct Unmark;

impl VisitMut for Unmark {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        *ident = unmarked_ident(ident);
    }
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = unmarked(std::mem::take(&mut mac.tokens));
        visit_mut::visit_macro_mut(self, mac);
    }
}

pub(super) fn unmarked_ident(ident: &Ident) -> Ident {
    let text = ident.to_string();
    match text.contains(OF_MACRO) {
        true => Ident::new(plain(&text), ident.span()),
        false => ident.clone(),
    }
}

/// Tokens with plain names.
pub(super) fn unmarked(tokens: TokenStream) -> TokenStream {
    let plain = |token| match token {
        TokenTree::Ident(name) => TokenTree::Ident(unmarked_ident(&name)),
        TokenTree::Group(g) => {
            let mut group = Group::new(g.delimiter(), unmarked(g.stream()));
            group.set_span(g.span());
            TokenTree::Group(group)
        }
        token => token,
    };
    tokens.into_iter().map(plain).collect()
}

impl Lower<'_> {
    /// What a macro of the crate stands for; the inner nothing if that is an error, the outer if it is no such macro.
    pub(super) fn expanded(&mut self, mac: &syn::Macro) -> Option<Option<TokenStream>> {
        let path = self.macros.path(&mac.path);
        let own = path.get_ident().and_then(|name| self.macros.local.iter().rev().find(|(own, _)| name == own));
        let rules = match own {
            Some((_, rules)) => rules.clone(),
            None => match self.resolve.rules(&path) {
                Rules::Known(rules) => rules,
                Rules::Foreign => return None,
                Rules::Unsure => {
                    let name = quote!(#path).to_string().replace(' ', "");
                    let message = format!(
                        "several macros of this crate are called `{name}`, and which is meant is not known here: \
                             give them different names, or make a function with #[differentiable] of what it stands for"
                    );
                    self.error(mac.path.span(), message);
                    return Some(None);
                }
            },
        };
        self.macros.made += 1;
        let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        if self.macros.made > MOST {
            if self.macros.made == MOST + 1 {
                self.error(mac.path.span(), format!("`{name}!` writes out too many macros"));
            }
            return Some(None);
        }
        let mark = format!("{OF_MACRO}{}", self.macros.made);
        let written = rules::expand(rules, mac.tokens.clone(), &mark, mac.path.span());
        if written.is_none() {
            self.error(mac.path.span(), format!("no rule of `{name}!` fits this"));
        }
        Some(written.filter(|tokens| self.is_shallow(tokens, mac.path.span())))
    }

    /// A macro in the place of an expression.
    pub(super) fn macro_value(&mut self, mac: &syn::Macro, stands: Stands) -> super::ExprId {
        let span = mac.path.span();
        let Some(tokens) = self.expanded(mac) else { return self.macro_of_others(mac, stands) };
        let Some(tokens) = tokens else { return self.nothing(span) };
        if let Ok(e) = syn::parse2::<Expr>(tokens.clone()) {
            return self.made(e);
        }
        match self.parsed_block(tokens, span) {
            Some(block) => {
                let id = self.block(&block, None);
                discard_block(block);
                id
            }
            None => self.nothing(span),
        }
    }

    /// A type in which macros are written out.
    pub(super) fn written_out(&mut self, mut ty: Type) -> Type {
        struct Found<'a, 'p>(&'a mut Lower<'p>);
        impl VisitMut for Found<'_, '_> {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                let Type::Macro(m) = ty else { return visit_mut::visit_type_mut(self, ty) };
                let Some(Some(tokens)) = self.0.expanded(&m.mac) else { return };
                let parsed = syn::parse2(tokens);
                let Some(parsed) = self.0.noted::<Type>(parsed) else { return };
                *ty = self.0.macros.ty(&parsed);
                self.0.nested(ty.span(), |l| Found(l).visit_type_mut(ty));
            }
        }
        Found(self).visit_type_mut(&mut ty);
        ty
    }

    pub(super) fn parsed_block(&mut self, tokens: TokenStream, span: Span) -> Option<Block> {
        let mut group = Group::new(Delimiter::Brace, tokens);
        group.set_span(span);
        let parsed = syn::parse2::<Block>(quote!(#group));
        self.noted(parsed)
    }

    /// An expression that was parsed here.
    pub(super) fn made(&mut self, e: Expr) -> super::ExprId {
        let id = self.expr(&e);
        discard(e);
        id
    }

    /// Whether the parser may go through tokens.
    pub(super) fn is_shallow(&mut self, tokens: &TokenStream, span: Span) -> bool {
        let mut open = vec![tokens.clone().into_iter()];
        while let Some(last) = open.last_mut() {
            match last.next() {
                Some(TokenTree::Group(group)) => {
                    open.push(group.stream().into_iter());
                    if open.len() > self.room() {
                        self.error(span, super::lower::DEEP);
                        return false;
                    }
                }
                Some(_) => {}
                None => drop(open.pop()),
            }
        }
        true
    }
}

/// Drops an expression without going deep where it is long.
pub(super) fn discard(mut e: Expr) {
    loop {
        let inner = match &mut e {
            Expr::Binary(b) => &mut b.left,
            Expr::MethodCall(m) => &mut m.receiver,
            Expr::Field(f) => &mut f.base,
            Expr::Index(i) => &mut i.expr,
            Expr::Call(c) => &mut c.func,
            Expr::Cast(c) => &mut c.expr,
            Expr::Try(t) => &mut t.expr,
            Expr::Paren(p) => &mut p.expr,
            Expr::Group(g) => &mut g.expr,
            Expr::If(i) => match &mut i.else_branch {
                Some((_, inner)) => inner,
                None => return,
            },
            _ => return,
        };
        e = std::mem::replace(&mut **inner, Expr::Verbatim(TokenStream::new()));
    }
}

/// Drops a block, with expressions that may be long.
pub(super) fn discard_block(block: Block) {
    for stmt in block.stmts {
        match stmt {
            syn::Stmt::Expr(Expr::Assign(a), _) => discard(*a.right),
            syn::Stmt::Expr(e, _) => discard(e),
            syn::Stmt::Local(l) => l.init.into_iter().for_each(|init| discard(*init.expr)),
            _ => {}
        }
    }
}
