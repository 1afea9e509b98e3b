//! A method's text as that of a function: the receiver by a name, `Self` by the type.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{PathArguments, Type};

/// Whether what follows `Self` goes on from the type, as an expression or to what is of it; behind an arrow a body
/// follows.
fn goes_on(rest: &[TokenTree], of_result: bool) -> bool {
    match rest {
        [TokenTree::Punct(p), TokenTree::Punct(q), ..] => p.as_char() == ':' && q.as_char() == ':',
        [TokenTree::Group(g), ..] => !of_result && g.delimiter() != Delimiter::Bracket,
        _ => false,
    }
}

/// A type from which an expression goes on: its arguments follow a `::`.
fn in_expression(ty: &Type) -> Type {
    let mut ty = ty.clone();
    if let Type::Path(p) = &mut ty
        && let Some(PathArguments::AngleBracketed(a)) = p.path.segments.last_mut().map(|s| &mut s.arguments)
    {
        a.colon2_token = Some(Default::default());
    }
    ty
}

/// `self` by a name, `Self` by the type, `Self::Output` by what it is.
pub(super) fn rename(tokens: TokenStream, this: &Ident, ty: &Type, output: Option<&Type>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut list = tokens.into_iter().peekable();
    // What `Self::` leads to belongs to the type that is referred to.
    let bare = match ty {
        Type::Reference(r) => &*r.elem,
        ty => ty,
    };
    let mut arrow = false;
    while let Some(t) = list.next() {
        let of_result = std::mem::replace(&mut arrow, matches!(&t, TokenTree::Punct(p) if p.as_char() == '>'));
        match t {
            TokenTree::Ident(i) if i == "self" => {
                out.extend([TokenTree::Ident(Ident::new(&this.to_string(), i.span()))]);
            }
            TokenTree::Ident(i) if i == "Self" => {
                let rest: Vec<TokenTree> = list.clone().take(3).collect();
                let is_output = matches!(rest.as_slice(), [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(o)]
                    if a.as_char() == ':' && b.as_char() == ':' && o == "Output");
                match output.filter(|_| is_output) {
                    Some(output) => {
                        list.nth(2);
                        out.extend(rename(output.to_token_stream(), this, ty, None));
                    }
                    None => {
                        let by = if goes_on(&rest, of_result) { in_expression(bare) } else { ty.clone() };
                        out.extend(by.to_token_stream().into_iter().map(|mut t| {
                            t.set_span(i.span());
                            t
                        }));
                    }
                }
            }
            TokenTree::Group(g) => {
                let mut group = Group::new(g.delimiter(), rename(g.stream(), this, ty, output));
                group.set_span(g.span());
                out.extend([TokenTree::Group(group)]);
            }
            t => out.extend([t]),
        }
    }
    out
}
