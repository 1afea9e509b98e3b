//! Structures that may hold others of their type: trees, expressions, lists. They are handed on where they lie, and never
//! taken apart as a whole.

use crate::core::build::scalar;
use crate::core::structures::Whole;
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Ty};
use front::items::FnId;
use front::ty::Ty as Type;

impl Builder<'_> {
    /// Such a structure that lies outside, as one value.
    pub(crate) fn endless_at(&mut self, ty: &Type, place: &Place) -> Result<Option<Atom>, Refusal> {
        match self.endless_outside(ty, place)? {
            Some(w) => self.taken_whole(&w).map(Some),
            None => Ok(None),
        }
    }

    fn endless_outside(&mut self, ty: &Type, place: &Place) -> Result<Option<Whole>, Refusal> {
        if !self.is_endless(ty, 0) {
            return Ok(None);
        }
        match self.outside(place)? {
            Some(w) => Ok(Some(w)),
            None => self.element_outside(place),
        }
    }

    /// What a method without derivatives says of such a structure: how deep it is, whether it has something.
    pub(crate) fn count_of_endless(&mut self, f: FnId, args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        let Some(Type::Ref(false, of)) = def.params.first().map(|p| &p.ty) else { return Ok(None) };
        let counts = self.is_without_numbers(&def.ret) && def.ret != Type::UNIT;
        if !counts || !self.is_own_method(f) || !self.is_endless(of, 0) {
            return Ok(None);
        }
        let (Some(ty @ (Ty::Int(_) | Ty::Bool)), [Value::Ref(_, place)]) = (scalar(&def.ret), args) else {
            return refuse("what a method says of a structure that may hold itself");
        };
        let Some(w) = self.endless_outside(of, place)? else {
            return refuse("what a method says of a structure that is made here and may hold itself");
        };
        let path = w.path.method(&def.name);
        Ok(Some(Value::Atom(self.temporary(ty, Op::Field(Atom::Val(w.of), path), self.span))))
    }
}
