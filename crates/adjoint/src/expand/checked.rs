//! What the compiler is given where it only checks: functions without what they do.
//!
//! A program that is checked and not built needs of the functions beside a function what they take and give. Their bodies
//! come from typed steps, which [`ir::verify`](crate::ir) has seen; checking them again took half of the time
//! on a library of 208 functions, 20.0 s of processor instead of 9.7. Recorded functions are the author's text, and are checked whole.

use crate::ir::{self, Program, Step};
use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{TokenStreamExt, quote};
use std::cell::Cell;

thread_local! {
    static ONLY: Cell<bool> = const { Cell::new(false) };
}

/// Says whether what this thread expands from now on is only checked.
pub fn is_only_checked(only: bool) {
    ONLY.set(only);
}

/// Whether it is.
pub(crate) fn only() -> bool {
    ONLY.get()
}

/// Whether the steps leave something to the compiler: whether what is called by a path has derivatives, and has them of
/// these types; what traits of structures make of an operation.
pub(crate) fn leaves_something(program: &Program) -> bool {
    let mut calls = false;
    ir::walk(&program.body, &mut |step, _| calls |= matches!(step, Step::Call(call) if call.lifted));
    calls || (0..program.values.len()).any(|v| program.is_rich(v))
}

/// What only bodies call that are not written.
const INSIDE: [&str; 5] = ["__run", "__hvp", "__hvp_or_again", "__bind", "__again"];

/// Functions that do nothing: a body gives whatever is asked for.
pub(crate) fn without_bodies(functions: Vec<TokenStream>) -> Vec<TokenStream> {
    functions.into_iter().map(signatures).collect()
}

fn signatures(functions: TokenStream) -> TokenStream {
    let never = quote!({ ::wengert::generated::unbuilt() });
    let bound = [quote!({ ::wengert::generated::Unbuilt }), quote!({ ::wengert::generated::UnbuiltNumber })];
    let (mut signatures, mut item, mut left_out) = (TokenStream::new(), TokenStream::new(), false);
    let (mut function, mut named, mut gives, mut arrow) = (false, false, false, false);
    // Whether a function gives one, and whether that gives a number.
    let (mut of_trait, mut of_number) = (false, false);
    let mut tokens = functions.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let ends = matches!(&token, TokenTree::Punct(p) if p.as_char() == '>') && arrow;
        arrow = matches!(&token, TokenTree::Punct(p) if p.as_char() == '-' && p.spacing() == Spacing::Joint);
        gives |= ends;
        match &token {
            TokenTree::Ident(word) if word == "fn" => {
                (function, named, gives) = (true, false, false);
                (of_trait, of_number) = (false, false);
            }
            TokenTree::Ident(word) if function && !named => {
                (named, left_out) = (true, INSIDE.iter().any(|name| word == name));
            }
            TokenTree::Ident(word) if word == "impl" => of_trait = gives,
            TokenTree::Ident(word) if word == "Output" => of_number |= of_trait,
            // A number among the arguments of a type is followed by more of the type.
            TokenTree::Group(group)
                if function
                    && group.delimiter() == proc_macro2::Delimiter::Brace
                    && !matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() != '#') =>
            {
                let written = std::mem::take(&mut item);
                if !std::mem::take(&mut left_out) {
                    let body = if of_trait { &bound[usize::from(of_number)] } else { &never };
                    signatures.extend([written, body.clone()]);
                }
                function = false;
                continue;
            }
            // A constant.
            TokenTree::Punct(p) if p.as_char() == ';' && !function => {
                item.append(token);
                signatures.extend(std::mem::take(&mut item));
                continue;
            }
            _ => {}
        }
        item.append(token);
    }
    signatures.extend(item);
    signatures
}
