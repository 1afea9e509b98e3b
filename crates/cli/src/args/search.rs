//! The arguments of `wengert solve` and `wengert minimize`.

use super::{Printing, Question};
use clap::{Args, ValueEnum};

#[derive(Args)]
#[command(after_help = "\
Equations stand between semicolons; one without an equal sign is an expression to be zero. Names given as NAME=VALUE are
parameters, all others are unknowns, and there are as many of these as equations. The root is searched for by damped Newton
steps with the exact Jacobian, from --start, where unknowns without a value start at 1, or within --bounds.

Beside each unknown stand its derivatives by the parameters, by the theorem of implicit functions: how the root moves when a
parameter does. Where the Jacobian is singular at the root there are none, and that is an error.

Examples:
  wengert solve 'x^2 + y^2 = a; x*y = 1' a=4 --start x=2,y=0.5
  wengert solve 'x*exp(x) = c' c=1
  wengert solve 'tan(x) = k*x' k=1 --bounds x=4..4.7")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// Where to start: a number for some unknowns or all
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub(crate) start: Vec<String>,
    /// Between which bounds: x=0..10, y=0.., z=..1
    #[arg(long, value_name = "NAME=LOW..HIGH", value_delimiter = ',')]
    pub(crate) bounds: Vec<String>,
    /// How far from zero an equation may be left, as a part of the size of its sides
    #[arg(long, value_name = "T", default_value_t = 1e-10)]
    pub(crate) tolerance: f64,
    /// Stop a search after so many steps
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) max_iterations: usize,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

/// How a minimum is searched for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Newton for up to 50 variables, else BFGS
    Auto,
    /// Newton steps with the exact Hessian, in a trust region
    Newton,
    /// Quasi-Newton steps with exact gradients
    Bfgs,
}

#[derive(Args)]
#[command(after_help = "\
Names given as NAME=VALUE are constants, all others are variables, which start at the values of --start, or at 1. The table
has a line for every step: the value, the size of the gradient, the length of the step. Then come the minimum, and the
derivative of its value by each constant. A place where the gradient is zero and no minimum is, a saddle or a flat, is said.

Examples:
  wengert minimize '(1 - x)^2 + 100*(y - x^2)^2' --start x=-1.2,y=1
  wengert minimize 'a*x^2 - ln(x)' a=3 --bounds x=0..
  wengert minimize 'x^4 + y^4 - x*y' --start x=1,y=0.5 --method bfgs")]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    /// Where to start: a number for some variables or all
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub(crate) start: Vec<String>,
    /// Between which bounds: x=0..10, y=0.., z=..1
    #[arg(long, value_name = "NAME=LOW..HIGH", value_delimiter = ',')]
    pub(crate) bounds: Vec<String>,
    /// How to search
    #[arg(long, value_enum, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: Method,
    /// Stop where the gradient, relative to the value and the variables, is this small
    #[arg(long, value_name = "T", default_value_t = 1e-10)]
    pub(crate) tolerance: f64,
    /// Stop a search after so many steps
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_iterations: usize,
    #[command(flatten)]
    pub(crate) printing: Printing,
}
