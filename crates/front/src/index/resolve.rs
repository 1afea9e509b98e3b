//! What a name means where it stands: what the scopes around it declare and import.

use super::{Index, Item, ItemId, ItemKind, ScopeId};
use crate::hash::Map;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// The namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Types, modules, traits.
    Types,
    /// Functions, constants, constructors.
    Values,
    /// Macros.
    Macros,
}

/// What a name may stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Def {
    /// An item of the crate.
    Item(ItemId),
    /// A module of the crate.
    Module(ScopeId),
    /// An item of another crate, by its path.
    Outside(Vec<String>),
    /// A variant of an enum of the crate.
    Variant(ItemId, String),
    /// An item of a type.
    Other,
}

/// What is known of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// This.
    One(Def),
    /// Nothing that is known.
    Nothing,
    /// Several things, or one that may not be there.
    Unsure,
}

#[derive(Debug, Default)]
pub(super) struct Cache {
    uses: RefCell<Map<(ItemId, Space), Named>>,
    asked: RefCell<Map<(ScopeId, String, Space), Named>>,
    /// Imports that are being resolved.
    begun: RefCell<HashSet<(ItemId, Space)>>,
    depth: Cell<usize>,
    /// How many were looked at for one name.
    steps: Cell<usize>,
}

/// So many imports lead to one another at most.
const DEEPEST: usize = 48;

/// So many imports are followed for one name.
const MOST: usize = 10_000;

/// Crates of which all is imported without harm: no type or function of a user's has a namesake there.
pub const KNOWN: [&str; 9] =
    ["alloc", "arrayvec", "core", "libm", "num_complex", "smallvec", "std", "tinyvec", "wengert"];

impl Index {
    /// What a name means in a scope.
    pub(crate) fn lookup(&self, scope: ScopeId, name: &str, space: Space) -> Named {
        let key = (scope, name.to_owned(), space);
        if let Some(named) = self.resolved.asked.borrow().get(&key) {
            return named.clone();
        }
        let named = self.lexical(scope, name, space);
        if self.resolved.depth.get() == 0 {
            self.resolved.asked.borrow_mut().insert(key, named.clone());
        }
        named
    }

    /// What a path means in a scope, and how many of its segments lead there: the others are in a type.
    pub fn resolve(&self, scope: ScopeId, path: &[String], space: Space) -> (Named, usize) {
        let n = path.len();
        let space_at = |used: usize| if used + 1 == n { space } else { Space::Types };
        let Some(first) = path.first() else { return (Named::Nothing, 0) };
        let named = match first.as_str() {
            "" => match path.get(1).and_then(|name| self.crates.get(name)) {
                Some(root) => return self.resolve_within(Named::One(Def::Module(*root)), 2, scope, path, space),
                None => return (Named::One(Def::Outside(path[1..].to_vec())), n),
            },
            "crate" => as_module(Some(self.root_of(scope))),
            "self" if n > 1 => as_module(Some(self.module_of(scope))),
            "super" => as_module(self.above(self.module_of(scope))),
            name => match self.lookup(scope, name, space_at(0)) {
                Named::Nothing if space_at(0) == Space::Types && self.crates.contains_key(name) => {
                    as_module(self.crates.get(name).copied())
                }
                Named::Nothing if n > 1 || space == Space::Types && KNOWN.contains(&name) => {
                    return (Named::One(Def::Outside(path.to_vec())), n);
                }
                // Nobody names a module like a crate of the language in a macro that does not show it.
                Named::Unsure if n > 1 && KNOWN.contains(&name) && self.all_named(name).is_empty() => {
                    return (Named::One(Def::Outside(path.to_vec())), n);
                }
                named => named,
            },
        };
        self.resolve_within(named, 1, scope, path, space)
    }

