//! The arguments of `wengert check`.

use super::{Printing, Question, Wrt};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
The methods are independent of each other: forward and reverse mode run the rules of the table in two orders, the
symbolic derivative is a formula, the complex step and the differences use values alone. `difference` is how far a
derivative is from that of forward mode; `estimate` is how far off a difference of values may be by its own account.
At a kink, on a branch, or where the function is not smooth, differences see what lies on both sides, and that the exact
methods agree says no more than that they keep to one convention: what was met, and where, is said in notes.

--plot draws the error of differences of order 2, 4 and 8 against their step: down to the left the rounding of the
function's values grows, up to the right the terms that were cut off. Errors are relative to the size of the gradient and
are taken against forward mode, whose own error is drawn as its distance from the other exact methods, and half a
unit in the last place at least.

Examples:
  wengert check 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5
  wengert check 'exp(x)/sqrt(sin(x)^3 + cos(x)^3)' x=1.5 --plot error.svg
  wengert check model.wen a=1 b=pi/4 --wrt b --format json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) wrt: Wrt,
    /// Draw the error against the step to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) printing: Printing,
}
