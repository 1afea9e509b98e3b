//! Options of the commands that show a program at a point: `trace` and `graph`.

use super::{DIGITS, Question, Size};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Which derivatives are shown, and how numbers are.
#[derive(Args)]
pub(crate) struct Shown {
    /// Forward mode: the derivatives by this variable
    #[arg(long, value_name = "NAME", conflicts_with_all = ["direction", "weights"])]
    pub(crate) wrt: Option<String>,
    /// Forward mode: the derivatives along a direction; variables not named stand still
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', conflicts_with = "weights")]
    pub(crate) direction: Option<Vec<String>>,
    /// Reverse mode: the weight of every result, in their order; without it, 1 for the first and 0 for the others
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) weights: Option<Vec<String>>,
    /// Round numbers to this many digits; 17 show every bit
    #[arg(long, value_name = "N", env = DIGITS, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=17))]
    pub(crate) digits: u8,
    #[command(flatten)]
    pub(crate) size: Size,
}

/// The form of trace tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceForm {
    /// Aligned for reading
    Text,
    /// A table of LaTeX, with booktabs
    Latex,
    /// One line of JSON, with every digit
    Json,
    /// The statements alone, as a program: with adjoints, or with tangents beside what they belong to
    Program,
}

#[derive(Args)]
#[command(after_help = "\
The program is taken apart into elementary operations v1, v2, .. as in a textbook: first what waits for no other, then
what waits for one, and so on. On the left each is computed, read down. On the right are the derivatives: of the result
by every variable (adjoints, v\u{304}), read up, each line adding what one operation sends to one of its operands; with
--wrt or --direction, of every variable along the inputs (tangents, v\u{307}), read down.

What does not depend on an input gets nothing from it, and is said. Comparisons that decided which operations were done
are listed below the table.

Examples:
  wengert trace 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5
  wengert trace 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5 --wrt x1
  wengert trace 'x*sin(x*y)' x=1 y=2 --step
  wengert trace '[x*y, sin(x) + y^2]' x=2 y=3 --weights 0,1
  wengert trace 'exp(-x^2/2)' x=0.5 --latex --digits 4")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// One step at a time; waits for Enter after each where it is read on a terminal
    #[arg(long, conflicts_with_all = ["format", "latex", "output"])]
    pub(crate) step: bool,
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TraceForm,
    /// Short for --format latex
    #[arg(long, conflicts_with = "format")]
    pub(crate) latex: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureForm {
    /// A drawing of lines and texts
    Svg,
    /// A drawing of pixels
    Png,
    /// The graph as text, for Graphviz
    Dot,
}

#[derive(Args)]
#[command(after_help = "\
Every operation is a node with its formula, its value and its derivative; on each edge stands the partial of the node
it leads to. Edges that no derivative flows along are dashed: into steps, conditions and arms that are not taken. The
derivatives are those of the result by every node; with --wrt or --direction, of every node along the inputs.

Examples:
  wengert graph 'ln(x1) + x1*x2 - sin(x2)' x1=2 x2=5 -o graph.svg
  wengert graph 'x*sin(x*y)' x=1 y=2 --wrt x -o graph.png
  wengert graph 'exp(-x^2/2)' x=0.5 | dot -Tpdf > graph.pdf")]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// The form of the picture; without it, that of the file's name, and dot on standard output
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<PictureForm>,
    /// Draw to this file instead of standard output: .svg, .png or .dot
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
