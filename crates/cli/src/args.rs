//! The command line: commands, options, and their help.

mod check;
mod fit;
mod graph;
mod play;
mod search;
mod sparse;

use crate::failure::Failure;
pub(crate) use check::CheckArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
pub(crate) use fit::FitArgs;
pub(crate) use graph::{GraphArgs, PictureForm, Shown, TraceArgs, TraceForm};
use lang::Limits;
pub(crate) use play::PlayArgs;
pub(crate) use search::{Method, MinimizeArgs, SolveArgs};
pub(crate) use sparse::MatrixArgs;
use std::path::PathBuf;

/// The variable of the environment that sets how many digits are printed where `--digits` does not.
const DIGITS: &str = "WENGERT_DIGITS";

const LANGUAGE: &str = "\
The language:
  numbers, names, + - * / ^, comparisons, `and`, `or`, `not`; `sin(x)` and all that `wengert functions` lists;
  `let a = 2*x, b = a^2 in a + b`; `if x < 0 then -x else x`; functions `\\x y. x*y`, which are values;
  `fn power(x, n) = if n == 0 then 1 else x*power(x, n - 1); power(t, 5)`; several results `[x*y, x + y]`;
  matrices `[[a, 1], [1, b]]`, columns `[c, d]`, entries `m[0, 1]`, `solve(m, v)`, `det(m)`, `eigenvalues(m)` and others;
  constants pi, tau, e, inf, nan; comments from # to the end of the line. Free names are the variables.

Exit codes:
  0  done; also when the reader of the output went away
  1  the program is wrong, lacks the value of a variable, exceeds a limit, or cannot be evaluated at the point
  2  the command line is wrong, or would write over what it reads
  3  the data has a bad header or bad rows (with --keep-going: some rows were skipped)
  4  a file cannot be read or written

Where a derivative is taken by convention (abs at 0, max at a tie, floor at an integer, a branch that changes at this very
point), and where it is not finite, a note on standard error says which operation it was, where it stands and what was
taken; JSON has the same in `met`.

A file that results are written to is replaced when they are whole: after an error, and when the program is interrupted,
it is as it was. It cannot be a file that the same command reads.

Examples:
  wengert grad 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5
  wengert jacobian '[x*y, sin(x) + y^2]' x=2 y=3
  wengert grad model.wen --data points.csv --output gradients.csv
  wengert fit 'a*exp(-b*t) + c' decay.csv --plot decay.svg
  wengert adjoint src/model.rs --function energy";

/// Exact derivatives of formulas and programs, by automatic differentiation.
#[derive(Parser)]
#[command(name = "wengert", version, after_help = LANGUAGE, max_term_width = 100)]
pub(crate) struct Cli {
    /// Run the command again whenever a file changes that it reads
    #[arg(long, global = true)]
    pub(crate) watch: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The value and the gradient of one expression, at a point or at every row of a file
    Grad(GradArgs),
    /// The values and all first derivatives of several results
    Jacobian(MatrixArgs),
    /// The value, the gradient and all second derivatives of one expression
    Hessian(MatrixArgs),
    /// The derivative of every result along a direction (forward mode)
    Jvp(JvpArgs),
    /// The derivatives of a weighted sum of the results (reverse mode)
    Vjp(VjpArgs),
    /// The Hessian times a direction: how value and gradient change along it
    Hvp(HvpArgs),
    /// The Taylor series in one variable, and all derivatives up to an order
    Taylor(TaylorArgs),
    /// The table of a textbook: every operation, and every step of the derivatives
    Trace(TraceArgs),
    /// A drawing of the program as a graph, with values, partials and derivatives
    Graph(GraphArgs),
    /// The derivative as a formula: text, LaTeX or Rust
    Derive(DeriveArgs),
    /// The derivative by independent methods side by side, and their errors as a picture
    Check(CheckArgs),
    /// The parameters of a model from data, with standard errors: least squares with exact derivatives
    Fit(FitArgs),
    /// The root of a system of equations, and how it moves with each parameter
    Solve(SolveArgs),
    /// A minimum of an expression, step by step
    Minimize(MinimizeArgs),
    /// The adjoint program that `#[differentiable]` generates from Rust, as readable Rust
    Adjoint(AdjointArgs),
    /// A page to play with, in the browser: derivatives, graphs, plots as one types
    Play(PlayArgs),
    /// The functions of the language
    Functions(FunctionsArgs),
    /// A script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// The manual page
    Man(ManArgs),
}

