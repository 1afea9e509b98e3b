//! What is in generated code.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::{ImplItem, ImplItemFn, Result, Type};

/// The functions of a name in generated code, without what their bodies do.
pub fn functions(generated: &TokenStream, of: &Ident) -> Result<Vec<ImplItemFn>> {
    whole_functions(&heads(generated.clone()), of)
}

/// The functions of a name in generated code.
pub fn whole_functions(generated: &TokenStream, of: &Ident) -> Result<Vec<ImplItemFn>> {
    let file: syn::File = syn::parse2(generated.clone())?;
    // What they alone see stands in a constant with them.
    let inner = |item: syn::Item| match item {
        syn::Item::Const(syn::ItemConst { expr, .. }) => match *expr {
            syn::Expr::Block(block) => block.block.stmts.into_iter().filter_map(item_of).collect(),
            _ => vec![],
        },
        item => vec![item],
    };
    let blocks = file.items.into_iter().flat_map(inner).filter_map(|item| match item {
        syn::Item::Impl(block) if block.trait_.is_none() && type_name(&block.self_ty).as_ref() == Some(of) => {
            Some(block.items)
        }
        _ => None,
    });
    let function = |item| match item {
        ImplItem::Fn(f) => Some(f),
        _ => None,
    };
    Ok(blocks.flatten().filter_map(function).collect())
}

/// Items with empty bodies of functions: to parse the bodies takes longer than all else.
fn heads(items: TokenStream) -> TokenStream {
    let (mut out, mut head) = (vec![], false);
    let mut tokens = items.into_iter().peekable();
    while let Some(token) = tokens.next() {
        // An argument in braces of a type is followed by the next one, or by the end of the list.
        let argument = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if [',', '>'].contains(&p.as_char()));
        out.push(match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !(head && argument) => {
                let inner = if head { TokenStream::new() } else { heads(group.stream()) };
                head = false;
                TokenTree::Group(Group::new(Delimiter::Brace, inner))
            }
            token => {
                head |= matches!(&token, TokenTree::Ident(word) if word == "fn");
                token
            }
        });
    }
    out.into_iter().collect()
}

/// The last part of a type's path, references taken off.
pub fn type_name(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(p) => p.path.segments.last().map(|s| s.ident.clone()),
        Type::Reference(r) => type_name(&r.elem),
        Type::Paren(p) => type_name(&p.elem),
        Type::Group(g) => type_name(&g.elem),
        _ => None,
    }
}

fn item_of(stmt: syn::Stmt) -> Option<syn::Item> {
    match stmt {
        syn::Stmt::Item(item) => Some(item),
        _ => None,
    }
}

/// How often a name stands in code.
pub fn mentions(code: &TokenStream, name: &str) -> usize {
    let each = code.clone().into_iter().map(|token| match token {
        TokenTree::Ident(ident) => usize::from(ident == name),
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => 0,
    });
    each.sum()
}
