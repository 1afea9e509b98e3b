//! What the names around an item mean: the keys under which types and functions are known, and how they are spelled where
//! the item stands.

use super::{AROUND, Around, Found};
use crate::index::{Def, Index, ItemId, ItemKind, Named, Position, ScopeId, Space};
use front::program::{plain, segments};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use std::fmt::Write;
use syn::{GenericParam, Generics, Path, PathArguments, PathSegment, Type};

/// The key of an item.
pub(super) fn key_of(index: &Index, id: ItemId) -> String {
    index.path_of(id).join("/")
}

/// The key of what is not known: nothing is found under it.
fn unknown(name: &str) -> String {
    format!("?{name}")
}

/// Whether a key is that of an item of the crate.
pub(super) fn is_resolved(key: &str) -> bool {
    key.starts_with("crate/")
}

fn is_in(kind: &ItemKind, space: Space) -> bool {
    match kind {
        ItemKind::Function | ItemKind::Constant => space == Space::Values,
        ItemKind::Struct(_) | ItemKind::Enum(_) | ItemKind::Union | ItemKind::Trait | ItemKind::Alias => {
            space == Space::Types
        }
        _ => false,
    }
}

impl Around {
    /// What a path means where the item stands, and how many of its segments lead there.
    pub(super) fn resolve(&self, path: &[String], space: Space) -> (Named, usize) {
        let Some(position) = &self.at else { return self.alone(path, space) };
        let (outer, used) = self.index.resolve_here(position.scope, path, space);
        if position.in_rules && path.first().is_some_and(|first| first != "crate") {
            return self.of_rules(position, path, space, (outer, used));
        }
        let mut found = (outer, used);
        for inner in &position.inner {
            let own = self.index.resolve_here(*inner, path, space);
            let only = position.inner.len() == 1;
            if own != found && !(only || own.0 == Named::Nothing) {
                return (Named::Unsure, used);
            }
            if only {
                found = own;
            }
        }
        found
    }

    /// The one item of a name, where it is not known from which module the name is seen.
    fn alone(&self, path: &[String], space: Space) -> (Named, usize) {
        let n = path.len();
        if path.first().is_some_and(|first| first == "crate") && n > 1 {
            return self.index.resolve_here(ScopeId::ROOT, path, space);
        }
        let Some(last) = path.last() else { return (Named::Nothing, n) };
        (self.unique(last, space), n)
    }

    fn unique(&self, name: &str, space: Space) -> Named {
        let mut all = self.index.all_named(name).iter().filter(|id| is_in(&self.index.item(**id).kind, space));
        match (all.next(), all.next()) {
            (None, _) => Named::Nothing,
            (Some(id), None) => Named::One(Def::Item(*id)),
            _ => Named::Unsure,
        }
    }

    /// In the rules of a macro a name is one where the macro is used: in the module that it stands in, and those below.
    fn of_rules(&self, at: &Position, path: &[String], space: Space, found: (Named, usize)) -> (Named, usize) {
        let index = &self.index;
        let (Named::One(Def::Item(id)), Some(rules)) = (&found.0, at.item) else { return self.alone(path, space) };
        let rules = &index.scope(at.scope).items[rules];
        let imported = |(_, s): (ScopeId, &crate::index::Scope)| {
            let uses = |kind: &ItemKind| matches!(kind, ItemKind::Use { path, glob: false } if path.last() == Some(&rules.name));
            s.items.iter().any(|item| uses(&item.kind))
        };
        let exported = rules.kind == ItemKind::Rules { exported: true } || index.scopes().any(imported);
        let name = &index.item(*id).name;
        let other = |other: &&ItemId| **other != *id && is_in(&index.item(**other).kind, space);
        let seen = |other: &ItemId| exported || index.is_within(other.scope, at.scope);
        match index.all_named(name).iter().filter(other).any(seen) {
            true => (Named::Unsure, found.1),
            false => found,
        }
    }

    fn key(&self, path: &Path, space: Space) -> String {
        // Most are asked for many times.
        let mut asked = String::from(if space == Space::Types { "<" } else { "(" });
        for s in &path.segments {
            let _ = write!(asked, "::{}", s.ident);
        }
        asked.push_str(if path.leading_colon.is_some() { "::" } else { "" });
        if let Some(key) = self.keys.borrow().get(&asked) {
            return key.clone();
        }
        let all = segments(path);
        let last = all.last().cloned().unwrap_or_default();
        let key = match self.resolve(&all, space) {
            _ if self.is_added(&last) => last,
            (Named::One(Def::Item(id)), used) => {
                let rest = all[used..].iter().map(|name| format!("::{name}"));
                std::iter::once(key_of(&self.index, id)).chain(rest).collect()
            }
            (Named::Nothing, _) => last,
            _ => unknown(&last),
        };
        self.keys.borrow_mut().insert(asked, key.clone());
        key
    }

