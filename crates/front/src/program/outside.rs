//! Whether what a text names may be another each time it is asked: what other crates do, the world outside, statics that
//! change.

use super::Program;
use super::names::{Meaning, plain};
use super::scope::Place;
use super::std::{everywhere, primitive};
use super::table::Side;
use crate::index::{self, Def, ItemKind, Named, Space};
use crate::items::{AdtId, FnId, ItemId};
use crate::ty::Ty;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::Visit;

/// Crates whose functions give the same each time, and whose types change by `&mut` alone.
const CERTAIN: [&str; 20] = [
    "alloc",
    "anyhow",
    "approx",
    "arrayvec",
    "core",
    "itertools",
    "libm",
    "log",
    "nalgebra",
    "ndarray",
    "num_complex",
    "num_traits",
    "ordered_float",
    "rayon",
    "serde",
    "smallvec",
    "std",
    "thiserror",
    "tinyvec",
    "tracing",
];

/// What std has by which the world outside is asked.
const WORLD: [&str; 9] = ["RandomState", "env", "fs", "io", "net", "process", "random", "thread", "time"];

/// Types of std behind which a value changes that is only lent.
const CHANGING: [&str; 5] = ["Cell", "Mutex", "RefCell", "RwLock", "UnsafeCell"];

impl Program {
    /// Whether the text of a function of the crate names something that may give another value each time.
    pub fn names_varying(&self, f: FnId) -> bool {
        let place = self.scope_of(f).0.at;
        let Some(text) = self.text(f).filter(|_| place.side == Side::Crate) else { return false };
        let mut bound = Bound(HashSet::new());
        bound.visit_item_fn(&text);
        self.varies_in(place, text.to_token_stream(), &bound.0, &is_varying)
    }

    /// Whether a struct or an enum holds, itself, what changes though it is only lent, or may do so.
    pub fn changes(&self, adt: AdtId) -> bool {
        let place = self.scope_within_adt(adt).0.at;
        let changes = |path: &[String]| is_varying(path) || path.iter().any(|name| is_changing(name));
        match (place.side, self.syntax_of_adt(adt)) {
            (Side::Crate, Some(item)) => self.varies_in(place, item.to_token_stream(), &HashSet::new(), &changes),
            (Side::Crate, None) => false,
            _ => is_changing(&self.adt(adt).name),
        }
    }

    fn varies_in(
        &self,
        at: Place,
        tokens: TokenStream,
        bound: &HashSet<String>,
        varies: &dyn Fn(&[String]) -> bool,
    ) -> bool {
        let mut paths = vec![];
        paths_in(tokens, &mut paths);
        paths.retain(|path| path.names.len() > 1 || !bound.contains(&path.names[0]));
        let index = self.index_of(at.side);
        let opened = index.opened_outside(at.scope);
        let names = || paths.iter().flat_map(|path| &path.names);
        // A static of the text itself.
        if names().any(|name| name == "static") && names().any(|name| is_changing(name)) {
            return true;
        }
        paths.iter().any(|path| {
            let spaces = [Space::Values, Space::Types];
            let mut named = spaces.iter().map(|space| index.resolve(at.scope, &path.names, *space).0);
            match named.find(|named| matches!(named, Named::One(_))) {
                // A generic parameter, or what the prelude of std has, by a name that nothing here has.
                Some(Named::One(Def::Outside(whole))) if whole == path.names && !is_crate(&whole[0]) => false,
                Some(Named::One(Def::Outside(whole))) => varies(&whole),
                Some(Named::One(Def::Item(id))) if matches!(index.item(id).kind, ItemKind::Constant) => {
                    self.is_changing_static(at.side, id)
                }
                Some(_) => false,
                None if path.is_state && path.names.len() == 1 => true,
                None => {
                    path.is_called && everywhere(&path.names[0]).is_none() && opened.iter().any(|glob| varies(glob))
                }
            }
        })
    }

