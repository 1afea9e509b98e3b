//! Which names differentiable functions may call, through functions without the attribute too: those are written out where
//! they are called.

use super::Found;
use crate::index::{Index, Item, ItemKind, Reader, Text};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The bodies of functions without the attribute, by their names; those of operators and conversions have none.
#[derive(Default)]
struct Bodies<'i> {
    named: HashMap<&'i str, Vec<(&'i Text, Range<usize>)>>,
    unnamed: Vec<(&'i Text, Range<usize>)>,
}

impl<'i> Bodies<'i> {
    fn of(index: &'i Index) -> Bodies<'i> {
        let mut all = Bodies::default();
        for (_, scope) in index.scopes().filter(|(id, _)| index.is_own(*id)) {
            let text = &*index.texts()[scope.text];
            for item in &scope.items {
                all.item(index, text, item);
            }
        }
        all
    }

    fn item(&mut self, index: &Index, text: &'i Text, item: &'i Item) {
        match (&item.kind, &item.body) {
            (ItemKind::Function, Some(body)) => {
                self.named.entry(&item.name).or_default().push((text, body.clone()));
            }
            (ItemKind::Impl, Some(body)) if text.words(item.tokens.start..body.start).any(|word| word == "for") => {
                self.unnamed.push((text, body.clone()));
            }
            (ItemKind::Impl | ItemKind::Trait, Some(body)) => {
                let reader = Reader { text: &text.text, tokens: &text.tokens, cfg: index.cfg() };
                for member in reader.items(body.clone()) {
                    if let (Some(body), Some(name)) = (&member.body, name_of(text, &member)) {
                        self.named.entry(name).or_default().push((text, body.clone()));
                    }
                }
            }
            (ItemKind::Constant, _) => self.unnamed.push((text, item.tokens.clone())),
            _ => {}
        }
    }
}

/// The name of a function, as it stands in the text.
fn name_of<'i>(text: &'i Text, item: &Item) -> Option<&'i str> {
    let mut words = text.words(item.tokens.clone());
    words.find(|word| *word == "fn")?;
    words.next()
}

impl Found {
    /// Adds what is called by what is called.
    pub(super) fn close_calls(&mut self, index: &Index) {
        if self.mentioned.is_empty() {
            return;
        }
        let mut bodies = Bodies::of(index);
        let mut open: Vec<(&Text, Range<usize>)> = std::mem::take(&mut bodies.unnamed);
        for name in &self.mentioned {
            open.extend(bodies.named.remove(name.as_str()).into_iter().flatten());
        }
        let mut called: HashSet<&str> = HashSet::new();
        while let Some((text, body)) = open.pop() {
            for word in text.words(body) {
                if called.insert(word) {
                    open.extend(bodies.named.remove(word).into_iter().flatten());
                }
            }
        }
        self.mentioned.extend(called.into_iter().map(str::to_owned));
    }
}
