//! Arrays of arrays that are made: literals, and so many of one row; and which literals are lists of structures.

use super::nest::{Level, Nest};
use super::{Item, Lowerer, fault};
use crate::ir::{Arr, Atom, Head, Init, IntTy, Loop, Step, Storage, Ty, View};
use crate::signature::Shape;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Result};

/// What a literal of arrays is made of.
struct Literal {
    dims: Vec<usize>,
    /// For each dimension, whether it is written `[..]`.
    fixed: Vec<bool>,
    elements: Vec<Expr>,
}

/// A nested literal with rows of one length, taken apart.
fn literal(e: &Expr) -> Option<Literal> {
    let (parts, fixed): (Vec<Expr>, bool) = match e {
        Expr::Array(a) => (a.elems.iter().cloned().collect(), true),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
            (m.mac.parse_body_with(list).ok()?.into_iter().collect(), false)
        }
        _ => return None,
    };
    let inner: Vec<Option<Literal>> = parts.iter().map(literal).collect();
    if inner.iter().all(Option::is_none) {
        let many = parts.iter().any(|e| matches!(e, Expr::Repeat(_) | Expr::Macro(_)));
        let dims = vec![parts.len()];
        return (!many).then_some(Literal { dims, fixed: vec![fixed], elements: parts });
    }
    let inner: Vec<Literal> = inner.into_iter().collect::<Option<_>>()?;
    let first = inner.first()?;
    if inner.iter().any(|l| l.dims != first.dims || l.fixed != first.fixed) {
        return None;
    }
    let dims = [vec![parts.len()], first.dims.clone()].concat();
    let fixed = [vec![fixed], first.fixed.clone()].concat();
    Some(Literal { dims, fixed, elements: inner.into_iter().flat_map(|l| l.elements).collect() })
}

impl Lowerer {
    /// `vec![..]`, `[..]`, `[p; n]` whose elements may be structures, if the statements that follow use its name as such a
    /// list.
    pub(super) fn list_used_as_records(
        &mut self,
        pat: &syn::Pat,
        e: &Expr,
        rest: &[syn::Stmt],
    ) -> Result<Option<Item>> {
        let syn::Pat::Ident(p) = pat else { return Ok(None) };
        let literal = match e {
            Expr::Array(_) | Expr::Repeat(_) => true,
            Expr::Macro(m) => m.mac.path.is_ident("vec"),
            _ => false,
        };
        let rows = self.is_nested_literal(e) && !self.shows_record(e);
        if !literal || rows || !self.records || self.opaque(e) || !self.becomes_records(&p.ident.to_string(), rest) {
            return Ok(None);
        }
        self.list_of_records(e)
    }

    /// A literal of arrays; none if it is an array of numbers.
    pub(super) fn nested_literal(&mut self, e: &Expr) -> Result<Option<Item>> {
        let Some(lit) = literal(e) else { return self.literal_of_rows(e) };
        if lit.dims.len() < 2 {
            return match lit.elements.first() {
                Some(first) if self.is_list(first) => self.literal_of_rows(e),
                _ => Ok(None),
            };
        }
        let elements = lit.elements.iter().map(|e| self.scalar(e)).collect::<Result<Vec<_>>>()?;
        let total: usize = lit.dims.iter().product();
        let all_fixed = lit.fixed.iter().all(|f| *f);
        let storage = if all_fixed { Storage::Fixed(plain(total)) } else { Storage::Heap };
        let arr = self.local(storage, self.like(&elements), e.span());
        // Rows of what may be anything are rows of numbers.
        self.arrays[arr].float |= elements.iter().all(|a| self.atom_ty(a) == Ty::Maybe);
        if all_fixed {
            if self.arrays[arr].float {
                self.arrays[arr].sample = None;
            }
        } else {
            self.arrays[arr].len = Some(Atom::Lit(plain(total)));
        }
        self.fill(arr, elements);
        let level = |k: usize| Level::Even {
            len: Atom::Lit(plain(lit.dims[k])),
            fixed: lit.fixed[k].then(|| plain(lit.dims[k])),
        };
        Ok(Some(Item::Nest(Nest {
            arr,
            off: Atom::Lit(quote!(0)),
            count: Atom::Lit(plain(lit.dims[0])),
            fixed: lit.fixed[0].then(|| plain(lit.dims[0])),
            levels: (1..lit.dims.len()).map(level).collect(),
            whole: true,
            fresh: true,
        })))
    }

