//! Arrays of which each iteration of a loop has a row of its own, written forward and read on the way back.

use crate::emit::{Emitter, Mode};
use crate::ir::{Arr, Frame, Head, Init, Loop};
use crate::plan::expanded::Expanded;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl<'a> Emitter<'a> {
    /// The arrays with a row for each iteration of a loop.
    fn expanded_in(&self, frame: Frame) -> &'a [Expanded] {
        let rows = self.plan.expanded.get(&frame);
        rows.filter(|_| self.mode == Mode::Joint && !self.strips.contains_key(&frame)).map_or(&[], Vec::as_slice)
    }

    /// Whether each iteration of a loop has its own of an array.
    pub(crate) fn is_expanded(&self, a: Arr, frame: Frame) -> bool {
        self.expanded_in(frame).iter().any(|e| e.array == a)
    }

    /// Those of them that an iteration makes, and that have an adjoint.
    fn adjoints_of(&self, frame: Frame) -> impl Iterator<Item = &'a Expanded> + use<'_, 'a> {
        let arrays = &self.p.arrays;
        self.expanded_in(frame).iter().filter(move |e| arrays[e.array].frame == frame && arrays[e.array].active)
    }

    fn rows_name(&self, a: Arr) -> Ident {
        let mut name = format!("{}_rows", self.p.arrays[a].name);
        while self.order.names.contains(&name) {
            name.push('_');
        }
        format_ident!("{name}")
    }

    /// Room for all rows, before the loop.
    pub(crate) fn open_rows(&self, l: &Loop) -> TokenStream {
        let Head::Range { lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (lo, hi) = (self.tokens(lo), self.tokens(hi));
        let rooms = self.expanded_in(l.frame).iter().map(|e| {
            let (rows, len) = (self.rows_name(e.array), self.tokens(&e.len));
            quote!(let mut #rows = ws.room((#lo..#hi).count() * #len);)
        });
        rooms.collect()
    }

    /// The rows of an iteration, under the names of the arrays.
    pub(crate) fn take_rows(&self, l: &Loop) -> TokenStream {
        let Head::Range { var, lo, .. } = &l.head else { return TokenStream::new() };
        let (var, lo) = (self.name(*var), self.tokens(lo));
        let rows = self.expanded_in(l.frame).iter().map(|e| {
            let (name, rows, len) = (self.array(e.array), self.rows_name(e.array), self.tokens(&e.len));
            quote!(let #name = &mut #rows[(#var - #lo) * #len..][..#len];)
        });
        rows.collect()
    }

    /// Gives the rows back, and what adjoints of such arrays lie in, behind the way back.
    pub(crate) fn give_rows(&self, l: &Loop) -> TokenStream {
        // In the order in which the next such loop takes them.
        let rows = self.expanded_in(l.frame).iter().rev().map(|e| self.rows_name(e.array));
        let adjoints = self.adjoints_of(l.frame).map(|e| self.own_adjoint(e.array));
        quote!(#(ws.give(#adjoints);)* #(ws.give_room(#rows);)*)
    }

    /// The adjoints of such arrays, one for all iterations, before the way back.
    pub(crate) fn open_row_adjoints(&self, l: &Loop) -> TokenStream {
        let zero = self.zero();
        let adjoints = self.adjoints_of(l.frame).map(|e| {
            let (name, len) = (self.own_adjoint(e.array), self.tokens(&e.len));
            quote!(let mut #name = ws.filled(#zero, #len);)
        });
        adjoints.collect()
    }

    /// The row of an array that an iteration makes; none for other arrays.
    pub(crate) fn alloc_row(&self, a: Arr, init: &Init) -> Option<TokenStream> {
        let rows = self.expanding.contains(&a).then(|| self.expanded_in(self.p.arrays[a].frame))?;
        let (expanded, Init::Fill(x, _)) = (rows.iter().find(|e| e.array == a)?, init) else { return None };
        let (name, x) = (self.array(a), self.as_value(x, true));
        Some(if expanded.renewed { TokenStream::new() } else { quote!(#name.fill(#x);) })
    }

    /// Notes that an iteration of a loop is written whose arrays are rows.
    pub(crate) fn enter_rows(&mut self, l: &Loop) {
        self.expanding.extend(self.expanded_in(l.frame).iter().map(|e| e.array));
    }

    /// Forgets it.
    pub(crate) fn leave_rows(&mut self, l: &Loop) {
        for e in self.expanded_in(l.frame) {
            self.expanding.remove(&e.array);
        }
    }
}
