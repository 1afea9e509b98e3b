//! The errors of a run, made apart from the loop that finds them.

use crate::ast::Span;
use crate::code::{Code, Compiled};
use crate::error::{Error, Kind, plural};
use crate::program::Limits;
use linalg::{Error as Wrong, Shape};
use rules::Row;

/// The instruction that makes a call, and the function called.
type Called = (usize, usize);

pub(crate) struct Faults<'a> {
    pub(crate) program: &'a Compiled,
    pub(crate) source: &'a str,
    pub(crate) limits: &'a Limits,
}

impl Faults<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn error(&self, kind: Kind, message: String, span: Span) -> Error {
        Error::new(kind, message, span, self.source)
    }

    /// An operand of the wrong type.
    #[cold]
    pub(crate) fn operand(&self, at: usize, operand: usize, wanted: &str, found: &str) -> Error {
        let span = self.program.sites[at].operands[operand];
        let is_power =
            matches!(self.program.instructions[at].code, Code::Power | Code::PowerConstant | Code::PowerInteger);
        let help = match (is_power, operand, found) {
            (true, 0, "a matrix") => "write a power of a matrix as `m*m`, and its inverse as `inverse(m)`",
            _ => advice(wanted, found),
        };
        self.error(Kind::Type, format!("expected {wanted}, found {found}"), span)
            .label(format!("this is {found}"))
            .help(help)
    }

    /// An argument of the wrong type for a function of the table.
    #[cold]
    pub(crate) fn argument(&self, at: usize, argument: usize, row: &Row, found: &str) -> Error {
        let message = format!("argument {} of `{}` is {found}, not a number", argument + 1, row.name);
        self.error(Kind::Type, message, self.program.sites[at].whole)
            .label("in this call")
            .help(advice("a number", found))
    }

    #[cold]
    pub(crate) fn result(&self, at: usize, found: &str) -> Error {
        let span = self.program.sites[at].whole;
        self.error(Kind::Type, format!("a result must be a number, and this is {found}"), span)
            .label(format!("this is {found}"))
            .help(advice("a number", found))
    }

    /// An argument that is no matrix.
    #[cold]
    pub(crate) fn not_a_matrix(&self, at: usize, argument: usize, name: &str, found: &str) -> Error {
        let message = format!("argument {} of `{name}` is {found}, not a matrix", argument + 1);
        self.error(Kind::Type, message, self.program.sites[at].operands[argument])
            .label(format!("this is {found}"))
            .help("a matrix is written `[[a, b], [c, d]]`, a column `[a, b]`")
    }

    /// Shapes or places that do not fit.
    #[cold]
    pub(crate) fn shape(&self, at: usize, message: String, help: &str) -> Error {
        self.error(Kind::Type, message, self.program.sites[at].whole).label("these shapes do not fit").help(help)
    }

    /// A matrix that the function does not work on, as a singular one.
    #[cold]
    pub(crate) fn no_value(&self, at: usize, name: &str, wrong: &Wrong) -> Error {
        let why = wrong.to_string();
        let (message, _) = why.split_once("; ").unwrap_or((&why, ""));
        // What the language has, which is less than the library.
        let help = match wrong {
            Wrong::Singular { .. } if name == "solve" => {
                "see whether rows are repeated; a system without a solution is met best by `least_squares(a, b)`"
            }
            Wrong::NotPositiveDefinite { .. } => "add to the diagonal: `m + x*identity(rows(m))`",
            Wrong::RankDeficient { .. } => "leave a column out",
            Wrong::Degenerate { .. } => "take what no choice of vectors changes, as `eigenvalues(m)`",
            _ => "see whether the matrix is what was meant",
        };
        self.error(Kind::Domain, format!("`{name}`: {message}"), self.program.sites[at].whole)
            .label("at these values")
            .help(help)
    }

    /// More entries of matrices than allowed.
    #[cold]
    pub(crate) fn entries(&self, at: usize, shape: Shape) -> Error {
        let message =
            format!("a matrix of {shape} makes more than {} held at once", plural(self.limits.values, "value"));
        self.error(Kind::Limit, message, self.program.sites[at].whole).help("raise `Limits::values`")
    }

    /// More work on matrices than allowed.
    #[cold]
    pub(crate) fn work(&self, at: usize) -> Error {
        let message = format!("more than {}, reached in a matrix", plural_u64(self.limits.steps, "step"));
        self.error(Kind::Limit, message, self.program.sites[at].whole).help("raise `Limits::steps`")
    }

    #[cold]
    pub(crate) fn domain(&self, at: usize, row: &Row, values: &[f64]) -> Error {
        let values = values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
        let message = format!("`{}({values})` breaks its precondition {}", row.name, row.requires);
        self.error(Kind::Domain, message, self.program.sites[at].whole)
            .label(format!("called with ({values})"))
            .help("check the order and the values of the arguments")
    }

    #[cold]
    pub(crate) fn arity(&self, at: usize, name: &str, wanted: usize, found: usize) -> Error {
        let message = format!("`{name}` takes {}, not {found}", plural(wanted, "argument"));
        self.error(Kind::Arity, message, self.program.sites[at].whole)
            .label(format!("called with {}", plural(found, "argument")))
            .help(format!("pass {}, or another function", plural(wanted, "argument")))
    }

    /// A computed callee with another number of parameters.
    #[cold]
    pub(crate) fn call(&self, at: usize, function: usize, found: usize) -> Error {
        let callee = &self.program.functions[function];
        let name = self.name(function);
        let wanted = callee.parameters as usize;
        let message = format!("{name} takes {}, not {found}", plural(wanted, "argument"));
        self.error(Kind::Arity, message, self.program.sites[at].whole)
            .label(format!("called with {}", plural(found, "argument")))
            .related(callee.at, "it is defined here")
            .help(format!("pass {}, or another function", plural(wanted, "argument")))
    }

    /// More steps than allowed.
    #[cold]
    pub(crate) fn steps(&self, called: Option<Called>) -> Error {
        let limit = format!("more than {}", plural_u64(self.limits.steps, "step"));
        self.limit(limit, called, "steps")
    }

    /// More nested calls than allowed.
    #[cold]
    pub(crate) fn depth(&self, called: Called) -> Error {
        let limit = format!("more than {} inside one another", plural(self.limits.depth, "call"));
        self.limit(limit, Some(called), "depth")
    }

    /// More values than allowed.
    #[cold]
    pub(crate) fn values(&self, called: Option<Called>) -> Error {
        let limit = format!("more than {} held at once", plural(self.limits.values, "value"));
        self.limit(limit, called, "values")
    }

    fn limit(&self, limit: String, called: Option<Called>, field: &str) -> Error {
        let Some((at, function)) = called else {
            let span = self.program.functions[self.program.main].at;
            let message = format!("the program needs {limit}");
            return self.error(Kind::Limit, message, span).help(format!("raise `Limits::{field}`"));
        };
        let message = format!("{limit}, reached in {}", self.name(function));
        self.error(Kind::Limit, message, self.program.sites[at].whole)
            .label("in this call")
            .help(format!("see that the recursion ends, or raise `Limits::{field}`"))
    }

    /// What to call a function in a message.
    fn name(&self, function: usize) -> String {
        let function = &self.program.functions[function];
        match &function.name {
            Some(name) => format!("`{name}`"),
            None => match self.text(function.at) {
                text if text.chars().count() <= 32 => format!("`{text}`"),
                _ => "a lambda".to_owned(),
            },
        }
    }
}

fn plural_u64(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn advice(wanted: &str, found: &str) -> &'static str {
    match (wanted, found) {
        ("a number", "a truth value") => "choose a number with `if .. then 1 else 0`",
        ("a number", "a matrix") => "take an entry, `m[0, 1]`, or a number of it, such as `norm(m)`",
        ("a matrix", _) => "a matrix is written `[[a, b], [c, d]]`, a column `[a, b]`",
        ("a number", _) => "call the function: give it its arguments in parentheses",
        ("a truth value", "a matrix") => "compare a number of it: `norm(m) > 0`",
        ("a truth value", "a number") => "compare the number: `x != 0`",
        ("a truth value", _) => "call the function and compare its result",
        _ => "only functions are called; a product is written with `*`",
    }
}
