//! Emitted source compiles and computes the same as the program.

mod apart;
mod c;
mod common;
mod contract;
mod forms;
mod kernels;
mod names;
mod rows;
mod rust;
mod table;
