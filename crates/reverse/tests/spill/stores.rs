//! Places to spill to that do what a disk may do.

use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard};

/// Bytes in memory that the test can reach too, with room for so many.
#[derive(Clone)]
pub(crate) struct Shared {
    bytes: Arc<Mutex<Cursor<Vec<u8>>>>,
    pub(crate) room: u64,
}

impl Shared {
    pub(crate) fn new(room: u64) -> Self {
        Shared { bytes: Arc::default(), room }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Cursor<Vec<u8>>> {
        self.bytes.lock().unwrap()
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lock().read(buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.lock();
        let room = self.room.saturating_sub(file.position()) as usize;
        if room == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        file.write(&bytes[..room.min(bytes.len())])
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.lock().seek(to)
    }
}

/// A place that panics when it is written to or read from, once or always.
pub(crate) struct Panics {
    bytes: Cursor<Vec<u8>>,
    at_writing: bool,
    at_reading: bool,
    always: bool,
}

impl Panics {
    pub(crate) fn once(at_writing: bool, at_reading: bool) -> Self {
        Panics { bytes: Cursor::default(), at_writing, at_reading, always: false }
    }

    pub(crate) fn always() -> Self {
        Panics { always: true, ..Panics::once(true, true) }
    }
}

impl Read for Panics {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if core::mem::replace(&mut self.at_reading, self.always) {
            panic!("not a disk at all");
        }
        self.bytes.read(buffer)
    }
}

impl Write for Panics {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if core::mem::replace(&mut self.at_writing, self.always) {
            panic!("not a disk at all");
        }
        self.bytes.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Panics {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
