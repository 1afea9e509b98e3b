//! Emitted source compiles and computes the same as the program.

mod c;
mod common;
mod names;
mod rows;
mod rust;
mod table;
