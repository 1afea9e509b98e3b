//! Why a command fails, and the exit code that says so.

use crate::spinner;
use lang::visible;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program is wrong, or cannot be evaluated at the point.
    Program(String),
    /// The arguments make no sense together.
    Usage(String),
    /// The data has a bad header, or bad rows.
    Data(String),
    /// A file cannot be read or written.
    Io(String),
    /// Nobody reads the output any more: no failure.
    Unread,
}

impl Failure {
    /// The exit code of the process.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Unread => 0,
            Failure::Program(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Data(_) => 3,
            Failure::Io(_) => 4,
        }
    }

    /// Says on standard error what is wrong.
    pub(crate) fn print(&self) {
        match self {
            Failure::Unread => {}
            // A drawing of the place in the program, which begins with "Error:" itself.
            Failure::Program(drawing) => tell(drawing.trim_end()),
            Failure::Usage(text) | Failure::Data(text) | Failure::Io(text) => tell(format_args!("error: {text}")),
        }
    }

    /// A file that cannot be read.
    pub(crate) fn reading(name: impl Display, error: &io::Error) -> Failure {
        Failure::Io(format!("cannot read {name}: {error}"))
    }

    /// A file that cannot be written; a reader that has gone away is no failure.
    pub(crate) fn writing(name: impl Display, error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::Io(format!("cannot write {name}: {error}")),
        }
    }
}

/// Writes one message to standard error, in one piece, with nothing in it that a terminal would obey; a standard error
/// that cannot be written is passed over.
pub(crate) fn tell(message: impl Display) {
    spinner::end();
    let message = message.to_string();
    let line = format!("{}\n", visible(&message));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// A name from outside, for a message: in one line, and with nothing that a terminal would obey.
pub(crate) fn one_line(name: &str) -> String {
    visible(name).replace('\n', "\\n")
}

/// What to call a file in messages; `-` is a standard stream.
pub(crate) fn name_of(path: &Path, stream: &str) -> String {
    if path.as_os_str() == "-" { stream.to_owned() } else { one_line(&path.display().to_string()) }
}
