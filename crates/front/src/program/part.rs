//! What is known of the items of one crate. That of the prelude is read once on a thread: so nothing in it is of a
//! compiler's, whose tokens end with the expansion that they are of.

use super::kept::Kept;
use super::lookup::{ByHead, ByName, ByTrait, Words};
use super::names::Globs;
use super::scope::{Place, Scope};
use super::table::{Owner, Side, Slot, Source, Table};
use super::types::{TypeReader, parameters};
use super::{Program, names, text};
use crate::hash::Map;
use crate::index::{self, Index};
use crate::items::{AdtDef, AdtId, Bound, ConstDef, ConstId, FnDef, FnId, ImplDef, ImplId, ItemId, TraitDef, TraitId};
use crate::ty::Ty;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The ids of the items of the crate at hand begin here.
pub(super) const FIRST: usize = 1 << 24;

/// The items of a crate, and what was read and found of them.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) index: Rc<Index>,
    pub(super) fns: Table<FnDef>,
    pub(super) adts: Table<AdtDef>,
    pub(super) traits: Table<TraitDef>,
    pub(super) impls: Table<ImplDef>,
    pub(super) consts: Table<ConstDef>,
    /// Items by their places in the index, and the other way round.
    pub(super) ids: RefCell<Map<index::ItemId, ItemId>>,
    pub(super) keys: RefCell<Map<ItemId, index::ItemId>>,
    pub(super) impl_ids: RefCell<Map<index::ItemId, ImplId>>,
    pub(super) by_head: RefCell<ByHead>,
    pub(super) by_trait: RefCell<ByTrait>,
    pub(super) by_name: RefCell<ByName>,
    pub(super) derived: RefCell<Map<AdtId, Rc<Vec<ImplId>>>>,
    pub(super) words: OnceCell<Words>,
    /// The modules of std of which all is imported.
    pub(super) globs: RefCell<Globs>,
    /// What traits demand of what implements them, those above them, and their types.
    pub(super) supers: RefCell<Map<TraitId, Rc<Vec<Bound>>>>,
    pub(super) above: RefCell<Map<TraitId, Rc<Vec<TraitId>>>>,
    pub(super) types: RefCell<Map<TraitId, Rc<TypesOfTrait>>>,
    pub(super) shapes: RefCell<Map<ItemId, Rc<Shape>>>,
    pub(super) of_traits: RefCell<Map<ImplId, Option<Option<TraitId>>>>,
    /// Items by their paths.
    pub(super) paths: RefCell<Map<String, Option<ItemId>>>,
    /// Bodies of the prelude.
    pub(super) bodies: RefCell<Map<FnId, Rc<Kept>>>,
}

/// The associated types of a trait, with the traits that they have.
pub(super) type TypesOfTrait = Vec<(Rc<str>, Vec<TraitId>)>;

/// The generic parameters of a type or a trait, without `Self`.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) names: Vec<Rc<str>>,
    pub(super) consts: Vec<bool>,
    /// What they are by default, in terms of those before them; of a trait `Self` is the first.
    pub(super) defaults: Vec<Option<Ty>>,
}

impl Part {
    pub(super) fn new(index: Rc<Index>, side: Side) -> Part {
        let first = if side == Side::Crate { FIRST } else { 0 };
        Part {
            index,
            fns: Table::new(first),
            adts: Table::new(first),
            traits: Table::new(first),
            impls: Table::new(first),
            consts: Table::new(first),
            ids: RefCell::default(),
            keys: RefCell::default(),
            impl_ids: RefCell::default(),
            by_head: RefCell::default(),
            by_trait: RefCell::default(),
            by_name: RefCell::default(),
            derived: RefCell::default(),
            words: OnceCell::new(),
            globs: RefCell::default(),
            supers: RefCell::default(),
            above: RefCell::default(),
            types: RefCell::default(),
            shapes: RefCell::default(),
            of_traits: RefCell::default(),
            paths: RefCell::default(),
            bodies: RefCell::default(),
        }
    }
}

/// Whose an id is.
pub(super) fn side(id: usize) -> Side {
    if id < FIRST { Side::Prelude } else { Side::Crate }
}

thread_local! {
    static PRELUDE: Rc<Part> = {
        let index = Index::without_bodies(&text::prelude_text());
        Rc::new(Part::new(Rc::new(index), Side::Prelude))
    };
}

pub(super) fn prelude() -> Rc<Part> {
    PRELUDE.with(Rc::clone)
}

