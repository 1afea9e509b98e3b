//! What keeps the workspace in order: checks of sources, manifests and documents, each a function from texts to
//! complaints.
//!
//! `tests/workspace.rs` runs them on the workspace, `tests/planted.rs` on texts with a mistake in each. The examples
//! of the documents run as documentation tests of this crate.

#![forbid(unsafe_code)]

mod arrows;
mod files;
mod harness;
mod inlining;
mod links;
mod manifests;
mod operators;
mod outside;
mod size;
mod unsafety;
mod words;

pub use arrows::arrows;
pub use files::{File, read, root, source_of, under};
pub use harness::{compiled_as_tests, in_sources};
pub use inlining::inlined_always;
pub use links::broken_links;
pub use manifests::{inherits, programs_by_default, workspace_lints};
pub use operators::{exported, public_modules, unmentioned};
pub use outside::{EXCEPTIONS, outside_the_table};
pub use size::{LINES, lines_of_code, too_long};
pub use unsafety::{UNSAFE_MODULES, unargued};
pub use words::{foreign_sources, stray_words};

/// The examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The examples of ARCHITECTURE.md.
#[cfg(doctest)]
#[doc = include_str!("../../../ARCHITECTURE.md")]
pub struct Architecture;

/// The examples of CONTRIBUTING.md.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
pub struct Contributing;

/// The examples of docs/solvers.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/solvers.md")]
pub struct Solvers;

/// The examples of docs/differentiable.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/differentiable.md")]
pub struct Differentiable;

/// The examples of docs/adjoints.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adjoints.md")]
pub struct Adjoints;

/// The examples of docs/checkpointing.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/checkpointing.md")]
pub struct Checkpointing;

/// The examples of docs/sparse.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/sparse.md")]
pub struct Sparse;

/// The examples of docs/linalg.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/linalg.md")]
pub struct Linalg;

/// The examples of docs/spilling.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/spilling.md")]
pub struct Spilling;

/// The examples of docs/cookbook.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
pub struct Cookbook;

/// The examples of CONVENTIONS.md.
#[cfg(doctest)]
#[doc = include_str!("../../../CONVENTIONS.md")]
pub struct Conventions;
