//! Benchmark programs, their hand-written adjoints, and the loop that times them side by side.
//!
//! The tables are printed by `cargo bench -p wengert-bench`; arguments after `--` select programs by a part of their
//! name, and `--quick` takes a first look:
//!
//! ```text
//! cargo bench -p wengert-bench -- --quick black_scholes lanes
//! RUSTFLAGS="-C target-cpu=native" cargo bench -p wengert-bench
//! cargo bench -p wengert-bench --bench peers -- --deep     # one chain of 1e8 operations, recorded and swept
//! cargo bench -p wengert-bench --bench adjoints           # generated adjoints and those by hand
//! cargo bench -p wengert-bench --bench untuned            # programs that nobody tuned on
//! cargo bench -p wengert-bench --bench sparse             # sparse Jacobians and Hessians
//! cargo bench -p wengert-bench --bench vector             # with and without `math = "vector"`
//! cargo bench -p wengert-bench --bench linalg             # matrices; with `--features linalg` on faer
//! ```

#![forbid(unsafe_code)]

pub mod adjoints;
pub mod body;
pub mod contest;
pub mod count;
pub mod data;
pub mod hand;
pub mod menu;
pub mod odes;
pub mod primal;
pub mod race;
pub mod scores;
pub mod sparse;
pub mod structures;
pub mod table;
pub mod vector;
