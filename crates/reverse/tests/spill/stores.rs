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

/// A place that panics when it is written to.
pub(crate) struct Panics;

impl Read for Panics {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl Write for Panics {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("not a disk at all")
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Panics {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}
