//! A file that is written beside another and takes its place when it is whole.

use crate::failure::Failure;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempPath};

/// A file in the folder of its target. It is removed when it is dropped, and when the program is interrupted.
pub(crate) struct Replaced {
    /// None once it has taken its place.
    file: Option<NamedTempFile>,
    target: PathBuf,
}

/// The files that are to be removed when the program is interrupted.
static HALF_WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn half_written() -> MutexGuard<'static, Vec<PathBuf>> {
    HALF_WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Replaced {
    /// A file that is to take the place of `target`, whose links have been followed; `found` if it is there already.
    pub(crate) fn new(target: PathBuf, found: Option<&Metadata>, name: &str) -> Result<Replaced, Failure> {
        if found.is_some() {
            // A file that may not be written is not replaced either.
            OpenOptions::new().write(true).open(&target).map_err(|e| Failure::writing(name, &e))?;
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        interrupted::removes_half_written();
        // Nothing is removed between its making and its listing.
        let mut all = half_written();
        let made = builder().tempfile_in(folder).and_then(|file| match found {
            Some(found) => keep_owner_and_permissions(file.as_file(), found).map(|()| file),
            None => Ok(file),
        });
        let file = made.map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Failure::writing(name, &e),
            _ => {
                let advice = "results are written beside it first; standard output, redirected, needs no other file";
                Failure::Io(format!("cannot write {name}: its folder takes no file: {e} ({advice})"))
            }
        })?;
        all.push(file.path().to_owned());
        Ok(Replaced { file: Some(file), target })
    }

    /// Puts the file in the place of its target.
    pub(crate) fn commit(mut self, name: &str) -> Result<(), Failure> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let mut all = half_written();
        all.retain(|path| path != file.path());
        match file.as_file().sync_all() {
            // Not every file system can say that it is done.
            Err(e) if e.kind() != io::ErrorKind::InvalidInput => return Err(Failure::writing(name, &e)),
            _ => {}
        }
        let Err(failed) = file.persist(&self.target) else { return Ok(()) };
        let (why, path) = (failed.error, failed.file.into_temp_path());
        let kept =
            TempPath::keep(path).map_or(String::new(), |path| format!("; the results are in {}", path.display()));
        Err(Failure::Io(format!("cannot replace {name}: {why}{kept}")))
    }
}

impl Write for Replaced {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.as_file_mut().write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let path = file.path().to_owned();
            let mut all = half_written();
            drop(file);
            all.retain(|other| *other != path);
        }
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".wengert-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// As the file has them that is replaced; an owner that may not be given stays behind.
fn keep_owner_and_permissions(file: &File, found: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (found.uid(), found.gid()) {
            let _ = fchown(file, Some(found.uid()), Some(found.gid()));
        }
    }
    file.set_permissions(found.permissions())
}

#[cfg(unix)]
mod interrupted {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Once;

    /// From now on a signal that ends the program removes what is half written first.
    pub(super) fn removes_half_written() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let wanted = [SIGHUP, SIGINT, SIGTERM, SIGXFSZ];
            let Ok(mut signals) = Signals::new(wanted.into_iter().filter(|&signal| !ignored(signal))) else { return };
            std::thread::spawn(move || {
                // A file that grows beyond its limit is an error of the writing, which sees to the rest.
                for signal in signals.forever().filter(|&signal| signal != SIGXFSZ) {
                    let all = super::half_written();
                    for path in all.iter() {
                        let _ = std::fs::remove_file(path);
                    }
                    let _ = emulate_default_handler(signal);
                }
            });
        });
    }

    /// Whether who started the program wants it not to hear this signal, as `nohup` does.
    fn ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod interrupted {
    pub(super) fn removes_half_written() {}
}
