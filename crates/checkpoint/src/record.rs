//! A record: bytes in a file that can be told from any other bytes.

use crate::error::Error;
use crate::file;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

const MAGIC: [u8; 8] = *b"WngState";
const VERSION: u32 = 1;
const HEADER: usize = 44;
const COMPRESSED: u32 = 1;

/// What a record says of itself, beside its length and its checksum.
///
/// ```
/// use checkpoint::Record;
/// let path = std::env::temp_dir().join(format!("wengert-example-{}.record", std::process::id()));
/// let (mut bytes, mut scratch) = (Vec::new(), Vec::new());
/// let record = Record { run: Record::fingerprint(b"heat equation, 100 cells"), step: 7 };
/// record.write(&path, b"seven", &mut scratch)?;
/// let later = Record { step: 8, ..record };
/// later.replace(&path, b"eight", &mut scratch)?;
/// Record::remove_parts(&path);
/// assert_eq!(Record::read(&path, &mut bytes, &mut scratch)?, later);
/// assert_eq!(bytes, b"eight");
/// Record::remove(&path)?;
/// # Ok::<(), checkpoint::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The run that it belongs to.
    pub run: u64,
    /// The index of the state.
    pub step: u64,
}

impl Record {
    /// Writes the bytes to a file, in place of what it holds, and says how many it took. `scratch` is overwritten.
    ///
    /// The file holds, in little-endian: eight bytes that name the format, its version, flags (1: compressed by LZ4),
    /// run, state, the length of what follows, the CRC-32 of all this and of what follows; and then the bytes.
    ///
    /// It is written under another name beside it, which nobody can tell beforehand, and then takes its place. Only its
    /// owner may read it.
    ///
    /// # Errors
    /// If the file cannot be written: see [`Error::is_full`]. What was there is there.
    pub fn write(self, path: &Path, bytes: &[u8], scratch: &mut Vec<u8>) -> Result<u64, Error> {
        self.lay_out(bytes, scratch);
        let size = scratch.len() as u64;
        let written = file::write_through(path, scratch).unwrap_or_else(|| file::replace(path, scratch, false));
        written.map_err(|error| Error::io(path, "written", size, error)).map(|()| size)
    }

    /// As [`write`](Record::write), for what must outlast a crash of the system too: the old file is replaced when the
    /// new one has reached the disk.
    ///
    /// # Errors
    /// As [`write`](Record::write).
    pub fn replace(self, path: &Path, bytes: &[u8], scratch: &mut Vec<u8>) -> Result<u64, Error> {
        self.lay_out(bytes, scratch);
        let size = scratch.len() as u64;
        let written = file::write_through(path, scratch).unwrap_or_else(|| file::replace(path, scratch, true));
        written.map_err(|error| Error::io(path, "replaced", size, error)).map(|()| size)
    }

    /// Removes what processes that were killed in the middle of [`replace`](Record::replace) have left beside a file.
    pub fn remove_parts(path: &Path) {
        file::remove_dead(path);
    }

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(path: &Path) -> Result<(), Error> {
        fs::remove_file(path).map_err(|error| Error::io(path, "removed", 0, error))
    }

    /// A number that tells a run from others: of two different lists of bytes it is hardly ever the same.
    pub fn fingerprint(bytes: &[u8]) -> u64 {
        // FNV-1a.
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    /// As [`write`](Record::write), unless it takes more than `room` bytes.
    pub(crate) fn write_within(
        self,
        path: &Path,
        bytes: &[u8],
        room: u64,
        scratch: &mut Vec<u8>,
    ) -> Result<u64, Error> {
        self.lay_out(bytes, scratch);
        let size = scratch.len() as u64;
        if size > room {
            return Err(Error::full(path, size));
        }
        file::replace(path, scratch, false).map_err(|error| Error::io(path, "written", size, error)).map(|()| size)
    }

    fn lay_out(self, bytes: &[u8], out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&flags().to_le_bytes());
        out.extend_from_slice(&self.run.to_le_bytes());
        out.extend_from_slice(&self.step.to_le_bytes());
        out.extend_from_slice(&[0; 12]);
        compress(bytes, out);
        let length = (out.len() - HEADER) as u64;
        out[32..40].copy_from_slice(&length.to_le_bytes());
        let sum = checksum(out);
        out[40..HEADER].copy_from_slice(&sum.to_le_bytes());
    }

    /// Reads the bytes of the record in a file into `bytes`, and what it says of itself.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole record, unchanged, of this version: see [`Error::is_damaged`].
    pub fn read(path: &Path, bytes: &mut Vec<u8>, scratch: &mut Vec<u8>) -> Result<Record, Error> {
        scratch.clear();
        let failed = |error| Error::io(path, "read", 0, error);
        File::open(path).and_then(|mut file| file.read_to_end(scratch)).map_err(failed)?;
        let damaged = |what: String| Error::damaged(path, what);
        if scratch.len() < HEADER || scratch[..8] != MAGIC {
            return Err(damaged(format!("{} bytes that are no record", scratch.len())));
        }
        let (version, flags) = (word(scratch, 8) as u32, word(scratch, 12) as u32);
        if version != VERSION {
            return Err(damaged(format!("its version is {version}, not {VERSION}")));
        }
        let length = word(scratch, 32);
        if length != (scratch.len() - HEADER) as u64 {
            return Err(damaged(format!("it is torn: {} bytes of {length}", scratch.len() - HEADER)));
        }
        if checksum(scratch) != word(scratch, 40) as u32 {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        decompress(flags, &scratch[HEADER..], bytes).map_err(damaged)?;
        Ok(Record { run: word(scratch, 16), step: word(scratch, 24) })
    }
}

/// The up to eight bytes from a place on, as a number.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.iter().skip(at).take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// Of everything but the place of the checksum itself.
fn checksum(record: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&record[..40]);
    sum.update(&record[HEADER..]);
    sum.finalize()
}

const fn flags() -> u32 {
    if cfg!(feature = "lz4") { COMPRESSED } else { 0 }
}

#[cfg(feature = "lz4")]
fn compress(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&lz4_flex::compress_prepend_size(bytes));
}

#[cfg(not(feature = "lz4"))]
fn compress(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(bytes);
}

fn decompress(flags: u32, stored: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    bytes.clear();
    match flags {
        0 => bytes.extend_from_slice(stored),
        #[cfg(feature = "lz4")]
        COMPRESSED => *bytes = lz4_flex::decompress_size_prepended(stored).map_err(|error| error.to_string())?,
        #[cfg(not(feature = "lz4"))]
        COMPRESSED => return Err("it is compressed: build with the feature `lz4`".to_owned()),
        _ => return Err(format!("its flags are {flags}")),
    }
    Ok(())
}
