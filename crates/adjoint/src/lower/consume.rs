//! What ends a chain of iterators: `sum`, `fold`, `for_each` and their like.

use super::accumulate::Acc;
use super::flow::Flow;
use super::sequence::Seq;
use super::tried::tried;
use super::{Binding, Item, Lowerer, Var, fault, primitive};
use crate::around::Summed;
use crate::ir::{Atom, Op, Ty};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, Result, Type};

/// Methods that end a chain in an `Option`.
pub(super) const OPTIONS: [&str; 15] = [
    "min_by",
    "max_by",
    "min_by_key",
    "max_by_key",
    "reduce",
    "last",
    "nth",
    "next",
    "find",
    "find_map",
    "position",
    "rposition",
    "min",
    "max",
    "first",
];

/// Methods that end a chain in anything else.
pub(super) const CONSUMERS: [&str; 11] =
    ["sum", "product", "fold", "try_fold", "for_each", "count", "all", "any", "collect", "unzip", "partition"];

/// The type that a call of a method names.
pub(super) fn turbofish(m: &ExprMethodCall) -> Option<&Type> {
    match m.turbofish.as_ref()?.args.first()? {
        GenericArgument::Type(ty) if !matches!(ty, Type::Infer(_)) => Some(ty),
        _ => None,
    }
}

