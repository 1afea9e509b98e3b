//! Methods and operators of a type over any number under their own names, for the texts of functions that are recorded.

use super::{Place, twin_of};
use crate::signature::Signature;
use crate::syntax::generated::type_name;
use front::visit::Visit;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, ImplItemFn, Pat, Type, parse_quote};

/// Names and types of the parameters.
fn parameters(function: &ImplItemFn) -> Vec<(&Ident, &Type)> {
    let typed = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(t) => match &*t.pat {
            Pat::Ident(p) => Some((&p.ident, &*t.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

/// The method that calls a function beside it.
pub(super) fn method(
    place: &Place,
    function: &ImplItemFn,
    name: &Ident,
    hidden: &Ident,
    has_self: bool,
) -> TokenStream {
    let all = parameters(function);
    let receiver = has_self.then(|| match all.first().map(|(_, ty)| *ty) {
        Some(Type::Reference(r)) if r.mutability.is_some() => quote!(&mut self,),
        Some(Type::Reference(_)) => quote!(&self,),
        _ => quote!(self,),
    });
    let passed = has_self.then(|| quote!(self,));
    let (names, types): (Vec<&Ident>, Vec<&Type>) = all.iter().skip(usize::from(has_self)).copied().unzip();
    let own: Vec<String> = crate::syntax::arguments(&place.generics).iter().map(ToString::to_string).collect();
    let stays = |p: &&GenericParam| match p {
        GenericParam::Type(t) => {
            !own.contains(&t.ident.to_string()) && !t.bounds.to_token_stream().to_string().contains("Real")
        }
        GenericParam::Const(c) => !own.contains(&c.ident.to_string()),
        GenericParam::Lifetime(l) => l.lifetime.to_string() == crate::signature::normal::TEXT,
    };
    let generics = function.sig.generics.params.iter().filter(stays);
    let arguments = crate::syntax::arguments(&function.sig.generics);
    let arguments = arguments.iter().filter(|a| !a.to_string().starts_with('\''));
    let (output, inner) = (&function.sig.output, &function.sig.ident);
    quote! {
        #[doc(hidden)]
        pub fn #name<#(#generics),*>(#receiver #(#names: #types),*) #output {
            #hidden::#inner::<#(#arguments),*>(#passed #(#names),*)
        }
    }
}

/// A method that answers with a constant, on the type over any number: it is asked of the plain value.
pub(super) fn answer(place: &Place, method: &ImplItemFn) -> TokenStream {
    let sig = &method.sig;
    let lends = |input: &FnArg| matches!(input, FnArg::Typed(t) if crate::around::lent_inside(&t.ty).is_some());
    let own = place.operator.is_none() && place.has_twin() && place.is_found(&sig.ident);
    if !own || !sig.generics.params.is_empty() || sig.receiver().is_none() || sig.inputs.iter().any(lends) {
        return TokenStream::new();
    }
    // What it lends lies in the value over the number, not in a plain one that is made for the question.
    if matches!(&sig.output, syn::ReturnType::Type(_, ty) if lent_in(ty)) {
        return place.on_twin(method).unwrap_or_default();
    }
    let ty = &place.ty;
    let mut like: syn::ItemFn = parse_quote!(fn like(this: &#ty) {});
    let Ok(read) = crate::signature::read(&mut like) else { return TokenStream::new() };
    let (number, scalar, name, output) = (&read.number, &read.scalar, &sig.ident, &sig.output);
    let (mut params, mut args) = (vec![], vec![]);
    for input in &sig.inputs {
        let FnArg::Typed(t) = input else { continue };
        let Pat::Ident(p) = &*t.pat else { return TokenStream::new() };
        let (name, mut over, reference) = (&p.ident, (*t.ty).clone(), matches!(&*t.ty, Type::Reference(_)));
        crate::recorded::over(&read, &mut over);
        params.push(quote!(#name: #over));
        args.push(match reference {
            true => quote!(&::wengert::generated::asked!(#number, #name)),
            false => quote!(::wengert::generated::asked!(#number, &#name)),
        });
    }
    let (over, _, generics) = place.twin(number, scalar);
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all)]
        impl<#number: ::wengert::Real<#scalar>, #(#generics),*> #over {
            pub fn #name(&self, #(#params),*) #output {
                ::wengert::generated::asked!(#number, self).#name(#(#args),*)
            }
        }
    }
}

/// Whether a reference is in a type that does not last as long as the program.
fn lent_in(ty: &Type) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0 |= matches!(ty, Type::Reference(r) if r.lifetime.as_ref().is_none_or(|l| l.ident != "static"));
            front::visit::visit_type(self, ty);
        }
    }
    let mut found = Found(false);
    found.visit_type(ty);
    found.0
}

/// `From`, of the type over any number.
pub(super) fn conversion(place: &Place, functions: &[ImplItemFn], hidden: &Ident) -> Option<TokenStream> {
    let function = functions.iter().find(|f| f.sig.ident == "__as_written")?;
    if !place.converts || place.number.is_some() || !place.has_twin() {
        return None;
    }
    let all = parameters(function);
    let [(_, from)] = all.as_slice() else { return None };
    let generics = &function.sig.generics;
    let number = generics.type_params().next().map(|t| t.ident.clone())?;
    let (over, params, arguments) = (twin_of(&place.ty, &number), &generics.params, crate::syntax::arguments(generics));
    Some(quote! {
        #[allow(warnings, clippy::all)]
        impl<#params> ::core::convert::From<#from> for #over {
            fn from(x: #from) -> Self {
                #hidden::__as_written::<#(#arguments),*>(x)
            }
        }
    })
}

/// The operator, on the type over any number; one with a number on its left cannot be had.
pub(super) fn operator(
    place: &Place,
    operator: &Ident,
    hidden: &Ident,
    sig: &Signature,
    functions: &[ImplItemFn],
) -> TokenStream {
    let right = place.right.as_ref().filter(|_| operator != "Neg");
    let Some(function) = functions.iter().find(|f| f.sig.ident == "__as_written") else { return TokenStream::new() };
    if place.is_float() || place.number.is_some() {
        return TokenStream::new();
    }
    let name = method_of(operator);
    let (inner, number, scalar) = (&function.sig.ident, &sig.number, &sig.scalar);
    // Types by their names: in a projection the number would not show.
    let over = |ty: &Type| -> Type {
        let behind = if let Type::Reference(r) = ty { &*r.elem } else { ty };
        let list = crate::syntax::types::argument_of(behind, &["Vec", "Option"]).is_some();
        let over = match type_name(ty) {
            Some(name) if name == *scalar => number.to_token_stream(),
            Some(_) if !list => twin_of(ty, number),
            _ => {
                let mut over = behind.clone();
                crate::recorded::over(sig, &mut over);
                over.to_token_stream()
            }
        };
        match ty {
            Type::Reference(_) => parse_quote!(&#over),
            _ => parse_quote!(#over),
        }
    };
    let (left, right) = (elided(&over(&place.ty), "'l"), right.map(|ty| elided(&over(ty), "'r")));
    let lifetimes = quote!('l, 'r,);
    let params = &function.sig.generics.params;
    let assigns = operator.to_string().ends_with("Assign");
    let receiver = if assigns { quote!(&mut self) } else { quote!(self) };
    let (argument, parameter, pass) = match &right {
        Some(right) => (Some(quote!(<#right>)), Some(quote!(, other: #right)), Some(quote!(, other))),
        None => (None, None, None),
    };
    let ret = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => quote!(()),
    };
    let (output, gives) = match assigns {
        true => (None, None),
        false => (Some(quote!(type Output = #ret;)), Some(quote!(-> #ret))),
    };
    quote! {
        #[allow(warnings, clippy::all)]
        impl<#lifetimes #params> ::core::ops::#operator #argument for #left {
            #output
            fn #name(#receiver #parameter) #gives {
                #hidden::#inner(self #pass)
            }
        }
    }
}

/// `add` of `Add`, `sub_assign` of `SubAssign`.
fn method_of(operator: &Ident) -> Ident {
    let text = operator.to_string();
    match text.strip_suffix("Assign") {
        Some(of) => format_ident!("{}_assign", of.to_lowercase()),
        None => format_ident!("{}", text.to_lowercase()),
    }
}

/// The type with a lifetime for its reference.
fn elided(ty: &Type, lifetime: &str) -> Type {
    let mut ty = ty.clone();
    if let Type::Reference(r) = &mut ty {
        r.lifetime = Some(syn::Lifetime::new(lifetime, proc_macro2::Span::call_site()));
    }
    ty
}
