//! Items in bodies, and the items at hand.

use super::Program;
use super::names::{Meaning, plain};
use super::scope::{Around, Place, Scope};
use super::table::{Owner, Side, Slot, Source, parse};
use crate::index::{Index, ItemKind, ScopeId, Space};
use crate::items::{FnId, ImplId, ItemId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::UseTree;

/// A block of a body that declares items.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Where the block stands.
    outer: Place,
    items: HashMap<(bool, String), Entry>,
    globs: Vec<Vec<String>>,
    /// What it declares, as it is written; nothing of a module.
    written: Rc<[syn::Item]>,
    /// Whether it is a module: what macros make there.
    module: bool,
}

#[derive(Clone, Debug)]
enum Entry {
    Item(ItemId),
    Alias(Rc<syn::ItemType>),
    Use(Vec<String>),
}

impl Program {
    /// A module of the crate, or a body in it: where the function at hand stands.
    pub fn scope(&self, at: ScopeId) -> Scope {
        self.home.set(at);
        Scope::at(Place { side: Side::Crate, scope: at, block: None })
    }

    /// The function at hand, whose tokens have spans; it is the same as the index finds by its name.
    pub fn define(&self, scope: &Scope, f: &syn::ItemFn) -> FnId {
        let name = plain(&f.sig.ident);
        self.note_items(&f.block);
        let known = match self.at_place(scope.0.at, std::slice::from_ref(&name), Space::Values).0 {
            Meaning::Item(ItemId::Fn(id)) if !self.is_in_body(scope.0.at) => {
                let method = f.attrs.iter().any(|a| a.path().is_ident("called_as"));
                (!method && self.fn_slot(id).at.side == scope.0.at.side).then_some(id)
            }
            _ => None,
        };
        let id = known.unwrap_or_else(|| {
            let source = Source::Tokens(Rc::new(syn::Item::Fn(f.clone())));
            self.own.fns.add(Slot::new(&name, source, scope.0.at, Owner::Nothing))
        });
        self.given.borrow_mut().insert(id, Rc::new(f.clone()));
        id
    }

    /// Notes the names of the items in a body at hand.
    fn note_items(&self, block: &syn::Block) {
        let mut declared = Declared(self.declared.take());
        crate::visit::Visit::visit_block(&mut declared, block);
        self.declared.replace(declared.0);
    }

