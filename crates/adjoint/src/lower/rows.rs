//! Chains whose items are lists: they are gathered into an array of arrays.

use super::closure::Callee;
use super::flow::Flow;
use super::nest::{Level, Nest};
use super::sequence::Seq;
use super::{Item, Lowerer, Var};
use crate::ir::{Arr, Atom, Init, Step, Storage, Ty, View};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Block, Expr, Result, Stmt};

/// What a row is, as the first look at a chain shows.
struct Shape {
    /// Its length, where that is known before the chain is run; of the type, if so said.
    len: Option<Atom>,
    fixed: Option<TokenStream>,
    /// The levels below it.
    levels: Vec<Level>,
    float: bool,
    sample: Option<TokenStream>,
}

impl Lowerer {
    /// A chain of lists as an array of arrays, of the heap or of so many rows; none if its items are no lists.
    pub(super) fn gathered_rows(&mut self, flow: &Flow, fixed: Option<&TokenStream>, at: Span) -> Result<Option<Item>> {
        if !self.may_give_lists(flow) {
            return Ok(None);
        }
        let Some(shape) = self.row_shape(flow, at)? else { return Ok(None) };
        let count = match fixed {
            Some(n) => Some(Atom::Lit(n.clone())),
            None => self.length_of(flow),
        };
        match (count, shape.len.clone()) {
            (Some(count), Some(len)) => self.even_rows(flow, shape, count, len, fixed, at).map(Some),
            _ if !shape.levels.is_empty() || fixed.is_some() => {
                Err(syn::Error::new(at, "rows of different lengths are gathered into a list of lists of numbers only"))
            }
            _ => self.pushed_rows(flow, &shape, at).map(Some),
        }
    }

    /// Looks at what the items are, and forgets about it.
    fn row_shape(&mut self, flow: &Flow, at: Span) -> Result<Option<Shape>> {
        let before = self.clone();
        let known = self.values.len();
        let outside = |a: &Atom| !matches!(a, Atom::Val(v) if *v >= known);
        let mut shape = None;
        let result = self.run(flow, vec![], at, &mut |l, _, item| {
            shape = match l.settle(item) {
                Item::View(View { arr, part }) => l.shape_of(&View { arr, part }, &outside),
                Item::Fresh(arr) => l.shape_of(&View { arr, part: None }, &outside),
                Item::Nest(n) => l.shape_of_nest(&n, &outside),
                _ => None,
            };
            Ok(())
        });
        *self = before;
        result.map(|()| shape)
    }

    fn shape_of(&mut self, view: &View, outside: &dyn Fn(&Atom) -> bool) -> Option<Shape> {
        let len = Some(self.length(view)).filter(outside);
        let array = &self.arrays[view.arr];
        let fixed = match (&array.storage, &view.part) {
            (Storage::Fixed(n), None) => Some(n.clone()),
            _ => None,
        };
        let len = fixed.clone().map(Atom::Lit).or(len);
        Some(Shape { len, fixed, levels: vec![], float: array.float, sample: array.sample.clone() })
    }

    fn shape_of_nest(&mut self, nest: &Nest, outside: &dyn Fn(&Atom) -> bool) -> Option<Shape> {
        let even = nest.levels.iter().all(|l| matches!(l, Level::Even { len, .. } if outside(len)));
        let array = &self.arrays[nest.arr];
        let len = Some(nest.count.clone()).filter(|len| even && outside(len));
        let levels = nest.levels.clone();
        Some(Shape { len, fixed: nest.fixed.clone(), levels, float: array.float, sample: array.sample.clone() })
    }

