//! `math = "vector"`: the function itself takes the kernels of `wengert::vector` too, so that its values are those that its
//! derivatives are of.

use crate::signature::{Shape, Signature};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Error, FnArg, ItemFn, Pat, Result, Type};

/// Puts a call of the generated function on numbers of type `f64` in the place of the body; gives what stands beside it.
///
/// # Errors
/// If the function is one of structures, or of `f32`, for which there is no such call.
pub fn delegate(f: &mut ItemFn, sig: &Signature) -> Result<TokenStream> {
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
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &mut *typed.pat
        {
            name.mutability = None;
        }
    }
    let types: Vec<Type> = f
        .sig
        .inputs
        .iter()
        .filter_map(|p| if let FnArg::Typed(p) = p { Some((*p.ty).clone()) } else { None })
        .collect();
    let out = match &f.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let (name, arguments) = (&sig.name, &sig.arguments);
    let body = body(sig, &types, &out, &quote!(#name::eval::<f64, #(#arguments),*>));
    let call = call(sig, &args);
    f.block = syn::parse_quote!({ #call });
    Ok(body)
}

/// A function on plain numbers, of arguments of these types, as one that is inlined in the place for wide vectors and in the
/// one for others.
pub(crate) fn body(sig: &Signature, types: &[Type], out: &TokenStream, function: &TokenStream) -> TokenStream {
    let (name, generics, marks) = (&sig.name, &sig.generics, marks(sig));
    let types: Vec<_> = types.iter().map(|ty| crate::emit::with_lifetime(&ty.to_token_stream())).collect();
    let names: Vec<_> = (0..types.len()).map(|k| format_ident!("arg{k}")).collect();
    let out = crate::emit::with_lifetime(out);
    quote! {
        #[allow(warnings, clippy::all)]
        impl<'a, #(#generics),*> ::wengert::generated::Body<(#(#types,)*), #marks> for #name {
            type Out = #out;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn run((#(#names,)*): (#(#types,)*)) -> #out {
                #function(#(#names),*)
            }
        }
    }
}

/// A call of the function that [`body`] made of one of these arguments.
pub(crate) fn call(sig: &Signature, args: &[impl ToTokens]) -> TokenStream {
    let (name, marks) = (&sig.name, marks(sig));
    quote!(::wengert::generated::widest::<#name, _, #marks>((#(#args,)*)))
}

/// The parameters of the function's types, as a type.
fn marks(sig: &Signature) -> TokenStream {
    let marks = sig.generics.iter().zip(&sig.arguments).map(|(generic, name)| {
        match generic.to_string().starts_with("const ") {
            true => quote!([(); #name]),
            false => quote!(::core::marker::PhantomData<#name>),
        }
    });
    quote!((#(#marks,)*))
}
