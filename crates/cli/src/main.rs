//! The program `wengert`: derivatives of formulas and programs on the command line.

#![forbid(unsafe_code)]

mod adjoint;
mod args;
mod check;
mod csv_input;
mod data;
mod depth;
mod derive;
mod drawing;
mod engine;
mod equations;
mod failure;
mod files;
mod fit;
mod functions;
mod grad;
mod graph;
mod hessian;
mod hvp;
mod jacobian;
mod jvp;
mod least_squares;
mod manual;
mod met;
mod minimize;
mod number;
mod output;
mod picture;
mod play;
mod problem;
mod progress;
mod recorded;
mod replaced;
mod report;
mod row;
mod run;
mod solve;
mod source;
mod sparse;
mod spinner;
mod taylor;
mod trace;
mod unknowns;
mod vjp;
mod watch;

use std::process::ExitCode;

fn main() -> ExitCode {
    run::run(std::env::args_os())
}
