//! What is known of items of one name: several may be there under a `cfg` that is not known, or in blocks of one body.

use super::{Around, Found, Names};
use std::collections::HashMap;

impl Around {
    /// What is said under a key; of methods of any type, what the item's own text says goes first.
    pub(super) fn look<X: Clone + PartialEq>(&self, of: impl Fn(&Found) -> Option<&Option<X>>, key: &str) -> Option<X> {
        if let Some(added) = self.added.iter().find_map(|found| of(found)) {
            return added.clone();
        }
        if !super::names::is_resolved(key)
            && let Some(own) = of(&self.own)
        {
            return own.clone();
        }
        of(&self.all)?.clone()
    }
}

impl Found {
    /// Adds what another text says: what they say of one thing has to be the same.
    pub(super) fn add(&mut self, other: &Found) {
        add(&mut self.functions, &other.functions);
        add(&mut self.others, &other.others);
        add(&mut self.once, &other.once);
        add(&mut self.sources, &other.sources);
        add(&mut self.takes, &other.takes);
        add(&mut self.types, &other.types);
        add(&mut self.open, &other.open);
        self.named.add(&other.named);
        self.mentioned.extend(other.mentioned.iter().cloned());
        for (counts, others) in [(&mut self.declared, &other.declared), (&mut self.given, &other.given)] {
            for (key, n) in others {
                *counts.entry(key.clone()).or_default() += n;
            }
        }
    }

    /// Where there are several functions or types under one key, only what all of them have is known.
    pub(super) fn forget_ambiguous(&mut self) {
        let several: Vec<(String, usize)> =
            self.declared.iter().filter(|(_, n)| **n > 1).map(|(name, n)| (name.clone(), *n)).collect();
        for (name, n) in several {
            let given = &self.given;
            let unclear = |key: &str| {
                let of = key.strip_prefix(name.as_str());
                let own = of.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']));
                own && given.get(key) != Some(&n)
            };
            forget(&mut self.functions, unclear);
            forget(&mut self.takes, unclear);
            let given = given.contains_key(&name);
            forget(&mut self.others, |key| given && key == name);
        }
    }
}

/// Adds what another text says under its keys.
pub(super) fn add<X: Clone + PartialEq>(map: &mut Names<X>, other: &Names<X>) {
    for (key, x) in other {
        match x {
            Some(x) => super::note(map, key.clone(), x.clone()),
            None => drop(map.insert(key.clone(), None)),
        }
    }
}

/// Forgets what stands under some keys.
fn forget<X>(map: &mut HashMap<String, Option<X>>, unclear: impl Fn(&str) -> bool) {
    map.iter_mut().filter(|(key, _)| unclear(key)).for_each(|(_, x)| *x = None);
}
