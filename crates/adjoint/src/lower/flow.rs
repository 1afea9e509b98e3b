//! Chains of iterators, read from expressions: what is indexed stays so, the rest is stages that items pass through.

use super::adaptors::Scan;
use super::closure::Callee;
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Atom, IntTy, Storage, Ty, View};
use proc_macro2::Ident;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, RangeLimits, Result};

/// Something that is run over.
#[derive(Clone, Debug)]
pub(crate) enum Flow {
    Seq(Seq),
    /// Through a function with effects, or behind something that is not indexed.
    Map(Box<Flow>, Callee),
    Filter(Box<Flow>, Callee),
    /// The variable counts.
    Enumerate(Box<Flow>, Var),
    StepBy(Box<Flow>, Atom, Var),
    Skip(Box<Flow>, Atom, Var),
    Take(Box<Flow>, Atom, Var),
    TakeWhile(Box<Flow>, Callee),
    /// The variable tells whether it has begun.
    SkipWhile(Box<Flow>, Callee, Var),
    /// With a sequence of a length, which comes first if so said.
    Zip {
        flow: Box<Flow>,
        with: Seq,
        len: Atom,
        first: bool,
        count: Var,
    },
    Chain(Box<Flow>, Box<Flow>),
    /// What the function makes of each item is run over.
    Flat(Box<Flow>, Option<Callee>),
    /// What the function gives where that is something; the first nothing is the end if so said.
    FilterMap(Box<Flow>, Callee, bool),
    /// What is in the items, up to the first that holds nothing: then the variable is no longer set.
    Tried(Box<Flow>, Var),
    /// Through a function that also has a state.
    Scan(Box<Flow>, Box<Scan>),
    /// The function sees each item go by.
    Inspect(Box<Flow>, Callee),
}

/// Methods that begin a chain.
const SOURCES: [&str; 9] =
    ["iter", "iter_mut", "into_iter", "chunks", "chunks_mut", "chunks_exact", "chunks_exact_mut", "windows", "drain"];

/// Methods that lengthen a chain.
const ADAPTORS: [&str; 26] = [
    "enumerate",
    "zip",
    "rev",
    "step_by",
    "skip",
    "take",
    "copied",
    "cloned",
    "by_ref",
    "map",
    "filter",
    "chain",
    "take_while",
    "skip_while",
    "flat_map",
    "flatten",
    "into_iter",
    "filter_map",
    "map_while",
    "scan",
    "inspect",
    "cycle",
    "peekable",
    "fuse",
    "array_chunks",
    "array_windows",
];

const KNOWN: &str = "ranges, iter, iter_mut, enumerate, zip, rev, step_by, skip, take, chain, cycle, chunks, chunks_exact, windows, map, filter, filter_map, take_while, map_while, skip_while, scan, inspect and flat_map";

