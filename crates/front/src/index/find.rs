//! Where an item stands whose tokens are known and whose place is not: an editor's server names no files.

use super::files::Text;
use super::outline::{Item, ItemKind};
use super::{Index, ItemId, Position, ScopeId};
use std::mem::discriminant;
use std::ops::Range;

impl Index {
    /// The item of the crate that has the tokens of this text. Where none has, as while it is edited, the only one of that
    /// kind and name; of implementations the only one with that head.
    pub fn find(&self, item: &str) -> Option<ItemId> {
        let one = Index::of_texts(&[item]);
        let (text, own) = (one.texts.first()?, one.scopes.first()?.items.iter().find(|item| is_sought(&item.kind))?);
        let (whole, head) = (signs(text, own.tokens.clone()), signs(text, head(own)));
        let of_kind = |id: &ItemId| discriminant(&self.item(*id).kind) == discriminant(&own.kind);
        let candidates: Vec<ItemId> = match own.kind {
            ItemKind::Impl => self.all_items().filter(of_kind).collect(),
            _ => self.all_named(&own.name).iter().copied().filter(of_kind).collect(),
        };
        let written = |id: &ItemId, range: Range<usize>| signs(self.text_of(id.scope), range);
        if let Some(same) = candidates.iter().find(|id| written(id, self.item(**id).tokens.clone()) == whole) {
            return Some(*same);
        }
        let named = |id: &&ItemId| own.kind != ItemKind::Impl || written(id, self::head(self.item(**id))) == head;
        let mut named = candidates.iter().filter(named);
        named.next().copied().filter(|_| named.next().is_none())
    }

    /// Where an item of the crate stands.
    pub fn position_of(&self, id: ItemId) -> Position {
        self.position_in(id.scope, Some(id.at))
    }

    fn all_items(&self) -> impl Iterator<Item = ItemId> {
        let of = |(scope, s): (ScopeId, &super::Scope)| (0..s.items.len()).map(move |at| ItemId { scope, at });
        self.scopes().filter(|(id, _)| self.is_own(*id)).flat_map(of)
    }
}

fn is_sought(kind: &ItemKind) -> bool {
    use ItemKind::{Enum, Function, Impl, Struct, Trait};
    matches!(kind, Function | Struct(_) | Enum(_) | Impl | Trait)
}

/// What stands before the braces of an item.
fn head(item: &Item) -> Range<usize> {
    item.tokens.start..item.body.as_ref().map_or(item.tokens.end, |body| body.start)
}

/// Tokens one after the other, without attributes: those of the compiler's tokens are not those of the text.
fn signs(text: &Text, range: Range<usize>) -> String {
    let (tokens, mut out, mut at) = (&text.tokens, String::new(), range.start);
    while at < range.end {
        let bracket = at + 1 + usize::from(tokens.is_sign(at + 1, b'!'));
        if tokens.is_sign(at, b'#') && tokens.opens(bracket, b'[') {
            at = tokens.after(bracket);
            continue;
        }
        // An editor's server mends what is not complete: blocks that are statements end with a semicolon there.
        if !(tokens.is_sign(at, b';') && out.ends_with('}')) {
            out.push_str(&text.text[tokens.bytes(at)]);
        }
        at += 1;
    }
    out
}
