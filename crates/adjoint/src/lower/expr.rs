//! Expressions: flattened into steps, one elementary operation each.

use super::control::Tail;
use super::{Binding, Item, Lowerer, fault, primitive};
use crate::ir::{Arr, Atom, Init, Int, Mode, Op, Step, Storage, Ty, View};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Result, UnOp};

/// The two parts of `vec![value; len]`.
pub(crate) fn repeat_of(mac: &syn::Macro) -> Option<(Expr, Expr)> {
    struct Repeat(Expr, Expr);
    impl syn::parse::Parse for Repeat {
        fn parse(input: syn::parse::ParseStream) -> Result<Repeat> {
            let value = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok(Repeat(value, input.parse()?))
        }
    }
    mac.parse_body::<Repeat>().ok().map(|Repeat(value, len)| (value, len))
}

impl Lowerer {
    /// An expression whose value is one number or one constant.
    pub(super) fn scalar(&mut self, e: &Expr) -> Result<Atom> {
        match e {
            Expr::Paren(p) => self.scalar(&p.expr),
            Expr::Group(p) => self.scalar(&p.expr),
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => self.value_of(e),
            Expr::Lit(l) => Ok(Atom::Lit(l.to_token_stream())),
            Expr::Reference(r) if r.mutability.is_none() && !self.opaque(e) => self.scalar(&r.expr),
            Expr::Binary(b) if !self.opaque(e) => self.binary(b),
            Expr::Unary(u) if !self.opaque(e) => self.unary(u),
            Expr::Cast(c) if !self.opaque(e) => {
                let x = self.scalar(&c.expr)?;
                match primitive(&c.ty) {
                    Some(ty) if matches!(self.atom_ty(&x), Ty::Int(_) | Ty::Bool) => {
                        let (tokens, to) = (self.atom_tokens(&x), c.ty.to_token_stream());
                        let (tokens, vals) = (quote!(#tokens as #to), x.val().into_iter().collect());
                        let code = crate::ir::Verbatim { tokens, vals, reads: vec![], lens: vec![] };
                        Ok(self.temporary(ty, Op::Verbatim(code), e.span()))
                    }
                    // Of what is of open kind: only what is no float has to be cast to one.
                    Some(Ty::Float) if self.atom_ty(&x) == Ty::Maybe => {
                        let code = Op::Cast(c.ty.to_token_stream(), x);
                        Ok(self.temporary(Ty::Float, code, e.span()))
                    }
                    Some(Ty::Float) => Ok(self.doubled(x)),
                    Some(ty) => Ok(self.temporary(ty, Op::Cast(c.ty.to_token_stream(), x), e.span())),
                    None => {
                        fault(&c.ty, "a number is cast to a primitive type here: write out what this type stands for")
                    }
                }
            }
            _ if self.opaque(e) => self.constant(e),
            _ => self.value_of(e),
        }
    }

    fn value_of(&mut self, e: &Expr) -> Result<Atom> {
        match self.item(e)? {
            Item::Scalar(a) => Ok(a),
            Item::Element(a, i) => Ok(self.read(a, i)),
            Item::Held(reach) => Ok(self.look_at(&reach, e.span())),
            Item::Inside(a) => Ok(self.taken(&a, e.span())),
            Item::Never => Ok(Atom::Lit(quote!(0.0))),
            Item::View(_) | Item::Fresh(_) | Item::Nest(_) => fault(e, "a number is expected here, this is an array"),
            Item::Tuple(_) => fault(e, "a number is expected here, this is a tuple"),
            Item::Table(_) => fault(e, "a number is expected here, this is a list of tuples"),
            Item::Maybe(_) => fault(e, "a number is expected here, this is an `Option`: `unwrap` it"),
            Item::Place(v) => Ok(self.current[v].clone()),
            Item::Function(_) => fault(e, "a number is expected here, this is a function: call it"),
            Item::Flow(_) => fault(e, "a number is expected here, this is an iterator: `sum` or `fold` it"),
            Item::Unit => fault(e, "a number is expected here"),
        }
    }

    /// An index or a length.
    pub(super) fn index(&mut self, e: &Expr) -> Result<Atom> {
        // Types of the user's are indexed by arrays too: `m[[i, j]]`.
        let pair = matches!(e, Expr::Array(a) if a.elems.iter().all(|e| self.opaque(e)));
        if pair || self.opaque(e) { self.constant(e) } else { self.scalar(e) }
    }

    /// Any expression.
    pub(super) fn item(&mut self, e: &Expr) -> Result<Item> {
        if crate::stack::is_deep() {
            return Err(crate::stack::too_deep(e));
        }
        if let Some(item) = self.variant_of(e)? {
            return Ok(item);
        }
        // What nests is kept apart from the rest, which takes more of the stack.
        match e {
            Expr::Paren(p) => self.item(&p.expr),
            Expr::Group(p) => self.item(&p.expr),
            Expr::If(i) => self.if_value(i),
            Expr::Block(b) if b.label.is_some() => self.labelled_block(b, Tail::Value),
            Expr::Block(b) => self.scoped(|l| l.statements(&b.block.stmts, Tail::Value)),
            Expr::Call(c) => self.call(c, None),
            Expr::MethodCall(m) => self.method(m),
            Expr::Match(m) => self.match_value(m),
            Expr::Binary(_) | Expr::Cast(_) | Expr::Lit(_) => Ok(Item::Scalar(self.scalar(e)?)),
            e => self.other_item(e),
        }
    }

    fn other_item(&mut self, e: &Expr) -> Result<Item> {
        Ok(match e {
            Expr::Tuple(t) if t.elems.is_empty() => Item::Unit,
            Expr::Tuple(t) => Item::Tuple(t.elems.iter().map(|e| self.item(e)).collect::<Result<_>>()?),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                self.exit(e)?;
                Item::Never
            }
            Expr::Reference(r) if self.is_held(&r.expr) => Item::Held(self.reach(e)?),
            Expr::Field(_) | Expr::Index(_) | Expr::Unary(_) if self.is_held(e) => {
                let reach = self.reach(e)?;
                Item::Scalar(self.look_at(&reach, e.span()))
            }
            Expr::Field(f) if self.calls_closure(&f.base) => self.part_of_tuple(f)?,
            Expr::Field(f) if self.is_part(f) => match self.part_at(f)? {
                Some(part) => self.settle(part),
                None => return fault(e, "there is no such part"),
            },
            Expr::Index(i) if self.is_table(&i.expr) => match self.tuple_at(i)? {
                Some(tuple) => self.settle(tuple),
                None => return fault(e, "a part of a list of tuples is not supported: take its elements"),
            },
            Expr::Field(f) if self.is_part_of_call(f) => {
                let (tuple, member) = (&f.base, &f.member);
                self.item(&syn::parse_quote!({ let taken__ = #tuple; taken__.#member }))?
            }
            Expr::Field(f) if self.of_record(f) => Item::Scalar(self.field(f)?),
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e).cloned() {
                Some(b) => self.item_of(&b),
                None => match e {
                    Expr::Field(f) if !self.opaque(e) => self.part_of_tuple(f)?,
                    e => Item::Scalar(self.constant(e)?),
                },
            },
            Expr::Array(_) if self.opaque(e) => Item::Scalar(self.constant(e)?),
            Expr::Index(i) if self.indexes_call(&i.expr) => self.item(&index_of_named(e))?,
            Expr::Index(i) if self.depth(&i.expr) > 0 => self.part_of_nest(i)?,
            Expr::Index(i) if self.picks(i).is_some() => {
                let ty = self.picks(i).unwrap_or(Ty::Maybe);
                Item::Scalar(self.picked(i, ty)?)
            }
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) && !self.opaque(&i.expr) => {
                Item::View(self.range_view(e)?)
            }
            Expr::Index(i) if !self.opaque(e) => {
                let (arr, index) = self.place(i)?;
                Item::Scalar(self.read(arr, index))
            }
            Expr::Reference(r) if matches!(&*r.expr, Expr::Index(i) if self.is_table(&i.expr)) => match &*r.expr {
                Expr::Index(i) => self.tuple_at(i)?.unwrap_or(Item::Unit),
                _ => Item::Unit,
            },
            Expr::Reference(r) if self.depth(&r.expr) > 0 => Item::Nest(self.nest(&r.expr)?),
            Expr::Reference(r) if self.is_row(&r.expr) => Item::View(self.view(&r.expr)?),
            Expr::Reference(r) => match &*r.expr {
                // Numbers are seldom referred to: an element of a field is taken for a structure.
                Expr::Index(i)
                    if self.picks(i).is_some()
                        || matches!(&*i.expr, Expr::Field(f) if self.of_record(f) && r.mutability.is_none()) =>
                {
                    match self.reach_of_value(&r.expr)? {
                        Some(reach) => Item::Held(reach),
                        None => Item::Scalar(self.picked(i, Ty::Record)?),
                    }
                }
                // A part of a list of structures.
                inner @ Expr::Index(i) if self.is_record_list(&i.expr) && r.mutability.is_none() => {
                    match self.reach_of_value(inner)? {
                        Some(reach) => self.copied_list(&reach, e.span())?,
                        None => self.item(inner)?,
                    }
                }
                Expr::Index(i) if !self.opaque(&i.expr) && !matches!(&*i.index, Expr::Range(_)) => {
                    let (arr, index) = self.place(i)?;
                    Item::Element(arr, index)
                }
                inner => match self.binding_of(inner).cloned() {
                    Some(Binding::View(v)) => Item::View(v),
                    Some(Binding::Var(v)) if r.mutability.is_some() => Item::Place(v),
                    _ => self.item(inner)?,
                },
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => match self.binding_of(&u.expr).cloned() {
                Some(Binding::Element(arr, i)) => Item::Scalar(self.read(arr, i)),
                Some(b) => self.item_of(&b),
                None => self.item(&u.expr)?,
            },
            Expr::Array(a) => {
                if let Some(item) = self.tuple_literal(e)? {
                    return Ok(item);
                }
                if let Some(item) = self.literal_of_records(e)? {
                    return Ok(item);
                }
                if let Some(item) = self.nested_literal(e)? {
                    return Ok(item);
                }
                let elements = a.elems.iter().map(|e| self.scalar(e)).collect::<Result<Vec<_>>>()?;
                let n = elements.len();
                let arr = self.local(Storage::Fixed(quote!(#n)), self.like(&elements), e.span());
                if self.arrays[arr].float {
                    self.arrays[arr].sample = None;
                }
                self.fill(arr, elements);
                Item::Fresh(arr)
            }
            Expr::Repeat(r) => {
                if let Some(item) = self.tuple_literal(e)? {
                    return Ok(item);
                }
                if let Some(item) = self.literal_of_records(e)? {
                    return Ok(item);
                }
                let count = r.len.to_token_stream();
                let count = (Atom::Lit(count.clone()), Some(count));
                if let Some(item) = self.nested_repeat(&r.expr, count, e.span())? {
                    return Ok(item);
                }
                let value = self.scalar(&r.expr)?;
                let len = &r.len;
                let arr = self.local(Storage::Fixed(quote!(#len)), Some(&value), e.span());
                self.out.push(Step::Alloc(arr, Init::Fill(value, Atom::Lit(quote!(#len)))));
                Item::Fresh(arr)
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => self.vec_macro(e, &m.mac)?,
            Expr::Macro(m) => {
                if let Some(e) = super::code::as_match(m) {
                    return self.item(&e);
                }
                if let Some(item) = self.say(&m.mac)? {
                    return Ok(item);
                }
                let message = format!(
                    "the macro `{}!` is not supported inside a differentiable function: write out what it stands for",
                    m.mac.path.to_token_stream()
                );
                return fault(&m.mac.path, message);
            }
            Expr::Closure(c) => Item::Function(self.closure(c)?),
            Expr::Struct(s) => self.structure(s)?,
            Expr::Loop(l) => {
                self.marked(&l.attrs, &l.body)?;
                self.while_loop(l.label.as_ref(), None, &l.body)?
            }
            Expr::Try(t) => return fault(t, "`?` is not supported: handle the error before calling the function"),
            Expr::Unsafe(u) => {
                return fault(u, "`unsafe` is not supported: index with checks, they cost next to nothing");
            }
            Expr::Await(a) => return fault(a, "`await` is not supported: wait in the caller, and pass the value"),
            Expr::Let(l) => return fault(l, "`let` is a condition of `if` or `while`, alone or joined by `&&`"),
            Expr::Range(r) => return fault(r, "a range is not supported as a value: use it in `for` or as an index"),
            Expr::Unary(_) => Item::Scalar(self.scalar(e)?),
            _ if self.opaque(e) => Item::Scalar(self.constant(e)?),
            Expr::Const(c) => {
                return fault(c, "`const` blocks are not supported: write a `const` at the start of the function");
            }
            other => {
                let message = "this expression is not supported inside a differentiable function: compute its value in the caller, and pass it";
                return fault(other, message);
            }
        })
    }

    /// Whether an index is one into what a call gives.
    fn indexes_call(&self, e: &Expr) -> bool {
        match super::records::bare(e) {
            Expr::Index(i) => self.indexes_call(&i.expr),
            e @ (Expr::Call(_) | Expr::MethodCall(_)) => !self.opaque(e),
            e @ Expr::Binary(_) => self.may_be_record(e) && !self.opaque(e),
            _ => false,
        }
    }

    /// Whether it is a part of a tuple that a call gives.
    fn is_part_of_call(&self, f: &syn::ExprField) -> bool {
        let base = super::records::bare(&f.base);
        let tuple = |base: &Expr| matches!(self.known(base), Some((syn::Type::Tuple(_), _)));
        match base {
            _ if self.opaque(base) => false,
            Expr::MethodCall(m) if m.method == "fold" && self.iterates(&m.receiver) => true,
            Expr::Call(_) | Expr::MethodCall(_) => tuple(base),
            _ => false,
        }
    }

    pub(super) fn item_of(&mut self, b: &Binding) -> Item {
        match b {
            Binding::Const(a) => Item::Scalar(a.clone()),
            Binding::Var(v) => Item::Scalar(self.current[*v].clone()),
            Binding::View(v) => Item::View(v.clone()),
            Binding::Nest(n) => Item::Nest(n.clone()),
            Binding::List(k) => {
                let now = self.list_now(*k).clone();
                self.item_of(&now)
            }
            Binding::RowList(k) => {
                let now = self.row_lists[*k].whole.clone();
                self.item_of(&now)
            }
            Binding::Table(columns) => Item::Table(columns.iter().map(|b| self.item_of(b)).collect()),
            Binding::Element(a, i) => Item::Element(*a, i.clone()),
            Binding::Held(reach) if reach.path.is_empty() => {
                let span = proc_macro2::Span::call_site();
                Item::Scalar(self.look_at(reach, span))
            }
            Binding::Held(reach) => Item::Held(reach.clone()),
            Binding::Iterates(list, _) => Item::Scalar(list.clone()),
            Binding::Advances(seq, _, at) => {
                let rest = super::sequence::Seq::Skip(seq.clone(), self.current[*at].clone());
                Item::Flow(Box::new(super::flow::Flow::Seq(rest)))
            }
            Binding::Maybe(some, value) => {
                let (some, value) = (self.item_of(some), self.item_of(value));
                match some {
                    Item::Scalar(some) => Item::Maybe(Box::new(super::maybe::Maybe { some, value })),
                    other => other,
                }
            }
            Binding::Inside(option) => match self.item_of(option) {
                Item::Scalar(a) => Item::Inside(a),
                item => item,
            },
            Binding::Tuple(parts) => Item::Tuple(parts.iter().map(|b| self.item_of(b)).collect()),
            Binding::Function(f) => Item::Function(f.clone()),
            Binding::Flow(flow) => Item::Flow(flow.clone()),
            Binding::Error => Item::Unit,
        }
    }

    /// A new local array whose elements are like `sample`.
    pub(super) fn local(&mut self, storage: Storage, sample: Option<&Atom>, span: Span) -> Arr {
        let ty = sample.map_or(Ty::Unknown, |a| self.atom_ty(a));
        let float = matches!(ty, Ty::Float | Ty::Unknown);
        let arr = self.array("list", storage, float, span);
        self.arrays[arr].sample = sample.map(|a| match (a, &ty) {
            (Atom::Lit(t), _) => t.clone(),
            (_, Ty::Int(int)) => quote!((0 as #int)),
            (_, Ty::Bool) => quote!(false),
            _ => quote!(0.0),
        });
        arr
    }

    fn vec_macro(&mut self, e: &Expr, mac: &syn::Macro) -> Result<Item> {
        if let Some(item) = self.tuple_literal(e)? {
            return Ok(item);
        }
        if let Some(item) = self.literal_of_records(e)? {
            return Ok(item);
        }
        if let Some((value, len)) = repeat_of(mac) {
            if self.is_list(&value) {
                let count = (self.index(&len)?, None);
                if let Some(item) = self.nested_repeat(&value, count, mac.span())? {
                    return Ok(item);
                }
            }
            let value = self.scalar(&value)?;
            let len = self.index(&len)?;
            let arr = self.local(Storage::Heap, Some(&value), mac.span());
            self.arrays[arr].len = Some(len.clone());
            self.out.push(Step::Alloc(arr, Init::Fill(value, len)));
            return Ok(Item::Fresh(arr));
        }
        let elements = mac.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated)?;
        if let Some(item) = self.nested_literal(e)? {
            return Ok(item);
        }
        let elements = elements.iter().map(|e| self.scalar(e)).collect::<Result<Vec<_>>>()?;
        let arr = self.local(Storage::Heap, self.like(&elements), mac.span());
        let n = elements.len();
        self.arrays[arr].len = Some(Atom::Lit(quote!(#n)));
        self.fill(arr, elements);
        Ok(Item::Fresh(arr))
    }

    /// An element of an array.
    pub(super) fn read(&mut self, arr: Arr, index: Atom) -> Atom {
        if let Some((_, value)) = self.known.get(&arr).and_then(|k| k.iter().find(|(i, _)| i.same(&index))) {
            return value.clone();
        }
        let float = self.arrays[arr].float;
        let ty = match (&self.arrays[arr].sample, float) {
            (_, true) => Ty::Float,
            (Some(sample), false) => super::opaque::literal_ty(sample),
            (None, false) => Ty::Unknown,
        };
        let span = self.arrays[arr].name.span();
        let value = self.temporary(ty, Op::Read(arr, index.clone()), span);
        if self.forwarding {
            self.known.entry(arr).or_default().push((index, value.clone()));
        }
        value
    }

    /// Writes an element.
    pub(super) fn store(&mut self, arr: Arr, index: Atom, mode: Mode, value: Atom) {
        self.known.remove(&arr);
        if mode == Mode::Set && self.forwarding {
            self.known.entry(arr).or_default().push((index.clone(), value.clone()));
        }
        self.out.push(Step::Store(arr, index, mode, value));
    }

    /// The length of a view.
    pub(super) fn length(&mut self, view: &View) -> Atom {
        match &view.part {
            Some((_, len)) => len.clone(),
            None => {
                let array = &self.arrays[view.arr];
                if let Some(len) = &array.len {
                    return len.clone();
                }
                if let Storage::Fixed(len) = &array.storage {
                    return Atom::Lit(quote!((#len)));
                }
                let span = array.name.span();
                self.temporary(Ty::usize(), Op::Int(Int::Len(view.arr)), span)
            }
        }
    }
}

/// Indices into what a call gives, which gets a name first.
fn index_of_named(e: &Expr) -> Expr {
    fn start(e: &mut Expr) -> &mut Expr {
        match e {
            Expr::Index(i) => start(&mut i.expr),
            e => e,
        }
    }
    let mut indexed = e.clone();
    let call = std::mem::replace(start(&mut indexed), syn::parse_quote!(taken__));
    let call = super::records::bare(&call);
    syn::parse_quote!({ let taken__ = #call; #indexed })
}
