//! What a trait provides and cannot differentiate for any type, as a list of it holds values of the type: each `impl` has the
//! functions beside it.

use super::Place;
use crate::expand::traits;
use crate::ir::replace_by;
use crate::signature::forms::Forms;
use crate::signature::options::Options;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, ImplItem, ImplItemFn, Item, ItemImpl, PathArguments};

/// The methods that the trait of an `impl` provides and leaves to it, with what is beside each and its name.
pub(super) fn of_trait(
    block: &ItemImpl,
    place: &Place,
    options: Options,
    forms: Option<Forms>,
) -> Vec<(ImplItemFn, TokenStream, Ident)> {
    let (Some(of), Some((_, path, _))) = (&place.of, &block.trait_) else { return vec![] };
    let (program, scope, _) = crate::around::Around::program(of);
    let Some((item, methods)) = program.provided_by(&scope, path) else { return vec![] };
    let Item::Trait(item) = &*item else { return vec![] };
    let given = |name: &Ident| block.items.iter().any(|item| matches!(item, ImplItem::Fn(f) if f.sig.ident == *name));
    let methods = methods.iter().filter(|method| !given(&method.sig.ident)).map(|method| &**method);
    let args = match &path.segments[path.segments.len() - 1].arguments {
        PathArguments::AngleBracketed(args) => args.args.iter().collect(),
        _ => vec![],
    };
    let mut all = vec![];
    for method in traits::left_to_impls(item, methods, options) {
        let Some(method) = on_arguments(&method, &item.generics, &args) else { continue };
        let Ok(function) = place.function(&method, None) else { continue };
        let hidden = function.sig.ident.clone();
        // What is wrong with it is said where it is called.
        if let Ok(beside) = place.beside(&method, function, options, forms, false) {
            all.push((method, beside, hidden));
        }
    }
    all
}

/// A method of a trait with the arguments of an `impl` in the place of the trait's parameters.
fn on_arguments(method: &ImplItemFn, generics: &syn::Generics, args: &[&GenericArgument]) -> Option<ImplItemFn> {
    let params = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
    let values = args.iter().filter(|a| !matches!(a, GenericArgument::Lifetime(_)));
    let mut tokens = method.to_token_stream();
    for (param, arg) in params.zip(values) {
        let name = match param {
            GenericParam::Type(t) => &t.ident,
            GenericParam::Const(c) => &c.ident,
            GenericParam::Lifetime(_) => continue,
        };
        tokens = replace_by(tokens, name, &quote!(#arg));
    }
    syn::parse2(tokens).ok()
}
