//! What calls give: scalars, arrays, structures, and what may not be there.

use crate::core::calls::recursion::{DEEPEST, holds_floats};
use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Out, Storage, Ty};
use front::items::Origin;
use front::ty::Ty as Type;

impl Builder<'_> {
    pub(crate) fn out_of(&mut self, ty: &Type) -> Result<Out, Refusal> {
        if let Some(levels) = crate::core::lists::nested::nested(ty) {
            return self.nested_out(ty, &levels);
        }
        if let Some((_, of)) = self.maybe_of(ty) {
            let out = self.out_of(&of)?;
            if let Out::Scalar(v) = out {
                self.values[v].option = self.values[v].ty == Ty::Record;
            }
            let count = self.value("count", Ty::usize(), self.span);
            self.temporaries.insert(count);
            return Ok(Out::Tuple(vec![out, Out::Rows(count, vec![])]));
        }
        Ok(match ty {
            Type::Tuple(parts) if parts.is_empty() => Out::Unit,
            Type::Tuple(parts) => Out::Tuple(parts.iter().map(|t| self.out_among(t)).collect::<Result<_, _>>()?),
            Type::Float(_) => {
                let v = self.value("t", Ty::Float, self.span);
                self.temporaries.insert(v);
                Out::Scalar(v)
            }
            Type::Int(_) | Type::Bool => {
                let Some(of) = crate::core::build::scalar(ty) else { return refuse("a result") };
                let v = self.value("t", of, self.span);
                self.temporaries.insert(v);
                Out::Count(v)
            }
            Type::Vec(of) if matches!(**of, Type::Float(_)) => {
                let arr = self.array("list", Storage::Heap, of, self.span);
                self.unnamed.insert(arr);
                Out::Array(arr)
            }
            Type::Array(of, len) if matches!(**of, Type::Float(_)) => {
                let len = self.len_atom(len)?;
                let arr = self.array("list", Storage::Fixed(self.tokens(&len)), of, self.span);
                self.unnamed.insert(arr);
                Out::Array(arr)
            }
            Type::Rigid(..) | Type::Slice(_) => {
                let v = self.value("t", Ty::Record, self.span);
                self.temporaries.insert(v);
                Out::Scalar(v)
            }
            // An enum of the crate without the derive and without numbers.
            Type::Adt(adt, _)
                if self.program.adt(*adt).origin == Origin::Crate
                    && !self.program.adt(*adt).differentiable
                    && !holds_floats(self.program, ty, DEEPEST) =>
            {
                return refuse("a result of this type");
            }
            Type::Adt(..) | Type::Vec(_) | Type::Array(..)
                if self.written_ty(ty).is_some() || self.keys_of(ty).is_some() =>
            {
                let v = self.value("t", Ty::Record, self.span);
                self.temporaries.insert(v);
                let counts = ty.element().is_some() && !holds_floats(self.program, ty, DEEPEST);
                if counts { Out::Count(v) } else { Out::Scalar(v) }
            }
            _ => return refuse("a result of this type"),
        })
    }

    /// The same of what comes beside other things.
    pub(crate) fn out_among(&mut self, ty: &Type) -> Result<Out, Refusal> {
        match self.maybe_of(ty) {
            Some((_, of)) => Ok(self.out_beside(&of)),
            None => self.out_of(ty),
        }
    }

    /// A structure that a call gives.
    pub(crate) fn given_whole(&mut self, v: usize, ty: &Type) -> Result<Value, Refusal> {
        let path = crate::ir::Projections::default();
        self.load_whole(&crate::core::structures::Whole { of: v, constant: false, plain: false, path, ty: ty.clone() })
    }

    /// Which variant of an `Option` or a `Result` holds the value, and its type.
    pub(crate) fn maybe_of(&self, ty: &Type) -> Option<(usize, Type)> {
        let Type::Adt(adt, args) = ty else { return None };
        let def = self.program.adt(*adt);
        let some = def.variants.iter().position(|v| matches!(&*v.name, "Some" | "Ok"))?;
        (def.is_enum && matches!(&*def.name, "Option" | "Result")).then_some((some, args.first()?.clone()))
    }

    /// What a call gives that may not be there. Of an error it is known that there is one, and no more.
    pub(crate) fn choice_of_out(&mut self, out: &Out, some: usize, of: &Type) -> Result<Value, Refusal> {
        let Out::Tuple(parts) = out else { return refuse("a result of this type") };
        let [value, Out::Rows(count, _)] = parts.as_slice() else { return refuse("a result of this type") };
        if let Out::Scalar(v) = value
            && self.values[*v].option
        {
            return self.choice_of_option(*v, some, of);
        }
        let value = self.value_of_out(value, of)?;
        let there = match some {
            0 => quote::quote!(0),
            _ => quote::quote!(1),
        };
        let (a, b) = (Value::Atom(crate::ir::Atom::Val(*count)), Value::lit(there));
        let tag = self.int_binary(crate::ir::Binary::Eq, &a, &b, Type::Bool)?;
        let tag = self.atom(tag, self.span)?;
        let variants = match some {
            // `Ok`, and an error that nobody sees.
            0 => vec![Some(vec![value]), Some(vec![Value::Unseen])],
            _ => vec![Some(vec![]), Some(vec![value])],
        };
        Ok(Value::Enum(Box::new(crate::core::value::Choice { tag, variants })))
    }

    /// What a call gives of an `Option` or a `Result` beside structures that it changes: an `Option`, or whether it is.
    pub(crate) fn out_beside(&mut self, of: &Type) -> Out {
        let ty = if *of == Type::UNIT { Ty::Bool } else { Ty::Record };
        let v = self.value("t", ty, self.span);
        self.temporaries.insert(v);
        if ty == Ty::Bool { Out::Count(v) } else { Out::Scalar(v) }
    }

    pub(crate) fn choice_beside(&mut self, out: &Out, some: usize, of: &Type) -> Result<Value, Refusal> {
        match (out, some) {
            (Out::Scalar(v), _) => self.choice_of_option(*v, some, of),
            (Out::Count(v), 1) => {
                let variants = vec![Some(vec![]), Some(vec![Value::UNIT])];
                Ok(Value::Enum(Box::new(crate::core::value::Choice { tag: Atom::Val(*v), variants })))
            }
            (Out::Count(v), _) => {
                let tag = self.negated(Atom::Val(*v));
                let variants = vec![Some(vec![Value::UNIT]), Some(vec![Value::Unseen])];
                Ok(Value::Enum(Box::new(crate::core::value::Choice { tag, variants })))
            }
            _ => refuse("a result of this type"),
        }
    }

    /// An `Option` that a call gives, as an `Option`, or as a `Result` whose error nobody sees.
    fn choice_of_option(&mut self, v: usize, some: usize, of: &Type) -> Result<Value, Refusal> {
        let Some(front::items::ItemId::Adt(option)) = self.program.prelude("option::Option") else {
            return refuse("a result of this type");
        };
        let Value::Enum(choice) = self.given_whole(v, &Type::Adt(option, vec![of.clone()]))? else {
            return refuse("a result of this type");
        };
        if some == 1 {
            return Ok(Value::Enum(choice));
        }
        let tag = self.negated(choice.tag);
        let good = choice.variants.into_iter().nth(1).flatten();
        let variants = vec![good, Some(vec![Value::Unseen])];
        Ok(Value::Enum(Box::new(crate::core::value::Choice { tag, variants })))
    }

    pub(crate) fn value_of_out(&mut self, out: &Out, ty: &Type) -> Result<Value, Refusal> {
        if let Some((some, of)) = self.maybe_of(ty) {
            return match out {
                Out::Tuple(_) => self.choice_of_out(out, some, &of),
                _ => self.choice_beside(out, some, &of),
            };
        }
        Ok(match out {
            Out::Unit => Value::UNIT,
            Out::Scalar(v) | Out::Count(v) if self.values[*v].ty == Ty::Record => self.given_whole(*v, ty)?,
            Out::Scalar(v) | Out::Count(v) => Value::Atom(crate::ir::Atom::Val(*v)),
            Out::Array(arr) => Value::List(Self::leaf_list(*arr, None)),
            Out::Tuple(parts) if let [Out::Array(arr), Out::Rows(count, lies)] = parts.as_slice() => {
                let count = match ty {
                    Type::Array(_, len) => self.len_atom(len)?,
                    _ => Atom::Val(*count),
                };
                self.list_of_out(*arr, count, lies)?
            }
            Out::Tuple(parts) => {
                let Type::Tuple(types) = ty else { return refuse("a result of this type") };
                let all = parts.iter().zip(types).map(|(p, ty)| self.value_of_out(p, ty));
                Value::Tuple(all.collect::<Result<_, _>>()?)
            }
            _ => return refuse("a result of this type"),
        })
    }
}
