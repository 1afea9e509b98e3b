//! A function in steps.

use crate::ir::{Arr, Program, Val};
use front::items::Derivative;
use proc_macro2::{Ident, TokenStream};
use syn::ItemFn;

/// How a parameter arrives in the lowered form.
#[derive(Clone, Debug)]
pub enum Leaf {
    Scalar(Val),
    Array(Arr),
    Tuple(Vec<Leaf>),
}

/// A function in lowered form.
pub struct Lowered {
    pub program: Program,
    /// Its parameters, in order.
    pub leaves: Vec<Leaf>,
    /// The items inside its body.
    pub items: Vec<syn::Item>,
    /// What goes beside the function.
    pub beside: Vec<TokenStream>,
    /// Derivatives of other functions that it takes.
    pub nested: Vec<Nested>,
    /// The derivatives that it alone sees, of functions without the attribute.
    pub within: Vec<TokenStream>,
    /// The function without the attribute that a very long one writes out most, and how often it does.
    pub repeated: Option<(String, usize)>,
}

/// What kind of function it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Function,
    /// A method of its first parameter.
    Method,
    /// One that is passed: the method `call` of its structure, which is held fixed.
    Passed,
}

/// A derivative of a function, by the name under which generated code calls it.
pub struct Nested {
    pub name: Ident,
    /// The function whose derivative it is.
    pub path: syn::Path,
    pub of: Of,
    pub form: Derivative,
    /// That function, without its body.
    pub inner: ItemFn,
    /// The same with its body, where that means here what it means there.
    pub text: Option<ItemFn>,
    /// What stands beside it, without its body.
    pub outer: ItemFn,
}
