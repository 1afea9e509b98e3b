//! Tables that are asked often, in compilers that are not optimised: where hashing by the standard's function is a fifth of
//! the time of inference.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table whose keys no stranger chooses.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Multiplies and turns, as rustc's own tables do (`rustc-hash`).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (mut word, mut n) = (0, 0);
        for byte in bytes {
            word = word << 8 | u64::from(*byte);
            n += 1;
            if n == 8 {
                self.add(word);
                (word, n) = (0, 0);
            }
        }
        self.add(word ^ n << 60);
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.add(n as u64);
    }

    fn finish(&self) -> u64 {
        // The table goes by the highest bits and the lowest.
        self.0.rotate_left(26)
    }
}
