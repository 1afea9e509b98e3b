//! The types that expressions show by their form.

use super::Lowerer;
use syn::{Expr, Pat, Stmt, Type, parse_quote};

impl Lowerer {
    /// The type that an expression shows by its form; a number if it does not.
    pub(super) fn result_of(&self, e: &Expr) -> Type {
        let last = |block: &syn::Block| match block.stmts.last() {
            Some(Stmt::Expr(e, None)) => Some(match e {
                Expr::Path(p) => self.declared(p, block).unwrap_or_else(|| self.result_of(e)),
                e => self.result_of(e),
            }),
            _ => None,
        };
        let number: Type = parse_quote!(f64);
        match e {
            Expr::Paren(p) => self.result_of(&p.expr),
            Expr::Block(b) => last(&b.block).unwrap_or(number),
            Expr::If(i) => last(&i.then_branch).unwrap_or(number),
            Expr::Match(m) => m.arms.first().map_or(number, |arm| self.result_of(&arm.body)),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => parse_quote!(Vec<f64>),
            Expr::MethodCall(m) if ["collect", "to_vec"].iter().any(|n| m.method == n) => parse_quote!(Vec<f64>),
            Expr::Array(a) => {
                let n = a.elems.len();
                parse_quote!([f64; #n])
            }
            Expr::Repeat(r) => {
                let n = &r.len;
                parse_quote!([f64; #n])
            }
            Expr::Tuple(t) => {
                let parts = t.elems.iter().map(|e| self.result_of(e));
                parse_quote!((#(#parts),*))
            }
            Expr::Struct(s) => {
                let path = &s.path;
                parse_quote!(#path)
            }
            Expr::Call(c) => match &*c.func {
                Expr::Path(f) => self.given_by(&f.path).unwrap_or(number),
                _ => number,
            },
            _ => number,
        }
    }

    /// The type of a variable of a block, by how it is declared.
    fn declared(&self, name: &syn::ExprPath, block: &syn::Block) -> Option<Type> {
        block.stmts.iter().rev().find_map(|s| {
            let Stmt::Local(l) = s else { return None };
            let (pat, ty) = match &l.pat {
                Pat::Type(t) => (&*t.pat, Some((*t.ty).clone())),
                pat => (pat, None),
            };
            match pat {
                Pat::Ident(p) if name.path.is_ident(&p.ident) => {
                    ty.or_else(|| l.init.as_ref().map(|i| self.result_of(&i.expr)))
                }
                _ => None,
            }
        })
    }
}
