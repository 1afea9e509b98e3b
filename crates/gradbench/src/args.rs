//! The command line.

use clap::{Args, Parser};
use gradbench::Engine;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Without EVAL, messages are read from standard input and answered on standard output, one on each line.

Examples:
  gradbench run --eval 'gradbench eval gmm' --tool 'wengert-gradbench'
  wengert-gradbench gmm 2_5_1000.json jacobian
  wengert-gradbench --engine tape hello x1.json double
  echo '{\"id\":1,\"kind\":\"evaluate\",\"module\":\"hello\",\"function\":\"double\",\"input\":3}' | wengert-gradbench";

/// The evals of GradBench, differentiated by Wengert.
#[derive(Parser)]
#[command(name = "wengert-gradbench", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) once: Option<Once>,
    #[command(flatten)]
    pub(crate) running: Running,
}

/// One function on one input.
#[derive(Args)]
pub(crate) struct Once {
    /// The eval: hello, gmm, ba, lstm, lse, llsq, kmeans or ode
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
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t, global = true)]
    pub(crate) engine: Engine,
    /// Threads that share the work of gmm, kmeans, ba, lse and llsq; 0 for one on each core
    #[arg(long, value_name = "N", default_value_t = 1, global = true)]
    pub(crate) threads: usize,
}
