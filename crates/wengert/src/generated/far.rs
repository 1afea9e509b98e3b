//! States of a loop with `#[checkpoint]` in files: numbers as words, and structures without their lists.

use super::checkpoints::Kept;
use checkpoint::{Disk, Error, Slot, Storage};
use rules::{Bundle, Encode, Lists, Number};
use std::collections::HashMap;

/// How a number becomes words and comes back.
#[derive(Debug)]
pub(super) struct Codec<T> {
    words: usize,
    put: fn(T, &mut Vec<u64>),
    get: fn(&[u64]) -> T,
}

impl<T> Clone for Codec<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Codec<T> {}

/// It, for a number.
pub(super) fn codec<T: Encode>() -> Codec<T> {
    Codec { words: T::BYTES.div_ceil(WORD), put, get }
}

/// Bytes per word.
const WORD: usize = size_of::<u64>();
/// No number that is known takes more words.
const MOST: usize = 8;

fn put<T: Encode>(x: T, words: &mut Vec<u64>) {
    const { assert!(T::BYTES <= MOST * WORD) };
    let mut bytes = [0; MOST * WORD];
    x.encode(&mut bytes[..T::BYTES]);
    let (chunks, _) = bytes.as_chunks();
    words.extend(chunks[..T::BYTES.div_ceil(WORD)].iter().map(|chunk| u64::from_le_bytes(*chunk)));
}

fn get<T: Encode>(words: &[u64]) -> T {
    const { assert!(T::BYTES <= MOST * WORD) };
    let mut bytes = [0; MOST * WORD];
    for (place, word) in bytes.chunks_exact_mut(WORD).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    T::decode(&bytes[..T::BYTES])
}

/// How the structures of a state part with their lists, and get them back.
#[derive(Debug)]
pub(super) struct Rest<T, R> {
    /// Says how many numbers there are.
    pub(super) count: fn(&R) -> usize,
    away: fn(&mut R, &mut Away<'_, T>),
    home: fn(&mut R, &mut Home<'_, T>),
}

impl<T: Number, R: Bundle<T>> Rest<T, R> {
    pub(super) fn of_structures() -> Self {
        let count = |rest: &R| {
            let mut count = 0;
            rest.each(&mut |_| count += 1);
            count
        };
        Rest { count, away: |rest, away| rest.lists(away), home: |rest, home| rest.lists(home) }
    }
}

/// Takes lists to words.
struct Away<'w, T> {
    codec: Codec<T>,
    words: &'w mut Vec<u64>,
}

impl<T: Number> Lists<T> for Away<'_, T> {
    fn list<V: Bundle<T>>(&mut self, list: &mut Vec<V>) {
        self.words.push(list.len() as u64);
        for x in list.iter() {
            x.each(&mut |number| (self.codec.put)(number, self.words));
        }
        // The first is a pattern for the others.
        list.truncate(1);
        list.shrink_to_fit();
    }
}

/// Takes lists back from words.
struct Home<'w, T> {
    codec: Codec<T>,
    words: &'w [u64],
}

impl<T> Home<'_, T> {
    fn next(&mut self, n: usize) -> &[u64] {
        let (next, rest) = self.words.split_at(n.min(self.words.len()));
        self.words = rest;
        next
    }
}

impl<T: Number> Lists<T> for Home<'_, T> {
    fn list<V: Bundle<T>>(&mut self, list: &mut Vec<V>) {
        let length = self.next(1).first().map_or(0, |&n| n as usize);
        if let Some(pattern) = list.first().cloned() {
            list.resize(length, pattern);
        }
        let Codec { words, get, .. } = self.codec;
        for x in list {
            x.each_mut(&mut |number| *number = get(self.next(words)));
        }
    }
}

/// States on disk.
#[derive(Debug)]
pub(super) struct Far<T, R> {
    disk: Disk,
    codec: Codec<T>,
    rest: Option<Rest<T, R>>,
    /// How many words the state in a slot has, and what is not on disk of it.
    held: HashMap<Slot, (usize, Option<R>)>,
    words: Vec<u64>,
    /// Whether all states go there, or only those of that level.
    pub(super) all: bool,
}

impl<T: Copy, R: Clone> Far<T, R> {
    pub(super) fn new(disk: Disk, codec: Codec<T>, rest: Option<Rest<T, R>>, all: bool) -> Self {
        Far { disk, codec, rest, held: HashMap::new(), words: Vec::new(), all }
    }

    pub(super) fn store(&mut self, slot: Slot, step: u64, state: &Kept<T, R>) -> Result<(), Error> {
        self.words.clear();
        self.words.push(state.numbers.len() as u64);
        state.numbers.iter().for_each(|&x| (self.codec.put)(x, &mut self.words));
        self.words.push(state.words.len() as u64);
        self.words.extend(&state.words);
        let mut rest = state.rest.clone();
        if let (Some(rest), Some(Rest { away, .. })) = (&mut rest, &self.rest) {
            away(rest, &mut Away { codec: self.codec, words: &mut self.words });
        }
        self.disk.store(slot, step, &self.words)?;
        self.held.insert(slot, (self.words.len(), rest));
        Ok(())
    }

    pub(super) fn restore(&mut self, slot: Slot, step: u64, state: &mut Kept<T, R>) -> Result<(), Error> {
        let (length, rest) = self.held.get(&slot).cloned().unwrap_or((0, None));
        self.words.clear();
        self.words.resize(length, 0);
        self.disk.restore(slot, step, &mut self.words)?;
        let mut from = Home { codec: self.codec, words: &self.words };
        let count = from.next(1).first().map_or(0, |&n| n as usize);
        let numbers = from.next(count * self.codec.words).chunks_exact(self.codec.words.max(1));
        state.numbers.clear();
        state.numbers.extend(numbers.map(self.codec.get));
        let count = from.next(1).first().map_or(0, |&n| n as usize);
        state.words.clear();
        state.words.extend(from.next(count));
        state.rest = rest;
        if let (Some(rest), Some(Rest { home, .. })) = (&mut state.rest, &self.rest) {
            home(rest, &mut from);
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        self.held.remove(&slot);
        Storage::<Vec<u64>>::discard(&mut self.disk, slot)
    }
}
