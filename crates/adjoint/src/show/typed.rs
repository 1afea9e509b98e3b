//! A function as the front sees it: every name an id, every expression with its type.

use super::{Found, One, Shown};
use proc_macro2::TokenStream;
use syn::visit::Visit;
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
    let mut found = Found(vec![]);
    found.visit_file(&syn::parse_file(source)?);
    let known = crate::Known::read(crate::Index::of_texts(&[source]));
    let one = |found: One| {
        let start = found.span().start();
        crate::Around::new(&known).at(0, start.line, start.column + 1).within(|| match found {
            One::Wrong(name, error) => Shown { path: name.to_string(), name, adjoint: Err(error) },
            One::Function(path, f, options) => Shown { name: f.sig.ident.clone(), path, adjoint: typed(&f, options) },
        })
    };
    Ok(found.0.into_iter().map(one).collect())
}

fn typed(f: &ItemFn, options: TokenStream) -> Result<String> {
    syn::parse2::<crate::signature::options::Wanted>(options)?;
    let mut f = f.clone();
    crate::signature::take_marks(&mut f);
    crate::syntax::marks::take(&mut f.block);
    crate::core::typed(&crate::signature::normal::of_numbers_and_lists(&f))
}