    /// What a path means of which the first segments are known.
    fn resolve_within(
        &self,
        mut named: Named,
        mut used: usize,
        scope: ScopeId,
        path: &[String],
        space: Space,
    ) -> (Named, usize) {
        let n = path.len();
        let space_at = |used: usize| if used + 1 == n { space } else { Space::Types };
        while let (Named::One(def), true) = (&named, used < n) {
            match def {
                Def::Module(m) if path[used] == "super" => named = as_module(self.above(*m)),
                Def::Module(m) if path[used].starts_with(BODY) => {
                    let own = path[used][BODY.len()..].parse().ok().filter(|k| (*k as usize) < self.scopes.len());
                    named = as_module(own.map(ScopeId));
                }
                Def::Module(m) => {
                    named = match self.local(*m, &path[used], space_at(used), scope) {
                        (Named::Nothing, open) if open => Named::Unsure,
                        (named, _) => named,
                    }
                }
                Def::Outside(of) => {
                    // `use smallvec::smallvec` brings in a macro: before `::` the name is the crate's.
                    let of = match of.as_slice() {
                        [krate, name] if krate == name && KNOWN.contains(&name.as_str()) => &of[..1],
                        of => of,
                    };
                    let whole = of.iter().chain(&path[used..]).cloned().collect();
                    return (Named::One(Def::Outside(whole)), n);
                }
                Def::Item(_) | Def::Variant(..) | Def::Other => break,
            }
            used += 1;
        }
        (named, used)
    }

    /// The same, where other crates are known by paths alone.
    pub fn resolve_here(&self, scope: ScopeId, path: &[String], space: Space) -> (Named, usize) {
        let (named, used) = self.resolve(scope, path, space);
        let Named::One(def) = &named else { return (named, used) };
        let whole = match def {
            Def::Item(id) if !self.is_own(id.scope) => self.path_of(*id),
            Def::Module(of) if !self.is_own(*of) => self.path_of_scope(*of),
            Def::Variant(id, name) if !self.is_own(id.scope) => [self.path_of(*id), vec![name.clone()]].concat(),
            _ => return (named, used),
        };
        let whole = whole.into_iter().skip(1).chain(path[used..].iter().cloned()).collect();
        (Named::One(Def::Outside(whole)), path.len())
    }

    /// The module above one.
    fn above(&self, module: ScopeId) -> Option<ScopeId> {
        self.scope(module).parent.map(|parent| self.module_of(parent))
    }

    /// A path that leads to an item from everywhere in the crate.
    pub fn path_of(&self, id: ItemId) -> Vec<String> {
        let mut path = self.path_of_scope(id.scope);
        path.push(self.item(id).name.clone());
        path
    }

    /// The same of a scope.
    pub fn path_of_scope(&self, mut at: ScopeId) -> Vec<String> {
        let mut path = vec![];
        loop {
            let scope = self.scope(at);
            match scope.parent {
                Some(_) if scope.is_body() => path.push(format!("{BODY}{}", at.0)),
                Some(parent) => {
                    path.extend(scope.is_module().then(|| scope.name.clone()));
                    at = parent;
                    continue;
                }
                None if self.is_own(at) => {}
                None => {
                    path.extend([scope.name.clone(), String::new()]);
                    path.reverse();
                    return path;
                }
            }
            path.push("crate".to_owned());
            path.reverse();
            return path;
        }
    }

    fn lexical(&self, scope: ScopeId, name: &str, space: Space) -> Named {
        let own = self.scope(scope);
        let (found, open) = self.local(scope, name, space, scope);
        let outer = || match own.parent {
            Some(parent) if !own.is_module() => self.lexical(parent, name, space),
            _ if open => Named::Unsure,
            _ => Named::Nothing,
        };
        let nested = match &found {
            Named::One(_) if own.is_body() => {
                own.names.get(name).is_some_and(|all| all.iter().all(|k| own.items[*k].nested))
            }
            Named::One(_) | Named::Unsure => return found,
            Named::Nothing => false,
        };
        match (found, outer()) {
            (Named::Nothing, Named::One(_)) if !own.is_module() && open => Named::Unsure,
            (Named::Nothing, outer) => outer,
            // What a block within the body declares is not seen before and behind the block.
            (found, outer) if nested && outer != Named::Nothing && outer != found => Named::Unsure,
            (found, _) => found,
        }
    }

    /// What a scope itself has under a name, and whether it may have what does not show.
    fn local(&self, scope: ScopeId, name: &str, space: Space, from: ScopeId) -> (Named, bool) {
        let open = self.is_open(scope);
        let (explicit, sure) = self.explicit(scope, name, space, None);
        if sure && explicit != Named::Nothing || explicit == Named::Unsure {
            return (explicit, open);
        }
        let (opened, foreign) = self.opened(scope, name, space, from);
        let named = match (explicit, opened) {
            (Named::Nothing, opened) => opened,
            (explicit, Named::Nothing) => explicit,
            (explicit, opened) if explicit == opened => explicit,
            _ => Named::Unsure,
        };
        (named, open || foreign)
    }