    /// The element that shows what all are: a float, if one is known to be.
    pub(super) fn like<'e>(&self, elements: &'e [Atom]) -> Option<&'e Atom> {
        elements.iter().find(|a| self.atom_ty(a) == Ty::Float).or_else(|| elements.first())
    }

    /// Whether an expression is a list: a literal, a row, a name of one.
    pub(super) fn is_list(&self, e: &Expr) -> bool {
        match e {
            Expr::Array(_) | Expr::Repeat(_) => true,
            Expr::Macro(m) => m.mac.path.is_ident("vec"),
            Expr::Paren(p) => self.is_list(&p.expr),
            Expr::Reference(r) => self.is_list(&r.expr),
            Expr::Call(c) => super::lists::is_empty_list(c) || self.list_by_type(e).is_some(),
            Expr::MethodCall(m) if ["clone", "to_vec"].iter().any(|n| m.method == n) => self.is_list(&m.receiver),
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => self.is_list(&i.expr),
            e => self.depth(e) > 0 || self.is_row(e) || self.names_array(e) || self.list_by_type(e).is_some(),
        }
    }

    /// What an expression is that is a list of numbers by its type: a field, or what a call gives.
    fn list_by_type(&self, e: &Expr) -> Option<Shape> {
        let made = matches!(e, Expr::Field(_) | Expr::Index(_) | Expr::Call(_) | Expr::MethodCall(_));
        let (ty, constant) = self.known(e).filter(|_| made && !self.opaque(e))?;
        let shape = crate::signature::shape(super::known::plain(&ty), &self.float)?;
        (!constant && matches!(shape, Shape::Fixed(_) | Shape::Vec)).then_some(shape)
    }

    /// A row that is written out.
    fn written_row(&mut self, e: &Expr) -> Result<Item> {
        let item = self.item(e)?;
        match self.list_by_type(e) {
            Some(shape) => self.unpacked(item, &shape),
            None => Ok(item),
        }
    }

    /// Whether an expression is a literal of arrays.
    pub(super) fn is_nested_literal(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.is_nested_literal(&p.expr),
            Expr::Reference(r) => self.is_nested_literal(&r.expr),
            Expr::Array(a) => a.elems.first().is_some_and(|e| self.is_list(e)),
            Expr::Repeat(r) => self.is_list(&r.expr),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                match (super::expr::repeat_of(&m.mac), m.mac.parse_body_with(list)) {
                    (Some((value, _)), _) => self.is_list(&value),
                    (None, Ok(list)) => list.first().is_some_and(|e| self.is_list(e)),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// A literal whose rows are lists of any lengths.
    fn literal_of_rows(&mut self, e: &Expr) -> Result<Option<Item>> {
        let (rows, outer): (Vec<Expr>, bool) = match e {
            Expr::Array(a) => (a.elems.iter().cloned().collect(), true),
            Expr::Macro(m) => {
                let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                match m.mac.parse_body_with(list) {
                    Ok(list) => (list.into_iter().collect(), false),
                    Err(_) => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        if !rows.first().is_some_and(|e| self.is_list(e)) {
            return Ok(None);
        }
        let mut views = vec![];
        for row in &rows {
            views.push(match self.written_row(row)? {
                Item::View(v) => v,
                Item::Fresh(arr) => View { arr, part: None },
                _ => return fault(row, "rows of rows are written out here: `[[[a, b], [c, d]], ..]`"),
            });
        }
        let lens: Vec<Atom> = views.iter().map(|v| self.length(v)).collect();
        let fixed: Vec<Option<TokenStream>> = views
            .iter()
            .map(|v| match (&self.arrays[v.arr].storage, &v.part) {
                (Storage::Fixed(n), None) => Some(n.clone()),
                _ => None,
            })
            .collect();
        let even = fixed[0].is_some() || lens.iter().all(|l| l.same(&lens[0]));
        let mut starts = vec![Atom::Lit(quote!(0))];
        for len in &lens {
            let start = self.sum(&starts[starts.len() - 1].clone(), len);
            starts.push(start);
        }
        let total = starts[rows.len()].clone();
        let arr = self.row_memory(views[0].arr, total.clone(), e.span());
        if let (true, Some(_), Some(total)) = (outer && even, &fixed[0], super::nest::number(&total)) {
            let array = &mut self.arrays[arr];
            (array.storage, array.len, array.sample) = (Storage::Fixed(plain(total)), None, None);
        }
        for ((view, start), len) in views.iter().zip(&starts).zip(&lens) {
            self.out.push(Step::CopyFrom(View { arr, part: Some((start.clone(), len.clone())) }, view.clone()));
        }
        let level = match even {
            true => Level::Even { len: lens[0].clone(), fixed: fixed[0].clone() },
            false => {
                let pairs: Vec<Atom> = starts.iter().zip(&lens).flat_map(|(s, l)| [s.clone(), l.clone()]).collect();
                Level::Table(self.table(pairs, e.span()))
            }
        };
        let count = plain(rows.len());
        Ok(Some(Item::Nest(Nest {
            arr,
            off: Atom::Lit(quote!(0)),
            count: Atom::Lit(count.clone()),
            fixed: outer.then_some(count),
            levels: vec![level],
            whole: true,
            fresh: true,
        })))
    }

    /// Fills a new array; its elements are known until it is written to.
    pub(super) fn fill(&mut self, arr: Arr, elements: Vec<Atom>) {
        if self.forwarding && self.arrays[arr].float {
            let values = elements.iter().enumerate().filter(|(_, x)| x.val().is_some());
            let known = values.map(|(k, x)| (Atom::Lit(plain(k)), x.clone())).collect();
            self.known.insert(arr, known);
        }
        self.out.push(Step::Alloc(arr, Init::Elements(elements)));
    }

    /// Memory on the heap for numbers like those of another array.
    pub(super) fn row_memory(&mut self, like: Arr, total: Atom, span: Span) -> Arr {
        let (float, sample) = (self.arrays[like].float, self.arrays[like].sample.clone());
        let arr = self.array("list", Storage::Heap, float, span);
        let zero = if float { quote!(0.0) } else { sample.clone().unwrap_or(quote!(0)) };
        self.arrays[arr].sample = Some(zero.clone());
        self.arrays[arr].len = Some(total.clone());
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), total)));
        arr
    }

    /// A table of rows.
    pub(super) fn table(&mut self, pairs: Vec<Atom>, span: Span) -> Arr {
        let table = self.array("rows", Storage::Heap, false, span);
        self.arrays[table].sample = Some(quote!(0usize));
        self.arrays[table].len = Some(Atom::Lit(plain(pairs.len())));
        self.out.push(Step::Alloc(table, Init::Elements(pairs)));
        table
    }

    /// `[row; M]` and `vec![row; m]`; none if what is repeated is a number.
    pub(super) fn nested_repeat(
        &mut self,
        row: &Expr,
        count: (Atom, Option<TokenStream>),
        span: Span,
    ) -> Result<Option<Item>> {
        if !self.is_list(row) {
            return Ok(None);
        }
        let (count, fixed) = count;
        // So many of one number: made at once.
        let (mut inner, mut levels) = (row.clone(), vec![]);
        let value = loop {
            match self.repeated(&inner)? {
                Some((value, len, fixed)) => {
                    levels.push(Level::Even { len, fixed });
                    if self.repeated_list(&value) {
                        inner = value;
                        continue;
                    }
                    break (!self.is_list(&value)).then_some(value);
                }
                None => break None,
            }
        };
        let Some(value) = value else { return self.repeated_row(row, count, fixed, span).map(Some) };
        let value = self.scalar(&value)?;
        let lens: Vec<Atom> = levels
            .iter()
            .filter_map(|l| if let Level::Even { len, .. } = l { Some(len.clone()) } else { None })
            .collect();
        let total = lens.iter().fold(count.clone(), |n, len| self.product(&n, len));
        let dims: Option<Vec<TokenStream>> = levels
            .iter()
            .map(|l| if let Level::Even { fixed, .. } = l { fixed.clone() } else { None })
            .chain([fixed.clone()])
            .collect();
        let storage = match (dims, &total) {
            (Some(dims), Atom::Lit(n)) if self.nameable(&dims) => Storage::Fixed(n.clone()),
            _ => Storage::Heap,
        };
        let heap = matches!(storage, Storage::Heap);
        let arr = self.local(storage, Some(&value), span);
        self.arrays[arr].float |= self.atom_ty(&value) == Ty::Maybe;
        if heap {
            self.arrays[arr].len = Some(total.clone());
        }
        self.out.push(Step::Alloc(arr, Init::Fill(value, total)));
        Ok(Some(Item::Nest(Nest { arr, off: Atom::Lit(quote!(0)), count, fixed, levels, whole: true, fresh: true })))
    }

    fn repeated_list(&self, e: &Expr) -> bool {
        matches!(e, Expr::Repeat(_)) || matches!(e, Expr::Macro(m) if super::expr::repeat_of(&m.mac).is_some())
    }

    /// What `[value; len]` or `vec![value; len]` repeats.
    #[allow(clippy::type_complexity)]
    fn repeated(&mut self, e: &Expr) -> Result<Option<(Expr, Atom, Option<TokenStream>)>> {
        Ok(match e {
            Expr::Repeat(r) => {
                let len = r.len.to_token_stream();
                Some(((*r.expr).clone(), Atom::Lit(len.clone()), Some(len)))
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => match super::expr::repeat_of(&m.mac) {
                Some((value, len)) => Some((value, self.index(&len)?, None)),
                None => None,
            },
            _ => None,
        })
    }

    /// Whether a product of such lengths can be the length of an array: not where the function is generic over them.
    pub(super) fn nameable(&self, dims: &[TokenStream]) -> bool {
        let generic = |t: &TokenStream| {
            t.to_string()
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|w| self.generics.iter().any(|g| g == w))
        };
        !dims.iter().any(generic)
    }

    /// Copies of one row.
    fn repeated_row(&mut self, row: &Expr, count: Atom, fixed: Option<TokenStream>, span: Span) -> Result<Item> {
        let view = match self.written_row(row)? {
            Item::View(v) => v,
            Item::Fresh(arr) => View { arr, part: None },
            _ => return fault(row, "a row of rows is repeated as a literal here: `vec![vec![vec![0.0; n]; m]; k]`"),
        };
        let row_fixed = match (&self.arrays[view.arr].storage, &view.part) {
            (Storage::Fixed(n), None) => Some(n.clone()),
            _ => None,
        };
        let len = self.length(&view);
        let total = self.product(&count, &len);
        let arr = self.row_memory(view.arr, total, span);
        let outside = self.begin_body();
        let var = self.value("k", Ty::usize(), span);
        let start = self.product(&Atom::Val(var), &len);
        self.out.push(Step::CopyFrom(View { arr, part: Some((start, len.clone())) }, view));
        let (frame, body) = self.end_body(outside);
        let head = Head::Range { var, lo: Atom::Lit(quote!(0usize)), hi: count.clone(), rev: false };
        self.out.push(Step::Loop(Box::new(Loop {
            frame,
            head,
            carried: vec![],
            body,
            exit: None,
            count: None,
            checkpoint: None,
            keep: None,
            independent: None,
        })));
        let levels = vec![Level::Even { len, fixed: row_fixed }];
        Ok(Item::Nest(Nest { arr, off: Atom::Lit(quote!(0)), count, fixed, levels, whole: true, fresh: true }))
    }
}

/// An integer that is written out, as one of the type that it is given to.
pub(super) fn of_type(t: &TokenStream, int: IntTy) -> Atom {
    match syn::parse2::<syn::LitInt>(t.clone()) {
        Ok(n) if n.suffix().is_empty() => {
            let n = syn::LitInt::new(&format!("{}{int}", n.base10_digits()), n.span());
            Atom::Lit(quote!(#n))
        }
        _ => Atom::Lit(t.clone()),
    }
}

fn plain(n: usize) -> TokenStream {
    proc_macro2::Literal::usize_unsuffixed(n).to_token_stream()
}
