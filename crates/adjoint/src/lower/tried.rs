//! Chains of what may not be there, up to the first that is not: `collect`, `sum` and `product` into an `Option` or a
//! `Result`, and `try_fold`.

use super::flow::Flow;
use super::known::argument_of;
use super::maybe::Maybe;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Ty};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, Type};

/// The type in an `Option` or a `Result`, if a type is one of those; none inside if it is left open.
pub(super) fn tried(ty: &Type) -> Option<Option<&Type>> {
    let inner = argument_of(ty, &["Option", "Result"])?;
    Some(Some(inner).filter(|ty| !matches!(ty, Type::Infer(_))))
}

impl Lowerer {
    /// Whether a method ends a chain in what may not be there, as its name or its type says.
    pub(super) fn is_tried(&self, m: &ExprMethodCall) -> bool {
        let typed = || super::consume::turbofish(m).is_some_and(|ty| tried(ty).is_some());
        let ends = match m.method.to_string().as_str() {
            "try_fold" => true,
            "collect" | "sum" | "product" => typed(),
            _ => false,
        };
        ends && self.iterates(&m.receiver)
    }

    /// `collect`, `sum` or `product` of what is in the items, if it is in all of them.
    pub(super) fn all_there(&mut self, flow: Flow, m: &ExprMethodCall, inside: Option<&Type>) -> Result<Item> {
        let all = self.var("all", Ty::Bool, Atom::Lit(quote!(true)));
        let flow = Flow::Tried(Box::new(flow), all);
        let value = match m.method == "collect" {
            true => self.collect(&flow, m, inside)?,
            false => self.total(&flow, m, inside)?,
        };
        Ok(Item::Maybe(Box::new(Maybe { some: self.current[all].clone(), value })))
    }

    /// `try_fold`
    pub(super) fn try_fold(&mut self, flow: &Flow, m: &ExprMethodCall) -> Result<Item> {
        let (Expr::Closure(_), at) = (&m.args[1], m.args[1].span()) else {
            return fault(&m.args[1], "`try_fold` takes a closure here");
        };
        let init = self.item(&m.args[0])?;
        let f = self.callee(&m.args[1])?;
        let acc = self.accumulator("acc", init, &m.args[0])?;
        let all = self.var("all", Ty::Bool, Atom::Lit(quote!(true)));
        let mut vars = self.changed_by(&f);
        let acc = self.replaceable(acc, &mut vars);
        acc.vars(&mut vars);
        vars.push(all);
        self.run(flow, vars, m.span(), &mut |l, stop, item| {
            let now = l.accumulated(&acc);
            let made = l.apply(&f, vec![now, item], m.span())?;
            l.if_there(made, &[(stop, true), (all, false)], stop, at, &mut |l, _, next| l.accumulate(&acc, next, at))
        })?;
        let value = self.accumulated(&acc);
        Ok(Item::Maybe(Box::new(Maybe { some: self.current[all].clone(), value })))
    }
}