    /// What is declared or imported by name, as far as it is seen, and whether it is there for certain.
    fn explicit(&self, scope: ScopeId, name: &str, space: Space, from: Option<ScopeId>) -> (Named, bool) {
        let own = self.scope(scope);
        let (mut found, mut sure): (Vec<Def>, bool) = (vec![], false);
        let mut imported = vec![];
        for &at in own.names.get(name).map_or(&[][..], Vec::as_slice) {
            let (item, id) = (&own.items[at], ItemId { scope, at });
            let seen = from.is_none_or(|from| item.vis.within(self, scope).is_none_or(|m| self.is_within(from, m)));
            if !seen {
                continue;
            }
            let def = match &item.kind {
                ItemKind::Use { glob: false, .. } => match self.import(id, space) {
                    Named::One(def) => {
                        imported.push((def, item.sure));
                        continue;
                    }
                    Named::Nothing => continue,
                    Named::Unsure => return (Named::Unsure, false),
                },
                ItemKind::Module { .. } if space == Space::Types => match own.modules.get(&at) {
                    Some(module) => Def::Module(*module),
                    None => continue,
                },
                ItemKind::Crate { own: true } if space == Space::Types => Def::Module(self.root_of(scope)),
                ItemKind::Crate { own: false } if space == Space::Types => match self.crates.get(&item.name) {
                    Some(root) => Def::Module(*root),
                    None => Def::Outside(vec![item.name.clone()]),
                },
                kind if is_in(kind, space) => Def::Item(id),
                _ => continue,
            };
            sure |= item.sure;
            found.push(def);
        }
        if scope == ScopeId::ROOT && space == Space::Macros {
            let exported = |id: &&ItemId| self.item(**id).kind == ItemKind::Rules { exported: true };
            found.extend(self.all_named(name).iter().filter(exported).map(|id| Def::Item(*id)));
            sure |= !found.is_empty();
        }
        for part in self.included(scope) {
            match self.explicit(part, name, space, from) {
                (Named::One(def), certain) => {
                    sure |= certain;
                    found.push(def);
                }
                (Named::Nothing, _) => {}
                (Named::Unsure, _) => return (Named::Unsure, false),
            }
        }
        // An import from elsewhere of a name that is declared here is one of another namespace.
        let declared = !found.is_empty();
        for (def, certain) in imported {
            if !(declared && matches!(def, Def::Outside(_) | Def::Variant(..) | Def::Other)) {
                sure |= certain;
                found.push(def);
            }
        }
        (one_of(found), sure)
    }

    /// What is imported with all that is in a module, and whether other crates may give the name too.
    fn opened(&self, scope: ScopeId, name: &str, space: Space, from: ScopeId) -> (Named, bool) {
        let (mut found, mut foreign, mut unsure) = (vec![], false, false);
        let (mut next, mut seen) = (vec![scope], HashSet::from([scope]));
        while let Some(module) = next.pop() {
            let own = self.scope(module);
            next.extend(self.included(module).filter(|part| seen.insert(*part)));
            for &at in own.names.get("").map_or(&[][..], Vec::as_slice) {
                let (item, id) = (&own.items[at], ItemId { scope: module, at });
                let (ItemKind::Use { glob: true, .. }, true) = (&item.kind, self.is_seen(item, module, from)) else {
                    continue;
                };
                match self.import(id, Space::Types) {
                    Named::One(Def::Module(m)) if seen.insert(m) => {
                        foreign |= self.is_open(m);
                        match self.explicit(m, name, space, Some(from)) {
                            (Named::Nothing, _) => next.push(m),
                            (Named::One(def), sure) => {
                                unsure |= !(sure && item.sure);
                                found.push(def);
                            }
                            (Named::Unsure, _) => unsure = true,
                        }
                    }
                    Named::One(Def::Item(of)) => {
                        let variant = self.has_variant(of, name);
                        found.extend(variant.then(|| Def::Variant(of, name.to_owned())));
                    }
                    Named::One(Def::Outside(path)) => {
                        foreign |= !path.first().is_some_and(|of| KNOWN.contains(&of.as_str()));
                    }
                    Named::One(_) | Named::Nothing => {}
                    Named::Unsure => foreign = true,
                }
            }
        }
        let named = if unsure && (foreign || found.is_empty()) { Named::Unsure } else { one_of(found) };
        (named, foreign)
    }