impl Lowerer {
    /// Whether an expression is an iterator, as far as it shows.
    pub(super) fn iterates(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.iterates(&p.expr),
            Expr::Group(p) => self.iterates(&p.expr),
            Expr::Range(_) => true,
            Expr::Path(_) => {
                matches!(self.binding_of(e), Some(Binding::Flow(_) | Binding::Advances(..) | Binding::Iterates(..)))
            }
            Expr::Call(c) => iterator_function(c).is_some(),
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                let own = || !name.contains("iter") && self.is_of_its_type(m);
                SOURCES.contains(&name.as_str()) && !own()
                    || ADAPTORS.contains(&name.as_str()) && self.iterates(&m.receiver)
            }
            _ => false,
        }
    }

    /// What an expression that is run over stands for.
    pub(super) fn flow(&mut self, e: &Expr) -> Result<Flow> {
        if let Some(list) = self.held_flow(e)? {
            return Ok(Flow::Seq(Seq::Held(list)));
        }
        if let Some(list) = self.record_list(e, self.over_records)? {
            return Ok(Flow::Seq(Seq::Held(list)));
        }
        match e {
            Expr::Paren(p) => return self.flow(&p.expr),
            Expr::Group(p) => return self.flow(&p.expr),
            Expr::Range(r) => return self.range(r).map(Flow::Seq),
            Expr::Path(_) => {
                if let Some(b @ (Binding::Flow(_) | Binding::Advances(..))) = self.binding_of(e).cloned()
                    && let Item::Flow(flow) = self.item_of(&b)
                {
                    return Ok(*flow);
                }
                if let Some(Binding::Iterates(list, at)) = self.binding_of(e).cloned() {
                    let now = self.current[at].clone();
                    let (name, from) = (self.atom_tokens(&list), self.atom_tokens(&now));
                    let rest = quote!(::wengert::generated::listed!(#name.rest(#from)));
                    return Ok(Flow::Seq(Seq::Constants(self.computed(rest, &[&list, &now], Ty::Unknown))));
                }
            }
            Expr::Call(c) => {
                if let Some(name) = iterator_function(c) {
                    return self.source_function(c, name);
                }
            }
            Expr::MethodCall(m) if m.method == "drain" && !self.is_of_its_type(m) => {
                let all = match self.list_value(m)? {
                    Some(Item::Fresh(arr)) => Some(Seq::Elements(crate::ir::View { arr, part: None })),
                    Some(Item::Held(list)) => Some(Seq::Held(list)),
                    _ => None,
                };
                if let Some(all) = all {
                    return Ok(Flow::Seq(Seq::Copied(Box::new(all))));
                }
            }
            Expr::MethodCall(m) => {
                if let Some(flow) = self.method_flow(m)? {
                    return Ok(flow);
                }
                let names = ADAPTORS.iter().any(|n| m.method == n) || SOURCES.iter().any(|n| m.method == n);
                if (names || self.iterates(&m.receiver)) && !self.opaque(e) {
                    let message = format!("a loop over `{}` is not supported: use {KNOWN}", m.method);
                    return fault(&m.method, message);
                }
            }
            _ => {}
        }
        if self.depth(e) > 0 {
            return Ok(Flow::Seq(Seq::Rows(self.nest(e)?)));
        }
        if let Some(seq) = self.columns(e)? {
            let by_value = !matches!(e, Expr::Reference(_)) && !self.is_reference(e);
            return Ok(Flow::Seq(if by_value { Seq::Copied(Box::new(seq)) } else { seq }));
        }
        if self.writes_records(e)
            && let Some(Item::Scalar(list)) = self.literal_of_records(super::records::bare(e))?
        {
            let list = super::held::Reach::whole(super::held::Root::Value(list));
            return Ok(Flow::Seq(Seq::Held(list)));
        }
        let view = match self.try_view(e)? {
            None => self.field_view(e)?,
            view => view,
        };
        let view = match view {
            Some(view) => view,
            None => match e {
                _ if (made(super::records::bare(e)) || self.is_nested_literal(super::records::bare(e)))
                    && !self.opaque(e) =>
                {
                    match self.item(super::records::bare(e))? {
                        Item::Fresh(arr) => View { arr, part: None },
                        Item::View(view) => view,
                        Item::Flow(flow) => return Ok(*flow),
                        Item::Nest(rows) => return Ok(Flow::Seq(Seq::Rows(rows))),
                        // A list of structures.
                        Item::Scalar(a) if self.is_open(&a) => {
                            let list = super::held::Reach::whole(super::held::Root::Value(a));
                            return Ok(Flow::Seq(Seq::Held(list)));
                        }
                        Item::Held(list) => return Ok(Flow::Seq(Seq::Held(list))),
                        // A list of constants.
                        Item::Scalar(a) if a.val().is_some() && self.is_constant(&a) => {
                            let name = Ident::new("listed__", e.span());
                            return self.scoped(|l| {
                                l.declare(&name, Binding::Const(a));
                                l.constants(&syn::parse_quote!(#name))
                            });
                        }
                        _ => return fault(e, "a loop runs over a range, or over an array or slice: this is neither"),
                    }
                }
                _ if self.opaque(e) => return self.constants(e),
                _ => return fault(e, "a loop runs over a range, or over an array or slice: this is neither"),
            },
        };
        Ok(Flow::Seq(self.elements_of(view, e)))
    }

    /// What constant code gives to run over.
    fn constants(&mut self, e: &Expr) -> Result<Flow> {
        self.constants_of(e).map(Flow::Seq)
    }

    /// The elements of a view: the values themselves, if the expression gives the array away.
    fn elements_of(&mut self, view: View, e: &Expr) -> Seq {
        let owner = matches!(self.arrays[view.arr].storage, Storage::Fixed(_) | Storage::Heap);
        let by_value = owner && view.part.is_none() && matches!(e, Expr::Path(_)) && !self.is_reference(e);
        let elements = Seq::Elements(view);
        if by_value { Seq::Copied(Box::new(elements)) } else { elements }
    }

    /// The list of structures that a method is called on, if it is one.
    fn structures(&mut self, m: &ExprMethodCall) -> Result<Option<super::held::Reach>> {
        if self.is_held(&m.receiver) {
            return self.reach(&m.receiver).map(Some);
        }
        self.record_list(&m.receiver, self.over_records)
    }

    fn range(&mut self, r: &syn::ExprRange) -> Result<Seq> {
        let Some(lo) = &r.start else { return fault(r, "a range that is run over has a start: `0..n`") };
        let ty = match (self.ty(lo), r.end.as_ref().map(|hi| self.ty(hi))) {
            (Ty::Int(a), Some(Ty::Int(b))) => {
                if matches!(&**lo, Expr::Lit(_)) {
                    b
                } else {
                    a
                }
            }
            (Ty::Int(a), _) if !matches!(&**lo, Expr::Lit(_)) => a,
            (_, Some(Ty::Int(b))) => b,
            _ => IntTy::Usize,
        };
        let lo = self.index(lo)?;
        let Some(hi) = &r.end else { return Ok(Seq::From(lo, ty)) };
        let hi = self.index(hi)?;
        let hi = match r.limits {
            RangeLimits::HalfOpen(_) => hi,
            RangeLimits::Closed(_) if ty == IntTy::Usize || hi.val().is_none() => self.sum(&hi, &Atom::Lit(quote!(1))),
            RangeLimits::Closed(_) => {
                let end = self.atom_tokens(&hi);
                self.computed(quote!(#end + 1), &[&hi], Ty::Int(ty))
            }
        };
        Ok(Seq::Range(lo, hi, ty))
    }

    /// `repeat(x)`, `repeat_n(x, n)`, `once(x)`, `zip(a, b)` of `std::iter`.
    fn source_function(&mut self, c: &ExprCall, name: &str) -> Result<Flow> {
        let n = match (name, c.args.len()) {
            ("zip", 2) => {
                let (a, b) = (self.flow(&c.args[0])?, self.flow(&c.args[1])?);
                return self.zip(a, b, c);
            }
            ("repeat", 1) => None,
            ("once", 1) => Some(Atom::Lit(quote!(1usize))),
            ("repeat_n", 2) => Some(self.index(&c.args[1])?),
            _ => return fault(c, format!("`{name}` is not understood with these arguments")),
        };
        let value = match self.item(&c.args[0])? {
            item @ (Item::Element(..) | Item::Tuple(_)) => self.settle(item),
            Item::Scalar(a) => Item::Scalar(a),
            _ => return fault(&c.args[0], "numbers and tuples of numbers can be repeated, not arrays"),
        };
        let all = Seq::Repeat(Box::new(value));
        Ok(Flow::Seq(match n {
            Some(n) => Seq::Take(Box::new(all), n),
            None => all,
        }))
    }

    fn method_flow(&mut self, m: &ExprMethodCall) -> Result<Option<Flow>> {
        let name = m.method.to_string();
        let arg = |k: usize| match m.args.get(k) {
            Some(e) => Ok(e),
            None => fault(&m.method, format!("`{name}` takes an argument")),
        };
        Ok(Some(match name.as_str() {
            "iter" | "iter_mut" if self.iterates(&m.receiver) => return Ok(None),
            "iter" | "iter_mut" | "into_iter" if self.is_table(&m.receiver) => match self.columns(&m.receiver)? {
                Some(seq) if name == "into_iter" => Flow::Seq(Seq::Copied(Box::new(seq))),
                Some(seq) => Flow::Seq(seq),
                None => return Ok(None),
            },
            "iter" | "iter_mut" if self.depth(&m.receiver) > 0 => Flow::Seq(Seq::Rows(self.nest(&m.receiver)?)),
            "iter" | "into_iter"
                if self.opaque(&m.receiver) && !self.iterates(&m.receiver) && self.try_view(&m.receiver)?.is_none() =>
            {
                self.constants(&Expr::MethodCall(m.clone()))?
            }
            "iter" | "iter_mut" => match self.try_view(&m.receiver)? {
                Some(view) => Flow::Seq(Seq::Elements(view)),
                None if made(super::records::bare(&m.receiver)) || self.writes_records(&m.receiver) => {
                    self.flow(&m.receiver)?
                }
                None => Flow::Seq(Seq::Elements(self.view(&m.receiver)?)),
            },
            "into_iter" => self.flow(&m.receiver)?,
            "copied" | "cloned" if self.iterates(&m.receiver) => match self.flow(&m.receiver)? {
                Flow::Seq(seq) => Flow::Seq(Seq::Copied(Box::new(seq))),
                flow => flow,
            },
            "by_ref" if matches!(&*m.receiver, Expr::Path(_)) && self.iterates(&m.receiver) => {
                let message = "an iterator in a variable is not lent here: advance it by `next`, or write the chain out where it is run";
                return fault(&m.method, message);
            }
            "by_ref" | "fuse" | "peekable" if self.iterates(&m.receiver) => self.flow(&m.receiver)?,
            "chunks" | "chunks_mut" | "chunks_exact" | "chunks_exact_mut" | "windows" => {
                let shorter = name.starts_with("chunks") && !name.contains("exact");
                if let Some(list) = self.structures(m)? {
                    let size = self.index(arg(0)?)?;
                    let step = if name == "windows" { Atom::Lit(quote!(1usize)) } else { size.clone() };
                    return Ok(Some(Flow::Seq(Seq::HeldParts(list, size, step, shorter))));
                }
                if self.is_table(&m.receiver)
                    && let Some(columns) = self.columns(&m.receiver)?
                {
                    let size = self.index(arg(0)?)?;
                    let parts = |v: View| match name.as_str() {
                        "windows" => Seq::Windows(v, size.clone()),
                        "chunks" | "chunks_mut" => Seq::Parts(v, size.clone()),
                        _ => Seq::Chunks(v, size.clone()),
                    };
                    return Ok(parts_of_table(columns, &parts).map(Flow::Seq));
                }
                if self.depth(&m.receiver) > 0 {
                    let rows = self.nest(&m.receiver)?;
                    let size = self.index(arg(0)?)?;
                    let step = if name == "windows" { Atom::Lit(quote!(1usize)) } else { size.clone() };
                    return Ok(Some(Flow::Seq(Seq::RowParts(rows, size, step, shorter))));
                }
                let view = self.view(&m.receiver)?;
                let size = self.index(arg(0)?)?;
                Flow::Seq(match name.as_str() {
                    "windows" => Seq::Windows(view, size),
                    "chunks" | "chunks_mut" => Seq::Parts(view, size),
                    _ => Seq::Chunks(view, size),
                })
            }
            "enumerate" => match self.flow(&m.receiver)? {
                Flow::Seq(seq) => Flow::Seq(Seq::Enumerate(Box::new(seq))),
                flow => Flow::Enumerate(Box::new(flow), self.counter()),
            },
            "zip" => {
                let first = self.flow(&m.receiver)?;
                let second = self.flow(arg(0)?)?;
                self.zip(first, second, m)?
            }
            "rev" => {
                let flow = self.flow(&m.receiver)?;
                self.reversed(flow, m)?
            }
            "step_by" | "skip" | "take" => {
                let flow = self.flow(&m.receiver)?;
                let k = self.index(arg(0)?)?;
                self.part_of(&name, flow, k)
            }
            "map" if !self.names_array(&m.receiver) && self.iterates(&m.receiver) => {
                let flow = self.flow(&m.receiver)?;
                let f = self.callee(arg(0)?)?;
                match flow {
                    Flow::Seq(seq) if self.pure(&f) => Flow::Seq(Seq::Map(Box::new(seq), f)),
                    flow => Flow::Map(Box::new(flow), f),
                }
            }
            "filter" | "take_while" | "skip_while" | "flat_map" if self.iterates(&m.receiver) => {
                let flow = Box::new(self.flow(&m.receiver)?);
                let f = self.callee(arg(0)?)?;
                match name.as_str() {
                    "filter" => Flow::Filter(flow, f),
                    "take_while" => Flow::TakeWhile(flow, f),
                    "skip_while" => Flow::SkipWhile(flow, f, self.flag()),
                    _ => Flow::Flat(flow, Some(f)),
                }
            }
            "filter_map" | "map_while" | "scan" | "inspect" | "cycle" if self.iterates(&m.receiver) => {
                self.adaptor(m, &name)?
            }
            "flatten" if self.iterates(&m.receiver) && self.gives_options(&m.receiver) => {
                let list = &m.receiver;
                self.flow(&syn::parse_quote!(#list.filter_map(|part__| part__.map(|inside__| inside__))))?
            }
            "flatten" if self.iterates(&m.receiver) => Flow::Flat(Box::new(self.flow(&m.receiver)?), None),
            "chain" if self.iterates(&m.receiver) => {
                let first = self.flow(&m.receiver)?;
                Flow::Chain(Box::new(first), Box::new(self.flow(arg(0)?)?))
            }
            _ => return Ok(None),
        }))
    }

    fn counter(&mut self) -> Var {
        self.var("k", Ty::usize(), Atom::Lit(quote!(0usize)))
    }

    fn flag(&mut self) -> Var {
        self.var("begun", Ty::Bool, Atom::Lit(quote!(false)))
    }

    pub(super) fn part_of(&mut self, name: &str, flow: Flow, k: Atom) -> Flow {
        let make = match name {
            "step_by" => Seq::StepBy,
            "skip" => Seq::Skip,
            _ => Seq::Take,
        };
        match flow {
            // A part of what a function gives is what it gives for a part.
            Flow::Seq(Seq::Map(inner, f)) => match self.part_of(name, Flow::Seq(*inner), k) {
                Flow::Seq(inner) => Flow::Seq(Seq::Map(Box::new(inner), f)),
                flow => Flow::Map(Box::new(flow), f),
            },
            Flow::Seq(seq) => Flow::Seq(make(Box::new(seq), k)),
            flow => {
                let (flow, count) = (Box::new(flow), self.counter());
                match name {
                    "step_by" => Flow::StepBy(flow, k, count),
                    "skip" => Flow::Skip(flow, k, count),
                    _ => Flow::Take(flow, k, count),
                }
            }
        }
    }

    pub(super) fn reversed(&mut self, flow: Flow, m: &ExprMethodCall) -> Result<Flow> {
        Ok(match flow {
            Flow::Seq(seq) if seq.endless() => return fault(&m.method, "this has no end to begin at"),
            Flow::Seq(Seq::Map(inner, f)) => match self.reversed(Flow::Seq(*inner), m)? {
                Flow::Seq(inner) => Flow::Seq(Seq::Map(Box::new(inner), f)),
                flow => Flow::Map(Box::new(flow), f),
            },
            Flow::Seq(seq) => {
                let len = match &seq {
                    Seq::Range(..) => Atom::Lit(quote!(0)),
                    seq => self.count(seq),
                };
                Flow::Seq(Seq::Rev(Box::new(seq), len))
            }
            Flow::Map(inner, f) => Flow::Map(Box::new(self.reversed(*inner, m)?), f),
            Flow::Filter(inner, f) => Flow::Filter(Box::new(self.reversed(*inner, m)?), f),
            Flow::Chain(a, b) => {
                let (a, b) = (self.reversed(*a, m)?, self.reversed(*b, m)?);
                Flow::Chain(Box::new(b), Box::new(a))
            }
            flow => match self.indexed(flow) {
                Some(seq) => return self.reversed(Flow::Seq(seq), m),
                None => {
                    return fault(
                        &m.method,
                        "`rev` behind this is not supported: put it first, or `collect` before it",
                    );
                }
            },
        })
    }

    fn zip(&mut self, first: Flow, second: Flow, at: impl quote::ToTokens) -> Result<Flow> {
        Ok(match (first, second) {
            (Flow::Seq(a), Flow::Seq(b)) => Flow::Seq(Seq::Zip(Box::new(a), Box::new(b))),
            (Flow::Seq(with), flow) => self.zipped(flow, with, true, at)?,
            (flow, Flow::Seq(with)) => self.zipped(flow, with, false, at)?,
            (flow, other) => match self.indexed(other) {
                Some(with) => self.zipped(flow, with, false, at)?,
                None => {
                    let message = "`zip` of two chains of unknown lengths is not supported: `collect` one of them";
                    return fault(at, message);
                }
            },
        })
    }

    fn zipped(&mut self, flow: Flow, with: Seq, first: bool, at: impl quote::ToTokens) -> Result<Flow> {
        if first && !self.calm(&flow) {
            return fault(at, "`zip` with a closure that changes what it captures is not supported: write a loop");
        }
        let (len, count) = (self.count(&with), self.counter());
        Ok(Flow::Zip { flow: Box::new(flow), with, len, first, count })
    }

    /// A chain of sequences as one sequence.
    pub(super) fn indexed(&mut self, flow: Flow) -> Option<Seq> {
        match flow {
            Flow::Seq(seq) => Some(seq),
            Flow::Chain(a, b) => {
                let (a, b) = (self.indexed(*a)?, self.indexed(*b)?);
                if a.endless() {
                    return Some(a);
                }
                let len = self.count(&a);
                Some(Seq::Chain(Box::new(a), Box::new(b), len))
            }
            Flow::Map(inner, f) if self.pure(&f) => Some(Seq::Map(Box::new(self.indexed(*inner)?), f)),
            Flow::Enumerate(inner, _) => Some(Seq::Enumerate(Box::new(self.indexed(*inner)?))),
            _ => None,
        }
    }
}

/// The parts of a list of tuples, by those of each list in it.
fn parts_of_table(columns: Seq, parts: &dyn Fn(View) -> Seq) -> Option<Seq> {
    match columns {
        Seq::Elements(view) => Some(parts(view)),
        Seq::Columns(all) => {
            Some(Seq::Tables(all.into_iter().map(|seq| parts_of_table(seq, parts)).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Whether an expression is one that makes something.
fn made(e: &Expr) -> bool {
    matches!(e, Expr::Call(_) | Expr::MethodCall(_) | Expr::Block(_) | Expr::If(_))
}

/// The name of a function of `std::iter` that makes an iterator.
fn iterator_function(c: &ExprCall) -> Option<&'static str> {
    let Expr::Path(p) = &*c.func else { return None };
    let segments = &p.path.segments;
    let last = &segments[segments.len() - 1].ident;
    let module = segments.len() > 1 && segments[segments.len() - 2].ident == "iter";
    ["zip", "repeat", "repeat_n", "once"].into_iter().find(|name| module && last == name)
}
