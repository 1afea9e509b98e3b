//! Macros of the crate's own, by `macro_rules!`, expanded where a function uses them: the attribute sees them before the
//! compiler expands them.
//!
//! Names that a macro binds are its own: they get other names, as an argument may have one of theirs.

use crate::around::Rules;
use front::visit::{self, Visit};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::{Block, Error, Expr, ExprMethodCall, FieldPat, FieldValue, Item, ItemFn, Macro, Member, Path, Result, Stmt};

/// Macros that expand to macros do so as often at most.
const DEEPEST: usize = 64;

/// Expands what is known of the macros in a function; others stay, and are refused where they stand.
///
/// # Errors
/// If several macros of the crate may be meant.
pub fn expand(f: &mut ItemFn) -> Result<()> {
    if !f.block.to_token_stream().to_string().contains('!') {
        return Ok(());
    }
    let mut expand = Expand { made: 0, depth: 0, local: vec![], error: None };
    expand.visit_block_mut(&mut f.block);
    expand.error.map_or(Ok(()), Err)
}

struct Expand {
    /// How many were expanded: each has names of its own.
    made: usize,
    depth: usize,
    /// Macros of the function's own, those of inner blocks behind those of outer ones.
    local: Vec<(String, TokenStream)>,
    error: Option<Error>,
}

impl Expand {
    fn expanded(&mut self, mac: &Macro) -> Option<TokenStream> {
        let rules = self.rules_of(&mac.path).filter(|_| self.depth < DEEPEST)?;
        self.made += 1;
        let expanded = front::hir::expand_rules(rules, mac.tokens.clone(), &self.own(), mac.path.span())?;
        Some(kept_together(expanded))
    }

    fn rules_of(&mut self, of: &Path) -> Option<TokenStream> {
        let root = of.leading_colon.map(|_| String::new());
        let path: Vec<String> = root.into_iter().chain(of.segments.iter().map(|s| s.ident.to_string())).collect();
        if let [name] = path.as_slice()
            && let Some((_, rules)) = self.local.iter().rev().find(|(own, _)| own == name)
        {
            return Some(rules.clone());
        }
        match crate::around::rules_of(&path) {
            Rules::Known(rules) => rules.parse().ok(),
            Rules::Foreign => None,
            Rules::Unsure => {
                let name = of.to_token_stream().to_string().replace(' ', "");
                let message = format!(
                    "several macros of this crate are called `{name}`, and which is meant is not known here: give \
                     them different names, or make a function with #[differentiable] of what it stands for"
                );
                self.error.get_or_insert_with(|| Error::new_spanned(of, message));
                None
            }
        }
    }

    fn own(&self) -> String {
        format!("__of_macro{}", self.made)
    }
}

/// Expressions that are arguments stand in parentheses.
fn kept_together(tokens: TokenStream) -> TokenStream {
    let keep = |t: TokenTree| match t {
        TokenTree::Group(g) => {
            let open = g.delimiter() == Delimiter::None && syn::parse2::<Expr>(g.stream()).is_ok();
            let delimiter = if open { Delimiter::Parenthesis } else { g.delimiter() };
            let mut group = Group::new(delimiter, kept_together(g.stream()));
            group.set_span(g.span());
            TokenTree::Group(group)
        }
        t => t,
    };
    tokens.into_iter().map(keep).collect()
}

