//! What is told to the user.

use proc_macro2::Span;

/// Something that could not be found out, or that does not fit.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// What, in words for the user.
    pub message: String,
    /// Whether it is an error of the program for certain, or only not known here.
    pub certain: bool,
}
