//! Where the bytes of blocks lie.

use core::ops::Range;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex};

/// Bytes that are written once, in order, and read from anywhere.
pub(crate) trait Store: Send {
    /// What the places of bytes, their lengths and their addresses in memory are multiples of.
    fn page(&self) -> usize;

    /// Writes bytes, the first of them at this place.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Reads so many bytes, the first of them from this place.
    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// A store that outlives the thread which uses it, should that panic.
pub(crate) type Kept = Arc<Mutex<dyn Store>>;

/// What a user gives.
pub(crate) struct Given<S>(pub(crate) S);

impl<S: Read + Write + Seek + Send> Store for Given<S> {
    fn page(&self) -> usize {
        1
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        write(&mut self.0, at, bytes)
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        read(&mut self.0, at, bytes)
    }
}

/// How many bytes are written in one call: with all of a block, Linux looks for as much memory in one piece to keep them
/// in, and a file took two to five times as long.
const PIECE: usize = 1 << 16;

pub(crate) fn write(store: &mut (impl Write + Seek), at: u64, bytes: &[u8]) -> io::Result<()> {
    store.seek(SeekFrom::Start(at))?;
    for piece in bytes.chunks(PIECE) {
        store.write_all(piece)?;
    }
    store.flush()
}

pub(crate) fn read(store: &mut (impl Read + Seek), at: u64, bytes: &mut [u8]) -> io::Result<()> {
    store.seek(SeekFrom::Start(at))?;
    store.read_exact(bytes)
}

/// Bytes whose address in memory is a multiple of a page.
#[derive(Default)]
pub(crate) struct Bytes {
    memory: Vec<u8>,
    range: Range<usize>,
}

impl Bytes {
    /// Makes it so many bytes long, with any content.
    pub(crate) fn resize(&mut self, len: usize, page: usize) {
        let enough = len + page - 1;
        if self.memory.len() < enough {
            self.memory.clear();
            self.memory.resize(enough, 0);
        }
        // At most a page less one, where addresses are known at all.
        let skipped = self.memory.as_ptr().align_offset(page).min(page - 1);
        self.range = skipped..skipped + len;
    }

    pub(crate) fn get(&self) -> &[u8] {
        &self.memory[self.range.clone()]
    }

    pub(crate) fn get_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.range.clone()]
    }
}
