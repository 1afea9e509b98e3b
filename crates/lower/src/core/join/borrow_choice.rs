//! Choices between lists that are written to: `let (own, other) = if buys { (&mut bids, &mut asks) } else { .. };`. Which
//! list is meant is a question of memory, which no value can answer; so what follows stands in both arms, once for each.

use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal};
use crate::ir::Atom;
use front::hir::{ExprId, ExprKind, PatId, Stmt};
use front::ty::Ty as Type;
use front::typed::Typed;
use std::rc::Rc;

/// The flag by which one of two lists is meant, and the arguments of a call where it is set and where it is not.
pub(crate) type InBothCases = (Atom, [Vec<Value>; 2]);

/// What a call gave, for who evaluates it next.
pub(crate) struct Given {
    typed: Rc<Typed>,
    e: ExprId,
    value: Value,
}

impl Given {
    fn is(&self, typed: &Rc<Typed>, e: ExprId) -> bool {
        Rc::ptr_eq(&self.typed, typed) && self.e == e
    }
}

/// So many choices may follow on another: what follows is there twice for each.
const MOST: usize = 4;

impl Builder<'_> {
    /// The rest of a block behind a `let`, in both arms, where a name of it stands for one of two lists.
    pub(crate) fn split(
        &mut self,
        typed: &Rc<Typed>,
        pat: PatId,
        rest: (&[Stmt], Option<ExprId>),
    ) -> Result<Option<Value>, Refusal> {
        let mut vars = vec![];
        for (_, local) in self.names(typed, pat) {
            vars.extend(self.frame_now()?.locals.borrow().get(&local).copied());
        }
        let values: Vec<Value> = vars.iter().map(|v| self.env[*v].clone()).collect();
        let Some(flag) = self.chosen(&values)? else { return Ok(None) };
        let arm = |first: bool| {
            let (vars, flag, values) = (vars.clone(), flag.clone(), values.clone());
            move |b: &mut Self| {
                for (var, value) in vars.iter().zip(values) {
                    b.env[*var] = decided(value, &flag, first);
                }
                match b.split(typed, pat, rest)? {
                    Some(value) => Ok(value),
                    None => b.block(typed, rest.0, rest.1),
                }
            }
        };
        self.splits += 1;
        let value = self.branch(flag.clone(), arm(true), arm(false));
        self.splits -= 1;
        value.map(Some)
    }

    /// Arguments among which one of two lists is meant.
    pub(crate) fn split_arguments(&mut self, args: &[Value]) -> Result<Option<InBothCases>, Refusal> {
        let flag = self.chosen(args)?;
        Ok(flag.map(|flag| {
            let all = |first: bool| args.iter().map(|value| decided(value.clone(), &flag, first)).collect();
            let both = [all(true), all(false)];
            (flag, both)
        }))
    }

    /// The same of an operation on a list that a call lends: `book.side(buys).push(price)`.
    pub(crate) fn split_intrinsic(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        path: &str,
        generics: &[Type],
        operands: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        let Some(&lent) = operands.first() else { return Ok(None) };
        let is_call = matches!(typed.body.exprs[lent].kind, ExprKind::Call(..) | ExprKind::Method(..));
        if !is_call
            || !matches!(&typed.exprs[lent], Type::Ref(true, _))
            || self.given.iter().any(|of| of.is(typed, lent))
        {
            return Ok(None);
        }
        let value = self.eval(lent)?;
        let on = |b: &mut Self, value: Value| {
            let before = b.given.len();
            b.given.push(Given { typed: typed.clone(), e: lent, value });
            let given = b.intrinsic(typed, e, path, generics, operands);
            b.given.truncate(before);
            given
        };
        match self.chosen(std::slice::from_ref(&value))? {
            None => on(self, value),
            Some(flag) => {
                let (a, b) = (decided(value.clone(), &flag, true), decided(value, &flag, false));
                self.branch(flag, |s| on(s, a), |s| on(s, b))
            }
        }
        .map(Some)
    }

    /// What a call gave already.
    pub(crate) fn given_already(&mut self, typed: &Rc<Typed>, e: ExprId) -> Option<Value> {
        let at = self.given.iter().rposition(|of| of.is(typed, e))?;
        Some(self.given.remove(at).value)
    }

    fn chosen(&mut self, values: &[Value]) -> Result<Option<Atom>, Refusal> {
        let mut found = vec![];
        values.iter().for_each(|value| choices(value, &mut found));
        if self.splits >= MOST {
            return Ok(None);
        }
        for (flag, place) in found {
            if self.leads_to_list(&place)? {
                return Ok(Some(flag));
            }
        }
        Ok(None)
    }

    fn leads_to_list(&mut self, place: &Place) -> Result<bool, Refusal> {
        Ok(match place {
            Place::Either(_, a, _) => self.leads_to_list(a)?,
            place => crate::core::expr::place::holds_list(&self.load(place)?),
        })
    }
}

fn choices(value: &Value, found: &mut Vec<(Atom, Place)>) {
    match value {
        Value::Ref(true, place) => {
            if let Place::Either(flag, a, _) = &**place {
                found.push((flag.clone(), (**a).clone()));
            }
        }
        Value::Tuple(parts) => parts.iter().for_each(|part| choices(part, found)),
        _ => {}
    }
}

/// A value where the flag is set, or where it is not.
fn decided(value: Value, flag: &Atom, first: bool) -> Value {
    match value {
        Value::Ref(mutable, place) => Value::Ref(mutable, Box::new(at(*place, flag, first))),
        Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|part| decided(part, flag, first)).collect()),
        value => value,
    }
}

fn at(place: Place, flag: &Atom, first: bool) -> Place {
    match place {
        Place::Either(of, a, b) if of.same(flag) => at(if first { *a } else { *b }, flag, first),
        Place::Either(of, a, b) => Place::Either(of, Box::new(at(*a, flag, first)), Box::new(at(*b, flag, first))),
        place => place,
    }
}
