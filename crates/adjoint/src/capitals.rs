//! Variables that begin with a capital get names that do not: elsewhere a capital is what types, variants and constants
//! are known by, and generated code has parameters of such names itself. And variables get names of their own that hide
//! what is needed at the end.

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, FieldPat, FieldValue, FnArg, ItemFn, Local, Macro, Member, Pat, PatIdent};

/// The function with small names for its variables.
pub(crate) fn small(f: &mut ItemFn) {
    if !f.to_token_stream().to_string().contains(char::is_uppercase) {
        return;
    }
    let mut small = Small { taken: all_words(f), hidden: vec![], scope: vec![] };
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input {
            small.bind(&mut t.pat, true);
        }
    }
    small.visit_block_mut(&mut f.block);
}

fn all_words(f: &ItemFn) -> HashSet<String> {
    let mut out = HashSet::new();
    words(f.to_token_stream(), &mut out);
    out
}

fn words(tokens: TokenStream, out: &mut HashSet<String>) {
    for t in tokens {
        match t {
            TokenTree::Ident(i) => {
                out.insert(i.to_string());
            }
            TokenTree::Group(g) => words(g.stream(), out),
            _ => {}
        }
    }
}

struct Small {
    /// Every word of the function, and the names that were made.
    taken: HashSet<String>,
    /// Names that are kept for what they stand for at first.
    hidden: Vec<String>,
    /// What is bound at a place, with its new name: the last one counts.
    scope: Vec<(String, Ident)>,
}

impl Small {
    fn renamed(&self, name: &Ident) -> Option<Ident> {
        let name_text = name.to_string();
        let found = self.scope.iter().rev().find(|(old, _)| *old == name_text);
        found.map(|(_, new)| Ident::new(&new.to_string(), name.span()))
    }

    /// The variables of a pattern; in one that always holds every name alone is a variable's.
    fn bind(&mut self, pat: &mut Pat, always: bool) {
        Binder { of: self, always, bound: vec![] }.visit_pat_mut(pat);
    }

    fn bound(&mut self, p: &mut PatIdent, always: bool) -> bool {
        let name = p.ident.to_string();
        let hides = self.hidden.contains(&name);
        let binds = always || p.subpat.is_some() || p.by_ref.is_some() || p.mutability.is_some();
        if !hides && (!binds || !name.starts_with(char::is_uppercase)) {
            return false;
        }
        let mut new = name.to_lowercase();
        while self.taken.contains(&new) || syn::parse_str::<Ident>(&new).is_err() {
            new.push('x');
        }
        self.taken.insert(new.clone());
        let new = Ident::new(&new, p.ident.span());
        self.scope.push((name, new.clone()));
        p.ident = new;
        true
    }

    /// What a part binds holds in that part alone.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        let mark = self.scope.len();
        part(self);
        self.scope.truncate(mark);
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut before = ' ';
        let rename = |t: TokenTree| {
            let of_something = before == '.' || before == ':';
            before = ' ';
            match t {
                TokenTree::Ident(i) if !of_something => TokenTree::Ident(self.renamed(&i).unwrap_or(i)),
                TokenTree::Group(g) => {
                    let mut group = Group::new(g.delimiter(), self.tokens(g.stream()));
                    group.set_span(g.span());
                    TokenTree::Group(group)
                }
                TokenTree::Literal(l) => TokenTree::Literal(self.shown(l)),
                TokenTree::Punct(p) => {
                    before = p.as_char();
                    TokenTree::Punct(p)
                }
                other => other,
            }
        };
        tokens.into_iter().map(rename).collect()
    }

    /// A text in which variables may be shown by their names in braces.
    fn shown(&self, literal: Literal) -> Literal {
        let text = literal.to_string();
        if !text.starts_with('"') || !text.contains('{') {
            return literal;
        }
        let mut new = text.clone();
        for (name, _) in &self.scope {
            let Some(to) = self.renamed(&Ident::new(name, literal.span())) else { continue };
            for end in ['}', ':'] {
                new = new.replace(&format!("{{{name}{end}"), &format!("{{{to}{end}"));
            }
        }
        let mut new: Literal = if new == text { return literal } else { new.parse().unwrap_or(literal.clone()) };
        new.set_span(literal.span());
        new
    }
}

struct Binder<'s> {
    of: &'s mut Small,
    always: bool,
    bound: Vec<String>,
}

impl VisitMut for Binder<'_> {
    fn visit_pat_ident_mut(&mut self, p: &mut PatIdent) {
        let name = p.ident.to_string();
        // The arms of `A | A` bind one variable.
        match self.of.renamed(&p.ident).filter(|_| self.bound.contains(&name)) {
            Some(new) => p.ident = new,
            None if self.of.bound(p, self.always) => self.bound.push(name),
            None => {}
        }
        if let Some((_, sub)) = &mut p.subpat {
            self.visit_pat_mut(sub);
        }
    }

    fn visit_field_pat_mut(&mut self, f: &mut FieldPat) {
        let short = f.colon_token.is_none();
        let before = f.pat.to_token_stream().to_string();
        self.visit_pat_mut(&mut f.pat);
        if short && f.pat.to_token_stream().to_string() != before {
            f.colon_token = Some(Default::default());
        }
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

impl VisitMut for Small {
    fn visit_block_mut(&mut self, b: &mut Block) {
        self.within(|s| visit_mut::visit_block_mut(s, b));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_local_mut(&mut self, l: &mut Local) {
        let mut always = true;
        if let Some(init) = &mut l.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                always = false;
                self.visit_expr_mut(otherwise);
            }
        }
        self.bind(&mut l.pat, always);
    }

    fn visit_arm_mut(&mut self, a: &mut Arm) {
        self.within(|s| {
            s.bind(&mut a.pat, false);
            if let Some((_, guard)) = &mut a.guard {
                s.visit_expr_mut(guard);
            }
            s.visit_expr_mut(&mut a.body);
        });
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(p) if p.qself.is_none() => {
                if let Some(new) = p.path.get_ident().and_then(|name| self.renamed(name)) {
                    p.path = new.into();
                }
            }
            Expr::Closure(c) => self.within(|s| {
                c.inputs.iter_mut().for_each(|p| s.bind(p, true));
                s.visit_expr_mut(&mut c.body);
            }),
            Expr::ForLoop(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.within(|s| {
                    s.bind(&mut l.pat, true);
                    s.visit_block_mut(&mut l.body);
                });
            }
            Expr::If(i) => {
                self.within(|s| {
                    s.visit_expr_mut(&mut i.cond);
                    s.visit_block_mut(&mut i.then_branch);
                });
                if let Some((_, otherwise)) = &mut i.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(w) => self.within(|s| {
                s.visit_expr_mut(&mut w.cond);
                s.visit_block_mut(&mut w.body);
            }),
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.bind(&mut l.pat, false);
            }
            e => visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_field_value_mut(&mut self, f: &mut FieldValue) {
        let before = f.expr.to_token_stream().to_string();
        self.visit_expr_mut(&mut f.expr);
        let short = f.colon_token.is_none() && matches!(f.member, Member::Named(_));
        if short && f.expr.to_token_stream().to_string() != before {
            f.colon_token = Some(Default::default());
        }
    }

    fn visit_macro_mut(&mut self, m: &mut Macro) {
        m.tokens = self.tokens(std::mem::take(&mut m.tokens));
    }
}
