//! The methods of std, written as Rust that `#[differentiable]` reads.
//!
//! Each module here is ordinary Rust that is compiled and tested against std, bit for bit, and is also read as text, by
//! [`TEXTS`]: a method that a user calls is one of these functions, inlined.
//!
//! # Where things are
//!
//! A module holds the methods of one receiver, as functions whose first parameter is the receiver: `slice` those of
//! `[T]`, `vec` those of `Vec<T>`, and so on (`program::lookup` has the names); `iter` those of whatever implements
//! [`iter::Iter`]. Type arguments that
//! std's method takes stand last, in std's order: those that a user writes (`sum::<f64>()`) are the last ones.
//! Functions of modules of std, as `std::mem::swap`, stand in the module that [`PATHS`] names.
//!
//! Two texts are read in the place of what is compiled: `declared.rs` declares the types of std and the *intrinsics*,
//! operations that are not written out but are known to who lowers a body; and its module `place` stands for the
//! module [`place`] here, which does safely, and slowly, what a reader without a borrow checker says in a word.
//! `operators.rs`, `linalg`, `libm.rs`, `num_complex.rs` and `inline_lists.rs`, which are read alone, have what is not
//! std's: the operators of `wengert` on closures, its matrices, the functions of the crate `libm`, the numbers of the crate
//! `num-complex`, the lists of `arrayvec` and its kin.
//!
//! # What the text is like
//!
//! It is written to be inlined: counted loops over indices, `return` only where std stops early, no flag where none is
//! needed. [`iter::Iter::each`] hands items to a function until that says `true`; what can tell its item at an index
//! ([`iter::Iter::indexed`]) does it in one counted loop, so that a chain of adaptors is one `for k in 0..n`.
//! Bounds are few and simple, as they are read by a small reader. Macros write implementations that differ in types alone,
//! and no functions that a user calls; those that several modules use stand in `macros.rs`.
//!
//! # Add a method
//!
//! 1. Write the function in the module of its receiver, under std's name, with std's type arguments last. It may call
//!    what is here already; what a reader says in a word and the borrow checker does not take stands in [`place`].
//! 2. Write one line in the test of that module in `tests/prelude`, which holds it against std, and one program that
//!    calls it in `tests/instances.txt`, which infers it as it is read. Tests fail for a function without these lines.
//!    `tests/run` runs programs as they are read, beside rustc.

// What is short for a reader of Rust has more kinds of expressions for the reader of this text.
#![allow(clippy::all)]

#[macro_use]
mod macros;

pub mod adaptors;
pub mod any;
pub mod array;
pub mod boolean;
pub mod cell;
pub mod cmp;
pub mod control;
pub mod convert;
pub mod deque;
pub mod float;
pub mod heap;
pub mod hint;
pub mod int;
pub mod iter;
pub mod lists;
pub mod maps;
pub mod matrix;
pub mod mem;
pub mod option;
pub mod ordering;
pub mod place;
pub mod ranges;
pub mod result;
pub mod sets;
pub mod slice;
pub mod source;
pub mod vec;

/// The texts of the modules, by name: those of one name are one module. The first declares what is std's.
pub const TEXTS: &[(&str, &str)] = &[
    ("declared", include_str!("declared.rs")),
    ("iter", include_str!("iter/mod.rs")),
    ("iter", include_str!("iter/adapt.rs")),
    ("iter", include_str!("iter/consume.rs")),
    ("iter", include_str!("iter/compare.rs")),
    ("iter", include_str!("iter/collect.rs")),
    ("iter", include_str!("iter/number.rs")),
    ("ranges", include_str!("ranges/mod.rs")),
    ("ranges", include_str!("ranges/step.rs")),
    ("ranges", include_str!("ranges/bounds.rs")),
    ("lists", include_str!("lists/mod.rs")),
    ("lists", include_str!("lists/chunks.rs")),
    ("lists", include_str!("lists/chunks_mut.rs")),
    ("lists", include_str!("lists/split.rs")),
    ("adaptors", include_str!("adaptors/mod.rs")),
    ("adaptors", include_str!("adaptors/picked.rs")),
    ("adaptors", include_str!("adaptors/parts.rs")),
    ("adaptors", include_str!("adaptors/joined.rs")),
    ("any", include_str!("any.rs")),
    ("slice", include_str!("slice/mod.rs")),
    ("slice", include_str!("slice/read.rs")),
    ("slice", include_str!("slice/concat.rs")),
    ("slice", include_str!("slice/search.rs")),
    ("slice", include_str!("slice/change.rs")),
    ("slice", include_str!("slice/sort.rs")),
    ("array", include_str!("array.rs")),
    ("boolean", include_str!("boolean.rs")),
    ("cell", include_str!("cell.rs")),
    ("cmp", include_str!("cmp/mod.rs")),
    ("cmp", include_str!("cmp/parts.rs")),
    ("control", include_str!("control.rs")),
    ("convert", include_str!("convert/mod.rs")),
    ("convert", include_str!("convert/numbers.rs")),
    ("deque", include_str!("deque.rs")),
    ("float", include_str!("float.rs")),
    ("heap", include_str!("heap.rs")),
    ("hint", include_str!("hint.rs")),
    ("inline_lists", include_str!("inline_lists.rs")),
    ("int", include_str!("int.rs")),
    ("libm", include_str!("libm.rs")),
    ("num_complex", include_str!("num_complex.rs")),
    ("linalg", include_str!("linalg/mod.rs")),
    ("linalg", include_str!("linalg/operations.rs")),
    ("linalg", include_str!("linalg/operators.rs")),
    ("linalg", include_str!("linalg/spectra.rs")),
    ("maps", include_str!("maps/mod.rs")),
    ("maps", include_str!("maps/entry.rs")),
    ("maps", include_str!("maps/pairs.rs")),
    ("maps", include_str!("maps/range.rs")),
    ("matrix", include_str!("matrix.rs")),
    ("mem", include_str!("mem.rs")),
    ("operators", include_str!("operators.rs")),
    ("option", include_str!("option.rs")),
    ("ordering", include_str!("ordering.rs")),
    ("result", include_str!("result.rs")),
    ("sets", include_str!("sets.rs")),
    ("source", include_str!("source.rs")),
    ("vec", include_str!("vec.rs")),
];

/// Modules of std, and the modules here that hold their functions and types: the first that has the name.
pub const PATHS: &[(&str, &[&str])] = &[
    ("array", &["array"]),
    ("boxed", &["boxed"]),
    ("cell", &["cell"]),
    ("cmp", &["cmp", "declared"]),
    ("collections", &["deque", "heap", "maps", "sets"]),
    ("convert", &["convert"]),
    ("hint", &["hint"]),
    ("iter", &["source", "iter", "adaptors"]),
    ("linalg", &["linalg"]),
    ("matrix", &["matrix"]),
    ("mem", &["mem"]),
    ("ops", &["declared"]),
    ("option", &["option", "declared"]),
    ("rc", &["rc"]),
    ("result", &["result", "declared"]),
    ("slice", &["slice", "lists"]),
    ("sync", &["sync"]),
    ("vec", &["vec", "lists"]),
];