    /// The functions of an implementation at hand, in order; the implementation is the same as the index finds.
    pub fn define_impl(&self, scope: &Scope, block: &syn::ItemImpl) -> (ImplId, Vec<FnId>) {
        let id = self.known_impl(scope, block).unwrap_or_else(|| {
            let id = self.add_impl(scope.0.at, Source::Tokens(Rc::new(syn::Item::Impl(block.clone()))));
            self.impls_of_blocks.borrow_mut().push(id);
            id
        });
        let members = self.impl_def(id);
        let fns = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(f) => Some((members.fns.get(plain(&f.sig.ident).as_str()).copied()?, f)),
            _ => None,
        });
        let fns = fns.map(|(id, f)| {
            self.note_items(&f.block);
            self.given.borrow_mut().insert(id, Rc::new(as_function(f)));
            id
        });
        (id, fns.collect())
    }

    /// The implementation of the index that a text is: it has the same header, and the same functions.
    fn known_impl(&self, scope: &Scope, block: &syn::ItemImpl) -> Option<ImplId> {
        let heads = self.index.impls().iter().filter(|head| head.id.scope == scope.0.at.scope);
        let same = |id: &ImplId| {
            let Some(syn::Item::Impl(own)) = self.parsed(&self.impl_slot(*id)).as_deref().cloned() else {
                return false;
            };
            let members = self.impl_def(*id);
            let names = block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(f) => Some(plain(&f.sig.ident)),
                _ => None,
            });
            let names: Vec<String> = names.collect();
            own.self_ty == block.self_ty
                && own.trait_.as_ref().map(|(_, of, _)| of) == block.trait_.as_ref().map(|(_, of, _)| of)
                && names.len() == members.fns.len()
                && names.iter().all(|name| members.fns.contains_key(name.as_str()))
        };
        let all = heads.map(|head| self.impl_of(Side::Crate, head.id));
        all.collect::<Vec<_>>().into_iter().find(same)
    }

    /// A block of a body that declares items, the `use`s among them.
    pub fn open(&self, scope: &Scope, items: &[syn::Item]) -> Scope {
        let outer = scope.0.at;
        let at = Place { block: Some(self.blocks.borrow().len()), ..outer };
        self.blocks.borrow_mut().push(Rc::default());
        let mut block = Block { outer, written: items.into(), ..Block::default() };
        let mut impls = vec![];
        for item in items {
            let source = Source::Tokens(Rc::new(item.clone()));
            let slot = |name: &str| (name.to_owned(), source.clone(), at);
            let mut add = |name: &proc_macro2::Ident, id: &dyn Fn(&str) -> ItemId, spaces: &[bool]| {
                let name = plain(name);
                let id = id(&name);
                for values in spaces {
                    block.items.insert((*values, name.clone()), Entry::Item(id));
                }
            };
            let new_adt = |name: &str| {
                let (name, source, at) = slot(name);
                ItemId::Adt(self.own.adts.add(Slot::new(&name, source, at, Owner::Nothing)))
            };
            let new_const = |name: &str| {
                let (name, source, at) = slot(name);
                ItemId::Const(self.own.consts.add(Slot::new(&name, source, at, Owner::Nothing)))
            };
            match item {
                syn::Item::Fn(f) => {
                    let new = |name: &str| {
                        let (name, source, at) = slot(name);
                        ItemId::Fn(self.own.fns.add(Slot::new(&name, source, at, Owner::Nothing)))
                    };
                    add(&f.sig.ident, &new, &[true]);
                }
                syn::Item::Struct(s) => match s.fields {
                    syn::Fields::Named(_) => add(&s.ident, &new_adt, &[false]),
                    _ => add(&s.ident, &new_adt, &[false, true]),
                },
                syn::Item::Enum(e) => add(&e.ident, &new_adt, &[false]),
                syn::Item::Const(c) => add(&c.ident, &new_const, &[true]),
                syn::Item::Static(c) => add(&c.ident, &new_const, &[true]),
                syn::Item::Trait(t) => {
                    let new = |name: &str| {
                        let (name, source, at) = slot(name);
                        ItemId::Trait(self.own.traits.add(Slot::new(&name, source, at, Owner::Nothing)))
                    };
                    add(&t.ident, &new, &[false]);
                }
                syn::Item::Type(alias) => {
                    block.items.insert((false, plain(&alias.ident)), Entry::Alias(Rc::new(alias.clone())));
                }
                syn::Item::Use(u) => {
                    let root = u.leading_colon.map(|_| String::new()).into_iter().collect();
                    uses(&u.tree, root, &mut block);
                }
                syn::Item::Impl(_) => impls.push(self.add_impl(at, source)),
                _ => {}
            }
        }
        self.blocks.borrow_mut()[at.block.expect("a block")] = Rc::new(block);
        self.impls_of_blocks.borrow_mut().extend(impls);
        Scope(Rc::new(Around { at, ..(*scope.0).clone() }))
    }

    /// The items of the bodies that a function stands in, from the outermost block on.
    pub fn items_around(&self, f: FnId) -> Vec<Rc<[syn::Item]>> {
        let (mut all, mut next) = (vec![], self.fn_slot(f).at.block);
        while let Some(number) = next {
            let block = self.blocks.borrow()[number].clone();
            if block.module {
                break;
            }
            all.push(block.written.clone());
            next = block.outer.block;
        }
        all.reverse();
        all
    }

    /// What the blocks around have under a path.
    pub(super) fn in_blocks(&self, at: Place, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        let mut next = at;
        while let Some(number) = next.block {
            let block = self.blocks.borrow()[number].clone();
            let here = next;
            let values = path.len() == 1 && space == Space::Values;
            match block.items.get(&(values, path[0].clone())) {
                Some(Entry::Item(id)) => return Some((Meaning::Item(*id), 1)),
                Some(Entry::Alias(alias)) => return Some((Meaning::Alias(here, alias.clone()), 1)),
                Some(Entry::Use(to)) => {
                    let whole = [&to[..], &path[1..]].concat();
                    // What is imported under its own name stands further out.
                    let from = if to[0] == path[0] { block.outer } else { here };
                    let (meaning, used) = self.guarded(from, &whole, space)?;
                    if let (Meaning::Item(ItemId::Adt(adt)), Some(last)) = (&meaning, to.get(used))
                        && self.variant_named(*adt, last).is_some()
                    {
                        return Some((Meaning::Variant(*adt, last.clone()), 1));
                    }
                    if !matches!(meaning, Meaning::Unknown) || !values {
                        return Some((meaning, (used + 1).saturating_sub(to.len()).max(1)));
                    }
                }
                None => {}
            }
            for glob in &block.globs {
                let whole = [&glob[..], path].concat();
                let from = if block.items.contains_key(&(false, glob[0].clone())) { here } else { block.outer };
                let Some((meaning, used)) = self.guarded(from, &whole, space) else { continue };
                match meaning {
                    Meaning::Item(ItemId::Adt(adt))
                        if used == glob.len() && self.variant_named(adt, &path[0]).is_some() =>
                    {
                        return Some((Meaning::Variant(adt, path[0].clone()), 1));
                    }
                    Meaning::Unknown | Meaning::Outside | Meaning::Module => {}
                    _ if used <= glob.len() => {}
                    meaning => return Some((meaning, used - glob.len())),
                }
            }
            next = block.outer;
        }
        None
    }

    /// The block of the items of a text, that stand in a module: what a macro makes there.
    pub(super) fn open_text(&self, outer: Place, index: &Rc<Index>) -> Option<usize> {
        let number = self.blocks.borrow().len();
        let at = Place { block: Some(number), ..outer };
        let mut block = Block { outer, module: true, ..Block::default() };
        self.blocks.borrow_mut().push(Rc::new(Block { outer, module: true, ..Block::default() }));
        for item in &index.scope(ScopeId::ROOT).items {
            let name = item.name.as_str();
            let source = Source::Text(index.clone(), 0, item.clone());
            let (entry, spaces): (Entry, &[bool]) = match &item.kind {
                ItemKind::Function => {
                    (Entry::Item(ItemId::Fn(self.own.fns.add(Slot::new(name, source, at, Owner::Nothing)))), &[true])
                }
                ItemKind::Struct(value) => {
                    let id = ItemId::Adt(self.own.adts.add(Slot::new(name, source, at, Owner::Nothing)));
                    (Entry::Item(id), if *value { &[false, true] } else { &[false] })
                }
                ItemKind::Enum(_) => {
                    (Entry::Item(ItemId::Adt(self.own.adts.add(Slot::new(name, source, at, Owner::Nothing)))), &[false])
                }
                ItemKind::Trait => {
                    let id = ItemId::Trait(self.own.traits.add(Slot::new(name, source, at, Owner::Nothing)));
                    (Entry::Item(id), &[false])
                }
                ItemKind::Constant => {
                    let id = ItemId::Const(self.own.consts.add(Slot::new(name, source, at, Owner::Nothing)));
                    (Entry::Item(id), &[true])
                }
                ItemKind::Alias => match parse(index, 0, item) {
                    Some(syn::Item::Type(alias)) => (Entry::Alias(Rc::new(alias)), &[false]),
                    _ => continue,
                },
                ItemKind::Use { path, glob: true } => {
                    block.globs.push(path.clone());
                    continue;
                }
                ItemKind::Use { path, glob: false } => (Entry::Use(path.clone()), &[false, true]),
                _ => continue,
            };
            for values in spaces {
                block.items.insert((*values, name.to_owned()), entry.clone());
            }
        }
        for head in index.impls() {
            let id = self.add_impl(at, Source::Text(index.clone(), 0, index.item(head.id).clone()));
            self.impls_of_texts.borrow_mut().push((id, head.of.as_str().into()));
        }
        block.globs.retain(|path| !path.is_empty());
        self.blocks.borrow_mut()[number] = Rc::new(block);
        Some(number)
    }

    /// The text of a function or a constant that stands in a body.
    pub fn item_of_body(&self, id: ItemId) -> Option<Rc<syn::Item>> {
        match id {
            ItemId::Fn(f) => self.text_in_body(&self.fn_slot(f)),
            ItemId::Const(c) => self.text_in_body(&self.const_slot(c)),
            ItemId::Adt(_) | ItemId::Trait(_) => None,
        }
    }

    fn text_in_body<D>(&self, slot: &Slot<D>) -> Option<Rc<syn::Item>> {
        (slot.owner == Owner::Nothing && self.is_in_body(slot.at)).then(|| self.parsed(slot))?
    }

    /// Whether a place is in a body, and not in a module.
    pub(super) fn is_in_body(&self, at: Place) -> bool {
        at.block.is_some_and(|block| !self.blocks.borrow()[block].module)
    }

    /// What imports lead to, unless they lead to one another.
    pub(super) fn guarded(&self, at: Place, path: &[String], space: Space) -> Option<(Meaning, usize)> {
        const DEEPEST: usize = 16;
        let depth = &self.depth;
        if depth.get() >= DEEPEST {
            return None;
        }
        depth.set(depth.get() + 1);
        let found = self.at_place(at, path, space);
        depth.set(depth.get() - 1);
        Some(found)
    }
}

