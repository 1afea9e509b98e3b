//! The generic parameters of an `impl`.

use quote::ToTokens;

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
