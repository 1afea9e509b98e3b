//! What keeps the workspace in order: checks of sources, manifests and documents, each a function from texts to
//! complaints.
//!
//! `tests/workspace.rs` runs them on the workspace, `tests/planted.rs` on texts with a mistake in each. The examples
//! of the documents run as documentation tests of this crate.

#![forbid(unsafe_code)]

mod arrows;
mod examples;
mod files;
mod harness;
mod inlining;
mod links;
mod manifests;
mod operators;
mod outside;
mod packages;
mod pages;
mod size;
mod stages;
mod unsafety;
mod words;

pub use arrows::arrows;
pub use examples::{INSIDE, without_page_example};
pub use files::{File, read, root, source_of, under};
pub use harness::{compiled_as_tests, in_sources};
pub use inlining::inlined_always;
pub use links::broken_links;
pub use manifests::{features_of_table, inherits, other_rust, programs_by_default, workspace_lints};
pub use operators::{exported, public_modules, unmentioned, without_example};
pub use outside::{EXCEPTIONS, outside_the_table};
pub use packages::packages;
pub use pages::{broken_anchors, unlisted, with_code};
pub use size::{LINES, lines_of_code, too_long};
pub use stages::upward;
pub use unsafety::{UNSAFE_MODULES, unargued};
pub use words::{foreign_sources, stray_words};

/// The examples of a document, as tests of documentation.
macro_rules! documents {
    ($($name:ident $path:literal)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!(concat!("../../../", $path))]
        pub struct $name;
    )*};
}

documents! {
    Readme "README.md"
    Architecture "ARCHITECTURE.md"
    Contributing "CONTRIBUTING.md"
    Conventions "CONVENTIONS.md"
    Check "crates/check/README.md"
    Face "crates/wengert/README.md"
    Adjoints "docs/adjoints.md"
    Checkpointing "docs/checkpointing.md"
    Cookbook "docs/cookbook.md"
    Differentiable "docs/differentiable.md"
    HowItWorks "docs/how-it-works.md"
    Linalg "docs/linalg.md"
    Operators "docs/operators.md"
    Primer "docs/primer.md"
    Programs "docs/programs.md"
    SharpBits "docs/sharp-bits.md"
    Solvers "docs/solvers.md"
    Sparse "docs/sparse.md"
    Spilling "docs/spilling.md"
    Teaching "docs/trades/teaching.md"
}
