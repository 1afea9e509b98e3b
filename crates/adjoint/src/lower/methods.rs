//! Method calls in expressions: functions of the table, copies and parts of arrays.

use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Atom, Init, Op, Step, Storage, Ty};
use quote::quote;
use rules::{Kind, Row};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, parse_quote};

/// Questions about a float that are answered by a constant.
const ASKS: [&str; 7] =
    ["is_nan", "is_finite", "is_infinite", "is_normal", "is_sign_negative", "is_sign_positive", "is_subnormal"];

/// Whether a method of this name is such a question.
pub(super) fn asks(name: &proc_macro2::Ident) -> bool {
    ASKS.iter().any(|n| name == n)
}

/// What else is asked of floats, and of other values too.
const COMMON: [&str; 14] = [
    "clone",
    "to_owned",
    "into",
    "partial_cmp",
    "total_cmp",
    "eq",
    "ne",
    "to_bits",
    "to_string",
    "to_radians",
    "to_degrees",
    "midpoint",
    "div_euclid",
    "rem_euclid",
];

/// Whether a float has a method of this name.
pub(super) fn may_be_of_numbers(name: &str) -> bool {
    Row::find(name).is_some() || ASKS.contains(&name) || COMMON.contains(&name)
}

/// What ends or lengthens a chain of iterators.
const CHAINS: [&str; 12] =
    ["sum", "product", "fold", "map", "filter", "collect", "min_by", "max_by", "reduce", "all", "any", "position"];

/// Methods by which a field shows that it is an array.
const ARRAYS: [&str; 11] =
    ["len", "is_empty", "iter", "to_vec", "as_slice", "split_at", "windows", "chunks_exact", "chunks", "first", "last"];

impl Lowerer {
    pub(super) fn method(&mut self, m: &ExprMethodCall) -> Result<Item> {
        let name = m.method.to_string();
        let call = Expr::MethodCall(m.clone());
        if self.opaque(&call) {
            if let Some(item) = self.constant_chain(m, None) {
                return Ok(item);
            }
            return Ok(Item::Scalar(self.constant(&call)?));
        }
        if let Some(named) = self.named_list(m) {
            return self.item(&named);
        }
        if let Some(item) = self.taken_out(m)? {
            return Ok(item);
        }
        if let Some(item) = self.held_method(m)? {
            return Ok(item);
        }
        if let Some(item) = self.tuples_method(m)? {
            return Ok(item);
        }
        if let Some(item) = self.next_of(m)? {
            return Ok(item);
        }
        if let Some(item) = self.list_value(m)? {
            return Ok(item);
        }
        if let Some(item) = self.searched(m)? {
            return Ok(item);
        }
        if let Some(item) = self.partition_point(m)? {
            return Ok(item);
        }
        if let Some(item) = self.converted(&call, None)? {
            return Ok(item);
        }
        if let Some(item) = self.maybe_method(m)? {
            return Ok(item);
        }
        if let Some(item) = self.ordering_method(m)? {
            return Ok(item);
        }
        if let Some(item) = self.then(m)? {
            return Ok(item);
        }
        if let Some(within) = within(m) {
            return self.item(&within);
        }
        if let Some(item) = self.chain_method(m, None)? {
            return Ok(item);
        }
        if let Some(item) = self.field_length(m)? {
            return Ok(item);
        }
        if let Some(item) = self.mapped_field(m)? {
            return Ok(item);
        }
        if let Some(e) = self.asked_for_length(m) {
            return self.item(&e);
        }
        // A list is changed where a value is expected, that of an arm.
        if ["push", "extend", "extend_from_slice", "clear", "truncate", "insert"].contains(&name.as_str())
            && (self.held_statement(m)? || self.list_statement(m)?)
        {
            return Ok(Item::Unit);
        }
        if let Some(item) = self.array_method(m, &name)? {
            return Ok(item);
        }
        if name == "len"
            && self.is_of_all(m)
            && let Some(list) = self.record_list(&m.receiver, false)?
        {
            return Ok(Item::Scalar(self.length_at(&list)));
        }
        if ["to_vec", "clone", "to_owned"].iter().any(|n| name == *n) && self.is_record_list(&m.receiver) {
            let list = self.scalar(&m.receiver)?;
            return Ok(self.record_list_value(Op::Copy(list), m.span()));
        }
        if let Some(item) = self.user_method(m, None)? {
            return Ok(item);
        }
        let args: Vec<&Expr> = m.args.iter().collect();
        self.function(&m.method, &name, &m.receiver, &args)
    }

