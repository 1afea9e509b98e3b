//! How deep a Rust source may nest: parsers and what goes through their trees go as deep on the stack.

use crate::failure::Failure;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree, token_stream::IntoIter};
use std::panic::resume_unwind;
use std::thread::Builder;

/// The stack for so many levels of the parser without optimisation, at 32 KiB each. Only what is used is taken.
const STACK: usize = 1 << 29;

/// The most levels: tokens in a row of which none ends what was begun, and those around them. It is several times what
/// `#[differentiable]` takes itself.
const MOST: usize = 1 << 14;

/// The most brackets in each other; `#[differentiable]` takes some 340.
const BRACKETS: usize = 1 << 9;

/// Runs something on a stack that is deep enough for sources that [`deepest`] lets pass.
pub(crate) fn with_room(work: impl FnOnce() -> Result<(), Failure> + Send) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let told = || {
            adjoint::has_stack(STACK);
            work()
        };
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, told);
        let thread = thread.map_err(|e| {
            Failure::Io(format!("there is no room for a stack of {} MiB, which sources need: {e}", STACK >> 20))
        })?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// One group of tokens that is open.
struct Level {
    tokens: IntoIter,
    /// How many tokens stand in a row.
    row: usize,
    /// Whether a block has just ended, after which there may be another statement.
    after_block: bool,
}

/// Checks that a source does not nest deeper than the parser can go.
///
/// # Errors
/// With the place of the token that is too deep.
pub(crate) fn check(source: &TokenStream) -> Result<(), syn::Error> {
    let level = |tokens: TokenStream| Level { tokens: tokens.into_iter(), row: 0, after_block: false };
    let mut open = vec![level(source.clone())];
    // The tokens in a row at all levels.
    let mut depth = 0;
    while let Some(now) = open.last_mut() {
        let Some(token) = now.tokens.next() else {
            depth -= now.row;
            open.pop();
            continue;
        };
        if ends_row(&token) || now.after_block && begins_row(&token) {
            depth -= now.row;
            now.row = 0;
        }
        now.row += 1;
        depth += 1;
        now.after_block = false;
        if depth > MOST {
            let text = format!("more than {MOST} tokens stand in one expression, and in those around it");
            return Err(too_deep(token.span(), &text));
        }
        if let TokenTree::Group(group) = token {
            now.after_block = group.delimiter() == Delimiter::Brace;
            open.push(level(group.stream()));
            if open.len() > BRACKETS {
                let text = format!("more than {BRACKETS} brackets lie in each other");
                return Err(too_deep(group.span_open(), &text));
            }
        }
    }
    Ok(())
}

fn too_deep(at: Span, what: &str) -> syn::Error {
    syn::Error::new(at, format!("{what}: name inner parts by `let` before it, or make functions of them"))
}

fn ends_row(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';'))
}

/// Whether this, after a block, does not go on with it.
fn begins_row(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word != "else" && word != "as",
        TokenTree::Punct(mark) => mark.as_char() == '#' && mark.spacing() == Spacing::Alone,
        _ => true,
    }
}
