//! What paths lead to.

use super::std::{Builtin, builtin, everywhere, home, primitive, renamed};
use super::table::{Owner, Side, Slot, Source};
use super::{Place, Program, Scope};
use crate::hash::Map;
use crate::index::{self, Def, Index, ItemKind, Named, ScopeId, Space};
use crate::items::{AdtId, FnId, ItemId};
use crate::prelude;
use crate::ty::Ty;
use std::rc::Rc;

/// What the first segments of a path lead to.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Item(ItemId),
    Alias(Place, Rc<syn::ItemType>),
    /// A variant, by its enum and name.
    Variant(AdtId, String),
    Builtin(Builtin),
    /// A type of the language.
    Primitive(Ty),
    Param(usize),
    Itself(Ty),
    /// A constant of a number type's own, or in its module `consts`.
    ConstOf(Ty, String, bool),
    Module,
    /// What another crate has.
    Outside,
    Unknown,
}

/// Modules of std of which all is imported, by where.
pub(super) type Globs = Map<ScopeId, Rc<Vec<Vec<String>>>>;

/// The names of a path; an empty one stands for the colons in front.
pub fn segments(path: &syn::Path) -> Vec<String> {
    let root = path.leading_colon.map(|_| String::new());
    root.into_iter().chain(path.segments.iter().map(|s| plain(&s.ident))).collect()
}

/// A name without the mark of a raw one.
pub fn plain(name: &proc_macro2::Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map_or_else(|| name.clone(), str::to_owned)
}

impl Program {
    pub(super) fn index_of(&self, side: Side) -> &Rc<Index> {
        &self.part(side).index
    }

    /// What a path leads to, and how many of its segments lead there.
    pub(super) fn meaning(&self, scope: &Scope, path: &[String], space: Space) -> (Meaning, usize) {
        let around = &scope.0;
        let Some(first) = path.first() else { return (Meaning::Unknown, 0) };
        if let Some(k) = scope.param(first)
            && (around.consts[k] == (space == Space::Values && path.len() == 1) || path.len() > 1 || around.consts[k])
        {
            return (Meaning::Param(k), 1);
        }
        if first == "Self"
            && let Some(itself) = &around.itself
        {
            return (Meaning::Itself(itself.clone()), 1);
        }
        self.at_place(around.at, path, space)
    }

    /// The same, of what is declared.
    pub(super) fn at_place(&self, at: Place, path: &[String], space: Space) -> (Meaning, usize) {
        let n = path.len();
        let (first, alone) = (&path[0], n == 1);
        if let Some(found) = self.in_blocks(at, path, space) {
            return found;
        }
        let first_space = if alone { space } else { Space::Types };
        let is_path = matches!(first.as_str(), "" | "crate" | "self" | "super");
        let known = is_path || self.index_of(at.side).lookup(at.scope, first, first_space) != Named::Nothing;
        if !known {
            if let Some(found) = self.in_opened(at, path, space) {
                return found;
            }
            if let Some(path_in_std) = everywhere(first) {
                let whole: Vec<String> = path_in_std.iter().map(|s| (*s).to_owned()).collect();
                let (meaning, rest) = self.in_std(&[whole, path[1..].to_vec()].concat(), space);
                return (meaning, n - rest);
            }
            if let Some(ty) = primitive(first).filter(|_| first_space == Space::Types) {
                return (Meaning::Primitive(ty), 1);
            }
        }
        let (named, used) = self.index_of(at.side).resolve(at.scope, path, space);
        match named {
            Named::One(Def::Item(id)) => (self.item_meaning(at.side, id), used),
            Named::One(Def::Variant(of, name)) => match self.item_meaning(at.side, of) {
                Meaning::Item(ItemId::Adt(adt)) => (Meaning::Variant(adt, name), used),
                _ => (Meaning::Unknown, used),
            },
            Named::One(Def::Module(_)) => (Meaning::Module, used),
            Named::One(Def::Outside(whole)) => {
                let whole: Vec<String> = whole.into_iter().filter(|s| !s.is_empty()).collect();
                let (meaning, rest) = self.outside(whole, space);
                (meaning, n - rest.min(n - 1))
            }
            // What may be there does not hide what is surely there: names of the language and of std.
            Named::Unsure if !is_path => match (everywhere(first), primitive(first)) {
                (Some(in_std), _) if self.index_of(at.side).all_named(first).is_empty() => {
                    let whole: Vec<String> = in_std.iter().map(|s| (*s).to_owned()).collect();
                    let (meaning, rest) = self.in_std(&[whole, path[1..].to_vec()].concat(), space);
                    (meaning, n - rest)
                }
                (_, Some(ty)) if self.index_of(at.side).all_named(first).is_empty() => (Meaning::Primitive(ty), 1),
                _ => {
                    let opened = || self.in_opened(at, path, space);
                    let none = self.index_of(at.side).all_named(first).is_empty();
                    let made = self.in_made(at, path, space);
                    made.or_else(|| none.then(opened).flatten()).unwrap_or((Meaning::Unknown, used))
                }
            },
            Named::One(Def::Other) | Named::Nothing | Named::Unsure => {
                self.in_made(at, path, space).unwrap_or((Meaning::Unknown, used))
            }
        }
    }

