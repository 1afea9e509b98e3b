//! Expressions as text: for people, for the language of programs, for LaTeX, for Rust.

mod latex;
mod lay_out;
mod rust;
mod text;

use crate::{Error, Expr};
use lay_out::{Layout, Writer};
use std::fmt;

/// How an expression is printed.
///
/// ```
/// use symbolic::{Form, Graph};
/// let graph = Graph::new();
/// let x = graph.variable("x");
/// assert_eq!((1.0 / x).print(Form::Latex)?, r"\frac{1}{x}");
/// assert!((1.0 / x).print(Form::Rust)?.contains("1.0 / x"));
/// # Ok::<(), symbolic::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With a name for everything that is used twice, in the language of programs: linear in the size.
    Let,
    /// As one formula in the language of programs, shared parts repeated.
    Tree,
    /// As one formula of LaTeX, shared parts repeated.
    Latex,
    /// As aligned equations of LaTeX, with a name for everything that is used twice.
    LatexLet,
    /// As a Rust function of the variables on `f64`, with a name for everything that is used twice; functions that `f64`
    /// has no method for are called as `wengert::functions::name`.
    Rust,
}

/// The most operations of a formula without names.
const MOST: u128 = 1_000_000;

impl Expr<'_> {
    /// The expression in this form, [written out](Expr::written_out) in functions that people know, without a newline at
    /// the end.
    ///
    /// The text of [`Form::Let`] and [`Form::Tree`], parsed as a program of the language, computes the bits of what is
    /// written out, and Rust does so too. Cost: linear in what is printed.
    ///
    /// # Errors
    /// If a form that repeats shared parts would have more than a million operations.
    ///
    /// ```
    /// let graph = symbolic::Graph::new();
    /// let x = graph.variable("x");
    /// let s = x + x;
    /// assert_eq!((s * s).print(symbolic::Form::Let)?, "let t1 = x + x in\nt1*t1");
    /// assert_eq!((s * s).print(symbolic::Form::Tree)?, "(x + x)*(x + x)");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn print(self, form: Form) -> Result<String, Error> {
        self.written_out().print_as_it_stands(form)
    }

    fn print_as_it_stands(self, form: Form) -> Result<String, Error> {
        if matches!(form, Form::Tree | Form::Latex) {
            let operations = self.tree_size();
            if operations > MOST {
                return Err(Error::TooLarge { operations, most: MOST });
            }
        }
        Ok(match form {
            Form::Tree => Writer::new(self, Layout::tree(self), &text::Text).formula(),
            Form::Let => text::lets(self),
            Form::Latex => Writer::new(self, Layout::tree(self), &latex::Latex).formula(),
            Form::LatexLet => latex::lets(self),
            Form::Rust => rust::function(self, "f"),
        })
    }

    /// A Rust function of that name; see [`Form::Rust`].
    pub fn rust_function(self, name: &str) -> String {
        rust::function(self.written_out(), name)
    }

    /// The beginning of the text, for messages.
    pub(crate) fn brief(self) -> String {
        let text = self.to_string();
        match text.char_indices().nth(60) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }
}

impl fmt::Display for Expr<'_> {
    /// As a tree while that is short, else with `let`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.written_out();
        let form = if written.tree_size() <= 64 { Form::Tree } else { Form::Let };
        f.write_str(&written.print_as_it_stands(form).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
