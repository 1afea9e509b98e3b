//! The types of constants, as far as they are known.

use front::ty::{Float, Int};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::fmt;

/// What is known of a constant scalar's type; a value that carries a derivative is a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ty {
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
    pub fn some_int() -> Ty {
        Ty::Int(IntTy::Open)
    }
    pub fn usize() -> Ty {
        Ty::Int(IntTy::Of(Int::Usize))
    }
}

/// What is an integer, or as small as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntTy {
    /// One of the language.
    Of(Int),
    /// A letter: no integer, but as constant and as small as one.
    Char,
    /// A float of another precision than the function's numbers: constant too.
    Other(Float),
    /// A text that lives as long as the program.
    Text,
    /// Not known: one of these, a flag, or a constant of any type that is kept whole.
    Open,
}

impl IntTy {
    /// The integer type of this name.
    pub fn named(name: &str) -> Option<IntTy> {
        Int::of(name).map(IntTy::Of)
    }

    fn name(self) -> &'static str {
        match self {
            IntTy::Of(int) => int.name(),
            IntTy::Char => "char",
            IntTy::Other(Float::F32) => "f32",
            IntTy::Other(_) => "f64",
            IntTy::Text => "str",
            IntTy::Open => "_",
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
