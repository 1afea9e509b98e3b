//! The lengths among a function's parameters: which arguments show them, and what the function gives for them.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{ReturnType, Signature, Type};

/// A function with lengths among its parameters: their names, what it takes and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lengthened {
    names: Vec<String>,
    takes: Vec<String>,
    gives: String,
}

/// The lengths among a function's parameters, if all parameters of its kind are such.
pub(super) fn lengths(sig: &Signature) -> Lengthened {
    let all = super::takes::takes_functions_alone(sig);
    let names = sig.generics.const_params().filter(|_| all).map(|p| p.ident.to_string());
    let takes = sig.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(t) => t.ty.to_token_stream().to_string(),
        syn::FnArg::Receiver(_) => String::new(),
    });
    let gives = match &sig.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => ty.to_token_stream().to_string(),
    };
    Lengthened { names: names.collect(), takes: takes.collect(), gives }
}

/// The lengths that are a type's arguments, among the parameters of a function of the type.
pub(super) fn lengths_of_type(sig: &Signature, of: &Type, around: &syn::Generics) -> Lengthened {
    let arguments = match of {
        Type::Path(p) => p.path.segments.last().map(|last| last.arguments.clone()),
        _ => None,
    };
    let names = match arguments {
        Some(syn::PathArguments::AngleBracketed(a)) => a.args.iter().map(|a| a.to_token_stream().to_string()).collect(),
        _ => vec![],
    };
    let length = |name: &String| around.const_params().any(|p| p.ident == name);
    let names = if names.iter().all(length) { names } else { vec![] };
    Lengthened { names, ..lengths(sig) }
}

/// Puts an expression in place of a name in lengths.
pub(super) struct Lengths {
    pub(super) name: String,
    pub(super) by: syn::Expr,
}

impl VisitMut for Lengths {
    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        match e {
            syn::Expr::Path(p) if p.path.is_ident(&self.name) => *e = self.by.clone(),
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}
