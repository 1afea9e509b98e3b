//! Files that are whole or not there.

use core::hash::{BuildHasher, Hasher};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::RandomState;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How often another name is tried.
const ATTEMPTS: usize = 16;

const SUFFIX: &str = ".part";

/// A number that no other call gives, in this process or another, and nobody can tell beforehand.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Whether these can be the digits of a [`random`] number in a name.
pub(crate) fn are_random_digits(digits: &str) -> bool {
    digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A new file that only its owner may read and write; what is there already, a symbolic link too, is an error.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes bytes to a new file beside the path, which then takes the path: an error leaves there what was there. What is
/// to `last` has reached the disk before, and its file is locked until then, so that [`remove_dead`] can tell.
pub(crate) fn replace(path: &Path, bytes: &[u8], last: bool) -> io::Result<()> {
    for _ in 0..ATTEMPTS {
        let beside = beside(path);
        let mut file = match create_new(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        if last && let Err(TryLockError::WouldBlock) = file.try_lock() {
            continue;
        }
        let written = file.write_all(bytes).and_then(|()| if last { file.sync_all() } else { Ok(()) });
        match written.and_then(|()| fs::rename(&beside, path)) {
            // Somebody took it for one of a dead run, before it was locked.
            Err(error) if last && error.kind() == ErrorKind::NotFound => continue,
            Err(error) => {
                // Half a file takes room, and nothing else.
                let _ = fs::remove_file(&beside);
                return Err(error);
            }
            Ok(()) => return Ok(()),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes bytes to what is no file that could be replaced, such as a device or a pipe; `None` for all else.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> Option<io::Result<()>> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    let special = !kind.is_file() && !kind.is_dir() && !kind.is_symlink();
    special.then(|| OpenOptions::new().write(true).open(path)?.write_all(bytes))
}

/// Removes what dead runs have left beside a path in [`replace`].
pub(crate) fn remove_dead(path: &Path) {
    let (Some(name), Some(parent)) = (path.file_name().and_then(|name| name.to_str()), path.parent()) else { return };
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let file = entry.file_name();
        let digits = file.to_str().and_then(|file| file.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(SUFFIX));
        let ours = digits.is_some_and(are_random_digits) && entry.file_type().is_ok_and(|kind| kind.is_file());
        if ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            // Another process may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{:016x}{SUFFIX}", random()));
    beside.into()
}