    fn is_added(&self, name: &str) -> bool {
        !self.added.is_empty() && self.added.iter().any(|found| found.declared.contains_key(name))
    }

    /// How the type of a key is written here.
    fn spelled(&self, id: ItemId) -> Option<Vec<String>> {
        let name = self.index.item(id).name.clone();
        let is = |path: &[String]| self.resolve(path, Space::Types).0 == Named::One(Def::Item(id));
        let own = vec![name.clone()];
        if is(&own) {
            return Some(own);
        }
        let renamed = self.at.as_ref().and_then(|at| {
            let scopes = at.inner.iter().copied().chain([at.scope]);
            scopes.flat_map(|s| &self.index.scope(s).items).find_map(|item| match &item.kind {
                ItemKind::Use { path, glob: false } if path.last() == Some(&name) && item.name != name => {
                    Some(vec![item.name.clone()]).filter(|own| is(own))
                }
                _ => None,
            })
        });
        let whole = self.index.path_of(id);
        let local = whole.iter().any(|s| s.starts_with("__body"));
        renamed.or(if local { None } else { Some(whole) }).or(Some(own))
    }
}

/// Asks what is known as seen from another module.
pub fn seen_from<R>(module: ScopeId, ask: impl FnOnce() -> R) -> R {
    let at = Position { scope: module, item: None, inner: vec![], in_rules: false };
    let (at, keys) = AROUND.with_borrow_mut(|around| (around.at.replace(at), around.keys.take()));
    let answer = ask();
    AROUND.with_borrow_mut(|around| (around.at, around.keys) = (at, keys.into()));
    answer
}

/// The key of a type.
pub(super) fn type_key(path: &Path) -> String {
    AROUND.with_borrow(|around| around.key(path, Space::Types))
}

/// The key of a function.
pub(super) fn function_key(path: &Path) -> String {
    AROUND.with_borrow(|around| around.key(path, Space::Values))
}

/// What a path of a function leads to.
pub(super) fn function_at(path: &Path) -> (Named, usize) {
    AROUND.with_borrow(|around| around.resolve(&segments(path), Space::Values))
}

/// What a path of a type leads to.
pub(super) fn type_at(path: &Path) -> Named {
    AROUND.with_borrow(|around| around.resolve(&segments(path), Space::Types)).0
}

/// The key of a type whose path is lost: what is not seen from here is the one type of that name.
pub(super) fn key_of_name(name: &Ident) -> String {
    AROUND.with_borrow(|around| {
        let key = around.key(&Path::from(name.clone()), Space::Types);
        match is_resolved(&key) || around.is_added(&key) {
            true => key,
            false => match around.unique(&plain(name), Space::Types) {
                Named::One(Def::Item(id)) => key_of(&around.index, id),
                _ => key,
            },
        }
    })
}

/// A type of a text as it is written here; nothing where it would be taken for another one.
pub(super) fn read_type(text: &str) -> Option<Type> {
    let mut ty = syn::parse_str(text).ok()?;
    let mut spell = Spell { lost: false };
    spell.visit_type_mut(&mut ty);
    (!spell.lost).then_some(ty)
}

/// Writes types of the crate as they are found here.
struct Spell {
    lost: bool,
}

impl VisitMut for Spell {
    fn visit_type_path_mut(&mut self, p: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, p);
        if p.qself.is_some() {
            return;
        }
        let all = segments(&p.path);
        let whole = all.len() > 1 && all[0] == "crate";
        AROUND.with_borrow(|around| match (whole, all.len()) {
            (true, _) => {
                let (Named::One(Def::Item(id)), used) = around.index.resolve_here(ScopeId::ROOT, &all, Space::Types)
                else {
                    return;
                };
                if let Some(path) = around.spelled(id) {
                    put(&mut p.path, &path, used);
                }
            }
            // No type of the crate's is written so.
            (false, 1) => self.lost |= matches!(around.resolve(&all, Space::Types).0, Named::One(Def::Item(_))),
            _ => {}
        });
    }
}

/// Writes the types of a structure that is declared here by paths that lead to them from everywhere in the crate.
pub(super) fn qualify_here(s: &mut syn::ItemStruct) {
    struct Here(Vec<String>);
    impl VisitMut for Here {
        fn visit_type_path_mut(&mut self, p: &mut syn::TypePath) {
            visit_mut::visit_type_path_mut(self, p);
            let all = segments(&p.path);
            if p.qself.is_some() || all.first().is_none_or(|first| self.0.contains(first)) {
                return;
            }
            AROUND.with_borrow(|around| {
                if let (Named::One(Def::Item(id)), used) = around.resolve(&all, Space::Types) {
                    put(&mut p.path, &around.index.path_of(id), used);
                }
            });
        }
    }
    let parameters = s.generics.type_params().map(|t| t.ident.to_string()).collect();
    Here(parameters).visit_item_struct_mut(s);
}

