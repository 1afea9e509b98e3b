//! The file of a recording: it has no name while it is used, so that nothing is left whatever ends the program.

use crate::spill::store::{self, Store};
use core::hash::{BuildHasher, Hasher};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::RandomState;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const PREFIX: &str = "wengert-";
const SUFFIX: &str = ".spill";

/// How often another name is tried.
const ATTEMPTS: usize = 16;

/// What direct reads and writes are aligned to: no disk in use has larger blocks, and one that has gets no direct ones.
const PAGE: usize = 1 << 12;

/// A file that is removed when it is made, or, where the system does not allow that, when it is dropped. Its owner has
/// it locked: a file with such a name that nobody has locked was left by a run that is dead.
pub(crate) struct Nameless {
    file: File,
    /// The same file without the system's cache, as long as it takes reads and writes.
    direct: Option<File>,
    page: usize,
    path: Option<PathBuf>,
}

impl Nameless {
    /// Removes from the directory what dead runs have left, and makes a new file in it: with `large` reads and writes
    /// they pass the system's cache where it can be passed. A recording of 11 GB took 28 s through it, most of them the
    /// system's, and 9 s past it.
    pub(crate) fn create(directory: &Path, large: bool) -> io::Result<Self> {
        remove_stale(directory)?;
        for _ in 0..ATTEMPTS {
            let path = directory.join(format!("{PREFIX}{:016x}{SUFFIX}", random()));
            let file = match create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                other => other?,
            };
            // Somebody else may take it for a stale one until it is locked. Where files cannot be locked, nobody does.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                continue;
            }
            let direct = if large { open_direct(&path, &file).ok() } else { None };
            let page = if direct.is_some() { PAGE } else { 1 };
            let path = match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Some(path),
                _ => None,
            };
            return Ok(Nameless { file, direct, page, path });
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

impl Store for Nameless {
    fn page(&self) -> usize {
        self.page
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.past_the_cache(at, |file| file.write_all(bytes)).unwrap_or_else(|| store::write(&mut self.file, at, bytes))
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.past_the_cache(at, |file| file.read_exact(bytes)).unwrap_or_else(|| store::read(&mut self.file, at, bytes))
    }
}

impl Nameless {
    /// The outcome of a transfer without the system's cache; none, now and from now on, if the file does not take it.
    fn past_the_cache(
        &mut self,
        at: u64,
        transfer: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Option<io::Result<()>> {
        let direct = self.direct.as_mut()?;
        match direct.seek(SeekFrom::Start(at)).and_then(|_| transfer(direct)) {
            // Also the rest of a write that a full disk cut off somewhere.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                self.direct = None;
                None
            }
            outcome => Some(outcome),
        }
    }
}

/// A new file that only its owner may read and write; what is there already, a symbolic link too, is an error.
fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The file that was made at this path, and no other that somebody has put there since.
#[cfg(target_os = "linux")]
fn open_direct(path: &Path, made: &File) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let flags = libc::O_DIRECT | libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(path)?;
    let (is, was) = (file.metadata()?, made.metadata()?);
    if (is.dev(), is.ino()) == (was.dev(), was.ino()) { Ok(file) } else { Err(io::ErrorKind::NotFound.into()) }
}

#[cfg(not(target_os = "linux"))]
fn open_direct(_: &Path, _: &File) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes the files with a name of ours that nobody has locked.
fn remove_stale(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)?.flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_ours);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            if open_plain(&path).is_ok_and(|file| file.try_lock().is_ok()) {
                // Another process may have been faster.
                let _ = fs::remove_file(path);
            }
        }
    }
    Ok(())
}

/// Opens a file to lock it; not what a link leads to, nor does it wait at a pipe, should one have taken its place.
fn open_plain(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    options.open(path)
}

fn is_ours(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// A number that no other call gives, in this process or another.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
