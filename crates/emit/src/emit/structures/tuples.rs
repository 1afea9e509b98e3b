//! Lists, rows and tuples as one value: put together going forward, taken apart going back.

use crate::emit::Emitter;
use crate::ir::{Atom, Extent, Pack};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    pub(crate) fn packed(&self, pack: &Pack, lifted: bool) -> TokenStream {
        let part = |a: &Atom| match lifted && !self.is_count(a) {
            true => self.owned(a),
            false => self.tokens(a),
        };
        match pack {
            Pack::Tuple(parts) => {
                let parts = parts.iter().map(part);
                quote!((#(#parts,)*))
            }
            Pack::Rows(arr, extents) => {
                let list = self.array(*arr);
                let counters = (0..extents.len()).map(|k| format_ident!("row{k}__"));
                let all = self.rows_of(extents, 0);
                quote!({
                    let flat__ = &#list[..];
                    let mut at__ = 0usize;
                    #(let mut #counters = 0usize;)*
                    #all
                })
            }
        }
    }

    /// The next list of a level.
    fn rows_of(&self, extents: &[Extent], level: usize) -> TokenStream {
        let _counter = format_ident!("row{level}__");
        let (len, fixed) = match &extents[level] {
            Extent::Even(len, fixed) => (self.tokens(len), fixed.clone()),
        };
        if level + 1 == extents.len() {
            let list = match &fixed {
                Some(n) => quote!(::wengert::generated::array_of::<_, { #n }>(list__)),
                None => quote!(list__.to_vec()),
            };
            return quote!({ let len__: usize = #len; let list__ = &flat__[at__..at__ + len__]; at__ += len__; #list });
        }
        let inner = self.rows_of(extents, level + 1);
        match fixed {
            Some(n) => quote!(::core::array::from_fn::<_, { #n }, _>(|_| #inner)),
            None => quote!((0..#len).map(|_| #inner).collect::<::std::vec::Vec<_>>()),
        }
    }

    pub(crate) fn reverse_packed(&mut self, pack: &Pack, g: &TokenStream, out: &mut TokenStream) {
        match pack {
            Pack::Tuple(parts) => {
                for (k, a) in parts.iter().enumerate() {
                    let k = syn::Index::from(k);
                    self.contribute(a, false, quote!(::core::clone::Clone::clone(&#g.#k)), out);
                }
            }
            Pack::Rows(arr, extents) => {
                if !self.p.arrays[*arr].active {
                    return;
                }
                let name = self.array_adjoint(*arr);
                let mut code = quote! {
                    ::wengert::generated::seed(&mut #name[at__..at__ + list__.len()], &list__[..]);
                    at__ += list__.len();
                };
                for _ in 1..extents.len() {
                    code = quote!(for list__ in list__.iter() { #code });
                }
                out.extend(quote!({ let mut at__ = 0usize; let list__ = &#g; #code }));
            }
        }
    }
}
