//! Which way functions go: through the stages of typed code, or recorded on a tape while they run.

use super::{One, each};
use crate::signature::options::Wanted;
use proc_macro2::TokenStream;
use syn::{ItemFn, Result};

/// Which way the functions of a source text go.
#[derive(Debug)]
pub struct Ways {
    /// Each function, by name, with why it is not lowered; none where it is.
    pub lowered: Vec<(String, Option<String>)>,
    /// Each function that is to be recorded, by name, with why it cannot be.
    pub recorded: Vec<(String, Option<String>)>,
    /// What is wrong with functions that go neither way.
    pub errors: Vec<(String, syn::Error)>,
}

/// Which way the `#[differentiable]` functions of a source text go. Takes a third of the time of showing them.
///
/// # Errors
/// If the text is not Rust.
pub fn ways(source: &str) -> Result<Ways> {
    crate::core::ways();
    crate::recorded::generic::ways();
    let wrong = each(source, |found| match found {
        One::Function(path, f, options) => expanded(*f, options).err().map(|error| (path, error)),
        One::Wrong(name, error) => Some((name.to_string(), error)),
    })?;
    Ok(Ways {
        lowered: crate::core::ways(),
        recorded: crate::recorded::generic::ways(),
        errors: wrong.into_iter().flatten().collect(),
    })
}

fn expanded(mut f: ItemFn, options: TokenStream) -> Result<()> {
    let mut wanted: Wanted = syn::parse2(options)?;
    wanted.options.tune = false;
    wanted.strict = true;
    crate::expand::expand(&mut f, wanted).map(drop)
}
