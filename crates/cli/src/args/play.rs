//! The arguments of `wengert play`.

use clap::Args;

#[derive(Args)]
#[command(after_help = "\
The page is served on the loopback address alone, to those who know the address that is printed: a random word stands in
it. Nothing is loaded from elsewhere, and nothing leaves the machine. Programs are run in a process of their own, which
is ended when an answer takes too long.

The part of the address after # holds the program and the point: such a link opens the page as it is.

Examples:
  wengert play --open
  wengert play --port 8080")]
pub(crate) struct PlayArgs {
    /// Listen on this port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Give up an answer that takes longer
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) max_seconds: u64,
    /// Answer questions on standard input: what the server starts for programs to run in
    #[arg(long, hide = true)]
    pub(crate) worker: bool,
}
