//! Parameters: how each arrives in the lowered form.

use super::{Item, Leaf, Lowerer, primitive};
use crate::ir::{Atom, Storage, Ty, View};
use crate::nests::Part;
use crate::signature::{Param, Shape};
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{Result, Type};

/// Whether it is a number in single precision.
fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f32"))
}

impl Lowerer {
    pub(super) fn param(&mut self, p: &Param) -> Leaf {
        match &p.shape {
            Some(shape) => self.leaf(&p.name, shape, p.active),
            None => self.constant_leaf(p),
        }
    }

    /// Makes the user's name stand for a parameter; behind its leaf are those of the parameters that follow.
    pub(super) fn bind_param(&mut self, p: &Param, leaves: &[Leaf]) -> Result<()> {
        let item = match &p.part {
            Some(Part::Numbers(nested)) => self.nested_param(p, nested, leaves)?,
            Some(_) => return Ok(()),
            None => self.leaf_item(&leaves[0]),
        };
        if let Item::Scalar(Atom::Val(v)) = &item
            && !p.active
            && is_single(&p.ty)
            && self.scalar == "f64"
        {
            self.singles.insert(*v);
        }
        self.bind(&p.pat, item, None)
    }

    /// A number as one of the function's, where it is a constant of single precision.
    pub(super) fn doubled(&mut self, x: Atom) -> Atom {
        match x.val().is_some_and(|v| self.singles.contains(&v)) {
            true => {
                let tokens = self.atom_tokens(&x);
                self.computed(quote!(f64::from(#tokens)), &[&x], Ty::Float)
            }
            false => x,
        }
    }

    fn leaf(&mut self, name: &Ident, shape: &Shape, active: bool) -> Leaf {
        let storage = match shape {
            Shape::Unit | Shape::Rows(_) | Shape::Count(_) => return Leaf::Tuple(vec![]),
            Shape::Scalar => {
                let v = self.value(&name.to_string(), Ty::Float, name.span());
                (self.values[v].lifted, self.values[v].active) = (active, active);
                return Leaf::Scalar(v);
            }
            Shape::Tuple(shapes) => {
                let part =
                    |(k, s): (usize, &Shape)| self.leaf(&Ident::new(&format!("{name}_{k}"), name.span()), s, active);
                return Leaf::Tuple(shapes.iter().enumerate().map(part).collect());
            }
            Shape::Record(r) => {
                let v = self.value(&name.to_string(), Ty::Record, name.span());
                if crate::signature::is_list_of_values(&r.ty) {
                    self.record_lists.insert(v);
                }
                self.types.insert(v, (r.ty.clone(), false));
                let value = &mut self.values[v];
                (value.lifted, value.active, value.by_ref, value.straight) = (active, active, true, false);
                return Leaf::Scalar(v);
            }
            Shape::Slice => Storage::Shared,
            Shape::SliceMut => Storage::Exclusive,
            Shape::Fixed(len) => Storage::Fixed(len.clone()),
            Shape::Vec => Storage::Heap,
        };
        let a = self.array(&name.to_string(), storage, true, name.span());
        let array = &mut self.arrays[a];
        (array.param, array.lifted, array.active) = (true, active, active);
        Leaf::Array(a)
    }

    /// A parameter that is not made of floats: a list of constants, or one constant.
    fn constant_leaf(&mut self, p: &Param) -> Leaf {
        let storage = match &p.ty {
            Type::Reference(r) if matches!(&*r.elem, Type::Slice(_)) => {
                Some(if r.mutability.is_some() { Storage::Exclusive } else { Storage::Shared })
            }
            Type::Array(a) if !matches!(&*a.elem, Type::Array(_)) => Some(Storage::Fixed(a.len.to_token_stream())),
            _ => None,
        };
        let element = match &p.ty {
            Type::Reference(r) => match &*r.elem {
                Type::Slice(s) => primitive(&s.elem),
                _ => None,
            },
            Type::Array(a) => primitive(&a.elem),
            _ => None,
        };
        match (storage, element) {
            (Some(storage), Some(element)) => {
                let a = self.array(&p.name.to_string(), storage, false, p.name.span());
                self.arrays[a].param = true;
                self.arrays[a].sample = self.zero_of(&element);
                Leaf::Array(a)
            }
            _ => {
                let ty = primitive(&p.ty).unwrap_or(Ty::Unknown);
                let v = self.value(&p.name.to_string(), ty, p.name.span());
                if ty == Ty::Unknown {
                    let mut written = &p.ty;
                    while let Type::Reference(r) = written {
                        written = &r.elem;
                    }
                    let list = matches!(written, Type::Slice(_) | Type::Array(_));
                    if list || matches!(written, Type::Path(p) if !p.path.is_ident("str")) {
                        self.types.insert(v, (written.clone(), true));
                    }
                }
                Leaf::Scalar(v)
            }
        }
    }

    fn leaf_item(&self, leaf: &Leaf) -> Item {
        match leaf {
            Leaf::Scalar(v) => Item::Scalar(Atom::Val(*v)),
            Leaf::Array(a) => Item::View(View { arr: *a, part: None }),
            Leaf::Tuple(leaves) => Item::Tuple(leaves.iter().map(|l| self.leaf_item(l)).collect()),
        }
    }
}