/// The program and the point.
#[derive(Args)]
pub(crate) struct Question {
    /// The program: an expression, or the name of a file that holds one; `-` reads standard input.
    ///
    /// What names an existing file is read from it. To mean the expression `x` where a file `x` exists, write `(x)`.
    #[arg(value_name = "EXPR|FILE", allow_hyphen_values = true, required_unless_present = "file")]
    pub(crate) program: Option<String>,
    /// The point: a number for every variable, or an expression without variables, as in x=pi/4.
    ///
    /// Results are in the order in which the names are given here, unless --wrt says otherwise.
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) values: Vec<String>,
    /// Read the program from this file, whatever it is called
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// What stops a program that would not end.
#[derive(Args, Clone, Copy)]
pub(crate) struct Bounds {
    /// Stop a program that runs longer than this many steps
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    max_steps: u64,
    /// Stop a program that calls deeper than this
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: usize,
    /// Stop a program that holds more numbers at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().values)]
    max_values: usize,
}

/// What stops a formula or a table that nobody would read.
#[derive(Args, Clone, Copy)]
pub(crate) struct Size {
    /// Stop where there are more operations than this
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_operations: usize,
}

impl Size {
    /// Steps of a run for each operation that may be kept: calls and branches are steps too, and are not kept.
    const STEPS: u64 = 64;

    /// The limits of a run that keeps its operations.
    pub(crate) fn limits(self, limits: Limits) -> Limits {
        let most = Size::STEPS.saturating_mul(self.max_operations as u64).saturating_add(1024);
        Limits { steps: limits.steps.min(most), ..limits }
    }

    /// The error of a run under these limits, where it is `limits` that were given.
    pub(crate) fn explain(self, error: &lang::Error, limits: Limits) -> Option<Failure> {
        let steps = self.limits(limits).steps;
        let stopped = error.is_limit() && error.advice().contains("`Limits::steps`") && steps < limits.steps;
        stopped.then(|| {
            let n = self.max_operations;
            Failure::Program(format!(
                "error: the program takes more than {steps} steps, too many for {n} operations: raise --max-operations"
            ))
        })
    }

    /// Fails where there are more operations, which `what` has.
    pub(crate) fn admits(self, operations: usize, what: &str, instead: &str) -> Result<(), Failure> {
        let n = self.max_operations;
        if operations <= n {
            return Ok(());
        }
        Err(Failure::Program(format!("error: {what} has more than {n} operations: {instead}raise --max-operations")))
    }
}

impl Bounds {
    /// The limits of a run.
    pub(crate) fn limits(self) -> Limits {
        Limits { steps: self.max_steps, depth: self.max_depth, values: self.max_values }
    }

    /// An error's text with these options in the place of the fields of [`Limits`].
    pub(crate) fn explain(text: &str) -> String {
        ["steps", "depth", "values"]
            .iter()
            .fold(text.to_owned(), |text, bound| text.replace(&format!("`Limits::{bound}`"), &format!("--max-{bound}")))
    }
}

/// How results are printed.
#[derive(Args)]
pub(crate) struct Printing {
    /// How to print; JSON has no infinity and no NaN, they are strings there
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Round results to this many digits, in every format; without it they have all that they need to be read back
    #[arg(long, value_name = "N", env = DIGITS, value_parser = clap::value_parser!(u8).range(1..=17))]
    pub(crate) digits: Option<u8>,
    /// Write the results to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The variables to differentiate by.
#[derive(Args)]
pub(crate) struct Wrt {
    /// Differentiate by these variables, in this order; the others are constants
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) wrt: Option<Vec<String>>,
}

/// The form of the results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned for reading
    Text,
    /// One line of JSON (with --data, one for every row)
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// Which engine differentiates.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ModeArg {
    /// The cheaper one for the numbers of variables and results
    Auto,
    /// Dual numbers, some variables at a time
    Forward,
    /// A recording, swept backwards
    Reverse,
}

