//! The expressions inside macros like `vec!`, which read like code but are tokens.

use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};

/// Visits the expressions in a list between commas, or in `value; length`; other tokens stay as they are.
pub fn visit(mac: &mut Macro, visit: &mut dyn FnMut(&mut Expr)) {
    if let Some((mut value, mut len)) = crate::syntax::repeat_of(mac) {
        visit(&mut value);
        visit(&mut len);
        mac.tokens = quote!(#value; #len);
    } else if let Ok(mut list) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
        list.iter_mut().for_each(visit);
        mac.tokens = quote!(#list);
    }
}
