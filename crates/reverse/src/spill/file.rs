//! The file of a recording: it has no name while it is used, so that nothing is left whatever ends the program.

use core::hash::{BuildHasher, Hasher};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::RandomState;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const PREFIX: &str = "wengert-";
const SUFFIX: &str = ".spill";

/// How often another name is tried.
const ATTEMPTS: usize = 16;

/// A file that is removed when it is made, or, where the system does not allow that, when it is dropped. Its owner has
/// it locked: a file with such a name that nobody has locked was left by a run that is dead.
pub(crate) struct Nameless {
    file: File,
    path: Option<PathBuf>,
}

impl Nameless {
    /// Removes from the directory what dead runs have left, and makes a new file in it.
    pub(crate) fn create(directory: &Path) -> io::Result<Self> {
        remove_stale(directory)?;
        for _ in 0..ATTEMPTS {
            let path = directory.join(format!("{PREFIX}{:016x}{SUFFIX}", random()));
            let file = match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                other => other?,
            };
            // Somebody else may take it for a stale one until it is locked. Where files cannot be locked, nobody does.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                continue;
            }
            let path = match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Some(path),
                _ => None,
            };
            return Ok(Nameless { file, path });
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Nameless {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // If it cannot be removed, the next run finds it unlocked.
            let _ = fs::remove_file(path);
        }
    }
}

impl Read for Nameless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for Nameless {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Nameless {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Removes the files with a name of ours that nobody has locked.
fn remove_stale(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)?.flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_ours);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
                // Another process may have been faster.
                let _ = fs::remove_file(path);
            }
        }
    }
    Ok(())
}

fn is_ours(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// A number that no other call gives, in this process or another.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
