//! Benchmark programs, their hand-written adjoints, and the loop that times them side by side.
//!
//! The table is printed by `cargo bench -p wengert-bench`; arguments after `--` select programs
//! by a part of their name.

#![forbid(unsafe_code)]

pub mod body;
pub mod count;
pub mod data;
pub mod hand;
pub mod primal;
pub mod race;
pub mod table;
