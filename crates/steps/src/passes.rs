//! From steps to steps, before there is a plan.

mod activity;
mod added;
mod bits;
mod copied;
mod hoist;
mod lent;
mod places;
mod promote;
pub mod prune;
mod settle;
mod sink;
mod speculate;

pub use activity::LOST;
pub use bits::{SINGLE, UNKNOWN_BITS};

use crate::ir::Program;
use crate::ir::lowered::Leaf;
#[cfg(any(feature = "show", debug_assertions))]
use crate::ir::verify::Stage;
use proc_macro2::Ident;
use syn::Result;

/// Runs them in a row; `scalar` is the type of the numbers.
///
/// # Errors
/// Where a derivative would be lost.
pub fn run(program: &mut Program, leaves: &[Leaf], scalar: &Ident) -> Result<()> {
    check(program, "lower", leaves, false);
    bits::follow(program)?;
    check(program, "bits", leaves, false);
    promote::promote(program);
    check(program, "promote", leaves, false);
    speculate::speculate(program);
    check(program, "speculate", leaves, false);
    hoist::hoist(program);
    check(program, "hoist", leaves, false);
    added::mark(program);
    check(program, "added", leaves, false);
    sink::sink(program);
    check(program, "sink", leaves, false);
    activity::mark(program)?;
    copied::copy(program);
    settle::settle(program, scalar);
    check(program, "settle", leaves, true);
    lent::mark(program);
    places::mark(program);
    check(program, "places", leaves, true);
    Ok(())
}

/// Sees, where debug assertions are on, that a pass leaves well-formed steps.
pub fn check(program: &Program, after: &str, leaves: &[Leaf], marked: bool) {
    #[cfg(any(feature = "show", debug_assertions))]
    if cfg!(debug_assertions) {
        program.check(after, leaves, if marked { Stage::Marked } else { Stage::Lowered });
    }
    #[cfg(not(any(feature = "show", debug_assertions)))]
    let _ = (program, after, leaves, marked);
}
