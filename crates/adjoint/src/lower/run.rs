//! Chains run: a loop for each sequence, whose items pass through the stages into what consumes them.

use super::closure::Callee;
use super::flow::Flow;
use super::sequence::Seq;
use super::{Item, Lowerer, Var, fault};
use crate::ir::{Atom, Binary, Head, Op, Ty};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Result};

/// What becomes of an item; the variable, set, ends all loops of the chain.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&mut Lowerer, Var, Item) -> Result<()>;

/// What all loops of a chain share.
struct Around {
    /// The variables that they hand on.
    vars: Vec<Var>,
    stop: Var,
    at: Span,
}

fn no() -> Atom {
    Atom::Lit(quote!(false))
}

fn yes() -> Atom {
    Atom::Lit(quote!(true))
}

impl Lowerer {
    /// Runs over a chain; `vars` are the variables that the sink may assign to.
    pub(super) fn run(&mut self, flow: &Flow, vars: Vec<Var>, at: Span, sink: Sink) -> Result<()> {
        let stop = self.var("leave", Ty::Bool, no());
        self.run_within(flow, vars, stop, at, sink)
    }

    fn run_within(&mut self, flow: &Flow, mut vars: Vec<Var>, stop: Var, at: Span, sink: Sink) -> Result<()> {
        self.begin(flow, &mut vars);
        vars.push(stop);
        self.pass(flow, &Around { vars, stop, at }, sink)
    }

    /// Sets what the stages count to its beginning, and finds all variables that they change.
    fn begin(&mut self, flow: &Flow, vars: &mut Vec<Var>) {
        let (inner, state, f) = match flow {
            Flow::Seq(_) => return,
            Flow::Map(inner, f)
            | Flow::Filter(inner, f)
            | Flow::TakeWhile(inner, f)
            | Flow::FilterMap(inner, f, _)
            | Flow::Inspect(inner, f) => (inner, None, Some(f)),
            Flow::Scan(inner, scan) => {
                self.begin_scan(scan, vars);
                (inner, None, Some(&scan.f))
            }
            Flow::Flat(inner, f) => (inner, None, f.as_ref()),
            Flow::Enumerate(inner, v)
            | Flow::StepBy(inner, _, v)
            | Flow::Skip(inner, _, v)
            | Flow::Take(inner, _, v) => (inner, Some((*v, quote!(0usize))), None),
            Flow::SkipWhile(inner, f, v) => (inner, Some((*v, quote!(false))), Some(f)),
            Flow::Tried(inner, all) => (inner, Some((*all, quote!(true))), None),
            Flow::Zip { flow, count, .. } => (flow, Some((*count, quote!(0usize))), None),
            Flow::Chain(a, b) => {
                self.begin(b, vars);
                (a, None, None)
            }
        };
        if let Some((v, zero)) = state {
            self.current[v] = Atom::Lit(zero);
            vars.push(v);
        }
        if let Some(f) = f {
            vars.extend(self.changed_by(f));
        }
        self.begin(inner, vars);
    }

    /// Whether running it twice is seen by nobody.
    pub(super) fn calm(&self, flow: &Flow) -> bool {
        match flow {
            Flow::Seq(_) => true,
            Flow::Map(inner, f)
            | Flow::Filter(inner, f)
            | Flow::TakeWhile(inner, f)
            | Flow::SkipWhile(inner, f, _)
            | Flow::FilterMap(inner, f, _)
            | Flow::Inspect(inner, f) => self.pure(f) && self.calm(inner),
            Flow::Scan(inner, scan) => scan.calm && self.calm(inner),
            Flow::Flat(inner, f) => f.as_ref().is_none_or(|f| self.pure(f)) && self.calm(inner),
            Flow::Enumerate(inner, _) | Flow::StepBy(inner, ..) | Flow::Skip(inner, ..) | Flow::Take(inner, ..) => {
                self.calm(inner)
            }
            Flow::Zip { flow, .. } | Flow::Tried(flow, _) => self.calm(flow),
            Flow::Chain(a, b) => self.calm(a) && self.calm(b),
        }
    }

