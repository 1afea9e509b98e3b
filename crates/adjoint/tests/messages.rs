//! What the transformation refuses, and how it says so: each function of `messages/*.rs` with the place and the text of
//! its error, or of the warning that it is recorded instead, kept beside it in `messages/*.txt`. `UPDATE_EXPECT=1` writes
//! the texts anew.

mod forms;
mod long;

use expect_test::expect_file;
use proc_macro2::{LineColumn, TokenStream, TokenTree};
use quote::ToTokens;
use std::fmt::Write;
use syn::{Attribute, Item, Meta};

/// An error of the expansion: its first and last place, and its text.
struct Refusal {
    start: LineColumn,
    end: LineColumn,
    message: String,
}

/// Takes the attribute off, and gives its options.
fn options(attrs: &mut Vec<Attribute>) -> Option<TokenStream> {
    let at = attrs.iter().position(|a| a.path().is_ident("differentiable"))?;
    Some(match attrs.remove(at).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    })
}

/// The errors in an expansion, which are calls of `compile_error!`, and its warnings, which are uses of what is
/// deprecated.
fn refusals(expansion: TokenStream) -> Vec<Refusal> {
    let mut found = vec![];
    let mut tokens = expansion.into_iter();
    while let Some(token) = tokens.next() {
        if let TokenTree::Group(group) = &token {
            found.extend(warning(group.stream()));
        }
        if !matches!(&token, TokenTree::Ident(i) if i == "compile_error") {
            continue;
        }
        if let Some(TokenTree::Group(text)) = tokens.find(|t| matches!(t, TokenTree::Group(_))) {
            let message: syn::LitStr = syn::parse2(text.stream()).expect("a text");
            let (start, end) = (token.span().start(), text.span().end());
            found.push(Refusal { start, end, message: message.value() });
        }
    }
    found
}

/// `#[deprecated(note = "..")] const RECORDED_ON_A_TAPE: () = (); RECORDED_ON_A_TAPE`, where that is the content of a block.
fn warning(block: TokenStream) -> Option<Refusal> {
    let block: syn::Block = syn::parse2(quote::quote!({ #block })).ok()?;
    let [syn::Stmt::Item(Item::Const(of)), syn::Stmt::Expr(syn::Expr::Path(used), None)] = block.stmts.as_slice()
    else {
        return None;
    };
    let note: syn::MetaNameValue = of.attrs.first()?.parse_args().ok()?;
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &note.value else { return None };
    let (at, message) = (used.path.get_ident()?.span(), text.value());
    let message = message.split_once(SAID).map(|(why, _)| format!("recorded: {why}"))?;
    Some(Refusal { start: at.start(), end: at.end(), message })
}

/// What each warning goes on with.
const SAID: &str = "; until then the function is recorded on a tape while it runs, which is right but several times \
                    slower; #[differentiable(tape)] says that this is wanted";

/// The line of an error with carets under what it points at, as compilers print it.
fn print(source: &str, refusal: &Refusal, out: &mut String) {
    let Refusal { start, end, message } = refusal;
    let line = source.lines().nth(start.line - 1).expect("a line of the source");
    let until = if end.line == start.line { end.column } else { line.chars().count() };
    let more = if end.line > start.line { ".." } else { "" };
    let (indent, carets) = (" ".repeat(start.column), "^".repeat(until - start.column));
    writeln!(out, "{line}\n{indent}{carets}{more}\n{message}\n").expect("a text");
}

/// What is said about each function of a source text.
fn report(source: &str) -> String {
    let file = syn::parse_file(source).expect("a source text");
    let known = adjoint::Known::read(adjoint::Index::of_texts(&[source]));
    let mut out = String::new();
    for mut item in file.items {
        let options = match &mut item {
            Item::Fn(f) => options(&mut f.attrs),
            Item::Struct(s) => options(&mut s.attrs),
            Item::Impl(block) => options(&mut block.attrs),
            Item::Trait(t) => options(&mut t.attrs),
            _ => None,
        };
        let Some(options) = options else { continue };
        let expand = || adjoint::differentiable(options, item.to_token_stream());
        let expansion = adjoint::Around::new(&known).anywhere_in(0).within(expand);
        let found = refusals(expansion);
        assert!(!found.is_empty(), "`{}` is accepted", item.to_token_stream());
        found.iter().for_each(|r| print(source, r, &mut out));
    }
    out
}

/// Holds the report on a file against the text beside it.
macro_rules! files {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let source = include_str!(concat!("messages/", stringify!($name), ".rs"));
            expect_file![concat!("messages/", stringify!($name), ".txt")].assert_eq(&report(source));
        }
    )*};
}

files!(signatures statements control expressions arrays calls chains marks independent);
