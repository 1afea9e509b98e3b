//! A function in steps.

use crate::ir::{Arr, Program, Val};
use proc_macro2::TokenStream;

/// How a parameter arrives in the lowered form.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Scalar(Val),
    Array(Arr),
    Tuple(Vec<Leaf>),
}

/// A function in lowered form.
pub(crate) struct Lowered {
    pub(crate) program: Program,
    /// Its parameters, in order.
    pub(crate) leaves: Vec<Leaf>,
    /// The items inside its body.
    pub(crate) items: Vec<syn::Item>,
    /// What goes beside the function.
    pub(crate) beside: Vec<TokenStream>,
    /// Derivatives of other functions that it takes.
    pub(crate) nested: Vec<crate::nested::Nested>,
    /// The derivatives that it alone sees, of functions without the attribute.
    pub(crate) within: Vec<TokenStream>,
}
