//! Orderings: which of two is the greater one, by comparisons of any form.

use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Binary, IntTy, Op, Step, Ty};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Block, Expr, Result, parse_quote};

pub(super) const ORDER: &str =
    "the closure compares its two arguments here: write `a.partial_cmp(b).unwrap()` or `a.total_cmp(b)`";

impl Lowerer {
    /// Whether an expression of type `Ordering` is `Greater`, or `Less` if it is turned round.
    pub(super) fn greater(&mut self, e: &Expr, turned: bool) -> Result<Atom> {
        if self.opaque(e) {
            let asked = if turned { parse_quote!((#e).is_lt()) } else { parse_quote!((#e).is_gt()) };
            return self.constant(&asked);
        }
        let m = match e {
            Expr::Paren(p) => return self.greater(&p.expr, turned),
            Expr::Group(p) => return self.greater(&p.expr, turned),
            Expr::Block(b) if matches!(b.block.stmts.last(), Some(syn::Stmt::Expr(_, None))) => {
                return self.greater_in(&b.block, turned);
            }
            Expr::MethodCall(m) => m,
            Expr::Call(c) => {
                let Expr::Path(f) = &*c.func else { return fault(e, ORDER) };
                if crate::around::answered_by(&f.path).is_none() {
                    return fault(e, ORDER);
                }
                return self.greater_of(e, turned);
            }
            _ => return fault(e, ORDER),
        };
        match (m.method.to_string().as_str(), &*m.receiver, m.args.len()) {
            ("reverse", inner, 0) => self.greater(inner, !turned),
            ("total_cmp", left, 1) => {
                let (a, b) = (self.scalar(left)?, self.scalar(&m.args[0])?);
                Ok(if turned { self.above(b, a, m.span()) } else { self.above(a, b, m.span()) })
            }
            ("cmp", left, 1) => self.compared(left, &m.args[0], turned, m.span()).map(|(greater, ..)| greater),
            ("unwrap" | "expect" | "unwrap_or", Expr::MethodCall(inner), _) if inner.method == "partial_cmp" => {
                let Some(right) = inner.args.first() else { return fault(inner, ORDER) };
                let (greater, a, b) = self.compared(&inner.receiver, right, turned, m.span())?;
                if m.method != "unwrap_or" {
                    let equal = self.temporary(Ty::Bool, Op::Compare(Binary::Le, a.clone(), b.clone()), m.span());
                    let above = self.temporary(Ty::Bool, Op::Compare(Binary::Gt, a, b), m.span());
                    let order = self.temporary(Ty::Bool, Op::Compare(Binary::BitOr, equal, above), m.span());
                    let message = quote!("{}", "numbers that are compared are no NaN");
                    self.out.push(Step::Assert(quote!(assert), order, message));
                } else if !matches!(m.args.first(), Some(Expr::Path(p)) if p.path.segments.last().is_some_and(|s| s.ident == "Equal"))
                {
                    return fault(m, "`unwrap_or` of a comparison takes `Ordering::Equal` here");
                }
                Ok(greater)
            }
            ("then", left, 1) => self.greater_then(left, &m.args[0], turned, m.span()),
            ("then_with", left, 1) => match &m.args[0] {
                Expr::Closure(c) if c.inputs.is_empty() => self.greater_then(left, &c.body, turned, m.span()),
                _ => fault(e, ORDER),
            },
            _ if crate::around::answered_by_method(None, &m.method).is_some() => self.greater_of(e, turned),
            _ => fault(e, ORDER),
        }
    }

    /// The same of an `Ordering` that a function of the user's gives.
    fn greater_of(&mut self, e: &Expr, turned: bool) -> Result<Atom> {
        let Item::Scalar(order) = self.item(e)? else { return fault(e, ORDER) };
        Ok(self.asked(&order, &order, |order, _| match turned {
            true => quote!(#order.is_lt()),
            false => quote!(#order.is_gt()),
        }))
    }

    /// The same of an ordering, or where it is equal of another.
    fn greater_then(&mut self, first: &Expr, second: &Expr, turned: bool, at: Span) -> Result<Atom> {
        let (greater, less) = (self.greater(first, turned)?, self.greater(first, !turned)?);
        let other = self.greater(second, turned)?;
        let not_less = self.temporary(Ty::Bool, Op::Not(less), at);
        let both = self.temporary(Ty::Bool, Op::Compare(Binary::BitAnd, not_less, other), at);
        Ok(self.temporary(Ty::Bool, Op::Compare(Binary::BitOr, greater, both), at))
    }

    fn greater_in(&mut self, block: &Block, turned: bool) -> Result<Atom> {
        let Some((syn::Stmt::Expr(last, None), before)) = block.stmts.split_last() else {
            return fault(block, ORDER);
        };
        for (k, stmt) in before.iter().enumerate() {
            self.statement(stmt, &block.stmts[k + 1..])?;
        }
        self.greater(last, turned)
    }

    fn compared(&mut self, left: &Expr, right: &Expr, turned: bool, at: Span) -> Result<(Atom, Atom, Atom)> {
        let (a, b) = (self.scalar(left)?, self.scalar(right)?);
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let greater = self.temporary(Ty::Bool, Op::Compare(Binary::Gt, a.clone(), b.clone()), at);
        Ok((greater, a, b))
    }

    /// Whether one float is above the other in the total order.
    pub(super) fn above(&mut self, a: Atom, b: Atom, at: Span) -> Atom {
        let scalar = self.scalar.clone();
        let (a, b) = (self.bits(a, at), self.bits(b, at));
        self.asked(&a, &b, |a, b| quote!(#scalar::from_bits(#a).total_cmp(&#scalar::from_bits(#b)).is_gt()))
    }

    fn bits(&mut self, x: Atom, at: Span) -> Atom {
        let scalar = self.scalar.clone();
        let ty = Ty::Int(if scalar == "f32" { IntTy::U32 } else { IntTy::U64 });
        let x = match x {
            Atom::Lit(t) => self.computed(quote!(#t as #scalar), &[], Ty::Float),
            x => x,
        };
        self.temporary(ty, Op::Ask(Ident::new("to_bits", at), x), at)
    }

    /// How two floats are ordered, as a constant.
    pub(super) fn ordering(&mut self, left: &Expr, right: &Expr, name: &Ident) -> Result<Item> {
        let (a, b) = (self.scalar(left)?, self.scalar(super::records::bare(right))?);
        let (a, b) = (self.bits(a, name.span()), self.bits(b, name.span()));
        let (x, y, scalar) = (self.atom_tokens(&a), self.atom_tokens(&b), self.scalar.clone());
        let asks = quote!(#scalar::from_bits(#x).#name(&#scalar::from_bits(#y)));
        let order = self.computed(asks, &[&a, &b], Ty::Unknown);
        if let Atom::Val(v) = order {
            self.plain.insert(v);
        }
        Ok(Item::Scalar(order))
    }
}
