//! How deep code may nest: what goes through it goes as deep, on a stack that is the compiler's.

use proc_macro2::{Group, TokenStream, TokenTree};
use std::cell::Cell;
use syn::{Error, Result};

/// What the compiler has where nobody says otherwise.
const USUAL: usize = 8 << 20;
/// What the parser takes of it for each level, without optimisation.
const PARSED: usize = 24 << 10;

thread_local! {
    static START: Cell<usize> = const { Cell::new(0) };
    /// How large the stack is, where somebody says so.
    static TOLD: Cell<usize> = const { Cell::new(0) };
}

fn whole() -> usize {
    let own = std::env::var("RUST_MIN_STACK").ok().and_then(|n| n.parse::<usize>().ok());
    own.unwrap_or(USUAL).max(USUAL).max(TOLD.get())
}

/// Says that this thread has a stack of so many bytes, so that code may nest deeper than on one of 8 MiB.
pub fn has_stack(bytes: usize) {
    TOLD.set(bytes);
}

const DEEP: &str = "this nests too deep: name inner parts by `let` before it, or make functions of them";

/// Whether the parser can go through the code.
pub fn shallow(code: &TokenStream) -> Result<()> {
    let most = whole() / PARSED;
    let mut open = vec![code.clone().into_iter()];
    let mut last: Option<Group> = None;
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            Some(TokenTree::Group(group)) => {
                open.push(group.stream().into_iter());
                if open.len() > most {
                    let at = last.map_or(group.span_open(), |g| g.span_open());
                    return Err(Error::new(at, DEEP));
                }
                last = Some(group);
            }
            Some(_) => {}
            None => drop(open.pop()),
        }
    }
    Ok(())
}
