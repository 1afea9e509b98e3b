//! What can go wrong, where, and what to do about it.

use crate::ast::Span;
use crate::report;
use std::fmt;
use std::ops::Range;

/// An error in a program of the language, or in one run of it.
///
/// `Display` gives one line with the place and advice; [`report`](Error::report) draws the source with a caret. What
/// kind of error it is can be asked; the list of kinds may grow.
///
/// ```
/// let error = lang::Program::parse("x*sni(x)").unwrap_err();
/// assert!(error.is_unknown_name());
/// assert_eq!(error.span(), 2..5);
/// assert_eq!(error.to_string(), "1:3: unknown function `sni`; did you mean `sin`?");
/// ```
///
/// ```
/// let source = "let y = x * 2 in y + z(x)";
/// let error = lang::Program::parse(source).unwrap_err();
/// assert!(error.is_unknown_name() && !error.is_parse() && !error.is_limit());
/// assert_eq!((error.line(), error.column(), &source[error.span()]), (1, 22, "z"));
/// assert!(!error.message().is_empty() && error.report(source, "my.txt").contains("my.txt"));
///
/// let error = |source| lang::Program::parse(source).unwrap_err();
/// assert!(error("1 +").is_parse());
/// assert!(error("sin(x, y)").is_arity());
/// ```
///
/// And of a run:
///
/// ```
/// use lang::{Limits, Program};
/// let at = |source: &str, x: &[f64]| Program::parse(source)?.eval(x, &Limits::default());
/// let error = at("x + 1", &[]).unwrap_err();
/// assert!(error.is_inputs());
/// assert_eq!(error.advice(), "give one number for each of: x");
/// assert!(at("clamp(x, 2, 1)", &[0.0]).unwrap_err().is_domain());
/// assert!(at("x + (x < 1)", &[0.0]).unwrap_err().is_type());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: Kind,
    message: String,
    span: Span,
    line: usize,
    column: usize,
    label: String,
    related: Option<(Span, String)>,
    help: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Parse,
    UnknownName,
    Arity,
    Type,
    Domain,
    Inputs,
    Limit,
}

impl Error {
    /// At `span` of `source`, saying what is wrong in a few words.
    #[cold]
    pub(crate) fn new(kind: Kind, message: impl Into<String>, span: Span, source: &str) -> Error {
        let before = &source.as_bytes()[..(span.start as usize).min(source.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            span,
            line: 1 + before.iter().filter(|&&b| b == b'\n').count(),
            column: 1 + String::from_utf8_lossy(&before[line_start..]).chars().count(),
            label: "here".to_owned(),
            related: None,
            help: String::new(),
        }))
    }

    /// What to say at the caret.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Error {
        self.0.label = label.into();
        self
    }

    /// Another place that belongs to the error.
    pub(crate) fn related(mut self, span: Span, label: impl Into<String>) -> Error {
        self.0.related = Some((span, label.into()));
        self
    }

    /// What to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help = help.into();
        self
    }

    /// The text is not a program: a stray character, a missing bracket, a name defined twice.
    pub fn is_parse(&self) -> bool {
        self.0.kind == Kind::Parse
    }

    /// A name that nothing defines.
    pub fn is_unknown_name(&self) -> bool {
        self.0.kind == Kind::UnknownName
    }

    /// A function called with the wrong number of arguments.
    pub fn is_arity(&self) -> bool {
        self.0.kind == Kind::Arity
    }

    /// A number, a truth value or a function where another of the three is wanted.
    pub fn is_type(&self) -> bool {
        self.0.kind == Kind::Type
    }

    /// Arguments that break the precondition of a function of the table, such as bounds in the wrong order.
    pub fn is_domain(&self) -> bool {
        self.0.kind == Kind::Domain
    }

    /// The wrong number of inputs or of places for outputs.
    pub fn is_inputs(&self) -> bool {
        self.0.kind == Kind::Inputs
    }

    /// A limit on nesting, steps, depth or memory.
    pub fn is_limit(&self) -> bool {
        self.0.kind == Kind::Limit
    }

    /// The bytes of the source that the error is about.
    pub fn span(&self) -> Range<usize> {
        self.0.span.start as usize..self.0.span.end as usize
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in characters, from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it; may be empty.
    pub fn advice(&self) -> &str {
        &self.0.help
    }

    /// Draws the place in the source with a caret and the advice, several lines of plain text.
    ///
    /// `source` is the text that was parsed, `name` what to call it: a file's name. Of a very long line only the part
    /// around the place is shown. Cost: one pass over the source.
    pub fn report(&self, source: &str, name: &str) -> String {
        report::render(&report::Picture {
            message: &self.0.message,
            span: self.span(),
            position: (self.0.line, self.0.column),
            label: &self.0.label,
            related: self.0.related.as_ref().map(|(at, text)| (at.start as usize..at.end as usize, text.as_str())),
            help: &self.0.help,
            source,
            name,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { line, column, message, help, .. } = &*self.0;
        write!(f, "{line}:{column}: {message}")?;
        if help.is_empty() { Ok(()) } else { write!(f, "; {help}") }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({self})", self.0.kind)
    }
}

impl std::error::Error for Error {}

/// `1 argument`, `2 arguments`, `2 entries`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}
