//! Lists of functions, and of what is known by a trait alone: `[fn(f64) -> f64; 3]`, `Vec<Box<dyn Shape>>`. Their elements
//! have nothing in common that could stand in memory, so they stay what they are, one by one; an element by an index that is
//! known only when the function runs is a choice of all.

use super::build::usize_lit;
use super::functions::is_function;
use super::value::{Choice, Cols, List, Place, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Binary};
use front::items::{FnId, Origin};
use front::ty::Ty as Type;
use std::rc::Rc;

/// Lists of more elements than that are not gone through by a choice of all.
const MOST: usize = 64;

/// Whether values of a type are functions, or known by a trait alone.
pub(super) fn is_each(ty: &Type) -> bool {
    match ty {
        Type::FnPtr(..) | Type::FnItem(..) | Type::Closure(_) | Type::Dyn(..) => true,
        Type::Boxed(of) => is_each(of),
        _ => false,
    }
}

/// Whether it is of one of several types, or a choice of such.
pub(super) fn is_dyn(value: &Value) -> bool {
    match value {
        Value::Dyn(..) => true,
        Value::Enum(c) => {
            !c.variants.is_empty() && c.variants.iter().all(|v| matches!(v.as_deref(), Some([v]) if is_dyn(v)))
        }
        _ => false,
    }
}

impl Builder<'_> {
    /// A list of these, one by one.
    pub(super) fn each_of(&mut self, values: Vec<Value>) -> Result<Cols, Refusal> {
        let mut all = vec![];
        for value in values {
            let mut value = value;
            while let Value::Ref(_, place) = &value {
                value = self.load(place)?;
            }
            if !is_function(&value) && !is_dyn(&value) {
                return refuse("a list of such elements");
            }
            all.push(value);
        }
        Ok(Cols::Each(all.into()))
    }

    /// One more element at the end; none if it is no such list.
    pub(super) fn pushed_to_each(&mut self, list: &List, value: &Value) -> Result<Option<List>, Refusal> {
        let Cols::Each(all) = &*list.cols else { return Ok(None) };
        if list.part.is_some() {
            return refuse("a part of a list of functions grows");
        }
        let values = all.iter().cloned().chain([value.clone()]).collect();
        let cols = self.each_of(values)?;
        Ok(Some(List::whole(cols)))
    }

    /// The element of an index.
    pub(super) fn one_of(&mut self, all: &Rc<[Value]>, index: &Atom) -> Result<Value, Refusal> {
        if let Some(k) = super::build::number(index) {
            return match all.get(k as usize) {
                Some(value) => Ok(value.clone()),
                None => refuse("an element behind the last one"),
            };
        }
        if all.len() > MOST {
            return refuse("a list of so many functions");
        }
        let Some((last, rest)) = all.split_last() else { return Ok(Value::Never) };
        let mut chosen = last.clone();
        for (k, value) in rest.iter().enumerate().rev() {
            let (a, b) = (Value::Atom(index.clone()), Value::Atom(usize_lit(k as u64)));
            let other = self.int_binary(Binary::Ne, &a, &b, Type::Bool)?;
            let tag = self.atom(other, self.span)?;
            let variants = vec![Some(vec![value.clone()]), Some(vec![chosen])];
            chosen = Value::Enum(Box::new(Choice { tag, variants }));
        }
        Ok(chosen)
    }

    /// A value of a type that is known by a trait alone from here on.
    pub(super) fn as_dyn(&mut self, value: Value, from: &Type, to: &Type) -> Result<Value, Refusal> {
        let Some(of) = self.dyn_of(to) else { return Ok(value) };
        let from = match from {
            Type::Ref(_, of) | Type::Boxed(of) => of,
            from => from,
        };
        if is_dyn(&value) || !matches!(from, Type::Adt(..)) || !of {
            return Ok(value);
        }
        let value = self.settle(value, self.span)?;
        Ok(Value::Dyn(Rc::new(from.clone()), Box::new(value)))
    }

    /// Whether a function of a trait of the crate's is called of which the type is not known.
    pub(super) fn is_by_trait_alone(&self, f: FnId, generics: &[Type]) -> bool {
        let def = self.program.func(f);
        def.of.is_none()
            && def.of_trait.is_some_and(|of| self.program.trait_def(of).origin != Origin::Prelude)
            && matches!(generics.first(), Some(Type::Dyn(..) | Type::Opaque(_)))
    }

    /// Whether a type is a trait of the crate's; none if it is no trait.
    fn dyn_of(&self, ty: &Type) -> Option<bool> {
        match ty {
            Type::Dyn(of, ..) => Some(self.program.trait_def(*of).origin != Origin::Prelude),
            Type::Ref(_, of) | Type::Boxed(of) => self.dyn_of(of),
            _ => None,
        }
    }

    /// Calls a function of a trait for what is known by the trait alone; gives the arguments back where it is not.
    pub(super) fn call_of_dyn(
        &mut self,
        f: FnId,
        generics: &[Type],
        args: Vec<Value>,
    ) -> Result<super::call::Written, Refusal> {
        use super::call::Written;
        let mut args = args;
        let Some(first) = args.first().cloned() else { return Ok(Written::Not(args)) };
        let (mut value, mut changes) = (first, false);
        while let Value::Ref(m, place) = &value {
            changes |= m;
            value = self.load(place)?;
        }
        match value {
            Value::Dyn(ty, inner) => {
                if changes {
                    return refuse("a change of what is known by a trait alone");
                }
                let own = [(*ty).clone()].into_iter().chain(generics[1..].iter().cloned()).collect();
                let (f, generics) = front::infer::implementation_of(self.program, self.closures, f, own);
                let lent = matches!(self.program.func(f).params.first().map(|p| &p.ty), Some(Type::Ref(..)));
                args[0] = match lent {
                    true => {
                        let var = self.var(*inner);
                        Value::Ref(false, Box::new(Place::Var(var, vec![])))
                    }
                    false => *inner,
                };
                self.call_value(Value::Function(f, generics), args).map(Written::Done)
            }
            Value::Enum(choice) if is_dyn(&Value::Enum(choice.clone())) => {
                let one =
                    |k: usize| choice.variants[k].as_ref().and_then(|v| v.first()).cloned().unwrap_or(Value::Never);
                let with = |first: Value| {
                    let lent = Value::Ref(changes, Box::new(Place::Temp(Box::new(first))));
                    [lent].into_iter().chain(args[1..].iter().cloned()).collect::<Vec<_>>()
                };
                let (first, second) = (with(one(0)), with(one(1)));
                let call = |b: &mut Self, args: Vec<Value>| match b.call_of_dyn(f, generics, args)? {
                    Written::Done(value) => Ok(value),
                    Written::Not(_) => refuse("a method of what is known by a trait alone"),
                };
                let value = self.branch(choice.tag.clone(), |b| call(b, second), |b| call(b, first))?;
                Ok(Written::Done(value))
            }
            _ => Ok(Written::Not(args)),
        }
    }
}