impl From<ModeArg> for wengert::Mode {
    fn from(mode: ModeArg) -> Self {
        match mode {
            ModeArg::Auto => wengert::Mode::Auto,
            ModeArg::Forward => wengert::Mode::Forward,
            ModeArg::Reverse => wengert::Mode::Reverse,
        }
    }
}

/// A program, a point, variables and an engine: what first and second derivatives need.
#[derive(Args)]
pub(crate) struct FirstArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) wrt: Wrt,
    /// Which engine differentiates
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) mode: ModeArg,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args)]
#[command(after_help = "\
With --data, the header of the file names the variables; NAME=VALUE on the command line gives the others, which are
constants unless --wrt names them. Columns that the program does not use are not read. The output is the columns of
the input as they were, then `value`, then `d_NAME` for every variable in the order of the header. The file is read row
by row: its size does not matter. Blank lines are passed over; a row whose variables are not numbers, or which the
program cannot be evaluated at, is bad. Rows where the derivative is taken by convention, at a kink or a jump, are
counted on standard error, as are rows with results that are not finite.

Examples:
  wengert grad 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5
  wengert grad 'a*x^2 + b' x=3 a=pi/4 b=1e-3 --wrt a,b --mode reverse
  wengert grad 'ln(x1) + x1*x2 - sin(x2)' --data points.csv --keep-going --output gradients.csv
  wengert grad 'exp(-t)*sin(w*t)' t=1 w=5 --plot wave.svg --along t --range 0..4
  generate | wengert grad 'x^n' n=3 --data - --format json")]
pub(crate) struct GradArgs {
    #[command(flatten)]
    pub(crate) first: FirstArgs,
    /// Differentiate at every row of this CSV file; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Report bad rows and skip them, instead of stopping at the first
    #[arg(long, requires = "data")]
    pub(crate) keep_going: bool,
    /// Leave the columns of the input out of the output
    #[arg(long, requires = "data")]
    pub(crate) only_results: bool,
    /// Draw value and derivative along a variable into this file, .svg or .png
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    pub(crate) plot: Option<PathBuf>,
    /// The variable along which --plot draws; the first one otherwise
    #[arg(long, value_name = "NAME", requires = "plot")]
    pub(crate) along: Option<String>,
    /// Between which values --plot draws, as in -1..2
    #[arg(long, value_name = "A..B", requires = "plot", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert jvp '[x*y, sin(x) + y^2]' x=2 y=3 --direction x=1,y=2")]
pub(crate) struct JvpArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// How fast each variable moves; those not named stand still
    #[arg(long, required = true, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub(crate) direction: Vec<String>,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert hvp 'x^2*y + exp(y)' x=2 y=0 --direction x=1,y=-1")]
pub(crate) struct HvpArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// How fast each variable moves; those not named stand still
    #[arg(long, required = true, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub(crate) direction: Vec<String>,
    #[command(flatten)]
    pub(crate) wrt: Wrt,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert vjp '[x*y, sin(x) + y^2]' x=2 y=3 --weights 1,0.5")]
pub(crate) struct VjpArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// The weight of every result, in their order; 1 for a single result
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) weights: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) wrt: Wrt,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert taylor 'exp(sin(x))' x=0 --order 8
  wengert taylor 'a*t + t^3' a=2 t=1 --wrt t")]
pub(crate) struct TaylorArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// The highest order
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) order: u8,
    /// The variable of the series; not needed where only one is given
    #[arg(long, value_name = "NAME")]
    pub(crate) wrt: Option<String>,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

/// How a formula is printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DeriveForm {
    /// With a name for everything that is used twice
    Let,
    /// As one formula
    Tree,
    /// As one formula of LaTeX
    Latex,
    /// As aligned equations of LaTeX
    LatexLet,
    /// As a Rust function
    Rust,
}

#[derive(Args)]
#[command(after_help = "\
The sizes of the program and of its derivative, with and without sharing, are said on standard error. A derivative of
high order may be many times as long as the program: --max-operations stops it. Variables need no values, except where
the program branches on them: the branch taken at the point is differentiated.

