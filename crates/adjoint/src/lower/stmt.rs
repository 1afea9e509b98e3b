//! Statements.

use super::control::Tail;
use super::pattern::Want;
use super::{Item, Lowerer, fault};
use crate::ir::{Binary, Op, Step, Ty};
use crate::marks::Keep;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Result, Stmt};

/// Whether an expression is there for its effect.
pub(super) fn is_statement(e: &Expr) -> bool {
    match e {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::Binary(b) => super::assign::operator(&b.op).is_some(),
        Expr::MethodCall(m) => ["fill", "copy_from_slice", "clone_from_slice", "swap"].iter().any(|n| m.method == n),
        Expr::Macro(m) => !m.mac.path.is_ident("vec") && !m.mac.path.is_ident("matches") && !m.mac.path.is_ident("dbg"),
        _ => false,
    }
}

impl Lowerer {
    pub(super) fn statement(&mut self, stmt: &Stmt, rest: &[Stmt]) -> Result<()> {
        match stmt {
            Stmt::Local(l) => match Keep::of(&l.attrs)? {
                Some(keep) => self.marked_let(l, rest, keep),
                None => self.local_statement(l, rest),
            },
            Stmt::Item(item) => {
                self.items.push(item.clone());
                Ok(())
            }
            Stmt::Macro(m) => self.macro_statement(&m.mac),
            Stmt::Expr(e, _) => self.effect(e),
        }
    }

    pub(super) fn effect(&mut self, e: &Expr) -> Result<()> {
        match e {
            Expr::Paren(p) => self.effect(&p.expr),
            Expr::Assign(a) => self.assign(&a.left, &a.right),
            Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.assign_with(&b.left, &b.op, &b.right),
            Expr::ForLoop(f) => self.for_loop(f),
            // The way back asks the condition of a `while` again: what it does belongs into the loop.
            Expr::While(w) if self.acts(&w.cond) && !super::choice::has_let(&w.cond) => {
                let (attrs, label, cond, stmts) = (&w.attrs, &w.label, &w.cond, &w.body.stmts);
                self.effect(&syn::parse_quote!(#(#attrs)* #label loop { if !(#cond) { break; } #(#stmts)* }))
            }
            Expr::While(w) => {
                self.marked(&w.attrs, &w.body)?;
                if super::choice::has_let(&w.cond) {
                    return self.while_let(w);
                }

                self.while_loop(w.label.as_ref(), Some(&w.cond), &w.body).map(drop)
            }
            Expr::Block(b) if b.label.is_some() => self.labelled_block(b, Tail::No).map(drop),
            Expr::Block(b) => self.scoped(|l| l.statements(&b.block.stmts, Tail::No)).map(drop),
            Expr::Macro(m) => self.macro_statement(&m.mac),
            Expr::Call(c) if !self.opaque(e) => self.call(c, Some(&Want::Unit)).map(drop),
            Expr::MethodCall(m) if self.only_room(m) => Ok(()),
            Expr::MethodCall(m) => {
                let list = self.is_held(&m.receiver) && !self.is_held_structure(&m.receiver);
                if list && self.sort(m)?
                    || self.held_statement(m)?
                    || self.table_statement(m)?
                    || self.array_statement(m)?
                    || self.changing_method(m)?
                {
                    return Ok(());
                }
                if self.list_statement(m)? || self.turning(m)? {
                    return Ok(());
                }
                if self.sort(m)? {
                    return Ok(());
                }
                self.item(e).map(drop)
            }
            _ => match self.item(e)? {
                Item::Unit | Item::Never => Ok(()),
                _ => Ok(()),
            },
        }
    }

    /// Whether a method changes no more than how much room a list has.
    fn only_room(&self, m: &syn::ExprMethodCall) -> bool {
        ["reserve", "reserve_exact", "shrink_to_fit", "shrink_to"].iter().any(|n| m.method == n)
            && !crate::around::is_method(&m.method)
    }

    fn macro_statement(&mut self, mac: &syn::Macro) -> Result<()> {
        if self.say(mac)?.is_some() {
            return Ok(());
        }
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let args = || mac.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated);
        let compare = match name.as_str() {
            "assert" | "debug_assert" => None,
            "assert_eq" | "debug_assert_eq" => Some(Binary::Eq),
            "assert_ne" | "debug_assert_ne" => Some(Binary::Ne),
            _ => {
                let message =
                    format!("the macro `{name}!` is not supported inside a differentiable function: take it out");
                return fault(&mac.path, message);
            }
        };
        let args = args()?;
        let debug = name.starts_with("debug").then(|| quote!(debug_assert)).unwrap_or(quote!(assert));
        let (cond, text) = match (&compare, args.len()) {
            (None, 1..) => (self.scalar(&args[0])?, args[0].to_token_stream().to_string()),
            (Some(op), 2..) => {
                let (a, b) = (self.scalar(&args[0])?, self.scalar(&args[1])?);
                let cond = self.temporary(Ty::Bool, Op::Compare(*op, a, b), mac.span());
                (cond, format!("{} {} {}", args[0].to_token_stream(), op.to_token_stream(), args[1].to_token_stream()))
            }
            _ => {
                return fault(
                    mac,
                    "this assertion has too few arguments: write the condition, or both sides of the comparison",
                );
            }
        };
        let message = format!("assertion failed: {text}");
        self.out.push(Step::Assert(debug, cond, quote!("{}", #message)));
        Ok(())
    }
}