    /// Whether it is a static that changes, by its text or by the types of the crate that it is made of.
    fn is_changing_static(&self, side: Side, id: index::ItemId) -> bool {
        let index = self.index_of(side);
        let text = index.slice(index.scope(id.scope).text, index.item(id).tokens.clone());
        let Some(text) = text.filter(|text| is_static(text)) else { return false };
        let Meaning::Item(ItemId::Const(of)) = self.item_meaning(side, id) else { return true };
        let (mut left, mut met) = (vec![self.constant(of).ty.clone()], HashSet::new());
        while let Some(ty) = left.pop() {
            if let Ty::Adt(adt, _) = &ty
                && met.insert(*adt)
            {
                if self.changes(*adt) {
                    return true;
                }
                left.extend(self.adt(*adt).variants.iter().flat_map(|v| &v.fields).map(|field| field.ty.clone()));
            }
            left.extend(ty.parts().cloned());
        }
        words(text).any(is_changing)
    }
}

/// Whether a path of another crate leads to what may give another value each time.
fn is_varying(path: &[String]) -> bool {
    match path.iter().find(|name| !name.is_empty()).map_or("", String::as_str) {
        "std" | "core" | "alloc" => path.iter().any(|name| WORLD.contains(&&**name)),
        "wengert" => false,
        krate => !CERTAIN.contains(&krate),
    }
}

fn is_changing(name: &str) -> bool {
    CHANGING.contains(&name) || name.starts_with("Atomic")
}

/// Whether the text of a constant or a static is that of a static.
fn is_static(text: &str) -> bool {
    words(text).take_while(|word| *word != "const").any(|word| word == "static")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Whether a name may be that of a crate: those of types begin with a capital letter.
fn is_crate(name: &str) -> bool {
    !name.starts_with(char::is_uppercase) && primitive(name).is_none()
}

/// The names of what is bound.
struct Bound(HashSet<String>);

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.0.insert(plain(&pat.ident));
        syn::visit::visit_pat_ident(self, pat);
    }
}

/// A path in tokens.
struct Met {
    names: Vec<String>,
    is_called: bool,
    /// Whether it is asked as a variable of a thread is: `COUNT.with(..)`.
    is_state: bool,
}

fn paths_in(tokens: TokenStream, all: &mut Vec<Met>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |k: usize, sign: char| matches!(tokens.get(k), Some(TokenTree::Punct(p)) if p.as_char() == sign);
    let ident = |k: usize| match tokens.get(k) {
        Some(TokenTree::Ident(name)) => Some(plain(name)),
        _ => None,
    };
    let round =
        |k: usize| matches!(tokens.get(k), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis);
    let mut k = 0;
    while k < tokens.len() {
        // An attribute does nothing.
        if sign(k, '#') {
            k += 1 + usize::from(sign(k + 1, '!')) + 1;
            continue;
        }
        if let TokenTree::Group(group) = &tokens[k] {
            paths_in(group.stream(), all);
        }
        // A method or a field stands behind one dot, the end of a range behind two.
        let is_member = k > 0 && sign(k - 1, '.') && !(k > 1 && sign(k - 2, '.'));
        let is_lifetime = k > 0 && sign(k - 1, '\'');
        let Some(first) = ident(k).filter(|_| !is_member && !is_lifetime) else {
            k += 1;
            continue;
        };
        let mut names = vec![first];
        k += 1;
        while sign(k, ':') && sign(k + 1, ':') {
            let Some(next) = ident(k + 2) else { break };
            names.push(next);
            k += 3;
        }
        let is_called = round(k) || sign(k, ':') && sign(k + 1, ':');
        let is_loud = names[0].len() > 1 && !names[0].contains(|c: char| c.is_lowercase());
        let asks = ident(k + 1).is_some_and(|name| {
            matches!(&*name, "with" | "with_borrow" | "with_borrow_mut" | "get" | "set" | "take" | "replace")
        });
        all.push(Met { names, is_called, is_state: is_loud && sign(k, '.') && asks && round(k + 2) });
    }
}
