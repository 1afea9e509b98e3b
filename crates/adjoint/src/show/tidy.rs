//! What says nothing is left out: names of names that nobody reads, names of what a block gives, empty arms.

use super::finish;
use crate::syntax::generated::mentions;
use front::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Block, Expr, Item, Lit, Pat, Stmt};

pub(super) struct Tidy;

impl VisitMut for Tidy {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        block.stmts.retain(|s| !is_check(s) && !does_nothing(s));
        // From the end, as what reads a name may be gone itself.
        for k in (0..block.stmts.len()).rev() {
            let (at, rest) = block.stmts[k..].split_at(1);
            if renames(&at[0])
                .is_some_and(|name| rest.iter().all(|s| mentions(&s.to_token_stream(), &name.to_string()) == 0))
            {
                block.stmts.remove(k);
            }
        }
        finish(block);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        match e {
            // Of what is written once more for duals, what is for numbers.
            Expr::If(i) if is_for_scalars(&i.cond) => {
                if let [Stmt::Expr(only, _)] = i.then_branch.stmts.as_slice() {
                    *e = only.clone();
                }
            }
            Expr::If(i) if i.then_branch.stmts.is_empty() => {
                if let Some((_, other)) = &i.else_branch
                    && let Expr::Block(other) = &**other
                {
                    let (cond, block) = (opposite(&i.cond), &other.block);
                    *e = syn::parse_quote!(if #cond #block);
                }
            }
            Expr::Range(r) => {
                if let Some(end) = &mut r.end
                    && let Expr::Binary(sum) = &**end
                    && let (BinOp::Add(_), Expr::Lit(zero)) = (&sum.op, &*sum.left)
                    && matches!(&zero.lit, Lit::Int(n) if n.base10_digits() == "0")
                {
                    *end = sum.right.clone();
                }
            }
            _ => {}
        }
    }
}

/// What the compiler checks of a function of the user's.
fn is_check(s: &Stmt) -> bool {
    matches!(s, Stmt::Item(Item::Const(c)) if c.ident == "_")
}

fn is_for_scalars(cond: &Expr) -> bool {
    let Expr::Call(call) = cond else { return false };
    matches!(&*call.func, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "is_scalar"))
}

/// An `if` without anything in it.
fn does_nothing(s: &Stmt) -> bool {
    matches!(s, Stmt::Expr(Expr::If(i), _) if i.then_branch.stmts.is_empty() && i.else_branch.is_none())
}

/// The name that a statement gives to what has one.
fn renames(s: &Stmt) -> Option<&syn::Ident> {
    let Stmt::Local(local) = s else { return None };
    let Pat::Ident(name) = &local.pat else { return None };
    let init = local.init.as_ref()?;
    (name.mutability.is_none() && matches!(&*init.expr, Expr::Path(_))).then_some(&name.ident)
}

fn opposite(cond: &Expr) -> TokenStream {
    match cond {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Not(_)) => u.expr.to_token_stream(),
        Expr::Path(_) | Expr::MethodCall(_) | Expr::Call(_) => quote!(!#cond),
        cond => quote!(!(#cond)),
    }
}
