//! Questions that are answered by a constant, asked of values without derivatives.

use super::Emitter;
use crate::ir::Atom;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// A value without derivatives, or a reference to it.
    pub(super) fn plainly(&self, a: &Atom, by_reference: bool) -> TokenStream {
        let (tokens, number) = (self.tokens(a), self.number());
        match a {
            Atom::Val(v) if self.p.values[*v].lifted => {
                let lent = self.lend(a);
                let plain = quote!(::wengert::generated::asked!(#number, #lent));
                if by_reference { quote!(&#plain) } else { plain }
            }
            Atom::Val(v) => match (self.p.values[*v].by_ref, by_reference) {
                (true, true) => tokens,
                (true, false) => quote!(::core::clone::Clone::clone(#tokens)),
                (false, true) => quote!(&#tokens),
                (false, false) => quote!(::core::clone::Clone::clone(&#tokens)),
            },
            Atom::Lit(_) if by_reference => quote!(&#tokens),
            Atom::Lit(_) => tokens,
        }
    }
}
