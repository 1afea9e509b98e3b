//! What a function returns.

use super::value::Value;
use super::{Builder, Refusal, refuse};
use crate::ir::{Ret, Step, Storage};
use crate::signature::Shape;

impl Builder<'_> {
    pub(super) fn result(&mut self, value: Value, ty: &front::ty::Ty) -> Result<Ret, Refusal> {
        let shape = self.sig.ret.clone();
        self.result_of(value, &shape, ty)
    }

    fn result_of(&mut self, value: Value, shape: &Shape, ty: &front::ty::Ty) -> Result<Ret, Refusal> {
        if let (Shape::Record(_), front::ty::Ty::Adt(adt, args)) = (shape, ty) {
            return Ok(Ret::Scalar(self.made(*adt, args, value)?));
        }
        Ok(match (value, shape) {
            (_, Shape::Unit) => Ret::Unit,
            (value @ (Value::Atom(_) | Value::Code(_) | Value::Ref(..)), Shape::Scalar | Shape::Count(_)) => {
                Ret::Scalar(self.atom(value, self.span)?)
            }
            (Value::Tuple(parts), Shape::Tuple(shapes)) if parts.len() == shapes.len() => {
                let front::ty::Ty::Tuple(types) = ty else { return refuse("a result of this shape") };
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
