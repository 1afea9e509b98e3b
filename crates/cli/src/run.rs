//! From the command line to the exit code.

use crate::args::{Cli, Command};
use crate::failure::{Failure, tell};
use crate::{
    adjoint, check, derive, fit, functions, grad, graph, hessian, hvp, jacobian, jvp, manual, minimize, play, solve,
    taylor, trace, vjp, watch,
};
use clap::Parser;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command that the arguments name; errors are printed on standard error.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = args.collect();
    let done = match Cli::try_parse_from(&words) {
        Ok(cli) if cli.watch => watch::run(&words),
        Ok(cli) => command(&cli.command),
        Err(error) if error.use_stderr() => {
            // Arguments stand in it as they were given.
            let plain = error.render().to_string();
            match lang::visible(&plain) {
                Cow::Borrowed(_) => drop(error.print()),
                Cow::Owned(shown) => tell(shown.trim_end()),
            }
            return ExitCode::from(2);
        }
        // Help and version are printed this way too.
        Err(text) => {
            text.print().and_then(|()| io::stdout().flush()).map_err(|e| Failure::writing("standard output", &e))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code())
        }
    }
}

fn command(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Grad(args) => grad::run(args),
        Command::Jacobian(args) => jacobian::run(args),
        Command::Hessian(args) => hessian::run(args),
        Command::Jvp(args) => jvp::run(args),
        Command::Hvp(args) => hvp::run(args),
        Command::Vjp(args) => vjp::run(args),
        Command::Taylor(args) => taylor::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Derive(args) => derive::run(args),
        Command::Check(args) => check::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Minimize(args) => minimize::run(args),
        Command::Adjoint(args) => adjoint::run(args),
        Command::Play(args) => play::run(args),
        Command::Functions(args) => functions::run(args),
        Command::Completions(args) => manual::completions(args),
        Command::Man(args) => manual::man(args),
    }
}
