//! Arrays in generated code: made from the workspace's pool, written, saved and put back.

use crate::emit::{Emitter, Mode};
use crate::ir::{Arr, Init, IntTy, Mode as Store, Step, Storage, Ty, View};
use front::ty::Int;
use proc_macro2::TokenStream;
use quote::quote;

/// So many numbers of an array, or fewer, are saved one by one.
const FEW: usize = 16;

impl Emitter<'_> {
    pub(crate) fn forward_array_step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::Alloc(a, init) => self.alloc(*a, init),
            Step::Store(a, i, mode, x) => {
                if let Some(store) = self.store_of_both(*a, i, *mode, x) {
                    return store;
                }
                let place = self.place(*a, i);
                let lifted = self.p.arrays[*a].lifted;
                match mode {
                    Store::Set => {
                        let x = self.as_value(x, lifted);
                        quote!(#place = #x;)
                    }
                    Store::Add => {
                        let x = self.tokens(x);
                        quote!(#place += #x;)
                    }
                    Store::Sub => {
                        let x = self.tokens(x);
                        quote!(#place -= #x;)
                    }
                }
            }
            Step::CopyFrom(to, from) => self.copy_from(to, from),
            Step::Swap(a, i, j) => {
                let (name, i, j) = (self.array(*a), self.tokens(i), self.tokens(j));
                quote!(#name.swap(#i, #j);)
            }
            Step::Grow(a, n) => {
                let n = self.tokens(n);
                let filler = match self.p.arrays[*a].lifted {
                    true => self.zero(),
                    false => quote!(::core::default::Default::default()),
                };
                let memory = self.memory(*a);
                quote!(::wengert::generated::grow(#memory, #n, #filler);)
            }
            Step::Cut(a, n) => {
                let (name, n) = (self.array(*a), self.tokens(n));
                quote!(#name.truncate(#n);)
            }
            Step::Exchange(a, b) => {
                let (a, b) = (self.array(*a), self.array(*b));
                quote!(::core::mem::swap(&mut #a, &mut #b);)
            }
            _ => TokenStream::new(),
        }
    }

    /// A list as one that may grow.
    pub(super) fn memory(&self, a: Arr) -> TokenStream {
        let name = self.array(a);
        if self.p.arrays[a].param { quote!(&mut *#name) } else { quote!(&mut #name) }
    }

    fn copy_from(&self, to: &View, from: &View) -> TokenStream {
        let (a, b) = (self.array(to.arr), self.array(from.arr));
        let (r, s) = (self.range(to), self.range(from));
        let lift = self.p.arrays[to.arr].lifted && !self.p.arrays[from.arr].lifted;
        match (to.arr == from.arr, &to.part, lift) {
            (true, Some((off, len)), _) => {
                let (off, len) = (self.tokens(off), self.tokens(len));
                quote!({
                    ::wengert::generated::same_length(#a[#s].len(), #len);
                    #a.copy_within(#s, #off);
                })
            }
            (_, _, true) => quote!(::wengert::generated::lift_into(&mut #a[#r], &#b[#s]);),
            _ => quote!(#a[#r].copy_from_slice(&#b[#s]);),
        }
    }

    fn alloc(&mut self, a: Arr, init: &Init) -> TokenStream {
        if let Some(row) = self.alloc_row(a, init) {
            return row;
        }
        let array = &self.p.arrays[a];
        let (name, lifted) = (&array.name, array.lifted);
        let fixed = match &array.storage {
            Storage::Fixed(len) => Some(len.clone()),
            _ => None,
        };
        let pooled = self.mode != Mode::Eval && lifted && fixed.is_none();
        let constants = self.mode != Mode::Eval && self.is_pooled_constant(a);
        let value = match init {
            Init::Fill(x, len) => {
                let (x, len) = (self.as_value(x, lifted), self.tokens(len));
                match (&fixed, pooled) {
                    (Some(n), _) => quote!([#x; #n]),
                    (None, true) => quote!(ws.filled(#x, #len)),
                    (None, false) if constants => quote!(ws.constants(#x, #len)),
                    (None, false) if self.mode == Mode::Eval => quote!(::std::vec![#x; #len]),
                    (None, false) => quote!(::wengert::generated::alike(#x, #len)),
                }
            }
            Init::Elements(xs) => {
                let xs: Vec<_> = xs.iter().map(|x| self.as_value(x, lifted)).collect();
                match (&fixed, pooled) {
                    (Some(_), _) if xs.is_empty() && !lifted => {
                        let scalar = &self.sig.scalar;
                        let sample = array.sample.clone().unwrap_or(quote!((0.0 as #scalar)));
                        quote!([#sample; 0])
                    }
                    (Some(_), _) if xs.is_empty() => {
                        let zero = self.zero();
                        quote!([#zero; 0])
                    }
                    (Some(_), _) => quote!([#(#xs),*]),
                    (None, true) if xs.is_empty() => {
                        let zero = self.zero();
                        quote!(ws.copied(&[#zero; 0]))
                    }
                    (None, true) => quote!(ws.copied(&[#(#xs),*])),
                    (None, false) if constants && xs.is_empty() => {
                        let sample = array.sample.clone().unwrap_or(quote!(0.0));
                        quote!(ws.constants(#sample, 0))
                    }
                    (None, false) if constants => quote!(ws.same_constants(&[#(#xs),*])),
                    (None, false) if xs.is_empty() && !lifted => {
                        let scalar = &self.sig.scalar;
                        let sample = array.sample.clone().unwrap_or(quote!((0.0 as #scalar)));
                        quote!(::std::vec![#sample; 0])
                    }
                    (None, false) if xs.is_empty() => {
                        let number = self.number();
                        quote!(::std::vec::Vec::<#number>::new())
                    }
                    (None, false) => quote!(::std::vec![#(#xs),*]),
                }
            }
            Init::Copy(v) => {
                let (from, range) = (self.array(v.arr), self.range(v));
                let lift = lifted && !self.p.arrays[v.arr].lifted;
                match (&fixed, pooled, lift) {
                    (Some(n), _, true) => {
                        let (number, list) = (self.number(), self.array_of(v, n));
                        quote!(#list.map(|c| #number::constant(c)))
                    }
                    (Some(n), _, false) => self.array_of(v, n),
                    (None, true, false) => quote!(ws.copied(&#from[#range])),
                    (None, true, true) => quote!(ws.lifted(&#from[#range])),
                    (None, false, true) => {
                        let number = self.number();
                        quote!(#from[#range].iter().map(|&c| #number::constant(c)).collect::<::std::vec::Vec<_>>())
                    }
                    (None, false, false) if constants => quote!(ws.same_constants(&#from[#range])),
                    (None, false, false) => quote!(#from[#range].to_vec()),
                }
            }
        };
        if self.declared.contains(&a) { quote!(#name = #value;) } else { quote!(let mut #name = #value;) }
    }

    /// A view whose length is known to the compiler, as an array.
    fn array_of(&self, v: &View, n: &TokenStream) -> TokenStream {
        let (name, range) = (self.array(v.arr), self.range(v));
        match (&v.part, &self.p.arrays[v.arr].storage) {
            (None, Storage::Fixed(_)) => quote!(#name),
            _ => quote!(::wengert::generated::array_of::<_, { #n }>(&#name[#range])),
        }
    }

    /// An array before it is made.
    pub(crate) fn declare_empty(&self, a: Arr) -> TokenStream {
        let array = &self.p.arrays[a];
        let name = &array.name;
        let element = if array.lifted { self.zero() } else { array.sample.clone().unwrap_or(quote!(0.0)) };
        match &array.storage {
            Storage::Fixed(len) => quote!(let mut #name = [#element; #len];),
            _ if array.lifted => {
                let number = self.number();
                quote!(let mut #name: ::std::vec::Vec<#number> = ::std::vec::Vec::new();)
            }
            _ => quote!(let mut #name = ::std::vec![#element; 0];),
        }
    }

    /// Leaves the arrays that a frame restores in the record, at the end of a run.
    pub(crate) fn save_arrays(&self, frame: usize) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.restored(frame).into_iter().filter(|&a| !self.is_expanded(a, frame)) {
            let array = &self.p.arrays[a];
            let name = &array.name;
            let own = array.frame == frame && !array.param && self.is_heap(a) && !array.result;
            out.extend(match (array.lifted, own) {
                (true, _) if self.few_numbers(a).is_some() => quote!(ws.push(#name);),
                (true, _) if self.keeps_length(a, frame) => quote!(ws.save_all(&#name[..]);),
                (true, true) => quote!(ws.keep(#name);),
                (true, false) => quote!(ws.save(&#name[..]);),
                (false, _) => quote!(ws.save_words(&#name[..]);),
            });
        }
        out
    }

    /// The length of an array of so few numbers that they go through registers.
    fn few_numbers(&self, a: Arr) -> Option<TokenStream> {
        match &self.p.arrays[a].storage {
            Storage::Fixed(n) if n.to_string().parse().is_ok_and(|n: usize| n <= FEW) => Some(n.clone()),
            _ => None,
        }
    }

    /// Puts them back, at the start of a run's reverse.
    pub(crate) fn restore_arrays(&self, frame: usize) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.restored(frame).into_iter().rev().filter(|&a| !self.is_expanded(a, frame)) {
            let array = &self.p.arrays[a];
            let name = &array.name;
            let fixed = matches!(array.storage, Storage::Fixed(_));
            let reference = !fixed && !self.shadowed(a) && array.param;
            let own = array.frame == frame && !array.param && self.is_heap(a) && !array.result;
            if array.lifted && self.keeps_length(a, frame) {
                let declared = fixed && array.frame == frame && !array.param;
                out.extend(match self.few_numbers(a) {
                    Some(n) if declared => quote!(let mut #name: [_; #n] = ws.pop();),
                    Some(_) => quote!(#name = ws.pop();),
                    None => {
                        let declared = declared.then(|| self.declare_empty(a));
                        quote!(#declared ws.restore_all(&mut #name[..]);)
                    }
                });
                continue;
            }
            if own && array.lifted {
                out.extend(quote!(let mut #name = ws.kept();));
                continue;
            }
            if array.frame == frame && !array.param {
                out.extend(self.declare_empty(a));
            }
            out.extend(match (array.lifted, fixed || reference) {
                (true, true) => quote!(ws.restore_slice(&mut #name[..]);),
                (true, false) => quote!(ws.restore(&mut #name);),
                (false, true) => quote!(ws.restore_words_slice(&mut #name[..]);),
                (false, false) => quote!(ws.restore_words(&mut #name);),
            });
        }
        out
    }

    /// The arrays of a frame that only frames inside of it put back.
    pub(crate) fn restored_inside(&self, frame: usize) -> Vec<Arr> {
        let own = self.restored(frame);
        let inside = self.plan.restored.iter().filter(|(f, _)| **f != frame).flat_map(|(_, set)| set);
        let is_of_frame = |a: &&Arr| self.p.arrays[**a].frame == frame && !self.p.arrays[**a].param;
        let is_there = |a: &Arr| own.contains(a) || self.plan.remade.contains(a);
        let all: std::collections::BTreeSet<Arr> = inside.filter(is_of_frame).copied().collect();
        all.into_iter().filter(|a| !is_there(a)).collect()
    }

    /// Whether an array that the frame restores is as long as when the frame ran: it lives on from outside.
    fn keeps_length(&self, a: Arr, frame: usize) -> bool {
        let array = &self.p.arrays[a];
        if matches!(array.storage, Storage::Fixed(_)) {
            return true;
        }
        let exchanged = self.order.exchanged.contains_key(&a);
        let outer = array.frame != frame && !array.param && self.is_heap(a) && !array.result;
        let kept = outer && !array.grows && !exchanged && !self.declared.contains(&a);
        // On its way back a loop has lists of its own that it does not put back itself without their lengths.
        self.mode == Mode::Joint && kept && (array.frame == 0 || !self.restored_inside(array.frame).contains(&a))
    }

    /// Whether a parameter's content in the reverse sweep is a copy, because it is put back there.
    pub(crate) fn shadowed(&self, a: Arr) -> bool {
        let array = &self.p.arrays[a];
        array.param
            && matches!(array.storage, Storage::Exclusive | Storage::Heap)
            && self.plan.restored.values().any(|set| set.contains(&a))
    }

    /// Whether a list comes from the workspace.
    pub(crate) fn is_pooled(&self, a: Arr) -> bool {
        self.is_heap(a) && self.p.arrays[a].lifted || self.is_pooled_constant(a)
    }

    /// Whether a list of constants comes from the workspace: one that is made here, of what it has lists of.
    fn is_pooled_constant(&self, a: Arr) -> bool {
        let array = &self.p.arrays[a];
        let own = !array.param && !array.result && !array.lifted && self.is_heap(a) && self.order.made.contains(&a);
        let of = array.sample.as_ref().map(crate::syntax::literal_ty);
        own && match of {
            None => array.float,
            Some(Ty::Bool | Ty::Int(IntTy::Other(_))) => true,
            Some(Ty::Int(IntTy::Of(int))) => matches!(int, Int::Usize | Int::I32 | Int::U32),
            Some(_) => false,
        }
    }

    /// Gives the heap arrays of a frame back to the pool, at the end of a run.
    pub(crate) fn give_arrays(&self, frame: usize, kept: &[Arr]) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.arrays_of(frame) {
            let array = &self.p.arrays[a];
            let name = &array.name;
            if self.is_heap(a) && array.lifted && !array.result && !kept.contains(&a) {
                out.extend(quote!(ws.give(#name);));
            } else if self.is_pooled_constant(a) {
                // Of one that is kept, the record has a copy.
                out.extend(quote!(ws.give_constants(#name);));
            }
        }
        out
    }
}