Examples:
  wengert derive 'x*sin(cos(x))'
  wengert derive 'let y = 2*x*x in y + cos(y)' --order 2 --form latex
  wengert derive 'x*(2*x + 1)*(x - 1)^2*(3 - x)' --expand
  wengert derive 'if x < 0 then -y*x else y*x^2' x=1 --wrt x --form rust")]
pub(crate) struct DeriveArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// The variable to differentiate by; not needed where there is only one
    #[arg(long, value_name = "NAME")]
    pub(crate) wrt: Option<String>,
    /// The order of the derivative; 0 prints the program itself
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) order: u8,
    #[command(flatten)]
    pub(crate) size: Size,
    /// How to print
    #[arg(long, value_enum, value_name = "FORM", default_value = "let")]
    pub(crate) form: DeriveForm,
    /// Multiply polynomials out; may round otherwise
    #[arg(long)]
    pub(crate) expand: bool,
    /// Shorten by the rules of real numbers; may round otherwise
    #[arg(long)]
    pub(crate) simplify: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
The adjoint of `fn f(x: f64) -> f64` is `f_adjoint`: it gives the value, and adds to `x_out` the derivative by x of the
result weighted by `seeds`. Names ending in `_adj` are adjoints: of a variable, of a step `t_1`, of an array. `T` is
f64 for a gradient; on dual numbers the same program gives second derivatives. `ws` is the memory in which loops
record what the way back needs. What is read once is written where it is read, comments stand at their statements, and
loops are shown one iteration at a time; --compiled shows the statements as the compiler gets them. A file is written
only where all that was asked for can be differentiated. `f_tangent` of --tangent takes a direction `x_dot` for each `x`
and gives the value and its derivative along it.

Functions are taken as they stand in the file, wherever they carry the attribute, and so are the methods of an `impl` that
carries it; options in it are respected. What cannot be differentiated is shown at its place, and the exit code is 1.

Examples:
  wengert adjoint src/model.rs
  wengert adjoint src/model.rs --function energy
  wengert adjoint src/model.rs --function Spring::energy
  wengert adjoint src/model.rs --tangent
  wengert adjoint src/model.rs --html --output adjoints.html
  wengert adjoint src/model.rs --function energy --split --compiled --output energy_adjoint.rs")]
pub(crate) struct AdjointArgs {
    /// The file with Rust source text; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only the function of this name; a method is `Type::method`, or its name alone
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// The two halves that run when another function calls: forward with a record, and back through it
    #[arg(long)]
    pub(crate) split: bool,
    /// Loops as they are compiled: in blocks of iterations, overlapping adjoints in registers
    #[arg(long)]
    pub(crate) compiled: bool,
    /// The tangent program in place of the adjoint: behind each statement that of its derivative along a direction
    #[arg(long, conflicts_with_all = ["split", "compiled"])]
    pub(crate) tangent: bool,
    /// The body with a type for each variable and a number for each name, before it is taken apart into steps
    #[arg(long, conflicts_with_all = ["split", "compiled", "steps", "tangent"])]
    pub(crate) typed: bool,
    /// The steps that the attribute makes of the function, with what is saved for the way back, in place of the adjoint
    #[arg(long, conflicts_with_all = ["split", "compiled", "tangent"])]
    pub(crate) steps: bool,
    /// A page of HTML: each function and what is shown of it side by side; names are found on both sides
    #[arg(long)]
    pub(crate) html: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert functions
  wengert functions bessel
  wengert functions --format json")]
pub(crate) struct FunctionsArgs {
    /// Only those with this in their name or description
    #[arg(value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert completions bash > ~/.local/share/bash-completion/completions/wengert
  wengert completions zsh > ~/.zfunc/_wengert
  wengert completions fish > ~/.config/fish/completions/wengert.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
#[command(after_help = "Examples:
  wengert man | man -l -
  wengert man grad > wengert-grad.1")]
pub(crate) struct ManArgs {
    /// The page of this command; without it, the page of the whole program
    pub(crate) command: Option<String>,
}
