//! One run forward and back, with the tape behind it.

use super::Emitter;
use crate::emit::api::bound::Held;

use crate::ir::Storage;
use crate::ir::lowered::Leaf;
use crate::signature::Shape;
use crate::syntax::generated::mentions;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// Runs forward and reverse; where a NaN comes out, the tape says what the structure makes of it.
    pub(super) fn run_function(&self, gambles: bool) -> TokenStream {
        let (number, scalar, rest, arguments) =
            (self.number(), &self.sig.scalar, &self.sig.generics, &self.sig.arguments);
        let lifetime = self.sig.lifetime();
        let (mut params, mut args) = (vec![], vec![]);
        let (mut keep, mut clear, mut nans, mut give) =
            (TokenStream::new(), TokenStream::new(), vec![], TokenStream::new());
        let (mut flat, mut weights, mut spread, mut lens) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new(), vec![]);
        let mut by_value = !self.sig.ret.has_record() && self.idle && self.is_short();
        for (leaf, k) in self.flat_leaves() {
            let active = self.sig.params[k].active;
            let name = match &leaf {
                Leaf::Scalar(v) => self.name(*v).clone(),
                Leaf::Array(a) => self.array(*a).clone(),
                Leaf::Tuple(_) => continue,
            };
            let out = format_ident!("{}_out", name);
            if !active {
                let ty = self.run_constant_type(&leaf, k);
                params.push(quote!(#name: #ty));
                args.push(match &ty.to_string() {
                    t if t.starts_with("& mut") => quote!(&mut *#name),
                    _ => quote!(::core::clone::Clone::clone(&#name)),
                });
                continue;
            }
            if let Some(Shape::Record(r)) = &self.sig.params[k].shape {
                let ty = r.over(&quote!(#number));
                by_value = false;
                params.push(quote!(#name: &#ty, #out: &mut #ty));
                args.push(quote!(#name, &mut *#out));
                clear.extend(quote!(*#out = ::wengert::Bundle::<#number>::zero(#name);));
                nans.push(quote!(::wengert::generated::any_nan::<#number, _>(&*#out)));
                flat.extend(quote!(::wengert::generated::append::<#number, _>(#name, &mut flat);));
                spread.extend(quote! {
                    ::wengert::Bundle::<#number>::each_mut(#out, &mut |x| *x = gradient.next().unwrap_or(*x));
                });
                lens.push(quote!(::wengert::generated::count::<#number, _>(#name)));
                continue;
            }
            let Leaf::Array(a) = &leaf else {
                params.push(quote!(#name: #number, #out: &mut #number));
                args.push(quote!(#name, &mut *#out));
                clear.extend(quote!(*#out = #number::constant(0.0);));
                nans.push(quote!(::wengert::Number::has_nan(*#out)));
                flat.extend(quote!(flat.push(#name);));
                spread.extend(quote!(*#out = gradient.next().unwrap_or(*#out);));
                lens.push(quote!(1));
                continue;
            };
            lens.push(quote!(#name.len()));
            nans.push(quote!(::wengert::generated::has_nan(&#out[..])));
            spread.extend(quote!(for (x, g) in #out.iter_mut().zip(&mut gradient) { *x = g; }));
            match &self.p.arrays[*a].storage {
                Storage::Exclusive => {
                    let (before, weight) = (format_ident!("{}_before", name), format_ident!("{}_weights", name));
                    params.push(quote!(#name: &mut [#number], #out: &mut [#number]));
                    args.push(quote!(&mut *#name, &mut *#out));
                    keep.extend(quote!(let #before = ws.copied(#name); let #weight = ws.copied(#out);));
                    flat.extend(quote!(flat.extend_from_slice(&#before);));
                    weights.extend(quote!(weights.extend_from_slice(&#weight);));
                    give.extend(quote!(ws.give(#before); ws.give(#weight);));
                }
                Storage::Fixed(n) => {
                    params.push(quote!(#name: [#number; #n], #out: &mut [#number; #n]));
                    args.push(quote!(#name, &mut *#out));
                    clear.extend(quote!(#out.fill(#number::constant(0.0));));
                    flat.extend(quote!(flat.extend_from_slice(&#name);));
                }
                _ => {
                    params.push(quote!(#name: &[#number], #out: &mut [#number]));
                    args.push(quote!(#name, &mut *#out));
                    clear.extend(quote!(#out.fill(#number::constant(0.0));));
                    flat.extend(quote!(flat.extend_from_slice(#name);));
                }
            }
        }
        let (ret, ty) = (self.result_type(), Self::seed_type(&self.sig.ret, number));
        let run = if gambles {
            quote! {
                match Self::__joint::<#number, #(#arguments),*>(#(#args,)* seeds, ws) {
                    ::core::option::Option::Some(result) => result,
                    ::core::option::Option::None => {
                        #clear
                        ws.reset();
                        ::wengert::generated::certain(Self::__plain::<#number, #(#arguments),*>(#(#args,)* seeds, ws))
                    }
                }
            }
        } else {
            quote!(::wengert::generated::certain(Self::__joint::<#number, #(#arguments),*>(#(#args,)* seeds, ws)))
        };
        let mut seed_weights = TokenStream::new();
        seeds_flat(&self.sig.ret, quote!(seeds), Some(quote!(result)), &mut seed_weights);
        let constants = self.constant_args(Held::Run);
        let (reset, limited) = match self.idle && mentions(&keep, "ws") == 0 {
            true => (TokenStream::new(), quote!(false)),
            false => (quote!(ws.reset();), quote!(ws.has_checkpoints())),
        };
        let again = if self.takes_columns() {
            let bound = quote! {
                let mut flat = ::std::vec::Vec::new();
                #flat
                let mut weights = ::std::vec::Vec::new();
                #seed_weights
                #weights
                let bound = Self::__bind::<#(#arguments),*>([#(#lens),*], #(#constants),*);
            };
            let run = quote!(::wengert::generated::by_tape::<#number, _>(&bound, &flat, &weights, #limited));
            // Small functions are inlined, and what is hardly ever done is not small. Of larger ones it would move what is in
            // registers. In a block of its own it made kmeans 1.9 times slower.
            let run = match by_value && keep.is_empty() {
                true => quote!(let again = ::wengert::generated::rarely(move || { #bound #run });),
                false => quote!(#bound let again = #run;),
            };
            quote! {
                ::wengert::generated::where_followed::<#number, _>(|| {
                    if #(#nans)||* {
                        #run
                        let mut gradient = again.into_iter();
                        #spread
                    }
                });
            }
        } else {
            TokenStream::new()
        };
        let again = if nans.is_empty() { TokenStream::new() } else { again };
        quote! {
            #[doc(hidden)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn __run<#lifetime #number: ::wengert::Real<#scalar> + 'static, #(#rest),*>(
                #(#params,)* seeds: #ty, ws: &mut ::wengert::generated::Workspace<#number>
            ) -> #ret {
                #reset
                #keep
                let result = #run;
                #again
                #give
                result
            }
        }
    }
}

/// The weights in a seed, one after the other; in the order of the result that they are for, where that is given.
pub(super) fn seeds_flat(shape: &Shape, from: TokenStream, like: Option<TokenStream>, out: &mut TokenStream) {
    match shape {
        Shape::Scalar => out.extend(quote!(weights.push(#from.0);)),
        Shape::Fixed(_) | Shape::Vec => out.extend(quote!(weights.extend_from_slice(#from.0);)),
        Shape::Record(r) => {
            let from = match like.filter(|_| crate::around::holds_map(&r.ty, Some("HashMap"))) {
                Some(like) => quote!(&::wengert::generated::in_order_of(&#like, #from.0)),
                None => quote!(#from.0),
            };
            out.extend(quote!(::wengert::generated::append(#from, &mut weights);));
        }
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                seeds_flat(part, quote!(#from.#k), like.as_ref().map(|like| quote!(#like.#k)), out);
            }
        }
        _ => {}
    }
}
