//! One test program for all engines: the rows of the table, the conventions, the golden corpus and random programs.
//!
//! They share one program because they share what is dear to compile: every row on every nesting.

mod common;
mod conventions;
mod corpus;
mod generated;
mod programs;
mod rows;
mod symmetry;
