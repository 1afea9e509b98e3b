//! The functions on which generated adjoints are measured, as plain Rust on `f64`, and their adjoints by hand.
//!
//! A file for each: the function as it comes naturally, variants of it (helpers split out or inlined, `Vec`s made
//! inside the loop, iterators in place of indices), and the adjoint that a careful programmer writes. An adjoint by
//! hand keeps the order of the function's loops: what would speed up the function just as well, such as blocking it
//! for the cache, is left to both.

// Indices and iterators are two ways of writing that are compared here, and the functions take their inputs one by one.
#![allow(clippy::needless_range_loop, clippy::too_many_arguments)]

pub mod asian;
pub mod black_scholes;
pub mod gmm;
pub mod llsq;
pub mod log_sum_exp;
pub mod lorenz;
pub mod lstm;
pub mod ode;
pub mod rosenbrock;
pub mod twins;
