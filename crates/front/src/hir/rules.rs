//! The rules of a macro: an input matched against patterns, and what is written for it.

use super::scope::plain;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{Block, Error, Expr, ExprLit, Item, Lifetime, Lit, Meta, Pat, Path, Result, Token, Type, Visibility};

/// A part of a pattern, or of what is written for one.
enum Part {
    Token(TokenTree),
    Group(Delimiter, Vec<Part>),
    /// `$name:kind`, or `$name`.
    Name(String, Option<String>),
    /// `$( .. ) separator op`
    Repeat(Vec<Part>, Option<TokenTree>, char),
}

#[derive(Clone)]
enum Bound {
    One(TokenStream),
    Many(Vec<HashMap<String, Bound>>),
}

type Names = HashMap<String, Bound>;

/// What is a macro's own: the mark on its names, and where they stand.
struct Own<'m> {
    mark: &'m str,
    place: Span,
}

/// What the first rule that fits gives for an input; names that it writes itself end with the mark.
pub fn expand(rules: TokenStream, input: TokenStream, mark: &str, place: Span) -> Option<TokenStream> {
    let mut rules = rules.into_iter().peekable();
    while let Some(TokenTree::Group(pattern)) = rules.next() {
        let arrow = |t: Option<TokenTree>, c: char| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == c);
        if !(arrow(rules.next(), '=') && arrow(rules.next(), '>')) {
            return None;
        }
        let Some(TokenTree::Group(written)) = rules.next() else { return None };
        let pattern = parts(pattern.stream(), true)?;
        let mut names = Names::new();
        let fits = (|input: ParseStream| fit(&pattern, input, &mut names)).parse2(input.clone()).is_ok();
        if fits {
            let own = Own { mark, place };
            return write(&parts(written.stream(), false)?, &names, &own);
        }
        rules.next_if(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ';'));
    }
    None
}

fn parts(tokens: TokenStream, pattern: bool) -> Option<Vec<Part>> {
    let (mut out, mut tokens) = (vec![], tokens.into_iter().peekable());
    let is = |t: &TokenTree, c: char| matches!(t, TokenTree::Punct(p) if p.as_char() == c);
    while let Some(token) = tokens.next() {
        out.push(match token {
            t if is(&t, '$') => match tokens.next()? {
                TokenTree::Ident(name) if name == "crate" => Part::Token(TokenTree::Ident(name)),
                TokenTree::Ident(name) if pattern => {
                    tokens.next_if(|t| is(t, ':'))?;
                    Part::Name(name.to_string(), Some(tokens.next()?.to_string()))
                }
                TokenTree::Ident(name) => Part::Name(name.to_string(), None),
                TokenTree::Group(g) => {
                    let op = |t: &TokenTree| ['*', '+', '?'].into_iter().find(|c| is(t, *c));
                    let first = tokens.next()?;
                    let (separator, op) = match op(&first) {
                        Some(c) => (None, c),
                        None => {
                            let next = tokens.next()?;
                            (Some(first), op(&next)?)
                        }
                    };
                    Part::Repeat(parts(g.stream(), pattern)?, separator, op)
                }
                _ => return None,
            },
            TokenTree::Group(g) => Part::Group(g.delimiter(), parts(g.stream(), pattern)?),
            t => Part::Token(t),
        });
    }
    Some(out)
}

fn fit(pattern: &[Part], input: ParseStream, names: &mut Names) -> Result<()> {
    for part in pattern {
        match part {
            Part::Token(wanted) => same(wanted, input)?,
            Part::Group(delimiter, inner) => match input.parse()? {
                TokenTree::Group(g) if g.delimiter() == *delimiter => {
                    (|input: ParseStream| fit(inner, input, names)).parse2(g.stream())?
                }
                t => return Err(Error::new(t.span(), "another group")),
            },
            Part::Name(name, kind) => {
                let found = fragment(kind.as_deref().unwrap_or_default(), input)?;
                names.insert(name.clone(), Bound::One(found));
            }
            Part::Repeat(inner, separator, op) => {
                let mut all = vec![];
                while !input.is_empty() && (*op != '?' || all.is_empty()) {
                    let (ahead, mut found) = (input.fork(), Names::new());
                    let separated = match separator {
                        Some(t) if !all.is_empty() => same(t, &ahead).is_ok(),
                        _ => true,
                    };
                    if !separated || fit(inner, &ahead, &mut found).is_err() || ahead.cursor() == input.cursor() {
                        break;
                    }
                    input.advance_to(&ahead);
                    all.push(found);
                }
                if *op == '+' && all.is_empty() {
                    return Err(input.error("at least one"));
                }
                for name in written(inner) {
                    names.insert(name, Bound::Many(all.clone()));
                }
            }
        }
    }
    Ok(())
}

