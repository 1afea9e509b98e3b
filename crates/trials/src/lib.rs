//! Random programs held against every engine.
//!
//! The build script writes random functions in the language of `#[differentiable]`, each also as a twin on any number,
//! printed from the same syntax tree. The tests run both at several points and for several lengths of arrays: values
//! bit for bit, and the generated derivatives against the tape and against duals on the twin. `tests/traps.rs` holds the
//! known traps of aliasing, written by hand.
//!
//! | variable | meaning | otherwise |
//! |---|---|---|
//! | `TRIALS_COUNT` | how many programs | 30 |
//! | `TRIALS_SEED` | which ones | 1 |
//! | `TRIALS_INDEX` | only the programs of these numbers, as `3,17` | all |
//! | `TRIALS_SKIP` | not those of these numbers | none |
//! | `TRIALS_CONSTRUCTS` | only these constructs, as `set,for,if`, or all but some, as `-call,-return` | all |
//! | `TRIALS_DROP` | without these parts, as `show` counts them | nothing |
//! | `TRIALS_TAPE` | any text: functions are recorded while they run, and every other helper | empty |
//! | `TRIALS_TWINS_ONLY` | any text: only the programs and their twins, without the attribute | empty |
//!
//! ```text
//! TRIALS_COUNT=2000 TRIALS_SEED=7 cargo test -p wengert-trials             # more programs
//! cargo run -p wengert-trials --example show -- 7 123                     # the text of one program, by seed and number
//! TRIALS_SEED=7 TRIALS_INDEX=123 cargo test -p wengert-trials             # that program alone
//! TRIALS_TAPE=1 TRIALS_CONSTRUCTS=-independent cargo test -p wengert-trials # recorded, not transformed
//! TRIALS_CONSTRUCTS=set,element,for cargo test -p wengert-trials          # programs of few constructs
//! cargo run -p wengert-trials --example shrink -- 7 123                   # makes it smaller while it fails the same way
//! ```
//!
//! A program does not depend on how many there are. Many have types of their own, with methods, operators and a trait;
//! `TRIALS_CONSTRUCTS=-types` leaves these out.
//!
//! `tests/first_versions` holds functions as people write them first. They take a minute to compile:
//!
//! ```text
//! cargo test -p wengert-trials --features first_versions --test first_versions
//! ```

#![forbid(unsafe_code)]

// What users write: loops over indices, and no comments.
#[cfg(not(twins_only))]
#[allow(missing_docs, clippy::all)]
pub mod callees;
#[cfg(twins_only)]
#[allow(missing_docs, clippy::all)]
pub mod twins {
    include!(concat!(env!("OUT_DIR"), "/twins.rs"));
}
mod case;
mod check;
pub mod linked;
mod recorded;
mod trial;
mod weight;

pub use case::{Case, points};
pub use check::{Failure, check, hold};
pub use recorded::{Recorded, Recording};
pub use trial::{Along, Engine, Entries, Float, Gradient, Nested, Outputs, Product, Single, Trial, constants, pairs};
pub use weight::Weight;
