//! Random programs in the language of `#[differentiable]`, for the build script and for looking at them.
//!
//! A program is a syntax tree that is printed twice: on `f64`, as a user writes it, and on any `T: Real`. The tape and
//! the duals run the second text, so that what they say does not depend on the attribute.

// The build script and the example use different parts.
#![allow(dead_code)]

mod callees;
mod constructs;
mod glue;
mod grow;
mod marks;
mod print;
mod program;
mod prune;
mod random;
mod records;
mod scope;
mod tree;

use constructs::Constructs;

use std::env;

/// What is asked for by the environment; see the documentation of the library.
pub(crate) struct Settings {
    /// `TRIALS_SEED`
    pub seed: u64,
    /// The numbers of the programs: `TRIALS_INDEX`, or as many as `TRIALS_COUNT` says but for those in `TRIALS_SKIP`.
    pub indices: Vec<usize>,
    /// `TRIALS_CONSTRUCTS`
    pub constructs: Constructs,
    /// `TRIALS_DROP`
    pub drop: Vec<usize>,
    /// `TRIALS_TWINS_ONLY`
    pub twins_only: bool,
    /// `TRIALS_TAPE`
    pub tape: bool,
}

/// The variables that [`Settings`] are read from.
pub(crate) const VARIABLES: [&str; 8] = [
    "TRIALS_SEED",
    "TRIALS_COUNT",
    "TRIALS_INDEX",
    "TRIALS_SKIP",
    "TRIALS_CONSTRUCTS",
    "TRIALS_DROP",
    "TRIALS_TWINS_ONLY",
    "TRIALS_TAPE",
];

impl Settings {
    /// From the environment.
    ///
    /// # Panics
    /// If a variable is not what it should be.
    pub(crate) fn from_environment() -> Settings {
        let text = |name: &str| env::var(name).unwrap_or_default();
        let number = |word: &str| word.trim().parse().unwrap_or_else(|_| panic!("{word:?} is not a number"));
        let numbers = |name: &str| -> Vec<u64> {
            text(name).split(',').filter(|word| !word.trim().is_empty()).map(number).collect()
        };
        let chosen = numbers("TRIALS_INDEX");
        let skip = numbers("TRIALS_SKIP");
        let count = numbers("TRIALS_COUNT").first().copied().unwrap_or(30);
        let seed = numbers("TRIALS_SEED").first().copied().unwrap_or(1);
        let constructs = text("TRIALS_CONSTRUCTS");
        let some = || (0..count).filter(|&i| !skip.contains(&i)).collect();
        let indices = if chosen.is_empty() { some() } else { chosen };
        Settings {
            seed,
            indices: indices.into_iter().map(|i| i as usize).collect(),
            constructs: Constructs::parse(&constructs),
            drop: numbers("TRIALS_DROP").into_iter().map(|i| i as usize).collect(),
            twins_only: !text("TRIALS_TWINS_ONLY").is_empty(),
            tape: !text("TRIALS_TAPE").is_empty(),
        }
    }

    /// The program of this number, and how many parts it has that `TRIALS_DROP` can name.
    pub(crate) fn program(&self, index: usize) -> (tree::Program, usize) {
        let mut program = program::program(self.seed, index, &self.constructs);
        let parts = prune::prune(&mut program, &self.drop);
        if self.tape {
            program.record();
        }
        (program, parts)
    }

    /// The text of a program on `f64`, with all its attributes.
    pub(crate) fn source(&self, index: usize) -> String {
        let (program, _) = self.program(index);
        let text = program.plain(true);
        // On a tape there is nothing to keep.
        if self.tape { text } else { marks::marked(&text, (self.seed, index), &self.constructs) }
    }

    /// The text of all programs and of what runs them, in so many parts.
    pub(crate) fn write(&self, parts: usize) -> Vec<String> {
        let size = self.indices.len().div_ceil(parts).max(1);
        let mut chunks = self.indices.chunks(size);
        (0..parts).map(|_| glue::part(chunks.next().unwrap_or_default(), self)).collect()
    }
}
