//! Code that makes what parameters lend their own, and lends it again.

use super::normal::lends_parts;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// Code that makes what is lent inside a parameter of this type its own; `lent` says whether `x` is a reference to it.
pub fn by_value(ty: &Type, x: &TokenStream, lent: bool) -> TokenStream {
    let list = |of: &Type| {
        let element = by_value(of, &quote!(x__), true);
        quote!((#x).iter().map(|x__| #element).collect::<::std::vec::Vec<_>>())
    };
    let inside = |name: &str| crate::syntax::types::argument_of(ty, &[name]);
    match ty {
        Type::Reference(r) if crate::signature::is_text(r) => match lent {
            true => quote!(*#x),
            false => x.clone(),
        },
        Type::Reference(r) if lent => by_value(&r.elem, &quote!((*#x)), true),
        Type::Reference(r) => by_value(&r.elem, x, true),
        Type::Slice(s) => list(&s.elem),
        Type::Tuple(t) => {
            let parts = t.elems.iter().enumerate().map(|(k, ty)| {
                let k = syn::Index::from(k);
                by_value(ty, &quote!(#x.#k), false)
            });
            quote!((#(#parts),*))
        }
        _ if let Some(of) = inside("Vec") => list(of),
        _ if let Some(of) = inside("Option") => {
            let value = by_value(of, &quote!(x__), true);
            quote!(#x.as_ref().map(|x__| #value))
        }
        _ if lent => quote!(::core::clone::Clone::clone(#x)),
        _ => quote!(::core::clone::Clone::clone(&#x)),
    }
}

/// Code that lends, as this type does, what [`by_value`] has made of it at the place `x`.
pub fn lent(ty: &Type, x: &TokenStream) -> TokenStream {
    let inside = |name: &str| crate::syntax::types::argument_of(ty, &[name]);
    let list = |of: &Type| {
        let element = lent(of, &quote!((*x__)));
        quote!(#x.iter().map(|x__| #element).collect::<::std::vec::Vec<_>>())
    };
    match ty {
        Type::Reference(r) if crate::signature::is_text(r) => x.clone(),
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) if lends_parts(ty) => {
                let list = list(&s.elem);
                quote!(&#list[..])
            }
            Type::Slice(_) => quote!(&#x[..]),
            _ => quote!(&#x),
        },
        Type::Tuple(t) => {
            let parts = t.elems.iter().enumerate().map(|(k, ty)| {
                let k = syn::Index::from(k);
                lent(ty, &quote!(#x.#k))
            });
            quote!((#(#parts,)*))
        }
        _ if let Some(of) = inside("Vec") => list(of),
        _ if let Some(of) = inside("Option") => {
            let value = lent(of, &quote!((*x__)));
            quote!(#x.as_ref().map(|x__| #value))
        }
        _ => quote!(::core::clone::Clone::clone(&#x)),
    }
}
