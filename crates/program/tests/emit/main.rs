//! Emitted source compiles and computes the same as the program.

mod c;
mod common;
mod forms;
mod kernels;
mod names;
mod rows;
mod rust;
mod table;
