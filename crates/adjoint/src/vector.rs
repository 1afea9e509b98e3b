//! `math = "vector"`: the function itself takes the kernels of `wengert::vector` too, so that its values are those that its
//! derivatives are of.

use crate::signature::{Shape, Signature};
use syn::{Error, FnArg, ItemFn, Pat, Result};

/// Puts a call of the generated function on numbers of type `f64` in the place of the body.
///
/// # Errors
/// If the function is one of structures, or of `f32`, for which there is no such call.
pub(crate) fn delegate(f: &mut ItemFn, sig: &Signature) -> Result<()> {
    let refuse = |why: &str| {
        let message = format!("`math = \"vector\"` is for functions of numbers, arrays and lists of `f64`: {why}");
        Err(Error::new(f.sig.ident.span(), message))
    };
    let structure = sig.params.iter().any(|p| p.shape.as_ref().is_some_and(Shape::has_record)) || sig.ret.has_record();
    if structure {
        return refuse("put it on the functions that this one calls with the numbers of its structures");
    }
    if sig.generic || sig.scalar != "f64" {
        return refuse("write its parameters with that type");
    }
    let mut args = vec![];
    for input in &f.sig.inputs {
        let FnArg::Typed(typed) = input else { return refuse("let the method call a function that has it") };
        let Pat::Ident(name) = &*typed.pat else { return refuse("give each parameter a name") };
        args.push(name.ident.clone());
    }
    let (name, generics) = (&sig.name, &sig.arguments);
    f.block = syn::parse_quote!({ #name::eval::<f64, #(#generics),*>(#(#args),*) });
    Ok(())
}
