//! `wengert completions` and `wengert man`.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::output::Output;
use clap::CommandFactory;

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wengert", &mut script);
    Output::open(None)?.print(&script)
}

/// Prints the manual page of the program, or of one of its commands.
pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).ok_or_else(|| {
                let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                Failure::Usage(format!("there is no command `{name}`; the commands are {}", known.join(", ")))
            })?;
            found.clone()
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|e| Failure::Io(format!("cannot make the manual page: {e}")))?;
    Output::open(None)?.print(&page)
}
