//! Structures that calls change where they lie: places as arguments, changes that the way back takes back, and the forms
//! of a function that is given a place.

use super::Emitter;
use super::calls::{Flat, Receiver};
use super::lent::Claims;
use crate::ir::{Arr, Put, Spot};
use crate::lowered::Leaf;
use crate::signature::{Record, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

fn changes() -> TokenStream {
    quote!(
        use ::wengert::generated::{ChangeNumbers as _, ChangeThings as _, ChangeWords as _};
    )
}

impl Emitter<'_> {
    /// What is held, as a place.
    pub(super) fn held(&self, a: Arr) -> TokenStream {
        let name = self.array(a);
        if self.within.is_some_and(|(_, own)| own == a) { quote!((*#name)) } else { name.to_token_stream() }
    }

    /// Its adjoint, as a place.
    pub(super) fn held_adjoint(&self, a: Arr) -> TokenStream {
        let name = self.array_adjoint(a);
        if self.within.is_some_and(|(_, own)| own == a) { quote!((*#name)) } else { quote!(#name) }
    }

    /// A place takes a value, and what it held is kept.
    pub(super) fn change(&self, put: &Put, value: &TokenStream) -> TokenStream {
        let (held, path, number, changes) = (self.held(put.arr), put.path.tokens(self.p), self.number(), changes());
        quote!({
            #changes
            (&&&::wengert::generated::kind::<#number, _>(&#held #path)).change(&mut #held #path, #value, ws);
        })
    }

    /// It is put back.
    pub(super) fn change_back(&mut self, put: &Put) -> TokenStream {
        let (held, adjoint, path) = (self.held(put.arr), self.held_adjoint(put.arr), put.path.tokens(self.p));
        let (number, g, changes) = (self.number(), self.unique("g"), changes());
        let mut out = match put.push {
            true => quote! {
                #held #path.pop();
                let #g = ::wengert::generated::certain(#adjoint #path.pop());
            },
            false => quote! {
                let #g = {
                    #changes
                    (&&&::wengert::generated::kind::<#number, _>(&#held #path))
                        .change_back(&mut #held #path, &mut #adjoint #path, ws)
                };
            },
        };
        if self.p.active(&put.value) {
            self.contribute(&put.value, false, quote!(#g), &mut out);
        }
        out
    }

    /// A place as an argument on the way forward.
    pub(super) fn place_argument(&self, spot: &Spot) -> TokenStream {
        let held = self.held(spot.arr);
        if spot.changes {
            let path = spot.path.tokens(self.p);
            return quote!(&mut #held #path);
        }
        let lent = self.lent_value(&held, &spot.path);
        self.give(quote!(::wengert::generated::Any(&*#lent)))
    }

    /// A place with its adjoint.
    pub(super) fn place_pair(
        &mut self,
        spot: &Spot,
        before: &mut TokenStream,
        after: &mut TokenStream,
        taken: &mut Claims,
    ) -> TokenStream {
        let (held, adjoint, path) = (self.held(spot.arr), self.held_adjoint(spot.arr), spot.path.tokens(self.p));
        if spot.changes {
            return quote!(::wengert::generated::Pair(&mut #held #path, &mut #adjoint #path));
        }
        let (lent, number) = (self.lent_value(&held, &spot.path), self.number());
        if taken.take_held(spot.arr, &spot.path) {
            let place = match path.is_empty() {
                true => quote!(&mut #adjoint),
                false => self.reached_at(&quote!(#adjoint #path), before, after),
            };
            return self.give(quote!(::wengert::generated::AnyPair(&*#lent, #place)));
        }
        let d = self.unique("d");
        before.extend(quote!(let mut #d = ::wengert::Bundle::<#number>::nothing(&*#lent);));
        after.extend(quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#adjoint #path)).add(&mut #adjoint #path, &#d);
        }));
        self.give(quote!(::wengert::generated::AnyPair(&*#lent, &mut #d)))
    }

    /// What a method is called on.
    pub(super) fn receiver_of<'c>(&self, args: &[Flat<'c>]) -> Receiver<'c> {
        match args.first() {
            Some(Flat::Place(spot)) => {
                let held = self.held(spot.arr);
                if spot.changes {
                    let path = spot.path.tokens(self.p);
                    return Receiver::Place(quote!(#held #path));
                }
                let lent = self.lent_value(&held, &spot.path);
                Receiver::Lent(quote!(&*#lent))
            }
            Some(Flat::Scalar(a)) => Receiver::Value(a),
            _ => Receiver::Lent(TokenStream::new()),
        }
    }

    // The forms of a function that is given a place.

    /// The structure that it changes.
    fn changed(&self) -> Option<(usize, &Record)> {
        let k = self.sig.in_place?;
        Some((k, self.sig.changed.as_ref()?))
    }

    /// The parameters of a form, and as arguments of the form that gives the structure back.
    fn by_value(&self, reverse: bool) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let number = self.number();
        let (mut params, mut args) = (vec![], vec![]);
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            match (self.changed().filter(|(own, _)| *own == k), reverse) {
                (Some((_, r)), false) => {
                    let ty = r.over(&quote!(#number));
                    params.push(quote!(#name: &mut #ty));
                    args.push(quote!(::wengert::generated::Active(::wengert::generated::Lent::By(&*#name))));
                }
                (Some((_, r)), true) => {
                    let ty = r.over(&quote!(#number));
                    params.push(quote!(#name: ::wengert::generated::Pair<&mut #ty, &mut #ty>));
                    args.push(quote!(::wengert::generated::Pair(
                        ::wengert::generated::Lent::By(&*#name.0), ::wengert::generated::Reached::To(&mut *#name.1)
                    )));
                }
                (None, false) => {
                    let ty = self.forward_type(&leaf, k);
                    params.push(quote!(#name: #ty));
                    args.push(name.to_token_stream());
                }
                (None, true) => {
                    let ty = self.reverse_type(&leaf, k);
                    params.push(quote!(#name: #ty));
                    args.push(name.to_token_stream());
                }
            }
        }
        (params, args)
    }

    /// All forms, by those that give the structure back.
    pub(crate) fn all_in_place_by_value(&self) -> Vec<TokenStream> {
        vec![self.value_in_place_by_value(), self.in_place_by_value("__forward_in_place", "__reverse_in_place")]
    }

    /// Both forms, by those that give the structure back: it is kept whole.
    pub(crate) fn in_place_by_value(&self, forward: &str, reverse: &str) -> TokenStream {
        let (Some((k, r)), Some((given, _))) = (self.changed(), self.sig.ret.behind()) else {
            return TokenStream::new();
        };
        let leaf = self.flat_leaves().into_iter().find(|(_, own)| *own == k);
        let Some(this) = leaf.map(|(leaf, _)| self.leaf_name(&leaf)) else { return TokenStream::new() };
        let (generics, ws, number, scalar) = (self.generics(), self.workspace(), self.number(), &self.sig.scalar);
        let arguments = &self.sig.arguments;
        let (plain, ret) = (r.plain(), Self::shape_type(&given, &quote!(#number)));
        // No parameter has these names.
        let [after, given_back, zero] =
            ["after", "given", "zero"].map(|name| Ident::new(name, proc_macro2::Span::mixed_site()));
        let (pattern, result) = match &given {
            Shape::Unit => (quote!(#after), TokenStream::new()),
            _ => (quote!((#given_back, #after)), quote!(#given_back)),
        };
        let seed = Self::seed_type(&given, number);
        let ((params, args), (back, back_args)) = (self.by_value(false), self.by_value(true));
        let none = Self::no_seed(&given, &self.zero());
        let seeds = match &given {
            Shape::Unit => quote!(::wengert::generated::Seed(&#after)),
            _ => quote!((#given_back, ::wengert::generated::Seed(&#after))),
        };
        let (forward, reverse) = (format_ident!("{forward}"), format_ident!("{reverse}"));
        let keep = quote!(#number, #scalar, #plain);
        quote! {
            #[doc(hidden)]
            pub fn #forward #generics(#(#params,)* #ws) -> #ret {
                let #pattern = Self::__forward::<#number, #(#arguments),*>(#(#args,)* ws);
                ::wengert::generated::keep_whole::<#keep>(&*#this, ws);
                *#this = #after;
                #result
            }
            #[doc(hidden)]
            pub fn #reverse #generics(#(#back,)* seeds: ::core::option::Option<#seed>, #ws) {
                *#this.0 = ::wengert::generated::whole_again::<#keep>(ws);
                let #zero = ::wengert::Bundle::<#number>::zero(&*#this.0);
                let #after = ::core::mem::replace(&mut *#this.1, #zero);
                let #given_back = match seeds {
                    ::core::option::Option::Some(seeds) => seeds,
                    ::core::option::Option::None => #none,
                };
                Self::__reverse::<#number, #(#arguments),*>(
                    #(#back_args,)* ::core::option::Option::Some(#seeds), ws
                );
            }
        }
    }

    /// The value alone, by the form that gives the structure back.
    pub(crate) fn value_in_place_by_value(&self) -> TokenStream {
        let (Some((k, _)), Some((given, _))) = (self.changed(), self.sig.ret.behind()) else {
            return TokenStream::new();
        };
        let leaf = self.flat_leaves().into_iter().find(|(_, own)| *own == k);
        let Some(this) = leaf.map(|(leaf, _)| self.leaf_name(&leaf)) else { return TokenStream::new() };
        let (generics, number, arguments) = (self.generics(), self.number(), &self.sig.arguments);
        let (ret, (params, args)) = (Self::shape_type(&given, &quote!(#number)), self.by_value(false));
        let call = quote!(Self::__value::<#number, #(#arguments),*>(#(#args),*));
        let body = match &given {
            Shape::Unit => quote!(*#this = #call;),
            _ => {
                let made = Ident::new("given", proc_macro2::Span::mixed_site());
                quote!(let #made = #call; *#this = #made.1; #made.0)
            }
        };
        quote! {
            #[doc(hidden)]
            pub fn __value_in_place #generics(#(#params),*) -> #ret {
                #body
            }
        }
    }

    /// A parameter that the function changes where it lies: its type, and how the body takes it and its adjoint.
    pub(super) fn changed_leaf(&self, leaf: &Leaf, k: usize, back: bool) -> Option<(TokenStream, TokenStream)> {
        let (_, arr) = self.within.filter(|(own, _)| *own == k)?;
        let (_, r) = self.changed()?;
        let (name, held, adjoint) = (self.leaf_name(leaf), self.array(arr), self.array_adjoint(arr));
        let (number, out) = (self.number(), format_ident!("{name}_out"));
        let ty = r.over(&quote!(#number));
        Some(match back {
            false => (quote!(&mut #ty), quote!(let #held = #name;)),
            true => (
                quote!(::wengert::generated::Pair<&mut #ty, &mut #ty>),
                quote! {
                    let ::wengert::generated::Pair(#name, #out) = #name;
                    let #held = #name;
                    let #adjoint = #out;
                },
            ),
        })
    }

    /// The name of a form.
    pub(super) fn form(&self, name: &str) -> Ident {
        if self.within.is_some() { format_ident!("__{name}_in_place") } else { format_ident!("__{name}") }
    }
}
