//! Loops that leave no record: they run again, whole, before they are reversed.

use crate::emit::Emitter;
use crate::ir::{Arr, Loop, Storage};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

impl Emitter<'_> {
    /// Forward: what the loop finds in the arrays that it writes to is kept, and nothing else.
    pub(crate) fn forward_once(&mut self, l: &Loop, arrays: &BTreeSet<Arr>) -> TokenStream {
        let mut out = TokenStream::new();
        for &a in arrays {
            let name = self.array(a);
            if self.is_held(a) {
                let found = self.found(a);
                out.extend(quote!(#found.push(::core::clone::Clone::clone(&#name));));
                continue;
            }
            out.extend(match self.p.arrays[a].lifted {
                true => quote!(ws.save(&#name[..]);),
                false => quote!(ws.save_words(&#name[..]);),
            });
        }
        let was = std::mem::replace(&mut self.recording, false);
        self.forget_declared(l.frame);
        out.extend(self.forward_whole(l));
        self.recording = was;
        out
    }

    /// Back: the arrays are put back, the loop runs with a record, and is reversed.
    pub(crate) fn reverse_again_from_start(&mut self, l: &Loop, arrays: &BTreeSet<Arr>) -> TokenStream {
        let mut out = TokenStream::new();
        for &a in arrays.iter().rev() {
            let array = &self.p.arrays[a];
            let name = &array.name;
            if self.is_held(a) {
                let found = self.found(a);
                out.extend(quote!(#name = ::wengert::generated::certain(#found.pop());));
                continue;
            }
            out.extend(match (array.lifted, matches!(array.storage, Storage::Fixed(_))) {
                (true, true) => quote!(ws.restore_slice(&mut #name[..]);),
                (true, false) => quote!(ws.restore(&mut #name);),
                (false, true) => quote!(ws.restore_words_slice(&mut #name[..]);),
                (false, false) => quote!(ws.restore_words(&mut #name);),
            });
        }
        let was = std::mem::replace(&mut self.recording, true);
        self.forget_declared(l.frame);
        out.extend(self.forward_whole(l));
        self.recording = was;
        out.extend(self.reverse_whole(l));
        out
    }

    /// Where structures are kept that such a loop finds.
    fn found(&self, a: Arr) -> Ident {
        format_ident!("{}_found", self.p.arrays[a].name)
    }

    /// Declares these places, at the start of the function.
    pub(crate) fn found_stacks(&self) -> TokenStream {
        let mut held: Vec<Arr> = self.plan.again.values().flatten().copied().filter(|&a| self.is_held(a)).collect();
        held.sort_unstable();
        held.dedup();
        let stacks = held.into_iter().map(|a| self.found(a));
        quote!(#(let mut #stacks = ::std::vec::Vec::new();)*)
    }
}
