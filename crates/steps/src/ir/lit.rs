//! Constant expressions in steps: their tokens, and the text of these.
//!
//! Steps are compared and copied far more often than they are written, and in a compiler each look at tokens is a call
//! into it: so the text is made once, and copies share it.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A constant expression that uses no value.
#[derive(Clone, Debug)]
pub struct Lit(Rc<(TokenStream, OnceCell<Box<str>>)>);

impl Lit {
    /// `true` or `false`.
    pub fn flag(value: bool) -> Lit {
        Lit::known(quote!(#value), if value { "true" } else { "false" })
    }

    /// A number without a suffix.
    pub fn number(n: u64) -> Lit {
        Lit::known(Literal::u64_unsuffixed(n).into_token_stream(), &n.to_string())
    }

    fn known(tokens: TokenStream, text: &str) -> Lit {
        Lit(Rc::new((tokens, OnceCell::from(Box::from(text)))))
    }

    pub fn text(&self) -> &str {
        self.0.1.get_or_init(|| self.0.0.to_string().into())
    }

    pub fn tokens(&self) -> TokenStream {
        self.0.0.clone()
    }

    /// The integer that it is, with its suffix.
    pub fn integer(&self) -> Option<syn::LitInt> {
        // `LitInt` takes a sign too.
        let begins = |c: char| c.is_ascii_digit() || c == '-';
        if self.text().starts_with(begins) { syn::parse2(self.tokens()).ok() } else { None }
    }

    pub fn same(&self, other: &Lit) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.text() == other.text()
    }
}

impl From<TokenStream> for Lit {
    fn from(tokens: TokenStream) -> Lit {
        Lit(Rc::new((tokens, OnceCell::new())))
    }
}

impl Deref for Lit {
    type Target = TokenStream;

    fn deref(&self) -> &TokenStream {
        &self.0.0
    }
}

impl ToTokens for Lit {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.0.to_tokens(tokens);
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
