//! Patterns that are found by running functions.

mod branches;
mod known;
mod large;
mod loops;
mod naive;
mod programs;
mod rows;
mod windows;
