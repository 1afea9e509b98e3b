//! Lists and rows that are one value, as a field moved out of a structure is, taken apart where numbers are wanted.

use super::{Binding, Item, Lowerer};
use crate::signature::Shape;
use proc_macro2::{Ident, Span};
use syn::{Expr, Result, parse_quote};

impl Lowerer {
    /// The list, the array or the rows that a value is.
    pub(super) fn unpacked(&mut self, item: Item, shape: &Shape) -> Result<Item> {
        let binding = match &item {
            Item::Scalar(a) if self.is_open(a) => Binding::Const(a.clone()),
            Item::Held(reach) => Binding::Held(reach.clone()),
            _ => return Ok(item),
        };
        let (name, float) = (Ident::new("__list", Span::call_site()), self.float.clone());
        let e: Expr = match shape {
            Shape::Vec => parse_quote!(#name.iter().copied().collect::<Vec<#float>>()),
            Shape::Fixed(n) => parse_quote!(std::array::from_fn::<_, { #n }, _>(|k| #name[k])),
            Shape::Tuple(parts) if matches!(parts.as_slice(), [Shape::Vec, Shape::Rows(1)]) => {
                parse_quote!(#name.iter().map(|row| row.iter().copied().collect::<Vec<#float>>()).collect::<Vec<Vec<#float>>>())
            }
            _ => return Ok(item),
        };
        self.scoped(|l| {
            l.declare(&name, binding);
            l.item(&e)
        })
    }
}
