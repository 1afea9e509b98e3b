//! The types of constants, as far as they are known.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::fmt;

/// What is known of a constant scalar's type; a value that carries a derivative is a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ty {
    Float,
    Bool,
    Int(IntTy),
    /// A structure of numbers.
    Record,
    /// A constant.
    Unknown,
}

impl Ty {
    /// An integer, or a flag, of a type that does not show.
    pub(crate) fn some_int() -> Ty {
        Ty::Int(IntTy::Open)
    }
    pub(crate) fn usize() -> Ty {
        Ty::Int(IntTy::Usize)
    }
}

/// The integers of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntTy {
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    /// A letter: no integer, but as constant and as small as one.
    Char,
    /// A text that lives as long as the program.
    Text,
    /// Not known: one of these, a flag, or a constant of any type that is kept whole.
    Open,
}

impl IntTy {
    const NAMES: [(IntTy, &str); 12] = [
        (IntTy::U8, "u8"),
        (IntTy::U16, "u16"),
        (IntTy::U32, "u32"),
        (IntTy::U64, "u64"),
        (IntTy::U128, "u128"),
        (IntTy::Usize, "usize"),
        (IntTy::I8, "i8"),
        (IntTy::I16, "i16"),
        (IntTy::I32, "i32"),
        (IntTy::I64, "i64"),
        (IntTy::I128, "i128"),
        (IntTy::Isize, "isize"),
    ];

    /// The integer type of this name.
    pub(crate) fn named(name: &str) -> Option<IntTy> {
        Self::NAMES.iter().find(|(_, own)| *own == name).map(|(int, _)| *int)
    }

    fn name(self) -> &'static str {
        match self {
            IntTy::Char => "char",
            IntTy::Text => "str",
            _ => Self::NAMES.iter().find(|(int, _)| *int == self).map_or("_", |(_, name)| name),
        }
    }
}

impl fmt::Display for IntTy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where it is not known, `_`.
impl ToTokens for IntTy {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if *self == IntTy::Text {
            return quote::quote!(&'static str).to_tokens(tokens);
        }
        tokens.extend([TokenTree::Ident(Ident::new(self.name(), Span::call_site()))]);
    }
}
