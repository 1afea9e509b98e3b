//! Branches and exits. There are no jumps in the lowered form: what follows an exit runs under a condition.

use super::choice::{has_let, has_panic, panics};
use super::joined::Arm;
use super::maybe::Maybe;
use super::{Item, Lowerer, Place, fault, leaves};
use crate::ir::{Atom, Block, Join, Op, Step, Storage, Ty, View};
use crate::signature::Shape;
use quote::{ToTokens, quote};
use syn::{Expr, ExprIf, Result, Stmt};

/// Whose value the last expression of some statements is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tail {
    /// Nobody's.
    No,
    /// A block's.
    Value,
    /// The function's.
    Function,
}

pub(super) const NO_RESULT: &str =
    "this is not understood as what the function returns: write a number, an array, or a tuple of these here";

impl Lowerer {
    pub(super) fn statements(&mut self, stmts: &[Stmt], tail: Tail) -> Result<Item> {
        self.among(stmts, |l| l.statements_in_order(stmts, tail))
    }

    fn statements_in_order(&mut self, stmts: &[Stmt], tail: Tail) -> Result<Item> {
        for (k, stmt) in stmts.iter().enumerate() {
            let rest = &stmts[k + 1..];
            let leaves = leaves::leaves(stmt);
            if let Stmt::Expr(Expr::If(i), _) = stmt
                && leaves.any()
                && !rest.is_empty()
                && leaves::always_leaves(&i.then_branch)
                && !has_let(&i.cond)
            {
                return self.leaving_if(i, rest, tail);
            }
            if (leaves.any() || matches!(stmt, Stmt::Local(l) if crate::marks::first(&l.attrs).is_none()))
                && !rest.is_empty()
                && let Some(item) = self.choice_with_rest(stmt, rest, tail)?
            {
                return Ok(item);
            }
            if let Stmt::Local(l) = stmt
                && l.init.as_ref().is_some_and(|init| init.diverge.is_some())
            {
                match self.let_else(l, rest, tail)? {
                    Some(item) => return Ok(item),
                    None => continue,
                }
            }
            if rest.is_empty()
                && tail != Tail::No
                && let Stmt::Expr(e, None) = stmt
                && !matches!(e, Expr::ForLoop(_) | Expr::While(_))
            {
                let item = if super::stmt::is_statement(e) {
                    self.statement(stmt, rest)?;
                    Item::Unit
                } else {
                    self.tail_item(e, tail)?
                };
                return self.function_tail(item, tail, stmt);
            }
            self.statement(stmt, rest)?;
            if matches!(stmt, Stmt::Macro(m) if panics(&m.mac)) {
                return Ok(Item::Never);
            }
            if !leaves.any() {
                continue;
            }
            if let Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _) = stmt {
                return Ok(Item::Never);
            }
            let flag = match self.around.last() {
                Some(around) => around.skip,
                None => self.returned,
            };
            if let (Some(flag), false) = (flag, rest.is_empty()) {
                let cond = self.current[flag].clone();
                return self.branch(stmt, cond, |_| Ok(Item::Never), |l| l.statements(rest, tail));
            }
        }
        match stmts.last() {
            Some(stmt) => self.function_tail(Item::Unit, tail, stmt),
            None => Ok(Item::Unit),
        }
    }

    fn tail_item(&mut self, e: &Expr, tail: Tail) -> Result<Item> {
        if let (Tail::Function, Expr::Call(c)) = (tail, e)
            && !self.opaque(e)
        {
            if let (true, Some(ty @ syn::Type::Array(_))) = (super::collect::is_from_fn(c), self.written.clone()) {
                return self.array_from_fn(c, Some(&ty));
            }
            let want = want_of(&self.ret);
            return self.call(c, Some(&want));
        }
        if let (Tail::Function, Expr::MethodCall(m), Some(ty)) = (tail, e, self.written.clone())
            && (m.method == "collect" || crate::around::carries(&ty) == Some(true))
            && !self.opaque(e)
            && let Some(item) = self.chain_method(m, Some(&ty))?
        {
            return Ok(item);
        }
        self.item(e)
    }

    /// Where the function returns early, its last value goes where the early ones went.
    fn function_tail(&mut self, item: Item, tail: Tail, at: &Stmt) -> Result<Item> {
        if tail != Tail::Function || self.returned.is_none() || matches!(item, Item::Never) {
            return Ok(item);
        }
        let returned = self.returned.map(|v| self.current[v].clone()).filter(|a| matches!(a, Atom::Val(_)));
        match returned {
            // It may have returned inside the last expression.
            Some(returned) => {
                let never = |_: &mut Self| Ok(Item::Never);
                self.branch(at, returned, never, |l| l.assign_result(item, at).map(|()| Item::Unit))
            }
            None => self.assign_result(item, at).map(|()| Item::Unit),
        }
    }

    pub(super) fn assign_result(&mut self, item: Item, at: impl ToTokens) -> Result<()> {
        let Some(&Place::There(there)) = self.result.last() else { return self.assign_parts(item, &at) };
        let maybe = match item {
            Item::Unit | Item::Never => return Ok(()),
            Item::Maybe(m) => *m,
            Item::Scalar(a) if self.is_constant(&a) => self.opened(&a)?,
            _ => return fault(at, "an `Option` or a `Result` is given here: write `Some(..)` or `Ok(..)` around it"),
        };
        let is = |flag: &str| matches!(&maybe.some, Atom::Lit(t) if t.to_string() == flag);
        let assign = |l: &mut Self, value: Item| {
            l.current[there] = Atom::Lit(quote!(1usize));
            l.assign_parts(value, &at)
        };
        match (is("true"), is("false")) {
            (true, _) => assign(self, maybe.value),
            (_, true) => Ok(()),
            _ => self.either(maybe.some, |l| assign(l, maybe.value), |_| Ok(())),
        }
    }

    fn assign_parts(&mut self, item: Item, at: &impl ToTokens) -> Result<()> {
        let places: Vec<Place> = self.result.iter().filter(|p| !matches!(p, Place::There(_))).copied().collect();
        if let ([place @ (Place::Inside(v) | Place::Record(v))], false) =
            (places.as_slice(), matches!(item, Item::Unit | Item::Never))
        {
            let (whole, at) = (matches!(place, Place::Record(_)), at.to_token_stream());
            let inside = match item {
                Item::Inside(a) if !whole => a,
                item => {
                    let value = self.packed(item, &at)?;
                    self.something(value)
                }
            };
            self.current[*v] = inside;
            return Ok(());
        }
        let item = match places.as_slice() {
            [Place::List(_)] => self.unpacked(item, &Shape::Vec)?,
            [Place::Rows(..)] => self.unpacked(item, &Shape::Tuple(vec![Shape::Vec, Shape::Rows(1)]))?,
            [Place::Array(arr)] => match self.arrays[*arr].storage.clone() {
                Storage::Fixed(n) => self.unpacked(item, &Shape::Fixed(n))?,
                _ => item,
            },
            _ => item,
        };
        let mut parts = vec![];
        self.flatten(item, &mut parts);
        if parts.len() != places.len() {
            return fault(at, NO_RESULT);
        }
        for (place, part) in places.into_iter().zip(parts) {
            match (place, part) {
                (Place::Var(v), Item::Scalar(a)) => self.current[v] = a,
                (Place::Record(v), Item::Scalar(a)) => {
                    self.current[v] = self.temporary(Ty::Record, Op::Something(a), proc_macro2::Span::call_site());
                }
                (Place::Var(v), Item::Fresh(arr)) if self.vars[v].1 == Ty::some_int() => {
                    self.current[v] = self.listed_counts(&View { arr, part: None });
                }
                (Place::Var(v), Item::View(view)) if self.vars[v].1 == Ty::some_int() => {
                    self.current[v] = self.listed_counts(&view);
                }
                (Place::Var(v), Item::Maybe(m)) => self.current[v] = self.closed(*m, at)?,
                // Nothing is there already.
                (Place::Inside(v), item @ (Item::Maybe(_) | Item::Scalar(_))) => {
                    let option = self.packed(item, &at.to_token_stream())?;
                    if !option.is_none() {
                        self.current[v] = option;
                    }
                }
                (Place::Rows(numbers, table, count), Item::Nest(nest)) => {
                    self.keep_rows((numbers, table, count), &nest)?;
                }
                (Place::Grid(to, _), Item::Nest(nest)) => {
                    let from = match self.all_of(&nest) {
                        Some(view) => view,
                        None => View { arr: self.gather(&nest, proc_macro2::Span::call_site())?.arr, part: None },
                    };
                    self.known.remove(&to);
                    self.out.push(Step::CopyFrom(View { arr: to, part: None }, from));
                }
                (Place::List(k), Item::View(view)) => self.refill(k, view),
                (Place::List(k), Item::Fresh(arr)) => self.refill(k, View { arr, part: None }),
                (Place::Array(to), Item::View(View { arr, part: None }) | Item::Fresh(arr)) => {
                    self.known.remove(&to);
                    self.out.push(Step::CopyFrom(View { arr: to, part: None }, View { arr, part: None }));
                }
                _ => return fault(at, NO_RESULT),
            }
        }
        Ok(())
    }

    /// The parts of an item that are no tuples.
    fn flatten(&mut self, item: Item, parts: &mut Vec<Item>) {
        match item {
            Item::Element(a, i) => {
                let value = self.read(a, i);
                parts.push(Item::Scalar(value));
            }
            item @ Item::Held(_) => {
                let item = self.settle(item);
                parts.push(item);
            }
            item @ Item::Inside(_) => {
                let item = self.settle(item);
                parts.push(item);
            }
            Item::Tuple(items) => items.into_iter().for_each(|i| self.flatten(i, parts)),
            Item::Unit | Item::Never => {}
            item => parts.push(item),
        }
    }

    /// `if c { ..leaves } rest`: the rest is the other arm.
    fn leaving_if(&mut self, i: &ExprIf, rest: &[Stmt], tail: Tail) -> Result<Item> {
        let cond = self.scalar(&i.cond)?;
        self.branch(
            i,
            cond,
            |l| {
                l.statements(&i.then_branch.stmts, Tail::No)?;
                Ok(Item::Never)
            },
            |l| {
                if let Some((_, other)) = &i.else_branch {
                    let both: Vec<Stmt> = [Stmt::Expr((**other).clone(), Some(Default::default()))]
                        .into_iter()
                        .chain(rest.iter().cloned())
                        .collect();
                    return l.statements(&both, tail);
                }
                l.statements(rest, tail)
            },
        )
    }

    pub(super) fn if_value(&mut self, i: &ExprIf) -> Result<Item> {
        if has_let(&i.cond) || has_panic(i) {
            return self.if_let_value(i);
        }
        let cond = self.scalar(&i.cond)?;
        self.branch(
            i,
            cond,
            |l| l.statements(&i.then_branch.stmts, Tail::Value),
            |l| match &i.else_branch {
                None => Ok(Item::Unit),
                Some((_, e)) => match &**e {
                    Expr::Block(b) => l.statements(&b.block.stmts, Tail::Value),
                    other => l.item(other),
                },
            },
        )
    }

    /// Both arms, and the joins of what they leave behind.
    pub(super) fn branch(
        &mut self,
        at: impl ToTokens,
        cond: Atom,
        then: impl FnOnce(&mut Self) -> Result<Item>,
        other: impl FnOnce(&mut Self) -> Result<Item>,
    ) -> Result<Item> {
        let settled = |l: &mut Self, item: Item| l.settle(item);
        let (before, known) = (self.current.clone(), self.known.clone());
        let at_hand = self.at_hand();
        let (then, then_item) = self.arm(|l| {
            let item = then(l)?;
            Ok(settled(l, item))
        })?;
        let mut before = before;
        for v in before.len()..self.current.len() {
            before.push(self.before_arm(v).unwrap_or_else(|| self.current[v].clone()));
        }
        let mut after_then = std::mem::replace(&mut self.current, before);
        self.look_at_lists();
        self.known = known;
        let (other, other_item) = self.arm(|l| {
            let item = other(l)?;
            Ok(settled(l, item))
        })?;
        let (mut then, mut other) = (then, other);
        let (then_item, other_item) = self.alike((&mut then, then_item), (&mut other, other_item))?;
        let at = at.to_token_stream();
        let (mut current, mut joined) = (std::mem::take(&mut self.current), vec![]);
        self.current = current.clone();
        let (then_arm, other_arm) = (
            Arm { block: &mut then, current: &mut after_then, item: then_item },
            Arm { block: &mut other, current: &mut current, item: other_item },
        );
        let (then_item, other_item) = self.joined_arrays(&at, &cond, then_arm, other_arm, &mut joined)?;
        // What was made before the arms is as it was made in the one that did not change it.
        for v in current.len()..self.current.len() {
            current.push(self.current[v].clone());
        }
        self.current = current;
        self.forget();
        for v in after_then.len()..self.current.len() {
            after_then.push(self.before_arm(v).unwrap_or_else(|| self.current[v].clone()));
        }
        let mut joins = vec![];
        for (k, a) in after_then.iter().enumerate() {
            let b = self.current[k].clone();
            if !a.same(&b) {
                let (name, ty) = self.vars[k].clone();
                self.current[k] = self.join(&name, ty, a.clone(), b, &mut joins);
            }
        }
        self.look_at_lists();
        let (then_item, other_item) = (self.as_joined(then_item, &joined), self.as_joined(other_item, &joined));
        let what = if matches!(then_item, Item::Function(_) | Item::Flow(_)) { "functions" } else { "arrays" };
        let structure = |item: &Item| matches!(item, Item::Scalar(a) if self.is_structure_atom(a));
        let never = matches!((&then_item, &other_item), (Item::Never, i) | (i, Item::Never) if structure(i));
        let Some(item) = self.join_items(then_item, other_item, &at_hand, &mut joins) else {
            if never {
                return fault(at, "a structure is expected where this leaves: let a variable take it");
            }
            let message =
                format!("choosing between {what} by `if` is not supported: put what is done with them into the arms");
            return fault(at, message);
        };
        self.push_if(cond, then, other, joins);
        Ok(item)
    }

    /// The variables that the one arm of a choice has changed, which was lowered just now: the first one, or the
    /// second.
    pub(super) fn joins_after(&mut self, mut before: Vec<Atom>, first: bool) -> Vec<Join> {
        for v in before.len()..self.current.len() {
            before.push(self.before_arm(v).unwrap_or_else(|| self.current[v].clone()));
        }
        let mut joins = vec![];
        for (k, old) in before.into_iter().enumerate() {
            let new = self.current[k].clone();
            if !old.same(&new) {
                let (name, ty) = self.vars[k].clone();
                let (then, other) = if first { (new, old) } else { (old, new) };
                self.current[k] = self.join(&name, ty, then, other, &mut joins);
            }
        }
        self.look_at_lists();
        joins
    }

    fn push_if(&mut self, cond: Atom, then: Block, other: Block, joins: Vec<Join>) {
        if then.steps.is_empty() && other.steps.is_empty() && joins.is_empty() {
            return;
        }
        self.out.push(Step::If { cond, then, other, joins });
    }

    fn join(&mut self, name: &str, ty: Ty, then: Atom, other: Atom, joins: &mut Vec<Join>) -> Atom {
        let out = self.value(name, ty, proc_macro2::Span::call_site());
        joins.push(Join { out, then, other });
        Atom::Val(out)
    }

    /// References to elements become the values that they refer to now.
    pub(super) fn settle(&mut self, item: Item) -> Item {
        match item {
            Item::Element(a, i) => Item::Scalar(self.read(a, i)),
            Item::Held(reach) => {
                let span = proc_macro2::Span::call_site();
                Item::Scalar(self.look_at(&reach, span))
            }
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(|i| self.settle(i)).collect()),
            Item::Maybe(m) => self.settle_maybe(*m),
            Item::Inside(a) => Item::Scalar(self.taken(&a, proc_macro2::Span::call_site())),
            item => item,
        }
    }

    fn join_items(&mut self, then: Item, other: Item, at_hand: &[Atom], joins: &mut Vec<Join>) -> Option<Item> {
        Some(match (then, other) {
            (Item::Never, Item::Never) => Item::Never,
            (Item::Maybe(a), Item::Maybe(b)) => {
                let some = self.join_items(Item::Scalar(a.some), Item::Scalar(b.some), at_hand, joins)?;
                let value = self.join_items(a.value, b.value, at_hand, joins)?;
                let Item::Scalar(some) = some else { return None };
                Item::Maybe(Box::new(Maybe { some, value }))
            }
            (Item::Never, m @ Item::Maybe(_)) => return self.join_items(Maybe::none(), m, at_hand, joins),
            (m @ Item::Maybe(_), Item::Never) => return self.join_items(m, Maybe::none(), at_hand, joins),
            (Item::Inside(a), Item::Inside(b)) => {
                match self.join_items(Item::Scalar(a), Item::Scalar(b), at_hand, joins)? {
                    Item::Scalar(a) => Item::Inside(a),
                    _ => return None,
                }
            }
            (Item::Scalar(a), Item::Scalar(b)) => {
                if a.same(&b) {
                    return Some(Item::Scalar(a));
                }
                let ty = match (self.atom_ty(&a), self.atom_ty(&b)) {
                    (Ty::Unknown, ty) | (ty, _) => ty,
                };
                let known =
                    self.known_atom(&a).or_else(|| self.known_atom(&b)).filter(|(ty, _)| super::known::is_record(ty));
                let out = self.join("t", ty, a, b, joins);
                self.types.extend(out.val().zip(known));
                self.temporaries.extend(out.val());
                Item::Scalar(out)
            }
            (Item::Tuple(a), Item::Tuple(b)) if a.len() == b.len() => {
                let parts = a.into_iter().zip(b).map(|(a, b)| self.join_items(a, b, at_hand, joins));
                Item::Tuple(parts.collect::<Option<_>>()?)
            }
            (Item::Never, Item::Scalar(b)) => {
                let never = self.stand_in(&b, at_hand)?;
                return self.join_items(Item::Scalar(never), Item::Scalar(b), at_hand, joins);
            }
            (Item::Scalar(a), Item::Never) => {
                let never = self.stand_in(&a, at_hand)?;
                return self.join_items(Item::Scalar(a), Item::Scalar(never), at_hand, joins);
            }
            (Item::Never, Item::Tuple(b)) => {
                let never = vec![Item::Never; b.len()];
                return self.join_items(Item::Tuple(never), Item::Tuple(b), at_hand, joins);
            }
            (Item::Tuple(a), Item::Never) => {
                let never = vec![Item::Never; a.len()];
                return self.join_items(Item::Tuple(a), Item::Tuple(never), at_hand, joins);
            }
            (Item::Fresh(a), Item::Fresh(b)) if a == b => Item::Fresh(a),
            (Item::Nest(a), Item::Nest(b)) if a.arr == b.arr && a.count.same(&b.count) => Item::Nest(a),
            (Item::Unit, _) | (_, Item::Unit) => Item::Unit,
            (Item::Never, item @ (Item::View(_) | Item::Fresh(_))) => item,
            (item @ (Item::View(_) | Item::Fresh(_)), Item::Never) => item,
            _ => return None,
        })
    }

    /// A stand-in of the same type where control never arrives.
    pub(super) fn dummy(&self, like: &Atom) -> Atom {
        Atom::Lit(match self.atom_ty(like) {
            Ty::Bool => quote!(false),
            Ty::Int(_) => quote!(0),
            Ty::Unknown => quote!(::core::default::Default::default()),
            _ => quote!(0.0),
        })
    }
}

pub(super) fn want_of(shape: &crate::signature::Shape) -> super::pattern::Want {
    use super::pattern::Want;
    use crate::signature::Shape;
    match shape {
        Shape::Unit => Want::Unit,
        Shape::Tuple(shapes) => Want::Tuple(shapes.iter().map(want_of).collect()),
        Shape::Fixed(_) | Shape::Vec => Want::Array,
        Shape::Rows(levels) => Want::Rows(*levels),
        Shape::Count(ty) => Want::Count(super::primitive(ty).unwrap_or(crate::ir::Ty::Unknown)),
        _ => Want::Scalar,
    }
}
