//! The functions of the table in C: which of them a program needs, each after those that it calls.

use std::collections::{BTreeSet, HashMap};

/// What the names of all of them begin with, unless somebody's name does.
pub(super) const PREFIX: &str = "wengert_";

/// Functions for C, for kernels too.
pub(super) const PRELUDE: &str = include_str!("prelude.c");

/// Definitions of some files, with a blank line between any two; those of a later file take the place of those of the
/// same name before it.
pub(super) struct Definitions {
    texts: Vec<&'static str>,
    numbers: HashMap<&'static str, usize>,
    needed: BTreeSet<usize>,
}

impl Definitions {
    pub(super) fn of(files: &[&'static str]) -> Definitions {
        let mut all = Definitions { texts: Vec::new(), numbers: HashMap::new(), needed: BTreeSet::new() };
        for text in files.iter().flat_map(|file| file.split("\n\n")).map(str::trim) {
            let Some(name) = called(text).next() else { continue };
            match all.numbers.get(name) {
                Some(&at) => all.texts[at] = text,
                None => {
                    all.numbers.insert(name, all.texts.len());
                    all.texts.push(text);
                }
            }
        }
        all
    }

    /// Whether there is a definition of that name, which is now needed.
    pub(super) fn need(&mut self, name: &str) -> bool {
        let number = self.numbers.get(name).copied();
        self.needed.extend(number);
        number.is_some()
    }

    /// The definitions that are needed, with what they need themselves, each after those that it calls.
    pub(super) fn used(&self) -> Vec<&'static str> {
        let (mut given, mut order) = (vec![false; self.texts.len()], Vec::new());
        for &root in &self.needed {
            let mut open = vec![(root, false)];
            while let Some((at, ready)) = open.pop() {
                if ready && !given[at] {
                    given[at] = true;
                    order.push(self.texts[at]);
                } else if !ready && !given[at] {
                    open.push((at, true));
                    let further = called(self.texts[at]).filter_map(|name| self.numbers.get(name).copied());
                    let mut further: Vec<usize> = further.filter(|&other| other != at && !given[other]).collect();
                    further.reverse();
                    open.extend(further.into_iter().map(|other| (other, false)));
                }
            }
        }
        order
    }
}

/// The functions that a piece of C names.
fn called(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(PREFIX))
}

/// A definition with another beginning of the names.
pub(super) fn renamed(text: &str, prefix: &str) -> String {
    if prefix == PREFIX { text.to_owned() } else { text.replace(PREFIX, prefix) }
}
