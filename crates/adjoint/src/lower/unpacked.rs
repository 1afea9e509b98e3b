//! Lists and rows that are one value, as a field moved out of a structure is, taken apart where numbers are wanted.

use super::{Binding, Item, Lowerer};
use crate::ir::{Arr, Part, Storage, View};
use crate::signature::Shape;
use proc_macro2::{Ident, Span};
use syn::{Expr, Result, Type, parse_quote};

impl Lowerer {
    /// The list, the array or the rows that a value is.
    pub(super) fn unpacked(&mut self, item: Item, shape: &Shape) -> Result<Item> {
        let binding = match &item {
            Item::Scalar(a) if self.is_open(a) || self.is_constant(a) => Binding::Const(a.clone()),
            Item::Held(reach) => Binding::Held(reach.clone()),
            _ => return Ok(item),
        };
        let (name, float) = (Ident::new("__list", Span::call_site()), self.float.clone());
        let Some(e) = parts_of(&parse_quote!(#name), shape, &float) else { return Ok(item) };
        self.scoped(|l| {
            l.declare(&name, binding);
            l.item(&e)
        })
    }

    /// A list for a field that is an array, as a call gave it.
    pub(super) fn of_fixed_length(&mut self, arr: Arr, ty: &Type) -> Result<Part> {
        let shape = crate::signature::shape(ty, &self.float).filter(|s| matches!(s, Shape::Fixed(_)));
        let (name, float) = (Ident::new("__list", Span::call_site()), self.float.clone());
        let of_calls = matches!(self.arrays[arr].storage, Storage::Heap);
        let Some(e) = shape.filter(|_| of_calls).and_then(|shape| parts_of(&parse_quote!(#name), &shape, &float))
        else {
            return Ok(Part::Array(arr));
        };
        self.scoped(|l| {
            l.declare(&name, Binding::View(View { arr, part: None }));
            Ok(match l.item(&e)? {
                Item::Fresh(fixed) => Part::Array(fixed),
                _ => Part::Array(arr),
            })
        })
    }
}

/// An expression for the numbers, lists and rows in a value.
fn parts_of(e: &Expr, shape: &Shape, float: &Ident) -> Option<Expr> {
    Some(match shape {
        Shape::Scalar => e.clone(),
        Shape::Vec => parse_quote!(#e.iter().copied().collect::<Vec<#float>>()),
        Shape::Fixed(n) => parse_quote!(std::array::from_fn::<_, { #n }, _>(|at__| #e[at__])),
        Shape::Tuple(parts) if matches!(parts.as_slice(), [Shape::Vec, Shape::Rows(1)]) => {
            parse_quote!(#e.iter().map(|row| row.iter().copied().collect::<Vec<#float>>()).collect::<Vec<Vec<#float>>>())
        }
        Shape::Tuple(parts) => {
            let part = |(k, shape): (usize, &Shape)| {
                let k = syn::Index::from(k);
                parts_of(&parse_quote!(#e.#k), shape, float)
            };
            let parts: Vec<Expr> = parts.iter().enumerate().map(part).collect::<Option<_>>()?;
            parse_quote!((#(#parts),*))
        }
        _ => return None,
    })
}
