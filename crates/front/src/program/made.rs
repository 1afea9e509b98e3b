//! Items that macros of the crate's own make.

use super::names::{Meaning, segments};
use super::scope::{Place, Scope};
use super::table::Side;
use super::{Program, Rules};
use crate::hash::Map;
use crate::hir::rules;
use crate::index::{Def, ItemId, ItemKind, Made, Named, ScopeId, Space};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// Macros write macros no deeper than that.
const DEEPEST: usize = 8;

/// No more items are made by one.
const MOST: usize = 2000;

/// What was found of paths in modules.
pub(super) type Asked = Map<(ScopeId, String, Space), Option<(Meaning, usize)>>;

impl Program {
    /// What a path leads to among the items that macros make.
    pub(super) fn in_made(&self, at: Place, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        if at.side == Side::Prelude || path.is_empty() {
            return None;
        }
        let is_path = matches!(path[0].as_str(), "" | "crate" | "self" | "super");
        let mut scope = Some(at.scope).filter(|_| !is_path);
        while let Some(here) = scope {
            if let Some(found) = self.made_in(here, path, space) {
                return Some(found);
            }
            let own = self.index.scope(here);
            scope = own.parent.filter(|_| !own.is_module());
        }
        (1..path.len()).rev().find_map(|k| match self.index.resolve(at.scope, &path[..k], Space::Types) {
            (Named::One(Def::Module(module)), used) if used == k => {
                let (meaning, used) = self.made_in(module, &path[k..], space)?;
                Some((meaning, k + used))
            }
            _ => None,
        })
    }

    /// The same, in one module: what is made there, and what it imports that is made elsewhere.
    fn made_in(&self, scope: ScopeId, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        let key = (scope, path.join("::"), space);
        if let Some(known) = self.made_asked.borrow().get(&key) {
            return known.clone();
        }
        // While it is looked for it is not there: modules may import all of one another.
        self.made_asked.borrow_mut().insert(key.clone(), None);
        let found = self.made_or_imported(scope, path, space);
        self.made_asked.borrow_mut().insert(key, found.clone());
        found
    }

    fn made_or_imported(&self, scope: ScopeId, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        let outer = Place { side: Side::Crate, scope, block: None };
        for maker in self.index.makers(scope) {
            if self.index.made(maker).names.contains(&path[0])
                && let Some(block) = self.made(maker)
                && let Some(found) = self.in_blocks(Place { block: Some(block), ..outer }, path, space)
            {
                return Some(found);
            }
        }
        self.index.scope(scope).items.iter().find_map(|item| match &item.kind {
            ItemKind::Use { path: from, glob: true } => match self.index.resolve(scope, from, Space::Types) {
                (Named::One(Def::Module(module)), used) if used == from.len() => self.made_in(module, path, space),
                _ => None,
            },
            ItemKind::Use { path: from, glob: false } if item.name == path[0] && from.len() > 1 => {
                let whole = [&from[..], &path[1..]].concat();
                match self.guarded(outer, &whole, space)? {
                    (Meaning::Unknown | Meaning::Outside | Meaning::Module, _) => None,
                    (meaning, used) => Some((meaning, (used + 1).checked_sub(from.len()).filter(|used| *used > 0)?)),
                }
            }
            _ => None,
        })
    }

    /// The block of what a macro makes in a module.
    fn made(&self, maker: ItemId) -> Option<usize> {
        if let Some(known) = self.made_blocks.borrow().get(&maker) {
            return *known;
        }
        self.made_blocks.borrow_mut().insert(maker, None);
        let index = self.index.written_out(maker).unwrap_or_else(|| {
            let mut items = TokenStream::new();
            let tokens = self.index.item(maker).tokens.clone();
            if let Some(text) = self.index.slice(self.index.scope(maker.scope).text, tokens)
                && let Ok(mac) = syn::parse_str::<syn::ItemMacro>(text)
            {
                self.make(maker, &mac.mac, 0, &mut { MOST }, &mut items);
            }
            self.index.set_written_out(maker, &items.to_string())
        });
        let at = Place { side: Side::Crate, scope: maker.scope, block: None };
        let block = if index.texts().is_empty() { None } else { self.open_text(at, &index) };
        self.made_blocks.borrow_mut().insert(maker, block);
        block
    }

    fn make(&self, here: ItemId, mac: &syn::Macro, depth: usize, left: &mut usize, out: &mut TokenStream) {
        let Rules::Known(rules) = self.rules_at(Side::Crate, here, &segments(&mac.path)) else { return };
        let Some(written) = rules::expand(rules, mac.tokens.clone(), "", Span::call_site()) else { return };
        let Ok(file) = syn::parse2::<syn::File>(written) else { return };
        for item in file.items {
            match item {
                syn::Item::Macro(inner) if inner.ident.is_none() && depth < DEEPEST => {
                    self.make(here, &inner.mac, depth + 1, left, out);
                }
                item if *left > 0 => {
                    *left -= 1;
                    out.extend(visible(self.with_members(here, item).to_token_stream()));
                }
                _ => {}
            }
        }
    }

