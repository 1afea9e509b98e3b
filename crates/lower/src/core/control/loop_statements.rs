//! The loops that a user writes: `loop`, `while` and `for`, with what leaves them.

use crate::core::build::{flag, no, typed_literal, usize_lit, yes};
use crate::core::control::loops::Over;
use crate::core::value::{Callable, Closure, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Ty};
use front::hir::{ExprId, ExprKind};
use front::ty::{Int, Ty as Type};
use front::typed::Typed;
use std::cell::RefCell;
use std::rc::Rc;

impl<'b> Builder<'b> {
    pub(crate) fn label(&self, label: front::hir::LabelId) -> Result<usize, Refusal> {
        let frame = self.frame_now()?;
        let id = frame.labels.borrow().get(&label).copied();
        id.ok_or_else(|| Refusal::new("what is left is not around"))
    }

    /// An iteration of a loop that the user may leave; gives whether to leave the loop after it.
    pub(crate) fn user_iteration(
        &mut self,
        label: Option<front::hir::LabelId>,
        run: &mut dyn FnMut(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(Atom, Value), Refusal> {
        let guards = self.guards.len();
        let id = self.begin_target(true);
        if let Some(label) = label {
            self.frame_now()?.labels.borrow_mut().insert(label, id);
        }
        run(self)?;
        let slot = self.targets.last().map_or(0, |t| t.slot);
        self.close_guards(guards, Value::UNIT)?;
        let Some(target) = self.end_target() else { return refuse("a loop") };
        let leave = target.leave.map_or_else(no, |leave| self.flag_now(leave));
        Ok((leave, self.env[slot].clone()))
    }

    pub(crate) fn while_loop(
        &mut self,
        typed: &Rc<Typed>,
        cond: Option<ExprId>,
        body: ExprId,
        label: front::hir::LabelId,
        attrs: &[front::hir::Attr],
    ) -> Result<Value, Refusal> {
        self.marked(attrs, cond.map_or(body, |cond| cond + 1), body)?;
        // The value with which it is left.
        let given = self.var(Value::Never);
        self.env_names[given] = "value".into();
        // What is asked where it changes something is asked in the body.
        let binds = cond.is_some_and(|cond| self.has_let(typed, cond) || acts(typed, cond));
        let mut holds = |b: &mut Builder<'b>| match cond {
            Some(cond) if !binds => b.eval_atom(cond),
            _ => Ok(yes()),
        };
        let mut run = |b: &mut Builder<'b>, _: Atom| {
            let (leave, value) = b.user_iteration(Some(label), &mut |b| match cond {
                Some(cond) if binds => {
                    let id = b.label(label)?;
                    let typed = b.typed()?;
                    b.condition(&typed, cond, &mut |b| b.eval(body), &mut |b| b.exit(id, true, Value::UNIT))?;
                    Ok(())
                }
                _ => b.eval(body).map(drop),
            })?;
            if !matches!(value, Value::Never) {
                b.store(&Place::Var(given, vec![]), value)?;
            }
            Ok(leave)
        };
        self.loop_over(Over::While(&mut holds), &mut run)?;
        let value = self.env[given].clone();
        self.guard()?;
        Ok(match (cond, value) {
            (Some(_), _) => Value::UNIT,
            (None, Value::Never) => Value::Never,
            (None, value) => value,
        })
    }

    pub(crate) fn for_loop(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        let ExprKind::For(pat, over, body, label, ref attrs) = typed.body.exprs[e].kind else {
            return refuse("a loop");
        };
        if let Some(items) = places_listed(typed, over).filter(|_| attrs.is_empty()) {
            return self.one_by_one(&items, (pat, body, label));
        }
        let iterated = self.eval(over)?;
        let iterated = self.moved_out(over, iterated)?;
        self.marked(attrs, over + 1, body)?;
        let Some((ty, item)) = typed.iterators.get(&e).cloned() else { return refuse("what a loop goes over") };
        if let Some((lo, hi, rev, int)) = self.range_of(&iterated, &ty)? {
            let name = match &typed.body.pats[pat].kind {
                front::hir::PatKind::Bind { local, .. } => typed.body.locals[*local].name.to_string(),
                _ => "k".into(),
            };
            let over = Over::Range {
                lo,
                hi,
                rev,
                ty: crate::core::build::scalar(&Type::Int(int)).unwrap_or(Ty::Unknown),
                name,
            };
            self.loop_over(over, &mut |b, k| {
                let (leave, _) = b.user_iteration(Some(label), &mut |b| {
                    b.bind(pat, Place::Temp(Box::new(Value::Atom(k.clone()))))?;
                    b.eval(body).map(drop)
                })?;
                Ok(leave)
            })?;
            self.guard()?;
            return Ok(Value::UNIT);
        }
        let frame = self.frame_now()?;
        let sink = Closure {
            frame,
            of: Callable::For(e),
            moved: RefCell::new(self.moved.last().cloned().unwrap_or_default()),
        };
        let of = self.ty(over)?;
        let leaves = leaves_more(typed, label, over + 1..body + 1);
        self.run_over((iterated, &of), (&ty, &item), (Value::Closure(Rc::new(sink)), leaves))?;
        if std::mem::take(&mut self.mark).is_set() {
            return refuse("a loop with this attribute goes over a range or a slice: collect the chain first");
        }
        self.guard()?;
        Ok(Value::UNIT)
    }

