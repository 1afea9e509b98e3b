//! Methods that are there under conditions, as `#[cfg(..)]` says them: so is what is beside them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Result};

/// What says under which conditions a method is there at all.
pub(super) fn conditions(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|a| a.path().is_ident("cfg")).cloned().collect()
}

/// Items that are there under the conditions of a method.
pub(super) fn where_there(conditions: &[Attribute], items: TokenStream) -> Result<TokenStream> {
    if conditions.is_empty() {
        return Ok(items);
    }
    let items = syn::parse2::<syn::File>(items)?.items.into_iter();
    Ok(items.map(|item| quote!(#(#conditions)* #item)).collect())
}