    /// The same in what is imported of std with all that is in a module.
    fn in_opened(&self, at: Place, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        self.opening(at, path, space).map(|(_, meaning, used)| (meaning, used))
    }

    /// The module of std, imported with all that is in it, by which a path means something.
    fn opening(&self, at: Place, path: &[String], space: Space) -> Option<(Vec<String>, Meaning, usize)> {
        let n = path.len();
        self.opened(at).iter().find_map(|glob| {
            let (meaning, rest) = self.in_std(&[&glob[..], path].concat(), space);
            let named = !matches!(meaning, Meaning::Unknown | Meaning::Module | Meaning::Primitive(_)) && rest < n;
            named.then(|| (glob.clone(), meaning, n - rest))
        })
    }

    /// The path of std for what a path means only as all of a module is imported.
    pub(super) fn path_of_opened(&self, at: Place, path: &[String]) -> Option<syn::Path> {
        let (from, ..) = self.opening(at, path, Space::Types)?;
        let of_std = !matches!(from[0].as_str(), "operators" | "linalg" | "libm" | "num_complex");
        of_std.then(|| written_path(&[&[String::new(), "std".to_owned()], &from[..], path].concat()))?
    }

    /// Whether a path may mean something only as all of a module of another crate is imported.
    pub fn may_be_opened(&self, scope: &Scope, path: &syn::Path) -> bool {
        let (at, Some(first)) = (scope.0.at, path.segments.first()) else { return false };
        let index = self.index_of(at.side);
        let first = plain(&first.ident);
        everywhere(&first).is_none()
            && !matches!(index.lookup(at.scope, &first, Space::Types), Named::One(_))
            && !index.opened_outside(at.scope).is_empty()
    }

    /// The modules of std of which all is imported, without the name of the crate; the operators are as one of them.
    pub(super) fn opened(&self, at: Place) -> Rc<Vec<Vec<String>>> {
        let globs = &self.part(at.side).globs;
        if let Some(known) = globs.borrow().get(&at.scope) {
            return known.clone();
        }
        let all = self.index_of(at.side).opened_outside(at.scope).into_iter().filter_map(|path| {
            let mut path = path.into_iter().skip_while(String::is_empty);
            let of = path.next()?;
            let path: Vec<String> = path.collect();
            match of.as_str() {
                "std" | "core" | "alloc" => Some(path).filter(|path| !path.is_empty()),
                "wengert" if path.is_empty() || path == ["prelude"] => Some(vec!["operators".to_owned()]),
                "wengert" if path == ["linalg"] => Some(path),
                "libm" | "num_complex" if path.is_empty() => Some(vec![of]),
                _ => None,
            }
        });
        let mut all: Vec<_> = all.collect();
        // The prelude leaves out the `Matrix` of the operators: where `linalg` is imported whole too, its own is meant.
        all.sort_by_key(|path| path[0] != "linalg");
        let all = Rc::new(all);
        globs.borrow_mut().insert(at.scope, all.clone());
        all
    }

