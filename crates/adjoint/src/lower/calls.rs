//! Calls: of the table's functions by path, of other differentiable functions, of ordinary functions on constants.

use super::arguments::Arguments;
use super::given::Missing;
use super::pattern::Want;
use super::{Binding, Item, Lowerer, Nest, fault};
use crate::ir::{Access, Arg, Atom, Call, Lie, Op, Out, Step, Storage, Ty, View};
use rules::{Kind, Row};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, Path, Result};

impl Lowerer {
    pub(super) fn call(&mut self, c: &ExprCall, want: Option<&Want>) -> Result<Item> {
        if let Some(made) = self.tuple_struct(c)? {
            return Ok(made);
        }
        if let Some(item) = self.call_in_place(c, want)? {
            return Ok(item);
        }
        if let Some(item) = self.call_on_numbers(c, want)? {
            return Ok(item);
        }
        let Expr::Path(func) = &*c.func else {
            return fault(
                &c.func,
                "only functions called by name are supported: write a function with #[differentiable]",
            );
        };
        let call = Expr::Call(c.clone());
        if let Some(item) = self.variant_of(&call)? {
            return Ok(item);
        }
        let path = &func.path;
        let last = &path.segments[path.segments.len() - 1].ident;
        let name = last.to_string();
        if self.is_float_path(path) {
            match (name.as_str(), c.args.len()) {
                ("from" | "constant", 1) => return Ok(Item::Scalar(self.lift_constant(path, &c.args[0], &call)?)),
                (_, 1..) if !self.opaque(&call) => {
                    let args: Vec<&Expr> = c.args.iter().skip(1).collect();
                    return self.function(last, &name, &c.args[0], &args);
                }
                _ => {}
            }
        }
        if let (true, Some(e @ Expr::Closure(_))) = (is_box(path), c.args.first()) {
            return self.item(e);
        }
        if let Some(item) = self.empty_list(c)? {
            return Ok(item);
        }
        if let Some(item) = self.list_from(&call, None)? {
            return Ok(item);
        }
        if self.opaque(&call) {
            return Ok(Item::Scalar(self.constant(&call)?));
        }
        if let Some(qself) = &func.qself {
            return fault(
                &qself.ty,
                "a path in angle brackets is not supported here: write `f64::sin(x)` or `x.sin()`",
            );
        }
        if path.get_ident().is_some() && self.look(&name).is_some() {
            return fault(path, "this is no function: call a closure, or a function by its name");
        }
        match name.as_str() {
            "stop_gradient" if c.args.len() == 1 => {
                let x = self.scalar(&c.args[0])?;
                return Ok(Item::Scalar(self.temporary(Ty::Float, Op::Stop(x), c.span())));
            }
            "swap" if path.segments.len() > 1 && c.args.len() == 2 => return self.exchange(c),
            "replace" | "take" if path.segments.len() > 1 => {
                if let Some(item) = self.replaced(c, name == "take")? {
                    return Ok(item);
                }
            }
            _ => {}
        }
        let qualified = path.segments.len() > 1 && path.segments[path.segments.len() - 2].ident == "functions";
        if let Some(row) = Row::find(&name).filter(|row| qualified && row.kind == Kind::Function) {
            self.of_table(path, row);
            return self.table_function(row, c);
        }
        self.user_call(path, c, want)
    }

    /// `f64::from(x)`, `T::constant(x)`: the constant itself.
    fn lift_constant(&mut self, path: &Path, x: &Expr, call: &Expr) -> Result<Atom> {
        let own = path.segments[0].ident == self.number && self.float == self.number;
        if own || !self.opaque(x) {
            let x = self.scalar(x)?;
            return Ok(self.doubled(x));
        }
        self.constant(call)
    }

    fn table_function(&mut self, row: &'static Row, c: &ExprCall) -> Result<Item> {
        let wanted = row.arity + usize::from(row.family);
        if c.args.len() != wanted {
            let (name, s) = (row.name, if wanted == 1 { "" } else { "s" });
            return fault(c, format!("`{name}` takes {wanted} argument{s}, here it has {}", c.args.len()));
        }
        let args = c.args.iter().take(row.arity).map(|e| self.scalar(e)).collect::<Result<Vec<_>>>()?;
        let n = if row.family { Some(self.index(&c.args[row.arity])?) } else { None };
        Ok(Item::Scalar(self.temporary(Ty::Float, Op::Fun(row.op, args, n), c.span())))
    }