impl Program {
    pub(super) fn part(&self, side: Side) -> &Part {
        match side {
            Side::Prelude => &self.prelude,
            Side::Crate => &self.own,
        }
    }

    pub(super) fn fn_slot(&self, f: FnId) -> Rc<Slot<FnDef>> {
        self.part(side(f)).fns.get(f)
    }

    pub(super) fn adt_slot(&self, adt: AdtId) -> Rc<Slot<AdtDef>> {
        self.part(side(adt)).adts.get(adt)
    }

    pub(super) fn trait_slot(&self, of: TraitId) -> Rc<Slot<TraitDef>> {
        self.part(side(of)).traits.get(of)
    }

    pub(super) fn impl_slot(&self, of: ImplId) -> Rc<Slot<ImplDef>> {
        self.part(side(of)).impls.get(of)
    }

    pub(super) fn const_slot(&self, of: ConstId) -> Rc<Slot<ConstDef>> {
        self.part(side(of)).consts.get(of)
    }

    /// The generic parameters of a type or a trait.
    pub(super) fn shape(&self, id: ItemId) -> Rc<Shape> {
        let (number, of_trait) = match id {
            ItemId::Adt(adt) => (adt, false),
            ItemId::Trait(of) => (of, true),
            ItemId::Fn(_) | ItemId::Const(_) => return Rc::default(),
        };
        let shapes = &self.part(side(number)).shapes;
        if let Some(known) = shapes.borrow().get(&id) {
            return known.clone();
        }
        let (at, parsed) = match of_trait {
            true => {
                let slot = self.trait_slot(number);
                (slot.at, self.parsed(&slot))
            }
            false => {
                let slot = self.adt_slot(number);
                (slot.at, self.parsed(&slot))
            }
        };
        let generics = match parsed.as_deref() {
            Some(syn::Item::Struct(s)) => s.generics.clone(),
            Some(syn::Item::Enum(e)) => e.generics.clone(),
            Some(syn::Item::Trait(t)) => t.generics.clone(),
            _ => syn::Generics::default(),
        };
        let (mut names, mut consts, mut written) = (vec![], vec![], vec![]);
        for (name, is_const, default) in parameters(&generics) {
            names.push(name);
            consts.push(is_const);
            written.push(default);
        }
        // While a default is read that names the type itself, there is none.
        let shape = Shape { names: names.clone(), consts: consts.clone(), defaults: vec![None; written.len()] };
        shapes.borrow_mut().insert(id, Rc::new(shape));
        let mut all = Scope::at(at);
        let around = Rc::make_mut(&mut all.0);
        if of_trait {
            around.names.push("Self".into());
            around.consts.push(false);
            around.itself = Some(Ty::Param(0));
        }
        around.names.extend(names.iter().cloned());
        around.consts.extend(consts.iter().copied());
        let defaults = written.iter().map(|ty| ty.as_ref().map(|ty| TypeReader::new(self, &all).ty(ty))).collect();
        let shape = Rc::new(Shape { names, consts, defaults });
        shapes.borrow_mut().insert(id, shape.clone());
        shape
    }

    /// Whether an implementation is of a trait, and of which if that is known.
    pub(super) fn trait_of_impl(&self, id: ImplId) -> Option<Option<TraitId>> {
        let of_traits = &self.part(side(id)).of_traits;
        if let Some(known) = of_traits.borrow().get(&id) {
            return *known;
        }
        let slot = self.impl_slot(id);
        let found = match (&slot.source, self.parsed(&slot).as_deref()) {
            (Source::Made, _) => Some(slot.def.get().and_then(|def| def.of_trait.as_ref().map(|(of, _)| *of))),
            (_, Some(syn::Item::Impl(of))) => of.trait_.as_ref().map(|(_, path, _)| {
                let scope = Scope::at(slot.at);
                match self.meaning(&scope, &names::segments(path), index::Space::Types).0 {
                    names::Meaning::Item(ItemId::Trait(of)) => Some(of),
                    _ => None,
                }
            }),
            _ => None,
        };
        of_traits.borrow_mut().insert(id, found);
        found
    }

    /// A place in the prelude, for what is made.
    pub(super) fn nowhere() -> Place {
        Place { side: Side::Prelude, scope: index::ScopeId::ROOT, block: None }
    }

    /// An item that was made, without a text.
    pub(super) fn made_fn(&self, def: FnDef) -> FnId {
        let name = def.name.clone();
        self.own.fns.add(Slot { owner: Owner::Nothing, ..Slot::made(&name, Program::nowhere(), def) })
    }
}