    /// A `for` over places that are listed where it stands: its body for each, as no memory holds places.
    fn one_by_one(
        &mut self,
        items: &[ExprId],
        (pat, body, label): (front::hir::PatId, ExprId, front::hir::LabelId),
    ) -> Result<Value, Refusal> {
        for item in self.operands(items)? {
            let (leave, _) = self.user_iteration(Some(label), &mut |b| {
                b.bind(pat, Place::Temp(Box::new(item.clone())))?;
                b.eval(body).map(drop)
            })?;
            if flag(&leave) != Some(false) {
                return refuse("a loop over places that is left early");
            }
            self.guard()?;
        }
        Ok(Value::UNIT)
    }

    /// The body of a `for` as what is called with each item.
    pub(crate) fn for_body(&mut self, e: ExprId, item: Value) -> Result<Value, Refusal> {
        let typed = self.typed()?;
        let ExprKind::For(pat, _, body, label, _) = typed.body.exprs[e].kind else { return refuse("a loop") };
        let (leave, _) = self.user_iteration(Some(label), &mut |b| {
            b.bind(pat, Place::Temp(Box::new(item.clone())))?;
            b.eval(body).map(drop)
        })?;
        Ok(Value::Atom(leave))
    }

    /// The bounds of a range, and whether it runs backwards.
    pub(crate) fn range_of(&mut self, value: &Value, ty: &Type) -> Result<Option<(Atom, Atom, bool, Int)>, Refusal> {
        let Type::Adt(adt, args) = ty else { return Ok(None) };
        let name = self.program.adt(*adt).name.clone();
        match (&*name, value, args.as_slice()) {
            ("Range", Value::Tuple(parts), [Type::Int(int)]) => {
                let [Value::Atom(lo), Value::Atom(hi)] = parts.as_slice() else { return Ok(None) };
                Ok(Some((lo.clone(), hi.clone(), false, *int)))
            }
            ("RangeInclusive", Value::Tuple(parts), [Type::Int(int)]) => {
                let [Value::Atom(lo), Value::Atom(hi), Value::Atom(end)] = parts.as_slice() else { return Ok(None) };
                if flag(end) != Some(false) {
                    return Ok(None);
                }
                let one = Atom::lit(typed_literal("1", *int));
                let hi = match crate::core::build::number(hi) {
                    Some(n) if *int == Int::Usize => usize_lit(n + 1),
                    _ => {
                        let (hi, one) = (Value::Atom(hi.clone()), Value::Atom(one));
                        let code = self.int_binary(crate::ir::Binary::Add, &hi, &one, Type::Int(*int))?;
                        self.atom(code, self.span)?
                    }
                };
                Ok(Some((lo.clone(), hi, false, *int)))
            }
            ("Rev", Value::Tuple(parts), [inner]) => {
                let [iter] = parts.as_slice() else { return Ok(None) };
                Ok(self.range_of(iter, inner)?.map(|(lo, hi, rev, int)| (lo, hi, !rev, int)))
            }
            _ => Ok(None),
        }
    }
}

/// The elements of an array that is written where it is gone through, if there are places to write to among them.
fn places_listed(typed: &Typed, over: ExprId) -> Option<Vec<ExprId>> {
    const MOST: usize = 12;
    let holds_places = |ty: &Type| match ty {
        Type::Ref(mutable, _) => *mutable,
        Type::Tuple(parts) => parts.iter().any(|part| matches!(part, Type::Ref(true, _))),
        _ => false,
    };
    match &typed.body.exprs[over].kind {
        ExprKind::List(items, _) if items.len() <= MOST && items.iter().any(|e| holds_places(&typed.exprs[*e])) => {
            Some(items.clone())
        }
        _ => None,
    }
}

/// Whether an expression may change something.
fn acts(typed: &Typed, e: ExprId) -> bool {
    use front::typed::Adjust;
    let lends = typed.adjusted.get(&e).is_some_and(|all| all.contains(&Adjust::Borrow(true)));
    let any = |all: &[ExprId]| all.iter().any(|e| acts(typed, *e));
    // What is lent already to be changed is handed on as it is.
    let hands = |all: &[ExprId]| all.iter().any(|e| matches!(typed.ty(*e), Type::Ref(true, _)));
    lends
        || match &typed.body.exprs[e].kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Item(..) | ExprKind::Foreign(_) => false,
            ExprKind::Param(_) | ExprKind::TypeFn(..) => false,
            ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Deref(a) | ExprKind::Cast(a, _) => any(&[*a]),
            ExprKind::Ref(false, a) => any(&[*a]),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => any(&[*a, *b]),
            ExprKind::Method(a, _, _, args) => any(&[*a]) || any(args) || hands(&[*a]) || hands(args),
            ExprKind::Call(f, args) => {
                matches!(typed.exprs[*f].behind(), Type::Closure(_) | Type::FnPtr(..)) || any(args) || hands(args)
            }
            ExprKind::Tuple(parts) => any(parts),
            ExprKind::Range(a, b, _) => [a, b].into_iter().flatten().any(|e| acts(typed, *e)),
            _ => true,
        }
}

/// Whether what stands in a loop may leave more than that loop.
fn leaves_more(typed: &Typed, own: front::hir::LabelId, body: std::ops::Range<ExprId>) -> bool {
    let kinds = || typed.body.exprs[body.clone()].iter().map(|e| &e.kind);
    let is_inner = |label: &front::hir::LabelId| {
        kinds().any(|kind| match kind {
            ExprKind::Loop(_, inner, _) | ExprKind::While(.., inner, _) | ExprKind::For(.., inner, _) => inner == label,
            ExprKind::Block(.., inner) => inner.as_ref() == Some(label),
            _ => false,
        })
    };
    kinds().any(|kind| match kind {
        ExprKind::Return(_) | ExprKind::Try(_) => true,
        ExprKind::Break(label, _) | ExprKind::Continue(label) => *label != own && !is_inner(label),
        _ => false,
    })
}
