//! What a function returns.

use super::build::word;
use super::value::{Choice, List, Value};
use crate::core::structures::construct::owns_text;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Init, IntTy, Ret, Step, Storage};
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
            if let Some(came) = self.came_lent.iter().find(|came| came.var == var).cloned() {
                let back = self.left_to_come_back(&came)?;
                values.extend(back.into_iter().map(Value::Atom));
                types.extend(came.back(self));
                continue;
            }
            values.push(self.env[var].clone());
            types.push(ty);
        }
        let alone = values.len() == 1 && matches!(ty, Ty::Tuple(parts) if parts.is_empty());
        let shapes = match shape {
            Shape::Tuple(shapes) if !alone => shapes,
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
            (value @ (Value::Atom(_) | Value::Text(_)), Shape::Count(_))
                if word(ty) == Some(crate::ir::Ty::Int(IntTy::Text)) =>
            {
                Ret::Scalar(self.made(ty, value)?)
            }
            (value @ (Value::Atom(_) | Value::Code(_)), Shape::Scalar | Shape::Count(_)) => {
                Ret::Scalar(self.atom(value, self.span)?)
            }
            (value, Shape::Tuple(shapes)) if let [shape, Shape::Rows(0)] = shapes.as_slice() => {
                self.maybe_result(value, shape, ty)?
            }
            (Value::List(list), Shape::Tuple(shapes)) if let [shape, Shape::Rows(_)] = shapes.as_slice() => {
                self.nested_result(&list, shape, ty)?
            }
            (Value::Tuple(parts), Shape::Tuple(shapes)) if parts.len() == shapes.len() => {
                let Ty::Tuple(types) = ty else { return refuse("a result of this shape") };
                let all = parts.into_iter().zip(shapes).zip(types).map(|((v, s), t)| self.result_of(v, s, t));
                Ret::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Value::Ref(_, place), shape) => {
                let value = self.load(&place)?;
                self.result_of(value, shape, ty.behind())?
            }
            (value @ (Value::Tuple(_) | Value::Enum(_)), Shape::Count(_)) if self.is_without_numbers(ty) => {
                Ret::Scalar(self.made(ty, value)?)
            }
            (Value::List(list), Shape::Count(_)) => {
                // Integers are one constant.
                let Some(arr) = list.leaf().filter(|&arr| !self.arrays[arr].float) else {
                    return refuse("a result of this shape");
                };
                let view = self.leaf_view(&list, arr)?;
                let name = self.arrays[arr].name.clone();
                let part = match &view.part {
                    Some((off, len)) => {
                        let (off, len) = (self.tokens(off), self.tokens(len));
                        quote::quote!(#off..#off + #len)
                    }
                    None => quote::quote!(..),
                };
                let list = match ty {
                    front::ty::Ty::Array(..) => quote::quote!(#name),
                    ty if ty.element().is_some_and(owns_text) => {
                        quote::quote!(#name[#part].iter().map(|&text| ::std::string::String::from(text)).collect::<::std::vec::Vec<_>>())
                    }
                    _ => quote::quote!(#name[#part].to_vec()),
                };
                let code = crate::ir::Verbatim { tokens: list, vals: view.vals(), reads: vec![arr], lens: vec![] };
                Ret::Scalar(self.temporary(crate::ir::Ty::some_int(), crate::ir::Op::Verbatim(code), self.span))
            }
            (list @ Value::List(_), Shape::Tuple(shapes)) => {
                let Value::Tuple(columns) = self.as_columns(list, ty)? else {
                    return refuse("a result of this shape");
                };
                let of = Ty::Vec(Box::new(Ty::Float(front::ty::Float::F64)));
                let all = columns.into_iter().zip(shapes).map(|(column, shape)| self.result_of(column, shape, &of));
                Ret::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Value::List(list), Shape::Vec | Shape::Fixed(_)) => {
                let list = if list.leaf().is_some() { list } else { self.copied(&list)? };
                let Some(arr) = list.leaf() else { return refuse("a result of rows") };
                let array = &self.arrays[arr];
                let lent = matches!(array.storage, Storage::Shared | Storage::Exclusive);
                let fits = match shape {
                    Shape::Fixed(_) => matches!(array.storage, Storage::Fixed(_)),
                    _ => matches!(array.storage, Storage::Heap),
                };
                let whole = list.part.is_none() || list.grows.is_some();
                if lent || array.result || !fits || !whole {
                    let list = match shape {
                        Shape::Fixed(_) => self.as_array(&list, ty)?,
                        _ => self.as_vec(&list)?,
                    };
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
            (value @ (Value::Tuple(_) | Value::Enum(_)), Shape::Count(_)) => Ret::Scalar(self.made(ty, value)?),
            (Value::Never, Shape::Scalar) => Ret::Scalar(crate::ir::Atom::lit(quote::quote!(0.0))),
            _ => return refuse("a result of this shape"),
        })
    }

    /// An array of its own with the elements of a list that is as long as its type says.
    pub(super) fn as_array(&mut self, list: &List, ty: &Ty) -> Result<List, Refusal> {
        let copy = self.copied(list)?;
        let (Some(arr), Ty::Array(of, len)) = (copy.leaf(), ty) else { return Ok(copy) };
        let n = self.len_atom(len)?;
        if matches!(self.arrays[arr].storage, Storage::Fixed(_)) {
            return Ok(copy);
        }
        let view = self.leaf_view(&copy, arr)?;
        let made = self.alloc(Storage::Fixed(self.tokens(&n)), of, Init::Copy(view), None);
        Ok(Self::leaf_list(made, None))
    }

    /// A value that may not be there: the value, and how many there are.
    fn maybe_result(&mut self, value: Value, shape: &Shape, ty: &front::ty::Ty) -> Result<Ret, Refusal> {
        let (Value::Enum(choice), front::ty::Ty::Adt(adt, args)) = (value, ty) else {
            return refuse("a result that may not be there");
        };
        if let Shape::Record(_) = shape {
            let there = self.is_variant(&choice, self.good(ty))?;
            let there = self.as_count(there)?;
            let value = self.given_beside(Value::Enum(choice), shape, ty)?;
            return Ok(Ret::Tuple(vec![value, Ret::Rows(there, vec![])]));
        }
        let Some(some) = self.program.adt(*adt).variants.iter().position(|v| matches!(&*v.name, "Some" | "Ok")) else {
            return refuse("an enum as a result");
        };
        let Some(of) = args.first() else { return refuse("a result of this type") };
        let there = self.is_variant(&choice, some)?;
        let there = self.as_count(there)?;
        let value = match choice.variants.into_iter().nth(some).flatten().and_then(|mut fields| fields.pop()) {
            Some(Value::Never) | None => self.zero_of(of)?,
            Some(value) => value,
        };
        Ok(Ret::Tuple(vec![self.result_of(value, shape, of)?, Ret::Rows(there, vec![])]))
    }

    /// How many there are of what may not be there.
    fn as_count(&mut self, there: crate::ir::Atom) -> Result<crate::ir::Atom, Refusal> {
        match super::build::flag(&there) {
            Some(there) => Ok(super::build::usize_lit(u64::from(there))),
            None => {
                let usize = Ty::Int(front::ty::Int::Usize);
                let code = self.verbatim(vec![Value::Atom(there)], usize, |t| quote::quote!(usize::from(#(#t)*)))?;
                self.atom(code, self.span)
            }
        }
    }
}
