//! The program `wengert-gradbench`.

#![forbid(unsafe_code)]

mod args;
mod benchmark;

use args::{Cli, Command};
use clap::Parser;
use gradbench::{Failure, Settings, run_once, serve};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    if let Some(Command::Bench(args)) = &cli.command {
        return benchmark::run(args);
    }
    let settings = Settings::new(cli.running.engine, cli.running.threads)?;
    match &cli.once {
        Some(once) => {
            let input = std::fs::read_to_string(&once.input)
                .map_err(|error| Failure::new(format!("{}: {error}", once.input.display())))?;
            let measured = run_once(&once.eval, &once.function, &input, &settings)?;
            let mut out = io::stdout().lock();
            let mut lines = vec![measured.output.to_string()];
            for timing in measured.timings() {
                lines.push(serde_json::to_string(&timing)?);
            }
            finished(writeln!(out, "{}", lines.join("\n")))
        }
        None => finished(serve(io::stdin().lock(), io::stdout().lock(), &settings)),
    }
}

/// A reader that has gone away wants nothing more.
fn finished(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::new(error.to_string())),
        _ => Ok(()),
    }
}
