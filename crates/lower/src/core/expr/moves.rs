//! What is copied where it is used, and what moves.

use crate::core::expr::has_list;
use crate::core::value::{List, Place, Value};
use crate::core::{Builder, Refusal};
use front::hir::{ExprId, ExprKind};
use front::ty::Ty as Type;
use front::typed::Typed;
use std::rc::Rc;

impl Builder<'_> {
    /// A value that becomes a part of another: a list that is copied where it has a name still.
    pub(crate) fn moved_out(&mut self, e: ExprId, value: Value) -> Result<Value, Refusal> {
        let typed = self.typed()?;
        let value = self.settle(value, self.span)?;
        let place = matches!(
            typed.body.exprs[e].kind,
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_)
        );
        let ty = typed.ty(e);
        let value = if place { self.copied_if_copy(&ty, value)? } else { value };
        if place && has_list(&value) && !self.is_copy(&ty) {
            self.mark_moved(&typed, e)?;
        }
        self.claim(&value);
        Ok(value)
    }

    /// What was moved is not where it was: what comes there later has memory of its own.
    pub(crate) fn mark_moved(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<(), Refusal> {
        let mut at = e;
        loop {
            at = match &typed.body.exprs[at].kind {
                ExprKind::Local(_) => break,
                ExprKind::Field(inner, _) | ExprKind::Deref(inner) => *inner,
                _ => return Ok(()),
            };
        }
        match self.place(e)? {
            Place::Var(v, steps) => self.put(v, &steps, Value::Never),
            _ => Ok(()),
        }
    }

    /// Whether a value of a type is copied where it is used.
    pub(crate) fn is_copy(&self, ty: &Type) -> bool {
        match ty {
            Type::Vec(_) | Type::Boxed(_, _) | Type::Ref(true, _) | Type::Opaque(_) => false,
            Type::Array(of, _) => self.is_copy(of),
            Type::Tuple(parts) => parts.iter().all(|p| self.is_copy(p)),
            Type::Adt(adt, args) => self.program.adt(*adt).copy && args.iter().all(|a| self.is_copy(a)),
            _ => true,
        }
    }

    /// What is `Copy` is copied, what is not is moved.
    pub(crate) fn copied_if_copy(&mut self, ty: &Type, value: Value) -> Result<Value, Refusal> {
        match (ty, &value) {
            (Type::Vec(_), Value::List(_)) => Ok(value),
            (_, Value::List(list)) if self.is_lent(list) => Ok(value),
            _ => match ty {
                Type::Array(..) => self.owned(value),
                Type::Tuple(types) => match value {
                    Value::Tuple(parts) if parts.len() == types.len() => Ok(Value::Tuple(
                        types.iter().zip(parts).map(|(t, v)| self.copied_if_copy(t, v)).collect::<Result<_, _>>()?,
                    )),
                    value => Ok(value),
                },
                Type::Adt(adt, _) if self.program.adt(*adt).copy => self.owned(value),
                _ => Ok(value),
            },
        }
    }

    /// Whether it lies behind references that nothing is written through. What is given by value may be changed under
    /// another name.
    fn is_lent(&self, list: &List) -> bool {
        Self::arrays_of(list).iter().all(|&arr| matches!(self.arrays[arr].storage, crate::ir::Storage::Shared))
    }
}
