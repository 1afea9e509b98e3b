//! Products with the Jacobian: `f::jvp` and `f::vjp` in a body.

use super::carrier::{self, Carrier, Run};
use super::place::{Along, Kind, Place};
use super::{Inner, weights};
use crate::emit::Emitter;
use crate::emit::shapes::any_nan;
use crate::signature::Shape;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// What the inner function gives, as value and tangent.
    fn nested_parts(&self, carrier: Carrier) -> TokenStream {
        let Shape::Tuple(parts) = &self.sig.ret else { return TokenStream::new() };
        let number = self.number();
        let number = &quote!(#number);
        let dual = &carrier.of(number);
        let (value, tangent) = (
            component(&parts[0], &quote!(value__), [dual, number], &quote!(.value)),
            component(&parts[0], &quote!(value__), [dual, number], &carrier.tangent()),
        );
        quote!((#value, #tangent))
    }

    pub(super) fn nested_jvp(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, directions] = self.nested_places(inner);
        let along: Vec<_> = directions.iter().map(Place::as_direction).collect();
        let number = self.number();
        carrier::on_both(&quote!(#number), &|carrier| {
            let (run, parts) = (self.nested_forward(carrier, inner, &places, &along), self.nested_parts(carrier));
            let mut nans = vec![];
            if let Shape::Tuple(shapes) = &self.sig.ret {
                any_nan(&shapes[0], quote!(value__), &mut nans);
            }
            Run { run, nans, result: parts }
        })
    }

    /// The inner function on duals that move along directions.
    pub(super) fn nested_forward(
        &self,
        carrier: Carrier,
        inner: &Inner<'_>,
        places: &[Place],
        along: &[TokenStream],
    ) -> TokenStream {
        let number = self.number();
        let number = &quote!(#number);
        let moved = places.iter().enumerate().map(|(k, place)| {
            let name = place.moved();
            let moved =
                place.along_on(carrier, number, place.as_given(), Along::direction(inner.of_place(k, along).cloned()));
            quote!(let #name = #moved;)
        });
        let moved: Vec<_> = moved.collect();
        let args = self.nested_args(inner, places, &|place| {
            let name = place.moved();
            match place.kind {
                Kind::List => quote!(::wengert::generated::Active(&#name[..])),
                Kind::Record(_) => quote!(::wengert::generated::Active(::wengert::generated::Lent::By(&#name))),
                _ => quote!(::wengert::generated::Active(#name)),
            }
        });
        let (of, arguments, dual) = (inner.of, &self.sig.arguments, carrier.of(number));
        quote! {
            #(#moved)*
            let value__ = #of::__value::<#dual, #(#arguments),*>(#(#args),*);
        }
    }

    pub(super) fn nested_jvp_back(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, directions] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        let dual = &quote!(::wengert::Dual<#number>);
        let moved = |k: usize, place: &Place| {
            Some(place.along(
                number,
                place.as_given(),
                Along::direction(inner.of_place(k, &directions).map(Place::as_direction)),
            ))
        };
        let Shape::Tuple(parts) = &self.sig.ret else { return TokenStream::new() };
        let mut temporaries = TokenStream::new();
        let mut count = 0;
        let seed = seeds_along(&parts[0], &quote!(seeds), &TokenStream::new(), number, &mut temporaries, &mut count);
        let run = self.nested_run(inner, &places, dual, &moved, &seed);
        let receive = places.iter().enumerate().map(|(k, place)| {
            let own = place.receive(place, [dual, number], &quote!(.tangent));
            let turned = inner
                .of_place(k, &directions)
                .map(|direction| direction.receive(place, [dual, number], &quote!(.value)));
            quote!(#own #turned)
        });
        let result = self.nested_parts(Carrier::Watched);
        quote!(#temporaries #run #(#receive)* #result)
    }

    /// The number of a run of `f::vjp`: weights of what the function gives, as a seed.
    fn nested_weights(&self, weights: &[Place]) -> TokenStream {
        let Some(place) = weights.first() else { return TokenStream::new() };
        let name = &place.name;
        match place.kind {
            Kind::Record(_) => quote!(::wengert::generated::Seed(#name)),
            _ => {
                let x = place.as_given();
                quote!(::wengert::generated::Seed(#x))
            }
        }
    }

    pub(super) fn nested_vjp(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, own] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        let run = self.nested_run(inner, &places, number, &|_, _| None, &self.nested_weights(&own));
        let none = &TokenStream::new();
        let result = self.nested_result(inner, &places, [number, number], [none, none, none]);
        quote!(#run #result)
    }

    pub(super) fn nested_vjp_back(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, own] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        let dual = &quote!(::wengert::Dual<#number>);
        let Shape::Tuple(parts) = &self.sig.ret else { return TokenStream::new() };
        let (mut of_value, mut of_gradient) = (vec![], vec![]);
        weights(&parts[0], quote!(seeds.0), &mut of_value);
        weights(&parts[1], quote!(seeds.1), &mut of_gradient);
        let moved = |k: usize, place: &Place| {
            Some(place.along(number, place.as_given(), Along::weights(inner.of_place(k, &of_gradient))))
        };
        let Some(weight) = own.first() else { return TokenStream::new() };
        let name = weight.moved();
        let along = weight.along(number, weight.as_given(), Along::weights(of_value.first()));
        let seed = match weight.kind {
            Kind::Scalar => quote!(::wengert::generated::Seed(#name)),
            Kind::List => quote!(::wengert::generated::Seed(&#name[..])),
            _ => quote!(::wengert::generated::Seed(&#name)),
        };
        let run = self.nested_run(inner, &places, dual, &moved, &seed);
        let receive = places.iter().map(|place| place.receive(place, [dual, number], &quote!(.tangent)));
        let out = format_ident!("{}_out", weight.name);
        let to_weights = match (&weight.kind, &parts[0]) {
            (Kind::Scalar, _) => quote!(*#out += value__.tangent;),
            (Kind::Record(_), _) => {
                quote!(::wengert::generated::add_part::<#dual, #number, _, _, _>(#out, &value__, |x| x.tangent);)
            }
            _ => quote!(for (out, x) in #out.iter_mut().zip(value__.iter()) { *out += x.tangent; }),
        };
        let value = component(&parts[0], &quote!(value__), [dual, number], &quote!(.value));
        let result = {
            let mut rows = self.nested_rows(inner).into_iter();
            self.nested_gradient(&parts[1], &mut places.iter(), &mut rows, [dual, number], &quote!(.value))
        };
        quote!(let #name = #along; #run #(#receive)* #to_weights (#value, #result))
    }
}

/// A component of each number of a value over duals.
pub(super) fn component(
    shape: &Shape,
    x: &TokenStream,
    [dual, number]: [&TokenStream; 2],
    part: &TokenStream,
) -> TokenStream {
    match shape {
        Shape::Scalar => quote!(#x #part),
        Shape::Fixed(_) => quote!(#x.map(|x| x #part)),
        Shape::Vec => quote!(#x.iter().map(|x| x #part).collect::<::std::vec::Vec<#number>>()),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, shape)| {
                let k = syn::Index::from(k);
                component(shape, &quote!(#x.#k), [dual, number], part)
            });
            quote!((#(#parts),*))
        }
        Shape::Record(r) => {
            let (ty, scalar) = (r.plain(), r.scalar());
            quote! {
                ::wengert::generated::part_of::<#dual, #number, #scalar, #ty>(&#x, |x| x #part)
            }
        }
        _ => quote!(::core::clone::Clone::clone(&#x)),
    }
}

/// The weights of a derivative along a direction, which move along those of the value.
pub(super) fn seeds_along(
    shape: &Shape,
    seeds: &TokenStream,
    at: &TokenStream,
    number: &TokenStream,
    temporaries: &mut TokenStream,
    count: &mut usize,
) -> TokenStream {
    let (of_value, of_tangent) = (quote!((#seeds.0 #at).0), quote!((#seeds.1 #at).0));
    *count += 1;
    let name = format_ident!("weights__{}", *count);
    let reached = quote!(<::wengert::Dual<#number> as ::wengert::generated::Direction<#number>>::reached);
    match shape {
        Shape::Scalar => {
            quote!(::wengert::generated::Seed(::wengert::Dual::<#number, #number>::new(#of_tangent, #of_value)))
        }
        Shape::Fixed(_) | Shape::Vec => {
            temporaries.extend(quote! {
                let #name = ::wengert::generated::moved(
                    &::wengert::generated::all_weights::<#number>(#of_tangent, #of_tangent.len().max(#of_value.len())),
                    #of_value,
                    #reached
                );
            });
            quote!(::wengert::generated::Seed(&#name[..]))
        }
        Shape::Record(r) => {
            let (ty, scalar) = (r.plain(), r.scalar());
            temporaries.extend(quote! {
                let #name = ::wengert::generated::moved_structure::<::wengert::Dual<#number>, #number, #scalar, #ty>(
                    #of_tangent, ::core::option::Option::Some(#of_value), #reached
                );
            });
            quote!(::wengert::generated::Seed(&#name))
        }
        Shape::Tuple(parts) => {
            let parts: Vec<_> = parts
                .iter()
                .enumerate()
                .map(|(k, shape)| {
                    let k = syn::Index::from(k);
                    seeds_along(shape, seeds, &quote!(#at.#k), number, temporaries, count)
                })
                .collect();
            quote!((#(#parts),*))
        }
        _ => quote!(()),
    }
}
