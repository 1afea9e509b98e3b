//! A function in two: forward with a record, and back through it.

use super::Emitter;
use crate::ir::lowered::Leaf;
use crate::ir::{Arr, Head, Step, Storage, walk};
use crate::plan::fuse::{Checks, Renewed, renewed};
use crate::signature::Shape;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// Forward, leaving a record.
    pub fn forward_function(&mut self) -> TokenStream {
        let (generics, ret_ty, ws, items) = (self.generics(), self.result_type(), self.workspace(), self.items);
        let (mut params, mut open) = (vec![], TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.forward_type(&leaf, k));
            params.push(quote!(#name: #ty));
            open.extend(self.open_leaf(&leaf, k));
        }
        let (start, forget) = self.fall_back();
        let body = self.forward_with_record();
        let overwrites = self.overwrites();
        self.leaving = true;
        let ret = self.returned(&self.p.ret, &self.sig.ret);
        let kept = self.restored(0);
        let give = self.give_arrays(0, &kept);
        let (own, inline): (TokenStream, _) = (self.give_parameters(), self.inline_split());
        quote! {
            #[doc(hidden)]
            #inline
            pub fn __forward #generics(#(#params,)* #ws) -> #ret_ty {
                #(#items)*
                #start
                #open
                #body
                let result = #ret;
                #give
                #own
                #forget
                #overwrites
                result
            }
        }
    }

    /// A parameter as the body takes it.
    pub(super) fn open_leaf(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let (name, own) = (self.leaf_name(leaf), self.own(leaf));
        match (self.sig.params[k].active, self.is_record(leaf)) {
            (true, true) => quote!(let #name = #name.0; let #name = &*#name;),
            (true, false) => quote!(let #name = #name.0; #own),
            (false, _) => own,
        }
    }

    /// The body, leaving its record.
    pub(super) fn forward_with_record(&mut self) -> TokenStream {
        self.recording = true;
        let (declare, arms) = (self.declare_besides(), self.declare_arm_arrays(0, &self.p.body));
        let body = self.forward(&self.p.body);
        let (save, push) = (self.save_arrays(0), self.push_saved(&self.p.body));
        let leave = self.leave_held(&self.p.body);
        quote!(#declare #arms #body #save #push #leave)
    }

    /// Says which exclusive parameters were overwritten whole before they were read.
    pub fn overwrites(&self) -> TokenStream {
        let mut bits = vec![];
        for (k, (leaf, _)) in self.flat_leaves().into_iter().enumerate() {
            let Leaf::Array(a) = leaf else { continue };
            if !matches!(self.p.arrays[a].storage, Storage::Exclusive) {
                continue;
            }
            let mut checks = Checks::default();
            let name = self.array(a);
            let mut proof = quote!(false);
            if renewed(&self.p.body, a, &mut checks) == Some(Renewed::Whole) && checks.overwrites.is_empty() {
                let mut conditions = vec![];
                let mut visible = 0;
                walk(&self.p.body, &mut |step, block| {
                    if let Step::Loop(l) = step
                        && let (true, Head::Range { hi, .. }) = (checks.covers.contains_key(&l.frame), &l.head)
                    {
                        visible += usize::from(block.id == 0);
                        let hi = self.tokens(hi);
                        conditions.push(quote!(#hi >= #name.len()));
                    }
                });
                if visible == conditions.len() {
                    proof = quote!(true #(&& #conditions)*);
                }
            }
            if k < 64 {
                bits.push(quote!(u64::from(#proof) << #k));
            }
        }
        if bits.is_empty() { TokenStream::new() } else { quote!(ws.note_overwrites(#(#bits)|*);) }
    }

    /// Back through a record; by the function `again` where there is none.
    pub fn reverse_function(&mut self, again: &str) -> TokenStream {
        let (generics, ws, items, number) = (self.generics(), self.workspace(), self.items, self.number().clone());
        let (mut params, mut open) = (vec![], TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.reverse_type(&leaf, k));
            params.push(quote!(#name: #ty));
            if !self.sig.params[k].active {
                continue;
            }
            let out = format_ident!("{}_out", name);
            if let Some(Shape::Record(_)) = &self.sig.params[k].shape {
                let (x, d) = (self.unique("x"), self.unique("d"));
                open.extend(quote! {
                    let ::wengert::generated::Pair(#x, mut #d) = #name;
                    let (#name, #out) = (&*#x, &mut *#d);
                });
                continue;
            }
            match &leaf {
                Leaf::Array(a) if matches!(self.p.arrays[*a].storage, Storage::Exclusive) => {
                    open.extend(quote!(let #out = #name.0; let #name = ::wengert::generated::Length(#out.len());));
                }
                _ => {
                    let fixed =
                        matches!(&leaf, Leaf::Array(a) if matches!(self.p.arrays[*a].storage, Storage::Fixed(_)));
                    let mutable = fixed.then(|| quote!(mut));
                    open.extend(quote!(let ::wengert::generated::Pair(#mutable #name, #out) = #name;));
                    open.extend(self.of_known_length(&leaf, k, &out));
                }
            }
        }
        let (adjoints, leaving) = self.parameter_adjoints();
        let restore = self.restore_function();
        let mut body = self.take_held(&self.p.body);
        body.extend(self.pop_saved(&self.p.body));
        body.extend(restore);
        body.extend(self.aliases());
        body.extend(self.recompute(&self.p.body));
        body.extend(self.declare_adjoints(&self.p.body));
        let some = self.sig.ret.has_record();
        match some {
            true => self.seed_if_any(&self.p.ret, quote!(seeds), &mut body),
            false => self.seed(&self.p.ret, quote!(seeds), &mut body),
        }
        body.extend(self.reverse_steps(&self.p.body));
        body.extend(self.give_adjoints(&self.p.body));
        let leave = self.leave(leaving);
        let give = self.give_restored();
        let ty = Self::seed_type(&self.sig.ret, &number);
        let none = Self::no_seed(&self.sig.ret, &self.zero());
        let seeds = (!some).then(|| {
            quote! {
                let seeds = match seeds {
                    ::core::option::Option::Some(seeds) => seeds,
                    ::core::option::Option::None => #none,
                };
            }
        });
        let (besides, inline) = (self.besides_again(again), self.inline_split());
        quote! {
            #[doc(hidden)]
            #inline
            pub fn __reverse #generics(#(#params,)* seeds: ::core::option::Option<#ty>, #ws) {
                #(#items)*
                #open
                #besides
                #seeds
                #adjoints
                #body
                #leave
                #give
            }
        }
    }

    pub(super) fn no_seed(shape: &Shape, zero: &TokenStream) -> TokenStream {
        match shape {
            Shape::Scalar => quote!(::wengert::generated::Seed(#zero)),
            Shape::Fixed(_) | Shape::Vec => quote!(::wengert::generated::Seed(&[][..])),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::no_seed(s, zero));
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// The function's arrays, in the reverse function: those put back at once, and those that inner frames put back.
    pub(super) fn restore_function(&mut self) -> TokenStream {
        let at_once = self.restored(0);
        let mut out = TokenStream::new();
        let mut later: Vec<Arr> =
            self.plan.restored.iter().filter(|(f, _)| **f != 0).flat_map(|(_, s)| s.clone()).collect();
        later.sort_unstable();
        later.dedup();
        for &a in at_once.iter().chain(&later) {
            let array = &self.p.arrays[a];
            let outside = array.frame == 0 && (!at_once.contains(&a) || array.param);
            let fixed = matches!(array.storage, Storage::Fixed(_));
            if outside && !(array.param && fixed) {
                out.extend(self.declare_empty(a));
            }
        }
        out.extend(self.restore_arrays(0));
        out
    }

    /// Gives what was restored back to the pool.
    pub(super) fn give_restored(&self) -> TokenStream {
        let mut out = TokenStream::new();
        let mut all: Vec<Arr> = self.plan.restored.values().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        for a in all {
            let array = &self.p.arrays[a];
            let heap = matches!(array.storage, Storage::Heap | Storage::Exclusive);
            if array.frame == 0 && array.lifted && heap {
                let name = &array.name;
                out.extend(quote!(ws.give(#name);));
            }
        }
        out
    }
}