    /// `mem::swap` of two arrays, or of two numbers.
    fn exchange(&mut self, c: &ExprCall) -> Result<Item> {
        let var = |l: &Self, e: &Expr| match l.binding_of(e) {
            Some(Binding::Var(v)) => Some(*v),
            _ => None,
        };
        if let (Some(a), Some(b)) = (var(self, &c.args[0]), var(self, &c.args[1])) {
            self.current.swap(a, b);
            return Ok(Item::Unit);
        }
        if self.depth(&c.args[0]) > 0 && self.depth(&c.args[1]) > 0 {
            let (a, b) = (self.nest(&c.args[0])?, self.nest(&c.args[1])?);
            return self.exchange_nests(c, &a, &b);
        }
        if self.exchange_lists(&c.args[0], &c.args[1]) {
            return Ok(Item::Unit);
        }
        let (a, b) = (self.view(&c.args[0])?, self.view(&c.args[1])?);
        if self.is_row(&c.args[0]) || self.is_row(&c.args[1]) {
            self.exchange_views(a, b, c.span());
            return Ok(Item::Unit);
        }
        let own = |l: &Self, v: &View| {
            v.part.is_none() && !matches!(l.arrays[v.arr].storage, Storage::Shared | Storage::Exclusive)
        };
        if !own(self, &a) || !own(self, &b) {
            return fault(c, "only whole local arrays can be swapped: copy the elements in a loop");
        }
        self.known.remove(&a.arr);
        self.known.remove(&b.arr);
        self.out.push(Step::Exchange(a.arr, b.arr));
        Ok(Item::Unit)
    }

