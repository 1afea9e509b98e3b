//! References inside of types.

use syn::{GenericArgument, PathArguments, Type, parse_quote};

/// What a type is an `Option` of a reference to.
pub fn lent_inside(ty: &Type) -> Option<&Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Option")?;
    let PathArguments::AngleBracketed(a) = &last.arguments else { return None };
    match a.args.first()? {
        GenericArgument::Type(Type::Reference(r)) if r.mutability.is_none() => Some(&r.elem),
        _ => None,
    }
}

/// What a reference in a result is to: over another number it is given by value. Constants are lent on.
pub fn owned(ty: &mut Type) {
    match ty {
        Type::Reference(r) if r.mutability.is_none() && !crate::around::is_answer(&r.elem) => {
            let behind = match &*r.elem {
                Type::Slice(s) => {
                    let element = &s.elem;
                    parse_quote!(::std::vec::Vec<#element>)
                }
                ty => ty.clone(),
            };
            *ty = behind;
            owned(ty);
        }
        Type::Tuple(t) => t.elems.iter_mut().for_each(owned),
        Type::Array(a) => owned(&mut a.elem),
        Type::Path(p) => {
            let holds = |s: &&mut syn::PathSegment| ["Option", "Result", "Vec"].iter().any(|name| s.ident == name);
            if let Some(last) = p.path.segments.last_mut().filter(holds)
                && let PathArguments::AngleBracketed(a) = &mut last.arguments
                && let Some(GenericArgument::Type(ty)) = a.args.first_mut()
            {
                owned(ty);
            }
        }
        _ => {}
    }
}
