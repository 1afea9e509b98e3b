//! Constant code that binds names of its own: closures, blocks, `match` and `if let` inside an expression of constants.

use super::Lowerer;
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, ExprMacro, Pat, PatIdent, Stmt};

/// Whether a name in a pattern is bound by it; the others are constants and variants, which start with a capital.
pub(super) fn binds(p: &PatIdent) -> bool {
    let constant = p.ident.to_string().starts_with(char::is_uppercase);
    !constant || p.subpat.is_some() || p.by_ref.is_some() || p.mutability.is_some()
}

/// The names that a pattern binds.
pub(super) fn bound(pat: &Pat) -> Vec<Ident> {
    struct Bound(Vec<Ident>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
            if binds(p) && !self.0.contains(&p.ident) {
                self.0.push(p.ident.clone());
            }
            syn::visit::visit_pat_ident(self, p);
        }
        fn visit_expr(&mut self, _: &'ast Expr) {}
    }
    let mut names = Bound(vec![]);
    names.visit_pat(pat);
    names.0
}

/// The names that a condition binds by `let`.
pub(super) fn bound_by_condition(cond: &Expr) -> Vec<Ident> {
    match cond {
        Expr::Let(l) => bound(&l.pat),
        Expr::Binary(b) => [bound_by_condition(&b.left), bound_by_condition(&b.right)].concat(),
        _ => vec![],
    }
}

/// `matches!(e, pattern if guard)` as a `match`.
pub(super) fn as_match(m: &ExprMacro) -> Option<Expr> {
    if !m.mac.path.is_ident("matches") {
        return None;
    }
    let parse = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard =
            if input.parse::<Option<syn::Token![if]>>()?.is_some() { Some(input.parse::<Expr>()?) } else { None };
        input.parse::<Option<syn::Token![,]>>()?;
        Ok((value, pat, guard))
    };
    let (value, pat, guard) = m.mac.parse_body_with(parse).ok()?;
    let guard = guard.map(|g| quote::quote!(if #g));
    Some(syn::parse_quote!(match #value { #pat #guard => true, _ => false }))
}

/// The expressions in a macro that holds nothing else.
pub(super) fn inside(mac: &syn::Macro) -> Vec<Expr> {
    let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    match super::expr::repeat_of(mac) {
        Some((value, len)) => vec![value, len],
        None => mac.parse_body_with(list).map(|l| l.into_iter().collect()).unwrap_or_default(),
    }
}

impl Lowerer {
    /// Runs a question while some names mean nothing of ours.
    pub(super) fn hiding<X>(&self, names: &[Ident], f: impl FnOnce() -> X) -> X {
        let before = self.hidden.borrow().len();
        self.hidden.borrow_mut().extend(names.iter().map(ToString::to_string));
        let result = f();
        self.hidden.borrow_mut().truncate(before);
        result
    }

    /// Whether code with names of its own is constant code.
    pub(super) fn opaque_with_names(&self, e: &Expr) -> bool {
        self.nested.set(self.nested.get() + 1);
        let result = match e {
            Expr::Closure(c) => {
                let names: Vec<Ident> = c.inputs.iter().flat_map(bound).collect();
                self.hiding(&names, || self.opaque(&c.body))
            }
            Expr::Match(m) => {
                self.opaque(&m.expr)
                    && m.arms.iter().all(|arm| {
                        self.hiding(&bound(&arm.pat), || {
                            arm.guard.iter().all(|(_, g)| self.opaque(g)) && self.opaque(&arm.body)
                        })
                    })
            }
            Expr::If(i) => {
                self.hiding(&bound_by_condition(&i.cond), || self.opaque(&i.cond) && self.opaque_block(&i.then_branch))
                    && i.else_branch.iter().all(|(_, e)| self.opaque(e))
            }
            Expr::Let(l) => self.opaque(&l.expr),
            Expr::Array(a) => a.elems.iter().all(|e| self.opaque(e)),
            Expr::Block(b) => b.label.is_none() && self.opaque_block(&b.block),
            Expr::Macro(m) => as_match(m).is_some_and(|e| self.opaque(&e)),
            _ => false,
        };
        self.nested.set(self.nested.get() - 1);
        result
    }

    fn opaque_block(&self, b: &Block) -> bool {
        self.opaque_statements(&b.stmts)
    }

    fn opaque_statements(&self, stmts: &[Stmt]) -> bool {
        match stmts.split_first() {
            None => true,
            Some((Stmt::Expr(e, None), rest)) => rest.is_empty() && self.opaque(e),
            Some((Stmt::Local(l), rest)) => {
                let simple = l.init.as_ref().is_some_and(|init| init.diverge.is_none() && self.opaque(&init.expr));
                simple && self.hiding(&bound(&l.pat), || self.opaque_statements(rest))
            }
            _ => false,
        }
    }

    /// New names for all that constant code binds, so that they are not taken for what stands outside.
    pub(super) fn names_inside(&mut self, e: &Expr) -> HashMap<String, Ident> {
        struct Inside(Vec<Ident>);
        impl<'ast> Visit<'ast> for Inside {
            fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
                if binds(p) {
                    self.0.push(p.ident.clone());
                }
                syn::visit::visit_pat_ident(self, p);
            }
            fn visit_expr_macro(&mut self, m: &'ast ExprMacro) {
                if let Some(Expr::Match(m)) = as_match(m) {
                    self.0.extend(m.arms.iter().flat_map(|arm| bound(&arm.pat)));
                }
            }
        }
        let mut inside = Inside(vec![]);
        inside.visit_expr(e);
        let mut names = HashMap::new();
        for ident in inside.0 {
            names.entry(ident.to_string()).or_insert_with(|| self.fresh_inside(&ident));
        }
        names
    }

    /// A name for use inside constant code, like one of the user's.
    pub(super) fn fresh_inside(&mut self, like: &Ident) -> Ident {
        loop {
            let name = self.fresh(&like.to_string(), like.span());
            if self.look(&name.to_string()).is_none() {
                return name;
            }
        }
    }
}

/// Gives the names that a pattern binds their new names.
pub(super) fn rename(pat: &mut Pat, names: &HashMap<String, Ident>) {
    struct Rename<'n>(&'n HashMap<String, Ident>);
    impl VisitMut for Rename<'_> {
        fn visit_pat_ident_mut(&mut self, p: &mut PatIdent) {
            if let Some(name) = self.0.get(&p.ident.to_string()).filter(|_| binds(p)) {
                p.ident = name.clone();
            }
            syn::visit_mut::visit_pat_ident_mut(self, p);
        }
        fn visit_field_pat_mut(&mut self, f: &mut syn::FieldPat) {
            // `Point { x }` is `Point { x: x_1 }`.
            self.visit_pat_mut(&mut f.pat);
            f.colon_token.get_or_insert_default();
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    Rename(names).visit_pat_mut(pat);
}
