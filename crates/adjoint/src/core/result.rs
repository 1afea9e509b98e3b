//! What a function returns.

use super::value::{Choice, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Ret, Step, Storage};
use crate::signature::Shape;
use front::ty::Ty;

impl Builder<'_> {
    pub(super) fn result(&mut self, value: Value, ty: &Ty) -> Result<Ret, Refusal> {
        let shape = self.sig.ret.clone();
        if self.changed.is_empty() {
            return self.result_of(value, &shape, ty);
        }
        let (mut values, mut types) = (vec![], vec![]);
        for (var, ty) in self.changed.clone() {
            values.push(self.env[var].clone());
            types.push(ty);
        }
        let shapes = match shape {
            Shape::Tuple(shapes) => shapes,
            shape => vec![shape],
        };
        let Some(given) = shapes.len().checked_sub(values.len()) else { return refuse("a result of this shape") };
        let mut all = vec![];
        if given == 1 {
            all.push(self.given_beside(value, &shapes[0], ty)?);
        }
        for ((value, ty), shape) in values.into_iter().zip(types).zip(&shapes[given..]) {
            all.push(self.result_of(value, shape, &ty)?);
        }
        match (all.pop(), all.is_empty()) {
            (Some(one), true) => Ok(one),
            (Some(last), false) => {
                all.push(last);
                Ok(Ret::Tuple(all))
            }
            (None, _) => Ok(Ret::Unit),
        }
    }

    /// What is given beside structures that are given back: of what may not be there an `Option`, or whether it is.
    fn given_beside(&mut self, value: Value, shape: &Shape, ty: &Ty) -> Result<Ret, Refusal> {
        let Ty::Adt(adt, args) = ty else { return self.result_of(value, shape, ty) };
        if !self.is_std(*adt, "Option") && !self.is_std(*adt, "Result") {
            return self.result_of(value, shape, ty);
        }
        let Value::Enum(choice) = value else { return refuse("a result of this shape") };
        let good = self.good(ty);
        if let Shape::Count(of) = shape
            && matches!(&**of, syn::Type::Path(p) if p.path.is_ident("bool"))
        {
            return Ok(Ret::Scalar(self.is_variant(&choice, good)?));
        }
        let Some(option) = self.program.prelude("option::Option") else { return refuse("a result of this shape") };
        let front::items::ItemId::Adt(option) = option else { return refuse("a result of this shape") };
        let ty = Ty::Adt(option, args[..1].to_vec());
        let (some, is) = (self.good(&ty), self.is_variant(&choice, good)?);
        let mut variants = vec![Some(vec![]), Some(vec![])];
        variants[some] = choice.variants.into_iter().nth(good).flatten();
        let tag = if some == 1 { is } else { self.negated(is) };
        let value = Value::Enum(Box::new(Choice { tag, variants }));
        Ok(Ret::Scalar(self.made(&ty, value)?))
    }

    fn result_of(&mut self, value: Value, shape: &Shape, ty: &Ty) -> Result<Ret, Refusal> {
        if let Shape::Record(_) = shape {
            return Ok(Ret::Scalar(self.made(ty, value)?));
        }
        Ok(match (value, shape) {
            (_, Shape::Unit) => Ret::Unit,
            (value @ (Value::Atom(_) | Value::Code(_) | Value::Ref(..)), Shape::Scalar | Shape::Count(_)) => {
                Ret::Scalar(self.atom(value, self.span)?)
            }
            (Value::Tuple(parts), Shape::Tuple(shapes)) if parts.len() == shapes.len() => {
                let Ty::Tuple(types) = ty else { return refuse("a result of this shape") };
                let all = parts.into_iter().zip(shapes).zip(types).map(|((v, s), t)| self.result_of(v, s, t));
                Ret::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Value::List(list), Shape::Vec | Shape::Fixed(_)) => {
                let Some(arr) = list.leaf() else { return refuse("a result of rows") };
                let array = &self.arrays[arr];
                let lent = matches!(array.storage, Storage::Shared | Storage::Exclusive);
                let fits = match shape {
                    Shape::Fixed(_) => matches!(array.storage, Storage::Fixed(_)),
                    _ => matches!(array.storage, Storage::Heap),
                };
                let whole = list.part.is_none() || list.grows.is_some();
                if lent || array.result || !fits || !whole {
                    let list = self.copied(&list, None)?;
                    let Some(arr) = list.leaf() else { return refuse("a result of rows") };
                    if matches!(shape, Shape::Fixed(_)) != matches!(self.arrays[arr].storage, Storage::Fixed(_)) {
                        return refuse("a result of a length that is not known");
                    }
                    self.arrays[arr].result = true;
                    return Ok(Ret::Array(arr));
                }
                if let (Some((_, len)), true) = (&list.part, list.grows.is_some()) {
                    self.out.push(Step::Cut(arr, len.clone()));
                }
                self.arrays[arr].result = true;
                Ret::Array(arr)
            }
            (Value::Never, Shape::Scalar) => Ret::Scalar(crate::ir::Atom::Lit(quote::quote!(0.0))),
            _ => return refuse("a result of this shape"),
        })
    }
}
