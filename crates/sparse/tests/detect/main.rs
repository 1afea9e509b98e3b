//! Patterns that are found by running functions.

mod known;
mod large;
mod programs;
mod rows;
