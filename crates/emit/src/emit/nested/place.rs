//! What carries derivatives among the parameters of a derivative in a body: along a direction, as an adjoint, in parts.

use super::carrier::Carrier;
use crate::signature::Record;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// A parameter that carries derivatives, or a part of one.
pub(super) struct Place {
    pub(super) name: Ident,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Scalar,
    Fixed,
    List,
    Record(Box<Record>),
}

/// Along what the numbers of a place move: a number for each, as a scalar, a list that may be shorter, or a structure.
pub(super) enum Along {
    Nothing,
    /// A direction that the function is given, where a zero does not move.
    Direction(TokenStream),
    /// Weights of what the function gives. A zero among them may be one that was computed, which at a pole adds a NaN;
    /// whether nothing reached it is known by the tape, which is asked then.
    Weights(TokenStream),
}

impl Along {
    pub(super) fn direction(d: Option<TokenStream>) -> Along {
        d.map_or(Along::Nothing, Along::Direction)
    }

    pub(super) fn weights(d: Option<&TokenStream>) -> Along {
        d.map_or(Along::Nothing, |d| Along::Weights(d.clone()))
    }

    /// What makes a dual, and what it moves along.
    fn made(self, dual: &TokenStream, number: &TokenStream) -> (TokenStream, TokenStream) {
        let (name, d) = match self {
            Along::Nothing => (quote!(seeded), quote!(&[])),
            Along::Direction(d) => (quote!(seeded), d),
            Along::Weights(d) => (quote!(reached), d),
        };
        (quote!(<#dual as ::wengert::generated::Direction<#number>>::#name), d)
    }
}

impl Place {
    pub(super) fn moved(&self) -> Ident {
        format_ident!("{}_moved", self.name)
    }

    pub(super) fn adjoint(&self) -> Ident {
        format_ident!("{}_adjoint", self.name)
    }

    pub(super) fn as_given(&self) -> TokenStream {
        let name = &self.name;
        match self.kind {
            Kind::List => quote!(&#name[..]),
            _ => quote!(#name),
        }
    }

    /// What a parameter holds, as a direction.
    pub(super) fn as_direction(&self) -> TokenStream {
        let name = &self.name;
        match self.kind {
            Kind::List | Kind::Fixed => quote!(&#name[..]),
            _ => quote!(#name),
        }
    }

    /// Something of its form that moves along a direction, over a dual of the number.
    pub(super) fn along(&self, number: &TokenStream, x: TokenStream, d: Along) -> TokenStream {
        self.along_on(Carrier::Watched, number, x, d)
    }

    pub(super) fn along_on(&self, carrier: Carrier, number: &TokenStream, x: TokenStream, d: Along) -> TokenStream {
        let dual = carrier.of(number);
        let still = matches!(d, Along::Nothing);
        let (make, d) = d.made(&dual, number);
        match &self.kind {
            Kind::Scalar if still => quote!(<#dual as ::wengert::generated::Direction<#number>>::fixed(#x)),
            Kind::Scalar => quote!(#make(#x, #d)),
            Kind::Fixed => quote!(::wengert::generated::moved_array(#x, #d, #make)),
            Kind::List => quote!(::wengert::generated::moved(#x, #d, #make)),
            Kind::Record(r) => {
                let (ty, scalar) = (r.plain(), r.scalar());
                let d = match still {
                    true => quote!(::core::option::Option::None),
                    false => quote!(::core::option::Option::Some(#d)),
                };
                quote!(::wengert::generated::moved_structure::<#dual, #number, #scalar, #ty>(#x, #d, #make))
            }
        }
    }

    /// An array that moves along weights which are held as a value.
    pub(super) fn along_weights(&self, carrier: Carrier, number: &TokenStream, weights: &Ident) -> TokenStream {
        let name = &self.name;
        let (make, _) = Along::Weights(TokenStream::new()).made(&carrier.of(number), number);
        quote!(::wengert::generated::moved_by_weights(#name, #weights, #make))
    }

    /// A direction that moves itself.
    pub(super) fn turned(&self, number: &TokenStream, d: TokenStream, along: Along) -> TokenStream {
        match self.kind {
            Kind::Scalar | Kind::Record(_) => self.along(number, d, along),
            Kind::Fixed | Kind::List => {
                let name = &self.name;
                let (make, along) = along.made(&quote!(::wengert::Dual<#number>), number);
                quote! {
                    ::wengert::generated::moved(
                        &::wengert::generated::all_weights::<#number>(#d, #name.len()), #along, #make
                    )
                }
            }
        }
    }

    /// What moves already, along weights that move too.
    pub(super) fn along_itself(&self, dual: &TokenStream, x: TokenStream, d: TokenStream) -> TokenStream {
        let (x, d) = match self.kind {
            Kind::Scalar => (x, d),
            Kind::Fixed => (x, quote!(&#d)),
            Kind::List | Kind::Record(_) => (quote!(&#x), quote!(&#d)),
        };
        self.along(dual, x, Along::Weights(d))
    }

    /// What moves already, along no other direction.
    pub(super) fn still(&self, dual: &TokenStream, x: TokenStream) -> TokenStream {
        let x = match self.kind {
            Kind::Scalar | Kind::Fixed => x,
            Kind::List | Kind::Record(_) => quote!(&#x),
        };
        self.along(dual, x, Along::Nothing)
    }

    pub(super) fn zero(&self, number: &TokenStream, like: &TokenStream) -> TokenStream {
        let zero = quote!(<#number as ::wengert::Number>::constant(0.0));
        match self.kind {
            Kind::Scalar => zero,
            Kind::Fixed => quote!(#like.map(|_| #zero)),
            Kind::List => quote!(::wengert::generated::alike(#zero, #like.len())),
            Kind::Record(_) => quote!(::wengert::Bundle::<#number>::zero(&#like)),
        }
    }

    /// Whether its numbers are few and go by value.
    pub(super) fn is_small(&self) -> bool {
        matches!(self.kind, Kind::Scalar | Kind::Fixed)
    }

    pub(super) fn weights(&self) -> Ident {
        format_ident!("{}_weights", self.name)
    }

    /// A list of weights as a value of its own.
    pub(super) fn held_weights(&self, d: &TokenStream) -> TokenStream {
        let (name, weights) = (&self.name, self.weights());
        quote!(let #weights = ::wengert::generated::weights_of(#d, &#name);)
    }

    /// Whether its adjoint has a NaN.
    pub(super) fn any_nan(&self) -> TokenStream {
        let adjoint = self.adjoint();
        match self.kind {
            Kind::Scalar => quote!(::wengert::Number::has_nan(#adjoint)),
            Kind::Fixed => quote!(::wengert::generated::array_has_nan(#adjoint)),
            Kind::List => quote!(::wengert::generated::has_nan(&#adjoint[..])),
            Kind::Record(_) => quote!(::wengert::generated::any_nan(&#adjoint)),
        }
    }

    /// A part of each number of its adjoint.
    pub(super) fn part(&self, [from, to]: [&TokenStream; 2], part: &TokenStream) -> TokenStream {
        let adjoint = self.adjoint();
        match &self.kind {
            _ if part.is_empty() => quote!(#adjoint),
            Kind::Scalar => quote!(#adjoint #part),
            Kind::Fixed => quote!(#adjoint.map(|x| x #part)),
            Kind::List => quote!(#adjoint.iter().map(|x| x #part).collect::<::std::vec::Vec<#to>>()),
            Kind::Record(r) => {
                let (ty, scalar) = (r.plain(), r.scalar());
                quote!(::wengert::generated::part_of::<#from, #to, #scalar, #ty>(&#adjoint, |x| x #part))
            }
        }
    }

    /// Adds a part of each number of another's adjoint to its own.
    pub(super) fn receive(&self, from: &Place, [number, to]: [&TokenStream; 2], part: &TokenStream) -> TokenStream {
        let (out, adjoint) = (format_ident!("{}_out", self.name), from.adjoint());
        match &self.kind {
            Kind::Scalar => quote!(*#out += #adjoint #part;),
            Kind::Fixed | Kind::List => quote!(for (out, x) in #out.iter_mut().zip(&#adjoint) { *out += x #part; }),
            Kind::Record(_) => {
                quote!(::wengert::generated::add_part::<#number, #to, _, _, _>(#out, &#adjoint, |x| x #part);)
            }
        }
    }
}
