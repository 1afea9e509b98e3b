//! A hash of a few words: fast, and with a key of its own, so that nobody who writes a program to be read can choose
//! constants or operands that collide.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A key, drawn at random.
#[derive(Clone, Copy)]
pub(crate) struct Key(u64);

impl Default for Key {
    fn default() -> Key {
        Key(RandomState::new().build_hasher().finish())
    }
}

impl BuildHasher for Key {
    type Hasher = Mixer;
    fn build_hasher(&self) -> Mixer {
        Mixer(self.0)
    }
}

/// Folds each word in by a product of 128 bits, whose halves are put together.
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15_u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
