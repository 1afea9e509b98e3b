//! Items by id, with where their text is and what was read of it.

use super::scope::{Place, Scope};
use crate::index::{Index, Item, ItemKind};
use crate::items::{ImplId, TraitId};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Whose text it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Prelude,
    #[default]
    Crate,
}

/// Where the text of an item is.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// In a text of an index.
    Text(Rc<Index>, usize, Item),
    /// In tokens at hand.
    Tokens(Rc<syn::Item>),
    /// Nowhere: its definition was made.
    Made,
}

/// What an item is a member of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Owner {
    #[default]
    Nothing,
    Impl(ImplId),
    Trait(TraitId),
}

/// An item: where its text is, and what was read of it.
#[derive(Debug)]
pub(super) struct Slot<D> {
    pub(super) name: Rc<str>,
    pub(super) source: Source,
    /// Where its names are resolved.
    pub(super) at: Place,
    pub(super) owner: Owner,
    /// What is seen in it.
    pub(super) scope: OnceCell<Scope>,
    pub(super) def: OnceCell<Rc<D>>,
}

impl<D> Slot<D> {
    pub(super) fn new(name: &str, source: Source, at: Place, owner: Owner) -> Slot<D> {
        Slot { name: name.into(), source, at, owner, scope: OnceCell::new(), def: OnceCell::new() }
    }

    pub(super) fn made(name: &str, at: Place, def: D) -> Slot<D> {
        Slot { def: OnceCell::from(Rc::new(def)), ..Slot::new(name, Source::Made, at, Owner::Nothing) }
    }
}

/// The items of a kind, numbered from one on.
#[derive(Debug)]
pub(super) struct Table<D> {
    first: usize,
    slots: RefCell<Vec<Rc<Slot<D>>>>,
}

impl<D> Table<D> {
    pub(super) fn new(first: usize) -> Table<D> {
        Table { first, slots: RefCell::default() }
    }

    pub(super) fn add(&self, slot: Slot<D>) -> usize {
        let mut all = self.slots.borrow_mut();
        all.push(Rc::new(slot));
        self.first + all.len() - 1
    }

    pub(super) fn get(&self, id: usize) -> Rc<Slot<D>> {
        self.slots.borrow()[id - self.first].clone()
    }
}

/// Values of constants of more tokens are not read.
const LONGEST: usize = 64;

/// The syntax of an item of a text, without the bodies of functions; nothing where it is no Rust or nests too deep.
pub(super) fn parse(index: &Index, text: usize, item: &Item) -> Option<syn::Item> {
    let slice = |range| index.slice(text, range);
    let mut parsed = match (&item.kind, &item.body) {
        (ItemKind::Function, body) => {
            let head = match body {
                Some(body) => format!("{}}}", slice(item.tokens.start..body.start)?),
                None => format!("{}{{}}", slice(item.tokens.start..item.tokens.end - 1)?),
            };
            syn::parse_str::<syn::ItemFn>(&head).ok().map(syn::Item::Fn)
        }
        (ItemKind::Impl | ItemKind::Trait, Some(body)) => {
            let mut head = slice(item.tokens.start..body.start)?.to_owned();
            for member in index.members(text, body.clone()) {
                if member.kind == ItemKind::Alias {
                    head.push_str(slice(member.tokens)?);
                }
            }
            head.push('}');
            syn::parse_str(&head).ok()
        }
        (ItemKind::Constant, _) => {
            let Some(equals) = index.find_sign(text, item.tokens.clone(), b'=') else {
                // A constant of a trait without a value.
                let head = format!("{} = 0;", slice(item.tokens.start..item.tokens.end - 1)?);
                return syn::parse_str(&head).ok();
            };
            let short = item.tokens.end - equals <= LONGEST;
            let value = if short { slice(equals..item.tokens.end)? } else { "= {};" };
            syn::parse_str(&format!("{} {value}", slice(item.tokens.start..equals)?)).ok()
        }
        _ => syn::parse_str(slice(item.tokens.clone())?).ok(),
    };
    if let Some(item) = &mut parsed {
        crate::configured::configure_item(item, index.cfg());
    }
    parsed
}

/// The syntax of a constant with its value, however long that is.
pub(super) fn parse_constant(index: &Index, text: usize, item: &Item) -> Option<syn::Item> {
    syn::parse_str(index.slice(text, item.tokens.clone())?).ok()
}

/// The text of a function with its body.
pub(super) fn parse_whole(index: &Index, text: usize, item: &Item) -> Option<syn::ItemFn> {
    item.body.as_ref()?;
    let mut whole = syn::parse_str(index.slice(text, item.tokens.clone())?).ok()?;
    crate::configured::configure_item(&mut whole, index.cfg());
    if let syn::Item::Fn(whole) = whole { Some(whole) } else { None }
}