fn same(wanted: &TokenTree, input: ParseStream) -> Result<()> {
    let found: TokenTree = input.parse()?;
    let is = match (wanted, &found) {
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        // What another macro wrote has its mark.
        (a, b) => plain(&a.to_string()) == plain(&b.to_string()),
    };
    if is { Ok(()) } else { Err(Error::new(found.span(), "another token")) }
}

/// What a name stands for; expressions keep together.
fn fragment(kind: &str, input: ParseStream) -> Result<TokenStream> {
    Ok(match kind {
        "expr" | "expr_2021" => match input.parse::<Expr>()? {
            e @ (Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Call(_) | Expr::Macro(_)) => e.to_token_stream(),
            e => TokenTree::Group(Group::new(Delimiter::None, e.to_token_stream())).into(),
        },
        "ident" => Ident::parse_any(input)?.to_token_stream(),
        "tt" => input.parse::<TokenTree>()?.to_token_stream(),
        "literal" => {
            let minus: Option<Token![-]> = input.parse()?;
            let literal: ExprLit = input.parse()?;
            quote!(#minus #literal)
        }
        "ty" => input.parse::<Type>()?.to_token_stream(),
        "path" => input.parse::<Path>()?.to_token_stream(),
        "block" => input.parse::<Block>()?.to_token_stream(),
        "pat" | "pat_param" => Pat::parse_multi_with_leading_vert(input)?.to_token_stream(),
        "lifetime" => input.parse::<Lifetime>()?.to_token_stream(),
        "vis" => input.parse::<Visibility>()?.to_token_stream(),
        "meta" => input.parse::<Meta>()?.to_token_stream(),
        "item" => input.parse::<Item>()?.to_token_stream(),
        _ => return Err(input.error("another kind of name")),
    })
}

/// The names in parts.
fn written(parts: &[Part]) -> Vec<String> {
    let of = |part: &Part| match part {
        Part::Token(_) => vec![],
        Part::Name(name, _) => vec![name.clone()],
        Part::Group(_, inner) | Part::Repeat(inner, ..) => written(inner),
    };
    parts.iter().flat_map(of).collect()
}

fn write(parts: &[Part], names: &Names, own: &Own<'_>) -> Option<TokenStream> {
    let mut out = TokenStream::new();
    for part in parts {
        match part {
            Part::Token(TokenTree::Ident(name)) => {
                let text = name.to_string();
                // Words of the language are no names.
                let marked = syn::parse_str::<Ident>(&text).is_ok() && !text.starts_with("r#");
                let text = if marked { format!("{text}{}", own.mark) } else { text };
                out.extend([TokenTree::Ident(Ident::new(&text, own.place))]);
            }
            Part::Token(TokenTree::Literal(text)) => {
                let mut text = format_of(text, own.mark);
                text.set_span(own.place);
                out.extend([TokenTree::Literal(text)]);
            }
            Part::Token(t) => {
                let mut t = t.clone();
                t.set_span(own.place);
                out.extend([t]);
            }
            Part::Group(delimiter, inner) => {
                let mut group = Group::new(*delimiter, write(inner, names, own)?);
                group.set_span(own.place);
                out.extend([TokenTree::Group(group)]);
            }
            Part::Name(name, _) => match names.get(name)? {
                Bound::One(tokens) => out.extend(tokens.clone()),
                Bound::Many(_) => return None,
            },
            Part::Repeat(inner, separator, _) => {
                let mut all = written(inner).into_iter().filter_map(|name| match names.get(&name) {
                    Some(Bound::Many(all)) => Some((name, all)),
                    _ => None,
                });
                let together: Vec<_> = all.by_ref().collect();
                let n = together.first()?.1.len();
                if together.iter().any(|(_, all)| all.len() != n) {
                    return None;
                }
                for k in 0..n {
                    let mut inside = names.clone();
                    for (name, all) in &together {
                        inside.insert(name.clone(), all[k].get(name)?.clone());
                    }
                    if let (Some(separator), 1..) = (separator, k) {
                        out.extend([separator.clone()]);
                    }
                    out.extend(write(inner, &inside, own)?);
                }
            }
        }
    }
    Some(out)
}

/// A text of the macro's own, of which the names in braces are the macro's as well.
fn format_of(literal: &Literal, mark: &str) -> Literal {
    let Ok(Lit::Str(text)) = syn::parse_str::<Lit>(&literal.to_string()) else { return literal.clone() };
    let mut text = text.value();
    for name in super::macros::named_in(&text) {
        for end in ['}', ':'] {
            text = text.replace(&format!("{{{name}{end}"), &format!("{{{name}{mark}{end}"));
        }
        text = text.replace(&format!("{name}$"), &format!("{name}{mark}$"));
    }
    Literal::string(&text)
}
