//! The records of loops whose iterations all save the same: one piece of memory, a row for each.

use crate::emit::words::Word;
use crate::emit::{Emitter, Mode};
use crate::ir::{Head, Loop, Step, Val};
use crate::plan::loop_is_active;
use proc_macro2::TokenStream;
use quote::quote;

/// The record of a loop whose iterations all save the same number of values.
pub(crate) struct Flat {
    pub(crate) numbers: Vec<Val>,
    pub(crate) words: Vec<Word>,
}

impl Emitter<'_> {
    /// Whether every iteration saves the same, and nothing in it uses the workspace otherwise.
    pub(crate) fn flat(&self, l: &Loop) -> Option<Flat> {
        if self.plan.sparse.contains_key(&l.frame) || self.plan.checkpointed.contains_key(&l.frame) {
            return None;
        }
        if !matches!(l.head, Head::Range { .. }) || l.exit.is_some() || !loop_is_active(self.p, l) {
            return None;
        }
        if !self.restored(l.frame).is_empty() || self.arrays_of(l.frame).iter().any(|&a| self.is_pooled(a)) {
            return None;
        }
        let mut simple = true;
        crate::ir::walk(&l.body, &mut |s, b| {
            simple &= match s {
                Step::Call(c) => !c.active,
                // Iterations that run side by side have workspaces of their own, which are taken from this one.
                Step::Loop(inner) if inner.independent.is_some() => false,
                Step::Loop(inner) => !loop_is_active(self.p, inner) || !self.uses_workspace(inner),
                Step::Alloc(a, _) => !self.is_pooled(*a),
                Step::Hold(..) => false,
                Step::Put(put) => self.mode == Mode::Joint || !self.counts(put),
                _ => true,
            };
            simple &= b.id == l.body.id || self.plan.saved.get(&b.id).is_none_or(Vec::is_empty);
            simple &= self.plan.shaped.get(&b.id).is_none_or(Vec::is_empty);
        });
        let list = self.plan.saved.get(&l.body.id).cloned().unwrap_or_default();
        simple &= !list.iter().any(|&v| self.p.is_whole(v));
        let (numbers, words) = self.record(&list);
        simple.then_some(Flat { numbers, words })
    }

    pub(crate) fn uses_workspace(&self, l: &Loop) -> bool {
        if self.plan.again.contains_key(&l.frame) {
            return true;
        }
        if let Some(&known) = self.workspaces.borrow().get(&l.frame) {
            return known;
        }
        let uses = match self.flat(l) {
            Some(flat) => !flat.numbers.is_empty() || !flat.words.is_empty(),
            None => true,
        };
        self.workspaces.borrow_mut().insert(l.frame, uses);
        uses
    }

    pub(crate) fn write_flat(&self, flat: &Flat) -> TokenStream {
        let numbers = flat.numbers.iter().enumerate().map(|(k, &v)| {
            let name = self.name(v);
            if flat.numbers.len() == 1 { quote!(*record_row = #name;) } else { quote!(record_row[#k] = #name;) }
        });
        let words = flat.words.iter().enumerate().map(|(k, word)| {
            let word = self.word(word);
            if flat.words.len() == 1 { quote!(*record_bits = #word;) } else { quote!(record_bits[#k] = #word;) }
        });
        quote!(#(#numbers)* #(#words)*)
    }

    pub(crate) fn read_flat(&self, flat: &Flat) -> TokenStream {
        let numbers = flat.numbers.iter().enumerate().map(|(k, &v)| {
            let name = self.name(v);
            if flat.numbers.len() == 1 { quote!(let #name = *record_row;) } else { quote!(let #name = record_row[#k];) }
        });
        let words = flat.words.iter().enumerate().map(|(k, word)| {
            let code = if flat.words.len() == 1 { quote!(*record_bits) } else { quote!(record_bits[#k]) };
            self.of_word(word, code)
        });
        quote!(#(#numbers)* #(#words)*)
    }
}

/// The pattern and the iterator of a flat record.
pub(crate) fn flat_chain(flat: &Flat, back: bool) -> (TokenStream, TokenStream) {
    let part = |n: usize, list: TokenStream| {
        let rows = match (n, back) {
            (1, false) => quote!(#list.iter_mut()),
            (1, true) => quote!(#list.iter().rev()),
            (n, false) => quote!(#list.chunks_exact_mut(#n)),
            (n, true) => quote!(#list.chunks_exact(#n).rev()),
        };
        (n > 0).then_some(rows)
    };
    let numbers = part(flat.numbers.len(), quote!(record_x));
    let words = part(flat.words.len(), quote!(record_w));
    match (numbers, words) {
        (Some(x), Some(w)) => (quote!((record_row, record_bits)), quote!(#x.zip(#w))),
        (Some(x), None) => (quote!(record_row), x),
        (None, Some(w)) => (quote!(record_bits), w),
        (None, None) => (quote!(_), quote!(::core::iter::repeat(()))),
    }
}
