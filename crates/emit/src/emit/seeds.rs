//! Where adjoints come from, and where those of the parameters go.

use super::Emitter;
use crate::ir::lowered::Leaf;
use crate::ir::{Ret, Storage};
use crate::signature::Shape;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    pub(super) fn seed_type(shape: &Shape, number: &Ident) -> TokenStream {
        match shape {
            Shape::Scalar => quote!(::wengert::generated::Seed<#number>),
            Shape::Fixed(_) | Shape::Vec => quote!(::wengert::generated::Seed<&[#number]>),
            Shape::Record(r) => {
                let ty = r.over(&quote!(#number));
                quote!(::wengert::generated::Seed<&#ty>)
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::seed_type(s, number));
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// Adds what comes in for the results to their adjoints.
    pub(super) fn seed(&mut self, ret: &Ret, from: TokenStream, out: &mut TokenStream) {
        match ret {
            Ret::Unit | Ret::Rows(..) => {}
            Ret::Scalar(a) if self.p.rich(a) => self.contribute(a, false, quote!(*#from.0), out),
            Ret::Scalar(a) => self.contribute(a, false, quote!(#from.0), out),
            Ret::Array(a) => {
                if self.p.arrays[*a].active {
                    let name = self.array_adjoint(*a);
                    out.extend(quote!(::wengert::generated::seed(&mut #name[..], #from.0);));
                }
            }
            Ret::Tuple(parts) => {
                for (k, part) in parts.iter().enumerate() {
                    let index = syn::Index::from(k);
                    self.seed(part, quote!(#from.#index), out);
                }
            }
        }
    }

    /// The same where nothing may come in, for results with structures among them.
    pub(super) fn seed_if_any(&mut self, ret: &Ret, from: TokenStream, out: &mut TokenStream) {
        let some = quote!(::core::option::Option::Some(seeds));
        match ret {
            Ret::Tuple(parts) => {
                for (k, part) in parts.iter().enumerate() {
                    let index = syn::Index::from(k);
                    self.seed_if_any(part, quote!(#from.#index), out);
                }
            }
            Ret::Scalar(a) if !self.p.active(a) => {}
            Ret::Scalar(a) if !self.p.rich(a) => {
                let (g, zero) = (self.unique("g"), self.zero());
                out.extend(quote!(let #g = if let #some = &seeds { #from.0 } else { #zero };));
                self.contribute(a, false, quote!(#g), out);
            }
            ret => {
                let mut code = TokenStream::new();
                self.seed(ret, from, &mut code);
                if !code.is_empty() {
                    out.extend(quote!(if let #some = &seeds { #code }));
                }
            }
        }
    }

    /// The adjoints of the parameters: where they are collected, and how they leave.
    pub(super) fn parameter_adjoints(&mut self) -> (TokenStream, Vec<(Leaf, Ident)>) {
        let mut open = TokenStream::new();
        let mut leaving = vec![];
        for (leaf, k) in self.flat_leaves() {
            if !self.sig.params[k].active {
                continue;
            }
            let out = format_ident!("{}_out", self.leaf_name(&leaf));
            match &leaf {
                leaf @ Leaf::Scalar(v) if self.is_record(leaf) => {
                    let name = self.adjoint(*v);
                    open.extend(quote!(let #name = #out;));
                }
                Leaf::Scalar(v) => {
                    if self.p.values[*v].active && !self.p.values[*v].straight {
                        let (name, zero) = (self.adjoint(*v), self.zero());
                        open.extend(quote!(let mut #name = #zero;));
                    }
                    leaving.push((leaf, out));
                }
                Leaf::Array(a) => {
                    let (name, array) = (self.array_adjoint(*a), &self.p.arrays[*a]);
                    let copy = self.is_written(*a) || array.result;
                    match &array.storage {
                        Storage::Fixed(n) if copy => {
                            let zero = self.zero();
                            open.extend(quote!(let mut #name = [#zero; #n];));
                            leaving.push((leaf, out));
                        }
                        Storage::Heap if copy => {
                            let zero = self.zero();
                            open.extend(quote!(let mut #name = ws.filled(#zero, #out.len());));
                            leaving.push((leaf, out));
                        }
                        _ => open.extend(quote!(let #name = #out;)),
                    }
                }
                Leaf::Tuple(_) => {}
            }
        }
        (open, leaving)
    }

    pub(super) fn leave(&mut self, leaving: Vec<(Leaf, Ident)>) -> TokenStream {
        let mut out = TokenStream::new();
        for (leaf, target) in leaving {
            match leaf {
                Leaf::Scalar(v) => {
                    if let Some(g) = self.take(v, &mut out) {
                        out.extend(quote!(*#target += #g;));
                    }
                }
                Leaf::Array(a) => {
                    let name = self.array_adjoint(a);
                    out.extend(quote!(::wengert::generated::flow(&mut #name[..], &mut #target[..]);));
                    if self.is_heap(a) {
                        out.extend(quote!(ws.give(#name);));
                    }
                }
                Leaf::Tuple(_) => {}
            }
        }
        out
    }
}
