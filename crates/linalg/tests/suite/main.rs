//! Operations on matrices, in one program: what they are compiled to for each kind of numbers, all tests share.

mod accuracy;
mod awkward;
mod closed;
mod common;
mod degenerate;
mod determinants;
mod functions;
mod into;
mod large;
mod laws;
mod not_finite;
mod planes;
mod programs;
mod shapes;
mod sparse;
mod ways_back;