    /// What a path of another crate leads to, and how many segments at its end are left.
    fn outside(&self, path: Vec<String>, space: Space) -> (Meaning, usize) {
        match path.first().map(String::as_str) {
            Some("std" | "core" | "alloc") if path.len() > 1 => match self.in_std(&path[1..], space) {
                (Meaning::Unknown, rest) => (Meaning::Outside, rest),
                found => found,
            },
            Some("libm") if path.len() > 1 => match self.in_std(&path, space) {
                (Meaning::Unknown, _) => (Meaning::Outside, 0),
                found => found,
            },
            Some("arrayvec" | "smallvec" | "tinyvec") if path.len() > 1 => {
                match self.in_std(&[&["inline_lists".to_owned()], &path[1..]].concat(), space) {
                    (Meaning::Unknown, _) => (Meaning::Outside, 0),
                    found => found,
                }
            }
            Some("num_complex" | "num") if path.len() > 1 => {
                // `num` has the crate's types in its root too.
                let begin = 1 + usize::from(path.len() > 2 && path[1] == "complex");
                match self.in_std(&[&["num_complex".to_owned()], &path[begin..]].concat(), space) {
                    (Meaning::Unknown, _) => (Meaning::Outside, 0),
                    found => found,
                }
            }
            Some("wengert") if path.len() > 2 && path[1] == "linalg" => match self.in_std(&path[1..], space) {
                (Meaning::Unknown, _) => (Meaning::Outside, 0),
                found => found,
            },
            Some("wengert") => {
                let module = if path.get(1).is_some_and(|name| name == "Matrix") { "matrix" } else { "operators" };
                let begin = 1 + usize::from(path.get(1).is_some_and(|name| name == "prelude"));
                match path.get(begin..).filter(|rest| !rest.is_empty()) {
                    Some(rest) => match self.in_std(&[&[module.to_owned()], rest].concat(), space) {
                        (Meaning::Unknown, _) => (Meaning::Outside, 0),
                        found => found,
                    },
                    None => (Meaning::Outside, 0),
                }
            }
            _ => (Meaning::Outside, 0),
        }
    }

    /// What a path in std leads to, and how many segments at its end are left.
    pub(super) fn in_std(&self, path: &[String], space: Space) -> (Meaning, usize) {
        if let Some(known) = path.get(..2).and_then(builtin) {
            return (Meaning::Builtin(known), path.len() - 2);
        }
        let first = &path[0];
        if let Some(ty) = primitive(first) {
            return match &path[1..] {
                [] => (Meaning::Primitive(ty), 0),
                // All of them may be imported, beside names that mean something else.
                [consts, name, ..] if consts == "consts" && !name.contains(char::is_lowercase) => {
                    (Meaning::ConstOf(ty, name.clone(), true), path.len() - 3)
                }
                [consts] if consts == "consts" => (Meaning::Module, 0),
                [name] if !name.contains(char::is_lowercase) => (Meaning::ConstOf(ty, name.clone(), false), 0),
                rest => (Meaning::Primitive(ty), rest.len()),
            };
        }
        let Some(name) = path.get(1) else { return (Meaning::Module, 0) };
        let modules = prelude::PATHS.iter().find(|(of, _)| of == first).map_or(&[][..], |(_, modules)| *modules);
        // What is declared around the modules is of those of std that it is of.
        let around = (home(name) == first.as_str()).then_some("");
        let modules = modules.iter().copied().chain([first.as_str()]).chain(around);
        let modules: Vec<&str> = modules.collect();
        for name in [Some(name.as_str()), renamed(name)].into_iter().flatten() {
            for module in &modules {
                let mut whole = vec!["crate".to_owned(), "prelude".to_owned()];
                whole.extend((!module.is_empty()).then(|| (*module).to_owned()));
                whole.push(name.to_owned());
                let begin = whole.len();
                whole.extend_from_slice(&path[2..]);
                if let (Named::One(Def::Item(id)), used) = self.prelude.index.resolve(ScopeId::ROOT, &whole, space)
                    && used >= begin
                {
                    return self.std_item(id, &whole[used..]);
                }
            }
        }
        (Meaning::Unknown, 0)
    }

    /// An item of the prelude, or the variant of it that comes next.
    fn std_item(&self, id: index::ItemId, rest: &[String]) -> (Meaning, usize) {
        let meaning = self.item_meaning(Side::Prelude, id);
        match (&meaning, &self.prelude.index.item(id).kind, rest) {
            (Meaning::Item(ItemId::Adt(adt)), ItemKind::Enum(all), [name, ..]) if all.contains(name) => {
                (Meaning::Variant(*adt, name.clone()), rest.len() - 1)
            }
            _ => (meaning, rest.len()),
        }
    }

