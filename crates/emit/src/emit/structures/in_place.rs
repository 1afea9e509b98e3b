//! Structures, and lists of structures, that are changed where they lie. Their adjoints lie beside them, in the same
//! shape; where a change may alter the shape, what was there before is kept.

use crate::emit::{Emitter, Mode};
use crate::ir::{Arr, Atom, Op, Put, Storage};
use crate::plan::order::Def;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// What is held.
    pub(crate) fn look(&self, a: Arr, lifted: bool) -> TokenStream {
        let (held, number) = (self.array(a), self.number());
        if !lifted {
            return quote!(::core::clone::Clone::clone(&#held));
        }
        quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#held)).get(&#held)
        })
    }

    pub(crate) fn reverse_look(&self, a: Arr, g: &TokenStream, out: &mut TokenStream) {
        if !self.p.arrays[a].active {
            return;
        }
        let (place, number) = (self.array_adjoint(a), self.number());
        out.extend(quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#place)).add(&mut #place, &#g);
        }));
    }

    /// A structure is held from here on.
    pub(crate) fn hold(&self, a: Arr, value: &Atom) -> TokenStream {
        let held = self.array(a);
        let value = self.repeated(value).unwrap_or_else(|| self.put_value(a, value));
        quote!(let mut #held = #value;)
    }

    /// A list that is one constant many times, made over the number at once: to lift the list would make another.
    fn repeated(&self, value: &Atom) -> Option<TokenStream> {
        let v = value.val().filter(|v| self.order.once.repeated.contains(v))?;
        let Some((_, Def::Let(Op::Repeat(one, n, None)))) = self.order.defs.get(&v) else { return None };
        let (one, n) = (self.owned(one), self.tokens(n));
        Some(quote!(::wengert::generated::alike(#one, #n)))
    }

    fn put_value(&self, a: Arr, value: &Atom) -> TokenStream {
        if self.p.arrays[a].lifted && !self.is_count(value) { self.owned(value) } else { self.tokens(value) }
    }

    /// Where a change keeps the shape of what was there before.
    pub(crate) fn before(&self, put: &Put) -> Ident {
        format_ident!("{}_before_{}", self.p.arrays[put.arr].name, put.id)
    }

    /// Whether what is changed has an adjoint.
    pub(crate) fn counts(&self, put: &Put) -> bool {
        self.p.arrays[put.arr].active && !self.is_count(&put.value)
    }

    pub(crate) fn put(&self, put: &Put) -> TokenStream {
        let (held, index, value) = (self.array(put.arr), self.tokens(&put.index), self.put_value(put.arr, &put.value));
        let keep = if self.recording && self.counts(put) {
            let (before, number) = (self.before(put), self.number());
            let (note, ws) = match self.mode {
                Mode::Forward => (quote!(note_apart), quote!(, ws)),
                _ => (quote!(note), TokenStream::new()),
            };
            quote!({
                use ::wengert::generated::{KeepAnything as _, KeepNumbers as _, KeepWords as _};
                (&&&::wengert::generated::kind::<#number, _>(&#held[#index])).#note(&#held[#index], &mut #before #ws);
            })
        } else {
            TokenStream::new()
        };
        quote!(#keep #held[#index] = #value;)
    }

    pub(crate) fn reverse_put(&mut self, put: &Put) -> TokenStream {
        if !self.counts(put) {
            return TokenStream::new();
        }
        let (place, index) = (self.array_adjoint(put.arr), self.tokens(&put.index));
        let (number, g, before) = (self.number(), self.unique("g"), self.before(put));
        let (take, ws) = match self.mode {
            Mode::Reverse => (quote!(take_apart), quote!(, ws)),
            _ => (quote!(take), TokenStream::new()),
        };
        let mut out = quote! {
            let #g = {
                use ::wengert::generated::{KeepAnything as _, KeepNumbers as _, KeepWords as _};
                (&&&::wengert::generated::kind::<#number, _>(&#place[#index]))
                    .#take(&mut #place[#index], &mut #before #ws)
            };
        };
        self.contribute(&put.value, false, quote!(#g), &mut out);
        out
    }

    pub(crate) fn reverse_hold(&mut self, a: Arr, value: &Atom) -> TokenStream {
        if value.val().is_some_and(|v| self.order.once.holder(v) == Some(a)) {
            return TokenStream::new();
        }
        let (place, mut out) = (self.array_adjoint(a), TokenStream::new());
        self.contribute(value, false, quote!(::core::clone::Clone::clone(&#place)), &mut out);
        out
    }

    /// The adjoint of what is held.
    pub(crate) fn declare_held(&self, a: Arr) -> TokenStream {
        let (name, held, number) = (self.array_adjoint(a), self.array(a), self.number());
        quote!(let mut #name = ::wengert::Bundle::<#number>::zero(&#held);)
    }

    pub(crate) fn is_held(&self, a: Arr) -> bool {
        matches!(self.p.arrays[a].storage, Storage::Held)
    }
}
