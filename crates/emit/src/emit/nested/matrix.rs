//! Whole matrices: the entries of `f::hessian` and `f::jacobian` in a body, row by row, made column by column.

use super::Inner;
use super::carrier::Carrier;
use super::place::{Along, Kind, Place};
use crate::emit::Emitter;
use crate::signature::Shape;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Code that makes directions, and the direction of each place.
type Directions = (TokenStream, Vec<TokenStream>);

impl Emitter<'_> {
    /// The parts of a flat direction that belong to the places.
    fn flat_directions(&self, places: &[Place], flat: &TokenStream, named: &str) -> Directions {
        let number = self.number();
        let rest = format_ident!("{named}_rest__");
        let (mut code, mut all) = (quote!(let #rest = &#flat[..];), vec![]);
        for place in places {
            let (name, len) = (format_ident!("{}_{named}", place.name), place.count(&quote!(#number)));
            code.extend(quote!(let (#name, #rest) = #rest.split_at(#len);));
            all.push(match &place.kind {
                Kind::Scalar => quote!(#name[0]),
                Kind::Fixed | Kind::List => quote!(#name),
                Kind::Record(r) => {
                    let (ty, scalar, x) = (r.plain(), r.scalar(), &place.name);
                    code.extend(quote! {
                        let #name = ::wengert::generated::with_numbers::<#number, #number, #scalar, #ty>(&*#x, #name);
                    });
                    quote!(&#name)
                }
            });
        }
        (code, all)
    }

    /// Runs code for each column: `along__` is the direction of column `j__`, of `n__`; the code leaves it in `column__`.
    fn by_columns(&self, places: &[Place], rows: &TokenStream, column: &TokenStream) -> TokenStream {
        let number = self.number();
        let counts = places.iter().map(|place| place.count(&quote!(#number)));
        quote! {
            let n__: usize = 0 #(+ #counts)*;
            let mut columns__: ::std::vec::Vec<::std::vec::Vec<#number>> = ::std::vec::Vec::with_capacity(n__);
            for j__ in 0..n__ {
                let along__ = ::wengert::generated::unit::<#number>(n__, j__);
                #column
                columns__.push(column__);
            }
            let m__: usize = #rows;
            (m__, ::wengert::generated::by_rows::<#number>(m__, &columns__))
        }
    }

    /// A part of the adjoints of all places, one after the other.
    fn flat_adjoints(&self, places: &[Place], from: &TokenStream, part: &TokenStream) -> TokenStream {
        let number = self.number();
        let each = places.iter().map(|place| {
            let adjoint = place.adjoint();
            match place.kind {
                Kind::Scalar => quote!(column__.push(#adjoint #part);),
                Kind::Fixed | Kind::List => quote!(column__.extend(#adjoint.iter().map(|x| x #part));),
                Kind::Record(_) => quote! {
                    ::wengert::Bundle::<#from>::each(&#adjoint, &mut |x| column__.push(x #part));
                },
            }
        });
        quote!(let mut column__: ::std::vec::Vec<#number> = ::std::vec::Vec::new(); #(#each)*)
    }

    pub(super) fn nested_hessian(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, _] = self.nested_places(inner);
        let number = self.number();
        let (number, dual) = (&quote!(#number), &quote!(::wengert::Dual<#number>));
        let (code, along) = self.flat_directions(&places[inner.held..], &quote!(along__), "along");
        let moved = |k: usize, place: &Place| {
            Some(place.along(number, place.as_given(), Along::direction(inner.of_place(k, &along).cloned())))
        };
        let seed = quote!(::wengert::generated::Seed(<#dual as ::wengert::Number>::constant(1.0)));
        let run = self.nested_run(inner, &places, dual, &moved, &seed);
        let column = self.flat_adjoints(&places[inner.held..], dual, &quote!(.tangent));
        self.by_columns(&places[inner.held..], &quote!(n__), &quote!(#code #run #column))
    }

    pub(super) fn nested_hessian_back(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, _] = self.nested_places(inner);
        let number = self.number();
        let (number, dual) = (&quote!(#number), &quote!(::wengert::Dual<#number>));
        let twice = &quote!(::wengert::Dual<#dual>);
        let (code, along) = self.flat_directions(&places[inner.held..], &quote!(along__), "along");
        let (turn, turned) = self.flat_directions(&places[inner.held..], &quote!(turned__), "turned");
        let moved = |k: usize, place: &Place| {
            let x = place.along(number, place.as_given(), Along::direction(inner.of_place(k, &along).cloned()));
            Some(match inner.of_place(k, &turned) {
                Some(d) => place.along_itself(dual, x, place.turned(number, d.clone(), Along::Nothing)),
                None => place.still(dual, x),
            })
        };
        let seed = quote!(::wengert::generated::Seed(<#twice as ::wengert::Number>::constant(1.0)));
        let run = self.nested_run(inner, &places, twice, &moved, &seed);
        let receive = places.iter().map(|place| place.receive(place, [twice, number], &quote!(.tangent.tangent)));
        let column = self.flat_adjoints(&places[inner.held..], twice, &quote!(.value.tangent));
        let turning = quote! {
            let turned__ = ::wengert::generated::column_of::<#number>(seeds.1.0, n__, j__, n__);
        };
        self.by_columns(&places[inner.held..], &quote!(n__), &quote!(#turning #code #turn #run #(#receive)* #column))
    }

    pub(super) fn nested_jacobian(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, _] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        let (code, along) = self.flat_directions(&places[inner.held..], &quote!(along__), "along");
        let run = self.nested_forward(Carrier::Watched, inner, &places, &along);
        let column = flat_result(inner.gives, number);
        self.by_columns(&places[inner.held..], &rows(), &quote!(#code #run #column))
    }

    pub(super) fn nested_jacobian_back(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, _] = self.nested_places(inner);
        let number = self.number();
        let (number, dual) = (&quote!(#number), &quote!(::wengert::Dual<#number>));
        let (code, along) = self.flat_directions(&places[inner.held..], &quote!(along__), "along");
        let moved = |k: usize, place: &Place| {
            Some(place.along(number, place.as_given(), Along::direction(inner.of_place(k, &along).cloned())))
        };
        // The weights of a column of the Jacobian, on the derivative along it: a zero may be one that was computed.
        let weights = quote! {
            let rows__ = ::core::primitive::usize::checked_div(seeds.1.0.len(), n__).unwrap_or(0);
            let weights__: ::std::vec::Vec<#dual> = ::wengert::generated::column_of::<#number>(seeds.1.0, n__, j__, rows__)
                .into_iter()
                .map(|weight| ::wengert::Dual::<#number, #number>::new(weight, <#number as ::wengert::Number>::constant(0.0)))
                .collect();
        };
        let seed = match inner.gives {
            Shape::Scalar => quote!(::wengert::generated::Seed(
                weights__.first().copied().unwrap_or(<#dual as ::wengert::Number>::constant(0.0))
            )),
            _ => quote!(::wengert::generated::Seed(&weights__[..])),
        };
        let run = self.nested_run(inner, &places, dual, &moved, &seed);
        let receive = places.iter().map(|place| place.receive(place, [dual, number], &quote!(.tangent)));
        let column = flat_result(inner.gives, number);
        self.by_columns(&places[inner.held..], &rows(), &quote!(#weights #code #run #(#receive)* #column))
    }
}

impl Place {
    /// How many numbers it holds.
    fn count(&self, number: &TokenStream) -> TokenStream {
        let name = &self.name;
        match self.kind {
            Kind::Scalar => quote!(1),
            Kind::Fixed | Kind::List => quote!(#name.len()),
            Kind::Record(_) => quote!(::wengert::generated::count::<#number, _>(&*#name)),
        }
    }
}

fn rows() -> TokenStream {
    quote!(columns__.first().map_or(0, |column| column.len()))
}

/// The derivative of what a function gives along a column.
fn flat_result(gives: &Shape, number: &TokenStream) -> TokenStream {
    match gives {
        Shape::Scalar => quote!(let column__: ::std::vec::Vec<#number> = ::std::vec![value__.tangent];),
        _ => quote!(let column__: ::std::vec::Vec<#number> = value__.iter().map(|x| x.tangent).collect();),
    }
}
