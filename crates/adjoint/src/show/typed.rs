//! A function as the front sees it: every name an id, every expression with its type.

use super::{One, Shown};
use proc_macro2::TokenStream;
use syn::{ItemFn, Result};

/// The typed bodies of all `#[differentiable]` functions of a source text, in order.
///
/// Locals have their numbers behind their names; what a value goes through before it is used stands in front of it.
///
/// ```
/// let typed = adjoint::show_typed("#[differentiable] fn f(x: f64) -> f64 { let y = x * x; y }")?;
/// let text = typed[0].adjoint.as_ref().expect("a body");
/// assert!(text.contains("let y.1: f64 = x.0 * x.0;"), "{text}");
/// # Ok::<(), syn::Error>(())
/// ```
///
/// # Errors
/// If the text is not Rust. What is wrong with one function is in its [`Shown::adjoint`].
pub fn show_typed(source: &str) -> Result<Vec<Shown>> {
    super::each(source, |found| match found {
        One::Wrong(name, error) => Shown { path: name.to_string(), name, adjoint: Err(error) },
        One::Function(path, f, options) => Shown { name: f.sig.ident.clone(), path, adjoint: typed(&f, options) },
    })
}

fn typed(f: &ItemFn, options: TokenStream) -> Result<String> {
    syn::parse2::<crate::signature::options::Wanted>(options)?;
    let mut f = f.clone();
    crate::signature::take_marks(&mut f);
    crate::syntax::marks::take(&mut f.block);
    crate::core::typed(&crate::signature::normal::of_numbers_and_lists(&f))
}
