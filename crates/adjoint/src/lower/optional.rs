//! What ends a chain in an `Option`: the best, the first, the last; and what makes a value of that.

use super::accumulate::Acc;
use super::closure::Callee;
use super::consume::OPTIONS;
use super::flow::Flow;
use super::maybe::Maybe;
use super::orders::ORDER;
use super::sequence::Seq;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Binary, Op, Ty, View};
use crate::signature::Shape;
use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprMethodCall, Result, parse_quote};

/// How the next item competes with the best one so far.
enum Rule {
    /// The function of both.
    Reduce(Callee),
    /// The larger, the last of equals.
    Max(Option<Callee>),
    /// The smaller, the first of equals.
    Min(Option<Callee>),
    /// The one with the larger key, the last of equals; or with the smaller, the first of equals.
    Key(Callee, bool),
    /// The next one.
    Last,
}

/// Methods of arrays that give an element, or a part, if it is there.
const PARTS: [&str; 10] = [
    "first",
    "last",
    "get",
    "first_mut",
    "last_mut",
    "get_mut",
    "split_first",
    "split_last",
    "split_first_mut",
    "split_last_mut",
];

impl Lowerer {
    /// Whether an expression is an `Option` at the end of a chain.
    pub(super) fn is_optional(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.is_optional(&p.expr),
            Expr::Group(p) => self.is_optional(&p.expr),
            Expr::MethodCall(m) => {
                let is = |names: &[&str]| names.iter().any(|n| m.method == n);
                is(&OPTIONS) && self.iterates(&m.receiver) && !self.advanced(m)
                    || is(&PARTS) && self.has_ends(&m.receiver)
            }
            _ => false,
        }
    }

    /// Whether it is the next item of an iterator in a variable.
    fn advanced(&self, m: &ExprMethodCall) -> bool {
        m.method == "next" && matches!(self.binding_of(&m.receiver), Some(super::Binding::Advances(..)))
    }

    fn has_ends(&self, e: &Expr) -> bool {
        match e {
            Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => self.has_ends(&i.expr),
            Expr::Index(i) => self.depth(&i.expr) > 0,
            // A row that is the end of a list of rows.
            Expr::MethodCall(m) if m.method == "unwrap" || m.method == "expect" => match &*m.receiver {
                Expr::MethodCall(end) => PARTS.iter().any(|n| end.method == n) && self.depth(&end.receiver) > 0,
                _ => false,
            },
            e => self.names_array(e) || self.depth(e) > 0 || self.is_table(e) || self.is_list_value(e),
        }
    }

    /// Whether an expression is a list that is a value, or lies in one, by its type.
    pub(super) fn is_list_value(&self, e: &Expr) -> bool {
        let place = match super::records::bare(e) {
            e if self.is_held(e) => true,
            Expr::Path(_) => self.may_be_record(e) || self.is_record_list(e),
            Expr::Field(f) => self.of_record(f),
            _ => false,
        };
        place && self.known(e).is_some_and(|(ty, _)| super::known::element_of(&ty).is_some())
    }

    /// A method that ends a chain in an `Option`.
    pub(super) fn of_optional(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let whole = Expr::MethodCall(m.clone());
        if self.is_optional(&whole) {
            return Ok(Some(Item::Maybe(Box::new(self.optional(&whole)?))));
        }
        Ok(None)
    }

    fn optional(&mut self, e: &Expr) -> Result<Maybe> {
        let m = match e {
            Expr::Paren(p) => return self.optional(&p.expr),
            Expr::Group(p) => return self.optional(&p.expr),
            Expr::MethodCall(m) => m,
            _ => return fault(e, "an `Option` is expected here"),
        };
        let name = m.method.to_string();
        if !self.iterates(&m.receiver) {
            return self.element_of(m, &name);
        }
        let flow = self.flow(&m.receiver)?;
        let callee = |l: &mut Self| match m.args.first() {
            Some(Expr::Path(f)) if name.ends_with("_by") && crate::around::answered_by(&f.path).is_some() => {
                l.closure(&parse_quote!(|a__, b__| #f(a__, b__))).map(Some)
            }
            Some(e) if name != "nth" => l.callee(e).map(Some),
            _ => Ok(None),
        };
        let rule = match (name.as_str(), callee(self)?) {
            ("reduce", Some(f)) => Rule::Reduce(f),
            ("max_by", Some(f)) => Rule::Max(Some(f)),
            ("min_by", Some(f)) => Rule::Min(Some(f)),
            ("max_by_key", Some(f)) => Rule::Key(f, true),
            ("min_by_key", Some(f)) => Rule::Key(f, false),
            ("max", None) => Rule::Max(None),
            ("min", None) => Rule::Min(None),
            ("last", None) => Rule::Last,
            ("next", None) => return self.first_of(&flow, m.span()),
            ("nth", None) if m.args.len() == 1 => {
                let k = self.index(&m.args[0])?;
                let rest = self.part_of("skip", flow, k);
                return self.first_of(&rest, m.span());
            }
            ("find_map", Some(f)) => return self.first_of(&Flow::FilterMap(Box::new(flow), f, false), m.span()),
            ("find", Some(f)) => return self.first_of(&Flow::Filter(Box::new(flow), f), m.span()),
            ("position", Some(f)) => return self.position(&flow, &f, m.span()),
            ("rposition", Some(f)) => return self.last_position(flow, &f, m),
            _ => return fault(m, format!("`{name}` is not understood with these arguments")),
        };
        match flow {
            Flow::Seq(seq) if !seq.endless() => self.best_indexed(seq, &rule, m),
            flow => self.best(&flow, &rule, m),
        }
    }

    /// `first`, `last`, `get`, `split_first` and `split_last` of an array.
    fn element_of(&mut self, m: &ExprMethodCall, name: &str) -> Result<Maybe> {
        let name = name.trim_end_matches("_mut");
        if self.depth(&m.receiver) > 0 {
            return self.row_of_rows(m, name);
        }
        if self.is_table(&m.receiver) {
            return match self.tuples_method(m)? {
                Some(Item::Maybe(maybe)) => Ok(*maybe),
                _ => fault(&m.method, format!("`{name}` of a list of tuples is not supported: index it")),
            };
        }
        let read = ["split_first", "split_last"].iter().any(|n| m.method == n);
        if read
            && self.is_list_of_field(&m.receiver)
            && let Item::Fresh(arr) = self.numbers_of_field(&m.receiver)?
        {
            let view = View { arr, part: None };
            let len = self.length(&view);
            return self.split_end(&view, &len, name == "split_last");
        }
        if self.is_held(&m.receiver) {
            let list = self.reach(&m.receiver)?;
            return self.element_of_value(m, name, &list);
        }
        if self.is_list_value(&m.receiver)
            && let Some(list) = self.reach_of_value(&m.receiver)?
        {
            return self.element_of_value(m, name, &list);
        }
        let view = self.view(&m.receiver)?;
        let len = self.length(&view);
        if let ("split_first" | "split_last", 0) = (name, m.args.len()) {
            return self.split_end(&view, &len, name == "split_last");
        }
        let index = match (name, m.args.len()) {
            ("first", 0) => Atom::Lit(quote!(0usize)),
            ("last", 0) => {
                let n = self.atom_tokens(&len);
                self.computed(quote!((#n as usize).wrapping_sub(1)), &[&len], Ty::usize())
            }
            ("get", 1) if !matches!(m.args[0], Expr::Range(_)) => self.index(&m.args[0])?,
            _ => return fault(m, format!("`{name}` is not understood with these arguments")),
        };
        let some = self.asked(&index, &len, |i, n| quote!(#i < #n));
        let index = self.inside(&view, &index);
        Ok(Maybe { some, value: Item::Element(view.arr, index) })
    }

    /// `first`, `last` and `get` of a list in a value.
    fn element_of_value(&mut self, m: &ExprMethodCall, name: &str, list: &super::held::Reach) -> Result<Maybe> {
        let len = self.length_at(list);
        let index = match (name, m.args.len()) {
            ("first", 0) => Atom::Lit(quote!(0usize)),
            ("last", 0) => {
                let n = self.atom_tokens(&len);
                self.computed(quote!((#n as usize).wrapping_sub(1)), &[&len], Ty::usize())
            }
            ("get", 1) if !matches!(m.args[0], Expr::Range(_)) => self.index(&m.args[0])?,
            _ => return fault(&m.method, format!("`{name}` of a list in a structure is not supported: index it")),
        };
        let some = self.asked(&index, &len, |i, n| quote!(#i < #n));
        let of = self.known(&m.receiver).and_then(|(ty, _)| super::known::element_of(&ty).cloned());
        let tuple = of
            .clone()
            .and_then(|ty| crate::signature::shape(&ty, &self.float))
            .filter(|s| matches!(s, Shape::Tuple(_)));
        let value = self.branch(
            m,
            some.clone(),
            |l| {
                let element = Item::Held(l.element_at(list, &index));
                let item = match &tuple {
                    Some(shape) => l.unpacked(element, shape)?,
                    None => element,
                };
                let item = l.settle(item);
                Ok(if l.is_kept_inside(&item) { Item::Maybe(Box::new(Maybe::some(item))) } else { item })
            },
            |_| Ok(Item::Never),
        )?;
        let value = match value {
            Item::Maybe(inside) => inside.value,
            value => value,
        };
        self.note_inside(&value, of);
        Ok(Maybe { some, value })
    }

    /// Notes the type of the structure in an `Option`.
    fn note_inside(&mut self, value: &Item, of: Option<syn::Type>) {
        let of = of.filter(|ty| crate::around::carries(super::known::plain(ty)) == Some(true));
        if let (Item::Inside(a), Some(of)) = (value, of) {
            let of = super::known::plain(&of);
            self.note(a, (parse_quote!(Option<#of>), false));
        }
    }

    /// `first`, `last` and `get` of an array of arrays.
    fn row_of_rows(&mut self, m: &ExprMethodCall, name: &str) -> Result<Maybe> {
        let nest = self.nest(&m.receiver)?;
        let count = nest.count.clone();
        let index = match (name, m.args.len()) {
            ("first", 0) => Atom::Lit(quote!(0usize)),
            ("last", 0) => {
                let n = self.atom_tokens(&count);
                self.computed(quote!((#n as usize).wrapping_sub(1)), &[&count], Ty::usize())
            }
            ("get", 1) if !matches!(m.args[0], Expr::Range(_)) => self.index(&m.args[0])?,
            _ => return fault(&m.method, format!("`{name}` of an array of arrays is not supported: index the rows")),
        };
        let some = self.asked(&index, &count, |i, n| quote!(#i < #n));
        // Where there is no such row, the first one stands for it, if there is any.
        let (i, n) = (self.atom_tokens(&index), self.atom_tokens(&count));
        let index = self.computed(quote!(if #i < #n { #i } else { 0usize }), &[&index, &count], Ty::usize());
        let row = self.branch(
            m,
            some.clone(),
            |l| {
                let row = l.row_inside(&nest, &index).item();
                Ok(match row {
                    Item::View(View { part: Some((off, len)), .. }) => {
                        Item::Tuple(vec![Item::Scalar(off), Item::Scalar(len)])
                    }
                    row => row,
                })
            },
            |_| Ok(Item::Never),
        )?;
        let value = match row {
            Item::Tuple(ends) => match ends.as_slice() {
                [Item::Scalar(off), Item::Scalar(len)] => {
                    Item::View(View { arr: nest.arr, part: Some((off.clone(), len.clone())) })
                }
                _ => Item::Never,
            },
            row => row,
        };
        Ok(Maybe { some, value })
    }

    /// The first or the last element, and the others.
    fn split_end(&mut self, view: &View, len: &Atom, last: bool) -> Result<Maybe> {
        let some = self.asked(len, len, |n, _| quote!(#n != 0));
        let n = self.atom_tokens(len);
        let rest = self.computed(quote!(usize::saturating_sub(#n, 1)), &[len], Ty::usize());
        let (index, start) = match last {
            true => (rest.clone(), Atom::Lit(quote!(0))),
            false => (Atom::Lit(quote!(0)), Atom::Lit(quote!(1))),
        };
        let index = self.inside(view, &index);
        let others = self.part(view, start, rest, None)?;
        let pair = vec![Item::Element(view.arr, index), Item::View(others)];
        Ok(Maybe { some, value: Item::Tuple(pair) })
    }

    /// The best of a sequence: the first item, and then a loop over the others.
    fn best_indexed(&mut self, seq: Seq, rule: &Rule, m: &ExprMethodCall) -> Result<Maybe> {
        let n = self.count(&seq);
        let some = self.asked(&n, &n, |n, _| quote!(#n != 0));
        let mut of = None;
        let value = self.branch(
            m,
            some.clone(),
            |l| {
                if let Rule::Last = rule {
                    let last = l.difference(&n, &Atom::Lit(quote!(1usize)));
                    return l.at(&seq, &last);
                }
                let first = l.at(&seq, &Atom::Lit(quote!(0usize)))?;
                let first = if matches!(first, Item::Held(_)) { l.settle(first) } else { first };
                if let Item::Scalar(a) = &first {
                    of = l.known_atom(a).map(|(ty, _)| ty);
                }
                let acc = l.accumulator("best", first, m)?;
                let mut vars = l.changed_in(rule);
                acc.vars(&mut vars);
                let rest = l.part_of("skip", Flow::Seq(seq), Atom::Lit(quote!(1usize)));
                l.run(&rest, vars, m.span(), &mut |l, _, item| l.compete(&acc, item, rule, m))?;
                let best = l.accumulated(&acc);
                Ok(if l.is_kept_inside(&best) { Item::Maybe(Box::new(Maybe::some(best))) } else { best })
            },
            |_| Ok(Item::Never),
        )?;
        let value = match value {
            Item::Maybe(best) => best.value,
            value => value,
        };
        self.note_inside(&value, of);
        Ok(Maybe { some, value })
    }

    fn changed_in(&self, rule: &Rule) -> Vec<super::Var> {
        match rule {
            Rule::Reduce(f) | Rule::Max(Some(f)) | Rule::Min(Some(f)) | Rule::Key(f, _) => self.changed_by(f),
            _ => vec![],
        }
    }

    /// The best of what comes through stages: whether there is one already shows on the way.
    fn best(&mut self, flow: &Flow, rule: &Rule, m: &ExprMethodCall) -> Result<Maybe> {
        if !one_loop(flow) {
            let message = format!("`{}` behind `chain` or `flat_map` is not supported: `collect` before it", m.method);
            return fault(&m.method, message);
        }
        let some = self.var("some", Ty::Bool, Atom::Lit(quote!(false)));
        let mut vars = self.changed_in(rule);
        vars.push(some);
        let mut best: Option<Acc> = None;
        self.run(flow, vars, m.span(), &mut |l, _, item| {
            let item = l.settle(item);
            let acc = l.late_accumulator(&item, m.span())?;
            let now = l.current[some].clone();
            let first = item.clone();
            l.either(now, |l| l.compete(&acc, item, rule, m), |l| l.accumulate(&acc, first, m.span()))?;
            l.current[some] = Atom::Lit(quote!(true));
            best = Some(acc);
            Ok(())
        })?;
        self.optional_of(some, best)
    }

    fn optional_of(&mut self, some: super::Var, best: Option<Acc>) -> Result<Maybe> {
        let value = match best {
            Some(Acc::Inside(v)) => Item::Inside(self.current[v].clone()),
            best => best.map_or(Item::Never, |acc| self.accumulated(&acc)),
        };
        Ok(Maybe { some: self.current[some].clone(), value })
    }

    /// The first item that comes through.
    fn first_of(&mut self, flow: &Flow, at: Span) -> Result<Maybe> {
        if !one_loop(flow) {
            let message = "the first item behind `chain` or `flat_map` is not supported: `collect` before it";
            return Err(Error::new(at, message));
        }
        let some = self.var("some", Ty::Bool, Atom::Lit(quote!(false)));
        let mut found: Option<Acc> = None;
        self.run(flow, vec![some], at, &mut |l, stop, item| {
            let item = l.settle(item);
            let acc = l.late_accumulator(&item, at)?;
            l.accumulate(&acc, item, at)?;
            let yes = || Atom::Lit(quote!(true));
            (l.current[some], l.current[stop]) = (yes(), yes());
            found = Some(acc);
            Ok(())
        })?;
        self.optional_of(some, found)
    }

    fn position(&mut self, flow: &Flow, f: &Callee, at: Span) -> Result<Maybe> {
        let some = self.var("some", Ty::Bool, Atom::Lit(quote!(false)));
        let place = self.var("position", Ty::usize(), Atom::Lit(quote!(0usize)));
        let mut vars = self.changed_by(f);
        vars.extend([some, place]);
        self.run(flow, vars, at, &mut |l, stop, item| {
            let here = l.question(f, &item, at)?;
            let yes = || Atom::Lit(quote!(true));
            l.either(
                here,
                |l| {
                    (l.current[some], l.current[stop]) = (yes(), yes());
                    Ok(())
                },
                |l| {
                    let now = l.current[place].clone();
                    l.current[place] = l.sum(&now, &Atom::Lit(quote!(1usize)));
                    Ok(())
                },
            )
        })?;
        Ok(Maybe { some: self.current[some].clone(), value: Item::Scalar(self.current[place].clone()) })
    }

    /// The index of the last item of which a closure says yes.
    fn last_position(&mut self, flow: Flow, f: &Callee, m: &ExprMethodCall) -> Result<Maybe> {
        let Some(len) = self.length_of(&flow) else {
            return fault(&m.method, "`rposition` of a chain of unknown length is not supported: `collect` before it");
        };
        let back = self.reversed(flow, m)?;
        let Maybe { some, value } = self.position(&back, f, m.span())?;
        let Item::Scalar(behind) = value else { return Ok(Maybe { some, value }) };
        let (n, k) = (self.atom_tokens(&len), self.atom_tokens(&behind));
        let place = self.computed(quote!((#n as usize).wrapping_sub(#k + 1)), &[&len, &behind], Ty::usize());
        Ok(Maybe { some, value: Item::Scalar(place) })
    }

    /// The next item against the best so far.
    fn compete(&mut self, acc: &Acc, item: Item, rule: &Rule, m: &ExprMethodCall) -> Result<()> {
        let at = m.span();
        let best = self.accumulated(acc);
        let (f, max) = match rule {
            Rule::Reduce(f) => {
                let next = self.apply(f, vec![best, item], at)?;
                return self.accumulate(acc, next, at);
            }
            Rule::Last => return self.accumulate(acc, item, at),
            Rule::Key(f, max) => {
                let item = self.settle(item);
                let keys = (self.apply(f, vec![best], at)?, self.apply(f, vec![item.clone()], at)?);
                let (Item::Scalar(a), Item::Scalar(b)) = keys else {
                    return fault(&m.method, "keys are single values here: write `min_by` or `max_by`");
                };
                let greater = self.temporary(Ty::Bool, Op::Compare(Binary::Gt, a, b), at);
                return match max {
                    true => self.either(greater, |_| Ok(()), |l| l.accumulate(acc, item, at)),
                    false => self.when(greater, |l| l.accumulate(acc, item, at)),
                };
            }
            Rule::Max(f) => (f, true),
            Rule::Min(f) => (f, false),
        };
        let item = self.settle(item);
        let greater = match f {
            None => match (best, &item) {
                (Item::Scalar(a), Item::Scalar(b)) => {
                    self.temporary(Ty::Bool, Op::Compare(Binary::Gt, a, b.clone()), at)
                }
                _ => return fault(&m.method, "only numbers are compared here: write `min_by` or `max_by`"),
            },
            Some(Callee::Path(path)) if path.path.segments.last().is_some_and(|s| s.ident == "total_cmp") => {
                match (best, &item) {
                    (Item::Scalar(a), Item::Scalar(b)) => self.above(a, b.clone(), at),
                    _ => return fault(path, ORDER),
                }
            }
            Some(Callee::Path(path)) => return fault(path, ORDER),
            Some(Callee::Closure(id)) => {
                self.inside_closure(*id, vec![best, item.clone()], at, |l, body| l.greater(body, false))?
            }
        };
        match max {
            true => self.either(greater, |_| Ok(()), |l| l.accumulate(acc, item, at)),
            false => self.when(greater, |l| l.accumulate(acc, item, at)),
        }
    }
}

/// Whether a chain is one loop.
fn one_loop(flow: &Flow) -> bool {
    match flow {
        Flow::Seq(_) => true,
        Flow::Map(inner, _) | Flow::Filter(inner, _) | Flow::TakeWhile(inner, _) | Flow::SkipWhile(inner, ..) => {
            one_loop(inner)
        }
        Flow::Enumerate(inner, _) | Flow::StepBy(inner, ..) | Flow::Skip(inner, ..) | Flow::Take(inner, ..) => {
            one_loop(inner)
        }
        Flow::FilterMap(inner, ..) | Flow::Scan(inner, _) | Flow::Inspect(inner, _) => one_loop(inner),
        Flow::Zip { flow, .. } | Flow::Tried(flow, _) => one_loop(flow),
        Flow::Chain(..) | Flow::Flat(..) => false,
    }
}