/// The names of the items in a body.
struct Declared(HashSet<String>);

impl<'a> crate::visit::Visit<'a> for Declared {
    fn visit_item(&mut self, item: &'a syn::Item) {
        self.0.extend(crate::items::names(item).iter().map(plain));
    }
}

/// A method as a function.
pub(super) fn as_function(f: &syn::ImplItemFn) -> syn::ItemFn {
    let block = Box::new(f.block.clone());
    syn::ItemFn { attrs: f.attrs.clone(), vis: f.vis.clone(), sig: f.sig.clone(), block }
}

fn uses(tree: &UseTree, mut path: Vec<String>, block: &mut Block) {
    match tree {
        UseTree::Path(p) => {
            path.push(plain(&p.ident));
            uses(&p.tree, path, block);
        }
        UseTree::Name(n) if n.ident == "self" => {
            let name = path.last().cloned().unwrap_or_default();
            import(name, path, block);
        }
        UseTree::Name(n) => {
            path.push(plain(&n.ident));
            import(plain(&n.ident), path, block);
        }
        UseTree::Rename(r) => {
            if r.ident != "self" {
                path.push(plain(&r.ident));
            }
            import(plain(&r.rename), path, block);
        }
        UseTree::Glob(_) if path.is_empty() => {}
        UseTree::Glob(_) => block.globs.push(path),
        UseTree::Group(g) => g.items.iter().for_each(|tree| uses(tree, path.clone(), block)),
    }
}

fn import(name: String, path: Vec<String>, block: &mut Block) {
    if !path.is_empty() {
        for values in [false, true] {
            block.items.entry((values, name.clone())).or_insert_with(|| Entry::Use(path.clone()));
        }
    }
}
