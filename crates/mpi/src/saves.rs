//! The positions of a chain that runs on several ranks, kept so that all of them go on from the same one.
//!
//! Each rank saves for itself, and a job may be killed between two of these: then the newest positions are of different
//! steps. So a position is kept as a copy once all ranks have it, and while that is done nobody saves the next
//! one. Whatever the moment, there is one step whose position every rank has as its newest or as its copy.

use crate::{Error, Ranks};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wengert::Progress;
use wengert::checkpoint::Record;

/// The saved positions of a [`Ranks::chain`] on this rank: for [`Chain::resumable`](wengert::Chain::resumable) and
/// [`Chain::progress`](wengert::Chain::progress).
///
/// A job that is killed and started again, with as many ranks, goes on from the last position that all of them had saved,
/// with the same result to the bit.
///
/// ```
/// use wengert_mpi::{Error, Saves, threads};
///
/// let directory = std::env::temp_dir().join(format!("saves-{}", std::process::id()));
/// let gradients = threads(2, |ranks| {
///     let mut saves = Saves::open(&ranks, &directory, 10)?;
///     let file = saves.file().to_owned();
///     let mut springs = ranks.chain(vec![1.0 + ranks.rank() as f64], 40, |_, x: Vec<_>| {
///         let sum = ranks.on(x[0]).all_reduce_sum(&x)[0];
///         vec![x[0] + 0.01 * (sum - 2.0 * x[0])]
///     })
///     .resumable(&file, saves.every())
///     .progress(|progress| saves.commit(progress));
///     let g = ranks.agree(springs.gradient(|_, x| x[0] * x[0]))?;
///     drop(springs);
///     saves.finish()?;
///     Ok::<_, Error>(g.state[0])
/// });
/// assert!(gradients.iter().all(|g| g.as_ref().is_ok_and(|&g| g > 0.0)));
/// # std::fs::remove_dir(&directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Saves {
    ranks: Ranks,
    /// What the chain writes.
    file: PathBuf,
    /// The same, when all ranks have it.
    whole: PathBuf,
    every: u64,
    reversed: u64,
}

impl Saves {
    /// Positions in a directory, which is made where it is not there, to be saved after every so many reversed steps. Each
    /// rank has two files, whose names say which rank it is, of how many; the directory may be one that all share or one
    /// for each.
    ///
    /// # Errors
    /// If the directory cannot be written; or if positions of several ranks are not of one run.
    ///
    /// # Panics
    /// If `every` is 0.
    #[track_caller]
    pub fn open(ranks: &Ranks, directory: impl AsRef<Path>, every: u64) -> Result<Self, Error> {
        assert!(every > 0, "saving after every 0 steps: 1 saves after each");
        let name = format!("rank-{}-of-{}", ranks.rank(), ranks.size());
        let file = directory.as_ref().join(format!("{name}.position"));
        let whole = directory.as_ref().join(format!("{name}.whole"));
        ranks.agree(fs::create_dir_all(&directory).map_err(|error| about(directory.as_ref(), &error)))?;
        let saves = Saves { ranks: ranks.clone(), file, whole, every, reversed: 0 };
        saves.align()?;
        Ok(saves)
    }

    /// Where the chain of this rank saves.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// After how many reversed steps.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// To be told how far the chain has come: keeps what was saved when all ranks have it, for which they wait for each
    /// other twice. What fails is kept: see [`Ranks::check`].
    pub fn commit(&mut self, progress: Progress) {
        // A chain reports a reversed step before it saves.
        let before = progress.reversed.wrapping_sub(1);
        if progress.reversed == self.reversed {
            return;
        }
        self.reversed = progress.reversed;
        if before.is_multiple_of(self.every) {
            let world = self.ranks.on(0.0);
            world.barrier();
            let kept = if self.file.exists() && self.ranks.check().is_ok() { self.keep() } else { Ok(()) };
            // What went wrong is told to all, and they meet it where they wait.
            let _ = self.ranks.agree(kept);
            world.barrier();
        }
    }

    /// Removes what is left, when all ranks have come so far.
    ///
    /// # Errors
    /// If it cannot be removed, or a rank has failed.
    pub fn finish(self) -> Result<(), Error> {
        self.ranks.on(0.0).barrier();
        self.ranks.check()?;
        // What a rank that was killed in the middle of a copy has left.
        let beside = [&self.file, &self.whole].map(|path| path.with_extension("next"));
        for path in [&self.file, &self.whole].into_iter().chain(&beside) {
            self.ranks.agree(removed(path))?;
        }
        Ok(())
    }

    /// Keeps a copy of the position, in place of the one before.
    fn keep(&self) -> Result<(), String> {
        copied(&self.file, &self.whole)
    }

    /// Has all ranks go on from the same position: the one with the fewest steps left that all of them have.
    fn align(&self) -> Result<(), Error> {
        let own = [steps_left(&self.file), steps_left(&self.whole)];
        let all = self.ranks.on(0.0).all_gather(&own.map(|left| left.unwrap_or(f64::NAN)));
        self.ranks.check()?;
        let everywhere = |left: &f64| all.chunks(2).all(|pair| pair.contains(left));
        let common = all.iter().copied().filter(everywhere).reduce(f64::min);
        let outcome = match common {
            Some(left) if own[0] == Some(left) => Ok(()),
            Some(_) => copied(&self.whole, &self.file),
            // Killed before all ranks had saved once.
            None if all.chunks(2).all(|pair| pair[1].is_nan()) => removed(&self.file),
            None => Err(format!(
                "{}: there is no position that all ranks have saved: finish that run with its number of ranks, or remove \
                 the files",
                self.whole.display()
            )),
        };
        self.ranks.agree(outcome)?;
        self.ranks.on(0.0).barrier();
        self.ranks.check()
    }
}

/// The steps that are left at a saved position; none where there is no whole record.
fn steps_left(path: &Path) -> Option<f64> {
    let record = Record::read(path, &mut Vec::new(), &mut Vec::new()).ok()?;
    Some(record.step as f64)
}

/// Copies a file so that whatever happens meanwhile the other one is what it was, or the copy.
fn copied(from: &Path, to: &Path) -> Result<(), String> {
    let beside = to.with_extension("next");
    let copied = fs::copy(from, &beside).and_then(|_| fs::File::open(&beside)?.sync_all());
    copied.and_then(|()| fs::rename(&beside, to)).map_err(|error| about(to, &error))
}

fn removed(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(about(path, &error)),
        _ => Ok(()),
    }
}

fn about(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