    fn pass(&mut self, flow: &Flow, around: &Around, sink: Sink) -> Result<()> {
        let (at, stop) = (around.at, around.stop);
        match flow {
            Flow::Seq(seq) => self.run_over(seq, around, sink),
            Flow::Map(inner, f) => self.pass(inner, around, &mut |l, stop, item| {
                let item = l.apply(f, vec![item], at)?;
                sink(l, stop, item)
            }),
            Flow::Filter(inner, f) => self.pass(inner, around, &mut |l, stop, item| {
                let keep = l.question(f, &item, at)?;
                l.when(keep, |l| sink(l, stop, item))
            }),
            Flow::Enumerate(inner, count) => self.pass(inner, around, &mut |l, stop, item| {
                let k = l.next_count(*count);
                sink(l, stop, Item::Tuple(vec![Item::Scalar(k), item]))
            }),
            Flow::StepBy(inner, step, count) => self.pass(inner, around, &mut |l, stop, item| {
                let k = l.next_count(*count);
                let keep = l.asked(&k, step, |a, b| quote!(#a % #b == 0));
                l.when(keep, |l| sink(l, stop, item))
            }),
            Flow::Skip(inner, n, count) => self.pass(inner, around, &mut |l, stop, item| {
                let k = l.next_count(*count);
                let keep = l.asked(&k, n, |a, b| quote!(#a >= #b));
                l.when(keep, |l| sink(l, stop, item))
            }),
            Flow::Take(inner, n, count) => {
                let any = self.asked(n, n, |n, _| quote!(#n != 0));
                self.when(any, |l| {
                    l.pass(inner, around, &mut |l, stop, item| {
                        l.next_count(*count);
                        sink(l, stop, item)?;
                        let k = l.current[*count].clone();
                        let full = l.asked(&k, n, |a, b| quote!(#a == #b));
                        l.current[stop] = match l.current[stop].clone() {
                            Atom::Lit(_) => full,
                            set => l.temporary(Ty::Bool, Op::Compare(Binary::BitOr, set, full), at),
                        };
                        Ok(())
                    })
                })
            }
            Flow::TakeWhile(inner, f) => self.pass(inner, around, &mut |l, stop, item| {
                let keep = l.question(f, &item, at)?;
                l.either(
                    keep,
                    |l| sink(l, stop, item),
                    |l| {
                        l.current[stop] = yes();
                        Ok(())
                    },
                )
            }),
            Flow::SkipWhile(inner, f, begun) => self.pass(inner, around, &mut |l, stop, item| {
                let now = l.current[*begun].clone();
                l.either(
                    now,
                    |_| Ok(()),
                    |l| {
                        let skip = l.question(f, &item, at)?;
                        l.current[*begun] = l.temporary(Ty::Bool, Op::Not(skip), at);
                        Ok(())
                    },
                )?;
                let begun = l.current[*begun].clone();
                l.when(begun, |l| sink(l, stop, item))
            }),
            Flow::Zip { flow, with, len, first, count } => self.pass(flow, around, &mut |l, stop, item| {
                let k = l.next_count(*count);
                let both = l.asked(&k, len, |a, b| quote!(#a < #b));
                l.either(
                    both,
                    |l| {
                        let other = l.at(with, &k)?;
                        sink(l, stop, Item::Tuple(if *first { vec![other, item] } else { vec![item, other] }))
                    },
                    |l| {
                        l.current[stop] = yes();
                        Ok(())
                    },
                )
            }),
            Flow::Chain(a, b) => {
                self.pass(a, around, sink)?;
                let goes_on = match self.current[stop].clone() {
                    Atom::Lit(_) => None,
                    left => Some(self.temporary(Ty::Bool, Op::Not(left), at)),
                };
                // What consumes the items is there twice.
                self.expand(at, |l| match goes_on {
                    None => l.pass(b, around, sink),
                    Some(cond) => l.when(cond, |l| l.pass(b, around, sink)),
                })
            }
            Flow::FilterMap(inner, f, ends) => self.pass(inner, around, &mut |l, stop, item| {
                let made = l.apply(f, vec![item], at)?;
                let otherwise = [(stop, true)];
                l.if_there(made, if *ends { &otherwise } else { &[] }, stop, at, sink)
            }),
            Flow::Tried(inner, all) => self.pass(inner, around, &mut |l, stop, item| {
                l.if_there(item, &[(stop, true), (*all, false)], stop, at, sink)
            }),
            Flow::Scan(inner, scan) => self.pass(inner, around, &mut |l, stop, item| {
                let made = l.apply(&scan.f, vec![scan.state.places(), item], at)?;
                l.if_there(made, &[(stop, true)], stop, at, sink)
            }),
            Flow::Inspect(inner, f) => self.pass(inner, around, &mut |l, stop, item| {
                l.apply(f, vec![item.clone()], at)?;
                sink(l, stop, item)
            }),
            Flow::Flat(inner, f) => self.pass(inner, around, &mut |l, stop, item| {
                let vars = around.vars.clone();
                l.flattened(f.as_ref(), item, at, &mut |l, flow| l.run_within(flow, vars.clone(), stop, at, sink))
            }),
        }
    }

    /// What an item of a chain stands for, where it is run over itself.
    fn flattened(
        &mut self,
        f: Option<&Callee>,
        item: Item,
        at: Span,
        then: &mut dyn FnMut(&mut Self, &Flow) -> Result<()>,
    ) -> Result<()> {
        let item = match f {
            Some(f) => self.apply(f, vec![item], at)?,
            None => item,
        };
        match item {
            Item::Flow(flow) => then(self, &flow),
            Item::Nest(rows) => then(self, &Flow::Seq(Seq::Rows(rows))),
            Item::View(view) => then(self, &Flow::Seq(Seq::Elements(view))),
            Item::Held(list) => then(self, &Flow::Seq(Seq::Held(super::held::Reach { known: false, ..list }))),
            Item::Fresh(arr) => {
                let elements = Seq::Elements(crate::ir::View { arr, part: None });
                then(self, &Flow::Seq(Seq::Copied(Box::new(elements))))
            }
            // What may not be there: so often as it is.
            Item::Maybe(m) => {
                let n = self.asked_of(&m.some, Ty::usize(), |some| quote!(usize::from(#some)));
                let value = self.settle(m.value);
                let once = Seq::Take(Box::new(Seq::Repeat(Box::new(value))), n);
                then(self, &Flow::Seq(once))
            }
            Item::Scalar(a) if self.is_constant(&a) => {
                let list = self.asked_of(&a, Ty::Unknown, |a| quote!(::wengert::generated::listed!(#a)));
                then(self, &Flow::Seq(Seq::Constants(list)))
            }
            _ => Err(Error::new(at, "what is flattened here is no chain, array or slice")),
        }
    }

    fn run_over(&mut self, seq: &Seq, around: &Around, sink: Sink) -> Result<()> {
        if seq.endless() {
            let message = "this chain has no end: `take` a part of it, or `zip` it with what has one";
            return Err(Error::new(around.at, message));
        }
        let head = self.over(seq, None, around.at);
        self.repeat(around.vars.clone(), head, |l, head| {
            let Head::Range { var, .. } = head else { return Ok(None) };
            l.current[around.stop] = no();
            let item = l.item_over(seq, &Atom::Val(*var))?;
            sink(l, around.stop, item)?;
            Ok(Some(l.current[around.stop].clone()))
        })
        .map(drop)
    }

    /// Adds one to a counter, and gives what it was.
    fn next_count(&mut self, count: Var) -> Atom {
        let k = self.current[count].clone();
        let next = self.asked_of(&k, Ty::usize(), |k| quote!(#k + 1usize));
        self.current[count] = next;
        k
    }

    fn asked_of(&mut self, a: &Atom, ty: Ty, code: impl FnOnce(TokenStream) -> TokenStream) -> Atom {
        let tokens = code(self.atom_tokens(a));
        self.computed(tokens, &[a], ty)
    }

    /// A question of two integers.
    pub(super) fn asked(
        &mut self,
        a: &Atom,
        b: &Atom,
        code: impl FnOnce(TokenStream, TokenStream) -> TokenStream,
    ) -> Atom {
        let tokens = code(self.atom_tokens(a), self.atom_tokens(b));
        self.computed(tokens, &[a, b], Ty::Bool)
    }

    /// What a closure says to an item.
    pub(super) fn question(&mut self, f: &Callee, item: &Item, at: Span) -> Result<Atom> {
        match self.apply(f, vec![item.clone()], at)? {
            Item::Scalar(a) => Ok(a),
            _ => fault(quote!(closure), "a condition is expected of this closure"),
        }
    }

    pub(super) fn when(&mut self, cond: Atom, then: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.either(cond, then, |_| Ok(()))
    }

    pub(super) fn either(
        &mut self,
        cond: Atom,
        then: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.branch(quote!(), cond, |l| then(l).map(|()| Item::Unit), |l| other(l).map(|()| Item::Unit)).map(drop)
    }
}