    /// The modules of other crates of which all is imported where a scope stands, the nearest first.
    pub(crate) fn opened_outside(&self, scope: ScopeId) -> Vec<Vec<String>> {
        let (mut all, mut next, mut seen) = (vec![], vec![scope], HashSet::from([scope]));
        while let Some(at) = next.pop() {
            let own = self.scope(at);
            next.extend(self.included(at).filter(|part| seen.insert(*part)));
            for &k in own.names.get("").map_or(&[][..], Vec::as_slice) {
                let ItemKind::Use { path, glob: true } = &own.items[k].kind else { continue };
                match self.resolve(at, path, Space::Types).0 {
                    Named::One(Def::Module(module)) if seen.insert(module) => next.insert(0, module),
                    Named::One(Def::Outside(path)) => all.push(path),
                    _ => {}
                }
            }
            next.extend(own.parent.filter(|parent| !own.is_module() && seen.insert(*parent)));
        }
        all
    }

    fn has_variant(&self, of: ItemId, name: &str) -> bool {
        matches!(&self.item(of).kind, ItemKind::Enum(all) if all.iter().any(|v| v == name))
    }

    fn is_seen(&self, item: &Item, scope: ScopeId, from: ScopeId) -> bool {
        item.vis.within(self, scope).is_none_or(|module| self.is_within(from, module))
    }

    /// Whether an item may be named by its whole path in a scope: it and the modules around it are seen there.
    pub(crate) fn is_visible(&self, id: ItemId, from: ScopeId) -> bool {
        self.is_seen(self.item(id), id.scope, from) && self.is_module_visible(id.scope, from)
    }

    /// Whether a module and those around it are seen in a scope.
    pub(crate) fn is_module_visible(&self, mut at: ScopeId, from: ScopeId) -> bool {
        while let Some(parent) = self.scope(at).parent {
            let outer = self.scope(parent);
            let module = outer.modules.iter().find(|(_, scope)| **scope == at);
            let hidden = |(k, _): (&usize, _)| {
                let item = &outer.items[*k];
                !item.kind.is_include() && !self.is_seen(item, parent, from)
            };
            if self.scope(at).is_body() || module.is_none_or(hidden) {
                return false;
            }
            at = parent;
        }
        true
    }

    /// What a `use` brings in.
    fn import(&self, id: ItemId, space: Space) -> Named {
        let key = (id, space);
        if let Some(named) = self.resolved.uses.borrow().get(&key) {
            return named.clone();
        }
        let ItemKind::Use { path, .. } = &self.item(id).kind else { return Named::Nothing };
        let depth = &self.resolved.depth;
        let steps = &self.resolved.steps;
        steps.set(if depth.get() == 0 { 0 } else { steps.get() + 1 });
        if depth.get() >= DEEPEST || steps.get() >= MOST {
            return Named::Unsure;
        }
        if !self.resolved.begun.borrow_mut().insert(key) {
            return Named::Nothing;
        }
        depth.set(depth.get() + 1);
        let by_rules = match path.as_slice() {
            [name] if space == Space::Macros => self.textual(id, name),
            _ => None,
        };
        let named = by_rules.unwrap_or_else(|| match self.resolve(id.scope, path, space) {
            (named, used) if used == path.len() => named,
            (Named::Unsure, _) => Named::Unsure,
            (Named::One(Def::Item(of)), used) if used + 1 == path.len() && self.has_variant(of, &path[used]) => {
                Named::One(Def::Variant(of, path[used].clone()))
            }
            _ => Named::One(Def::Other),
        });
        depth.set(depth.get() - 1);
        self.resolved.begun.borrow_mut().remove(&key);
        if self.resolved.begun.borrow().is_empty() {
            self.resolved.uses.borrow_mut().insert(key, named.clone());
        }
        named
    }
}

/// A scope of a body among the segments of a path.
const BODY: &str = "__body";

fn is_in(kind: &ItemKind, space: Space) -> bool {
    match kind {
        ItemKind::Struct(value) => space == Space::Types || *value && space == Space::Values,
        ItemKind::Enum(_) | ItemKind::Union | ItemKind::Trait | ItemKind::Alias => space == Space::Types,
        ItemKind::Function | ItemKind::Constant => space == Space::Values,
        _ => false,
    }
}

fn one_of(mut found: Vec<Def>) -> Named {
    match found.pop() {
        None => Named::Nothing,
        Some(one) if found.iter().all(|other| *other == one) => Named::One(one),
        Some(_) => Named::Unsure,
    }
}

fn as_module(found: Option<ScopeId>) -> Named {
    found.map_or(Named::Unsure, |module| Named::One(Def::Module(module)))
}