    /// What an item of an index is.
    pub(super) fn item_meaning(&self, side: Side, id: index::ItemId) -> Meaning {
        let part = self.part(side);
        if let Some(known) = part.ids.borrow().get(&id) {
            return Meaning::Item(*known);
        }
        let index = &part.index;
        let (item, text) = (index.item(id), index.scope(id.scope).text);
        let (at, name) = (Place { side, scope: id.scope, block: None }, item.name.as_str());
        let source = Source::Text(index.clone(), text, item.clone());
        let new = match &item.kind {
            ItemKind::Function => ItemId::Fn(part.fns.add(Slot::new(name, source, at, Owner::Nothing))),
            ItemKind::Struct(_) | ItemKind::Enum(_) => {
                ItemId::Adt(part.adts.add(Slot::new(name, source, at, Owner::Nothing)))
            }
            ItemKind::Trait => ItemId::Trait(part.traits.add(Slot::new(name, source, at, Owner::Nothing))),
            ItemKind::Constant => ItemId::Const(part.consts.add(Slot::new(name, source, at, Owner::Nothing))),
            ItemKind::Alias => {
                return match super::table::parse(index, text, item) {
                    Some(syn::Item::Type(alias)) => Meaning::Alias(at, Rc::new(alias)),
                    _ => Meaning::Unknown,
                };
            }
            _ => return Meaning::Unknown,
        };
        part.ids.borrow_mut().insert(id, new);
        part.keys.borrow_mut().insert(new, id);
        Meaning::Item(new)
    }

    /// An item of the prelude by its path there, as `slice::iter`; a path of std's is as good.
    pub fn prelude(&self, path: &str) -> Option<ItemId> {
        if let Some(known) = self.prelude.paths.borrow().get(path) {
            return *known;
        }
        let names: Vec<String> = path.split("::").map(str::to_owned).collect();
        let found = [Space::Values, Space::Types].into_iter().find_map(|space| {
            let meaning = self.at_home(&names, space).unwrap_or_else(|| self.in_std(&names, space).0);
            match meaning {
                Meaning::Item(id) => Some(id),
                _ => None,
            }
        });
        self.prelude.paths.borrow_mut().insert(path.to_owned(), found);
        found
    }

    /// The function of a module of the prelude itself, not of what std has by that path.
    pub(super) fn function_at_home(&self, path: &str) -> Option<FnId> {
        let key = format!("crate::{path}");
        let known = self.prelude.paths.borrow().get(&key).copied();
        let found = known.unwrap_or_else(|| {
            let names: Vec<String> = path.split("::").map(str::to_owned).collect();
            let found = match self.at_home(&names, Space::Values) {
                Some(Meaning::Item(id)) => Some(id),
                _ => None,
            };
            self.prelude.paths.borrow_mut().insert(key, found);
            found
        });
        match found {
            Some(ItemId::Fn(f)) => Some(f),
            _ => None,
        }
    }

    /// What a path from the root of the prelude leads to.
    fn at_home(&self, names: &[String], space: Space) -> Option<Meaning> {
        let whole = [&["crate".to_owned(), "prelude".to_owned()], names].concat();
        match self.prelude.index.resolve(ScopeId::ROOT, &whole, space) {
            (Named::One(Def::Item(id)), used) if used == whole.len() => Some(self.item_meaning(Side::Prelude, id)),
            _ => None,
        }
    }

    /// How generated code names an item, from where the function at hand stands.
    pub(super) fn path_from_home(&self, side: Side, id: ItemId) -> Option<syn::Path> {
        if side == Side::Prelude {
            return None;
        }
        let Some(key) = self.own.keys.borrow().get(&id).copied() else { return self.path_of_made(id) };
        let name = self.index.item(key).name.clone();
        let space = if matches!(id, ItemId::Fn(_) | ItemId::Const(_)) { Space::Values } else { Space::Types };
        let is = |path: &[String]| {
            self.index.resolve(self.home.get(), path, space) == (Named::One(Def::Item(key)), path.len())
        };
        let own = vec![name];
        let whole = self.index.path_of(key);
        let local = whole.iter().any(|s| s.starts_with("__body"));
        // An item of the body at hand would hide it.
        let hidden = !local && self.declared.borrow().contains(&own[0]);
        let path = match is(&own) || local {
            true if hidden => vec!["self".to_owned(), own[0].clone()],
            true => own,
            false => whole,
        };
        written_path(&path)
    }

    /// The same of a type, if it is seen there; where a module around it is private, by the path that a module above gives
    /// it.
    pub(super) fn seen_path_from_home(&self, id: ItemId) -> Option<syn::Path> {
        let path = self.path_from_home(Side::Crate, id)?;
        let Some(key) = self.own.keys.borrow().get(&id).copied() else { return Some(path) };
        if path.segments.len() == 1 || self.index.is_visible(key, self.home.get()) {
            return Some(path);
        }
        let mut whole = self.index.path_of(key);
        let name = whole.pop()?;
        while whole.pop().is_some() && !whole.is_empty() {
            let given = [whole.as_slice(), std::slice::from_ref(&name)].concat();
            let found = self.index.resolve(self.home.get(), &given, Space::Types);
            if found == (Named::One(Def::Item(key)), given.len()) {
                return written_path(&given);
            }
        }
        None
    }

