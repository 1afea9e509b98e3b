//! The words of a record: constants, and conditions, of which many go into one word.

use super::Emitter;
use crate::ir::{Ty, Val};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// A word of a record.
#[derive(Clone)]
pub(crate) enum Word {
    Constant(Val),
    /// A bit for each condition.
    Flags(Vec<Val>),
}

impl Emitter<'_> {
    /// The saved values of a list: those that are numbers, and the words of the constants.
    pub(crate) fn record(&self, list: &[Val]) -> (Vec<Val>, Vec<Word>) {
        let plain = list.iter().filter(|&&v| !self.p.is_whole(v));
        let (numbers, constants): (Vec<Val>, Vec<Val>) = plain.partition(|&&v| self.p.values[v].lifted);
        let (flags, others): (Vec<Val>, Vec<Val>) =
            constants.into_iter().partition(|&v| self.p.values[v].ty == Ty::Bool);
        let flags = flags.chunks(64).map(|all| match all {
            [one] => Word::Constant(*one),
            all => Word::Flags(all.to_vec()),
        });
        (numbers, flags.chain(others.into_iter().map(Word::Constant)).collect())
    }

    /// What it is called before it is taken apart.
    pub(crate) fn word_name(&self, word: &Word) -> Ident {
        match word {
            Word::Constant(v) => self.name(*v).clone(),
            Word::Flags(all) => format_ident!("{}_flags", self.name(all[0])),
        }
    }

    pub(crate) fn word(&self, word: &Word) -> TokenStream {
        match word {
            Word::Constant(v) => {
                let name = self.name(*v);
                quote!(::wengert::generated::Word::word(#name))
            }
            Word::Flags(all) => {
                let names = all.iter().map(|&v| self.name(v));
                quote!(::wengert::generated::flags([#(#names),*]))
            }
        }
    }

    /// The constants of a word.
    pub(crate) fn of_word(&self, word: &Word, code: TokenStream) -> TokenStream {
        match word {
            Word::Constant(v) => self.read_word(*v, code),
            Word::Flags(all) => {
                let names = all.iter().map(|&v| self.name(v));
                quote!(let [#(#names),*] = ::wengert::generated::of_flags(#code);)
            }
        }
    }

    /// A constant read back from its word.
    pub(crate) fn read_word(&self, v: Val, word: TokenStream) -> TokenStream {
        let (name, value) = (self.name(v), &self.p.values[v]);
        let ty = match &value.ty {
            Ty::Float => self.sig.scalar.to_token_stream(),
            Ty::Bool => quote!(bool),
            Ty::Int(int) => quote!(#int),
            _ => quote!(_),
        };
        quote!(let #name: #ty = ::wengert::generated::Word::from_word(#word);)
    }
}