    /// Rows of one length, one behind the other.
    fn even_rows(
        &mut self,
        flow: &Flow,
        shape: Shape,
        count: Atom,
        len: Atom,
        outer: Option<&TokenStream>,
        at: Span,
    ) -> Result<Item> {
        let mut each = len.clone();
        let mut dims: Vec<Option<TokenStream>> = vec![outer.cloned(), shape.fixed.clone()];
        for level in &shape.levels {
            if let Level::Even { len, fixed } = level {
                each = self.product(&each, len);
                dims.push(fixed.clone());
            }
        }
        let total = self.product(&count, &each);
        let dims: Option<Vec<TokenStream>> = dims.into_iter().collect();
        let arr = match (dims, &total) {
            (Some(dims), Atom::Lit(n)) if self.nameable(&dims) => {
                let arr = self.array("list", Storage::Fixed(n.clone()), shape.float, at);
                self.arrays[arr].sample = shape.sample.clone();
                let zero = self.zero_like(&shape);
                self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), total.clone())));
                arr
            }
            _ => self.memory(&shape, total, at),
        };
        let (flow, counter) = match flow {
            Flow::Seq(seq) => (Flow::Seq(Seq::Enumerate(Box::new(seq.clone()))), None),
            flow => (flow.clone(), Some(self.var("k", Ty::usize(), Atom::Lit(quote!(0usize))))),
        };
        self.run(&flow, counter.into_iter().collect(), at, &mut |l, _, item| {
            let (index, item) = match (counter, item) {
                (Some(var), item) => (l.next_index(var), item),
                (None, Item::Tuple(mut pair)) if pair.len() == 2 => match (pair.remove(0), pair.remove(0)) {
                    (Item::Scalar(index), item) => (index, item),
                    _ => return Err(unlike(at)),
                },
                _ => return Err(unlike(at)),
            };
            let from = l.row_of_item(item, at)?;
            let start = l.product(&index, &each);
            l.known.remove(&arr);
            l.out.push(Step::CopyFrom(View { arr, part: Some((start, each.clone())) }, from));
            Ok(())
        })?;
        let mut levels = vec![Level::Even { len, fixed: shape.fixed }];
        levels.extend(shape.levels);
        let off = Atom::Lit(quote!(0));
        Ok(Item::Nest(Nest { arr, off, count, fixed: outer.cloned(), levels, whole: true, fresh: true }))
    }

    /// The value of a counter, which goes on by one.
    fn next_index(&mut self, var: Var) -> Atom {
        let index = self.current[var].clone();
        self.current[var] = self.sum(&index, &Atom::Lit(quote!(1usize)));
        index
    }

    fn row_of_item(&mut self, item: Item, at: Span) -> Result<View> {
        match item {
            Item::View(view) => Ok(view),
            Item::Fresh(arr) => Ok(View { arr, part: None }),
            Item::Nest(n) => self.all_of(&n).ok_or_else(|| unlike(at)),
            _ => Err(unlike(at)),
        }
    }

    fn zero_like(&self, shape: &Shape) -> TokenStream {
        match shape.float {
            true => quote!(0.0),
            false => shape.sample.clone().unwrap_or(quote!(0)),
        }
    }

    fn memory(&mut self, shape: &Shape, total: Atom, at: Span) -> Arr {
        let zero = self.zero_like(shape);
        let arr = self.array("list", Storage::Heap, shape.float, at);
        self.arrays[arr].sample = Some(zero.clone());
        self.arrays[arr].len = Some(total.clone());
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), total)));
        arr
    }

    /// Rows whose lengths or number show on the way: each is pushed.
    fn pushed_rows(&mut self, flow: &Flow, shape: &Shape, at: Span) -> Result<Item> {
        let numbers = self.made_list("list", at);
        let arr = self.as_made(numbers);
        self.arrays[arr].float = shape.float;
        self.arrays[arr].sample = shape.sample.clone();
        let table = self.made_list("rows", at);
        let lies = self.as_made(table);
        self.arrays[lies].float = false;
        self.arrays[lies].sample = Some(quote!(0usize));
        let count = self.var("count", Ty::usize(), Atom::Lit(quote!(0usize)));
        let mut vars = vec![count];
        self.lengths(numbers, &mut vars);
        self.lengths(table, &mut vars);
        let fixed = shape.fixed.clone();
        self.run(flow, vars, at, &mut |l, _, item| {
            let from = l.row_of_item(item, at)?;
            if fixed.is_none() {
                let (start, len) = (l.list_len(numbers), l.length(&from));
                l.push(table, start);
                l.push(table, len);
            }
            l.append(numbers, from);
            l.next_index(count);
            Ok(())
        })?;
        self.as_made(numbers);
        self.as_made(table);
        let level = match fixed {
            Some(n) => Level::Even { len: Atom::Lit(n.clone()), fixed: Some(n) },
            None => Level::Table(lies),
        };
        let (off, count) = (Atom::Lit(quote!(0)), self.current[count].clone());
        Ok(Item::Nest(Nest { arr, off, count, fixed: None, levels: vec![level], whole: true, fresh: true }))
    }

    /// Whether the items of a chain may be tuples, as far as its form shows.
    pub(super) fn may_give_tuples(&self, flow: &Flow) -> bool {
        match flow {
            Flow::Seq(seq) => self.seq_may_give_tuples(seq),
            Flow::Map(_, f) => self.callee_may_give(f, &may_be_tuple),
            Flow::Chain(a, _) => self.may_give_tuples(a),
            Flow::FilterMap(..) | Flow::Scan(..) | Flow::Flat(..) | Flow::Tried(..) => true,
            Flow::Enumerate(..) | Flow::Zip { .. } => true,
            Flow::Filter(inner, _)
            | Flow::StepBy(inner, ..)
            | Flow::Skip(inner, ..)
            | Flow::Take(inner, ..)
            | Flow::TakeWhile(inner, _)
            | Flow::SkipWhile(inner, ..)
            | Flow::Inspect(inner, _) => self.may_give_tuples(inner),
        }
    }

    fn seq_may_give_tuples(&self, seq: &Seq) -> bool {
        match seq {
            Seq::Columns(_) | Seq::Enumerate(_) | Seq::Zip(..) => true,
            Seq::Repeat(item) => matches!(**item, Item::Tuple(_)),
            Seq::Map(_, f) => self.callee_may_give(f, &may_be_tuple),
            Seq::Rev(inner, _)
            | Seq::StepBy(inner, _)
            | Seq::Skip(inner, _)
            | Seq::Take(inner, _)
            | Seq::Copied(inner)
            | Seq::Cycle(inner, _)
            | Seq::Chain(inner, ..) => self.seq_may_give_tuples(inner),
            _ => false,
        }
    }

    /// Whether the items of a chain may be lists, as far as its last closure shows.
    fn may_give_lists(&self, flow: &Flow) -> bool {
        match flow {
            Flow::Seq(seq) => self.seq_may_give_lists(seq),
            Flow::Map(_, f) => self.callee_may_give(f, &may_be_list),
            Flow::FilterMap(..) | Flow::Scan(..) | Flow::Flat(..) | Flow::Tried(..) => true,
            Flow::Enumerate(..) | Flow::Zip { .. } => false,
            Flow::Chain(a, b) => self.may_give_lists(a) && self.may_give_lists(b),
            Flow::Filter(inner, _)
            | Flow::StepBy(inner, ..)
            | Flow::Skip(inner, ..)
            | Flow::Take(inner, ..)
            | Flow::TakeWhile(inner, _)
            | Flow::SkipWhile(inner, ..)
            | Flow::Inspect(inner, _) => self.may_give_lists(inner),
        }
    }

    fn seq_may_give_lists(&self, seq: &Seq) -> bool {
        match seq {
            Seq::Rows(_) | Seq::RowParts(..) | Seq::Chunks(..) | Seq::Parts(..) | Seq::Windows(..) => true,
            Seq::Map(_, f) => self.callee_may_give(f, &may_be_list),
            Seq::Rev(inner, _)
            | Seq::StepBy(inner, _)
            | Seq::Skip(inner, _)
            | Seq::Take(inner, _)
            | Seq::Copied(inner)
            | Seq::Cycle(inner, _) => self.seq_may_give_lists(inner),
            Seq::Chain(a, b, _) => self.seq_may_give_lists(a) && self.seq_may_give_lists(b),
            _ => false,
        }
    }

    fn callee_may_give(&self, f: &Callee, kind: &dyn Fn(&Expr) -> bool) -> bool {
        match f {
            Callee::Path(f) => self.given_by(&f.path).is_some() && kind(&syn::parse_quote!(#f(x))),
            Callee::Closure(id) => kind(self.body_of(*id)),
        }
    }
}

fn unlike(at: Span) -> syn::Error {
    syn::Error::new(at, "the items of this are not all lists of numbers")
}

/// Whether an expression may be a list, by its form.
fn may_be_list(e: &Expr) -> bool {
    let in_block = |b: &Block| matches!(b.stmts.last(), Some(Stmt::Expr(e, None)) if may_be_list(e));
    match e {
        Expr::Paren(p) => may_be_list(&p.expr),
        Expr::Reference(r) => may_be_list(&r.expr),
        Expr::Block(b) => in_block(&b.block),
        Expr::If(i) => in_block(&i.then_branch),
        Expr::Match(m) => m.arms.iter().any(|arm| may_be_list(&arm.body)),
        Expr::Array(_) | Expr::Repeat(_) | Expr::Call(_) | Expr::Path(_) | Expr::Index(_) => true,
        Expr::Macro(m) => m.mac.path.is_ident("vec"),
        Expr::MethodCall(m) => {
            ["collect", "to_vec", "to_owned", "clone", "concat", "map"].iter().any(|n| m.method == n)
        }
        _ => false,
    }
}

/// Whether an expression may be a tuple, by its form.
fn may_be_tuple(e: &Expr) -> bool {
    let in_block = |b: &Block| matches!(b.stmts.last(), Some(Stmt::Expr(e, None)) if may_be_tuple(e));
    match e {
        Expr::Paren(p) => may_be_tuple(&p.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)),
        Expr::Block(b) => in_block(&b.block),
        Expr::If(i) => in_block(&i.then_branch),
        Expr::Match(m) => m.arms.iter().any(|arm| may_be_tuple(&arm.body)),
        Expr::Tuple(t) => !t.elems.is_empty(),
        Expr::Call(_) | Expr::Path(_) | Expr::Index(_) => true,
        _ => false,
    }
}
