//! The command line.

use clap::{Args, Parser, Subcommand};
use gradbench::Engine;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Without EVAL, messages are read from standard input and answered on standard output, one on each line.

Examples:
  gradbench run --eval 'gradbench eval gmm' --tool 'wengert-gradbench'
  wengert-gradbench gmm 2_5_1000.json jacobian
  wengert-gradbench --engine tape hello x1.json double
  wengert-gradbench bench
  wengert-gradbench bench gmm kmeans --threads 2 --quick
  wengert-gradbench bench --out docs/performance.md
  echo '{\"id\":1,\"kind\":\"evaluate\",\"module\":\"hello\",\"function\":\"double\",\"input\":3}' | wengert-gradbench";

/// The evals of GradBench, differentiated by Wengert.
#[derive(Parser)]
#[command(name = "wengert-gradbench", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) once: Option<Once>,
    #[command(flatten)]
    pub(crate) running: Running,
}

/// One function on one input.
#[derive(Args)]
pub(crate) struct Once {
    /// The eval: hello, gmm, ba, ht, lstm, lse, llsq, kmeans, ode, det, particle or saddle
    #[arg(required = false)]
    pub(crate) eval: String,
    /// The file that holds the input
    #[arg(required = false)]
    pub(crate) input: PathBuf,
    /// The function of the eval, such as `objective` or `jacobian`
    #[arg(required = false)]
    pub(crate) function: String,
}

/// How functions are run.
#[derive(Args, Clone, Copy)]
pub(crate) struct Running {
    /// The engine that differentiates
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t)]
    pub(crate) engine: Engine,
    /// Threads that share the work of gmm, kmeans, ba, lse and llsq; 0 for one on each core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Time every eval: the function, its derivative by hand and by every engine, beside other systems
    Bench(BenchArgs),
}

/// What is timed, and where the tables go.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Only the evals whose names have one of these words in them
    #[arg(value_name = "WORD")]
    pub(crate) evals: Vec<String>,
    /// The engines to time; dual numbers are left out where they take too long
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ENGINES", default_values_t = Engine::ALL)]
    pub(crate) engines: Vec<Engine>,
    /// Time the generated adjoint on so many threads, too; 0 for one on each core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Take a first look: ratios within some ten percent
    #[arg(long)]
    pub(crate) quick: bool,
    /// Take inputs from this folder, as EVAL/SIZE.json, where it has them
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Compare with the numbers of this file, in place of those that come with the program
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,
    /// Write the tables into this document, between its lines `<!-- gradbench -->` and `<!-- /gradbench -->`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
