//! Why a message or an input was refused.

use std::fmt;

/// Why a message or an input was refused, in words for the person who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// A failure for this reason.
    pub fn new(reason: impl Into<String>) -> Failure {
        Failure(reason.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure(error.to_string())
    }
}
