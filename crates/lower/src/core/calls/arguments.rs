//! What calls are given: each value as the parameter's type takes it.

use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Access, Arg, Atom, Op, Storage, Ty, Verbatim, View};
use front::ty::Ty as Type;
use quote::quote;

impl Builder<'_> {
    pub(crate) fn argument(&mut self, value: Value, ty: &Type) -> Result<Arg, Refusal> {
        let value = match value {
            Value::Ref(_, place) if matches!(ty.behind(), Type::Closure(_) | Type::FnItem(..)) => self.load(&place)?,
            value => value,
        };
        if let Value::Atom(lent @ Atom::Val(v)) = &value
            && self.lent.contains(v)
        {
            return Ok(Arg::Scalar(lent.clone()));
        }
        if let Some(lent) = self.only_lent(ty, &value)? {
            return Ok(Arg::Scalar(lent));
        }
        // A list of texts that stands outside is handed on as it is.
        if matches!(ty, Type::Ref(false, of) if of.element().is_some_and(Self::is_text))
            && let Some(lent) = self.lent(ty, &value)?
        {
            return Ok(Arg::Scalar(lent));
        }
        Ok(match (ty, value) {
            (_, f) if crate::core::calls::function_values::is_function(&f) => Arg::Scalar(self.handed_on(&f)?),
            (Type::Float(_) | Type::Int(_) | Type::Bool, value) => Arg::Scalar(self.atom(value, self.span)?),
            (Type::Ref(false, inner), value) if matches!(**inner, Type::Float(_)) => {
                Arg::Scalar(self.atom(value, self.span)?)
            }
            (Type::Ref(true, inner), Value::Ref(_, place)) if matches!(**inner, Type::Vec(_)) => {
                let Place::Slice(list) = *place else { return refuse("an argument of this type") };
                let Some(arr) = list.leaf() else { return refuse("a list of this form as an argument") };
                Arg::View(View { arr, part: list.part }, Access::Lent)
            }
            (Type::Ref(m, inner), value) if matches!(&**inner, Type::Slice(of) if crate::core::build::scalar(of).is_some()) =>
            {
                let Value::Ref(_, place) = value else { return refuse("a reference") };
                let mut list = self.list_at(&place)?;
                if list.leaf().is_none() && !*m {
                    list = self.copied(&list)?;
                }
                let Some(arr) = list.leaf() else { return refuse("a list of this form as an argument") };
                let view = self.leaf_view(&list, arr)?;
                Arg::View(view, if *m { Access::Write } else { Access::Read })
            }
            (Type::Vec(of) | Type::Array(of, _), Value::List(list)) if crate::core::build::scalar(of).is_some() => {
                let storage = list.leaf().map(|arr| &self.arrays[arr].storage);
                let heap = storage.is_some_and(|of| matches!(of, Storage::Heap));
                let own = storage.is_some_and(|of| !matches!(of, Storage::Shared | Storage::Exclusive));
                let list = match (list.part.is_none() && own, list.grows) {
                    (true, None) if heap || matches!(ty, Type::Array(..)) => list,
                    _ if matches!(ty, Type::Vec(_)) => self.as_vec(&list)?,
                    _ => self.copied(&list)?,
                };
                match list.leaf() {
                    Some(arr) if !matches!(self.arrays[arr].storage, Storage::Shared | Storage::Exclusive) => {
                        Arg::Owned(arr)
                    }
                    _ => return refuse("a list of this form as an argument"),
                }
            }
            (Type::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() && !is_whole(ty) => {
                let all = types.iter().zip(parts).map(|(t, v)| self.argument(v, t));
                Arg::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Type::Ref(true, _), _) => return refuse("an argument of this type"),
            (ty, value) if crate::core::expr::opaque::is_closed(ty) => Arg::Scalar(self.text_argument(value, ty)?),
            (Type::Ref(false, inner), Value::Ref(_, place)) if self.is_written(inner) => {
                if let Some(whole) = self.endless_at(inner, &place)? {
                    return Ok(Arg::Scalar(whole));
                }
                // What a function was lent it lends on: made anew it would be copied in each call.
                if let Place::Whole(w) = &*place
                    && w.path.is_empty()
                    && !w.constant
                    && !w.plain
                    && w.ty == **inner
                {
                    return Ok(Arg::Scalar(Atom::Val(w.of)));
                }
                let value = self.load(&place)?;
                let of = match &**inner {
                    Type::Slice(of) => Type::Vec(of.clone()),
                    of => of.clone(),
                };
                Arg::Scalar(self.made(&of, value)?)
            }
            (Type::Ref(_, of), Value::Ref(_, place)) if self.is_bounded(of) || **of == Type::unknown() => {
                let value = self.load(&place)?;
                self.argument(value, of)?
            }
            (_, Value::Atom(atom)) if self.is_whole(&atom) => Arg::Scalar(atom),
            (Type::Adt(..) | Type::Tuple(_) | Type::Vec(_) | Type::Array(..), value) => {
                Arg::Scalar(self.made(ty, value)?)
            }
            _ => return refuse("an argument of this type"),
        })
    }

    /// What goes in parts, each of which is an argument of its own.
    pub(crate) fn lent_argument(&mut self, value: Value, ty: &Type) -> Result<Arg, Refusal> {
        match (ty, value) {
            (Type::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() => {
                let all = types.iter().zip(parts).map(|(ty, part)| self.lent_argument(part, ty));
                Ok(Arg::Tuple(all.collect::<Result<_, _>>()?))
            }
            (ty, value) => self.argument(value, ty),
        }
    }

    /// A constant that is lent: it is told from one that is handed over by its type alone.
    pub(crate) fn lent_word(&mut self, value: Value, of: &Type) -> Result<Arg, Refusal> {
        let (atom, of) = (self.atom(value, self.span)?, self.written_ty(of));
        let word = self.tokens(&atom);
        let code = Verbatim::of(quote!((#word as #of)), atom.val().into_iter().collect());
        Ok(Arg::Scalar(self.temporary(Ty::some_int(), Op::Verbatim(code), self.span)))
    }

    /// Whether generated code names a type, or that of the elements of a slice.
    fn is_written(&self, ty: &Type) -> bool {
        let of = if let Type::Slice(of) = ty { of } else { ty };
        self.written_ty(of).is_some() || self.keys_of(of).is_some() || matches!(of, Type::Tuple(_))
    }
}

/// Whether a tuple goes to a function as one value: its signature takes apart those of numbers and lists of numbers alone.
fn is_whole(ty: &Type) -> bool {
    fn parts(ty: &Type) -> Option<bool> {
        match ty {
            Type::Ref(..) => None,
            Type::Float(_) | Type::Rigid(..) | Type::Closure(_) | Type::FnItem(..) => Some(false),
            Type::Vec(of) | Type::Array(of, _) => Some(!matches!(**of, Type::Float(_) | Type::Rigid(..))),
            Type::Tuple(all) => all.iter().map(parts).try_fold(false, |any, part| Some(any || part?)),
            _ => Some(true),
        }
    }
    parts(ty) == Some(true)
}
