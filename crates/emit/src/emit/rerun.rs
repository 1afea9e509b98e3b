//! Small functions on structures, called by others, and those that leave no record: the way back runs them again.

use super::Emitter;
use crate::ir::lowered::Leaf;
use crate::ir::{Step, Storage, walk};
use crate::signature::Shape;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// How many steps a function may have that is put where it is called.
const SMALL: usize = 32;
/// How many values a function has whose derivative is put where it is called: on duals each is a handful of instructions.
const SHORT: usize = 48;
/// A function of more values is not put where it is called: the compiler's time grows faster than the length.
const LARGE: usize = 1000;

impl Emitter<'_> {
    /// Whether the function is so small that it is put where it is called.
    pub(super) fn is_small(&self) -> bool {
        let (mut steps, mut small) = (0, self.is_rich());
        walk(&self.p.body, &mut |step, _| {
            steps += 1;
            small &= !matches!(step, Step::Loop(_));
        });
        small && steps <= SMALL
    }

    /// Whether the function's derivative is put where it is called, too.
    pub fn is_short(&self) -> bool {
        let mut short = self.p.values.len() <= SHORT;
        walk(&self.p.body, &mut |step, _| short &= !matches!(step, Step::Loop(_)));
        short
    }

    /// How a function on structures is inlined: what it passes by reference stays in registers only then.
    pub(super) fn inline(&self) -> TokenStream {
        if self.inlined || self.is_small() || self.sig.vector {
            quote!(#[cfg_attr(not(debug_assertions), inline(always))])
        } else {
            quote!(#[inline])
        }
    }

    /// How the run forward and back is, which each entry calls: where it is large, one copy serves all of them.
    pub(super) fn inline_joint(&self) -> TokenStream {
        match self.p.values.len() > LARGE && !self.sig.vector {
            true => quote!(#[inline(never)]),
            false => quote!(#[cfg_attr(not(debug_assertions), inline(always))]),
        }
    }

    /// How a way forward or back of its own is: what runs in wide vectors is inlined in the place that has them.
    pub(super) fn inline_split(&self) -> TokenStream {
        if self.sig.vector { self.inline() } else { quote!(#[inline]) }
    }

    /// Forward; what the function writes to is kept as it was.
    pub fn forward_again(&mut self) -> TokenStream {
        let (generics, ret_ty, ws) = (self.generics(), self.result_type(), self.workspace());
        let (mut params, mut keep, mut args) = (vec![], TokenStream::new(), vec![]);
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.forward_type(&leaf, k));
            params.push(quote!(#name: #ty));
            if let (Leaf::Array(a), true) = (&leaf, self.sig.params[k].active)
                && matches!(self.p.arrays[*a].storage, Storage::Exclusive)
            {
                keep.extend(quote!(ws.keep_copy(&#name.0[..]);));
            }
            args.push(name);
        }
        let (number, arguments, inline) = (self.number(), &self.sig.arguments, self.inline());
        quote! {
            #[doc(hidden)]
            #inline
            pub fn __forward #generics(#(#params,)* #ws) -> #ret_ty {
                #keep
                ws.note_overwrites(0);
                Self::__value::<#number, #(#arguments),*>(#(#args),*)
            }
        }
    }

    /// Forward again, and back.
    pub fn reverse_again(&mut self, run: &str) -> TokenStream {
        let (generics, ws, number) = (self.generics(), self.workspace(), self.number().clone());
        let (mut params, mut open, mut args) = (vec![], TokenStream::new(), vec![]);
        let mut close = TokenStream::new();
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            if !self.sig.params[k].active {
                let ty = self.constant_leaf_type(&leaf, k);
                params.push(quote!(#name: #ty));
                args.push(quote!(#name));
                continue;
            }
            let out = format_ident!("{}_out", name);
            let (ty, pair) = match &leaf {
                Leaf::Array(a) => match &self.p.arrays[*a].storage {
                    Storage::Exclusive => {
                        params.push(quote!(#name: ::wengert::generated::Exclusive<'_, #number>));
                        // Kept last, put back first.
                        open = quote!(let #out = #name.0; let mut #name = ws.kept(); #open);
                        args.push(quote!(&mut #name[..], #out));
                        close.extend(quote!(ws.give(#name);));
                        continue;
                    }
                    Storage::Fixed(n) => (
                        quote!(::wengert::generated::Pair<[#number; #n], &mut [#number; #n]>),
                        quote!(#name.0, #name.1),
                    ),
                    _ => (quote!(::wengert::generated::Pair<&[#number], &mut [#number]>), quote!(#name.0, #name.1)),
                },
                _ => match &self.sig.params[k].shape {
                    Some(Shape::Record(r)) => {
                        let (ty, lent) = (r.over(&quote!(#number)), self.lent_type(r));
                        open.extend(quote!(let ::wengert::generated::Pair(#name, mut #out) = #name;));
                        (
                            quote!(::wengert::generated::Pair<
                                #lent, ::wengert::generated::Reached<'_, #ty>
                            >),
                            quote!(&*#name, &mut *#out),
                        )
                    }
                    _ => (quote!(::wengert::generated::Pair<#number, &mut #number>), quote!(#name.0, #name.1)),
                },
            };
            params.push(quote!(#name: #ty));
            args.push(pair);
        }
        let ty = Self::seed_type(&self.sig.ret, &number);
        let arguments = &self.sig.arguments;
        let (run, inline) = (format_ident!("{}", run), self.inline());
        let none = match &self.sig.ret {
            // Nothing comes in for a structure that is not used.
            ret if ret.has_record() => quote!(return),
            ret => Self::no_seed(ret, &self.zero()),
        };
        if !self.sig.params.iter().any(|p| p.active) {
            // What is made of constants alone hands nothing on.
            return quote! {
                #[doc(hidden)]
                #[cfg_attr(not(debug_assertions), inline(always))]
                pub fn __reverse #generics(#(#params,)* seeds: ::core::option::Option<#ty>, #ws) {}
            };
        }
        quote! {
            #[doc(hidden)]
            #inline
            pub fn __reverse #generics(#(#params,)* seeds: ::core::option::Option<#ty>, #ws) {
                #open
                let seeds = match seeds {
                    ::core::option::Option::Some(seeds) => seeds,
                    ::core::option::Option::None => #none,
                };
                let _ = ::wengert::generated::certain(Self::#run::<#number, #(#arguments),*>(#(#args,)* seeds, ws));
                #close
            }
        }
    }
}
