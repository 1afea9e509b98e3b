//! The lengths among a function's parameters: which arguments show them, and what the function gives for them.

use super::arguments::Arguments;
use super::{AROUND, Replace};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Path, ReturnType, Signature, Type, parse_quote};

/// A function with lengths among its parameters: their names, what it takes and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lengthened {
    names: Vec<String>,
    takes: Vec<String>,
    gives: String,
}

/// For each length among a function's parameters the argument that has it, and at which level of its arrays; nothing
/// where one shows in none.
pub(crate) fn lengths_of(path: &Path) -> Option<Vec<(usize, usize)>> {
    let Lengthened { names, takes, .. } = lengthened(path)?;
    let takes: Vec<Option<Type>> = takes.iter().map(|ty| read_type(ty)).collect();
    let place = |name: &String| {
        let at = |(k, ty): (usize, &Option<Type>)| Some((k, level_of(ty.as_ref()?, name)?));
        takes.iter().enumerate().find_map(at)
    };
    names.iter().map(place).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

/// What such a function gives for these lengths.
pub(crate) fn given_for(path: &Path, lengths: &[TokenStream], float: &str) -> Option<Type> {
    let Lengthened { names, gives, .. } = lengthened(path)?;
    let mut ty = read_type(&gives)?;
    Arguments::lengths(&names, lengths).put(&mut ty);
    let by = Ident::new(float, Span::call_site());
    Replace { name: "f64".to_owned(), by: parse_quote!(#by) }.visit_type_mut(&mut ty);
    Some(ty)
}

fn lengthened(path: &Path) -> Option<Lengthened> {
    let name = super::name_of(path)?;
    AROUND.with_borrow(|around| around.look(|found| found.lengths.get(&name), &name))
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

/// A type in a text, with other names for types of numbers followed.
fn read_type(text: &str) -> Option<Type> {
    let mut ty = super::names::read_type(text)?;
    ty = super::plain_type(&ty);
    Some(ty)
}

/// At which level of arrays in arrays a length stands in a type.
fn level_of(ty: &Type, name: &str) -> Option<usize> {
    match ty {
        Type::Reference(r) => level_of(&r.elem, name),
        Type::Paren(p) => level_of(&p.elem, name),
        Type::Array(a) if a.len.to_token_stream().to_string() == name => Some(0),
        Type::Array(a) => level_of(&a.elem, name).map(|k| k + 1),
        Type::Slice(s) => level_of(&s.elem, name).map(|k| k + 1),
        _ => None,
    }
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
