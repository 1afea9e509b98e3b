//! Results that may not be there.

use super::nests::{self, Given};
use super::{Shape, is_list_of_values, is_value, record, returnable, shape};
use proc_macro2::{Ident, TokenStream};
use syn::{GenericArgument, PathArguments, Type};

/// What a result is that may not be there: in flat form, the value and how many there are.
pub(super) fn given(
    ty: &Type,
    float: &Ident,
    arguments: &[TokenStream],
    number: Option<&Ident>,
    scalar: &Ident,
) -> Option<(Given, Shape)> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Option" || s.ident == "Result")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    let GenericArgument::Type(inner) = args.args.first()? else { return None };
    let (given, shape) = match shape(inner, float) {
        Some(shape) if returnable(&shape) => (Given::Plain(shape.clone()), shape),
        Some(_) => return None,
        None => match nests::given(inner, float, arguments) {
            // A choice has no value that could stand for nothing.
            Some((_, shape)) if shape.has_choice() => return None,
            Some(given) => given,
            // What is kept whole has no value that could stand for nothing.
            None if is_value(inner) || is_list_of_values(inner) => {
                let shape = record(&syn::parse_quote!(::core::option::Option<#inner>), number, scalar)?;
                (Given::Plain(shape.clone()), shape)
            }
            None => return None,
        },
    };
    Some((Given::Maybe(Box::new(given)), Shape::Tuple(vec![shape, Shape::Rows(0)])))
}
