//! Patterns that are found by running functions.

mod after;
mod branches;
mod far;
mod gathered;
mod graphs;
mod hubs;
mod known;
mod large;
mod late;
mod loops;
mod naive;
mod programs;
mod rows;
mod sums;
mod wide;
mod windows;