    /// `mem::replace(&mut a, b)` and `mem::take(&mut a)`: what was there, and the place takes the other.
    fn replaced(&mut self, c: &ExprCall, take: bool) -> Result<Option<Item>> {
        let (Some(Expr::Reference(r)), 1..=2) = (c.args.first(), c.args.len()) else { return Ok(None) };
        let (place, at) = (&*r.expr, c.span());
        let old = match self.item(place)? {
            Item::View(view) => match (self.arrays[view.arr].storage.clone(), &view.part) {
                (Storage::Fixed(n), None) => self.copy(&view, Some(n), at),
                _ => self.copy(&view, None, at),
            },
            Item::Scalar(a) => Item::Scalar(self.temporary(self.atom_ty(&a), Op::Copy(a), at)),
            item => self.settle(item),
        };
        let new: Expr = match (take, &old, c.args.get(1)) {
            (false, _, Some(new)) => new.clone(),
            (true, Item::Fresh(_), _) => syn::parse_quote!(Vec::new()),
            (true, Item::Scalar(a), _) => {
                let zero = self.dummy(a);
                let zero = self.atom_tokens(&zero);
                syn::parse_quote!(#zero)
            }
            _ => return fault(c, "only numbers and lists are replaced so here: write the assignments out"),
        };
        let item = self.item(&new)?;
        let item = self.settle(item);
        self.assign_item(place, item)?;
        Ok(Some(old))
    }

    fn user_call(&mut self, path: &Path, c: &ExprCall, want: Option<&Want>) -> Result<Item> {
        if let Some(answered) = crate::around::answered_by(path).filter(|_| self.is_outside(path)) {
            let of: Vec<&Expr> = c.args.iter().collect();
            return self.answered(path.clone(), None, &of, answered, c.span());
        }
        let (of, function) = super::records::split_variant(path);
        if let (Some(name), Some(receiver)) = (&function, c.args.first())
            && crate::around::has_method(&syn::parse_quote!(#of), name)
        {
            // A method by its path.
            let (receiver, rest) = (super::records::bare(receiver), c.args.iter().skip(1));
            return self.item(&syn::parse_quote!(#receiver.#name(#(#rest),*)));
        }
        if let (Some(name), Some(of)) = (&function, of.segments.last())
            && name == "from"
            && crate::around::has_several_sources(&of.ident)
        {
            let of = &of.ident;
            let message = format!("`{of}` has several `From`, and which is meant is not known here: write a function");
            return fault(path, message);
        }
        let of_choice = || crate::around::is_choice(&syn::parse_quote!(#of)) && self.given_by(path).is_some();
        if function.is_some() && crate::around::carries(&syn::parse_quote!(#of)) == Some(false) && !of_choice() {
            let name = of.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            let message = format!(
                "`{name}` carries no derivative, and is made of numbers that do here: put #[derive(Differentiable)] on it, or make it outside and pass it as a constant"
            );
            return fault(path, message);
        }
        let path = &if function.is_some() { self.with_lengths_of_type(path, &c.args) } else { path.clone() };
        let changed = self.changed.len();
        let outside = self.is_outside(path);
        let mut given = Arguments::of(None);
        let lengths = self.own_lengths(path, &c.args);
        for (k, e) in c.args.iter().enumerate() {
            let taken = if outside { crate::around::taken_by(path, k) } else { None };
            let expected = if outside { crate::around::expected_by(path, k, lengths.as_deref()) } else { None };
            let steps = outside && (crate::around::steps(path, k) || self.changes_whole(e));
            self.add_argument(e, taken.as_ref(), expected.as_ref(), steps, &mut given)?;
        }
        let Arguments { mut args, lent, nested } = given;
        // A name of which two arguments are made is only read: it cannot be borrowed mutably twice.
        let made_of = |e: &Expr, name: &str| quote::quote!(#e).to_string().split(' ').any(|word| word == name);
        for (k, e) in c.args.iter().enumerate() {
            let name = quote::quote!(#e).to_string();
            let again = c
                .args
                .iter()
                .zip(&args)
                .enumerate()
                .any(|(j, (other, arg))| j != k && matches!(arg, Arg::View(..)) && made_of(other, &name));
            if let (Arg::View(_, access @ Access::Either), true) = (&mut args[k], again) {
                *access = Access::Read;
            }
        }
        self.named(path, &args);
        let name = path.segments[path.segments.len() - 1].ident.clone();
        let given = self.given_with_lengths(path, &c.args).map(|ty| super::wanted::own_name(ty, path));
        super::wanted::no_lists_of_counts(given.as_ref(), path)?;
        let by_use = self.wanted(want, given.as_ref());
        let taken = |k: usize| match outside.then(|| crate::around::taken_by(path, k)).flatten() {
            Some(ty) => is_changed(&ty),
            None => by_use == Want::Unit,
        };
        let handed = |k: usize| outside && crate::around::steps(path, k);
        let (given_back, places) = self.lent_places(c.args.iter(), taken, handed);
        let by_use = if places.is_empty() { by_use } else { self.wanted_with_places(by_use, given.as_ref()) };
        let (by_use, missing) = match places.is_empty() {
            true => (by_use, Missing::Nothing),
            false => Self::beside_places(by_use, given.as_ref()),
        };
        // Integers that an ordinary function gives are one constant.
        let counts = || crate::around::given_by_other(path).filter(super::wanted::is_list_of_counts);
        let counts = counts().filter(|_| given.is_none() && places.is_empty() && outside);
        let by_use = if counts.is_some() { Want::Count(Ty::some_int()) } else { by_use };
        let want = Self::with_places(by_use, places.len());
        let mut written = vec![];
        args.iter().for_each(|a| {
            a.each(&mut |arg| {
                if let Arg::View(v, access) = arg
                    && access.writes()
                {
                    written.push(v.arr);
                }
            });
        });
        written.iter().for_each(|a| drop(self.known.remove(a)));
        let out = self.out_of(&want, given.as_ref().filter(|_| places.is_empty()), name.span());
        let constant = || crate::around::given_by_other(path).filter(|ty| super::primitive(ty).is_some());
        if let (Out::Count(v), Some(ty)) = (&out, &counts) {
            self.types.insert(*v, (ty.clone(), true));
        }
        self.known_numbers(&out, given.clone().or_else(constant).as_ref(), places.len());
        if let (Out::Scalar(v), true) = (&out, self.records && super::records::makes_one(path)) {
            self.values[*v].ty = Ty::Record;
            let of = super::records::split_variant(path).0;
            self.types.insert(*v, (syn::parse_quote!(#of), false));
        }
        self.calls += 1;
        let (path, made) = (self.with_own_lengths(path, &c.args), out.clone());
        let in_place = outside.then(|| crate::around::changed_by_function(&path)).flatten();
        let place = in_place.and_then(|k| c.args.get(k)).and_then(|e| self.known(super::records::bare(e)));
        let in_place = in_place.filter(|k| {
            args.len() == c.args.len()
                && given_back == [*k]
                && place.is_some_and(|(ty, _)| crate::around::changes_in_place(&ty))
        });
        let of_number = |outs: &[Out]| matches!(outs, [Out::Scalar(_), Out::Rows(_, tables)] if tables.is_empty());
        let lifted = nested || out.has_rows() && !matches!(&out, Out::Tuple(outs) if of_number(outs));
        self.push_call(Call {
            id: self.calls,
            path,
            method: None,
            args,
            lent,
            changed: given_back,
            in_place,
            out,
            lifted,
            active: false,
        });
        let item = self.item_of_out(&made);
        let item = self.with_lengths(item, given.as_ref());
        self.take_back(changed);
        let item = self.put_back(item, &places)?;
        self.given_beside(item, missing, given.as_ref())
    }

    /// A call, and the lengths of the arrays that it gives.
    pub(super) fn push_call(&mut self, call: Call) {
        let mut made = vec![];
        call.out.each(&mut |_| {}, &mut |arr| made.push(arr));
        let at = self.out.len();
        for arr in made {
            let len = self.length(&View { arr, part: None });
            self.arrays[arr].len = Some(len);
        }
        self.out.insert(at, Step::Call(call));
    }

    /// What a call of a function that gives this type, if that is known, is taken to give.
    pub(super) fn out_of(&mut self, want: &Want, given: Option<&syn::Type>, span: proc_macro2::Span) -> Out {
        match want {
            Want::Unit => Out::Unit,
            Want::Unused => Out::Unused,
            Want::Whole => {
                let v = self.value("t", Ty::Record, span);
                self.temporaries.insert(v);
                self.record_lists.insert(v);
                Out::Scalar(v)
            }
            Want::Scalar => {
                let v = self.value("t", Ty::Maybe, span);
                self.temporaries.insert(v);
                Out::Scalar(v)
            }
            Want::Count(ty) => {
                let v = self.value("t", *ty, span);
                self.temporaries.insert(v);
                Out::Count(v)
            }
            Want::Array => {
                let storage = given.and_then(|ty| self.length_named_here(ty)).map_or(Storage::Heap, Storage::Fixed);
                Out::Array(self.array("list", storage, true, span))
            }
            Want::Rows(levels) => {
                let count = self.value("count", Ty::usize(), span);
                self.temporaries.insert(count);
                let lengths = given.and_then(|ty| self.rows_named_here(ty)).filter(|all| all.len() == *levels);
                let lies = (0..*levels).map(|k| match &lengths {
                    Some(all) => Lie::Even(all[k].clone()),
                    None => {
                        let table = self.array("rows", Storage::Heap, false, span);
                        self.arrays[table].sample = Some(quote::quote!(0usize));
                        Lie::Table(table)
                    }
                });
                Out::Rows(count, lies.collect())
            }
            Want::Tuple(parts) => {
                let given = |k: usize| match given? {
                    syn::Type::Tuple(t) if t.elems.len() == parts.len() => t.elems.get(k),
                    ty => matches!(parts.as_slice(), [Want::Array, Want::Rows(1..)]).then_some(ty),
                };
                let outs: Vec<Out> = parts.iter().enumerate().map(|(k, w)| self.out_of(w, given(k), span)).collect();
                if let ([Out::Scalar(v), Out::Rows(_, tables)], true) = (outs.as_slice(), self.records)
                    && tables.is_empty()
                {
                    (self.values[*v].ty, self.values[*v].option) = (Ty::Record, true);
                }
                Out::Tuple(outs)
            }
        }
    }

    pub(super) fn item_of_out(&mut self, out: &Out) -> Item {
        match out {
            Out::Unit | Out::Unused => Item::Unit,
            Out::Scalar(v) | Out::Count(v) => Item::Scalar(Atom::Val(*v)),
            Out::Array(a) => Item::Fresh(*a),
            Out::Rows(..) => Item::Unit,
            Out::Tuple(outs) => match outs.as_slice() {
                [value, Out::Rows(count, tables)] if tables.is_empty() => {
                    let count = Atom::Val(*count);
                    let some = self.asked(&count, &count, |n, _| quote::quote!(#n != 0));
                    let value = match value {
                        Out::Scalar(v) if self.values[*v].option => Item::Inside(Atom::Val(*v)),
                        value => self.item_of_out(value),
                    };
                    Item::Maybe(Box::new(super::maybe::Maybe { some, value }))
                }
                [Out::Array(arr), Out::Rows(count, tables)] => Item::Nest(Nest::given(*arr, *count, tables)),
                _ => Item::Tuple(outs.iter().map(|o| self.item_of_out(o)).collect()),
            },
        }
    }

    /// A call that is expected to give an `Option`, of what its mark says.
    pub(super) fn optional_call(&mut self, c: &ExprCall, mark: &str) -> Result<Item> {
        let call = Expr::Call(c.clone());
        if self.opaque(&call) {
            return Ok(Item::Scalar(self.constant(&call)?));
        }
        let Expr::Path(f) = &*c.func else { return self.call(c, None) };
        if let Some(want) = self.given_with_lengths(&f.path, &c.args).and_then(|ty| self.optional_want(&ty)) {
            return self.call(c, Some(&want));
        }
        let levels = mark.strip_prefix(super::question::ROWS).and_then(|n| n.parse().ok());
        let value = match (mark, mark.parse()) {
            _ if let Some(levels) = levels => Want::Tuple(vec![Want::Array, Want::Rows(levels)]),
            _ if self.records => Want::Scalar,
            (super::question::LIST, _) => Want::Array,
            (_, Ok(n)) => Want::Tuple(vec![Want::Scalar; n]),
            _ => Want::Scalar,
        };
        self.call(c, Some(&Want::Tuple(vec![value, Want::Rows(0)])))
    }
}

/// Whether it is `Box::new` or its kin.
fn is_box(path: &Path) -> bool {
    let mut last = path.segments.iter().rev();
    last.next().is_some_and(|s| s.ident == "new")
        && last.next().is_some_and(|s| ["Box", "Rc", "Arc"].iter().any(|name| s.ident == name))
}

/// Whether it is a reference by which something is changed.
pub(crate) fn is_changed(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(r) if r.mutability.is_some())
}
