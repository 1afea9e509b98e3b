//! Arguments of the commands that give a whole matrix of derivatives: `jacobian` and `hessian`.

use super::FirstArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
With --sparse the derivatives are those that can differ from zero, one a line: result (or variable), variable, derivative;
of a Hessian those on and below the diagonal. They are computed by colours: variables that no result needs together share a
run. The last line says how many entries there are, and how many colours that took. --pattern shows where they are.

Examples:
  wengert jacobian '[x*y, sin(x) + y^2]' x=2 y=3
  wengert jacobian '[x*y, sin(x), y^2]' x=2 y=3 --sparse
  wengert jacobian '[a - b, b - c, c - d]' a=1 b=2 c=4 d=8 --pattern
  wengert jacobian '[a - b, b - c, c - d]' a=1 b=2 c=4 d=8 --sparse --plot pattern.svg
  wengert hessian 'x^2*y + exp(y)' x=2 y=0 --wrt y
  wengert hessian 'a*b + b*c + c*d' a=1 b=2 c=4 d=8 --sparse --format csv
  wengert hessian energy.wen q=0.1 p=-2 --format json")]
pub(crate) struct MatrixArgs {
    #[command(flatten)]
    pub(crate) first: FirstArgs,
    /// Only the derivatives that can differ from zero, one a line
    #[arg(long)]
    pub(crate) sparse: bool,
    /// A picture of where they are, in place of their values
    #[arg(long, conflicts_with = "format")]
    pub(crate) pattern: bool,
    /// Draw where they are to this file: .svg
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}

impl MatrixArgs {
    /// Whether the entries are asked for, not the whole matrix.
    pub(crate) fn wants_entries(&self) -> bool {
        self.sparse || self.pattern || self.plot.is_some()
    }
}
