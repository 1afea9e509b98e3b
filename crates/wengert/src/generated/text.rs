//! Texts that functions keep in lists and maps: each that differs is held once, for as long as the program runs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

static HELD: Mutex<Option<Held>> = Mutex::new(None);

/// The texts, by what they say and in the order in which they came.
#[derive(Default)]
struct Held {
    known: HashMap<&'static str, u32>,
    all: Vec<&'static str>,
}

impl Held {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&k) = self.known.get(text) {
            return k;
        }
        let held: &'static str = Box::leak(text.to_owned().into_boxed_str());
        let k = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(held);
        self.known.insert(held, k);
        k
    }
}

fn with<R>(f: impl FnOnce(&mut Held) -> R) -> R {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    f(held.get_or_insert_with(Held::default))
}

/// A text that lives as long as the program and says the same.
pub fn text<T: AsRef<str> + ?Sized>(text: &T) -> &'static str {
    with(|held| {
        let k = held.number(text.as_ref());
        held.all[k as usize]
    })
}

/// The text of whatever holds one.
pub fn words<T: AsRef<str> + ?Sized>(text: &T) -> &str {
    text.as_ref()
}

impl super::Word for &'static str {
    fn word(self) -> u64 {
        with(|held| u64::from(held.number(self)))
    }
    fn from_word(word: u64) -> &'static str {
        with(|held| held.all[word as usize])
    }
}

impl super::Word for char {
    fn word(self) -> u64 {
        u64::from(u32::from(self))
    }
    fn from_word(word: u64) -> char {
        u32::try_from(word).ok().and_then(char::from_u32).unwrap_or_default()
    }
}
