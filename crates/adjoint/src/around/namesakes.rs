//! Functions and types of one name in several texts, or in several modules of one: none is taken for another.

use super::{Around, Found};
use std::collections::HashMap;

impl Around {
    /// What is said under a key, of the function or the type of a name.
    ///
    /// What the item's own text says goes first; other texts have to agree, and where several of them have something of
    /// that name, each has to say it.
    pub(super) fn look<X: Clone + PartialEq>(&self, of: impl Fn(&Found) -> Option<&Option<X>>, key: &str) -> Option<X> {
        if let Some(own) = of(&self.own) {
            return own.clone();
        }
        let name = key.split(['.', ':']).next().unwrap_or_default();
        let mut found = self.all.iter().filter_map(|found| of(found));
        let first = found.next()?.as_ref()?;
        let agree = found.all(|other| other.as_ref() == Some(first));
        let mut having = self.all.iter().filter(|found| found.declared.contains_key(name));
        let alone = || having.clone().count() < 2;
        (agree && (alone() || having.all(|found| of(found).is_some()))).then(|| first.clone())
    }
}

impl Found {
    /// Where modules of one text have functions or types of one name, only what all of them have is known.
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
            forget(&mut self.methods, unclear);
            forget(&mut self.lengths, unclear);
            forget(&mut self.takes, unclear);
            let given = given.contains_key(&name);
            forget(&mut self.others, |key| given && key == name);
            forget(&mut self.in_place, |key| key.split('.').next() == Some(&name));
        }
    }
}

/// Forgets what stands under some keys.
fn forget<X>(map: &mut HashMap<String, Option<X>>, unclear: impl Fn(&str) -> bool) {
    map.iter_mut().filter(|(key, _)| unclear(key)).for_each(|(_, x)| *x = None);
}