    /// A chain of methods that begins at a list that a call gives, with a name for the list.
    fn named_list(&self, m: &ExprMethodCall) -> Option<Expr> {
        const OF_LISTS: [&str; 10] =
            ["len", "is_empty", "to_vec", "split_at", "windows", "chunks_exact", "chunks", "first", "last", "get"];
        let array = |e: &Expr| matches!(self.known(super::records::bare(e)), Some((syn::Type::Array(_), _)));
        let begins = |m: &ExprMethodCall| {
            let of_list = OF_LISTS.iter().any(|n| m.method == n) || m.method == "map" && array(&m.receiver);
            of_list && self.gives_list(&m.receiver)
        };
        let mut chain = m.clone();
        let mut at = &mut chain;
        while !begins(at) {
            let Expr::MethodCall(inner) = &mut *at.receiver else { return None };
            at = inner;
        }
        let list = std::mem::replace(&mut *at.receiver, parse_quote!(taken__));
        Some(parse_quote!({ let taken__ = #list; #chain }))
    }

    /// Whether it is a call that is known to give a list.
    fn gives_list(&self, e: &Expr) -> bool {
        let e = super::records::bare(e);
        let list = || self.known(e).is_some_and(|(ty, _)| super::known::element_of(&ty).is_some());
        matches!(e, Expr::Call(_) | Expr::MethodCall(_)) && !self.opaque(e) && list()
    }

    /// `is_empty` of a list of structures or in a structure, by its length.
    fn asked_for_length(&self, m: &ExprMethodCall) -> Option<Expr> {
        let list = &m.receiver;
        let (ty, _) = self.known(list)?;
        let of_list = m.method == "is_empty" && super::known::element_of(&ty).is_some() && !self.names_array(list);
        of_list.then(|| parse_quote!((#list.len() == 0)))
    }

    /// `map` of an array in a structure.
    fn mapped_field(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (list, Some(f)) = (&m.receiver, m.args.first()) else { return Ok(None) };
        let array = match self.known(list) {
            Some((syn::Type::Array(array), _)) => array,
            _ => return Ok(None),
        };
        let whole = match super::records::bare(list) {
            Expr::Field(_) => true,
            e @ (Expr::Path(_) | Expr::Index(_)) => !self.names_array(e) && self.depth(e) == 0 && !self.opaque(e),
            _ => false,
        };
        if m.method != "map" || !whole {
            return Ok(None);
        }
        let len = match &array.len {
            len @ (Expr::Path(_) | Expr::Lit(_)) => quote!(#len),
            len => quote!({ #len }),
        };
        // A row is used where it lies.
        let refer = super::known::element_of(&array.elem).map(|_| quote!(&));
        let made = parse_quote!({
            let mapped__ = #f;
            ::std::array::from_fn::<_, #len, _>(|at__| mapped__(#refer #list[at__]))
        });
        self.item(&made).map(Some)
    }

    /// A chain of constants whose end is elsewhere, or has to have a type that is known here, if it can be lowered as
    /// others are.
    pub(super) fn constant_chain(&mut self, m: &ExprMethodCall, ty: Option<&syn::Type>) -> Option<Item> {
        let is = |names: &[&str]| names.iter().any(|n| m.method == n);
        let wanted = is(&["collect", "unzip"]) || is(&["sum", "product"]) && m.turbofish.is_none();
        let chain = self.iterates(&Expr::MethodCall(m.clone()));
        if !(chain || wanted && self.iterates(&m.receiver)) {
            return None;
        }
        let before = self.clone();
        let item = self.chain_method(m, ty).ok().flatten();
        if item.is_none() {
            *self = before;
        }
        item
    }

    /// A method of a chain of iterators, with the type that is expected of it.
    pub(super) fn chain_method(&mut self, m: &ExprMethodCall, ty: Option<&syn::Type>) -> Result<Option<Item>> {
        let over = self.records && super::scan::chain_uses_records(m);
        let was = std::mem::replace(&mut self.over_records, over);
        let item = self.chain_end(m, ty);
        self.over_records = was;
        item
    }

    fn chain_end(&mut self, m: &ExprMethodCall, ty: Option<&syn::Type>) -> Result<Option<Item>> {
        if let Some(item) = self.consumer(m, ty)? {
            return Ok(Some(item));
        }
        if let Some(item) = self.of_optional(m)? {
            return Ok(Some(item));
        }
        let call = Expr::MethodCall(m.clone());
        if self.iterates(&call) {
            return Ok(Some(Item::Flow(Box::new(self.flow(&call)?))));
        }
        Ok(None)
    }

    /// A method of floats, called either way: `x.sin()`, `f64::sin(x)`.
    pub(super) fn function(
        &mut self,
        at: &proc_macro2::Ident,
        name: &str,
        receiver: &Expr,
        args: &[&Expr],
    ) -> Result<Item> {
        let span = at.span();
        let count = |n: usize| match args.len() {
            given if given == n => Ok(()),
            given => {
                let s = if n == 1 { "" } else { "s" };
                fault(at, format!("`{name}` takes {n} argument{s} besides the number itself, here it has {given}"))
            }
        };
        if matches!(self.ty(receiver), Ty::Int(_)) && Row::find(name).is_none_or(|r| r.kind == Kind::Method) {
            return self.integer_method(at, receiver, args);
        }
        if ASKS.contains(&name) {
            let x = self.scalar(receiver)?;
            return Ok(Item::Scalar(self.temporary(Ty::Bool, Op::Ask(at.clone(), x), span)));
        }
        if let ("partial_cmp" | "total_cmp", [other]) = (name, args) {
            return self.ordering(receiver, other, at);
        }
        match name {
            "value" if args.is_empty() && self.float == self.number => {
                let x = self.scalar(receiver)?;
                return Ok(Item::Scalar(self.temporary(Ty::Float, Op::Stop(x), span)));
            }
            "sin_cos" => {
                let x = self.scalar(receiver)?;
                let sin = self.temporary(Ty::Float, Op::Fun(rules::Op::Sin, vec![x.clone()], None), span);
                let cos = self.temporary(Ty::Float, Op::Fun(rules::Op::Cos, vec![x], None), span);
                return Ok(Item::Tuple(vec![Item::Scalar(sin), Item::Scalar(cos)]));
            }
            "to_radians" | "to_degrees" => {
                let x = self.scalar(receiver)?;
                let float = &self.float;
                let scalar = if self.float == self.number { quote!(f64) } else { quote!(#float) };
                let factor = if name == "to_radians" {
                    quote!(#scalar::to_radians(1.0))
                } else {
                    quote!((180.0 / ::core::#scalar::consts::PI))
                };
                return Ok(Item::Scalar(self.arithmetic('*', x, Atom::Lit(factor), span)));
            }
            "clone" | "to_owned" | "copied" | "cloned" | "into" if args.is_empty() => {
                return Ok(Item::Scalar(self.scalar(receiver)?));
            }
            _ => {}
        }
        if let [other] = args
            && let Some(formula) = super::formulas::formula(name, receiver, other)
        {
            return self.item(&formula);
        }
        let Some(row) = Row::find(name).filter(|row| row.kind == Kind::Method) else {
            if CHAINS.contains(&name) {
                return fault(at, format!("`{name}` of an iterator is not supported: write the chain as a loop"));
            }
            if ["unwrap", "expect", "unwrap_or"].contains(&name) {
                return fault(at, format!("`{name}` is not supported: index the element, under an `if` where needed"));
            }
            let near = near(name);
            return fault(
                at,
                format!(
                    "`{name}` has no derivative here{near}: use the functions that the table has, write it as a function with #[differentiable], or take its value with `stop_gradient`"
                ),
            );
        };
        count(row.arity - 1 + usize::from(row.family))?;
        let mut atoms = vec![self.scalar(receiver)?];
        for e in &args[..row.arity - 1] {
            atoms.push(self.scalar(e)?);
        }
        let n = if row.family { Some(self.index(args[row.arity - 1])?) } else { None };
        if n.is_none() && atoms.iter().all(|a| matches!(a, Atom::Lit(_))) {
            let tokens: Vec<_> = atoms.iter().map(|a| self.atom_tokens(a)).collect();
            let float = if self.float == self.number {
                quote!(f64)
            } else {
                let f = &self.float;
                quote!(#f)
            };
            return Ok(Item::Scalar(Atom::Lit(quote!(#float::#at(#(#tokens),*)))));
        }
        Ok(Item::Scalar(self.temporary(Ty::Float, Op::Fun(row.op, atoms, n), span)))
    }

    /// A method of an integer that was made of an active number.
    fn integer_method(&mut self, at: &proc_macro2::Ident, receiver: &Expr, args: &[&Expr]) -> Result<Item> {
        let ty = match at.to_string().as_str() {
            "pow" | "min" | "max" | "abs" | "clamp" | "rem_euclid" | "saturating_sub" | "saturating_add"
            | "wrapping_add" | "wrapping_sub" | "div_euclid" | "abs_diff" | "clone" => self.ty(receiver),
            _ => Ty::Unknown,
        };
        let x = self.scalar(receiver)?;
        let mut atoms = vec![x];
        for e in args {
            atoms.push(self.index(e)?);
        }
        let tokens: Vec<_> = atoms.iter().map(|a| self.atom_tokens(a)).collect();
        let (x, rest) = (&tokens[0], &tokens[1..]);
        let atoms: Vec<&Atom> = atoms.iter().collect();
        Ok(Item::Scalar(self.computed(quote!(#x.#at(#(#rest),*)), &atoms, ty)))
    }

    /// The length of a list that is a field, whatever it holds.
    fn field_length(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let Expr::Field(f) = &*m.receiver else { return Ok(None) };
        if m.method != "len" || !m.args.is_empty() || !self.of_record(f) {
            return Ok(None);
        }
        let Some(list) = self.reach_of_value(&m.receiver)? else { return Ok(None) };
        Ok(Some(Item::Scalar(self.length_at(&list))))
    }

    /// Methods of arrays and views that give something; none if the receiver is not one.
    fn array_method(&mut self, m: &ExprMethodCall, name: &str) -> Result<Option<Item>> {
        if self.depth(&m.receiver) > 0 {
            return self.nest_method(m, name).map(Some);
        }
        if name == "map" && m.args.len() == 1 && self.is_nested_literal(&m.receiver) {
            return match self.item(&m.receiver)? {
                Item::Nest(rows) => self.rows_map(rows, &m.args[0], m).map(Some),
                _ => fault(&m.method, "`map` is of arrays of numbers here"),
            };
        }
        if name == "concat" && self.is_nested_literal(&m.receiver) {
            return match self.item(&m.receiver)? {
                Item::Nest(rows) if rows.levels.len() == 1 => Ok(Some(Item::Fresh(rows.arr))),
                _ => fault(&m.method, "`concat` is of lists of numbers here"),
            };
        }
        let view = match self.try_view(&m.receiver)? {
            Some(view) => view,
            None if ARRAYS.contains(&name)
                && (["to_vec", "as_slice", "split_at"].contains(&name) && self.is_list_of_field(&m.receiver)
                    || !matches!(&*m.receiver, Expr::Field(f) if self.of_record(f) && self.is_inside(f))) =>
            {
                match self.field_view(&m.receiver)? {
                    Some(view) => view,
                    None => return Ok(None),
                }
            }
            None => return Ok(None),
        };
        Ok(Some(match name {
            "to_vec" | "clone" | "to_owned" => {
                let fixed = match (&self.arrays[view.arr].storage, &view.part, name) {
                    (Storage::Fixed(len), None, "clone") => Some(len.clone()),
                    _ => None,
                };
                self.copy(&view, fixed, m.span())
            }
            "as_slice" | "as_mut_slice" | "as_ref" | "as_mut" => Item::View(view),
            "split_at" | "split_at_mut" if m.args.len() == 1 => {
                let mid = self.index(&m.args[0])?;
                let len = self.length(&view);
                let rest = self.difference(&len, &mid);
                let first = self.part(&view, Atom::Lit(quote!(0)), mid.clone(), Some(&len))?;
                let second = self.part(&view, mid, rest, Some(&len))?;
                Item::Tuple(vec![Item::View(first), Item::View(second)])
            }
            "len" => Item::Scalar(self.length(&view)),
            "map" if m.args.len() == 1 => self.array_map(view, &m.args[0], m)?,
            other => {
                return fault(
                    &m.method,
                    format!("the method `{other}` of arrays is not supported: index the elements, or write a loop"),
                );
            }
        }))
    }

    /// A new array with the elements of a view.
    pub(super) fn copy(
        &mut self,
        view: &crate::ir::View,
        fixed: Option<proc_macro2::TokenStream>,
        span: proc_macro2::Span,
    ) -> Item {
        let source = self.arrays[view.arr].clone();
        let mut from = view.clone();
        if let (Some(n), None, false) = (&fixed, &view.part, matches!(source.storage, Storage::Fixed(_))) {
            from.part = Some((Atom::Lit(quote!(0)), Atom::Lit(n.clone())));
        }
        let storage = fixed.map_or(Storage::Heap, Storage::Fixed);
        let heap = matches!(storage, Storage::Heap);
        let arr = self.array("list", storage, source.float, span);
        self.arrays[arr].sample = source.sample;
        if heap {
            self.arrays[arr].len = Some(self.length(view));
        }
        self.out.push(Step::Alloc(arr, Init::Copy(from)));
        Item::Fresh(arr)
    }

    /// Functions on floats called by path: `f64::max(a, b)`.
    pub(super) fn is_float_path(&self, path: &syn::Path) -> bool {
        let Some(first) = path.segments.first() else { return false };
        path.segments.len() == 2 && (first.ident == "f64" || first.ident == "f32" || first.ident == self.number)
    }

    /// Whether the expression names an array.
    pub(super) fn names_array(&self, e: &Expr) -> bool {
        matches!(self.binding_of(e), Some(Binding::View(_)))
    }
}

/// A hint at a function of the table with a similar name.
fn near(name: &str) -> String {
    let close = |row: &&Row| {
        let known = row.name;
        row.kind != Kind::Helper && (known.starts_with(name) || name.starts_with(known) && known.len() > 2)
    };
    match rules::ROWS.iter().find(close) {
        Some(row) if row.kind == Kind::Function => format!(" (`functions::{}` has one)", row.name),
        Some(row) if row.kind == Kind::Method => format!(" (`{}` has one)", row.name),
        _ => String::new(),
    }
}

/// `(lo..=hi).contains(&x)` as comparisons.
fn within(m: &ExprMethodCall) -> Option<Expr> {
    let (Expr::Range(range), Some(x)) = (super::records::bare(&m.receiver), m.args.first()) else { return None };
    if m.method != "contains" || range.start.is_none() && range.end.is_none() {
        return None;
    }
    let above = range.start.iter().map(|lo| -> Expr { parse_quote!(#lo <= asked__) });
    let below = range.end.iter().map(|hi| -> Expr {
        match range.limits {
            syn::RangeLimits::Closed(_) => parse_quote!(asked__ <= #hi),
            syn::RangeLimits::HalfOpen(_) => parse_quote!(asked__ < #hi),
        }
    });
    let all = above.chain(below);
    Some(parse_quote!({ let asked__ = #x; #(#all)&&* }))
}
