//! Where results go: standard output or a file, which is replaced when they are whole.

use crate::failure::{Failure, name_of};
use crate::files;
use crate::replaced::Replaced;
use crate::spinner;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A place to write results to, with its name for messages; without a buffer of its own.
///
/// What is not committed is lost: the file is then as it was.
pub(crate) struct Output {
    to: To,
    name: String,
}

enum To {
    /// Standard output, a device, a pipe.
    Stream(Box<dyn Write>),
    File(Replaced),
}

impl Output {
    /// Standard output, or a file that may be there already.
    ///
    /// # Errors
    /// If the file is one that this run reads or writes already; nothing is opened for writing then. If it cannot be
    /// written.
    pub(crate) fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            files::writes_standard_output()?;
            return Ok(Output { to: To::Stream(Box::new(io::stdout().lock())), name: "standard output".to_owned() });
        };
        let name = name_of(path, "");
        let failed = |e: io::Error| Failure::writing(&name, &e);
        let end = end_of_links(path).map_err(failed)?;
        let found = match std::fs::metadata(&end) {
            Ok(found) => Some(found),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(failed(e)),
        };
        let found = found.as_ref();
        if found.is_none_or(Metadata::is_file) {
            files::writes(&end, found, &name)?;
        }
        let to = match found {
            // Opened anew, such a file would lose what others have written to it.
            _ if is_descriptor(path) => To::stream(OpenOptions::new().append(true).open(path)).map_err(failed)?,
            Some(other) if !other.is_file() => To::stream(OpenOptions::new().write(true).open(path)).map_err(failed)?,
            _ => To::File(Replaced::new(end, found, &name)?),
        };
        Ok(Output { to, name })
    }

    /// Writes all of a text, which is all that there is to write.
    pub(crate) fn print(mut self, text: &[u8]) -> Result<(), Failure> {
        self.write_all(text).map_err(|e| self.failure(&e))?;
        self.commit()
    }

    /// Ends the writing: the results are whole.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.flush().map_err(|e| self.failure(&e))?;
        match self.to {
            To::Stream(_) => Ok(()),
            To::File(file) => file.commit(&self.name),
        }
    }

    /// Whether it is a file, which nobody sees before the results are whole.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.to, To::File(_))
    }

    /// What a failure to write is reported as.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::writing(&self.name, error)
    }
}

impl To {
    fn stream(file: io::Result<File>) -> io::Result<To> {
        Ok(To::Stream(Box::new(file?)))
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        spinner::end();
        match &mut self.to {
            To::Stream(stream) => stream.write(text),
            To::File(file) => file.write(text),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(stream) => stream.flush(),
            To::File(file) => file.flush(),
        }
    }
}

/// The file that a path leads to over symbolic links, which may not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST {
        match std::fs::read_link(&end) {
            // What is no link is no error here.
            Err(_) => return Ok(end),
            Ok(next) => end = end.parent().unwrap_or(Path::new("")).join(next),
        }
    }
    Err(io::Error::other("too many symbolic links lead on from it"))
}

/// Whether a path names an open file of the process: `/dev/stdout` and the like.
fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let named = folder
        .is_some_and(|folder| folder.starts_with("/proc") && folder.ends_with("fd") || folder == Path::new("/dev/fd"));
    named
        || std::fs::read_link(path).is_ok_and(|to| {
            let next = path.parent().unwrap_or(Path::new("")).join(to);
            next.starts_with("/proc") && is_descriptor(&next) || next.starts_with("/dev/fd")
        })
}
