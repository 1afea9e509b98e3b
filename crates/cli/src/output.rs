//! Where results go: standard output or a file.

use crate::failure::{Failure, name_of};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A place to write results to, with its name for messages; without a buffer of its own.
pub(crate) struct Output {
    to: Box<dyn Write>,
    name: String,
}

impl Output {
    /// Standard output, or a new file in the place of one that may be there.
    pub(crate) fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let (to, name): (Box<dyn Write>, _) = match path {
            Some(path) if path.as_os_str() != "-" => {
                let name = name_of(path, "");
                let file = File::create(path).map_err(|e| Failure::writing(&name, &e))?;
                (Box::new(file), name)
            }
            _ => (Box::new(io::stdout().lock()), "standard output".to_owned()),
        };
        Ok(Output { to, name })
    }

    /// Writes all of a text.
    pub(crate) fn print(mut self, text: &[u8]) -> Result<(), Failure> {
        self.to.write_all(text).and_then(|()| self.to.flush()).map_err(|e| self.failure(&e))
    }

    /// What a failure to write is reported as.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::writing(&self.name, error)
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.to.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
