//! What has derivatives where it is called alone, as its signature tells.

use super::Around;
use proc_macro2::Ident;
use syn::{Generics, Path, Signature};

/// Whether a function is generic over what has no derivatives of its own, or takes or gives it.
pub fn is_open_function(name: &Ident, sig: &Signature, outer: Option<&Generics>) -> bool {
    let (program, scope, _) = Around::program(name);
    program.open_function(&scope, sig, outer).is_some()
}

/// Whether a function is generic over a trait of which a method has no form over any number.
pub fn is_over_formless(name: &Ident, sig: &Signature, outer: Option<&Generics>) -> bool {
    let (program, scope, _) = Around::program(name);
    program.is_over_formless(&scope, sig, outer)
}

/// Whether what a method of a type or of a trait takes or gives has no form over any number.
pub fn is_formless(of: &Ident, sig: &Signature) -> bool {
    let (program, scope, _) = Around::program(of);
    program.is_formless(&scope, sig)
}

/// Whether a path where a function stands means a trait of the crate whose methods have derivatives.
pub fn is_marked_trait(name: &Ident, path: &Path) -> bool {
    let (program, scope, _) = Around::program(name);
    program.is_marked_trait(&scope, path)
}
