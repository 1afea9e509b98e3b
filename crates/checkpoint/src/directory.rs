//! A directory of a run's own, which is removed when the run is done, or by the next one if it was killed.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::file;

const PREFIX: &str = "wengert-";
const SUFFIX: &str = ".states";

/// The file that the owner of a directory has locked as long as it lives: the system unlocks it whatever ends the owner.
const LOCK: &str = "lock";

/// How often another name is tried.
const ATTEMPTS: usize = 16;

/// A new directory that only its owner may look into.
#[derive(Debug)]
pub(crate) struct Directory {
    path: PathBuf,
    lock: Option<File>,
}

impl Directory {
    /// In this one, from which directories of dead runs are removed.
    pub(crate) fn create_in(parent: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let path = parent.join(format!("{PREFIX}{:016x}{SUFFIX}", file::random()));
            match private().create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                other => other?,
            }
            let lock = match file::create_new(&path.join(LOCK)) {
                // Somebody else took it for one of a dead run, as it may be until it is locked.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                other => other?,
            };
            // Where files cannot be locked, nobody removes what others have left.
            let taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
            if taken || !path.join(LOCK).exists() {
                continue;
            }
            remove_dead(parent, &path);
            return Ok(Directory { path, lock: Some(lock) });
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if cfg!(windows) {
            // There, what is open cannot be removed.
            self.lock = None;
        }
        // If it cannot be removed, the next run finds it unlocked.
        let _ = remove(&self.path);
    }
}

#[cfg(unix)]
fn private() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private() -> DirBuilder {
    DirBuilder::new()
}

/// Removes the directories with a name of ours whose lock nobody holds, if they belong to the owner of `own`.
fn remove_dead(parent: &Path, own: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_ours);
        // Neither asks what a symbolic link leads to.
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) || !same_owner(&entry, own) {
            continue;
        }
        let path = entry.path();
        match File::open(path.join(LOCK)) {
            // What cannot be removed now is left to another run.
            Ok(lock) if lock.try_lock().is_ok() => drop(remove(&path)),
            // Killed before it had a lock, or while it was removed: then it is empty.
            Err(error) if error.kind() == ErrorKind::NotFound => drop(fs::remove_dir(path)),
            _ => {}
        }
    }
}

/// The files first, the lock last: what is left when this is interrupted is found again.
fn remove(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(directory.join(LOCK))?;
    fs::remove_dir(directory)
}

fn is_ours(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(file::are_random_digits)
}

#[cfg(unix)]
fn same_owner(entry: &fs::DirEntry, own: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = fs::symlink_metadata(own);
    own.is_ok_and(|own| entry.metadata().is_ok_and(|other| other.uid() == own.uid()))
}

#[cfg(not(unix))]
fn same_owner(_: &fs::DirEntry, _: &Path) -> bool {
    true
}
