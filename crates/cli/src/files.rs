//! The files of a run: each that it reads is known, so that none of them is written over.

use crate::failure::Failure;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Which file it is, whatever it is called.
#[derive(PartialEq, Eq)]
enum Identity {
    /// Device and inode.
    #[cfg(unix)]
    Inode(u64, u64),
    /// One that does not exist yet, or where nothing better is known.
    Path(PathBuf),
}

impl Identity {
    fn of(metadata: &Metadata, path: &Path) -> Identity {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let _ = path;
            Identity::Inode(metadata.dev(), metadata.ino())
        }
        #[cfg(not(unix))]
        {
            let _ = metadata;
            Identity::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
        }
    }
}

/// What the process has opened so far.
static USED: Mutex<Vec<(Identity, &'static str)>> = Mutex::new(Vec::new());

fn used<R>(with: impl FnOnce(&mut Vec<(Identity, &'static str)>) -> R) -> R {
    with(&mut USED.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Opens a file to read it: a program or data. All that is read is opened here.
pub(crate) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    reads(&metadata, path);
    Ok((file, metadata))
}

/// Takes note that standard input is read, which may be a file.
pub(crate) fn reads_standard_input() {
    if let Some(metadata) = standard(&io::stdin()) {
        reads(&metadata, Path::new("-"));
    }
}

fn reads(metadata: &Metadata, path: &Path) {
    if metadata.is_file() {
        used(|all| all.push((Identity::of(metadata, path), "is read")));
    }
}

/// Takes note that a file is to be written, `found` if it is there already; fails if this run reads it, or writes other
/// results to it.
pub(crate) fn writes(path: &Path, found: Option<&Metadata>, name: &str) -> Result<(), Failure> {
    let identity = match found {
        Some(metadata) => Identity::of(metadata, path),
        None => Identity::Path(absolute(path)),
    };
    not_used(&identity, name)?;
    used(|all| all.push((identity, "is written")));
    Ok(())
}

/// Fails if standard output is a file that this run reads: it would read its own results.
pub(crate) fn writes_standard_output() -> Result<(), Failure> {
    match standard(&io::stdout()) {
        Some(metadata) if metadata.is_file() => {
            not_used(&Identity::of(&metadata, Path::new("-")), "the file behind standard output")
        }
        _ => Ok(()),
    }
}

fn not_used(identity: &Identity, name: &str) -> Result<(), Failure> {
    match used(|all| all.iter().find(|(other, _)| other == identity).map(|(_, how)| *how)) {
        None => Ok(()),
        Some(how) => {
            let text =
                format!("{name} {how} by this very command, and would be lost: write the results to another file");
            Err(Failure::Usage(text))
        }
    }
}

/// The path of a file that does not exist, in the one form that its folder has.
fn absolute(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

#[cfg(unix)]
fn standard(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn standard<T>(_: &T) -> Option<Metadata> {
    None
}
