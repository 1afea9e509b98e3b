//! The arguments of `wengert fit`.

use super::{Bounds, Printing, Question};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "\
Names of the model that are columns of the data are data; those given as NAME=VALUE are constants; all others are
parameters, and are found such that the sum of squares of the differences is least: by the method of Levenberg and
Marquardt with exact derivatives, from start values that --start gives or that are searched for. What is fitted is the
column on the left of `y = ..`, which may be an expression of columns, as in `ln(y) = ..`; without it, --of COLUMN; without
that, the column y, or the only one that the model does not use.

The table has a header, or names from --columns; without both, columns are x, y (or x1, x2, .., y). Fields are separated by
tabs, semicolons, commas or spaces, whichever the first line has. Lines that begin with # are comments. A column is called
by its title without units, and with _ for what names have not: `Time (s)` is Time, `Signal, raw [V]` is Signal_raw.

Standard errors are those of the linear model around the result, scaled by the residual standard deviation, and intervals
are Student's; with --sigma, which gives the uncertainty of each value itself, they are not scaled, and intervals are
normal. Parameters that the data do not determine are named, with the direction in which nothing changes; so are those at
a bound. Text rounds: JSON and CSV have every digit.

--plot draws data, curve and confidence band, and the residuals below. --rows writes the rows as they were with `fitted`,
`residual`, and the limits of the band.

Examples:
  wengert fit 'a*exp(-b*t) + c' decay.csv
  wengert fit 'y = a*exp(-b*t) + c' decay.csv --start a=2,b=0.5 --bounds b=0.. --plot decay.svg
  wengert fit 'ln(rate) = la - E/(8.314*T)' rates.csv --sigma error --rows rows.csv
  wengert fit 'top/(1 + (x/ec50)^n)' dose.tsv n=1 --format json")]
pub(crate) struct FitArgs {
    /// The model: an expression, or the name of a file that holds one
    #[arg(value_name = "MODEL|FILE", allow_hyphen_values = true)]
    pub(crate) model: String,
    /// The data: a table of numbers; `-` reads standard input
    #[arg(value_name = "DATA")]
    pub(crate) data: PathBuf,
    /// Constants of the model
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) values: Vec<String>,
    /// Where to start: a number for some parameters or all; the others are searched for
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub(crate) start: Vec<String>,
    /// Between which bounds: a=0..10, b=0.., c=..1
    #[arg(long, value_name = "NAME=LOW..HIGH", value_delimiter = ',')]
    pub(crate) bounds: Vec<String>,
    /// The column that is fitted
    #[arg(long, value_name = "COLUMN")]
    pub(crate) of: Option<String>,
    /// The standard uncertainty of the fitted values: a column, or one number
    #[arg(long, value_name = "COLUMN|NUMBER", conflicts_with = "weights")]
    pub(crate) sigma: Option<String>,
    /// A column with the weight of each row; only their ratios matter for standard errors
    #[arg(long, value_name = "COLUMN")]
    pub(crate) weights: Option<String>,
    /// The level of intervals and bands
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    pub(crate) confidence: f64,
    /// Names for the columns, in the place of a header or for a table without one
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) columns: Option<Vec<String>>,
    /// What separates fields: one character, or tab or space
    #[arg(long, value_name = "CHARACTER")]
    pub(crate) separator: Option<String>,
    /// Numbers have a comma where others have a point
    #[arg(long)]
    pub(crate) decimal_comma: bool,
    /// Report bad rows and leave them out, instead of stopping at the first
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Stop a search after so many steps
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) max_iterations: usize,
    /// Show every step of the search on standard error
    #[arg(long)]
    pub(crate) iterations: bool,
    /// Draw to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Write the rows with fitted values, residuals and the band to this CSV file
    #[arg(long, value_name = "FILE")]
    pub(crate) rows: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

impl FitArgs {
    /// The model as the other commands have their programs.
    pub(crate) fn question(&self) -> Question {
        Question { program: Some(self.model.clone()), values: self.values.clone(), file: None, bounds: self.limits }
    }
}
