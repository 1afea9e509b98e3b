//! Arrays made of chains: `collect`, `unzip`, `map` of an array, `from_fn`.

use super::closure::Callee;
use super::flow::Flow;
use super::sequence::Seq;
use super::{Item, Lowerer, Var, fault};
use crate::ir::{Arr, Atom, Init, IntTy, Mode, Step, Storage, Ty, View};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, GenericArgument, PathArguments, Result, Type};

/// Arrays that are filled by one chain: as many as its items have parts.
struct Filled {
    arrays: Vec<Arr>,
    /// A value of each array's element type.
    samples: Vec<Atom>,
}

const ELEMENTS: &str = "an array is made of numbers here: `map` the items to numbers";

/// The function with the type at a `collect` that gives its result: a list of numbers.
pub(super) fn typed(f: &syn::ItemFn, sig: &crate::signature::Signature) -> syn::ItemFn {
    let mut f = f.clone();
    if let (Some(syn::Stmt::Expr(Expr::MethodCall(m), None)), crate::signature::Shape::Vec) =
        (f.block.stmts.last_mut(), &sig.ret)
        && m.method == "collect"
        && m.turbofish.is_none()
    {
        let float = if sig.generic { &sig.number } else { &sig.scalar };
        m.turbofish = Some(syn::parse_quote!(::<Vec<#float>>));
    }
    f
}

impl Lowerer {
    pub(super) fn collect(&mut self, flow: &Flow, m: &ExprMethodCall, ty: Option<&Type>) -> Result<Item> {
        let vec = |ty: &Type| matches!(ty, Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Vec"));
        if let Some(other) = ty.filter(|ty| !vec(ty)) {
            return fault(other, "`collect` makes a `Vec` here: write `collect::<Vec<_>>()`");
        }
        let element = ty.and_then(super::lists::element).filter(|ty| !matches!(ty, Type::Infer(_)));
        // A list of references to structures is one of structures.
        let element = element.map(super::known::plain);
        if element.is_some_and(|ty| self.is_of_records(ty)) {
            return self.gathered_records(flow, element, m);
        }
        let flow = &match element {
            Some(row) => self.giving(flow, row),
            None => flow.clone(),
        };
        if let Some(rows) = self.gathered_rows(flow, None, m.span())? {
            return Ok(rows);
        }
        if let Some(form) = self.tuple_form(flow, m.span())? {
            let filled = self.gathered(flow, form.parts(), m)?;
            return Ok(form.table(&mut filled.arrays.into_iter()));
        }
        // Tuples that are one value each.
        if let Some(Type::Tuple(_)) = element {
            return self.gathered_records(flow, element, m);
        }
        if self.records && element.is_none() {
            // What kind the items are shows when they are there.
            let before = self.clone();
            let filled = self.gathered(flow, 1, m)?;
            let ty = filled.samples.first().map(|a| self.atom_ty(a));
            if !matches!(ty, Some(Ty::Maybe | Ty::Record)) {
                return Ok(Item::Fresh(filled.arrays[0]));
            }
            *self = before;
            let list = self.gathered_records(flow, None, m)?;
            if let (Some(Ty::Maybe), Item::Held(list)) = (ty, &list) {
                self.open_lists.1.extend(list.held());
            }
            return Ok(list);
        }
        let filled = self.gathered(flow, 1, m)?;
        Ok(Item::Fresh(filled.arrays[0]))
    }

    /// A list of constants as one that numbers may enter.
    pub(super) fn list_of_constants(&mut self, e: &Expr) -> Result<Item> {
        let seq = self.constants_of(e)?;
        let len = self.count(&seq);
        let indexed = Flow::Seq(Seq::Enumerate(Box::new(seq)));
        let filled = self.filled(&indexed, None, 1, Storage::Heap, &len, e.span())?;
        Ok(Item::Fresh(filled.arrays[0]))
    }

    /// Structures one after the other.
    fn gathered_records(&mut self, flow: &Flow, ty: Option<&Type>, m: &ExprMethodCall) -> Result<Item> {
        let list = self.hold_empty(&syn::Ident::new("list", m.span()), ty);
        self.run(flow, vec![], m.span(), &mut |l, _, item| match l.settle(item) {
            Item::Scalar(value) => l.put_at(list.clone(), value, true, m.span()),
            _ => Err(syn::Error::new(m.span(), ELEMENTS)),
        })?;
        Ok(Item::Held(list))
    }

    pub(super) fn unzip(&mut self, flow: &Flow, m: &ExprMethodCall) -> Result<Item> {
        let filled = self.gathered(flow, 2, m)?;
        Ok(Item::Tuple(filled.arrays.into_iter().map(Item::Fresh).collect()))
    }

    /// Those of which a closure says yes, and the others.
    pub(super) fn partition(&mut self, flow: &Flow, m: &ExprMethodCall) -> Result<Item> {
        let f = self.callee(&m.args[0])?;
        if self.records
            && let Some(lists) = self.partition_records(flow, &f, m)?
        {
            return Ok(lists);
        }
        let lists = ["these", "others"].map(|name| self.made_list(name, m.span()));
        let mut vars = self.changed_by(&f);
        lists.iter().for_each(|k| self.lengths(*k, &mut vars));
        self.run(flow, vars, m.span(), &mut |l, _, item| {
            let item = l.settle(item);
            let Item::Scalar(value) = item.clone() else { return Err(syn::Error::new(m.span(), ELEMENTS)) };
            let these = l.question(&f, &item, m.span())?;
            let other = value.clone();
            let put = |l: &mut Self, k: usize, value| {
                l.push(k, value);
                Ok(())
            };
            l.either(these, |l| put(l, lists[0], value), |l| put(l, lists[1], other))
        })?;
        Ok(Item::Tuple(lists.map(|k| Item::Fresh(self.as_made(k))).into()))
    }

    /// The same of structures; none if the items are none.
    fn partition_records(&mut self, flow: &Flow, f: &Callee, m: &ExprMethodCall) -> Result<Option<Item>> {
        let before = self.clone();
        let lists = ["these", "others"].map(|name| self.hold_empty(&syn::Ident::new(name, m.span()), None));
        let (vars, mut whole) = (self.changed_by(f), true);
        self.run(flow, vars, m.span(), &mut |l, _, item| {
            let item = l.settle(item);
            let value = match &item {
                Item::Scalar(value) if matches!(l.atom_ty(value), Ty::Maybe | Ty::Record) => value.clone(),
                _ => {
                    whole = false;
                    return Ok(());
                }
            };
            let these = l.question(f, &item, m.span())?;
            let [yes, no] = lists.clone();
            let other = value.clone();
            l.either(these, |l| l.put_at(yes, value, true, m.span()), |l| l.put_at(no, other, true, m.span()))
        })?;
        if !whole {
            *self = before;
            return Ok(None);
        }
        Ok(Some(Item::Tuple(lists.map(Item::Held).into())))
    }

    /// Runs a chain into arrays. Where the length shows only on the way, the chain is counted first.
    fn gathered(&mut self, flow: &Flow, parts: usize, m: &ExprMethodCall) -> Result<Filled> {
        if !self.calm(flow) && !self.known_length(flow) {
            let message = "`collect` of a chain of unknown length whose closures change what they capture is not supported: write a loop";
            return fault(&m.method, message);
        }
        let len = match self.length_of(flow) {
            Some(len) => len,
            None => self.number_of(flow, m)?,
        };
        match flow {
            Flow::Seq(seq) => {
                let indexed = Flow::Seq(Seq::Enumerate(Box::new(seq.clone())));
                self.filled(&indexed, None, parts, Storage::Heap, &len, m.span())
            }
            flow => {
                let at = self.var("k", Ty::usize(), Atom::Lit(quote!(0usize)));
                self.filled(flow, Some(at), parts, Storage::Heap, &len, m.span())
            }
        }
    }

    fn known_length(&self, flow: &Flow) -> bool {
        match flow {
            Flow::Seq(seq) => !seq.endless(),
            Flow::Map(inner, _) | Flow::Enumerate(inner, _) | Flow::Inspect(inner, _) => self.known_length(inner),
            Flow::Scan(inner, scan) => scan.whole && self.known_length(inner),
            Flow::Chain(a, b) => self.known_length(a) && self.known_length(b),
            _ => false,
        }
    }

    /// The number of items, where it does not depend on them.
    pub(super) fn length_of(&mut self, flow: &Flow) -> Option<Atom> {
        match flow {
            Flow::Seq(seq) if !seq.endless() => Some(self.count(seq)),
            Flow::Map(inner, _) | Flow::Enumerate(inner, _) | Flow::Inspect(inner, _) => self.length_of(inner),
            Flow::Scan(inner, scan) if scan.whole => self.length_of(inner),
            Flow::Chain(a, b) => {
                let (a, b) = (self.length_of(a)?, self.length_of(b)?);
                Some(self.sum(&a, &b))
            }
            _ => None,
        }
    }

    /// Stores the items of a chain one after the other: where the variable says, or where their index says, which
    /// comes with them.
    fn filled(
        &mut self,
        flow: &Flow,
        at: Option<Var>,
        parts: usize,
        storage: Storage,
        len: &Atom,
        span: Span,
    ) -> Result<Filled> {
        let begin = self.out.len();
        let arrays: Vec<Arr> = (0..parts).map(|_| self.array("list", storage.clone(), true, span)).collect();
        if let Storage::Heap = storage {
            for &arr in &arrays {
                self.arrays[arr].len = Some(len.clone());
            }
        }
        let mut samples: Vec<Atom> = vec![];
        let vars = at.into_iter().collect();
        self.run(flow, vars, span, &mut |l, _, item| {
            let (index, item) = match (at, item) {
                (Some(var), item) => {
                    let index = l.current[var].clone();
                    l.current[var] = l.sum(&index, &Atom::Lit(quote!(1usize)));
                    (index, item)
                }
                (None, Item::Tuple(mut pair)) if pair.len() == 2 => match (pair.remove(0), pair.remove(0)) {
                    (Item::Scalar(index), item) => (index, item),
                    _ => return Err(syn::Error::new(span, ELEMENTS)),
                },
                _ => return Err(syn::Error::new(span, ELEMENTS)),
            };
            let values = match (l.settle(item), parts) {
                (item, 1) => vec![item],
                (Item::Tuple(items), n) if items.len() == n => {
                    items.into_iter().flat_map(super::tables::numbers).collect()
                }
                (item @ Item::Tuple(_), _) => super::tables::numbers(item),
                _ => return Err(syn::Error::new(span, "`unzip` takes pairs apart: let the items be pairs")),
            };
            for (&arr, item) in arrays.iter().zip(values) {
                let Item::Scalar(value) = item else { return Err(syn::Error::new(span, ELEMENTS)) };
                if samples.len() < parts {
                    samples.push(value.clone());
                }
                l.store(arr, index.clone(), Mode::Set, value);
            }
            Ok(())
        })?;
        for (k, &arr) in arrays.iter().enumerate() {
            let ty = samples.get(k).map_or(Ty::Float, |a| self.atom_ty(a));
            let zero = match &ty {
                Ty::Int(int) => self.int_literal(0, *int),
                Ty::Bool => Atom::Lit(quote!(false)),
                _ => Atom::Lit(quote!(0.0)),
            };
            self.arrays[arr].float = matches!(ty, Ty::Float | Ty::Unknown | Ty::Maybe);
            if let Atom::Lit(sample) = &zero {
                self.arrays[arr].sample = Some(sample.clone());
            }
            self.out.insert(begin + k, Step::Alloc(arr, Init::Fill(zero, len.clone())));
        }
        Ok(Filled { arrays, samples })
    }

    /// `array.map(f)`
    pub(super) fn array_map(&mut self, view: View, f: &Expr, m: &ExprMethodCall) -> Result<Item> {
        let len = match (self.arrays[view.arr].storage.clone(), &view.part) {
            (Storage::Fixed(len), None) => len,
            // A row of fixed length.
            (_, Some((_, Atom::Lit(len)))) => len.clone(),
            _ => {
                return fault(
                    &m.method,
                    "`map` is of arrays of fixed length and of iterators: write `.iter().map(..)`",
                );
            }
        };
        let f = self.callee(f)?;
        let elements = Seq::Copied(Box::new(Seq::Elements(view)));
        self.fixed(elements, f, len, m.span())
    }

    /// `rows.map(f)` of an array of arrays.
    pub(super) fn rows_map(&mut self, rows: super::Nest, f: &Expr, m: &ExprMethodCall) -> Result<Item> {
        let Some(len) = rows.fixed.clone() else { return fault(&m.method, ELEMENTS) };
        let f = self.callee(f)?;
        self.fixed(Seq::Rows(rows), f, len, m.span())
    }

    fn fixed(&mut self, seq: Seq, f: Callee, len: TokenStream, span: Span) -> Result<Item> {
        let chain = match self.pure(&f) {
            true => Flow::Seq(Seq::Map(Box::new(seq.clone()), f.clone())),
            false => Flow::Map(Box::new(Flow::Seq(seq.clone())), f.clone()),
        };
        if let Some(rows) = self.gathered_rows(&chain, Some(&len), span)? {
            return Ok(rows);
        }
        let flow = match self.pure(&f) {
            true => Flow::Seq(Seq::Enumerate(Box::new(Seq::Map(Box::new(seq), f)))),
            false => Flow::Map(Box::new(Flow::Seq(seq)), f),
        };
        let at = match &flow {
            Flow::Seq(_) => None,
            _ => Some(self.var("k", Ty::usize(), Atom::Lit(quote!(0usize)))),
        };
        let n = Atom::Lit(quote!((#len)));
        let filled = self.filled(&flow, at, 1, Storage::Fixed(len), &n, span)?;
        let arr = filled.arrays[0];
        if filled.samples.first().is_some_and(|a| self.atom_ty(a) == Ty::Float) {
            self.arrays[arr].sample = None;
        }
        Ok(Item::Fresh(arr))
    }

    /// `std::array::from_fn(f)`, where the type of what it gives is written.
    pub(super) fn array_from_fn(&mut self, c: &ExprCall, ty: Option<&Type>) -> Result<Item> {
        let Some(len) = length_of_call(c).or(match ty {
            Some(Type::Array(a)) => Some(a.len.to_token_stream()),
            _ => None,
        }) else {
            return fault(&c.func, "write the length here: `std::array::from_fn::<_, 3, _>(..)`");
        };
        let mut f = self.callee(&c.args[0])?;
        if let Some(Type::Array(a)) = ty {
            f = self.giving_value(&f, &a.elem);
        }
        let n = Atom::Lit(quote!((#len)));
        self.fixed(Seq::Range(Atom::Lit(quote!(0usize)), n, IntTy::Usize), f, len, c.span())
    }
}

/// Whether it is `std::array::from_fn(f)`.
pub(super) fn is_from_fn(c: &ExprCall) -> bool {
    let Expr::Path(p) = &*c.func else { return false };
    let mut names = p.path.segments.iter().rev().map(|s| s.ident.to_string());
    c.args.len() == 1
        && names.next().as_deref() == Some("from_fn")
        && names.next().is_none_or(|module| module == "array")
}

/// The length in `from_fn::<_, 3, _>`.
fn length_of_call(c: &ExprCall) -> Option<TokenStream> {
    let Expr::Path(p) = &*c.func else { return None };
    let PathArguments::AngleBracketed(args) = &p.path.segments.last()?.arguments else { return None };
    match args.args.iter().nth(1)? {
        GenericArgument::Const(e) => Some(e.to_token_stream()),
        GenericArgument::Type(Type::Path(t)) if t.path.get_ident().is_some() => Some(t.to_token_stream()),
        _ => None,
    }
}
