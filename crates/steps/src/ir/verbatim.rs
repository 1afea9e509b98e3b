//! Constant code of the user's, which is carried over as it stands.

use super::{Arr, Program, Val};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// Rust code of constants, with the values and arrays that it mentions.
#[derive(Clone, Debug)]
pub struct Verbatim {
    pub tokens: TokenStream,
    pub vals: Vec<Val>,
    /// Arrays of which it reads elements.
    pub reads: Vec<Arr>,
    /// Arrays of which it asks the length.
    pub lens: Vec<Arr>,
}

impl Verbatim {
    /// Code that mentions values only.
    pub fn of(tokens: TokenStream, vals: Vec<Val>) -> Verbatim {
        Verbatim { tokens, vals, reads: vec![], lens: vec![] }
    }

    /// What it costs: an operator one, a division five, a call three, as what is called is not known; lengths and
    /// counts are free.
    pub fn cost(&self) -> i64 {
        effort(self.tokens.clone())
    }

    /// As Rust, with this code for values.
    pub fn tokens_with(&self, p: &Program, code: &dyn Fn(Val) -> TokenStream) -> TokenStream {
        self.vals.iter().fold(self.tokens.clone(), |tokens, &v| {
            let (name, with) = (&p.values[v].name, code(v));
            match syn::parse2::<Ident>(with.clone()) {
                Ok(same) if same == *name => tokens,
                _ => replace_by(tokens, name, &with),
            }
        })
    }
}

fn effort(code: TokenStream) -> i64 {
    let (mut sum, mut after) = (0, None);
    for t in code {
        sum += match &t {
            // An arm of a `match`, whose first half has been counted.
            TokenTree::Punct(p)
                if p.as_char() == '>' && matches!(&after, Some(TokenTree::Punct(p)) if p.as_char() == '=') =>
            {
                -1
            }
            TokenTree::Punct(p) if matches!(p.as_char(), '/' | '%') => 5,
            TokenTree::Punct(p) if matches!(p.as_char(), '+' | '-' | '*' | '<' | '>' | '=' | '&' | '|') => 1,
            TokenTree::Group(g) => {
                let arguments = g.delimiter() == Delimiter::Parenthesis;
                let call = arguments && matches!(&after, Some(TokenTree::Ident(i)) if i != "len" && i != "count");
                effort(g.stream()) + if call { 3 } else { 0 }
            }
            _ => 0,
        };
        after = Some(t);
    }
    sum
}

/// Replaces an identifier by code.
pub fn replace_by(tokens: TokenStream, from: &Ident, to: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|t| match t {
            TokenTree::Ident(i) if i == *from => to.clone(),
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), replace_by(g.stream(), from, to));
                group.set_span(g.span());
                TokenTree::Group(group).into()
            }
            other => other.into(),
        })
        .collect()
}
