//! Functions that a function takes, `impl Fn(f64) -> f64`: in the form that is differentiated such a parameter is a
//! structure with derivatives.

use crate::around::{is_record, mentions_number, of_pointer};
use crate::ir::replace_by;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Error, FnArg, GenericParam, ItemFn, ParenthesizedGenericArguments, Pat, PathArguments, Result, ReturnType, Type,
    TypeParamBound, parse_quote,
};

/// How many arguments a function that is passed may have.
pub const MOST: usize = 4;

/// The function in that form.
pub fn as_structures(f: &mut ItemFn) -> Result<()> {
    let mut callees: Vec<Ident> = vec![];
    let mut made: Vec<GenericParam> = vec![];
    let number = crate::signature::normal::numbers(f).into_iter().next().filter(|n| n != "f64");
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        if input.attrs.iter().any(|a| a.path().is_ident("constant")) {
            continue;
        }
        let (inner, by_reference) = match &*input.ty {
            Type::Reference(r) => ((*r.elem).clone(), true),
            ty => (ty.clone(), false),
        };
        let inner = match inner {
            Type::Paren(p) => *p.elem,
            inner => inner,
        };
        let (bound, stands) = match &inner {
            Type::ImplTrait(t) => (called(t.bounds.iter()), None),
            Type::TraitObject(t) => (called(t.bounds.iter()), None),
            Type::BareFn(f) => (Some(of_pointer(f)), None),
            Type::Path(p) => {
                let param = f.sig.generics.type_params().find(|t| p.path.is_ident(&t.ident));
                (param.and_then(|t| called(t.bounds.iter())), param.map(|t| t.ident.clone()))
            }
            _ => (None, None),
        };
        let Some(of) = bound else { continue };
        let of = match &number {
            Some(number) => over(&of, number),
            None => of,
        };
        let (types, ret) = signature(&of);
        if !mentions_number(&of.to_token_stream()) {
            continue;
        }
        let Pat::Ident(name) = &mut *input.pat else { continue };
        // What is passed changes nothing, whatever it might.
        name.mutability = None;
        let traits = of_signature(&types, &ret, &of)?;
        let stands = stands.unwrap_or_else(|| format_ident!("Callee{}Of", made.len()));
        if !callees.contains(&stands) {
            made.push(parse_quote!(#stands: #traits));
        }
        *input.ty = if by_reference { parse_quote!(&#stands) } else { parse_quote!(#stands) };
        callees.push(stands);
    }
    if callees.is_empty() {
        return Ok(());
    }
    let old = std::mem::take(&mut f.sig.generics.params);
    let replaced = |p: &GenericParam| matches!(p, GenericParam::Type(t) if callees.contains(&t.ident));
    f.sig.generics.params = old.into_iter().filter(|p| !replaced(p)).chain(made).collect();
    Ok(())
}

/// The bound of a function.
fn called<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<ParenthesizedGenericArguments> {
    let mut bounds = bounds;
    bounds.find_map(|b| {
        let TypeParamBound::Trait(t) = b else { return None };
        let last = t.path.segments.last()?;
        match &last.arguments {
            PathArguments::Parenthesized(p) => Some(p.clone()),
            _ => None,
        }
    })
}

/// A bound's arguments in the form `(A, B) -> R`.
fn signature(of: &ParenthesizedGenericArguments) -> (Vec<Type>, Type) {
    let ret = match &of.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    };
    (of.inputs.iter().cloned().collect(), ret)
}

/// The same on plain scalars.
fn over(of: &ParenthesizedGenericArguments, number: &Ident) -> ParenthesizedGenericArguments {
    let plain = |ty: &Type| syn::parse2(replace_by(ty.to_token_stream(), number, &quote!(f64))).unwrap_or(ty.clone());
    let mut of = of.clone();
    of.inputs.iter_mut().for_each(|ty| *ty = plain(ty));
    if let ReturnType::Type(_, ty) = &mut of.output {
        **ty = plain(ty);
    }
    of
}

/// The trait of functions with these arguments and this result.
pub fn of_signature(types: &[Type], ret: &Type, at: &impl ToTokens) -> Result<TokenStream> {
    if types.is_empty() || types.len() > MOST {
        let message = format!("a function that is passed has one to {MOST} arguments here");
        return Err(Error::new_spanned(at, message));
    }
    let arguments = types.iter().map(argument).collect::<Result<Vec<_>>>()?;
    let (name, ret) = (format_ident!("Callee{}", types.len()), outcome(ret)?);
    Ok(quote!(::wengert::generated::#name<#(#arguments,)* #ret>))
}

fn argument(ty: &Type) -> Result<TokenStream> {
    let message = "an argument of a function that is passed is `f64`, `&[f64]`, `[f64; N]`, `Vec<f64>`, a structure, or an integer here";
    let refused = || Err(Error::new_spanned(ty, message));
    match ty {
        Type::Reference(r) if r.mutability.is_some() => refused(),
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) if is_number(&s.elem) => Ok(quote!([f64])),
            Type::Path(_) if is_numbers(&r.elem) => Ok(quote!([f64])),
            of @ Type::Array(_) if is_numbers(of) => Ok(of.to_token_stream()),
            of if is_record(of) => Ok(quote!(::wengert::generated::Of<#of>)),
            _ => refused(),
        },
        Type::Paren(p) => argument(&p.elem),
        of if is_record(of) && !is_number(of) => Ok(quote!(::wengert::generated::Of<#of>)),
        ty if is_number(ty) || is_numbers(ty) || crate::around::plain_constant(ty) => Ok(ty.to_token_stream()),
        _ => refused(),
    }
}

fn outcome(ty: &Type) -> Result<TokenStream> {
    match ty {
        Type::Tuple(t) if !t.elems.is_empty() => {
            let parts = t.elems.iter().map(outcome).collect::<Result<Vec<_>>>()?;
            Ok(quote!((#(#parts,)*)))
        }
        Type::Paren(p) => outcome(&p.elem),
        ty if is_number(ty) || is_numbers(ty) => Ok(ty.to_token_stream()),
        ty if is_record(ty) => Ok(quote!(::wengert::generated::Of<#ty>)),
        ty => {
            let message =
                "a function that is passed gives `f64`, `[f64; N]`, `Vec<f64>`, a tuple of these, or a structure here";
            Err(Error::new_spanned(ty, message))
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f64"))
}

/// `Vec<f64>` and `[f64; N]`
fn is_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => is_number(&a.elem),
        ty => *ty == parse_quote!(Vec<f64>) || *ty == parse_quote!(::std::vec::Vec<f64>),
    }
}