    /// Whether a name means an item in the module of the function at hand.
    pub fn is_at_home(&self, name: &str) -> bool {
        let all = [Space::Values, Space::Types].into_iter();
        all.map(|space| self.index.resolve(self.home.get(), &[name.to_owned()], space).0)
            .any(|named| matches!(named, Named::One(_)))
    }

    /// Whether that name can be written there: an item of another module may be private.
    pub fn is_seen_from_home(&self, id: ItemId) -> bool {
        match self.own.keys.borrow().get(&id) {
            Some(key) => self.index.is_visible(*key, self.home.get()),
            // The constants of numbers have paths that hold everywhere.
            None => matches!(id, ItemId::Const(of) if self.made.borrow().values().any(|made| *made == of)),
        }
    }

    /// How generated code names what another crate has, by a path in the text of a function: as it is written there if
    /// that means the same where the function at hand stands. `elementary` says that it has the name of a function of the
    /// table.
    pub fn outside_from_home(&self, of: FnId, path: &syn::Path, elementary: bool) -> Option<syn::Path> {
        let at = self.scope_of(of).0.at;
        if at.side == Side::Prelude {
            return None;
        }
        let (index, home, names) = (&self.index, self.home.get(), segments(path));
        match index.resolve(at.scope, &names, Space::Values) {
            (Named::One(Def::Outside(whole)), used) if used == names.len() => {
                let whole: Vec<String> = whole.into_iter().filter(|s| !s.is_empty()).collect();
                let mut whole = written_path(&whole)?;
                whole.leading_colon = Some(syn::parse_quote!(::));
                // Arguments stand where they stood.
                if let (Some(last), Some(written)) = (whole.segments.last_mut(), path.segments.last()) {
                    last.arguments = written.arguments.clone();
                }
                Some(whole)
            }
            // It comes out of a crate of which all is imported here as there.
            (Named::Nothing | Named::Unsure, _) if names.len() == 1 => {
                let opened = |scope: ScopeId| -> std::collections::BTreeSet<Vec<String>> {
                    index.opened_outside(scope).into_iter().collect()
                };
                let declared = |scope: ScopeId| matches!(index.resolve(scope, &names, Space::Values).0, Named::One(_));
                // The functions of the table, of which all may be imported.
                let of_table = opened(at.scope).iter().all(|glob| glob.iter().any(|name| name == "wengert"));
                if elementary && of_table {
                    let name = &path.segments;
                    return Some(syn::parse_quote!(::wengert::functions::#name));
                }
                (opened(at.scope) == opened(home) && !declared(home)).then(|| path.clone())
            }
            _ => None,
        }
    }

    /// The same of an item that a macro makes.
    fn path_of_made(&self, id: ItemId) -> Option<syn::Path> {
        let (name, at) = match id {
            ItemId::Fn(f) => (self.fn_slot(f).name.clone(), self.fn_slot(f).at),
            ItemId::Adt(adt) => (self.adt_slot(adt).name.clone(), self.adt_slot(adt).at),
            ItemId::Trait(of) => (self.trait_slot(of).name.clone(), self.trait_slot(of).at),
            ItemId::Const(of) => (self.const_slot(of).name.clone(), self.const_slot(of).at),
        };
        if self.is_in_body(at) || at.scope == self.home.get() {
            return written_path(&[name.to_string()]);
        }
        written_path(&[self.index.path_of_scope(at.scope), vec![name.to_string()]].concat())
    }
}

/// A path of names.
pub(super) fn written_path(path: &[String]) -> Option<syn::Path> {
    let outside = path.first().is_some_and(String::is_empty);
    let idents = path[usize::from(outside)..].iter().map(|s| match s.as_str() {
        s @ ("crate" | "self") => {
            Some(syn::PathSegment::from(proc_macro2::Ident::new(s, proc_macro2::Span::call_site())))
        }
        s => syn::parse_str::<proc_macro2::Ident>(s)
            .or_else(|_| syn::parse_str(&format!("r#{s}")))
            .ok()
            .map(syn::PathSegment::from),
    });
    Some(syn::Path { leading_colon: outside.then(Default::default), segments: idents.collect::<Option<_>>()? })
}