impl VisitMut for Expand {
    fn visit_block_mut(&mut self, b: &mut Block) {
        let (mut stmts, outer) = (vec![], self.local.len());
        for mut stmt in std::mem::take(&mut b.stmts) {
            if let Stmt::Item(Item::Macro(m)) = &stmt
                && let Some(name) = m.ident.as_ref().filter(|_| m.mac.path.is_ident("macro_rules"))
            {
                self.local.push((name.to_string(), m.mac.tokens.clone()));
            }
            let Stmt::Macro(m) = &stmt else {
                visit_mut::visit_stmt_mut(self, &mut stmt);
                stmts.push(stmt);
                continue;
            };
            let expanded = self.expanded(&m.mac).and_then(|tokens| syn::parse2::<Block>(quote!({ #tokens })).ok());
            let Some(mut expanded) = expanded else {
                visit_mut::visit_stmt_mut(self, &mut stmt);
                stmts.push(stmt);
                continue;
            };
            named(&mut expanded, &self.own());
            if let (Some(Stmt::Expr(_, semi @ None)), true) = (expanded.stmts.last_mut(), m.semi_token.is_some()) {
                *semi = Some(Default::default());
            }
            // What it expands to may be macros again.
            self.depth += 1;
            self.visit_block_mut(&mut expanded);
            self.depth -= 1;
            stmts.extend(expanded.stmts);
        }
        b.stmts = stmts;
        self.local.truncate(outer);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Macro(m) = e {
            let expanded = self.expanded(&m.mac).and_then(|tokens| {
                let block = || syn::parse2::<Block>(quote!({ #tokens })).ok();
                syn::parse2::<Expr>(tokens.clone()).ok().map(|e| syn::parse_quote!({ #e })).or_else(block)
            });
            if let Some(mut block) = expanded {
                named(&mut block, &self.own());
                self.depth += 1;
                self.visit_block_mut(&mut block);
                self.depth -= 1;
                *e = match block.stmts.as_slice() {
                    [Stmt::Expr(e @ (Expr::Path(_) | Expr::Lit(_) | Expr::Block(_) | Expr::Paren(_)), None)] => {
                        e.clone()
                    }
                    [Stmt::Expr(e, None)] => syn::parse_quote!((#e)),
                    _ => syn::parse_quote!(#block),
                };
                return;
            }
            let mut mac = m.mac.clone();
            crate::syntax::macros::visit(&mut mac, &mut |e| self.visit_expr_mut(e));
            m.mac = mac;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// Leaves the mark to the names that are bound in a block, and takes it off the others.
fn named(block: &mut Block, mark: &str) {
    struct Bound<'m>(&'m str, HashSet<String>);
    impl<'ast> Visit<'ast> for Bound<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            let name = p.ident.to_string();
            // Constants and variants are no names of variables.
            if name.ends_with(self.0) && !name.starts_with(char::is_uppercase) {
                self.1.insert(name);
            }
            visit::visit_pat_ident(self, p);
        }
    }
    let mut bound = Bound(mark, HashSet::new());
    bound.visit_block(block);
    Members(mark).visit_block_mut(block);
    if let Ok(block_named) = syn::parse2(unmarked(block.to_token_stream(), mark, &bound.1)) {
        *block = block_named;
    }
}

/// Names of fields and methods are no variables.
struct Members<'m>(&'m str);

impl Members<'_> {
    fn plain(&self, name: &mut Ident) {
        if let Some(plain) = name.to_string().strip_suffix(self.0) {
            *name = Ident::new(plain, name.span());
        }
    }
}

impl VisitMut for Members<'_> {
    fn visit_member_mut(&mut self, m: &mut Member) {
        if let Member::Named(name) = m {
            self.plain(name);
        }
    }
    fn visit_field_value_mut(&mut self, f: &mut FieldValue) {
        f.colon_token.get_or_insert_default();
        visit_mut::visit_field_value_mut(self, f);
    }
    fn visit_field_pat_mut(&mut self, f: &mut FieldPat) {
        f.colon_token.get_or_insert_default();
        visit_mut::visit_field_pat_mut(self, f);
    }
    fn visit_expr_method_call_mut(&mut self, m: &mut ExprMethodCall) {
        self.plain(&mut m.method);
        visit_mut::visit_expr_method_call_mut(self, m);
    }
    fn visit_path_mut(&mut self, p: &mut syn::Path) {
        if p.segments.len() > 1 {
            p.segments.iter_mut().for_each(|s| self.plain(&mut s.ident));
        }
        visit_mut::visit_path_mut(self, p);
    }
}

fn unmarked(tokens: TokenStream, mark: &str, bound: &HashSet<String>) -> TokenStream {
    let plain = |t: TokenTree| match t {
        TokenTree::Ident(name) => {
            let text = name.to_string();
            match text.strip_suffix(mark).filter(|_| !bound.contains(&text)) {
                Some(plain) => TokenTree::Ident(Ident::new(plain, name.span())),
                None => TokenTree::Ident(name),
            }
        }
        // The names in a text for a macro.
        TokenTree::Literal(text) if text.to_string().contains(mark) => {
            let all: Vec<String> = bound.iter().map(|name| name.replace(mark, "\0")).collect();
            let text = bound.iter().zip(&all).fold(text.to_string(), |text, (name, kept)| text.replace(name, kept));
            let text = text.replace(mark, "").replace('\0', mark);
            text.parse::<Literal>().map_or_else(|_| TokenTree::Literal(Literal::string(&text)), TokenTree::Literal)
        }
        TokenTree::Group(g) => {
            let mut group = Group::new(g.delimiter(), unmarked(g.stream(), mark, bound));
            group.set_span(g.span());
            TokenTree::Group(group)
        }
        t => t,
    };
    tokens.into_iter().map(plain).collect()
}
