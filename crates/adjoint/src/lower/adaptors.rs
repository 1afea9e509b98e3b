//! Stages of chains whose closures give `Option`s or have a state: `filter_map`, `map_while`, `scan`; and `inspect`,
//! `cycle`.

use super::accumulate::Acc;
use super::closure::Callee;
use super::effects;
use super::flow::Flow;
use super::run::Sink;
use super::sequence::Seq;
use super::{Item, Lowerer, Var, fault};
use crate::ir::Atom;
use proc_macro2::Span;
use quote::quote;
use syn::{Error, Expr, ExprMethodCall, Result, Stmt};

/// `scan`: a function, its state, and what that begins with.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(super) f: Callee,
    pub(super) state: Acc,
    init: Item,
    /// Whether it changes nothing but its state.
    pub(super) calm: bool,
    /// Whether it goes on to the end of what it runs over.
    pub(super) whole: bool,
}

impl Lowerer {
    /// `filter_map`, `map_while`, `scan`, `inspect`, `cycle`.
    pub(super) fn adaptor(&mut self, m: &ExprMethodCall, name: &str) -> Result<Flow> {
        let flow = self.flow(&m.receiver)?;
        Ok(match (name, m.args.len()) {
            ("cycle", 0) => match self.indexed(flow) {
                Some(seq) => {
                    let len = self.count(&seq);
                    Flow::Seq(Seq::Cycle(Box::new(seq), len))
                }
                None => return fault(&m.method, "`cycle` behind this is not supported: `collect` before it"),
            },
            ("filter_map" | "map_while", 1) => {
                Flow::FilterMap(Box::new(flow), self.callee(&m.args[0])?, name == "map_while")
            }
            ("inspect", 1) => Flow::Inspect(Box::new(flow), self.callee(&m.args[0])?),
            ("scan", 2) => {
                let init = self.item(&m.args[0])?;
                let init = self.settle(init);
                let scan = self.scan(init, &m.args[0], &m.args[1])?;
                Flow::Scan(Box::new(flow), Box::new(scan))
            }
            _ => return fault(m, format!("`{name}` takes another number of arguments")),
        })
    }

    fn scan(&mut self, init: Item, at: &Expr, f: &Expr) -> Result<Scan> {
        let state = self.accumulator("state", init.clone(), at)?;
        if holds_array(&state) {
            return fault(at, "an array as the state of `scan` is not supported: write a loop");
        }
        let Expr::Closure(c) = f else { return fault(f, "`scan` takes a closure here") };
        let own = c.inputs.iter().flat_map(super::code::bound).map(|name| name.to_string());
        let calm = !effects::writes_but_to(c, own.collect()) && self.calls_only_pure(c);
        let whole = always_some(&c.body);
        Ok(Scan { f: self.callee(f)?, state, init, calm, whole })
    }

    /// The state is what it begins with.
    pub(super) fn begin_scan(&mut self, scan: &Scan, vars: &mut Vec<Var>) {
        scan.state.vars(vars);
        // It has the form of what it was made of.
        drop(self.accumulate(&scan.state, scan.init.clone(), Span::call_site()));
    }

    /// Hands on what an `Option` holds, if it holds something; flags are set where it does not.
    pub(super) fn if_there(
        &mut self,
        made: Item,
        otherwise: &[(Var, bool)],
        stop: Var,
        at: Span,
        sink: Sink,
    ) -> Result<()> {
        let made = match made {
            Item::Maybe(m) => *m,
            Item::Scalar(a) if self.is_constant(&a) => self.opened(&a)?,
            _ => return Err(Error::new(at, "this closure gives an `Option`: write `Some(..)` or `None`")),
        };
        if matches!(&made.some, Atom::Lit(t) if t.to_string() == "true") {
            return sink(self, stop, made.value);
        }
        let value = made.value;
        self.either(
            made.some,
            |l| match value {
                Item::Never => Ok(()),
                value => sink(l, stop, value),
            },
            |l| {
                for (flag, set) in otherwise {
                    l.current[*flag] = Atom::Lit(quote!(#set));
                }
                Ok(())
            },
        )
    }
}

fn holds_array(acc: &Acc) -> bool {
    match acc {
        Acc::Var(_) | Acc::Inside(_) => false,
        Acc::Array(_) | Acc::List(_) => true,
        Acc::Tuple(parts) => parts.iter().any(holds_array),
    }
}

/// Whether the value is `Some(..)` for certain.
fn always_some(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => always_some(&p.expr),
        Expr::Call(c) => matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Some")),
        Expr::Block(b) => {
            let last = matches!(b.block.stmts.last(), Some(Stmt::Expr(e, None)) if always_some(e));
            last && effects::first_return(e).is_none() && b.label.is_none()
        }
        _ => false,
    }
}