    /// An item without macros in its braces.
    fn with_members(&self, here: ItemId, mut item: syn::Item) -> syn::Item {
        match &mut item {
            syn::Item::Impl(of) => {
                let all = std::mem::take(&mut of.items).into_iter().flat_map(|item| match item {
                    syn::ImplItem::Macro(inner) => {
                        let made = self.made_members(here, &inner.mac);
                        syn::parse2::<syn::ItemImpl>(quote!(impl __ { #made })).map_or(vec![], |of| of.items)
                    }
                    item => vec![item],
                });
                of.items = all.collect();
            }
            syn::Item::Trait(of) => {
                let all = std::mem::take(&mut of.items).into_iter().flat_map(|item| match item {
                    syn::TraitItem::Macro(inner) => {
                        let made = self.made_members(here, &inner.mac);
                        syn::parse2::<syn::ItemTrait>(quote!(trait __ { #made })).map_or(vec![], |of| of.items)
                    }
                    item => vec![item],
                });
                of.items = all.collect();
            }
            _ => {}
        }
        item
    }

    /// What a macro in the braces of an implementation or a trait stands for.
    pub(super) fn made_members(&self, here: ItemId, mac: &syn::Macro) -> TokenStream {
        let mut out = TokenStream::new();
        self.make_members(here, mac, 0, &mut { MOST }, &mut out);
        out
    }

    fn make_members(&self, here: ItemId, mac: &syn::Macro, depth: usize, left: &mut usize, out: &mut TokenStream) {
        let Rules::Known(rules) = self.rules_at(Side::Crate, here, &segments(&mac.path)) else { return };
        let Some(written) = rules::expand(rules, mac.tokens.clone(), "", Span::call_site()) else { return };
        let Ok(of) = syn::parse2::<syn::ItemImpl>(quote!(impl __ { #written })) else { return };
        for item in of.items {
            match item {
                syn::ImplItem::Macro(inner) if depth < DEEPEST => {
                    self.make_members(here, &inner.mac, depth + 1, left, out);
                }
                item if *left > 0 => {
                    *left -= 1;
                    out.extend(visible(item.to_token_stream()));
                }
                _ => {}
            }
        }
    }

    /// Where a function or an implementation stands that a macro makes, by the function's name or a word of the type's:
    /// its own place is in the rules of the macro, which may be known. None if that is not one module.
    pub fn scope_of_made(&self, word: &str, of_impl: bool, rules: Option<ItemId>) -> Option<Scope> {
        let (mut all, mut by_rules): (Vec<ScopeId>, Vec<ScopeId>) = (vec![], vec![]);
        for scope in self.index.scopes().map(|(id, _)| id) {
            for maker in self.index.makers(scope) {
                let has = |made: &Made| if of_impl { made.words.contains(word) } else { made.names.contains(word) };
                if rules.is_some() && self.is_made_by(maker, rules, word) {
                    by_rules.push(scope);
                }
                if !has(&self.index.made(maker)) {
                    continue;
                }
                if self.made(maker).is_some() && has(&self.index.made(maker)) {
                    all.push(scope);
                }
            }
        }
        let found = if by_rules.is_empty() { all } else { by_rules };
        let (first, rest) = found.split_first()?;
        rest.iter().all(|other| other == first).then(|| self.scope(*first))
    }

    /// Whether one item of the crate at most has a name, so that it means that wherever it stands.
    pub fn is_alone(&self, name: &str) -> bool {
        self.index.all_named(name).len() <= 1
    }

    /// Whether a macro that makes items is one of these rules, and is given a word.
    fn is_made_by(&self, maker: ItemId, rules: Option<ItemId>, word: &str) -> bool {
        fn has(tokens: TokenStream, word: &str) -> bool {
            tokens.into_iter().any(|token| match token {
                TokenTree::Ident(name) => name == word,
                TokenTree::Group(group) => has(group.stream(), word),
                _ => false,
            })
        }
        let tokens = self.index.item(maker).tokens.clone();
        let Some(text) = self.index.slice(self.index.scope(maker.scope).text, tokens) else { return false };
        let Ok(mac) = syn::parse_str::<syn::ItemMacro>(text) else { return false };
        let own = match self.index.macro_of(maker, &segments(&mac.mac.path)) {
            crate::index::Macro::Rules(id) => Some(id),
            _ => None,
        };
        own == rules && has(mac.mac.tokens, word)
    }

    /// Makes what may be implementations for a type, by its name.
    pub(super) fn make_impls(&self, word: &str) {
        if !self.made_words.borrow_mut().insert(word.to_owned()) {
            return;
        }
        for scope in self.index.scopes().map(|(id, _)| id) {
            for maker in self.index.makers(scope) {
                let made = self.index.made(maker);
                if made.words.contains(word) && made.words.contains("impl") {
                    self.made(maker);
                }
            }
        }
    }
}

/// Tokens that can be written as text: expressions that a macro keeps together stand in parentheses.
fn visible(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let delimiter = match group.delimiter() {
                Delimiter::None => Delimiter::Parenthesis,
                delimiter => delimiter,
            };
            TokenTree::Group(Group::new(delimiter, visible(group.stream())))
        }
        token => token,
    });
    tokens.collect()
}
