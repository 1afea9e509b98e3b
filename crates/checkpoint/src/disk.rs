//! States on disk, a file each.

use crate::actions::{Level, Slot};
use crate::directory::Directory;
use crate::error::Error;
use crate::file;
use crate::record::Record;
use crate::state::{State, decode, encode};
use crate::storage::Storage;
use rules::Encode;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// States in the files of a directory of its own, which is removed when this is dropped, after a panic too.
///
/// Nobody but the user may look into it. A file is a [`Record`]: torn, changed or foreign ones are errors when they are
/// read. A state takes its bytes and 44 more; with the feature `lz4` they are compressed. What a killed process leaves,
/// a directory named `wengert-..states`, is removed by the next `Disk` of the same user beside it; while a process lives,
/// it has its directory locked.
///
/// ```
/// use checkpoint::{Disk, Level, Slot, Storage};
/// let mut disk = Disk::create_in(std::env::temp_dir())?;
/// let slot = Slot { level: Level::Disk, index: 0 };
/// disk.store(slot, 7, &vec![1.0, 2.0])?;
/// let mut state = vec![0.0; 2];
/// disk.restore(slot, 7, &mut state)?;
/// assert_eq!(state, [1.0, 2.0]);
/// assert!(disk.restore(slot, 8, &mut state).unwrap_err().is_damaged());
/// let directory = disk.path().to_owned();
/// drop(disk);
/// assert!(!directory.exists());
/// # Ok::<(), checkpoint::Error>(())
/// ```
#[derive(Debug)]
pub struct Disk {
    directory: Directory,
    run: u64,
    limit: u64,
    sizes: HashMap<Slot, u64>,
    used: u64,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
}

impl Disk {
    /// In a new directory inside this one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create_in(parent: impl AsRef<Path>) -> Result<Self, Error> {
        let parent = parent.as_ref();
        let made = Directory::create_in(parent);
        let directory = made.map_err(|error| Error::io(&parent.join("wengert-*.states"), "made", 0, error))?;
        let (bytes, scratch) = (Vec::new(), Vec::new());
        Ok(Disk { directory, run: file::random(), limit: u64::MAX, sizes: HashMap::new(), used: 0, bytes, scratch })
    }

    /// At most so many bytes in all: what would exceed them is the error that a full disk is.
    ///
    /// ```
    /// use checkpoint::{Disk, Level, Slot, Storage};
    /// let mut disk = Disk::create_in(std::env::temp_dir())?.with_limit(1000);
    /// let slot = |index| Slot { level: Level::Disk, index };
    /// disk.store(slot(0), 0, &[1.0; 50])?;
    /// assert!((1..=1000).contains(&disk.used()));
    /// assert!(disk.store(slot(1), 1, &std::array::from_fn::<f64, 200, _>(|i| (i as f64).sin())).unwrap_err().is_full());
    /// # Ok::<(), checkpoint::Error>(())
    /// ```
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The bytes that the states take.
    ///
    /// ```
    /// use checkpoint::{Disk, Level, Slot, Storage};
    /// let mut disk = Disk::create_in(std::env::temp_dir())?;
    /// let slot = Slot { level: Level::Disk, index: 0 };
    /// disk.store(slot, 3, &2.5)?;
    /// assert!(disk.used() > 8);
    /// Storage::<f64>::discard(&mut disk, slot)?;
    /// assert_eq!(disk.used(), 0);
    /// # Ok::<(), checkpoint::Error>(())
    /// ```
    pub fn used(&self) -> u64 {
        self.used
    }

    fn file(&self, slot: Slot) -> PathBuf {
        let level = match slot.level {
            Level::Memory => "near",
            Level::Disk => "far",
        };
        self.directory.path().join(format!("{level}-{}.state", slot.index))
    }

    fn remove(&mut self, slot: Slot) -> Result<(), Error> {
        let path = self.file(slot);
        if let Some(size) = self.sizes.remove(&slot) {
            self.used -= size;
            std::fs::remove_file(&path).map_err(|error| Error::io(&path, "removed", 0, error))?;
        }
        Ok(())
    }
}

impl<S: State<Number: Encode>> Storage<S> for Disk {
    fn store(&mut self, slot: Slot, step: u64, state: &S) -> Result<(), Error> {
        encode(state, &mut self.bytes);
        let path = self.file(slot);
        let room = self.limit - self.used.min(self.limit);
        let record = Record { run: self.run, step };
        let size = record.write_within(&path, &self.bytes, room, &mut self.scratch)?;
        self.used += size;
        self.used -= self.sizes.insert(slot, size).unwrap_or(0);
        Ok(())
    }

    fn restore(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        let path = self.file(slot);
        let record = Record::read(&path, &mut self.bytes, &mut self.scratch)?;
        if record.run != self.run {
            return Err(Error::damaged(&path, "it belongs to another run"));
        }
        if record.step != step {
            return Err(Error::damaged(&path, format!("it is state {}, not {step}", record.step)));
        }
        let expected = state.count() * S::Number::BYTES;
        if self.bytes.len() != expected {
            return Err(Error::damaged(&path, format!("it has {} bytes, not {expected}", self.bytes.len())));
        }
        decode(state, &self.bytes);
        Ok(())
    }

    fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        self.remove(slot)
    }

    fn clear(&mut self) {
        let slots: Vec<Slot> = self.sizes.keys().copied().collect();
        for slot in slots {
            let _ = self.remove(slot);
        }
    }
}
