//! A function in steps.

use crate::ir::{Arr, Program, Val};
use front::items::Derivative;
use proc_macro2::{Ident, TokenStream};
use syn::ItemFn;

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
    pub(crate) nested: Vec<Nested>,
    /// The derivatives that it alone sees, of functions without the attribute.
    pub(crate) within: Vec<TokenStream>,
}

/// What kind of function it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Function,
    /// A method of its first parameter.
    Method,
    /// One that is passed: the method `call` of its structure, which is held fixed.
    Passed,
}

/// A derivative of a function, by the name under which generated code calls it.
pub(crate) struct Nested {
    pub(crate) name: Ident,
    /// The function whose derivative it is.
    pub(crate) path: syn::Path,
    pub(crate) of: Of,
    pub(crate) form: Derivative,
    /// That function, without its body.
    pub(crate) inner: ItemFn,
    /// The same with its body, where that means here what it means there.
    pub(crate) text: Option<ItemFn>,
    /// What stands beside it, without its body.
    pub(crate) outer: ItemFn,
}