impl Lowerer {
    /// A method that ends a chain, with the type that is expected of it, if that is written.
    pub(super) fn consumer(&mut self, m: &ExprMethodCall, ty: Option<&Type>) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if !CONSUMERS.contains(&name.as_str()) || !self.iterates(&m.receiver) {
            return Ok(None);
        }
        let (wanted, s) = match name.as_str() {
            "fold" | "try_fold" => (2, "s"),
            "for_each" | "all" | "any" | "partition" => (1, ""),
            _ => (0, "s"),
        };
        if m.args.len() != wanted {
            return fault(m, format!("`{name}` takes {wanted} argument{s}, here it has {}", m.args.len()));
        }
        if name == "fold"
            && let Some(written_out) = self.fold_of_rows(m)
        {
            return self.item(&written_out).map(Some);
        }
        let flow = self.flow(&m.receiver)?;
        let ty = turbofish(m).or(ty);
        if let (true, Some(inside)) = (["collect", "sum", "product"].contains(&name.as_str()), ty.and_then(tried)) {
            return self.all_there(flow, m, inside).map(Some);
        }
        Ok(Some(match name.as_str() {
            "sum" | "product" => self.total(&flow, m, ty)?,
            "fold" => self.fold(&flow, m)?,
            "try_fold" => self.try_fold(&flow, m)?,
            "for_each" => {
                let f = self.callee(&m.args[0])?;
                let vars = self.changed_by(&f);
                self.run(&flow, vars, m.span(), &mut |l, _, item| l.apply(&f, vec![item], m.span()).map(drop))?;
                Item::Unit
            }
            "count" => Item::Scalar(self.number_of(&flow, m)?),
            "all" | "any" => self.every(&flow, m)?,
            "unzip" => self.unzip(&flow, m)?,
            "partition" => self.partition(&flow, m)?,
            _ => self.collect(&flow, m, ty)?,
        }))
    }

    pub(super) fn total(&mut self, flow: &Flow, m: &ExprMethodCall, ty: Option<&Type>) -> Result<Item> {
        let sum = m.method == "sum";
        if let Some(of) = ty.filter(|ty| crate::around::carries(ty) == Some(true)) {
            return self.total_of_structures(flow, m, of);
        }
        let ty = match (ty.and_then(primitive), flow) {
            (Some(ty), _) => ty,
            (None, Flow::Seq(Seq::Range(_, _, int))) if ty.is_none() => Ty::Int(*int),
            _ => Ty::Float,
        };
        let init = match &ty {
            Ty::Int(int) => self.int_literal(u8::from(!sum), *int),
            // As the standard library begins.
            _ if sum => Atom::Lit(quote!((-0.0))),
            _ => Atom::Lit(quote!(1.0)),
        };
        let (name, sign) = if sum { ("sum", '+') } else { ("product", '*') };
        let var = self.var(name, ty, init);
        self.run(flow, vec![var], m.span(), &mut |l, _, item| {
            let Item::Scalar(x) = l.settle(item) else {
                return fault(m, format!("`{name}` is of numbers: `map` the items to numbers"));
            };
            if ty == Ty::Float && matches!(l.atom_ty(&x), Ty::Int(_)) {
                return fault(&m.method, format!("write the type here: `{name}::<usize>()`"));
            }
            let now = l.current[var].clone();
            l.current[var] = l.arithmetic(sign, now, x, m.method.span());
            Ok(())
        })?;
        Ok(self.outcome(var))
    }

    /// A sum of structures, by the text of their `impl Sum`, which sees nothing of what stands around here.
    fn total_of_structures(&mut self, flow: &Flow, m: &ExprMethodCall, of: &Type) -> Result<Item> {
        let (iter, body) = match crate::around::sum_of(of, &m.method) {
            None => return fault(&m.method, "how structures are added up does not show here: write a `fold`"),
            Some(Summed::Unclear(message)) => return fault(&m.method, message),
            Some(Summed::By(iter, body)) => (iter, body),
            Some(Summed::AtHome(function)) => {
                let iter = quote::format_ident!("items__");
                let call = syn::parse_quote!(#function(#iter.collect::<::std::vec::Vec<#of>>()));
                (iter, call)
            }
        };
        let outer = std::mem::replace(&mut self.scopes, vec![HashMap::new()]);
        let result = self.scoped(|l| {
            l.declare(&iter, Binding::Flow(Box::new(flow.clone())));
            l.item(&body)
        });
        self.scopes = outer;
        result
    }

    /// The value of a variable, which may take the user's name.
    fn outcome(&mut self, var: Var) -> Item {
        let value = self.current[var].clone();
        self.temporaries.extend(value.val());
        Item::Scalar(value)
    }

    /// A fold that carries an array of arrays, as a loop.
    fn fold_of_rows(&self, m: &ExprMethodCall) -> Option<Expr> {
        let (init, Expr::Closure(f), items) = (&m.args[0], &m.args[1], &m.receiver) else { return None };
        let rows = match super::records::bare(init) {
            Expr::Call(c) => self.gives_array(c) == Some(true),
            e => self.is_nested_literal(e) && !self.shows_record(e),
        };
        let changes = |p: &Pat| super::code::bound(p).iter().any(|name| self.mutable.contains(&name.to_string()));
        if !rows || f.inputs.iter().any(changes) {
            return None;
        }
        Some(syn::parse_quote!({
            let mut folded__ = #init;
            for item__ in #items {
                folded__ = (#f)(folded__, item__);
            }
            folded__
        }))
    }

    fn fold(&mut self, flow: &Flow, m: &ExprMethodCall) -> Result<Item> {
        let init = self.item(&m.args[0])?;
        let f = self.callee(&m.args[1])?;
        let name = match &m.args[1] {
            Expr::Closure(c) => match c.inputs.first() {
                Some(Pat::Ident(p)) => p.ident.to_string(),
                _ => "acc".to_string(),
            },
            _ => "acc".to_string(),
        };
        let acc = self.accumulator(&name, init, &m.args[0])?;
        let mut vars = self.changed_by(&f);
        let acc = if returns_first(&m.args[1]) { acc } else { self.replaceable(acc, &mut vars) };
        acc.vars(&mut vars);
        self.run(flow, vars, m.span(), &mut |l, _, item| {
            let now = l.accumulated(&acc);
            let next = l.apply(&f, vec![now, item], m.span())?;
            l.accumulate(&acc, next, m.args[1].span())
        })?;
        Ok(match acc {
            Acc::Var(v) => self.outcome(v),
            Acc::Array(arr) => Item::Fresh(arr),
            acc => self.accumulated(&acc),
        })
    }

    /// How many items come through.
    pub(super) fn number_of(&mut self, flow: &Flow, at: &impl ToTokens) -> Result<Atom> {
        if let Flow::Seq(seq) = flow
            && !seq.endless()
        {
            return Ok(self.count(seq));
        }
        let var = self.var("count", Ty::usize(), Atom::Lit(quote!(0usize)));
        self.run(flow, vec![var], at.span(), &mut |l, _, _| {
            let now = l.current[var].clone();
            l.current[var] = l.sum(&now, &Atom::Lit(quote!(1usize)));
            Ok(())
        })?;
        let count = self.current[var].clone();
        self.temporaries.extend(count.val());
        Ok(count)
    }

    fn every(&mut self, flow: &Flow, m: &ExprMethodCall) -> Result<Item> {
        let all = m.method == "all";
        let f = self.callee(&m.args[0])?;
        let literal = |b: bool| Atom::Lit(quote!(#b));
        let var = self.var("t", Ty::Bool, literal(all));
        let mut vars = self.changed_by(&f);
        vars.push(var);
        self.run(flow, vars, m.span(), &mut |l, stop, item| {
            let says = l.question(&f, &item, m.span())?;
            let ends = if all { l.temporary(Ty::Bool, Op::Not(says), m.span()) } else { says };
            l.when(ends, |l| {
                l.current[var] = literal(!all);
                l.current[stop] = literal(true);
                Ok(())
            })
        })?;
        Ok(self.outcome(var))
    }
}

/// Whether a closure gives the first of its arguments, changed or not.
fn returns_first(f: &Expr) -> bool {
    let Expr::Closure(c) = f else { return false };
    let last = match &*c.body {
        Expr::Block(b) => match b.block.stmts.last() {
            Some(syn::Stmt::Expr(e, None)) => e,
            _ => return false,
        },
        e => e,
    };
    let mut first = c.inputs.first();
    while let Some(Pat::Type(t)) = first {
        first = Some(&t.pat);
    }
    matches!((first, last), (Some(Pat::Ident(p)), Expr::Path(e)) if e.path.is_ident(&p.ident))
}
