//! Iterators in variables, advanced by `next`: their items by number, and a variable that counts.

use super::maybe::Maybe;
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Atom, Op, Ty, Verbatim};
use proc_macro2::Ident;
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall, ExprWhile, Pat, Result, Stmt};

/// Whether the statements advance the iterator of this name by hand.
fn advances(name: &Ident, rest: &[&Stmt]) -> bool {
    struct Next<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Next<'_> {
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            self.1 |= (m.method == "next" || m.method == "peek")
                && m.args.is_empty()
                && matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(self.0));
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut next = Next(name, false);
    rest.iter().for_each(|s| next.visit_stmt(s));
    next.1
}

/// Methods that move an iterator on, which goes on from there.
const MOVES: [&str; 13] = [
    "all",
    "any",
    "by_ref",
    "find",
    "find_map",
    "next_back",
    "next_if",
    "next_if_eq",
    "nth",
    "nth_back",
    "position",
    "rposition",
    "try_fold",
];

/// Where the statements move the iterator of this name on in another way than by `next`, and use it in another place too.
fn moved(name: &Ident, rest: &[&Stmt]) -> Option<Ident> {
    struct Moved<'n>(&'n Ident, usize, Option<Ident>);
    impl<'ast> Visit<'ast> for Moved<'_> {
        fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
            let own = matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(self.0));
            if own && MOVES.iter().any(|n| m.method == n) {
                self.2.get_or_insert_with(|| m.method.clone());
            }
            syn::visit::visit_expr_method_call(self, m);
        }
        fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
            if r.mutability.is_some() && matches!(&*r.expr, Expr::Path(p) if p.path.is_ident(self.0)) {
                self.2.get_or_insert_with(|| Ident::new("by_ref", self.0.span()));
            }
            syn::visit::visit_expr_reference(self, r);
        }
        fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
            self.1 += usize::from(p.path.is_ident(self.0));
        }
    }
    let mut found = Moved(name, 0, None);
    rest.iter().for_each(|s| found.visit_stmt(s));
    found.2.filter(|_| found.1 > 1)
}

impl Lowerer {
    /// `let mut it = iterator;` where the rest calls `it.next()`.
    pub(super) fn iterator_variable(&mut self, pat: &Pat, value: &Expr, rest: &[Stmt]) -> Result<bool> {
        let Pat::Ident(p) = pat else { return Ok(false) };
        if p.mutability.is_some()
            && self.iterates(value)
            && let Some(method) = moved(&p.ident, &self.mentions(&p.ident, rest))
        {
            let message =
                format!("`{method}` of an iterator that goes on behind it is not supported: use `next`, or indices");
            return fault(&method, message);
        }
        if p.mutability.is_none() || !advances(&p.ident, &self.mentions(&p.ident, rest)) {
            return Ok(false);
        }
        if self.known(value).is_some_and(|(ty, _)| crate::around::is_choice(&ty) && !crate::around::is_iterator(&ty)) {
            return Ok(false);
        }
        if !self.opaque(value) {
            return self.numbers_variable(&p.ident, value);
        }
        let code = self.verbatim(value)?;
        let tokens = &code.tokens;
        let code = Verbatim { tokens: quote!(::wengert::generated::Iterates::new(#tokens)), ..code };
        let list = self.temporary(Ty::Unknown, Op::Verbatim(code), p.ident.span());
        self.rename(&list, &p.ident);
        let at = self.var("at", Ty::usize(), Atom::Lit(quote!(0usize)));
        self.declare(&p.ident, Binding::Iterates(list, at));
        Ok(true)
    }

    /// An iterator over numbers that carry derivatives.
    fn numbers_variable(&mut self, name: &Ident, value: &Expr) -> Result<bool> {
        if !self.iterates(value) {
            return Ok(false);
        }
        let flow = self.flow(value)?;
        let Some(seq) = self.indexed(flow) else {
            let message =
                "an iterator of a length that shows only on the way is not advanced by hand here: `collect` it before";
            return fault(value, message);
        };
        let len = self.count(&seq);
        let at = self.var("at", Ty::usize(), Atom::Lit(quote!(0usize)));
        self.declare(name, Binding::Advances(Box::new(seq), len, at));
        Ok(true)
    }

    /// `it.next()` of such an iterator, or `it.peek()`.
    fn next_number(&mut self, seq: &Seq, len: &Atom, at: Var, peeks: bool) -> Result<Item> {
        let now = self.current[at].clone();
        let some = self.asked(&now, len, |i, n| quote!(#i < #n));
        let item = self.branch(quote!(), some.clone(), |l| l.at(seq, &now), |_| Ok(Item::Never))?;
        if peeks {
            return Ok(Item::Maybe(Box::new(Maybe { some, value: item })));
        }
        let (i, n) = (self.atom_tokens(&now), self.atom_tokens(len));
        self.current[at] = self.computed(quote!(::core::cmp::min(#i + 1, #n)), &[&now, len], Ty::usize());
        Ok(Item::Maybe(Box::new(Maybe { some, value: item })))
    }

    /// `it.next()` and `it.peek()`
    pub(super) fn next_of(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        if let (Some(Binding::Advances(seq, len, at)), true) =
            (self.binding_of(&m.receiver).cloned(), m.method == "next" || m.method == "peek")
        {
            return self.next_number(&seq, &len, at, m.method == "peek").map(Some);
        }
        Ok(self.next_constant(m))
    }

    fn next_constant(&mut self, m: &ExprMethodCall) -> Option<Item> {
        let Some(Binding::Iterates(list, at)) = self.binding_of(&m.receiver).cloned() else { return None };
        if m.method != "next" && m.method != "peek" {
            return None;
        }
        let now = self.current[at].clone();
        let (name, number) = (self.atom_tokens(&list), self.atom_tokens(&now));
        let code = |tokens| Verbatim {
            tokens,
            vals: list.val().into_iter().chain(now.val()).collect(),
            reads: vec![],
            lens: vec![],
        };
        let item = self.temporary(Ty::Unknown, Op::Verbatim(code(quote!(#name.get(#number)))), m.method.span());
        if m.method == "peek" {
            return Some(Item::Scalar(item));
        }
        let vals = now.val().into_iter().collect();
        let step = Verbatim { tokens: quote!(#number + 1), vals, reads: vec![], lens: vec![] };
        self.current[at] = self.temporary(Ty::usize(), Op::Verbatim(step), m.method.span());
        Some(Item::Scalar(item))
    }

    /// `while let pattern = value { .. }` is `loop { if let pattern = value { .. } else { break } }`.
    pub(super) fn while_let(&mut self, w: &ExprWhile) -> Result<()> {
        let (cond, body) = (&w.cond, &w.body);
        let block: syn::Block = syn::parse_quote!({ if #cond #body else { break } });
        self.while_loop(w.label.as_ref(), None, &block).map(drop)
    }
}
