//! The names that a text binds, and which of them may be called.

use crate::around;
use front::visit::{self, Visit};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{Expr, ItemFn, Pat, Stmt};

/// How often each name is bound, and how often to what is no function for certain.
#[derive(Default)]
pub(super) struct Names {
    bound: HashMap<String, usize>,
    values: HashMap<String, usize>,
    /// Closures that give closures.
    makers: HashSet<String>,
    /// Parameters of closures whose types are those of what they are called with later.
    open: HashSet<String>,
    /// Variables that begin as a literal float.
    numbers: HashSet<String>,
    /// Variables whose types follow from their use.
    unsure: HashSet<String>,
    /// Types with floats that are declared inside.
    types: HashSet<String>,
}

impl Names {
    /// Those of a function.
    pub(super) fn of(f: &ItemFn) -> Names {
        let mut names = Names::default();
        names.bound.extend(f.sig.generics.const_params().map(|c| (c.ident.to_string(), 1)));
        names.visit_item_fn(f);
        names
    }

    pub(super) fn extend(&mut self, others: Names) {
        for (name, n) in others.bound {
            *self.bound.entry(name).or_default() += n;
        }
        for (name, n) in others.values {
            *self.values.entry(name).or_default() += n;
        }
    }

    /// Whether the type of what a name is bound to is known where it is used.
    pub(super) fn has_type(&self, name: &str) -> bool {
        self.bound.contains_key(name) && !self.open.contains(name)
    }

    /// Whether the type of a variable follows from what is done with it.
    pub(super) fn follows_from_use(&self, e: &Expr) -> bool {
        matches!(e, Expr::Path(p) if p.path.get_ident().is_some_and(|name| self.unsure.contains(&name.to_string())))
    }

    /// Whether a path leads to a type with floats that is declared inside, which stay floats.
    pub(super) fn is_inner_type(&self, path: &syn::Path) -> bool {
        let parts = path.segments.iter().take(2);
        path.segments.len() <= 2 && parts.into_iter().any(|s| self.types.contains(&s.ident.to_string()))
    }

    /// Whether a variable is one of floats that carry derivatives.
    pub(super) fn is_number(&self, e: &Expr) -> bool {
        let Expr::Path(p) = e else { return false };
        let name = p.path.get_ident().map(ToString::to_string);
        name.is_some_and(|name| self.numbers.contains(&name) && self.bound.get(&name) == Some(&1))
    }

    /// Whether an expression may be a function, or hold some.
    fn may_be_function(&self, e: &Expr) -> bool {
        match e {
            Expr::Call(c) => self.makes_functions(&c.func),
            Expr::Reference(r) => self.may_be_function(&r.expr),
            e => may_be_function(e),
        }
    }

    /// Whether what is called gives a function: a closure here, or a function of the crate.
    fn makes_functions(&self, called: &Expr) -> bool {
        let Expr::Path(p) = called else { return false };
        if p.path.get_ident().is_some_and(|name| self.makers.contains(&name.to_string())) {
            return true;
        }
        let gives = |f: ItemFn| f.sig.output.to_token_stream().to_string();
        around::function_at(&p.path).is_some_and(|f| ["Fn", "fn"].iter().any(|word| gives(f.clone()).contains(word)))
    }

    /// Whether a name is bound: such a one in capitals is no constant.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.bound.contains_key(name)
    }

    /// Whether a name may be bound where it is called: one that is bound to values alone is a function there, which
    /// the value has the name of.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.bound.get(name) > self.values.get(name)
    }

    /// Parameters without types of what may be a closure.
    fn leave_open(&mut self, e: &Expr) {
        match e {
            Expr::Closure(c) => {
                let untyped = c.inputs.iter().filter(|pat| !matches!(pat, Pat::Type(_)));
                let names = untyped.flat_map(|pat| crate::syntax::identifiers_of(pat.to_token_stream()));
                self.open.extend(names);
            }
            Expr::Reference(r) => self.leave_open(&r.expr),
            Expr::Paren(p) => self.leave_open(&p.expr),
            _ => {}
        }
    }

    fn values(&mut self, pat: &Pat) {
        struct Inside<'n>(&'n mut HashMap<String, usize>);
        impl<'ast> Visit<'ast> for Inside<'_> {
            fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
                *self.0.entry(p.ident.to_string()).or_default() += 1;
                visit::visit_pat_ident(self, p);
            }
        }
        Inside(&mut self.values).visit_pat(pat);
    }
}

/// Whether a closure with this body gives a closure.
fn given(body: &Expr) -> bool {
    match body {
        Expr::Closure(_) => true,
        Expr::Block(b) => matches!(b.block.stmts.last(), Some(Stmt::Expr(e, None)) if given(e)),
        Expr::Paren(p) => given(&p.expr),
        _ => false,
    }
}

/// Whether an expression other than a call may be a function, or hold some.
fn may_be_function(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => may_be_function(&p.expr),
        e => !matches!(
            e,
            Expr::Array(_)
                | Expr::Binary(_)
                | Expr::Call(_)
                | Expr::Cast(_)
                | Expr::Lit(_)
                | Expr::Macro(_)
                | Expr::MethodCall(_)
                | Expr::Range(_)
                | Expr::Repeat(_)
                | Expr::Struct(_)
                | Expr::Try(_)
        ),
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        *self.bound.entry(p.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, p);
    }

    fn visit_local(&mut self, l: &'ast syn::Local) {
        let typed = matches!(&l.pat, Pat::Type(t) if t.ty.to_token_stream().to_string().to_lowercase().contains("fn"));
        if let Some(init) = &l.init {
            self.leave_open(&init.expr);
        }
        let name = match &l.pat {
            Pat::Type(t) => &*t.pat,
            pat => pat,
        };
        if l.init.as_ref().is_none_or(|init| !super::paths::says_its_type(&init.expr)) && !matches!(l.pat, Pat::Type(_))
        {
            self.unsure.extend(crate::syntax::identifiers_of(l.pat.to_token_stream()));
        }
        if let (Pat::Ident(p), Some(init)) = (name, &l.init)
            && super::literals::is_literal(&init.expr)
        {
            self.numbers.insert(p.ident.to_string());
        }
        if let (Pat::Ident(p), Some(init)) = (&l.pat, &l.init)
            && matches!(&*init.expr, Expr::Closure(c) if given(&c.body))
        {
            self.makers.insert(p.ident.to_string());
        }
        if !typed && l.init.as_ref().is_some_and(|init| !self.may_be_function(&init.expr)) {
            self.values(&l.pat);
        }
        visit::visit_local(self, l);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        let (name, text) = match item {
            syn::Item::Struct(s) => (&s.ident, s.to_token_stream()),
            syn::Item::Enum(e) => (&e.ident, e.to_token_stream()),
            item => return visit::visit_item(self, item),
        };
        let text = text.to_string();
        let has = |word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
        if has("f64") && !has("Differentiable") {
            self.types.insert(name.to_string());
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        call.args.iter().for_each(|arg| self.leave_open(arg));
        visit::visit_expr_call(self, call);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !matches!(arm.pat, Pat::Ident(_)) {
            self.values(&arm.pat);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_let(&mut self, l: &'ast syn::ExprLet) {
        if !self.may_be_function(&l.expr) {
            self.values(&l.pat);
        }
        visit::visit_expr_let(self, l);
    }
}
