//! Code for values of a shape: zeros, duals, their components.

use crate::signature::Shape;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What a direction for something of a shape is.
pub(super) fn direction(shape: &Shape, scalar: &Ident) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(&[#scalar]),
        Shape::Scalar => quote!(#scalar),
        Shape::Fixed(n) => quote!([#scalar; #n]),
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|s| direction(s, scalar));
            quote!((#(#parts),*))
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => quote!(()),
        Shape::Record(r) => {
            let ty = r.plain();
            let list = syn::parse2::<syn::Type>(ty.clone()).ok().filter(|_| r.by == crate::signature::By::Slice);
            match list.as_ref().and_then(|list| crate::syntax::types::argument_of(list, &["Vec"])) {
                Some(element) => quote!(&[#element]),
                None => quote!(&#ty),
            }
        }
    }
}

/// Zeros of the shape of a value.
pub(super) fn zeros(shape: &Shape, like: &TokenStream, zero: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(::wengert::generated::alike(#zero, #like.len())),
        Shape::Scalar => zero.clone(),
        Shape::Fixed(n) => quote!([#zero; #n]),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                zeros(s, &quote!(#like.#k), zero)
            });
            quote!((#(#parts),*))
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => quote!(()),
        Shape::Record(_) => quote!(::wengert::Bundle::zero(&#like)),
    }
}

/// The parts of a value of a shape that are no tuples.
pub(super) fn parts_of(shape: &Shape, place: TokenStream, out: &mut Vec<TokenStream>) {
    match shape {
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                parts_of(part, quote!(#place.#k), out);
            }
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => {}
        _ => out.push(place),
    }
}

/// Values and a direction as duals of a type.
pub(super) fn duals(shape: &Shape, x: TokenStream, d: TokenStream, dual: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote! {
            #x.iter().zip(#d.iter()).map(|(&x, &d)| #dual::seeded(x, d)).collect::<::std::vec::Vec<_>>()
        },
        Shape::Scalar => quote!(#dual::seeded(#x, #d)),
        Shape::Fixed(n) => quote!({
            let mut all = [#dual::fixed(0.0); #n];
            for (all, (&x, &d)) in all.iter_mut().zip(#x.iter().zip(#d.iter())) {
                *all = #dual::seeded(x, d);
            }
            all
        }),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                duals(s, quote!(#x.#k), quote!(#d.#k), dual)
            });
            quote!((#(#parts),*))
        }
        Shape::Record(r) => {
            let ty = r.plain();
            quote!(<#ty as ::wengert::Differentiable<_>>::over_two(
                ::core::borrow::Borrow::borrow(&#x), #d, &mut |x, d| #dual::seeded(x, d)
            ))
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => quote!(()),
    }
}

pub(super) fn pass_dual(shape: &Shape, x: TokenStream) -> TokenStream {
    match shape {
        Shape::Slice => quote!(&#x[..]),
        Shape::SliceMut => quote!(&mut #x[..]),
        Shape::Vec => quote!(#x.clone()),
        Shape::Record(r) if r.by != crate::signature::By::Value => quote!(&#x),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                pass_dual(s, quote!(#x.#k))
            });
            quote!((#(#parts),*))
        }
        _ => x,
    }
}

/// One component of duals of a shape.
pub(super) fn component(shape: &Shape, x: TokenStream, field: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => {
            quote!(#x.iter().map(|d| d.#field).collect::<::std::vec::Vec<_>>())
        }
        Shape::Scalar => quote!(#x.#field),
        Shape::Fixed(_) => quote!(#x.map(|d| d.#field)),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                component(s, quote!(#x.#k), field)
            });
            quote!((#(#parts),*))
        }
        Shape::Record(_) => quote!(::wengert::generated::plain(&#x, |d| d.#field)),
        Shape::Unit => quote!(()),
        Shape::Rows(_) | Shape::Count(_) => quote!(#x.clone()),
    }
}

/// Code that counts a derivative of a shape as a doubt, where it has a NaN.
pub(super) fn doubt_nan(shape: &Shape, x: &TokenStream) -> TokenStream {
    match shape {
        Shape::Scalar => quote!(::wengert::generated::doubt_nan([#x]);),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, part)| {
                let k = syn::Index::from(k);
                doubt_nan(part, &quote!(#x.#k))
            });
            quote!(#(#parts)*)
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => TokenStream::new(),
        Shape::Record(_) => quote!(::wengert::generated::doubt_nan_in(&#x);),
        _ => quote!(::wengert::generated::doubt_nan(#x.iter().copied());),
    }
}

/// Conditions that say whether a NaN is in a value of a shape.
pub(super) fn any_nan(shape: &Shape, x: TokenStream, out: &mut Vec<TokenStream>) {
    match shape {
        Shape::Scalar => out.push(quote!(::wengert::Number::has_nan(#x))),
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                any_nan(part, quote!(#x.#k), out);
            }
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => {}
        Shape::Record(_) => out.push(quote!(::wengert::generated::any_nan(&#x))),
        _ => out.push(quote!(::wengert::generated::has_nan(&#x[..]))),
    }
}