/// Puts other names in the place of the first segments of a path.
fn put(path: &mut Path, names: &[String], used: usize) {
    let span = path.segments.first().map_or(Span::call_site(), |s| s.ident.span());
    let arguments = path.segments.iter().nth(used - 1).map_or(PathArguments::None, |s| s.arguments.clone());
    let ident = |name: &String| match name.as_str() {
        "crate" | "self" | "super" => Ident::new(name, span),
        name => syn::parse_str::<Ident>(name).map_or_else(|_| Ident::new_raw(name, span), |_| Ident::new(name, span)),
    };
    // Paths into other crates begin with nothing.
    let outside = names.first().is_some_and(String::is_empty);
    let names = &names[usize::from(outside)..];
    let mut segments: Vec<PathSegment> = names.iter().map(|name| PathSegment::from(ident(name))).collect();
    if let Some(last) = segments.last_mut() {
        last.arguments = arguments;
    }
    segments.extend(path.segments.iter().skip(used).cloned());
    path.leading_colon = outside.then(Default::default);
    path.segments = segments.into_iter().collect();
}

/// Writes types by paths that lead to them from everywhere in the crate.
pub(super) struct Qualify<'i> {
    pub(super) index: &'i Index,
    pub(super) scope: ScopeId,
    /// Parameters, which are no types of the crate's.
    pub(super) parameters: Vec<String>,
}

impl Qualify<'_> {
    fn under(&mut self, generics: &Generics, go: impl FnOnce(&mut Self)) {
        let n = self.parameters.len();
        self.parameters.extend(generics.params.iter().filter_map(|p| match p {
            GenericParam::Type(t) => Some(t.ident.to_string()),
            _ => None,
        }));
        go(self);
        self.parameters.truncate(n);
    }
}

impl VisitMut for Qualify<'_> {
    fn visit_type_path_mut(&mut self, p: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, p);
        let all = segments(&p.path);
        let own = all.first().is_none_or(|first| first == "Self" || self.parameters.contains(first));
        if p.qself.is_some() || own {
            return;
        }
        match self.index.resolve_here(self.scope, &all, Space::Types) {
            (Named::One(Def::Item(id)), used) => put(&mut p.path, &self.index.path_of(id), used),
            // A namesake of the crate's is another type.
            (Named::One(Def::Outside(path)), used) if !self.index.all_named(&all[all.len() - 1]).is_empty() => {
                let whole: Vec<String> = path.iter().filter(|s| !s.is_empty()).cloned().collect();
                put(&mut p.path, &whole, used);
                p.path.leading_colon = Some(Default::default());
            }
            _ => {}
        }
    }

    fn visit_item_fn_mut(&mut self, f: &mut syn::ItemFn) {
        let generics = f.sig.generics.clone();
        self.under(&generics, |s| s.visit_signature_mut(&mut f.sig));
    }
    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        let generics = block.generics.clone();
        self.under(&generics, |s| visit_mut::visit_item_impl_mut(s, block));
    }
    fn visit_item_trait_mut(&mut self, of: &mut syn::ItemTrait) {
        let generics = of.generics.clone();
        self.under(&generics, |s| visit_mut::visit_item_trait_mut(s, of));
    }
    fn visit_item_struct_mut(&mut self, of: &mut syn::ItemStruct) {
        let generics = of.generics.clone();
        self.under(&generics, |s| visit_mut::visit_item_struct_mut(s, of));
    }
    fn visit_item_enum_mut(&mut self, of: &mut syn::ItemEnum) {
        let generics = of.generics.clone();
        self.under(&generics, |s| visit_mut::visit_item_enum_mut(s, of));
    }
    fn visit_item_type_mut(&mut self, of: &mut syn::ItemType) {
        let generics = of.generics.clone();
        self.under(&generics, |s| visit_mut::visit_item_type_mut(s, of));
    }
    fn visit_impl_item_fn_mut(&mut self, f: &mut syn::ImplItemFn) {
        let generics = f.sig.generics.clone();
        self.under(&generics, |s| s.visit_signature_mut(&mut f.sig));
    }
    fn visit_trait_item_fn_mut(&mut self, f: &mut syn::TraitItemFn) {
        let generics = f.sig.generics.clone();
        self.under(&generics, |s| s.visit_signature_mut(&mut f.sig));
    }
}

/// The name of what a text declares, as it is known everywhere.
impl Found {
    pub(super) fn key(&self, name: &Ident) -> String {
        format!("{}{}", self.within, plain(name))
    }
}
