//! The generic parameters of an `impl`.

use crate::syntax::generated::type_name;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Error, PathArguments, Result, Type, parse_quote};

/// Generic parameters with the bounds that a `where` clause has for them.
pub(super) fn gathered(generics: &syn::Generics) -> syn::Generics {
    let mut out = generics.clone();
    let Some(clause) = out.where_clause.take() else { return out };
    for predicate in clause.predicates {
        let owner = match &predicate {
            syn::WherePredicate::Type(p) if p.lifetimes.is_none() => {
                out.type_params_mut().find(|t| t.ident == p.bounded_ty.to_token_stream().to_string())
            }
            _ => None,
        };
        match (owner, predicate) {
            (Some(t), syn::WherePredicate::Type(p)) => {
                t.colon_token.get_or_insert_default();
                t.bounds.extend(p.bounds);
            }
            (_, predicate) => out.make_where_clause().predicates.push(predicate),
        }
    }
    out
}

/// Whether it stands for a number.
pub(super) fn is_number(t: &syn::TypeParam) -> bool {
    let text = t.bounds.to_token_stream().to_string();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Real")
}

/// Parameters without bounds, as a unit in a `PhantomData`: they are in a type that is copied.
///
/// # Errors
/// At one that may carry derivatives.
pub(super) fn stand_for_nothing(ty: &Type, generics: &mut syn::Generics) -> Result<()> {
    for t in generics.type_params_mut().filter(|t| t.bounds.is_empty()) {
        if stands_for_values(ty, &t.ident) {
            let is_number = matches!(ty, Type::Path(p) if crate::around::is_open(&p.path));
            let bound = if is_number { "Real" } else { "Differentiable" };
            let message = format!(
                "`{0}` may carry derivatives here: write `{0}: {bound}`, or take #[differentiable] away; what calls these \
                 methods differentiates them",
                t.ident
            );
            return Err(Error::new_spanned(&t.ident, message));
        }
        t.colon_token.get_or_insert_default();
        t.bounds.push(parse_quote!(::core::clone::Clone));
    }
    Ok(())
}

/// Whether a parameter of an `impl` is that of a field of the type which is no constant.
fn stands_for_values(ty: &Type, param: &Ident) -> bool {
    let (Type::Path(path), Some(name)) = (ty, type_name(ty)) else { return false };
    let Some(PathArguments::AngleBracketed(args)) = path.path.segments.last().map(|last| &last.arguments) else {
        return false;
    };
    let is_it =
        |arg: &syn::GenericArgument| matches!(arg, syn::GenericArgument::Type(Type::Path(p)) if p.path.is_ident(param));
    let Some(syn::GenericParam::Type(own)) =
        args.args.iter().position(is_it).and_then(|k| crate::around::parameters_of(&name).into_iter().nth(k))
    else {
        return false;
    };
    let holds = |field: &Type| {
        crate::syntax::types::mentions(field, &own.ident.to_string()) && !crate::around::plain_constant(field)
    };
    crate::around::is_open(&path.path) || crate::around::active_fields(ty).iter().any(holds)
}
